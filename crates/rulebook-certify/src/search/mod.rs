//! Search for a short game, or a small position, on which two executions of a game differ.
//!
//! Positions are made at random, from nothing or from those of cases, and both sides are played from there
//! in step; what differs is then shrunk. What is found is a question to the rule's text, not an answer: it
//! shows only that the two differ, and which is right has to be read.

mod draft;
mod seen;
mod shrink;
mod start;

use std::time::Instant;

use rulebook_api::{Action, Game, Setup};
use rulebook_ir::Rules;

pub use draft::draft;
pub use seen::Seen;
pub use start::seeds;

use start::Starts;

/// Two executions of one game, by the same names.
#[derive(Clone, Copy)]
pub struct Pair<'a> {
    /// The one that is taken for right.
    pub right: &'a dyn Game,
    /// The other one.
    pub wrong: &'a dyn Game,
    /// The rules of the first: where its limits and lines are.
    pub rules: &'a Rules,
}

impl std::fmt::Debug for Pair<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Pair of {}", self.rules.name)
    }
}

/// A position and moves after which two executions differ.
#[derive(Clone, Debug)]
pub struct Found {
    /// Where to begin.
    pub setup: Setup,
    /// What is played; nothing differs before the last of it.
    pub moves: Vec<Action>,
    /// What the right one then shows.
    pub right: Seen,
    /// What the other one shows.
    pub wrong: Seen,
}

impl Found {
    /// The smaller the better: pieces and plies, with set clocks counted as pieces. A set-up that has ended already shows
    /// less than a game.
    fn size(&self) -> usize {
        let ended = if self.ended_before() { 100 } else { 0 };
        self.setup.pieces.len() * 2 + self.moves.len() + self.setup.clocks.len() + ended
    }

    /// Has the game ended before anything is played?
    fn ended_before(&self) -> bool {
        self.moves.is_empty() && self.right.is_over()
    }
}

/// How many differences are shrunk before the smallest is given.
const ENOUGH: usize = 12;

/// Searches until the deadline; gives the smallest difference found and the number of positions that were compared.
pub fn find(pair: Pair<'_>, seeds: &[Setup], random: &mut fastrand::Rng, deadline: Instant) -> (Option<Found>, u64) {
    let starts = Starts::new(pair, seeds);
    let (mut best, mut found, mut compared) = (None::<Found>, 0, 0);
    while found < ENOUGH && Instant::now() < deadline {
        let setup = starts.next(random);
        let plies = [0, 1, 2, 4, 12, 40][random.usize(0..6)];
        let Some(different) = play(pair, &setup, plies, random, &mut compared) else { continue };
        found += 1;
        let small = shrink::shrink(pair, different);
        if best.as_ref().is_none_or(|b| small.size() < b.size()) {
            best = Some(small);
        }
    }
    (best, compared)
}

/// Plays both in step from a set-up until they differ.
fn play(pair: Pair<'_>, setup: &Setup, plies: u32, random: &mut fastrand::Rng, compared: &mut u64) -> Option<Found> {
    let mut played = 0;
    in_step(pair, setup, &mut |seen| {
        *compared += 1;
        if played >= plies || seen.is_over() || seen.legal.is_empty() {
            return None;
        }
        played += 1;
        Some(choose(&seen.legal, random))
    })
}

/// Plays both in step; gives the first difference. What is played is chosen from what both show, until nothing is.
fn in_step(pair: Pair<'_>, setup: &Setup, next: &mut dyn FnMut(&Seen) -> Option<Action>) -> Option<Found> {
    let (mut right, mut wrong) = match (pair.right.set_up(setup), pair.wrong.set_up(setup)) {
        (Ok(right), Ok(wrong)) => (right, wrong),
        (Err(_), Err(_)) => return None,
        (right, wrong) => {
            let (right, wrong) = (Seen::of(right.as_deref()), Seen::of(wrong.as_deref()));
            return Some(Found { setup: setup.clone(), moves: Vec::new(), right, wrong });
        }
    };
    let mut moves = Vec::new();
    loop {
        let (a, b) = (Seen::of(Ok(right.as_ref())), Seen::of(Ok(wrong.as_ref())));
        if a != b {
            return Some(Found { setup: setup.clone(), moves, right: a, wrong: b });
        }
        let action = next(&a)?;
        right.play(&action).ok()?;
        wrong.play(&action).ok()?;
        moves.push(action);
    }
}

/// A random action; mostly one that takes nothing, so that games last.
fn choose(legal: &[Action], random: &mut fastrand::Rng) -> Action {
    let quiet: Vec<&Action> = legal.iter().filter(|a| a.victims.is_empty()).collect();
    if quiet.is_empty() || random.u8(0..4) == 0 {
        legal[random.usize(0..legal.len())].clone()
    } else {
        quiet[random.usize(0..quiet.len())].clone()
    }
}

/// Plays these moves on both; gives the first difference on the way.
fn replay(pair: Pair<'_>, setup: &Setup, moves: &[Action]) -> Option<Found> {
    let mut moves = moves.iter();
    in_step(pair, setup, &mut |seen| {
        let action = moves.next()?;
        seen.legal.iter().find(|legal| legal.same(action)).cloned()
    })
}
