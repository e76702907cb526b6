//! `extends`: brings families, and merges their clauses with those of the variant.
//!
//! A clause with the same head replaces the inherited one, in its place. Results have no head: they are
//! appended. Overriding is late, since names are resolved only after merging.

use std::collections::BTreeMap;

use rulebook_diagnostics::{Code, Diagnostic, FileId, Sources, Span, nearest};
use rulebook_syntax::Parsed;
use rulebook_syntax::ast::{AlwaysWhen, Clause, ClauseBody, File, Name, Outcome, RulesUnit, TextsUnit, Unit, Word};

/// Brings the text of what a spec extends.
pub trait Loader {
    /// The spec that contains the game or family `name`, which the file `from` extends: the name under
    /// which to show it, and its text.
    fn load(&self, name: &str, from: &str) -> Option<(String, String)>;

    /// Why `load` brings nothing although a file of that name is there: "`base.rules` is not UTF-8 text", say.
    fn unreadable(&self, name: &str, from: &str) -> Option<String> {
        _ = (name, from);
        None
    }

    /// Reads a file that is shown under this name. Other forms than that of the language itself are up to the loader.
    fn parse(&self, file: FileId, name: &str, text: &str) -> Parsed {
        _ = name;
        rulebook_syntax::parse(file, text)
    }
}

/// A game with all that it inherits.
#[derive(Debug)]
pub(crate) struct Merged {
    pub(crate) name: Name,
    pub(crate) language: u32,
    /// The block of the game itself, without what it inherits.
    pub(crate) own: Span,
    pub(crate) family: Vec<String>,
    pub(crate) clauses: Vec<Clause>,
    /// Parameters set by `with`, nearest game last.
    pub(crate) bindings: Vec<(Name, Word)>,
    /// Texts, those of the farthest ancestor first.
    pub(crate) texts: Vec<TextsUnit>,
}

/// Longest chain of `extends`.
const MAX_DEPTH: usize = 16;

pub(crate) fn games(file: &File) -> Vec<String> {
    rules_units(file).filter(|u| !u.is_family).map(|u| u.name.text.clone()).collect()
}

fn rules_units(file: &File) -> impl Iterator<Item = &RulesUnit> {
    file.units.iter().filter_map(|u| match u {
        Unit::Rules(u) => Some(u),
        Unit::Texts(_) => None,
    })
}

/// Says what is wrong with the blocks of a file as a whole: two of one name, texts for none of them.
pub(crate) fn check_units(file: &File, diagnostics: &mut Vec<Diagnostic>) {
    let mut known: Vec<&Name> = Vec::new();
    for unit in rules_units(file) {
        match known.iter().find(|n| n.text == unit.name.text) {
            Some(first) => diagnostics.push(
                Diagnostic::error(
                    Code("R0203"),
                    unit.name.span,
                    format!("`{}` stands twice in this file", unit.name.text),
                )
                .also(first.span, "first here")
                .help("give one of them another name"),
            ),
            None => known.push(&unit.name),
        }
    }
    for unit in &file.units {
        let Unit::Texts(texts) = unit else { continue };
        if known.iter().all(|n| n.text != texts.name.text) {
            let wrong = Diagnostic::error(
                Code("R0601"),
                texts.name.span,
                format!("these texts are for `{}`, which is not in this file", texts.name.text),
            );
            diagnostics.push(match nearest(&texts.name.text, known.iter().map(|n| n.text.as_str())) {
                Some(near) => wrong.fix(texts.name.span, near),
                None => wrong.help("texts stand in the file of their game or family"),
            });
        }
    }
}

