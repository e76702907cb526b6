//! Mutants of a spec: every small wrong turn that the core can take, one at a time.
//!
//! They are made from the checked rules, not from text, so that nothing that a clause says is left out:
//! every integer up and down, every part of a condition or noun phrase dropped or negated, every event,
//! effect, exception, preference and result dropped, swapped or reversed. A suite that does not notice a
//! mutant does not test the clause that it changes.

mod conditions;
mod material;
mod programs;
mod score;
mod sets;

pub use score::{Group, Notices, Verdict, judge};

use std::sync::Arc;

use rulebook_ir::{CellSet, ClauseId, Rules};

/// Rules with one wrong turn.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Its number, stable as long as the spec is.
    pub number: usize,
    /// The clause that it changes.
    pub clause: Option<ClauseId>,
    /// What was changed, in words.
    pub what: String,
    /// The changed rules.
    pub rules: Arc<Rules>,
}

impl Mutant {
    /// `brazilian.five.limit: 10 → 11`.
    pub fn name(&self) -> String {
        let clause = self.clause.map_or("the game", |c| self.rules.clause_id(c));
        format!("{clause}: {}", self.what)
    }
}

/// How many mutants a game has.
pub fn count(rules: &Rules) -> usize {
    walk(rules, usize::MAX).0.next
}

/// The mutant of that number, below [`count`].
pub fn mutant(rules: &Rules, number: usize) -> Option<Mutant> {
    let (mutator, changed) = walk(rules, number);
    mutator.done.map(|(clause, what)| Mutant { number, clause, what, rules: Arc::new(changed) })
}

fn walk(rules: &Rules, target: usize) -> (Mutator, Rules) {
    let mut changed = rules.clone();
    let mut mutator = Mutator { target, next: 0, clause: None, done: None, places: Places::of(rules) };
    mutator.rules(&mut changed);
    (mutator, changed)
}

/// Walks rules, counts the places where something can be changed, and changes the one that is asked for.
struct Mutator {
    target: usize,
    next: usize,
    clause: Option<ClauseId>,
    done: Option<(Option<ClauseId>, String)>,
    places: Places,
}

/// Clauses whose content the core spreads over others.
struct Places {
    options: Vec<ClauseId>,
    regions: Vec<(CellSet, ClauseId)>,
    /// By the bit of the kind that is promoted.
    promotions: Vec<(u32, ClauseId)>,
}

impl Places {
    fn of(rules: &Rules) -> Self {
        let regions = rules
            .regions
            .iter()
            .filter_map(|(name, cells)| Some((cells.clone(), find(rules, &format!("region.{name}"))?)));
        let promotions = rules
            .kinds
            .iter()
            .enumerate()
            .filter_map(|(i, kind)| Some((1 << i, find(rules, &format!("promote.{}", kind.name))?)));
        Self {
            options: rules.options.iter().map(|o| o.clause).collect(),
            regions: regions.collect(),
            promotions: promotions.collect(),
        }
    }
}

/// The clause of that path.
fn find(rules: &Rules, path: &str) -> Option<ClauseId> {
    let id = format!("{}.{path}", rules.name);
    rules.clauses.iter().position(|c| c.id == id).map(|i| ClauseId(i as u16))
}

impl Mutator {
    /// Is this the change to make? Then it is noted.
    fn hit(&mut self, what: impl FnOnce() -> String) -> bool {
        let now = self.done.is_none() && self.next == self.target;
        self.next += 1;
        if now {
            self.done = Some((self.clause, what()));
        }
        now
    }

    /// Goes on within a clause.
    fn within<T>(&mut self, clause: ClauseId, go: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.clause.replace(clause);
        let result = go(self);
        self.clause = outer;
        result
    }

    /// Goes on within a clause, if there is one.
    fn perhaps_within<T>(&mut self, clause: Option<ClauseId>, go: impl FnOnce(&mut Self) -> T) -> T {
        match clause {
            Some(clause) => self.within(clause, go),
            None => go(self),
        }
    }

    /// Drops each part of a list in turn.
    fn drop_each<T>(&mut self, list: &mut Vec<T>, what: impl Fn(usize, &T) -> String) {
        for index in 0..list.len() {
            if self.hit(|| what(index, &list[index])) {
                list.remove(index);
                return;
            }
        }
    }
}

/// First, second, …
fn ordinal(index: usize) -> String {
    match index {
        0 => "first".into(),
        1 => "second".into(),
        2 => "third".into(),
        n => format!("{}th", n + 1),
    }
}
