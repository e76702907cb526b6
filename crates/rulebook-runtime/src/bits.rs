//! Sets of cells as one machine word.
//!
//! A generated layout gives each cell a bit so that one step in a direction is a shift by a constant on all cells, and a
//! step off the board meets a bit that is no cell.

/// A set of cells.
pub type Bits = u64;

/// All cells moved one step: up for a positive shift, down for a negative one. What wraps round falls on bits that are no
/// cells, and is masked by the set that the result is met with.
#[inline(always)]
#[must_use]
pub const fn step(set: Bits, shift: i32) -> Bits {
    set.rotate_left(shift.cast_unsigned() & 63)
}

/// The cells in ascending order of their bits.
#[inline(always)]
pub fn each(mut set: Bits, mut f: impl FnMut(u32)) {
    while set != 0 {
        let bit = set.trailing_zeros();
        set &= set - 1;
        f(bit);
    }
}

/// The set of one cell.
#[inline(always)]
#[must_use]
pub const fn one(bit: u32) -> Bits {
    1 << (bit & 63)
}
