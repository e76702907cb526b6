//! Wrong turns of clocks, results and what always holds.

use rulebook_ir::{Clock, Cmp, Cond, Copies, Event, EventKind, Num, Outcome, Restart, ResultRule, Rules, Who};

use super::{Mutator, find, ordinal, places::Deeds};

impl Mutator {
    /// A clock. `actions` are restarts by each action.
    pub(super) fn clock(&mut self, clock: &mut Clock, actions: &[Restart], all_kinds: u32) {
        self.event(&mut clock.feed);
        match clock.copies {
            Copies::PerPlayer => {
                if self.hit(|| "one count for both, not one for each".into()) {
                    clock.copies = Copies::One;
                }
            }
            Copies::One => {
                if self.hit(|| "only the plies of the second player are counted".into()) {
                    clock.feed.by = Some(Who::Player(1));
                }
            }
            Copies::PerPiece => {}
        }
        // A clock that always runs never asks whether it is carried on; about its last ply, only where it restarts.
        let always = clock.runs == Cond::Const(true);
        if !always {
            self.whole(&mut clock.runs);
            self.whole(&mut clock.carries);
        }
        if !always || !clock.restarts.is_empty() {
            self.whole(&mut clock.last_ply);
        }
        let clause = clock.restart_clause.or(self.clause);
        let outer = std::mem::replace(&mut self.clause, clause);
        self.restarts(clock, actions, all_kinds);
        self.clause = outer;
    }

    /// Restarts: each dropped, each condition changed, and each that is absent added.
    fn restarts(&mut self, clock: &mut Clock, actions: &[Restart], all_kinds: u32) {
        self.drop_each(&mut clock.restarts, |i, _| format!("the {} restart dropped", ordinal(i)));
        for restart in &mut clock.restarts {
            self.event(&mut restart.event);
            if restart.when != Cond::Const(true) {
                self.whole(&mut restart.when);
            }
        }
        let kinds: Vec<u8> = (0..32).filter(|k| all_kinds >> k & 1 == 1).collect();
        let mut absent: Vec<(Restart, Deeds, String)> = Vec::new();
        for (index, action) in actions.iter().enumerate() {
            let kind = EventKind::Action(index as u8, all_kinds);
            let added = Restart { event: Event { kind, ..action.event.clone() }, ..action.clone() };
            absent.push((added, kinds.iter().map(|k| (index as u8, *k)).collect(), format!("action {index}")));
        }
        absent.push((restart(EventKind::Promotion), self.places.promoting.clone(), "a promotion".into()));
        absent.push((restart(EventKind::Loss), self.places.losses.clone(), "any loss of a piece".into()));
        for (added, deeds, what) in absent {
            // Where every deed that the event can come from restarts the clock already, it adds nothing.
            let there = clock.restarts.iter().any(|r| r.event == added.event && r.when == added.when);
            if !there
                && !deeds.iter().all(|deed| restarted_by(clock, *deed))
                && self.hit(|| format!("{what} restarts it"))
            {
                clock.restarts.push(added);
            }
        }
    }

    fn event(&mut self, event: &mut Event) {
        if let Some(who) = &mut event.by {
            if self.hit(|| "whoever does it".into()) {
                event.by = None;
                return;
            }
            self.who(who);
        }
        if let EventKind::Action(_, kinds) = &mut event.kind {
            let all = *kinds;
            for kind in 0..32 {
                let bit = 1u32 << kind;
                if all & bit != 0 && all != bit && self.hit(|| format!("not by kind {kind}")) {
                    *kinds &= !bit;
                    return;
                }
            }
            if all.is_power_of_two() && self.places.kinds > 1 && self.hit(|| "by every kind".into()) {
                *kinds = u32::MAX;
                return;
            }
        }
        if let EventKind::Entering(cond) = &mut event.kind {
            self.whole(cond);
        }
        if let Some(its) = &mut event.its
            && self.hit(|| "its ↔ other".into())
        {
            *its = !*its;
        }
    }

