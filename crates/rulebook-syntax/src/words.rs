//! The words of the language, as lists; a test keeps them equal to the grammar's.

/// Words with which a clause starts.
pub const CLAUSE_WORDS: &[&str] = &[
    "action",
    "always",
    "assume",
    "board",
    "cells",
    "chain",
    "claimable",
    "clock",
    "decide",
    "draw",
    "forbid",
    "fouls",
    "let",
    "lose",
    "may",
    "option",
    "param",
    "piece",
    "players",
    "prefer",
    "promote",
    "refuse",
    "region",
    "setup",
    "sides",
    "turn",
    "win",
    "without",
];

/// Words with which a top-level block starts. They are not reserved.
pub const UNIT_WORDS: &[&str] = &["game", "family", "texts"];

/// Reserved words which start no clause: most of them end a row of words.
pub const SMALL_WORDS: &[&str] = &[
    "against",
    "all",
    "alone",
    "along",
    "and",
    "as",
    "at",
    "because",
    "by",
    "can",
    "cannot",
    "carries",
    "column",
    "columns",
    "count",
    "counts",
    "earliest",
    "else",
    "every",
    "exactly",
    "fewest",
    "flip",
    "for",
    "from",
    "group",
    "groups",
    "has",
    "if",
    "in",
    "is",
    "least",
    "line",
    "lines",
    "mix",
    "most",
    "must",
    "no",
    "not",
    "occurs",
    "of",
    "off",
    "on",
    "or",
    "pass",
    "per",
    "reaches",
    "restarts",
    "row",
    "rows",
    "side",
    "some",
    "supposing",
    "take",
    "then",
    "through",
    "to",
    "unless",
    "when",
    "where",
    "while",
    "with",
];

/// Does a clause start with this word?
pub fn is_clause_word(word: &str) -> bool {
    CLAUSE_WORDS.contains(&word)
}

/// Is this word kept from being a name?
pub fn is_reserved(word: &str) -> bool {
    is_clause_word(word) || SMALL_WORDS.contains(&word)
}

/// Can this be the name of something: letters, digits, and hyphens before letters, not reserved?
pub fn is_name(word: &str) -> bool {
    let mut last_hyphen = true;
    for (i, c) in word.chars().enumerate() {
        let good = match c {
            'a'..='z' | 'A'..='Z' => true,
            '0'..='9' => i > 0 && !last_hyphen,
            '-' => !last_hyphen,
            _ => false,
        };
        if !good {
            return false;
        }
        last_hyphen = c == '-';
    }
    !last_hyphen && !is_reserved(word)
}

#[cfg(test)]
mod tests {
    use pest::Parser;

    use super::{CLAUSE_WORDS, SMALL_WORDS, is_clause_word, is_name, is_reserved};
    use crate::grammar::{Grammar, Rule};

    fn quoted(rule: &str) -> Vec<&'static str> {
        let grammar = include_str!("grammar.pest");
        let (_, rest) = grammar.split_once(&format!("\n{rule} ")).expect("the grammar has this rule");
        let (body, _) = rest.split_once('}').expect("a rule ends");
        body.split('"').skip(1).step_by(2).collect()
    }

    #[test]
    fn lists_are_those_of_the_grammar() {
        let mut clause_words = quoted("clause_word");
        clause_words.sort_unstable();
        assert_eq!(clause_words, CLAUSE_WORDS);
        let mut small = quoted("reserved");
        small.sort_unstable();
        assert_eq!(small, SMALL_WORDS);
    }

    #[test]
    fn reserved_words_are_no_names_and_longer_ones_are() {
        let is_grammar_name = |word: &str| Grammar::parse(Rule::lone_name, word).is_ok();
        for word in CLAUSE_WORDS.iter().chain(SMALL_WORDS) {
            assert!(!is_grammar_name(word), "{word}");
            assert!(is_grammar_name(&format!("{word}z")), "{word}z");
            assert!(is_grammar_name(&format!("{word}-z")), "{word}-z");
            assert!(is_reserved(word) && !is_name(word));
        }
        for word in ["a", "a1", "a-b", "a1-b2", "A-b-c", "move", "size", "letter"] {
            assert!(is_grammar_name(word) && is_name(word), "{word}");
        }
        for word in ["", "1a", "a-", "-a", "a--b", "a-1", "a_b", "é", "a b"] {
            assert!(!is_grammar_name(word) && !is_name(word), "{word}");
        }
        assert!(is_clause_word("turn") && !is_clause_word("turns"));
    }
}
