//! The lowering for pieces that walk: the constants of the runtime's loops.
//!
//! Sound if [`Shape`] has recognised every node of the actions: nothing here approximates.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use rulebook_ir::{Cond, Copies, Dir, Outcome, Rules, Set, Who};

use crate::{
    Settings,
    context::{literal, said},
    engine::Lowered,
    expr::num::{copies, first_copy, width},
    layout::Layout,
    shape::{Plain, Preference, Shape, Walk, When, plain},
};

/// What takes the place of runs that are visited one after the other.
pub(crate) fn lowered(rules: &Rules, layout: &Layout, shape: &Shape, settings: &Settings) -> Lowered {
    let kinds = rules.kinds.len();
    Lowered {
        board: quote!(rt::walks::Pieces<#kinds>),
        functions: functions(rules, shape),
        runs: !shape.forbids.is_empty(),
        items: {
            let (items, calm) = (items(rules, layout, shape, settings), calm(rules, layout, shape));
            quote!(#items #calm)
        },
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

/// The functions of the engine, for whoever makes the ply. Where a prohibition may hold, runs are visited.
fn functions(rules: &Rules, shape: &Shape) -> TokenStream {
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
    let unless_calm =
        |instead: TokenStream| (!shape.forbids.is_empty()).then(|| quote!(if !calm(s, 1) { return #instead; }));
    let calm_legal = unless_calm(quote!(rt::general::legal(s, out)));
    let calm_any = unless_calm(quote!(rt::general::has_legal(s, name)));
    let calm_listed = unless_calm(quote!(rt::general::listed(s)));
    // Leaves are counted without asking for results: that is the same if nobody wins but by the other's having no action.
    let calm_below = (!shape.forbids.is_empty()).then(|| quote!(&&calm(s, depth)));
    let count = rules.results.iter().all(|r| r.outcome == Outcome::Draw || r.at_setup || blocked(r)).then(|| {
        quote! {
            fn count(s: &State, depth: u32, count: rt::api::Count) -> Option<u64> {
                (!count.routes #calm_below).then(|| #perft)
            }
        }
    });
    quote! {
        #[inline]
        fn legal(s: &State, out: &mut Vec<Action>) {
            #calm_legal
            let pieces = s.board;
            #legal
        }
        #[inline]
        fn has_legal(s: &State, name: Option<u8>) -> bool {
            #calm_any
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
        fn listed(s: &State) -> (Vec<rt::api::Action>, Vec<rt::api::Forbidden>) {
            #calm_listed
            (#listed, Vec::new())
        }
        #count
    }
}

/// A function that says that no prohibition can hold in the actions of so many plies: each of them needs a clock that has
/// passed a number, and a clock gains one a ply at most, one that counts moves of a piece only in the plies of its owner.
fn calm(rules: &Rules, layout: &Layout, shape: &Shape) -> TokenStream {
    if shape.forbids.is_empty() {
        return TokenStream::new();
    }
    let width = width(&layout.bits);
    let clocks = shape.forbids.iter().map(|forbids| {
        let index = usize::from(forbids.clock.0);
        let clock = &rules.clocks[index];
        let first = first_copy(rules, index, width);
        let end = first + copies(rules, clock, width);
        let gains = if clock.copies == Copies::PerPiece { quote!((plies - 1) / 2) } else { quote!((plies - 1)) };
        // A clock that stands at nothing is kept as one.
        let most = u32::from(forbids.most) + 1;
        quote!(s.clocks[#first..#end].iter().all(|value| u32::from(*value) + #gains <= #most))
    });
    quote! {
        /// Can no prohibition hold in the actions of so many plies, one or more?
        fn calm(s: &State, plies: u32) -> bool {
            let plies = plies.max(1);
            #(#clocks)&&*
        }
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
    let prefer = shape.prefer.iter().map(key);
    let plain = match plain(&shape.prefer) {
        Plain::Free => format_ident!("Free"),
        Plain::Most => format_ident!("Most"),
        Plain::No => format_ident!("No"),
    };
    let (at_once, no_turning_back) = (shape.at_once, shape.no_turning_back);
    let edges = layout.edges.iter().map(|(shift, cells)| {
        let (shift, cells) = (Literal::i32_unsuffixed(*shift), literal(*cells));
        quote!((#shift, #cells))
    });
    let (capture_name, quiet_name) = (shape.capture, shape.quiet);
    let meet = Literal::u32_unsuffixed(shortest_closed_walk(rules, layout, shape));
    let rays = if settings.has("rays") { rays(rules, layout, shape) } else { Vec::new() };
    let (difference, sets) = (settings.has("difference"), settings.has("sets"));
    let quiet = &rules.actions[usize::from(shape.quiet)];
    let capture = &rules.actions[usize::from(shape.capture)];
    let steps_doc = said(rules, quiet.clauses.iter().map(|c| c.1));
    let jumps_doc = said(rules, capture.clauses.iter().map(|c| c.1).chain(capture.chain));
    let promotion_doc = said(rules, [shape.promotion.clause]);
    let prefer_doc = said(rules, capture.prefer_clause);
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
            /// What captures are preferred for.
            #prefer_doc
            const PREFER: &'static [rt::walks::Key] = &[#(#prefer),*];
            const PLAIN: rt::walks::Plain = rt::walks::Plain::#plain;
            const AT_ONCE: bool = #at_once;
            const NO_TURNING_BACK: bool = #no_turning_back;
            /// Where steps by a shift stay on the board.
            const EDGES: &'static [(i32, u64)] = &[#(#edges),*];
            /// Cells beyond each cell, by direction.
            const RAYS: &'static [rt::walks::ray::Rays] = &[#(#rays),*];
            const DIFFERENCE: bool = #difference;
            const SETS: bool = #sets;
            /// A capture of fewer pieces than this has one route only.
            const MEET: u32 = #meet;
        }
    }
}

/// A key of a preference.
fn key(key: &Preference) -> TokenStream {
    let literals = |weights: &[u16]| weights.iter().map(|w| Literal::u16_unsuffixed(*w)).collect::<Vec<_>>();
    match key {
        Preference::Most(weights) => {
            let weights = literals(weights);
            quote!(rt::walks::Key::Most(&[#(#weights),*]))
        }
        Preference::Fewest(weights) => {
            let weights = literals(weights);
            quote!(rt::walks::Key::Fewest(&[#(#weights),*]))
        }
        Preference::Piece(kinds) => quote!(rt::walks::Key::Piece(#kinds)),
        Preference::Earliest(kinds) => quote!(rt::walks::Key::Earliest(#kinds)),
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
        let takes = (walk.takes != 0).then(|| {
            let kinds = walk.takes;
            quote!(takes: #kinds)
        });
        quote!(rt::walks::#what { dirs: &[#(#shifts),*], #far: #is_far, #takes })
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
