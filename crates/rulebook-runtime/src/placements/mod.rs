//! The lowering for games in which pieces are put on free cells, one or several a turn, and nothing else happens.
//!
//! | module | what it holds |
//! |---|---|
//! | [`list`] | the legal actions, also by number, and playing one of them |
//! | [`choose`] | sets of cells by number |
//! | [`rows`] | rows of own pieces |
//! | [`count`] | leaves of the game tree, the last two plies at once |

pub mod choose;
pub mod count;
pub mod list;
pub mod rows;

use crate::walks::Bits;

/// An axis of the board on which rows are made.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// So far apart are the bits of neighbours; a cell's neighbour ahead has the higher one.
    pub by: u32,
    /// The cells that have a neighbour ahead.
    pub from: Bits,
    /// Those neighbours.
    pub into: Bits,
}

/// The rules of such a game.
pub trait Placements<S>: 'static {
    /// Where a piece may be put, by the cells that are taken.
    fn open(taken: S) -> S;
}

/// What is known of a game on one machine word that is won by rows.
pub trait Rows: Placements<Bits> {
    /// So many own pieces in a row win; none: nothing wins.
    const LENGTH: Option<usize>;
    /// Along which axes.
    const AXES: &'static [Axis];

    /// Where a piece, once put there, makes another cell open, by the cells that are free.
    fn opens(free: Bits) -> Bits;
}
