//! Conditions, numbers and sets of cells: pure functions of one state, seen by one player.
//!
//! Every evaluation has a *viewer* (whose `own` it is), an environment of cell, line and set variables,
//! and, inside an action, the deed done so far. [`Cond::For`] and quantification over players change the
//! viewer; nothing else does. A comparison never converts.

use crate::{CellSet, ClauseId, ClockId, Dirs, Numbers, Pattern, Test};

/// A variable's number in the environment of the definition, action or clause that binds it.
pub type Var = u8;

/// Names a definition of [`crate::Rules::defs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DefId(pub u16);

/// A player, by role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The viewer.
    Me,
    /// The viewer's only opponent (the checker refuses it with more than two players).
    Enemy,
    /// This player.
    Player(u8),
    /// Who made the ply just completed, or is making it.
    Mover,
    /// Who is to move next; inside a ply, the player after the mover.
    Next,
}

/// A cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellRef {
    /// A variable.
    Var(Var),
    /// The cell acted on: where the last action of this turn put, moved or removed a piece; in the conditions of a
    /// clock kept per piece, where that piece stands.
    Here,
    /// This cell.
    Cell(u16),
    /// Where the piece stood that the action took last; no cell if it took none.
    LastVictim,
}

/// A set of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Set {
    /// These cells.
    Const(CellSet),
    /// These cells, depending on the viewer: `seen[viewer]`.
    Seen(Vec<CellSet>),
    /// Cells without a piece.
    Empty,
    /// Cells with a piece.
    Occupied,
    /// Cells with a piece of that player.
    OwnedBy(Who),
    /// Cells with a piece of an opponent of the viewer.
    Enemies,
    /// Cells with a piece of one of these kinds (bit per kind).
    Kinds(u32),
    /// Cells marked in this turn (see [`crate::Term::Mark`]).
    Marked(u8),
    /// One cell.
    One(CellRef),
    /// The cells of a line variable.
    LineOf(Var),
    /// A set variable (a group).
    Group(Var),
    /// The cells of the line walked on, within a pattern.
    LineWalked,
    /// The cells for which a definition holds.
    Where(DefId),
    /// A definition that is a set.
    Call(DefId),
    /// In all of them.
    And(Vec<Set>),
    /// In one of them.
    Or(Vec<Set>),
    /// Not in it.
    Not(Box<Set>),
    /// The set as that player sees it.
    For(Who, Box<Set>),
}

/// A whole number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Num {
    /// A constant.
    Int(i64),
    /// How many cells.
    Count(Set),
    /// Pieces in the reserve of that player, of these kinds (bit per kind).
    Stock(Who, u32),
    /// Among the pieces taken by the action so far, those that were of these kinds.
    Victims(u32),
    /// How many different sets of cells of `by` the matches have.
    CountLaid {
        /// The pattern and where.
        laid: Laid,
        /// Which of the matched cells count.
        by: Set,
    },
    /// How many groups a set falls into.
    CountGroups(Set, Dirs),
    /// A clock's value, 0 if it does not run. The player chooses the copy of a clock kept per player; a
    /// clock kept per piece is read at the cell.
    Clock(ClockId, Who, CellRef),
    /// Completed turns of the game.
    Turns,
    /// Completed turns of a player.
    TurnsOf(Who),
    /// Actions of the game, those of an unfinished turn included.
    Actions,
    /// A definition that is a number.
    Call(DefId),
    /// A sum.
    Add(Box<Num>, Box<Num>),
    /// A difference.
    Sub(Box<Num>, Box<Num>),
    /// A product.
    Mul(Box<Num>, Box<Num>),
}

/// Comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cmp {
    /// `=`
    Equal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

/// How many have to satisfy the body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quant {
    /// At least one.
    Some,
    /// All.
    Every,
    /// None.
    No,
    /// At least so many.
    AtLeast(Num),
    /// At most so many.
    AtMost(Num),
    /// Exactly so many.
    Exactly(Num),
}

/// What a quantifier ranges over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Cells in ascending order, bound to a cell variable.
    Cells(Set, Var),
    /// Lines that go through all of these cells (all lines if there are none), bound to a line variable.
    Lines(Vec<CellRef>, Var),
    /// Connected components of a set, bound to a set variable.
    Groups(Set, Dirs, Var),
    /// Players; each in turn is the viewer.
    Players,
}

/// A pattern laid on lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    /// On the line of this variable, or on any line.
    pub line: Option<Var>,
    /// The pattern.
    pub pattern: Pattern,
    /// Cells that the match has to contain.
    pub through: Vec<CellRef>,
    /// Condition on the numbers of matched pieces.
    pub numbers: Numbers,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cond {
    /// Always or never.
    Const(bool),
    /// Not.
    Not(Box<Cond>),
    /// All of them, in order.
    And(Vec<Cond>),
    /// One of them, in order.
    Or(Vec<Cond>),
    /// Compares two numbers.
    Compare(Num, Cmp, Num),
    /// The set is not empty.
    Exists(Set),
    /// The cell is in the set.
    In(CellRef, Set),
    /// So many of the domain satisfy the body.
    Quantified(Quant, Domain, Box<Cond>),
    /// The condition as that player sees it.
    For(Who, Box<Cond>),
    /// The condition in the state in which a piece of that kind and owner also stands on the cell, which
    /// has to be empty: otherwise false. Nothing is left behind.
    Supposing {
        /// Owner of the trial piece.
        owner: Who,
        /// Its kind.
        kind: u8,
        /// Where.
        at: CellRef,
        /// What is asked.
        then: Box<Cond>,
    },
    /// A definition that is a condition, with its cell and line.
    Call {
        /// Which.
        def: DefId,
        /// Its cell parameter.
        cell: Option<CellRef>,
        /// Its line parameter: a line variable.
        line: Option<Var>,
    },
    /// The pattern matches somewhere.
    Laid(Laid),
    /// From the cell, in some direction, the pattern matches.
    Walks(CellRef, Dirs, Pattern),
    /// The player, if it were the beginning of his turn, would have a legal action (of this name, if any).
    Can(Who, Option<u8>),
    /// The present position (with the player to move) has occurred so often, itself included.
    Occurs(Num),
    /// The clock runs and has reached so much. The player chooses the copy of a clock kept per player.
    Reaches(ClockId, Who, Num),
    /// The chosen reading of an option.
    Reading {
        /// Index into [`crate::Rules::options`].
        option: u8,
        /// Index into its readings.
        reading: u8,
    },
    /// The two roles are one player.
    Same(Who, Who),
    /// The piece that acts was, at the beginning of the action, of one of these kinds.
    ActorIs(u32),
    /// The piece that the action took last was of one of these kinds.
    LastVictimIs(u32),
    /// A named part of a clause; it means its content.
    Named(ClauseId, Box<Cond>),
}

/// A definition (`let`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Def {
    /// Its name.
    pub name: String,
    /// Its clause.
    pub clause: ClauseId,
    /// It has a cell parameter, which is cell variable 0 of its environment.
    pub cell: bool,
    /// It has a line parameter, which is line variable 0 of its environment.
    pub line: bool,
    /// What it stands for.
    pub body: DefBody,
}

/// What a definition stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DefBody {
    /// A condition.
    Cond(Cond),
    /// A number.
    Num(Num),
    /// A set of cells.
    Set(Set),
}

impl Test {
    /// A test that the edge never satisfies.
    pub fn cells(set: Set) -> Self {
        Self { set, edge: false }
    }
}
