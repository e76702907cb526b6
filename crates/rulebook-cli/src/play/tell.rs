//! What the rules say about a position, in lines of text: who is to move, clocks, reasons, the end.

use rulebook_api::{ClockValue, Status, move_text};
use rulebook_ir::{ClauseId, Cond, Domain, Num, Outcome, ResultRule, Texts};
use rulebook_play::Session;

use crate::{engine::Running, play::words::Words, why};

/// The text in the language of the table, or else in English.
fn said<'a>(texts: &'a Texts, words: &Words) -> Option<&'a str> {
    texts.get(words.tag).or_else(|| texts.get("en"))
}

/// The game's name for people.
pub(super) fn title<'a>(running: &'a Running, words: &Words) -> &'a str {
    said(&running.rules().title, words).unwrap_or(&running.rules().name)
}

/// A player's name for people.
pub(super) fn player<'a>(running: &'a Running, words: &Words, player: u8) -> &'a str {
    let rule = running.rules().players.get(usize::from(player));
    rule.and_then(|p| said(&p.title, words)).unwrap_or_else(|| running.names().player(player))
}

/// Who is to move, and in which turn and step.
pub(super) fn to_move(running: &Running, words: &Words, session: &Session) -> String {
    let (turn, step) = session.step();
    let step = step.map_or_else(String::new, |s| format!(", {} {s}", words.step));
    let player = player(running, words, session.to_move());
    if words.tag == "es" {
        return format!("{} {player}, {} {turn}{step}", words.to_move, words.turn);
    }
    format!("{player} {}, {} {turn}{step}", words.to_move, words.turn)
}

/// The clocks that run, one to a line, each with the limits that hold whatever else stands on the board.
pub(super) fn clocks(running: &Running, words: &Words, session: &Session) -> Vec<String> {
    let names = running.names();
    let line = |value: &ClockValue| {
        let (clock, n) = (names.clocks.get(usize::from(value.clock))?, value.value?);
        let copy = match (value.player, value.cell) {
            (Some(p), _) => format!(" {}", player(running, words, p)),
            (None, Some(cell)) => format!(" {}", names.cell_name(cell)),
            (None, None) => String::new(),
        };
        let limit = running.rules().results.iter().filter_map(|r| limit_of(r, value.clock)).min();
        let limit = limit.map_or_else(String::new, |limit| format!(" {} {limit}", words.of));
        Some(format!("{}{copy}: {n}{limit}", clock.name))
    };
    session.position().clocks().iter().filter_map(line).collect()
}

/// At which value a clock, and nothing else, draws the game.
fn limit_of(result: &ResultRule, clock: u8) -> Option<i64> {
    let alone = result.outcome == Outcome::Draw && !result.at_setup && result.claimable == Cond::Const(false);
    let mut when = &result.when;
    loop {
        when = match when {
            Cond::Named(_, inner) | Cond::For(_, inner) | Cond::Quantified(_, Domain::Players, inner) => inner,
            Cond::Reaches(reached, _, Num::Int(limit)) if alone && reached.0 == clock => return Some(*limit),
            _ => return None,
        }
    }
}

/// A clause: its id, its sentence, its sources.
fn clause(running: &Running, words: &Words, id: ClauseId) -> Vec<String> {
    let Some(clause) = running.rules().clauses.get(usize::from(id.0)) else { return Vec::new() };
    let mut lines = vec![format!("  {}", clause.id)];
    lines.extend(said(&clause.texts, words).map(|text| format!("  {text}")));
    for source in &clause.sources {
        let paragraphs: Vec<String> = source.paragraphs.iter().map(u32::to_string).collect();
        lines.push(format!("  {}: {} {}", words.source, source.document, paragraphs.join(", ")).trim_end().to_owned());
    }
    lines
}

/// What a reason is called for people.
fn reason(running: &Running, words: &Words, reason: u8) -> String {
    let id = running.names().reason(reason);
    let known = running.rules().reasons.iter().find(|(known, _)| known == id);
    known.and_then(|(_, texts)| said(texts, words)).unwrap_or(id).to_owned()
}

