//! Why a condition holds or not: what it rests on, as a tree, down to cells and numbers.
//!
//! A finding never decides anything: each truth in it is what [`Machine::cond`] answers at that place. What is left out is
//! only what would not change the answer, or far from changing it; how much that is, is told.

mod of_position;
mod quantified;

use rulebook_api::Piece;
use rulebook_ir::{
    Cell, CellRef, ClauseId, Cond, DefBody, Num, Set,
    expr::Var,
    words::{Bound, Words},
};

use crate::{
    env::{Env, Value},
    machine::Machine,
};

pub(crate) use of_position::Watch;
pub use of_position::{ClockFinding, Ended, Judged, KeyFinding, Limit, clocks, ended, judged, keys};

/// Findings of one tree: more would not be read.
const MOST: usize = 400;
/// Cells of a set that are listed.
const MOST_CELLS: usize = 16;

/// What was asked, and what was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    /// The condition in the language's words, with cells in place of the names that are bound to them.
    pub says: String,
    /// Does it hold?
    pub holds: bool,
    /// The definition or the named part of a clause that says it.
    pub clause: Option<ClauseId>,
    /// What was counted, where something is compared.
    pub counted: Option<i64>,
    /// Cells that show it: what a pattern has met, what a quantifier has found.
    pub cells: Vec<Cell>,
    /// Trial pieces on the board while it was asked, the first one first.
    pub trials: Vec<(Cell, Piece)>,
    /// What it rests on.
    pub because: Vec<Finding>,
    /// How many more there are like those in `because`, further from changing the answer.
    pub more: usize,
}

/// Finds, on the state of a machine.
#[derive(Debug)]
struct Finder<'m, 'r> {
    machine: &'m mut Machine<'r>,
    trials: Vec<(Cell, Piece)>,
    left: usize,
}

impl<'m, 'r> Finder<'m, 'r> {
    fn new(machine: &'m mut Machine<'r>) -> Self {
        Self { machine, trials: Vec::new(), left: MOST }
    }

    fn plain(&self, says: String, holds: bool) -> Finding {
        Finding { says, holds, trials: self.trials.clone(), ..Finding::default() }
    }

    fn find(&mut self, cond: &Cond, env: Env<'_>) -> Finding {
        let holds = self.machine.cond(cond, env);
        let mut found = self.plain(self.machine.words(env, |w| w.cond(cond)), holds);
        let Some(left) = self.left.checked_sub(1) else { return found };
        self.left = left;
        match cond {
            Cond::Not(c) => found.because = vec![self.find(c, env)],
            Cond::And(all) => {
                found.because = self.all(all, env);
                found = alone(found);
            }
            Cond::Or(any) => {
                (found.because, found.more) = self.any(any, holds, env);
                found = alone(found);
            }
            Cond::Named(clause, c) => {
                found = self.find(c, env);
                found.clause = found.clause.or(Some(*clause));
            }
            Cond::For(who, c) => {
                let viewer = self.machine.who(*who, env);
                found.because = parts(self.find(c, env.seen_by(viewer)), c);
            }
            Cond::Call { def, .. } => {
                let rules = self.machine.rules;
                found.clause = Some(rules.defs[usize::from(def.0)].clause);
                let inner = self.called(cond, env, |finder, body, env| parts(finder.find(body, env), body));
                found.because = inner.unwrap_or_default();
            }
            Cond::Supposing { then, .. } => {
                let tried = self.supposing(cond, env, |finder| finder.find(then, env));
                if let Some((cell, inner)) = tried {
                    found.says = self.machine.words(env, |w| w.supposed(cond));
                    found.cells = vec![cell];
                    found.because = parts(inner, then);
                }
            }
            Cond::Quantified(quant, domain, body) => self.quantified(&mut found, quant, domain, body, env),
            Cond::Compare(a, _, b) => self.compare(&mut found, a, b, env),
            Cond::Exists(set) => found.cells = self.cells(set, env),
            Cond::Laid(laid) => {
                let mut cells = Vec::new();
                self.machine.laid(laid, env, &mut |m, first| {
                    cells = met(m, first);
                    true
                });
                found.cells = cells;
            }
            Cond::Walks(from, dirs, pattern) => {
                if let Some(from) = self.machine.cell(*from, env) {
                    let mut cells = Vec::new();
                    self.machine.walks(from, dirs, pattern, None, env, &mut |m, _, first| {
                        cells = met(m, first);
                        true
                    });
                    found.cells = cells;
                }
            }
            Cond::Reaches(clock, who, _) => {
                let who = self.machine.who(*who, env);
                found.counted = self.machine.clock_copies(*clock, who).flatten().max().map(i64::from);
            }
            Cond::Occurs(_) => found.counted = Some(self.machine.occurrences()),
            Cond::Const(_)
            | Cond::In(..)
            | Cond::Can(..)
            | Cond::Reading { .. }
            | Cond::Same(..)
            | Cond::ActorIs(_)
            | Cond::LastVictimIs(_) => {}
        }
        found
    }

