#![no_main]

libfuzzer_sys::fuzz_target!(init: carom_fuzz::begin("scene_toml"), |data: &[u8]| carom_fuzz::targets::scene_toml(data));
