//! Sets of cells: one machine word, or several for larger boards.
//!
//! A cell is known to an engine by its *bit*. Bits ascend with the cells in board order, so that what is sorted by bits
//! is in canonical order.

use core::{
    fmt::Debug,
    hash::Hash,
    ops::{BitAnd, BitOr, Not},
};

/// The bit of a cell.
pub type Bit = u16;

/// No cell.
pub const NOWHERE: Bit = Bit::MAX;

/// A set of cells.
#[expect(clippy::len_without_is_empty, reason = "it is called `is_none`, as `NONE` is")]
pub trait Set:
    Copy + Eq + Hash + Debug + Send + Sync + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> + 'static
{
    /// No cell.
    const NONE: Self;

    /// One cell; none for [`NOWHERE`].
    fn one(bit: Bit) -> Self;

    /// Is the cell in it?
    fn has(self, bit: Bit) -> bool;

    /// Has it no cell?
    fn is_none(self) -> bool;

    /// How many cells.
    fn len(self) -> u32;

    /// Its first cell.
    fn first(self) -> Option<Bit>;

    /// The set without its first cell.
    #[must_use]
    fn rest(self) -> Self;

    /// Its last cell.
    fn last(self) -> Option<Bit>;

    /// The cell before which it has so many others.
    fn nth(self, before: u32) -> Option<Bit>;

    /// The 64 bits below a cell, and the 64 above it.
    fn around(self, bit: Bit) -> (u64, u64);

    /// The cells of this set that are not in the other.
    #[inline(always)]
    #[must_use]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    /// Its cells in ascending order.
    #[inline]
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }
}

/// The cells of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Cells<S>(S);

impl<S: Set> Iterator for Cells<S> {
    type Item = Bit;

    #[inline(always)]
    fn next(&mut self) -> Option<Bit> {
        let first = self.0.first()?;
        self.0 = self.0.rest();
        Some(first)
    }
}

impl Set for u64 {
    const NONE: Self = 0;

    #[inline(always)]
    fn one(bit: Bit) -> Self {
        if bit < 64 { 1 << bit } else { 0 }
    }

    #[inline(always)]
    fn has(self, bit: Bit) -> bool {
        bit < 64 && self >> bit & 1 == 1
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        self == 0
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn first(self) -> Option<Bit> {
        if self == 0 { None } else { Some(self.trailing_zeros() as Bit) }
    }

    #[inline(always)]
    fn rest(self) -> Self {
        self & self.wrapping_sub(1)
    }

    #[inline(always)]
    fn last(self) -> Option<Bit> {
        if self == 0 { None } else { Some(63 - self.leading_zeros() as Bit) }
    }

    #[inline]
    fn nth(self, before: u32) -> Option<Bit> {
        if before >= self.count_ones() {
            return None;
        }
        // The half in which it is, again and again.
        let (mut left, mut at) = (before, 0_u32);
        for half in [32, 16, 8, 4, 2, 1] {
            let below = (self >> at & ((1 << half) - 1)).count_ones();
            if left >= below {
                (left, at) = (left - below, at + half);
            }
        }
        Some(at as Bit)
    }

    #[inline(always)]
    fn around(self, bit: Bit) -> (u64, u64) {
        let at = u32::from(bit & 63);
        (self << 1 << (63 - at), self >> at >> 1)
    }
}

/// A set of cells of a board with more than 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide<const N: usize>(pub [u64; N]);

impl<const N: usize> BitAnd for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn bitand(mut self, other: Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a &= b;
        }
        self
    }
}

impl<const N: usize> BitOr for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn bitor(mut self, other: Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a |= b;
        }
        self
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

impl<const N: usize> Set for Wide<N> {
    const NONE: Self = Self([0; N]);

    #[inline(always)]
    fn one(bit: Bit) -> Self {
        let mut set = Self::NONE;
        if let Some(word) = set.0.get_mut(usize::from(bit / 64)) {
            *word = 1 << (bit % 64);
        }
        set
    }

