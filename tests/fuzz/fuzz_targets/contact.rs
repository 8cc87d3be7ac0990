#![no_main]

libfuzzer_sys::fuzz_target!(init: carom_fuzz::begin("contact"), |data: &[u8]| carom_fuzz::targets::contact(data));
