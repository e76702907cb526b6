//! Reading records one after another: tags, then moves with all that stands between them, then a result.
//!
//! Our own form and PDN are read alike; [`crate::notation`] has what else there is. What is no move and no tag between
//! two records is passed over.

mod body;
mod tags;

pub(crate) use body::as_result;

use std::io::Read;

use crate::{Problem, ProblemKind, Record, input::Input, notation::psq};

/// The longest word that is kept, in bytes: as long as a move text may be.
pub(crate) const LONGEST_WORD: usize = rulebook_api::move_text::LIMIT;

/// The most moves of one game that are kept.
pub(crate) const MOST_MOVES: usize = 100_000;

/// The most bytes of tags of one game that are kept.
pub(crate) const MOST_TAGS: usize = 256 * 1024;

/// Reads all records of a text.
pub fn read<R: Read>(reader: R) -> Records<R> {
    Records { input: Input::new(reader), begun: false, ended: false, passed_over: 0 }
}

/// Records one after another; see [`read()`].
#[derive(Debug)]
pub struct Records<R> {
    pub(crate) input: Input<R>,
    begun: bool,
    ended: bool,
    passed_over: u64,
}

impl<R: Read> Records<R> {
    /// How many lines that belong to no record were passed over so far.
    pub fn passed_over(&self) -> u64 {
        self.passed_over
    }

    /// The next record.
    fn record(&mut self) -> Option<Record> {
        while self.find_beginning() {
            let mut record = Record { line: self.input.place().0, ..Record::default() };
            if psq::begins(&mut self.input) {
                psq::read(&mut self.input, &mut record);
                return Some(record);
            }
            while record.cut.is_none() {
                self.read_tags(&mut record);
                // A comment may stand between tags.
                let begun = record.cut.is_some() || self.read_body(&mut record) || !record.moves.is_empty();
                if begun || !self.tag_ahead() || self.has_next_tag(&record) {
                    break;
                }
            }
            if record.cut.as_ref().is_some_and(|cut| cut.kind == ProblemKind::TooLong) {
                self.pass_over_game(record.moves.is_empty());
            }
            let empty = Record { line: record.line, ..Record::default() };
            if record != empty {
                return Some(record);
            }
        }
        None
    }

    /// Goes to where a record begins; false if none does any more.
    fn find_beginning(&mut self) -> bool {
        loop {
            match self.input.peek() {
                None => return false,
                Some(b) if b.is_ascii_whitespace() => _ = self.input.next(),
                Some(b'{') => {
                    if self.skip_comment().is_err() {
                        self.passed_over += 1;
                    }
                }
                Some(b';') => self.input.skip_line(),
                Some(b'%') if self.input.at_line_start() => self.input.skip_line(),
                Some(_) if self.tag_ahead() || psq::begins(&mut self.input) || self.moves_ahead() => return true,
                Some(_) => {
                    self.passed_over += 1;
                    self.input.skip_line();
                }
            }
        }
    }

    /// Passes over what is left of a game of which no more is kept: of its tags too, if it was among them.
    fn pass_over_game(&mut self, in_tags: bool) {
        if in_tags {
            self.input.skip_line();
            while self.tag_ahead() {
                self.input.skip_line();
            }
        }
        while self.input.peek().is_some() {
            if self.input.at_line_start() && (self.tag_ahead() || psq::begins(&mut self.input)) {
                return;
            }
            self.input.next();
        }
    }

    /// Does a tag begin here: a bracket, a name, a quote?
    pub(crate) fn tag_ahead(&mut self) -> bool {
        if self.input.peek() != Some(b'[') {
            return false;
        }
        let [_, rest @ ..] = self.input.ahead(256) else { return false };
        let rest = rest.trim_ascii_start();
        let name = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-')).count();
        let (Some(first), Some(after)) = (rest.first(), rest.get(name..)) else { return false };
        let blank = after.first().is_none_or(u8::is_ascii_whitespace);
        let after = after.trim_ascii_start();
        // A text that ends within its first tag has one all the same.
        name > 0 && first.is_ascii_alphabetic() && (after.first() == Some(&b'"') || (after.is_empty() && blank))
    }

    /// Do moves begin here, without tags? The first word decides: the number of a move, or cells with marks between them.
    fn moves_ahead(&mut self) -> bool {
        let ahead = self.input.ahead(64);
        let word = ahead.split(|b| b.is_ascii_whitespace() || matches!(b, b'{' | b';' | b'[')).next().unwrap_or(ahead);
        let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
        if (1..=3).contains(&digits) && word.get(digits) == Some(&b'.') {
            return true;
        }
        looks_like_walk(word) && body::as_result(&String::from_utf8_lossy(word)).is_none()
    }

    /// A problem at a place.
    pub(crate) fn problem(kind: ProblemKind, (line, column): (u64, u32), message: String) -> Problem {
        Problem { kind, line, column, message }
    }
}

/// Is it two or more cells with marks between them, such as `32-28`, `c3:e5` or `10x21x17`?
fn looks_like_walk(word: &[u8]) -> bool {
    let word = word.strip_suffix(b"!").or(word.strip_suffix(b"?")).unwrap_or(word);
    let cell = |part: &[u8]| {
        let letters = part.iter().take_while(|b| b.is_ascii_lowercase()).count();
        let digits = part.len() - letters;
        letters <= 2 && (1..=2).contains(&digits) && part[letters..].iter().all(u8::is_ascii_digit)
    };
    let mut parts = word.split(|b| matches!(b, b'-' | b'x' | b':'));
    parts.clone().count() > 1 && parts.all(cell)
}

impl<R: Read> Iterator for Records<R> {
    type Item = Result<Record, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        if !self.begun {
            self.begun = true;
            if let Err(problem) = self.input.begin() {
                self.ended = true;
                return Some(Err(problem));
            }
        }
        let record = self.record();
        if record.is_none() {
            self.ended = true;
            return self.input.failure().map(Err);
        }
        record.map(Ok)
    }
}
