//! Numbers.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use rulebook_ir::{CellRef, ClockId, Copies, Num, Who};

use crate::{
    Refusal,
    context::{Context, Env},
};

impl Context<'_> {
    /// The value of a number.
    pub(crate) fn num(&self, num: &Num, env: &Env) -> TokenStream {
        let Env { state, deed, marks, viewer, .. } = env;
        match num {
            Num::Int(value) => {
                let value = Literal::i64_unsuffixed(*value);
                quote!((#value))
            }
            Num::Count(set) => {
                let set = self.set(set, env);
                quote!(i64::from(#set.len()))
            }
            Num::Stock(who, kinds) => self.stock(*who, *kinds, env),
            Num::Victims(kinds) => quote!((#deed).victims(#kinds)),
            Num::CountLaid { laid, by } => {
                let (sets, cells) = (self.fresh("sets"), self.fresh("cells"));
                let by = self.set(by, env);
                let body = self.laid(laid, env, &|met| {
                    quote! {
                        let #cells = #met.cells & #by;
                        if !#sets.contains(&#cells) {
                            #sets.push(#cells);
                        }
                    }
                });
                quote!({
                    let mut #sets: Vec<Cells> = Vec::new();
                    let _: bool = #body;
                    #sets.len() as i64
                })
            }
            Num::CountGroups(set, dirs) => {
                let groups = self.groups(set, dirs, env);
                quote!((#groups.len() as i64))
            }
            Num::Clock(clock, who, cell) => {
                let copy = self.clock_copy(*clock, *who, *cell, env);
                quote!(#state.clock(#copy).map_or(0, i64::from))
            }
            Num::Turns => quote!(i64::from(#state.turns)),
            Num::TurnsOf(who) => {
                if self.rules.turns.len() < 2 {
                    let what = "a count of one player's turns where the number of the turn is not part of a position";
                    return self.refuse(Refusal::game(what));
                }
                let who = env.player(*who);
                quote!(i64::from(#state.turns_of(#who)))
            }
            Num::Actions => quote!(i64::from(#state.actions)),
            Num::Call(def) => {
                let name = self.def(*def);
                quote!(#name(#state, #deed, #marks, #viewer, rt::set::NOWHERE, 0))
            }
            Num::Add(a, b) => self.sum(a, b, env, "saturating_add"),
            Num::Sub(a, b) => self.sum(a, b, env, "saturating_sub"),
            Num::Mul(a, b) => self.sum(a, b, env, "saturating_mul"),
        }
    }

    fn sum(&self, a: &Num, b: &Num, env: &Env, operation: &str) -> TokenStream {
        let (a, b) = (self.num(a, env), self.num(b, env));
        let operation = quote::format_ident!("{operation}");
        quote!(i64::#operation(#a, #b))
    }

    /// Pieces in a player's reserves.
    fn stock(&self, who: Who, kinds: u32, env: &Env) -> TokenStream {
        let state = &env.state;
        let who = env.player(who);
        let per_player: usize = (0..self.rules.kinds.len()).map(|k| reserve_slots(self.rules, k)).sum();
        let mut before = 0;
        let mut sums = Vec::new();
        for kind in 0..self.rules.kinds.len() {
            let slots = reserve_slots(self.rules, kind);
            if kinds >> kind & 1 == 1 && slots > 0 {
                let end = before + slots;
                sums.push(quote! {
                    #state.board.in_reserve(
                        usize::from(#who) * #per_player + #before,
                        usize::from(#who) * #per_player + #end,
                    )
                });
            }
            before += slots;
        }
        quote!((0 #(+ #sums)*))
    }

    /// The copy of a clock that is read.
    pub(crate) fn clock_copy(&self, clock: ClockId, who: Who, cell: CellRef, env: &Env) -> TokenStream {
        let index = usize::from(clock.0);
        let first = first_copy(self.rules, index, self.width());
        let clock = &self.rules.clocks[index];
        match clock.copies {
            Copies::One => quote!(#first),
            Copies::PerPlayer => {
                let who = env.player(who);
                quote!((#first + usize::from(#who)))
            }
            Copies::PerPiece => {
                let cell = self.cell(cell, env);
                quote!((#first + usize::from(#cell)))
            }
        }
    }
}

/// The first copy of a clock.
pub(crate) fn first_copy(rules: &rulebook_ir::Rules, clock: usize, width: usize) -> usize {
    rules.clocks[..clock].iter().map(|c| copies(rules, c, width)).sum()
}

/// How many bits there are, cells or not.
pub(crate) fn width(bits: &[u32]) -> usize {
    bits.iter().max().map_or(0, |bit| *bit as usize + 1)
}

/// How many copies a clock has; of one kept for each piece, one for each bit.
pub(crate) fn copies(rules: &rulebook_ir::Rules, clock: &rulebook_ir::Clock, width: usize) -> usize {
    match clock.copies {
        Copies::One => 1,
        Copies::PerPiece => width,
        Copies::PerPlayer => rules.players.len(),
    }
}

/// How many reserves a kind has for each player: one for each number, one, or none.
pub(crate) fn reserve_slots(rules: &rulebook_ir::Rules, kind: usize) -> usize {
    let kind = &rules.kinds[kind];
    match (kind.stock, kind.numbers) {
        (None, _) => 0,
        (Some((_, true)), Some((first, last))) => usize::from(last.saturating_sub(first)) + 1,
        (Some(_), _) => 1,
    }
}
