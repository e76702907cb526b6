//! Turns: the place in a turn's program, what can still be finished, what happens when a turn is complete.

use std::sync::Arc;

use rulebook_api::Status;
use rulebook_ir::{Rules, Step};

use crate::{
    legal::Legal,
    machine::Machine,
    state::{At, Moment, Record, State},
    vocabulary::decisions,
};

/// How strictly a game is kept while actions are played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mode {
    /// Draws end the game.
    pub(crate) draws: bool,
    /// Clocks step.
    pub(crate) clocks: bool,
    /// Positions are recorded for repetition.
    pub(crate) history: bool,
}

/// What comes next in a turn's program.
#[derive(Debug)]
pub(crate) enum Seek {
    /// A decision, there; draws that may be claimed.
    Decision(At, Vec<u8>),
    /// The game ends at this moment.
    Stopped(At, Status),
    /// The turn is complete.
    End(Vec<u8>),
}

/// The place at the beginning of the turn of that number.
pub(crate) fn beginning(rules: &Rules, number: u32) -> At {
    let applies = |t: &rulebook_ir::Turn| t.first <= number && t.last.is_none_or(|last| number <= last);
    let program = rules.turns.iter().position(applies).unwrap_or(rules.turns.len());
    At { program, step: 0, done: 0 }
}

/// The steps of the program of a place.
pub(crate) fn steps(rules: &Rules, at: At) -> &[Step] {
    rules.turns.get(at.program).map_or(&[], |turn| &turn.steps)
}

/// The place after a decision.
pub(crate) fn following(rules: &Rules, at: At) -> At {
    let again = match steps(rules, at).get(at.step) {
        Some(Step::Act { times, together, .. }) => at.done + 1 < decisions(*times, *together),
        Some(Step::Stop(_)) | None => false,
    };
    if again { At { done: at.done + 1, ..at } } else { At { step: at.step + 1, done: 0, ..at } }
}

/// Can there be a decision at this place or later in the turn?
pub(crate) fn decisions_remain(rules: &Rules, at: At) -> bool {
    steps(rules, at).iter().skip(at.step).any(|step| match step {
        Step::Act { times, .. } => *times > 0,
        Step::Stop(_) => false,
    })
}

/// How many decisions of the turn's program come before this place.
pub(crate) fn decision_index(rules: &Rules, at: At) -> u32 {
    let before = steps(rules, at).iter().take(at.step).map(|step| match step {
        Step::Act { times, together, .. } => decisions(*times, *together),
        Step::Stop(_) => 0,
    });
    before.sum::<u32>() + at.done
}

/// The place of a decision by its number, with the stops that stand directly before it still to be asked.
pub(crate) fn place_of_decision(rules: &Rules, program: usize, index: u32) -> Option<At> {
    let mut left = index;
    let mut asked_from = 0;
    for (i, step) in steps(rules, At { program, ..At::default() }).iter().enumerate() {
        match step {
            Step::Act { times, together, .. } => {
                let here = decisions(*times, *together);
                if left < here {
                    let step = if left == 0 { asked_from } else { i };
                    return Some(At { program, step, done: left });
                }
                left -= here;
                asked_from = i + 1;
            }
            Step::Stop(_) => {}
        }
    }
    // After the last decision only stops are left: a game that one of them has ended stands there.
    (left == 0).then_some(At { program, step: asked_from, done: 0 })
}

