//! Conditions as formulas: their truth under one assignment of everything that they ask.

use std::collections::BTreeSet;

use rulebook_ir::{Cmp, Cond, DefBody, Domain, Num, Quant, Rules, Set, Who};

/// What two conditions ask.
#[derive(Default)]
pub(super) struct Unknowns<'c> {
    /// Questions about which nothing is known; those of the two sides that are the same one stand together.
    pub(super) atoms: Vec<(&'c Cond, &'c Cond)>,
    /// The greatest number that a count is compared with.
    pub(super) constants: u32,
    /// Pieces are counted.
    pub(super) counted: bool,
    /// Options whose reading is asked.
    pub(super) options: BTreeSet<usize>,
    /// It matters who has moved.
    pub(super) mover: bool,
    /// Something is asked that may mean different things on the two sides.
    pub(super) unsure: bool,
}

/// One assignment.
pub(super) struct World<'w> {
    /// Numbers of pieces, by player, then kind.
    pub(super) counts: &'w [u32],
    pub(super) kinds: usize,
    /// The reading of each option.
    pub(super) readings: &'w [u32],
    /// A bit for each unknown and viewer.
    pub(super) truths: u64,
    pub(super) mover: usize,
    pub(super) unknowns: &'w Unknowns<'w>,
}

impl World<'_> {
    /// The truth of a condition in a player's view; `None` if it asks what was not noted.
    pub(super) fn holds(&self, cond: &Cond, rules: &Rules, viewer: usize) -> Option<bool> {
        let of = |c: &Cond, viewer: usize| self.holds(c, rules, viewer);
        Some(match cond {
            Cond::Const(b) => *b,
            Cond::Not(c) => !of(c, viewer)?,
            Cond::Named(_, c) => of(c, viewer)?,
            Cond::For(who, c) => of(c, self.player(*who, viewer))?,
            Cond::And(all) => {
                let mut truth = true;
                for c in all {
                    truth &= of(c, viewer)?;
                }
                truth
            }
            Cond::Or(all) => {
                let mut truth = false;
                for c in all {
                    truth |= of(c, viewer)?;
                }
                truth
            }
            Cond::Quantified(Quant::Some, Domain::Players, c) => of(c, 0)? | of(c, 1)?,
            Cond::Quantified(Quant::Every, Domain::Players, c) => of(c, 0)? & of(c, 1)?,
            Cond::Quantified(Quant::No, Domain::Players, c) => !(of(c, 0)? | of(c, 1)?),
            Cond::Reading { option, reading } => self.readings.get(usize::from(*option)) == Some(&u32::from(*reading)),
            Cond::Same(a, b) => self.player(*a, viewer) == self.player(*b, viewer),
            Cond::Compare(a, op, b) if comparable(a, b) => {
                let (a, b) = (self.number(a, viewer)?, self.number(b, viewer)?);
                match op {
                    Cmp::Equal => a == b,
                    Cmp::Less => a < b,
                    Cmp::AtMost => a <= b,
                    Cmp::Greater => a > b,
                    Cmp::AtLeast => a >= b,
                }
            }
            Cond::Exists(set) if is_material(set) => self.total(set, viewer) > 0,
            other => {
                if let Some(body) = inlined(rules, other) {
                    return of(body, viewer);
                }
                let index = self.unknowns.atoms.iter().position(|(a, b)| *a == other || *b == other)?;
                self.truths >> (2 * index + viewer) & 1 == 1
            }
        })
    }

    fn number(&self, num: &Num, viewer: usize) -> Option<i64> {
        match num {
            Num::Int(n) => Some(*n),
            Num::Count(set) => Some(self.total(set, viewer)),
            _ => None,
        }
    }

    /// How many pieces the set holds.
    fn total(&self, set: &Set, viewer: usize) -> i64 {
        let held = |i: &usize| self.contains(set, (i / self.kinds, i % self.kinds), viewer);
        (0..2 * self.kinds).filter(held).map(|i| i64::from(self.counts[i])).sum()
    }

    fn contains(&self, set: &Set, piece: (usize, usize), viewer: usize) -> bool {
        match set {
            Set::OwnedBy(who) => self.player(*who, viewer) == piece.0,
            Set::Enemies => piece.0 != viewer,
            Set::Kinds(bits) => bits >> piece.1 & 1 == 1,
            Set::And(all) => all.iter().all(|s| self.contains(s, piece, viewer)),
            Set::For(who, s) => self.contains(s, piece, self.player(*who, viewer)),
            _ => true,
        }
    }

    fn player(&self, who: Who, viewer: usize) -> usize {
        match who {
            Who::Me => viewer,
            Who::Enemy => 1 - viewer,
            Who::Player(p) => usize::from(p),
            Who::Mover => self.mover,
            Who::Next => 1 - self.mover,
        }
    }
}

/// Is a count of pieces compared with a constant? (Between two counts there is no bound up to which it would do to try.)
pub(super) fn comparable(a: &Num, b: &Num) -> bool {
    material(a) && material(b) && (matches!(a, Num::Int(_)) || matches!(b, Num::Int(_)))
}

/// Is it a number that owners and kinds of pieces alone decide?
fn material(num: &Num) -> bool {
    match num {
        Num::Int(_) => true,
        Num::Count(set) => is_material(set),
        _ => false,
    }
}

/// Do owners and kinds alone decide what the set holds?
pub(super) fn is_material(set: &Set) -> bool {
    match set {
        Set::OwnedBy(_) | Set::Enemies | Set::Kinds(_) | Set::Occupied => true,
        Set::And(all) => !all.is_empty() && all.iter().all(is_material),
        Set::For(_, s) => is_material(s),
        _ => false,
    }
}

/// The constant that a number is.
pub(super) fn constant(num: &Num) -> u32 {
    match num {
        Num::Int(n) => u32::try_from(*n).unwrap_or(0),
        _ => 0,
    }
}

/// The condition that a call without parameters stands for.
pub(super) fn inlined<'r>(rules: &'r Rules, cond: &Cond) -> Option<&'r Cond> {
    match cond {
        Cond::Call { def, cell: None, line: None } => inlined_body(&rules.defs[usize::from(def.0)].body),
        _ => None,
    }
}

/// The condition that a definition is.
pub(super) fn inlined_body(body: &DefBody) -> Option<&Cond> {
    match body {
        DefBody::Cond(c) => Some(c),
        DefBody::Num(_) | DefBody::Set(_) => None,
    }
}

/// Does the role depend on who has moved?
pub(super) fn depends(who: Who) -> bool {
    matches!(who, Who::Mover | Who::Next)
}

/// The same of a count.
pub(super) fn num_depends(num: &Num) -> bool {
    match num {
        Num::Count(set) => set_depends(set),
        _ => false,
    }
}

/// The same of a set.
pub(super) fn set_depends(set: &Set) -> bool {
    match set {
        Set::OwnedBy(who) => depends(*who),
        Set::And(all) => all.iter().any(set_depends),
        Set::For(who, s) => depends(*who) || set_depends(s),
        _ => false,
    }
}
