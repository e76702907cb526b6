//! Two mistakes in a spec are two errors, whatever is done with its module.

rulebook_macros::game!(pub mod game = "tests/ui/two_mistakes.rules");

#[path = "../uses/mod.rs"]
mod uses;

fn main() {
    uses::everything().expect("it works");
}
