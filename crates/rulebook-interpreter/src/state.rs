//! What a position consists of, and the few changes that an effect can make to it.

use std::sync::Arc;

use rulebook_api::Piece;
use rulebook_ir::{Cell, ClauseId, Dir};

/// All that the rules can read, and the deed of the action under way.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// Pieces by cell.
    pub(crate) cells: Vec<Option<Piece>>,
    /// Reserves; [`crate::machine::reserve_index`] says where each is.
    pub(crate) reserves: Vec<u32>,
    /// Marks in the order in which they were made; empty between actions.
    pub(crate) marks: Vec<(u8, Cell)>,
    /// Who is making a ply, or (while results are asked) made the one just completed.
    pub(crate) mover: u8,
    /// Who is to move: the mover, but while results are asked the player after him.
    pub(crate) to_move: u8,
    /// Completed turns of the game.
    pub(crate) turns: u32,
    /// Completed turns by player.
    pub(crate) turns_of: Vec<u32>,
    /// Actions of the game.
    pub(crate) actions: u32,
    /// The place in the turn's program.
    pub(crate) at: At,
    /// Has an action of this turn been played?
    pub(crate) begun: bool,
    /// The cell acted on.
    pub(crate) here: Option<Cell>,
    /// The deed of the action under way.
    pub(crate) deed: Deed,
    /// Values of the clocks: by clock, then by player or cell (or one).
    pub(crate) clocks: Vec<Vec<Option<u32>>>,
    /// Values that results see on this ply.
    pub(crate) shown: Vec<Vec<Option<u32>>>,
    /// Results are being asked, so that clocks are read as shown.
    pub(crate) judging: bool,
    /// What was played in this turn so far.
    pub(crate) ply: Vec<Record>,
    /// Keys of all positions so far, one after the other; all have the same length.
    pub(crate) history: Arc<Vec<u8>>,
    /// Who made the last completed ply.
    pub(crate) last_mover: u8,
    /// How the position came about.
    pub(crate) moment: Moment,
}

/// How a position came about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Moment {
    /// It was set up, or is the first.
    #[default]
    SetUp,
    /// By an action that left its turn unfinished.
    Action,
    /// By an action that completed its turn.
    Turn,
}

/// A place in a turn's program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct At {
    /// Index into the turn programs; past their end if none applies.
    pub(crate) program: usize,
    /// Index into its steps.
    pub(crate) step: usize,
    /// How often this step has been decided.
    pub(crate) done: u32,
}

/// What an action has done so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deed {
    /// The first cell picked.
    pub(crate) origin: Option<Cell>,
    /// The piece that acts, as it was at the beginning (a placed piece: as it came).
    pub(crate) actor: Option<Piece>,
    /// Where it stands now.
    pub(crate) at: Option<Cell>,
    /// All changes, in order.
    pub(crate) changes: Vec<Change>,
    /// For each leg its direction, how many cells it has effects on, and those cells.
    pub(crate) route: Vec<u16>,
    /// Direction of the last leg.
    pub(crate) last_dir: Option<Dir>,
    /// Landing cells.
    pub(crate) landings: Vec<Cell>,
    /// Prohibitions that hold.
    pub(crate) forbidden: Vec<ClauseId>,
    /// Only in explanations: conditions with a clause that do not hold, but were let pass.
    pub(crate) failed: Vec<ClauseId>,
    /// Only in explanations: how many priorities were not kept to.
    pub(crate) short: u32,
}

/// An action that was played.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// Its name.
    pub(crate) name: u8,
    /// The piece that acted, as it was.
    pub(crate) actor: Option<Piece>,
    /// Where that piece ended.
    pub(crate) at: Option<Cell>,
    /// What changed.
    pub(crate) changes: Vec<Change>,
}

