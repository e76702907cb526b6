//! The call says something else than a module.

rulebook_macros::game!("tests/ui/right.rules");

fn main() {}
