//! Hostile input: what any bytes have to go through as a spec (in either form), a position, moves or cases, without a panic or a hang.
//!
//! | module | what is there |
//! |---|---|
//! | [`target`] | the bodies, one for each sort of input |
//! | [`corpus`] | inputs to begin with: the specs, fixtures and cases of this repository |
//! | [`mutate`] | seeded changes of inputs |
//!
//! The targets of `fuzz/` call the bodies with inputs that a fuzzer makes; `tests/short.rs` and the program `stress` call
//! them with mutants of the corpus.

pub mod corpus;
pub mod mutate;
pub mod target;

/// A stack on which every search fits, as the command line has one.
pub const STACK: usize = 256 << 20;