    pub(super) fn results(&mut self, rules: &mut Rules) {
        // Only where there are both can one come before the other.
        let draws = rules.results.iter().filter(|r| r.outcome == Outcome::Draw).count();
        if draws > 0 && draws < rules.results.len() {
            let win_first = find(rules, "win.first");
            if self.perhaps_within(win_first, |m| m.hit(|| "draws decide before wins".into())) {
                rules.wins_first = false;
                // Draws stand first in the list then.
                rules.results.sort_by_key(|r| r.outcome != Outcome::Draw);
            }
        }
        for index in 0..rules.results.len() {
            let clause = rules.results[index].clause;
            let dropped = self.within(clause, |m| m.hit(|| "the result dropped".into()));
            if dropped {
                rules.results.remove(index);
                return;
            }
            self.within(clause, |m| m.result(&mut rules.results[index]));
        }
    }

    pub(super) fn result(&mut self, result: &mut ResultRule) {
        match result.outcome {
            Outcome::Win(who) => {
                if self.hit(|| "win → lose".into()) {
                    result.outcome = Outcome::Lose(who);
                    return;
                }
                if self.hit(|| "win → draw".into()) {
                    result.outcome = Outcome::Draw;
                    return;
                }
            }
            Outcome::Lose(who) => {
                if self.hit(|| "lose → win".into()) {
                    result.outcome = Outcome::Win(who);
                    return;
                }
            }
            Outcome::WinEach => {
                if self.hit(|| "win → draw".into()) {
                    result.outcome = Outcome::Draw;
                    return;
                }
                let sides = self.places.sides;
                if self.perhaps_within(sides, |m| m.hit(|| "only the first player can win so".into())) {
                    result.outcome = Outcome::Win(Who::Player(0));
                    return;
                }
            }
            Outcome::Draw => {
                if self.hit(|| "draw → the mover wins".into()) {
                    result.outcome = Outcome::Win(Who::Mover);
                    return;
                }
                if result.claimable != Cond::Const(false) {
                    self.whole(&mut result.claimable);
                }
            }
        }
        self.whole(&mut result.when);
    }

    /// What always holds is a claim about the rules, not one of them: whatever is weaker than a true claim holds as well, so
    /// only changes that do not merely weaken it are wrong turns. Every part is negated, and numbers that a count is equal to,
    /// at most or at least are made wrong.
    pub(super) fn claim(&mut self, cond: &mut Cond) {
        match cond {
            Cond::Named(clause, inner) => {
                let clause = *clause;
                self.within(clause, |m| m.claim(inner));
            }
            Cond::And(all) => all.iter_mut().for_each(|part| self.claim(part)),
            Cond::For(who, inner) => {
                self.who(who);
                self.claim(inner);
            }
            _ => {
                if self.hit(|| "the claim negated".into()) {
                    *cond = Cond::Not(Box::new(cond.clone()));
                    return;
                }
                match cond {
                    Cond::Compare(left, Cmp::Equal, right) => {
                        self.num(left);
                        self.num(right);
                    }
                    Cond::Compare(_, Cmp::AtMost, Num::Int(n)) if self.hit(|| format!("{n} → {}", *n - 1)) => *n -= 1,
                    Cond::Compare(_, Cmp::AtLeast, Num::Int(n)) if self.hit(|| format!("{n} → {}", *n + 1)) => {
                        *n += 1;
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Does this deed always restart the clock?
fn restarted_by(clock: &Clock, (action, kind): (u8, u8)) -> bool {
    clock.restarts.iter().any(|r| {
        let covers = match r.event.kind {
            EventKind::Ply | EventKind::AnyAction => true,
            EventKind::Action(a, kinds) => a == action && kinds >> kind & 1 == 1,
            EventKind::Promotion | EventKind::Loss | EventKind::Entering(_) => false,
        };
        covers && r.when == Cond::Const(true) && r.event.by.is_none() && r.event.its.is_none()
    })
}

pub(super) fn restart(kind: EventKind) -> Restart {
    Restart { event: Event { kind, by: None, its: None }, when: Cond::Const(true) }
}
