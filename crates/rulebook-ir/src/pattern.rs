//! Regular expressions over the cells met on a line.
//!
//! Matching is exact and complete: each way in which a pattern can match is one match; nothing is greedy.
//! *Walked* from a cell in a direction, the first item looks at the next cell. *Laid* on a line, the whole
//! pattern covers a stretch of neighbouring cells, in one of the line's two readings. Beyond each end of a
//! line (or of the board, when walked) lies one *edge*, met by at most one item at that end.

use crate::{Dir, Num, Set};

/// What a cell has to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// The cell is in this set.
    pub set: Set,
    /// The edge satisfies the test too.
    pub edge: bool,
}

/// What happens to a cell that is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The piece leaves (how, the action's term says).
    Take,
    /// The piece changes its owner to the one who acts.
    Flip,
}

/// How often an item matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// Exactly so many cells.
    Exactly(Num),
    /// None or more.
    Star,
    /// One or more.
    Plus,
}

/// One way for an item to match a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The test.
    pub test: Test,
    /// The effect on the cell.
    pub effect: Option<Effect>,
}

/// An item of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// Every one of the cells matches one of the alternatives.
    Cells {
        /// Tried in order; on one cell the first that matches counts (the checker shows they are disjoint where effects differ).
        alternatives: Vec<Alternative>,
        /// How many cells.
        repeat: Repeat,
    },
    /// As many neighbouring cells as the numbers add up to, so many of each, in any order.
    Mix(Vec<(u32, Test)>),
}

/// A condition on the numbers of the matched pieces, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// All the same.
    Equal,
    /// Each one more than the one before.
    Consecutive,
    /// No two the same.
    Different,
    /// Whatever they are.
    Any,
}

/// A pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Its items, in order.
    pub items: Vec<Item>,
    /// The second reading of a line matches exactly where the first does, so one is enough.
    pub symmetric: bool,
}

/// Directions, as seen by each player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dirs {
    /// `per_player[player]`: the directions, ascending.
    pub per_player: Vec<Vec<Dir>>,
    /// `anywhere`: every cell is one step away, and there are no further steps.
    pub anywhere: bool,
}
