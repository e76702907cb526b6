//! All that rules can read.

use rulebook_api::Piece;

use crate::{
    action::{Action, SetOf},
    board::Board,
    rules::{Rules, Step, Turn},
    set::{Bit, NOWHERE, Set as _},
};

/// A position taken apart, as the rules read it.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "answers, each to its own question")]
pub struct State<G: Rules> {
    /// Pieces and reserves.
    pub board: G::Board,
    /// Copies of clocks as they are kept.
    pub clocks: G::Clocks,
    /// Copies of clocks as results see them.
    pub shown: G::Clocks,
    /// The chosen readings.
    pub readings: G::Readings,
    /// Completed turns.
    pub turns: u32,
    /// Actions played.
    pub actions: u32,
    /// What has happened in this turn.
    pub events: G::Events,
    /// The cell acted on.
    pub here: Bit,
    /// Where the piece that acted last stands.
    pub acted: Bit,
    /// The program of the turn.
    pub program: u8,
    /// The step in it.
    pub step: u8,
    /// How often that step has been decided.
    pub done: u16,
    /// Who makes the ply, or (while results are asked) made it.
    pub mover: u8,
    /// Who is to move: the mover, but while results are asked the player after him.
    pub to_move: u8,
    /// An action of this turn has been played.
    pub begun: bool,
    /// Results are being asked.
    pub judging: bool,
    /// Prohibitions may be played here.
    pub fouls: bool,
    /// Runs that a prohibition stops are wanted too.
    pub forbidden: bool,
    /// How often the present position has occurred.
    pub repeated: u32,
}

impl<G: Rules> State<G> {
    /// Nothing on the board, the first player to move.
    pub fn empty(readings: G::Readings) -> Self {
        Self {
            board: G::Board::EMPTY,
            clocks: G::OFF,
            shown: G::OFF,
            readings,
            turns: 0,
            actions: 0,
            events: G::NO_EVENTS,
            here: NOWHERE,
            acted: NOWHERE,
            program: 0,
            step: 0,
            done: 0,
            mover: 0,
            to_move: 0,
            begun: false,
            judging: false,
            fouls: false,
            forbidden: false,
            repeated: 1,
        }
    }

    /// The player after that one.
    #[inline(always)]
    pub fn after(player: u8) -> u8 {
        if player + 1 >= G::PLAYERS { 0 } else { player + 1 }
    }

    /// The player before that one.
    #[inline(always)]
    pub fn before(player: u8) -> u8 {
        if player == 0 { G::PLAYERS - 1 } else { player - 1 }
    }

    /// Turns that a player has completed: they take turns.
    #[inline]
    pub fn turns_of(&self, player: u8) -> u32 {
        let players = u32::from(G::PLAYERS);
        self.turns / players + u32::from(self.turns % players > u32::from(player))
    }

    /// The value of a copy of a clock, if it runs: as shown while results are asked, else as kept.
    #[inline(always)]
    pub fn clock(&self, copy: usize) -> Option<u32> {
        let values = if self.judging { self.shown.as_ref() } else { self.clocks.as_ref() };
        values.get(copy).and_then(|v| v.checked_sub(1)).map(u32::from)
    }

    /// Has a copy of a clock reached so much?
    #[inline(always)]
    pub fn reached(&self, copy: usize, limit: i64) -> bool {
        self.clock(copy).is_some_and(|v| i64::from(v) >= limit)
    }

    /// Has a clock kept for each piece, whose copies begin there, reached so much for some of these pieces?
    pub fn any_reached(&self, first: usize, pieces: SetOf<G>, limit: i64) -> bool {
        pieces.cells().any(|cell| self.reached(first + usize::from(cell), limit))
    }

    /// Clocks kept for each piece, whose copies begin there, go with the piece that acted; captures and promotions end theirs.
    pub fn carry(&mut self, first: usize, action: &Action<G>, promoted: bool) {
        let copies = self.clocks.as_mut();
        let mut value = 0;
        for cell in (action.victims | SetOf::<G>::one(action.from)).cells() {
            if let Some(copy) = copies.get_mut(first + usize::from(cell)) {
                value = if cell == action.from { *copy } else { value };
                *copy = 0;
            }
        }
        if action.to != NOWHERE
            && let Some(copy) = copies.get_mut(first + usize::from(action.to))
        {
            *copy = if promoted { 0 } else { value };
        }
    }

    /// The chosen reading of an option.
    #[inline(always)]
    pub fn reading(&self, option: usize) -> u8 {
        self.readings.as_ref().get(option).copied().unwrap_or(0)
    }

    /// The piece on a cell.
    #[inline]
    pub fn piece(&self, cell: Bit) -> Option<Piece> {
        self.board.piece(cell)
    }

    /// Goes to the beginning of the turn of that number.
    #[inline]
    pub fn begin(&mut self, number: u32) {
        (self.program, self.step, self.done) = (beginning::<G>(number), 0, 0);
    }

    /// The steps of the program under way.
    #[inline(always)]
    pub fn steps(&self) -> &'static [Step] {
        steps::<G>(self.program)
    }

    /// The decision at the present place: its alternatives.
    #[inline(always)]
    pub fn alternatives(&self) -> &'static [&'static [u8]] {
        match self.steps().get(usize::from(self.step)) {
            Some(Step::Act { alternatives, .. }) => alternatives,
            Some(Step::Stop(_)) | None => &[],
        }
    }
}

/// The program of the turn of that number; past their end if none applies.
#[inline]
pub fn beginning<G: Rules>(number: u32) -> u8 {
    let applies = |t: &Turn| t.first <= number && t.last.is_none_or(|last| number <= last);
    G::TURNS.iter().position(applies).unwrap_or(G::TURNS.len()) as u8
}

/// The steps of a program.
#[inline(always)]
pub fn steps<G: Rules>(program: u8) -> &'static [Step] {
    G::TURNS.get(usize::from(program)).map_or(&[], |turn| turn.steps)
}
