#![no_main]

libfuzzer_sys::fuzz_target!(init: carom_fuzz::begin("settings"), |data: &[u8]| carom_fuzz::targets::settings(data));
