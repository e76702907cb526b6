//! Rust engines from checked rules.
//!
//! Every condition, clock and result becomes a function; every action becomes nested loops over its runs, or, where a
//! *lowering* recognises its shape, constants of a faster loop. A game is never recognised, and what is not understood is
//! refused with the clause that says it, never approximated.
//!
//! | module | what it decides |
//! |---|---|
//! | `engine` | the whole module: types, tables, what calls what |
//! | `context`, `expr` | conditions, numbers, sets of cells, patterns |
//! | `term` | actions of any shape |
//! | `clock`, `ending`, `names` | clocks, results and set-ups, names |
//! | `uses` | what an engine has to keep |
//! | `layout` | which bit each cell has, so that a step is a shift |
//! | `shape`, `walks` | the lowering for pieces that walk |
//! | [`lines`] | the lowering for placements that lines forbid |
//! | `refusal` | what is beyond the engine |

mod clock;
mod context;
mod ending;
mod engine;
mod expr;
mod layout;
pub mod lines;
mod names;
mod refusal;
mod shape;
mod term;
mod uses;
mod walks;

use proc_macro2::TokenStream;
use quote::quote;
use rulebook_ir::Rules;

pub use refusal::Refusal;

use crate::{context::Context, layout::Layout, shape::Shape};

/// How an engine is generated.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Lowerings that are left out, by name ([`LOWERINGS`]).
    pub without: Vec<String>,
}

/// The lowerings that may be left out.
pub const LOWERINGS: &[&str] = &["walks", "lines"];

/// The items of a module with an engine of the game. `runtime` is the path of the runtime's crate.
///
/// # Errors
/// If the rules have something that is not compiled; they can still be interpreted.
pub fn generate(rules: &Rules, settings: &Settings, runtime: &TokenStream) -> Result<TokenStream, Refusal> {
    let without = |name: &str| settings.without.iter().any(|w| w == name);
    let import = quote!(use #runtime as rt;);
    if !without("walks")
        && let Ok(shape) = Shape::of(rules)
        && let Ok(layout) = Layout::of(&rules.board, &shape::directions(rules))
    {
        let context = Context::new(rules, &layout.bits);
        let items = engine::items(&context, Some(walks::lowered(rules, &layout, &shape)))?;
        return Ok(quote!(#import #items));
    }
    let bits: Vec<u32> = (0..rules.board.len() as u32).collect();
    let plan = if without("lines") { None } else { lines::Plan::of(rules).ok().flatten() };
    let lowered = plan.as_ref().and_then(|plan| plan.lowered(rules));
    // Where turns are more than one placement, programs can ask the tables all the same.
    let tables = plan.filter(|_| lowered.is_none()).map(|plan| plan.items(rules));
    let items = engine::items(&Context::new(rules, &bits), lowered)?;
    Ok(quote!(#import #items #tables))
}
