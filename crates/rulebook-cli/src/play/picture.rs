//! The board as a picture of characters, of any shape: where each cell is, what stands there, and what is marked.

use rulebook_api::{Action, Setup, Vocabulary};
use rulebook_ir::{Board, Rules, Shape};

/// How a character is to be seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Look {
    /// Nothing, or a line between points.
    #[default]
    Ground,
    /// A coordinate.
    Edge,
    /// A cell without a piece.
    Cell,
    /// A piece of that player.
    Piece(u8),
    /// A mark.
    Mark,
}

/// What is to be seen on the board.
#[derive(Clone, Debug, Default)]
pub(super) struct Scene {
    pub(super) setup: Setup,
    /// Cells of the last move.
    pub(super) last: Vec<u16>,
    /// Cells that are picked.
    pub(super) picked: Vec<u16>,
    /// Cells that may be picked next.
    pub(super) next: Vec<u16>,
    /// Cells on which only a prohibition forbids to place.
    pub(super) forbidden: Vec<u16>,
    pub(super) cursor: Option<u16>,
}

/// A board laid out, without pieces.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    ground: Vec<Vec<(char, Look)>>,
    /// Where the token of each cell begins: column and row.
    cells: Vec<(usize, usize)>,
    /// The columns of a token.
    token: usize,
}

/// Rows of characters.
pub(super) type Picture = Vec<Vec<(char, Look)>>;

impl Layout {
    /// Of a board.
    pub(super) fn of(rules: &Rules, names: &Vocabulary) -> Self {
        let board = &rules.board;
        let token = token_width(names);
        let top = board.cells.iter().map(|c| c.row).max().unwrap_or(0);
        let lettered = board.cells.iter().all(|c| c.name.starts_with(|l: char| l.is_ascii_alphabetic()));
        let labels: Vec<String> = (0..=top).map(|row| row_label(board, row, lettered)).collect();
        let margin = labels.iter().map(|l| l.chars().count()).max().unwrap_or(0) + 1;
        let (wide, high) = if board.shape == Shape::Graph { (token.max(1) + 3, 2) } else { (token + 1, 1) };
        let slant = |row: u16| match board.shape {
            Shape::Hexagonal { .. } => usize::from(row) * wide / 2,
            _ => 0,
        };
        let at = |column: u16, row: u16| {
            (margin + 1 + slant(row) + usize::from(column) * wide, usize::from(top - row) * high)
        };
        let cells: Vec<(usize, usize)> = board.cells.iter().map(|c| at(c.column, c.row)).collect();
        let width = cells.iter().map(|(x, _)| x + token + 1).max().unwrap_or(0);
        let height = cells.iter().map(|(_, y)| y + 1).max().unwrap_or(0);
        let mut ground = vec![vec![(' ', Look::Ground); width]; height + usize::from(lettered)];
        if board.shape == Shape::Graph {
            join(&mut ground, board, &cells);
        }
        for (row, label) in (0..=top).zip(&labels) {
            let start = margin - 1 - label.chars().count();
            write(&mut ground, (start, usize::from(top - row) * high), label, Look::Edge);
        }
        if lettered {
            for cell in &board.cells {
                let letters = cell.name.trim_end_matches(|l: char| l.is_ascii_digit());
                write(&mut ground, (at(cell.column, 0).0, height), letters, Look::Edge);
            }
        }
        Self { ground, cells, token }
    }

