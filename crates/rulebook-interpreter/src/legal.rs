//! Legal actions: candidates of a decision, preferences among them, priorities between alternatives.

use std::{cmp::Ordering, collections::HashSet};

use rulebook_api::{Action, Forbidden};
use rulebook_ir::{ActionKind, Cell, Key, Step};

use crate::{
    env::{Env, Value},
    machine::{Asked, Machine},
    state::{Change, Deed},
    turn::steps,
};

/// A run of an action, or of a set of placements that are one decision.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// The action that it is.
    pub(crate) action: Action,
    /// What it did.
    pub(crate) deed: Deed,
    /// The cell acted on at its end.
    pub(crate) here: Option<Cell>,
}

/// An action that may be chosen.
#[derive(Clone, Debug)]
pub(crate) struct Legal {
    /// The action, with its routes.
    pub(crate) action: Action,
    /// What one of its runs did.
    pub(crate) deed: Deed,
    /// The cell acted on at its end.
    pub(crate) here: Option<Cell>,
    /// A prohibition holds; whoever plays it loses.
    pub(crate) foul: bool,
}

/// What there is to choose from.
#[derive(Debug, Default)]
pub(crate) struct Decision {
    /// Legal actions in canonical order.
    pub(crate) legal: Vec<Legal>,
    /// Actions that only a prohibition forbids, in canonical order.
    pub(crate) forbidden: Vec<Forbidden>,
}

/// What a key says of a run; the greater the better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Worth {
    /// A number.
    Number(i64),
    /// For each victim, in order: is it of the kinds asked for?
    Order(Vec<bool>),
}

impl Worth {
    /// Compares two values of one key.
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.cmp(b),
            (Self::Order(a), Self::Order(b)) => {
                a.iter().zip(b).map(|(a, b)| a.cmp(b)).find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
            }
            (Self::Number(_), Self::Order(_)) => Ordering::Less,
            (Self::Order(_), Self::Number(_)) => Ordering::Greater,
        }
    }
}

