//! Which points are forbidden: the rows of the table, by criterion.

mod common;

use criterion::{Criterion, criterion_group, criterion_main};

fn all(criterion: &mut Criterion) {
    common::section(criterion, "verdicts", rulebook_bench::verdicts::rows());
}

criterion_group!(benches, all);
criterion_main!(benches);
