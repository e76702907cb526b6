//! What is answered: of every property whether it holds, of the game whether it ends, of its results which can happen.

use rulebook_ir::ClauseId;

pub use crate::graph::Spent;

/// What was found out about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many abstract positions there are; or why they were not all counted.
    pub counted: Result<usize, Spent>,
    /// Of every property, in the order of the spec.
    pub properties: Vec<Property>,
    /// What bounds a game.
    pub length: Length,
    /// Results that can never happen, in the order of the spec.
    pub never: Vec<ClauseId>,
    /// Whether a player whose turn begins may have nothing to choose although the game is not over.
    pub stuck: Stuck,
    /// What was played besides.
    pub tried: Tried,
}

/// A property and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Its clause.
    pub clause: ClauseId,
    /// What is known.
    pub verdict: Verdict,
}

/// What is known of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds in every game: in so many abstract positions it is asked, and holds in all of them.
    Proved {
        /// How many.
        asked: usize,
    },
    /// It does not hold in the position after these actions.
    Refuted(Trace),
    /// It holds in every position that was visited.
    Tried {
        /// In so many.
        positions: usize,
        /// Why counting does not decide it.
        why: Why,
    },
}

/// Actions that lead from the first position to one in which a property does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The actions, as move text.
    pub actions: Vec<String>,
    /// The position, as position text.
    pub position: String,
    /// No shorter one exists.
    pub shortest: bool,
}

/// Why counting does not decide a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// Not everything could be counted.
    NotCounted,
    /// It asks for things that counts do not tell: each in words.
    Asks(Vec<String>),
    /// It asks for counts alone, but the counts that a rule leaves possible include some for which it does not hold:
    /// whether a game comes to them depends on where pieces stand. The least number of actions to such counts.
    Possible(u32),
}

/// What bounds a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Length {
    /// Not everything could be counted.
    NotCounted,
    /// No game has more turns and actions.
    AtMost {
        /// Completed turns.
        turns: u64,
        /// Actions.
        actions: u64,
    },
    /// Every game ends, for these reasons.
    Ends(Vec<Bound>),
    /// These actions, one after the other, lead back to the same counts, and counting finds nothing that ends it.
    Unbounded {
        /// Names of the actions.
        cycle: Vec<String>,
    },
}

/// What keeps actions from being repeated without end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Pieces of that kind only ever go ahead in that action, and none of them comes back or is made anew.
    Ahead {
        /// The action's name.
        action: String,
        /// The kind's name.
        kind: String,
    },
    /// The clock ends the game by that clause: what is left does not restart it.
    Clock {
        /// Its name.
        clock: String,
        /// The result.
        clause: ClauseId,
    },
    /// The game ends by that clause when a position comes again too often.
    Repetition(ClauseId),
}

/// Whether a turn may get stuck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// Not everything could be counted.
    NotCounted,
    /// Never.
    Never,
    /// Counting cannot exclude it.
    Maybe,
    /// There are counts that can come about, as far as counting tells, and with which nobody could choose anything.
    Certain,
}

/// What was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Positions that were visited.
    pub positions: usize,
    /// Random games, finished or not.
    pub games: usize,
}
