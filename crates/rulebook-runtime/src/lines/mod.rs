//! Prohibitions of placements on lines: what lines through a cell add up to, from tables, and what follows from it.
//!
//! A generated engine gives tables and formulas ([`Lines`]). The tables say what each half of a line's window around a cell
//! amounts to, and what two halves add to a sum of packed counters in which the highest bit of each says that it has reached
//! its number. Only where such a bit is set anything more is asked; where it speaks of a supposed second piece, the rest is
//! asked there, with both pieces on their lines, to any depth.
//!
//! | module | what it holds |
//! |---|---|
//! | [`word`] | a line in a machine word |
//! | [`look`] | sums at a cell, and what is asked of supposed pieces |
//! | [`kept`] | tables kept while pieces come and go |
//! | [`board`], [`list`] | the pieces of a game with such tables, and its actions |
//! | [`fresh`] | all cells of a position set up from nothing |

pub mod board;
pub mod fresh;
pub mod kept;
pub mod list;
mod look;
pub mod word;

pub use board::Pieces;
pub use fresh::fresh;
pub use kept::Kept;
pub use kept::View;
pub use word::{Store, Sum, Value, Word};

/// What an engine says of prohibitions on lines.
///
/// A cell lies on one line of each axis. A *place* is a line (the lower byte) and an index on it (the upper one).
pub trait Lines: Sized + 'static {
    /// A word that holds the longest line.
    type Word: Word;
    /// Packed counters.
    type Sum: Sum;
    /// A value for each cell, their number rounded up to a power of two not less than 64.
    type Cells<T: Value>: Store<T>;
    /// A bit for each cell.
    type Bits: Store<u64>;
    /// A value for each line.
    type Rows<T: Value>: Store<T>;
    /// A value for each player who is restricted.
    type Views<T: Value>: Store<T>;

    /// The players who are restricted.
    const PLAYERS: &'static [u8];
    /// How many cells there are.
    const COUNT: usize;
    /// How many lines go through a cell.
    const AXES: usize;
    /// By cell, then axis: its place.
    const PLACES: &'static [u16];
    /// A line has room for so many cells in [`Lines::PATHS`], as a power of two.
    const STRIDE: u32;
    /// By line, then index: the cell.
    const PATHS: &'static [u16];
    /// The lines without any piece: off the board but for their cells.
    const BLANK: Self::Rows<Self::Word>;
    /// The sums without any piece.
    const SUMS: Self::Cells<Self::Sum>;
    /// The cells whose sum then lets through some prohibition.
    const OPEN: Self::Bits;
    /// What each restricted player sees then: [`View::NOTHING`].
    const NOTHING: Self::Views<View<Self>>;
    /// A window goes so far to each side.
    const REACH: u32;
    /// By key: the class of what lies before a cell.
    const BEFORE: &'static [u8];
    /// By key: the class of what lies behind it.
    const BEHIND: &'static [u8];
    /// A class before is shifted by so much to make room for one behind.
    const COLUMNS: u32;
    /// By both classes: what a line adds to the sum.
    const ENTRIES: &'static [Self::Sum];
    /// By fact, then both classes: where on the window a second piece is supposed.
    const TRIALS: &'static [&'static [u16]];
    /// By fact: how many lines it takes.
    const WANTED: &'static [u32];
    /// Where a sum begins.
    const START: Self::Sum;
    /// No prohibition holds where none of these bits is in the sum.
    const GATE: Self::Sum;
    /// A line with fewer own pieces adds nothing.
    const LEAST: u32;
    /// A line adds nothing farther than this from its own pieces; more than the reach: it may.
    const NEAR: u32;

    /// Which prohibitions hold at a cell with that sum, one bit for each. `deep` answers facts that suppose a piece.
    fn forbidden(sum: Self::Sum, readings: &[u8], deep: impl FnMut(usize) -> bool) -> u32;
    /// What else is asked of a piece that the fact supposes.
    fn rest(fact: usize, sum: Self::Sum, readings: &[u8], deep: impl FnMut(usize) -> bool) -> bool;
}

macro_rules! numbers {
    ($name:ident, $number:ty, $bytes:literal) => {
        /// Numbers of so many bytes each, the lowest first.
        #[must_use]
        pub const fn $name<const N: usize>(bytes: &[u8]) -> [$number; N] {
            let mut all = [0; N];
            let mut i = 0;
            while i < N * $bytes {
                all[i / $bytes] |= (bytes[i] as $number) << (8 * (i % $bytes));
                i += 1;
            }
            all
        }
    };
}
numbers!(pairs, u16, 2);
numbers!(quads, u32, 4);

/// The cells of each line, from the places of each cell.
#[must_use]
pub const fn paths<const N: usize>(places: &[u16], axes: usize, stride: u32) -> [u16; N] {
    let mut all = [0; N];
    let mut i = 0;
    while i < places.len() {
        let (line, index) = (places[i] & 255, places[i] >> 8);
        all[((line as usize) << stride) + index as usize] = (i / axes) as u16;
        i += 1;
    }
    all
}

macro_rules! blank {
    ($name:ident, $word:ty) => {
        /// Lines without any piece, from the places of each cell and the reach.
        #[must_use]
        pub const fn $name<const N: usize>(places: &[u16], reach: u32) -> [$word; N] {
            let mut all = [<$word>::MAX; N];
            let mut i = 0;
            while i < places.len() {
                let (line, index) = (places[i] & 255, places[i] >> 8);
                all[line as usize] &= !(3 << (2 * (index as u32 + reach)));
                i += 1;
            }
            all
        }
    };
}
blank!(blank_64, u64);
blank!(blank_128, u128);
