//! Playing a case on an execution of its game, and comparing what comes with what is expected.

use std::collections::BTreeMap;

use rulebook_api::{
    Game, Position, Refused, Setup, Vocabulary,
    move_text::{self, Found, MoveTextProblem},
    position_text, record,
};

use crate::{
    adapter::status_said,
    case::{Case, ClockExpect, Refusal},
    exam::compare::expectation_differs,
    show::{command, expected_status, status_text},
};

/// What a case came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All is as expected.
    Passed,
    /// Something is not.
    Failed(Failure),
}

/// What a case that failed shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What differs, at least one thing.
    pub mismatches: Vec<Mismatch>,
    /// The position in which it was seen, as text; empty if there was none.
    pub position: String,
    /// The same as a picture.
    pub board: String,
    /// The command that shows it again.
    pub command: String,
}

impl Failure {
    /// The failure of a case whose game could not be started.
    pub fn not_started(case: &Case, message: &str) -> Self {
        let mismatch = Mismatch { part: "game", expected: String::from("it can be started"), got: message.to_owned() };
        Self { mismatches: vec![mismatch], position: String::new(), board: String::new(), command: command(case) }
    }
}

/// One thing that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Which part of the expectation.
    pub part: &'static str,
    /// What was expected.
    pub expected: String,
    /// What came.
    pub got: String,
}

/// Gives the clauses that refuse a move: of which case, after which moves, which move.
pub type Why<'a> = dyn Fn(&Case, &str, &str) -> Option<Vec<String>> + 'a;

/// What only the caller can do.
pub struct Tools<'a> {
    /// Draws a position.
    pub draw: &'a dyn Fn(&Setup) -> String,
    /// The clauses that refuse a move after these moves of the case, if that can be told.
    pub why: &'a Why<'a>,
}

impl std::fmt::Debug for Tools<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tools")
    }
}

/// A case on its way.
struct Run<'a> {
    case: &'a Case,
    names: &'a Vocabulary,
    tools: &'a Tools<'a>,
    mismatches: Vec<Mismatch>,
}

/// Runs a case on a game that has been started with the case's options and parameters.
pub fn run(case: &Case, game: &dyn Game, tools: &Tools<'_>) -> Outcome {
    let mut run = Run { case, names: game.vocabulary(), tools, mismatches: Vec::new() };
    let position = run.play_all(game);
    if run.mismatches.is_empty() {
        return Outcome::Passed;
    }
    let setup = position.map(|p| p.setup());
    Outcome::Failed(Failure {
        mismatches: run.mismatches,
        position: setup.as_ref().map_or_else(String::new, |s| position_text::print(run.names, s)),
        board: setup.as_ref().map_or_else(String::new, |s| (tools.draw)(s)),
        command: command(case),
    })
}

