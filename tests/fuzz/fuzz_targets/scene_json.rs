#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| carom_fuzz::targets::scene_json(data));
