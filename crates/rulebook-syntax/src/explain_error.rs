//! From the place where the grammar failed, and what it expected there, to a diagnostic.

use rulebook_diagnostics::{Diagnostic, FileId, Span, codes, nearest};

use crate::describe::{keyword, list, ways_on};
use crate::grammar::Rule;
use crate::mistakes;
use crate::tokens::{Kind, Tokens};
use crate::words::is_reserved;

/// Where a rule failed.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The furthest token that was looked at in vain.
    pub(crate) at: usize,
    /// What could have stood there.
    pub(crate) expected: Vec<Rule>,
    /// It failed because nesting is limited.
    pub(crate) too_deep: bool,
}

/// What was being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Context {
    /// The head of a block.
    Head,
    /// A clause.
    Clause,
    /// A line of texts.
    Text,
    /// A part of a clause on its own.
    Part,
}

/// All that an explanation may look at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case<'t> {
    /// The file.
    pub(crate) file: FileId,
    /// Its tokens.
    pub(crate) tokens: &'t Tokens<'t>,
    /// The first token of the clause.
    pub(crate) from: usize,
    /// The token at fault.
    pub(crate) at: usize,
    /// What could have stood there.
    pub(crate) expected: &'t [Rule],
    /// What was being read.
    pub(crate) context: Context,
}

impl Failure {
    /// All that is known of it.
    pub(crate) fn case<'t>(&'t self, file: FileId, tokens: &'t Tokens<'t>, from: usize, context: Context) -> Case<'t> {
        Case { file, tokens, from, at: self.at, expected: &self.expected, context }
    }

    /// Says what is wrong.
    pub(crate) fn explain(&self, file: FileId, tokens: &Tokens<'_>, from: usize, context: Context) -> Diagnostic {
        let case = self.case(file, tokens, from, context);
        mistakes::recognise(&case).unwrap_or_else(|| case.general())
    }
}

impl Case<'_> {
    /// The place of a token.
    pub(crate) fn span(&self, i: usize) -> Span {
        let token = self.tokens.get(i);
        Span::new(self.file, token.start as u32, token.end as u32)
    }

    /// An empty place behind a token, for what is missing there.
    pub(crate) fn behind(&self, i: usize) -> Span {
        let end = self.tokens.get(i).end as u32;
        Span::new(self.file, end, end)
    }

    /// The text of a token.
    pub(crate) fn text(&self, i: usize) -> &str {
        self.tokens.text(i)
    }

    /// Was this rule expected?
    pub(crate) fn expects(&self, rule: Rule) -> bool {
        self.expected.contains(&rule)
    }

    /// Does the clause stop short, so that the token at fault belongs to what follows it?
    pub(crate) fn stops_short(&self) -> bool {
        let (i, tokens) = (self.at, self.tokens);
        if self.is_wrong_bracket() {
            return false;
        }
        let follows = match self.context {
            Context::Head | Context::Clause => {
                tokens.is_clause_word(i) || tokens.is_unit_start(i) || tokens.is_misspelled_clause(i)
            }
            Context::Text => tokens.get(i).kind == Kind::Word,
            Context::Part => false,
        };
        i > self.from && (i >= tokens.len() || tokens.text(i) == "}" || tokens.get(i).first && follows)
    }

    /// Is it a `}` in the place of a `]` or `)`, after which the block goes on?
    pub(crate) fn is_wrong_bracket(&self) -> bool {
        let (next, tokens) = (self.at + 1, self.tokens);
        tokens.text(self.at) == "}"
            && !tokens.get(self.at).first
            && (self.expects(Rule::close_bracket) || self.expects(Rule::close_paren))
            && tokens.get(next).first
            && (tokens.is_clause_word(next) || tokens.text(next) == "}")
    }

    /// The innermost bracket or parenthesis in which the token at fault stands.
    pub(crate) fn open_bracket(&self) -> Option<usize> {
        let mut closed = 0_usize;
        for i in (self.from..self.at).rev() {
            match self.text(i) {
                "]" | ")" => closed += 1,
                "[" | "(" if closed > 0 => closed -= 1,
                "[" | "(" => return Some(i),
                _ => {}
            }
        }
        None
    }

    /// The first word of the clause, without `assume`.
    pub(crate) fn clause_word(&self) -> &str {
        let skip = matches!(self.text(self.from), "assume" | "may") && self.from + 1 < self.at;
        self.text(self.from + usize::from(skip))
    }

    /// An error at the token at fault; on another line than the start of its clause it points there, too.
    pub(crate) fn error(&self, code: rulebook_diagnostics::Code, message: impl Into<String>) -> Diagnostic {
        let diagnostic = Diagnostic::error(code, self.span(self.at), message);
        let other_line = (self.from + 1..=self.at).any(|i| self.tokens.get(i).first);
        if other_line && self.context == Context::Clause {
            return diagnostic.also(self.span(self.from), "in this clause");
        }
        diagnostic
    }

    /// The explanation for everything that is not a frequent mistake.
    fn general(&self) -> Diagnostic {
        let expected = list(self.expected);
        if self.stops_short() {
            let what = match self.context {
                Context::Head => "this head stops short".to_owned(),
                Context::Clause => format!("this `{}` clause stops short", self.clause_word()),
                Context::Text => "this line stops short".to_owned(),
                Context::Part => "this stops short".to_owned(),
            };
            let last = self.at.saturating_sub(1);
            let error = Diagnostic::error(codes::UNEXPECTED, self.span(last), format!("{what}: expected {expected}"))
                .label("expected after this");
            return match self.open_bracket() {
                Some(open) if self.expects(Rule::close_bracket) || self.expects(Rule::close_paren) => {
                    error.also(self.span(open), "opened here")
                }
                _ => error,
            };
        }
        let found = self.text(self.at);
        let mut diagnostic = self.error(codes::UNEXPECTED, format!("expected {expected}, found `{found}`"));
        if let Some(meant) = self.meant() {
            diagnostic = diagnostic.help(format!("did you mean `{meant}`?")).fix(self.span(self.at), meant);
        } else if is_reserved(found) && self.expects(Rule::name) {
            diagnostic = diagnostic.label("this word is reserved");
        } else if let Some(ways) = ways_on(self.expected) {
            diagnostic = diagnostic.help(format!("the clause could also go on with {ways}"));
        }
        diagnostic
    }

    /// The expected word that the author seems to have misspelled.
    fn meant(&self) -> Option<String> {
        if self.tokens.get(self.at).kind != Kind::Word {
            return None;
        }
        let words: Vec<String> = self.expected.iter().filter_map(|r| keyword(*r)).collect();
        nearest(self.text(self.at), words.iter().map(String::as_str)).map(str::to_owned)
    }
}
