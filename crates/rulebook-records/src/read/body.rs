//! Reading the moves of a record with all that may stand between them: numbers, marks, comments, variations.

use std::io::Read;

use super::{LONGEST_WORD, MOST_MOVES, Records};
use crate::{Move, ProblemKind, Record, input::decode};

/// The text ended, or another game began, before this was closed.
pub(super) struct Unclosed;

impl<R: Read> Records<R> {
    /// Reads the moves to the result, to the next record, or to the end of the text. Says whether a result came.
    pub(super) fn read_body(&mut self, record: &mut Record) -> bool {
        // A word that ends in a mark goes on with the next one: `32 - 28`.
        let mut open: Option<Move> = None;
        let ended = self.read_words(record, &mut open);
        record.moves.extend(open);
        if record.moves.len() > MOST_MOVES {
            let place = record.moves.last().map_or((0, 0), |m| (m.line, m.column));
            record.moves.truncate(MOST_MOVES);
            let message = format!("this game has more than {MOST_MOVES} moves");
            record.cut = Some(Self::problem(ProblemKind::TooLong, place, message));
        }
        ended
    }

    /// Reads word by word.
    fn read_words(&mut self, record: &mut Record, open: &mut Option<Move>) -> bool {
        while let Some(byte) = self.input.peek() {
            let place = self.input.place();
            let (what, end) = match byte {
                _ if byte.is_ascii_whitespace() || byte == b')' => {
                    self.input.next();
                    continue;
                }
                b'%' if self.input.at_line_start() => {
                    self.input.skip_line();
                    continue;
                }
                b';' => {
                    self.input.skip_line();
                    continue;
                }
                b'[' if self.record_ahead() || (!record.moves.is_empty() && self.tag_ahead()) => return false,
                b'P' if self.record_ahead() => return false,
                b'[' => ("bracket", self.skip_to(b"]")),
                b'{' => ("comment", self.skip_comment()),
                b'(' => ("variation", self.skip_variation()),
                b'/' => ("command", self.skip_to(b"/")),
                b'$' => {
                    self.input.next();
                    while self.input.peek().is_some_and(|b| b.is_ascii_digit()) {
                        self.input.next();
                    }
                    continue;
                }
                _ => {
                    let Some(word) = self.read_word(record) else { return false };
                    if let Some(result) = as_result(&word) {
                        end_with(record, result);
                        return true;
                    }
                    take(record, open, &word, place);
                    if record.moves.len() > MOST_MOVES {
                        return false;
                    }
                    continue;
                }
            };
            if end.is_err() {
                let message = format!("this {what} is not closed");
                record.cut = Some(Self::problem(ProblemKind::Unclosed, place, message));
                return false;
            }
        }
        false
    }

    /// Takes a word, with a list of cells in parentheses if one is joined to it. None if it is too long.
    fn read_word(&mut self, record: &mut Record) -> Option<String> {
        let place = self.input.place();
        let mut word = Vec::new();
        while let Some(byte) = self.input.peek() {
            match byte {
                b'(' if self.cells_in_parentheses() => {
                    while let Some(b) = self.input.next() {
                        if !b.is_ascii_whitespace() {
                            word.push(b);
                        }
                        if b == b')' {
                            break;
                        }
                    }
                    continue;
                }
                b'(' | b'{' | b';' | b'[' | b')' | b'$' => break,
                _ if byte.is_ascii_whitespace() => break,
                _ => {}
            }
            self.input.next();
            word.push(byte);
            if word.len() > LONGEST_WORD {
                let message = format!("a move has at most {LONGEST_WORD} bytes; this word has more");
                record.cut = Some(Self::problem(ProblemKind::TooLong, place, message));
                return None;
            }
        }
        Some(decode(word))
    }

    /// Does a list of cells follow, as in `c3xg7(d4,f6)`, and no variation?
    fn cells_in_parentheses(&mut self) -> bool {
        let ahead = self.input.ahead(LONGEST_WORD);
        let Some(end) = ahead.iter().position(|b| *b == b')') else { return false };
        let cells = ahead.get(1..end).unwrap_or(&[]);
        let cell = |part: &[u8]| {
            let part = part.trim_ascii();
            !part.is_empty()
                && part.iter().all(u8::is_ascii_alphanumeric)
                && part.iter().any(u8::is_ascii_digit)
                && part.len() <= 5
        };
        cells.split(|b| *b == b',').all(cell)
    }

