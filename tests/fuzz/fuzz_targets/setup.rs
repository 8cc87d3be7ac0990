#![no_main]

libfuzzer_sys::fuzz_target!(init: carom_fuzz::begin("setup"), |data: &[u8]| carom_fuzz::targets::setup(data));
