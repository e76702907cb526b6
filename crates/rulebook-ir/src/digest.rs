//! A short name for exactly these rules.

use std::fmt::Write as _;

use rulebook_diagnostics::dump;
use sha2::{Digest as _, Sha256};

use crate::Rules;

impl Rules {
    /// A hash of all that the rules say: clauses, texts, sources, parameters, but not where they are written. Two specs with
    /// the same digest are the same game to every part of this project, in whatever form they are written; it may change
    /// from one version of this crate to the next.
    pub fn digest(&self) -> String {
        let mut text = String::from("sha256:");
        for byte in Sha256::digest(dump(self)) {
            // Writing to a string does not fail.
            _ = write!(text, "{byte:02x}");
        }
        text
    }
}
