//! Positions as programs use them: small, copied freely, with clocks but without the history of repetitions.

use alloc::vec::Vec;
use core::{fmt, hash};

use rulebook_api::{Count, Status, TextError, position_text};

use crate::{
    action::Action,
    dynamic::setup_of,
    history::History,
    perft::leaves,
    rules::Rules,
    set::{Bit, NOWHERE},
    setup,
    standing::Standing,
    state::State,
    turn::{self, Mode},
};

/// What a position keeps of a turn under way.
pub trait Within<G: Rules>: Copy + Eq + hash::Hash + fmt::Debug + Send + Sync + 'static {
    /// Takes it from a state.
    fn of(s: &State<G>) -> Self;

    /// Gives it to a state whose turns are counted.
    fn restore(&self, s: &mut State<G>);
}

/// Every turn is one action: there is nothing to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Whole;

impl<G: Rules> Within<G> for Whole {
    #[inline(always)]
    fn of(_s: &State<G>) -> Self {
        Self
    }

    #[inline(always)]
    fn restore(&self, s: &mut State<G>) {
        s.actions = s.turns;
    }
}

/// The place in a turn of several decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Partly<E> {
    actions: u32,
    here: Bit,
    done: u16,
    program: u8,
    step: u8,
    begun: bool,
    events: E,
}

impl<G: Rules> Within<G> for Partly<G::Events> {
    fn of(s: &State<G>) -> Self {
        Self {
            actions: s.actions,
            here: if s.begun { s.here } else { NOWHERE },
            done: s.done,
            program: s.program,
            step: s.step,
            begun: s.begun,
            events: s.events,
        }
    }

    fn restore(&self, s: &mut State<G>) {
        s.actions = self.actions;
        s.here = self.here;
        (s.program, s.step, s.done) = (self.program, self.step, self.done);
        s.begun = self.begun;
        s.events = self.events;
    }
}

/// A position with its clocks, the readings chosen, and how it stands. The history of repetitions is kept by
/// [`crate::game::Game`]; played alone, no position has occurred before.
#[derive(Clone, Copy)]
pub struct Position<G: Rules> {
    board: G::Board,
    turns: u32,
    standing: Standing,
    clocks: G::Clocks,
    readings: G::Readings,
    within: G::Within,
    to_move: u8,
    listed: bool,
}

/// Why an action was not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The game has ended.
    Over,
    /// It is not among the legal actions.
    NotLegal,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Over => "the game has ended; nothing is played any more",
            Self::NotLegal => "the action is not legal here; choose one of those that `legal` lists",
        })
    }
}

impl core::error::Error for Illegal {}

/// Why a text is no position of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// It cannot be read.
    Text(TextError),
    /// It can be read, but no rule allows it.
    Refused(rulebook_api::Refused),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Refused(refused) => write!(f, "the rules refuse this position: {refused:?}"),
        }
    }
}

impl core::error::Error for ParseError {}

impl<G: Rules> Position<G> {
    /// The first position, under the first reading of every option.
    pub fn initial() -> Self {
        Self::initial_with(G::DEFAULTS)
    }

    /// The first position under these readings.
    pub fn initial_with(readings: G::Readings) -> Self {
        match setup::set_up(&setup::first_position::<G>(), readings, &mut (), false) {
            Ok((state, standing, listed)) => Self::of(&state, standing, listed),
            Err(_) => Self::of(&State::empty(readings), Standing::OPEN, false),
        }
    }

