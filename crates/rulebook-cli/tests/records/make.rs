//! Games played out at random on the compiled engines, written as records: in our own form, and as PDN.

use std::fmt::Write as _;

use fastrand::Rng;
use rulebook_api::{Action, Game, Position, Status, Vocabulary, move_text};
use rulebook_records::Record;

/// A game that was played out.
pub(crate) struct Played {
    /// The moves in our own text.
    pub(crate) ours: Vec<String>,
    /// The same as PDN writes them.
    pub(crate) pdn: Vec<String>,
    /// `1-0`, `0-1`, `1/2-1/2`; `*` if it is not over.
    pub(crate) result: &'static str,
    /// Why it is over, if it is.
    pub(crate) reason: Option<String>,
    /// How many turns were played.
    pub(crate) plies: u32,
    /// Texts of moves with the number of the move before which they were not legal, in our own text.
    pub(crate) illegal: Vec<Option<String>>,
}

/// A compiled game.
pub(crate) fn engine(game: &str) -> Box<dyn Game> {
    (rulebook_games::find(game).expect("a compiled game").start)(&[])
}

/// Plays a game out, up to so many actions.
pub(crate) fn play_out(game: &dyn Game, rng: &mut Rng, most: usize) -> Played {
    let names = game.vocabulary();
    let mut position = game.initial();
    let mut played =
        Played { ours: Vec::new(), pdn: Vec::new(), result: "*", reason: None, plies: 0, illegal: Vec::new() };
    let mut before = String::new();
    while played.ours.len() < most && !position.status().is_over() {
        let legal = position.legal();
        let Some(action) = rng.choice(legal.iter()) else { break };
        let text = move_text::text_of(names, action, &legal);
        let illegal = move_text::find(names, &before, &legal, &[]).is_err() && !before.is_empty();
        played.illegal.push(illegal.then(|| before.clone()));
        played.pdn.push(as_pdn(names, action, &legal, rng));
        before.clone_from(&text);
        played.ours.push(text);
        let turns = position.turns();
        position.play(action).expect("it is legal");
        played.plies += u32::from(position.turns() > turns || !position.within_turn() || position.status().is_over());
    }
    end(names, position.as_ref(), &mut played);
    played
}

/// How it ended.
fn end(names: &Vocabulary, position: &dyn Position, played: &mut Played) {
    let (result, reason) = match position.status() {
        Status::Ongoing { .. } => ("*", None),
        Status::Won { winner: 0, reason, .. } => ("1-0", Some(reason)),
        Status::Won { reason, .. } => ("0-1", Some(reason)),
        Status::Drawn { reasons, .. } => ("1/2-1/2", reasons.first().copied()),
    };
    played.result = result;
    played.reason = reason.map(|r| names.reason(r).to_owned());
}

/// A walk with the field's numbers, with its route if that is needed, and sometimes when it is not.
fn as_pdn(names: &Vocabulary, action: &Action, legal: &[Action], rng: &mut Rng) -> String {
    let name = |cell: u16| {
        let cell = &names.cells[usize::from(cell)];
        cell.number.map_or_else(|| cell.name.clone(), |n| n.to_string())
    };
    let (Some(from), Some(to)) = (action.from, action.to) else { return String::new() };
    let alike = legal.iter().filter(|a| a.from == Some(from) && a.to == Some(to)).count() > 1;
    let mark = if action.victims.is_empty() { "-" } else { "x" };
    let route = action.via.first().filter(|_| alike || rng.bool());
    let between = route.map_or(&[][..], |via| &via[..via.len().saturating_sub(1)]);
    let cells: Vec<String> = [from].into_iter().chain(between.iter().copied()).chain([to]).map(name).collect();
    cells.join(mark)
}

impl Played {
    /// In our own form.
    pub(crate) fn record(&self, game: &str) -> Record {
        let mut record = Record { result: Some(self.result.into()), ..Record::default() };
        record.tag("Game", game);
        for text in &self.ours {
            record.push(text.as_str());
        }
        record
    }
}

/// A game as PDN, with numbers of moves, lines and comments.
pub(crate) fn pdn(tags: &[(&str, &str)], moves: &[String], result: &str) -> String {
    let mut text = String::new();
    for (name, value) in tags {
        _ = writeln!(text, "[{name} \"{value}\"]");
    }
    _ = writeln!(text, "[Result \"{result}\"]\n");
    for (i, word) in moves.iter().enumerate() {
        if i % 2 == 0 {
            _ = write!(text, "{}. ", i / 2 + 1);
        }
        text.push_str(word);
        text.push(if i % 10 == 9 { '\n' } else { ' ' });
    }
    _ = writeln!(text, "{result}\n");
    text
}
