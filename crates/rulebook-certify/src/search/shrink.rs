//! Making a difference smaller: later beginnings, fewer pieces, fewer set clocks.

use rulebook_api::Setup;

use super::{Found, Pair, replay};

/// The smallest difference that can be reached from one by leaving things out.
pub(super) fn shrink(pair: Pair<'_>, mut found: Found) -> Found {
    found = later(pair, found);
    loop {
        let before = found.size();
        found = fewer(
            pair,
            found,
            |setup| setup.pieces.len(),
            |setup, i| {
                setup.pieces.remove(i);
            },
        );
        found = fewer(
            pair,
            found,
            |setup| setup.clocks.len(),
            |setup, i| {
                setup.clocks.remove(i);
            },
        );
        found = later(pair, found);
        if found.size() >= before {
            return found;
        }
    }
}

/// Begins as late as possible; without the clocks that the way there left, if that will do.
fn later(pair: Pair<'_>, found: Found) -> Found {
    let Ok(mut position) = pair.right.set_up(&found.setup) else { return found };
    let mut starts = vec![position.setup()];
    for action in &found.moves {
        if position.play(action).is_err() {
            break;
        }
        starts.push(position.setup());
    }
    for (played, setup) in starts.into_iter().enumerate().skip(1).rev() {
        let bare = Setup { clocks: Vec::new(), ..setup.clone() };
        for start in [bare, setup] {
            if let Some(smaller) = replay(pair, &start, &found.moves[played..])
                && smaller.size() <= found.size()
            {
                return smaller;
            }
        }
    }
    found
}

/// Leaves out one thing after the other.
fn fewer(
    pair: Pair<'_>,
    mut found: Found,
    count: impl Fn(&Setup) -> usize,
    leave: impl Fn(&mut Setup, usize),
) -> Found {
    let mut index = 0;
    while index < count(&found.setup) {
        let mut setup = found.setup.clone();
        leave(&mut setup, index);
        match replay(pair, &setup, &found.moves) {
            Some(smaller) if smaller.size() < found.size() => found = smaller,
            _ => index += 1,
        }
    }
    found
}
