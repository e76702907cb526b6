//! Spans, diagnostics, their codes, and their rendering; nothing here knows the language.

pub mod codes;
mod diagnostic;
mod dump;
mod nearest;
mod render;
mod source;

pub use diagnostic::{Code, Diagnostic, Fix, Label, Severity};
pub use dump::dump;
pub use nearest::{distance, nearest};
pub use render::{render_human, render_json, render_short};
pub use source::{FileId, Location, SourceFile, Sources, Span};
