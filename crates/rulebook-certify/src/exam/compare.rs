//! An answer against a position of the reference. Moves are compared by meaning, reasons and clauses by id.

use std::collections::BTreeMap;

use rulebook_api::{Action, Game, Position, Status, Vocabulary, move_text, position_text};
use serde::Serialize;

use super::{
    outcome::Shown,
    question::Line,
    subject::{Reply, clean},
};
use crate::{
    adapter,
    case::{ClockExpect, ClockValue, ExpectStatus, State},
    protocol::{
        Ask, Ban, GameSaid, Judge, JudgeSaid, MoveParts, MoveSaid, PositionSaid, Rejected, StatusSaid, from_data,
    },
    show::{expected_status, status_text},
};

/// What differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A move or a position is accepted that has to be rejected, or the other way round.
    Verdict,
    /// The set of legal moves.
    Set,
    /// The set of forbidden moves.
    Forbidden,
    /// Whether the game goes on, or who has won.
    State,
    /// Why it has ended.
    Reason,
    /// The position after moves.
    Position,
    /// The value of a clock.
    Clocks,
}

impl Kind {
    /// As in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Verdict => "verdict",
            Self::Set => "set",
            Self::Forbidden => "forbidden",
            Self::State => "state",
            Self::Reason => "reason",
            Self::Position => "position",
            Self::Clocks => "clocks",
        }
    }
}

/// One thing that differs.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize, Serialize)]
pub struct Difference {
    /// What.
    pub kind: Kind,
    /// What the rules say.
    pub expected: String,
    /// What came.
    pub got: String,
    /// Moves that ought to be there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// Moves that ought not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extra: Vec<String>,
}

impl Difference {
    /// Something that differs.
    pub fn new(kind: Kind, expected: impl Into<String>, got: impl Into<String>) -> Self {
        // Words of the program may be in it.
        let (expected, got) = (clean(&expected.into()), clean(&got.into()));
        Self { kind, expected, got, missing: Vec::new(), extra: Vec::new() }
    }

    /// Is it the same sort of fault? Kind and direction are: a list with too much is another fault than one with too little.
    pub fn like(&self, other: &Self) -> bool {
        self.kind == other.kind
            && self.missing.is_empty() == other.missing.is_empty()
            && self.extra.is_empty() == other.extra.is_empty()
            && match self.kind {
                Kind::State => state_words(self) == state_words(other),
                Kind::Verdict => self.accepts() == other.accepts(),
                Kind::Reason => self.got == other.got,
                Kind::Clocks => self.clock() == other.clock(),
                Kind::Set | Kind::Forbidden | Kind::Position => true,
            }
    }

    /// Is it about the same moves, or some of them? Another move that is missing or too much may be another fault.
    pub fn shares_moves(&self, other: &Self) -> bool {
        let meet = |a: &[String], b: &[String]| a.is_empty() || b.is_empty() || a.iter().any(|m| b.contains(m));
        meet(&self.missing, &other.missing) && meet(&self.extra, &other.extra)
    }

    /// Of a verdict: is something accepted that ought not to be?
    fn accepts(&self) -> bool {
        self.got.starts_with("it is accepted")
    }

    /// Of a clock: which one.
    fn clock(&self) -> Option<&str> {
        self.expected.split(" = ").next()
    }
}

/// The states of a difference of states, without names and reasons.
fn state_words(d: &Difference) -> (Option<&str>, Option<&str>) {
    (d.expected.split([' ', ',']).next(), d.got.split([' ', ',']).next())
}

/// An answer, seen against the rules: everything that was asked, at the end of a line of play.
pub struct Seen<'a> {
    /// The reference.
    pub game: &'a dyn Game,
    /// How the program plays it.
    pub said: &'a GameSaid,
}

impl std::fmt::Debug for Seen<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Seen({})", self.game.vocabulary().game)
    }
}

