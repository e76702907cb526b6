//! What a generated engine gives: its pieces, its program of turns, and every condition of its rules as a function.

use alloc::vec::Vec;
use core::{fmt::Debug, hash::Hash};

use rulebook_api::{Action as Listed, Count, Forbidden, Refused};

use crate::{
    action::{Action, Deed},
    board::Board,
    general,
    names::{Named, Texts},
    run::Run,
    set::Bit,
    state::State,
};

/// The program of a turn.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The first turn of the game that has it, from 1.
    pub first: u32,
    /// The last one.
    pub last: Option<u32>,
    /// Its steps.
    pub steps: &'static [Step],
}

/// A step of a turn.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// A decision, made so many times.
    Act {
        /// Names of actions; the first alternative that has a candidate is chosen from.
        alternatives: &'static [&'static [u8]],
        /// How often.
        times: u16,
        /// Each time so many placements are one decision, in any order.
        together: u16,
        /// Never skipped; else [`Rules::when`] is asked.
        always: bool,
    },
    /// That ending is asked here.
    Stop(u8),
}

/// A result, a stop within a turn, or a foul.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// Index of its clause.
    pub clause: u16,
    /// Index of its reason.
    pub reason: u8,
    /// Nobody wins.
    pub draw: bool,
    /// Asked of set-ups only.
    pub at_setup: bool,
}

/// An ending that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// Who wins; none is a draw.
    pub winner: Option<u8>,
    /// A draw that may be claimed and does not end the game.
    pub claim: bool,
}

/// A copy of a clock.
#[derive(Clone, Copy, Debug)]
pub struct ClockCopy {
    /// Index of the clock.
    pub clock: u8,
    /// Whose it is, for a clock kept per player.
    pub player: Option<u8>,
    /// On which cell its piece stands, for a clock kept per piece.
    pub cell: Option<u16>,
}

/// Pieces of which there is a stock.
#[derive(Clone, Copy, Debug)]
pub struct Reserve {
    /// Whose.
    pub player: u8,
    /// Which kind.
    pub kind: u8,
    /// Which number; none: of all numbers together.
    pub number: Option<u8>,
    /// How many there are in all.
    pub stock: u16,
}

/// Values of the copies of all clocks: 0 for one that does not run, else the value and 1.
pub trait Clocks: Copy + Eq + Hash + Debug + Send + Sync + AsRef<[u16]> + AsMut<[u16]> + 'static {}

impl<const N: usize> Clocks for [u16; N] {}

/// Small numbers by index.
pub trait Bytes: Copy + Eq + Hash + Debug + Send + Sync + AsRef<[u8]> + AsMut<[u8]> + 'static {}

impl<const N: usize> Bytes for [u8; N] {}

