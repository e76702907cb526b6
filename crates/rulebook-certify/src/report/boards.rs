//! What has to be known to draw a board: from the rules alone, whatever its shape.

use rulebook_api::{Setup, Vocabulary};
use rulebook_ir::{Rules, Shape};
use serde::{Deserialize, Serialize};

/// A board without pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct BoardPicture {
    /// Its cells.
    pub cells: Vec<CellPicture>,
    /// Are pieces put on points, with lines between them, rather than into squares?
    pub points: bool,
    /// Pairs of neighbours, as indices of cells, where lines are drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<(u16, u16)>,
}

/// A cell: its name and where it is, in hundredths of a cell's width, from the top left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct CellPicture {
    /// Its name.
    pub name: String,
    /// To the right.
    pub x: i32,
    /// Downwards.
    pub y: i32,
}

/// What stands on a board: cell, player's index, and what is written on the piece.
pub type Picture = Vec<(u16, u8, String)>;

impl BoardPicture {
    /// The board of these rules.
    pub fn of(rules: &Rules) -> Self {
        let board = &rules.board;
        let rows = board.cells.iter().map(|c| c.row).max().unwrap_or(0);
        let slant = matches!(board.shape, Shape::Hexagonal { .. });
        let cells = board
            .cells
            .iter()
            .map(|c| CellPicture {
                name: c.name.clone(),
                x: i32::from(c.column) * 100 + if slant { i32::from(rows - c.row) * 50 } else { 0 },
                y: i32::from(rows - c.row) * if slant { 87 } else { 100 },
            })
            .collect();
        let points = matches!(board.shape, Shape::Graph);
        Self { cells, points, lines: if points { neighbours(rules) } else { Vec::new() } }
    }
}

/// The pieces of a set-up, to be drawn.
pub fn picture(names: &Vocabulary, setup: &Setup) -> Picture {
    let mark = |piece: &rulebook_api::Piece| {
        let letter = names.kinds.get(usize::from(piece.kind)).and_then(|k| k.letter);
        let number = if piece.number > 0 { piece.number.to_string() } else { String::new() };
        format!("{}{number}", letter.map_or_else(String::new, String::from))
    };
    setup.pieces.iter().map(|(cell, piece)| (*cell, piece.player, mark(piece))).collect()
}

/// Every pair of neighbours once.
fn neighbours(rules: &Rules) -> Vec<(u16, u16)> {
    let mut pairs: Vec<(u16, u16)> = Vec::new();
    for line in &rules.board.lines {
        for pair in line.cells.windows(2) {
            let pair = (pair[0].min(pair[1]), pair[0].max(pair[1]));
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
    }
    pairs
}

/// Text for HTML and SVG.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}
