//! Leaves per second of each compiled game, in units of a yardstick from the registry that runs in turn with them.
//!
//! `cargo run --profile bench-like -p rulebook-games --example speed`, with and without `-C target-cpu=native`. Machines are
//! noisy: what counts is the median of the ratios of neighbouring runs.

#![expect(clippy::cast_precision_loss, reason = "rates of a few digits")]

use std::time::Instant;

use rulebook_games::{american, brazilian, international, russian};
use rulebook_runtime::{
    Game, Position, Rules,
    walks::{First, Jump, Promotion, Step, Walks, perft::perft, ray::Rays},
};

/// What is measured: name, leaves, and how to count them.
type Job = (&'static str, u64, fn() -> u64);

const JOBS: [Job; 4] = [
    ("international, depth 10", 258_895_763, || leaves::<international::Rules>(10)),
    ("american, depth 11", 85_242_128, || leaves::<american::Rules>(11)),
    ("russian, depth 10", 22_444_032, || leaves::<russian::Rules>(10)),
    ("brazilian, depth 10", 21_560_022, || leaves::<brazilian::Rules>(10)),
];

fn leaves<G: Rules>(depth: u32) -> u64 {
    Position::<G>::initial().perft(depth)
}

/// Millions of leaves per second.
fn rate(expected: u64, leaves: impl Fn() -> u64) -> f64 {
    let start = Instant::now();
    assert_eq!(leaves(), expected, "a wrong count has no speed");
    expected as f64 / start.elapsed().as_secs_f64() / 1e6
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The same rules without tables of rays: what a piece that flies sees is walked cell by cell.
enum Walked {}

type Tabled = international::Rules;

impl Walks<2> for Walked {
    const BOARD: u64 = <Tabled as Walks<2>>::BOARD;
    const CAPTURE: u8 = Tabled::CAPTURE;
    const QUIET: u8 = Tabled::QUIET;
    const STEPS: [[Step; 2]; 2] = Tabled::STEPS;
    const JUMPS: [[Jump; 2]; 2] = Tabled::JUMPS;
    const PROMOTION: Promotion = Tabled::PROMOTION;
    const MOST: bool = Tabled::MOST;
    const RAYS: &'static [Rays] = &[];
    const DIFFERENCE: bool = Tabled::DIFFERENCE;
    const SETS: bool = Tabled::SETS;
    const MEET: u32 = Tabled::MEET;
}

/// Three kings of each side and some men.
const KINGS: &str = "white: white=K46,K48,K50,31,33,35 black=K1,K3,K5,16,18,20";

/// With tables of rays against without, in turn.
fn rays(rounds: usize) {
    let position = international::Position::parse(KINGS).expect("a position");
    let expected = position.perft(7);
    let ratios = (0..rounds).map(|_| {
        let walked = rate(expected, || perft::<Walked, First, 2>(position.board(), 7));
        rate(expected, || perft::<Tabled, First, 2>(position.board(), 7)) / walked
    });
    println!("three kings each: with rays {:.2} times as fast as without", median(ratios.collect()));
}

/// Random games to their end, clocks and repetition on; games per second, and their mean length in plies.
fn playouts<G: Rules>(seconds: f64) -> (f64, f64) {
    let first = Position::<G>::initial();
    let mut game = Game::new(first);
    let (mut games, mut plies, mut actions) = (0_u64, 0_u64, Vec::new());
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < seconds {
        for _ in 0..16 {
            game.restart(first);
            while !game.position().is_over() {
                game.position().legal_into(&mut actions);
                if actions.is_empty() {
                    break;
                }
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                let chosen = (((random >> 32) * actions.len() as u64) >> 32) as usize;
                game.play_unchecked(&actions[chosen]);
                plies += 1;
            }
            games += 1;
        }
    }
    (games as f64 / start.elapsed().as_secs_f64(), plies as f64 / games as f64)
}

fn playout_row<G: Rules>(rounds: usize) {
    let (mut rates, mut ratios, mut length) = (Vec::new(), Vec::new(), 0.0);
    for _ in 0..rounds {
        let yardstick = rate(123_290_300, || kish::Board::new_default().perft(8));
        let (rate, plies) = playouts::<G>(0.5);
        rates.push(rate);
        ratios.push(rate / (yardstick / 400.0));
        length = plies;
    }
    println!(
        "{:<16} {:>9.0} games/s {:>9.0} x (yardstick/400), {length:.1} plies",
        G::NAMES.game,
        median(rates),
        median(ratios)
    );
}

fn main() {
    let rounds: usize = std::env::args().nth(1).and_then(|d| d.parse().ok()).unwrap_or(5);
    for (name, leaves, count) in JOBS {
        let (mut rates, mut ratios) = (Vec::new(), Vec::new());
        for _ in 0..rounds {
            let before = rate(123_290_300, || kish::Board::new_default().perft(8));
            let ours = rate(leaves, count);
            let after = rate(123_290_300, || kish::Board::new_default().perft(8));
            rates.push(ours);
            ratios.push(2.0 * ours / (before + after));
        }
        println!("{name:<24} {:>8.1} M/s {:>6.2} of the yardstick", median(rates), median(ratios));
    }
    rays(rounds);
    playout_row::<american::Rules>(rounds);
    playout_row::<international::Rules>(rounds);
    playout_row::<russian::Rules>(rounds);
    playout_row::<brazilian::Rules>(rounds);
    playout_row::<rulebook_games::tiles::Rules>(rounds);
    playout_row::<rulebook_games::renju::Rules>(rounds);
}
