//! The lines of a `texts` block.

use crate::ast::{Int, Name, TextLine};
use crate::grammar::Rule;

use super::{Convert, Pair, Parts};

impl Convert<'_> {
    /// Reads one line.
    pub(crate) fn text_line(&mut self, pair: &Pair<'_>) -> Option<TextLine> {
        let inner = Parts::of(pair);
        let line = inner.first()?;
        let parts = Parts::of(line);
        let span = self.span(line);
        if line.as_rule() == Rule::document {
            let text = unquote(parts.get(Rule::string)?.as_str());
            return Some(TextLine::Document { name: self.name(parts.get(Rule::document_name)?), text, span });
        }
        let sources = parts.all(Rule::source).map(|p| self.source(p)).collect::<Option<_>>()?;
        let texts = parts.all(Rule::local).map(|p| self.local(p)).collect::<Option<_>>()?;
        let formerly = match parts.get(Rule::formerly) {
            Some(formerly) => Some(self.name(Parts::of(formerly).get(Rule::path)?)),
            None => None,
        };
        Some(TextLine::Claim { path: self.name(parts.get(Rule::path)?), sources, formerly, texts, span })
    }

    fn source(&mut self, pair: &Pair<'_>) -> Option<(Name, Vec<Int>)> {
        let parts = Parts::of(pair);
        let paragraphs = parts.all(Rule::int).map(|p| self.int(p)).collect();
        Some((self.name(parts.get(Rule::document_name)?), paragraphs))
    }

    fn local(&mut self, pair: &Pair<'_>) -> Option<(Name, String)> {
        let parts = Parts::of(pair);
        Some((self.name(parts.get(Rule::lang)?), unquote(parts.get(Rule::string)?.as_str())))
    }
}

/// The text between the quotes, with `\"` and `\\` undone.
fn unquote(string: &str) -> String {
    let inner = string.strip_prefix('"').and_then(|s| s.strip_suffix('"')).unwrap_or(string);
    let mut text = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.extend(chars.next()),
            _ => text.push(c),
        }
    }
    text
}
