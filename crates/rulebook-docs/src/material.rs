//! For which material a condition holds: the condition evaluated on counts of pieces alone.
//!
//! What depends on where pieces stand is open: such a condition may hold, and only what cannot hold is excluded.

use rulebook_ir::{Cmp, Cond, DefBody, Domain, Num, Quant, Rules, Set, Who};

use crate::phrase::{Ending, MOST, Side};

/// Pieces by player and kind.
pub type Material = Vec<Vec<u32>>;

/// May the condition hold with this material, for one of the players as the one who looks?
pub fn may_hold(rules: &Rules, cond: &Cond, material: &Material) -> bool {
    let players = 0..rules.players.len();
    players.clone().any(|me| Counted { rules, material }.cond(cond, me) != Some(false))
}

/// Does the condition depend on material at all?
pub fn is_material(rules: &Rules, cond: &Cond) -> bool {
    let all = all_materials(rules);
    let mut holds = all.iter().map(|m| may_hold(rules, cond, m));
    let first = holds.next();
    holds.any(|h| Some(h) != first)
}

/// All materials of two sides with at most [`MOST`] pieces of a kind, and at least one piece each.
pub fn all_materials(rules: &Rules) -> Vec<Material> {
    let sides = all_sides(rules.kinds.len());
    let mut all = Vec::with_capacity(sides.len() * sides.len());
    for first in &sides {
        for second in &sides {
            all.push(vec![first.clone(), second.clone()]);
        }
    }
    all
}

fn all_sides(kinds: usize) -> Vec<Vec<u32>> {
    let mut sides = vec![Vec::new()];
    for _ in 0..kinds {
        sides = sides
            .into_iter()
            .flat_map(|side: Vec<u32>| (0..=MOST).map(move |n| [side.as_slice(), &[n]].concat()))
            .collect();
    }
    sides.retain(|side| side.iter().sum::<u32>() > 0);
    sides
}

/// The materials that an ending tells, with either player on either side.
pub fn materials(rules: &Rules, ending: &Ending) -> Vec<Material> {
    let sides = all_sides(rules.kinds.len());
    let of = |alternatives: &[Side]| -> Vec<&Vec<u32>> {
        sides.iter().filter(|s| alternatives.iter().any(|a| a.is(s))).collect()
    };
    let (first, second) = (of(&ending.first), of(&ending.second));
    let mut all = Vec::new();
    for a in &first {
        for b in &second {
            all.push(vec![(*a).clone(), (*b).clone()]);
            all.push(vec![(*b).clone(), (*a).clone()]);
        }
    }
    all
}

impl Side {
    /// Is this what the words tell?
    fn is(&self, side: &[u32]) -> bool {
        let count = |kinds: u32| -> u32 { (0..side.len()).filter(|k| kinds >> k & 1 == 1).map(|k| side[k]).sum() };
        // Two piles of one kind (`a king and a king`) are taken together.
        let mut told = 0;
        for pile in &self.piles {
            let same = self.piles.iter().filter(|p| p.kinds == pile.kinds);
            let least: u32 = same.clone().map(|p| p.least).sum();
            let most: u32 = same.map(|p| p.most).sum::<u32>().min(MOST * side.len() as u32);
            told |= pile.kinds;
            let has = count(pile.kinds);
            let open = pile.most == MOST && pile.least < MOST;
            if has < least || (!open && has > most) {
                return false;
            }
        }
        self.others || count(!told) == 0
    }
}

struct Counted<'a> {
    rules: &'a Rules,
    material: &'a Material,
}

