//! Clauses: what reports, cases and documentation refer to.

use rulebook_diagnostics::Span;

/// Names a clause of [`crate::Rules::clauses`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClauseId(pub u16);

/// A sentence in each language: language tag and text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts(pub Vec<(String, String)>);

impl Texts {
    /// The text in a language.
    pub fn get(&self, language: &str) -> Option<&str> {
        self.0.iter().find(|(l, _)| l == language).map(|(_, t)| t.as_str())
    }
}

/// Where a rule comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The document as the spec names it.
    pub document: String,
    /// Numbers of its non-empty lines, the title being 1.
    pub paragraphs: Vec<u32>,
}

/// A clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// `brazilian.five.limit`: the game played, then the path.
    pub id: String,
    /// Its lines in the spec, or in the family's.
    pub span: Span,
    /// No source says this.
    pub assumed: bool,
    /// Its sources.
    pub sources: Vec<Source>,
    /// What it says, for people.
    pub texts: Texts,
    /// An older id, still accepted.
    pub formerly: Option<String>,
    /// A claim about a clause that adds no rule of its own (`five.no-restart`): the clause it speaks of.
    pub about: Option<ClauseId>,
}
