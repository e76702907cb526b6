//! Legal actions: the candidates of a decision, and priorities between its alternatives.

use rulebook_api::{Action, Forbidden};
use rulebook_ir::{ActionKind, Cell, Step};

use crate::{
    env::Env,
    identity::{merged, merged_forbidden, one_of_many},
    machine::{Asked, MANY, Machine},
    state::{Change, Deed},
    states::suits,
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

impl Candidate {
    /// About how much it holds, in 16 bytes.
    pub(crate) fn weight(&self) -> usize {
        let deed = &self.deed;
        24 + deed.changes.len() + (deed.route.len() + deed.landings.len()) / 8 + self.action.group.len()
    }

    /// Does a prohibition hold?
    pub(crate) fn is_foul(&self) -> bool {
        !self.deed.forbidden.is_empty()
    }
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
    /// The search was given up, and nothing here means anything.
    pub(crate) given_up: bool,
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
        let Some(Step::Act { alternatives, times, together, .. }) = steps(rules, self.state.at).get(self.state.at.step)
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
                    let foul = chosen.iter().any(Candidate::is_foul);
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
        // Routes are copied only where somebody wants to know them: it is most of the work of counting leaves.
        let (route, landings) =
            if self.asked.routes { (deed.route.clone(), deed.landings.clone()) } else { (Vec::new(), Vec::new()) };
        let deed = Deed {
            route,
            landings,
            changes: deed.changes.clone(),
            forbidden: deed.forbidden.clone(),
            failed: deed.failed.clone(),
            ..*deed
        };
        Candidate { action, deed, here: self.state.here }
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
                self.begin_states(name);
                self.attempts(name, &mut |m| {
                    if m.met_again() {
                        return false;
                    }
                    if (m.fouls && m.is_foul()) || m.can_finish() {
                        let candidate = m.candidate(name);
                        m.note_found(&candidate);
                        if !m.keep(candidate.weight()) {
                            return true;
                        }
                        sort_out(candidate, m.fouls);
                    }
                    false
                });
            }
        } else {
            self.sets_of(names, many, &mut Vec::new(), &mut |m, chosen| {
                if let Some(one) = one_of_many(chosen) {
                    if !m.keep(one.weight()) {
                        return true;
                    }
                    sort_out(one, m.fouls);
                }
                false
            });
        }
        (allowed, prohibited)
    }

    /// The decision at the present place.
    pub(crate) fn decision(&mut self, asked: Asked) -> Decision {
        let rules = self.rules;
        let Some(Step::Act { alternatives, times, together, .. }) = steps(rules, self.state.at).get(self.state.at.step)
        else {
            return Decision::default();
        };
        let many = if *together { *times } else { 1 };
        self.kept = 0;
        let actions = alternatives.iter().flatten().map(|name| &rules.actions[usize::from(*name)]);
        let suits = suits(actions) && !asked.relaxed;
        let (in_all, few) = (self.budget, if suits { MANY.min(self.budget) } else { self.budget });
        self.budget = few;
        let (mut legal, mut forbidden) = self.in_decision(asked, |m| m.choices(alternatives, many));
        let by_states = self.gave_up() && in_all > few;
        if by_states {
            (self.kept, self.budget) = (0, in_all - few);
            self.by_states = Some(Box::default());
            (legal, forbidden) = self.in_decision(asked, |m| m.choices(alternatives, many));
            self.by_states = None;
        } else if !self.gave_up() {
            self.budget += in_all - few;
        }
        if self.gave_up() {
            return Decision { given_up: true, ..Decision::default() };
        }
        let mut legal = merged(legal);
        if by_states {
            for one in &mut legal {
                one.action.forget_routes();
            }
        }
        let forbidden = merged_forbidden(forbidden, &legal);
        Decision { legal, forbidden, given_up: false }
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
}
