//! `rulebook check`: everything that is wrong with specs.

use clap::ValueEnum;
use rulebook_check::{Request, check};
use rulebook_diagnostics::{Diagnostic, Sources, render_human, render_json, render_short};
use serde_json::{Value, json};

use crate::{
    failure::Failure,
    load::{Library, as_path, read},
    output::Output,
};

/// Arguments of `check`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Files of specs, or names of bundled ones.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// How diagnostics are shown.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// The same as `--format json`.
    #[arg(long)]
    json: bool,
    /// Shows what counting proves.
    #[arg(long)]
    properties: bool,
}

impl Args {
    /// Is the answer to be JSON?
    pub(crate) fn json(&self) -> bool {
        self.json || self.format == Format::Json
    }
}

/// How diagnostics are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// With the lines of the file.
    Human,
    /// One line each.
    Short,
    /// One JSON object.
    Json,
}

/// Checks files one after the other.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<bool, Failure> {
    if args.properties {
        return Err(Failure::usage("`--properties` is not available yet; leave it out to see all diagnostics"));
    }
    let mut sources = Sources::default();
    let mut diagnostics = Vec::new();
    for file in &args.files {
        for diagnostic in check_file(file, &mut sources)? {
            if !diagnostics.contains(&diagnostic) {
                diagnostics.push(diagnostic);
            }
        }
    }
    let errors = diagnostics.iter().filter(|d| d.is_error()).count();
    if args.json() {
        let list: Value = serde_json::from_str(&render_json(&sources, &diagnostics)).unwrap_or_default();
        out.json(&json!({ "errors": errors, "warnings": diagnostics.len() - errors, "diagnostics": list }))?;
    } else if args.format == Format::Short {
        let text = render_short(&sources, &diagnostics);
        if !text.trim().is_empty() {
            out.line(text.trim_end())?;
        }
    } else {
        let text = render_human(&sources, &diagnostics, out.colour());
        let warnings = diagnostics.len() - errors;
        let summary = match (errors, warnings) {
            (0, 0) => String::from("nothing is wrong"),
            (0, w) => format!("{w} {}", if w == 1 { "warning" } else { "warnings" }),
            (e, 0) => format!("{e} {}", if e == 1 { "error" } else { "errors" }),
            (e, w) => format!("errors: {e}, warnings: {w}"),
        };
        if !text.is_empty() {
            out.complain(text.trim_end());
        }
        out.complain(&summary);
    }
    Ok(errors == 0)
}

/// Checks every game of a file.
fn check_file(file: &str, sources: &mut Sources) -> Result<Vec<Diagnostic>, Failure> {
    let (name, text, library) = match (as_path(file), rulebook_specs::find(file)) {
        (None, Some(spec)) => (spec.display_name(), spec.text.to_owned(), Library::of_bundled(&spec.display_name())),
        (path, _) => (file.to_owned(), read(&path.unwrap_or_else(|| file.into()))?, Library::default()),
    };
    let root = sources.add(name, text);
    let first = check(sources, root, &Request::default(), &library);
    let mut diagnostics = first.diagnostics;
    if first.games.len() > 1 {
        for game in first.games {
            let request = Request { game: Some(game), params: Vec::new() };
            diagnostics.extend(check(sources, root, &request, &library).diagnostics);
        }
    }
    Ok(diagnostics)
}
