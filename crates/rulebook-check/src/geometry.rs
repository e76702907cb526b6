//! Boards: cells, directions, lines, and regions that depend on the board alone.

use rulebook_diagnostics::{Code, Diagnostic, Span};
use rulebook_ir::board::{Board, CellInfo, Direction, Line, Shape};
use rulebook_syntax::ast::{Axis, Name};

/// Most cells that a board may have.
pub(crate) const MAX_CELLS: usize = 1024;

/// Most columns: what two letters can name.
pub(crate) const MAX_COLUMNS: u16 = 26 + 26 * 26;

/// A direction's name and its step in columns and rows.
type Compass = (&'static str, i32, i32);

const SQUARE: [Compass; 8] = [
    ("north", 0, 1),
    ("northeast", 1, 1),
    ("east", 1, 0),
    ("southeast", 1, -1),
    ("south", 0, -1),
    ("southwest", -1, -1),
    ("west", -1, 0),
    ("northwest", -1, 1),
];

const HEXAGONAL: [Compass; 6] =
    [("north", 0, 1), ("east", 1, 0), ("southeast", 1, -1), ("south", 0, -1), ("west", -1, 0), ("northwest", -1, 1)];

/// What a grid looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    Square,
    /// Only cells whose column plus row has this parity.
    Checkered(u16),
    Hexagonal,
}

/// From which corner cells are numbered: from the top, from the left.
pub(crate) type Numbering = Option<(bool, bool)>;

/// `a1`: a letter for the column (then `aa`, `ab`, …) and the row from 1.
pub(crate) fn cell_name(column: u16, row: u16) -> String {
    let letter = |n: u16| char::from(b'a' + (n % 26) as u8);
    let column =
        if column < 26 { letter(column).to_string() } else { format!("{}{}", letter(column / 26 - 1), letter(column)) };
    format!("{column}{}", row + 1)
}

/// Column and row of a name like `a1`.
pub(crate) fn position_of(name: &str) -> Option<(u16, u16)> {
    let digits = name.find(|c: char| c.is_ascii_digit())?;
    let (letters, row) = name.split_at(digits);
    let row: u16 = row.parse().ok().filter(|r| *r >= 1)?;
    Some((column_of(letters)?, row - 1))
}

/// The column of a letter or two.
pub(crate) fn column_of(letters: &str) -> Option<u16> {
    let mut bytes = letters.bytes();
    let index = |b: u8| b.is_ascii_lowercase().then(|| u16::from(b - b'a'));
    match (bytes.next(), bytes.next(), bytes.next()) {
        (Some(a), None, None) => index(a),
        (Some(a), Some(b), None) => Some((index(a)? + 1) * 26 + index(b)?),
        _ => None,
    }
}

pub(crate) fn grid(width: u16, height: u16, pattern: Pattern, numbering: Numbering) -> Board {
    let playing = |c: u16, r: u16| match pattern {
        Pattern::Square | Pattern::Hexagonal => true,
        Pattern::Checkered(parity) => (c + r) % 2 == parity,
    };
    let all = |top: bool, left: bool| {
        (0..height).flat_map(move |i| {
            (0..width).map(move |j| (if left { j } else { width - 1 - j }, if top { height - 1 - i } else { i }))
        })
    };
    let order: Vec<(u16, u16)> = match numbering {
        None => all(false, true).filter(|&(c, r)| playing(c, r)).collect(),
        Some((top, left)) => all(top, left).filter(|&(c, r)| playing(c, r)).collect(),
    };
    let reading: Vec<(u16, u16)> = all(true, true).filter(|&(c, r)| playing(c, r)).collect();
    let cells: Vec<CellInfo> = order
        .iter()
        .enumerate()
        .map(|(i, &(column, row))| {
            let checkered = matches!(pattern, Pattern::Checkered(_));
            let number = reading.iter().position(|p| *p == (column, row)).map(|p| p as u16 + 1).filter(|_| checkered);
            let name = if numbering.is_some() { (i + 1).to_string() } else { cell_name(column, row) };
            CellInfo { name, number, column, row }
        })
        .collect();
    let compass: &[Compass] = if pattern == Pattern::Hexagonal { &HEXAGONAL } else { &SQUARE };
    let find =
        |c: i32, r: i32| order.iter().position(|&(x, y)| i32::from(x) == c && i32::from(y) == r).map(|i| i as u16);
    let mut neighbours = Vec::new();
    for &(_, dx, dy) in compass {
        neighbours.push(
            order
                .iter()
                // The nearest playing cell that way: on a checkered board the next one may be two steps off.
                .map(|&(c, r)| {
                    find(i32::from(c) + dx, i32::from(r) + dy)
                        .or_else(|| find(i32::from(c) + 2 * dx, i32::from(r) + 2 * dy))
                })
                .collect::<Vec<_>>(),
        );
    }
    let names: Vec<(&str, &str)> = compass
        .iter()
        .map(|&(name, dx, dy)| (name, compass.iter().find(|&&(_, x, y)| (x, y) == (-dx, -dy)).map_or(name, |b| b.0)))
        .collect();
    let shape = match pattern {
        Pattern::Hexagonal => Shape::Hexagonal { width, height },
        Pattern::Square => Shape::Grid { width, height, checkered: false },
        Pattern::Checkered(_) => Shape::Grid { width, height, checkered: true },
    };
    finish(shape, cells, &names, neighbours, None)
}

