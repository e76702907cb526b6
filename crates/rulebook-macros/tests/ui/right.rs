//! A spec that is right gives an engine.

rulebook_macros::game!(
    /// A small game.
    pub mod game = "tests/ui/right.rules"
);

#[path = "../uses/mod.rs"]
mod uses;

fn main() {
    uses::everything().expect("it works");
}
