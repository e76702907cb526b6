//! Words of a text, with their places.

/// A word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// In lower case.
    pub text: String,
    /// Where it begins, in bytes.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
}

/// The words of a text. A comma is a word, too, as is what ends a sentence: it parts what stands on its sides.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    let mut start = None;
    let is_word = |c: char| c.is_alphanumeric() || c == 'ª' || c == 'º';
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (is_word(c), start) {
            (true, None) => start = Some(at),
            (false, Some(begun)) => {
                let word = &text[begun..at];
                // `15.ª`: the point belongs to the number.
                let ordinal = c == '.' && text[at + 1..].starts_with(['ª', 'º']);
                if !ordinal {
                    found.push(Token { text: word.to_lowercase(), start: begun, end: at });
                    start = None;
                }
            }
            _ => {}
        }
        if matches!(c, ',' | '.' | ';' | ':') && start.is_none() && at < text.len() {
            found.push(Token { text: String::from(","), start: at, end: at + 1 });
        }
    }
    found
}

/// Does this phrase stand at this token? Then how many tokens it takes.
pub(crate) fn phrase_at(tokens: &[Token], at: usize, phrase: &str) -> Option<usize> {
    let mut n = 0;
    for word in phrase.split(' ') {
        if tokens.get(at + n)?.text != word {
            return None;
        }
        n += 1;
    }
    Some(n)
}

/// The longest of these phrases that stands there.
pub(crate) fn longest_at(tokens: &[Token], at: usize, phrases: &[&str]) -> Option<usize> {
    phrases.iter().filter_map(|p| phrase_at(tokens, at, p)).max()
}
