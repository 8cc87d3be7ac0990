#![no_main]

libfuzzer_sys::fuzz_target!(init: carom_fuzz::begin("scene_json"), |data: &[u8]| carom_fuzz::targets::scene_json(data));
