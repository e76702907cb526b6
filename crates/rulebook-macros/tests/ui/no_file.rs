//! The file does not exist.

rulebook_macros::game!(pub mod nowhere = "tests/ui/nowhere.rules");

fn main() {
    println!("{}", nowhere::Position::initial().perft(3));
}
