//! Whose move it is, as a type: the body of a loop is written once and compiled for each player.

/// A player.
pub trait Side: 'static {
    /// The other one.
    type Other: Side<Other = Self>;
    /// 0 for the player who begins.
    const INDEX: usize;
}

/// The player who begins.
#[derive(Debug)]
pub enum First {}

/// The other player.
#[derive(Debug)]
pub enum Second {}

impl Side for First {
    type Other = Second;
    const INDEX: usize = 0;
}

impl Side for Second {
    type Other = First;
    const INDEX: usize = 1;
}
