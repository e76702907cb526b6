//! The table of clauses: ids, places, and which of them no source says.

use rulebook_diagnostics::Span;
use rulebook_ir::{Clause, ClauseId, Texts};
use rulebook_syntax::ast::{ClauseBody, Step};

/// Clauses as they come up; an id that comes up twice is one clause.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clauses {
    pub(crate) game: String,
    pub(crate) list: Vec<Clause>,
}

impl Clauses {
    /// The clause of that path within the game, made if it is new.
    pub(crate) fn id(&mut self, path: &str, span: Span, assumed: bool) -> ClauseId {
        if let Some(found) = self.find(path) {
            return found;
        }
        self.list.push(Clause {
            id: format!("{}.{path}", self.game),
            span,
            assumed,
            sources: Vec::new(),
            texts: Texts::default(),
            formerly: None,
            about: None,
        });
        ClauseId(self.list.len() as u16 - 1)
    }

    /// The clause of that path, if there is one.
    pub(crate) fn find(&self, path: &str) -> Option<ClauseId> {
        let found = self
            .list
            .iter()
            .position(|c| c.id.strip_prefix(&self.game).and_then(|r| r.strip_prefix('.')) == Some(path));
        found.map(|i| ClauseId(i as u16))
    }
}

/// The reasons that a clause gives.
pub(crate) fn reasons(body: &ClauseBody) -> Vec<&str> {
    match body {
        ClauseBody::Result(result) => vec![&result.because.text],
        ClauseBody::Forbid { because, .. } | ClauseBody::Refuse { because, .. } | ClauseBody::Fouls { because, .. } => {
            vec![&because.text]
        }
        ClauseBody::Turn { steps, .. } => steps
            .iter()
            .filter_map(|s| match s {
                Step::Result(result) => Some(result.because.text.as_str()),
                Step::Act { .. } => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}
