//! Boards as SVG: cells, coordinates, pieces, marks and arrows, from the rules alone, whatever the shape.

use std::{collections::BTreeMap, fmt::Write as _};

use rulebook_api::{Setup, Vocabulary};
use rulebook_certify::report::{BoardPicture, Picture, escape, picture};
use rulebook_ir::{Rules, Shape};

/// One picture of a game that can be stepped through.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What stands on the board.
    pub pieces: Picture,
    /// The move that led here: cells, from the first to the last.
    pub path: Vec<u16>,
}

impl Frame {
    /// Of a position.
    pub fn of(names: &Vocabulary, setup: &Setup, path: Vec<u16>) -> Self {
        Self { pieces: picture(names, setup), path }
    }
}

/// Room for coordinates, in hundredths of a cell.
const MARGIN: i32 = 60;

/// The colours that a player's name may be; others are told apart by their number.
const COLOURS: [&str; 6] = ["white", "black", "red", "blue", "yellow", "green"];

/// Draws the frames of a board; the last one is shown.
pub fn board(
    rules: &Rules,
    names: &Vocabulary,
    frames: &[Frame],
    marks: &[u16],
    arrows: &[(u16, u16)],
    label: &str,
) -> String {
    let picture = BoardPicture::of(rules);
    let at = |cell: u16| picture.cells.get(usize::from(cell)).map_or((0, 0), |c| (c.x + 50, c.y + 50));
    let width = picture.cells.iter().map(|c| c.x).max().unwrap_or(0) + 100;
    let height = picture.cells.iter().map(|c| c.y).max().unwrap_or(0) + 100;
    let mut svg = String::new();
    // Writing to a string does not fail.
    _ = write!(
        svg,
        "<svg class=\"rb-board\" viewBox=\"{} {} {} {}\" role=\"img\" aria-label=\"{}\">",
        -MARGIN,
        -10,
        width + MARGIN + 10,
        height + MARGIN + 10,
        escape(label)
    );
    let points =
        matches!(rules.board.shape, Shape::Graph) || rules.kinds.iter().all(|k| k.letter.is_none()) && dense(rules);
    if points {
        lines(&mut svg, rules, &picture);
    } else {
        _ = write!(svg, "<rect class=\"rb-back\" x=\"0\" y=\"0\" width=\"{width}\" height=\"{height}\"/>");
        for cell in &picture.cells {
            _ = write!(svg, "<rect class=\"rb-cell\" x=\"{}\" y=\"{}\" width=\"100\" height=\"100\"/>", cell.x, cell.y);
        }
    }
    coordinates(&mut svg, rules, &picture, height);
    for cell in marks {
        let (x, y) = at(*cell);
        _ = write!(svg, "<circle class=\"rb-mark\" cx=\"{x}\" cy=\"{y}\" r=\"46\"/>");
    }
    for (index, frame) in frames.iter().enumerate() {
        let last = index + 1 == frames.len();
        let hidden = if last { "" } else { " style=\"display:none\"" };
        _ = write!(svg, "<g class=\"rb-frame\"{hidden}>");
        if let [first, .., _] = frame.path.as_slice() {
            let (x, y) = at(*first);
            _ = write!(svg, "<circle class=\"rb-left\" cx=\"{x}\" cy=\"{y}\" r=\"14\"/>");
            let path: Vec<String> = frame.path.iter().map(|c| at(*c)).map(|(x, y)| format!("{x},{y}")).collect();
            _ = write!(svg, "<polyline class=\"rb-path\" points=\"{}\"/>", path.join(" "));
        }
        for (cell, player, mark) in &frame.pieces {
            let (x, y) = at(*cell);
            let name = names.players.get(usize::from(*player)).map_or("", String::as_str);
            let colour =
                COLOURS.iter().find(|c| **c == name).map_or_else(|| format!("player{player}"), |c| (*c).to_owned());
            let new = if frame.path.last() == Some(cell) { " rb-new" } else { "" };
            _ = write!(svg, "<circle class=\"rb-piece rb-{colour}{new}\" cx=\"{x}\" cy=\"{y}\" r=\"38\"/>");
            if !mark.is_empty() {
                _ = write!(
                    svg,
                    "<text class=\"rb-letter rb-{colour}\" x=\"{x}\" y=\"{}\">{}</text>",
                    y + 14,
                    escape(mark)
                );
            }
        }
        svg.push_str("</g>");
    }
    for (from, to) in arrows {
        arrow(&mut svg, at(*from), at(*to));
    }
    svg.push_str("</svg>");
    svg
}

