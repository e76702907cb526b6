//! The bundled games as compiled engines, each made from its spec.
//!
//! ```
//! use rulebook_games::international::{Game, Position};
//!
//! let mut game = Game::new(Position::initial());
//! let actions = game.position().legal();
//! game.play(&actions[0]).expect("it is legal");
//! assert_eq!(game.position().turns(), 1);
//! assert_eq!(Position::initial().perft(4), 4_265);
//! ```

use rulebook_runtime::api::Game;

/// Starts a game under readings: pairs of an option's index and a reading's. Options that are not named have their first.
pub type Start = fn(&[(usize, usize)]) -> Box<dyn Game>;

/// Options by name, each with its readings.
pub type Options = &'static [(&'static str, &'static [&'static str])];

/// A compiled game, for callers that know it by name only.
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    /// The name of the game.
    pub name: &'static str,
    /// Its options with their readings; the first is what is played if nothing is said.
    pub options: Options,
    /// Starts it.
    pub start: Start,
}

/// The engine of that game, if there is one.
pub fn find(name: &str) -> Option<&'static Engine> {
    ENGINES.iter().find(|engine| engine.name == name)
}

/// Lists the engines of these modules.
macro_rules! engines {
    ($($game:ident),* $(,)?) => {
        /// All of them.
        pub const ENGINES: &[Engine] = &[$(Engine {
            name: <$game::Rules as rulebook_runtime::Rules>::NAMES.game,
            options: <$game::Rules as rulebook_runtime::Rules>::NAMES.options,
            start: |readings| Box::new($game::Dynamic::new(readings)),
        }),*];
    };
}

rulebook_macros::bundled!(engines);
