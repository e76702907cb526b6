//! How fast compiled rules are: rows of work whose results are known, and what they are measured by.
//!
//! `cargo xtask bench` runs all of it and prints one table. The rows are the same for `cargo bench`.
//!
//! | module | what it holds |
//! |---|---|
//! | [`row`] | a row, its yardstick and its targets |
//! | [`measure`] | rates, and ratios of neighbouring runs |
//! | [`perft`] | leaves of game trees, also with many kings |
//! | [`playouts`] | random games to their end, clocks and repetition on |
//! | [`made`], [`verdicts`] | positions of stones, and which points are forbidden in them |
//! | [`growth`] | the same games on other boards |
//! | [`expansion`] | what a spec expands to, and how long that takes |
//!
//! *Invariant:* a row says what its work comes to. A wrong count has no speed.

pub mod expansion;
pub mod growth;
pub mod made;
pub mod measure;
pub mod perft;
pub mod playouts;
pub mod row;
pub mod verdicts;

pub use row::{Row, Target, Yardstick};

/// How to make a section of the table.
pub type Section = (&'static str, fn() -> Vec<Row>);

/// The sections of the table. Their rows are made only when asked for: some of them have to count first.
pub const SECTIONS: &[Section] =
    &[("perft", perft::rows), ("playouts", playouts::rows), ("verdicts", verdicts::rows), ("growth", growth::rows)];
