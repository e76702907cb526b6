//! The lines of a spec: where they begin, what they belong to, and how their words were aligned.

use std::collections::BTreeMap;

use rulebook_diagnostics::Span;
use rulebook_syntax::{
    Lexeme,
    ast::{File, TextLine, Unit},
    lexemes,
};

use super::spacing::{Spacing, join_ids};

/// How far clauses stand from the margin.
pub(super) const INDENT: usize = 2;

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The first line of the file, the head of a block, its end.
    Block,
    /// The first line of a clause, or of a line of texts.
    Clause,
    /// A line on which the clause that begins at that line goes on.
    Rest(usize),
    /// A comment between clauses, so far from the margin; it may also belong to the clause that begins at that line.
    Comment(usize, Option<usize>),
}

/// A word or a comment on a line.
#[derive(Clone, Debug)]
pub(super) struct Item<'t> {
    /// As written.
    pub(super) text: &'t str,
    /// It is a comment.
    pub(super) is_comment: bool,
    /// No blank stands before it.
    pub(super) tight: bool,
    /// How many blanks the author left before it.
    pub(super) gap: usize,
    /// Where it stood, in characters, if its clause had begun where clauses begin.
    pub(super) column: usize,
}

impl Item<'_> {
    /// In characters.
    pub(super) fn width(&self) -> usize {
        self.text.chars().count()
    }
}

/// A line.
#[derive(Clone, Debug)]
pub(super) struct Line<'t> {
    /// What it is.
    pub(super) role: Role,
    /// An empty line stands before it.
    pub(super) blank_before: bool,
    /// Its words; at least one.
    pub(super) items: Vec<Item<'t>>,
}

/// What begins or ends at a byte of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// The head of a block.
    Block,
    /// A clause or a line of texts.
    Clause,
    /// The `{` of a block.
    Open,
    /// The `}` of a block.
    Close,
}

/// The place of a line of texts.
pub(crate) fn place(line: &TextLine) -> Span {
    match line {
        TextLine::Document { span, .. } | TextLine::Claim { span, .. } => *span,
    }
}

/// Splits a text into its lines: those of the author, and every block, clause and line of texts on one of its own.
pub(super) fn split<'t>(tree: &File, text: &'t str) -> Vec<Line<'t>> {
    let words = lexemes(text);
    let marks = marks(tree, &words);
    let texts: Vec<Span> =
        tree.units.iter().filter_map(|u| if let Unit::Texts(t) = u { Some(t.span) } else { None }).collect();
    let in_texts = |at: usize| texts.iter().any(|s| (s.start as usize..s.end as usize).contains(&at));
    let words = join_ids(text, words, in_texts);
    let mut reader =
        Reader { text, marks, lines: Vec::new(), clause: 0, began: 0, inside: false, spacing: Spacing::default() };
    for i in 0..words.len() {
        reader.word(&words, i);
    }
    reader.lines
}

/// Where blocks and clauses begin and end.
fn marks(tree: &File, words: &[Lexeme<'_>]) -> BTreeMap<usize, Mark> {
    let mut marks = BTreeMap::new();
    marks.extend(words.iter().find(|w| !w.is_comment()).map(|w| (w.start, Mark::Block)));
    for unit in &tree.units {
        let (span, parts): (Span, Vec<Span>) = match unit {
            Unit::Rules(rules) => (rules.span, rules.clauses.iter().map(|c| c.span).collect()),
            Unit::Texts(texts) => (texts.span, texts.lines.iter().map(place).collect()),
        };
        let (start, end) = (span.start as usize, span.end as usize);
        marks.insert(start, Mark::Block);
        let open = words.iter().find(|w| w.start >= start && w.text == "{");
        marks.extend(open.map(|w| (w.start, Mark::Open)));
        marks.insert(end.saturating_sub(1), Mark::Close);
        marks.extend(parts.iter().map(|part| (part.start as usize, Mark::Clause)));
    }
    marks
}

/// Puts words on lines.
#[derive(Debug)]
struct Reader<'t> {
    text: &'t str,
    marks: BTreeMap<usize, Mark>,
    lines: Vec<Line<'t>>,
    /// The line on which the clause or head began that is read.
    clause: usize,
    /// The author's column of its first word.
    began: usize,
    /// Within a block.
    inside: bool,
    spacing: Spacing<'t>,
}

