//! What stands at a place, told with what follows from it: cells, plies, kinds, sentences, uses.

mod values;

use gen_lsp_types::{Contents, Hover, MarkupContent, MarkupKind};
use rulebook_diagnostics::Span;
use rulebook_ir::Clause;
use rulebook_syntax::ast::Unit;

use crate::checking::Checked;
use crate::index::{Key, Occurrence, Role};
use crate::navigation::path_at;
use crate::rename::word_at;
use crate::state::{Here, State};
use crate::{drawing, meanings, outline, views};

/// So many places in which something is used are told.
const MOST_USES: usize = 8;

/// What is shown of a place.
pub(crate) fn at(state: &State, here: &Here) -> Option<Hover> {
    let checked = here.rules(state);
    let word = here.universe.at(0, here.offset);
    let told = match word {
        Some(word) => named(here, word, checked.as_deref()).or_else(|| plain(here, checked.as_deref(), Some(word))),
        None => plain(here, checked.as_deref(), None),
    }?;
    let range = word.map(|w| here.spec.lines.range(&here.spec.text, w.start, w.end));
    let contents = Contents::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value: told.join("\n\n") });
    Some(Hover { contents, range })
}

/// A word of the language, or a path in the texts.
fn plain(here: &Here, checked: Option<&Checked>, word: Option<&Occurrence>) -> Option<Vec<String>> {
    if let (Some(path), Some(checked)) = (path_at(here), checked) {
        let id = format!("{}.{path}", checked.rules.name);
        let clause = checked.rules.clauses.iter().find(|c| c.id == id)?;
        return Some(sentences(checked, clause));
    }
    let text = word_at(&here.spec.text, here.offset)?;
    let mut told: Vec<String> = meanings::of(text).map(str::to_owned).into_iter().collect();
    if matches!(text, "own" | "enemy")
        && let Some(word) = word
    {
        told.push(views::told(&word.view, text == "own"));
    }
    if matches!(text, "each" | "reaches") {
        let near = |l: &&crate::index::Limit| l.file == 0 && l.end + 1 >= here.offset && l.start <= here.offset + 9;
        let found = here.universe.limits.iter().find(near);
        told.extend(found.and_then(|l| views::limit(&here.universe, l, checked)).map(|t| format!("Here: {t}.")));
    }
    if let (Some(checked), Some(direction)) = (checked, word.filter(|_| told.is_empty())) {
        let text = here.spec.text.get(direction.start..direction.end)?;
        let board = &checked.rules.board;
        if let Some(found) = board.directions.iter().find(|d| d.name == text) {
            let back = board.directions.get(usize::from(found.back)).map_or("", |d| d.name.as_str());
            told.push(format!("A direction of this board; `{back}` leads back."));
        } else if let Some(cell) = board.cell(text) {
            let info = board.cells.get(usize::from(cell))?;
            let number = info.number.map_or_else(String::new, |n| format!(", number {n}"));
            told.push(format!("A cell: column {}, row {}{number}.", info.column + 1, info.row + 1));
            let mut only = rulebook_ir::CellSet::new(board.len());
            only.insert(cell);
            told.extend(drawing::drawn(board, &only).map(|d| format!("```text\n{d}```")));
        }
    }
    (!told.is_empty()).then_some(told)
}

/// A name.
fn named(here: &Here, word: &Occurrence, checked: Option<&Checked>) -> Option<Vec<String>> {
    let declarations = here.universe.declarations(word);
    let first = declarations.first()?;
    let role = first.declares?;
    let name = here.universe.files.get(first.file)?.text.get(first.start..first.end)?.to_owned();
    let mut told = vec![head(here, word, role, &name)];
    if word.declares.is_none() {
        told.extend(source(here, first));
    }
    told.extend(values::computed(here, role, &name, checked));
    if let Some(checked) = checked {
        for clause in clauses(checked, role, &name, first) {
            told.extend(sentences(checked, clause));
        }
    }
    match (&word.key, role) {
        (Key::Unit(unit), _) => told.extend(values::unit(here, *unit)),
        (_, Role::Local) => told.push("Bound for this clause alone.".to_owned()),
        _ => told.push(uses(here, word)),
    }
    Some(told)
}

/// What it is, and of which game.
fn head(here: &Here, word: &Occurrence, role: Role, name: &str) -> String {
    let of = match &word.key {
        Key::Reading(option, _) => format!(" of `{option}`"),
        _ => String::new(),
    };
    let file = here.universe.declarations(word).first().and_then(|d| here.universe.files.get(d.file));
    let from =
        file.filter(|f| f.place != here.place).map_or_else(String::new, |f| format!(", from `{}`", f.place.name()));
    format!("**{}** `{name}`{of}{from}", role.word())
}

