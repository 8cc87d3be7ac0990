#![no_main]

libfuzzer_sys::fuzz_target!(init: carom_fuzz::begin("command_line"), |data: &[u8]| carom_fuzz::targets::command_line(data));