impl Machine<'_> {
    /// Goes on from a place to the next decision, the end of the game or of the turn. Draws that do not end the
    /// game are passed by.
    pub(crate) fn seek(&mut self, mut at: At, draws: bool) -> Seek {
        let mut claimable = Vec::new();
        loop {
            let rules = self.rules;
            match steps(rules, at).get(at.step) {
                None => return Seek::End(claimable),
                Some(Step::Stop(rule)) => {
                    match self.result(rule) {
                        Some(found) if found.is_claim() => claimable.push(rule.reason),
                        Some(found) if found.winner.is_some() || draws => {
                            return Seek::Stopped(at, found.status());
                        }
                        Some(_) | None => {}
                    }
                    at = At { step: at.step + 1, done: 0, ..at };
                }
                Some(Step::Act { when, times, .. }) => {
                    if *times > 0 && (at.done > 0 || self.cond_of_mover(when)) {
                        return Seek::Decision(at, claimable);
                    }
                    at = At { step: at.step + 1, done: 0, ..at };
                }
            }
        }
    }

    /// At the end of a run, with its changes done: can the turn then be finished, or does the game end in it?
    pub(crate) fn can_finish(&mut self) -> bool {
        let at = following(self.rules, self.state.at);
        if !decisions_remain(self.rules, at) {
            return true;
        }
        let deed = std::mem::take(&mut self.state.deed);
        let marks = std::mem::take(&mut self.state.marks);
        let begun = std::mem::replace(&mut self.state.begun, true);
        let from = self.state.at;
        self.state.actions += 1;
        let finishes = match self.seek(at, true) {
            Seek::Stopped(..) | Seek::End(_) => true,
            Seek::Decision(at, _) => {
                self.state.at = at;
                self.has_legal(None)
            }
        };
        self.state.actions -= 1;
        self.state.at = from;
        self.state.begun = begun;
        self.state.marks = marks;
        self.state.deed = deed;
        finishes
    }

    /// Would the player, if it were the beginning of his turn on the present board, have a legal action (of that
    /// name)? His turn is taken to be the next one that is his in the order of play.
    pub(crate) fn can(&mut self, who: u8, action: Option<u8>) -> bool {
        let players = self.rules.players.len() as u32;
        let ahead = (u32::from(who) + players - u32::from(self.state.to_move)) % players;
        let now = self.state.turns + 1 + ahead;
        let state = &mut self.state;
        let deed = std::mem::take(&mut state.deed);
        let marks = std::mem::take(&mut state.marks);
        let place = (state.mover, state.to_move, state.at, state.begun, state.here, state.judging);
        (state.mover, state.to_move, state.at) = (who, who, beginning(self.rules, now));
        (state.begun, state.here, state.judging) = (false, None, false);
        let can = match self.seek(self.state.at, true) {
            Seek::Stopped(..) | Seek::End(_) => false,
            Seek::Decision(at, _) => {
                self.state.at = at;
                self.has_legal(action)
            }
        };
        let state = &mut self.state;
        (state.mover, state.to_move, state.at, state.begun, state.here, state.judging) = place;
        state.marks = marks;
        state.deed = deed;
        can
    }

    /// Plays a legal action and goes on to the next decision.
    pub(crate) fn perform(&mut self, legal: Legal, mode: Mode) -> Status {
        for change in &legal.deed.changes {
            self.state.apply(*change);
        }
        self.state.here = legal.here;
        self.state.actions += 1;
        self.state.begun = true;
        self.state.moment = Moment::Action;
        self.state.at = following(self.rules, self.state.at);
        self.state.ply.push(Record {
            name: legal.action.name,
            actor: legal.deed.actor,
            at: legal.deed.at,
            changes: legal.deed.changes,
        });
        if !legal.foul {
            return self.go_on(mode);
        }
        // A foul ends the game; if it was the last decision of its turn, the turn is complete.
        let loser = self.state.mover;
        if !decisions_remain(self.rules, self.state.at) {
            self.complete_turn(mode);
        }
        let Some(foul) = &self.rules.foul else { return Status::ONGOING };
        Status::Won { winner: self.after(loser), reason: foul.reason, clause: foul.clause.0 }
    }

    /// Goes on from the present place until somebody has to decide or the game ends. A player whose whole turn is
    /// skipped has completed it; if all players' are, the position is left as it is: without a legal action.
    pub(crate) fn go_on(&mut self, mode: Mode) -> Status {
        let mut skipped = 0;
        let mut claims = Vec::new();
        loop {
            match self.seek(self.state.at, mode.draws) {
                Seek::Stopped(at, status) => {
                    self.state.at = at;
                    return status;
                }
                Seek::Decision(at, claimable) => {
                    self.state.at = at;
                    claims.extend(claimable);
                    return Status::Ongoing { claimable: claims };
                }
                Seek::End(claimable) => {
                    claims.extend(claimable);
                    skipped = if self.state.begun { 0 } else { skipped + 1 };
                    if skipped > self.rules.players.len() {
                        return Status::Ongoing { claimable: claims };
                    }
                    match self.complete_turn(mode) {
                        Status::Ongoing { claimable } => claims = claimable,
                        over @ (Status::Won { .. } | Status::Drawn { .. }) => return over,
                    }
                }
            }
        }
    }

    /// What happens after every ply: the turn is counted, clocks step, results are asked; then the next player is
    /// at the beginning of his turn.
    fn complete_turn(&mut self, mode: Mode) -> Status {
        let mover = self.state.mover;
        let next = self.after(mover);
        let state = &mut self.state;
        state.marks.clear();
        state.turns += 1;
        state.turns_of[usize::from(mover)] += 1;
        state.to_move = next;
        state.last_mover = mover;
        state.moment = Moment::Turn;
        state.at = beginning(self.rules, state.turns + 1);
        if mode.clocks {
            self.step_clocks();
        }
        if mode.history {
            self.record();
        }
        let status = self.judge(mode.draws);
        let state: &mut State = &mut self.state;
        state.mover = next;
        state.begun = false;
        state.here = None;
        state.ply.clear();
        status
    }

    /// Records the present position for repetition.
    pub(crate) fn record(&mut self) {
        let key = self.state.key();
        Arc::make_mut(&mut self.state.history).extend(key);
    }
}
