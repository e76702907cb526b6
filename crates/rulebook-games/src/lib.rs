//! The bundled games as compiled engines, each made from its spec.
//!
//! So far they know movement: the first position, legal actions, and the leaves of the game tree. Games that the compiler does
//! not understand yet are interpreted.

/// A piece on the board: its cell in board order, its player and its kind.
pub type Placed = (u16, u8, u8);

/// A compiled game, for callers that know it by name only.
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    /// The name of the game.
    pub name: &'static str,
    /// Leaves of the game tree below a position: its pieces, the player to move, and the depth in actions. Draws and clocks
    /// are not applied.
    pub perft: fn(&[Placed], u8, u32) -> u64,
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
            name: $game::NAME,
            perft: |pieces, player, depth| {
                let mut set = $game::Pieces::EMPTY;
                for &(cell, owner, kind) in pieces {
                    set.put(owner.into(), kind.into(), u32::from($game::BITS[usize::from(cell)]));
                }
                $game::perft(&set, player.into(), depth)
            },
        }),*];
    };
}

rulebook_macros::bundled!(engines);
