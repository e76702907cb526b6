//! The shape of rules whose pieces walk: what is understood of their actions, chains, promotions and turns.
//!
//! Every node of a program is looked at. What has another shape is refused, with its clause.

use std::collections::BTreeSet;

use rulebook_ir::visit::{Visitor, walk_rules};
use rulebook_ir::{ClockId, Cond, Dir, Dirs, Rules, Set, Step};

use crate::Refusal;

mod prefer;
mod read;

pub(crate) use prefer::{Plain, Preference, plain};
use read::Reader;

/// Walks of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Walk {
    /// Directions by player.
    pub(crate) dirs: Vec<Vec<Dir>>,
    /// As far as it likes (`[empty+]`, or with an enemy on the way), or exactly one cell.
    pub(crate) far: bool,
    /// Which kinds it takes (bit per kind); none for a move.
    pub(crate) takes: u32,
}

/// When a promotion happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// Where the action ends.
    AtEnd,
    /// At a landing.
    AtOnce,
    /// At a landing, which ends the chain.
    AndStop,
}

/// A promotion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Promotion {
    /// Which kind.
    pub(crate) from: u8,
    /// What it becomes.
    pub(crate) to: u8,
    /// On which cells.
    pub(crate) on: Set,
    /// When.
    pub(crate) when: When,
    /// The clause that says it.
    pub(crate) clause: rulebook_ir::ClauseId,
}

/// What is understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The action that comes first, and is a chain of jumps: its index.
    pub(crate) capture: u8,
    /// The action of those who cannot take.
    pub(crate) quiet: u8,
    /// Quiet moves by kind.
    pub(crate) steps: Vec<Walk>,
    /// Jumps by kind.
    pub(crate) jumps: Vec<Walk>,
    /// The promotion.
    pub(crate) promotion: Promotion,
    /// Victims leave at once.
    pub(crate) at_once: bool,
    /// A chain does not turn back.
    pub(crate) no_turning_back: bool,
    /// What captures are preferred for.
    pub(crate) prefer: Vec<Preference>,
    /// Clocks that forbid a quiet move where they have passed a number.
    pub(crate) forbids: Vec<Forbids>,
}

/// A clock that forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Forbids {
    /// Which.
    pub(crate) clock: ClockId,
    /// Up to this it does not.
    pub(crate) most: u16,
}

/// The directions that any walk uses.
pub(crate) fn directions(rules: &Rules) -> Vec<Dir> {
    #[derive(Default)]
    struct Used(BTreeSet<Dir>);
    impl Visitor for Used {
        fn dirs(&mut self, dirs: &Dirs) {
            self.0.extend(dirs.per_player.iter().flatten());
        }
    }
    let mut used = Used::default();
    walk_rules(&mut used, rules);
    used.0.into_iter().collect()
}

impl Shape {
    /// Understands rules.
    ///
    /// # Errors
    /// If something has another shape.
    pub(crate) fn of(rules: &Rules) -> Result<Self, Refusal> {
        if rules.players.len() != 2 {
            return Err(Refusal::game("it has not two players"));
        }
        if rules.kinds.len() > 4 || rules.kinds.iter().any(|k| k.stock.is_some() || k.numbers.is_some()) {
            return Err(Refusal::game("it has more than four kinds of pieces, or numbers or a stock of them"));
        }
        if !crate::clock::single(rules) {
            return Err(Refusal::game("its turns are not one action each, from the first to the last"));
        }
        let [turn] = rules.turns.as_slice() else { return Err(Refusal::game("its turns have several programs")) };
        let (capture, quiet) = match turn.steps.as_slice() {
            [Step::Act { alternatives, times: 1, together: false, when: Cond::Const(true) }] => {
                match alternatives.as_slice() {
                    [first, second] if first.len() == 1 && second.len() == 1 => (first[0], second[0]),
                    _ => return Err(Refusal::clause(rules, turn.clause, "a turn is not one action before another")),
                }
            }
            _ => return Err(Refusal::clause(rules, turn.clause, "a turn is not one action")),
        };
        if rules.foul.is_some() {
            return Err(Refusal::game("prohibitions that may be played and lose"));
        }
        let mut reader = Reader::new(rules);
        let jumps = reader.jumps(&rules.actions[usize::from(capture)])?;
        let steps = reader.steps(&rules.actions[usize::from(quiet)])?;
        let prefer = prefer::preference(rules, &rules.actions[usize::from(capture)])?;
        if !rules.actions[usize::from(quiet)].prefer.is_empty() {
            return Err(Refusal::game("a preference among moves that take nothing"));
        }
        let Reader { promotion, at_once, no_turning_back, forbids, .. } = reader;
        let promotion = promotion.ok_or_else(|| Refusal::game("no piece is promoted"))?;
        Ok(Self { capture, quiet, steps, jumps, promotion, at_once, no_turning_back, prefer, forbids })
    }
}
