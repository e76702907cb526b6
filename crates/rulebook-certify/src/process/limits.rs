//! How much a program under examination may take.

use std::time::Duration;

/// Bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// For the first answer, in which a program may load what it needs.
    pub hello: Duration,
    /// For every other answer.
    pub answer: Duration,
    /// To end, when its input has ended.
    pub end: Duration,
    /// Memory of the program and all it started: bytes that are resident.
    pub memory: u64,
    /// Length of an answer in bytes.
    pub line: usize,
    /// How much of the end of standard error is kept: bytes.
    pub stderr: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            hello: Duration::from_secs(30),
            answer: Duration::from_secs(10),
            end: Duration::from_secs(2),
            memory: 2 << 30,
            line: 8 << 20,
            stderr: 16 << 10,
        }
    }
}