impl Run<'_> {
    /// Notes that something differs.
    fn differs(&mut self, part: &'static str, expected: impl Into<String>, got: impl Into<String>) {
        self.mismatches.push(Mismatch { part, expected: expected.into(), got: got.into() });
    }

    /// Sets up, plays and compares; gives the last position reached.
    fn play_all(&mut self, game: &dyn Game) -> Option<Box<dyn Position>> {
        let mut position = self.set_up(game)?;
        if let Some(refused) = &self.case.expect.refused {
            self.differs("refused", refused, "the position was set up");
            return Some(position);
        }
        // Only positions in which a refusal is looked at are kept: each of them holds the history of its game.
        let asked: Vec<u32> = self.case.expect.illegal.iter().filter_map(|r| r.full().ply).collect();
        let mut before: BTreeMap<u32, (Box<dyn Position>, String)> = BTreeMap::new();
        if asked.contains(&1) {
            before.insert(1, (position.clone_box(), String::new()));
        }
        let (mut so_far, mut turns) = (String::new(), 0_u32);
        let mut broken: Vec<(u32, u16)> = position.broken_properties().into_iter().map(|c| (0, c)).collect();
        let mut keep = |p: &dyn Position, turn: record::Turn| {
            turns += 1;
            broken.extend(p.broken_properties().into_iter().map(|c| (turns, c)));
            so_far.push_str(&turn.actions.join(" "));
            so_far.push(' ');
            if asked.contains(&(turns + 1)) {
                before.insert(turns + 1, (p.clone_box(), so_far.clone()));
            }
        };
        let played = record::play(self.names, position.as_mut(), &self.case.moves, &mut keep);
        if let Err(why) = played {
            self.differs("moves", "all moves are legal", format!("ply {}: {}", why.ply, why.message));
            return Some(position);
        }
        if let Some((ply, clause)) = broken.first() {
            let clause = self.names.clause(*clause).to_owned();
            self.differs(
                "always",
                format!("`{clause}` holds in every position"),
                format!("it does not after ply {ply}"),
            );
        }
        self.compare_end(position.as_ref(), turns);
        self.compare_actions(position.as_ref());
        self.compare_refusals(position.as_ref(), &before, turns);
        self.compare_position(game, position.as_ref());
        self.compare_clocks(position.as_ref());
        Some(position)
    }

    /// Sets up the position; `None` if it is refused, rightly or not.
    fn set_up(&mut self, game: &dyn Game) -> Option<Box<dyn Position>> {
        let Some(text) = &self.case.position else { return Some(game.initial()) };
        let (by, message) = match position_text::parse(self.names, text) {
            Err(error) => (vec![String::from("position")], error.message),
            Ok(setup) => match game.set_up(&setup) {
                Ok(position) => return Some(position),
                Err(refused) => (self.ids(&refused), format!("{refused:?}")),
            },
        };
        match &self.case.expect.refused {
            Some(expected) if by.iter().any(|id| id == expected) => {}
            Some(expected) => self.differs("refused", expected, by.join(" by ")),
            None => self.differs("position", "it can be set up", format!("refused ({}): {message}", by.join(" by "))),
        }
        None
    }

    /// The reason and the clause of a refused set-up.
    fn ids(&self, refused: &Refused) -> Vec<String> {
        match refused {
            Refused::Rule { clause, reason, .. } => {
                vec![self.names.reason(*reason).to_owned(), self.names.clause(*clause).to_owned()]
            }
            Refused::Stock { .. } => vec![String::from("stock")],
            Refused::TurnNeeded | Refused::Turn(_) => vec![String::from("turn")],
            Refused::GaveUp => vec![String::from("gave-up")],
            Refused::Clock { .. } => vec![String::from("clock")],
        }
    }

    /// Status, and with which ply the game ended.
    fn compare_end(&mut self, position: &dyn Position, turns: u32) {
        let status = position.status();
        let got = status_text(self.names, &status);
        if let Some(expected) = &self.case.expect.status
            && expectation_differs(expected, &status_said(self.names, &status), true).is_some()
        {
            self.differs("status", expected_status(expected), &got);
        }
        if let Some(ply) = self.case.expect.ends_at_ply
            && (turns != ply || !status.is_over())
        {
            self.differs("ends_at_ply", format!("the game ends with ply {ply}"), format!("after {turns} plies: {got}"));
        }
    }

    /// Legal and forbidden actions.
    fn compare_actions(&mut self, position: &dyn Position) {
        let expect = &self.case.expect;
        let legal = position.legal();
        let listed = move_text::texts(self.names, &legal).join(" ");
        for text in expect.legal.iter().flatten().chain(&expect.legal_includes) {
            if let Err(error) = move_text::find(self.names, text, &legal, &[]) {
                self.differs("legal", format!("`{text}` is legal"), error.message);
            }
        }
        if let Some(expected) = &expect.legal
            && expected.len() != legal.len()
        {
            self.differs(
                "legal",
                format!("{} actions: {}", expected.len(), expected.join(" ")),
                format!("{}: {listed}", legal.len()),
            );
        }
        let Some(expected) = &expect.forbidden else { return };
        let forbidden = position.forbidden();
        for refusal in expected.iter().map(Refusal::full) {
            match move_text::find(self.names, &refusal.action, &[], &forbidden) {
                Ok(Found::Forbidden(found)) => {
                    let mut got: Vec<&str> = found.clauses.iter().map(|&c| self.names.clause(c)).collect();
                    let mut wanted: Vec<&str> = refusal.clauses.iter().map(String::as_str).collect();
                    got.sort_unstable();
                    wanted.sort_unstable();
                    if !wanted.is_empty() && got != wanted {
                        let expected = format!("`{}` is forbidden by {}", refusal.action, wanted.join(", "));
                        let got = got.join(", ");
                        self.differs("forbidden", expected, got);
                    }
                }
                _ => self.differs("forbidden", format!("`{}` is forbidden", refusal.action), "it is not"),
            }
        }
        if expected.len() != forbidden.len() {
            let actions: Vec<_> = forbidden.iter().map(|f| f.action.clone()).collect();
            let got = move_text::texts(self.names, &actions).join(" ");
            let wanted: Vec<String> = expected.iter().map(|r| r.full().action).collect();
            let counted = |n: usize, list: &str| match n {
                0 => String::from("none"),
                1 => format!("only {list}"),
                n => format!("{n}: {list}"),
            };
            let wanted = counted(wanted.len(), &wanted.join(" "));
            self.differs("forbidden", wanted, counted(forbidden.len(), &got));
        }
    }

    /// Moves that have to be refused, each in its turn.
    fn compare_refusals(
        &mut self,
        last: &dyn Position,
        before: &BTreeMap<u32, (Box<dyn Position>, String)>,
        turns: u32,
    ) {
        for refusal in self.case.expect.illegal.iter().map(Refusal::full) {
            let place: Option<(&dyn Position, &str)> = match refusal.ply {
                None => Some((last, &self.case.moves)),
                Some(ply) => before.get(&ply).map(|(position, moves)| (position.as_ref(), moves.as_str())),
            };
            let Some((position, moves)) = place else {
                let ply = refusal.ply.unwrap_or(0);
                self.differs("illegal", format!("a ply {ply}"), format!("{turns} plies"));
                continue;
            };
            self.compare_refusal(position, moves, &refusal.action, &refusal.clauses);
        }
    }

    /// One move that has to be refused.
    fn compare_refusal(&mut self, position: &dyn Position, moves: &str, action: &str, clauses: &[String]) {
        let (legal, forbidden) = (position.legal(), position.forbidden());
        let by = match move_text::find(self.names, action, &legal, &forbidden) {
            Ok(Found::Legal(_)) => return self.differs("illegal", format!("`{action}` is refused"), "it is legal"),
            Ok(Found::Forbidden(f)) => Some(f.clauses.iter().map(|&c| self.names.clause(c).to_owned()).collect()),
            Err(e) => match e.problem {
                MoveTextProblem::NotLegal => None,
                // A move that nobody could try shows nothing by being refused.
                MoveTextProblem::UnknownCell | MoveTextProblem::Unreadable | MoveTextProblem::Ambiguous(_) => {
                    return self.differs("illegal", format!("`{action}` is refused"), e.message);
                }
            },
        };
        if clauses.is_empty() {
            return;
        }
        let by: Option<Vec<String>> = by.or_else(|| (self.tools.why)(self.case, moves, action));
        if let Some(by) = by
            && !clauses.iter().all(|c| by.contains(c))
        {
            let got = if by.is_empty() { String::from("no clause is named") } else { by.join(", ") };
            self.differs("illegal", format!("`{action}` is refused by {}", clauses.join(", ")), got);
        }
    }

    /// The position after the moves.
    fn compare_position(&mut self, game: &dyn Game, position: &dyn Position) {
        let Some(text) = &self.case.expect.position else { return };
        let got = position.setup();
        let expected = match position_text::parse(self.names, text) {
            Ok(setup) => game.set_up(&setup).map_or(setup, |p| p.setup()),
            Err(error) => return self.differs("position", text, error.message),
        };
        if expected != got {
            let (expected, got) = (position_text::print(self.names, &expected), position_text::print(self.names, &got));
            self.differs("position", expected, got);
        }
    }

    /// Values of clocks.
    fn compare_clocks(&mut self, position: &dyn Position) {
        let running = position.clocks();
        for (name, expected) in &self.case.expect.clocks {
            let Some(clock) = self.names.clocks.iter().position(|c| c.name == *name) else {
                self.differs("clocks", format!("a clock `{name}`"), "there is none");
                continue;
            };
            let copies: Vec<(Option<&str>, &crate::case::ClockValue)> = match expected {
                ClockExpect::One(value) => vec![(None, value)],
                ClockExpect::Copies(copies) => {
                    copies.iter().map(|(copy, value)| (Some(copy.as_str()), value)).collect()
                }
            };
            for (copy, value) in copies {
                let of_copy = |v: &&rulebook_api::ClockValue| {
                    let player = v.player.map(|p| self.names.player(p));
                    let cell = v.cell.map(|c| self.names.cell_name(c));
                    usize::from(v.clock) == clock && (copy.is_none() || player.or(cell) == copy)
                };
                let got = running.iter().find(of_copy).and_then(|v| v.value);
                let name = copy.map_or_else(|| name.clone(), |copy| format!("{name} of {copy}"));
                match value.value() {
                    Ok(wanted) if wanted == got => {}
                    Ok(wanted) => {
                        let show =
                            |v: Option<u32>| format!("{name} = {}", v.map_or_else(|| "off".into(), |v| v.to_string()));
                        self.differs("clocks", show(wanted), show(got));
                    }
                    Err(wrong) => self.differs("clocks", wrong, name),
                }
            }
        }
    }
}
