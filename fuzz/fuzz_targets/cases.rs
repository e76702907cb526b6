//! `cargo +nightly fuzz run cases`: any bytes as cases.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rulebook_fuzz::target::Target;

fuzz_target!(|input: &[u8]| Target::Cases.run(input));