impl Machine<'_> {
    /// May prohibitions be played (and lose) here?
    fn fouls_may_be_played(&mut self) -> bool {
        let rules = self.rules;
        rules.foul.as_ref().is_some_and(|foul| self.cond_of_mover(&foul.when))
    }

    /// Is there a legal action (of that name) at the present place?
    pub(crate) fn has_legal(&mut self, name: Option<u8>) -> bool {
        let rules = self.rules;
        let Some(Step::Act { alternatives, times, together, .. }) =
            steps(rules, self.state.at).get(self.state.at.step)
        else {
            return false;
        };
        let many = if *together { *times } else { 1 };
        self.in_decision(Asked::default(), |m| match name {
            // A preference never leaves out all runs of an action and a priority never all alternatives, so that
            // one run of any action is enough; the alternatives that come last are the likelier ones.
            None => alternatives.iter().rev().any(|names| m.any_run(names, many)),
            Some(name) => {
                for names in alternatives {
                    if names.contains(&name) && m.any_run(&[name], many) {
                        return true;
                    }
                    if m.any_run(names, many) {
                        return false;
                    }
                }
                false
            }
        })
    }

    fn any_run(&mut self, names: &[u8], many: u32) -> bool {
        if many == 1 {
            return names.iter().any(|&name| self.attempts(name, &mut |m| m.is_foul() || m.can_finish()));
        }
        self.sets_of(names, many, &mut Vec::new(), &mut |_, _| true)
    }

    /// At the end of a run: does a prohibition hold?
    fn is_foul(&self) -> bool {
        !self.state.deed.forbidden.is_empty()
    }

    /// Visits the runs of an action from the present state, until the visitor returns true; did it?
    pub(crate) fn attempts(&mut self, name: u8, visit: &mut dyn FnMut(&mut Self) -> bool) -> bool {
        let rules = self.rules;
        let deed = std::mem::take(&mut self.state.deed);
        let here = self.state.here;
        let env = Env::of(self.state.mover);
        let stop = self.run(&rules.actions[usize::from(name)].term, env, &mut |m, _| visit(m));
        self.state.here = here;
        self.state.deed = deed;
        stop
    }

    /// Visits the sets of so many runs of these actions, each set once (in ascending order) and with all of them
    /// done, until the visitor returns true; did it?
    fn sets_of(
        &mut self,
        names: &[u8],
        many: u32,
        chosen: &mut Vec<Candidate>,
        visit: &mut dyn FnMut(&mut Self, &[Candidate]) -> bool,
    ) -> bool {
        names.iter().any(|&name| {
            self.attempts(name, &mut |m| {
                let candidate = m.candidate(name);
                if chosen.last().is_some_and(|last| candidate.action.key() <= last.action.key()) {
                    return false;
                }
                chosen.push(candidate);
                let marks = std::mem::take(&mut m.state.marks);
                let stop = if many > 1 {
                    m.sets_of(names, many - 1, chosen, visit)
                } else {
                    let foul = chosen.iter().any(|c| !c.deed.forbidden.is_empty());
                    ((foul && m.fouls) || m.can_finish()) && visit(m, chosen)
                };
                m.state.marks = marks;
                chosen.pop();
                stop
            })
        })
    }

    /// At the end of a run: the action that it is.
    pub(crate) fn candidate(&self, name: u8) -> Candidate {
        let deed = &self.state.deed;
        let end = deed.at.and_then(|cell| self.state.piece(cell));
        let kind = self.rules.actions[usize::from(name)].kind;
        let (from, to, piece) = match kind {
            ActionKind::Walk => (deed.origin, deed.at, end),
            ActionKind::Place => (None, deed.at, end),
            ActionKind::Remove => (deed.origin, None, deed.actor),
            ActionKind::Pass => (None, None, None),
        };
        let mut victims: Vec<Cell> = Vec::new();
        for change in &deed.changes {
            match *change {
                Change::Take { cell, .. } => victims.push(cell),
                // Where the removal is the action itself, its cell is already said.
                Change::Off { cell, .. } if kind != ActionKind::Remove => victims.push(cell),
                Change::Off { .. }
                | Change::Put { .. }
                | Change::Shift { .. }
                | Change::Become { .. }
                | Change::Flip { .. } => {}
            }
        }
        victims.sort_unstable();
        let action = Action { name, from, to, piece, victims, group: Vec::new(), via: Vec::new(), routes: 1 };
        Candidate { action, deed: deed.clone(), here: self.state.here }
    }

    /// All candidates of these actions: those allowed, and those that only a prohibition forbids.
    pub(crate) fn candidates(&mut self, names: &[u8], many: u32) -> (Vec<Candidate>, Vec<Candidate>) {
        let mut allowed = Vec::new();
        let mut prohibited = Vec::new();
        let mut sort_out = |candidate: Candidate, fouls: bool| {
            if fouls || candidate.deed.forbidden.is_empty() {
                allowed.push(candidate);
            } else {
                prohibited.push(candidate);
            }
        };
        if many == 1 {
            for &name in names {
                self.attempts(name, &mut |m| {
                    if (m.fouls && m.is_foul()) || m.can_finish() {
                        sort_out(m.candidate(name), m.fouls);
                    }
                    false
                });
            }
        } else {
            self.sets_of(names, many, &mut Vec::new(), &mut |m, chosen| {
                if let Some(one) = one_of_many(chosen) {
                    sort_out(one, m.fouls);
                }
                false
            });
        }
        (allowed, prohibited)
    }

    /// The decision at the present place. Reports what is forbidden only if asked to.
    pub(crate) fn decision(&mut self, report: bool) -> Decision {
        let rules = self.rules;
        let Some(Step::Act { alternatives, times, together, .. }) =
            steps(rules, self.state.at).get(self.state.at.step)
        else {
            return Decision::default();
        };
        let many = if *together { *times } else { 1 };
        let (legal, forbidden) = self.in_decision(Asked { forbidden: report, relaxed: false }, |m| {
            m.choices(alternatives, many)
        });
        let legal = merged(legal);
        let forbidden = merged_forbidden(forbidden, &legal);
        Decision { legal, forbidden }
    }

    /// Does something in which runs are wanted for that.
    pub(crate) fn in_decision<T>(&mut self, asked: Asked, what: impl FnOnce(&mut Self) -> T) -> T {
        let playable = self.fouls_may_be_played();
        let before = (std::mem::replace(&mut self.asked, asked), std::mem::replace(&mut self.fouls, playable));
        let done = what(self);
        (self.asked, self.fouls) = before;
        done
    }

    /// The best candidates of the first alternative that has any, and what only prohibitions forbid up to there.
    fn choices(&mut self, alternatives: &[Vec<u8>], many: u32) -> (Vec<Candidate>, Vec<Candidate>) {
        let mut legal = Vec::new();
        let mut forbidden = Vec::new();
        for names in alternatives {
            // A preference compares the candidates of one action; sets of placements are compared as one action.
            let single = names.chunks(if many == 1 { 1 } else { names.len().max(1) });
            for names in single {
                let (allowed, prohibited) = self.candidates(names, many);
                let best = self.prefer(allowed);
                for candidate in prohibited {
                    if self.is_preferred(&candidate, &best) {
                        forbidden.push(candidate);
                    }
                }
                legal.extend(best);
            }
            if !legal.is_empty() {
                break;
            }
        }
        (legal, forbidden)
    }

    /// Would a candidate that is prohibited be among the best? Else it is not the prohibition alone that stops it.
    fn is_preferred(&mut self, candidate: &Candidate, best: &[Candidate]) -> bool {
        let Some(rival) = best.first() else { return true };
        if self.rules.actions[usize::from(candidate.action.name)].prefer.is_empty() {
            return true;
        }
        let kept = self.prefer(vec![rival.clone(), candidate.clone()]);
        kept.iter().any(|c| c.action.same(&candidate.action))
    }

    /// Those with the best keys, compared in order.
    pub(crate) fn prefer(&mut self, mut candidates: Vec<Candidate>) -> Vec<Candidate> {
        let Some(first) = candidates.first() else { return candidates };
        let rules = self.rules;
        for key in &rules.actions[usize::from(first.action.name)].prefer {
            if candidates.len() < 2 {
                break;
            }
            let worths: Vec<Worth> = candidates.iter_mut().map(|c| self.worth(key, c)).collect();
            let Some(best) = worths.iter().reduce(|a, b| if b.compare(a).is_gt() { b } else { a }) else { break };
            let mut kept = worths.iter().map(|w| w.compare(best).is_eq());
            candidates.retain(|_| kept.next().unwrap_or(true));
        }
        candidates
    }

    /// The value of a key: evaluated on the run's deed and the position before it.
    pub(crate) fn worth(&mut self, key: &Key, candidate: &mut Candidate) -> Worth {
        let deed = &candidate.deed;
        let (origin, end) = (deed.origin.or(deed.at), deed.at);
        if let Key::Earliest(kinds) = key {
            return Worth::Order(deed.victims().map(|(_, piece)| kinds >> piece.kind & 1 == 1).collect());
        }
        std::mem::swap(&mut self.state.deed, &mut candidate.deed);
        let here = std::mem::replace(&mut self.state.here, origin);
        let env = Env::of(self.state.mover);
        let zero = origin.map(|c| env.bind(Value::Cell(0, c)));
        let env = zero.as_ref().map_or(env, |bound| env.with(bound));
        let one = end.map(|c| env.bind(Value::Cell(1, c)));
        let env = one.as_ref().map_or(env, |bound| env.with(bound));
        let value = match key {
            Key::Most(n) => self.num(n, env),
            Key::Fewest(n) => -self.num(n, env),
            Key::Holds(c) => i64::from(self.cond(c, env)),
            Key::Earliest(_) => 0,
        };
        self.state.here = here;
        std::mem::swap(&mut self.state.deed, &mut candidate.deed);
        Worth::Number(value)
    }
}

