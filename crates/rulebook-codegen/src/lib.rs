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
//! | `tables` | the board, turns, reserves, copies of clocks |
//! | `uses` | what an engine has to keep |
//! | `layout`, `words` | which bit each cell has, so that a step is a shift |
//! | `shape`, `walks` | the lowering for pieces that walk |
//! | `flips` | the lowering for placements that have to turn pieces over |
//! | `placements` | the lowering for pieces that are put on free cells |
//! | `rows` | wins by rows of pieces, asked where something has come |
//! | `steps` | the lowering for pieces that step to a neighbouring cell |
//! | [`lines`] | the lowering for placements that lines forbid |
//! | `limits`, `refusal` | what is beyond the engine |

mod clock;
mod context;
mod ending;
mod engine;
mod expr;
mod flips;
mod layout;
mod limits;
pub mod lines;
mod names;
mod placements;
mod refusal;
mod rows;
mod shape;
mod steps;
mod tables;
mod term;
mod uses;
mod walks;
mod words;

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

impl Settings {
    /// Is that lowering used?
    fn has(&self, name: &str) -> bool {
        !self.without.iter().any(|without| without == name)
    }
}

/// The lowerings that may be left out: pieces that walk, and within them tables of rays, captures as sets, and two plies
/// counted at once; pieces that step to a neighbouring cell; placements that have to turn pieces over; placements
/// that lines forbid; other placements, and of any game of placements the rows that win.
pub const LOWERINGS: &[&str] =
    &["walks", "rays", "sets", "difference", "steps", "flips", "lines", "placements", "rows"];

/// The items of a module with an engine of the game. `runtime` is the path of the runtime's crate.
///
/// # Errors
/// If the rules have something that is not compiled; they can still be interpreted.
pub fn generate(rules: &Rules, settings: &Settings, runtime: &TokenStream) -> Result<TokenStream, Refusal> {
    let import = quote!(use #runtime as rt;);
    if settings.has("walks")
        && let Ok(shape) = Shape::of(rules)
        && let Ok(layout) = Layout::of(&rules.board, &shape::directions(rules))
        && walks::directions_differ(&layout, &shape)
    {
        let context = Context::new(rules, &layout.bits);
        let items = engine::items(&context, Some(walks::lowered(rules, &layout, &shape, settings)))?;
        return Ok(quote!(#import #items));
    }
    let bits: Vec<u32> = (0..rules.board.len() as u32).collect();
    let mut context = Context::new(rules, &bits);
    context.rows = settings.has("rows");
    let steps = || steps::Plan::of(rules).filter(|_| settings.has("steps")).map(|plan| plan.lowered());
    let flips = || flips::Plan::of(rules).filter(|_| settings.has("flips")).map(|plan| plan.lowered());
    let placements = || placements::Plan::of(rules).filter(|_| settings.has("placements")).map(|plan| plan.lowered());
    if let Some(lowered) = steps().or_else(flips).or_else(placements) {
        let items = engine::items(&context, Some(lowered))?;
        return Ok(quote!(#import #items));
    }
    let plan = if settings.has("lines") { lines::Plan::of(rules).ok().flatten() } else { None };
    let lowered = plan.as_ref().and_then(|plan| plan.lowered(rules));
    // Where turns are more than one placement, programs can ask the tables all the same.
    let tables = plan.filter(|_| lowered.is_none()).map(|plan| plan.items(rules));
    let items = engine::items(&context, lowered)?;
    Ok(quote!(#import #items #tables))
}
