//! What counting can say of a condition (yes, no, perhaps) and of a number (from, to).

use rulebook_ir::Cmp;

/// Whether a condition holds, as far as counts tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tri {
    /// It does not hold.
    No,
    /// It holds on some boards with these counts, and perhaps not on others.
    Maybe,
    /// It holds.
    Yes,
}

impl Tri {
    /// What is known for certain.
    pub(crate) fn of(holds: bool) -> Self {
        if holds { Self::Yes } else { Self::No }
    }

    /// The opposite.
    pub(crate) fn not(self) -> Self {
        match self {
            Self::No => Self::Yes,
            Self::Maybe => Self::Maybe,
            Self::Yes => Self::No,
        }
    }

    /// Both.
    pub(crate) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Yes, Self::Yes) => Self::Yes,
            (Self::Maybe | Self::Yes, Self::Maybe) | (Self::Maybe, Self::Yes) => Self::Maybe,
        }
    }

    /// One or the other.
    pub(crate) fn or(self, other: Self) -> Self {
        self.not().and(other.not()).not()
    }

    /// May it hold?
    pub(crate) fn may(self) -> bool {
        self != Self::No
    }

    /// Does it hold for certain?
    pub(crate) fn must(self) -> bool {
        self == Self::Yes
    }
}

/// A number, from and to; the greatest number stands for "no bound".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) from: i64,
    pub(crate) to: i64,
}

impl Range {
    /// Exactly that.
    pub(crate) fn exactly(value: i64) -> Self {
        Self { from: value, to: value }
    }

    /// At least that.
    pub(crate) fn at_least(value: i64) -> Self {
        Self { from: value, to: i64::MAX }
    }

    /// One or the other.
    pub(crate) fn or(self, other: Self) -> Self {
        Self { from: self.from.min(other.from), to: self.to.max(other.to) }
    }

    pub(crate) fn add(self, other: Self) -> Self {
        Self { from: self.from.saturating_add(other.from), to: self.to.saturating_add(other.to) }
    }

    pub(crate) fn sub(self, other: Self) -> Self {
        Self { from: self.from.saturating_sub(other.to), to: self.to.saturating_sub(other.from) }
    }

    pub(crate) fn mul(self, other: Self) -> Self {
        let ends = [
            self.from.saturating_mul(other.from),
            self.from.saturating_mul(other.to),
            self.to.saturating_mul(other.from),
            self.to.saturating_mul(other.to),
        ];
        Self {
            from: ends.iter().copied().min().unwrap_or(i64::MIN),
            to: ends.iter().copied().max().unwrap_or(i64::MAX),
        }
    }

    /// Compares two numbers.
    pub(crate) fn compare(self, cmp: Cmp, other: Self) -> Tri {
        match cmp {
            Cmp::Less => Tri::from_ends(self.to < other.from, self.from >= other.to),
            Cmp::AtMost => Tri::from_ends(self.to <= other.from, self.from > other.to),
            Cmp::Greater => other.compare(Cmp::Less, self),
            Cmp::AtLeast => other.compare(Cmp::AtMost, self),
            Cmp::Equal => {
                Tri::from_ends(self.from == self.to && self == other, self.to < other.from || other.to < self.from)
            }
        }
    }
}

impl Tri {
    fn from_ends(yes: bool, no: bool) -> Self {
        if yes {
            Self::Yes
        } else if no {
            Self::No
        } else {
            Self::Maybe
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_compare_as_all_their_numbers_do() {
        let numbers = -2..=3_i64;
        let ranges: Vec<Range> =
            numbers.clone().flat_map(|from| (from..=3).map(move |to| Range { from, to })).collect();
        for a in &ranges {
            for b in &ranges {
                for cmp in [Cmp::Equal, Cmp::Less, Cmp::AtMost, Cmp::Greater, Cmp::AtLeast] {
                    let holds = |x: i64, y: i64| match cmp {
                        Cmp::Equal => x == y,
                        Cmp::Less => x < y,
                        Cmp::AtMost => x <= y,
                        Cmp::Greater => x > y,
                        Cmp::AtLeast => x >= y,
                    };
                    let all: Vec<bool> = (a.from..=a.to)
                        .flat_map(|x| (b.from..=b.to).map(move |y| (x, y)))
                        .map(|(x, y)| holds(x, y))
                        .collect();
                    let expected = Tri::from_ends(all.iter().all(|&h| h), all.iter().all(|&h| !h));
                    assert_eq!(a.compare(cmp, *b), expected, "{a:?} {cmp:?} {b:?}");
                }
                let products: Vec<i64> = (a.from..=a.to).flat_map(|x| (b.from..=b.to).map(move |y| x * y)).collect();
                let product = a.mul(*b);
                assert_eq!(products.iter().min(), Some(&product.from));
                assert_eq!(products.iter().max(), Some(&product.to));
            }
        }
    }
}
