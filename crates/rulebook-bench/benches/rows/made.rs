//! Positions of stones, made with a fixed seed, and what is asked of them.

use rulebook_runtime::lines::{Kept, Lines, fresh};

/// A square board with stones of two players.
#[derive(Clone, Debug)]
pub struct Made {
    /// By player, the cells of its stones: 64 a word, in board order.
    pub stones: [Vec<u64>; 2],
    /// In board order: cell and player.
    pub order: Vec<(u16, u8)>,
    cells: usize,
}

impl Made {
    /// From what is on each cell.
    pub fn of(cells: &[Option<u8>]) -> Self {
        let none = vec![0; cells.len().div_ceil(64)];
        let mut made = Self { stones: [none.clone(), none], order: Vec::new(), cells: cells.len() };
        for (cell, player) in cells.iter().enumerate().filter_map(|(cell, player)| Some((cell, (*player)?))) {
            made.stones[usize::from(player)][cell / 64] |= 1 << (cell % 64);
            made.order.push((cell as u16, player));
        }
        made
    }

    /// How many cells have no stone.
    pub fn empty(&self) -> u64 {
        (self.cells - self.order.len()) as u64
    }

    /// How many cells have no stone after each stone in turn, in all.
    pub fn empty_along(&self) -> u64 {
        (1..=self.order.len()).map(|stones| (self.cells - stones) as u64).sum()
    }

    /// As tables that are kept while stones come.
    pub fn kept<L: Lines>(&self) -> Kept<L> {
        let mut kept = Kept::new();
        self.order.iter().for_each(|&(cell, player)| kept.place(player, cell));
        kept
    }

    /// Where the first player may not play: how many points are forbidden, found from nothing.
    pub fn forbidden<L: Lines>(&self, out: &mut [u8]) -> u64 {
        fresh::<L>([&self.stones[0], &self.stones[1]], 0, &[0], out);
        count(out)
    }
}

/// How many points are forbidden. There are fewer than 65,536, so that the sum costs little beside what is measured.
pub fn count(out: &[u8]) -> u64 {
    u64::from(out.iter().fold(0_u16, |sum, verdict| sum + u16::from(*verdict != 0)))
}

/// So many positions on a board of that side: stones near each other, as in play.
pub fn as_in_play(side: usize, positions: usize) -> Vec<Made> {
    let mut random = fastrand::Rng::with_seed(1);
    (0..positions).map(|_| near_each_other(side, &mut random)).collect()
}

/// So many positions with stones on a third to two thirds of the cells, anywhere.
pub fn dense(side: usize, positions: usize) -> Vec<Made> {
    let mut random = fastrand::Rng::with_seed(2);
    let all = side * side;
    let one = |random: &mut fastrand::Rng| {
        let mut cells = vec![None; all];
        let stones = random.usize(all / 3..2 * all / 3);
        for (i, cell) in random.choose_multiple(0..all, stones).into_iter().enumerate() {
            cells[cell] = Some((i % 2) as u8);
        }
        Made::of(&cells)
    };
    (0..positions).map(|_| one(&mut random)).collect()
}

/// Each stone is near one that is there already; the players take turns.
fn near_each_other(side: usize, random: &mut fastrand::Rng) -> Made {
    let all = side * side;
    let mut cells = vec![None; all];
    cells[all / 2] = Some(0);
    // As many for their board as 8 to 60 are for one of 15 x 15.
    let stones = random.usize(8 * all / 225..60 * all / 225);
    for i in 0..stones {
        loop {
            let cell = random.usize(0..all);
            let (row, column) = (cell / side, cell % side);
            let near = |other: usize| (other / side).abs_diff(row) <= 2 && (other % side).abs_diff(column) <= 2;
            if cells[cell].is_none() && (0..all).any(|other| cells[other].is_some() && near(other)) {
                cells[cell] = Some((i % 2) as u8 ^ 1);
                break;
            }
        }
    }
    Made::of(&cells)
}
