//! The rules of one game, complete.

use crate::{Always, Board, CellSet, Clause, ClauseId, Clock, Cond, Def, Num, Refusal, ResultRule, Term, Texts};

/// The rules of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Its name.
    pub name: String,
    /// The game or family that it extends, nearest first.
    pub family: Vec<String>,
    /// Its name for people.
    pub title: Texts,
    /// Version of the language in which the spec is written.
    pub language: u32,
    /// Files of the documents that it cites.
    pub documents: Vec<String>,
    /// Parameters with the values that were chosen.
    pub params: Vec<Param>,
    /// Options with their readings; the reading is chosen when a game is set up.
    pub options: Vec<OptionRule>,
    /// The board.
    pub board: Board,
    /// Named regions, for people.
    pub regions: Vec<(String, CellSet)>,
    /// Players in order of play.
    pub players: Vec<Player>,
    /// Kinds of pieces.
    pub kinds: Vec<Kind>,
    /// The pieces of the first position.
    pub setup: Vec<Placement>,
    /// Names of marks that terms use.
    pub marks: Vec<String>,
    /// Definitions.
    pub defs: Vec<Def>,
    /// Actions, in canonical order.
    pub actions: Vec<ActionRule>,
    /// Turn programs; the first whose range has the turn's number is played.
    pub turns: Vec<Turn>,
    /// Prohibitions may be played and lose.
    pub foul: Option<Foul>,
    /// Clocks.
    pub clocks: Vec<Clock>,
    /// Results in the order in which they are asked: a winning one that holds decides; else all draws that hold.
    pub results: Vec<ResultRule>,
    /// Wins are asked before draws. Otherwise all results are asked in the order written.
    pub wins_first: bool,
    /// Refused set-ups.
    pub refusals: Vec<Refusal>,
    /// What always holds.
    pub always: Vec<Always>,
    /// Reasons of results and refusals: id and text.
    pub reasons: Vec<(String, Texts)>,
    /// Clauses.
    pub clauses: Vec<Clause>,
}

/// A parameter and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its value in these rules.
    pub value: ParamValue,
    /// Words that it may be; empty for a number.
    pub choices: Vec<String>,
    /// No source says its value.
    pub assumed: bool,
}

/// A parameter's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamValue {
    /// A number.
    Int(u32),
    /// A word.
    Word(String),
}

/// A point on which sources differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionRule {
    /// Its name.
    pub name: String,
    /// Its readings; the first is the default.
    pub readings: Vec<String>,
    /// Its clause.
    pub clause: ClauseId,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name in texts.
    pub name: String,
    /// The name for people.
    pub title: Texts,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// Its plural.
    pub plural: String,
    /// The name for people.
    pub title: Texts,
    /// Its letter in position text; the first kind has none.
    pub letter: Option<char>,
    /// Numbers on pieces, from and to.
    pub numbers: Option<(u8, u8)>,
    /// Copies that each player has in all, on the board and in reserve; of a numbered kind, of each number if `.1`.
    pub stock: Option<(u32, bool)>,
}

/// A piece of the first position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Where.
    pub cell: u16,
    /// Whose.
    pub player: u8,
    /// Which kind.
    pub kind: u8,
}

/// What sort of deed an action is; decides its notation only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// A piece goes from one cell to another (`c3-d4`, `c3xe5` if it takes).
    Walk,
    /// A piece comes (`h8`, `a1#5`).
    Place,
    /// A piece goes (`-h8`).
    Remove,
    /// Nothing (`pass`).
    Pass,
}

/// All actions of one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionRule {
    /// Its name.
    pub name: String,
    /// Notation.
    pub kind: ActionKind,
    /// Its clauses, one for each kind of piece: kind and clause.
    pub clauses: Vec<(u8, ClauseId)>,
    /// The clause of its chain, if any.
    pub chain: Option<ClauseId>,
    /// Its program. Slot 0 is the origin, slot 1 the piece's present cell (for a placement both are the cell).
    pub term: Term,
    /// Only the runs with the best key, compared in order, are candidates.
    pub prefer: Vec<Key>,
    /// The clause of `prefer`.
    pub prefer_clause: Option<ClauseId>,
}

/// A key of a preference, evaluated after the run on its deed and on the position before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// The greater the better.
    Most(Num),
    /// The smaller the better.
    Fewest(Num),
    /// True is better.
    Holds(Cond),
    /// Compares the victims in the order in which they were taken; at the first difference the run whose victim is of one of
    /// these kinds is better.
    Earliest(u32),
}

/// The program of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// First turn (of the game, from 1) that it applies to.
    pub first: u32,
    /// Last one.
    pub last: Option<u32>,
    /// Its steps.
    pub steps: Vec<Step>,
    /// Its clause.
    pub clause: ClauseId,
}

/// A step of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A decision. The first alternative that has a candidate is the one to choose from.
    Act {
        /// By priority; each is a list of actions (indices) joined by `or`.
        alternatives: Vec<Vec<u8>>,
        /// How often.
        times: u32,
        /// The repetitions are one decision, an unordered set.
        together: bool,
        /// The step is skipped if this does not hold (mover's view).
        when: Cond,
    },
    /// Ends the game at this moment if it holds (index into [`Rules::results`] is not used: it is asked only here).
    Stop(ResultRule),
}

/// Prohibitions that may be played and lose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foul {
    /// Its clause.
    pub clause: ClauseId,
    /// When it is so.
    pub when: Cond,
    /// Index into [`Rules::reasons`].
    pub reason: u8,
}

impl Rules {
    /// The id of a clause.
    pub fn clause_id(&self, clause: ClauseId) -> &str {
        &self.clauses[usize::from(clause.0)].id
    }
}
