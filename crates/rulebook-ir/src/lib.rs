//! Checked rules as plain data: the core calculus that the interpreter runs and the compiler lowers.
//!
//! Nothing here is a copy of the surface. Chains, priorities, promotions and hooks are programs of
//! [`term::Term`]; material conditions are counts; a role of an ending is a viewpoint; the four kinds of
//! draw counts are one step function over [`clock::Clock`].
//!
//! *Invariant:* every name is resolved, every set of cells that depends on the board alone is folded, and
//! evaluation of every expression ends (the checker has shown it).

pub mod board;
pub mod cells;
pub mod clause;
pub mod clock;
mod digest;
pub mod expr;
pub mod pattern;
pub mod result;
pub mod rules;
pub mod term;
pub mod visit;
pub mod words;

pub use board::{Board, Cell, Dir, Line, Shape};
pub use cells::CellSet;
pub use clause::{Clause, ClauseId, Source, Texts};
pub use clock::{Clock, ClockId, Copies, Event, EventKind, Restart};
pub use expr::{CellRef, Cmp, Cond, Def, DefBody, DefId, Domain, Laid, Num, Quant, Set, Who};
pub use pattern::{Alternative, Dirs, Effect, Item, Numbers, Pattern, Repeat, Test};
pub use result::{Always, AlwaysWhen, Outcome, Refusal, RefusalWhat, ResultRule};
pub use rules::{
    ActionKind, ActionRule, Foul, Key, Kind, OptionRule, Param, ParamValue, Placement, Player, Rules, Step, Turn,
};
pub use term::{Slot, Term};