    #[inline(always)]
    fn has(self, bit: Bit) -> bool {
        self.0.get(usize::from(bit / 64)).is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        self.0 == [0; N]
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn first(self) -> Option<Bit> {
        let index = self.0.iter().position(|word| *word != 0)?;
        Some((index * 64) as Bit + self.0[index].trailing_zeros() as Bit)
    }

    #[inline(always)]
    fn rest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    #[inline(always)]
    fn last(self) -> Option<Bit> {
        let index = self.0.iter().rposition(|word| *word != 0)?;
        Some((index * 64) as Bit + self.0[index].last()?)
    }

    #[inline]
    fn nth(self, before: u32) -> Option<Bit> {
        let mut left = before;
        for (index, word) in self.0.iter().enumerate() {
            let here = word.count_ones();
            if left < here {
                return Some((index * 64) as Bit + word.nth(left)?);
            }
            left -= here;
        }
        None
    }

    #[inline(always)]
    fn around(self, bit: Bit) -> (u64, u64) {
        let (index, at) = (usize::from(bit / 64), u32::from(bit % 64));
        let word = |index: usize| self.0.get(index).copied().unwrap_or(0);
        let (before, here, behind) = (word(index.wrapping_sub(1)), word(index), word(index + 1));
        (here << 1 << (63 - at) | before >> at, here >> at >> 1 | behind << (63 - at))
    }
}

/// Compares two sets as the ascending lists of their cells are compared.
#[inline]
pub fn compare<S: Set>(a: S, b: S) -> core::cmp::Ordering {
    use core::cmp::Ordering::{Equal, Greater, Less};
    let (only_a, only_b) = (a.without(b), b.without(a));
    match (only_a.first(), only_b.first()) {
        (None, None) => Equal,
        // One that begins the other comes first.
        (None, Some(_)) if a.is_none() => Less,
        (Some(_), None) if b.is_none() => Greater,
        _ => a.cells().cmp(b.cells()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wide(cells: &[Bit]) -> Wide<4> {
        cells.iter().fold(Wide::NONE, |set, c| set | Wide::one(*c))
    }

    #[test]
    fn several_words_are_one_set() {
        let set = wide(&[0, 63, 64, 200]);
        assert_eq!(set.len(), 4);
        assert!(set.cells().eq([0, 63, 64, 200]));
        assert!(set.has(64) && !set.has(65) && !set.has(NOWHERE));
        assert_eq!(Wide::<4>::one(NOWHERE), Wide::NONE);
    }

    #[test]
    fn cells_have_numbers() {
        for cells in [&[0, 1, 31, 32, 62, 63][..], &[5, 64, 65, 127, 200], &[]] {
            let set = wide(cells);
            for (i, cell) in cells.iter().enumerate() {
                assert_eq!(set.nth(i as u32), Some(*cell), "{cells:?}");
            }
            assert_eq!(set.nth(cells.len() as u32), None, "{cells:?}");
            assert_eq!(set.last(), cells.last().copied(), "{cells:?}");
        }
    }

    #[test]
    fn what_is_around_a_cell() {
        let set = wide(&[0, 5, 63, 64, 100, 128, 200]);
        for bit in 0..256 {
            let (below, above) = set.around(bit);
            for i in 0..64 {
                assert_eq!(below >> (63 - i) & 1 == 1, bit > i && set.has(bit - 1 - i), "{i} below {bit}");
                assert_eq!(above >> i & 1 == 1, set.has(bit + 1 + i), "{i} above {bit}");
            }
        }
        for bit in 0..64 {
            let (below, above) = 0x8000_0010_0000_0001_u64.around(bit);
            let (wide_below, wide_above) = Wide::<1>([0x8000_0010_0000_0001]).around(bit);
            assert_eq!((below, above), (wide_below, wide_above), "{bit}");
        }
    }

    #[test]
    fn sets_are_ordered_as_lists() {
        let lists: [&[Bit]; 6] = [&[], &[1], &[1, 5], &[1, 70], &[5], &[70]];
        for (i, a) in lists.iter().enumerate() {
            for (j, b) in lists.iter().enumerate() {
                assert_eq!(compare(wide(a), wide(b)), i.cmp(&j), "{a:?} {b:?}");
            }
        }
    }
}
