//! Verdicts of forbidden points per second, in units of a yardstick from the registry that runs in turn with them.
//!
//! `cargo run --profile bench-like -p rulebook-games --example lines_speed [rounds] [file]`, with and without
//! `-C target-cpu=native`. The file has a position a line (`X`, `O`, `.` in board order); without one, positions are made at
//! random. Both sides answer the same empty points; what counts is the median of the ratios of neighbouring runs.

#![expect(clippy::cast_precision_loss, reason = "rates of a few digits")]

use std::{fs, hint::black_box, time::Instant};

use figrid_board::{board::BitBoard, renju as yardstick};
use rulebook_games::renju::Prohibitions;
use rulebook_runtime::lines::{Kept, fresh};

const CELLS: usize = 225;

/// A position: by player, the cells of its pieces.
struct Made {
    pieces: [[u64; 4]; 2],
    /// In board order: cell and player.
    order: Vec<(u16, u8)>,
}

impl Made {
    fn of(cells: impl Iterator<Item = Option<u8>>) -> Self {
        let mut made = Self { pieces: [[0; 4]; 2], order: Vec::new() };
        for (cell, player) in cells.enumerate().filter_map(|(cell, p)| Some((cell, p?))) {
            made.pieces[usize::from(player)][cell / 64] |= 1 << (cell % 64);
            made.order.push((cell as u16, player));
        }
        made
    }

    fn empty(&self) -> u64 {
        (CELLS - self.order.len()) as u64
    }

    fn kept(&self) -> Kept<Prohibitions> {
        let mut kept = Kept::new();
        self.order.iter().for_each(|&(cell, player)| kept.place(player, cell));
        kept
    }
}

/// Pieces near each other, as in play: each near one that is there already.
fn made(random: &mut fastrand::Rng) -> Made {
    let mut cells = [None; CELLS];
    cells[112] = Some(0);
    for i in 0..random.usize(8..60) {
        loop {
            let near = random.usize(0..CELLS);
            let neighbour = |c: usize| c.abs_diff(near) % 15 <= 2 && c / 15 <= near / 15 + 2 && near / 15 <= c / 15 + 2;
            if cells[near].is_none() && (0..CELLS).any(|c| cells[c].is_some() && neighbour(c)) {
                cells[near] = Some((i % 2) as u8 ^ 1);
                break;
            }
        }
    }
    Made::of(cells.into_iter())
}

fn read(text: &str) -> Vec<Made> {
    let player = |c: char| match c {
        'X' => Some(0),
        'O' => Some(1),
        _ => None,
    };
    text.lines().map(|line| Made::of(line.chars().take(CELLS).map(player))).collect()
}

/// Millions of points per second, and a sum of what was found, so that nothing is left out.
fn rate(points: u64, mut job: impl FnMut() -> u64) -> (f64, u64) {
    let start = Instant::now();
    let found = job();
    (points as f64 / start.elapsed().as_secs_f64() / 1e6, found)
}

/// How many points are forbidden. They fit a byte, in which the sum costs next to nothing beside what is measured.
fn count(out: &[u8; CELLS]) -> u64 {
    u64::from(out.iter().fold(0_u8, |sum, v| sum + u8::from(*v != 0)))
}

/// The yardstick's answers for all empty points of all positions.
fn theirs(positions: &[Made]) -> u64 {
    let mut found = 0;
    for made in positions {
        let (mut first, mut second) = (BitBoard::EMPTY, BitBoard::EMPTY);
        for &(cell, player) in &made.order {
            if player == 0 { first.set(cell.into()) } else { second.set(cell.into()) }
        }
        for cell in (0..CELLS).filter(|c| !first.get(*c) && !second.get(*c)) {
            found += u64::from(yardstick::is_forbidden(&first, &second, cell));
        }
    }
    found
}

fn from_nothing(positions: &[Made]) -> u64 {
    let mut out = [0; CELLS];
    let mut found = 0;
    for made in positions {
        fresh::<Prohibitions>([&made.pieces[0], &made.pieces[1]], 0, &[0], &mut out);
        found += count(black_box(&out));
    }
    found
}

fn piece_by_piece(positions: &[Made]) -> u64 {
    let mut out = [0; CELLS];
    let mut found = 0;
    for made in positions {
        let mut kept = Kept::<Prohibitions>::new();
        for &(cell, player) in &made.order {
            kept.place(player, cell);
            kept.all(0, &[0], &mut out);
            black_box(&out);
        }
        found += count(&out);
    }
    found
}

fn asked(kept: &[Kept<Prohibitions>]) -> u64 {
    let mut out = [0; CELLS];
    let mut found = 0;
    for kept in kept {
        kept.all(0, &[0], &mut out);
        found += count(black_box(&out));
    }
    found
}

fn updates(positions: &[Made]) -> u64 {
    let mut found = 0;
    for made in positions {
        found += u64::from(black_box(made.kept()).forbidden(0, 0, &[0]));
    }
    found
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let rounds: usize = arguments.next().and_then(|r| r.parse().ok()).unwrap_or(5);
    let positions = if let Some(file) = arguments.next() {
        read(&fs::read_to_string(file).expect("the file"))
    } else {
        let mut random = fastrand::Rng::with_seed(1);
        (0..500).map(|_| made(&mut random)).collect()
    };
    let kept: Vec<_> = positions.iter().map(Made::kept).collect();
    let points: u64 = positions.iter().map(Made::empty).sum();
    let along: u64 = positions.iter().flat_map(|m| (1..=m.order.len()).map(|n| (CELLS - n) as u64)).sum();
    let pieces: u64 = positions.iter().map(|m| m.order.len() as u64).sum();
    let (_, expected) = rate(points, || theirs(&positions));
    let jobs: [(&str, u64, &dyn Fn() -> u64); 3] = [
        ("set up from nothing", points, &|| from_nothing(&positions)),
        ("a piece, then all points", along, &|| piece_by_piece(&positions)),
        ("kept, all points asked", points, &|| asked(&kept)),
    ];
    for (name, points, job) in jobs {
        let (mut rates, mut ratios, mut units) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..rounds {
            let (before, _) = rate(positions.iter().map(Made::empty).sum(), || theirs(&positions));
            let repeats = 100;
            let (ours, found) = rate(points * repeats, || (0..repeats).map(|_| job()).sum());
            assert_eq!(found, expected * repeats, "a wrong answer has no speed");
            let (after, _) = rate(positions.iter().map(Made::empty).sum(), || theirs(&positions));
            rates.push(ours);
            units.push(before);
            ratios.push(2.0 * ours / (before + after));
        }
        println!(
            "{name:<26} {:>8.1} M points/s {:>7.1} of the yardstick ({:.2} M points/s)",
            median(rates),
            median(ratios),
            median(units)
        );
    }
    let per = (0..rounds).map(|_| 1e3 / rate(pieces * 20, || (0..20).map(|_| updates(&positions)).sum()).0);
    println!("{:<26} {:>8.1} ns", "a piece comes", median(per.collect()));
    println!("a kept position has {} bytes", size_of::<Kept<Prohibitions>>());
}
