//! The board as text, for people.

use std::fmt::Write as _;

use rulebook_api::{Piece, Setup, Vocabulary};
use rulebook_ir::{Board, Rules, Shape};

/// Draws a position, the last row on top, with a legend.
pub(crate) fn draw(rules: &Rules, names: &Vocabulary, setup: &Setup) -> String {
    let all = (0..rules.board.len()).map(|c| c as u16).collect::<Vec<_>>();
    format!("{}\n{}", draw_part(rules, names, &setup.pieces, &[], &all), legend(names))
}

/// Draws the part of a board around these cells, without a legend. A mark takes the place of what stands on its cell.
pub(crate) fn draw_part(
    rules: &Rules,
    names: &Vocabulary,
    pieces: &[(u16, Piece)],
    marks: &[(u16, char)],
    around: &[u16],
) -> String {
    let board = &rules.board;
    let span = |of: fn(&rulebook_ir::board::CellInfo) -> u16| {
        let places = around.iter().filter_map(|&c| board.cells.get(usize::from(c))).map(of);
        let (low, high) = places.fold((u16::MAX, 0), |(low, high), at| (low.min(at), high.max(at)));
        low.saturating_sub(1)..=high + 1
    };
    let (shown_columns, shown_rows) = (span(|c| c.column), span(|c| c.row));
    let lettered = board.cells.iter().all(|c| c.name.starts_with(|l: char| l.is_ascii_alphabetic()));
    let rows = board.cells.iter().map(|c| c.row).max().map_or(0, |r| r + 1);
    let columns = board.cells.iter().map(|c| c.column).max().map_or(0, |c| c + 1);
    let marked = |cell: usize| marks.iter().find(|(c, _)| usize::from(*c) == cell).map(|(_, mark)| mark.to_string());
    let stands = |cell: usize| pieces.iter().find(|(c, _)| usize::from(*c) == cell).map(|(_, p)| token(names, *p));
    let mark = |cell: usize| marked(cell).or_else(|| stands(cell));
    let width = (0..board.len()).filter_map(|c| mark(c).map(|m| m.chars().count())).max().unwrap_or(1);
    let labels: Vec<String> = (0..rows).map(|row| label(board, row, lettered)).collect();
    let margin = labels.iter().map(String::len).max().unwrap_or(0);
    let hexagonal = matches!(board.shape, Shape::Hexagonal { .. });

    let mut lines = Vec::new();
    for row in (0..rows).rev().filter(|row| shown_rows.contains(row)) {
        let slant = if hexagonal { " ".repeat(usize::from(row) * (width + 1) / 2) } else { String::new() };
        let mut line = format!("{:>margin$} {slant}", labels[usize::from(row)]);
        for column in (0..columns).filter(|column| shown_columns.contains(column)) {
            let cell = board.cells.iter().position(|c| (c.column, c.row) == (column, row));
            let text = cell.map_or_else(|| String::from(" "), |c| mark(c).unwrap_or_else(|| String::from(".")));
            _ = write!(line, " {text:<width$}");
        }
        lines.push(line.trim_end().to_owned());
    }
    if lettered {
        let letter = |column: u16| {
            board
                .cells
                .iter()
                .find(|c| c.column == column)
                .map_or("", |c| c.name.trim_end_matches(|l: char| l.is_ascii_digit()))
        };
        let letters: Vec<String> =
            (0..columns).filter(|c| shown_columns.contains(c)).map(|c| format!("{:<width$}", letter(c))).collect();
        lines.push(format!("{:>margin$}  {}", "", letters.join(" ")).trim_end().to_owned());
    }
    lines.join("\n")
}

/// What stands before a row.
fn label(board: &Board, row: u16, lettered: bool) -> String {
    let names: Vec<&str> = board.cells.iter().filter(|c| c.row == row).map(|c| c.name.as_str()).collect();
    match (names.first(), names.last()) {
        (Some(first), Some(_)) if lettered => first.trim_start_matches(|l: char| !l.is_ascii_digit()).to_owned(),
        (Some(first), Some(last)) => format!("{first}-{last}"),
        _ => String::new(),
    }
}

/// A piece: owner, kind, number.
fn token(names: &Vocabulary, piece: Piece) -> String {
    let letter = names.kinds.get(usize::from(piece.kind)).and_then(|k| k.letter);
    let number = (piece.number > 0).then_some(piece.number);
    let owner = owner(names, usize::from(piece.player));
    format!(
        "{owner}{}{}",
        letter.map_or_else(String::new, String::from),
        number.map_or_else(String::new, |n| n.to_string())
    )
}

/// A letter for a player: his initial, or his number if two share it.
fn owner(names: &Vocabulary, player: usize) -> String {
    let initial = |p: usize| names.players.get(p).and_then(|n| n.chars().next());
    match initial(player) {
        Some(letter) if (0..names.players.len()).filter(|&p| initial(p) == Some(letter)).count() == 1 => {
            letter.to_string()
        }
        _ => (player + 1).to_string(),
    }
}

/// What the letters mean.
fn legend(names: &Vocabulary) -> String {
    let players = (0..names.players.len()).map(|p| format!("{} {}", owner(names, p), names.players[p]));
    let kinds = names.kinds.iter().filter_map(|k| k.letter.map(|l| format!("{l} {}", k.name)));
    players.chain(kinds).collect::<Vec<_>>().join(", ")
}
