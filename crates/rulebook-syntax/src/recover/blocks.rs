//! The first line of a file, and its blocks.

use rulebook_diagnostics::{Diagnostic, Span, codes, nearest};

use super::Reader;
use crate::ast::{File, Int, Name, RulesUnit, TextsUnit, Unit};
use crate::explain_error::Context;
use crate::grammar::Rule;
use crate::parse::UnitHead;
use crate::tokens::Kind;
use crate::words::{UNIT_WORDS, is_reserved};

impl Reader<'_> {
    /// The whole file.
    pub(super) fn file(&mut self) -> File {
        let version = self.first_line();
        let mut units = Vec::new();
        while self.more() {
            if let Some(unit) = self.unit() {
                units.push(unit);
            }
        }
        File { version, units }
    }

    /// `rulebook 1`.
    fn first_line(&mut self) -> Option<Int> {
        if self.tokens.text(0) != "rulebook" {
            let start = self.tokens.get(0).start as u32;
            let point = Span::new(self.file, start, start);
            let diagnostic = Diagnostic::error(codes::MISSING_FIRST_LINE, self.span(0), "the first line is missing")
                .label("before this, `rulebook 1` is expected")
                .help("start the file with the version of the language: `rulebook 1`")
                .fix(point, "rulebook 1\n");
            self.report(diagnostic);
            return None;
        }
        let number = self.tokens.get(1);
        if number.kind != Kind::Number || number.first {
            let end = self.tokens.get(0).end as u32;
            let diagnostic =
                Diagnostic::error(codes::WRONG_VERSION, self.span(0), "the version of the language is missing")
                    .label("`1` is expected after this")
                    .fix(Span::new(self.file, end, end), " 1");
            self.report(diagnostic);
            self.at = 1;
            return None;
        }
        self.at = 2;
        let version =
            Int { value: self.tokens.text(1).parse().unwrap_or(u32::MAX), span: self.places.of(self.span(1)) };
        if version.value != 1 {
            let message = format!("version {} of the language is not known", self.tokens.text(1));
            let diagnostic = Diagnostic::error(codes::WRONG_VERSION, version.span, message)
                .label("only `1` is known")
                .fix(version.span, "1");
            self.report(diagnostic);
        }
        Some(version)
    }

    /// One block; `None` if it has no readable head.
    fn unit(&mut self) -> Option<Unit> {
        let from = self.at;
        let word = self.tokens.text(from);
        let looks_like_head =
            self.tokens.get(from + 1).kind == Kind::Word && matches!(self.tokens.text(from + 2), "{" | "extends");
        if UNIT_WORDS.contains(&word) {
            return self.unit_of(word == "texts", from);
        }
        if word == "}" {
            let diagnostic = Diagnostic::error(codes::NOTHING_TO_CLOSE, self.span(from), "this `}` closes nothing")
                .label("no block is open here")
                .help("take it away, or look for a `}` too much before it");
            self.report(diagnostic);
            self.at = from + 1;
            return None;
        }
        let mut diagnostic = Diagnostic::error(codes::NOT_A_UNIT, self.span(from), format!("`{word}` starts no block"))
            .label("`game`, `family` or `texts` is expected");
        let meant = nearest(word, UNIT_WORDS.iter().copied());
        if self.tokens.is_clause_word(from) {
            diagnostic = diagnostic.help(format!("`{word}` is a clause: it stands inside of `game NAME {{ … }}`"));
        } else if let Some(meant) = meant {
            diagnostic = diagnostic.help(format!("did you mean `{meant}`?")).fix(self.span(from), meant);
        }
        self.report(diagnostic);
        if looks_like_head && !is_reserved(word) {
            return self.unit_of(meant == Some("texts"), from);
        }
        self.at = self.next_unit(from + 1);
        None
    }

    /// A block whose first word is known, or was misspelled and reported.
    fn unit_of(&mut self, is_texts: bool, from: usize) -> Option<Unit> {
        let head = self.head(is_texts, from);
        let open = self.at.checked_sub(1).filter(|&i| self.tokens.text(i) == "{").unwrap_or(from);
        let (name, is_family, extends) = match head {
            Some(head) => (head.name, head.is_family, head.extends),
            None => (Name { text: String::new(), span: self.span(from) }, false, None),
        };
        let has_name = !name.text.is_empty();
        let start = self.span(from);
        if is_texts {
            let lines = self.text_lines(open);
            let span = self.places.of(start.to(self.span(self.at.saturating_sub(1))));
            return has_name.then_some(Unit::Texts(TextsUnit { name, lines, span }));
        }
        let clauses = self.clauses(open);
        let span = self.places.of(start.to(self.span(self.at.saturating_sub(1))));
        has_name.then_some(Unit::Rules(RulesUnit { is_family, name, extends, clauses, span }))
    }

    /// The head of a block, up to and with its `{`. After a mistake goes on behind the `{`, or where it is missing.
    fn head(&mut self, is_texts: bool, from: usize) -> Option<UnitHead> {
        let rule = if is_texts { Rule::texts_head } else { Rule::unit_head };
        match self.matches(rule, from, None) {
            Ok((pair, next)) => {
                self.at = next;
                let mut convert = self.convert(from);
                let head = convert.unit_head(&pair);
                self.diagnostics.append(&mut convert.problems);
                head
            }
            Err(failure) => {
                // A misspelled first word was reported before.
                if failure.at > from {
                    self.explain(&failure, from, Context::Head);
                }
                self.at = self.after_head(from, failure.at);
                self.tokens.is_free_word(from + 1).then(|| UnitHead {
                    is_family: self.tokens.text(from) == "family",
                    name: Name { text: self.tokens.text(from + 1).to_owned(), span: self.span(from + 1) },
                    extends: None,
                })
            }
        }
    }

    /// Where the block starts whose head is wrong: behind the `{` of the same line, or at the next line.
    fn after_head(&self, from: usize, failed: usize) -> usize {
        let mut i = from + 1;
        while i < self.tokens.len() {
            if self.tokens.text(i) == "{" {
                return i + 1;
            }
            if i >= failed && (self.tokens.get(i).first || self.tokens.text(i) == "}") {
                return i;
            }
            i += 1;
        }
        i
    }

    /// The next token at which a block starts.
    fn next_unit(&self, from: usize) -> usize {
        (from..self.tokens.len()).find(|&i| self.tokens.is_unit_start(i)).unwrap_or(self.tokens.len())
    }

    /// The end of a block: at its `}`, at the end of the file, or where another block starts.
    pub(super) fn block_ends(&mut self, open: usize) -> bool {
        if self.at < self.tokens.len() && self.tokens.text(self.at) == "}" {
            self.at += 1;
            return true;
        }
        let at_end = self.at >= self.tokens.len();
        if !at_end && !self.tokens.is_unit_start(self.at) {
            return false;
        }
        let (place, label) = if at_end {
            (self.span(self.tokens.len().saturating_sub(1)), "the file ends here")
        } else {
            (self.span(self.at), "here the next block starts")
        };
        // The block is what is wrong, not the place at which nothing more comes.
        let diagnostic =
            Diagnostic::error(codes::BLOCK_NOT_CLOSED, self.span(open), "this block is not closed: `}` is missing")
                .label("opened here")
                .also(place, label);
        self.report(diagnostic);
        true
    }
}
