//! Words, numbers and signs of a text with their places. The grammar does not read them: they serve to put a
//! caret under a whole word, to find the next clause after an error, and to see too deep nesting before pest does.

use rulebook_diagnostics::nearest;

use crate::words::{CLAUSE_WORDS, is_clause_word, is_reserved};

/// How deep parentheses, brackets, `not`, quantifiers and sums may nest in all.
pub(crate) const NESTING_LIMIT: usize = 100;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Letters, digits, hyphens; also wrong ones such as `señal` or `two_words`.
    Word,
    /// Digits only.
    Number,
    /// A number with letters, such as `8x8`.
    Mixed,
    /// A closed string.
    Text,
    /// A string without its closing quote.
    OpenText,
    /// Punctuation; also characters which the language does not know.
    Sign,
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    /// What it is.
    pub(crate) kind: Kind,
    /// First byte.
    pub(crate) start: usize,
    /// One past its last byte.
    pub(crate) end: usize,
    /// Nothing but blanks stands before it on its line.
    pub(crate) first: bool,
}

/// All tokens of a text.
#[derive(Debug)]
pub(crate) struct Tokens<'t> {
    text: &'t str,
    list: Vec<Token>,
    deep: Vec<usize>,
}

impl<'t> Tokens<'t> {
    /// Splits a text.
    pub(crate) fn new(text: &'t str) -> Self {
        let mut tokens = Self { text, list: split(text), deep: Vec::new() };
        tokens.deep = tokens.find_deep();
        tokens
    }

    /// The whole text.
    pub(crate) fn source(&self) -> &'t str {
        self.text
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The token of this number; past the end an empty one.
    pub(crate) fn get(&self, i: usize) -> Token {
        let end = self.list.last().map_or(0, |t| t.end);
        self.list.get(i).copied().unwrap_or(Token { kind: Kind::Sign, start: end, end, first: false })
    }

    /// Its text; empty past the end.
    pub(crate) fn text(&self, i: usize) -> &'t str {
        let token = self.get(i);
        self.text.get(token.start..token.end).unwrap_or("")
    }

    /// The first token that ends after this byte.
    pub(crate) fn at(&self, byte: usize) -> usize {
        self.list.partition_point(|t| t.end <= byte)
    }

    /// The end of the last token that ends at or before this byte.
    pub(crate) fn end_before(&self, byte: usize) -> usize {
        let after = self.list.partition_point(|t| t.end <= byte);
        after.checked_sub(1).map_or(0, |i| self.get(i).end)
    }

    /// Is it a word with which a clause starts?
    pub(crate) fn is_clause_word(&self, i: usize) -> bool {
        is_clause_word(self.text(i))
    }

    /// Is it nearly a clause word?
    pub(crate) fn is_misspelled_clause(&self, i: usize) -> bool {
        self.is_free_word(i) && nearest(self.text(i), CLAUSE_WORDS.iter().copied()).is_some()
    }

    /// Is it a word that could be a name as far as its letters go, and is not reserved?
    pub(crate) fn is_free_word(&self, i: usize) -> bool {
        self.get(i).kind == Kind::Word && !is_reserved(self.text(i))
    }

    /// Does `game N {`, or the like, start here on a line of its own?
    pub(crate) fn is_unit_start(&self, i: usize) -> bool {
        self.get(i).first
            && matches!(self.text(i), "game" | "family" | "texts")
            && self.get(i + 1).kind == Kind::Word
            && matches!(self.text(i + 2), "{" | "extends")
    }

    /// The first token at or after this one with which the nesting becomes too deep.
    pub(crate) fn too_deep_after(&self, i: usize) -> Option<usize> {
        self.deep.get(self.deep.partition_point(|&d| d < i)).copied()
    }

    /// Finds the tokens at which nesting passes the limit. The count may be too high, never too low, so that
    /// no recursion over the text or its tree goes deeper than the limit allows.
    fn find_deep(&self) -> Vec<usize> {
        let mut found = Vec::new();
        // One entry for each open parenthesis or bracket, and one for what stands outside of them.
        let mut levels = vec![Level::default()];
        for i in 0..self.len() {
            let text = self.text(i);
            let outermost = levels.len() == 1;
            let Some(level) = levels.last_mut() else { break };
            if text != "not" {
                level.nots = 0;
            }
            match text {
                "(" | "[" => levels.push(Level::default()),
                ")" | "]" if !outermost => _ = levels.pop(),
                ":" => level.colons += 1,
                "not" => level.nots += 1,
                "+" | "-" | "*" => level.signs += 1,
                "," | "and" | "or" | "<" | ">" | "<=" | ">=" | "=" => level.signs = 0,
                "because" | "when" | "while" | "unless" | "counts" | "restarts" if outermost => {
                    *level = Level::default();
                }
                "{" | "}" => levels = vec![Level::default()],
                // In a condition stand no clause words but these two, so that all others start afresh.
                "piece" | "sides" => {}
                _ if is_clause_word(text) => levels = vec![Level::default()],
                _ => {}
            }
            let depth = levels.len() - 1 + levels.iter().map(Level::size).sum::<usize>();
            if depth > NESTING_LIMIT {
                found.push(i);
                levels = vec![Level::default()];
            }
        }
        found
    }
}

