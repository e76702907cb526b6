//! `rulebook adapter`: plays the part of an implementation under examination.

use std::{
    collections::BTreeMap,
    io::{BufRead as _, Read as _, Write as _, stdin, stdout},
};

use rulebook_api::Game;
use rulebook_certify::{adapter, protocol::Judge};

use crate::{
    args::{Choices, pairs},
    engine::{Running, start_with},
    failure::{self, Failure},
    load,
    why::reasons,
};

/// Arguments of `adapter`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Plays the games of this file instead of the bundled ones, so that other rules can be tried as an implementation.
    #[arg(long, value_name = "FILE")]
    spec: Option<String>,
    #[command(flatten)]
    choices: Choices,
}

/// A question has a bounded length; the longest position has a few kilobytes, a game a few hundred.
const LONGEST: u64 = 64 << 20;

/// Answers questions until there are no more.
pub(crate) fn run(args: &Args) -> Result<bool, Failure> {
    let mut provider = Provider::new(args)?;
    let (mut input, mut output) = (stdin().lock(), stdout().lock());
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = (&mut input).take(LONGEST).read_until(b'\n', &mut line);
        let read = read.map_err(|e| Failure::outside(format!("no question could be read: {e}")))?;
        if read == 0 {
            return Ok(true);
        }
        if line.last() != Some(&b'\n') && read as u64 == LONGEST {
            return Err(Failure::outside(format!("a question has more than {LONGEST} bytes")));
        }
        let text = String::from_utf8_lossy(&line);
        if text.trim().is_empty() {
            continue;
        }
        let answer = adapter::answer(&mut provider, text.trim());
        let written = writeln!(output, "{answer}").and_then(|()| output.flush());
        written.map_err(|e| Failure { kind: failure::PIPE_CLOSED, ..Failure::outside(e.to_string()) })?;
    }
}

/// A game under readings and parameters.
type Key = (String, BTreeMap<String, String>, BTreeMap<String, String>);

/// Starts games, and keeps what it has started.
struct Provider {
    spec: Option<String>,
    /// Games of the file, or all.
    games: Vec<String>,
    fixed: BTreeMap<String, String>,
    params: BTreeMap<String, String>,
    choices: Choices,
    running: BTreeMap<Key, Result<Running, String>>,
}

impl Provider {
    fn new(args: &Args) -> Result<Self, Failure> {
        let games = match &args.spec {
            None => load::playable().into_iter().map(str::to_owned).collect(),
            Some(path) => vec![load::load(path, &[])?.rules.name.clone()],
        };
        let fixed = pairs("option", &args.choices.options)?.into_iter().collect();
        let params = pairs("param", &args.choices.params)?.into_iter().collect();
        let choices = args.choices.clone();
        Ok(Self { spec: args.spec.clone(), games, fixed, params, choices, running: BTreeMap::new() })
    }

    /// What answers a question.
    fn running(&mut self, judge: &Judge) -> &Result<Running, String> {
        let key = (judge.game.clone(), judge.options.clone(), judge.params.clone());
        let start = || {
            if !self.games.contains(&judge.game) {
                return Err(format!("the game `{}`", judge.game));
            }
            let options: Vec<_> = self.fixed.clone().into_iter().chain(judge.options.clone()).collect();
            let params: Vec<_> = self.params.clone().into_iter().chain(judge.params.clone()).collect();
            let clash =
                judge.options.iter().find(|(name, reading)| self.fixed.get(*name).is_some_and(|f| f != *reading));
            if let Some((name, reading)) = clash {
                return Err(format!("the reading `{reading}` of the option `{name}`"));
            }
            let name = self.spec.as_deref().unwrap_or(&judge.game);
            start_with(name, &options, &params, self.choices.engine).map_err(|f| f.message)
        };
        self.running.entry(key).or_insert_with(start)
    }
}

impl adapter::Provider for Provider {
    fn about(&self) -> [String; 3] {
        let name = self.spec.as_ref().map_or_else(|| String::from("rulebook"), |spec| format!("rulebook with {spec}"));
        [name, env!("CARGO_PKG_VERSION").to_owned(), String::from("Rust")]
    }

    fn readings(&self, game: &str) -> Option<BTreeMap<String, String>> {
        self.games.iter().any(|g| g == game).then(|| self.fixed.clone())
    }

    fn start(&mut self, judge: &Judge) -> Result<&dyn Game, String> {
        self.running(judge).as_ref().map(|running| running.game.as_ref()).map_err(Clone::clone)
    }

    fn why(&mut self, judge: &Judge, moves: &str, action: &str) -> Vec<String> {
        let Ok(running) = self.running(judge) else { return Vec::new() };
        let Ok(position) = running.reach_reference(judge.position.as_deref(), moves) else { return Vec::new() };
        let told = reasons(running, &position, action);
        told.iter().flat_map(|t| t.clauses.iter().map(|c| running.rules().clause_id(*c).to_owned())).collect()
    }
}
