//! The language server for specs: diagnostics, hover, definitions, references, rename, completion, symbols, colours, layout.
//!
//! [`serve`] speaks the Language Server Protocol over a connection that the caller opens, one message after the other;
//! [`serve_standard`] does so over standard input and output.
//!
//! | module | what it owns |
//! |---|---|
//! | `server`, `changes`, `published` | the session: messages, changes of documents, diagnostics |
//! | `library`, `lines` | specs as they stand now, and places in them |
//! | `index` | what every word refers to, over all files that belong together |
//! | `checking`, `state` | what the checker says, and the rules that came out |
//! | the others | one question of the protocol each |
//!
//! *Invariant:* no game is known here; what a hover shows is read off the checked rules.
//! *Invariant:* no input ends the session: what cannot be answered is answered with an error.

mod changes;
mod checking;
mod code_actions;
mod colours;
mod completion;
mod drawing;
mod hover;
mod index;
mod library;
mod lines;
mod meanings;
mod navigation;
mod outline;
mod published;
mod rename;
mod requests;
mod server;
mod state;
mod views;

pub use server::{serve, serve_standard};