impl Seen<'_> {
    /// The question that shows something: a line of play, a move behind it that has to be rejected, or a position that has to
    /// be. `None` if the rules do not allow the line.
    pub fn question(&self, about: &Judge, shown: &Shown) -> Option<Judge> {
        let Shown { line, illegal, ask, .. } = shown;
        match illegal {
            _ if line.begin(self.game).is_none() => line.bare_question(self.game, about, ask),
            None => line.question(self.game, about, ask),
            Some(action) => line.question_and(self.game, about, ask, action),
        }
    }

    /// What differs in the reply to that question; `None` if there is no verdict.
    pub fn differs(&self, shown: &Shown, judge: &Judge, reply: &Reply) -> Option<Vec<Difference>> {
        let wanted = match (&shown.illegal, judge.moves.last().and_then(|m| m.ply)) {
            (Some(_), Some(ply)) => ply,
            _ if shown.line.begin(self.game).is_none() => 0,
            _ => return self.line(&shown.line, &shown.ask, reply),
        };
        let expected = match &shown.illegal {
            Some(action) => format!("`{action}` is rejected"),
            None => String::from("the position is refused"),
        };
        match reply {
            Reply::Ok(_) => {
                let extra = shown.illegal.iter().cloned().collect();
                Some(vec![Difference { extra, ..Difference::new(Kind::Verdict, expected, "it is accepted") }])
            }
            Reply::Rejected(rejected) if rejected.ply != wanted => {
                Some(vec![Difference::new(Kind::Verdict, expected, rejected_at(rejected.ply))])
            }
            Reply::Rejected(Rejected { clauses: Some(clauses), .. }) if shown.ask.contains(&Ask::Clauses) => {
                let named = shown.clauses.iter().all(|c| clauses.contains(c));
                let got = if clauses.is_empty() { String::from("no clause is named") } else { clauses.join(", ") };
                let expected = format!("{expected} by {}", shown.clauses.join(", "));
                Some(if named { Vec::new() } else { vec![Difference::new(Kind::Reason, expected, got)] })
            }
            Reply::Rejected(_) => Some(Vec::new()),
            _ => None,
        }
    }

    /// What differs in the reply to a line of play that the rules allow; `None` if there is no verdict.
    pub fn line(&self, line: &Line, ask: &[Ask], reply: &Reply) -> Option<Vec<Difference>> {
        let names = self.game.vocabulary();
        match reply {
            Reply::Rejected(rejected) => {
                Some(vec![Difference::new(Kind::Verdict, ACCEPTED, rejected_at(rejected.ply))])
            }
            Reply::Ok(said) => {
                let position = line.play(self.game)?;
                Some(differences(names, position.as_ref(), said, ask, self.said))
            }
            _ => None,
        }
    }
}

/// What the rules say of a legal line of play.
pub(crate) const ACCEPTED: &str = "the position and all moves are accepted";

/// Where a line of play was rejected.
pub(crate) fn rejected_at(ply: u32) -> String {
    if ply == 0 { String::from("the position is refused") } else { format!("ply {ply} is rejected") }
}

