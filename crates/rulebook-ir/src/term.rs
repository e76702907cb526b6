//! Programs of actions: the small process calculus to which every action, chain and promotion is expanded.
//!
//! A term denotes the finite set of its runs from a state. A run changes the state and leaves a *deed*:
//! the piece that acted, where from and where to, what it took, flipped or became. Every chain is
//! guarded: each round takes a piece that is not yet taken, or marks a cell that is not yet marked.

use crate::{CellRef, ClauseId, Cond, Dirs, Pattern, Set, expr::Var};

/// A cell variable that a term binds.
pub type Slot = Var;

/// A program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// One run that does nothing.
    Nothing,
    /// Each part after the one before.
    Seq(Vec<Term>),
    /// The runs of all of them.
    Choice(Vec<Term>),
    /// The runs of the first if it has any, else those of the second. It looks only at itself, never at
    /// what follows.
    Priority(Box<Term>, Box<Term>),
    /// The runs of the second part in which its `Again` is this whole term once more.
    Loop(Box<Term>),
    /// See [`Term::Loop`]; refers to the innermost loop, and ends its sequence.
    Again,
    /// One run if the condition holds, else none. The clause is what forbids it.
    Test(Cond, Option<ClauseId>),
    /// A prohibition: no run if `when` holds and `unless` does not. What it stops is reported with its
    /// clause. All prohibitions of an action are asked, so that all that hold are known.
    Forbid {
        /// The prohibition.
        clause: ClauseId,
        /// It holds when…
        when: Cond,
        /// …unless.
        unless: Cond,
    },
    /// The term if the condition holds, else nothing.
    When(Cond, Box<Term>),
    /// Binds the slot to each cell of the set in turn. The first pick of an action is its origin.
    Pick(Slot, Set),
    /// Finds the *legs* from a cell: matches of the pattern in one of the directions, grouped by direction
    /// and cells with an effect; then runs the body once for each leg. Inside the body, [`Term::Land`]
    /// picks a landing cell (the last cell matched) of that leg.
    Legs {
        /// From where.
        from: Slot,
        /// In which directions.
        dirs: Dirs,
        /// The pattern.
        pattern: Pattern,
        /// Directions opposite to that of the leg before are left out.
        no_turning_back: bool,
        /// What is done with each leg.
        body: Box<Term>,
    },
    /// Binds the slot to each landing cell of the current leg.
    Land(Slot),
    /// Does the effects of the current leg: a victim is taken at once, or only marked if a mark is given;
    /// flips are done.
    Strike(Option<u8>),
    /// Moves the piece from the first cell to the second, and sets the first slot to the second cell.
    Shift(Slot, Slot),
    /// Puts a new piece of the mover on the cell; a numbered kind gives one run for each number. With
    /// `stock` it comes from the mover's reserve, which must have it.
    Put {
        /// Its kind.
        kind: u8,
        /// Where.
        at: Slot,
        /// From the reserve.
        stock: bool,
    },
    /// Removes the piece on the cell, to its owner's reserve or for good.
    Off {
        /// From where.
        at: Slot,
        /// To the reserve.
        stock: bool,
    },
    /// The piece on the cell becomes this kind: a promotion.
    Become(Slot, u8),
    /// Marks a cell. Marks last until the end of the action.
    Mark(CellRef, u8),
    /// Takes all pieces on cells with that mark, in the order in which they were marked.
    TakeMarked(u8),
    /// In every one of the directions in which the pattern matches from the cell, its effects happen, all
    /// together. With `must`, no run if there is no such direction.
    Fan {
        /// From where.
        from: Slot,
        /// Directions.
        dirs: Dirs,
        /// The pattern.
        pattern: Pattern,
        /// At least one has to match.
        must: bool,
    },
    /// Nothing happens, on purpose: the mover passes.
    Pass,
}
