//! Diagnostics for people: the line with a caret under the word, other places, and the way out.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Element, Group, Level, Origin, Patch, Renderer, Snippet};

use super::by_place;
use super::lines::AllLines;
use crate::{Diagnostic, Fix, Label, Severity, Sources, Span};

/// Lines longer than this, in bytes and together, are named but not shown.
const MAX_EXCERPT: usize = 16 * 1024;

/// Writes all diagnostics with excerpts of their files, errors first and then by place, an empty line between two.
pub fn render_human(sources: &Sources, diagnostics: &[Diagnostic], color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut lines = AllLines::new(sources);
    let mut out = String::new();
    for diagnostic in by_place(diagnostics) {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&renderer.render(&report(&mut lines, diagnostic)));
        out.push('\n');
    }
    out
}

/// The parts of one diagnostic: what is wrong, and a second group if there is a replacement.
fn report<'a>(lines: &mut AllLines<'a>, diagnostic: &'a Diagnostic) -> Vec<Group<'a>> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.0);
    let primary = diagnostic.primary.span;
    let (here, elsewhere): (Vec<_>, Vec<_>) =
        diagnostic.secondary.iter().partition(|label| label.span.file == primary.file);
    let mut marks = vec![(AnnotationKind::Primary, &diagnostic.primary)];
    marks.extend(here.into_iter().map(|label| (AnnotationKind::Context, label)));
    let mut group = Group::with_title(title).element(excerpt(lines, &marks));
    for label in elsewhere {
        group = group.element(excerpt(lines, &[(AnnotationKind::Context, label)]));
    }
    let mut groups = Vec::new();
    match (&diagnostic.fix, &diagnostic.help) {
        (Some(fix), help) => {
            groups.push(group);
            groups.push(replacement(lines, fix, help.as_deref()));
        }
        (None, Some(help)) => groups.push(group.element(Level::HELP.message(help.as_str()))),
        (None, None) => groups.push(group),
    }
    groups
}

/// The lines around marked places of one file. The first mark names the file.
fn excerpt<'a>(lines: &mut AllLines<'a>, marks: &[(AnnotationKind, &'a Label)]) -> Element<'a> {
    let span = marks.first().map(|(_, label)| label.span).unwrap_or_default();
    let Some((name, window)) = window(lines, marks.iter().map(|(_, label)| label.span)) else {
        let (file, table) = lines.of(span);
        let at = table.location(span.start);
        let origin = Origin::path(file.name.as_str()).line(at.line as usize).char_column(at.column as usize);
        return origin.into();
    };
    let annotations = marks.iter().map(|(kind, label)| {
        let annotation: Annotation<'a> = kind.span(window.place(label.span));
        if label.text.is_empty() { annotation } else { annotation.label(label.text.as_str()) }
    });
    Snippet::source(window.text).line_start(window.line).path(name).annotations(annotations).into()
}

/// The help that shows a replacement.
fn replacement<'a>(lines: &mut AllLines<'a>, fix: &'a Fix, help: Option<&'a str>) -> Group<'a> {
    let title = match (help, fix.span.start == fix.span.end, fix.text.is_empty()) {
        (Some(help), ..) => help.to_owned(),
        (None, true, _) => format!("insert `{}`", fix.text.trim()),
        (None, _, true) => "take it away".to_owned(),
        (None, ..) => format!("write `{}`", fix.text.trim()),
    };
    let group = Group::with_title(Level::HELP.secondary_title(title));
    match window(lines, std::iter::once(fix.span)) {
        Some((name, window)) => {
            let patch = Patch::new(window.place(fix.span), fix.text.as_str());
            group.element(Snippet::source(window.text).line_start(window.line).path(name).patch(patch))
        }
        None => group,
    }
}

/// The part of a file that is shown.
#[derive(Debug)]
struct Window<'a> {
    /// Whole lines.
    text: &'a str,
    /// Number of the first line, from 1.
    line: usize,
    /// Where in the file the text starts.
    start: usize,
}

impl Window<'_> {
    /// A span of the file as a range of the shown text, on the borders of characters.
    fn place(&self, span: Span) -> Range<usize> {
        let inside = |byte: u32| {
            let mut at = (byte as usize).saturating_sub(self.start).min(self.text.len());
            while !self.text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = inside(span.start);
        start..inside(span.end).max(start)
    }
}

/// The lines that hold all spans; `None` if they are too long to be shown.
fn window<'a>(lines: &mut AllLines<'a>, spans: impl Iterator<Item = Span>) -> Option<(&'a str, Window<'a>)> {
    let spans: Vec<_> = spans.collect();
    let (file, table) = lines.of(*spans.first()?);
    let from = spans.iter().map(|s| table.line(table.boundary(s.start))).min()?;
    let to = spans.iter().map(|s| table.line(table.boundary(s.end))).max()?;
    let text = table.excerpt(from, to);
    let window = Window { text, line: from + 1, start: table.start(from) };
    (text.len() <= MAX_EXCERPT).then_some((file.name.as_str(), window))
}
