//! The lowering for games whose pieces walk: the shape of the rules as constants, and loops over machine words.
//!
//! | module | what it holds |
//! |---|---|
//! | [`bits`] | shifts of whole sets of cells |
//! | [`side`] | whose move it is, as a type |
//! | [`ray`] | how far a piece sees |
//! | [`pieces`] | the pieces on the board |
//! | [`prefer`] | which captures are preferred |
//! | [`chain`] | captures, jump after jump |
//! | `trails` | captures where they have too many routes |
//! | [`count`] | how many actions there are, without making them |
//! | [`difference`] | two plies counted at once |
//! | `fixed` | fixed jumps of all pieces at once |
//! | `hops` | captures of fixed jumps |
//! | [`list`] | the legal actions |
//! | [`routes`] | all routes to a capture |
//! | [`perft`] | leaves of the game tree |

pub mod bits;
pub mod chain;
pub mod count;
pub mod difference;
mod fixed;
mod hops;
pub mod list;
pub mod perft;
pub mod pieces;
pub mod prefer;
pub mod ray;
pub mod routes;
pub mod side;
mod trails;

pub use bits::Bits;
pub use pieces::Pieces;
pub use side::{First, Second, Side};

/// How a kind of piece moves without taking.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Shifts of its directions.
    pub dirs: &'static [i32],
    /// `[empty+]` instead of `[empty]`: as many empty cells as it likes.
    pub slides: bool,
}

/// How a kind of piece takes.
#[derive(Clone, Copy, Debug)]
pub struct Jump {
    /// Shifts of its directions.
    pub dirs: &'static [i32],
    /// `[empty*, take enemy, empty+]` instead of `[take enemy, empty]`.
    pub flies: bool,
    /// The kinds that it may take (bit per kind).
    pub takes: u32,
}

/// When a piece that reaches its promotion cells becomes another kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Where its action ends.
    AtEnd,
    /// As it lands, going on as what it has become.
    AtOnce,
    /// As it lands; it goes no further.
    AndStop,
}

/// What a capture is preferred for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The greatest sum of what its victims are worth, by kind.
    Most(&'static [u16]),
    /// The smallest.
    Fewest(&'static [u16]),
    /// The piece that takes was of one of these kinds (bit per kind) as it began.
    Piece(u32),
    /// Victims of these kinds as early as possible: of captures of equally many pieces, one after the other.
    Earliest(u32),
}

/// What a preference comes to where only pieces of the first kind take, and only such pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plain {
    /// All captures are equal.
    Free,
    /// Those of the most pieces are left.
    Most,
    /// Something else: every capture is looked at.
    No,
}

/// A promotion.
#[derive(Clone, Copy, Debug)]
pub struct Promotion {
    /// Which kind.
    pub from: usize,
    /// What it becomes.
    pub to: usize,
    /// On which cells, by player.
    pub on: [Bits; 2],
    /// When.
    pub when: When,
}

/// The rules of a game of walking pieces with `K` kinds.
pub trait Walks<const K: usize>: 'static {
    /// The name's index of the action that takes.
    const CAPTURE: u8;
    /// The name's index of the action that does not.
    const QUIET: u8;
    /// The bits that are cells.
    const BOARD: Bits;
    /// Quiet moves by player and kind.
    const STEPS: [[Step; K]; 2];
    /// Captures by player and kind.
    const JUMPS: [[Jump; K]; 2];
    /// The only promotion.
    const PROMOTION: Promotion;
    /// What a capture is preferred for, the weightiest first.
    const PREFER: &'static [Key];
    /// What comes of the preference where only pieces of the first kind take, and only such pieces.
    const PLAIN: Plain;
    /// Victims leave the board at once; otherwise they stay until the capture ends, block, and cannot be taken again.
    const AT_ONCE: bool;
    /// A piece does not go on in the direction opposite to that of its last jump.
    const NO_TURNING_BACK: bool;
    /// From where a step by that shift stays on the board; for the others it falls on a bit that is no cell.
    const EDGES: &'static [(i32, Bits)];
    /// Rays of the directions in which pieces fly; a direction that is left out is walked cell by cell.
    const RAYS: &'static [ray::Rays];
    /// Two plies are counted at once where that is sound ([`difference`]).
    const DIFFERENCE: bool;
    /// Captures of one jump and two are found as sets where there are no longer ones (`fixed`).
    const SETS: bool;
    /// A capture of fewer pieces than this has one route only: no closed walk over the directions is shorter.
    const MEET: u32;
}
