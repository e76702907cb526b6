//! Which points are forbidden: every empty point of many positions, from nothing, after each stone, and kept.

use std::{hint::black_box, rc::Rc};

use figrid_board::{board::BitBoard, renju as theirs};
use rulebook_games::renju::Prohibitions;
use rulebook_runtime::lines::Kept;

use crate::{
    made::{Made, as_in_play, count, dense},
    row::{Row, Yardstick},
};

const SIDE: usize = 15;
const CELLS: usize = SIDE * SIDE;

/// Positions with verdicts on which several programs agree.
const COMMITTED: &str = include_str!("../../../../conformance/data/renju-verdicts.txt");

/// How often all positions are gone through in one run; the yardstick goes through them once.
const REPEATS: u64 = 40;

/// Positions and the number of their forbidden points.
struct Positions {
    all: Vec<Made>,
    forbidden: u64,
}

/// Three ways to ask, of three kinds of positions.
pub fn rows() -> Vec<Row> {
    let made = |all: Vec<Made>| {
        let forbidden = asked_of_the_yardstick(&all);
        Rc::new(Positions { all, forbidden })
    };
    let mut rows = of("as in play", &made(as_in_play(SIDE, 500)));
    rows.extend(of("dense", &made(dense(SIDE, 500))));
    rows.extend(of("committed positions", &Rc::new(committed())));
    rows
}

fn of(kind: &str, positions: &Rc<Positions>) -> Vec<Row> {
    let empty: u64 = positions.all.iter().map(Made::empty).sum();
    let along: u64 = positions.all.iter().map(Made::empty_along).sum();
    let row = |name: &str, points: u64, once: Box<dyn Fn() -> u64>| {
        Row::new(format!("{name}, {kind}"), "points", points * REPEATS, move || (0..REPEATS).map(|_| once()).sum())
            .expecting(positions.forbidden * REPEATS)
            .against(yardstick(positions))
    };
    let (from_nothing, after_each) = (Rc::clone(positions), Rc::clone(positions));
    let kept: Vec<Kept<Prohibitions>> = positions.all.iter().map(Made::kept).collect();
    vec![
        row("from nothing", empty, Box::new(move || all_from_nothing(&from_nothing.all))).wanted(30.0, 68.0),
        row("a stone, then all", along, Box::new(move || after_each_stone(&after_each.all))).wanted(100.0, 330.0),
        row("kept, only asked", empty, Box::new(move || all_kept(&kept))).wanted(60.0, 145.0),
    ]
}

/// The yardstick is asked about the empty points one by one.
fn yardstick(positions: &Rc<Positions>) -> Yardstick {
    let units = positions.all.iter().map(Made::empty).sum();
    let expected = positions.forbidden;
    let positions = Rc::clone(positions);
    Yardstick { units, run: Box::new(move || asked_of_the_yardstick(&positions.all)), expected, one: 1.0 }
}

/// The yardstick on positions as in play, for rows about other boards.
pub fn yardstick_in_play() -> Yardstick {
    let all = as_in_play(SIDE, 500);
    let forbidden = asked_of_the_yardstick(&all);
    yardstick(&Rc::new(Positions { all, forbidden }))
}

fn asked_of_the_yardstick(positions: &[Made]) -> u64 {
    let mut found = 0;
    for made in positions {
        let (mut first, mut second) = (BitBoard::EMPTY, BitBoard::EMPTY);
        for &(cell, player) in &made.order {
            if player == 0 { first.set(cell.into()) } else { second.set(cell.into()) }
        }
        for cell in (0..CELLS).filter(|cell| !first.get(*cell) && !second.get(*cell)) {
            found += u64::from(theirs::is_forbidden(&first, &second, cell));
        }
    }
    found
}

fn all_from_nothing(positions: &[Made]) -> u64 {
    let mut out = [0; CELLS];
    positions.iter().map(|made| made.forbidden::<Prohibitions>(black_box(&mut out))).sum()
}

fn after_each_stone(positions: &[Made]) -> u64 {
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

fn all_kept(kept: &[Kept<Prohibitions>]) -> u64 {
    let mut out = [0; CELLS];
    let mut found = 0;
    for kept in kept {
        kept.all(0, &[0], &mut out);
        found += count(black_box(&out));
    }
    found
}

/// The committed positions; what is forbidden in them is what the file says, not what anybody here finds.
fn committed() -> Positions {
    let lines = COMMITTED.lines().filter(|line| !line.starts_with('#'));
    let mut positions = Positions { all: Vec::new(), forbidden: 0 };
    for line in lines {
        let mut words = line.split_whitespace();
        let (stones, verdicts) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        let player = |c| match c {
            'X' => Some(0),
            'O' => Some(1),
            _ => None,
        };
        positions.all.push(Made::of(&stones.chars().map(player).collect::<Vec<_>>()));
        positions.forbidden += verdicts.chars().filter(|verdict| ['3', '4', '6'].contains(verdict)).count() as u64;
    }
    positions
}
