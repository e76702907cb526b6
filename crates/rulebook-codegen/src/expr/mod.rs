//! Conditions, numbers and sets of cells as Rust expressions.

mod cond;
pub(crate) mod num;
mod pattern;
mod set;
