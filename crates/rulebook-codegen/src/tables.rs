//! Tables of the board, of turns, reserves and clocks.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use rulebook_ir::{Cond, Copies, Rules, Step};

use crate::{
    context::{Context, said},
    engine::clause,
    expr::num::{copies, reserve_slots, width},
    names::option,
};

/// The programs of turns.
pub(crate) fn turns(rules: &Rules) -> TokenStream {
    let mut stop = rules.results.len() as u8;
    let turns = rules.turns.iter().map(|turn| {
        let (first, last) = (turn.first, option(turn.last.map(|n| quote!(#n))));
        let steps: Vec<_> = turn
            .steps
            .iter()
            .map(|step| match step {
                Step::Act { alternatives, times, together, when } => {
                    let names = alternatives.iter().map(|a| quote!(&[#(#a),*]));
                    let always = *when == Cond::Const(true);
                    let (times, together) = if *together { (1_u16, *times as u16) } else { (*times as u16, 0) };
                    quote!(rt::rules::Step::Act { alternatives: &[#(#names),*], times: #times, together: #together, always: #always })
                }
                Step::Stop(_) => {
                    stop += 1;
                    let index = stop - 1;
                    quote!(rt::rules::Step::Stop(#index))
                }
            })
            .collect();
        quote!(rt::rules::Turn { first: #first, last: #last, steps: &[#(#steps),*] })
    });
    let turns: Vec<_> = turns.collect();
    quote!(#(#turns),*)
}

/// All reserves.
pub(crate) fn reserves(rules: &Rules) -> TokenStream {
    let mut all = Vec::new();
    for player in 0..rules.players.len() as u8 {
        for (kind, info) in rules.kinds.iter().enumerate() {
            let (slots, first) = (reserve_slots(rules, kind), info.numbers.map_or(0, |(first, _)| first));
            let (stock, kind) = (info.stock.map_or(0, |(n, _)| n) as u16, kind as u8);
            for slot in 0..slots {
                let each = info.stock.is_some_and(|(_, each)| each) && info.numbers.is_some();
                let number = first + slot as u8;
                let number = option(each.then(|| quote!(#number)));
                all.push(quote!(rt::rules::Reserve { player: #player, kind: #kind, number: #number, stock: #stock }));
            }
        }
    }
    quote!(#(#all),*)
}

/// All copies of clocks.
pub(crate) fn clock_copies(rules: &Rules, bits: &[u32]) -> TokenStream {
    let mut all = Vec::new();
    for (index, clock) in rules.clocks.iter().enumerate() {
        let clock_index = index as u8;
        for copy in 0..copies(rules, clock, width(bits)) {
            let (player, cell) = match clock.copies {
                Copies::One => (None, None),
                Copies::PerPlayer => (Some(copy as u8), None),
                // Bits that are no cells have a copy that nothing ever reads.
                Copies::PerPiece => (None, bits.iter().position(|b| *b as usize == copy).or(Some(usize::MAX))),
            };
            let player = option(player.map(|p| quote!(#p)));
            let cell = option(cell.map(|c| c as u16).map(|c| quote!(#c)));
            all.push(quote!(rt::rules::ClockCopy { clock: #clock_index, player: #player, cell: #cell }));
        }
    }
    quote!(#(#all),*)
}

/// Neighbours and lines, by bits.
pub(crate) fn tables(context: &Context<'_>) -> TokenStream {
    let board = &context.rules.board;
    let all = context.cells(&board.all());
    let board_doc = said(context.rules, clause(context.rules, "board"));
    let width = context.width();
    let next = board.neighbours.iter().map(|neighbours| {
        let mut row = vec![u16::MAX; width];
        for (cell, next) in neighbours.iter().enumerate() {
            if let Some(next) = next {
                row[context.bits[cell] as usize] = context.bits[usize::from(*next)] as u16;
            }
        }
        let row = row.into_iter().map(Literal::u16_unsuffixed);
        quote!(&[#(#row),*])
    });
    let backs = board.directions.iter().map(|d| d.back);
    let lines = board.lines.iter().map(|line| {
        let cells = line.cells.iter().map(|c| Literal::u16_unsuffixed(context.bits[usize::from(*c)] as u16));
        quote!(&[#(#cells),*])
    });
    let sets = board.lines.iter().map(|line| context.cells(&line.cells.iter().copied().collect()));
    let mut through = vec![Vec::new(); width];
    for (cell, lines) in board.lines_through.iter().enumerate() {
        through[context.bits[cell] as usize] = lines.iter().map(|(line, _)| Literal::u16_unsuffixed(*line)).collect();
    }
    let through = through.iter().map(|lines| quote!(&[#(#lines),*]));
    quote! {
        /// All cells.
        #board_doc
        const BOARD: Cells = #all;
        /// No marks.
        const NO_MARKS: [Cells; rt::run::MARKS] = [Cells::NONE; rt::run::MARKS];
        /// The neighbour of each bit, by direction.
        const NEXT: &[&[u16]] = &[#(#next),*];
        /// The direction back.
        const BACK: &[u8] = &[#(#backs),*];
        /// Cells of the lines.
        const LINES: &[&[u16]] = &[#(#lines),*];
        /// The same as sets.
        const LINE_SETS: &[Cells] = &[#(#sets),*];
        /// Lines through each bit.
        const THROUGH: &[&[u16]] = &[#(#through),*];

        fn back(dir: u8) -> u8 {
            BACK.get(usize::from(dir)).copied().unwrap_or(u8::MAX)
        }

        fn lines_through(cell: u16) -> &'static [u16] {
            THROUGH.get(usize::from(cell)).copied().unwrap_or(&[])
        }
    }
}
