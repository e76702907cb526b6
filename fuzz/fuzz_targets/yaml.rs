//! `cargo +nightly fuzz run yaml`: any bytes as specs in YAML.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rulebook_fuzz::target::Target;

fuzz_target!(|input: &[u8]| Target::Yaml.run(input));
