//! What is wrong with a text that somebody wrote, and where.

use alloc::{format, string::String};
use core::{fmt, ops::Range};

/// A text that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// One or two sentences: what is wrong and the way out.
    pub message: String,
    /// The word at fault, in bytes of the text.
    pub at: Range<usize>,
}

impl TextError {
    /// Says something about a place.
    pub fn new(at: Range<usize>, message: impl Into<String>) -> Self {
        Self { message: message.into(), at }
    }

    /// The text with carets under the word at fault, for people.
    pub fn picture(&self, text: &str) -> String {
        let before = text.get(..self.at.start.min(text.len())).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        let line = text.get(line_start..).unwrap_or("").lines().next().unwrap_or("");
        let column = text.get(line_start..self.at.start).map_or(0, |t| t.chars().count());
        let width = text.get(self.at.clone()).map_or(1, |t| t.lines().next().unwrap_or("").chars().count()).max(1);
        format!("{line}\n{}{}", " ".repeat(column), "^".repeat(width))
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for TextError {}

/// A part of a text that remembers where it stands in the whole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    /// Its characters.
    pub(crate) text: &'a str,
    /// Its first byte in the whole.
    pub(crate) start: usize,
}

impl<'a> Part<'a> {
    /// The whole of a text.
    pub(crate) fn whole(text: &'a str) -> Self {
        Self { text, start: 0 }
    }

    /// Its place in the whole.
    pub(crate) fn at(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// Without white space around it.
    pub(crate) fn trim(self) -> Self {
        let text = self.text.trim_start();
        Self { text: text.trim_end(), start: self.start + self.text.len() - text.len() }
    }

    /// Without this beginning, if it begins so.
    pub(crate) fn strip_prefix(self, prefix: &str) -> Option<Self> {
        let text = self.text.strip_prefix(prefix)?;
        Some(Self { text, start: self.start + prefix.len() })
    }

    /// Without this end, if it ends so.
    pub(crate) fn strip_suffix(self, suffix: &str) -> Option<Self> {
        Some(Self { text: self.text.strip_suffix(suffix)?, start: self.start })
    }

    /// Before and after the first such character.
    pub(crate) fn split_once(self, mark: char) -> Option<(Self, Self)> {
        let (before, after) = self.text.split_once(mark)?;
        let start = self.start + before.len() + mark.len_utf8();
        Some((Self { text: before, start: self.start }, Self { text: after, start }))
    }

    /// The parts between such characters.
    pub(crate) fn split(self, mark: char) -> impl Iterator<Item = Self> {
        let mut start = self.start;
        self.text.split(mark).map(move |text| {
            let part = Self { text, start };
            start += text.len() + mark.len_utf8();
            part
        })
    }

    /// The words between white space.
    pub(crate) fn words(self) -> impl Iterator<Item = Self> {
        let base = self.text.as_ptr() as usize;
        let start = self.start;
        self.text.split_whitespace().map(move |text| Self { text, start: start + (text.as_ptr() as usize - base) })
    }

    /// Says something about this part.
    pub(crate) fn error(self, message: impl Into<String>) -> TextError {
        TextError::new(self.at(), message)
    }
}
