//! A row of the table: work, what it comes to, its yardstick and its targets.

use std::fmt;

/// Work that takes some tenths of a second.
pub struct Row {
    /// What it is.
    pub name: String,
    /// What is counted, in the plural.
    pub unit: &'static str,
    /// So many of them are done by [`Row::run`].
    pub units: u64,
    /// Does the work and says what it came to.
    pub run: Box<dyn Fn() -> u64>,
    /// What it has to come to.
    pub expected: u64,
    /// What runs before it and after it.
    pub yardstick: Option<Yardstick>,
    /// The ratio that is wanted.
    pub target: Option<Target>,
}

/// Somebody else's work of the same kind.
pub struct Yardstick {
    /// What is counted by one run of it.
    pub units: u64,
    /// Does the work and says what it came to.
    pub run: Box<dyn Fn() -> u64>,
    /// What it has to come to.
    pub expected: u64,
    /// The rate of the yardstick that counts as one, in units a second; 1 if the ratio is one of equal units.
    pub one: f64,
}

/// A ratio to the yardstick that is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// At least.
    pub floor: f64,
    /// What is aimed at.
    pub aim: f64,
}

impl Row {
    /// Work without yardstick and targets. Its name may be put together from several words.
    pub fn new(name: impl Into<String>, unit: &'static str, units: u64, run: impl Fn() -> u64 + 'static) -> Self {
        let expected = units;
        Self { name: name.into(), unit, units, run: Box::new(run), expected, yardstick: None, target: None }
    }

    /// What the work has to come to, where that is not the number of units.
    #[must_use]
    pub fn expecting(self, expected: u64) -> Self {
        Self { expected, ..self }
    }

    /// With a yardstick.
    #[must_use]
    pub fn against(self, yardstick: Yardstick) -> Self {
        Self { yardstick: Some(yardstick), ..self }
    }

    /// With a target.
    #[must_use]
    pub fn wanted(self, floor: f64, aim: f64) -> Self {
        Self { target: Some(Target { floor, aim }), ..self }
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} {})", self.name, self.units, self.unit)
    }
}

impl fmt::Debug for Yardstick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a yardstick of {} units", self.units)
    }
}
