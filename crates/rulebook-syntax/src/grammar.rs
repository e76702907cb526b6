//! The parser that pest makes of `grammar.pest`.

/// Matches one rule at a time; see [`crate::recover`] for what is done with it.
#[derive(Debug, pest_derive::Parser)]
#[grammar = "grammar.pest"]
pub(crate) struct Grammar;
