//! What is read one by one (blocks, clauses, lines of texts), and where to go on after a mistake.

mod blocks;
mod clauses;
mod part;
mod texts;

pub use part::{Part, check_part, reach};

use std::ops::Range;

use pest::Parser;
use rulebook_diagnostics::{Diagnostic, FileId, Span, codes};

use crate::ast::File;
use crate::explain_error::{Context, Failure};
use crate::grammar::{Grammar, Rule};
use crate::parse::{Convert, Pair};
use crate::places::Places;
use crate::tokens::{NESTING_LIMIT, Tokens};

/// Files of more bytes are refused.
pub const MAX_FILE_SIZE: usize = 1 << 20;

/// After so many mistakes in one file the parser stops.
const MAX_MISTAKES: usize = 1000;

/// What became of a file.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// All that could be read.
    pub file: File,
    /// All mistakes.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads one file. The tree holds every clause without a mistake.
pub fn parse(file: FileId, text: &str) -> Parsed {
    read(file, text, Places::default())
}

/// Reads a text that was put together from parts of another file: `place` says where in that file a stretch of bytes of
/// the text stands. All places of the tree and of the mistakes are of that file.
pub fn parse_placed(text: &str, place: &dyn Fn(Range<usize>) -> Span) -> Parsed {
    let places = Places::new(place);
    let mut parsed = read(Places::ASSEMBLED, text, places);
    for diagnostic in &mut parsed.diagnostics {
        places.map(diagnostic);
    }
    parsed.diagnostics.sort_by_key(|d| d.primary.span);
    parsed
}

fn read(file: FileId, text: &str, places: Places<'_>) -> Parsed {
    if text.len() > MAX_FILE_SIZE {
        let message = format!("this file is larger than {} KiB", MAX_FILE_SIZE / 1024);
        let diagnostic = Diagnostic::error(codes::FILE_TOO_LARGE, Span::new(file, 0, 0), message)
            .help("put each game into a file of its own");
        return Parsed { file: File::default(), diagnostics: vec![diagnostic] };
    }
    let tokens = Tokens::new(text);
    let mut reader = Reader { file, tokens: &tokens, places, diagnostics: Vec::new(), at: 0 };
    let tree = reader.file();
    let mut diagnostics = reader.diagnostics;
    diagnostics.sort_by_key(|d| d.primary.span);
    Parsed { file: tree, diagnostics }
}

/// Reads a file from left to right.
#[derive(Debug)]
struct Reader<'t> {
    file: FileId,
    tokens: &'t Tokens<'t>,
    places: Places<'t>,
    diagnostics: Vec<Diagnostic>,
    /// The next token.
    at: usize,
}

impl<'t> Reader<'t> {
    fn span(&self, i: usize) -> Span {
        let token = self.tokens.get(i);
        Span::new(self.file, token.start as u32, token.end as u32)
    }

    fn more(&self) -> bool {
        self.at < self.tokens.len() && self.diagnostics.len() < MAX_MISTAKES
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Matches a rule at a token, and reads no further than to the token `until`. Gives what matched, and the
    /// token after it.
    fn matches(&self, rule: Rule, from: usize, until: Option<usize>) -> Result<(Pair<'t>, usize), Failure> {
        let start = self.tokens.get(from).start;
        // Pest never sees a token at which nesting becomes too deep.
        let deep = self.tokens.too_deep_after(from);
        let cut = [deep, until].into_iter().flatten().min();
        let end = cut.map_or(self.tokens.source().len(), |i| self.tokens.get(i).start);
        let text = self.tokens.source().get(start..end).unwrap_or("");
        let too_deep = |at| Failure { at, expected: Vec::new(), too_deep: true };
        let error = match Grammar::parse(rule, text) {
            Ok(mut pairs) => {
                let pair = pairs.next().ok_or_else(|| too_deep(from))?;
                let next = self.tokens.at(start + pair.as_span().end());
                // No clause starts with a sign that nests: this one was cut in the middle.
                return if deep == Some(next) && until != deep { Err(too_deep(next)) } else { Ok((pair, next)) };
            }
            Err(error) => error,
        };
        let (pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _))) = error.location;
        let at = self.tokens.at(start + at);
        match error.variant {
            pest::error::ErrorVariant::ParsingError { positives, .. } => {
                Err(Failure { at, expected: positives, too_deep: deep.is_some_and(|d| at >= d) })
            }
            // Pest gave up, since the stack would not have been enough.
            pest::error::ErrorVariant::CustomError { .. } => Err(too_deep(from)),
        }
    }

    fn convert(&self, from: usize) -> Convert<'t> {
        let base = self.tokens.get(from).start;
        Convert { file: self.file, base, tokens: self.tokens, places: self.places, problems: Vec::new() }
    }

    /// Reports why a rule did not match.
    fn explain(&mut self, failure: &Failure, from: usize, context: Context) {
        if failure.too_deep {
            let message = format!("this nests more than {NESTING_LIMIT} deep");
            let diagnostic = Diagnostic::error(codes::NESTED_TOO_DEEP, self.span(failure.at), message)
                .help("give a part of it a name with `let`");
            self.report(diagnostic);
            return;
        }
        let diagnostic = failure.explain(self.file, self.tokens, from, context);
        self.report(diagnostic);
    }
}
