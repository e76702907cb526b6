//! A line in one machine word: two bits for each cell, with room at its ends; and arrays whose length an engine chooses.
//!
//! No piece is 0, a piece of the player whose view it is 1, of the other player 2, off the board 3. So what lies on each side
//! of a cell is a key for a table: some neighbouring bits.

use core::{
    fmt::Debug,
    ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr},
};

/// What an array of an engine may hold.
pub trait Value: Copy + Send + Sync + 'static {}

impl<T: Copy + Send + Sync + 'static> Value for T {}

/// A word that holds a line.
pub trait Word:
    Value
    + Debug
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Nothing.
    const ZERO: Self;
    /// The lower bit of each cell.
    const LOWER: Self;

    /// A number of few bits.
    fn of(bits: u32) -> Self;
    /// The lowest bits.
    fn low(self) -> usize;
    /// The index of the lowest bit that is set.
    fn lowest(self) -> u32;
    /// Without the lowest bit that is set; zero stays zero.
    #[must_use]
    fn rest(self) -> Self;
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const ZERO: Self = 0;
            const LOWER: Self = Self::MAX / 3;

            #[inline(always)]
            fn of(bits: u32) -> Self {
                Self::from(bits)
            }

            #[inline(always)]
            fn low(self) -> usize {
                self as usize
            }

            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}
word!(u64);
word!(u128);

/// Own pieces, as lower bits.
#[inline(always)]
pub(crate) fn own<W: Word>(line: W) -> W {
    line & !(line >> 1) & W::LOWER
}

/// Cells without a piece, as lower bits.
#[inline(always)]
pub(crate) fn empty<W: Word>(line: W) -> W {
    !(line | line >> 1) & W::LOWER
}

/// At least so many bits?
#[inline(always)]
pub(crate) fn many<W: Word>(mut set: W, least: u32) -> bool {
    if least == 0 {
        return true;
    }
    for _ in 1..least {
        set = set.rest();
    }
    set != W::ZERO
}

/// All cells within so many steps of a set of cells.
#[inline(always)]
pub(crate) fn within<W: Word>(set: W, steps: u32) -> W {
    let mut all = set;
    for step in 1..=steps {
        all = all | set << (2 * step) | set >> (2 * step);
    }
    all
}

/// Packed counters.
pub trait Sum: Value + Debug + PartialEq + BitAnd<Output = Self> + BitOr<Output = Self> {
    /// Nothing.
    const ZERO: Self;

    /// With what a line adds.
    #[must_use]
    fn plus(self, entry: Self) -> Self;
    /// Without what a line adds.
    #[must_use]
    fn minus(self, entry: Self) -> Self;
}

macro_rules! sum {
    ($sum:ty) => {
        impl Sum for $sum {
            const ZERO: Self = 0;

            #[inline(always)]
            fn plus(self, entry: Self) -> Self {
                self.wrapping_add(entry)
            }

            #[inline(always)]
            fn minus(self, entry: Self) -> Self {
                self.wrapping_sub(entry)
            }
        }
    };
}
sum!(u16);
sum!(u32);

/// An array of a length that is known to the engine only.
pub trait Store<T: Value>: Value + AsRef<[T]> + AsMut<[T]> {
    /// The same everywhere.
    fn filled(value: T) -> Self;
}

impl<T: Value, const N: usize> Store<T> for [T; N] {
    #[inline(always)]
    fn filled(value: T) -> Self {
        [value; N]
    }
}
