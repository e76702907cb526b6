//! Decisions, on counts: what may be chosen, whether something can be chosen at all, and whether the turn can then be
//! finished.

use std::collections::BTreeMap;

use rulebook_ir::{Set, Step, Term};

use crate::{
    counting::{Actor, Counting, Env},
    deed::Deed,
    state::{Moment, State},
    turn::{Seek, beginning, decisions_remain, following, steps},
    value::{Range, Tri},
};

/// Something that may be chosen.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, not a state")]
pub(crate) struct Outcome {
    /// The state with the action's changes, before the turn goes on.
    pub(crate) state: State,
    /// Index of the action.
    pub(crate) action: u8,
    /// The piece that acted, as it was.
    pub(crate) actor: Actor,
    pub(crate) foul: bool,
    pub(crate) promoted: bool,
    pub(crate) lost: bool,
    /// It can be chosen on every board with these counts.
    sure: bool,
}

/// What there is to choose from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Decision {
    pub(crate) outcomes: Vec<Outcome>,
    /// On every board with these counts there is something.
    pub(crate) some: bool,
}

impl Decision {
    fn tri(&self) -> Tri {
        match (self.some, self.outcomes.is_empty()) {
            (true, _) => Tri::Yes,
            (false, true) => Tri::No,
            (false, false) => Tri::Maybe,
        }
    }
}

/// What tells outcomes of one action apart: the state, the actor, foul, promoted, lost.
type Found = (State, Actor, bool, bool, bool);

/// How deeply decisions may ask for decisions.
const DEEPEST: u8 = 12;

