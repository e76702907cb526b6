//! `rulebook certify --doctor`: a few questions of each kind; shows how an adapter speaks, explains the first message that is
//! wrong, and says where an answer is not what the rules say.

use rulebook_api::move_text;
use rulebook_certify::{
    exam::{Line, Reply, Subject},
    process::Limits,
    protocol::{Ask, GameSaid, Hello, Judge},
    session::{self, Library, Table},
};

use crate::{certify::Shelf, failure::Failure, output::Output};

/// Puts a few questions and shows what passes.
pub(crate) fn run(
    command: &str,
    limits: &Limits,
    hello: Hello,
    shelf: &Shelf,
    out: &mut Output,
) -> Result<bool, Failure> {
    let mut talk = Vec::new();
    let spoken = speak(command, limits, hello, shelf, &mut talk);
    for line in String::from_utf8_lossy(&talk).lines() {
        let entry: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
        for (key, mark) in [("asked", ">"), ("answered", "<"), ("broke", "!")] {
            if let Some(text) = entry.get(key).and_then(serde_json::Value::as_str) {
                out.line(&format!("{mark} {}", shortened(text)))?;
            }
        }
    }
    out.line("")?;
    match spoken {
        Ok(said) => {
            for line in said {
                out.line(&line)?;
            }
            out.line("All messages have the form that they have to have.")?;
            Ok(true)
        }
        Err(wrong) => {
            out.line(&wrong)?;
            out.line("What a message has to look like stands in docs/adapter-protocol.md and docs/schema/adapter.schema.json.")?;
            Ok(false)
        }
    }
}

/// Long vocabularies are not what one wants to see.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 600;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let end: String = text.chars().rev().take(120).collect::<Vec<_>>().into_iter().rev().collect();
    format!("{} … {end}", text.chars().take(LONGEST - 120).collect::<String>())
}

/// What is tried: the first position, the game a few moves on, the same from a set-up, and an illegal move.
fn tries(table: &dyn Table, how: &GameSaid) -> Vec<(&'static str, Line, Option<String>)> {
    let mut position = table.game().initial();
    let mut moves = Vec::new();
    for _ in 0..4 {
        let Some(action) = position.legal().into_iter().next() else { break };
        if position.play(&action).is_err() {
            break;
        }
        moves.push(action);
    }
    let at = |moves: &[rulebook_api::Action]| Line { start: None, moves: moves.to_vec() };
    let mut tries = vec![
        ("the first position", at(&[]), None),
        ("a move", at(&moves[..moves.len().min(1)]), None),
        ("some moves", at(&moves), None),
    ];
    if how.setup {
        tries.push(("a position set up", Line { start: Some(position.setup()), moves: Vec::new() }, None));
    }
    // Played once more, the first move seldom is legal: its cell is empty now, or taken.
    let mut position = table.game().initial();
    if let Some(first) = moves.first() {
        let names = table.game().vocabulary();
        let text = move_text::text_of(names, first, &position.legal());
        if position.play(first).is_ok() && !position.legal().iter().any(|a| move_text::fits(names, &text, a)) {
            tries.push(("an illegal move", at(&moves[..1]), Some(text)));
        }
    }
    tries
}

/// Talks to the adapter; gives what was learnt, or what is wrong.
fn speak(
    command: &str,
    limits: &Limits,
    hello: Hello,
    shelf: &Shelf,
    talk: &mut Vec<u8>,
) -> Result<Vec<String>, String> {
    let mut said = Vec::new();
    let broken = |trouble: &rulebook_certify::exam::Trouble| {
        let stderr = trouble.stderr.trim();
        let stderr = if stderr.is_empty() { String::new() } else { format!("\nIts standard error ends:\n{stderr}") };
        format!("{}: {}{stderr}", trouble.kind.word(), trouble.detail)
    };
    let mut subject = Subject::start(command, limits, hello, Some(talk)).map_err(|t| broken(&t))?;
    let games = subject.said.games.clone();
    if games.is_empty() {
        return Err(String::from("`hello` was answered without a game: none of those asked about is played"));
    }
    for (game, how) in &games {
        let options = how.options.clone();
        let table = shelf.open(game, &options, &std::collections::BTreeMap::new())?;
        let about = Judge { game: game.clone(), options, ..Judge::default() };
        for (what, line, illegal) in tries(table.as_ref(), how) {
            let (reply, differences) =
                session::one_line(table.as_ref(), how, &about, &line, illegal.as_deref(), &mut subject)?;
            match reply {
                Reply::Broken(trouble) => return Err(broken(&trouble)),
                Reply::NotAsked(why) => return Err(why),
                Reply::Error(message) => said.push(format!("{game}, {what}: it answers with an error: {message}")),
                Reply::Unsupported(thing) => said.push(format!("{game}, {what}: it does not know {thing}")),
                Reply::Rejected(_) | Reply::Ok(_) => {}
            }
            for d in differences {
                said.push(format!(
                    "{game}, {what}: the form is right, but not the {}: expected {}; got {}",
                    d.kind.word(),
                    d.expected,
                    d.got
                ));
            }
        }
        let cannot: Vec<&str> = Ask::ALL.iter().filter(|a| !how.can(**a)).map(|a| a.word()).collect();
        if !cannot.is_empty() {
            said.push(format!("{game}: it is not asked about {}", cannot.join(", ")));
        }
    }
    if let Some(incident) = subject.incidents.first() {
        return Err(format!("It broke, and answered when it was started anew. {}", broken(&incident.trouble)));
    }
    if !subject.finish() {
        said.push(String::from("It does not end when its input ends; it ought to."));
    }
    Ok(said)
}
