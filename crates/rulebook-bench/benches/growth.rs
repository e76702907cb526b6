//! The same games on other boards: the rows of the table, by criterion.

mod common;

use criterion::{Criterion, criterion_group, criterion_main};

fn all(criterion: &mut Criterion) {
    common::section(criterion, "growth", rulebook_bench::growth::rows());
}

criterion_group!(benches, all);
criterion_main!(benches);
