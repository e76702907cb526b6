//! What generated engines call: sets of cells as one machine word, walks over them, chains, and counting of leaves.
//!
//! Nothing here knows a game. A generated engine gives the shape of its rules as constants ([`walk::Walks`]), and the loops
//! here are compiled anew for each of them, so that a direction is a shift by a constant and a rule that a game does not
//! have leaves no code behind.
//!
//! | module | what it holds |
//! |---|---|
//! | [`bits`] | sets of cells |
//! | [`side`] | whose move it is, as a type |
//! | [`walk`] | shapes of walks: steps, slides, jumps; promotions |
//! | [`ray`] | how far a piece sees |
//! | [`pieces`] | the pieces on the board |
//! | [`chain`] | captures, jump after jump |
//! | [`count`] | how many actions there are, without making them |
//! | [`list`] | the legal actions |
//! | [`perft`] | leaves of the game tree |
//!
//! *Invariant:* the interpreter never sees this crate: two executions that share code agree for nothing.

#![no_std]
#![expect(
    clippy::inline_always,
    reason = "measured: loops over constants are compiled anew for each game only if inlined"
)]

extern crate alloc;

pub mod bits;
pub mod chain;
pub mod count;
pub mod list;
pub mod perft;
pub mod pieces;
pub mod ray;
pub mod side;
pub mod walk;

pub use bits::Bits;
pub use pieces::Pieces;
pub use side::{First, Second, Side};
pub use walk::Walks;
