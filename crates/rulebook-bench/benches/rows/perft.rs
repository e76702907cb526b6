//! Leaves of game trees, and the trees below positions full of pieces that fly.

use std::hint::black_box;

use rulebook_games::{american, brazilian, breakthrough, frisian, international, italian, reversi, russian, turkish};
use rulebook_runtime::{
    Position, Rules,
    walks::{First, Jump, Key, Plain, Promotion, Step, Walks, perft::perft, ray::Rays},
};

use crate::row::{Row, Yardstick};

rulebook_macros::game!(pub mod falling = "specs/falling.rules");

/// The yardstick: the published perft of another game in another crate, on a machine word too.
pub fn yardstick() -> Yardstick {
    let leaves = 123_290_300;
    Yardstick { units: leaves, run: Box::new(|| kish::Board::new_default().perft(8)), expected: leaves, one: 1.0 }
}

/// Leaves below the first position.
pub fn leaves<G: Rules>(depth: u32) -> u64 {
    Position::<G>::initial().perft(depth)
}

/// Trees of all games from their first positions, then those of many kings.
pub fn rows() -> Vec<Row> {
    let from_the_start = [
        row::<international::Rules>(10, 258_895_763).wanted(1.3, 2.4),
        row::<american::Rules>(11, 85_242_128).wanted(1.1, 2.3),
        row::<russian::Rules>(10, 22_444_032).wanted(0.9, 1.4),
        row::<brazilian::Rules>(10, 21_560_022).wanted(0.9, 1.7),
        row::<turkish::Rules>(8, 123_285_642).wanted(2.5, 5.0),
        row::<italian::Rules>(10, 17_761_384).wanted(0.8, 1.1),
        row::<frisian::Rules>(9, 15_605_069).wanted(0.6, 0.8),
    ];
    let others = [
        again::<breakthrough::Rules>(6, 149_264_638, 20).wanted(10.0, 20.0),
        again::<reversi::Rules>(10, 24_571_056, 2).wanted(0.4, 1.0),
        again::<falling::Rules>(9, 39_394_572, 10).wanted(2.0, 4.0),
    ];
    from_the_start.into_iter().chain(others).chain(KINGS.iter().map(kings)).collect()
}

/// The same tree so many times, where once is too short.
fn again<G: Rules>(depth: u32, expected: u64, times: u64) -> Row {
    let name = format!("{}, depth {depth}", G::NAMES.game);
    let run = move || (0..times).map(|_| Position::<G>::perft(&black_box(Position::initial()), depth)).sum();
    Row::new(name, "leaves", expected * times, run).against(yardstick())
}

fn row<G: Rules>(depth: u32, expected: u64) -> Row {
    let name = format!("{}, depth {depth}", G::NAMES.game);
    Row::new(name, "leaves", expected, move || leaves::<G>(depth)).against(yardstick())
}

/// Positions of international draughts in which most of the work is done by kings: name, position, depth, leaves.
const KINGS: [(&str, &str, u32, u64); 3] = [
    ("three kings each, some men", "white: white=K46,K48,K50,31,33,35 black=K1,K3,K5,16,18,20", 7, 44_820_679),
    ("five kings each", "white: white=K36,K41,K46,K47,K48 black=K4,K5,K10,K15,K3", 7, 41_484_498),
    (
        "kings behind walls of men",
        "white: white=K47,K48,K49,36,37,38,39,40 black=K2,K3,K4,11,12,13,14,15",
        7,
        176_179_729,
    ),
];

type Tabled = international::Rules;

/// The same engine with tables of rays, measured by itself without them.
fn kings(&(name, position, depth, leaves): &(&'static str, &str, u32, u64)) -> Row {
    let position = international::Position::parse(position).unwrap_or_else(|e| panic!("{name}: {e}"));
    let board = *position.board();
    let by_shifts = move || perft::<Walked, First, 2>(&board, depth);
    let yardstick = Yardstick { units: leaves, run: Box::new(by_shifts), expected: leaves, one: 1.0 };
    let run = move || perft::<Tabled, First, 2>(&board, depth);
    Row::new(format!("{name}, by shifts"), "leaves", leaves, run).against(yardstick).wanted(1.6, 1.6)
}

/// The same rules without tables of rays: what a piece that flies sees is walked cell by cell.
enum Walked {}

impl Walks<2> for Walked {
    const BOARD: u64 = <Tabled as Walks<2>>::BOARD;
    const CAPTURE: u8 = Tabled::CAPTURE;
    const QUIET: u8 = Tabled::QUIET;
    const STEPS: [[Step; 2]; 2] = Tabled::STEPS;
    const JUMPS: [[Jump; 2]; 2] = Tabled::JUMPS;
    const PROMOTION: Promotion = Tabled::PROMOTION;
    const PREFER: &'static [Key] = Tabled::PREFER;
    const PLAIN: Plain = Tabled::PLAIN;
    const AT_ONCE: bool = Tabled::AT_ONCE;
    const NO_TURNING_BACK: bool = Tabled::NO_TURNING_BACK;
    const EDGES: &'static [(i32, u64)] = Tabled::EDGES;
    const RAYS: &'static [Rays] = &[];
    const MEET: u32 = Tabled::MEET;
    const SETS: bool = Tabled::SETS;
    const DIFFERENCE: bool = Tabled::DIFFERENCE;
}
