//! What counting keeps of a position: how many cells of each class there are, reserves, counters, the place in the turn.

use rulebook_ir::Rules;

/// A class of cells: what stands on them and which marks they bear.
pub(crate) type Class = u16;

/// How classes are numbered for given rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(crate) players: u8,
    pub(crate) kinds: u8,
    pub(crate) marks: u8,
    /// Cells of the board.
    pub(crate) cells: u16,
}

impl Layout {
    pub(crate) fn of(rules: &Rules) -> Self {
        Self {
            players: rules.players.len() as u8,
            kinds: rules.kinds.len() as u8,
            marks: rules.marks.len() as u8,
            cells: rules.board.len() as u16,
        }
    }

    /// How many classes there are.
    pub(crate) fn classes(self) -> u16 {
        (u16::from(self.players) * u16::from(self.kinds) + 1) << self.marks
    }

    /// Empty cells without a mark.
    pub(crate) const EMPTY: Class = 0;

    /// The unmarked class of a player's pieces of a kind.
    pub(crate) fn piece(self, player: u8, kind: u8) -> Class {
        (u16::from(player) * u16::from(self.kinds) + u16::from(kind) + 1) << self.marks
    }

    /// Whose pieces of which kind, if they are pieces.
    pub(crate) fn standing(self, class: Class) -> Option<(u8, u8)> {
        let what = (class >> self.marks).checked_sub(1)?;
        Some(((what / u16::from(self.kinds)) as u8, (what % u16::from(self.kinds)) as u8))
    }

    /// The marks that cells of the class bear, as bits.
    pub(crate) fn marks_of(self, class: Class) -> u16 {
        class & ((1 << self.marks) - 1)
    }

    /// The same marks, with something else on the cell.
    pub(crate) fn with(self, class: Class, standing: Option<(u8, u8)>) -> Class {
        standing.map_or(Self::EMPTY, |(player, kind)| self.piece(player, kind)) | self.marks_of(class)
    }

    /// The place of a player's reserve of a kind.
    pub(crate) fn reserve(self, player: u8, kind: u8) -> usize {
        usize::from(player) * usize::from(self.kinds) + usize::from(kind)
    }
}

/// A place in a turn's program, as the interpreter has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct At {
    pub(crate) program: u16,
    pub(crate) step: u16,
    pub(crate) done: u16,
}

/// How the position came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Moment {
    /// It is the first.
    First,
    /// By an action that left its turn unfinished.
    Action,
    /// By a turn that was completed.
    Turn,
}

/// An abstract position: all positions with these counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct State {
    /// How many cells of each class.
    pub(crate) cells: Box<[u16]>,
    /// How many pieces in reserve, by player and kind.
    pub(crate) reserve: Box<[u32]>,
    /// Who is making a ply, or (while results are asked) made the one just completed.
    pub(crate) mover: u8,
    /// Who is to move.
    pub(crate) to_move: u8,
    /// Completed turns, or the number from which on they are not told apart.
    pub(crate) turns: u32,
    /// Actions, or 0 if they are not counted.
    pub(crate) actions: u32,
    pub(crate) at: At,
    pub(crate) moment: Moment,
    /// The clause that ended the game, and its reason.
    pub(crate) ended: Option<(u16, u8)>,
}

impl State {
    /// The first board.
    pub(crate) fn first(rules: &Rules) -> Self {
        let layout = Layout::of(rules);
        let mut cells = vec![0; usize::from(layout.classes())].into_boxed_slice();
        cells[usize::from(Layout::EMPTY)] = layout.cells;
        let mut reserve = vec![0; usize::from(layout.players) * usize::from(layout.kinds)].into_boxed_slice();
        for player in 0..layout.players {
            for kind in 0..layout.kinds {
                reserve[layout.reserve(player, kind)] = first_reserve(rules, player, kind);
            }
        }
        for piece in &rules.setup {
            cells[usize::from(Layout::EMPTY)] -= 1;
            cells[usize::from(layout.piece(piece.player, piece.kind))] += 1;
        }
        Self {
            cells,
            reserve,
            mover: layout.players.saturating_sub(1),
            to_move: 0,
            turns: 0,
            actions: 0,
            at: At::default(),
            moment: Moment::First,
            ended: None,
        }
    }

    /// An action of the present turn has been played.
    pub(crate) fn begun(&self) -> bool {
        self.moment == Moment::Action
    }

    /// How many cells of a class.
    pub(crate) fn count(&self, class: Class) -> u16 {
        self.cells[usize::from(class)]
    }

    /// A cell goes from one class to another; false if there is none.
    #[must_use]
    pub(crate) fn change(&mut self, from: Class, to: Class, how_many: u16) -> bool {
        let Some(left) = self.cells[usize::from(from)].checked_sub(how_many) else { return false };
        self.cells[usize::from(from)] = left;
        self.cells[usize::from(to)] += how_many;
        true
    }

    /// Marks end with their action.
    pub(crate) fn clear_marks(&mut self, layout: Layout) {
        if layout.marks == 0 {
            return;
        }
        for class in 0..layout.classes() {
            let plain = class - layout.marks_of(class);
            if plain != class {
                let count = std::mem::take(&mut self.cells[usize::from(class)]);
                self.cells[usize::from(plain)] += count;
            }
        }
    }
}

/// A player's first reserve of a kind: the stock without what stands on the first board.
fn first_reserve(rules: &Rules, player: u8, kind: u8) -> u32 {
    let info = &rules.kinds[usize::from(kind)];
    let Some((copies, each)) = info.stock else { return 0 };
    let sorts = match info.numbers {
        Some((first, last)) if each => u32::from(last.saturating_sub(first)) + 1,
        Some(_) | None => 1,
    };
    // Pieces of the first board have no number; they come from the first sort.
    let placed = rules.setup.iter().filter(|p| p.player == player && p.kind == kind).count() as u32;
    copies.saturating_sub(placed).saturating_add(copies.saturating_mul(sorts - 1))
}