    /// The parts of an `and`: all of them, or those up to the first that does not hold. Readings and roles that are so are
    /// settings, not reasons.
    fn all(&mut self, all: &[Cond], env: Env<'_>) -> Vec<Finding> {
        let mut found = Vec::new();
        for part in all {
            let one = self.find(part, env);
            let holds = one.holds;
            if !(holds && matches!(part, Cond::Reading { .. } | Cond::Const(_) | Cond::Same(..))) {
                found.push(one);
            }
            if !holds {
                break;
            }
        }
        found
    }

    /// The parts of an `or`: the first that holds, or those that come nearest, and how many more there are.
    fn any(&mut self, any: &[Cond], holds: bool, env: Env<'_>) -> (Vec<Finding>, usize) {
        if holds {
            let first = any.iter().find(|c| self.machine.cond(c, env));
            return (first.map(|c| self.find(c, env)).into_iter().collect(), 0);
        }
        let near: Vec<u32> = any.iter().map(|c| self.nearness(c, env)).collect();
        let nearest = near.iter().copied().max().unwrap_or(0);
        let shown: Vec<&Cond> = any.iter().zip(&near).filter(|(_, n)| **n == nearest).map(|(c, _)| c).collect();
        let more = any.len() - shown.len();
        (shown.into_iter().map(|c| self.find(c, env)).collect(), more)
    }