fn finish(
    shape: Shape,
    cells: Vec<CellInfo>,
    names: &[(&str, &str)],
    neighbours: Vec<Vec<Option<u16>>>,
    lines: Option<Vec<Line>>,
) -> Board {
    let index = |name: &str| names.iter().position(|n| n.0 == name).unwrap_or(0) as u8;
    let directions: Vec<Direction> =
        names.iter().map(|(n, b)| Direction { name: (*n).to_owned(), back: index(b) }).collect();
    let lines = lines.unwrap_or_else(|| walk_lines(cells.len(), &directions, &neighbours));
    let mut lines_through = vec![Vec::new(); cells.len()];
    for (l, line) in lines.iter().enumerate() {
        for (i, &cell) in line.cells.iter().enumerate() {
            lines_through[usize::from(cell)].push((l as u16, i as u16));
        }
    }
    Board { shape, cells, directions, neighbours, lines, lines_through }
}

/// Each maximal row of neighbours, once for each pair of opposite directions.
fn walk_lines(cells: usize, directions: &[Direction], neighbours: &[Vec<Option<u16>>]) -> Vec<Line> {
    let mut lines = Vec::new();
    for (forth, direction) in directions.iter().enumerate() {
        if usize::from(direction.back) < forth {
            continue;
        }
        for start in 0..cells {
            if neighbours[usize::from(direction.back)][start].is_some() {
                continue;
            }
            let mut line = vec![start as u16];
            let mut at = start;
            while let Some(next) = neighbours[forth][at] {
                line.push(next);
                at = usize::from(next);
            }
            lines.push(Line { forth: forth as u8, cells: line });
        }
    }
    lines
}

/// A board of points and listed lines.
pub(crate) fn graph(axes: &[Axis], span: Span, diagnostics: &mut Vec<Diagnostic>) -> Option<Board> {
    let mut points: Vec<&Name> = Vec::new();
    for name in axes.iter().flat_map(|a| &a.lines).flatten() {
        if !points.iter().any(|n| n.text == name.text) {
            points.push(name);
        }
    }
    if points.len() > MAX_CELLS {
        too_large(points.len(), span, diagnostics);
        return None;
    }
    let place = |n: &Name| position_of(&n.text);
    points.sort_by_key(|n| place(n).map_or((u16::MAX, 0), |(c, r)| (r, c)));
    let cells: Vec<CellInfo> = points
        .iter()
        .enumerate()
        .map(|(i, n)| {
            let (column, row) = place(n).unwrap_or((i as u16, 0));
            CellInfo { name: n.text.clone(), number: None, column, row }
        })
        .collect();
    let index = |n: &Name| points.iter().position(|m| m.text == n.text).unwrap_or(0);
    let mut names: Vec<(&str, &str)> = Vec::new();
    let mut neighbours: Vec<Vec<Option<u16>>> = Vec::new();
    let mut lines = Vec::new();
    for axis in axes {
        if names.iter().any(|n| n.0 == axis.forth.text || n.0 == axis.back.text) || axis.forth.text == axis.back.text {
            diagnostics.push(
                Diagnostic::error(
                    Code("R0403"),
                    axis.forth.span,
                    format!("the direction `{}` or its way back is points twice", axis.forth.text),
                )
                .help("each axis needs two names of its own"),
            );
            return None;
        }
        let forth = neighbours.len();
        names.push((&axis.forth.text, &axis.back.text));
        names.push((&axis.back.text, &axis.forth.text));
        neighbours.push(vec![None; cells.len()]);
        neighbours.push(vec![None; cells.len()]);
        for line in &axis.lines {
            for pair in line.windows(2) {
                let (a, b) = (index(&pair[0]), index(&pair[1]));
                if neighbours[forth][a].is_some() || neighbours[forth + 1][b].is_some() || a == b {
                    diagnostics.push(
                        Diagnostic::error(
                            Code("R0403"),
                            pair[1].span,
                            format!("`{}` has two neighbours in one direction", pair[1].text),
                        )
                        .help("along one axis a cell lies on one line only"),
                    );
                    return None;
                }
                neighbours[forth][a] = Some(b as u16);
                neighbours[forth + 1][b] = Some(a as u16);
            }
            lines.push(Line { forth: forth as u8, cells: line.iter().map(|n| index(n) as u16).collect() });
        }
    }
    Some(finish(Shape::Graph, cells, &names, neighbours, Some(lines)))
}

pub(crate) fn too_large(cells: usize, span: Span, diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.push(
        Diagnostic::error(Code("R0402"), span, format!("this board has {cells} cells"))
            .label("too large")
            .help(format!("a board has at least one cell and at most {MAX_CELLS}")),
    );
}
