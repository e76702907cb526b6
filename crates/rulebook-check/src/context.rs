//! Where an expression stands: whose view it has, and which names are bound around it.

use rulebook_ir::CellRef;

/// Whose `own` it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    /// Nobody acts, nobody is the strong side.
    Nobody,
    /// A player: `own` and `enemy` mean something.
    Own,
    /// A side of an ending: `strong` and `weak` mean something.
    Roles,
    /// In a `let`, which takes the view of the place that uses it.
    Open,
}

/// Everything that is bound around an expression.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a place of its own, and several may hold")]
pub(crate) struct Scope {
    pub(crate) view: View,
    pub(crate) cells: Vec<(String, CellRef)>,
    pub(crate) lines: Vec<(String, u8)>,
    pub(crate) groups: Vec<(String, u8)>,
    /// Next free cell variable.
    pub(crate) next_cell: u8,
    /// What `here` is.
    pub(crate) here: Option<CellRef>,
    /// The cell of the piece whose clock `its` names.
    pub(crate) its: Option<CellRef>,
    /// The mark of victims that are still on the board.
    pub(crate) spent: Option<u8>,
    /// Inside a walked pattern: `on line` means something.
    pub(crate) walked: bool,
    /// An action has been done (in `prefer` and `forbid`): `victims` and `piece is` mean something.
    pub(crate) deed: bool,
    /// The clock of which closed lets become parts.
    pub(crate) part_of: Option<String>,
    /// Inside the condition of an action: it may not ask what can be played.
    pub(crate) in_action: bool,
    /// In the condition of a refused set-up: no ply has been made, so that nothing has been counted.
    pub(crate) uncounted: bool,
    /// In a prohibition: the board is as after the action, and clocks as before it.
    pub(crate) forbids: bool,
}

/// First cell variable that is not a slot of an action's program.
pub(crate) const FIRST_FREE: u8 = 3;

impl Scope {
    pub(crate) fn new(view: View) -> Self {
        Self {
            view,
            cells: Vec::new(),
            lines: Vec::new(),
            groups: Vec::new(),
            next_cell: FIRST_FREE,
            here: None,
            its: None,
            spent: None,
            walked: false,
            deed: false,
            part_of: None,
            in_action: false,
            uncounted: false,
            forbids: false,
        }
    }

    pub(crate) fn with_view(&self, view: View) -> Self {
        Self { view, ..self.clone() }
    }

    pub(crate) fn cell(&self, name: &str) -> Option<CellRef> {
        self.cells.iter().rev().find(|(n, _)| n == name).map(|(_, c)| *c)
    }

    pub(crate) fn line(&self, name: &str) -> Option<u8> {
        self.lines.iter().rev().find(|(n, _)| n == name).map(|(_, v)| *v)
    }

    pub(crate) fn group(&self, name: &str) -> Option<u8> {
        self.groups.iter().rev().find(|(n, _)| n == name).map(|(_, v)| *v)
    }
}
