#![no_main]

libfuzzer_sys::fuzz_target!(init: carom_fuzz::begin("condition"), |data: &[u8]| carom_fuzz::targets::condition(data));
