//! One style for all specs. The author decides where lines end and what is aligned; the rest follows.

mod columns;
mod lines;
mod same;
mod spacing;

pub(crate) use lines::place;

use std::fmt;

use rulebook_diagnostics::{Diagnostic, FileId};

/// After so many rounds that still change something, alignment is given up.
const MOST_ROUNDS: usize = 8;

/// Why a spec is not laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// It has mistakes.
    Syntax(Vec<Diagnostic>),
    /// A sentence is written twice in one language, which YAML cannot say.
    SaidTwice {
        /// The line of the second one, from 1.
        line: u32,
        /// Its language.
        language: String,
    },
    /// Laid out, it would say something else. That is a mistake of this crate, not of the spec.
    Changed {
        /// The line of the spec, from 1, on which the first clause that would change begins.
        line: u32,
    },
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(mistakes) => {
                let first = mistakes.first().map_or("it cannot be read", |d| d.message.as_str());
                write!(f, "the spec is wrong: {first}")
            }
            Self::SaidTwice { line, language } => write!(
                f,
                "line {line} gives a second sentence in `{language}`, and YAML has every key once: take one of them out"
            ),
            Self::Changed { line } => write!(
                f,
                "line {line}, or a line after it, would say something else afterwards; nothing was changed. \
                 This is a mistake of the formatter: please report it with the spec"
            ),
        }
    }
}

impl std::error::Error for FormatError {}

/// Lays a spec out. `file` names it in diagnostics.
///
/// - Games, families and texts begin at the margin, their clauses and lines two blanks further in, each on a line of its own.
/// - The author's line ends within a clause stay. A line that goes on under a word of the lines above stays under that word.
/// - Between words stands one blank, before `,` `:` `)` `]` none. More blanks stay where they align a word with one of a
///   neighbouring line; if such lines have become uneven, they are aligned again.
/// - Of several empty lines one stays. Lines end as the first one does.
///
/// Laying out what is laid out changes nothing.
///
/// # Errors
/// If the spec has mistakes of syntax, or if it would not say the same afterwards.
pub fn format(file: FileId, text: &str) -> Result<String, FormatError> {
    let parsed = rulebook_syntax::parse(file, text);
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return Err(FormatError::Syntax(parsed.diagnostics));
    }
    let mut now = match settled(file, once(&parsed.file, text, true)) {
        Ok(now) => now,
        // Without its columns it may find others, which are then as good.
        Err(moving) => settled(file, again(file, &moving, false)).unwrap_or_else(|moving| again(file, &moving, false)),
    };
    // A file keeps the line ends of the machine on which it is written.
    if text.split_once('\n').is_some_and(|(first, _)| first.ends_with('\r')) {
        now = now.replace('\n', "\r\n");
    }
    match same::first_change(&parsed.file, text, file, &now) {
        None => Ok(now),
        Some(line) => Err(FormatError::Changed { line }),
    }
}

/// Lays a text out until nothing changes; the last of too many rounds as an error.
fn settled(file: FileId, mut now: String) -> Result<String, String> {
    for _ in 0..MOST_ROUNDS {
        let next = again(file, &now, true);
        if next == now {
            return Ok(now);
        }
        now = next;
    }
    Err(now)
}

/// One round over a text that was parsed.
fn once(tree: &rulebook_syntax::ast::File, text: &str, aligned: bool) -> String {
    let lines = lines::split(tree, text);
    columns::write(&lines, aligned)
}

/// One round over the text of the round before.
fn again(file: FileId, text: &str, aligned: bool) -> String {
    once(&rulebook_syntax::parse(file, text).file, text, aligned)
}
