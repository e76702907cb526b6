//! The runs of a term, on counts: what the interpreter does to cells is done to classes, and where counts do not
//! tell what happens, everything that may happen is.

use rulebook_ir::{CellRef, Cond, Set, Slot, Term};
use rustc_hash::FxHashMap;

use crate::{
    counting::{Actor, Counting},
    deed::{Deed, Way, Ways},
    value::Tri,
};

impl Counting<'_> {
    /// The runs of a term.
    pub(crate) fn run(&mut self, term: &Term, deed: &Deed) -> Ways {
        self.effort = self.effort.saturating_sub(1);
        if self.effort == 0 {
            return Ways::default();
        }
        match term {
            Term::Nothing | Term::Pass => Ways::one(deed.clone(), true),
            Term::Seq(parts) => self.sequence(parts, deed),
            Term::Choice(parts) => {
                let mut ways = Ways::default();
                for part in parts {
                    let more = self.run(part, deed);
                    ways.some |= more.some;
                    ways.merge(more.list);
                }
                ways
            }
            Term::Priority(first, second) => self.priority(first, second, deed),
            Term::Loop(body) => self.rounds(body, deed),
            Term::Again => Ways { list: vec![Way { deed: deed.clone(), sure: true, again: true }], ..Ways::default() },
            Term::Test(cond, _) => match self.holds(cond, deed) {
                Tri::No => Ways::default(),
                Tri::Maybe => Ways::one(deed.clone(), false),
                Tri::Yes => Ways::one(deed.clone(), true),
            },
            Term::Forbid { when, unless, .. } => self.forbid(when, unless, deed),
            Term::When(cond, then) => match self.holds(cond, deed) {
                Tri::No => Ways::one(deed.clone(), true),
                Tri::Yes => self.run(then, deed),
                Tri::Maybe => {
                    let mut ways = self.run(then, deed);
                    ways.list.iter_mut().for_each(|w| w.sure = false);
                    ways.merge(vec![Way { deed: deed.clone(), sure: false, again: false }]);
                    ways
                }
            },
            Term::Pick(slot, set) => self.pick(*slot, set, deed),
            Term::Legs { from, dirs, pattern, body, .. } => self.legs(*from, dirs, pattern, body, deed),
            Term::Land(slot) => Self::land(*slot, deed),
            Term::Strike(mark) => self.strike(*mark, deed),
            Term::Shift(from, to) => self.shift(*from, *to, deed),
            Term::Put { kind, at, stock } => self.put(*kind, *at, *stock, deed),
            Term::Off { at, stock } => self.off(*at, *stock, deed),
            Term::Become(slot, kind) => self.promote(*slot, *kind, deed),
            Term::Mark(cell, mark) => self.mark(*cell, *mark, deed),
            Term::TakeMarked(mark) => self.take_marked(*mark, deed),
            Term::Fan { dirs, pattern, must, .. } => self.fan(dirs, pattern, *must, deed),
        }
    }

    /// A condition of the action under way.
    pub(crate) fn holds(&mut self, cond: &Cond, deed: &Deed) -> Tri {
        let env = deed.env();
        self.ask(|c| c.cond(cond, &deed.state, &env))
    }

    fn sequence(&mut self, parts: &[Term], deed: &Deed) -> Ways {
        let mut ways = Ways::one(deed.clone(), true);
        for part in parts {
            let mut next = Ways { some: ways.some, ..Ways::default() };
            for way in ways.list {
                if way.again {
                    next.merge(vec![way]);
                    continue;
                }
                let mut more = self.run(part, &way.deed);
                more.list.iter_mut().for_each(|w| w.sure &= way.sure);
                // Whichever of the runs so far there is, it goes on.
                next.some &= more.some;
                next.merge(more.list);
            }
            next.some |= next.list.iter().any(|w| w.sure && !w.again);
            ways = next;
        }
        ways
    }

    fn priority(&mut self, first: &Term, second: &Term, deed: &Deed) -> Ways {
        let mut ways = self.run(first, deed);
        if ways.some {
            return ways;
        }
        let nothing = ways.list.is_empty();
        let mut others = self.run(second, deed);
        if !nothing {
            others.list.iter_mut().for_each(|w| w.sure = false);
        }
        ways.some |= others.some;
        ways.merge(others.list);
        ways
    }

    /// Rounds are run from every state in which one can begin, each once.
    fn rounds(&mut self, body: &Term, deed: &Deed) -> Ways {
        let outer = deed.leg.clone();
        let mut begun: FxHashMap<Deed, bool> = FxHashMap::default();
        let mut ways = Ways::default();
        let mut open = vec![(deed.clone(), true)];
        let mut first = true;
        while let Some((start, sure)) = open.pop() {
            match begun.get_mut(&start) {
                Some(known) if *known || !sure => continue,
                Some(known) => *known = true,
                None => _ = begun.insert(start.clone(), sure),
            }
            let round = self.run(body, &start);
            // If the first round never begins another, it is all there is.
            if first && round.list.iter().all(|w| !w.again) {
                ways.some = round.some;
            }
            first = false;
            for mut way in round.list {
                way.sure &= sure;
                if way.again {
                    way.deed.leg = None;
                    way.deed.normalise();
                    open.push((way.deed, way.sure));
                    continue;
                }
                way.deed.leg.clone_from(&outer);
                ways.merge(vec![way]);
            }
        }
        ways.some |= ways.list.iter().any(|w| w.sure);
        ways
    }

    fn forbid(&mut self, when: &Cond, unless: &Cond, deed: &Deed) -> Ways {
        let when = self.holds(when, deed);
        let stopped = if when.may() { when.and(self.holds(unless, deed).not()) } else { when };
        let mut ways = Ways::default();
        if !stopped.must() {
            ways = Ways::one(deed.clone(), !stopped.may());
        }
        // Where prohibitions may be played, the run goes on and loses.
        if stopped.may() && self.fouls.may() {
            let foul = Deed { foul: true, ..deed.clone() };
            let sure = stopped.must() && self.fouls.must();
            ways.merge(vec![Way { deed: foul, sure, again: false }]);
        }
        ways.some |= ways.list.iter().any(|w| w.sure) || self.fouls.must();
        ways
    }

    fn pick(&mut self, slot: Slot, set: &Set, deed: &Deed) -> Ways {
        if let Set::One(CellRef::Var(var)) = set
            && let Some(named) = deed.get(*var)
        {
            return Ways::one(picked(slot, named.group, named.class, deed, self), true);
        }
        let env = deed.env();
        let mut ways = Ways::default();
        for class in 0..self.layout.classes() {
            if deed.state.count(class) == 0 {
                continue;
            }
            let member = self.ask(|c| c.has(set, class, &deed.state, &env));
            if member.may() {
                let deed = picked(slot, deed.new_group(), Some(class), deed, self);
                ways.list.push(Way { deed, sure: member.must(), again: false });
            }
        }
        let known = self.ask(|c| c.count(set, &deed.state, &env));
        if known.to <= 0 {
            return Ways::default();
        }
        ways.some = known.from > 0;
        ways
    }
}

/// A cell is picked; the first is the origin, and where the acting piece stands.
fn picked(slot: Slot, group: u8, class: Option<u16>, deed: &Deed, counting: &Counting<'_>) -> Deed {
    let mut deed = deed.clone();
    deed.name(slot, group, class);
    if !deed.picked {
        deed.picked = true;
        deed.name(0, group, class);
        deed.name(1, group, class);
        deed.actor = match class {
            None => Actor::Unknown,
            Some(class) => counting.layout.standing(class).map_or(Actor::Nobody, |(_, kind)| Actor::Kind(kind)),
        };
    }
    deed.normalise();
    deed
}