pub(crate) fn merge(
    sources: &mut Sources,
    root: FileId,
    file: File,
    game: Option<&str>,
    loader: &dyn Loader,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Merged> {
    let unit = match game {
        Some(name) => rules_units(&file).find(|u| u.name.text == name),
        None => rules_units(&file).filter(|u| !u.is_family).last(),
    }?
    .clone();
    let language = file.version.map_or(1, |v| v.value);
    let mut files = vec![(root, file)];
    let mut line = vec![unit];
    while let Some(extends) = line.last().and_then(|u| u.extends.clone()) {
        let parent = &extends.parent;
        if let Some(first) = line.iter().position(|u| u.name.text == parent.text) {
            let circle: Vec<&str> = line[first..].iter().map(|u| u.name.text.as_str()).collect();
            diagnostics.push(
                Diagnostic::error(Code("R0206"), parent.span, format!("`{}` extends itself", parent.text))
                    .label(format!("{} → {}", circle.join(" → "), parent.text))
                    .help("take out one `extends` of the circle"),
            );
            return None;
        }
        if line.len() >= MAX_DEPTH {
            let text = format!("`{}` extends more than {MAX_DEPTH} games and families in a row", line[0].name.text);
            diagnostics.push(
                Diagnostic::error(Code("R0402"), parent.span, text)
                    .label("one too many")
                    .help("put several of them together into one family"),
            );
            return None;
        }
        let known = files.iter().flat_map(|(_, f)| rules_units(f)).find(|u| u.name.text == parent.text).cloned();
        let found = known.or_else(|| bring(sources, parent, loader, &mut files, diagnostics));
        let Some(unit) = found else {
            let from = &sources.file(parent.span.file).name;
            if let Some(why) = loader.unreadable(&parent.text, from) {
                let wrong =
                    Diagnostic::error(Code("R0204"), parent.span, format!("`{}` is there, but {why}", parent.text))
                        .help("`extends` takes the file beside this one before a bundled spec of that name");
                diagnostics.push(wrong);
                return None;
            }
            let names: Vec<String> =
                files.iter().flat_map(|(_, f)| rules_units(f)).map(|u| u.name.text.clone()).collect();
            let mut wrong =
                Diagnostic::error(Code("R0204"), parent.span, format!("there is no game or family `{}`", parent.text))
                    .help("`extends` looks in this file, beside it, and among the bundled specs");
            if let Some(near) = nearest(&parent.text, names.iter().map(String::as_str)) {
                wrong = wrong.fix(parent.span, near);
            }
            diagnostics.push(wrong);
            return None;
        };
        line.push(unit);
    }
    let name = line[0].name.clone();
    let own = line[0].span;
    let family = line.iter().skip(1).map(|u| u.name.text.clone()).collect();
    let mut bindings = Vec::new();
    let mut clauses: Vec<Clause> = Vec::new();
    let mut texts = Vec::new();
    for unit in line.iter().rev() {
        if let Some(extends) = &unit.extends {
            bindings.extend(extends.bindings.iter().cloned());
        }
        add(&mut clauses, unit, diagnostics);
        for (_, file) in &files {
            texts.extend(file.units.iter().filter_map(|u| match u {
                Unit::Texts(t) if t.name.text == unit.name.text => Some(t.clone()),
                Unit::Texts(_) | Unit::Rules(_) => None,
            }));
        }
    }
    Some(Merged { name, language, own, family, clauses, bindings, texts })
}

fn bring(
    sources: &mut Sources,
    parent: &Name,
    loader: &dyn Loader,
    files: &mut Vec<(FileId, File)>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<RulesUnit> {
    let from = sources.file(parent.span.file).name.clone();
    let (shown, text) = loader.load(&parent.text, &from)?;
    let id = sources.add(shown.clone(), text.clone());
    let parsed = loader.parse(id, &shown, &text);
    diagnostics.extend(parsed.diagnostics);
    let unit = rules_units(&parsed.file).find(|u| u.name.text == parent.text).cloned();
    files.push((id, parsed.file));
    unit
}

/// Where the clause of each head is.
fn places(clauses: &[Clause]) -> BTreeMap<String, usize> {
    clauses.iter().enumerate().filter_map(|(i, c)| Some((head(&c.body)?, i))).collect()
}

/// Adds a unit's clauses to those inherited.
fn add(clauses: &mut Vec<Clause>, unit: &RulesUnit, diagnostics: &mut Vec<Diagnostic>) {
    let inherited = clauses.len();
    let mut seen: BTreeMap<String, Span> = BTreeMap::new();
    let mut places = places(clauses);
    for clause in &unit.clauses {
        if let ClauseBody::Without { what, names } = &clause.body {
            remove(clauses, inherited, what, names, diagnostics);
            places = self::places(clauses);
            continue;
        }
        let Some(head) = head(&clause.body) else {
            clauses.push(clause.clone());
            continue;
        };
        if let Some(first) = seen.get(&head) {
            let text = format!("`{}` is said twice", head.trim_end());
            diagnostics.push(
                Diagnostic::error(Code("R0203"), head_span(clause, &head), text)
                    .also(*first, "first here")
                    .help("a game says each thing once; a variant that extends this game may replace it"),
            );
            continue;
        }
        seen.insert(head.clone(), head_span(clause, &head));
        if let Some(&i) = places.get(&head) {
            clauses[i] = clause.clone();
        } else {
            places.insert(head, clauses.len());
            clauses.push(clause.clone());
        }
    }
}

fn remove(clauses: &mut Vec<Clause>, inherited: usize, what: &Name, names: &[Name], diagnostics: &mut Vec<Diagnostic>) {
    let words: Vec<&str> = names.iter().map(|n| n.text.as_str()).collect();
    let before = clauses.len();
    let mut offered = Vec::new();
    let mut index = 0;
    clauses.retain(|c| {
        let here = index;
        index += 1;
        let (word, rest) = removable(&c.body);
        if word != what.text || here >= inherited {
            return true;
        }
        offered.push(rest.join(" "));
        !(rest.len() >= words.len() && rest.iter().zip(&words).all(|(a, b)| a == b))
    });
    if clauses.len() == before {
        let span = names.last().map_or(what.span, |n| n.span);
        let asked = words.join(" ");
        let mut wrong = Diagnostic::error(
            Code("R0205"),
            span,
            format!("nothing is inherited that `without {}` could take out", said(&what.text, &asked)),
        );
        wrong = match nearest(&asked, offered.iter().map(String::as_str)) {
            Some(near) => wrong.help(format!("did you mean `without {}`?", said(&what.text, near))),
            None if offered.is_empty() => wrong.help(format!("the parent has no `{}` at all", what.text)),
            None => wrong.help(format!(
                "the parent has {}",
                offered.iter().map(|o| format!("`{}`", said(&what.text, o))).collect::<Vec<_>>().join(", ")
            )),
        };
        diagnostics.push(wrong);
    }
}

/// A clause word and the names after it, if any.
fn said(word: &str, names: &str) -> String {
    format!("{word} {names}").trim_end().to_owned()
}

/// What `without` calls a clause: its word and the names that tell it from others.
fn removable(body: &ClauseBody) -> (&'static str, Vec<String>) {
    let one = |n: &Name| vec![n.text.clone()];
    match body {
        ClauseBody::Result(r) => {
            let word = match r.outcome {
                Outcome::Win(_) => "win",
                Outcome::Lose(_) => "lose",
                Outcome::Draw => "draw",
            };
            (word, one(&r.because))
        }
        ClauseBody::Forbid { because, .. } => ("forbid", one(because)),
        ClauseBody::Refuse { because, .. } => ("refuse", one(because)),
        ClauseBody::Always { when, tag, .. } => {
            let names = match (tag, when) {
                (Some(tag), _) => one(tag),
                (None, AlwaysWhen::Reason(r)) => one(r),
                (None, AlwaysWhen::Each | AlwaysWhen::AfterTurn | AlwaysWhen::AfterAction) => Vec::new(),
            };
            ("always", names)
        }
        ClauseBody::Without { .. } => ("without", Vec::new()),
        other => {
            let head = head(other).unwrap_or_default();
            let mut words = head.split(' ').map(str::to_owned);
            let first = words.next().unwrap_or_default();
            let word = [
                "action",
                "chain",
                "prefer",
                "promote",
                "clock",
                "let",
                "option",
                "param",
                "region",
                "piece",
                "setup",
                "turn",
                "claimable",
                "decide",
                "fouls",
                "sides",
                "board",
                "cells",
                "players",
            ]
            .into_iter()
            .find(|w| *w == first)
            .unwrap_or("");
            (word, words.collect())
        }
    }
}

/// The words that tell a clause from others: its name, or else its first word.
fn head_span(clause: &Clause, head: &str) -> Span {
    match &clause.body {
        ClauseBody::Param { name, .. }
        | ClauseBody::Option { name, .. }
        | ClauseBody::Region { name, .. }
        | ClauseBody::Let { name, .. }
        | ClauseBody::Prefer { action: name, .. }
        | ClauseBody::Promote { from: name, .. } => name.span,
        ClauseBody::Piece(piece) => piece.name.span,
        ClauseBody::Action(action) => action.kind.as_ref().map_or(action.name.span, |k| action.name.span.to(k.span)),
        ClauseBody::Chain(chain) => chain.action.span,
        ClauseBody::Clock(clock) => clock.name.span,
        _ if clause.assume => clause.span,
        _ => {
            let word = head.split(' ').next().unwrap_or("").len() as u32;
            Span::new(clause.span.file, clause.span.start, clause.span.start + word)
        }
    }
}

/// The head of a clause, by which a variant replaces it.
fn head(body: &ClauseBody) -> Option<String> {
    Some(match body {
        ClauseBody::Param { name, .. } => format!("param {}", name.text),
        ClauseBody::Option { name, .. } => format!("option {}", name.text),
        ClauseBody::Board(_) => "board".into(),
        ClauseBody::Cells { .. } => "cells".into(),
        ClauseBody::Region { name, .. } => format!("region {}", name.text),
        ClauseBody::Players(_) => "players".into(),
        ClauseBody::Sides { .. } => "sides".into(),
        ClauseBody::Piece(p) => format!("piece {}", p.name.text),
        ClauseBody::Setup(_) => "setup".into(),
        ClauseBody::Action(a) => match &a.kind {
            Some(kind) => format!("action {} {}", a.name.text, kind.text),
            None => format!("action {}", a.name.text),
        },
        ClauseBody::Chain(c) => format!("chain {}", c.action.text),
        ClauseBody::Prefer { action, .. } => format!("prefer {}", action.text),
        ClauseBody::Promote { from, .. } => format!("promote {}", from.text),
        ClauseBody::Turn { range, .. } => {
            format!("turn {}", range.as_ref().map_or(String::new(), |r| format!("{:?}", r.from.kind)))
        }
        ClauseBody::Fouls { .. } => "fouls".into(),
        ClauseBody::Clock(c) => format!("clock {}", c.name.text),
        ClauseBody::Decide { .. } => "decide".into(),
        ClauseBody::Claimable { .. } => "claimable".into(),
        ClauseBody::Let { name, .. } => format!("let {}", name.text),
        ClauseBody::Refuse { .. }
        | ClauseBody::Forbid { .. }
        | ClauseBody::Result(_)
        | ClauseBody::Always { .. }
        | ClauseBody::Without { .. } => return None,
    })
}
