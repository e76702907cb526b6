//! Positions as programs use them: small, copied freely, with clocks but without the history of repetitions.

use alloc::{format, string::String, vec::Vec};
use core::{fmt, hash};

use rulebook_api::{
    Count,
    move_text::{self, Found},
    position_text,
};

use crate::{
    action::Action,
    board::Board as _,
    dynamic::setup_of,
    history::History,
    mixer::Mixer,
    names::Named,
    outcome::{Illegal, ParseError, Status},
    perft::leaves,
    rules::{ClockCopy, Rules},
    set::Set as _,
    setup,
    standing::Standing,
    state::State,
    turn::{self, Mode},
    within::Within as _,
};

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

/// A player by his place.
fn player<G: Rules>(index: u8) -> G::Player {
    G::Player::of(index).unwrap_or(G::Player::ALL[0])
}

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
        let stands = setup::set_up(&setup, readings, &mut (), true).map_err(|why| {
            let words = G::NAMES.refused(&why, G::TEXTS);
            ParseError::Refused(why, words)
        })?;
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
    pub fn to_move(&self) -> G::Player {
        player::<G>(self.to_move)
    }

    /// How many pieces of that kind a player has on the board.
    pub fn count(&self, player: G::Player, kind: G::Kind) -> u32 {
        (self.board.owned(player.index()) & self.board.kinds(1 << kind.index())).len()
    }

    /// The pieces in board order: cell, owner, kind, and number (0 if its kind has none).
    pub fn pieces(&self) -> impl Iterator<Item = (&'static str, G::Player, G::Kind, u8)> {
        let board = self.board;
        G::BITS.iter().zip(G::NAMES.cells).filter_map(move |(bit, (name, _))| {
            let piece = board.piece(*bit)?;
            Some((*name, player::<G>(piece.player), G::Kind::of(piece.kind)?, piece.number))
        })
    }

    /// Completed turns since the game began.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// Where the game stands, as bits of [`Rules::ENDINGS`].
    pub fn standing(&self) -> Standing {
        self.standing
    }

    /// Where the game stands.
    pub fn status(&self) -> Status<G> {
        let mut reasons = self.standing.reasons::<G>().into_iter().filter_map(G::Reason::of);
        match self.standing.winner() {
            Some(winner) => match reasons.next() {
                Some(reason) => Status::Won { winner: player::<G>(winner), reason },
                None => Status::Ongoing { claimable: Vec::new() },
            },
            None if self.standing.is_drawn() => Status::Drawn { reasons: reasons.collect() },
            None => Status::Ongoing { claimable: reasons.collect() },
        }
    }

    /// The sentences of the clauses that ended the game, in a language of the spec (`"en"`); where a clause has none, its id.
    pub fn why(&self, language: &str) -> Vec<&'static str> {
        let clauses = if self.is_over() { self.standing.clauses::<G>() } else { Vec::new() };
        let id = |clause: u16| G::NAMES.clauses[usize::from(clause)];
        clauses.into_iter().map(|c| G::TEXTS.clause(c, language).unwrap_or_else(|| id(c))).collect()
    }

    /// Has the game ended?
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.standing.is_over()
    }

    /// The value of a clock, if it runs; of one kept for each player, that player's.
    pub fn clock(&self, clock: G::Clock, player: Option<G::Player>) -> Option<u32> {
        let player = player.map(Named::index);
        let is_it = |c: &ClockCopy| c.clock == clock.index() && c.player == player && c.cell.is_none();
        let copy = G::CLOCKS.iter().position(is_it)?;
        self.clocks.as_ref()[copy].checked_sub(1).map(u32::from)
    }

    /// The legal action that a text means: `c3-d4`, `h8`.
    ///
    /// # Errors
    /// If no legal action is meant, or more than one; the message says what there is.
    pub fn find(&self, text: &str) -> Result<Action<G>, String> {
        let names = G::NAMES.vocabulary();
        let (legal, forbidden) = self.listed_actions();
        match move_text::find(&names, text, &legal, &forbidden) {
            Ok(Found::Legal(action)) => Action::meant(action).ok_or_else(|| format!("`{text}` is off the board")),
            Ok(Found::Forbidden(forbidden)) => {
                let ids = forbidden.clauses.iter().map(|c| names.clause(*c)).collect::<Vec<_>>().join("`, `");
                Err(format!("`{text}` is forbidden by `{ids}`"))
            }
            Err(error) => Err(error.message),
        }
    }

    /// An action as it is written: as short as it can be told from the other legal ones.
    pub fn text(&self, action: &Action<G>) -> String {
        let legal = self.listed_actions().0;
        let listed = action.listed();
        let action = legal.iter().find(|a| a.same(&listed)).unwrap_or(&listed);
        move_text::text_of(&G::NAMES.vocabulary(), action, &legal)
    }

    fn listed_actions(&self) -> (Vec<rulebook_api::Action>, Vec<rulebook_api::Forbidden>) {
        if self.is_over() && !self.listed { (Vec::new(), Vec::new()) } else { G::listed(&self.state()) }
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

    /// The legal action of a number in canonical order, from 0: `number` is told how many there are and answers with it.
    /// `None` if there are none, or not so many. Random play needs no more, and where a turn may be any of thousands of sets
    /// of cells they are not listed for it. `room` is kept from call to call; what it holds afterwards is not said.
    #[inline]
    pub fn choose(&self, room: &mut Vec<Action<G>>, number: impl FnOnce(u64) -> u64) -> Option<Action<G>> {
        if self.is_over() && !self.listed {
            return None;
        }
        G::choose(&self.state(), room, number)
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
        if let Some(next) = self.after(action, history) {
            *self = next;
        }
    }

    /// The position after a legal action.
    #[inline(always)]
    pub(crate) fn after(&self, action: &Action<G>, history: &mut impl History<G>) -> Option<Self> {
        let mut s = self.state();
        let standing = turn::play(&mut s, action, history, Mode::STRICT)?;
        Some(Self::of(&s, standing, false))
    }

    /// Leaves of the game tree. Draws are not applied, and clocks only where something else reads them; a game that has been
    /// won counts only at its own depth.
    pub fn perft(&self, depth: u32) -> u64 {
        // Routes are not asked for, so there are never too many.
        leaves(&self.state(), self.standing, self.listed, depth, Count::default()).unwrap_or(0)
    }

    /// A number that is equal for equal positions.
    pub fn hash(&self) -> u64 {
        let mut mixer = Mixer(0x243f_6a88_85a3_08d3);
        hash::Hash::hash(self, &mut mixer);
        hash::Hasher::finish(&mixer)
    }

    /// All that the future depends on, repetitions apart.
    fn key(&self) -> (G::Board, G::Clocks, G::Readings, G::Within, u8, u32) {
        let turns = if G::TURNS.len() > 1 || G::COUNTS_TURNS { self.turns } else { 0 };
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
