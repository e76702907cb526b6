//! `cargo +nightly fuzz run moves`: any bytes as moves.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rulebook_fuzz::target::Target;

fuzz_target!(|input: &[u8]| Target::Moves.run(input));
