//! `rulebook games`: the bundled games.

use serde_json::json;

use crate::{
    failure::Failure,
    load::{load, playable},
    output::Output,
    view,
};

/// Arguments of `games`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Answers with one JSON object on one line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Lists games with title, family and sources.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<bool, Failure> {
    let mut games = Vec::new();
    for name in playable() {
        let rules = load(name, &[])?.rules;
        let family = rulebook_specs::find(name).map_or("", |s| s.family());
        if args.json {
            games.push(json!({
                "name": name,
                "title": view::texts(&rules.title),
                "family": family,
                "sources": rules.documents,
                "digest": rules.digest(),
            }));
        } else {
            let title = rules.title.get("en").unwrap_or("");
            out.line(&format!("{name:<20} {family:<12} {title}"))?;
        }
    }
    if args.json {
        out.json(&json!({ "games": games }))?;
    }
    Ok(true)
}
