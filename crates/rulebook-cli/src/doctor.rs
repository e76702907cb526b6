//! `rulebook certify --doctor`: shows how an adapter speaks, and explains the first message that is wrong.

use rulebook_certify::{
    exam::{Line, Reply, Subject},
    process::Limits,
    protocol::{Ask, Hello, Judge},
    session::Library,
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
            out.line("All messages are as they have to be.")?;
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
        let ask: Vec<Ask> = how.asks.iter().copied().filter(|a| !matches!(a, Ask::Reasons | Ask::Clauses)).collect();
        let first = table.game().initial().legal().into_iter().take(1).collect();
        for moves in [Vec::new(), first] {
            let line = Line { start: None, moves };
            let Some(judge) = line.question(table.game(), &about, &ask) else { continue };
            match subject.judge(&judge) {
                Reply::Broken(trouble) => return Err(broken(&trouble)),
                Reply::NotAsked(why) => return Err(why),
                Reply::Error(message) => said.push(format!("{game}: it answers with an error: {message}")),
                Reply::Unsupported(what) => said.push(format!("{game}: it does not know {what}")),
                Reply::Rejected(r) => said.push(format!("{game}: ply {} of the first position is rejected", r.ply)),
                Reply::Ok(_) => {}
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