impl<'t> Reader<'t> {
    /// Puts a word on the line that is open, or on a new one.
    fn word(&mut self, words: &[Lexeme<'t>], i: usize) {
        let Some(word) = words.get(i) else { return };
        let before = i.checked_sub(1).and_then(|i| words.get(i));
        let between = self.text.get(before.map_or(0, Lexeme::end)..word.start).unwrap_or("");
        let ends = line_ends(between);
        let mark = self.marks.get(&word.start).copied();
        let after = before.and_then(|b| self.marks.get(&b.start)).copied();
        let tight = self.spacing.is_tight(word);
        let follows_comment = before.is_none_or(Lexeme::is_comment);
        let breaks = match mark {
            Some(Mark::Open) => follows_comment,
            Some(_) => true,
            None if word.is_comment() => ends > 0 || before.is_none(),
            None => ends > 0 || follows_comment || matches!(after, Some(Mark::Open | Mark::Close)),
        };
        let mut item = Item { text: word.text, is_comment: word.is_comment(), tight, gap: 0, column: 0 };
        if !breaks && let Some(line) = self.lines.last_mut() {
            item.gap = if ends > 0 { 1 } else { blanks(self.text, word.start) };
            item.column = line.items.last().map_or(0, |last| last.column + last.width()) + item.gap;
            line.items.push(item);
        } else {
            let blank_before = self.blank_before(ends, mark, after, words.get(i..).unwrap_or_default());
            let column = column(self.text, word.start);
            let role = self.role(words, i, mark);
            item.column = self.first_column(role, column, ends > 0, word.text == "}");
            if matches!(role, Role::Block | Role::Clause) {
                (self.clause, self.began) = (self.lines.len(), column);
            }
            self.lines.push(Line { role, blank_before, items: vec![item] });
        }
        match mark {
            Some(Mark::Open) => self.inside = true,
            Some(Mark::Close) => self.inside = false,
            _ => {}
        }
    }

    /// Does an empty line stand before the line that begins? None at the beginning or the end of a block, one between blocks.
    fn blank_before(&self, ends: usize, mark: Option<Mark>, after: Option<Mark>, rest: &[Lexeme<'_>]) -> bool {
        let opened = self.lines.last().is_some_and(|l| l.role == Role::Block && l.items.iter().any(|i| i.text == "{"));
        let closed = self.lines.last().is_some_and(|l| l.role == Role::Block && l.items.iter().any(|i| i.text == "}"));
        let more = rest.iter().any(|w| !w.is_comment());
        if self.lines.is_empty() || mark == Some(Mark::Close) || opened || after == Some(Mark::Open) {
            return false;
        }
        ends > 1 || closed && more
    }

    /// What the line is that begins with a word.
    fn role(&self, words: &[Lexeme<'_>], i: usize, mark: Option<Mark>) -> Role {
        match mark {
            Some(Mark::Block | Mark::Close) => return Role::Block,
            Some(Mark::Clause) => return Role::Clause,
            Some(Mark::Open) | None => {}
        }
        let rest = words.get(i..).unwrap_or_default();
        if !rest.first().is_some_and(Lexeme::is_comment) {
            return Role::Rest(self.clause);
        }
        // A comment lies between clauses if a clause or the end of a block comes next.
        let next = rest.iter().find(|w| !w.is_comment());
        let between = next.is_none_or(|w| self.marks.get(&w.start).is_some_and(|m| *m != Mark::Open));
        let clause = self.lines.get(self.clause).is_some_and(|l| l.role == Role::Clause).then_some(self.clause);
        if between {
            Role::Comment(if self.inside { INDENT } else { 0 }, clause.filter(|_| self.inside))
        } else {
            Role::Rest(self.clause)
        }
    }

    /// Where the first word of a line stood, seen from the clause to which it belongs.
    fn first_column(&self, role: Role, column: usize, own_line: bool, closes: bool) -> usize {
        let base = match self.lines.get(self.clause).map(|l| l.role) {
            Some(Role::Clause) => INDENT,
            _ => 0,
        };
        match role {
            Role::Block => 0,
            Role::Clause => INDENT,
            Role::Rest(_) if !own_line => base + 3,
            Role::Rest(_) => (base + column).saturating_sub(self.began).max(base + usize::from(!closes)),
            Role::Comment(level, None) => level,
            Role::Comment(_, Some(_)) => (base + column).saturating_sub(self.began),
        }
    }
}

/// How many lines end in a stretch of blanks.
fn line_ends(between: &str) -> usize {
    let feeds = between.matches('\n').count();
    if feeds > 0 { feeds } else { between.matches('\r').count() }
}

/// The column of a byte, in characters.
fn column(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or("");
    let line = before.rsplit(['\n', '\r']).next().unwrap_or("");
    line.trim_start_matches('\u{feff}').chars().fold(0, step)
}

/// How many blanks stand before a byte; a tab leads to the next column that eight divides.
fn blanks(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or("");
    let words = before.trim_end_matches([' ', '\t']);
    column(text, at).saturating_sub(column(text, words.len()))
}

/// The column after a character.
fn step(column: usize, c: char) -> usize {
    if c == '\t' { (column / 8 + 1) * 8 } else { column + 1 }
}
