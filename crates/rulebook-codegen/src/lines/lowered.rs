//! The lowering of a whole game: its turns are one placement each, and lines forbid it.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use rulebook_ir::{Cond, Rules, Step};

use super::Plan;
use crate::engine::Lowered;

impl Plan {
    /// What takes the place of runs that are visited one after the other; none if there is more to the game's turns.
    pub(crate) fn lowered(&self, rules: &Rules) -> Option<Lowered> {
        let ([action], [kind], [turn]) = (rules.actions.as_slice(), rules.kinds.as_slice(), rules.turns.as_slice())
        else {
            return None;
        };
        let [Step::Act { alternatives, times: 1, together: false, when: Cond::Const(true) }] = turn.steps.as_slice()
        else {
            return None;
        };
        let plain = kind.numbers.is_none() && kind.stock.is_none() && action.prefer.is_empty();
        if !plain || *alternatives != [[0]] || !crate::clock::single(rules) {
            return None;
        }
        Some(Lowered {
            board: quote!(rt::lines::Pieces<Prohibitions, Cells>),
            runs: false,
            functions: self.functions(),
            items: self.items(rules),
        })
    }

    fn functions(&self) -> TokenStream {
        let clauses = self.forbids.iter().map(|f| Literal::u16_unsuffixed(f.0.0));
        quote! {
            #[inline]
            fn legal(s: &State, out: &mut Vec<Action>) { rt::lines::list::legal(s, out); }
            #[inline]
            fn has_legal(s: &State, name: Option<u8>) -> bool { rt::lines::list::any(s, name) }
            #[inline]
            fn act(s: &mut State, action: &Action) -> Option<rt::action::Deed> { rt::lines::list::act(s, action) }
            fn listed(s: &State) -> (Vec<rt::api::Action>, Vec<rt::api::Forbidden>) {
                rt::lines::list::listed(s, &[#(#clauses),*])
            }
            fn count(s: &State, depth: u32, _count: rt::api::Count) -> Option<u64> {
                (depth == 1).then(|| rt::lines::list::count(s))
            }
        }
    }
}
