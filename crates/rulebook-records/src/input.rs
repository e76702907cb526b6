//! Bytes with places: a window over a reader that knows line and column, and looks a little ahead.

use std::io::{ErrorKind, Read};

use crate::{Problem, ProblemKind};

/// How many bytes are asked for at once; also the furthest that one may look ahead.
const WINDOW: usize = 64 * 1024;

/// Text as it comes in. Ends of lines of all three kinds are one `\n`, and a byte that is no text (NUL) is a blank.
#[derive(Debug)]
pub(crate) struct Input<R> {
    reader: R,
    window: Vec<u8>,
    start: usize,
    end: usize,
    ended: bool,
    failed: Option<std::io::Error>,
    line: u64,
    column: u32,
}

impl<R: Read> Input<R> {
    /// At the beginning of a reader.
    pub(crate) fn new(reader: R) -> Self {
        let window = vec![0; WINDOW];
        Self { reader, window, start: 0, end: 0, ended: false, failed: None, line: 1, column: 1 }
    }

    /// Where the next byte stands: line and column, from 1.
    pub(crate) fn place(&self) -> (u64, u32) {
        (self.line, self.column)
    }

    /// Is the next byte the first of its line?
    pub(crate) fn at_line_start(&self) -> bool {
        self.column == 1
    }

    /// Why no more can be read, if it is not that the text is at its end. Said once.
    pub(crate) fn failure(&mut self) -> Option<Problem> {
        let error = self.failed.take()?;
        let message = format!("the rest could not be read: {error}");
        Some(Problem { kind: ProblemKind::Input, line: self.line, column: self.column, message })
    }

    /// The next bytes as they are, as many as asked for unless the text ends before.
    pub(crate) fn ahead(&mut self, count: usize) -> &[u8] {
        let count = count.min(WINDOW);
        while self.end - self.start < count && !self.ended {
            if self.start > 0 && self.start + count > WINDOW {
                self.window.copy_within(self.start..self.end, 0);
                self.end -= self.start;
                self.start = 0;
            }
            match self.reader.read(&mut self.window[self.end..]) {
                Ok(0) => self.ended = true,
                Ok(n) => self.end += n,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.ended = true;
                    self.failed = Some(error);
                }
            }
        }
        &self.window[self.start..self.end.min(self.start + count)]
    }

    /// The next byte, not taken.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        if self.start == self.end {
            self.ahead(1);
        }
        (self.start < self.end).then(|| as_text(self.window[self.start]))
    }

    /// Takes the next byte.
    pub(crate) fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        if self.window[self.start] == b'\r' && self.ahead(2).get(1) == Some(&b'\n') {
            self.start += 1;
        }
        self.start += 1;
        if byte == b'\n' {
            self.line += 1;
            self.column = 1;
        } else if byte & 0xC0 != 0x80 {
            // The bytes that go on with a character are no columns of their own.
            self.column = self.column.saturating_add(1);
        }
        Some(byte)
    }

    /// Passes over the rest of the line, its end included.
    pub(crate) fn skip_line(&mut self) {
        while self.next().is_some_and(|byte| byte != b'\n') {}
    }

    /// Passes over blanks within a line.
    pub(crate) fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|b| b != b'\n' && b.is_ascii_whitespace()) {
            self.next();
        }
    }

    /// Takes the rest of the line without its end, as far as so many bytes.
    pub(crate) fn take_line(&mut self, most: usize) -> Vec<u8> {
        let mut line = Vec::new();
        while let Some(byte) = self.next().filter(|b| *b != b'\n') {
            if line.len() < most {
                line.push(byte);
            }
        }
        line
    }

    /// Passes over the mark that some editors put before a text. Says so if the text is of a kind that is not read.
    pub(crate) fn begin(&mut self) -> Result<(), Problem> {
        match *self.ahead(3) {
            [0xEF, 0xBB, 0xBF] => self.start += 3,
            [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => {
                let message = String::from("this is text in UTF-16; save it as UTF-8");
                return Err(Problem { kind: ProblemKind::NotText, line: 1, column: 1, message });
            }
            _ => {}
        }
        Ok(())
    }
}

/// A byte as text.
fn as_text(byte: u8) -> u8 {
    match byte {
        b'\r' => b'\n',
        0 => b' ',
        byte => byte,
    }
}

/// Bytes as text: UTF-8 if they are, else each byte as the character of Latin-1.
pub(crate) fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|e| e.into_bytes().into_iter().map(char::from).collect())
}
