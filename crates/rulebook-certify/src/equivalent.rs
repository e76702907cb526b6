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
    pub what: Vec<String>,
    /// Why nothing can be seen of it.
    pub why: String,
    /// In how many positions, at least, a search (`cargo xtask find`) saw no difference, for each of them.
    pub searched: u64,
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
        self.covers_name(game, &verdict.name())
    }

    /// The same by the mutant's name.
    pub fn covers_name(&self, game: &str, name: &str) -> bool {
        let Some(path) = name.strip_prefix(game).and_then(|p| p.strip_prefix('.')) else { return false };
        let Some((clause, what)) = path.split_once(": ") else { return false };
        self.games.iter().any(|g| g == game)
            && fits(&self.clause, clause)
            && self.what.iter().any(|pattern| fits(pattern, what))
    }
}

fn fits(pattern: &str, text: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => text.starts_with(start),
        None => text == pattern,
    }
}
