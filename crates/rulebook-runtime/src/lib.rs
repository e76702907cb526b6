//! What generated engines call: sets of cells, positions, turns, clocks and results, and the loops of the lowerings.
//!
//! Nothing here knows a game. A generated engine gives the conditions of its rules as functions ([`Rules`]) and the shape of
//! its actions as constants (such as [`walks::Walks`]); the loops here are compiled anew for each game, so that a rule that a
//! game does not have leaves no code behind.
//!
//! | module | what it holds |
//! |---|---|
//! | [`set`], [`board`] | sets of cells; pieces and reserves |
//! | [`rules`], [`names`] | what a generated engine gives |
//! | [`state`], [`action`], [`standing`] | what rules read, what is played, how a game stands |
//! | [`turn`], [`setup`], [`history`] | the program of turns, set-ups, repetition |
//! | [`outcome`], [`within`], [`mixer`] | what programs are told; what is kept of a turn; hashing |
//! | [`position`], [`game`], [`dynamic`] | what programs use: positions, games, and games known by name only |
//! | [`run`], [`general`], [`track`], [`groups`], [`rows`] | actions and patterns of any shape |
//! | [`flips`] | the lowering for placements that have to turn pieces over |
//! | [`lines`] | the lowering for placements that lines forbid |
//! | [`placements`] | the lowering for pieces that are put on free cells |
//! | [`walks`] | the lowering for pieces that walk |
//! | [`steps`] | the lowering for pieces that step to a neighbouring cell |
//! | [`perft`] | leaves of the game tree |
//!
//! *Invariant:* the interpreter never sees this crate: two executions that share code agree for nothing.

#![no_std]
#![expect(
    clippy::inline_always,
    reason = "measured: loops over constants are compiled anew for each game only if inlined"
)]

extern crate alloc;

pub mod action;
pub mod board;
pub mod dynamic;
pub mod flips;
pub mod game;
pub mod general;
pub mod groups;
pub mod history;
pub mod lines;
pub mod mixer;
pub mod names;
pub mod outcome;
pub mod perft;
pub mod placements;
pub mod position;
pub mod rows;
pub mod rules;
pub mod run;
pub mod set;
pub mod setup;
pub mod standing;
pub mod state;
pub mod steps;
pub mod track;
pub mod turn;
pub mod walks;
pub mod within;

pub use action::Action;
pub use game::Game;
pub use names::Named;
pub use outcome::{Illegal, ParseError, Status};
pub use position::Position;
pub use rulebook_api as api;
pub use rules::Rules;
