//! Sets of cells as one machine word.
//!
//! A generated layout gives each cell a bit so that one step in a direction is a shift by a constant on all cells, and a
//! step off the board meets a bit that is no cell.

/// Does something for each cell of a set, in ascending order of bits. A macro and not a closure, which might not be inlined.
macro_rules! each {
    ($set:expr, |$bit:ident| $body:expr) => {{
        let mut rest: crate::walks::Bits = $set;
        while rest != 0 {
            let $bit: u32 = rest.trailing_zeros();
            rest &= rest - 1;
            $body;
        }
    }};
}
pub(crate) use each;

/// Does something for each of up to eight directions, written out: where the list is a constant, each of them is one too.
macro_rules! each_dir {
    ($dirs:expr, |$dir:ident| $body:expr) => {
        each_dir!($dirs, |$dir, _index| $body)
    };
    ($dirs:expr, |$dir:ident, $place:ident| $body:expr) => {{
        let dirs: &'static [i32] = $dirs;
        each_dir!(dirs, $dir, $place, $body, 0 1 2 3 4 5 6 7);
    }};
    ($dirs:ident, $dir:ident, $place:ident, $body:expr, $($index:literal)*) => {
        $(if $dirs.len() > $index {
            let $dir = $dirs[$index];
            let $place: usize = $index;
            $body;
        })*
    };
}
pub(crate) use each_dir;

/// Does something for each of up to four kinds, written out, so that the kind is a constant.
macro_rules! each_kind {
    ($kinds:expr, |$kind:ident| $body:expr) => {
        each_kind!($kinds, $kind, $body, 0 1 2 3);
    };
    ($kinds:expr, $kind:ident, $body:expr, $($index:literal)*) => {
        $(if $kinds > $index {
            const KIND: usize = $index;
            let $kind = KIND;
            $body;
        })*
    };
}
pub(crate) use each_kind;

use crate::walks::Walks;

/// A set of cells.
pub type Bits = u64;

/// All cells moved one step: up for a positive shift, down for a negative one. What would leave the board is either masked
/// before ([`Walks::EDGES`]) or falls on bits that are no cells, and is masked by the set that the result is met with.
#[inline(always)]
#[must_use]
pub fn step<W: Walks<K>, const K: usize>(set: Bits, shift: i32) -> Bits {
    turn(set & edge::<W, K>(shift), shift)
}

/// The same for cells that are known to have a neighbour there.
#[inline(always)]
#[must_use]
pub const fn turn(set: Bits, shift: i32) -> Bits {
    set.rotate_left(shift.cast_unsigned() & 63)
}

/// The bits from which a step stays on the board, or falls on no cell. The shift is nearly always a constant, and so is this.
#[inline(always)]
pub(crate) fn edge<W: Walks<K>, const K: usize>(shift: i32) -> Bits {
    let mut edges = W::EDGES;
    while let [(of, bits), rest @ ..] = edges {
        if *of == shift {
            return *bits;
        }
        edges = rest;
    }
    Bits::MAX
}

/// The set of one cell.
#[inline(always)]
#[must_use]
pub const fn one(bit: u32) -> Bits {
    1 << (bit & 63)
}