    /// Passes over a comment in braces.
    pub(super) fn skip_comment(&mut self) -> Result<(), Unclosed> {
        self.skip_to(b"}")
    }

    /// Passes over what begins here and ends with a mark.
    fn skip_to(&mut self, end: &[u8]) -> Result<(), Unclosed> {
        self.input.next();
        while let Some(byte) = self.input.peek() {
            if byte == b'[' && self.record_ahead() {
                return Err(Unclosed);
            }
            self.input.next();
            if end.contains(&byte) {
                return Ok(());
            }
        }
        Err(Unclosed)
    }

    /// Passes over a variation, with variations and comments in it.
    fn skip_variation(&mut self) -> Result<(), Unclosed> {
        let mut depth = 0_u64;
        while let Some(byte) = self.input.peek() {
            match byte {
                b'{' => {
                    self.skip_comment()?;
                    continue;
                }
                b';' => {
                    self.input.skip_line();
                    continue;
                }
                b'[' if self.record_ahead() => return Err(Unclosed),
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            self.input.next();
            if depth == 0 {
                return Ok(());
            }
        }
        Err(Unclosed)
    }
}

/// Keeps a word as a move, or as a part of one.
fn take(record: &mut Record, open: &mut Option<Move>, word: &str, (line, column): (u64, u32)) {
    let text = without_marks(without_number(word));
    // Three dots stand where a move is not told, or is not this player's.
    if text.is_empty() || text.chars().all(|c| c == '.') {
        return;
    }
    let skipped = word.find(text).map_or(0, |at| word.get(..at).map_or(0, |before| before.chars().count()));
    let text = with_plain_marks(text);
    let mark = |c: char| matches!(c, '-' | 'x' | ':');
    let mut word = match open.take() {
        Some(begun) => Move { text: begun.text + &text, ..begun },
        None if text.chars().all(mark) => match record.moves.pop() {
            Some(before) if text.len() == 1 && ends_as_cell(&before.text) => {
                Move { text: before.text + &text, ..before }
            }
            before => {
                record.moves.extend(before);
                Move { text, line, column: column + skipped as u32 }
            }
        },
        None => Move { text, line, column: column + skipped as u32 },
    };
    let goes_on = word.text.ends_with(mark) && word.text.chars().any(|c| c.is_ascii_digit());
    if goes_on {
        *open = Some(Move { text: std::mem::take(&mut word.text), ..word });
    } else {
        record.moves.push(word);
    }
}

/// Is it a cell, so that a mark may follow?
fn ends_as_cell(text: &str) -> bool {
    text.len() <= 4 && text.ends_with(|c: char| c.is_ascii_digit()) && text.chars().all(|c| c.is_ascii_alphanumeric())
}

/// Without the number of the move: `1.`, `1...`, `1.32-28`.
fn without_number(word: &str) -> &str {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = digits.trim_start_matches('.');
    if digits.len() < word.len() && rest.len() < digits.len() { rest } else { word }
}

/// Without the marks of how good it is.
fn without_marks(word: &str) -> &str {
    let cut = word.trim_end_matches(['!', '?', '*']);
    if cut.is_empty() { "" } else { cut }
}

/// With the marks between cells as they are usually written.
fn with_plain_marks(text: &str) -> String {
    let plain = |c| match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        'X' | '\u{d7}' => 'x',
        c => c,
    };
    text.chars().map(plain).collect()
}

/// The results of games of two players.
const RESULTS: [&str; 9] = ["*", "1-0", "0-1", "1/2-1/2", "½-½", "2-0", "0-2", "1-1", "0-0"];

/// The result that a word is: one of these, or a score for each of more players, of which one has lost or none won.
pub(crate) fn as_result(word: &str) -> Option<&str> {
    if RESULTS.contains(&word) {
        return Some(word);
    }
    let scores = || word.split('-');
    let more = scores().count() > 2 && scores().all(|s| matches!(s, "0" | "1" | "1/2"));
    (more && scores().any(|s| s != "1")).then_some(word)
}

/// Ends a record with the result behind its moves. A tag that says more goes before.
fn end_with(record: &mut Record, result: &str) {
    let says_more = |tag: &str| if result == "*" { !tag.is_empty() } else { as_result(tag).is_some_and(|r| r != "*") };
    if !record.result.as_deref().is_some_and(says_more) {
        record.result = Some(result.to_owned());
    }
}
