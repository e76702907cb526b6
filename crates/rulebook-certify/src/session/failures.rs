//! Failures made small, and told with boards, commands and what would explain them.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    time::Instant,
};

use rulebook_api::{Game, position_text};

use super::{
    Plan, Table,
    suspects::{self, Wrong},
};
use crate::{
    exam::{Line, Seen, Shown, Shrinker, Shrunk, Subject},
    protocol::{GameSaid, Judge},
    report::{Failure, Picture, Suspect},
    show::quoted,
};

/// How many questions one failure may cost.
const QUESTIONS: u32 = 300;

/// How many boards of a long game are drawn: those at its end say what is wrong.
const BOARDS: usize = 60;

/// Tells failures of one run.
pub(super) struct Failures<'a> {
    plan: &'a Plan<'a>,
    /// Wrong turns of the rules, by game, readings and parameters.
    wrong: BTreeMap<String, Vec<Wrong>>,
    /// Those of them that have explained a failure.
    explained: BTreeMap<String, BTreeSet<usize>>,
}

impl<'a> Failures<'a> {
    pub(super) fn new(plan: &'a Plan<'a>) -> Self {
        Self { plan, wrong: BTreeMap::new(), explained: BTreeMap::new() }
    }

    /// Makes a failure small and tells it.
    pub(super) fn tell(
        &mut self,
        table: &dyn Table,
        how: &GameSaid,
        about: &Judge,
        shown: &Shown,
        subject: &mut Subject<'_>,
        until: Instant,
    ) -> Failure {
        let game = table.game();
        let why = |line: &Line, action: &str| {
            let position = line.start.as_ref().map(|s| position_text::print(game.vocabulary(), s));
            table.why(position.as_deref(), &line.text(game), action)
        };
        subject.shrinking = true;
        let mut ask = |judge: &Judge| subject.judge(judge);
        let seen = Seen { game, said: how };
        let mut shrinker = Shrinker { seen, about, ask: &mut ask, why: &why, left: QUESTIONS, until };
        let shrunk = if self.plan.shrink { shrinker.shrink(shown) } else { Shrunk::as_it_is(shown) };
        subject.shrinking = false;
        let suspects = if self.plan.shrink { self.suspects(table, how, about, &shrunk.shown) } else { Vec::new() };
        self.failure(table, about, shrunk, suspects)
    }

    /// What would explain a failure. What explains an earlier one is asked first: if it explains this one, too, there is one
    /// cause, and nobody else is asked.
    fn suspects(&mut self, table: &dyn Table, how: &GameSaid, about: &Judge, shown: &Shown) -> Vec<Suspect> {
        let key = key(about);
        let earlier: Vec<usize> = self.explained.get(&key).into_iter().flatten().copied().collect();
        let game = table.game();
        let wrong = self.wrong(table, about);
        let mut found = suspects::explain(game, how, about, wrong, &earlier, shown);
        if found.is_empty() {
            let others: Vec<usize> = (0..wrong.len()).filter(|w| !earlier.contains(w)).collect();
            found = suspects::explain(game, how, about, wrong, &others, shown);
        }
        let told = found.iter().map(|index| wrong[*index].suspect.clone()).collect();
        self.explained.entry(key).or_default().extend(found);
        told
    }

    /// The wrong turns of a game under readings and parameters.
    pub(super) fn wrong(&mut self, table: &dyn Table, about: &Judge) -> &[Wrong] {
        self.wrong.entry(key(about)).or_insert_with(|| table.wrong())
    }

    fn failure(&self, table: &dyn Table, about: &Judge, shrunk: Shrunk, suspects: Vec<Suspect>) -> Failure {
        let game = table.game();
        let Shrunk { shown, why, again } = shrunk;
        let Shown { line, illegal, differences, .. } = shown;
        let names = game.vocabulary();
        let position = line.start.as_ref().map(|s| position_text::print(names, s));
        let moves = line.text(game);
        let pieces = line.start.as_ref().map_or_else(|| game.initial().setup().pieces.len(), |s| s.pieces.len());
        Failure {
            command: self.command(table, about, position.as_deref(), &moves, illegal.as_deref()),
            plies: line.moves.len() as u32,
            pieces: pieces as u32,
            boards: boards(game, &line),
            position,
            moves,
            illegal,
            differences,
            why,
            suspects,
            again,
        }
    }

    /// The command that shows it.
    fn command(
        &self,
        table: &dyn Table,
        about: &Judge,
        position: Option<&str>,
        moves: &str,
        illegal: Option<&str>,
    ) -> String {
        let game = table.named();
        let game = if game == about.game { game } else { quoted(&game) };
        let mut command = format!("rulebook certify --adapter {} --game {game}", quoted(self.plan.command));
        // Writing to a string does not fail.
        for (name, reading) in &about.options {
            _ = write!(command, " --option {name}={reading}");
        }
        for (name, value) in &about.params {
            _ = write!(command, " --param {name}={value}");
        }
        if let Some(position) = position {
            _ = write!(command, " --position {}", quoted(position));
        }
        _ = write!(command, " --moves {}", quoted(moves));
        if let Some(action) = illegal {
            _ = write!(command, " --then {}", quoted(action));
        }
        command
    }
}

/// What questions about one game under one reading have in common.
fn key(about: &Judge) -> String {
    format!("{} {:?} {:?}", about.game, about.options, about.params)
}

impl Shrunk {
    /// As it was found.
    fn as_it_is(shown: &Shown) -> Self {
        Self { shown: shown.clone(), why: Vec::new(), again: true }
    }
}

/// The boards of a line of play.
fn boards(game: &dyn Game, line: &Line) -> Vec<Picture> {
    let names = game.vocabulary();
    let start = match &line.start {
        Some(setup) => setup.clone(),
        None => game.initial().setup(),
    };
    let mut boards = vec![crate::report::picture(names, &start)];
    if let Some(mut position) = line.begin(game) {
        for action in &line.moves {
            if position.play(action).is_err() {
                break;
            }
            boards.push(crate::report::picture(names, &position.setup()));
        }
    }
    if line.moves.len() > BOARDS { boards.split_off(boards.len() - BOARDS) } else { boards }
}
