//! Which bit each cell has, so that one step in a direction is one shift on all cells.
//!
//! A cell in column `c` and row `r` gets bit `(p·c + q·r + s) / d`. The smallest such numbers are looked for under which
//! cells have different bits and a step is everywhere the same shift. Best of all, a step off the board, also where the word
//! wraps round, meets a bit that is no cell; for directions in which it does not, a mask at the edges is needed.

use rulebook_ir::{Board, Dir};

use crate::Refusal;

/// Bits of cells and shifts of directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// By cell.
    pub(crate) bits: Vec<u32>,
    /// By direction; 0 for those that no walk uses.
    pub(crate) shifts: Vec<i32>,
    /// For shifts that would wrap round onto cells: the cells from which they do not.
    pub(crate) edges: Vec<(i32, u64)>,
}

impl Layout {
    /// The smallest layout of a board for walks in these directions.
    ///
    /// # Errors
    /// If no word of 64 bits will do.
    pub(crate) fn of(board: &Board, dirs: &[Dir]) -> Result<Self, Refusal> {
        let widest = i64::from(board.cells.iter().map(|c| c.column).max().unwrap_or(0)) + 2;
        let by_size =
            (1..=2 * widest + 2).flat_map(|q| (1..=2_i64).flat_map(move |p| (1..=2_i64).map(move |d| (p, q, d))));
        let by_size = by_size.flat_map(|(p, q, d)| [(p, q, d), (p, -q, d)]);
        let mut best: Option<((usize, u32), Self)> = None;
        for (p, q, d) in by_size {
            let Some(layout) = Self::try_out(board, dirs, p, q, d) else { continue };
            let size = (layout.edges.len(), layout.bits.iter().max().map_or(0, |b| b + 1));
            if best.as_ref().is_none_or(|(least, _)| size < *least) {
                best = Some((size, layout));
            }
        }
        best.map(|(_, layout)| layout).ok_or_else(|| {
            Refusal::game(format!(
                "its board of {} cells does not fit one machine word with room at its edges",
                board.len()
            ))
        })
    }

    fn try_out(board: &Board, dirs: &[Dir], p: i64, q: i64, d: i64) -> Option<Self> {
        let place = |c: &rulebook_ir::board::CellInfo| p * i64::from(c.column) + q * i64::from(c.row);
        let least = board.cells.iter().map(place).min()?;
        let mut bits = Vec::new();
        for cell in &board.cells {
            let offset = place(cell) - least;
            let bit = u32::try_from(offset / d).ok().filter(|bit| *bit < 64 && offset % d == 0)?;
            bits.push(bit);
        }
        // Bits ascend with the cells, so that what is sorted by bits is in canonical order.
        if !bits.is_sorted() {
            return None;
        }
        let taken = bits.iter().try_fold(0_u64, |set, b| (set >> b & 1 == 0).then_some(set | 1 << b))?;
        let mut shifts = vec![0; board.directions.len()];
        let mut edges: Vec<(i32, u64)> = Vec::new();
        for &dir in dirs {
            let neighbours = &board.neighbours[usize::from(dir)];
            let pairs = neighbours.iter().enumerate().filter_map(|(c, n)| Some((bits[c], bits[usize::from((*n)?)])));
            let mut shift = None;
            for (from, to) in pairs {
                let here = i64::from(to) - i64::from(from);
                if *shift.get_or_insert(here) != here {
                    return None;
                }
            }
            let shift = shift.unwrap_or(0) as i32;
            let moved = |set: u64, shift: i32| set.rotate_left(shift.cast_unsigned() & 63);
            let inner =
                neighbours.iter().zip(&bits).filter(|(n, _)| n.is_some()).fold(0_u64, |set, (_, b)| set | 1 << b);
            if moved(taken & !inner, shift) & taken != 0 {
                // Back and forth: loops step both ways.
                for edge in [(shift, inner), (-shift, moved(inner, shift))] {
                    match edges.iter().find(|(of, _)| *of == edge.0) {
                        Some((_, known)) if *known == edge.1 => {}
                        Some(_) => return None,
                        None => edges.push(edge),
                    }
                }
            }
            shifts[usize::from(dir)] = shift;
        }
        Some(Self { bits, shifts, edges })
    }

    /// All cells as a word.
    pub(crate) fn board(&self) -> u64 {
        self.bits.iter().fold(0, |set, b| set | 1 << b)
    }

    /// A set of cells as a word.
    pub(crate) fn word(&self, cells: &rulebook_ir::CellSet) -> u64 {
        cells.iter().fold(0, |set, c| set | 1 << self.bits[usize::from(c)])
    }
}
