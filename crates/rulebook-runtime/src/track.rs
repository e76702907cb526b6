//! What patterns are matched along: a walk from a cell, a single cell anywhere, or a line.

use rulebook_api::Piece;

use crate::set::{Bit, NOWHERE, Set};

/// Nothing comes after this place.
const OVER: usize = usize::MAX;

/// The pseudo-direction of walks that go anywhere.
pub const ANYWHERE: u8 = u8::MAX;

/// What a pattern is matched along. A place is what comes next.
#[derive(Clone, Copy, Debug)]
pub enum Track {
    /// From cell to cell until the edge, by a table of neighbours; a walk never comes back to where it started.
    Walk {
        /// The neighbour of each bit.
        ahead: &'static [Bit],
        /// Where it started.
        start: Bit,
    },
    /// To that cell, and no further.
    Jump {
        /// The cell.
        to: Bit,
    },
    /// Along a line: place 0 is one edge, then come the cells as they are read, then the other edge.
    Line {
        /// Its cells.
        cells: &'static [Bit],
        /// Read from the other end.
        reversed: bool,
    },
}

impl Track {
    /// What comes at a place (the edge is [`NOWHERE`]), and the place after it.
    #[inline]
    pub fn step(&self, place: usize) -> Option<(Bit, usize)> {
        if place == OVER {
            return None;
        }
        match self {
            Self::Walk { ahead, start } => Some(match ahead.get(place) {
                Some(&next) if next != NOWHERE && next != *start => (next, usize::from(next)),
                Some(_) | None => (NOWHERE, OVER),
            }),
            Self::Jump { to } => Some((*to, OVER)),
            Self::Line { cells, reversed } => {
                let length = cells.len();
                if place == 0 || place == length + 1 {
                    return Some((NOWHERE, place + 1));
                }
                let index = if *reversed { length.checked_sub(place)? } else { place - 1 };
                Some((*cells.get(index)?, place + 1))
            }
        }
    }
}

/// All cells of the line that goes through a cell, by the neighbours in both directions.
pub fn line<S: Set>(from: Bit, ways: [&'static [Bit]; 2]) -> S {
    let mut cells = S::one(from);
    for ahead in ways {
        let track = Track::Walk { ahead, start: from };
        let mut place = usize::from(from);
        while let Some((cell, next)) = track.step(place).filter(|(cell, _)| *cell != NOWHERE && !cells.has(*cell)) {
            cells = cells | S::one(cell);
            place = next;
        }
    }
    cells
}

/// The places of a line at which a stretch may begin.
#[derive(Clone, Copy, Debug)]
pub struct Starts {
    /// The first of them.
    pub first: usize,
    /// The last of them, and one more.
    pub end: usize,
    /// The stretch has to reach beyond this place.
    pub beyond: Option<usize>,
}

/// Where a stretch of that length (if it is always the same) may begin that contains these cells, if they are all on the line.
pub fn starts(cells: &[Bit], reversed: bool, through: &[Bit], size: Option<usize>) -> Option<Starts> {
    let length = cells.len();
    let mut span: Option<(usize, usize)> = None;
    for cell in through {
        let index = cells.iter().position(|c| c == cell)?;
        let place = if reversed { length - index } else { index + 1 };
        span = Some(span.map_or((place, place), |(a, b)| (a.min(place), b.max(place))));
    }
    let (mut first, mut last) = (0, length + 1);
    if let Some((a, b)) = span {
        first = size.map_or(0, |size| (b + 1).saturating_sub(size));
        last = a;
    }
    if let Some(size) = size {
        last = last.min((length + 2).checked_sub(size)?);
    }
    Some(Starts { first, end: last + 1, beyond: span.map(|(_, b)| b) })
}

/// What a match has met.
#[derive(Clone, Copy, Debug)]
pub struct Met<S> {
    /// Its cells.
    pub cells: S,
    /// Those whose pieces are taken.
    pub takes: S,
    /// Those whose pieces change their owner.
    pub flips: S,
    /// What was met last.
    pub last: Bit,
}

impl<S: Set> Met<S> {
    /// Nothing yet.
    pub const NOTHING: Self = Self { cells: S::NONE, takes: S::NONE, flips: S::NONE, last: NOWHERE };

    /// With a cell, or the edge.
    #[inline]
    #[must_use]
    pub fn and(mut self, cell: Bit, takes: bool, flips: bool) -> Self {
        let one = S::one(cell);
        self.cells = self.cells | one;
        if takes {
            self.takes = self.takes | one;
        }
        if flips {
            self.flips = self.flips | one;
        }
        self.last = cell;
        self
    }
}

/// A condition on the numbers of the matched pieces, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// All the same.
    Equal,
    /// Each one more than the one before.
    Consecutive,
    /// No two the same.
    Different,
}

/// Do the numbers of the pieces on the matched stretch fit?
pub fn numbers_fit(
    track: &Track,
    start: usize,
    end: usize,
    numbers: Numbers,
    piece: impl Fn(Bit) -> Option<Piece>,
) -> bool {
    let mut seen = [0_u64; 4];
    let mut last: Option<u8> = None;
    let mut place = start;
    while place < end
        && let Some((cell, after)) = track.step(place)
    {
        place = after;
        let Some(number) = piece(cell).map(|p| p.number) else { continue };
        let (word, bit) = (usize::from(number / 64), 1 << (number % 64));
        let fits = match (numbers, last) {
            (Numbers::Equal, Some(before)) => number == before,
            (Numbers::Consecutive, Some(before)) => i32::from(number) == i32::from(before) + 1,
            (Numbers::Different, _) => seen[word] & bit == 0,
            (Numbers::Equal | Numbers::Consecutive, None) => true,
        };
        if !fits {
            return false;
        }
        seen[word] |= bit;
        last = Some(number);
    }
    true
}

/// Can as many cells as are wanted be given to the tests, so many to each? `fits` has for each cell the tests that it passes.
pub fn mixes(fits: &[u32], wanted: &mut [u32]) -> bool {
    let Some((first, others)) = fits.split_first() else { return wanted.iter().all(|n| *n == 0) };
    (0..wanted.len()).any(|i| {
        if wanted[i] == 0 || first >> i & 1 == 0 {
            return false;
        }
        wanted[i] -= 1;
        let found = mixes(others, wanted);
        wanted[i] += 1;
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_from_either_end() {
        const CELLS: &[Bit] = &[4, 5, 6];
        let forth = Track::Line { cells: CELLS, reversed: false };
        let back = Track::Line { cells: CELLS, reversed: true };
        assert_eq!(forth.step(0), Some((NOWHERE, 1)));
        assert_eq!((forth.step(1), back.step(1)), (Some((4, 2)), Some((6, 2))));
        assert_eq!((forth.step(4), forth.step(5)), (Some((NOWHERE, 5)), None));
    }

    #[test]
    fn a_stretch_begins_where_it_contains_the_cells() {
        let found = starts(&[4, 5, 6, 7], false, &[6], Some(2)).map(|s| (s.first, s.end, s.beyond));
        assert_eq!(found, Some((2, 4, Some(3))));
        assert!(starts(&[4, 5], false, &[9], Some(2)).is_none());
        assert!(starts(&[4, 5], false, &[], Some(9)).is_none());
    }

    #[test]
    fn cells_are_given_to_tests_whichever_way_works() {
        assert!(mixes(&[0b11, 0b01], &mut [1, 1]));
        assert!(!mixes(&[0b10, 0b10], &mut [1, 1]));
    }
}