/// The rules of a game, compiled.
///
/// The functions that decide something are generated, each from its clause. A lowering replaces the functions with a
/// default, which visit the runs of the actions one after the other ([`general`]).
pub trait Rules: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Pieces.
    type Board: Board;
    /// Copies of clocks.
    type Clocks: Clocks;
    /// Readings of the options.
    type Readings: Bytes;
    /// Counters of what happens in a turn.
    type Events: Bytes;
    /// What a position within a turn has beside its pieces.
    type Within: crate::within::Within<Self>;

    /// Players by name.
    type Player: Named;
    /// Kinds of pieces by name.
    type Kind: Named;
    /// Clocks by name.
    type Clock: Named;
    /// Reasons by name.
    type Reason: Named;

    /// What the spec says for people.
    const TEXTS: &'static Texts;
    /// Names of everything.
    const NAMES: &'static crate::names::Names;
    /// How many players.
    const PLAYERS: u8;
    /// The bits of the cells.
    const BOARD: <Self::Board as Board>::Set;
    /// The bit of each cell.
    const BITS: &'static [Bit];
    /// The cell of each bit; [`crate::set::NOWHERE`] where there is none.
    const CELLS: &'static [u16];
    /// Pieces of the first position: cell, player and kind.
    const SETUP: &'static [(u16, u8, u8)];
    /// Reserves.
    const RESERVES: &'static [Reserve];
    /// Programs of turns.
    const TURNS: &'static [Turn];
    /// Copies of clocks.
    const CLOCKS: &'static [ClockCopy];
    /// No clock runs.
    const OFF: Self::Clocks;
    /// Nothing has happened.
    const NO_EVENTS: Self::Events;
    /// The first reading of every option.
    const DEFAULTS: Self::Readings;
    /// Results in the order in which they are asked, then stops, then the foul.
    const ENDINGS: &'static [Ending];
    /// How many of them are results.
    const RESULTS: usize;
    /// Wins are asked before draws.
    const WINS_FIRST: bool;
    /// Rules read how many turns or actions there have been.
    const COUNTS_TURNS: bool;
    /// Repetition is asked for.
    const REPETITION: bool;
    /// Something other than a draw reads a clock.
    const CLOCKS_BESIDE_DRAWS: bool;
    /// Actions (bit per name) of which several are one decision; what they take is then where they place.
    const TOGETHER: u32;
    /// The turn's program reads the cell acted on.
    const HERE_IN_TURN: bool;
    /// Clauses of what always holds, with when it is looked at.
    const ALWAYS: &'static [(u16, When)];

    /// Is that step of a turn's program not skipped?
    fn when(s: &State<Self>, program: u8, step: u8) -> bool;

    /// Does that ending hold?
    fn ending(s: &State<Self>, index: usize) -> Option<Held>;

    /// May prohibitions be played and lose?
    fn fouls(s: &State<Self>) -> bool;

    /// May that copy of a clock start on this board?
    fn starts(s: &State<Self>, copy: usize) -> bool;

    /// May it go on running?
    fn carries(s: &State<Self>, copy: usize) -> bool;

    /// All clocks step: from the state before the turn, and that after it with what has happened.
    fn step_clocks(before: &State<Self>, s: &mut State<Self>);

    /// Counts what an action was, for the clocks.
    fn note(s: &mut State<Self>, action: &Action<Self>, deed: &Deed);

    /// Can no earlier position come again after this?
    fn settles(deed: &Deed) -> bool;

    /// What refuses the set-up.
    fn refuse(s: &State<Self>) -> Option<Refused>;

    /// Does that hold which always holds?
    fn holds(s: &State<Self>, index: usize) -> bool;

    /// Visits the runs of the action that a run has the name of, going on from there, until the visitor returns true; did
    /// it? A lowering that replaces all that asks for runs has none.
    fn runs(_start: &Run<'_, Self>, _visit: &mut dyn FnMut(&Run<'_, Self>) -> bool) -> bool {
        false
    }

    /// The keys of a preference among the runs of an action, the greater the better; the deed is the run's.
    fn worth(_s: &State<Self>, _run: &Run<'_, Self>, _name: u8) -> [i64; 4] {
        [0; 4]
    }

    /// Legal actions in canonical order.
    fn legal(s: &State<Self>, out: &mut Vec<Action<Self>>) {
        general::legal(s, out);
    }

    /// Is there a legal action (of that name)?
    fn has_legal(s: &State<Self>, name: Option<u8>) -> bool {
        general::has_legal(s, name)
    }

    /// Does a legal action. What one that is not legal does is not said; where that is noticed, nothing.
    fn act(s: &mut State<Self>, action: &Action<Self>) -> Option<Deed> {
        general::act(s, action)
    }

    /// Legal actions with all their routes, and what only prohibitions forbid.
    fn listed(s: &State<Self>) -> (Vec<Listed>, Vec<Forbidden>) {
        general::listed(s)
    }

    /// The legal action of a number in canonical order, from 0: `number` is told how many there are, if any, and answers with
    /// it. A lowering that can tell it without a list needs no room for one.
    #[inline(always)]
    fn choose(s: &State<Self>, room: &mut Vec<Action<Self>>, number: impl FnOnce(u64) -> u64) -> Option<Action<Self>> {
        Self::legal(s, room);
        if room.is_empty() {
            return None;
        }
        let number = usize::try_from(number(room.len() as u64)).ok()?;
        room.get(number).copied()
    }

    /// Leaves, counted by other means than playing them.
    fn count(_s: &State<Self>, _depth: u32, _count: Count) -> Option<u64> {
        None
    }
}

/// When something that always holds is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// In every position.
    Each,
    /// After every completed turn.
    AfterTurn,
    /// After every action.
    AfterAction,
    /// When the game has ended for that reason.
    Reason(u8),
}
