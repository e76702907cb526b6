//! Notations of the field that are read beside our own position text.

pub mod fen;
