#![no_main]

libfuzzer_sys::fuzz_target!(init: carom_fuzz::begin("setting"), |data: &[u8]| carom_fuzz::targets::setting(data));
