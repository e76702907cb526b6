//! The constants of the runtime's loops for pieces that walk.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use rulebook_ir::{ClauseId, Dir, Rules, Set};

use crate::{
    layout::Layout,
    shape::{Shape, Walk, When},
};

/// The items of a module: the shape of the rules as constants, and what a caller needs to set up and count.
pub fn items(rules: &Rules, layout: &Layout, shape: &Shape) -> TokenStream {
    let kinds = rules.kinds.len();
    let board = literal(layout.board());
    let bits = layout.bits.iter().map(|b| Literal::u8_unsuffixed(*b as u8));
    let cells = layout.bits.len();
    let names = rules.board.cells.iter().map(|c| c.name.as_str());
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
    let meet = Literal::u32_unsuffixed(shortest_closed_walk(layout, shape));
    let rays = rays(rules, layout, shape);
    let name = &rules.name;
    let setup = rules.setup.iter().map(|p| {
        let (cell, player, kind) = (usize::from(p.cell), usize::from(p.player), usize::from(p.kind));
        quote!((#cell, #player, #kind))
    });
    let quiet = &rules.actions[usize::from(shape.quiet)];
    let capture = &rules.actions[usize::from(shape.capture)];
    let steps_doc = said(rules, quiet.clauses.iter().map(|c| c.1));
    let jumps_doc = said(rules, capture.clauses.iter().map(|c| c.1).chain(capture.chain));
    let promotion_doc = said(rules, [shape.promotion.clause]);
    let most_doc = said(rules, capture.prefer_clause);
    let board_doc = said(rules, clause(rules, "board"));
    let setup_doc = said(rules, clause(rules, "setup"));
    quote! {
        /// The name of the game.
        pub const NAME: &str = #name;
        /// Names of the cells, in board order.
        pub const CELLS: [&str; #cells] = [#(#names),*];
        /// The bit of each cell, in board order: a step in a direction is a shift by a constant.
        pub const BITS: [u8; #cells] = [#(#bits),*];
        /// The first position: cell, player and kind of each piece.
        #setup_doc
        pub const SETUP: &[(usize, usize, usize)] = &[#(#setup),*];

        /// The shape of the rules.
        #[derive(Debug)]
        pub enum Rules {}

        impl ::rulebook_runtime::Walks<#kinds> for Rules {
            /// The bits that are cells.
            #board_doc
            const BOARD: u64 = #board;
            /// Quiet moves by player and kind, as shifts.
            #steps_doc
            const STEPS: [[::rulebook_runtime::walk::Step; #kinds]; 2] = [#(#steps),*];
            /// Captures by player and kind, as shifts.
            #jumps_doc
            const JUMPS: [[::rulebook_runtime::walk::Jump; #kinds]; 2] = [#(#jumps),*];
            /// The promotion.
            #promotion_doc
            const PROMOTION: ::rulebook_runtime::walk::Promotion = ::rulebook_runtime::walk::Promotion {
                from: #from,
                to: #to,
                on: [#(#on),*],
                when: ::rulebook_runtime::walk::When::#when,
            };
            /// Whether only captures of the most pieces may be played.
            #most_doc
            const MOST: bool = #most;
            /// Cells beyond each cell, by direction.
            const RAYS: &'static [::rulebook_runtime::ray::Rays] = &[#(#rays),*];
            /// A capture of fewer pieces than this has one route only.
            const MEET: u32 = #meet;
        }

        /// The pieces of the game.
        pub type Pieces = ::rulebook_runtime::Pieces<#kinds>;

        /// The pieces of the first position.
        #[must_use]
        pub fn initial() -> Pieces {
            let mut pieces = Pieces::EMPTY;
            for &(cell, player, kind) in SETUP {
                pieces.put(player, kind, u32::from(BITS[cell]));
            }
            pieces
        }

        /// The legal actions of a player, by the bits of their cells.
        #[must_use]
        pub fn legal(pieces: &Pieces, player: usize) -> ::rulebook_runtime::list::Actions {
            match player {
                0 => ::rulebook_runtime::list::legal::<Rules, ::rulebook_runtime::First, #kinds>(pieces),
                _ => ::rulebook_runtime::list::legal::<Rules, ::rulebook_runtime::Second, #kinds>(pieces),
            }
        }

        /// The pieces after an action of a player, which has to be legal.
        #[must_use]
        pub fn play(pieces: &Pieces, player: usize, action: &::rulebook_runtime::list::Action) -> Pieces {
            match player {
                0 => ::rulebook_runtime::list::play::<Rules, ::rulebook_runtime::First, #kinds>(pieces, action),
                _ => ::rulebook_runtime::list::play::<Rules, ::rulebook_runtime::Second, #kinds>(pieces, action),
            }
        }

        /// Leaves of the game tree at that depth; draws and clocks are not applied.
        #[must_use]
        pub fn perft(pieces: &Pieces, player: usize, depth: u32) -> u64 {
            match player {
                0 => ::rulebook_runtime::perft::perft::<Rules, ::rulebook_runtime::First, #kinds>(pieces, depth),
                _ => ::rulebook_runtime::perft::perft::<Rules, ::rulebook_runtime::Second, #kinds>(pieces, depth),
            }
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

/// What clauses say, as documentation: their ids and English sentences.
fn said(rules: &Rules, clauses: impl IntoIterator<Item = ClauseId>) -> TokenStream {
    let lines = clauses.into_iter().map(|clause| {
        let text = rules.clauses[usize::from(clause.0)].texts.get("en").unwrap_or("");
        let line = format!(" `{}`: {text}", rules.clause_id(clause));
        quote!(#[doc = ""] #[doc = #line])
    });
    quote!(#(#lines)*)
}

/// The clause of that path, if there is one.
fn clause(rules: &Rules, path: &str) -> Option<ClauseId> {
    let id = format!("{}.{path}", rules.name);
    rules.clauses.iter().position(|c| c.id == id).map(|i| ClauseId(i as u16))
}

/// The walks of a player, kind by kind.
fn walks(layout: &Layout, walks: &[Walk], player: usize, what: &str, far: &str) -> TokenStream {
    let (what, far) = (format_ident!("{what}"), format_ident!("{far}"));
    let each = walks.iter().map(|walk| {
        let shifts = walk.dirs[player].iter().map(|d| Literal::i32_unsuffixed(layout.shifts[usize::from(*d)]));
        let is_far = walk.far;
        quote!(::rulebook_runtime::walk::#what { dirs: &[#(#shifts),*], #far: #is_far })
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
fn shortest_closed_walk(layout: &Layout, shape: &Shape) -> u32 {
    let dirs: Vec<Dir> = shape.jumps.iter().flat_map(|w| w.dirs.iter().flatten().copied()).collect();
    let mut shifts: Vec<i32> = dirs.iter().map(|d| layout.shifts[usize::from(*d)]).collect();
    shifts.sort_unstable();
    shifts.dedup();
    // Three jumps meet only if three directions, taken any number of cells far, add up to nothing; two only by turning back.
    let axes: Vec<i32> = shifts.iter().copied().filter(|s| *s > 0).collect();
    if axes.len() <= 2 { 4 } else { 3 }
}

fn literal(word: u64) -> TokenStream {
    format!("{word:#x}").parse().unwrap_or_else(|_| quote!(#word))
}
