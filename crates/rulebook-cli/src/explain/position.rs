//! A position explained: why the game is over, or where its clocks stand and what would end it.

use rulebook_api::{Position as _, Vocabulary};
use rulebook_interpreter::{ClockFinding, InterpreterPosition, clocks, ended};
use serde_json::{Value, json};

use super::tree::{Tree, as_json};
use crate::{engine::Running, view};

/// In lines.
pub(super) fn tell(running: &Running, position: &InterpreterPosition, tree: &mut Tree<'_>) {
    let names = running.names();
    let status = position.status();
    tree.say(view::status_text(names, running.rules(), &status));
    tell_end(position, tree);
    for clock in clocks(position) {
        tell_clock(names, &clock, tree);
    }
}

/// Why a game is over, if it is.
pub(super) fn tell_end(position: &InterpreterPosition, tree: &mut Tree<'_>) {
    tree.on(&position.setup().pieces);
    for end in ended(position) {
        tree.clause(end.clause, "holds");
        tree.findings(std::slice::from_ref(&end.when));
    }
}

fn tell_clock(names: &Vocabulary, clock: &ClockFinding, tree: &mut Tree<'_>) {
    tree.say("");
    let value = clock.value.map_or_else(|| "does not run".to_owned(), |v| format!("stands at {v}"));
    tree.clause(clock.clause, &format!("(clock{}) {value}", whose(names, clock)));
    tree.say(format!("  counts {}", clock.counts));
    if !clock.restarts.is_empty() {
        tree.say(format!("  restarts on {}", clock.restarts.join(", ")));
    }
    for limit in &clock.limits {
        let asked = limit.and.iter().all(|f| f.holds);
        let left = limit.at - i64::from(clock.value.unwrap_or(0));
        let far = match (clock.value, asked) {
            (Some(_), true) if left > 0 => format!("{left} more"),
            (Some(_), true) => "reached".to_owned(),
            (Some(_), false) => "what else it asks does not hold".to_owned(),
            (None, _) => "it does not run".to_owned(),
        };
        tree.clause(limit.clause, &format!("ends the game at {}: {far}", limit.at));
        if !asked {
            let failing: Vec<_> = limit.and.iter().filter(|f| !f.holds).cloned().collect();
            tree.findings(&failing);
        }
    }
    if let Some(runs) = &clock.runs {
        tree.say("  runs while");
        tree.findings(std::slice::from_ref(runs));
    }
}

fn whose(names: &Vocabulary, clock: &ClockFinding) -> String {
    match (clock.player, clock.cell) {
        (Some(player), _) => format!(" of {}", names.player(player)),
        (None, Some(cell)) => format!(" of the piece on {}", names.cell_name(cell)),
        (None, None) => String::new(),
    }
}

/// For programs: `status`, `ended`, `clocks`.
pub(super) fn json(running: &Running, position: &InterpreterPosition) -> Value {
    let names = running.names();
    let id = |clause| running.rules().clause_id(clause);
    let ended: Vec<Value> = ended(position)
        .iter()
        .map(|end| json!({ "clause": id(end.clause), "when": as_json(running, &end.when) }))
        .collect();
    let clocks: Vec<Value> = clocks(position)
        .iter()
        .map(|clock| {
            let limits = clock.limits.iter().map(|limit| {
                let and: Vec<Value> = limit.and.iter().map(|f| as_json(running, f)).collect();
                json!({ "clause": id(limit.clause), "at": limit.at, "and": and })
            });
            json!({
                "name": clock.name,
                "clause": id(clock.clause),
                "player": clock.player.map(|p| names.player(p)),
                "cell": clock.cell.map(|c| names.cell_name(c)),
                "value": clock.value,
                "counts": clock.counts,
                "restarts": clock.restarts,
                "limits": limits.collect::<Vec<_>>(),
                "runs": clock.runs.as_ref().map(|f| as_json(running, f)),
            })
        })
        .collect();
    json!({ "status": view::status(names, &position.status()), "ended": ended, "clocks": clocks })
}
