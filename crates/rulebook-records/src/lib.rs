//! Records of games as text: what they are as data, how they are written, and how files full of them are read.
//!
//! * [`Record`] is one game as it was written down: tags, a first position, moves with their places, a result.
//! * [`Record::to_text`] writes it; [`read()`] reads whole databases, one record after another, in bounded memory.
//!
//! ```
//! use rulebook_records::{Record, read};
//!
//! let mut record = Record::default();
//! record.tag("Game", "a-game");
//! record.push("h8");
//! record.push("a1#5");
//! record.result = Some("1-0".into());
//! let text = record.to_text();
//! let mut back = read(text.as_bytes());
//! let again = back.next().expect("a record").expect("that can be read");
//! assert_eq!(again.texts().collect::<Vec<_>>(), ["h8", "a1#5"]);
//! assert_eq!(again.to_text(), text);
//! ```
//!
//! *Invariant:* no rule is decided here, and no move is understood: that takes the names of a game, and its position.
//! *Invariant:* any bytes give records and problems, without a panic and in bounded memory.

mod input;
pub mod notation;
mod problem;
mod read;
mod record;
mod write;

pub use problem::{Problem, ProblemKind};
pub use read::{Records, read};
pub use record::{Move, Record};