/// The clause that declares it, as it is written.
fn source(here: &Here, of: &Occurrence) -> Option<String> {
    if matches!(of.declares, Some(Role::Local | Role::Game | Role::Family)) {
        return None;
    }
    let (text, _) = clause_around(here, of)?;
    Some(format!("```rulebook\n{text}\n```"))
}

/// The clause in which something stands, and what it is called.
fn clause_around(here: &Here, of: &Occurrence) -> Option<(String, String)> {
    let spec = here.universe.files.get(of.file)?;
    let holds = |span: Span| span.start as usize <= of.start && of.end <= span.end as usize;
    spec.parsed.file.units.iter().find_map(|unit| {
        let Unit::Rules(rules) = unit else { return None };
        let clause = rules.clauses.iter().find(|c| holds(c.span))?;
        let text = spec.text.get(clause.span.start as usize..clause.span.end as usize)?.to_owned();
        Some((text, outline::label(&clause.body, spec, clause.span).0))
    })
}

/// The clauses that a name stands for.
fn clauses<'c>(checked: &'c Checked, role: Role, name: &str, declared: &Occurrence) -> Vec<&'c Clause> {
    let rules = &checked.rules;
    let mut paths = match role {
        Role::Clock => vec![name.to_owned(), format!("{name}.limit")],
        Role::Option | Role::Tag => vec![name.to_owned()],
        Role::Region => vec![format!("region.{name}")],
        Role::Param => vec![format!("param.{name}")],
        Role::Kind => vec![format!("piece.{name}")],
        Role::Action => rules
            .actions
            .iter()
            .filter(|a| a.name == name)
            .flat_map(|a| &a.clauses)
            .map(|(_, clause)| rules.clause_id(*clause).to_owned())
            .collect(),
        Role::Reading => match &declared.key {
            Key::Reading(option, reading) => vec![format!("{option}.{reading}")],
            _ => Vec::new(),
        },
        Role::Let => {
            let def = rules.defs.iter().find(|d| d.name == name);
            def.map(|d| rules.clause_id(d.clause).to_owned()).into_iter().collect()
        }
        Role::Reason => rules
            .results
            .iter()
            .filter(|r| rules.reasons.get(usize::from(r.reason)).is_some_and(|(n, _)| n == name))
            .map(|r| rules.clause_id(r.clause).to_owned())
            .chain([name.to_owned()])
            .collect(),
        _ => Vec::new(),
    };
    paths.dedup();
    let prefix = format!("{}.", rules.name);
    let whole = |path: String| if path.starts_with(&prefix) { path } else { format!("{prefix}{path}") };
    let mut found: Vec<&Clause> = Vec::new();
    for id in paths.into_iter().map(whole) {
        if let Some(clause) = rules.clauses.iter().find(|c| c.id == id)
            && found.iter().all(|f| f.id != clause.id)
        {
            found.push(clause);
        }
    }
    found
}

/// The sentences and the sources of a clause.
fn sentences(checked: &Checked, clause: &Clause) -> Vec<String> {
    let mut told = vec![format!("`{}`{}", checked.shown_id(clause), if clause.assumed { ", assumed" } else { "" })];
    told.extend(clause.texts.0.iter().map(|(language, text)| format!("_{language}_: {text}")));
    for source in &clause.sources {
        let numbers: Vec<String> = source.paragraphs.iter().map(u32::to_string).collect();
        let paragraphs =
            if numbers.is_empty() { String::new() } else { format!(", paragraphs {}", numbers.join(", ")) };
        told.push(format!("Source: {}{paragraphs}", source.document));
    }
    told
}

/// Where a name is used, by clause.
fn uses(here: &Here, word: &Occurrence) -> String {
    let mut labels: Vec<String> = Vec::new();
    let mut count = 0;
    for place in here.universe.same(word) {
        if place.declares.is_none() && !here.universe.in_texts(place) {
            count += 1;
            if let Some((_, label)) = clause_around(here, place)
                && !labels.contains(&label)
            {
                labels.push(label);
            }
        }
    }
    if count == 0 {
        return "Used nowhere.".to_owned();
    }
    let more = if labels.len() > MOST_USES { format!(" and {} more", labels.len() - MOST_USES) } else { String::new() };
    let shown: Vec<String> = labels.iter().take(MOST_USES).map(|l| format!("`{l}`")).collect();
    let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
    format!("Used {times}: {}{more}.", shown.join(", "))
}
