//! The lines of a block of texts.

use super::Reader;
use crate::ast::TextLine;
use crate::explain_error::Context;
use crate::grammar::Rule;
use crate::tokens::Kind;

impl Reader<'_> {
    /// All lines up to and with the `}` of the block that is open.
    pub(super) fn text_lines(&mut self, open: usize) -> Vec<TextLine> {
        let mut lines = Vec::new();
        while !self.block_ends(open) && self.more() {
            let from = self.at;
            match self.matches(Rule::whole_text, from, Some(self.next_claim(from))) {
                Ok((pair, next)) => {
                    self.at = next.max(from + 1);
                    let mut convert = self.convert(from);
                    lines.extend(convert.text_line(&pair));
                    self.diagnostics.append(&mut convert.problems);
                }
                Err(failure) => {
                    self.explain(&failure, from, Context::Text);
                    self.at = self.next_text(from, failure.at);
                }
            }
        }
        lines
    }

    /// The token with which the next line of texts starts: a line goes on where the next one begins with a language
    /// and its sentence, or with `formerly`. Only here do new lines count, since a document may be named without
    /// its paragraphs, and then nothing else keeps it apart from the name of the next clause.
    fn next_claim(&self, from: usize) -> usize {
        let starts = |i: &usize| {
            let goes_on = matches!(self.tokens.get(i + 1).kind, Kind::Text | Kind::OpenText);
            let token = self.tokens.get(*i);
            token.first && token.kind == Kind::Word && !goes_on && self.tokens.text(*i) != "formerly"
                || self.tokens.text(*i) == "}"
        };
        (from + 1..self.tokens.len()).find(starts).unwrap_or(self.tokens.len())
    }

    /// Where to go on after a mistake in a line of texts: at the next line that starts with a word, or at the `}`.
    fn next_text(&self, from: usize, failed: usize) -> usize {
        for i in from..self.tokens.len() {
            let first_word = self.tokens.get(i).first && self.tokens.get(i).kind == Kind::Word;
            if i > from && i >= failed && first_word || self.tokens.text(i) == "}" {
                return i;
            }
        }
        self.tokens.len()
    }
}
