//! The file holds families only.

rulebook_macros::game!(pub mod only = "tests/ui/no_game.rules");

fn main() {
    println!("{}", only::Position::initial().perft(3));
}
