//! A game with all that it inherits, as its author could have written it in one file.

use rulebook_diagnostics::{FileId, Sources, Span};
use rulebook_syntax::ast::{ClauseBody, TextLine, TextsUnit};

use crate::{Loader, Request, inherit};

/// A game with all that it inherits.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// Its name.
    pub name: String,
    /// The version of the language in which it is written.
    pub language: u32,
    /// What it extends, nearest first.
    pub family: Vec<String>,
    /// Its clauses in the order in which they are read.
    pub clauses: Vec<ResolvedClause>,
    /// The lines of its texts: of each document and each path one, as it stands after all others have been put into it.
    pub texts: Vec<TextLine>,
}

/// A clause of a [`Resolved`] game.
#[derive(Clone, Debug)]
pub struct ResolvedClause {
    /// Where it is written.
    pub span: Span,
    /// Of a parameter that a variant or the caller sets: where the family's value is written, and what it is instead.
    pub value: Option<(Span, String)>,
}

/// Puts a game of a file together with what it inherits. `None` if something is wrong with what holds it together; what
/// is wrong says [`crate::check`].
pub fn resolve(sources: &mut Sources, root: FileId, request: &Request, loader: &dyn Loader) -> Option<Resolved> {
    let source = sources.file(root);
    let parsed = loader.parse(root, &source.name, &source.text);
    let mut ignored = Vec::new();
    let merged = inherit::merge(sources, root, parsed.file, request.game.as_deref(), loader, &mut ignored)?;
    let set = |name: &str| {
        let asked = request.params.iter().rev().find(|(n, _)| n == name).map(|(_, value)| value.clone());
        let bound = || {
            let (_, value) = merged.bindings.iter().rev().find(|(n, _)| n.text == name)?;
            Some(written(value))
        };
        asked.or_else(bound)
    };
    let clauses = merged.clauses.iter().map(|clause| {
        let value = match &clause.body {
            ClauseBody::Param { name, value, .. } => set(&name.text).map(|new| (place(value), new)),
            _ => None,
        };
        ResolvedClause { span: clause.span, value }
    });
    let clauses = clauses.collect();
    let texts = texts(&merged.texts, &merged.name.text);
    Some(Resolved { name: merged.name.text, language: merged.language, family: merged.family, clauses, texts })
}

fn written(word: &rulebook_syntax::ast::Word) -> String {
    match word {
        rulebook_syntax::ast::Word::Int(n) => n.value.to_string(),
        rulebook_syntax::ast::Word::Name(name) => name.text.clone(),
    }
}

fn place(word: &rulebook_syntax::ast::Word) -> Span {
    match word {
        rulebook_syntax::ast::Word::Int(n) => n.span,
        rulebook_syntax::ast::Word::Name(name) => name.span,
    }
}

/// One line for each document and path: what a variant says comes before what its family says, sources as a whole and
/// sentences language by language; a family's title is its own.
fn texts(units: &[TextsUnit], game: &str) -> Vec<TextLine> {
    let mut lines: Vec<TextLine> = Vec::new();
    for unit in units {
        for line in &unit.lines {
            match line {
                TextLine::Document { name, .. } => {
                    let same = |l: &TextLine| matches!(l, TextLine::Document { name: n, .. } if n.text == name.text);
                    lines.retain(|l| !same(l));
                    lines.push(line.clone());
                }
                TextLine::Claim { path, sources, formerly, texts, .. } => {
                    if path.text == "title" && unit.name.text != game {
                        continue;
                    }
                    let known = lines.iter_mut().find_map(|l| match l {
                        TextLine::Claim { path: p, sources, formerly, texts, .. } if p.text == path.text => {
                            Some((sources, formerly, texts))
                        }
                        _ => None,
                    });
                    let Some((old_sources, old_formerly, old_texts)) = known else {
                        lines.push(line.clone());
                        continue;
                    };
                    if !sources.is_empty() {
                        old_sources.clone_from(sources);
                    }
                    if formerly.is_some() {
                        old_formerly.clone_from(formerly);
                    }
                    for (language, text) in texts {
                        match old_texts.iter_mut().find(|(l, _)| l.text == language.text) {
                            Some((_, old)) => old.clone_from(text),
                            None => old_texts.push((language.clone(), text.clone())),
                        }
                    }
                }
            }
        }
    }
    lines
}
