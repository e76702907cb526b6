//! A value as text without the places of its words, to compare what two texts say.

use std::fmt::Debug;

/// How a span begins in the text of a value.
const SPAN: &str = "Span { file: ";

/// The text of a value with every [`crate::Span`] in it left out: two trees that differ only in their places give the same.
///
/// ```
/// use rulebook_diagnostics::{FileId, Span, dump};
///
/// let one = ("a", Span::new(FileId(0), 1, 2));
/// let two = ("a", Span::new(FileId(7), 3, 4));
/// assert_eq!(dump(&one), dump(&two));
/// ```
pub fn dump<T: Debug>(value: &T) -> String {
    without_spans(&format!("{value:?}"))
}

/// Leaves out spans, except within quoted text.
fn without_spans(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', 'S', '\'']) {
        let (before, from) = rest.split_at(at);
        kept.push_str(before);
        let length = if from.starts_with(SPAN) {
            kept.push('_');
            // `Span { file: FileId(0), start: 1, end: 2 }`: nothing in it is a brace.
            rest = from.split_once('}').map_or("", |(_, after)| after);
            continue;
        } else if from.starts_with('"') {
            quoted(from, '"')
        } else if from.starts_with('\'') {
            quoted(from, '\'')
        } else {
            1
        };
        kept.push_str(from.get(..length).unwrap_or(from));
        rest = from.get(length..).unwrap_or("");
    }
    kept.push_str(rest);
    kept
}

/// The length of what begins with a quote, both quotes included.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return i + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::dump;
    use crate::{FileId, Span};

    #[test]
    fn spans_go_and_quoted_text_stays() {
        let value = (Span::new(FileId(1), 2, 3), "S\"Span { file: x }", 'S', Some(Span::default()));
        assert_eq!(dump(&value), "(_, \"S\\\"Span { file: x }\", 'S', Some(_))");
    }
}
