//! Mutants that no case can notice, each with the reason why.

use serde::Deserialize;

use crate::mutants::Verdict;

/// Mutants that change nothing that can be seen.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Equivalent {
    /// The games, by name.
    pub games: Vec<String>,
    /// The clause without the game's name, or the beginning of its path with a `*`.
    pub clause: String,
    /// What the mutants change, word for word; a `*` at its end covers any further words.
    pub what: String,
    /// Why nothing can be seen of it.
    pub why: String,
}

impl Equivalent {
    /// The bundled list.
    ///
    /// # Errors
    /// If the file is not of this form.
    pub fn bundled() -> Result<Vec<Self>, String> {
        serde_yaml::from_str(include_str!("../../../conformance/equivalent.yaml")).map_err(|e| e.to_string())
    }

    /// Is the mutant one of these?
    pub fn covers(&self, game: &str, verdict: &Verdict) -> bool {
        let path = verdict.clause.strip_prefix(game).and_then(|p| p.strip_prefix('.')).unwrap_or("");
        self.games.iter().any(|g| g == game) && fits(&self.clause, path) && fits(&self.what, &verdict.what)
    }
}

fn fits(pattern: &str, text: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => text.starts_with(start),
        None => text == pattern,
    }
}
