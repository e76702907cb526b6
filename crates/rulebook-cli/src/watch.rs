//! Waiting for files to change.

use std::{
    fs, thread,
    time::{Duration, SystemTime},
};

/// How often files are looked at.
const EVERY: Duration = Duration::from_millis(150);

/// What a file was when it was last looked at; `None` if it was not there.
type Seen = Option<(SystemTime, u64)>;

/// Files that are watched.
#[derive(Debug)]
pub(crate) struct Watch {
    files: Vec<(String, Seen)>,
}

impl Watch {
    /// Watches these files as they are now.
    pub(crate) fn new(mut files: Vec<String>) -> Self {
        files.sort();
        files.dedup();
        Self { files: files.into_iter().map(|file| (file.clone(), look(&file))).collect() }
    }

    /// Waits until one of them is another than it was, and has stayed so for a moment: editors write in several steps.
    pub(crate) fn wait(&mut self) {
        let mut changed = false;
        loop {
            thread::sleep(EVERY);
            let mut now = false;
            for (file, seen) in &mut self.files {
                let is = look(file);
                now |= is != *seen;
                *seen = is;
            }
            if changed && !now {
                return;
            }
            changed |= now;
        }
    }
}

fn look(file: &str) -> Seen {
    let data = fs::metadata(file).ok()?;
    Some((data.modified().ok()?, data.len()))
}
