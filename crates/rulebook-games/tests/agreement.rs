//! Engines against outside figures, and against the interpreter on random games and on made positions, under every reading
//! of every option.

mod common;

use common::{Agreement, bundled, published, rules};
use rulebook_api::{Count, position_text};
use rulebook_interpreter::Interpreter;
use rulebook_runtime::{Rules, api::Game as _, dynamic::Dynamic};

/// The rows of the table of published counts up to so many leaves, distinct and by routes.
fn counts<G: Rules>(most: u64) {
    let game = G::NAMES.game;
    let engine = Dynamic::<G>::new(&[]);
    let rows = published(game, most);
    assert!(rows.len() >= 5, "{} rows", rows.len());
    for (position, depth, routes, leaves) in rows {
        let start = if position == "initial" {
            engine.initial()
        } else {
            let setup = position_text::parse(engine.vocabulary(), &position).expect("a position");
            engine.set_up(&setup).expect("a position")
        };
        let found = start.perft(depth, Count { routes, turns: false });
        assert_eq!(found, leaves, "{position} at depth {depth}, routes: {routes}");
    }
}

/// Random games and made positions.
fn agrees<G: Rules>(positions: u64, most_pieces: usize) {
    let mut agreement = Agreement::<G>::new(bundled(G::NAMES.game), 7, most_pieces);
    let share = positions / agreement.readings.len() as u64 + 1;
    for readings in agreement.readings.clone() {
        agreement.try_out(&readings, share);
    }
    assert!(agreement.compared >= positions, "{} positions", agreement.compared);
}

#[test]
fn leaves_from_the_first_position() {
    let games = [
        ("renju", 2),
        ("tiles", 2),
        ("breakthrough", 3),
        ("nine-mens-morris", 3),
        ("pente", 2),
        ("connect6", 1),
        ("lines-of-action", 2),
        ("hex", 2),
    ];
    for (game, depth) in games {
        let engine = rulebook_games::find(game).expect("an engine");
        let count = Count::default();
        let expected = Interpreter::new(bundled(game), &[]).initial().perft(depth, count);
        assert_eq!((engine.start)(&[]).initial().perft(depth, count), expected, "{game}");
    }
}

macro_rules! games {
    ($($name:ident: $game:ident, $positions:expr, $pieces:expr, $counts:expr;)*) => {$(
        #[test]
        fn $name() {
            if $counts > 0 {
                counts::<rulebook_games::$game::Rules>($counts);
            }
            agrees::<rulebook_games::$game::Rules>($positions, $pieces);
        }
    )*};
}

games! {
    international: international, 100_000, 24, 10_000_000;
    american: american, 100_000, 16, 10_000_000;
    brazilian: brazilian, 100_000, 16, 10_000_000;
    russian: russian, 100_000, 16, 10_000_000;
    tiles: tiles, 100_000, 62, 0;
    renju: renju, 3_000, 160, 0;
    breakthrough: breakthrough, 20_000, 32, 0;
    canadian: canadian, 2_000, 30, 100_000;
    czech: czech, 10_000, 16, 100_000;
    frisian: frisian, 2_000, 24, 20_000;
    italian: italian, 10_000, 16, 100_000;
    killer: killer, 5_000, 24, 30_000;
    pool: pool, 10_000, 16, 100_000;
    spanish: spanish, 10_000, 16, 100_000;
    turkish: turkish, 5_000, 20, 10_000;
    reversi: reversi, 5_000, 64, 10_000;
    connect_four: connect_four, 10_000, 24, 120_000;
    lines_of_action: lines_of_action, 5_000, 20, 0;
    hex: hex, 500, 60, 0;
    nine_mens_morris: nine_mens_morris, 5_000, 14, 0;
    pente: pente, 100, 40, 0;
    connect6: connect6, 10, 40, 0;
}

/// Rules of other shapes than the bundled ones: several placements that are one decision, keys of a preference, clocks of
/// each piece, turned pieces, passing, steps that are skipped, numbers, groups.
macro_rules! shapes {
    ($($name:ident: $file:literal, $positions:expr, $pieces:expr;)*) => {$(
        rulebook_macros::game!(mod $name = $file);

        #[test]
        fn $name() {
            let rules = rules(stringify!($name), include_str!(concat!("../", $file)));
            let mut agreement = Agreement::<$name::Rules>::new(rules, 11, $pieces);
            for readings in agreement.readings.clone() {
                agreement.try_out(&readings, $positions);
            }
        }
    )*};
}

shapes! {
    pairs: "tests/shapes/pairs.rules", 400, 20;
    keys: "tests/shapes/keys.rules", 3_000, 16;
    flips: "tests/shapes/flips.rules", 3_000, 30;
    hunt: "tests/shapes/hunt.rules", 2_000, 40;
    steps: "tests/shapes/steps.rules", 3_000, 12;
    here: "tests/shapes/here.rules", 3_000, 16;
    stops: "tests/shapes/stops.rules", 3_000, 16;
    last: "tests/shapes/last.rules", 3_000, 12;
    turncoats: "tests/shapes/turncoats.rules", 3_000, 10;
}
