//! `cargo +nightly fuzz run specs`: any bytes as specs.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rulebook_fuzz::target::Target;

fuzz_target!(|input: &[u8]| Target::Specs.run(input));
