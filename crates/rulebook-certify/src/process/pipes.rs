//! Threads at the pipes of a process. None of them is waited for: a pipe may be held open by whatever the process started.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, SyncSender},
    },
    thread,
};

/// What comes out of a process.
pub(super) enum Event {
    /// A line, without its end.
    Line(Vec<u8>),
    /// A line that is too long; nothing more is read.
    TooLong,
    /// There is no more.
    End,
}

/// Writes lines as they come, until the process does not read any more or nothing more is to be written.
pub(super) fn write_lines(mut pipe: impl Write + Send + 'static, lines: Receiver<Vec<u8>>) -> io::Result<()> {
    let work = move || {
        for line in lines {
            if pipe.write_all(&line).and_then(|()| pipe.flush()).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name(String::from("adapter-input")).spawn(work).map(drop)
}

/// Reads lines of at most so many bytes.
pub(super) fn read_lines(pipe: impl Read + Send + 'static, events: SyncSender<Event>, limit: usize) -> io::Result<()> {
    let work = move || {
        let mut pipe = BufReader::new(pipe);
        loop {
            let mut line = Vec::new();
            // One byte more than a line may have, and its end.
            let read = (&mut pipe).take(limit as u64 + 2).read_until(b'\n', &mut line);
            let event = match read {
                Err(_) | Ok(0) => Event::End,
                Ok(_) if line.last() == Some(&b'\n') => {
                    line.pop();
                    if line.len() > limit { Event::TooLong } else { Event::Line(line) }
                }
                Ok(_) if line.len() > limit => Event::TooLong,
                // Half a line, and then the end, is no answer.
                Ok(_) => Event::End,
            };
            let last = !matches!(event, Event::Line(_));
            if events.send(event).is_err() || last {
                return;
            }
        }
    };
    thread::Builder::new().name(String::from("adapter-output")).spawn(work).map(drop)
}

/// Reads all, and keeps the last bytes.
pub(super) fn keep_end(
    mut pipe: impl Read + Send + 'static,
    kept: Arc<Mutex<Vec<u8>>>,
    limit: usize,
) -> io::Result<()> {
    let work = move || {
        let mut buffer = vec![0; 1 << 16];
        loop {
            let Ok(n @ 1..) = pipe.read(&mut buffer) else { return };
            let Ok(mut kept) = kept.lock() else { return };
            let end = &buffer[n.saturating_sub(limit)..n];
            let over = (kept.len() + end.len()).saturating_sub(limit);
            kept.drain(..over);
            kept.extend_from_slice(end);
        }
    };
    thread::Builder::new().name(String::from("adapter-errors")).spawn(work).map(drop)
}
