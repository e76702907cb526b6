//! What holds in every game of a spec, proved by counting.
//!
//! A game forgets where pieces stand and becomes a few counts: how many pieces of each kind each player has on the board
//! and in reserve, who is to move, where the turn's program stands, how many turns and actions there were. All such
//! *abstract positions* can be listed. What holds in each of them holds in every game; what leads round in no circle has
//! a longest game; a result that none of them has can never happen.
//!
//! What counts do not tell (a pattern of cells, a clock) is *perhaps*: then everything that may follow is followed, so
//! that no real position is left out, and nothing is called proved that rests on it.
//!
//! | module | what it holds |
//! |---|---|
//! | `value`, `state`, `counting` | yes, no, perhaps; what is kept of a position; what evaluates |
//! | `set`, `number`, `cond` | expressions |
//! | `deed`, `run`, `effects`, `legs` | the runs of an action |
//! | `decision`, `turn` | what may be chosen, and what follows |
//! | `graph`, `counted` | all abstract positions, and how finely turns are told apart |
//! | `bound`, `ahead` | what keeps a game from going on for ever |
//! | `trial`, `concrete` | playing, where counts prove nothing |
//! | `analysis`, `report`, `why` | what is answered |
//!
//! *Invariant:* every real position has an abstract one that was listed, and every real step a step. Only what was
//! counted completely is called proved, and only what was played is called refuted.

mod ahead;
mod analysis;
mod bound;
mod concrete;
mod cond;
mod counted;
mod counting;
mod decision;
mod deed;
mod effects;
mod graph;
mod legs;
mod number;
mod report;
mod run;
mod set;
mod state;
mod trial;
mod turn;
mod value;
mod why;

pub use analysis::{Limits, analyse};
pub use report::{Bound, Length, Property, Report, Spent, Stuck, Trace, Tried, Verdict, Why};

#[cfg(test)]
mod tests;
