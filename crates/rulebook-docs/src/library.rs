//! Where rules and executions come from: what only the caller can bring.

use std::{collections::BTreeMap, sync::Arc};

use rulebook_api::Game;
use rulebook_certify::Case;
use rulebook_ir::Rules;

/// Bundled games, or others in their place.
pub trait Library {
    /// The names of all games.
    fn games(&self) -> Vec<String>;

    /// The rules of a game with its own parameters.
    ///
    /// # Errors
    /// If there is none, or it is wrong; says why.
    fn rules(&self, game: &str) -> Result<Arc<Rules>, String>;

    /// The file in which a clause stands, and its text there: `specs/draughts/draughts.rules`.
    fn clause(&self, game: &str, clause: &str) -> Option<(String, String)>;

    /// A game under readings and parameters.
    ///
    /// # Errors
    /// If there is none; says why.
    fn start(
        &self,
        game: &str,
        options: &BTreeMap<String, String>,
        params: &BTreeMap<String, String>,
    ) -> Result<Arc<dyn Game>, String>;

    /// The text of a game's spec.
    fn spec(&self, game: &str) -> Option<String>;

    /// All cases of the suite.
    fn cases(&self) -> Vec<&Case>;

    /// A case of the suite.
    fn case(&self, id: &str) -> Option<Case>;
}
