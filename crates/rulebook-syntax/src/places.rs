//! Places in the file from whose parts a text was put together.

use std::{fmt, ops::Range};

use rulebook_diagnostics::{Diagnostic, FileId, Span};

/// From places in the text that is parsed to places in the author's file. By default these are the same.
#[derive(Clone, Copy, Default)]
pub(crate) struct Places<'t>(Option<&'t dyn Fn(Range<usize>) -> Span>);

impl<'t> Places<'t> {
    /// The file of places in a text that is no file of its own.
    pub(crate) const ASSEMBLED: FileId = FileId(u32::MAX);

    /// Finds places with this function.
    pub(crate) fn new(place: &'t dyn Fn(Range<usize>) -> Span) -> Self {
        Self(Some(place))
    }

    /// The place of a span in the author's file.
    pub(crate) fn of(self, span: Span) -> Span {
        match self.0 {
            Some(place) if span.file == Self::ASSEMBLED => place(span.start as usize..span.end as usize),
            _ => span,
        }
    }

    /// Makes all places of a diagnostic those of the author's file.
    pub(crate) fn map(self, diagnostic: &mut Diagnostic) {
        diagnostic.primary.span = self.of(diagnostic.primary.span);
        for label in &mut diagnostic.secondary {
            label.span = self.of(label.span);
        }
        if let Some(fix) = &mut diagnostic.fix {
            fix.span = self.of(fix.span);
        }
    }
}

impl fmt::Debug for Places<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Places(of another file)" } else { "Places(of the text)" })
    }
}
