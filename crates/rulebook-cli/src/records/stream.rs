//! Records of many files judged on several cores, within bounds, and given back in the order of the files.

use std::{
    collections::BTreeMap,
    io::Read,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread::{self, Builder},
};

use indicatif::ProgressBar;
use rulebook_records::{Record, read};

use crate::{
    failure::Failure,
    load,
    records::judge::Judge,
    records::verdict::{Fault, Judgement, Verdict},
};

/// Rules may recurse as deep as the board has cells.
const STACK: usize = 256 << 20;

/// A batch is closed when it has so many moves, or so many records.
const MOVES: usize = 4_000;
const RECORDS: usize = 64;

/// What comes back, in order.
pub(crate) enum Found {
    /// A record with what was found of it; its number in the file, from 1.
    Game(u64, Box<Record>, Judgement),
    /// A file is at its end.
    End(End),
}

/// What is to be said of a file as a whole.
#[derive(Clone, Debug, Default)]
pub(crate) struct End {
    /// How many records it has.
    pub(crate) games: u64,
    /// How many lines belong to none of them.
    pub(crate) passed_over: u64,
    /// Why it was not read, or not to its end.
    pub(crate) trouble: Option<String>,
}

/// What is to be done, in order.
enum Job {
    Game(u64, Box<Record>),
    End(End),
}

/// Batches with their numbers.
type Batch<T> = (u64, Vec<T>);

/// Judges all records of all files, and calls back in order.
pub(crate) fn judge_all(
    files: &[String],
    judge: &Judge,
    jobs: usize,
    bar: &ProgressBar,
    each: &mut dyn FnMut(Found) -> Result<(), Failure>,
) -> Result<(), Failure> {
    // So many batches are under way at once, whatever is slow: each begins with a permit, which comes back when the
    // batch has been told. No channel is ever full, and no thread waits for another that has ended.
    let window = jobs * 4;
    let (work, waiting) = sync_channel::<Batch<Job>>(window);
    let waiting = Mutex::new(waiting);
    thread::scope(|scope| {
        let (permits, permit) = sync_channel::<()>(window);
        for _ in 0..window {
            _ = permits.send(());
        }
        let (done, finished) = sync_channel::<Batch<Found>>(window);
        let started = |what: std::io::Result<_>| {
            what.map(|_| ()).map_err(|e| Failure::outside(format!("no thread could be started: {e}")))
        };
        started(Builder::new().spawn_scoped(scope, move || {
            Reader { work, permit, batch: Vec::new(), moves: 0, number: 0 }.run(files, bar);
        }))?;
        for _ in 0..jobs {
            let (waiting, done) = (&waiting, done.clone());
            started(
                Builder::new().stack_size(STACK).spawn_scoped(scope, move || judge_batches(judge, waiting, &done)),
            )?;
        }
        drop(done);
        tell_in_order(&finished, &permits, each)
    })
}

/// Calls back batch by batch, in the order in which they were read.
fn tell_in_order(
    finished: &Receiver<Batch<Found>>,
    permits: &SyncSender<()>,
    each: &mut dyn FnMut(Found) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for (number, batch) in finished {
        early.insert(number, batch);
        while let Some(batch) = early.remove(&next) {
            batch.into_iter().try_for_each(&mut *each)?;
            next += 1;
            _ = permits.send(());
        }
    }
    if early.is_empty() { Ok(()) } else { Err(Failure::outside("a part of the work broke off")) }
}

/// Judges batches until there are no more.
fn judge_batches(judge: &Judge, waiting: &Mutex<Receiver<Batch<Job>>>, done: &SyncSender<Batch<Found>>) {
    loop {
        let Ok(Ok((number, batch))) = waiting.lock().map(|waiting| waiting.recv()) else { return };
        let found = batch.into_iter().map(|job| match job {
            Job::Game(number, record) => {
                // What breaks off at one record is told of that one, and would leave all others waiting.
                let judgement = catch_unwind(AssertUnwindSafe(|| judge.judge(&record)));
                let judgement = judgement.unwrap_or_else(|_| broken_off(&record));
                Found::Game(number, record, judgement)
            }
            Job::End(end) => Found::End(end),
        });
        if done.send((number, found.collect())).is_err() {
            return;
        }
    }
}

/// A record at which the program failed.
fn broken_off(record: &Record) -> Judgement {
    let message =
        String::from("judging it broke off: this is a fault of the program, please report it with the record");
    let fault = Fault { line: record.line, reason: "broken-off".into(), message, ..Fault::default() };
    Judgement::refused(Verdict::Unreadable, fault)
}

/// Reads files and makes batches.
struct Reader {
    work: SyncSender<Batch<Job>>,
    permit: Receiver<()>,
    batch: Vec<Job>,
    moves: usize,
    number: u64,
}

/// Nobody waits for the rest.
struct Gone;

impl Reader {
    /// Reads all files.
    fn run(mut self, files: &[String], bar: &ProgressBar) {
        for file in files {
            if self.read_file(file, bar).is_err() {
                return;
            }
        }
        _ = self.send();
    }

    /// Reads a file.
    fn read_file(&mut self, file: &str, bar: &ProgressBar) -> Result<(), Gone> {
        if file == "-" {
            return self.read_all(bar.wrap_read(std::io::stdin()));
        }
        match load::open(file) {
            Ok(opened) => self.read_all(bar.wrap_read(opened)),
            Err(failure) => self.add(Job::End(End { trouble: Some(failure.message), ..End::default() }), 1),
        }
    }

    /// Reads records to the end of a file.
    fn read_all(&mut self, reader: impl Read) -> Result<(), Gone> {
        let mut end = End::default();
        let mut records = read(reader);
        for record in records.by_ref() {
            match record {
                Ok(record) => {
                    end.games += 1;
                    let moves = record.moves.len() + 1;
                    self.add(Job::Game(end.games, Box::new(record)), moves)?;
                }
                Err(problem) => end.trouble = Some(format!("line {}: {}", problem.line, problem.message)),
            }
        }
        end.passed_over = records.passed_over();
        self.add(Job::End(end), 1)
    }

    /// Adds to the batch, and sends it if it is large enough.
    fn add(&mut self, job: Job, moves: usize) -> Result<(), Gone> {
        self.batch.push(job);
        self.moves += moves;
        if self.moves >= MOVES || self.batch.len() >= RECORDS { self.send() } else { Ok(()) }
    }

    /// Sends the batch when there is room.
    fn send(&mut self) -> Result<(), Gone> {
        self.permit.recv().map_err(|_| Gone)?;
        let batch = (self.number, std::mem::take(&mut self.batch));
        self.number += 1;
        self.moves = 0;
        self.work.send(batch).map_err(|_| Gone)
    }
}
