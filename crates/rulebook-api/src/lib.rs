//! What every execution of a game speaks: actions, positions and status as data, and their text forms.
//!
//! * [`Game`] and [`Position`] are the traits that an execution (interpreter or compiled engine) implements.
//! * [`Action`], [`Setup`], [`Status`] and the like are plain data; [`Vocabulary`] has the names for them.
//! * [`position_text`] and [`move_text`] are the texts that people and other programs read and write;
//!   [`notation`] holds those of the field. [`record`] plays moves given as text.
//!
//! ```
//! use rulebook_api::{CellName, KindName, Vocabulary, position_text};
//!
//! let names = Vocabulary {
//!     players: vec!["black".into(), "white".into()],
//!     kinds: vec![KindName { name: "stone".into(), letter: None, numbers: None }],
//!     cells: ["a1", "b1", "c1"].map(|name| CellName { name: name.into(), number: None }).into(),
//!     ..Vocabulary::default()
//! };
//! let setup = position_text::parse(&names, "white: white=c1 black=a1").expect("a position");
//! assert_eq!(position_text::print(&names, &setup), "white: black=a1 white=c1");
//! let error = position_text::parse(&names, "white: white=d1").expect_err("there is no such cell");
//! assert_eq!(error.message, "`d1` is off the board; the nearest cell is c1");
//! ```
//!
//! *Invariant:* no rule is decided here, and no text form knows a game: what a text means follows from a
//! [`Vocabulary`] alone.

#![no_std]

extern crate alloc;

mod cell_text;
mod game;
mod model;
pub mod move_text;
mod nearest;
pub mod notation;
mod position_state;
pub mod position_text;
pub mod record;
mod text_error;
mod vocabulary;

pub use game::{Count, Game, PlayError, Position};
pub use model::{Action, ClockValue, Forbidden, Piece, Refused, Setup, Status};
pub use nearest::{did_you_mean, listed, nearest};
pub use text_error::TextError;
pub use vocabulary::{ActionName, CellName, ClockCopies, ClockName, KindName, Notation, Vocabulary};
