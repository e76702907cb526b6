//! Sets of cells: as a value, and as a question about one cell.

use proc_macro2::TokenStream;
use quote::quote;
use rulebook_ir::{CellRef, Set};

use crate::context::{Context, Env};

impl Context<'_> {
    /// The set as a value.
    pub(crate) fn set(&self, set: &Set, env: &Env) -> TokenStream {
        let Env { state, marks, viewer, .. } = env;
        match set {
            Set::Const(cells) => self.cells(cells),
            Set::Seen(seen) => {
                let seen = seen.iter().map(|cells| self.cells(cells));
                quote!([#(#seen),*][usize::from(#viewer)])
            }
            Set::Empty => quote!((BOARD & !#state.board.occupied())),
            Set::Occupied => quote!(#state.board.occupied()),
            Set::OwnedBy(who) => {
                let who = env.player(*who);
                quote!(#state.board.owned(#who))
            }
            Set::Enemies => quote!((#state.board.occupied() & !#state.board.owned(#viewer))),
            Set::Kinds(kinds) => quote!(#state.board.kinds(#kinds)),
            Set::Marked(mark) => {
                let mark = usize::from(*mark);
                quote!((#marks)[#mark])
            }
            Set::One(cell) => {
                let cell = self.cell(*cell, env);
                quote!(Cells::one(#cell))
            }
            Set::LineOf(var) => {
                let Some(line) = env.line(*var) else { return quote!(Cells::NONE) };
                quote!(LINE_SETS[usize::from(#line)])
            }
            Set::Group(var) => env.group(*var).unwrap_or_else(|| quote!(Cells::NONE)),
            Set::LineWalked => env.walked.clone().unwrap_or_else(|| quote!(Cells::NONE)),
            Set::Where(_) => self.filtered(&quote!(BOARD), &[set], env),
            Set::Call(def) => {
                let name = self.def(*def);
                let deed = &env.deed;
                quote!(#name(#state, #deed, #marks, #viewer, rt::set::NOWHERE, 0))
            }
            Set::And(all) => {
                let (plain, asked): (Vec<&Set>, Vec<&Set>) = all.iter().partition(|s| !asks(s));
                let plain: Vec<_> = plain.into_iter().map(|s| self.set(s, env)).collect();
                let plain = if plain.is_empty() { quote!(BOARD) } else { quote!((#(#plain)&*)) };
                if asked.is_empty() { plain } else { self.filtered(&plain, &asked, env) }
            }
            Set::Or(any) => {
                let any = any.iter().map(|s| self.set(s, env));
                quote!((Cells::NONE #(| #any)*))
            }
            Set::Not(set) => {
                let set = self.set(set, env);
                quote!((BOARD & !#set))
            }
            Set::For(who, set) => {
                let (viewer, me) = (env.player(*who), self.fresh("me"));
                let set = self.set(set, &env.seen_by(quote!(#me)));
                quote!({ let #me = #viewer; #set })
            }
        }
    }

    /// The cells of a set for which all of these hold.
    fn filtered(&self, from: &TokenStream, asked: &[&Set], env: &Env) -> TokenStream {
        let (cell, found) = (self.fresh("cell"), self.fresh("found"));
        let asked = asked.iter().map(|s| self.contains(s, &quote!(#cell), env));
        quote!({
            let mut #found = Cells::NONE;
            for #cell in (#from).cells() {
                if #(#asked)&&* {
                    #found = #found | Cells::one(#cell);
                }
            }
            #found
        })
    }

    /// Is a cell of the board in the set?
    pub(crate) fn contains(&self, set: &Set, cell: &TokenStream, env: &Env) -> TokenStream {
        let Env { state, deed, marks, viewer, .. } = env;
        match set {
            Set::Empty => quote!(!#state.board.occupied().has(#cell)),
            Set::Where(def) => {
                let name = self.def(*def);
                quote!(#name(#state, #deed, #marks, #viewer, #cell, 0))
            }
            Set::One(one) => {
                let one = self.cell(*one, env);
                quote!((#one == #cell))
            }
            Set::And(all) => {
                let all = all.iter().map(|s| self.contains(s, cell, env));
                quote!((true #(&& #all)*))
            }
            Set::Or(any) => {
                let any = any.iter().map(|s| self.contains(s, cell, env));
                quote!((false #(|| #any)*))
            }
            Set::Not(set) => {
                let set = self.contains(set, cell, env);
                quote!(!#set)
            }
            Set::For(who, set) => {
                let (viewer, me) = (env.player(*who), self.fresh("me"));
                let set = self.contains(set, cell, &env.seen_by(quote!(#me)));
                quote!({ let #me = #viewer; #set })
            }
            Set::Const(_)
            | Set::Seen(_)
            | Set::Occupied
            | Set::OwnedBy(_)
            | Set::Enemies
            | Set::Kinds(_)
            | Set::Marked(_)
            | Set::LineOf(_)
            | Set::Group(_)
            | Set::LineWalked
            | Set::Call(_) => {
                let set = self.set(set, env);
                quote!(#set.has(#cell))
            }
        }
    }

    /// Is the cell, if there is one, in the set?
    pub(crate) fn is_in(&self, cell: CellRef, set: &Set, env: &Env) -> TokenStream {
        let named = self.cell(cell, env);
        match cell {
            CellRef::Var(_) | CellRef::Cell(_) => self.contains(set, &named, env),
            CellRef::Here | CellRef::LastVictim => {
                let here = self.fresh("here");
                let contains = self.contains(set, &quote!(#here), env);
                quote!({ let #here = #named; #here != rt::set::NOWHERE && #contains })
            }
        }
    }
}

/// Is the set known only by asking for each cell?
fn asks(set: &Set) -> bool {
    match set {
        Set::Where(_) => true,
        Set::Not(s) | Set::For(_, s) => asks(s),
        Set::And(all) | Set::Or(all) => all.iter().any(asks),
        _ => false,
    }
}