impl Counting<'_> {
    /// What may be chosen at the state's place.
    pub(crate) fn decision(&mut self, state: &State) -> Decision {
        let rules = self.rules;
        let Some(Step::Act { alternatives, times, together, .. }) =
            steps(rules, state.at).get(usize::from(state.at.step))
        else {
            return Decision::default();
        };
        let many = if *together { *times } else { 1 };
        self.in_decision(state, |c| {
            let mut all = Decision::default();
            for names in alternatives {
                let more = c.choices(names, many, state);
                all.outcomes.extend(more.outcomes);
                if more.some {
                    all.some = true;
                    break;
                }
            }
            all
        })
    }

    fn in_decision<T>(&mut self, state: &State, what: impl FnOnce(&mut Self) -> T) -> T {
        let fouls = match &self.rules.foul {
            None => Tri::No,
            Some(foul) => self.ask(|c| c.cond(&foul.when, state, &Env::of(state.mover))),
        };
        let before = std::mem::replace(&mut self.fouls, fouls);
        let answer = what(self);
        self.fouls = before;
        answer
    }

    /// What may be chosen among actions.
    fn choices(&mut self, names: &[u8], many: u32, state: &State) -> Decision {
        if many > 1 {
            return self.sets(names, many, state);
        }
        let mut all = Decision::default();
        for &name in names {
            let more = self.attempts(name, state, true);
            all.some |= more.some;
            all.outcomes.extend(more.outcomes);
        }
        all
    }

    /// The runs of an action after which the turn may be finished.
    fn attempts(&mut self, name: u8, state: &State, last: bool) -> Decision {
        let ways = self.run(&self.rules.actions[usize::from(name)].term, &Deed::new(state.clone()));
        let mut all = Decision { outcomes: Vec::new(), some: ways.some };
        let mut found: BTreeMap<Found, bool> = BTreeMap::new();
        for way in ways.list.into_iter().filter(|w| !w.again) {
            let mut deed = way.deed;
            deed.state.clear_marks(self.layout);
            let finishes = if deed.foul || !last { Tri::Yes } else { self.can_finish(&deed.state) };
            all.some &= finishes.must();
            if !finishes.may() {
                continue;
            }
            let key = (deed.state, deed.actor, deed.foul, deed.promoted, deed.lost);
            *found.entry(key).or_insert(false) |= way.sure && finishes.must();
        }
        let outcome = |((state, actor, foul, promoted, lost), sure)| Outcome {
            state,
            action: name,
            actor,
            foul,
            promoted,
            lost,
            sure,
        };
        all.outcomes.extend(found.into_iter().map(outcome));
        all.some |= all.outcomes.iter().any(|o| o.sure);
        all
    }

    /// Sets of so many runs that are one decision.
    fn sets(&mut self, names: &[u8], many: u32, state: &State) -> Decision {
        let mut chosen = vec![(state.clone(), None::<Outcome>)];
        for i in 0..many {
            let mut next: Vec<(State, Option<Outcome>)> = Vec::new();
            for (state, before) in &chosen {
                for &name in names {
                    for mut outcome in self.attempts(name, state, i + 1 == many).outcomes {
                        if let Some(before) = before {
                            outcome.foul |= before.foul;
                            outcome.promoted |= before.promoted;
                            outcome.lost |= before.lost;
                        }
                        if !next
                            .iter()
                            .any(|(s, o)| *s == outcome.state && o.as_ref().is_some_and(|o| o.foul == outcome.foul))
                        {
                            next.push((outcome.state.clone(), Some(outcome)));
                        }
                    }
                }
            }
            chosen = next;
        }
        let outcomes: Vec<Outcome> = chosen.into_iter().filter_map(|(_, o)| o).collect();
        // Placements on any empty cells do not hinder one another, so that there is a set if there is room for it.
        let free = names.iter().any(|&name| self.is_free_placement(name, many, state));
        let some = free && !outcomes.is_empty() && outcomes.iter().all(|o| self.can_finish(&o.state).must());
        Decision { outcomes, some }
    }

    /// Does the action only put a piece on any empty cell, and is there room, and stock, for so many?
    fn is_free_placement(&self, name: u8, many: u32, state: &State) -> bool {
        let Term::Seq(parts) = &self.rules.actions[usize::from(name)].term else { return false };
        let empties: u16 = (0..1 << self.layout.marks).map(|class| state.count(class)).sum();
        u32::from(empties) >= many
            && parts.iter().all(|part| match part {
                Term::Nothing | Term::Pick(_, Set::Empty | Set::One(_)) => true,
                Term::Put { kind, stock, .. } => {
                    !stock || state.reserve[self.layout.reserve(state.mover, *kind)] >= many
                }
                _ => false,
            })
    }

    /// Is there something to choose (of that name) at the state's place?
    fn has_legal(&mut self, name: Option<u8>, state: &State) -> Tri {
        let rules = self.rules;
        let Some(Step::Act { alternatives, times, together, .. }) =
            steps(rules, state.at).get(usize::from(state.at.step))
        else {
            return Tri::No;
        };
        let many = if *together { *times } else { 1 };
        let Some(name) = name else { return self.has_any(alternatives, many, state) };
        self.in_decision(state, |c| {
            let (mut found, mut reached) = (Tri::No, Tri::Yes);
            for names in alternatives {
                if names.contains(&name) {
                    let this = c.choices(&[name], many, state).tri();
                    found = found.or(reached.and(this));
                }
                let any = c.choices(names, many, state).tri();
                reached = reached.and(any.not());
            }
            found
        })
    }

    /// Is there something to choose among these alternatives? The last are looked at first, being the likelier ones; once
    /// there may be something, only actions that can be sure say more.
    fn has_any(&mut self, alternatives: &[Vec<u8>], many: u32, state: &State) -> Tri {
        self.in_decision(state, |c| {
            let mut answer = Tri::No;
            // What is one decision of several actions may be a mixture of them.
            let together = alternatives.iter().rev().flat_map(|n| n.chunks(if many > 1 { n.len().max(1) } else { 1 }));
            for names in together {
                let sure = names.iter().any(|&name| can_be_sure(&c.rules.actions[usize::from(name)].term));
                if answer.may() && !sure {
                    continue;
                }
                answer = answer.or(c.choices(names, many, state).tri());
                if answer.must() {
                    break;
                }
            }
            answer
        })
    }

    /// With an action's changes done: can the turn then be finished, or does the game end in it?
    pub(crate) fn can_finish(&mut self, state: &State) -> Tri {
        let at = following(self.rules, state.at);
        if !decisions_remain(self.rules, at) {
            return Tri::Yes;
        }
        let mut state = state.clone();
        state.moment = Moment::Action;
        state.actions += u32::from(self.scale.actions);
        let spans = self.spans;
        self.spans = spans.map(|(turns, actions)| (turns, actions.add(Range::exactly(1))));
        let all = self.seek(&state, at);
        let answer = self.of_all(all, |c, seek| match seek {
            Seek::Stopped(..) | Seek::End => Tri::Yes,
            Seek::Decision(at) => {
                let state = State { at, ..state.clone() };
                c.has_legal(None, &state)
            }
        });
        self.spans = spans;
        answer
    }

    /// What holds of a choice that counts do not decide.
    fn of_all(&mut self, all: Vec<Seek>, mut ask: impl FnMut(&mut Self, Seek) -> Tri) -> Tri {
        let answers: Vec<Tri> = all.into_iter().map(|seek| ask(self, seek)).collect();
        let first = answers.first().copied().unwrap_or(Tri::No);
        if answers.iter().all(|a| *a == first) { first } else { Tri::Maybe }
    }

    /// Would the player, if it were the beginning of his turn, have something to choose (of that name)?
    pub(crate) fn can(&mut self, who: u8, action: Option<u8>, state: &State) -> Tri {
        if self.cannot == Some(who) {
            return Tri::No;
        }
        let players = u32::from(self.layout.players.max(1));
        let ahead = (u32::from(who) + players - u32::from(state.to_move)) % players;
        let mut state = State { mover: who, to_move: who, moment: Moment::Turn, ended: None, ..state.clone() };
        state.clear_marks(self.layout);
        state.at = beginning(self.rules, state.turns + 1 + ahead);
        if let Some(known) = self.known.get(&(state.clone(), action)) {
            return *known;
        }
        if self.depth >= DEEPEST {
            return Tri::Maybe;
        }
        self.depth += 1;
        // What is taken for granted is so of the present board only.
        let cannot = self.cannot.take();
        let all = self.seek(&state, state.at);
        let answer = self.of_all(all, |c, seek| match seek {
            Seek::Stopped(..) | Seek::End => Tri::No,
            Seek::Decision(at) => {
                let state = State { at, ..state.clone() };
                c.has_legal(action, &state)
            }
        });
        self.depth -= 1;
        self.cannot = cannot;
        // Within a definition that asks for itself the answer may be a poorer one.
        if self.depth == 0 && self.cannot.is_none() && self.spans.is_none() {
            self.known.insert((state, action), answer);
        }
        answer
    }
}

/// Can runs of a term be certain? Not where a piece has to find a leg.
fn can_be_sure(term: &Term) -> bool {
    match term {
        Term::Legs { .. } => false,
        Term::Seq(parts) => parts.iter().all(can_be_sure),
        Term::Choice(parts) => parts.iter().any(can_be_sure),
        Term::Priority(a, b) => can_be_sure(a) || can_be_sure(b),
        Term::Loop(body) => can_be_sure(body),
        _ => true,
    }
}