/// How the game ended: the result of each player, the reasons, their clauses; nothing while it goes on.
pub(super) fn ending(running: &Running, words: &Words, status: &Status) -> Vec<String> {
    let (reasons, clauses) = match status {
        Status::Ongoing { .. } => return Vec::new(),
        Status::Won { reason, clause, .. } => (vec![*reason], vec![*clause]),
        Status::Drawn { reasons, clauses } => (reasons.clone(), clauses.clone()),
    };
    let outcome = |p: usize| {
        let p = u8::try_from(p).unwrap_or(u8::MAX);
        let verb = match status {
            Status::Won { winner, .. } if *winner == p => words.wins,
            Status::Won { .. } => words.loses,
            _ => words.draws,
        };
        format!("{}: {verb}", player(running, words, p))
    };
    let outcomes: Vec<String> = (0..running.names().players.len()).map(outcome).collect();
    let reasons: Vec<String> = reasons.iter().map(|&r| reason(running, words, r)).collect();
    let score = score(status, running.names().players.len());
    let mut lines = vec![format!("{}: {score} ({}).", words.over, outcomes.join(", "))];
    lines.push(reasons.join("; "));
    lines.extend(clauses.iter().flat_map(|&c| clause(running, words, ClauseId(c))));
    lines
}

/// The points of each player, joined by hyphens; `*` while it goes on.
pub(super) fn score(status: &Status, players: usize) -> String {
    let points = |p: usize| match status {
        Status::Won { winner, .. } if usize::from(*winner) == p => "1",
        Status::Won { .. } => "0",
        _ => "1/2",
    };
    match status {
        Status::Ongoing { .. } => String::from("*"),
        _ => (0..players).map(points).collect::<Vec<_>>().join("-"),
    }
}

/// Draws that may be claimed.
pub(super) fn claimable(running: &Running, words: &Words, status: &Status) -> Option<String> {
    let Status::Ongoing { claimable } = status else { return None };
    let reasons: Vec<String> = claimable.iter().map(|&r| reason(running, words, r)).collect();
    (!reasons.is_empty()).then(|| format!("{}: {}", words.may_claim, reasons.join("; ")))
}

/// Why a move is legal or not, from the position from which it would be played.
pub(super) fn why(running: &Running, words: &Words, session: &Session, begun: Option<&str>, text: &str) -> Vec<String> {
    let readable = move_text::written(running.names(), text).is_some();
    if !readable && let Err(error) = move_text::find(running.names(), text, &session.legal(), &[]) {
        return vec![error.message];
    }
    let reference = match running.reach_reference(begun, &session.text()) {
        Ok(reference) => reference,
        Err(failure) => return vec![failure.message],
    };
    let mut lines = Vec::new();
    for told in why::reasons(running, &reference, text) {
        lines.push(told.message);
        lines.extend(told.instead.map(|instead| format!("  {}: {instead}", words.instead)));
        lines.extend(told.clauses.iter().flat_map(|&id| clause(running, words, id)));
    }
    lines
}

/// Forbidden moves with the clauses that forbid them, one to a line.
pub(super) fn forbidden(running: &Running, session: &Session) -> Vec<String> {
    let forbidden = session.forbidden();
    let actions: Vec<_> = forbidden.iter().map(|f| f.action.clone()).collect();
    let texts = move_text::texts(running.names(), &actions);
    let line = |(text, forbidden): (String, &rulebook_api::Forbidden)| {
        let ids: Vec<&str> = forbidden.clauses.iter().map(|&c| running.names().clause(c)).collect();
        format!("{text} ({})", ids.join(", "))
    };
    texts.into_iter().zip(&forbidden).map(line).collect()
}

/// The turns so far, one to a line.
pub(super) fn turns(running: &Running, words: &Words, session: &Session) -> Vec<String> {
    let turns = session.turns().into_iter().enumerate();
    turns
        .map(|(i, turn)| {
            let rest = if turn.complete { "" } else { " …" };
            format!("{}. {} {}{rest}", i + 1, player(running, words, turn.player), turn.actions.join(" "))
        })
        .collect()
}
