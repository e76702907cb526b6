//! Reports of a certification: what was planned, what came out, and whether it is complete.
//!
//! The report is a file of JSON lines: a [`Header`] with all that is planned, a [`CaseRecord`] for each case as soon as it
//! has been put, a [`GeneratedRecord`] for each game played at random, and a [`Footer`]. It is written as the run goes on,
//! so that what is there after a run was ended from outside is true, and says by the missing footer that it is incomplete.
//! All other forms are made of it.

mod badge;
mod boards;
mod certificate;
mod html;
mod junit;
mod markdown;
mod matrix;
mod merge;
mod read;
mod record;

pub use badge::badge;
pub use boards::{BoardPicture, CellPicture, Picture, escape, picture};
pub use certificate::certificate;
pub use html::html;
pub use junit::junit;
pub use markdown::markdown;
pub(crate) use matrix::conclude;
pub use matrix::{ClauseRow, Matrix};
pub use merge::{BadMerge, merge};
pub use read::{BadReport, Report, lines, parse};
pub use record::{
    CaseRecord, ClauseRecord, Conformity, Explanation, Failure, Footer, GameRecord, GeneratedPlan, GeneratedRecord,
    Header, Implementation, Record, Shard, Suspect, Waived,
};