/// All that differs at a position, of what was asked.
pub fn differences(
    names: &Vocabulary,
    position: &dyn Position,
    said: &JudgeSaid,
    ask: &[Ask],
    how: &GameSaid,
) -> Vec<Difference> {
    let mut found = Vec::new();
    let status = position.status();
    if let (true, Some(got)) = (ask.contains(&Ask::Status), &said.status) {
        found.extend(status_differs(names, &status, got, how.can(Ask::Reasons)));
    }
    if let (true, Some(got)) = (ask.contains(&Ask::Legal), &said.legal) {
        let legal = if status.is_over() { Vec::new() } else { position.legal() };
        found.extend(set_differs(names, &legal, got, how.moves));
    }
    if let (true, Some(got)) = (ask.contains(&Ask::Forbidden), &said.forbidden) {
        let bans: Vec<_> = position.forbidden();
        let actions: Vec<Action> = bans.iter().map(|b| b.action.clone()).collect();
        let moves: Vec<MoveSaid> = got.iter().map(|b| ban_move(b).clone()).collect();
        found
            .extend(set_differs(names, &actions, &moves, how.moves).map(|d| Difference { kind: Kind::Forbidden, ..d }));
        if how.can(Ask::Clauses) {
            for (ban, said) in bans.iter().flat_map(|b| got.iter().map(move |g| (b, g))) {
                let Ban::Full { action, clauses: Some(clauses) } = said else { continue };
                if means(names, action, &ban.action) {
                    let wanted: Vec<&str> = ban.clauses.iter().map(|&c| names.clause(c)).collect();
                    if !same_set(&wanted, clauses) {
                        let text = move_text::text_of(names, &ban.action, &actions);
                        let expected = format!("`{text}` is forbidden by {}", wanted.join(", "));
                        found.push(Difference::new(Kind::Forbidden, expected, clauses.join(", ")));
                    }
                }
            }
        }
    }
    if let (true, Some(got)) = (ask.contains(&Ask::Position), &said.position) {
        found.extend(position_differs(names, &position.setup(), got));
    }
    if let (true, Some(got), false) = (ask.contains(&Ask::Clocks), &said.clocks, status.is_over()) {
        let expected = adapter::clocks(names, &position.clocks());
        let every: BTreeMap<String, ClockExpect> = names
            .clocks
            .iter()
            .map(|c| (c.name.clone(), ClockExpect::One(ClockValue::Off(String::from("off")))))
            .chain(expected)
            .collect();
        found.extend(clocks_differ(&every, got));
    }
    found
}

/// The move of a ban.
pub(super) fn ban_move(ban: &Ban) -> &MoveSaid {
    match ban {
        Ban::Move(action) | Ban::Full { action, .. } => action,
    }
}

fn same_set(wanted: &[&str], got: &[String]) -> bool {
    wanted.len() == got.len() && wanted.iter().all(|w| got.iter().any(|g| g == w))
}

/// A status against that of the reference. Of several reasons of a draw, one or more may be said, but no other.
pub fn status_differs(names: &Vocabulary, status: &Status, got: &StatusSaid, reasons: bool) -> Option<Difference> {
    let expected = adapter::status_said(names, status);
    if expected.state != got.state || got.winner.is_some() && expected.winner != got.winner {
        return Some(Difference::new(Kind::State, status_text(names, status), said_status(got)));
    }
    if expected.state == State::Won && got.winner.is_none() {
        return Some(Difference::new(Kind::State, status_text(names, status), "won, but not by whom"));
    }
    let right = match expected.state {
        State::Won => got.reason == expected.reason,
        State::Drawn => {
            let all = expected.reasons.unwrap_or_default();
            got.reasons.as_ref().is_some_and(|said| !said.is_empty() && said.iter().all(|r| all.contains(r)))
        }
        State::Ongoing => {
            let (all, said) = (expected.claimable.unwrap_or_default(), got.claimable.clone().unwrap_or_default());
            all.len() == said.len() && all.iter().all(|r| said.contains(r))
        }
    };
    (reasons && !right).then(|| Difference::new(Kind::Reason, status_text(names, status), said_status(got)))
}

/// A status against what a case expects.
pub fn expectation_differs(expected: &ExpectStatus, got: &StatusSaid, reasons: bool) -> Option<Difference> {
    let differs = |kind| Some(Difference::new(kind, expected_status(expected), said_status(got)));
    if expected.state != got.state || expected.winner.is_some() && expected.winner != got.winner {
        return differs(Kind::State);
    }
    if !reasons {
        return None;
    }
    let same =
        |wanted: &[String], said: &[String]| wanted.len() == said.len() && wanted.iter().all(|w| said.contains(w));
    let said: Vec<String> = got.reason.iter().chain(got.reasons.iter().flatten()).cloned().collect();
    let right = expected.reason.as_ref().is_none_or(|r| said == [r.clone()])
        && (expected.reasons.is_empty() || same(&expected.reasons, &said))
        && (expected.reasons_any_of.is_empty() || expected.reasons_any_of.iter().any(|r| said.contains(r)))
        && expected.claimable.as_ref().is_none_or(|c| same(c, &got.claimable.clone().unwrap_or_default()));
    if right { None } else { differs(Kind::Reason) }
}

