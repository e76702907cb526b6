//! Conformance cases: their format, what makes a suite sound, and running them on any execution of a game.
//!
//! | module | what it holds |
//! |---|---|
//! | [`case`] | a case as it is written |
//! | [`protocol`] | what a runner and an adapter say to each other |
//! | [`adapter`] | the reference adapter |
//! | [`process`] | a program under examination as a process, within bounds |
//! | [`exam`] | what is asked about a case, and how answers are compared and made small |
//! | [`session`] | a whole certification |
//! | [`profile`] | what is demanded |
//! | [`report`] | reports |
//! | [`suite`] | files of cases, bundled or not |
//! | [`lint`] | what has to hold of a suite before it is run |
//! | [`run`](mod@run) | playing a case and comparing |
//! | [`mutants`] | wrong turns of a spec, and whether the suite notices them |
//! | [`equivalent`] | mutants that nobody can notice, with reasons |
//! | [`search`] | where two executions of a game differ |
//! | [`ids`] | new ids |
//! | [`claims`] | what the documents say, and where it is shown |
//! | [`cores`] | work shared among all cores |
//! | [`coverage`] | which polarities of which clauses have cases |
//!
//! *Invariant:* the runner sees an execution only through [`rulebook_api::Game`], and an expectation never reaches it.

pub mod adapter;
pub mod case;
pub mod claims;
pub mod cores;
pub mod coverage;
pub mod equivalent;
pub mod exam;
pub mod ids;
pub mod lint;
pub mod mutants;
pub mod process;
pub mod profile;
pub mod protocol;
pub mod report;
pub mod run;
pub mod search;
pub mod session;
mod show;
pub mod suite;

pub use case::{Case, Polarity};
pub use run::{Failure, Mismatch, Outcome, Tools, run};
pub use suite::{BadFile, CaseFile};