    /// Columns and rows.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.ground.iter().map(Vec::len).max().unwrap_or(0), self.ground.len())
    }

    /// The cell at a place of the picture, its marks included.
    pub(super) fn cell_at(&self, x: usize, y: usize) -> Option<u16> {
        let token = |cx: usize| (cx..cx + self.token).contains(&x);
        let found = self.cells.iter().position(|&(cx, cy)| cy == y && token(cx));
        let beside = || self.cells.iter().position(|&(cx, cy)| cy == y && (x + 1 == cx || x == cx + self.token));
        found.or_else(beside).map(|cell| cell as u16)
    }

    /// The nearest cell in a direction: steps of columns and rows, down being positive.
    pub(super) fn neighbour(&self, from: u16, (dx, dy): (i32, i32)) -> Option<u16> {
        let place = |cell: usize| {
            let (x, y) = self.cells[cell];
            (i32::try_from(x).unwrap_or(0), i32::try_from(y).unwrap_or(0) * 2)
        };
        let (x, y) = place(usize::from(from).min(self.cells.len().checked_sub(1)?));
        let far = |cell: usize| {
            let (cx, cy) = place(cell);
            let ahead = (cx - x) * dx + (cy - y) * dy;
            let aside = ((cx - x) * dy).abs() + ((cy - y) * dx).abs();
            (ahead > 0).then_some((ahead + 3 * aside, cell))
        };
        (0..self.cells.len()).filter_map(far).min().map(|(_, cell)| cell as u16)
    }

    /// Draws what is to be seen.
    pub(super) fn draw(&self, names: &Vocabulary, scene: &Scene) -> Picture {
        let mut picture = self.ground.clone();
        for (cell, &place) in self.cells.iter().enumerate() {
            let cell = cell as u16;
            let piece = scene.setup.pieces.iter().find(|(c, _)| *c == cell).map(|(_, piece)| *piece);
            match piece {
                Some(piece) => write(&mut picture, place, &token(names, piece), Look::Piece(piece.player)),
                None if scene.forbidden.contains(&cell) => write(&mut picture, place, "x", Look::Mark),
                None if scene.next.contains(&cell) => write(&mut picture, place, "+", Look::Mark),
                None => write(&mut picture, place, ".", Look::Cell),
            }
        }
        // Later marks hide earlier ones where they share a column.
        for (cells, marks) in [(&scene.last, ('<', '>')), (&scene.picked, ('(', ')'))] {
            for cell in cells {
                self.mark(&mut picture, *cell, marks);
            }
        }
        if let Some(cell) = scene.cursor {
            self.mark(&mut picture, cell, ('[', ']'));
        }
        picture
    }

    /// Puts marks on both sides of a cell.
    fn mark(&self, picture: &mut Picture, cell: u16, (left, right): (char, char)) {
        let Some(&(x, y)) = self.cells.get(usize::from(cell)) else { return };
        write(picture, (x.saturating_sub(1), y), &left.to_string(), Look::Mark);
        write(picture, (x + self.token, y), &right.to_string(), Look::Mark);
    }
}

/// The picture as lines of text.
pub(super) fn lines(picture: &Picture) -> Vec<String> {
    picture.iter().map(|row| row.iter().map(|(c, _)| *c).collect::<String>().trim_end().to_owned()).collect()
}

/// The cells of an action that are worth a mark.
pub(super) fn cells_of(action: &Action) -> Vec<u16> {
    let mut cells: Vec<u16> = action.from.iter().chain(&action.to).copied().collect();
    cells.extend(action.group.iter().map(|(cell, _)| *cell));
    cells
}

/// Writes a text where there is room.
fn write(picture: &mut [Vec<(char, Look)>], (x, y): (usize, usize), text: &str, look: Look) {
    let Some(row) = picture.get_mut(y) else { return };
    for (place, c) in row.iter_mut().skip(x).zip(text.chars()) {
        *place = (c, look);
    }
}

/// Draws the lines of a board of points where they run straight.
fn join(picture: &mut [Vec<(char, Look)>], board: &Board, cells: &[(usize, usize)]) {
    let ends = board.lines.iter().flat_map(|line| line.cells.windows(2));
    for pair in ends {
        let ((ax, ay), (bx, by)) = (cells[usize::from(pair[0])], cells[usize::from(pair[1])]);
        let ((left, ly), (right, ry)) = if (ax, ay) <= (bx, by) { ((ax, ay), (bx, by)) } else { ((bx, by), (ax, ay)) };
        let (across, down) = (right - left, ly.abs_diff(ry));
        if down == 0 {
            for x in left + 1..right {
                write(picture, (x, ly), "─", Look::Ground);
            }
        } else if across == 0 {
            for y in ly.min(ry) + 1..ly.max(ry) {
                write(picture, (left, y), "│", Look::Ground);
            }
        } else {
            for step in 1..down {
                let y = if ly < ry { ly + step } else { ly - step };
                let sign = if ly < ry { "╲" } else { "╱" };
                write(picture, (left + across * step / down, y), sign, Look::Ground);
            }
        }
    }
}

