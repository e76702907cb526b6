//! Wrong turns of conditions and numbers.

use rulebook_ir::{Cmp, Cond, Domain, Num, Quant};

use super::{
    Mutator,
    each::once,
    ordinal,
    sets::{Ends, Open},
};

impl Mutator {
    /// A condition: negated as a whole, and changed inside.
    pub(super) fn whole(&mut self, cond: &mut Cond) {
        match cond {
            Cond::Named(clause, inner) => {
                let clause = *clause;
                self.within(clause, |m| m.whole(inner));
            }
            Cond::Const(value) => {
                let value = *value;
                if self.hit(|| {
                    if value {
                        "a condition that always holds → never".into()
                    } else {
                        "a condition that never holds → always".into()
                    }
                }) {
                    *cond = Cond::Const(!value);
                }
            }
            _ => {
                if self.hit(|| "the condition negated".into()) {
                    *cond = Cond::Not(Box::new(cond.clone()));
                    return;
                }
                if self.hit(|| "the condition dropped".into()) {
                    *cond = Cond::Const(true);
                    return;
                }
                if self.hit(|| "the condition never holds".into()) {
                    *cond = Cond::Const(false);
                    return;
                }
                self.cond(cond);
            }
        }
    }

    /// The parts of a condition.
    pub(super) fn cond(&mut self, cond: &mut Cond) {
        match cond {
            Cond::Named(clause, inner) => {
                let clause = *clause;
                self.within(clause, |m| m.cond(inner));
            }
            Cond::Not(inner) => {
                if self.hit(|| "`not` dropped".into()) {
                    *cond = (**inner).clone();
                    return;
                }
                self.cond(inner);
            }
            Cond::And(all) => {
                self.drop_each(all, |i, _| format!("the {} condition of an `and` dropped", ordinal(i)));
                for (index, part) in all.iter_mut().enumerate() {
                    if self.hit(|| format!("the {} condition of an `and` negated", ordinal(index))) {
                        *part = Cond::Not(Box::new(part.clone()));
                        return;
                    }
                    self.cond(part);
                }
            }
            Cond::Or(all) => {
                self.drop_each(all, |i, _| format!("the {} condition of an `or` dropped", ordinal(i)));
                for part in all {
                    self.cond(part);
                }
            }
            Cond::Compare(left, op, right) => {
                for other in neighbours(*op) {
                    // A count is never below nothing.
                    let same = *op == Cmp::Equal && other == Cmp::AtMost && *right == Num::Int(0) && natural(left);
                    if !same && self.hit(|| format!("{op:?} → {other:?}")) {
                        *op = other;
                        return;
                    }
                }
                self.num(left);
                self.num(right);
            }
            Cond::Exists(set) | Cond::In(_, set) => self.set(set),
            Cond::Quantified(quant, domain, body) => {
                if (&*quant, &*domain) == (&Quant::Some, &Domain::Players) {
                    let sides = self.places.sides;
                    if self.perhaps_within(sides, |m| m.hit(|| "only the first player can be the one".into())) {
                        *cond = Cond::For(rulebook_ir::Who::Player(0), body.clone());
                        return;
                    }
                }
                self.quant(quant);
                match domain {
                    Domain::Cells(set, _) => self.set(set),
                    Domain::Groups(set, dirs, _) => {
                        self.set(set);
                        self.joining(dirs);
                    }
                    Domain::Lines(..) | Domain::Players => {}
                }
                let each = *domain == Domain::Players && once(self.places.players, |v| v.cond(body));
                let outer = std::mem::replace(&mut self.either, each);
                self.cond(body);
                self.either = outer;
            }
            Cond::For(who, inner) => {
                self.who(who);
                self.cond(inner);
            }
            Cond::Supposing { owner, then, .. } => {
                if self.hit(|| "the trial piece is not placed".into()) {
                    *cond = (**then).clone();
                    return;
                }
                self.who(owner);
                self.cond(then);
            }
            Cond::Call { .. } => {
                if self.hit(|| "a definition taken as always true".into()) {
                    *cond = Cond::Const(true);
                } else if self.hit(|| "a definition taken as never true".into()) {
                    *cond = Cond::Const(false);
                }
            }
            Cond::Laid(laid) => self.laid(laid, false),
            Cond::Walks(_, dirs, pattern) => {
                self.dirs(dirs);
                // It is asked only whether it matches, wherever that ends.
                self.pattern(pattern, Ends { near: false, far: true, open: Open::Far });
            }
            Cond::Can(who, _) | Cond::Same(_, who) => self.who(who),
            Cond::Occurs(n) | Cond::Reaches(_, _, n) => self.num(n),
            Cond::Reading { option, reading } => {
                let place = self.places.options.get(usize::from(*option));
                let clause = place.and_then(|(clause, readings)| {
                    readings.get(usize::from(*reading)).copied().flatten().or(Some(*clause))
                });
                if self.perhaps_within(clause, |m| m.hit(|| "the reading is the other one".into())) {
                    *cond = Cond::Not(Box::new(cond.clone()));
                }
            }
            Cond::LastVictimIs(kinds) => {
                if self.places.kinds > 1 && self.hit(|| "a last victim of the other kinds".into()) {
                    *kinds = !*kinds;
                }
            }
            Cond::Const(_) | Cond::ActorIs(_) => {}
        }
    }

