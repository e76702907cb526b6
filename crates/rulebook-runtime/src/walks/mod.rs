//! The lowering for games whose pieces walk: the shape of the rules as constants, and loops over machine words.
//!
//! | module | what it holds |
//! |---|---|
//! | [`bits`] | shifts of whole sets of cells |
//! | [`side`] | whose move it is, as a type |
//! | [`ray`] | how far a piece sees |
//! | [`pieces`] | the pieces on the board |
//! | [`chain`] | captures, jump after jump |
//! | [`count`] | how many actions there are, without making them |
//! | [`difference`] | two plies counted at once |
//! | [`list`] | the legal actions |
//! | [`routes`] | all routes to a capture |
//! | [`perft`] | leaves of the game tree |

pub mod bits;
pub mod chain;
pub mod count;
pub mod difference;
pub mod list;
pub mod perft;
pub mod pieces;
pub mod ray;
pub mod routes;
pub mod side;

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
    /// Only captures of the most pieces may be played.
    const MOST: bool;
    /// Rays of the directions in which pieces fly; a direction that is left out is walked cell by cell.
    const RAYS: &'static [ray::Rays];
    /// Two plies are counted at once where that is sound ([`difference`]).
    const DIFFERENCE: bool;
    /// Captures of one jump and two are found as sets where there are no longer ones ([`count`]).
    const SETS: bool;
    /// A capture of fewer pieces than this has one route only: no closed walk over the directions is shorter.
    const MEET: u32;
}
