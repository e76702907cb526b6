//! Cells, directions and lines.

use crate::CellSet;

/// A cell's index in board order, which is also the canonical order of actions.
pub type Cell = u16;

/// A direction's index.
pub type Dir = u8;

/// How the board is drawn; no rule reads this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A rectangle; on a checkered one only the playing cells exist.
    Grid {
        /// Columns.
        width: u16,
        /// Rows.
        height: u16,
        /// Only cells of one colour.
        checkered: bool,
    },
    /// A parallelogram of hexagons.
    Hexagonal {
        /// Columns.
        width: u16,
        /// Rows.
        height: u16,
    },
    /// Points and lines; positions come from names like `a1`.
    Graph,
}

/// A named direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Direction {
    /// Its name.
    pub name: String,
    /// The direction back.
    pub back: Dir,
}

/// A maximal row of neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The direction in which the cells are listed.
    pub forth: Dir,
    /// Its cells.
    pub cells: Vec<Cell>,
}

/// A cell as people name and see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellInfo {
    /// Its name in our texts.
    pub name: String,
    /// Other names accepted on input (the field's numbers of checkered boards).
    pub number: Option<u16>,
    /// Column from 0, west to east.
    pub column: u16,
    /// Row from 0, south to north.
    pub row: u16,
}

/// The board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// How it is drawn.
    pub shape: Shape,
    /// Its cells in board order.
    pub cells: Vec<CellInfo>,
    /// Its directions.
    pub directions: Vec<Direction>,
    /// `neighbours[direction][cell]`.
    pub neighbours: Vec<Vec<Option<Cell>>>,
    /// All lines; each axis contributes the lines along it.
    pub lines: Vec<Line>,
    /// `lines_through[cell]`: which lines, and where on them.
    pub lines_through: Vec<Vec<(u16, u16)>>,
}

impl Board {
    /// How many cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Has it no cells? (The checker refuses such a board.)
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The neighbour in a direction.
    #[inline]
    pub fn next(&self, cell: Cell, dir: Dir) -> Option<Cell> {
        self.neighbours[usize::from(dir)][usize::from(cell)]
    }

    /// The cell of that name.
    pub fn cell(&self, name: &str) -> Option<Cell> {
        self.cells.iter().position(|c| c.name == name).map(|i| i as Cell)
    }

    /// All cells.
    pub fn all(&self) -> CellSet {
        CellSet::full(self.len())
    }
}
