//! Rules of board games, written once: engines made from specs, and the bundled games.
//!
//! A spec says the rules in a small language; the macro [`game!`] makes an engine of it when the crate is built. The
//! engines of the bundled games are in [`games`]. Each is a module with the same items:
//!
//! | item | what it is |
//! |---|---|
//! | `Position` | pieces, clocks, who is to move, how it stands: small, copied freely |
//! | `Action` | one decision of a player |
//! | `Game` | a position with those before it: takes back, and knows repetitions |
//! | `Player`, `Kind`, `Clock`, `Reason` | the names of the spec as enums |
//! | `Rules` | the rules as a type, for code that is generic over games |
//! | `Dynamic` | the game behind the traits of [`api`], for code that knows it by name only |
//!
//! # A game from its first move to its end
//!
//! ```
//! # #[cfg(feature = "games")] {
//! use rulebook::Status;
//! use rulebook::games::american::{Game, Kind, Player, Position, Reason};
//!
//! // Legal actions are listed in one order, the same always; they are written as people write them.
//! let mut game = Game::new(Position::initial());
//! assert_eq!(game.position().legal().len(), 7);
//! let action = game.position().find("d6-e5")?;
//! game.play(&action)?;
//! assert_eq!(game.position().to_move(), Player::White);
//! assert_eq!(game.position().count(Player::Black, Kind::Man), 12);
//!
//! // What is not legal is not played, and what was played can be taken back.
//! assert!(game.play(&action).is_err());
//! assert!(game.undo());
//! assert_eq!(*game.position(), Position::initial());
//!
//! // Positions are text, too. One king takes the other, and nothing is left to move.
//! let mut position = Position::parse("white: white=Kc3 black=Kd4")?;
//! position.play(&position.find("c3xe5")?)?;
//! assert_eq!(position.to_string(), "black: white=Ke5");
//! assert_eq!(position.status(), Status::Won { winner: Player::White, reason: Reason::NoMoves });
//! assert_eq!(position.why("en").len(), 1);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Clocks
//!
//! A clock counts towards a draw, or whatever the rules use it for. There is one copy of it, or one for each player.
//!
//! ```
//! # #[cfg(feature = "games")] {
//! use rulebook::games::russian::{Clock, Player, Position};
//!
//! let mut position = Position::parse("white: white=Kc3,Kd2,Ke1 black=Kh8")?;
//! assert_eq!(position.clock(Clock::Fifteen, Some(Player::White)), Some(0));
//! position.play(&position.find("c3-b4")?)?;
//! assert_eq!(position.clock(Clock::Fifteen, Some(Player::White)), Some(1));
//! assert_eq!(position.clock(Clock::Quiet, None), Some(1));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Counting
//!
//! ```
//! # #[cfg(feature = "games")] {
//! use rulebook::games::american::Position;
//!
//! assert_eq!(Position::initial().perft(5), 7_361);
//! # }
//! ```
//!
//! # Any game, by name
//!
//! Moves that are given as text are played through the traits of [`api`], which do not know the game.
//!
//! ```
//! # #[cfg(feature = "games")] {
//! use rulebook::{api::record, games};
//!
//! let engine = games::find("international").expect("it is bundled");
//! let game = (engine.start)(&[]);
//! let mut position = game.initial();
//! let mut turns = 0;
//! record::play(game.vocabulary(), position.as_mut(), "32-28 19-23 28x19 14x23", &mut |_, _| turns += 1)
//!     .map_err(|problem| problem.message)?;
//! assert_eq!((turns, position.legal().len()), (4, 9));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A game of your own
//!
//! ```
//! rulebook::game!(pub mod mini = "examples/mini.rules");
//!
//! # fn main() {
//! assert_eq!(mini::Position::initial().perft(5), 1_271);
//! # }
//! ```
//!
//! `cargo run -p rulebook --example own_game` plays one. What is wrong with a spec is shown when the crate is built, each
//! mistake once, as the command line shows it. Where a build script is wanted rather than a macro, the crate
//! `rulebook-build` has the same as a function.
//!
//! # Generic code
//!
//! Everything an engine has is generic over its rules:
//!
//! ```
//! use rulebook::{Position, Rules};
//!
//! /// The number of replies to the most restrictive action.
//! fn fewest_replies<G: Rules>(position: &Position<G>) -> Option<u64> {
//!     let after = |action| {
//!         let mut next = *position;
//!         next.play_unchecked(action);
//!         next.count_legal()
//!     };
//!     position.legal().iter().map(after).min()
//! }
//! # #[cfg(feature = "games")]
//! assert_eq!(fewest_replies(&rulebook::games::american::Position::initial()), Some(7));
//! ```
//!
//! *Invariant:* nothing is decided here; this crate only shows what others have.

#![no_std]

#[cfg(feature = "games")]
pub use rulebook_games as games;
/// The macros without the path of the runtime, for [`game!`].
#[doc(hidden)]
pub use rulebook_macros as macros;
pub use rulebook_runtime as runtime;
pub use rulebook_runtime::{Action, Game, Illegal, Named, ParseError, Position, Rules, Status, api};

/// Makes a module with an engine of the game of a spec.
///
/// ```
/// rulebook::game!(
///     /// Draughts on a small board.
///     pub mod mini = "examples/mini.rules"
/// );
/// # fn main() {}
/// ```
///
/// The path begins at the folder of the Cargo.toml of the crate that calls. What the spec extends is looked for beside it,
/// then among the bundled specs. A change of any of these files builds the module anew.
///
/// A spec that is wrong gives one error for each mistake, with the picture that the command line shows, and no other. A game
/// that cannot be compiled yet is refused with the clause that keeps it interpreted.
#[macro_export]
macro_rules! game {
    ($($call:tt)*) => {
        $crate::macros::game! { in $crate::runtime; $($call)* }
    };
}
