//! Values that a name has in the checked rules: cells, counts, limits, readings.

use rulebook_ir::DefBody;
use rulebook_ir::rules::Kind;

use super::clause_around;
use crate::checking::Checked;
use crate::index::{Key, Occurrence, Role, View};
use crate::state::Here;
use crate::{drawing, views};

/// What follows from the rules.
pub(super) fn computed(here: &Here, role: Role, name: &str, checked: Option<&Checked>) -> Vec<String> {
    let mut told = Vec::new();
    let Some(checked) = checked else { return told };
    let rules = &checked.rules;
    match role {
        Role::Region => {
            if let Some((_, cells)) = rules.regions.iter().find(|(n, _)| n == name) {
                told.push(format!(
                    "{} of {} cells: {}",
                    cells.len(),
                    rules.board.len(),
                    drawing::named(&rules.board, cells, 12)
                ));
                told.extend(drawing::drawn(&rules.board, cells).map(|d| format!("```text\n{d}```")));
            } else {
                told.push("Which cells these are depends on the player.".to_owned());
            }
        }
        Role::Kind | Role::Plural => {
            told.extend(rules.kinds.iter().find(|k| k.name == name || k.plural == name).map(kind));
        }
        Role::Let => {
            let found = rules.defs.iter().find(|d| d.name == name);
            told.extend(found.map(|def| {
                let what = match def.body {
                    DefBody::Cond(_) => "A condition",
                    DefBody::Num(_) => "A number",
                    DefBody::Set(_) => "A set of cells",
                };
                let of = match (def.cell, def.line) {
                    (true, true) => " of a cell and a line",
                    (true, false) => " of a cell",
                    (false, true) => " of a line",
                    (false, false) => "",
                };
                format!("{what}{of}.")
            }));
        }
        Role::Param => {
            let found = rules.params.iter().find(|p| p.name == name);
            told.extend(found.map(|p| {
                let value = match &p.value {
                    rulebook_ir::rules::ParamValue::Int(n) => n.to_string(),
                    rulebook_ir::rules::ParamValue::Word(w) => format!("`{w}`"),
                };
                format!("Here it is {value}.")
            }));
        }
        Role::Option => {
            if let Some(option) = rules.options.iter().find(|o| o.name == name) {
                for (i, reading) in option.readings.iter().enumerate() {
                    let default = if i == 0 { " (the default)" } else { "" };
                    let id = format!("{}.{name}.{reading}", rules.name);
                    let sentence = rules.clauses.iter().find(|c| c.id == id).and_then(|c| c.texts.get("en"));
                    told.push(format!(
                        "- `{reading}`{default}{}",
                        sentence.map_or_else(String::new, |s| format!(": {s}"))
                    ));
                }
            }
        }
        Role::Clock => told.extend(clock(here, name, checked)),
        Role::Reason => {
            for (language, text) in rules.reasons.iter().filter(|(r, _)| r == name).flat_map(|(_, texts)| &texts.0) {
                told.push(format!("_{language}_: {text}"));
            }
        }
        Role::Player => {
            let found = rules.players.iter().position(|p| p.name == name);
            told.extend(found.map(|i| {
                let titles: Vec<&str> = rules.players[i].title.0.iter().map(|(_, t)| t.as_str()).collect();
                let pieces = rules.setup.iter().filter(|p| usize::from(p.player) == i).count();
                let titles = if titles.is_empty() { String::new() } else { format!(" ({})", titles.join(", ")) };
                format!("Plays as number {} of {}{titles}; begins with {pieces} pieces.", i + 1, rules.players.len())
            }));
        }
        Role::Side => told.push("A role of an ending, whichever player it is.".to_owned()),
        _ => {}
    }
    told
}

/// Plural, letter, numbers and stock of a kind.
fn kind(kind: &Kind) -> String {
    let mut parts = vec![format!("plural `{}`", kind.plural)];
    parts.push(kind.letter.map_or_else(|| "no letter in position text".to_owned(), |l| format!("letter `{l}`")));
    parts.extend(kind.numbers.map(|(from, to)| format!("numbered {from} to {to}")));
    parts.push(match kind.stock {
        None => "as many as are needed".to_owned(),
        Some((n, true)) => format!("{n} of each number for each player"),
        Some((n, false)) => format!("{n} for each player"),
    });
    let titles: Vec<String> = kind.title.0.iter().map(|(l, t)| format!("{t} ({l})")).collect();
    if !titles.is_empty() {
        parts.push(format!("called {}", titles.join(", ")));
    }
    format!("{}.", parts.join("; "))
}

/// The results that ask a clock, each with its limit.
fn clock(here: &Here, name: &str, checked: &Checked) -> Vec<String> {
    let mut told = Vec::new();
    let unit = here.universe.unit_of(0, &checked.name);
    let line = unit.map(|u| here.universe.line(u)).unwrap_or_default();
    let limits = here.universe.limits.iter().filter(|l| l.clock == name && l.unit.is_some_and(|u| line.contains(&u)));
    for limit in limits {
        let spec = &here.universe.files[limit.file];
        let written = spec.text.get(limit.start..limit.end).unwrap_or("");
        let plies = views::limit(&here.universe, limit, Some(checked));
        let probe = Occurrence {
            file: limit.file,
            unit: limit.unit,
            start: limit.start,
            end: limit.end,
            key: Key::Word(String::new()),
            declares: None,
            derived: false,
            wants: None,
            view: View::Nobody,
        };
        let clause = clause_around(here, &probe).map_or_else(String::new, |(_, label)| format!(": `{label}`"));
        let plies = plies.map_or_else(String::new, |p| format!(" ({p})"));
        told.push(format!("- asked whether it reaches {written}{plies}{clause}"));
    }
    if told.is_empty() {
        told.push("No result asks for it.".to_owned());
    }
    told
}

/// What a game or family extends, what extends it, and how much is in it.
pub(super) fn unit(here: &Here, unit: usize) -> Vec<String> {
    let universe = &here.universe;
    let name = |unit: &usize| universe.units.get(*unit).map(|u| format!("`{}`", u.name));
    let line: Vec<String> = universe.line(unit).iter().skip(1).filter_map(name).collect();
    let mut told = Vec::new();
    if !line.is_empty() {
        told.push(format!("Extends {}.", line.join(", which extends ")));
    }
    let below: Vec<usize> = (0..universe.units.len()).filter(|u| universe.units[*u].parent == Some(unit)).collect();
    if !below.is_empty() {
        let names: Vec<String> = below.iter().filter_map(name).collect();
        told.push(format!("Extended by {}.", names.join(", ")));
    }
    let clauses = universe.rules(unit).map_or(0, |rules| rules.clauses.len());
    told.push(format!("{clauses} clauses of its own."));
    told
}
