//! Starting an execution of a game under chosen readings.

use std::sync::Arc;

use rulebook_api::{
    Game, Position, Vocabulary, did_you_mean, listed,
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
#[derive(Clone, Debug)]
pub(crate) struct Running {
    /// The spec.
    pub(crate) spec: load::Game,
    /// The execution.
    pub(crate) game: Interpreter,
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
    pub(crate) fn begin(&self, text: Option<&str>) -> Result<InterpreterPosition, Failure> {
        let position = match text {
            None => self.game.position_initial(),
            Some(text) => {
                let setup = refusal::read(self.names(), text)?;
                if setup.here.is_some() && setup.step == 0 {
                    let message = "`here=` belongs to an unfinished turn: give its `step=` too, or leave it out";
                    return Err(Failure::no("position", message));
                }
                let set_up = self.game.position_set_up(&setup);
                set_up.map_err(|why| refusal::refused(self.names(), self.rules(), &why))?
            }
        };
        match position.broken_properties() {
            broken if broken.is_empty() => Ok(position),
            broken => Err(refusal::broken(self.names(), self.rules(), &broken, None)),
        }
    }

    /// The position after moves, and the actions of an unfinished turn.
    pub(crate) fn reach(&self, text: Option<&str>, moves: &str) -> Result<(InterpreterPosition, Vec<String>), Failure> {
        self.replay(text, moves, &mut |_, _| {})
    }

    /// The same; calls back after every turn.
    pub(crate) fn replay(
        &self,
        text: Option<&str>,
        moves: &str,
        each: &mut dyn FnMut(&dyn Position, Turn),
    ) -> Result<(InterpreterPosition, Vec<String>), Failure> {
        let mut position = self.begin(text)?;
        match record::play_checked(self.names(), &mut position, moves, each) {
            Ok(unfinished) => Ok((position, unfinished)),
            Err(why) if why.problem == Problem::Property => {
                let at = Some((why.ply, why.action.as_str()));
                Err(refusal::broken(self.names(), self.rules(), &why.clauses, at))
            }
            Err(why) => Err(why::add_reasons(self, &position, refusal::not_played(self.names(), &why))),
        }
    }
}

/// Loads a game and starts it.
pub(crate) fn start(name: &str, choices: &Choices) -> Result<Running, Failure> {
    let options = pairs("option", &choices.options)?;
    let params = pairs("param", &choices.params)?;
    start_with(name, &options, &params, choices.engine)
}

/// The same with choices that are taken apart already.
pub(crate) fn start_with(
    name: &str,
    options: &[(String, String)],
    params: &[(String, String)],
    engine: Engine,
) -> Result<Running, Failure> {
    available(engine)?;
    let spec = load(name, params)?;
    let readings = readings(&spec.rules, options)?;
    let game = Interpreter::new(Arc::clone(&spec.rules), &readings);
    Ok(Running { spec, game })
}

/// Is this what runs the rules here?
pub(crate) fn available(engine: Engine) -> Result<(), Failure> {
    match engine {
        Engine::Interpreter => Ok(()),
        Engine::Compiled => Err(Failure::usage(
            "compiled engines know no clocks and results yet, so they only count leaves (`perft`); leave `--engine` out or say `--engine interpreter`",
        )),
    }
}

/// Finds options and their readings by name.
fn readings(rules: &Rules, options: &[(String, String)]) -> Result<Vec<(usize, usize)>, Failure> {
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
