//! Specs laid out in one style, and their YAML form.
//!
//! [`format`] lays a spec out: blanks and line ends change, words and comments never do.
//!
//! ```
//! use rulebook_diagnostics::FileId;
//!
//! let text = "rulebook 1\ngame example{ board 8 x 8\n  players first ,second   // in this order\n}";
//! let laid_out = rulebook_format::format(FileId(0), text)?;
//! assert_eq!(
//!     laid_out,
//!     "rulebook 1\ngame example {\n  board 8 x 8\n  players first, second   // in this order\n}\n"
//! );
//! # Ok::<(), rulebook_format::FormatError>(())
//! ```
//!
//! *Invariant:* nothing is checked here beyond the form of a spec, and no file is read or written.

mod layout;
mod yaml;

pub use layout::{FormatError, format};
pub use yaml::{is_yaml, parse, parse_yaml, schema, to_rules, to_yaml};
