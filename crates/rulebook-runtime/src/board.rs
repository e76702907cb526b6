//! The pieces of any game: a set of cells for each player and kind, numbers on pieces, and reserves.

use core::{fmt::Debug, hash::Hash};

use rulebook_api::Piece;

use crate::set::{Bit, Set};

/// Pieces and reserves.
pub trait Board: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Sets of its cells.
    type Set: Set;

    /// No pieces, and nothing in reserve.
    const EMPTY: Self;

    /// Cells with a piece.
    fn occupied(&self) -> Self::Set;

    /// Cells with a piece of that player.
    fn owned(&self, player: u8) -> Self::Set;

    /// Cells with a piece of one of these kinds (bit per kind).
    fn kinds(&self, kinds: u32) -> Self::Set;

    /// The piece on a cell.
    fn piece(&self, cell: Bit) -> Option<Piece>;

    /// Puts a piece on an empty cell.
    fn put(&mut self, cell: Bit, piece: Piece);

    /// Takes the piece off a cell.
    fn clear(&mut self, cell: Bit);

    /// How many pieces that reserve has.
    fn reserve(&self, index: usize) -> u16;

    /// Sets how many pieces a reserve has.
    fn set_reserve(&mut self, index: usize, pieces: u16);

    /// How many pieces these reserves have.
    #[inline]
    fn in_reserve(&self, from: usize, to: usize) -> i64 {
        (from..to).map(|i| i64::from(self.reserve(i))).sum()
    }

    /// Moves the piece on a cell to an empty one.
    #[inline]
    fn shift(&mut self, from: Bit, to: Bit) {
        if let Some(piece) = self.piece(from) {
            self.clear(from);
            self.put(to, piece);
        }
    }

    /// The piece on a cell becomes another.
    #[inline]
    fn change(&mut self, cell: Bit, piece: Piece) {
        self.clear(cell);
        self.put(cell, piece);
    }
}

/// The pieces of `P` players and `K` kinds (0 for a single one, which needs no set), numbers on pieces of the first `N` bits,
/// and `R` reserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mixed<S, const P: usize, const K: usize, const N: usize, const R: usize> {
    side: [S; P],
    kind: [S; K],
    number: [u8; N],
    reserve: [u16; R],
}

impl<S: Set, const P: usize, const K: usize, const N: usize, const R: usize> Mixed<S, P, K, N, R> {
    /// The pieces on these cells are that player's from now on; where there is none, one of the only kind comes.
    #[inline(always)]
    pub fn hand_over(&mut self, cells: S, player: u8) {
        for (index, side) in self.side.iter_mut().enumerate() {
            *side = if index == usize::from(player) { *side | cells } else { side.without(cells) };
        }
    }
}

impl<S: Set, const P: usize, const K: usize, const N: usize, const R: usize> Board for Mixed<S, P, K, N, R> {
    type Set = S;

    const EMPTY: Self = Self { side: [S::NONE; P], kind: [S::NONE; K], number: [0; N], reserve: [0; R] };

    #[inline(always)]
    fn occupied(&self) -> S {
        self.side.iter().fold(S::NONE, |all, side| all | *side)
    }

    #[inline(always)]
    fn owned(&self, player: u8) -> S {
        self.side.get(usize::from(player)).copied().unwrap_or(S::NONE)
    }

    #[inline(always)]
    fn kinds(&self, kinds: u32) -> S {
        if K <= 1 {
            return if kinds & 1 == 1 { self.occupied() } else { S::NONE };
        }
        self.kind.iter().enumerate().fold(
            S::NONE,
            |all, (i, of_kind)| {
                if kinds >> i & 1 == 1 { all | *of_kind } else { all }
            },
        )
    }

    #[inline]
    fn piece(&self, cell: Bit) -> Option<Piece> {
        let player = self.side.iter().position(|side| side.has(cell))?;
        let kind = if K <= 1 { 0 } else { self.kind.iter().position(|of_kind| of_kind.has(cell))? };
        let number = self.number.get(usize::from(cell)).copied().unwrap_or(0);
        Some(Piece { player: player as u8, kind: kind as u8, number })
    }

    #[inline]
    fn put(&mut self, cell: Bit, piece: Piece) {
        let one = S::one(cell);
        if let Some(side) = self.side.get_mut(usize::from(piece.player)) {
            *side = *side | one;
        }
        if K > 1
            && let Some(of_kind) = self.kind.get_mut(usize::from(piece.kind))
        {
            *of_kind = *of_kind | one;
        }
        if let Some(number) = self.number.get_mut(usize::from(cell)) {
            *number = piece.number;
        }
    }

    #[inline]
    fn clear(&mut self, cell: Bit) {
        let one = S::one(cell);
        for set in self.side.iter_mut().chain(&mut self.kind) {
            *set = set.without(one);
        }
        if let Some(number) = self.number.get_mut(usize::from(cell)) {
            *number = 0;
        }
    }

    #[inline]
    fn reserve(&self, index: usize) -> u16 {
        self.reserve.get(index).copied().unwrap_or(0)
    }

    #[inline]
    fn set_reserve(&mut self, index: usize, pieces: u16) {
        if let Some(reserve) = self.reserve.get_mut(index) {
            *reserve = pieces;
        }
    }
}
