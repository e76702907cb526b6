//! Words, signs and comments of a text, for programs that lay a spec out or carry its comments elsewhere.

use crate::tokens::token;

/// What a lexeme is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LexemeKind {
    /// A word, a number or a sign.
    Token,
    /// `// …`, up to the end of its line.
    Comment,
}

/// A word, a number, a sign or a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme<'t> {
    /// What it is.
    pub kind: LexemeKind,
    /// As written; a comment without the blanks at its end.
    pub text: &'t str,
    /// Its first byte in the text.
    pub start: usize,
}

impl Lexeme<'_> {
    /// One past its last byte.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Is it a comment?
    pub fn is_comment(&self) -> bool {
        self.kind == LexemeKind::Comment
    }
}

/// All lexemes of a text, in order. What lies between them are blanks and new lines.
pub fn lexemes(text: &str) -> Vec<Lexeme<'_>> {
    let mut list = Vec::new();
    let mut at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    while let Some(rest) = text.get(at..) {
        let Some(c) = rest.chars().next() else { break };
        if matches!(c, ' ' | '\t' | '\r' | '\n') {
            at += 1;
            continue;
        }
        let is_comment = rest.starts_with("//");
        let length = if is_comment { rest.find(['\n', '\r']).unwrap_or(rest.len()) } else { token(c, rest).1 };
        let whole = rest.get(..length).unwrap_or(rest);
        let kind = if is_comment { LexemeKind::Comment } else { LexemeKind::Token };
        list.push(Lexeme { kind, text: if is_comment { whole.trim_end() } else { whole }, start: at });
        at += length.max(1);
    }
    list
}

#[cfg(test)]
mod tests {
    use super::lexemes;

    #[test]
    fn strings_and_comments_are_kept_apart() {
        let text = "a // b \"c\"  \r\n en \"d // e\" x..y";
        let all: Vec<&str> = lexemes(text).iter().map(|l| l.text).collect();
        assert_eq!(all, ["a", "// b \"c\"", "en", "\"d // e\"", "x", "..", "y"]);
        assert!(lexemes(text).iter().all(|l| text[l.start..l.end()] == *l.text));
        assert_eq!(lexemes(text).iter().filter(|l| l.is_comment()).count(), 1);
    }
}
