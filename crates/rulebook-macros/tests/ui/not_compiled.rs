//! The game can be interpreted, but not compiled.

rulebook_macros::game!(pub mod game = "tests/ui/not_compiled.rules");

#[path = "../uses/mod.rs"]
mod uses;

fn main() {
    uses::everything().expect("it works");
}
