//! The lowering for placements that have to turn pieces over, in every direction in which a row of them is enclosed.
//!
//! | module | what it holds |
//! |---|---|
//! | [`fill`] | rows of enclosed pieces, in all directions at once |
//! | [`list`] | the legal actions, and playing one of them |
//! | [`count`] | leaves of the game tree |

pub mod count;
pub mod fill;
pub mod list;

use crate::{board::Mixed, walks::Bits};

/// The pieces of two players, all of one kind. The bit of a cell is its index in board order.
pub type Pieces = Mixed<Bits, 2, 0, 0, 0>;

/// A direction in which pieces are enclosed.
#[derive(Clone, Copy, Debug)]
pub struct Ray {
    /// So far apart are the bits of neighbours.
    pub by: u32,
    /// The cells that have a neighbour that way.
    pub from: Bits,
    /// Those neighbours.
    pub into: Bits,
}

impl Ray {
    /// No direction: it fills up a row of four.
    pub const NONE: Self = Self { by: 0, from: 0, into: 0 };
}

/// Directions, apart by whether bits ascend: four of each are looked at by the same instructions.
#[derive(Clone, Copy, Debug)]
pub struct Rays {
    /// In which bits ascend.
    pub up: [Ray; 4],
    /// In which they descend.
    pub down: [Ray; 4],
}

/// The rules of such a game.
pub trait Flips: 'static {
    /// The bits that are cells.
    const BOARD: Bits;
    /// The name's index of the placement.
    const PLACE: u8;
    /// The name's index of passing, which is for those who cannot place.
    const PASS: Option<u8>;
    /// Directions by player.
    const RAYS: [Rays; 2];
    /// A row is filled by doubling so many times.
    const DOUBLINGS: u32;
}
