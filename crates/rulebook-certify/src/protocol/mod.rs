//! The adapter protocol: what a runner asks a program under examination, and what it answers, one JSON object a line.
//!
//! `docs/adapter-protocol.md` explains it, `docs/schema/adapter.schema.json` says it to machines. Both sides are here:
//! the runner writes [`Question`]s and reads [`Answer`]s, [`crate::adapter`] does the opposite.
//!
//! *Invariant:* what is expected is never part of a question.

mod answer;
mod moves;
mod question;
mod setup;

pub use answer::{
    Answer, Ask, Ban, Failed, GameSaid, HelloSaid, JudgeSaid, MoveParts, MoveSaid, PositionSaid, Rejected, StatusSaid,
    Unsupported,
};
pub use moves::{Cell, MoveData, data_of, data_of_text};
pub use question::{CellAsked, GameAsked, Hello, Judge, KindAsked, Question};
pub use setup::{ClockData, PieceData, SetupData, fen, from_data, to_data};

/// The version of the protocol that is spoken here.
pub const VERSION: u32 = 1;