/// What nests between two parentheses.
#[derive(Clone, Debug, Default)]
struct Level {
    /// `: C` reaches as far right as it can.
    colons: usize,
    /// `not not not …` in a row.
    nots: usize,
    /// Each sign of a sum is a node above those before it.
    signs: usize,
}

impl Level {
    fn size(&self) -> usize {
        self.colons + self.nots + self.signs
    }
}

/// Splits a text into tokens; comments and blanks are left out.
fn split(text: &str) -> Vec<Token> {
    let mut list = Vec::new();
    // Some editors start a file with a mark of its byte order.
    let mut at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut first = true;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let Some(c) = rest.chars().next() else { break };
        if matches!(c, ' ' | '\t' | '\r' | '\n') {
            first |= matches!(c, '\r' | '\n');
            at += 1;
            continue;
        }
        if rest.starts_with("//") {
            at += rest.find(['\n', '\r']).unwrap_or(rest.len());
            continue;
        }
        let (kind, length) = token(c, rest);
        list.push(Token { kind, start: at, end: at + length, first });
        at += length;
        first = false;
    }
    list
}

/// Kind and length of the token with which a text starts.
pub(crate) fn token(c: char, rest: &str) -> (Kind, usize) {
    const SIGNS: &[&str] = &["..", "<=", ">=", "==", "!=", "<>", "=<", "=>", "&&", "||", "->", ":="];
    if c == '"' {
        return string(rest);
    }
    if c.is_alphanumeric() || c == '_' {
        let length = word_length(rest);
        let word = rest.get(..length).unwrap_or("");
        let kind = match () {
            () if word.bytes().all(|b| b.is_ascii_digit()) => Kind::Number,
            () if c.is_ascii_digit() => Kind::Mixed,
            () => Kind::Word,
        };
        return (kind, length);
    }
    let length = SIGNS.iter().find(|sign| rest.starts_with(**sign)).map_or(c.len_utf8(), |sign| sign.len());
    (Kind::Sign, length)
}

/// Letters, digits and hyphens before a letter, as in names; letters of all scripts, and underscores.
fn word_length(rest: &str) -> usize {
    let mut end = 0;
    let mut chars = rest.char_indices().peekable();
    while let Some((i, c)) = chars.next() {
        let inside = c.is_alphanumeric() || c == '_';
        let hyphen = c == '-' && i > 0 && chars.peek().is_some_and(|(_, next)| next.is_alphabetic());
        if !inside && !hyphen {
            break;
        }
        end = i + c.len_utf8();
    }
    end
}

/// A string ends on its line. If its closing quote is missing it reaches to the end of the line.
fn string(rest: &str) -> (Kind, usize) {
    let mut chars = rest.char_indices().skip(1);
    let mut end = rest.len();
    while let Some((i, c)) = chars.next() {
        match c {
            '"' => return (Kind::Text, i + 1),
            '\\' if !rest.get(i + 1..).is_some_and(|r| r.starts_with(['\n', '\r'])) => _ = chars.next(),
            '\n' | '\r' => {
                end = i;
                break;
            }
            _ => {}
        }
    }
    (Kind::OpenText, end)
}
