//! What a spec expands to, and how long that takes: checking and generating, as the macro does it.

use std::{path::Path, time::Instant};

use quote::quote;

use crate::measure::median;

/// What became of a spec.
#[derive(Clone, Debug, PartialEq)]
pub struct Expansion {
    /// Its game.
    pub name: String,
    /// From its text to tokens.
    pub milliseconds: f64,
    /// Formatted lines.
    pub lines: usize,
    /// The same in bytes.
    pub bytes: usize,
}

/// The specs of this crate.
const OWN: [&str; 8] = ["wide8", "wide12", "wide14", "points9", "points11", "points13", "points17", "points19"];

/// Expands the specs of all bundled games that are compiled, then those of this crate.
///
/// # Errors
/// If one of them gives no engine, or what it gives is no Rust.
pub fn all(rounds: usize) -> Result<Vec<Expansion>, String> {
    let bundled = rulebook_games::ENGINES.iter().filter_map(|engine| rulebook_specs::find(engine.name));
    let bundled = bundled.map(|spec| (spec.name, spec.display_name()));
    let own = OWN.iter().map(|name| (*name, format!("crates/rulebook-bench/specs/{name}.rules")));
    bundled.chain(own).map(|(name, path)| one(name, &path, rounds)).collect()
}

/// Expands the spec of a game, so many times.
fn one(name: &str, path: &str, rounds: usize) -> Result<Expansion, String> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut milliseconds = Vec::new();
    let mut items = None;
    for _ in 0..rounds.max(1) {
        let start = Instant::now();
        let engine = rulebook_build::engine(root, path, &quote!(::rulebook_runtime)).map_err(|e| e.to_string())?;
        milliseconds.push(start.elapsed().as_secs_f64() * 1e3);
        items = Some(engine.items);
    }
    let text = rulebook_build::format(items.unwrap_or_default()).map_err(|e| e.to_string())?;
    let milliseconds = median(milliseconds);
    Ok(Expansion { name: name.to_owned(), milliseconds, lines: text.lines().count(), bytes: text.len() })
}
