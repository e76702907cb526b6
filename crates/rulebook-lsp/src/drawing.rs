//! Cells of a board as a small text.

use rulebook_ir::board::Shape;
use rulebook_ir::{Board, CellSet};

/// Larger boards are not drawn.
const MOST_COLUMNS: u16 = 32;

/// The board with these cells marked `#`, the others `.`; blanks where there is no cell. Columns and rows are named.
pub(crate) fn drawn(board: &Board, cells: &CellSet) -> Option<String> {
    let width = board.cells.iter().map(|c| c.column).max()? + 1;
    let height = board.cells.iter().map(|c| c.row).max()? + 1;
    if width > MOST_COLUMNS || height > MOST_COLUMNS {
        return None;
    }
    let slanted = matches!(board.shape, Shape::Hexagonal { .. });
    let mut text = String::new();
    for row in (0..height).rev() {
        let indent = if slanted { usize::from(height - 1 - row) } else { 0 };
        text.push_str(&" ".repeat(indent));
        text.extend([if row < 9 { " " } else { "" }, &(row + 1).to_string(), " "]);
        for column in 0..width {
            let cell = board.cells.iter().position(|c| (c.column, c.row) == (column, row));
            text.push(' ');
            text.push(match cell {
                None => ' ',
                Some(cell) if cells.contains(cell as u16) => '#',
                Some(_) => '.',
            });
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    let indent = if slanted { usize::from(height) } else { 0 };
    text.push_str(&" ".repeat(3 + indent));
    for column in 0..width {
        let letter = char::from(b'a' + (column % 26) as u8);
        text.push(' ');
        text.push(letter);
    }
    text.push('\n');
    Some(text)
}

/// The names of a few cells, and how many more there are.
pub(crate) fn named(board: &Board, cells: &CellSet, most: usize) -> String {
    let names: Vec<&str> =
        cells.iter().filter_map(|c| board.cells.get(usize::from(c))).map(|c| c.name.as_str()).collect();
    let shown = names.iter().take(most).copied().collect::<Vec<_>>().join(", ");
    if names.len() > most { format!("{shown} and {} more", names.len() - most) } else { shown }
}
