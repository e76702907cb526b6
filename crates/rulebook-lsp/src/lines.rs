//! Lines of a text, and positions as the protocol counts them: lines from 0, columns in units of UTF-16.

use gen_lsp_types::{Position, Range};

/// Where the lines of a text begin and end.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// First byte of each line, and one past its last, without what ends it.
    list: Vec<(usize, usize)>,
}

impl Lines {
    /// Finds the lines: they end with `\n`, `\r\n` or `\r`.
    pub(crate) fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let (mut list, mut start, mut at) = (Vec::new(), 0, 0);
        while let Some(byte) = bytes.get(at) {
            let length = match byte {
                b'\r' if bytes.get(at + 1) == Some(&b'\n') => 2,
                b'\r' | b'\n' => 1,
                _ => 0,
            };
            if length > 0 {
                list.push((start, at));
                start = at + length;
            }
            at += length.max(1);
        }
        list.push((start, bytes.len()));
        Self { list }
    }

    /// The byte of a position. A position past the end of its line is that end, one past the text the text's end.
    pub(crate) fn offset(&self, text: &str, position: Position) -> usize {
        let Some(&(start, end)) = self.list.get(position.line as usize) else { return text.len() };
        let mut units = 0;
        for (i, c) in text.get(start..end).unwrap_or("").char_indices() {
            // A position within a pair of units is that of its character.
            if units + c.len_utf16() > position.character as usize {
                return start + i;
            }
            units += c.len_utf16();
        }
        end
    }

    /// The position of a byte.
    pub(crate) fn position(&self, text: &str, offset: usize) -> Position {
        let line = self.list.partition_point(|(start, _)| *start <= offset).saturating_sub(1);
        let (start, end) = self.list.get(line).copied().unwrap_or_default();
        let within = offset.min(end).saturating_sub(start);
        let whole = text.get(start..end).unwrap_or("");
        let units = whole.char_indices().take_while(|(i, _)| *i < within).map(|(_, c)| c.len_utf16()).sum::<usize>();
        Position { line: line as u32, character: units as u32 }
    }

    /// The range of a stretch of bytes.
    pub(crate) fn range(&self, text: &str, start: usize, end: usize) -> Range {
        Range { start: self.position(text, start), end: self.position(text, end) }
    }

    /// The line of a byte.
    pub(crate) fn line(&self, offset: usize) -> u32 {
        self.list.partition_point(|(start, _)| *start <= offset).saturating_sub(1) as u32
    }

    /// First byte of a line, and one past its last.
    pub(crate) fn bounds(&self, line: u32) -> (usize, usize) {
        self.list.get(line as usize).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_units_of_utf16() {
        let text = "a\r\né😀b\rc\nd";
        let lines = Lines::of(text);
        let at = |line, character| lines.offset(text, Position { line, character });
        assert_eq!(at(0, 9), 1);
        assert_eq!((at(1, 0), at(1, 1), at(1, 3), at(1, 4)), (3, 5, 9, 10));
        assert_eq!(at(1, 2), 5, "within a pair");
        assert_eq!((at(2, 0), at(3, 0), at(3, 1), at(9, 0)), (11, 13, 14, 14));
        for (i, _) in text.char_indices().filter(|(_, c)| !matches!(c, '\r' | '\n')) {
            assert_eq!(lines.offset(text, lines.position(text, i)), i);
        }
        assert_eq!(lines.position(text, 99), Position { line: 3, character: 1 });
    }
}
