//! Positions to begin with: at random, or near those of cases.

use rulebook_api::{ClockValue, Game, Piece, Refused, Setup, Vocabulary, position_text, record};
use rulebook_ir::visit::{Visitor, walk_cond, walk_rules};
use rulebook_ir::{Cond, Num};

use super::Pair;
use crate::Case;

/// How many positions of one case are kept.
const OF_ONE_CASE: usize = 40;

/// The positions that cases go through, as far as this game can set them up.
pub fn seeds(game: &dyn Game, cases: &[&Case]) -> Vec<Setup> {
    let names = game.vocabulary();
    let mut seeds = Vec::new();
    for case in cases {
        let begin = match &case.position {
            None => Some(game.initial()),
            Some(text) => position_text::parse(names, text).ok().and_then(|s| game.set_up(&s).ok()),
        };
        let Some(mut position) = begin else { continue };
        let mut passed = vec![position.setup()];
        let _ = record::play(names, position.as_mut(), &case.moves, &mut |p, _| passed.push(p.setup()));
        // The last ones are what the case is about.
        let late = passed.len().saturating_sub(OF_ONE_CASE);
        seeds.extend(passed.drain(late..));
    }
    seeds
}

/// A source of positions.
pub(super) struct Starts<'a> {
    pair: Pair<'a>,
    seeds: &'a [Setup],
    limits: Vec<u32>,
    /// Cells in rows, where rules look at lines.
    lines: Vec<Vec<u16>>,
}

impl<'a> Starts<'a> {
    pub(super) fn new(pair: Pair<'a>, seeds: &'a [Setup]) -> Self {
        let mut found = Limits(vec![3]);
        walk_rules(&mut found, pair.rules);
        let lines = pair.rules.board.lines.iter().map(|l| l.cells.clone()).filter(|c| c.len() > 2).collect();
        Self { pair, seeds, limits: found.0, lines }
    }

    /// A position that the game does not refuse out of hand; what it refuses for a rule may come too.
    pub(super) fn next(&self, random: &mut fastrand::Rng) -> Setup {
        let scattered = self.seeds.is_empty() || random.u8(0..3) == 0;
        let mut setup = if scattered { self.scattered(random) } else { self.near(random) };
        self.turn(&mut setup, random);
        if random.u8(0..2) == 0 {
            self.wind(&mut setup, random);
        }
        setup
    }

    fn names(&self) -> &Vocabulary {
        self.pair.right.vocabulary()
    }

    fn piece(&self, random: &mut fastrand::Rng) -> Piece {
        let names = self.names();
        let kind = random.usize(0..names.kinds.len());
        let number = names.kinds[kind].numbers.map_or(0, |(from, to)| random.u8(from..=to));
        Piece { player: random.u8(0..names.players.len() as u8), kind: kind as u8, number }
    }

    /// Pieces anywhere, or along a line.
    fn scattered(&self, random: &mut fastrand::Rng) -> Setup {
        let cells = self.names().cells.len();
        let mut setup = Setup { to_move: random.u8(0..self.names().players.len() as u8), ..Setup::default() };
        let count = match random.u8(0..10) {
            0..5 => random.usize(1..=4),
            5..8 => random.usize(4..=9),
            _ => random.usize(1..=cells * 4 / 5),
        };
        for _ in 0..count.min(cells) {
            put(&mut setup, random.u16(0..cells as u16), self.piece(random));
        }
        if random.u8(0..2) == 0 && !self.lines.is_empty() {
            let owner = random.u8(0..self.names().players.len() as u8);
            for cell in &self.lines[random.usize(0..self.lines.len())] {
                if random.u8(0..3) > 0 {
                    let piece = self.piece(random);
                    let player = if random.u8(0..5) > 0 { owner } else { piece.player };
                    put(&mut setup, *cell, Piece { player, ..piece });
                }
            }
        }
        setup
    }

    /// A position of a case with small changes.
    fn near(&self, random: &mut fastrand::Rng) -> Setup {
        let mut setup = self.seeds[random.usize(0..self.seeds.len())].clone();
        let changes = random.usize(0..4);
        let cells = self.names().cells.len() as u16;
        if changes > 0 {
            setup.clocks.clear();
        }
        for _ in 0..changes {
            match random.u8(0..6) {
                0 if !setup.pieces.is_empty() => {
                    setup.pieces.remove(random.usize(0..setup.pieces.len()));
                }
                1 | 2 if !setup.pieces.is_empty() => {
                    let (_, piece) = setup.pieces.remove(random.usize(0..setup.pieces.len()));
                    put(&mut setup, random.u16(0..cells), piece);
                }
                3 if !setup.pieces.is_empty() => {
                    let at = random.usize(0..setup.pieces.len());
                    let piece = self.piece(random);
                    setup.pieces[at].1 = Piece { player: setup.pieces[at].1.player, ..piece };
                }
                4 => setup.to_move = random.u8(0..self.names().players.len() as u8),
                _ => put(&mut setup, random.u16(0..cells), self.piece(random)),
            }
        }
        setup
    }

    /// Gives the turn a number, where one is needed.
    fn turn(&self, setup: &mut Setup, random: &mut fastrand::Rng) {
        for _ in 0..4 {
            match self.pair.right.set_up(setup) {
                Err(Refused::TurnNeeded | Refused::Turn(_)) => {
                    let players = self.names().players.len() as u32;
                    let pieces = setup.pieces.len() as u32;
                    let about = if random.bool() { pieces } else { random.u32(1..=pieces.max(1) + 3) };
                    setup.turn = Some(about / players * players + u32::from(setup.to_move) + 1);
                    setup.step = 0;
                    setup.here = None;
                }
                _ => return,
            }
        }
    }

    /// Puts a clock near one of the limits of the rules.
    fn wind(&self, setup: &mut Setup, random: &mut fastrand::Rng) {
        let Ok(position) = self.pair.right.set_up(setup) else { return };
        let running = position.clocks();
        if running.is_empty() {
            return;
        }
        for _ in 0..random.usize(1..=2) {
            let clock = running[random.usize(0..running.len())];
            let limit = self.limits[random.usize(0..self.limits.len())];
            let value = Some(limit.saturating_sub(random.u32(1..=3)));
            setup.clocks.retain(|c| (c.clock, c.player, c.cell) != (clock.clock, clock.player, clock.cell));
            setup.clocks.push(ClockValue { value, ..clock });
        }
        setup.clocks.sort_unstable();
    }
}

/// Puts a piece on a cell, in place of what stands there.
fn put(setup: &mut Setup, cell: u16, piece: Piece) {
    setup.pieces.retain(|p| p.0 != cell);
    setup.pieces.push((cell, piece));
    setup.pieces.sort_unstable();
}

/// Numbers that clocks are compared with.
struct Limits(Vec<u32>);

impl Visitor for Limits {
    fn cond(&mut self, cond: &Cond) {
        if let Cond::Reaches(_, _, Num::Int(n)) = cond {
            self.0.push(u32::try_from(*n).unwrap_or(0));
        }
        walk_cond(self, cond);
    }
}
