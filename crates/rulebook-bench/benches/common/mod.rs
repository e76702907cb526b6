//! A section of the table as a group of criterion, with short settings: a row takes tenths of a second.

use std::time::Duration;

use criterion::{Criterion, SamplingMode, Throughput};
use rulebook_bench::Row;

/// Measures the rows, and what they are measured by beside them.
pub(crate) fn section(criterion: &mut Criterion, name: &str, rows: Vec<Row>) {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    group.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
    for row in rows {
        assert_eq!((row.run)(), row.expected, "{}: a wrong count has no speed", row.name);
        group.throughput(Throughput::Elements(row.units));
        group.bench_function(&row.name, |bencher| bencher.iter(&row.run));
        if let Some(yardstick) = &row.yardstick {
            group.throughput(Throughput::Elements(yardstick.units));
            group.bench_function(format!("{}, yardstick", row.name), |bencher| bencher.iter(&yardstick.run));
        }
    }
    group.finish();
}
