//! Where in a YAML file each character of a text stands, whatever the style in which the text is written.

use std::ops::Range;

use saphyr_parser::ScalarStyle;

/// For each byte of a text its byte in the file, and the stretch of the file that the text covers.
///
/// Quotes, escapes and folded lines are undone by walking over both: the characters of the text stand in the file in the
/// same order, apart from blanks and line ends, which may be more there or fewer.
pub(super) fn align(file: &str, place: Range<usize>, text: &str, style: ScalarStyle) -> (Vec<u32>, Range<usize>) {
    let mut walk = Walk { file, at: place.start, style };
    walk.begin();
    let start = walk.at;
    let mut bytes = Vec::with_capacity(text.len());
    let mut end = start;
    for c in text.chars() {
        let at = walk.find(c);
        bytes.extend(std::iter::repeat_n(at as u32, c.len_utf8()));
        // Several bytes of one character stand side by side.
        let first = bytes.len() - c.len_utf8();
        if file.get(at..).is_some_and(|rest| rest.starts_with(c)) {
            for (i, byte) in bytes.iter_mut().skip(first).enumerate() {
                *byte += i as u32;
            }
        }
        if !c.is_whitespace() {
            end = walk.at;
        }
    }
    // The library counts what follows a closing quote to the text.
    let closed = |quote| file.get(walk.at..).and_then(|rest| rest.find(quote)).map_or(place.end, |i| walk.at + i + 1);
    let whole = match style {
        ScalarStyle::SingleQuoted => place.start..closed('\''),
        ScalarStyle::DoubleQuoted => place.start..closed('"'),
        ScalarStyle::Plain => start..end,
        ScalarStyle::Literal | ScalarStyle::Folded => place.start.min(start)..end,
    };
    (bytes, whole)
}

/// A place in the file that moves on.
#[derive(Debug)]
struct Walk<'t> {
    file: &'t str,
    at: usize,
    style: ScalarStyle,
}

impl Walk<'_> {
    fn peek(&self) -> Option<char> {
        self.file.get(self.at..)?.chars().next()
    }

    fn skip(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    /// Steps over what stands before the first character: a quote, or the head of a block.
    fn begin(&mut self) {
        match (self.style, self.peek()) {
            (ScalarStyle::SingleQuoted, Some('\'')) | (ScalarStyle::DoubleQuoted, Some('"')) => self.skip(),
            (ScalarStyle::Literal | ScalarStyle::Folded, Some('|' | '>')) => {
                while self.peek().is_some_and(|c| !matches!(c, '\n' | '\r')) {
                    self.skip();
                }
            }
            _ => {}
        }
    }

    /// Finds the next character of the text, and steps over it.
    fn find(&mut self, c: char) -> usize {
        if c.is_whitespace() && self.style != ScalarStyle::DoubleQuoted {
            return self.blank(c);
        }
        loop {
            let at = self.at;
            match self.peek() {
                Some('\\') if self.style == ScalarStyle::DoubleQuoted => {
                    if self.escape() {
                        return at;
                    }
                }
                Some('\'') if c == '\'' && self.style == ScalarStyle::SingleQuoted => {
                    self.at += 2;
                    return at;
                }
                Some(found) if found == c && !c.is_whitespace() => {
                    self.skip();
                    return at;
                }
                Some(found) if found.is_whitespace() && c.is_whitespace() => return self.blank(c),
                Some(found) if found.is_whitespace() || found == '\u{feff}' => self.skip(),
                // Not as expected; the place so far is near enough.
                _ => return at.min(self.file.len()),
            }
        }
    }

    /// A blank or line end of the text: it may be one of several in the file, or stand for a line end.
    fn blank(&mut self, c: char) -> usize {
        let at = self.at;
        if self.peek() == Some(c) {
            self.skip();
        }
        at
    }

    /// Steps over an escape. An escaped line end stands for no character.
    fn escape(&mut self) -> bool {
        self.skip();
        let kind = self.peek();
        self.skip();
        let digits = match kind {
            Some('\n' | '\r') => {
                while self.peek().is_some_and(char::is_whitespace) {
                    self.skip();
                }
                return false;
            }
            Some('x') => 2,
            Some('u') => 4,
            Some('U') => 8,
            _ => 0,
        };
        for _ in 0..digits {
            self.skip();
        }
        true
    }
}
