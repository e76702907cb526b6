//! A text in the language, put together from parts of a YAML file, and where each of its bytes comes from.

use std::ops::Range;

use rulebook_diagnostics::{Diagnostic, FileId, Span};

use super::{comments::Comment, node::Scalar};

/// A text and the places of its bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Assembled {
    /// The text.
    pub(super) text: String,
    /// For each byte the place in the YAML file that it stands for.
    places: Vec<(u32, u32)>,
}

impl Assembled {
    /// Adds words that a key or a sign of the YAML stands for.
    pub(super) fn words(&mut self, words: &str, place: &Range<usize>) {
        self.text.push_str(words);
        self.places.extend(std::iter::repeat_n((place.start as u32, place.end as u32), words.len()));
    }

    /// Adds a part as it is written. Its further lines are moved to under the first.
    pub(super) fn part(&mut self, part: &Scalar) {
        let line = self.text.rfind('\n').map_or(0, |i| i + 1);
        let column = self.text.get(line..).map_or(0, |l| l.chars().count());
        let written = part.text.trim_end();
        for (i, c) in written.char_indices() {
            self.text.push(c);
            for byte in i..i + c.len_utf8() {
                let at = part.bytes.get(byte).copied().unwrap_or(part.place.start as u32);
                self.places.push((at, at + 1));
            }
            if c == '\n' {
                let at = part.bytes.get(i).map_or(part.place.start, |b| *b as usize);
                self.words(&" ".repeat(column), &(at..at));
            }
        }
        // What follows must not become part of a comment.
        if written.rsplit('\n').next().is_some_and(|last| last.contains("//")) {
            self.words("\n     ", &part.place);
        }
    }

    /// Adds a sentence in quotes.
    pub(super) fn quoted(&mut self, sentence: &Scalar) {
        let start = sentence.place.start;
        self.words("\"", &(start..sentence.place.end.min(start + 1)));
        // A block ends with the end of a line, which is no part of the sentence.
        let written = if sentence.plain { sentence.text.as_str() } else { sentence.text.trim_end_matches('\n') };
        for (i, c) in written.char_indices() {
            if matches!(c, '"' | '\\') {
                let at = sentence.bytes.get(i).map_or(start, |b| *b as usize);
                self.words("\\", &(at..at + 1));
            }
            self.text.push(c);
            for byte in i..i + c.len_utf8() {
                let at = sentence.bytes.get(byte).copied().unwrap_or(start as u32);
                self.places.push((at, at + 1));
            }
        }
        let end = sentence.place.end;
        self.words("\"", &(end.saturating_sub(1).max(start)..end));
    }

    /// Adds comments, the first behind what stands on the line if that is none.
    pub(super) fn comments(&mut self, comments: &[Comment]) {
        for comment in comments {
            let line = self.text.rsplit('\n').next().unwrap_or("");
            // A sentence may hold slashes; then the comment has its own line for nothing.
            let lead = if line.contains("//") { "\n     //" } else { "   //" };
            let place = comment.at..comment.at;
            self.words(lead, &place);
            self.words(&comment.text, &place);
        }
    }

    /// Adds another text.
    pub(super) fn append(&mut self, other: &Self) {
        self.text.push_str(&other.text);
        self.places.extend_from_slice(&other.places);
    }

    /// Where in the YAML file a stretch of the text stands.
    pub(super) fn place(&self, file: FileId, bytes: Range<usize>) -> Span {
        let get = |i: usize| self.places.get(i).or(self.places.last()).copied().unwrap_or_default();
        let (first, last) = (get(bytes.start), get(bytes.end.saturating_sub(1)));
        if bytes.is_empty() {
            return Span::new(file, last.1, last.1);
        }
        Span::new(file, first.0.min(last.0), first.1.max(last.1))
    }
}

/// Moves the places of a diagnostic from the bytes of a part to the file in which it is written.
pub(super) fn placed(mut diagnostic: Diagnostic, part: &Scalar, yaml: &str) -> Diagnostic {
    let place = |span: Span| {
        let byte = |i: u32| part.bytes.get(i as usize).copied();
        let start = byte(span.start).unwrap_or(part.place.end as u32);
        let end = span.end.checked_sub(1).and_then(byte).map_or(start, |b| b + 1);
        Span::new(span.file, start.min(end.max(start)), end.max(start))
    };
    diagnostic.primary.span = place(diagnostic.primary.span);
    for label in &mut diagnostic.secondary {
        label.span = place(label.span);
    }
    // A replacement fits only if what it replaces is written in the file as it is meant.
    let written = yaml.get(part.place.clone());
    diagnostic.fix = diagnostic.fix.filter(|_| written == Some(part.text.as_str()));
    if let Some(fix) = &mut diagnostic.fix {
        fix.span = place(fix.span);
    }
    diagnostic
}
