//! Games as they are played: sessions with undo and redo, what may be picked on the board, and opponents.
//!
//! * [`Session`] is a game under way, from the first position or any other.
//! * [`Choice`] finds out which actions are meant by the cells that somebody picks.
//! * [`Opponent`] chooses actions; [`Random`] and [`Search`] play every game.
//!
//! ```
//! use std::sync::Arc;
//! use rulebook_play::{Opponent, Search, Session};
//!
//! let engine = rulebook_games::find("connect-four").expect("it is bundled");
//! let mut session = Session::new(Arc::from((engine.start)(&[])));
//! session.play_text("d1").expect("it is legal");
//! let mut opponent = Search::new(7, 200);
//! let action = opponent.choose(session.position(), &mut || true).expect("something may be played");
//! session.play(&action).expect("an opponent plays what is legal");
//! assert_eq!(session.turns().len(), 2);
//! assert!(session.undo() && session.undo_turn());
//! assert_eq!(session.text(), "");
//! ```
//!
//! *Invariant:* no input or output, no clock and no terminal: how long an opponent may think is asked of the caller.
//! *Invariant:* games are known through `rulebook-api` alone.

mod choice;
mod opponent;
mod random;
mod search;
mod session;

pub use choice::Choice;
pub use opponent::{Opponent, Thought};
pub use random::Random;
pub use search::Search;
pub use session::{Session, Turn};
