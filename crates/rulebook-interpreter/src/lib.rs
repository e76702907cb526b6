//! The reference meaning of rulebook rules: it evaluates the IR as it is, one node at a time.
//!
//! A position is a [`state::State`]: pieces, reserves, marks, clocks, the place in the turn's program. Terms run in
//! continuation-passing style on that one state: every effect is done, what follows is run, and the effect is
//! undone, so that the runs of a term are visited one after the other and nothing is copied. What a run leaves is
//! its *deed*, a list of changes; playing an action is doing those changes again.
//!
//! | module | what it decides |
//! |---|---|
//! | `state`, `env`, `machine` | what is read and changed; whose view it is; variables |
//! | `cond`, `number`, `set`, `pattern` | expressions and patterns |
//! | `run` | the runs of a term |
//! | `legal`, `turn` | candidates, preferences, priorities, turns that can be finished |
//! | `clocks`, `results`, `setup` | what happens after a turn, and at a set-up |
//! | `position`, `perft`, `explain` | what a caller sees |
//!
//! *Invariant:* no cleverness. No tables, no incremental sets, no search that the IR's comments do not describe.
//!
//! *Stack.* Runs and recursive definitions recurse as deep as the rules do: at most one level for each cell of the
//! board, each of a few kilobytes. Boards of up to about 150 cells fit any thread; a caller that sets up hostile
//! positions on larger ones should use a thread with 64 MiB of stack.

mod clocks;
mod cond;
mod env;
mod explain;
mod legal;
mod machine;
mod mentions;
mod number;
mod pattern;
mod perft;
mod position;
mod results;
mod run;
mod set;
mod setup;
mod state;
mod turn;
mod vocabulary;

pub use explain::{Reason, why_not};
pub use position::{Interpreter, InterpreterPosition};
pub use vocabulary::vocabulary;