    /// Reads a position, under the first reading of every option.
    ///
    /// # Errors
    /// If the text cannot be read, or no rule allows the position.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Self::parse_with(text, G::DEFAULTS)
    }

    /// Reads a position, under these readings.
    ///
    /// # Errors
    /// If the text cannot be read, or no rule allows the position.
    pub fn parse_with(text: &str, readings: G::Readings) -> Result<Self, ParseError> {
        let setup = position_text::parse(&G::NAMES.vocabulary(), text).map_err(ParseError::Text)?;
        let stands = setup::set_up(&setup, readings, &mut (), true).map_err(ParseError::Refused)?;
        Ok(Self::of(&stands.0, stands.1, stands.2))
    }

    #[inline(always)]
    pub(crate) fn of(s: &State<G>, standing: Standing, listed: bool) -> Self {
        Self {
            board: s.board,
            turns: s.turns,
            standing,
            clocks: s.clocks,
            readings: s.readings,
            within: G::Within::of(s),
            to_move: s.to_move,
            listed,
        }
    }

    /// The position taken apart.
    #[inline(always)]
    pub(crate) fn state(&self) -> State<G> {
        let mut s = State::<G>::empty(self.readings);
        s.board = self.board;
        s.turns = self.turns;
        (s.clocks, s.shown) = (self.clocks, self.clocks);
        (s.mover, s.to_move) = (self.to_move, self.to_move);
        if G::TURNS.len() > 1 {
            s.begin(self.turns + 1);
        }
        self.within.restore(&mut s);
        s
    }

    /// The pieces.
    pub fn board(&self) -> &G::Board {
        &self.board
    }

    /// Who is to move; in an ended game, who would be.
    pub fn to_move(&self) -> u8 {
        self.to_move
    }

    /// Completed turns since the game began.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// Where the game stands.
    pub fn standing(&self) -> Standing {
        self.standing
    }

    /// The same as callers of any game know it.
    pub fn status(&self) -> Status {
        self.standing.status::<G>()
    }

    /// Has the game ended?
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.standing.is_over()
    }

    /// The value of a copy of a clock, if it runs; [`Rules::CLOCKS`] says whose copy it is.
    pub fn clock(&self, copy: usize) -> Option<u32> {
        self.clocks.as_ref().get(copy).and_then(|v| v.checked_sub(1)).map(u32::from)
    }

    /// The legal actions in canonical order; none if the game has ended.
    pub fn legal(&self) -> Vec<Action<G>> {
        let mut actions = Vec::new();
        self.legal_into(&mut actions);
        actions
    }

    /// The same into a list that is kept from call to call.
    #[inline]
    pub fn legal_into(&self, actions: &mut Vec<Action<G>>) {
        actions.clear();
        if !self.is_over() || self.listed {
            G::legal(&self.state(), actions);
        }
    }

    /// How many legal actions there are.
    pub fn count_legal(&self) -> u64 {
        if self.is_over() && !self.listed {
            return 0;
        }
        let s = self.state();
        G::count(&s, 1, Count::default()).unwrap_or_else(|| {
            let mut actions = Vec::new();
            G::legal(&s, &mut actions);
            actions.len() as u64
        })
    }

    /// Plays an action. To undo it, keep a copy of the position: it is small.
    ///
    /// # Errors
    /// If it is not legal; nothing has changed then.
    pub fn play(&mut self, action: &Action<G>) -> Result<(), Illegal> {
        if self.is_over() {
            return Err(Illegal::Over);
        }
        if !self.legal().contains(action) {
            return Err(Illegal::NotLegal);
        }
        self.play_unchecked(action);
        Ok(())
    }

    /// Plays an action that is known to be legal. What an action that is not legal does, is not said; a debug build
    /// panics.
    #[inline]
    pub fn play_unchecked(&mut self, action: &Action<G>) {
        debug_assert!(!self.is_over(), "the game has ended: {action:?} cannot be played");
        debug_assert!(self.legal().contains(action), "{action:?} is not legal here");
        self.advance(action, &mut ());
    }

    #[inline(always)]
    pub(crate) fn advance(&mut self, action: &Action<G>, history: &mut impl History<G>) {
        let mut s = self.state();
        if let Some(standing) = turn::play(&mut s, action, history, Mode::STRICT) {
            *self = Self::of(&s, standing, false);
        }
    }

    /// Leaves of the game tree. Draws and clocks are not applied; a game that has been won counts only at its own depth.
    pub fn perft(&self, depth: u32) -> u64 {
        leaves(&self.state(), self.standing, self.listed, depth, Count::default())
    }

    /// A number that is equal for equal positions.
    pub fn hash(&self) -> u64 {
        let mut mixer = Mixer(0x243f_6a88_85a3_08d3);
        hash::Hash::hash(self, &mut mixer);
        hash::Hasher::finish(&mixer)
    }

    /// All that the future depends on, repetitions apart.
    fn key(&self) -> (G::Board, G::Clocks, G::Readings, G::Within, u8, u32) {
        let turns = if G::TURNS.len() > 1 { self.turns } else { 0 };
        (self.board, self.clocks, self.readings, self.within, self.to_move, turns)
    }
}

impl<G: Rules> PartialEq for Position<G> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl<G: Rules> Eq for Position<G> {}

impl<G: Rules> hash::Hash for Position<G> {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl<G: Rules> fmt::Display for Position<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&position_text::print(&G::NAMES.vocabulary(), &setup_of(&self.state())))
    }
}

impl<G: Rules> fmt::Debug for Position<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({:?})", self.status())
    }
}

/// A hasher that is the same everywhere and always.
struct Mixer(u64);

impl hash::Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_0c2b_5e8d_91a7);
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
