//! Chains in positions where they have too many routes to go through: every state of a chain is met once.
//!
//! Only where a search through all routes was given up. What follows from a state does not depend on how it was reached, so
//! long as no preference asks for the order of the victims; a state met again only tells those before it that the chain
//! goes on. And of the captures that a preference for the most leaves out, most can be left out before they are found: see
//! [`Figure`].

use std::collections::{HashMap, HashSet};

use rulebook_api::Piece;
use rulebook_ir::{ActionRule, Cell, Dir, Key, Term};

use crate::{env::Env, figure::Figure, legal::Candidate, machine::Machine, run::Next};

/// A state of a chain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Met {
    at: Cell,
    last_dir: Option<Dir>,
    marks: Vec<(u8, Cell)>,
    cells: Vec<Option<Piece>>,
}

/// A search by states.
#[derive(Debug, Default)]
pub(crate) struct States {
    /// The action.
    name: u8,
    /// States met, and whether the chain goes on from them.
    met: HashMap<Met, bool>,
    /// A state is met again: what follows is not wanted.
    pub(crate) again: bool,
    /// The figure for the piece that began there.
    figure: Option<(Cell, Option<Figure>)>,
    /// The greatest sum of the first key that was found, and the ends and victims of those captures.
    best: i64,
    ends: HashSet<(Cell, Vec<Cell>)>,
}

/// Is it a chain?
pub(crate) fn is_chain(term: &Term) -> bool {
    match term {
        Term::Loop(_) => true,
        Term::Seq(parts) | Term::Choice(parts) => parts.iter().any(is_chain),
        _ => false,
    }
}

/// Can the runs of these actions be found by states? There has to be a chain, and no preference that asks for an order.
pub(crate) fn suits<'a>(actions: impl Iterator<Item = &'a ActionRule> + Clone) -> bool {
    let ordered = |action: &&ActionRule| action.prefer.iter().any(|key| matches!(key, Key::Earliest(_)));
    let mut chains = actions.filter(|action| is_chain(&action.term)).peekable();
    chains.peek().is_some() && !chains.any(|action| ordered(&action))
}

/// Does what a round may do depend on the direction of the one before?
fn turns_matter(round: &Term) -> bool {
    match round {
        Term::Legs { no_turning_back, .. } => *no_turning_back,
        Term::Seq(parts) | Term::Choice(parts) => parts.iter().any(turns_matter),
        _ => false,
    }
}

impl<'r> Machine<'r> {
    /// Begins with an action.
    pub(crate) fn begin_states(&mut self, name: u8) {
        if let Some(states) = &mut self.by_states {
            **states = States { name, ..States::default() };
        }
    }

    /// Is this run of a state that was met before?
    pub(crate) fn met_again(&self) -> bool {
        self.by_states.as_ref().is_some_and(|states| states.again)
    }

    /// Notes what was found.
    pub(crate) fn note_found(&mut self, candidate: &Candidate) {
        let Some(states) = &mut self.by_states else { return };
        let Some((_, Some(figure))) = &states.figure else { return };
        let (Some(at), sum) = (candidate.action.to, figure.sum(candidate.deed.victims().map(|(_, piece)| piece.kind)))
        else {
            return;
        };
        if sum > states.best {
            (states.best, states.ends) = (sum, HashSet::new());
        }
        if sum == states.best {
            states.ends.insert((at, candidate.action.victims.clone()));
        }
    }

    /// Another round of a chain.
    pub(crate) fn round_by_states(&mut self, body: &'_ Term, env: Env<'_>, next: Next<'_, 'r>) -> bool {
        let Some(at) = env.cell(1) else { return false };
        let mut marks = self.state.marks.clone();
        marks.sort_unstable();
        let last_dir = self.state.deed.last_dir.filter(|_| turns_matter(body));
        let state = Met { at, last_dir, marks, cells: self.state.cells.clone() };
        let known = self.by_states.as_ref().and_then(|states| states.met.get(&state).copied());
        let known = known.or_else(|| self.is_hopeless(at).then(|| self.goes_on(body, env)));
        if let Some(goes_on) = known {
            if let Some(states) = &mut self.by_states {
                states.met.insert(state, goes_on);
            }
            return goes_on && self.pass_over(env, next);
        }
        let mut any = false;
        let stop = self.deeper(|m| {
            m.run(body, env, &mut |m, e| {
                any = true;
                next(m, e)
            })
        });
        if let Some(states) = &mut self.by_states {
            states.met.insert(state, any);
        }
        stop
    }

    /// Tells all before that there is a run, and wants nothing of it.
    fn pass_over(&mut self, env: Env<'_>, next: Next<'_, 'r>) -> bool {
        let set = |m: &mut Self, again: bool| m.by_states.as_mut().map(|s| std::mem::replace(&mut s.again, again));
        let before = set(self, true);
        let stop = next(self, env);
        set(self, before.unwrap_or(false));
        stop
    }

    /// Is there a run of another round?
    fn goes_on(&mut self, body: &Term, env: Env<'_>) -> bool {
        let states = self.by_states.take();
        let found = self.deeper(|m| m.run(body, env, &mut |_, _| true));
        self.by_states = states;
        found
    }

    /// Does nothing come of this state that is better than what was found, or as good and new?
    fn is_hopeless(&mut self, at: Cell) -> bool {
        let Some(mut states) = self.by_states.take() else { return false };
        let origin = self.state.deed.origin.unwrap_or(at);
        if states.figure.as_ref().is_none_or(|(cell, _)| *cell != origin) {
            let figure = Figure::of(self.rules, &self.state, states.name, origin);
            states.figure = Some((origin, figure));
            (states.best, states.ends) = (0, HashSet::new());
        }
        let hopeless = match &states.figure {
            Some((_, Some(figure))) if !states.ends.is_empty() => {
                figure.is_hopeless(at, &self.state.marks, states.best, &states.ends)
            }
            _ => false,
        };
        self.by_states = Some(states);
        hopeless
    }
}
