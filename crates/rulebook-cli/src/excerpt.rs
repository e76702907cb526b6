//! Lines of a spec with carets under a clause.

use rulebook_diagnostics::{Sources, Span};

/// The longest excerpt, in lines.
const MOST: usize = 8;

/// The place of a span: `file:line:column`.
pub(crate) fn place(sources: &Sources, span: Span) -> String {
    let at = sources.location(span);
    format!("{}:{}:{}", sources.file(span.file).name, at.line, at.column)
}

/// The lines of a span, with carets under its part of each.
pub(crate) fn excerpt(sources: &Sources, span: Span) -> String {
    let text = &sources.file(span.file).text;
    let (start, end) = (span.start as usize, span.end as usize);
    let at = sources.location(span);
    let line_start = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |i| i + 1);
    let margin = (at.line as usize + MOST).to_string().len();
    let mut shown = vec![format!("{:margin$}--> {}", "", place(sources, span))];
    let mut offset = line_start;
    for (i, line) in text.get(line_start..).unwrap_or("").lines().enumerate() {
        if offset >= end.max(start + 1) {
            break;
        }
        if i == MOST {
            shown.push(format!("{:margin$} | …", ""));
            break;
        }
        shown.push(format!("{:>margin$} | {line}", at.line as usize + i));
        let blank = line.len() - line.trim_start().len();
        let from = start.saturating_sub(offset).max(blank);
        let to = end.saturating_sub(offset).min(line.trim_end().len());
        let width = |range: std::ops::Range<usize>| line.get(range).map_or(0, |t| t.chars().count());
        if to > from {
            shown.push(format!("{:margin$} | {}{}", "", " ".repeat(width(0..from)), "^".repeat(width(from..to))));
        }
        offset += line.len() + 1;
    }
    shown.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stand_under_the_clause() {
        let mut sources = Sources::default();
        let file = sources.add("a.rules", "game a {\n  first one,\n    second\n  other\n}\n");
        let shown = excerpt(&sources, Span::new(file, 11, 32));
        assert_eq!(shown, "  --> a.rules:2:3\n 2 |   first one,\n   |   ^^^^^^^^^^\n 3 |     second\n   |     ^^^^^^");
    }
}
