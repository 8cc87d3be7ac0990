#![no_main]

libfuzzer_sys::fuzz_target!(init: carom_fuzz::begin("recording"), |data: &[u8]| carom_fuzz::targets::recording(data));
