//! All cells on which one more piece would make a row.

use super::{Axis, Rows};
use crate::walks::Bits;

/// The longest row that [`all`] looks for.
pub const LONGEST: usize = 8;

/// All cells on which one more own piece would make a row.
#[inline(always)]
pub fn all<W: Rows>(own: Bits) -> Bits {
    let Some(length) = W::LENGTH.map(|length| length.min(LONGEST)) else { return 0 };
    let mut found = 0;
    for axis in W::AXES {
        // Cells with so many own pieces directly before them, and behind them.
        let (mut before, mut behind) = ([Bits::MAX; LONGEST], [Bits::MAX; LONGEST]);
        for i in 1..length {
            before[i] = ahead(own & before[i - 1], axis);
            behind[i] = back(own & behind[i - 1], axis);
        }
        let parts = before[..length].iter().zip(behind[..length].iter().rev());
        found |= parts.fold(0, |all, (before, behind)| all | before & behind);
    }
    found
}

#[inline(always)]
fn ahead(set: Bits, axis: &Axis) -> Bits {
    (set & axis.from) << axis.by
}

#[inline(always)]
fn back(set: Bits, axis: &Axis) -> Bits {
    (set & axis.into) >> axis.by
}
