//! The names of a game: what its cells, pieces, players, clocks, reasons and clauses are called.

use alloc::{string::String, vec::Vec};
/// Names of a game; indices into these lists are what [`crate::Action`] and the like hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// The game.
    pub game: String,
    /// Players in order of play.
    pub players: Vec<String>,
    /// Kinds of pieces; the first has no letter.
    pub kinds: Vec<KindName>,
    /// Cells in board order.
    pub cells: Vec<CellName>,
    /// Actions in canonical order.
    pub actions: Vec<ActionName>,
    /// Clocks in the order of the spec.
    pub clocks: Vec<ClockName>,
    /// Reasons of results and of refused set-ups.
    pub reasons: Vec<String>,
    /// Full ids of clauses.
    pub clauses: Vec<String>,
    /// Names of the steps of each turn program: `(first turn, last turn, steps)`; a step is named after its
    /// first action. A step that is done several times in a row is listed as often.
    pub turns: Vec<(u32, Option<u32>, Vec<String>)>,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindName {
    /// Its name.
    pub name: String,
    /// Its letter in position text.
    pub letter: Option<char>,
    /// Numbers on the pieces, from and to.
    pub numbers: Option<(u8, u8)>,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellName {
    /// Its name in our texts.
    pub name: String,
    /// The number that the field gives it (checkered boards, from the top left), accepted on input.
    pub number: Option<u16>,
}

/// How an action is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `c3-d4`, `c3xe5`.
    Walk,
    /// `h8`, `a1#5`.
    Place,
    /// `-h8`.
    Remove,
    /// `pass`.
    Pass,
}

/// An action's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionName {
    /// As in the spec.
    pub name: String,
    /// How it is written.
    pub notation: Notation,
}

/// How many copies of a clock there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockCopies {
    /// One.
    One,
    /// One for each player.
    PerPlayer,
    /// One for each piece.
    PerPiece,
}

/// A clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockName {
    /// As in the spec.
    pub name: String,
    /// Copies.
    pub copies: ClockCopies,
}

impl Vocabulary {
    /// The cell of that name, or of that number of the field (leading zeros allowed).
    pub fn cell(&self, text: &str) -> Option<u16> {
        if let Some(i) = self.cells.iter().position(|c| c.name == text) {
            return Some(i as u16);
        }
        let number: u16 = text.parse().ok()?;
        self.cells.iter().position(|c| c.number == Some(number)).map(|i| i as u16)
    }

    /// The name of a player; `?` if there is none.
    pub fn player(&self, player: u8) -> &str {
        self.players.get(usize::from(player)).map_or("?", String::as_str)
    }

    /// The full id of a clause; `?` if there is none.
    pub fn clause(&self, clause: u16) -> &str {
        self.clauses.get(usize::from(clause)).map_or("?", String::as_str)
    }

    /// The id of a reason; `?` if there is none.
    pub fn reason(&self, reason: u8) -> &str {
        self.reasons.get(usize::from(reason)).map_or("?", String::as_str)
    }

    /// The name of a cell; `?` if there is none.
    pub fn cell_name(&self, cell: u16) -> &str {
        self.cells.get(usize::from(cell)).map_or("?", |c| c.name.as_str())
    }

    /// The turn program of a turn.
    pub fn turn(&self, number: u32) -> Option<&(u32, Option<u32>, Vec<String>)> {
        self.turns.iter().find(|(first, last, _)| *first <= number && last.is_none_or(|l| number <= l))
    }

    /// Does the program of a turn depend on the turn's number?
    pub fn turn_matters(&self) -> bool {
        self.turns.len() > 1
    }
}
