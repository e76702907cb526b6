//! Examining a program: what is asked about a case, how answers are compared, and what comes out.
//!
//! | module | what it holds |
//! |---|---|
//! | [`subject`] | the program: asked, started anew when it breaks |
//! | [`answer`](self) | reading an answer line, with what is wrong with it |
//! | [`compare`] | an answer against a position of the reference |
//! | [`question`] | questions made of positions and moves |
//! | [`case`] | the questions of a case |
//! | [`outcome`] | what came of it |
//! | [`shrink`] | a failure made small |

mod answer;
pub mod case;
pub mod compare;
pub mod outcome;
pub mod question;
pub mod shrink;
pub mod subject;

pub use case::examine;
pub use compare::{Difference, Kind, Seen};
pub use outcome::{Examined, Shown, Verdict};
pub use question::Line;
pub use shrink::{Shrinker, Shrunk};
pub use subject::{Incident, Reply, Subject, Trouble, TroubleKind};
