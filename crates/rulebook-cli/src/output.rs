//! Standard output and standard error. A reader that goes away is no error.

use std::{
    borrow::Cow,
    io::{self, BufWriter, IsTerminal, Stderr, Stdout, Write},
};

use serde_json::Value;

use crate::failure::{self, Failure};

/// Where answers go.
#[derive(Debug)]
pub(crate) struct Output {
    out: BufWriter<Stdout>,
    err: Stderr,
}

impl Output {
    /// The streams of the process.
    pub(crate) fn new() -> Self {
        Self { out: BufWriter::new(io::stdout()), err: io::stderr() }
    }

    /// Writes a line of text.
    pub(crate) fn line(&mut self, text: &str) -> Result<(), Failure> {
        let written = writeln!(self.out, "{}", plain(text));
        done(written)
    }

    /// Writes text as it is.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        let written = self.out.write_all(text.as_bytes());
        done(written)
    }

    /// Writes JSON on one line.
    pub(crate) fn json(&mut self, value: &Value) -> Result<(), Failure> {
        self.line(&value.to_string())
    }

    /// Sends what was written.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        let flushed = self.out.flush();
        done(flushed)
    }

    /// Writes a line for people to standard error.
    pub(crate) fn complain(&mut self, text: &str) {
        // If nobody can be told, nothing is left to do.
        _ = self.out.flush();
        _ = writeln!(self.err, "{text}");
    }

    /// Do people read standard error, and do they want colours?
    pub(crate) fn colour(&self) -> bool {
        self.err.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        _ = self.out.flush();
    }
}

/// Turns an error of writing into a failure.
fn done(result: io::Result<()>) -> Result<(), Failure> {
    match result {
        Ok(()) => Ok(()),
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Err(Failure::no(failure::PIPE_CLOSED, "nobody reads")),
        Err(e) => {
            let message = format!("the answer could not be written: {e}");
            Err(Failure { kind: failure::UNWRITTEN, ..Failure::outside(message) })
        }
    }
}

/// Text from files and arguments may hold what a terminal would obey: it is shown, not sent.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    let obeyed = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if !text.contains(obeyed) {
        return Cow::Borrowed(text);
    }
    text.chars().flat_map(|c| if obeyed(c) { c.escape_default().collect() } else { vec![c] }).collect()
}
