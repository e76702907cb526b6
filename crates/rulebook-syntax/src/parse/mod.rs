//! From what pest matched to the syntax tree, one file per part of the grammar.
//!
//! Every function returns `None` where the tree of pest is not as the grammar says. That cannot happen as long as
//! both agree; the caller turns it into an error of its own rather than a panic.

mod actions;
mod clauses;
mod expressions;
mod phrases;
mod results;
mod texts;
mod units;

pub(crate) use units::UnitHead;

use rulebook_diagnostics::{Diagnostic, FileId, Span, codes};

use crate::ast::{Int, Name, Word};
use crate::grammar::Rule;
use crate::places::Places;
use crate::tokens::Tokens;

/// A matched rule.
pub(crate) type Pair<'t> = pest::iterators::Pair<'t, Rule>;

/// What all conversions need to know.
#[derive(Debug)]
pub(crate) struct Convert<'t> {
    /// The file.
    pub(crate) file: FileId,
    /// Where in the file the text given to pest starts.
    pub(crate) base: usize,
    /// To find the ends of words.
    pub(crate) tokens: &'t Tokens<'t>,
    /// Where in the author's file the words of the text stand.
    pub(crate) places: Places<'t>,
    /// Mistakes that the grammar does not see.
    pub(crate) problems: Vec<Diagnostic>,
}

/// The parts of a matched rule, keywords and punctuation among them.
#[derive(Debug)]
pub(crate) struct Parts<'t>(Vec<Pair<'t>>);

impl<'t> Parts<'t> {
    /// The parts of a rule.
    pub(crate) fn of(pair: &Pair<'t>) -> Self {
        Self(pair.clone().into_inner().collect())
    }

    /// The first part of this kind.
    pub(crate) fn get(&self, rule: Rule) -> Option<&Pair<'t>> {
        self.0.iter().find(|p| p.as_rule() == rule)
    }

    /// Is there a part of this kind?
    pub(crate) fn has(&self, rule: Rule) -> bool {
        self.get(rule).is_some()
    }

    /// All parts of this kind.
    pub(crate) fn all(&self, rule: Rule) -> impl Iterator<Item = &Pair<'t>> {
        self.0.iter().filter(move |p| p.as_rule() == rule)
    }

    /// The part that follows this keyword.
    pub(crate) fn after(&self, rule: Rule) -> Option<&Pair<'t>> {
        let i = self.0.iter().position(|p| p.as_rule() == rule)?;
        self.0.get(i + 1)
    }

    /// The first part.
    pub(crate) fn first(&self) -> Option<&Pair<'t>> {
        self.0.first()
    }

    /// All parts.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Pair<'t>> {
        self.0.iter()
    }
}

impl Convert<'_> {
    /// The place of a rule, without the blanks that pest may count to it.
    pub(crate) fn span(&self, pair: &Pair<'_>) -> Span {
        let span = pair.as_span();
        let start = self.base + span.start();
        let end = self.tokens.end_before(self.base + span.end()).max(start);
        // Words of one token may be cut by pest, as in `a.b`; then the rule's own end counts.
        let end = if end == start { self.base + span.end() } else { end };
        self.places.of(Span::new(self.file, start as u32, end as u32))
    }

    /// A word.
    pub(crate) fn name(&self, pair: &Pair<'_>) -> Name {
        let text = pair.as_str();
        let start = (self.base + pair.as_span().start()) as u32;
        let span = Span::new(self.file, start, start + text.len() as u32);
        Name { text: text.to_owned(), span: self.places.of(span) }
    }

    /// All names among the parts.
    pub(crate) fn names(&self, parts: &Parts<'_>) -> Vec<Name> {
        parts.all(Rule::name).map(|p| self.name(p)).collect()
    }

    /// A whole number.
    pub(crate) fn int(&mut self, pair: &Pair<'_>) -> Int {
        let span = self.span(pair);
        let value = pair.as_str().parse().unwrap_or_else(|_| {
            self.problems.push(
                Diagnostic::error(codes::NUMBER_TOO_LARGE, span, format!("`{}` is too large", pair.as_str()))
                    .help(format!("numbers go up to {}", u32::MAX)),
            );
            u32::MAX
        });
        Int { value, span }
    }

    /// A number or a word.
    pub(crate) fn word(&mut self, pair: &Pair<'_>) -> Word {
        match pair.as_rule() {
            Rule::int => Word::Int(self.int(pair)),
            _ => Word::Name(self.name(pair)),
        }
    }
}
