//! The lowering for pieces that walk: the constants of the runtime's loops.
//!
//! Sound if [`Shape`] has recognised every node of the actions: nothing here approximates.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use rulebook_ir::{Cond, Dir, Outcome, Rules, Set, Who};

use crate::{
    Settings,
    context::{literal, said},
    engine::Lowered,
    layout::Layout,
    shape::{Shape, Walk, When},
};

/// What takes the place of runs that are visited one after the other.
pub(crate) fn lowered(rules: &Rules, layout: &Layout, shape: &Shape, settings: &Settings) -> Lowered {
    let kinds = rules.kinds.len();
    Lowered {
        board: quote!(rt::walks::Pieces<#kinds>),
        functions: functions(rules),
        items: items(rules, layout, shape, settings),
    }
}

/// Is each direction of a walk a shift of its own? Where two are one, a move would be found twice.
pub(crate) fn directions_differ(layout: &Layout, shape: &Shape) -> bool {
    shape.steps.iter().chain(&shape.jumps).flat_map(|w| &w.dirs).all(|along| {
        let mut shifts: Vec<i32> = along.iter().map(|d| layout.shifts[usize::from(*d)]).collect();
        shifts.sort_unstable();
        shifts.windows(2).all(|pair| pair[0] != pair[1])
    })
}

/// The functions of the engine, for whoever makes the ply.
fn functions(rules: &Rules) -> TokenStream {
    let kinds = rules.kinds.len();
    // The pieces are handed over as a copy: a state of which no part is lent stays in registers.
    let side = |call: TokenStream, arguments: TokenStream| {
        quote!(match s.mover {
            0 => #call::<Rules, rt::walks::First, #kinds>(#arguments),
            _ => #call::<Rules, rt::walks::Second, #kinds>(#arguments),
        })
    };
    let legal = side(quote!(rt::walks::list::legal), quote!(&pieces, out));
    let any = side(quote!(rt::walks::list::any), quote!(&pieces, name));
    let act = side(quote!(rt::walks::list::act), quote!(&mut pieces, action));
    let listed = side(quote!(rt::walks::list::listed), quote!(&s.board));
    let perft = side(quote!(rt::walks::perft::perft), quote!(&s.board, depth));
    // Leaves are counted without asking for results: that is the same if nobody wins but by the other's having no action.
    let count = rules.results.iter().all(|r| r.outcome == Outcome::Draw || r.at_setup || blocked(r)).then(|| {
        quote! {
            fn count(s: &State, depth: u32, count: rt::api::Count) -> Option<u64> {
                (!count.routes).then(|| #perft)
            }
        }
    });
    quote! {
        #[inline]
        fn legal(s: &State, out: &mut Vec<Action>) {
            let pieces = s.board;
            #legal
        }
        #[inline]
        fn has_legal(s: &State, name: Option<u8>) -> bool {
            let pieces = s.board;
            #any
        }
        #[inline]
        fn act(s: &mut State, action: &Action) -> Option<rt::action::Deed> {
            s.here = action.to;
            let mut pieces = s.board;
            let deed = #act;
            s.board = pieces;
            Some(deed)
        }
        fn listed(s: &State) -> (Vec<rt::api::Action>, Vec<rt::api::Forbidden>) { (#listed, Vec::new()) }
        #count
    }
}

/// Is it a win because the next player cannot act?
fn blocked(result: &rulebook_ir::ResultRule) -> bool {
    fn cannot(cond: &Cond) -> bool {
        match cond {
            Cond::Named(_, c) => cannot(c),
            Cond::Not(c) => matches!(&**c, Cond::Can(Who::Next, None)),
            _ => false,
        }
    }
    result.outcome == Outcome::Win(Who::Mover) && cannot(&result.when)
}

/// The shape of the rules as constants.
fn items(rules: &Rules, layout: &Layout, shape: &Shape, settings: &Settings) -> TokenStream {
    let kinds = rules.kinds.len();
    let board = literal(layout.board());
    let steps = (0..2).map(|p| walks(layout, &shape.steps, p, "Step", "slides"));
    let jumps = (0..2).map(|p| walks(layout, &shape.jumps, p, "Jump", "flies"));
    let (from, to) = (usize::from(shape.promotion.from), usize::from(shape.promotion.to));
    let on = (0..2).map(|player| literal(cells_of(layout, &shape.promotion.on, player)));
    let when = match shape.promotion.when {
        When::AtEnd => format_ident!("AtEnd"),
        When::AtOnce => format_ident!("AtOnce"),
        When::AndStop => format_ident!("AndStop"),
    };
    let most = shape.most;
    let (capture_name, quiet_name) = (shape.capture, shape.quiet);
    let meet = Literal::u32_unsuffixed(shortest_closed_walk(rules, layout, shape));
    let rays = if settings.has("rays") { rays(rules, layout, shape) } else { Vec::new() };
    let (difference, sets) = (settings.has("difference"), settings.has("sets"));
    let quiet = &rules.actions[usize::from(shape.quiet)];
    let capture = &rules.actions[usize::from(shape.capture)];
    let steps_doc = said(rules, quiet.clauses.iter().map(|c| c.1));
    let jumps_doc = said(rules, capture.clauses.iter().map(|c| c.1).chain(capture.chain));
    let promotion_doc = said(rules, [shape.promotion.clause]);
    let most_doc = said(rules, capture.prefer_clause);
    quote! {
        impl rt::walks::Walks<#kinds> for Rules {
            const BOARD: u64 = #board;
            const CAPTURE: u8 = #capture_name;
            const QUIET: u8 = #quiet_name;
            /// Quiet moves by player and kind, as shifts.
            #steps_doc
            const STEPS: [[rt::walks::Step; #kinds]; 2] = [#(#steps),*];
            /// Captures by player and kind, as shifts.
            #jumps_doc
            const JUMPS: [[rt::walks::Jump; #kinds]; 2] = [#(#jumps),*];
            /// The promotion.
            #promotion_doc
            const PROMOTION: rt::walks::Promotion = rt::walks::Promotion {
                from: #from,
                to: #to,
                on: [#(#on),*],
                when: rt::walks::When::#when,
            };
            /// Whether only captures of the most pieces may be played.
            #most_doc
            const MOST: bool = #most;
            /// Cells beyond each cell, by direction.
            const RAYS: &'static [rt::walks::ray::Rays] = &[#(#rays),*];
            const DIFFERENCE: bool = #difference;
            const SETS: bool = #sets;
            /// A capture of fewer pieces than this has one route only.
            const MEET: u32 = #meet;
        }
    }
}

/// For each direction in which a piece flies: its shift, and by bit the cells beyond.
fn rays(rules: &Rules, layout: &Layout, shape: &Shape) -> Vec<TokenStream> {
    let far = shape.steps.iter().chain(&shape.jumps).filter(|w| w.far);
    let mut dirs: Vec<Dir> = far.flat_map(|w| w.dirs.iter().flatten().copied()).collect();
    dirs.sort_unstable();
    dirs.dedup();
    dirs.into_iter()
        .map(|dir| {
            let mut words = [0_u64; 64];
            for (cell, bit) in layout.bits.iter().enumerate() {
                let mut at = cell as u16;
                while let Some(next) = rules.board.next(at, dir) {
                    words[*bit as usize] |= 1 << layout.bits[usize::from(next)];
                    at = next;
                }
            }
            let shift = Literal::i32_unsuffixed(layout.shifts[usize::from(dir)]);
            let words = words.into_iter().map(literal);
            quote!((#shift, [#(#words),*]))
        })
        .collect()
}

/// The walks of a player, kind by kind.
fn walks(layout: &Layout, walks: &[Walk], player: usize, what: &str, far: &str) -> TokenStream {
    let (what, far) = (format_ident!("{what}"), format_ident!("{far}"));
    let each = walks.iter().map(|walk| {
        let shifts = walk.dirs[player].iter().map(|d| Literal::i32_unsuffixed(layout.shifts[usize::from(*d)]));
        let is_far = walk.far;
        quote!(rt::walks::#what { dirs: &[#(#shifts),*], #far: #is_far })
    });
    quote!([#(#each),*])
}

/// The cells of a set that depends on the board and the player alone.
fn cells_of(layout: &Layout, set: &Set, player: usize) -> u64 {
    match set {
        Set::Const(cells) => layout.word(cells),
        Set::Seen(seen) => layout.word(&seen[player]),
        _ => 0,
    }
}

/// The least number of jumps after which a piece can be back where it was without having turned back: two routes to one
/// capture differ by such a walk.
fn shortest_closed_walk(rules: &Rules, layout: &Layout, shape: &Shape) -> u32 {
    // On a board of any other form nothing is known of how directions add up.
    if rules.board.shape == rulebook_ir::Shape::Graph {
        return 1;
    }
    let dirs: Vec<Dir> = shape.jumps.iter().flat_map(|w| w.dirs.iter().flatten().copied()).collect();
    let mut shifts: Vec<i32> = dirs.iter().map(|d| layout.shifts[usize::from(*d)]).collect();
    shifts.sort_unstable();
    shifts.dedup();
    // Three jumps meet only if three directions, taken any number of cells far, add up to nothing; two only by turning back.
    let axes: Vec<i32> = shifts.iter().copied().filter(|s| *s > 0).collect();
    if axes.len() <= 2 { 4 } else { 3 }
}
