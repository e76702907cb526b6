//! Rows of enclosed pieces, in all directions at once.
//!
//! A row is filled by doubling: what is one step on, then what is two steps on over cells that are all enemies, then four.
//! Cells at the edges are masked, since the word may have no room there.

use super::{Flips, Ray};
use crate::walks::Bits;

/// Cells shifted by so much.
type Shift = fn(Bits, u32) -> Bits;

const UP: Shift = |set, by| set << by;
const DOWN: Shift = |set, by| set >> by;

/// The rows that begin on these cells and go on over `on`.
#[inline(always)]
fn rows(start: Bits, mut on: [Bits; 4], rays: &[Ray; 4], doublings: u32, shift: Shift) -> [Bits; 4] {
    let mut rows = [start; 4];
    for doubling in 0..doublings {
        for ((row, on), ray) in rows.iter_mut().zip(&mut on).zip(rays) {
            let by = ray.by << doubling;
            *row |= *on & shift(*row, by);
            *on &= shift(*on, by);
        }
    }
    rows
}

/// The cells on which a piece of the player encloses others.
#[inline(always)]
pub fn open<W: Flips>(player: usize, own: Bits, enemies: Bits) -> Bits {
    let rays = &W::RAYS[player & 1];
    // From the far end of a row back to where it begins.
    let begin = |rays: &[Ray; 4], back: Shift| {
        let on = rays.map(|ray| enemies & ray.from);
        let rows = rows(own, on, rays, W::DOUBLINGS, back);
        rows.iter().zip(rays).fold(0, |all, (row, ray)| all | ray.from & back(row & enemies, ray.by))
    };
    (begin(&rays.up, DOWN) | begin(&rays.down, UP)) & W::BOARD & !(own | enemies)
}

/// The pieces that one on that cell encloses.
#[inline(always)]
pub fn enclosed<W: Flips>(player: usize, own: Bits, enemies: Bits, cell: Bits) -> Bits {
    let rays = &W::RAYS[player & 1];
    let closed = |rays: &[Ray; 4], forth: Shift| {
        let on = rays.map(|ray| enemies & ray.into);
        let rows = rows(cell, on, rays, W::DOUBLINGS, forth);
        rows.iter().zip(rays).fold(0, |all, (row, ray)| {
            let end = forth(*row, ray.by) & ray.into & own;
            all | if end == 0 { 0 } else { *row }
        })
    };
    (closed(&rays.up, UP) | closed(&rays.down, DOWN)) & enemies
}
