//! Asks the parser what may follow: a word may if the parser gets past it.

use rulebook_diagnostics::FileId;

/// A name that means nothing anywhere.
pub(super) const SOME_NAME: &str = "zq-zq";

const HEAD: &str = "rulebook 1\ngame zq {\n";

/// May this word follow the beginning of a clause?
pub(super) fn may_follow(clause: &str, word: &str) -> bool {
    // Nothing goes on with this sign, so that the parser stops at it if it gets that far.
    rulebook_syntax::reach(&format!("{clause} {word} ~")) >= clause.len() + 1 + word.len()
}

/// Can it be the beginning of a clause? If not, no word can mend it.
pub(super) fn is_beginning(clause: &str) -> bool {
    rulebook_syntax::reach(&format!("{clause} ~")) >= clause.trim_end().len()
}

/// Is it a whole clause?
pub(super) fn is_whole(clause: &str) -> bool {
    let text = format!("{HEAD}{clause}\n}}");
    rulebook_syntax::parse(FileId(0), &text).diagnostics.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parser_says_what_may_follow() {
        assert!(may_follow("draw when quiet", "reaches") && may_follow("draw when quiet reaches 20", "each"));
        assert!(may_follow("draw when quiet reaches 20 each", "because"));
        assert!(!may_follow("draw when", "because") && !may_follow("draw", "facing"));
        assert!(may_follow("players white", "facing") && !may_follow("players white", SOME_NAME));
        assert!(may_follow("draw when no", SOME_NAME) && !may_follow("draw", SOME_NAME));
        assert!(may_follow("draw when some empty as q:", "supposing"));
        assert!(!may_follow("nonsense ((", "because"));
        assert!(is_beginning("draw when quiet reaches 20") && is_beginning("draw when (no empty or "));
        assert!(!is_beginning("nonsense ((") && !is_beginning("draw because"));
        assert!(is_whole("turn: place") && !is_whole("turn:"));
    }
}
