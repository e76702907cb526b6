//! From a spec in the language to YAML.

use std::fmt::Write as _;

use std::ops::Range;

use rulebook_diagnostics::Span;
use rulebook_syntax::{
    Lexeme,
    ast::{Clause, File, RulesUnit, TextLine, TextsUnit, Unit, Word},
    lexemes,
};

use super::{
    comments::blank_before,
    write_clause::{Cut, Cutter, Value},
    write_scalar::{is_word, part, quoted},
};
use crate::FormatError;

/// How far the keys of a clause stand from the margin.
const KEYS: usize = 8;

/// A line of YAML, or a block of lines.
#[derive(Debug)]
struct Line {
    text: String,
    /// Where in the spec stands what it says.
    at: Option<Range<usize>>,
    /// A comment fits behind it.
    open: bool,
}

/// Writes YAML.
#[derive(Debug)]
struct Writer<'t> {
    rules: &'t str,
    out: String,
    /// The comments that have not been written.
    comments: std::iter::Peekable<std::vec::IntoIter<Lexeme<'t>>>,
}

/// The YAML of a spec.
pub(super) fn spec(file: &File, rules: &str) -> Result<String, FormatError> {
    let comments: Vec<Lexeme<'_>> = lexemes(rules).into_iter().filter(Lexeme::is_comment).collect();
    let mut writer = Writer { rules, out: String::new(), comments: comments.into_iter().peekable() };
    if let Some(version) = file.version {
        let start = version.span.start as usize;
        writer.comments_before(start, 0);
        writer.line(&format!("rulebook: {}", version.value), version.span.end as usize);
    }
    writer.out.push_str("blocks:");
    writer.out.push_str(if file.units.is_empty() { " []\n" } else { "\n" });
    for unit in &file.units {
        match unit {
            Unit::Rules(rules) => writer.rules_unit(rules),
            Unit::Texts(texts) => writer.texts_unit(texts)?,
        }
    }
    writer.comments_before(rules.len() + 1, 0);
    Ok(writer.out)
}

