//! Files, blocks and clauses: what is read one by one, and where to go on after a mistake.

use pest::Parser;
use rulebook_diagnostics::{Diagnostic, FileId, Span, codes, nearest};

use crate::ast::{Clause, File, Int, Name, RulesUnit, TextLine, TextsUnit, Unit};
use crate::explain_error::{Context, Failure};
use crate::grammar::{Grammar, Rule};
use crate::parse::{Convert, Pair};
use crate::tokens::{Kind, NESTING_LIMIT, Tokens};
use crate::words::{CLAUSE_WORDS, UNIT_WORDS, is_reserved};

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
    if text.len() > MAX_FILE_SIZE {
        let message = format!("this file is larger than {} KiB", MAX_FILE_SIZE / 1024);
        let diagnostic = Diagnostic::error(codes::FILE_TOO_LARGE, Span::new(file, 0, 0), message)
            .help("put each game into a file of its own");
        return Parsed { file: File::default(), diagnostics: vec![diagnostic] };
    }
    let tokens = Tokens::new(text);
    let mut reader = Reader { file, tokens: &tokens, diagnostics: Vec::new(), at: 0 };
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
        Convert { file: self.file, base: self.tokens.get(from).start, tokens: self.tokens, problems: Vec::new() }
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

    fn file(&mut self) -> File {
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
            let diagnostic = Diagnostic::error(codes::WRONG_VERSION, self.span(0), "the version of the language is missing")
                .label("`1` is expected after this")
                .fix(Span::new(self.file, end, end), " 1");
            self.report(diagnostic);
            self.at = 1;
            return None;
        }
        self.at = 2;
        let version = Int { value: self.tokens.text(1).parse().unwrap_or(u32::MAX), span: self.span(1) };
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
        let looks_like_head = self.tokens.get(from + 1).kind == Kind::Word
            && matches!(self.tokens.text(from + 2), "{" | "extends");
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
        let mut diagnostic =
            Diagnostic::error(codes::NOT_A_UNIT, self.span(from), format!("`{word}` starts no block"))
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
            let span = start.to(self.span(self.at.saturating_sub(1)));
            return has_name.then_some(Unit::Texts(TextsUnit { name, lines, span }));
        }
        let clauses = self.clauses(open);
        let span = start.to(self.span(self.at.saturating_sub(1)));
        has_name.then_some(Unit::Rules(RulesUnit { is_family, name, extends, clauses, span }))
    }

    /// The head of a block, up to and with its `{`. After a mistake goes on behind the `{`, or where it is missing.
    fn head(&mut self, is_texts: bool, from: usize) -> Option<crate::parse::UnitHead> {
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
                self.tokens.is_free_word(from + 1).then(|| crate::parse::UnitHead {
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
    fn block_ends(&mut self, open: usize) -> bool {
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
        let diagnostic = Diagnostic::error(codes::BLOCK_NOT_CLOSED, place, "a block is not closed: `}` is missing")
            .label(label)
            .also(self.span(open), "this block");
        self.report(diagnostic);
        true
    }

    fn clauses(&mut self, open: usize) -> Vec<Clause> {
        let mut clauses = Vec::new();
        while !self.block_ends(open) && self.more() {
            if self.tokens.is_clause_word(self.at) {
                clauses.extend(self.clause());
            } else {
                self.not_a_clause();
            }
        }
        clauses
    }

    fn clause(&mut self) -> Option<Clause> {
        let from = self.at;
        let failure = match self.matches(Rule::whole_clause, from, None) {
            Ok((pair, next)) => return self.accept(&pair, from, next),
            Err(failure) => failure,
        };
        // A misspelled clause word looks like one more word of the clause before it. If the clause is complete
        // without that line, the line is a clause of its own.
        for line in from + 1..=failure.at {
            if !self.tokens.get(line).first || !self.tokens.is_free_word(line) {
                continue;
            }
            let last = !(line + 1..=failure.at).any(|i| self.tokens.get(i).first);
            if !last && !self.is_misspelled_clause(line) {
                continue;
            }
            if let Ok((pair, next)) = self.matches(Rule::whole_clause, from, Some(line)) {
                if next == line {
                    return self.accept(&pair, from, next);
                }
            }
            break;
        }
        self.explain(&failure, from, Context::Clause);
        if self.tokens.text(failure.at) == ";" {
            // What stands before the semicolon is mostly a good clause.
            let before = self.matches(Rule::whole_clause, from, Some(failure.at)).ok();
            let clause = before.and_then(|(pair, next)| self.accept(&pair, from, next));
            self.at = self.next_clause(from, failure.at);
            return clause;
        }
        let case = failure.case(self.file, self.tokens, from, Context::Clause);
        self.at = if case.is_wrong_bracket() { failure.at + 1 } else { self.next_clause(from, failure.at) };
        None
    }

    fn accept(&mut self, pair: &Pair<'t>, from: usize, next: usize) -> Option<Clause> {
        self.at = next.max(from + 1);
        let mut convert = self.convert(from);
        let clause = convert.clause(pair);
        self.diagnostics.append(&mut convert.problems);
        if clause.is_none() {
            let diagnostic = Diagnostic::error(codes::UNEXPECTED, self.span(from), "this clause could not be read");
            self.report(diagnostic);
        }
        clause
    }

    /// A word that starts no clause stands where one is expected.
    fn not_a_clause(&mut self) {
        let from = self.at;
        let diagnostic = crate::mistakes::not_a_clause(self.file, self.tokens, from);
        self.report(diagnostic);
        self.at = self.next_clause(from, from);
    }

    /// Is it nearly a clause word?
    fn is_misspelled_clause(&self, i: usize) -> bool {
        self.tokens.is_free_word(i) && nearest(self.tokens.text(i), CLAUSE_WORDS.iter().copied()).is_some()
    }

    /// Where to go on after a mistake: at the next line that starts with a clause word, well spelled or not, at the `}` of the block, or
    /// where another block starts.
    fn next_clause(&self, from: usize, failed: usize) -> usize {
        let mut depth = 0_usize;
        for i in from + usize::from(self.tokens.text(from) != "{")..self.tokens.len() {
            let starts = self.tokens.is_clause_word(i) || self.tokens.is_unit_start(i) || self.is_misspelled_clause(i);
            if i > from && i >= failed && self.tokens.get(i).first && starts {
                return i;
            }
            match self.tokens.text(i) {
                "{" => depth += 1,
                "}" if depth == 0 => return i,
                "}" => depth -= 1,
                _ => {}
            }
        }
        self.tokens.len()
    }

    fn text_lines(&mut self, open: usize) -> Vec<TextLine> {
        let mut lines = Vec::new();
        while !self.block_ends(open) && self.more() {
            let from = self.at;
            match self.matches(Rule::whole_text, from, Some(self.next_claim(from))) {
                Ok((pair, next)) => {
                    self.at = next.max(from + 1);
                    let mut convert = self.convert(from);
                    lines.extend(convert.text_line(&pair));
                    self.diagnostics.append(&mut convert.problems);
                }
                Err(failure) => {
                    self.explain(&failure, from, Context::Text);
                    self.at = self.next_text(from, failure.at);
                }
            }
        }
        lines
    }

    /// The token with which the next line of texts starts: a line goes on where the next one begins with a language
    /// and its sentence, or with `formerly`. Only here do new lines count, since a document may be named without
    /// its paragraphs, and then nothing else keeps it apart from the name of the next clause.
    fn next_claim(&self, from: usize) -> usize {
        let starts = |i: &usize| {
            let goes_on = matches!(self.tokens.get(i + 1).kind, Kind::Text | Kind::OpenText);
            let token = self.tokens.get(*i);
            token.first && token.kind == Kind::Word && !goes_on && self.tokens.text(*i) != "formerly"
                || self.tokens.text(*i) == "}"
        };
        (from + 1..self.tokens.len()).find(starts).unwrap_or(self.tokens.len())
    }

    /// Where to go on after a mistake in a line of texts: at the next line that starts with a word, or at the `}`.
    fn next_text(&self, from: usize, failed: usize) -> usize {
        for i in from..self.tokens.len() {
            let first_word = self.tokens.get(i).first && self.tokens.get(i).kind == Kind::Word;
            if i > from && i >= failed && first_word || self.tokens.text(i) == "}" {
                return i;
            }
        }
        self.tokens.len()
    }
}
