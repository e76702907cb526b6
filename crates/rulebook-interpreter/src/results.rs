//! Results: who has won or whether it is drawn, asked after every ply and where a turn says so.

use rulebook_api::Status;
use rulebook_ir::{ClauseId, Outcome, ResultRule};

use crate::{env::Env, machine::Machine};

/// A result that holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    /// Who wins; none is a draw.
    pub(crate) winner: Option<u8>,
    /// A draw that may be claimed and does not end the game.
    claim: bool,
    /// Why.
    reason: u8,
    /// Its clause.
    clause: ClauseId,
}

impl Held {
    /// May it only be claimed?
    pub(crate) fn is_claim(self) -> bool {
        self.claim
    }

    /// The status, if it decides alone.
    pub(crate) fn status(self) -> Status {
        match self.winner {
            Some(winner) => Status::Won { winner, reason: self.reason, clause: self.clause.0 },
            None => Status::Drawn { reasons: vec![self.reason], clauses: vec![self.clause.0] },
        }
    }
}

impl Machine<'_> {
    /// Asks one result.
    pub(crate) fn result(&mut self, rule: &ResultRule) -> Option<Held> {
        let mover = Env::of(self.state.mover);
        let winner = match rule.outcome {
            Outcome::Win(who) => {
                let who = self.who(who, mover);
                self.cond(&rule.when, Env::of(who)).then_some(Some(who))
            }
            Outcome::Lose(who) => {
                let who = self.who(who, mover);
                let winner = self.after(who);
                self.cond(&rule.when, Env::of(who)).then_some(Some(winner))
            }
            Outcome::WinEach => {
                let players = 0..self.rules.players.len() as u8;
                players.into_iter().find(|&p| self.cond(&rule.when, Env::of(p))).map(Some)
            }
            Outcome::Draw => self.cond(&rule.when, mover).then_some(None),
        }?;
        let claim = winner.is_none() && self.cond(&rule.claimable, mover);
        Some(Held { winner, claim, reason: rule.reason, clause: rule.clause })
    }

    /// Asks the results after a ply. Without `draws` only those that somebody wins are asked.
    pub(crate) fn judge(&mut self, draws: bool) -> Status {
        self.state.judging = true;
        let status = self.judge_in_order(draws, false);
        self.state.judging = false;
        status
    }

    /// Asks the results of a set-up: how it is judged, and how it stands without what is asked only of set-ups.
    pub(crate) fn judge_set_up(&mut self) -> (Status, Status) {
        self.state.judging = true;
        let both = (self.judge_in_order(true, true), self.judge_in_order(true, false));
        self.state.judging = false;
        both
    }

    fn judge_in_order(&mut self, draws: bool, set_up: bool) -> Status {
        let rules = self.rules;
        let asked = || rules.results.iter().filter(|r| set_up || !r.at_setup);
        let is_draw = |r: &ResultRule| match r.outcome {
            Outcome::Draw => true,
            Outcome::Win(_) | Outcome::Lose(_) | Outcome::WinEach => false,
        };
        if rules.wins_first {
            for rule in asked().filter(|r| !is_draw(r)) {
                if let Some(held) = self.result(rule) {
                    return held.status();
                }
            }
        }
        let mut reached: Vec<Held> = Vec::new();
        let mut claimable: Vec<u8> = Vec::new();
        for rule in asked() {
            if is_draw(rule) {
                let held = if draws { self.result(rule) } else { None };
                match held {
                    Some(held) if held.claim => claimable.push(held.reason),
                    Some(held) => reached.push(held),
                    None => {}
                }
            } else if !rules.wins_first && reached.is_empty() {
                // In the order written a win counts only if no draw stands before it.
                if let Some(held) = self.result(rule) {
                    return held.status();
                }
            }
        }
        if reached.is_empty() {
            return Status::Ongoing { claimable: distinct(claimable) };
        }
        Status::Drawn {
            reasons: distinct(reached.iter().map(|h| h.reason).collect()),
            clauses: distinct(reached.iter().map(|h| h.clause.0).collect()),
        }
    }
}

/// The same without repetition, in the same order.
fn distinct<T: PartialEq + Copy>(all: Vec<T>) -> Vec<T> {
    let mut once = Vec::new();
    for one in all {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
}