/// What stands before a row.
fn row_label(board: &Board, row: u16, lettered: bool) -> String {
    let names: Vec<&str> = board.cells.iter().filter(|c| c.row == row).map(|c| c.name.as_str()).collect();
    match (names.first(), names.last()) {
        (Some(first), Some(_)) if lettered => first.trim_start_matches(|l: char| !l.is_ascii_digit()).to_owned(),
        (Some(first), Some(last)) => format!("{first}-{last}"),
        _ => String::new(),
    }
}

/// The columns of the widest token.
fn token_width(names: &Vocabulary) -> usize {
    let digits = |most: u8| most.to_string().len();
    let number = names.kinds.iter().filter_map(|k| k.numbers.map(|(_, most)| digits(most))).max().unwrap_or(0);
    1 + usize::from(names.kinds.iter().any(|k| k.letter.is_some())) + number
}

/// A piece: owner, kind, number.
fn token(names: &Vocabulary, piece: rulebook_api::Piece) -> String {
    let letter = names.kinds.get(usize::from(piece.kind)).and_then(|k| k.letter);
    let mut token = owner(names, usize::from(piece.player));
    token.extend(letter);
    if piece.number > 0 {
        token.push_str(&piece.number.to_string());
    }
    token
}

/// A letter for a player: the initial, or a number if two share it.
fn owner(names: &Vocabulary, player: usize) -> String {
    let initial = |p: usize| names.players.get(p).and_then(|n| n.chars().next());
    match initial(player) {
        Some(letter) if (0..names.players.len()).filter(|&p| initial(p) == Some(letter)).count() == 1 => letter.into(),
        _ => (player + 1).to_string(),
    }
}

/// What the letters mean.
pub(super) fn legend(names: &Vocabulary) -> String {
    let players = (0..names.players.len()).map(|p| format!("{} {}", owner(names, p), names.players[p]));
    let kinds = names.kinds.iter().filter_map(|k| k.letter.map(|l| format!("{l} {}", k.name)));
    players.chain(kinds).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(game: &str, moves: &str) -> (Layout, Vec<String>) {
        let running = crate::engine::start(game, &crate::args::Choices::default()).expect("it is bundled");
        let (position, _) = running.reach(None, moves).expect("legal moves");
        let layout = Layout::of(running.rules(), running.names());
        let scene = Scene { setup: position.setup(), cursor: Some(0), ..Scene::default() };
        let lines = lines(&layout.draw(running.names(), &scene));
        (layout, lines)
    }

    #[test]
    fn points_are_joined_by_lines() {
        let (_, lines) = drawn("nine-mens-morris", "d6");
        assert_eq!(lines[0], "7  .───────────.───────────.");
        assert_eq!(lines[2], "6  │   .───────w───────.   │");
        assert_eq!(lines[6], "4  .───.───.       .───.───.");
        assert_eq!(lines[12], "1 [.]──────────.───────────.");
        assert_eq!(lines[13], "   a   b   c   d   e   f   g");
    }

    #[test]
    fn hexagons_are_slanted() {
        let (layout, lines) = drawn("hex", "b2");
        assert_eq!(lines[10], " 1 [.]. . . . . . . . . .");
        assert_eq!(lines[9], " 2   . r . . . . . . . . .");
        assert_eq!(layout.neighbour(0, (1, 0)), Some(1));
        assert_eq!(layout.neighbour(0, (-1, 0)), None);
        assert_eq!(layout.cell_at(4, 10), Some(0));
    }
}
