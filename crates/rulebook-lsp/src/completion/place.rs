//! Where a place is, read off the words before it: in which block and clause, and what stands before.

use rulebook_syntax::words::{UNIT_WORDS, is_clause_word};
use rulebook_syntax::{Lexeme, lexemes};

use crate::state::Here;

/// In which block a place is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// In none.
    Outside,
    /// Between `game`, `family` or `texts` and its `{`.
    Head,
    /// In the game or family of that name.
    Rules(String),
    /// In the texts for it.
    Texts(String),
}

/// A place.
#[derive(Debug)]
pub(super) struct Spot {
    pub(super) block: Block,
    /// Where the word begins in which the place is, or the place itself.
    pub(super) start: usize,
    /// Nothing stands before that word on its line.
    pub(super) first: bool,
    /// The words before it, from the head of the block, the clause or the line of texts on.
    pub(super) words: Vec<String>,
    /// Where the clause begins.
    pub(super) clause: Option<usize>,
}

impl Spot {
    /// The last word before the place, the one before that, and so on.
    pub(super) fn back(&self, n: usize) -> &str {
        self.words.len().checked_sub(n).and_then(|i| self.words.get(i)).map_or("", String::as_str)
    }

    /// What stands before the word, from a byte on.
    pub(super) fn before<'h>(&self, here: &'h Here, from: usize) -> &'h str {
        here.spec.text.get(from..self.start).unwrap_or("")
    }
}

/// The place of an offset; none within a comment or a sentence.
pub(super) fn of(text: &str, offset: usize) -> Option<Spot> {
    let all = lexemes(text);
    let touching = all.iter().find(|l| l.start < offset && offset <= l.end());
    let mut start = offset;
    if let Some(touching) = touching {
        let in_string = touching.text.starts_with('"') && (offset < touching.end() || !closed(touching.text));
        if touching.is_comment() || in_string {
            return None;
        }
        if touching.text.starts_with(|c: char| c.is_alphanumeric()) {
            start = touching.start;
        }
    }
    let before: Vec<&Lexeme<'_>> = all.iter().filter(|l| !l.is_comment() && l.end() <= start).collect();
    let line = text.get(..start)?.rfind(['\n', '\r']).map_or(0, |i| i + 1);
    let first = before.last().is_none_or(|l| l.start < line);
    let (block, from) = block(&before);
    let words_from = |i: usize| before.get(i..).unwrap_or_default().iter().map(|l| l.text.to_owned()).collect();
    Some(match block {
        Block::Rules(_) => {
            let begins = clause(text, &before, from);
            let words = words_from(begins.unwrap_or(before.len()));
            Spot { block, start, first, words, clause: begins.map(|i| before[i].start) }
        }
        Block::Texts(_) => {
            // A path is one word, however many names it has.
            let mut i = before.len();
            let mut start = start;
            while i > from
                && start > line
                && text.get(..start).is_some_and(|t| t.ends_with(['.', '-']) || i < before.len())
            {
                i -= 1;
                let lexeme = before[i];
                if lexeme.end() != start
                    || !lexeme.text.starts_with(|c: char| c.is_alphanumeric() || c == '.' || c == '-')
                {
                    i += 1;
                    break;
                }
                start = lexeme.start;
            }
            let kept = before.get(..i).unwrap_or_default();
            let first = kept.last().is_none_or(|l| l.start < line);
            let words = kept.iter().filter(|l| l.start >= line).map(|l| l.text.to_owned()).collect();
            Spot { block, start, first, words, clause: None }
        }
        Block::Head | Block::Outside => Spot { block, start, first, words: words_from(from), clause: None },
    })
}

fn closed(string: &str) -> bool {
    string.len() > 1 && string.ends_with('"')
}

/// The block that is open after some words, and the number of the first word in it.
fn block(before: &[&Lexeme<'_>]) -> (Block, usize) {
    let (mut block, mut from, mut depth) = (Block::Outside, 0, 0_usize);
    let mut head: (&str, &str) = ("", "");
    for (i, lexeme) in before.iter().enumerate() {
        let text = lexeme.text;
        match (&block, text) {
            (Block::Outside, word) if UNIT_WORDS.contains(&word) => {
                head = (word, "");
                (block, from) = (Block::Head, i);
            }
            (Block::Head, "{") => {
                let name = head.1.to_owned();
                block = if head.0 == "texts" { Block::Texts(name) } else { Block::Rules(name) };
                (from, depth) = (i + 1, 0);
            }
            (Block::Head, word) if head.1.is_empty() => head.1 = word,
            (Block::Rules(_) | Block::Texts(_), "{") => depth += 1,
            (Block::Rules(_) | Block::Texts(_), "}") if depth > 0 => depth -= 1,
            (Block::Rules(_) | Block::Texts(_), "}") => (block, from) = (Block::Outside, i + 1),
            _ => {}
        }
    }
    (block, from)
}

/// The number of the word with which the clause begins that is open after some words.
fn clause(text: &str, before: &[&Lexeme<'_>], from: usize) -> Option<usize> {
    let leads = |i: &usize| {
        let lexeme = before[*i];
        let line = text.get(..lexeme.start).and_then(|t| t.rsplit(['\n', '\r']).next()).unwrap_or("");
        is_clause_word(lexeme.text) && (*i == from || line.trim().is_empty())
    };
    (from..before.len()).rev().find(leads).or_else(|| (from < before.len()).then_some(from))
}

#[cfg(test)]
mod tests {
    use super::{Block, of};

    #[test]
    fn places_are_found_in_texts_that_do_not_parse() {
        let text = "rulebook 1\ngame g extends f {\n  let a = no em\n  draw when ( a  // x\n}\ntexts g {\n  quiet.li en \"a\"\n";
        let at = |needle: &str| of(text, text.find(needle).expect("it is there") + needle.len());
        let spot = at("no em").expect("no comment");
        assert_eq!((spot.block.clone(), spot.back(1), spot.back(2)), (Block::Rules("g".into()), "no", "="));
        assert_eq!(&text[spot.start..spot.start + 2], "em");
        assert_eq!(at("extends ").expect("a head").block, Block::Head);
        assert_eq!(at("( a").expect("a clause").words.first().map(String::as_str), Some("draw"));
        assert!(at("// x").is_none() && at("\"a").is_none());
        let path = at("quiet.li").expect("a path");
        assert_eq!((&text[path.start..path.start + 8], path.first), ("quiet.li", true));
        assert!(!at("quiet.li e").expect("a language").first);
    }
}
