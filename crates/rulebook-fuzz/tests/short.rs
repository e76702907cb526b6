//! A short run of every fuzz target: inputs that were at fault once, the corpus, and seeded mutants of it.

use std::time::{Duration, Instant};

use rulebook_fuzz::{STACK, corpus, mutate::mutate, target::Target};

/// How long mutants are tried.
const SHORT: Duration = Duration::from_secs(4);

/// No input may take longer, on a slow and busy machine.
const SLOW: Duration = Duration::from_secs(60);

fn run(target: Target) {
    let work = move || {
        let try_one = |input: &[u8]| {
            let start = Instant::now();
            target.run(input);
            assert!(start.elapsed() < SLOW, "{:?} for {:?}", start.elapsed(), String::from_utf8_lossy(input));
        };
        for (_, input) in corpus::regressions(target) {
            try_one(&input);
        }
        let corpus = corpus::of(target);
        assert!(corpus.len() > 5, "{} has no corpus", target.name());
        let mut random = fastrand::Rng::with_seed(7);
        let start = Instant::now();
        let mut tried = 0;
        while start.elapsed() < SHORT || tried < 20 {
            let (one, other) = (&corpus[random.usize(..corpus.len())], &corpus[random.usize(..corpus.len())]);
            try_one(&mutate(&mut random, one, other));
            tried += 1;
        }
    };
    std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread").join().expect("no input is at fault");
}

#[test]
fn specs() {
    run(Target::Specs);
}

#[test]
fn positions() {
    run(Target::Positions);
}

#[test]
fn moves() {
    run(Target::Moves);
}

#[test]
fn cases() {
    run(Target::Cases);
}

#[test]
fn yaml() {
    run(Target::Yaml);
}
