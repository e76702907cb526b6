//! Turns, on counts: the place in a turn's program, what happens after a decision and after a turn.

use std::rc::Rc;

use rulebook_ir::{Outcome as Wins, ResultRule, Rules, Step};

use crate::{
    counting::{Counting, Env},
    decision::Outcome,
    state::{At, Moment, State},
    value::Tri,
};

/// What may come next in a turn's program.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Seek {
    /// A decision, there.
    Decision(At),
    /// The game ends by that clause, for that reason.
    Stopped((u16, u8)),
    /// The turn is complete.
    End,
}

/// A position that is reached, and how many turns were completed on the way.
#[derive(Clone, Debug)]
pub(crate) struct Reached {
    pub(crate) state: State,
    pub(crate) turns: u8,
}

/// The place at the beginning of the turn of that number.
pub(crate) fn beginning(rules: &Rules, number: u32) -> At {
    let applies = |t: &rulebook_ir::Turn| t.first <= number && t.last.is_none_or(|last| number <= last);
    let program = rules.turns.iter().position(applies).unwrap_or(rules.turns.len());
    At { program: program as u16, step: 0, done: 0 }
}

/// The steps of the program of a place.
pub(crate) fn steps(rules: &Rules, at: At) -> &[Step] {
    rules.turns.get(usize::from(at.program)).map_or(&[], |turn| &turn.steps)
}

/// The place after a decision.
pub(crate) fn following(rules: &Rules, at: At) -> At {
    let again = match steps(rules, at).get(usize::from(at.step)) {
        Some(Step::Act { times, together, .. }) => u32::from(at.done) + 1 < decisions(*times, *together),
        Some(Step::Stop(_)) | None => false,
    };
    if again { At { done: at.done + 1, ..at } } else { At { step: at.step + 1, done: 0, ..at } }
}

/// How many decisions a step is.
pub(crate) fn decisions(times: u32, together: bool) -> u32 {
    if together { 1 } else { times }
}

/// Can there be a decision at this place or later in the turn?
pub(crate) fn decisions_remain(rules: &Rules, at: At) -> bool {
    steps(rules, at).iter().skip(usize::from(at.step)).any(|step| match step {
        Step::Act { times, .. } => *times > 0,
        Step::Stop(_) => false,
    })
}

