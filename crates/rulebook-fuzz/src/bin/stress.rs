//! A long run of the fuzz targets without a fuzzer: `stress TARGET SECONDS [SEED]`. An input at fault is written to a file.

use std::{
    panic::catch_unwind,
    process::ExitCode,
    time::{Duration, Instant},
};

use rulebook_fuzz::{STACK, corpus, mutate::mutate, target::Target};

/// Longer than this no input may take.
const SLOW: Duration = Duration::from_secs(20);

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let target = words.first().and_then(|name| Target::ALL.into_iter().find(|t| t.name() == name));
    let seconds = words.get(1).and_then(|s| s.parse().ok());
    let seed = words.get(2).map_or(Some(1), |s| s.parse().ok());
    let (Some(target), Some(seconds), Some(seed)) = (target, seconds, seed) else {
        eprintln!("stress TARGET SECONDS [SEED], where TARGET is specs, positions, moves, cases or yaml");
        return ExitCode::from(2);
    };
    let run = move || stress(target, Duration::from_secs(seconds), seed);
    match std::thread::Builder::new().stack_size(STACK).spawn(run).map(std::thread::JoinHandle::join) {
        Ok(Ok(0)) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// Runs that long; gives the number of inputs at fault.
fn stress(target: Target, long: Duration, seed: u64) -> u32 {
    let corpus = corpus::of(target);
    let mut random = fastrand::Rng::with_seed(seed);
    let (start, mut tried, mut faults) = (Instant::now(), 0_u64, 0);
    while start.elapsed() < long && !corpus.is_empty() {
        let (one, other) = (&corpus[random.usize(..corpus.len())], &corpus[random.usize(..corpus.len())]);
        let input = mutate(&mut random, one, other);
        let begin = Instant::now();
        let panicked = catch_unwind(|| target.run(&input)).is_err();
        tried += 1;
        if panicked || begin.elapsed() > SLOW {
            faults += 1;
            let path = std::env::temp_dir().join(format!("stress-{}-{seed}-{tried}", target.name()));
            let written = std::fs::write(&path, &input);
            eprintln!("{} after {:?}: {} {written:?}", target.name(), begin.elapsed(), path.display());
        }
    }
    eprintln!("{}: {tried} inputs, {faults} at fault", target.name());
    faults
}
