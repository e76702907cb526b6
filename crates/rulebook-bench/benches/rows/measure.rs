//! Rates, and ratios of neighbouring runs: machines are noisy, and a slow moment should slow both sides.

#![expect(clippy::cast_precision_loss, reason = "rates of a few digits")]

use std::{hint::black_box, time::Instant};

use crate::row::Row;

/// What was measured of a row: medians over the rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Units per second.
    pub rate: f64,
    /// The rate in yardsticks, if there is one.
    pub ratio: Option<f64>,
    /// The yardstick's units per second.
    pub yardstick: Option<f64>,
}

/// Measures a row: in each round the yardstick, the row, and the yardstick again.
///
/// # Panics
/// If a count is wrong: then nothing that follows means anything.
pub fn measure(row: &Row, rounds: usize) -> Measured {
    let ours = || rate(&row.name, row.units, row.expected, &row.run);
    let Some(yardstick) = &row.yardstick else {
        let rates = (0..rounds).map(|_| ours());
        return Measured { rate: median(rates.collect()), ratio: None, yardstick: None };
    };
    let theirs = || rate("the yardstick", yardstick.units, yardstick.expected, &yardstick.run);
    let (mut rates, mut ratios, mut units) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        let before = theirs();
        let rate = ours();
        let after = theirs();
        let unit = f64::midpoint(before, after);
        rates.push(rate);
        units.push(unit);
        ratios.push(rate / (unit / yardstick.one));
    }
    Measured { rate: median(rates), ratio: Some(median(ratios)), yardstick: Some(median(units)) }
}

/// Units per second of some work.
fn rate(name: &str, units: u64, expected: u64, run: &dyn Fn() -> u64) -> f64 {
    let start = Instant::now();
    let found = black_box(run());
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(found, expected, "{name}: a wrong count has no speed");
    units as f64 / seconds
}

/// The one in the middle; not a number if there is none.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert!((median(vec![9.0, 1.0, 2.0]) - 2.0).abs() < f64::EPSILON);
        assert!(median(Vec::new()).is_nan());
    }

    #[test]
    #[should_panic(expected = "a wrong count has no speed")]
    fn a_wrong_count_is_not_measured() {
        measure(&Row::new("one", "things", 1, || 2), 1);
    }
}
