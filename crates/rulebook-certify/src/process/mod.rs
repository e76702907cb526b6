//! A program under examination as a running process: questions go in, lines come out, within bounds of time and memory.
//!
//! *Invariant:* nothing that the process does makes the runner wait longer than its limits, read more than they allow, or
//! leave anything of it behind that stayed in its group.

mod limits;
mod memory;
mod pipes;

use std::{
    io,
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel},
    },
    time::{Duration, Instant},
};

pub use limits::Limits;

use pipes::Event;

/// Why no line came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// No answer in time.
    TimeOut(Duration),
    /// It has ended; how.
    Ended(String),
    /// It used more memory than it may: bytes.
    Memory(u64),
    /// A line is longer than it may be.
    TooLong(usize),
    /// A line is not UTF-8.
    NotText,
    /// A line came before anything was asked.
    Unasked(String),
}

/// A running program.
#[derive(Debug)]
pub struct Process {
    child: Child,
    limits: Limits,
    /// Lines to be written; a program that does not read holds up only the thread behind this.
    write: Option<Sender<Vec<u8>>>,
    read: Receiver<Event>,
    stderr: Arc<Mutex<Vec<u8>>>,
    asked: u64,
}

/// How often a program that takes its time is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// After how many answers its memory is looked at, if it answers at once.
const LOOK_EVERY: u64 = 64;

impl Process {
    /// Starts a command line in a process group of its own.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(command: &str, limits: &Limits) -> io::Result<Self> {
        let mut shell = shell(command);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = shell.spawn()?;
        let missing = || io::Error::other("a pipe to the adapter is missing");
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (stdin, stdout) = (stdin.ok_or_else(missing)?, stdout.ok_or_else(missing)?);
        let kept = Arc::new(Mutex::new(Vec::new()));
        pipes::keep_end(stderr.ok_or_else(missing)?, Arc::clone(&kept), limits.stderr)?;
        let (write, lines) = channel();
        pipes::write_lines(stdin, lines)?;
        // A few lines may wait; what floods the pipe is then held up itself.
        let (events, read) = sync_channel(16);
        pipes::read_lines(stdout, events, limits.line)?;
        Ok(Self { child, limits: limits.clone(), write: Some(write), read, stderr: kept, asked: 0 })
    }

    /// Writes a line and waits for one.
    ///
    /// # Errors
    /// If none comes within the bounds.
    pub fn ask(&mut self, line: &str, limit: Duration) -> Result<String, Broken> {
        self.asked += 1;
        // What is there already would be taken for the answer.
        if let Ok(Event::Line(line)) = self.read.try_recv() {
            return Err(Broken::Unasked(String::from_utf8_lossy(&line).into_owned()));
        }
        if let Some(write) = &self.write {
            // If nobody reads any more, the process has ended, which the other pipe tells.
            _ = write.send(format!("{line}\n").into_bytes());
        }
        let begun = Instant::now();
        if self.asked.is_multiple_of(LOOK_EVERY) {
            self.look_at_memory()?;
        }
        loop {
            let left = limit.saturating_sub(begun.elapsed());
            match self.read.recv_timeout(left.min(LOOK)) {
                Ok(Event::Line(line)) => return String::from_utf8(line).map_err(|_| Broken::NotText),
                Ok(Event::TooLong) => return Err(Broken::TooLong(self.limits.line)),
                Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => return Err(Broken::Ended(self.ending())),
                Err(RecvTimeoutError::Timeout) => {
                    self.look_at_memory()?;
                    // It may have ended although something that it started holds its output open.
                    if let Ok(Some(status)) = self.child.try_wait() {
                        return match self.read.recv_timeout(LOOK) {
                            Ok(Event::Line(line)) => String::from_utf8(line).map_err(|_| Broken::NotText),
                            _ => Err(Broken::Ended(status.to_string())),
                        };
                    }
                    if begun.elapsed() >= limit {
                        return Err(Broken::TimeOut(limit));
                    }
                }
            }
        }
    }

    /// The end of what it wrote to standard error.
    pub fn stderr(&self) -> String {
        self.stderr.lock().map_or_else(|_| String::new(), |kept| String::from_utf8_lossy(&kept).into_owned())
    }

    fn look_at_memory(&self) -> Result<(), Broken> {
        match memory::of_group(self.child.id()) {
            Some(bytes) if bytes > self.limits.memory => Err(Broken::Memory(bytes)),
            _ => Ok(()),
        }
    }

    /// How it ended, in words.
    fn ending(&mut self) -> String {
        // Its output may end a little before itself does.
        let until = Instant::now() + Duration::from_millis(200);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(5)),
                _ => return String::from("its output ended, although it still runs"),
            }
        }
    }

    /// Closes its input and lets it end by itself for a moment; did it?
    pub fn finish(mut self) -> bool {
        self.write = None;
        let until = Instant::now() + self.limits.end;
        while Instant::now() < until {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return true;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        false
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        end_group(&mut self.child);
        _ = self.child.wait();
    }
}

/// The command line, for the shell of the system.
fn shell(command: &str) -> Command {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt as _;
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(command).process_group(0);
        shell
    }
    #[cfg(not(unix))]
    {
        let mut shell = Command::new("cmd");
        shell.arg("/C").arg(command);
        shell
    }
}

/// Ends a process and all that is left of its group.
fn end_group(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    _ = child.kill();
}
