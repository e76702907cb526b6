//! Work shared among all cores.

use std::{
    io,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// Rules may recurse as deep as the board has cells, and changed rules as deep as their fuel lets them.
const STACK: usize = 1 << 29;

/// Does a job for each number below `count`; the results are in that order.
///
/// # Errors
/// If no thread could be started, or one of them broke off.
pub fn on_all_cores<T: Send>(count: usize, job: &(dyn Fn(usize) -> T + Sync)) -> io::Result<Vec<T>> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let threads = thread::available_parallelism().map_or(1, std::num::NonZero::get).min(count.max(1));
    thread::scope(|scope| {
        for _ in 0..threads {
            let work = || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        return;
                    }
                    let result = job(index);
                    if let Ok(mut done) = done.lock() {
                        done.push((index, result));
                    }
                }
            };
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        }
        Ok::<(), io::Error>(())
    })?;
    let mut done = done.into_inner().map_err(|_| io::Error::other("a part of the work broke off"))?;
    if done.len() != count {
        return Err(io::Error::other("a part of the work broke off"));
    }
    done.sort_by_key(|(index, _)| *index);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}
