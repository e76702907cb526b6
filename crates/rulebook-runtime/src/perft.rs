//! Leaves of the game tree of any game, by playing its actions.

use alloc::vec::Vec;

use rulebook_api::Count;

use crate::{
    action::Action,
    rules::Rules,
    standing::Standing,
    state::State,
    turn::{self, Mode, ends_turn, go_on},
};

/// Leaves at that depth below a position. Draws are not applied; a game that has been won counts only at its own depth.
/// `None`: routes were asked for, and some action has too many to go through.
pub fn leaves<G: Rules>(s: &State<G>, standing: Standing, listed: bool, depth: u32, count: Count) -> Option<u64> {
    let mut s = *s;
    if standing.is_over() && !listed {
        // A draw is not applied: the place where the game ended is passed by.
        let before = s;
        if standing.winner().is_some() || go_on(&before, &mut s, &mut (), Mode::counting::<G>()).is_over() {
            return Some(u64::from(depth == 0));
        }
    }
    below(&s, depth, count)
}

fn below<G: Rules>(s: &State<G>, depth: u32, count: Count) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    // What cannot be counted from here may be countable further down.
    if let Some(leaves) = G::count(s, depth, count) {
        return Some(leaves);
    }
    let actions = actions(s, count);
    if actions.iter().any(|(_, routes)| *routes == 0) {
        return None;
    }
    // The last level need not be played, unless more decisions of the same turn may follow.
    if depth == 1 && (!count.turns || ends_turn(s)) {
        return Some(actions.iter().map(|(_, routes)| routes).sum());
    }
    let mut total = 0;
    for (action, routes) in actions {
        let mut next = *s;
        let Some(standing) = turn::play(&mut next, &action, &mut (), Mode::counting::<G>()) else { continue };
        let left = if count.turns && next.begun { depth } else { depth - 1 };
        let found = if standing.winner().is_some() { u64::from(depth == 1) } else { below(&next, left, count)? };
        total += routes * found;
    }
    Some(total)
}

/// Legal actions, with the number of their routes if it is asked for.
fn actions<G: Rules>(s: &State<G>, count: Count) -> Vec<(Action<G>, u64)> {
    if count.routes {
        let (listed, _) = G::listed(s);
        return listed.iter().filter_map(|a| Some((Action::meant(a)?, a.routes))).collect();
    }
    let mut actions = Vec::new();
    G::legal(s, &mut actions);
    actions.into_iter().map(|action| (action, 1)).collect()
}
