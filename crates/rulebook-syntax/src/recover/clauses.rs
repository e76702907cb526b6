//! The clauses of a game or family.

use rulebook_diagnostics::{Diagnostic, codes};

use super::Reader;
use crate::ast::Clause;
use crate::explain_error::Context;
use crate::grammar::Rule;
use crate::mistakes;
use crate::parse::Pair;

impl<'t> Reader<'t> {
    /// All clauses up to and with the `}` of the block that is open.
    pub(super) fn clauses(&mut self, open: usize) -> Vec<Clause> {
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
            if !last && !self.tokens.is_misspelled_clause(line) {
                continue;
            }
            match self.matches(Rule::whole_clause, from, Some(line)) {
                Ok((pair, next)) if next == line => return self.accept(&pair, from, next),
                _ => break,
            }
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
        let diagnostic = mistakes::not_a_clause(self.file, self.tokens, from);
        self.report(diagnostic);
        self.at = self.next_clause(from, from);
    }

    fn starts_clause_or_unit(&self, i: usize) -> bool {
        self.tokens.is_clause_word(i) || self.tokens.is_unit_start(i) || self.tokens.is_misspelled_clause(i)
    }

    /// Where to go on after a mistake: at the next line that starts with a clause word, well spelled or not, at the `}` of the block, or
    /// where another block starts.
    fn next_clause(&self, from: usize, failed: usize) -> usize {
        let mut depth = 0_usize;
        for i in from + usize::from(self.tokens.text(from) != "{")..self.tokens.len() {
            if i > from && i >= failed && self.tokens.get(i).first && self.starts_clause_or_unit(i) {
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
}
