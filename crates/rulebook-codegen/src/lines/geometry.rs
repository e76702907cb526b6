//! The lines of a board: where on them each cell is.

use rulebook_ir::{Board, Dir};

use super::tables::Tables;

/// A cell on a line: the line, and the index on it.
pub(super) type Place = (u8, u8);

/// The lines of a board as the runtime walks them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Geometry {
    /// By cell, then by axis.
    pub(super) places: Vec<Vec<Place>>,
    /// How long each line is, those of a cell alone included.
    pub(super) lengths: Vec<usize>,
    /// The longest line.
    pub(super) longest: usize,
    /// Some cells have no line along some axis. They got one of their own, with nothing around them.
    pub(super) alone: bool,
}

impl Geometry {
    /// The lines of a board, if on each axis every cell is on one line at most, and no line meets itself.
    pub(super) fn of(board: &Board) -> Result<Self, &'static str> {
        let mut axes: Vec<Dir> = board.lines.iter().map(|l| l.forth).collect();
        axes.sort_unstable();
        axes.dedup();
        let mut found: Vec<Vec<Option<Place>>> = vec![vec![None; axes.len()]; board.len()];
        for (l, line) in board.lines.iter().enumerate() {
            let along = axes.binary_search(&line.forth).map_err(|_| "a line without an axis")?;
            for (i, &cell) in line.cells.iter().enumerate() {
                let (Ok(l), Ok(i)) = (u8::try_from(l), u8::try_from(i)) else {
                    return Err("a board with too many lines");
                };
                if found[usize::from(cell)][along].replace((l, i)).is_some() {
                    return Err("a cell with two lines along one axis");
                }
            }
        }
        let longest = board.lines.iter().map(|l| l.cells.len()).max().unwrap_or(0);
        let mut lengths: Vec<usize> = board.lines.iter().map(|l| l.cells.len()).collect();
        let alone = found.iter().flatten().any(Option::is_none);
        let mut places = Vec::new();
        for cell in found {
            let mut all = Vec::new();
            for place in cell {
                if let Some(place) = place {
                    all.push(place);
                } else {
                    all.push((u8::try_from(lengths.len()).map_err(|_| "a board with too many lines")?, 0));
                    lengths.push(1);
                }
            }
            places.push(all);
        }
        Ok(Self { places, lengths, longest, alone })
    }

    /// The sum at each cell without any piece.
    pub(super) fn blank(&self, tables: &Tables) -> Vec<u32> {
        let sum = |places: &Vec<Place>| {
            places.iter().fold(tables.start, |sum, (line, index)| {
                let (line, index) = (usize::from(*line), usize::from(*index));
                sum + tables.blank(index, self.lengths[line] - 1 - index)
            })
        };
        self.places.iter().map(sum).collect()
    }
}
