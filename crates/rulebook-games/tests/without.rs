//! Without any lowering an engine means the same: bundled games as code for actions of any shape, against the interpreter.

mod common;

use common::{Agreement, bundled};
use rulebook_runtime::Rules;

macro_rules! engines {
    ($($game:ident),* $(,)?) => {$(
        #[test]
        fn $game() {
            agrees::<self::plain::$game::Rules>();
        }
    )*};
}

/// The games as modules of their own, so that tests can have their names.
mod plain {
    macro_rules! nothing {
        ($($game:ident),*) => {};
    }

    rulebook_macros::bundled!(nothing walks lines steps flips placements rows);
}

fn agrees<G: Rules>() {
    let mut agreement = Agreement::<G>::new(bundled(G::NAMES.game), 5, 24);
    for readings in agreement.readings.clone() {
        agreement.try_out(&readings, 1_500);
    }
}

engines!(american, brazilian, international, russian, renju, breakthrough, reversi);
