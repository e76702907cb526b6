//! Starting an execution of a game under chosen readings.

use std::sync::Arc;

use rulebook_api::{
    Game, Position, Refused, Setup, Vocabulary, did_you_mean, listed,
    record::{self, Problem, Turn},
};
use rulebook_interpreter::{Interpreter, InterpreterPosition};
use rulebook_ir::Rules;

use crate::{
    args::{Choices, Engine, pairs},
    failure::Failure,
    load::{self, load},
    refusal, why,
};

/// A game and what runs it.
pub(crate) struct Running {
    /// The spec.
    pub(crate) spec: load::Game,
    /// The execution.
    pub(crate) game: Box<dyn Game>,
    /// The reference meaning, which knows reasons.
    reference: Interpreter,
}

impl Running {
    /// The names of the game.
    pub(crate) fn names(&self) -> &Vocabulary {
        self.game.vocabulary()
    }

    /// The rules of the game.
    pub(crate) fn rules(&self) -> &Rules {
        &self.spec.rules
    }

    /// The first position, or the one that a text says.
    pub(crate) fn begin(&self, text: Option<&str>) -> Result<Box<dyn Position>, Failure> {
        let position = match self.read(text)? {
            None => self.game.initial(),
            Some(setup) => self.game.set_up(&setup).map_err(|why| self.refused(&why))?,
        };
        match position.broken_properties() {
            _ if position.gave_up() => Err(refusal::gave_up("what the rules ask of this position")),
            broken if broken.is_empty() => Ok(position),
            broken => Err(refusal::broken(self.names(), self.rules(), &broken, None)),
        }
    }

    /// The set-up that a text says.
    fn read(&self, text: Option<&str>) -> Result<Option<Setup>, Failure> {
        let Some(text) = text else { return Ok(None) };
        let setup = refusal::read(self.names(), text)?;
        if setup.here.is_some() && setup.step == 0 {
            let message = "`here=` belongs to an unfinished turn: give its `step=` too, or leave it out";
            return Err(Failure::no("position", message));
        }
        Ok(Some(setup))
    }

    fn refused(&self, why: &Refused) -> Failure {
        refusal::refused(self.names(), self.rules(), why)
    }

    /// The position after moves, and the actions of an unfinished turn.
    pub(crate) fn reach(&self, text: Option<&str>, moves: &str) -> Result<(Box<dyn Position>, Vec<String>), Failure> {
        self.replay(text, moves, &mut |_, _| {})
    }

    /// The position after moves as the interpreter knows it, to ask it for reasons. Stops before a move that is not played.
    pub(crate) fn reach_reference(&self, text: Option<&str>, moves: &str) -> Result<InterpreterPosition, Failure> {
        let mut position = match self.read(text)? {
            None => self.reference.position_initial(),
            Some(setup) => self.reference.position_set_up(&setup).map_err(|why| self.refused(&why))?,
        };
        // What is wrong with the moves has been said by whoever played them first.
        let _: Result<_, _> = record::play(self.names(), &mut position, moves, &mut |_, _| {});
        Ok(position)
    }

    /// The same as [`Running::reach`]; calls back after every turn.
    pub(crate) fn replay(
        &self,
        text: Option<&str>,
        moves: &str,
        each: &mut dyn FnMut(&dyn Position, Turn),
    ) -> Result<(Box<dyn Position>, Vec<String>), Failure> {
        let mut position = self.begin(text)?;
        match record::play_checked(self.names(), position.as_mut(), moves, each) {
            Ok(unfinished) => Ok((position, unfinished)),
            Err(why) if why.problem == Problem::Property => {
                let at = Some((why.ply, why.action.as_str()));
                Err(refusal::broken(self.names(), self.rules(), &why.clauses, at))
            }
            Err(why) if why.problem == Problem::GaveUp => Err(refusal::not_played(self.names(), &why)),
            Err(why) => {
                let position = self.reach_reference(text, moves)?;
                Err(why::add_reasons(self, &position, refusal::not_played(self.names(), &why)))
            }
        }
    }
}

/// Loads a game and starts it.
pub(crate) fn start(name: &str, choices: &Choices) -> Result<Running, Failure> {
    let options = pairs("option", &choices.options)?;
    let params = pairs("param", &choices.params)?;
    start_with(name, &options, &params, choices.engine)
}

/// The same with choices that are taken apart already. Without an engine asked for, a bundled game runs compiled, and all
/// else interpreted.
pub(crate) fn start_with(
    name: &str,
    options: &[(String, String)],
    params: &[(String, String)],
    engine: Option<Engine>,
) -> Result<Running, Failure> {
    let spec = load(name, params)?;
    let readings = readings(&spec.rules, options)?;
    let reference = Interpreter::new(Arc::clone(&spec.rules), &readings);
    let compiled = rulebook_games::find(name).filter(|_| params.is_empty());
    let game: Box<dyn Game> = match (engine, compiled) {
        (None | Some(Engine::Compiled), Some(compiled)) => (compiled.start)(&readings),
        (None | Some(Engine::Interpreter), _) => Box::new(reference.clone()),
        (Some(Engine::Compiled), None) => return Err(not_compiled(name)),
    };
    Ok(Running { spec, game, reference })
}

/// There is no compiled engine for this.
fn not_compiled(name: &str) -> Failure {
    let games = listed(rulebook_games::ENGINES.iter().map(|e| format!("`{}`", e.name)), "and");
    let why = if rulebook_games::find(name).is_some() {
        "an engine has the parameters with which it was compiled"
    } else {
        "it is compiled by the macro `rulebook::game!` into a program of your own"
    };
    Failure::usage(format!(
        "compiled here are {games}, without `--param`: {why}; leave `--engine` out or say `--engine interpreter`"
    ))
}

/// Finds options and their readings by name.
pub(crate) fn readings(rules: &Rules, options: &[(String, String)]) -> Result<Vec<(usize, usize)>, Failure> {
    options.iter().map(|(name, reading)| find_reading(rules, name, reading)).collect()
}

/// Finds one option and reading.
pub(crate) fn find_reading(rules: &Rules, name: &str, reading: &str) -> Result<(usize, usize), Failure> {
    let Some(option) = rules.options.iter().position(|o| o.name == name) else {
        let names = rules.options.iter().map(|o| o.name.as_str());
        let hint = did_you_mean(name, names.clone());
        let known = match rules.options.len() {
            0 => String::from("it has no options"),
            _ => format!("its options are {}", listed(names, "and")),
        };
        return Err(Failure::usage(format!("{} has no option `{name}`{hint} ({known})", rules.name)));
    };
    let readings = &rules.options[option].readings;
    let Some(index) = readings.iter().position(|r| r == reading) else {
        let hint = did_you_mean(reading, readings.iter().map(String::as_str));
        let known = listed(readings, "and");
        return Err(Failure::usage(format!(
            "the option `{name}` has no reading `{reading}`{hint} (its readings are {known})"
        )));
    };
    Ok((option, index))
}
