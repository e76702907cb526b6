//! Arguments that several commands share.

use clap::ValueEnum;

use crate::failure::Failure;

/// A game and how it is played.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct GameArgs {
    /// A bundled game's name, or the path of a `.rules` file or of a spec in YAML.
    #[arg(value_name = "GAME")]
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) choices: Choices,
    /// Answers with one JSON object on one line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Readings of options, values of parameters, and what runs the rules.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Choices {
    /// Chooses the reading of an option; may be repeated.
    #[arg(long = "option", value_name = "NAME=READING", allow_hyphen_values = true)]
    pub(crate) options: Vec<String>,
    /// Gives a parameter a value; may be repeated.
    #[arg(long = "param", value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub(crate) params: Vec<String>,
    /// What runs the rules; if it is not said, the compiled engine of a bundled game, else the interpreter.
    #[arg(long, value_enum)]
    pub(crate) engine: Option<Engine>,
}

/// What runs the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// The reference interpreter.
    Interpreter,
    /// The compiled engine of a bundled game.
    Compiled,
}

/// Where a game is.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct PlaceArgs {
    /// Begins from this position instead of the first one.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Plays these moves first, separated by blanks.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
}

/// Splits `NAME=VALUE`.
pub(crate) fn pairs(what: &str, texts: &[String]) -> Result<Vec<(String, String)>, Failure> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for text in texts {
        let Some((name, value)) = text.split_once('=') else {
            return Err(Failure::usage(format!("`--{what} {text}` has no equals sign: write `--{what} NAME=VALUE`")));
        };
        let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
        if let Some((_, before)) = pairs.iter().find(|(n, _)| *n == name)
            && *before != value
        {
            return Err(Failure::usage(format!("the {what} `{name}` is given twice, as `{before}` and as `{value}`")));
        }
        pairs.push((name, value));
    }
    Ok(pairs)
}
