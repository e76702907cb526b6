//! The opponent that plays at random.

use fastrand::Rng;
use rulebook_api::{Action, Position};

use crate::Opponent;

/// Plays any legal action, each as likely as the others.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// With the same seed it plays the same game.
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::with_seed(seed) }
    }
}

impl Opponent for Random {
    fn choose(&mut self, position: &dyn Position, _going_on: &mut dyn FnMut() -> bool) -> Option<Action> {
        if position.status().is_over() {
            return None;
        }
        let mut legal = position.legal();
        let chosen = (!legal.is_empty()).then(|| self.rng.usize(..legal.len()))?;
        Some(legal.swap_remove(chosen))
    }
}
