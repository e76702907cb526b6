//! Leaves per second of each compiled game, and as a ratio to a yardstick from the registry in the same run.

#![expect(clippy::cast_precision_loss, reason = "rates of a few digits")]

use std::time::Instant;

use rulebook_games::{american, brazilian, international, russian};

fn measure(name: &str, unit: f64, leaves: impl Fn() -> u64) -> f64 {
    let mut best = f64::INFINITY;
    let mut count = 0;
    for _ in 0..3 {
        let start = Instant::now();
        count = leaves();
        best = best.min(start.elapsed().as_secs_f64());
    }
    let rate = count as f64 / best / 1e6;
    println!(
        "{name:<24} {count:>14} leaves {rate:>8.1} M/s  {:>5.2} of the yardstick",
        if unit > 0.0 { rate / unit } else { 1.0 }
    );
    rate
}

fn main() {
    let depth: u32 = std::env::args().nth(1).and_then(|d| d.parse().ok()).unwrap_or(0);
    let kish = measure("yardstick (kish, d8)", 0.0, || kish::Board::new_default().perft(8));
    measure("international 9", kish, || international::perft(&international::initial(), 0, 9 + depth));
    measure("american 10", kish, || american::perft(&american::initial(), 0, 10 + depth));
    measure("russian 9", kish, || russian::perft(&russian::initial(), 0, 9 + depth));
    measure("brazilian 9", kish, || brazilian::perft(&brazilian::initial(), 0, 9 + depth));
}
