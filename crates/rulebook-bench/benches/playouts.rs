//! Random games to their end: the rows of the table, by criterion.

mod common;

use criterion::{Criterion, criterion_group, criterion_main};

fn all(criterion: &mut Criterion) {
    common::section(criterion, "playouts", rulebook_bench::playouts::rows());
}

criterion_group!(benches, all);
criterion_main!(benches);
