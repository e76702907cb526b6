//! Rust engines from checked rules.
//!
//! The shape of the rules decides what is generated: an action whose pattern is one empty cell becomes a shift, a run of
//! empty cells a fill, a jump a shift of the enemies, a chain a search that carries what is preferred. A game is never
//! recognised, and what is not understood is refused with the clause that says it, never approximated.
//!
//! | module | what it decides |
//! |---|---|
//! | [`layout`] | which bit each cell has, so that a step is a shift |
//! | [`shape`] | which walks, chains, promotions and turns the rules have |
//! | [`walks`] | the constants of the runtime's loops |
//! | [`refusal`] | what is beyond the engine |

pub mod layout;
pub mod refusal;
pub mod shape;
pub mod walks;

use proc_macro2::TokenStream;
use rulebook_ir::Rules;

pub use refusal::Refusal;

/// The items of a module with an engine of the game.
///
/// # Errors
/// If the rules have something that is not compiled yet; they can still be interpreted.
pub fn generate(rules: &Rules) -> Result<TokenStream, Refusal> {
    let layout = layout::Layout::of(&rules.board, &shape::directions(rules))?;
    let shape = shape::Shape::of(rules)?;
    Ok(walks::items(rules, &layout, &shape))
}
