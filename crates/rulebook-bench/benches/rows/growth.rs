//! What a larger board costs: the same rules on boards of several sizes, each compiled from a spec of a few lines.

use std::rc::Rc;

use rulebook_games::{international, renju};
use rulebook_runtime::{
    Rules,
    lines::{Kept, Lines},
};

use crate::{
    made::{Made, as_in_play, count},
    perft, playouts,
    row::Row,
    verdicts::yardstick_in_play,
};

rulebook_macros::game!(pub mod wide8 = "specs/wide8.rules");
rulebook_macros::game!(pub mod wide12 = "specs/wide12.rules");
// It has 98 cells, more than a word has bits: it is played and counted as games of any shape are.
rulebook_macros::game!(pub mod wide14 = "specs/wide14.rules");
rulebook_macros::game!(pub mod points9 = "specs/points9.rules");
rulebook_macros::game!(pub mod points11 = "specs/points11.rules");
rulebook_macros::game!(pub mod points13 = "specs/points13.rules");
rulebook_macros::game!(pub mod points17 = "specs/points17.rules");
rulebook_macros::game!(pub mod points19 = "specs/points19.rules");

/// How often all positions are gone through in one run.
const REPEATS: u64 = 40;

/// Boards of 8 to 14 rows on which pieces walk, and of 9 to 19 on which lines forbid.
pub fn rows() -> Vec<Row> {
    let mut rows = vec![
        leaves::<wide8::Rules>(8, 10, 21_560_022),
        leaves::<international::Rules>(10, 9, 41_022_423),
        leaves::<wide12::Rules>(12, 6, 584_100),
        leaves::<wide14::Rules>(14, 5, 195_333),
        games::<wide8::Rules>(8, 20_000, 970_966),
        games::<international::Rules>(10, 10_000, 921_378),
        games::<wide12::Rules>(12, 600, 93_796),
        games::<wide14::Rules>(14, 100, 24_881),
    ];
    rows.extend(points::<points9::Prohibitions>(9));
    rows.extend(points::<points11::Prohibitions>(11));
    rows.extend(points::<points13::Prohibitions>(13));
    rows.extend(points::<renju::Prohibitions>(15));
    rows.extend(points::<points17::Prohibitions>(17));
    rows.extend(points::<points19::Prohibitions>(19));
    rows
}

fn leaves<G: Rules>(side: usize, depth: u32, expected: u64) -> Row {
    let name = format!("draughts {side} x {side}, depth {depth}");
    Row::new(name, "leaves", expected, move || perft::leaves::<G>(depth)).against(perft::yardstick())
}

/// Random games; their unit is a ply, since games are longer on larger boards.
fn games<G: Rules>(side: usize, games: u64, plies: u64) -> Row {
    Row::new(format!("draughts {side} x {side}, playouts"), "plies", plies, move || playouts::random_games::<G>(games))
        .against(perft::yardstick())
}

/// All empty points of positions on a board of that side, from nothing and kept. Each way is asked what the other finds.
fn points<L: Lines>(side: usize) -> [Row; 2] {
    let positions = Rc::new(as_in_play(side, 500));
    let kept: Vec<Kept<L>> = positions.iter().map(Made::kept).collect();
    let units = REPEATS * positions.iter().map(Made::empty).sum::<u64>();
    let from_nothing = move || {
        let mut out = vec![0; side * side];
        positions.iter().map(|made| made.forbidden::<L>(&mut out)).sum::<u64>()
    };
    let kept = move || {
        let mut out = vec![0; side * side];
        let mut all = |kept: &Kept<L>| {
            kept.all(0, &[0], &mut out);
            count(&out)
        };
        kept.iter().map(&mut all).sum::<u64>()
    };
    let (expected, again) = (REPEATS * kept(), REPEATS * from_nothing());
    let row = |name: &str, run: Box<dyn Fn() -> u64>, expected| {
        let name = format!("renju {side} x {side}, {name}");
        Row::new(name, "points", units, move || (0..REPEATS).map(|_| run()).sum())
            .expecting(expected)
            .against(yardstick_in_play())
    };
    [row("from nothing", Box::new(from_nothing), expected), row("kept", Box::new(kept), again)]
}
