//! Texts as YAML writes them: plain, in quotes, or as a block.

use std::fmt::Write as _;

/// A text and whether it takes several lines.
#[derive(Clone, Debug)]
pub(super) struct Written {
    /// The text, its further lines with their indentation.
    pub(super) text: String,
    /// It is a block of lines.
    pub(super) is_block: bool,
}

/// Writes a part of a clause. `indent` is how far the lines of a block stand from the margin.
pub(super) fn part(text: &str, indent: usize) -> Written {
    if !text.contains('\n') {
        return Written { text: if is_plain(text) { text.to_owned() } else { quoted(text) }, is_block: false };
    }
    let mut block = String::from("|-");
    for line in text.lines() {
        let blanks = if line.is_empty() { 0 } else { indent };
        _ = write!(block, "\n{}{line}", " ".repeat(blanks));
    }
    Written { text: block, is_block: true }
}

/// Writes a text in quotes.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                _ = write!(quoted, "\\u{:04x}", c as u32);
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// Is the text written without quotes, also among others in a list?
pub(super) fn is_word(text: &str) -> bool {
    is_plain(text) && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == ' ')
}

/// Does every reader of YAML take the text for itself when it has no quotes?
fn is_plain(text: &str) -> bool {
    const OTHER: &[&str] = &["true", "false", "yes", "no", "on", "off", "null", "y", "n"];
    let first = text.chars().next();
    first.is_some_and(|c| c.is_ascii_alphanumeric())
        && !OTHER.contains(&text.to_ascii_lowercase().as_str())
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.ends_with([':', ' '])
        && !text.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::{part, quoted};

    #[test]
    fn texts_are_quoted_where_yaml_needs_it() {
        let written = |text: &str| part(text, 4).text;
        assert_eq!(written("forward diagonal [take enemy, empty]"), "forward diagonal [take enemy, empty]");
        assert_eq!(written("no"), "\"no\"");
        assert_eq!(written("some strong: three"), "\"some strong: three\"");
        assert_eq!(written("(a or b) and c"), "\"(a or b) and c\"");
        assert_eq!(written("a // b\nand c"), "|-\n    a // b\n    and c");
        assert_eq!(quoted("a \"b\" \\ \u{1}"), "\"a \\\"b\\\" \\\\ \\u0001\"");
    }
}
