//! Sets of cells as bits.

/// A set of cells of one board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CellSet {
    words: Vec<u64>,
}

impl CellSet {
    /// The empty set on a board of so many cells.
    pub fn new(cells: usize) -> Self {
        Self { words: vec![0; cells.div_ceil(64)] }
    }

    /// All cells of a board of so many cells.
    pub fn full(cells: usize) -> Self {
        let mut set = Self::new(cells);
        for cell in 0..cells {
            set.insert(cell as u16);
        }
        set
    }

    /// Is the cell in the set?
    #[inline]
    pub fn contains(&self, cell: u16) -> bool {
        self.words.get(usize::from(cell) / 64).is_some_and(|w| w >> (cell % 64) & 1 == 1)
    }

    /// Adds a cell; the set grows if it has to.
    #[inline]
    pub fn insert(&mut self, cell: u16) {
        let word = usize::from(cell) / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (cell % 64);
    }

    /// Removes a cell.
    #[inline]
    pub fn remove(&mut self, cell: u16) {
        if let Some(w) = self.words.get_mut(usize::from(cell) / 64) {
            *w &= !(1 << (cell % 64));
        }
    }

    /// The cells in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            std::iter::successors((word != 0).then_some(word), |w| {
                let rest = w & (w - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |w| (i as u16) * 64 + w.trailing_zeros() as u16)
        })
    }

    /// How many cells.
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// No cell at all?
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// Cells in both sets.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self { words: self.words.iter().zip(&other.words).map(|(a, b)| a & b).collect() }
    }

    /// Cells in either set.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        let (long, short) = if self.words.len() >= other.words.len() { (self, other) } else { (other, self) };
        let mut set = long.clone();
        for (a, b) in set.words.iter_mut().zip(&short.words) {
            *a |= b;
        }
        set
    }

    /// Cells of this set that are not in the other.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        let mut set = self.clone();
        for (a, b) in set.words.iter_mut().zip(&other.words) {
            *a &= !b;
        }
        set
    }
}

impl FromIterator<u16> for CellSet {
    fn from_iter<T: IntoIterator<Item = u16>>(cells: T) -> Self {
        let mut set = Self::default();
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}