impl Writer<'_> {
    fn rules_unit(&mut self, unit: &RulesUnit) {
        self.head(if unit.is_family { "family" } else { "game" }, &unit.name.text, unit.span);
        if let Some(extends) = &unit.extends {
            _ = writeln!(self.out, "    extends: {}", part(&extends.parent.text, KEYS).text);
            let binding = |(name, value): &(_, Word)| {
                let name: &rulebook_syntax::ast::Name = name;
                let value = match value {
                    Word::Int(int) => int.value.to_string(),
                    Word::Name(word) => part(&word.text, KEYS).text,
                };
                format!("{}: {value}", part(&name.text, KEYS).text)
            };
            let bindings: Vec<String> = extends.bindings.iter().map(binding).collect();
            if !bindings.is_empty() {
                _ = writeln!(self.out, "    with: {{{}}}", bindings.join(", "));
            }
        }
        self.out.push_str(if unit.clauses.is_empty() { "    clauses: []\n" } else { "    clauses:\n" });
        for clause in &unit.clauses {
            let lines = self.clause(clause);
            self.item(lines, clause.span);
        }
        self.comments_before(unit.span.end as usize, KEYS - 2);
    }

    fn texts_unit(&mut self, unit: &TextsUnit) -> Result<(), FormatError> {
        self.head("texts", &unit.name.text, unit.span);
        self.out.push_str(if unit.lines.is_empty() { "    lines: []\n" } else { "    lines:\n" });
        for line in &unit.lines {
            let lines = self.text_line(line)?;
            self.item(lines, crate::layout::place(line));
        }
        self.comments_before(unit.span.end as usize, KEYS - 2);
        Ok(())
    }

    /// The first line of a block.
    fn head(&mut self, word: &str, name: &str, span: Span) {
        let start = span.start as usize;
        self.comments_before(start, 2);
        if blank_before(self.rules, start) {
            self.out.push('\n');
        }
        let open = self.rules.get(start..).and_then(|rest| rest.find('{')).map_or(start, |i| start + i + 1);
        self.line(&format!("  - {word}: {}", part(name, KEYS).text), open);
    }

    /// The lines of a clause.
    fn clause(&self, clause: &Clause) -> Vec<Line> {
        let (word, entries) = Cutter(self.rules).entries(clause);
        let mut lines = vec![Line { text: format!("clause: {word}"), at: None, open: true }];
        let plain = |text: String| Line { text, at: None, open: true };
        lines.extend(clause.assume.then(|| plain("assume: true".to_owned())));
        for (key, value) in entries {
            match value {
                Value::Flag => lines.push(plain(format!("{key}: true"))),
                Value::Choice(word) => lines.push(plain(format!("{key}: {}", part(word, KEYS).text))),
                Value::Part(cut) => lines.push(written(&format!("{key}: "), &cut, KEYS + 2)),
                Value::List(cuts) if cuts.iter().all(|cut| is_word(&cut.text)) && self.is_one_line(&cuts) => {
                    let words: Vec<&str> = cuts.iter().map(|cut| cut.text.as_str()).collect();
                    let at = cuts.first().zip(cuts.last()).map(|(a, b)| a.span.start as usize..b.span.end as usize);
                    lines.push(Line { text: format!("{key}: [{}]", words.join(", ")), at, open: true });
                }
                Value::List(cuts) => {
                    lines.push(plain(format!("{key}:")));
                    lines.extend(cuts.iter().map(|cut| written("  - ", cut, KEYS + 4)));
                }
            }
        }
        lines
    }

    /// Have these parts no comments between them?
    fn is_one_line(&self, cuts: &[Cut]) -> bool {
        let whole = cuts.first().zip(cuts.last()).map(|(a, b)| a.span.start as usize..b.span.end as usize);
        let text = whole.and_then(|range| self.rules.get(range)).unwrap_or("");
        !lexemes(text).iter().any(Lexeme::is_comment)
    }

    fn text_line(&self, line: &TextLine) -> Result<Vec<Line>, FormatError> {
        let at = |span: Span| Some(span.start as usize..span.end as usize);
        let plain = |text: String| Line { text, at: None, open: true };
        let (path, sources, formerly, texts) = match line {
            TextLine::Document { name, text, .. } => {
                let document =
                    Line { text: format!("document: {}", part(&name.text, KEYS).text), at: at(name.span), open: true };
                return Ok(vec![document, plain(format!("title: {}", quoted(text)))]);
            }
            TextLine::Claim { path, sources, formerly, texts, .. } => (path, sources, formerly, texts),
        };
        let mut lines =
            vec![Line { text: format!("id: {}", part(&path.text, KEYS).text), at: at(path.span), open: true }];
        if !sources.is_empty() {
            let source = |(document, paragraphs): &(rulebook_syntax::ast::Name, Vec<rulebook_syntax::ast::Int>)| {
                let name = part(&document.text, KEYS).text;
                if paragraphs.is_empty() {
                    return name;
                }
                let numbers: Vec<String> = paragraphs.iter().map(|p| p.value.to_string()).collect();
                format!("{{{name}: [{}]}}", numbers.join(", "))
            };
            let list: Vec<String> = sources.iter().map(source).collect();
            let first = sources.first().map(|(document, _)| document.span);
            lines.push(Line { text: format!("sources: [{}]", list.join(", ")), at: first.and_then(at), open: true });
        }
        if let Some(old) = formerly {
            lines.push(Line {
                text: format!("formerly: {}", part(&old.text, KEYS).text),
                at: at(old.span),
                open: true,
            });
        }
        if !texts.is_empty() {
            lines.push(plain("texts:".to_owned()));
        }
        for (i, (language, sentence)) in texts.iter().enumerate() {
            if texts.iter().take(i).any(|(l, _)| l.text == language.text) {
                let before = self.rules.get(..language.span.start as usize).unwrap_or("");
                return Err(FormatError::SaidTwice {
                    line: before.matches('\n').count() as u32 + 1,
                    language: language.text.clone(),
                });
            }
            let key = part(&language.text, KEYS).text;
            lines.push(Line { text: format!("  {key}: {}", quoted(sentence)), at: at(language.span), open: true });
        }
        Ok(lines)
    }

    /// Writes an item of a list with its comments: those before it, between its parts, and behind it.
    fn item(&mut self, mut lines: Vec<Line>, span: Span) {
        let (start, end) = (span.start as usize, span.end as usize);
        self.comments_before(start, KEYS - 2);
        if blank_before(self.rules, start) {
            self.out.push('\n');
        }
        while let Some(comment) = self.comments.next_if(|c| c.start < end) {
            let inside = |line: &Line| line.at.as_ref().is_some_and(|at| at.contains(&comment.start));
            // A block holds its comments.
            if lines.iter().any(|line| !line.open && inside(line)) {
                continue;
            }
            let owner = lines.iter().rposition(|line| line.at.as_ref().is_some_and(|at| at.start < comment.start));
            let owner = owner.unwrap_or(0);
            self.attach(&mut lines, owner, &comment);
        }
        let behind = self.rules.get(end..).unwrap_or("");
        let line_end = behind.find(['\n', '\r']).map_or(self.rules.len(), |i| end + i);
        if let Some(comment) = self.comments.next_if(|c| c.start < line_end) {
            let last = lines.len() - 1;
            let owner = if lines[last].open { last } else { 0 };
            self.attach(&mut lines, owner, &comment);
        }
        for (i, line) in lines.iter().enumerate() {
            let lead = if i == 0 { "      - " } else { "        " };
            _ = writeln!(self.out, "{lead}{}", line.text);
        }
    }

    /// Puts a comment behind a line, or below it.
    fn attach(&self, lines: &mut Vec<Line>, owner: usize, comment: &Lexeme<'_>) {
        let text = format!("#{}", without_slashes(comment));
        let before = self.rules.get(..comment.start).unwrap_or("");
        let trailing = !before.rsplit(['\n', '\r']).next().unwrap_or("").trim().is_empty();
        if lines[owner].open && trailing {
            _ = write!(lines[owner].text, "   {text}");
            lines[owner].open = false;
        } else {
            // Comments below one line come in their order.
            let mut below = owner + 1;
            while lines.get(below).is_some_and(|line| line.text.starts_with('#')) {
                below += 1;
            }
            lines.insert(below, Line { text, at: None, open: false });
        }
    }

    /// Writes a line, and behind it the comment that stands behind that place of the spec.
    fn line(&mut self, text: &str, end: usize) {
        self.out.push_str(text);
        let behind = self.rules.get(end..).unwrap_or("");
        let line_end = behind.find(['\n', '\r']).map_or(self.rules.len(), |i| end + i);
        if let Some(comment) = self.comments.next_if(|c| c.start < line_end) {
            _ = write!(self.out, "   #{}", without_slashes(&comment));
        }
        self.out.push('\n');
    }

    /// Writes the comments before a place of the spec on lines of their own.
    fn comments_before(&mut self, at: usize, indent: usize) {
        while let Some(comment) = self.comments.next_if(|c| c.start < at) {
            if blank_before(self.rules, comment.start) && !self.out.is_empty() {
                self.out.push('\n');
            }
            _ = writeln!(self.out, "{}#{}", " ".repeat(indent), without_slashes(&comment));
        }
    }
}

/// A key or a sign with a part of a clause.
fn written(lead: &str, cut: &Cut, indent: usize) -> Line {
    let written = part(&cut.text, indent);
    let at = cut.span.start as usize..cut.span.end as usize;
    Line { text: format!("{lead}{}", written.text), at: Some(at), open: !written.is_block }
}

/// The text of a comment. More slashes than two are its own.
fn without_slashes<'t>(comment: &Lexeme<'t>) -> &'t str {
    comment.text.strip_prefix("//").unwrap_or(comment.text)
}
