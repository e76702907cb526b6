//! Reading the tags at the head of a record.

use std::io::Read;

use super::{MOST_TAGS, Records};
use crate::{ProblemKind, Record, input::decode, notation::psq};

impl<R: Read> Records<R> {
    /// Reads all tags of a record. Where its first tag comes again after an empty line, the next record begins: one game
    /// may have a tag twice, but not so.
    pub(super) fn read_tags(&mut self, record: &mut Record) {
        let (mut bytes, mut line_ends) = (0, 0);
        loop {
            match self.input.peek() {
                Some(b) if b.is_ascii_whitespace() => {
                    line_ends += u32::from(b == b'\n');
                    self.input.next();
                }
                Some(b'%') if self.input.at_line_start() => self.input.skip_line(),
                Some(b'[') if self.tag_ahead() => {
                    let place = self.input.place();
                    if line_ends > 1 && self.is_first_again(record) {
                        return;
                    }
                    line_ends = 0;
                    let Some((name, value)) = self.read_tag(record) else { return };
                    bytes += name.len() + value.len() + 64;
                    if bytes > MOST_TAGS {
                        let message = format!("the tags of this game have more than {MOST_TAGS} bytes");
                        record.cut = Some(Self::problem(ProblemKind::TooLong, place, message));
                        return;
                    }
                    match name.as_str() {
                        "Start" | "FEN" => record.start = Some(value).filter(|v| !v.is_empty()),
                        "Result" => record.result = Some(value),
                        _ => record.tags.push((name, value)),
                    }
                    if record.cut.is_some() {
                        return;
                    }
                }
                _ => return,
            }
        }
    }

    /// Is the tag that comes next the first one of the record?
    fn is_first_again(&mut self, record: &Record) -> bool {
        let next = self.next_name();
        record.tags.first().is_some_and(|(first, _)| first.as_bytes() == next)
    }

    /// Has the record the tag that comes next?
    pub(super) fn has_next_tag(&mut self, record: &Record) -> bool {
        let next = self.next_name();
        record.tags.iter().any(|(name, _)| name.as_bytes() == next)
    }

    /// The name of the tag that comes next.
    fn next_name(&mut self) -> &[u8] {
        let ahead = self.input.ahead(256);
        let name = ahead.get(1..).unwrap_or(&[]).trim_ascii_start();
        name.split(|b| b.is_ascii_whitespace() || *b == b'"').next().unwrap_or(name)
    }

    /// Reads one tag: its name and its value. None if the text ends within it.
    fn read_tag(&mut self, record: &mut Record) -> Option<(String, String)> {
        let place = self.input.place();
        self.input.next();
        self.input.skip_blanks();
        let mut name = Vec::new();
        while let Some(b) = self.input.peek().filter(|b| !b.is_ascii_whitespace() && *b != b'"') {
            name.push(b);
            self.input.next();
        }
        let name = decode(name);
        while self.input.peek().is_some_and(|b| b.is_ascii_whitespace()) {
            self.input.next();
        }
        let opened = self.input.next() == Some(b'"');
        let mut value = Vec::new();
        let mut closed = false;
        while let Some(b) = self.input.peek().filter(|b| opened && *b != b'\n') {
            self.input.next();
            let end = |ahead: &[u8]| ahead.trim_ascii_start().first() == Some(&b']');
            match b {
                b'"' => {
                    closed = true;
                    break;
                }
                b'\\' if matches!(self.input.peek(), Some(b'"' | b'\\')) => {
                    // A path that ends so (`C:\`) is not meant as a quote: the bracket and the end of the line follow.
                    let quote = self.input.peek() == Some(b'"');
                    let ends_here =
                        quote && self.input.ahead(2).get(1..).is_some_and(end) && self.line_ends_after_bracket();
                    if ends_here {
                        value.push(b);
                    } else {
                        value.extend(self.input.next());
                    }
                }
                b => value.push(b),
            }
            if value.len() > MOST_TAGS {
                break;
            }
        }
        if !closed && self.input.peek().is_none() {
            let message = format!("the text ends within the tag `{name}`");
            record.cut = Some(Self::problem(ProblemKind::Unclosed, place, message));
            return None;
        }
        if closed {
            self.input.skip_blanks();
            if self.input.peek() == Some(b']') {
                self.input.next();
            } else if self.input.peek().is_none() {
                let message = format!("the text ends within the tag `{name}`");
                record.cut = Some(Self::problem(ProblemKind::Unclosed, place, message));
            }
        }
        let mut value = decode(value);
        if !closed && value.ends_with(']') {
            value.pop();
        }
        Some((name, value.trim().to_owned()))
    }

    /// Behind the quote that comes next: nothing but the bracket until the line ends?
    fn line_ends_after_bracket(&mut self) -> bool {
        let ahead = self.input.ahead(64);
        let rest = ahead.get(1..).unwrap_or(&[]);
        let line = rest.split(|b| matches!(b, b'\n' | b'\r')).next().unwrap_or(rest);
        line.trim_ascii() == b"]"
    }

    /// Does another record begin here, on a line of its own?
    pub(super) fn record_ahead(&mut self) -> bool {
        self.input.at_line_start() && (self.tag_ahead() || psq::begins(&mut self.input))
    }
}
