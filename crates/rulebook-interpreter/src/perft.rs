//! Counting the leaves of the game tree.

use rulebook_api::{Count, Status};

use crate::{
    machine::{Asked, Machine},
    turn::{Mode, decisions_remain, following},
};

impl Machine<'_> {
    /// Leaves at that depth below the present position. Draws are not applied; clocks step only where a rule other
    /// than a draw reads them (`mode`).
    pub(crate) fn perft(&mut self, depth: u32, count: Count, mode: Mode) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.gave_up() {
            return 0;
        }
        // Each decision is a question of its own: what is bounded is the search for its actions, not the tree.
        self.budget = self.allowance;
        let decision = self.decision(Asked { routes: count.routes, ..Asked::default() });
        if count.routes && decision.legal.iter().any(|legal| legal.action.routes == 0) {
            self.budget = 0;
            return 0;
        }
        // The last level need not be played, unless more decisions of the same turn may follow.
        let ends_turn = !decisions_remain(self.rules, following(self.rules, self.state.at));
        if depth == 1 && (ends_turn || !count.turns) {
            return decision.legal.iter().map(|l| if count.routes { l.action.routes } else { 1 }).sum();
        }
        let before = self.state.clone();
        let mut leaves = 0;
        for legal in decision.legal {
            let routes = if count.routes { legal.action.routes } else { 1 };
            let status = self.perform(legal, mode);
            let below = match status {
                Status::Won { .. } => u64::from(depth == 1),
                Status::Ongoing { .. } | Status::Drawn { .. } => {
                    let left = if count.turns && self.state.begun { depth } else { depth - 1 };
                    self.perft(left, count, mode)
                }
            };
            leaves += routes * below;
            self.state.clone_from(&before);
        }
        leaves
    }
}
