//! Which words have no blank between them.

use rulebook_syntax::Lexeme;

/// Reads a spec from left to right and knows in which brackets it is.
#[derive(Debug, Default)]
pub(super) struct Spacing<'t> {
    open: Vec<&'t str>,
    before: &'t str,
}

impl<'t> Spacing<'t> {
    /// Reads on; says whether this word stands right behind the one before it.
    pub(super) fn is_tight(&mut self, word: &Lexeme<'t>) -> bool {
        if word.is_comment() {
            return false;
        }
        let text = word.text;
        let repeats = matches!(text, "*" | "+") && self.open.last() == Some(&"[");
        let tight =
            matches!(text, "," | ":" | ")" | "]" | ".." | "." | ";") || matches!(self.before, "(" | "[" | ".." | ".");
        match text {
            "(" | "[" => self.open.push(text),
            ")" | "]" => _ = self.open.pop(),
            "{" | "}" => self.open.clear(),
            _ => {}
        }
        self.before = text;
        tight || repeats
    }
}

/// Joins the words of ids such as `quiet.limit-4-5`: in `texts`, and after `as`, words without blanks are one.
pub(super) fn join_ids<'t>(text: &'t str, words: Vec<Lexeme<'t>>, in_texts: impl Fn(usize) -> bool) -> Vec<Lexeme<'t>> {
    let mut joined: Vec<Lexeme<'t>> = Vec::with_capacity(words.len());
    for word in words {
        // A comment may stand between `as` and its id.
        let named = || joined.iter().rev().skip(1).find(|w| !w.is_comment()).is_some_and(|w| w.text == "as");
        let begins_id = |at: usize| in_texts(at) || named();
        let glued = joined.last().is_some_and(|last| {
            last.end() == word.start && is_part(last.text) && is_part(word.text) && begins_id(last.start)
        });
        match joined.last_mut() {
            Some(last) if glued => last.text = text.get(last.start..word.end()).unwrap_or(last.text),
            _ => joined.push(word),
        }
    }
    joined
}

/// Can this be a part of an id?
fn is_part(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || c == '.' || c == '-') && text != ".."
}