/// Is every cell of a rectangle there, on a board so large that pieces stand on points?
fn dense(rules: &Rules) -> bool {
    match rules.board.shape {
        Shape::Grid { width, height, checkered } => !checkered && width.min(height) > 12,
        Shape::Hexagonal { .. } | Shape::Graph => false,
    }
}

/// Lines between neighbours.
fn lines(svg: &mut String, rules: &Rules, picture: &BoardPicture) {
    let graph = matches!(rules.board.shape, Shape::Graph);
    for line in &rules.board.lines {
        let (Some(first), Some(last)) = (line.cells.first(), line.cells.last()) else { continue };
        let (a, b) = (&picture.cells[usize::from(*first)], &picture.cells[usize::from(*last)]);
        // On a rectangle only rows and columns are drawn.
        if first == last || (!graph && a.x != b.x && a.y != b.y) {
            continue;
        }
        _ = write!(
            svg,
            "<line class=\"rb-line\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
            a.x + 50,
            a.y + 50,
            b.x + 50,
            b.y + 50
        );
    }
}

/// Letters and numbers beside the board, or the number in each cell where cells are numbered.
fn coordinates(svg: &mut String, rules: &Rules, picture: &BoardPicture, height: i32) {
    let cells = &rules.board.cells;
    let numbered = cells.iter().all(|c| c.name.bytes().all(|b| b.is_ascii_digit()));
    if numbered {
        for cell in &picture.cells {
            _ = write!(
                svg,
                "<text class=\"rb-number\" x=\"{}\" y=\"{}\">{}</text>",
                cell.x + 8,
                cell.y + 26,
                cell.name
            );
        }
        return;
    }
    let mut columns: BTreeMap<u16, (i32, String)> = BTreeMap::new();
    let mut rows: BTreeMap<u16, (i32, String)> = BTreeMap::new();
    for (cell, place) in cells.iter().zip(&picture.cells) {
        let letters: String = cell.name.chars().take_while(char::is_ascii_alphabetic).collect();
        let digits = cell.name[letters.len()..].to_owned();
        columns.entry(cell.column).or_insert((place.x + 50, letters));
        rows.entry(cell.row).or_insert((place.y + 62, digits));
    }
    for (x, name) in columns.values() {
        _ = write!(svg, "<text class=\"rb-coordinate\" x=\"{x}\" y=\"{}\">{}</text>", height + 38, escape(name));
    }
    for (y, name) in rows.values() {
        _ = write!(svg, "<text class=\"rb-coordinate\" x=\"-30\" y=\"{y}\">{}</text>", escape(name));
    }
}

fn arrow(svg: &mut String, from: (i32, i32), to: (i32, i32)) {
    let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let tip = (f64::from(to.0) - ux * 10.0, f64::from(to.1) - uy * 10.0);
    let back = (tip.0 - ux * 34.0, tip.1 - uy * 34.0);
    let side = (-uy * 18.0, ux * 18.0);
    _ = write!(
        svg,
        "<line class=\"rb-arrow\" x1=\"{}\" y1=\"{}\" x2=\"{:.0}\" y2=\"{:.0}\"/>\
         <polygon class=\"rb-tip\" points=\"{:.0},{:.0} {:.0},{:.0} {:.0},{:.0}\"/>",
        from.0,
        from.1,
        back.0,
        back.1,
        tip.0,
        tip.1,
        back.0 + side.0,
        back.1 + side.1,
        back.0 - side.0,
        back.1 - side.1
    );
}
