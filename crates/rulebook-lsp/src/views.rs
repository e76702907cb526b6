//! Values that are not written: plies of a limit, and whose `own` it is.

use gen_lsp_types::{InlayHint, InlayHintKind, Label, Range};
use rulebook_ir::rules::ParamValue;
use rulebook_syntax::ast::{ClauseBody, Unit};

use crate::checking::Checked;
use crate::index::{Key, Limit, Universe, View};
use crate::library::Spec;
use crate::state::State;

/// How many players a game has.
pub(crate) fn players(universe: &Universe, unit: usize) -> Option<usize> {
    universe.line(unit).into_iter().find_map(|unit| {
        universe.rules(unit)?.clauses.iter().find_map(|clause| match &clause.body {
            ClauseBody::Players(players) => Some(players.len()),
            _ => None,
        })
    })
}

/// What a limit comes to: `40 plies, with 2 players`.
pub(crate) fn limit(universe: &Universe, limit: &Limit, checked: Option<&Checked>) -> Option<String> {
    let number = match &limit.value {
        Ok(number) => *number,
        Err(param) => {
            let found = checked?.rules.params.iter().find(|p| p.name == *param)?;
            match found.value {
                ParamValue::Int(number) => number,
                ParamValue::Word(_) => return None,
            }
        }
    };
    if limit.each {
        let players = players(universe, limit.unit?)?;
        let plies = u64::from(number) * players as u64;
        return Some(format!("{plies} plies, with {players} players"));
    }
    limit.value.is_err().then(|| number.to_string())
}

/// Whose it is, in words.
pub(crate) fn told(view: &View, own: bool) -> String {
    let (whose, other) = match view {
        View::Nobody => return "Nobody acts here, so it is no one's.".to_owned(),
        View::Actor => ("who acts".to_owned(), "the opponent of who acts".to_owned()),
        View::Mover => ("whose turn it is".to_owned(), "the opponent of whose turn it is".to_owned()),
        View::Of(name) => (format!("`{name}`"), format!("the opponent of `{name}`")),
        View::EachPlayer => ("each player in turn".to_owned(), "the opponent of each player in turn".to_owned()),
        View::Role => ("whoever is taken as the strong side".to_owned(), "the weak side".to_owned()),
        View::Owner => ("the piece's owner".to_owned(), "the opponent of the piece's owner".to_owned()),
        View::User => ("whoever the place that uses this definition speaks of".to_owned(), "his opponent".to_owned()),
    };
    format!("Here: {}.", if own { whose } else { other })
}

/// Hints for a stretch of a document.
pub(crate) fn hints(state: &State, spec: &Spec, universe: &Universe, range: Range) -> Vec<InlayHint> {
    let (from, to) = (spec.lines.offset(&spec.text, range.start), spec.lines.offset(&spec.text, range.end));
    let mut hints = Vec::new();
    let mut add = |at: usize, text: String| {
        if (from..=to).contains(&at) {
            // A colon stands at its word.
            let text_pads = !text.starts_with(':');
            hints.push(InlayHint {
                position: spec.lines.position(&spec.text, at),
                label: Label::String(text),
                kind: Some(InlayHintKind::Type),
                text_edits: None,
                tooltip: None,
                padding_left: Some(text_pads),
                padding_right: None,
                data: None,
            });
        }
    };
    for limit in universe.limits.iter().filter(|l| l.file == 0) {
        let game = limit.unit.and_then(|u| universe.units.get(u)).map(|u| u.name.as_str());
        let checked = game.and_then(|game| state.rules(&spec.place, game));
        if let Some(told) = self::limit(universe, limit, checked.as_deref()) {
            let told = told.split(',').next().unwrap_or(&told).to_owned();
            add(limit.end, format!("= {told}"));
        }
    }
    for unit in &spec.parsed.file.units {
        let Unit::Rules(rules) = unit else { continue };
        for clause in &rules.clauses {
            let mut told: Vec<(&str, &View)> = Vec::new();
            let (start, end) = (clause.span.start as usize, clause.span.end as usize);
            for word in universe.occurrences.iter().filter(|o| o.file == 0 && start <= o.start && o.end <= end) {
                let Key::Word(text) = &word.key else { continue };
                let who = match &word.view {
                    View::Of(name) => name.as_str(),
                    View::Mover => "the mover",
                    View::Owner => "its owner",
                    View::EachPlayer => "each player",
                    // It goes without saying, or hangs on who asks.
                    View::Actor | View::User | View::Role | View::Nobody => continue,
                };
                let named = match text.as_str() {
                    "own" => format!(": {who}"),
                    "enemy" => format!(": {who}'s opponent"),
                    _ => continue,
                };
                // Said once in a clause it need not be said again.
                if !told.contains(&(text.as_str(), &word.view)) {
                    told.push((text, &word.view));
                    add(word.end, named);
                }
            }
        }
    }
    hints
}