impl Counted<'_> {
    /// `None`: it depends on something else.
    fn cond(&self, cond: &Cond, me: usize) -> Option<bool> {
        match cond {
            Cond::Const(b) => Some(*b),
            Cond::Not(c) => self.cond(c, me).map(|b| !b),
            Cond::And(all) => {
                let values: Vec<Option<bool>> = all.iter().map(|c| self.cond(c, me)).collect();
                if values.contains(&Some(false)) {
                    return Some(false);
                }
                values.iter().all(|v| *v == Some(true)).then_some(true)
            }
            Cond::Or(all) => {
                let values: Vec<Option<bool>> = all.iter().map(|c| self.cond(c, me)).collect();
                if values.contains(&Some(true)) {
                    return Some(true);
                }
                values.iter().all(|v| *v == Some(false)).then_some(false)
            }
            Cond::Compare(a, cmp, b) => {
                let (a, b) = (self.num(a, me)?, self.num(b, me)?);
                Some(match cmp {
                    Cmp::Equal => a == b,
                    Cmp::Less => a < b,
                    Cmp::AtMost => a <= b,
                    Cmp::Greater => a > b,
                    Cmp::AtLeast => a >= b,
                })
            }
            Cond::Exists(set) => self.count(set, me).map(|n| n > 0),
            Cond::Quantified(quant, Domain::Players, body) => {
                let values: Vec<Option<bool>> = (0..self.rules.players.len()).map(|p| self.cond(body, p)).collect();
                let count = |wanted: &dyn Fn(&Option<bool>) -> bool| -> i64 {
                    values.iter().map(|v| i64::from(wanted(v))).sum()
                };
                let (yes, open, all) = (count(&|v| *v == Some(true)), count(&|v| v.is_none()), count(&|_| true));
                let between = |least: i64, most: i64| match () {
                    () if yes >= least && yes + open <= most => Some(true),
                    () if yes + open < least || yes > most => Some(false),
                    () => None,
                };
                match quant {
                    Quant::Some => between(1, all),
                    Quant::Every => between(all, all),
                    Quant::No => between(0, 0),
                    Quant::AtLeast(n) => between(self.num(n, me)?, all),
                    Quant::AtMost(n) => between(0, self.num(n, me)?),
                    Quant::Exactly(n) => self.num(n, me).and_then(|n| between(n, n)),
                }
            }
            Cond::For(who, c) => self.cond(c, self.who(*who, me)?),
            Cond::Named(_, c) => self.cond(c, me),
            Cond::Call { def, cell: None, line: None } => match &self.rules.defs.get(usize::from(def.0))?.body {
                DefBody::Cond(c) => self.cond(c, me),
                DefBody::Num(_) | DefBody::Set(_) => None,
            },
            Cond::Same(a, b) => Some(self.who(*a, me)? == self.who(*b, me)?),
            // The default reading is what pages speak of.
            Cond::Reading { reading, .. } => Some(*reading == 0),
            _ => None,
        }
    }

    fn who(&self, who: Who, me: usize) -> Option<usize> {
        match who {
            Who::Me => Some(me),
            Who::Enemy => (self.rules.players.len() == 2).then_some(1 - me),
            Who::Player(p) => Some(usize::from(p)),
            Who::Mover | Who::Next => None,
        }
    }

    fn num(&self, num: &Num, me: usize) -> Option<i64> {
        match num {
            Num::Int(n) => Some(*n),
            Num::Count(set) => self.count(set, me),
            Num::Add(a, b) => Some(self.num(a, me)? + self.num(b, me)?),
            Num::Sub(a, b) => Some(self.num(a, me)? - self.num(b, me)?),
            Num::Mul(a, b) => Some(self.num(a, me)? * self.num(b, me)?),
            Num::Call(def) => match &self.rules.defs.get(usize::from(def.0))?.body {
                DefBody::Num(n) => self.num(n, me),
                DefBody::Cond(_) | DefBody::Set(_) => None,
            },
            _ => None,
        }
    }

    /// How many pieces stand on the cells of a set, if that follows from whose and which they are.
    fn count(&self, set: &Set, me: usize) -> Option<i64> {
        let mut total = 0;
        let mut open = false;
        for (player, kinds) in self.material.iter().enumerate() {
            for (kind, count) in kinds.iter().enumerate() {
                match self.has(set, me, player, kind) {
                    Some(true) => total += i64::from(*count),
                    Some(false) => {}
                    None => open |= *count > 0,
                }
            }
        }
        (!open).then_some(total)
    }

    /// Is a cell with such a piece in the set?
    fn has(&self, set: &Set, me: usize, player: usize, kind: usize) -> Option<bool> {
        match set {
            Set::Empty => Some(false),
            Set::Occupied => Some(true),
            Set::OwnedBy(who) => Some(self.who(*who, me)? == player),
            Set::Enemies => Some(player != me),
            Set::Kinds(kinds) => Some(kinds >> kind & 1 == 1),
            Set::And(all) => {
                let values: Vec<Option<bool>> = all.iter().map(|s| self.has(s, me, player, kind)).collect();
                if values.contains(&Some(false)) {
                    return Some(false);
                }
                values.iter().all(|v| *v == Some(true)).then_some(true)
            }
            Set::Or(all) => {
                let values: Vec<Option<bool>> = all.iter().map(|s| self.has(s, me, player, kind)).collect();
                if values.contains(&Some(true)) {
                    return Some(true);
                }
                values.iter().all(|v| *v == Some(false)).then_some(false)
            }
            Set::Not(set) => self.has(set, me, player, kind).map(|b| !b),
            Set::For(who, set) => self.has(set, self.who(*who, me)?, player, kind),
            Set::Call(def) => match &self.rules.defs.get(usize::from(def.0))?.body {
                DefBody::Set(set) => self.has(set, me, player, kind),
                DefBody::Cond(_) | DefBody::Num(_) => None,
            },
            _ => None,
        }
    }
}