/// A change of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// A piece comes, from that reserve if any.
    Put { cell: Cell, piece: Piece, reserve: Option<u16> },
    /// A piece is taken.
    Take { cell: Cell, piece: Piece },
    /// A piece is removed, to that reserve if any.
    Off { cell: Cell, piece: Piece, reserve: Option<u16> },
    /// A piece moves.
    Shift { from: Cell, to: Cell },
    /// A piece becomes another kind.
    Become { cell: Cell, old: Piece, new: Piece },
    /// A piece changes its owner.
    Flip { cell: Cell, old: Piece, new: Piece },
}

impl State {
    /// The piece on a cell.
    #[inline]
    pub(crate) fn piece(&self, cell: Cell) -> Option<Piece> {
        self.cells[usize::from(cell)]
    }

    /// Puts a piece, or none, on a cell.
    #[inline]
    pub(crate) fn set(&mut self, cell: Cell, piece: Option<Piece>) {
        self.cells[usize::from(cell)] = piece;
    }

    /// Does a change.
    pub(crate) fn apply(&mut self, change: Change) {
        match change {
            Change::Put { cell, piece, reserve } => {
                self.set(cell, Some(piece));
                if let Some(r) = reserve {
                    self.reserves[usize::from(r)] -= 1;
                }
            }
            Change::Take { cell, .. } => self.set(cell, None),
            Change::Off { cell, reserve, .. } => {
                self.set(cell, None);
                if let Some(r) = reserve {
                    self.reserves[usize::from(r)] += 1;
                }
            }
            Change::Shift { from, to } => {
                let piece = self.piece(from);
                self.set(from, None);
                self.set(to, piece);
            }
            Change::Become { cell, new, .. } | Change::Flip { cell, new, .. } => self.set(cell, Some(new)),
        }
    }

    /// Undoes a change.
    pub(crate) fn revert(&mut self, change: Change) {
        match change {
            Change::Put { cell, reserve, .. } => {
                self.set(cell, None);
                if let Some(r) = reserve {
                    self.reserves[usize::from(r)] += 1;
                }
            }
            Change::Take { cell, piece } => self.set(cell, Some(piece)),
            Change::Off { cell, piece, reserve } => {
                self.set(cell, Some(piece));
                if let Some(r) = reserve {
                    self.reserves[usize::from(r)] -= 1;
                }
            }
            Change::Shift { from, to } => {
                let piece = self.piece(to);
                self.set(to, None);
                self.set(from, piece);
            }
            Change::Become { cell, old, .. } | Change::Flip { cell, old, .. } => self.set(cell, Some(old)),
        }
    }

    /// Does a change as part of the action under way.
    pub(crate) fn act(&mut self, change: Change) {
        self.apply(change);
        self.deed.changes.push(change);
    }

    /// Undoes the last changes of the action under way.
    pub(crate) fn undo(&mut self, count: usize) {
        for _ in 0..count {
            if let Some(change) = self.deed.changes.pop() {
                self.revert(change);
            }
        }
    }

    /// What repetition compares: pieces with numbers and owners, reserves, the player to move, the place in the
    /// turn's program. All keys of a game have the same length.
    pub(crate) fn key(&self) -> Vec<u8> {
        let mut key = Vec::with_capacity(self.cells.len() * 3 + self.reserves.len() * 4 + 12);
        for piece in &self.cells {
            key.extend(piece.map_or([u8::MAX; 3], |p| [p.player, p.kind, p.number]));
        }
        for reserve in &self.reserves {
            key.extend(reserve.to_le_bytes());
        }
        key.push(self.to_move);
        key.extend((self.at.program as u16).to_le_bytes());
        key.extend((self.at.step as u16).to_le_bytes());
        key.extend(self.at.done.to_le_bytes());
        key
    }
}

impl Deed {
    /// The pieces taken, in order, as they were.
    pub(crate) fn victims(&self) -> impl Iterator<Item = (Cell, Piece)> + '_ {
        self.changes.iter().filter_map(|change| match *change {
            Change::Take { cell, piece } => Some((cell, piece)),
            Change::Put { .. }
            | Change::Off { .. }
            | Change::Shift { .. }
            | Change::Become { .. }
            | Change::Flip { .. } => None,
        })
    }
}
