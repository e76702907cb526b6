//! The reference meaning of rulebook rules: it evaluates the IR as it is, one node at a time.
//!
//! A position is a state: pieces, reserves, marks, clocks, the place in the turn's program. Terms run in
//! continuation-passing style on that one state: every effect is done, what follows is run, and the effect is
//! undone, so that the runs of a term are visited one after the other and nothing is copied. What a run leaves is
//! its *deed*, a list of changes; playing an action is doing those changes again.
//!
//! | module | what it decides |
//! |---|---|
//! | `state`, `env`, `machine` | what is read and changed; whose view it is; variables |
//! | `cond`, `number`, `set`, `pattern` | expressions and patterns |
//! | `run`, `effects` | the runs of a term |
//! | `legal`, `prefer`, `identity`, `turn` | candidates, the best of them, which are one action, what finishes a turn |
//! | `clocks`, `results`, `setup` | what happens after a turn, and at a set-up |
//! | `position`, `perft`, `explain` | what a caller sees |
//! | `findings` | why a condition holds or not, as a tree |
//!
//! *Invariant:* no cleverness. No tables, no incremental sets, no search that the IR's comments do not describe.
//!
//! *Stack.* Runs and recursive definitions recurse as deep as the rules do: at most one round for each cell of the
//! board, each of a few kilobytes. Boards of 100 cells fit a thread of 2 MiB and boards of 361 cells one of 8 MiB, at
//! the worst (`tests/depth.rs`); a caller whose threads are smaller should give them more.
//!
//! *Time.* Every run is visited, with all landing cells of every leg: a position made for it can have very many. No
//! memory of states met before is kept, since which of them are equal depends on the rules. So each question has a
//! bound: after 300 million steps, or when the candidates hold a few hundred megabytes, it is given up, which
//! `Position::gave_up`, `PlayError::GaveUp` and `Refused::GaveUp` say. What was asked is then not answered, and nothing
//! has changed.

mod clocks;
mod cond;
mod effects;
mod env;
mod explain;
mod figure;
mod findings;
mod identity;
mod legal;
mod machine;
mod mentions;
mod number;
mod pattern;
mod perft;
mod position;
mod prefer;
mod results;
mod run;
mod set;
mod setup;
mod state;
mod states;
mod turn;
mod vocabulary;

pub use explain::{Reason, why_not};
pub use findings::{ClockFinding, Ended, Finding, Judged, KeyFinding, Limit, clocks, ended, judged, keys};
pub use position::{Interpreter, InterpreterPosition};
pub use vocabulary::vocabulary;
