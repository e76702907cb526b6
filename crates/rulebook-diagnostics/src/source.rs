//! Source files and places in them.

/// Names a file of a [`Sources`] table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A stretch of one file, in bytes; `end` is exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Makes a span.
    pub const fn new(file: FileId, start: u32, end: u32) -> Self {
        Self { file, start, end }
    }

    /// Covers both spans; they have to be of one file.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self::new(self.file, self.start.min(other.start), self.end.max(other.end))
    }
}

/// A file and the name under which its author knows it.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// As written on the command line, or the name of a bundled spec.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// A place as people count it: both numbers start at 1, columns are characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// All files that took part in one check.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// Adds a file.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.files.push(SourceFile { name: name.into(), text: text.into() });
        FileId(self.files.len() as u32 - 1)
    }

    /// The file of this id. An unknown id gives an empty, unnamed file rather than a panic.
    pub fn file(&self, id: FileId) -> &SourceFile {
        static NONE: SourceFile = SourceFile { name: String::new(), text: String::new() };
        self.files.get(id.0 as usize).unwrap_or(&NONE)
    }

    /// All files in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(i, f)| (FileId(i as u32), f))
    }

    /// The text of a span; empty if the span does not fit its file.
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file).text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Line and column of the first byte of a span.
    pub fn location(&self, span: Span) -> Location {
        let text = &self.file(span.file).text;
        let mut at = (span.start as usize).min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let before = text.get(..at).unwrap_or("");
        let line = before.matches('\n').count() as u32 + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() as u32 + 1;
        Location { line, column }
    }
}