    /// Does something within the definition that is called, in its environment.
    fn called<T>(&mut self, call: &Cond, env: Env<'_>, go: impl FnOnce(&mut Self, &Cond, Env<'_>) -> T) -> Option<T> {
        let Cond::Call { def, cell, line } = call else { return None };
        let rules = self.machine.rules;
        let DefBody::Cond(body) = &rules.defs[usize::from(def.0)].body else { return None };
        let inner = Env::of(env.viewer);
        let at = cell.map(|c| self.machine.cell(c, env).map(|c| inner.bind(Value::Cell(0, c))));
        let inner = match &at {
            None => inner,
            Some(bound) => inner.with(bound.as_ref()?),
        };
        let on = line.map(|l| env.line(l).map(|l| inner.bind(Value::Line(0, l))));
        let inner = match &on {
            None => inner,
            Some(bound) => inner.with(bound.as_ref()?),
        };
        Some(go(self, body, inner))
    }

    /// Does something with the trial piece on the board; says where it stands.
    fn supposing<T>(&mut self, cond: &Cond, env: Env<'_>, go: impl FnOnce(&mut Self) -> T) -> Option<(Cell, T)> {
        let Cond::Supposing { owner, kind, at, .. } = cond else { return None };
        let cell = self.machine.cell(*at, env).filter(|&c| self.machine.state.piece(c).is_none())?;
        let piece = Piece { player: self.machine.who(*owner, env), kind: *kind, number: 0 };
        self.machine.state.set(cell, Some(piece));
        self.trials.push((cell, piece));
        let found = go(self);
        self.trials.pop();
        self.machine.state.set(cell, None);
        Some((cell, found))
    }

    /// How much of a condition that does not hold would have held: parts of an `and` before the one that does not.
    fn nearness(&mut self, cond: &Cond, env: Env<'_>) -> u32 {
        match cond {
            Cond::And(all) => {
                let held = all.iter().take_while(|c| self.machine.cond(c, env)).count();
                let next = all.get(held).map_or(0, |c| self.nearness(c, env));
                u32::try_from(held).unwrap_or(u32::MAX).saturating_add(next)
            }
            Cond::Or(any) => any.iter().map(|c| self.nearness(c, env)).max().unwrap_or(0),
            Cond::Named(_, c) => self.nearness(c, env),
            Cond::For(who, c) => {
                let viewer = self.machine.who(*who, env);
                self.nearness(c, env.seen_by(viewer))
            }
            // A definition that comes back to itself is looked at once: its own parts tell how near it came.
            Cond::Call { .. } if self.trials.len() < 2 => self.called(cond, env, Self::nearness).unwrap_or(0),
            Cond::Supposing { then, .. } => {
                self.supposing(cond, env, |finder| finder.nearness(then, env)).map_or(0, |(_, near)| near)
            }
            Cond::Quantified(_, domain, body) => self.nearest_member(domain, body, env),
            _ => u32::from(self.machine.cond(cond, env)),
        }
    }

    fn compare(&mut self, found: &mut Finding, a: &Num, b: &Num, env: Env<'_>) {
        let side = if matches!(a, Num::Int(_)) { b } else { a };
        found.counted = Some(self.machine.num(side, env));
        match side {
            Num::Count(set) => found.cells = self.cells(set, env),
            Num::CountLaid { laid, by } => {
                let mut sets: Vec<Vec<Cell>> = Vec::new();
                self.machine.laid(laid, env, &mut |m, first| {
                    let mut cells = met(m, first);
                    cells.retain(|&c| m.contains(by, c, env));
                    cells.sort_unstable();
                    if !sets.contains(&cells) {
                        sets.push(cells);
                    }
                    false
                });
                found.because = sets
                    .into_iter()
                    .map(|cells| {
                        let says = self.machine.cell_names(&cells);
                        Finding { cells, ..self.plain(says, true) }
                    })
                    .collect();
            }
            _ => {}
        }
    }

    /// The first cells of a set.
    fn cells(&mut self, set: &Set, env: Env<'_>) -> Vec<Cell> {
        let mut cells = Vec::new();
        self.machine.each_cell(set, env, &mut |_, cell| {
            cells.push(cell);
            cells.len() >= MOST_CELLS
        });
        cells
    }
}

/// What variables stand for in an environment, on the state of a machine.
struct Place<'p, 'r> {
    machine: &'p Machine<'r>,
    env: Env<'p>,
}

impl Bound for Place<'_, '_> {
    fn cell(&self, cell: CellRef) -> Option<Cell> {
        self.machine.cell(cell, self.env)
    }

    fn line(&self, line: Var) -> Option<u16> {
        self.env.line(line)
    }

    fn mover(&self) -> Option<u8> {
        Some(self.machine.state.mover)
    }
}

impl Machine<'_> {
    /// Puts something into words that is read in an environment.
    fn words(&self, env: Env<'_>, say: impl FnOnce(Words<'_>) -> String) -> String {
        let place = Place { machine: self, env };
        say(Words::bound(self.rules, &place, env.viewer))
    }

    fn cell_names(&self, cells: &[Cell]) -> String {
        let words = Words::of(self.rules);
        cells.iter().map(|&c| words.cell_name(c)).collect::<Vec<_>>().join(" ")
    }
}

/// Where a finding rests on one other alone, that one says it all.
fn alone(mut found: Finding) -> Finding {
    if found.because.len() != 1 || found.more > 0 || found.because[0].holds != found.holds {
        return found;
    }
    found.because.pop().unwrap_or(found)
}

/// The parts of an `and` or an `or`, whose own words say no more than they do; of anything else itself.
fn parts(found: Finding, cond: &Cond) -> Vec<Finding> {
    match cond {
        Cond::Named(_, c) => parts(found, c),
        Cond::And(_) | Cond::Or(_) if found.because.len() > 1 && found.more == 0 => found.because,
        _ => vec![found],
    }
}

/// The cells that a pattern has met.
fn met(machine: &Machine<'_>, first: usize) -> Vec<Cell> {
    machine.met[first..].iter().filter_map(|m| m.cell).collect()
}
