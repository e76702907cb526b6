//! `cargo +nightly fuzz run positions`: any bytes as positions.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rulebook_fuzz::target::Target;

fuzz_target!(|input: &[u8]| Target::Positions.run(input));
