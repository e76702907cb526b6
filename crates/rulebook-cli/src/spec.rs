//! `rulebook spec`: a game's spec with everything that it inherits, in one file.

use std::fmt::Write as _;

use rulebook_check::{Loader, Request, Resolved, resolve};
use rulebook_diagnostics::{FileId, Sources};
use rulebook_ir::Rules;
use rulebook_syntax::ast::{Int, Name, TextLine};

use crate::{
    args::pairs,
    excerpt::place,
    failure::Failure,
    load::{self, Library, as_path, read},
    output::Output,
};

/// Arguments of `spec`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A bundled game's name, or the path of a `.rules` file or of a spec in YAML.
    #[arg(value_name = "GAME")]
    name: String,
    /// Gives a parameter a value; may be repeated.
    #[arg(long = "param", value_name = "NAME=VALUE", allow_hyphen_values = true)]
    params: Vec<String>,
    /// Leaves out sources and sentences.
    #[arg(long)]
    no_texts: bool,
    /// Leaves out where each clause comes from.
    #[arg(long)]
    no_origins: bool,
}

/// The library, with specs in YAML brought in the language.
struct InTheLanguage(Library);

impl Loader for InTheLanguage {
    fn load(&self, name: &str, from: &str) -> Option<(String, String)> {
        let (shown, text) = self.0.load(name, from)?;
        let text =
            if rulebook_format::is_yaml(&shown) { rulebook_format::to_rules(FileId(0), &text).ok()? } else { text };
        Some((shown, text))
    }

    fn unreadable(&self, name: &str, from: &str) -> Option<String> {
        self.0.unreadable(name, from)
    }
}

/// Prints the spec.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<bool, Failure> {
    let params = pairs("param", &args.params)?;
    // What is wrong with it is said as everywhere.
    let rules = load::load(&args.name, &params)?.rules;
    let mut sources = Sources::default();
    let (name, text, library) = match (as_path(&args.name), rulebook_specs::find(&args.name)) {
        (None, Some(spec)) => (spec.display_name(), spec.text.to_owned(), Library::of_bundled(&spec.display_name())),
        (path, _) => (args.name.clone(), read(&path.unwrap_or_else(|| args.name.clone().into()))?, Library::default()),
    };
    let text = if rulebook_format::is_yaml(&name) {
        rulebook_format::to_rules(FileId(0), &text).map_err(|e| Failure::no("spec", e.to_string()))?
    } else {
        text
    };
    let root = sources.add(name, text);
    let request = Request { game: Some(rules.name.clone()), params };
    let resolved = resolve(&mut sources, root, &request, &InTheLanguage(library))
        .ok_or_else(|| Failure::no("spec", format!("`{}` cannot be put together", args.name)))?;
    let written = write(&resolved, &rules, &sources, args);
    let laid_out = rulebook_format::format(FileId(0), &written).unwrap_or(written);
    out.text(&laid_out)?;
    Ok(true)
}

fn write(resolved: &Resolved, rules: &Rules, sources: &Sources, args: &Args) -> String {
    let mut text = format!("rulebook {}\n", resolved.language);
    if !resolved.family.is_empty() {
        _ = writeln!(text, "// {} with all that it inherits from {}.", resolved.name, resolved.family.join(", "));
    }
    _ = writeln!(text, "game {} {{", resolved.name);
    for clause in &resolved.clauses {
        let mut said = sources.text(clause.span).to_owned();
        if let Some((value, new)) = &clause.value {
            let from = (value.start - clause.span.start) as usize;
            let to = (value.end - clause.span.start) as usize;
            if said.get(from..to).is_some() {
                said.replace_range(from..to, new);
            }
        }
        if args.no_origins {
            _ = writeln!(text, "  {said}");
            continue;
        }
        // Behind the first line: a clause may end in a comment of its own.
        let (first, rest) = said.split_once('\n').map_or((said.as_str(), ""), |(a, b)| (a, b));
        let origin = place(sources, clause.span);
        if rest.is_empty() {
            _ = writeln!(text, "  {first}   // {origin}");
        } else {
            _ = writeln!(text, "  // {origin}\n  {first}\n{rest}");
        }
    }
    text.push_str("}\n");
    if !args.no_texts {
        write_texts(resolved, rules, &mut text);
    }
    text
}

/// The sentences and sources of what the game has; of a family's lines some speak of what this game leaves out.
fn write_texts(resolved: &Resolved, rules: &Rules, text: &mut String) {
    let prefix = format!("{}.", rules.name);
    let known = |path: &str| {
        path == "title"
            || rules.clauses.iter().any(|c| c.id.strip_prefix(&prefix) == Some(path))
            || rules.players.iter().any(|p| p.name == path)
            || rules.kinds.iter().any(|k| k.name == path)
            || rules.reasons.iter().any(|(reason, _)| reason == path)
    };
    _ = writeln!(text, "\ntexts {} {{", resolved.name);
    for line in &resolved.texts {
        match line {
            TextLine::Document { name, text: title, .. } => {
                _ = writeln!(text, "  document {} {}", name.text, quoted(title));
            }
            TextLine::Claim { path, sources, formerly, texts, .. } if known(&path.text) => {
                _ = write!(text, "  {}{}", path.text, cited(sources));
                if let Some(old) = formerly {
                    _ = write!(text, " formerly {}", old.text);
                }
                text.push('\n');
                for (language, sentence) in texts {
                    _ = writeln!(text, "    {} {}", language.text, quoted(sentence));
                }
            }
            TextLine::Claim { .. } => {}
        }
    }
    text.push_str("}\n");
}

fn cited(sources: &[(Name, Vec<Int>)]) -> String {
    let each = sources.iter().map(|(document, paragraphs)| {
        let numbers: Vec<String> = paragraphs.iter().map(|p| p.value.to_string()).collect();
        let space = if numbers.is_empty() { "" } else { " " };
        format!(" {}{space}{}", document.text, numbers.join(", "))
    });
    each.collect()
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