/// A set of placements as one action: the fields of the first, and all of them in its group.
fn one_of_many(chosen: &[Candidate]) -> Option<Candidate> {
    let mut one = chosen.first()?.clone();
    for candidate in &chosen[1..] {
        one.deed.changes.extend(&candidate.deed.changes);
        one.deed.forbidden.extend(&candidate.deed.forbidden);
        one.action.victims.extend(&candidate.action.victims);
        one.here = candidate.here;
    }
    one.action.victims.sort_unstable();
    one.action.group = chosen.iter().filter_map(|c| Some((c.action.to?, c.action.piece?))).collect();
    Some(one)
}

/// Runs of equal identity are one action; its routes are counted.
fn merged(mut candidates: Vec<Candidate>) -> Vec<Legal> {
    candidates.sort_by(|a, b| a.action.key().cmp(&b.action.key()));
    let mut legal: Vec<Legal> = Vec::with_capacity(candidates.len());
    let mut routes: HashSet<Vec<u16>> = HashSet::new();
    for candidate in candidates {
        let Candidate { mut action, mut deed, here } = candidate;
        let route = std::mem::take(&mut deed.route);
        let via = std::mem::take(&mut deed.landings);
        let foul = !deed.forbidden.is_empty();
        if let Some(last) = legal.last_mut()
            && last.action.same(&action)
        {
            if routes.insert(route) {
                last.action.routes += 1;
            }
            if last.action.via.len() < Action::VIA_LIMIT && !last.action.via.contains(&via) {
                last.action.via.push(via);
            }
            if last.foul && !foul {
                (last.deed, last.here, last.foul) = (deed, here, foul);
            }
        } else {
            routes.clear();
            routes.insert(route);
            if !via.is_empty() {
                action.via.push(via);
            }
            legal.push(Legal { action, deed, here, foul });
        }
    }
    legal
}

/// What only prohibitions forbid: all their clauses, and nothing that is legal by another run.
fn merged_forbidden(mut candidates: Vec<Candidate>, legal: &[Legal]) -> Vec<Forbidden> {
    candidates.retain(|c| !legal.iter().any(|l| l.action.same(&c.action)));
    let mut clauses: Vec<(Action, Vec<u16>)> = Vec::new();
    candidates.sort_by(|a, b| a.action.key().cmp(&b.action.key()));
    for candidate in &candidates {
        let found = candidate.deed.forbidden.iter().map(|clause| clause.0);
        match clauses.last_mut() {
            Some((action, all)) if action.same(&candidate.action) => all.extend(found),
            Some(_) | None => clauses.push((candidate.action.clone(), found.collect())),
        }
    }
    let mut actions = merged(candidates).into_iter();
    clauses
        .into_iter()
        .map(|(action, mut clauses)| {
            clauses.sort_unstable();
            clauses.dedup();
            Forbidden { action: actions.next().map_or(action, |l| l.action), clauses }
        })
        .collect()
}
