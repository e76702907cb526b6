//! Tables kept while pieces come and go.

use core::fmt;

use super::{
    Lines, Sum, Word,
    look::{cell_on, deep, entry, near, place, sum},
    word::{empty, many, own},
};

/// What one restricted player sees.
pub struct View<L: Lines> {
    /// The lines.
    rows: L::Rows<L::Word>,
    /// By cell; where there is a piece, as if no line had anything.
    sums: L::Cells<L::Sum>,
    /// Cells whose sum lets through some prohibition.
    open: L::Bits,
}

impl<L: Lines> Clone for View<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Lines> Copy for View<L> {}

impl<L: Lines> fmt::Debug for View<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.open.as_ref()).finish()
    }
}

impl<L: Lines> View<L> {
    /// What is seen without any piece.
    pub const NOTHING: Self = Self { rows: L::BLANK, sums: L::SUMS, open: L::OPEN };

    #[inline(always)]
    fn set(&mut self, cell: usize, sum: L::Sum) {
        self.sums.as_mut()[cell] = sum;
        let word = &mut self.open.as_mut()[cell / 64];
        let on = u64::from(sum & L::GATE != L::Sum::ZERO);
        *word = *word & !(1 << (cell % 64)) | on << (cell % 64);
    }

    /// A piece comes or goes: its two bits change. Cells beyond the reach see no difference, and on lines on which neither
    /// before nor after there are enough pieces nobody sees anything.
    #[inline(always)]
    fn change(&mut self, cell: usize, code: u32) {
        for axis in 0..L::AXES {
            let (line, at) = place::<L>(cell, axis);
            let before = self.rows.as_ref()[line];
            let after = before ^ L::Word::of(code) << (2 * (at + L::REACH));
            self.rows.as_mut()[line] = after;
            let own = own(before) | own(after);
            if !many(own, L::LEAST) {
                continue;
            }
            let reached = !(!L::Word::ZERO << (4 * L::REACH + 2)) << (2 * at);
            let mut rest = empty(before | after) & reached & near::<L>(own);
            while rest != L::Word::ZERO {
                let index = rest.lowest() / 2 - L::REACH;
                rest = rest.rest();
                let other = cell_on::<L>(line, index);
                let sum = self.sums.as_ref()[other];
                let sum = sum.minus(entry::<L>(before, index)).plus(entry::<L>(after, index));
                self.set(other, sum);
            }
        }
    }

    /// Which prohibitions hold at a cell. `trial` is a copy of the lines to suppose pieces on, made when one is needed.
    #[inline(always)]
    fn forbidden(&self, trial: &mut Option<L::Rows<L::Word>>, cell: usize, readings: &[u8]) -> u32 {
        let sum = self.sums.as_ref()[cell];
        L::forbidden(sum, readings, |fact| deep::<L>(trial.get_or_insert(self.rows), cell, fact, readings))
    }
}

/// The prohibitions of a position whose pieces come and go.
pub struct Kept<L: Lines> {
    views: L::Views<View<L>>,
}

impl<L: Lines> Clone for Kept<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Lines> Copy for Kept<L> {}

impl<L: Lines> Default for Kept<L> {
    fn default() -> Self {
        Self::new()
    }
}

impl<L: Lines> fmt::Debug for Kept<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.views.as_ref()).finish()
    }
}

/// Two positions are equal if their pieces are; the rest follows from them.
impl<L: Lines> PartialEq for Kept<L> {
    fn eq(&self, other: &Self) -> bool {
        let pairs = self.views.as_ref().iter().zip(other.views.as_ref());
        pairs.into_iter().all(|(a, b)| a.rows.as_ref() == b.rows.as_ref())
    }
}

impl<L: Lines> Eq for Kept<L> {}

impl<L: Lines> Kept<L> {
    /// No pieces.
    pub const EMPTY: Self = Self { views: L::NOTHING };

    /// No pieces.
    #[must_use]
    pub fn new() -> Self {
        Self::EMPTY
    }

    /// A piece comes to an empty cell.
    #[inline]
    pub fn place(&mut self, player: u8, cell: u16) {
        let cell = usize::from(cell);
        for (view, viewer) in self.views.as_mut().iter_mut().zip(L::PLAYERS) {
            view.change(cell, if player == *viewer { 1 } else { 2 });
            view.set(cell, L::START);
        }
    }

    /// A piece goes, and leaves its cell empty.
    #[inline]
    pub fn remove(&mut self, player: u8, cell: u16) {
        let cell = usize::from(cell);
        for (view, viewer) in self.views.as_mut().iter_mut().zip(L::PLAYERS) {
            view.change(cell, if player == *viewer { 1 } else { 2 });
            let sum = sum::<L>(&view.rows, cell);
            view.set(cell, sum);
        }
    }

    fn view(&self, player: u8) -> Option<&View<L>> {
        let index = L::PLAYERS.iter().position(|p| *p == player)?;
        self.views.as_ref().get(index)
    }

    /// Which prohibitions hold for the player at a cell, one bit for each in the order in which the action asks them; none
    /// where there is a piece. `readings` are the chosen readings, by option.
    #[inline]
    #[must_use]
    pub fn forbidden(&self, player: u8, cell: u16, readings: &[u8]) -> u32 {
        let cell = usize::from(cell);
        match self.view(player) {
            Some(view) if view.sums.as_ref()[cell] & L::GATE != L::Sum::ZERO => {
                view.forbidden(&mut None, cell, readings)
            }
            Some(_) | None => 0,
        }
    }

    /// Every cell where some prohibition holds for the player, in board order, with [`Kept::forbidden`].
    #[inline]
    pub fn each(&self, player: u8, readings: &[u8], mut found: impl FnMut(u16, u32)) {
        let Some(view) = self.view(player) else { return };
        let mut trial = None;
        for (i, open) in view.open.as_ref().iter().enumerate() {
            let mut rest = *open;
            while rest != 0 {
                let cell = 64 * i + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let holds = view.forbidden(&mut trial, cell, readings);
                if holds != 0 {
                    found(cell as u16, holds);
                }
            }
        }
    }

    /// [`Kept::forbidden`] for every cell, which `out` must have room for.
    #[inline]
    pub fn all(&self, player: u8, readings: &[u8], out: &mut [u8]) {
        let out = &mut out[..L::COUNT];
        out.fill(0);
        self.each(player, readings, |cell, holds| out[usize::from(cell)] = holds as u8);
    }
}
