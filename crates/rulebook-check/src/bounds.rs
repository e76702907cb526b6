//! How large numbers can become in any game, and conditions that no position satisfies.

use std::cell::Cell;

use rulebook_ir::rules::Kind;
use rulebook_ir::{Clock, Cmp, Cond, Def, DefBody, EventKind, Num, Quant, Set};

/// What bounds numbers.
#[derive(Debug)]
pub(crate) struct Bounds<'b> {
    /// Cells of the board.
    pub(crate) cells: i64,
    pub(crate) kinds: &'b [Kind],
    pub(crate) clocks: &'b [Clock],
    pub(crate) defs: &'b [Def],
    /// Most plies and actions of a game, if there is such a number.
    pub(crate) plies: Option<i64>,
    /// A piece can leave the board.
    pub(crate) lost: bool,
    /// How many calls of definitions may still be followed, so that this ends soon whatever they say.
    pub(crate) calls: Cell<u32>,
}

/// How deep definitions are followed.
const DEEPEST: u8 = 8;

impl Bounds<'_> {
    /// Does it hold in no position?
    pub(crate) fn never(&self, cond: &Cond, depth: u8) -> bool {
        match cond {
            Cond::Const(holds) => !holds,
            Cond::And(all) => all.iter().any(|c| self.never(c, depth)),
            Cond::Or(all) => all.iter().all(|c| self.never(c, depth)),
            Cond::Named(_, inner) | Cond::For(_, inner) | Cond::Supposing { then: inner, .. } => {
                self.never(inner, depth)
            }
            Cond::Quantified(Quant::Some, _, inner) => self.never(inner, depth),
            Cond::Exists(set) => self.most(set) == 0,
            Cond::Compare(a, op, b) => {
                let ((least, most), (low, high)) = (self.range(a, depth), self.range(b, depth));
                let below = |a: Option<i64>, b: Option<i64>| matches!((a, b), (Some(a), Some(b)) if a < b);
                let at_most = |a: Option<i64>, b: Option<i64>| matches!((a, b), (Some(a), Some(b)) if a <= b);
                match op {
                    Cmp::Equal => below(most, low) || below(high, least),
                    Cmp::Less => at_most(high, least),
                    Cmp::AtMost => below(high, least),
                    Cmp::Greater => at_most(most, low),
                    Cmp::AtLeast => below(most, low),
                }
            }
            Cond::Reaches(clock, _, limit) => {
                let most = self.clocks.get(usize::from(clock.0)).and_then(|c| self.clock(c));
                matches!((most, self.range(limit, depth).0), (Some(most), Some(limit)) if most < limit)
            }
            Cond::Call { def, .. } => match self.defs.get(usize::from(def.0)).map(|d| &d.body) {
                Some(DefBody::Cond(inner)) if depth < DEEPEST && self.follows() => self.never(inner, depth + 1),
                _ => false,
            },
            _ => false,
        }
    }

    fn follows(&self) -> bool {
        let left = self.calls.get();
        self.calls.set(left.saturating_sub(1));
        left > 0
    }

    /// The least and the greatest value, as far as they are known.
    fn range(&self, num: &Num, depth: u8) -> (Option<i64>, Option<i64>) {
        match num {
            Num::Int(n) => (Some(*n), Some(*n)),
            Num::Count(set) | Num::CountGroups(set, _) => (Some(0), Some(self.most(set))),
            Num::Stock(_, kinds) => (Some(0), Some(self.stock(*kinds))),
            Num::Victims(_) | Num::CountLaid { .. } => (Some(0), None),
            Num::Clock(clock, ..) => (Some(0), self.clocks.get(usize::from(clock.0)).and_then(|c| self.clock(c))),
            Num::Turns | Num::TurnsOf(_) | Num::Actions => (Some(0), self.plies),
            Num::Call(def) => match self.defs.get(usize::from(def.0)).map(|d| &d.body) {
                Some(DefBody::Num(inner)) if depth < DEEPEST && self.follows() => self.range(inner, depth + 1),
                _ => (None, None),
            },
            Num::Add(a, b) => {
                let ((least, most), (low, high)) = (self.range(a, depth), self.range(b, depth));
                (plus(least, low), plus(most, high))
            }
            Num::Sub(a, b) => {
                let ((least, most), (low, high)) = (self.range(a, depth), self.range(b, depth));
                (plus(least, high.map(i64::saturating_neg)), plus(most, low.map(i64::saturating_neg)))
            }
            Num::Mul(..) => (None, None),
        }
    }

    /// Most cells of a set.
    fn most(&self, set: &Set) -> i64 {
        match set {
            Set::Const(cells) => whole(cells.len()),
            Set::Seen(seen) => seen.iter().map(|c| whole(c.len())).max().unwrap_or(0),
            Set::One(_) => 1,
            Set::And(all) => all.iter().map(|s| self.most(s)).min().unwrap_or(self.cells),
            Set::Or(all) => all.iter().map(|s| self.most(s)).sum::<i64>().min(self.cells),
            Set::For(_, inner) => self.most(inner),
            _ => self.cells,
        }
    }

    /// Most pieces in a reserve.
    fn stock(&self, kinds: u32) -> i64 {
        let mut sum = 0;
        for (_, kind) in self.kinds.iter().enumerate().filter(|(i, _)| kinds >> i & 1 == 1) {
            let Some((limit, each)) = kind.stock else { continue };
            let numbers = kind.numbers.map_or(1, |(first, last)| i64::from(last.saturating_sub(first)) + 1);
            sum += i64::from(limit) * if each { numbers } else { 1 };
        }
        sum
    }

    /// How far a clock can come.
    fn clock(&self, clock: &Clock) -> Option<i64> {
        match clock.feed.kind {
            EventKind::Ply => self.plies,
            EventKind::Loss if !self.lost => Some(0),
            EventKind::Loss
            | EventKind::AnyAction
            | EventKind::Action(..)
            | EventKind::Promotion
            | EventKind::Entering(_) => None,
        }
    }
}

/// A number of cells.
pub(crate) fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn plus(a: Option<i64>, b: Option<i64>) -> Option<i64> {
    a?.checked_add(b?)
}
