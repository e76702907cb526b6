//! Leaves of game trees: the rows of the table, by criterion.

mod common;

use criterion::{Criterion, criterion_group, criterion_main};

fn all(criterion: &mut Criterion) {
    common::section(criterion, "perft", rulebook_bench::perft::rows());
}

criterion_group!(benches, all);
criterion_main!(benches);
