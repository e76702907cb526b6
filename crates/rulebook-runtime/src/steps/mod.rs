//! The lowering for games whose pieces step to a neighbouring cell, free or taken: constants, and loops over a machine word.
//!
//! | module | what it holds |
//! |---|---|
//! | [`list`] | the legal actions, and playing one of them |
//! | [`count`] | leaves of the game tree, the last two plies at once |

pub mod count;
pub mod list;

use crate::{board::Mixed, walks::Bits};

/// The pieces of two players and `K` kinds. The bit of a cell is its index in board order.
pub type Pieces<const K: usize> = Mixed<Bits, 2, K, 0, 0>;

/// Steps of one kind of piece in one direction.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The kind.
    pub kind: usize,
    /// The direction: so far apart are the bits of a cell and of its neighbour.
    pub shift: i32,
    /// The cells that have a neighbour that way: a board that fills its word has no room at its edges.
    pub from: Bits,
    /// It may end on a free cell.
    pub quiet: bool,
    /// It may end on an enemy piece, which it takes.
    pub takes: bool,
}

impl Step {
    /// Where pieces on these cells come to.
    #[inline(always)]
    #[must_use]
    pub const fn ahead(&self, set: Bits) -> Bits {
        (set & self.from).rotate_left(self.shift.cast_unsigned() & 63)
    }

    /// Whence pieces come to these cells.
    #[inline(always)]
    #[must_use]
    pub const fn back(&self, set: Bits) -> Bits {
        set.rotate_right(self.shift.cast_unsigned() & 63) & self.from
    }

    /// Is that other step the way back of this one?
    #[inline(always)]
    #[must_use]
    pub const fn undoes(&self, other: &Self) -> bool {
        self.shift == -other.shift
    }
}

/// The steps of one action.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The action's name.
    pub name: u8,
    /// In ascending order of their shifts.
    pub steps: &'static [Step],
}

/// The rules of a game of stepping pieces with `K` kinds.
pub trait Steps<const K: usize>: 'static {
    /// The bits that are cells.
    const BOARD: Bits;
    /// Actions by player, in the order of their names.
    const ACTIONS: [&'static [Named]; 2];
    /// Steps by player, each direction of a kind once, whatever the actions are called.
    const STEPS: [&'static [Step]; 2];
    /// Where a piece ends the game by arriving, by player and kind.
    const GOALS: [[Bits; K]; 2];
}
