//! Where the lines of a file start, so that many places are found without reading the text each time.

use crate::{Location, SourceFile, Sources, Span};

/// The lines of one file.
#[derive(Debug)]
pub(super) struct Lines<'s> {
    text: &'s str,
    starts: Vec<usize>,
}

impl<'s> Lines<'s> {
    pub(super) fn new(file: &'s SourceFile) -> Self {
        let text = file.text.as_str();
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect();
        Self { text, starts }
    }

    /// The nearest place at or before this byte at which a character starts.
    pub(super) fn boundary(&self, byte: u32) -> usize {
        let mut at = (byte as usize).min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// Index of the line in which a byte lies, from 0.
    pub(super) fn line(&self, byte: usize) -> usize {
        self.starts.partition_point(|&start| start <= byte).saturating_sub(1)
    }

    /// First byte of a line; of a line past the end, the length of the text.
    pub(super) fn start(&self, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(self.text.len())
    }

    /// The whole lines from one to another, both included.
    pub(super) fn excerpt(&self, from: usize, to: usize) -> &'s str {
        self.text.get(self.start(from)..self.start(to + 1)).unwrap_or("")
    }

    /// Line and column, both from 1.
    pub(super) fn location(&self, byte: u32) -> Location {
        let at = self.boundary(byte);
        let line = self.line(at);
        let before = self.text.get(self.start(line)..at).unwrap_or("");
        Location { line: line as u32 + 1, column: before.chars().count() as u32 + 1 }
    }
}

/// The lines of all files, made when first asked for.
#[derive(Debug)]
pub(super) struct AllLines<'s> {
    sources: &'s Sources,
    known: Vec<Option<Lines<'s>>>,
}

impl<'s> AllLines<'s> {
    pub(super) fn new(sources: &'s Sources) -> Self {
        Self { sources, known: sources.files().map(|_| None).collect() }
    }

    /// The file of a span, and its lines.
    pub(super) fn of(&mut self, span: Span) -> (&'s SourceFile, &Lines<'s>) {
        let file = self.sources.file(span.file);
        let id = span.file.0 as usize;
        if self.known.len() <= id {
            // An unknown file is empty; one place for all of them is enough.
            self.known.push(None);
        }
        let slot = id.min(self.known.len() - 1);
        (file, self.known[slot].get_or_insert_with(|| Lines::new(file)))
    }
}
