//! Leaves per second of each compiled game, in units of a yardstick from the registry that runs in turn with them.
//!
//! `cargo run --profile bench-like -p rulebook-games --example speed`, with and without `-C target-cpu=native`. Machines are
//! noisy: what counts is the median of the ratios of neighbouring runs.

#![expect(clippy::cast_precision_loss, reason = "rates of a few digits")]

use std::time::Instant;

use rulebook_games::{american, brazilian, international, russian};
use rulebook_runtime::{
    First, Walks,
    perft::perft,
    ray::Rays,
    walk::{Jump, Promotion, Step},
};

/// What is measured: name, leaves, and how to count them.
type Job = (&'static str, u64, fn() -> u64);

const JOBS: [Job; 4] = [
    ("international, depth 10", 258_895_763, || international::perft(&international::initial(), 0, 10)),
    ("american, depth 11", 85_242_128, || american::perft(&american::initial(), 0, 11)),
    ("russian, depth 10", 22_444_032, || russian::perft(&russian::initial(), 0, 10)),
    ("brazilian, depth 10", 21_560_022, || brazilian::perft(&brazilian::initial(), 0, 10)),
];

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

impl Walks<2> for Walked {
    const BOARD: u64 = international::Rules::BOARD;
    const STEPS: [[Step; 2]; 2] = international::Rules::STEPS;
    const JUMPS: [[Jump; 2]; 2] = international::Rules::JUMPS;
    const PROMOTION: Promotion = international::Rules::PROMOTION;
    const MOST: bool = international::Rules::MOST;
    const RAYS: &'static [Rays] = &[];
    const MEET: u32 = international::Rules::MEET;
}

/// Three kings of each side and some men: kind by cell.
fn kings() -> international::Pieces {
    let mut pieces = international::Pieces::EMPTY;
    let sides =
        [[(45, 1), (47, 1), (49, 1), (30, 0), (32, 0), (34, 0)], [(0, 1), (2, 1), (4, 1), (15, 0), (17, 0), (19, 0)]];
    for (player, side) in sides.into_iter().enumerate() {
        for (cell, kind) in side {
            pieces.put(player, kind, u32::from(international::BITS[cell]));
        }
    }
    pieces
}

/// With tables of rays against without, in turn.
fn rays(rounds: usize) {
    let pieces = kings();
    let expected = international::perft(&pieces, 0, 7);
    let ratios = (0..rounds).map(|_| {
        let walked = rate(expected, || perft::<Walked, First, 2>(&pieces, 7));
        rate(expected, || international::perft(&pieces, 0, 7)) / walked
    });
    println!("three kings each: with rays {:.2} times as fast as without", median(ratios.collect()));
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
}
