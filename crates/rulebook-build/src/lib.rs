//! Engines from spec files: a spec is found, checked and generated here, for the macro and for build scripts alike.
//!
//! A build script writes a module for each spec that it is given:
//!
//! ```no_run
//! // build.rs
//! fn main() -> Result<(), rulebook_build::Error> {
//!     rulebook_build::compile("specs/mini.rules")
//! }
//! ```
//!
//! and the crate takes the module `mini` in with `include!(concat!(env!("OUT_DIR"), "/mini.rs"));`. The macro
//! `rulebook::game!` does the same in one line; a build script is for those who want to read what was generated, or to
//! generate once what many crates use.
//!
//! | module | what it holds |
//! |---|---|
//! | `engine` | an engine and the module around it |
//! | `library` | where that which a spec extends is looked for |
//! | `wrong` | what can be wrong with a spec |
//! | `script` | what a build script calls (feature `script`, on by default) |
//!
//! *Invariant:* no rule is decided here, and no game is known.

mod engine;
mod library;
#[cfg(feature = "script")]
mod script;
mod wrong;

pub use rulebook_codegen::Settings;

pub use engine::{Bundled, Engine, bundled, engine};
#[cfg(feature = "script")]
pub use script::{Error, Script, compile, format};
pub use wrong::Wrong;
