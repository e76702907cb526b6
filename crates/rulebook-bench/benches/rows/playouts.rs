//! Random games to their end, with clocks, repetition and all results.

use rulebook_games::{american, brazilian, connect6, international, renju, reversi, russian, tiles};
use rulebook_runtime::{Game, Position, Rules};

use crate::{
    perft::yardstick,
    row::{Row, Yardstick},
};

/// The targets are said for a machine on which the yardstick counts so many leaves a second.
const YARDSTICK_OF_THE_TARGETS: f64 = 400e6;

/// Games of every kind.
pub fn rows() -> Vec<Row> {
    vec![
        row::<american::Rules>(40_000, 2_771_245).wanted(213_000.0, 343_000.0),
        row::<international::Rules>(15_000, 1_382_919),
        row::<russian::Rules>(30_000, 1_458_070),
        row::<brazilian::Rules>(30_000, 1_455_035),
        row::<tiles::Rules>(500, 92_856),
        row::<renju::Rules>(3_000, 333_979),
        row::<connect6::Rules>(5_000, 516_727).wanted(50_000.0, 100_000.0),
        row::<reversi::Rules>(2_000, 120_870),
    ]
}

/// So many games, which have so many plies in all.
fn row<G: Rules>(games: u64, plies: u64) -> Row {
    let yardstick = Yardstick { one: YARDSTICK_OF_THE_TARGETS, ..yardstick() };
    Row::new(G::NAMES.game, "games", games, move || random_games::<G>(games)).expecting(plies).against(yardstick)
}

/// Plays so many games with a fixed seed; how many plies were they? Actions come in canonical order, so that the games are
/// the same on every machine and for every engine.
pub fn random_games<G: Rules>(games: u64) -> u64 {
    let first = Position::<G>::initial();
    let mut game = Game::new(first);
    let (mut plies, mut room) = (0, Vec::new());
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..games {
        game.restart(first);
        while !game.position().is_over() {
            let number = |actions: u64| {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                ((random >> 32) * actions) >> 32
            };
            let Some(action) = game.position().choose(&mut room, number) else { break };
            game.play_unchecked(&action);
            plies += 1;
        }
    }
    plies
}
