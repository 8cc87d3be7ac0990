#![no_main]

libfuzzer_sys::fuzz_target!(init: carom_fuzz::begin("link"), |data: &[u8]| carom_fuzz::targets::link(data));
