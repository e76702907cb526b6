//! `cargo xtask oracle`: every case, ply by ply, against a judge that was written apart from specs and interpreter.
//!
//! The judge (`conformance/oracle`) knows the games from the texts of their rules. Where it and the interpreter say the
//! same, an expectation does not rest on our own output alone.

use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use rulebook_api::{Action, ClockCopies, Game, Position, Status, Vocabulary, move_text, position_text, record};
use rulebook_certify::{Case, case::CaseStatus, suite};
use serde_json::{Value, json};

use crate::games::{rules, start};

/// Compares all cases, or those of some games.
pub(crate) fn run(root: &Path, games: &[String], every_ply: bool) -> Result<(), String> {
    let files = suite::bundled_files().map_err(|e| e.to_string())?;
    let mut judge = Judge::start(root)?;
    let (mut cases, mut asked, mut differing) = (0, 0, 0);
    for case in files.iter().flat_map(|f| &f.cases) {
        let wanted = games.is_empty() || games.iter().any(|g| g == case.game());
        if !wanted || case.status == CaseStatus::Withdrawn {
            continue;
        }
        cases += 1;
        for difference in compare(case, &mut judge, every_ply, &mut asked)? {
            differing += 1;
            say!("{} {}: {difference}", case.id, case.slug);
        }
    }
    say!("{cases} cases, {asked} questions, {differing} differences");
    match (cases, differing) {
        (0, _) => Err(String::from("no case was compared")),
        (_, 0) => Ok(()),
        (_, n) => Err(format!("{n} differences")),
    }
}

/// The judge, a process that answers line by line.
struct Judge {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Judge {
    fn start(root: &Path) -> Result<Self, String> {
        let program = root.join("conformance/oracle/main.py");
        let mut child = Command::new("python3")
            .arg("-B")
            .arg(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("python3 could not be started: {e}"))?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(String::from("the judge has no input or output"));
        };
        Ok(Self { child, to, from: BufReader::new(from) })
    }

