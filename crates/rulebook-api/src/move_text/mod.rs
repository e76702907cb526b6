//! Move text: `c3-d4`, `c3xe5xg7`, `h8`, `a1#5`, `-h8`, `h8+i9`, `pass`.
//!
//! Written as short as the other actions allow ([`text_of`]); read leniently ([`find`]). A move text is always
//! read against the actions that are legal: on its own it means nothing.

use alloc::vec::Vec;
mod find;
mod obstacle;
mod read;
mod write;

pub use find::{Found, MoveTextError, MoveTextProblem, find, fits, written};
pub use obstacle::why_not_legal;
pub use read::{Deed, Written};
pub use write::{text_of, texts};

/// The longest move text that is looked at.
pub const LIMIT: usize = 2048;

/// Splits a list of moves at blanks and commas, but not within parentheses.
pub fn split(moves: &str) -> Vec<&str> {
    let mut depth = 0_u32;
    let parts = moves.split(|c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && (c.is_whitespace() || c == ',')
    });
    parts.filter(|m| !m.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn commas_in_parentheses_do_not_split() {
        assert_eq!(split(" c3xg7(d4, f6), h8\ni9 "), ["c3xg7(d4, f6)", "h8", "i9"]);
        assert_eq!(split("a1#5,-h8"), ["a1#5", "-h8"]);
        assert_eq!(split(""), [""; 0]);
    }
}
