//! Writing a record: tags, then the moves in lines, then the result.

use crate::{Record, read::as_result};

/// After so many characters a line of moves ends.
const WIDTH: usize = 100;

impl Record {
    /// The record as text, such that reading gives the same again. It ends with an empty line, so that records may follow
    /// each other.
    ///
    /// A move is one word: what has blanks in it is written without them.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (name, value) in &self.tags {
            tag(&mut text, name, value);
        }
        if let Some(start) = &self.start {
            tag(&mut text, "Start", start);
        }
        let result = self.result.as_deref().unwrap_or("*");
        tag(&mut text, "Result", result);
        text.push('\n');
        let mut width = 0;
        // A result always ends the moves: so it is seen that nothing is missing. One that is no word stands in its tag.
        let end = as_result(result).unwrap_or("*");
        for word in self.texts().chain([end]) {
            let word: String = word.chars().filter(|c| !c.is_whitespace()).collect();
            let length = word.chars().count();
            if width > 0 && width + 1 + length > WIDTH {
                text.push('\n');
                width = 0;
            } else if width > 0 {
                text.push(' ');
                width += 1;
            }
            text.push_str(&word);
            width += length;
        }
        text.push_str("\n\n");
        text
    }
}

/// Writes a tag. A value is one line of text.
fn tag(text: &mut String, name: &str, value: &str) {
    text.push('[');
    text.push_str(name);
    text.push_str(" \"");
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text.push_str("\"]\n");
}
