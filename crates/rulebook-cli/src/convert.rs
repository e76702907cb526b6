//! `rulebook convert`: a spec in the language as one in YAML, and back.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use rulebook_diagnostics::{Sources, render_human, render_json};
use rulebook_format::{FormatError, format, to_rules, to_yaml};
use serde_json::{Value, json};

use crate::{
    failure::{self, Failure},
    files,
    load::{as_path, is_yaml, read},
    output::Output,
};

/// Arguments of `convert`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A spec, `.rules` or `.yaml`; or the name of a bundled one.
    #[arg(value_name = "FILE")]
    file: String,
    /// Into which form; if it is not said, into the other one.
    #[arg(long, value_enum)]
    to: Option<Form>,
    /// Writes the spec into this file instead of to standard output.
    #[arg(short, long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Answers with one JSON object on one line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A form of a spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Lists and mappings, for programs.
    Yaml,
    /// The language.
    Rules,
}

/// Converts a spec.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<bool, Failure> {
    let (name, text) = match (as_path(&args.file), rulebook_specs::find(&args.file)) {
        (None, Some(spec)) => (spec.display_name(), spec.text.to_owned()),
        (path, _) => (args.file.clone(), read(&path.unwrap_or_else(|| PathBuf::from(&args.file)))?),
    };
    let from = if is_yaml(Path::new(&name)) { Form::Yaml } else { Form::Rules };
    let other = if from == Form::Yaml { Form::Rules } else { Form::Yaml };
    let to = args.to.unwrap_or(other);
    if let Some(path) = &args.out
        && is_yaml(path) != (to == Form::Yaml)
    {
        let shown = path.display();
        return Err(Failure::usage(format!(
            "`{shown}` would be read as the other form: a spec in YAML is named `.yaml` or `.yml`, and no other is"
        )));
    }
    let mut sources = Sources::default();
    let file = sources.add(name.as_str(), text.as_str());
    let converted = match (from, to) {
        (Form::Rules, Form::Yaml) => to_yaml(file, &text),
        (Form::Yaml, Form::Rules) => to_rules(file, &text),
        (Form::Rules, Form::Rules) => format(file, &text),
        // The one way round keeps everything, and so does the other.
        (Form::Yaml, Form::Yaml) => to_rules(file, &text).and_then(|rules| to_yaml(file, &rules)),
    };
    let converted = match converted {
        Ok(converted) => converted,
        Err(FormatError::Syntax(mistakes)) => {
            let told: Value = serde_json::from_str(&render_json(&sources, &mistakes)).unwrap_or_default();
            let first = mistakes.first().map_or("it cannot be read", |d| d.message.as_str());
            let wrong = Failure::no("spec", format!("the spec `{name}` is wrong: {first}")).picture(render_human(
                &sources,
                &mistakes,
                out.colour(),
            ));
            if args.json {
                let mut answer = wrong.json();
                answer["diagnostics"] = told;
                out.json(&answer)?;
                return Err(Failure { kind: failure::ANSWERED, ..wrong });
            }
            return Err(wrong);
        }
        Err(error @ FormatError::SaidTwice { .. }) => return Err(Failure::no("spec", format!("`{name}`: {error}"))),
        Err(error) => return Err(Failure::outside(format!("`{name}` cannot be converted: {error}"))),
    };
    if let Some(path) = &args.out {
        files::replace(path, &converted)?;
    }
    match (&args.out, args.json) {
        (None, false) => out.text(&converted)?,
        (None, true) => out.json(&json!({ "file": Value::Null, "text": converted }))?,
        (Some(path), false) => out.line(&path.display().to_string())?,
        (Some(path), true) => out.json(&json!({ "file": path.display().to_string() }))?,
    }
    Ok(true)
}
