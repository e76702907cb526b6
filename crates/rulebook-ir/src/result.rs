//! How a game ends, what is refused as a set-up, and what always holds.

use crate::{ClauseId, Cond, Num, Set, Who};

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// That player wins; the condition is read in his view.
    Win(Who),
    /// That player loses (his opponent, the next player, wins); the condition is read in his view.
    Lose(Who),
    /// Any player wins in whose view the condition holds; the first in the order of play.
    WinEach,
    /// Nobody wins; the condition is read in the mover's view.
    Draw,
}

/// A result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultRule {
    /// Its clause.
    pub clause: ClauseId,
    /// Who wins.
    pub outcome: Outcome,
    /// When.
    pub when: Cond,
    /// Index into [`crate::Rules::reasons`].
    pub reason: u8,
    /// Asked only of set-ups. It says how such a position is judged, but its pieces may still be shown to
    /// move: its legal actions stay listed, although none is played.
    pub at_setup: bool,
    /// Draws only: under `claimable` it may be claimed and does not end the game.
    pub claimable: Cond,
}

/// A set-up that is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Its clause.
    pub clause: ClauseId,
    /// What is refused.
    pub what: RefusalWhat,
    /// Index into [`crate::Rules::reasons`].
    pub reason: u8,
}

/// What is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefusalWhat {
    /// A position in which the condition holds.
    When(Cond),
    /// A piece on one of these cells, in its owner's view; the first such cell is named.
    Pieces(Set),
    /// More than so many, in each player's view.
    MoreThan(Num, Set),
}

/// Something that always holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Always {
    /// Its clause.
    pub clause: ClauseId,
    /// When it is looked at.
    pub when: AlwaysWhen,
    /// What holds, in the mover's view.
    pub cond: Cond,
}

/// When an [`Always`] is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlwaysWhen {
    /// In every position.
    Each,
    /// After every completed turn.
    AfterTurn,
    /// After every action.
    AfterAction,
    /// When the game has ended for this reason.
    Reason(u8),
}
