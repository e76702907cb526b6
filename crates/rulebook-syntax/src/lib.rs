//! Grammar, syntax tree and parser of the rules language.
//!
//! [`parse`] reads one file and always gives a tree: clauses with a mistake are left out of it and reported.
//! One run reports one mistake for each clause, since a clause starts with a reserved word and the parser goes on
//! at the next.
//!
//! ```
//! use rulebook_diagnostics::FileId;
//!
//! let text = "rulebook 1\ngame example { board 8 x 8  players first, second }";
//! let parsed = rulebook_syntax::parse(FileId(0), text);
//! assert!(parsed.diagnostics.is_empty());
//! assert_eq!(parsed.file.units.len(), 1);
//! ```
//!
//! | module | what it owns |
//! |---|---|
//! | [`ast`] | the tree |
//! | `grammar` | what pest makes of `grammar.pest` |
//! | `lexemes` | words and comments, for programs that lay specs out |
//! | `tokens` | places of words, depth of nesting |
//! | `recover` | files, blocks and clauses; where to go on after a mistake |
//! | `parse` | from what pest matched to the tree |
//! | `places` | places in the file from whose parts a text was put together |
//! | `explain_error`, `mistakes`, `describe` | from what pest expected to a sentence |
//! | [`words`] | clause words and reserved words |
//!
//! *Invariant:* names are not resolved and nothing is typed here. No input makes the parser panic or hang.

pub mod ast;
mod describe;
mod explain_error;
mod grammar;
mod lexemes;
mod mistakes;
mod parse;
mod places;
mod recover;
mod tokens;
pub mod words;

pub use lexemes::{Lexeme, LexemeKind, lexemes};
pub use recover::{MAX_FILE_SIZE, Parsed, Part, check_part, parse, parse_placed, reach};