/// A status that was said, in one line.
pub(crate) fn said_status(said: &StatusSaid) -> String {
    let mut text = String::from(said.state.word());
    if let Some(winner) = &said.winner {
        text = format!("{text} by {winner}");
    }
    let reasons: Vec<&str> = said.reason.iter().chain(said.reasons.iter().flatten()).map(String::as_str).collect();
    if !reasons.is_empty() {
        text = format!("{text} ({})", reasons.join(", "));
    }
    match &said.claimable {
        Some(claims) if !claims.is_empty() => format!("{text}, claimable: {}", claims.join(", ")),
        _ => text,
    }
}

/// Is a move that was said this action?
pub(super) fn means(names: &Vocabulary, said: &MoveSaid, action: &Action) -> bool {
    match said {
        MoveSaid::Text(text) => move_text::fits(names, text, action),
        // Where there are parts, they have to be right, whatever the text beside them says.
        MoveSaid::Parts(parts) if parts.is_text_only() => {
            parts.text.as_ref().is_some_and(|text| move_text::fits(names, text, action))
        }
        MoveSaid::Parts(parts) => parts.means(names, action) == Some(true),
    }
}

/// A move that was said, as text.
fn said_move(said: &MoveSaid) -> String {
    match said {
        MoveSaid::Text(text) => text.clone(),
        MoveSaid::Parts(parts) => match &parts.text {
            Some(text) => text.clone(),
            None => serde_json::to_string(parts).unwrap_or_default(),
        },
    }
}

/// A list of moves against the actions that have to be in it.
pub fn set_differs(names: &Vocabulary, legal: &[Action], said: &[MoveSaid], parts: MoveParts) -> Option<Difference> {
    let texts = move_text::texts(names, legal);
    // A list of a million moves is wrong enough without being read to its end.
    let (all, said) = (said.len(), &said[..said.len().min(legal.len() + 64)]);
    let mut there = vec![false; legal.len()];
    let mut rest = Vec::new();
    let mut twice = Vec::new();
    for (i, one) in said.iter().enumerate() {
        if said.len() <= 512 && said[..i].contains(one) {
            twice.push(said_move(one));
            continue;
        }
        let MoveSaid::Text(text) = one else {
            rest.push(one);
            continue;
        };
        // Lists are often in our order.
        let at = if texts.get(i) == Some(text) { Some(i) } else { texts.iter().position(|t| t == text) };
        match at {
            Some(at) if !there[at] => there[at] = true,
            _ => rest.push(one),
        }
    }
    let mut extra = match parts {
        MoveParts::Full => match_rest(names, legal, &mut there, &rest),
        MoveParts::FromTo => match_ends(names, legal, &mut there, &rest),
    };
    extra.extend(twice);
    let missing: Vec<String> = texts.iter().zip(&there).filter(|(_, there)| !**there).map(|(t, _)| t.clone()).collect();
    if missing.is_empty() && extra.is_empty() {
        return None;
    }
    let list = |texts: &[String]| match texts.len() {
        0 => String::from("none"),
        1..=12 => format!("{}: {}", texts.len(), texts.join(" ")),
        n => format!("{n}: {} …", texts[..12].join(" ")),
    };
    let mut got: Vec<String> = said.iter().map(said_move).collect();
    got.sort_unstable();
    let got = if all > said.len() { format!("{all} moves") } else { list(&got) };
    let extra = extra.iter().take(64).map(|text| clean(text)).collect();
    Some(Difference { missing, extra, ..Difference::new(Kind::Set, list(&texts), got) })
}

/// Gives each move an action of its own, as far as that goes; what is left over is not legal, or is there twice.
fn match_rest(names: &Vocabulary, legal: &[Action], there: &mut [bool], rest: &[&MoveSaid]) -> Vec<String> {
    let fits: Vec<Vec<usize>> = rest
        .iter()
        .map(|said| (0..legal.len()).filter(|&i| !there[i] && means(names, said, &legal[i])).collect())
        .collect();
    // Augmenting paths: a move that may be several actions gives way to one that can only be this.
    let mut owner: Vec<Option<usize>> = vec![None; legal.len()];
    let mut extra = Vec::new();
    for (i, said) in rest.iter().enumerate() {
        let mut seen = vec![false; legal.len()];
        if !augment(i, &fits, &mut owner, &mut seen) {
            extra.push(said_move(said));
        }
    }
    for (there, owner) in there.iter_mut().zip(&owner) {
        *there |= owner.is_some();
    }
    extra
}

