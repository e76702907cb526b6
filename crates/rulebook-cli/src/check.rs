//! `rulebook check`: everything that is wrong with specs.

use std::{path::Path, time::Duration};

use clap::ValueEnum;
use rulebook_api::did_you_mean;
use rulebook_check::{Request, check};
use rulebook_diagnostics::{Diagnostic, Sources, render_human, render_json, render_short};
use rulebook_ir::Rules;
use rulebook_proofs::Limits;
use serde_json::{Value, json};

use crate::{
    args::Choices,
    failure::{self, Failure},
    load::{Library, as_path, read},
    output::Output,
    properties::{Answer, answers},
    watch::Watch,
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
    /// Goes on, and checks again whenever one of the files, or of those that they extend, changes.
    #[arg(long, conflicts_with_all = ["json", "properties"])]
    watch: bool,
    /// Shows what holds in every game (`always`), whether games end, and which results can happen.
    #[arg(long)]
    properties: bool,
    /// With `--properties`: chooses the reading of an option; may be repeated.
    #[arg(long = "option", value_name = "NAME=READING", requires = "properties", allow_hyphen_values = true)]
    options: Vec<String>,
    /// With `--properties`: gives a parameter a value; may be repeated.
    #[arg(long = "param", value_name = "NAME=VALUE", requires = "properties", allow_hyphen_values = true)]
    params: Vec<String>,
    /// With `--properties`: how many positions are visited for what counting does not prove.
    #[arg(long, value_name = "N", requires = "properties")]
    positions: Option<usize>,
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

/// How many diagnostics of a file are shown.
const MOST: usize = 100;

/// Checks files one after the other; with `--watch` again and again.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<bool, Failure> {
    if !args.watch {
        return once(args, &mut Sources::default(), out);
    }
    loop {
        let mut sources = Sources::default();
        // What cannot be read now may be there after the next change.
        if let Err(failure) = once(args, &mut sources, out) {
            out.complain(&failure.text());
        }
        out.flush()?;
        let read = sources.files().map(|(_, file)| file.name.clone());
        let mut watch = Watch::new(read.chain(args.files.iter().cloned()).collect());
        out.complain("watching for changes; Ctrl-C ends");
        watch.wait();
    }
}

/// Checks files one after the other.
fn once(args: &Args, sources: &mut Sources, out: &mut Output) -> Result<bool, Failure> {
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let (mut unread, mut more, mut games) = (Vec::new(), Vec::new(), Vec::new());
    let (mut errors, mut warnings) = (0, 0);
    for file in &args.files {
        match check_file(file, sources) {
            Ok((found, right)) => {
                games.extend(
                    right.iter().map(|rules| json!({ "file": file, "name": rules.name, "digest": rules.digest() })),
                );
                let mut new: Vec<Diagnostic> = Vec::new();
                for diagnostic in found {
                    if !diagnostics.contains(&diagnostic) && !new.contains(&diagnostic) {
                        new.push(diagnostic);
                    }
                }
                new.sort_by_key(|d| !d.is_error());
                let wrong = new.iter().filter(|d| d.is_error()).count();
                (errors, warnings) = (errors + wrong, warnings + new.len() - wrong);
                if new.len() > MOST && !args.json() {
                    more.push(format!("{file}: and {} more", new.len() - MOST));
                    new.truncate(MOST);
                }
                diagnostics.extend(new);
            }
            Err(failure) => unread.push(failure),
        }
    }
    // What does not pass has no properties; a file that cannot be read is told of below.
    let answers = if args.properties && errors == 0 && unread.is_empty() { properties_of(args)? } else { Vec::new() };
    if args.json() {
        let list: Value = serde_json::from_str(&render_json(sources, &diagnostics)).unwrap_or_default();
        let mut told = json!({ "errors": errors, "warnings": warnings, "diagnostics": list, "games": games });
        if args.properties {
            told["properties"] = answers.iter().map(Answer::json).collect();
        }
        if let Some(first) = unread.first() {
            told["error"] = first.json()["error"].take();
        }
        out.json(&told)?;
    } else if args.format == Format::Short {
        let text = render_short(sources, &diagnostics);
        if !text.trim().is_empty() {
            out.line(text.trim_end())?;
        }
        for line in &more {
            out.line(line)?;
        }
    } else {
        let text = render_human(sources, &diagnostics, out.colour());
        let summary = match (errors, warnings) {
            (0, 0) => String::from("nothing is wrong"),
            (0, w) => format!("{w} {}", if w == 1 { "warning" } else { "warnings" }),
            (e, 0) => format!("{e} {}", if e == 1 { "error" } else { "errors" }),
            (e, w) => format!("errors: {e}, warnings: {w}"),
        };
        if !text.is_empty() {
            out.complain(text.trim_end());
        }
        for line in &more {
            out.complain(line);
        }
        if unread.is_empty() || errors + warnings > 0 {
            out.complain(&summary);
        }
    }
    if !args.json() {
        answers.iter().try_for_each(|answer| answer.show(out))?;
    }
    let holds = answers.iter().all(Answer::is_yes);
    // The files that could be read have been checked; the first that could not be is what the program ends with.
    let mut unread = unread.into_iter();
    match unread.next() {
        None => Ok(errors == 0 && holds),
        Some(first) => {
            for failure in unread {
                out.complain(&failure.text());
            }
            let kind = if args.json() { failure::ANSWERED } else { first.kind };
            Err(Failure { kind, ..first })
        }
    }
}

/// What holds in every game, of each game of each file.
fn properties_of(args: &Args) -> Result<Vec<Answer>, Failure> {
    let choices = Choices { options: args.options.clone(), params: args.params.clone(), engine: None };
    let mut limits = Limits::default();
    if let Some(positions) = args.positions {
        // Who names a number wants that many, however long it takes.
        limits = Limits { positions, playing: Duration::from_secs(3600), ..limits };
    }
    let each: Vec<Vec<Answer>> =
        args.files.iter().map(|file| answers(file, &choices, &limits)).collect::<Result<_, Failure>>()?;
    Ok(each.into_iter().flatten().collect())
}

/// Checks every game of a file. Gives the rules of those that are right, in the order of the file.
fn check_file(file: &str, sources: &mut Sources) -> Result<(Vec<Diagnostic>, Vec<Rules>), Failure> {
    let (name, text, library) = match (as_path(file), rulebook_specs::find(file)) {
        (None, Some(spec)) => (spec.display_name(), spec.text.to_owned(), Library::of_bundled(&spec.display_name())),
        (None, None) if !Path::new(file).exists() => {
            let names = rulebook_specs::all().iter().map(|s| s.name);
            let hint = did_you_mean(file, names);
            let message = format!("there is no file `{file}`, nor a bundled spec of that name{hint}");
            return Err(Failure::outside(message));
        }
        (path, _) => (file.to_owned(), read(&path.unwrap_or_else(|| file.into()))?, Library::default()),
    };
    let root = sources.add(name, text);
    let first = check(sources, root, &Request::default(), &library);
    let mut diagnostics = first.diagnostics;
    if first.games.len() < 2 {
        return Ok((diagnostics, first.rules.into_iter().collect()));
    }
    let mut right = Vec::new();
    for game in first.games {
        let request = Request { game: Some(game), params: Vec::new() };
        let checked = check(sources, root, &request, &library);
        diagnostics.extend(checked.diagnostics);
        right.extend(checked.rules);
    }
    Ok((diagnostics, right))
}
