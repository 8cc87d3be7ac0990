#![no_main]

libfuzzer_sys::fuzz_target!(init: carom_fuzz::begin("trace"), |data: &[u8]| carom_fuzz::targets::trace_lines(data));
