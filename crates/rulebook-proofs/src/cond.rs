//! Conditions: whether they hold on all boards with the same counts, on none, or on some.

use rulebook_ir::{CellRef, ClockId, Cond, DefBody, Domain, Item, Laid, Num, Pattern, Quant, Repeat, Who};

use crate::{
    counting::{Actor, Counting, Env},
    state::State,
    value::{Range, Tri},
};

impl Counting<'_> {
    /// Is there still fuel? One unit is spent.
    pub(crate) fn spend(&mut self) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        self.fuel > 0
    }

    pub(crate) fn cond(&mut self, cond: &Cond, state: &State, env: &Env) -> Tri {
        if !self.spend() {
            return Tri::Maybe;
        }
        match cond {
            Cond::Const(value) => Tri::of(*value),
            Cond::Not(c) => self.cond(c, state, env).not(),
            Cond::And(all) => {
                all.iter().fold(Tri::Yes, |t, c| if t.may() { t.and(self.cond(c, state, env)) } else { t })
            }
            Cond::Or(any) => any.iter().fold(Tri::No, |t, c| if t.must() { t } else { t.or(self.cond(c, state, env)) }),
            Cond::Compare(a, cmp, b) => {
                let (a, b) = (self.num(a, state, env), self.num(b, state, env));
                a.compare(*cmp, b)
            }
            Cond::Exists(set) => some(self.count(set, state, env)),
            Cond::In(cell, set) => match env.class(*cell) {
                Some(class) => self.has(set, class, state, env),
                None => self.in_any_class(set, state, env),
            },
            Cond::Quantified(quant, domain, body) => {
                let holds = match quant {
                    Quant::Every => self.members(domain, &Cond::Not(body.clone()), state, env),
                    _ => self.members(domain, body, state, env),
                };
                self.quantified(quant, holds, state, env)
            }
            Cond::For(who, c) => {
                let viewer = self.who(*who, state, env);
                self.cond(c, state, &env.seen_by(viewer))
            }
            Cond::Supposing { owner, kind, at, then } => self.supposing((*owner, *kind), *at, then, state, env),
            Cond::Call { def, cell, .. } => {
                let DefBody::Cond(body) = &self.rules.defs[usize::from(def.0)].body else { return Tri::No };
                let inner = Env { actor: env.actor, ..Env::of(env.viewer) };
                match cell {
                    Some(cell) => self.cond(body, state, &inner.bind(0, env.class(*cell))),
                    None => self.cond(body, state, &inner),
                }
            }
            Cond::Laid(Laid { pattern, .. }) | Cond::Walks(_, _, pattern) => {
                if self.fits(pattern, state, env) {
                    Tri::Maybe
                } else {
                    Tri::No
                }
            }
            Cond::Can(who, action) => {
                let who = self.who(*who, state, env);
                self.can(who, *action, state)
            }
            // Of the victims only their number is known.
            Cond::LastVictimIs(_) => Tri::Maybe,
            Cond::Occurs(times) => {
                if self.occurred || self.num(times, state, env).to <= 1 {
                    Tri::Yes
                } else {
                    Tri::Maybe
                }
            }
            Cond::Reaches(clock, _, limit) => self.reaches(*clock, limit, state, env),
            Cond::Reading { option, reading } => {
                Tri::of(self.readings.get(usize::from(*option)) == Some(&usize::from(*reading)))
            }
            Cond::Same(a, b) => Tri::of(self.who(*a, state, env) == self.who(*b, state, env)),
            Cond::ActorIs(kinds) => match env.actor {
                Actor::Nobody => Tri::No,
                Actor::Kind(kind) => Tri::of(kinds >> kind & 1 == 1),
                Actor::Unknown => Tri::Maybe,
            },
            Cond::Named(_, c) => self.cond(c, state, env),
        }
    }

    /// A cell of which nothing is known, or which does not exist, is in the set.
    fn in_any_class(&mut self, set: &rulebook_ir::Set, state: &State, env: &Env) -> Tri {
        for class in 0..self.layout.classes() {
            if state.count(class) > 0 && self.has(set, class, state, env).may() {
                return Tri::Maybe;
            }
        }
        Tri::No
    }

    fn reaches(&mut self, clock: ClockId, limit: &Num, state: &State, env: &Env) -> Tri {
        if self.reached == Some(clock) {
            return Tri::Yes;
        }
        let limit = self.num(limit, state, env);
        if self.most(clock, state) < limit.from { Tri::No } else { Tri::Maybe }
    }

    /// Of how many members of a domain the body holds.
    fn members(&mut self, domain: &Domain, body: &Cond, state: &State, env: &Env) -> Range {
        let mut holds = Range::exactly(0);
        match domain {
            Domain::Cells(set, var) => {
                for class in 0..self.layout.classes() {
                    let cells = i64::from(state.count(class));
                    if cells == 0 {
                        continue;
                    }
                    let member = self.has(set, class, state, env);
                    let both = member.and(if member.may() {
                        self.cond(body, state, &env.bind(*var, Some(class)))
                    } else {
                        Tri::No
                    });
                    holds = holds.add(match both {
                        Tri::No => Range::exactly(0),
                        Tri::Maybe => Range { from: 0, to: cells },
                        Tri::Yes => Range::exactly(cells),
                    });
                }
                // Of the set as a whole more may be known than of its classes.
                let size = self.count(set, state, env);
                let every = self.cond(body, state, &env.bind(*var, None));
                let least = if every.must() { size.from } else { 0 };
                Range { from: holds.from.max(least), to: holds.to.min(size.to) }
            }
            Domain::Players => {
                for player in 0..self.layout.players {
                    holds = holds.add(match self.cond(body, state, &env.seen_by(player)) {
                        Tri::No => Range::exactly(0),
                        Tri::Maybe => Range { from: 0, to: 1 },
                        Tri::Yes => Range::exactly(1),
                    });
                }
                holds
            }
            Domain::Lines(..) => self.of_many(body, i64::MAX, state, env),
            Domain::Groups(set, ..) => {
                let most = self.count(set, state, env).to;
                self.of_many(body, most, state, env)
            }
        }
    }

    /// Of at most so many members, of which counting knows nothing else.
    fn of_many(&mut self, body: &Cond, most: i64, state: &State, env: &Env) -> Range {
        let to = if self.cond(body, state, env).may() { most } else { 0 };
        Range { from: 0, to }
    }

    fn quantified(&mut self, quant: &Quant, holds: Range, state: &State, env: &Env) -> Tri {
        use rulebook_ir::Cmp::{AtLeast, AtMost, Equal};
        match quant {
            Quant::Some => some(holds),
            // Here those members have been counted for which the body does not hold.
            Quant::No | Quant::Every => some(holds).not(),
            Quant::AtLeast(n) => holds.compare(AtLeast, self.num(n, state, env)),
            Quant::AtMost(n) => holds.compare(AtMost, self.num(n, state, env)),
            Quant::Exactly(n) => holds.compare(Equal, self.num(n, state, env)),
        }
    }

    fn supposing(&mut self, piece: (Who, u8), at: CellRef, then: &Cond, state: &State, env: &Env) -> Tri {
        let layout = self.layout;
        let empties: Vec<u16> = match env.class(at) {
            Some(class) => vec![class],
            None => (0..layout.classes()).filter(|&c| state.count(c) > 0).collect(),
        };
        let empties: Vec<u16> = empties.into_iter().filter(|&c| layout.standing(c).is_none()).collect();
        let player = self.who(piece.0, state, env);
        // What is taken for granted is so of the present board only.
        let cannot = self.cannot.take();
        let mut answer: Option<Tri> = None;
        for class in &empties {
            let mut state = state.clone();
            let placed = layout.with(*class, Some((player, piece.1)));
            if !state.change(*class, placed, 1) {
                continue;
            }
            let mut inner = env.clone();
            for (var, known) in &mut inner.cells {
                if CellRef::Var(*var) == at {
                    *known = Some(placed);
                } else if *known == Some(*class) {
                    *known = None;
                }
            }
            let then = self.cond(then, &state, &inner);
            answer = Some(match answer {
                Some(before) if before != then => Tri::Maybe,
                Some(_) | None => then,
            });
        }
        self.cannot = cannot;
        match (answer, env.class(at)) {
            (None, _) => Tri::No,
            (Some(answer), Some(_)) => answer,
            // The cell may be taken, and then the condition does not hold.
            (Some(answer), None) => answer.and(Tri::Maybe),
        }
    }

    /// Are there enough cells of the classes that a pattern wants?
    pub(crate) fn fits(&mut self, pattern: &Pattern, state: &State, env: &Env) -> bool {
        pattern.items.iter().all(|item| match item {
            Item::Cells { alternatives, repeat } => {
                let wanted = match repeat {
                    Repeat::Exactly(n) => self.num(n, state, env).from,
                    Repeat::Star => 0,
                    Repeat::Plus => 1,
                };
                let edge = i64::from(alternatives.iter().any(|a| a.test.edge));
                let there = (0..self.layout.classes()).filter(|&class| {
                    state.count(class) > 0
                        && alternatives.iter().any(|a| self.has(&a.test.set, class, state, env).may())
                });
                let there: Vec<u16> = there.collect();
                there.iter().map(|&c| i64::from(state.count(c))).sum::<i64>() + edge >= wanted
            }
            Item::Mix(parts) => parts
                .iter()
                .all(|(n, test)| self.count(&test.set, state, env).to + i64::from(test.edge) >= i64::from(*n)),
        })
    }
}

/// Is there at least one?
fn some(count: Range) -> Tri {
    if count.from > 0 {
        Tri::Yes
    } else if count.to <= 0 {
        Tri::No
    } else {
        Tri::Maybe
    }
}
