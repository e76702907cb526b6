//! Opponents at the table: each thinks in a thread of its own, so that the table goes on answering.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, channel},
    },
    thread,
    time::{Duration, Instant},
};

use rulebook_api::{Action, Position};
use rulebook_play::{Opponent, Random, Search, Thought};

use crate::failure::Failure;

/// How an opponent plays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    pub(super) kind: Kind,
    pub(super) bound: Bound,
    pub(super) seed: u64,
}

/// The opponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Any legal move.
    Random,
    /// Looks ahead.
    Search,
}

/// For how long one may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Time(Duration),
    Games(u64),
}

impl Manner {
    /// An opponent of this kind for a player.
    pub(super) fn opponent(self, player: u8) -> Box<dyn Opponent> {
        let seed = self.seed.wrapping_add(u64::from(player));
        let games = if let Bound::Games(games) = self.bound { games } else { u64::MAX };
        match self.kind {
            Kind::Random => Box::new(Random::new(seed)),
            Kind::Search => Box::new(Search::new(seed, games)),
        }
    }
}

/// What came out of thinking.
pub(super) struct Chosen {
    pub(super) opponent: Box<dyn Opponent>,
    pub(super) action: Option<Action>,
    pub(super) thought: Option<Thought>,
}

/// An opponent that thinks.
#[derive(Debug)]
pub(super) struct Thinking {
    stop: Arc<AtomicBool>,
    chosen: Receiver<Chosen>,
}

impl Thinking {
    /// Begins to think about a position.
    pub(super) fn begin(
        mut opponent: Box<dyn Opponent>,
        position: Box<dyn Position>,
        bound: Bound,
    ) -> Result<Self, Failure> {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, chosen) = channel();
        let stopped = Arc::clone(&stop);
        let think = move || {
            let begun = Instant::now();
            let mut going_on = || {
                let late = matches!(bound, Bound::Time(time) if begun.elapsed() >= time);
                !late && !stopped.load(Ordering::Relaxed)
            };
            let action = opponent.choose(position.as_ref(), &mut going_on);
            let thought = opponent.thought();
            // If nobody waits for it any more, it is not wanted.
            _ = sender.send(Chosen { opponent, action, thought });
        };
        // Rules may recurse as deep as the board has cells.
        thread::Builder::new()
            .stack_size(256 << 20)
            .spawn(think)
            .map_err(|e| Failure::outside(format!("no thread could be started: {e}")))?;
        Ok(Self { stop, chosen })
    }

    /// Waits so long for the choice.
    pub(super) fn wait(&self, time: Duration) -> Result<Option<Chosen>, Failure> {
        match self.chosen.recv_timeout(time) {
            Ok(chosen) => Ok(Some(chosen)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Failure::outside("the opponent broke off")),
        }
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