    fn quant(&mut self, quant: &mut Quant) {
        let other = match quant {
            Quant::Some => Some((Quant::Every, "some → every")),
            Quant::Every => Some((Quant::Some, "every → some")),
            Quant::No => Some((Quant::Some, "no → some")),
            Quant::AtLeast(n) | Quant::AtMost(n) | Quant::Exactly(n) => {
                self.num(n);
                None
            }
        };
        if let Some((other, what)) = other
            && self.hit(|| what.into())
        {
            *quant = other;
        }
    }

    pub(super) fn num(&mut self, num: &mut Num) {
        match num {
            Num::Int(n) => {
                for by in [1, -1] {
                    let changed = *n + by;
                    if changed >= 0 && self.hit(|| format!("{n} → {changed}")) {
                        *n = changed;
                        return;
                    }
                }
            }
            Num::Count(set) => self.set(set),
            Num::Stock(who, _) | Num::TurnsOf(who) => self.who(who),
            Num::Victims(kinds) => {
                for kind in 0..self.places.kinds {
                    let bit = 1 << kind;
                    if *kinds != bit && *kinds & bit != 0 && self.hit(|| format!("victims of kind {kind} do not count"))
                    {
                        *kinds &= !bit;
                        return;
                    }
                }
            }
            Num::Clock(..) | Num::Turns | Num::Actions | Num::Call(_) => {}
            Num::CountLaid { laid, by } => {
                self.laid(laid, true);
                self.set(by);
            }
            Num::CountGroups(set, dirs) => {
                self.set(set);
                self.joining(dirs);
            }
            Num::Add(a, b) | Num::Sub(a, b) | Num::Mul(a, b) => {
                self.num(a);
                self.num(b);
            }
        }
    }
}

fn neighbours(op: Cmp) -> Vec<Cmp> {
    match op {
        Cmp::Equal => vec![Cmp::AtLeast, Cmp::AtMost],
        Cmp::Less => vec![Cmp::AtMost],
        Cmp::AtMost => vec![Cmp::Less],
        Cmp::Greater => vec![Cmp::AtLeast],
        Cmp::AtLeast => vec![Cmp::Greater],
    }
}

/// Can the number not be negative?
fn natural(num: &Num) -> bool {
    match num {
        Num::Int(n) => *n >= 0,
        Num::Sub(..) | Num::Call(_) => false,
        Num::Add(a, b) | Num::Mul(a, b) => natural(a) && natural(b),
        Num::Count(_)
        | Num::Stock(..)
        | Num::Victims(_)
        | Num::CountLaid { .. }
        | Num::CountGroups(..)
        | Num::Clock(..)
        | Num::Turns
        | Num::TurnsOf(_)
        | Num::Actions => true,
    }
}
