//! Diagnostics for programs.

use serde::Serialize;

use super::by_place;
use super::lines::AllLines;
use crate::{Diagnostic, Severity, Sources, Span};

/// Where something stands; lines and columns from 1, columns in characters, the end exclusive.
#[derive(Debug, Serialize)]
struct Place<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
}

#[derive(Debug, Serialize)]
struct Labelled<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    label: &'a str,
}

#[derive(Debug, Serialize)]
struct Replacement<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    /// The same place in bytes of the file.
    start: u32,
    end: u32,
    text: &'a str,
}

#[derive(Debug, Serialize)]
struct Entry<'a> {
    code: &'a str,
    severity: &'a str,
    message: &'a str,
    #[serde(flatten)]
    place: Place<'a>,
    label: &'a str,
    secondary: Vec<Labelled<'a>>,
    help: Option<&'a str>,
    fix: Option<Replacement<'a>>,
}

/// Writes a JSON array on one line, one object for each diagnostic, errors first and then by place.
pub fn render_json(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let mut lines = AllLines::new(sources);
    let entries: Vec<_> = by_place(diagnostics).into_iter().map(|d| entry(&mut lines, d)).collect();
    // Strings and numbers always serialise.
    serde_json::to_string(&entries).unwrap_or_default()
}

fn entry<'a>(lines: &mut AllLines<'a>, diagnostic: &'a Diagnostic) -> Entry<'a> {
    Entry {
        code: diagnostic.code.0,
        severity: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        message: &diagnostic.message,
        place: place(lines, diagnostic.primary.span),
        label: &diagnostic.primary.text,
        secondary: diagnostic
            .secondary
            .iter()
            .map(|label| Labelled { place: place(lines, label.span), label: &label.text })
            .collect(),
        help: diagnostic.help.as_deref(),
        fix: diagnostic.fix.as_ref().map(|fix| Replacement {
            place: place(lines, fix.span),
            start: fix.span.start,
            end: fix.span.end,
            text: &fix.text,
        }),
    }
}

fn place<'a>(lines: &mut AllLines<'a>, span: Span) -> Place<'a> {
    let (file, table) = lines.of(span);
    let (start, end) = (table.location(span.start), table.location(span.end));
    Place { file: &file.name, line: start.line, column: start.column, end_line: end.line, end_column: end.column }
}
