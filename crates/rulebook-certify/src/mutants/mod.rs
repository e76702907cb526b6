//! Mutants of a spec: every small wrong turn that the core can take, one at a time.
//!
//! They are made from the checked rules, not from text, so that nothing that a clause says is left out:
//! every integer up and down, every part of a condition or noun phrase dropped or negated, every event,
//! effect, exception, preference and result dropped, swapped or reversed. A suite that does not notice a
//! mutant does not test the clause that it changes.
//!
//! A change that provably changes nothing is no wrong turn and is not made; the proof stands beside the place where it is
//! left out. What is equivalent for a reason of one game stands in `conformance/equivalent.yaml` instead.

mod conditions;
mod each;
mod endings;
mod formula;
mod legs;
mod material;
mod places;
mod programs;
mod promotions;
mod proof;
mod score;
mod sets;

pub use score::{Extra, Group, Killer, Notices, Verdict, judge, killers};

use std::{collections::BTreeMap, sync::Arc};

use rulebook_ir::{ClauseId, Rules, Who};

use places::Places;

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
        let clause = self.clause.map_or(self.rules.name.as_str(), |c| self.rules.clause_id(c));
        format!("{clause}: {}", self.what)
    }
}

/// How many places of a game's rules can be changed; a change that provably changes nothing is no mutant.
pub fn count(rules: &Rules) -> usize {
    walk(rules, usize::MAX).0.next
}

/// The mutant of that number, below [`count`]; `None` also if the change provably changes nothing.
pub fn mutant(rules: &Rules, number: usize) -> Option<Mutant> {
    let (mutator, changed) = walk(rules, number);
    if proof::same(rules, &changed) {
        return None;
    }
    mutator.done.map(|(clause, what)| Mutant { number, clause, what, rules: Arc::new(changed) })
}

/// The same without the proof that something changes, which takes longer than to see it: for those who only ask whether it
/// explains an answer.
pub fn unproved(rules: &Rules, number: usize) -> Option<Mutant> {
    let (mutator, changed) = walk(rules, number);
    mutator.done.map(|(clause, what)| Mutant { number, clause, what, rules: Arc::new(changed) })
}

fn walk(rules: &Rules, target: usize) -> (Mutator, Rules) {
    let mut changed = rules.clone();
    let mut mutator = Mutator {
        target,
        next: 0,
        clause: None,
        done: None,
        named: BTreeMap::new(),
        places: Places::of(rules),
        one_landing: false,
        either: false,
        victims_block: false,
    };
    mutator.rules(&mut changed);
    (mutator, changed)
}

/// Walks rules, counts the places where something can be changed, and changes the one that is asked for.
struct Mutator {
    target: usize,
    next: usize,
    clause: Option<ClauseId>,
    done: Option<(Option<ClauseId>, String)>,
    named: BTreeMap<(Option<ClauseId>, String), u32>,
    places: Places,
    /// Each match of the leg that is being walked through has one landing cell only.
    one_landing: bool,
    /// The victims of the chain that is being walked through stay, and each stands right behind its leg.
    victims_block: bool,
    /// What is being walked through is asked of both players, and it makes no difference which of them is seen.
    either: bool,
}

/// The clause of that path.
fn find(rules: &Rules, path: &str) -> Option<ClauseId> {
    let id = format!("{}.{path}", rules.name);
    rules.clauses.iter().position(|c| c.id == id).map(|i| ClauseId(i as u16))
}

impl Mutator {
    /// Is this the change to make? Then it is noted.
    fn hit(&mut self, what: impl FnOnce() -> String) -> bool {
        if self.done.is_some() {
            self.next += 1;
            return false;
        }
        let mut what = what();
        // The same change at several places of a clause: each has its own name.
        let before = self.named.entry((self.clause, what.clone())).or_default();
        *before += 1;
        if *before > 1 {
            what = format!("{what} ({before})");
        }
        let now = self.next == self.target;
        self.next += 1;
        if now {
            self.done = Some((self.clause, what));
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

/// Whose view it is.
fn role(who: Who) -> String {
    match who {
        Who::Me => "the one seen".into(),
        Who::Enemy => "his opponent".into(),
        Who::Player(n) => format!("player {n}"),
        Who::Mover => "the mover".into(),
        Who::Next => "the next player".into(),
    }
}