    fn ask(&mut self, question: &Value) -> Result<Value, String> {
        writeln!(self.to, "{question}").map_err(|e| format!("the judge does not listen: {e}"))?;
        let mut line = String::new();
        self.from.read_line(&mut line).map_err(|e| format!("the judge does not answer: {e}"))?;
        serde_json::from_str(&line).map_err(|e| format!("the judge answers `{}`: {e}", line.trim()))
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        // It ends by itself when its input does; a judge that hangs is not waited for.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What differs in a case.
fn compare(case: &Case, judge: &mut Judge, every_ply: bool, asked: &mut u32) -> Result<Vec<String>, String> {
    let params: Vec<_> = case.params.iter().map(|(n, v)| (n.clone(), v.text())).collect();
    let options: Vec<_> = case.options.iter().map(|(n, v)| (n.clone(), v.clone())).collect();
    let game = start(&rules(case.game(), &params)?, &options, u64::MAX)?;
    let names = game.vocabulary();
    let ask = |moves: &str| {
        json!({
            "id": case.id,
            "game": case.game(),
            "options": case.options,
            "params": case.params.iter().map(|(n, v)| (n.clone(), json!(v))).collect::<serde_json::Map<_, _>>(),
            "position": case.position,
            "moves": moves,
        })
    };
    let begin = match &case.position {
        None => Some(game.initial()),
        Some(text) => position_text::parse(names, text).ok().and_then(|s| game.set_up(&s).ok()),
    };
    let Some(mut position) = begin else {
        *asked += 1;
        let answer = judge.ask(&ask(""))?;
        let refuses = answer.get("refused").is_some();
        return Ok(if refuses { Vec::new() } else { vec![format!("the judge does not refuse the set-up: {answer}")] });
    };
    let mut stops: Vec<(String, Value)> = vec![(String::new(), shown(names, position.as_ref(), true))];
    let mut so_far = String::new();
    let played = record::play(names, position.as_mut(), &case.moves, &mut |p, turn| {
        so_far.push_str(&turn.actions.join(" "));
        so_far.push(' ');
        stops.push((so_far.clone(), shown(names, p, false)));
    });
    if let Ok(unfinished) = &played
        && !unfinished.is_empty()
    {
        stops.push((format!("{so_far}{}", unfinished.join(" ")), shown(names, position.as_ref(), false)));
    }
    if !every_ply {
        stops.drain(..stops.len() - 1);
    }
    let mut differences = Vec::new();
    for (moves, ours) in &stops {
        *asked += 1;
        let answer = judge.ask(&ask(moves))?;
        let Some(theirs) = answer.get("ok") else {
            differences.push(format!("after `{moves}` the judge answers {answer}"));
            continue;
        };
        for (part, value) in ours.as_object().into_iter().flatten() {
            let there = tidy(part, theirs.get(part).cloned().unwrap_or(Value::Null));
            if *value != there {
                differences.push(format!("after `{}` {part}: we {value}, the judge {there}", moves.trim()));
            }
        }
    }
    Ok(differences)
}

/// Lists without an order of their own are sorted; what an ended game's clocks show is not compared.
fn tidy(part: &str, value: Value) -> Value {
    let sorted = |mut list: Vec<Value>| {
        list.sort_by_key(Value::to_string);
        Value::Array(list)
    };
    match value {
        Value::Array(list) if part == "pieces" => {
            sorted(list.into_iter().map(|p| json!([p[0], p[1], p[2], p[3].as_u64().unwrap_or(0)])).collect())
        }
        Value::Array(list) => sorted(list),
        Value::Object(mut map) if part == "status" => {
            map.retain(|_, v| !v.as_array().is_some_and(Vec::is_empty));
            Value::Object(map)
        }
        other => other,
    }
}

/// What is compared of a position.
fn shown(names: &Vocabulary, position: &dyn Position, first: bool) -> Value {
    let over = position.status().is_over();
    let pieces = position.setup().pieces.into_iter().map(|(cell, piece)| {
        let kind = &names.kinds[usize::from(piece.kind)].name;
        json!([names.cell_name(cell), names.player(piece.player), kind, piece.number])
    });
    let legal = position.legal();
    let texts = move_text::texts(names, &legal);
    let actions = legal.iter().zip(texts).map(|(action, text)| meaning(names, action, text));
    let mut shown = json!({
        "status": status(names, &position.status()),
        "pieces": tidy("pieces", pieces.collect()),
        "legal": tidy("legal", actions.collect()),
    });
    if !over || first {
        shown["to_move"] = json!(names.player(position.to_move()));
    }
    if !over {
        shown["clocks"] = clocks(names, position);
    }
    shown
}

/// An action by what it does; a placement or removal is its text.
fn meaning(names: &Vocabulary, action: &Action, text: String) -> Value {
    let (Some(from), Some(to), Some(piece)) = (action.from, action.to, action.piece) else {
        return Value::String(text);
    };
    if names.actions[usize::from(action.name)].notation != rulebook_api::Notation::Walk {
        return Value::String(text);
    }
    let mut victims: Vec<&str> = action.victims.iter().map(|v| names.cell_name(*v)).collect();
    victims.sort_unstable();
    json!([names.cell_name(from), names.cell_name(to), victims, names.kinds[usize::from(piece.kind)].name])
}

fn status(names: &Vocabulary, status: &Status) -> Value {
    let ids = |reasons: &[u8]| {
        let mut ids: Vec<&str> = reasons.iter().map(|r| names.reason(*r)).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    };
    match status {
        Status::Ongoing { claimable } if claimable.is_empty() => json!({ "state": "ongoing" }),
        Status::Ongoing { claimable } => json!({ "state": "ongoing", "claimable": ids(claimable) }),
        Status::Won { winner, reason, .. } => {
            json!({ "state": "won", "winner": names.player(*winner), "reasons": ids(&[*reason]) })
        }
        Status::Drawn { reasons, .. } => json!({ "state": "drawn", "reasons": ids(reasons) }),
    }
}

fn clocks(names: &Vocabulary, position: &dyn Position) -> Value {
    let mut clocks = serde_json::Map::new();
    for clock in position.clocks() {
        let Some(value) = clock.value else { continue };
        let name = &names.clocks[usize::from(clock.clock)];
        match (name.copies, clock.player) {
            (ClockCopies::PerPlayer, Some(player)) => {
                let copies = clocks.entry(name.name.clone()).or_insert_with(|| json!({}));
                copies[names.player(player)] = json!(value);
            }
            (ClockCopies::PerPiece, _) => {
                let copies = clocks.entry(name.name.clone()).or_insert_with(|| json!({}));
                if let Some(cell) = clock.cell {
                    copies[names.cell_name(cell)] = json!(value);
                }
            }
            _ => {
                clocks.insert(name.name.clone(), json!(value));
            }
        }
    }
    Value::Object(clocks)
}