impl Counting<'_> {
    /// Everything that may come next from a place.
    pub(crate) fn seek(&mut self, state: &State, mut at: At) -> Vec<Seek> {
        let rules = self.rules;
        let mut all = Vec::new();
        loop {
            match steps(rules, at).get(usize::from(at.step)) {
                None => {
                    all.push(Seek::End);
                    return all;
                }
                Some(Step::Stop(rule)) => {
                    let ends = self.ends(rule, state);
                    if ends.may() {
                        all.push(Seek::Stopped((rule.clause.0, rule.reason)));
                    }
                    if ends.must() {
                        return all;
                    }
                }
                Some(Step::Act { when, times, .. }) => {
                    let here = if *times == 0 {
                        Tri::No
                    } else if at.done > 0 {
                        Tri::Yes
                    } else {
                        self.ask(|c| c.cond(when, state, &Env::of(state.mover)))
                    };
                    if here.may() {
                        all.push(Seek::Decision(at));
                    }
                    if here.must() {
                        return all;
                    }
                }
            }
            at = At { step: at.step + 1, done: 0, ..at };
        }
    }

    /// Does a result end the game?
    pub(crate) fn ends(&mut self, rule: &ResultRule, state: &State) -> Tri {
        let mover = Env::of(state.mover);
        match rule.outcome {
            Wins::Win(who) | Wins::Lose(who) => {
                let who = self.who(who, state, &mover);
                self.ask(|c| c.cond(&rule.when, state, &Env::of(who)))
            }
            Wins::WinEach => (0..self.layout.players)
                .fold(Tri::No, |t, player| t.or(self.ask(|c| c.cond(&rule.when, state, &Env::of(player))))),
            Wins::Draw => {
                let holds = self.ask(|c| c.cond(&rule.when, state, &mover));
                let claim = self.ask(|c| c.cond(&rule.claimable, state, &mover));
                holds.and(claim.not())
            }
        }
    }

    /// By what the game may be over, and whether it may go on.
    fn judge(&mut self, state: &State, set_up: bool) -> (Vec<(u16, u8)>, bool) {
        let rules = self.rules;
        let mut ends = Vec::new();
        let mut goes_on = true;
        let is_draw = |r: &ResultRule| matches!(r.outcome, Wins::Draw);
        let asked = || rules.results.iter().filter(|r| set_up || !r.at_setup);
        let wins = asked().filter(|r| rules.wins_first && !is_draw(r));
        let others = asked().filter(|r| !rules.wins_first || is_draw(r));
        for rule in wins.chain(others) {
            let holds = self.ends(rule, state);
            if holds.may() {
                ends.push((rule.clause.0, rule.reason));
            }
            if holds.must() {
                goes_on = false;
                if rules.wins_first && !is_draw(rule) {
                    break;
                }
            }
        }
        (ends, goes_on)
    }

    /// The positions with which a game may begin.
    pub(crate) fn first(&mut self) -> Vec<Reached> {
        let mut state = State::first(self.rules);
        state.at = beginning(self.rules, 1);
        let (ends, goes_on) = self.judge(&state, true);
        state.mover = state.to_move;
        let mut all: Vec<Reached> = ends.into_iter().map(|end| over(&state, 0, end)).collect();
        if goes_on {
            self.go_on(&state, (0, 0), &mut all);
        }
        all
    }

    /// The positions to which a choice may lead.
    pub(crate) fn perform(&mut self, outcome: &Outcome) -> Rc<[Reached]> {
        if outcome.foul {
            return self.follow(outcome).into();
        }
        // Many actions lead to the same counts.
        if let Some(known) = self.followed.get(&outcome.state) {
            return Rc::clone(known);
        }
        let all: Rc<[Reached]> = self.follow(outcome).into();
        self.followed.insert(outcome.state.clone(), Rc::clone(&all));
        all
    }

    fn follow(&mut self, outcome: &Outcome) -> Vec<Reached> {
        let mut state = outcome.state.clone();
        state.actions += u32::from(self.scale.actions);
        state.moment = Moment::Action;
        state.at = following(self.rules, state.at);
        let mut all = Vec::new();
        match &self.rules.foul {
            Some(foul) if outcome.foul => {
                let completes = !decisions_remain(self.rules, state.at);
                if completes {
                    self.count_turn(&mut state);
                    state.mover = state.to_move;
                }
                all.push(over(&state, u8::from(completes), (foul.clause.0, foul.reason)));
            }
            _ => self.go_on(&state, (0, 0), &mut all),
        }
        all
    }

    /// Goes on until somebody has to decide or the game is over. With it go how many turns were skipped one after the
    /// other, and how many were completed.
    fn go_on(&mut self, state: &State, (skipped, turns): (u8, u8), all: &mut Vec<Reached>) {
        for seek in self.seek(state, state.at) {
            match seek {
                Seek::Stopped(end) => all.push(over(state, turns, end)),
                Seek::Decision(at) => all.push(Reached { state: State { at, ..state.clone() }, turns }),
                Seek::End => {
                    let skipped = if state.begun() { 0 } else { skipped + 1 };
                    if skipped > self.layout.players {
                        all.push(Reached { state: state.clone(), turns });
                        continue;
                    }
                    self.complete_turn(state, (skipped, turns + 1), all);
                }
            }
        }
    }

    fn complete_turn(&mut self, state: &State, (skipped, turns): (u8, u8), all: &mut Vec<Reached>) {
        let mut state = state.clone();
        self.count_turn(&mut state);
        let (ends, goes_on) = self.judge(&state, false);
        state.mover = state.to_move;
        all.extend(ends.into_iter().map(|end| over(&state, turns, end)));
        if goes_on {
            self.go_on(&state, (skipped, turns), all);
        }
    }

    fn count_turn(&mut self, state: &mut State) {
        state.turns += 1;
        if let Some(cap) = self.scale.turns {
            state.turns = state.turns.min(cap);
        }
        state.to_move = self.after(state.mover);
        state.moment = Moment::Turn;
        state.at = beginning(self.rules, state.turns + 1);
    }

    /// In a position at the beginning of a turn: is a result certain to have ended the game if nobody could move?
    pub(crate) fn is_guarded(&mut self, state: &State) -> bool {
        if state.begun() {
            return false;
        }
        let judged = State { mover: self.before(state.to_move), ..state.clone() };
        self.cannot = Some(state.to_move);
        let guarded = self.rules.results.iter().any(|rule| !rule.at_setup && self.ends(rule, &judged).must());
        self.cannot = None;
        guarded
    }
}

/// The game is over; where its turn's program stood is not asked any more.
fn over(state: &State, turns: u8, end: (u16, u8)) -> Reached {
    Reached { state: State { ended: Some(end), at: At::default(), ..state.clone() }, turns }
}
