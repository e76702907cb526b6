//! Rules pages in several languages, and whether they say what the rules say.
//!
//! | module | what it holds |
//! |---|---|
//! | [`page`] | a page taken apart |
//! | [`language`] | numbers, units and words of a language |
//! | [`phrase`] | quantities and endings in words |
//! | [`facts`], [`material`] | what a clause says in numbers and endings |
//! | [`target`] | the clauses that a link means |
//! | [`block`] | boards and games on pages, as conformance cases |
//! | [`check`](mod@check) | the check |
//! | [`tables`], [`coverage`] | what is generated |
//! | [`site`], [`svg`] | the site, and its boards |
//! | [`library`] | what the caller brings |
//!
//! *Invariant:* no game is known here; whatever is said of one is read off its rules.

pub mod block;
pub mod check;
pub mod coverage;
pub mod facts;
pub mod language;
pub mod library;
pub mod material;
pub mod page;
pub mod phrase;
pub mod site;
pub mod svg;
pub mod tables;
pub mod target;

pub use check::{Pages, check};
pub use language::Language;
pub use library::Library;
pub use target::Book;
