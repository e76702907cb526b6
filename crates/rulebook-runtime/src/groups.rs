//! Connected groups of cells.

use alloc::vec::Vec;

use crate::set::{Bit, NOWHERE, Set};

/// The groups into which a set falls, by steps along these tables of neighbours (each given in both directions), in the
/// order of their first cells.
pub fn groups<S: Set>(set: S, steps: &[&[Bit]]) -> Vec<S> {
    let mut rest = set;
    let mut groups = Vec::new();
    while let Some(first) = rest.first() {
        let mut group = S::one(first);
        let mut edge = group;
        rest = rest.rest();
        while let Some(cell) = edge.first() {
            edge = edge.rest();
            for ahead in steps {
                let next = ahead.get(usize::from(cell)).copied().unwrap_or(NOWHERE);
                if rest.has(next) {
                    let one = S::one(next);
                    rest = rest.without(one);
                    edge = edge | one;
                    group = group | one;
                }
            }
        }
        groups.push(group);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_one_group() {
        const UP: &[Bit] = &[1, 2, 3, NOWHERE];
        const DOWN: &[Bit] = &[NOWHERE, 0, 1, 2];
        assert_eq!(groups(0b1101_u64, &[UP, DOWN]), [0b1, 0b1100]);
    }
}