fn augment(said: usize, fits: &[Vec<usize>], owner: &mut [Option<usize>], seen: &mut [bool]) -> bool {
    for &action in &fits[said] {
        if std::mem::replace(&mut seen[action], true) {
            continue;
        }
        if owner[action].is_none_or(|other| augment(other, fits, owner, seen)) {
            owner[action] = Some(said);
            return true;
        }
    }
    false
}

/// Captures between the same cells count as one.
fn match_ends(names: &Vocabulary, legal: &[Action], there: &mut [bool], rest: &[&MoveSaid]) -> Vec<String> {
    let ends = |a: &Action| (a.name, a.from, a.to, a.group.clone());
    let mut extra = Vec::new();
    for said in rest {
        let mut any = false;
        for (i, action) in legal.iter().enumerate() {
            if means(names, said, action) {
                (there[i], any) = (true, true);
            }
        }
        if !any {
            extra.push(said_move(said));
        }
    }
    let told: Vec<_> = legal.iter().zip(&*there).filter(|(_, t)| **t).map(|(a, _)| ends(a)).collect();
    for (there, action) in there.iter_mut().zip(legal) {
        *there |= told.contains(&ends(action));
    }
    extra
}

/// A position against the one of the reference: pieces, and who is to move.
pub fn position_differs(names: &Vocabulary, expected: &rulebook_api::Setup, got: &PositionSaid) -> Option<Difference> {
    let text = position_text::print(names, expected);
    let read = match got {
        PositionSaid::Text(text) => position_text::parse(names, text).map_err(|e| e.message),
        PositionSaid::Data(data) => from_data(names, data),
    };
    match read {
        Err(wrong) => Some(Difference::new(Kind::Position, text, format!("a position that cannot be read: {wrong}"))),
        Ok(read)
            if read.pieces == expected.pieces && read.to_move == expected.to_move && read.step == expected.step =>
        {
            None
        }
        Ok(read) => Some(Difference::new(Kind::Position, text, position_text::print(names, &read))),
    }
}

/// Values of clocks against those expected; what is not expected is not looked at, and what is not said does not run.
pub fn clocks_differ(expected: &BTreeMap<String, ClockExpect>, got: &BTreeMap<String, ClockExpect>) -> Vec<Difference> {
    let one = |value: Option<&ClockExpect>| match value {
        Some(ClockExpect::One(value)) => value.value().unwrap_or(None),
        _ => None,
    };
    let copy = |clock: Option<&ClockExpect>, name: &str| match clock {
        Some(ClockExpect::Copies(copies)) => copies.get(name).and_then(|v| v.value().unwrap_or(None)),
        Some(ClockExpect::One(value)) => value.value().unwrap_or(None),
        None => None,
    };
    let show = |name: &str, value: Option<u32>| {
        format!("{name} = {}", value.map_or_else(|| String::from("off"), |n| n.to_string()))
    };
    let mut found = Vec::new();
    let mut differs = |name: &str, wanted: Option<u32>, got: Option<u32>| {
        if wanted != got {
            found.push(Difference::new(Kind::Clocks, show(name, wanted), show(name, got)));
        }
    };
    for (name, expect) in expected {
        let said = got.get(name);
        match (expect, said) {
            (ClockExpect::One(value), Some(ClockExpect::Copies(copies))) if value.value() == Ok(None) => {
                for (of, value) in copies {
                    differs(&format!("{name} of {of}"), None, value.value().unwrap_or(None));
                }
            }
            (ClockExpect::One(value), _) => differs(name, value.value().unwrap_or(None), one(said)),
            (ClockExpect::Copies(copies), _) => {
                for (of, value) in copies {
                    differs(&format!("{name} of {of}"), value.value().unwrap_or(None), copy(said, of));
                }
            }
        }
    }
    found
}
