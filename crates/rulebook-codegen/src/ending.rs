//! How a game ends: a function for each result, stop and foul, and for what is refused as a set-up.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use rulebook_ir::{AlwaysWhen, Outcome, RefusalWhat, ResultRule, Rules, Step};

use crate::context::{Context, Env, said, word};

/// All stops of all turns, in order.
pub(crate) fn stops(rules: &Rules) -> impl Iterator<Item = &ResultRule> {
    rules.turns.iter().flat_map(|t| &t.steps).filter_map(|step| match step {
        Step::Stop(rule) => Some(rule),
        Step::Act { .. } => None,
    })
}

/// The table of endings: results, stops, foul.
pub(crate) fn table(rules: &Rules) -> TokenStream {
    let rule = |r: &ResultRule| {
        let (clause, reason, at_setup) = (r.clause.0, r.reason, r.at_setup);
        let draw = r.outcome == Outcome::Draw;
        quote!(rt::rules::Ending { clause: #clause, reason: #reason, draw: #draw, at_setup: #at_setup })
    };
    let all = rules.results.iter().chain(stops(rules)).map(rule);
    let foul = rules.foul.iter().map(|foul| {
        let (clause, reason) = (foul.clause.0, foul.reason);
        quote!(rt::rules::Ending { clause: #clause, reason: #reason, draw: false, at_setup: false })
    });
    quote!(&[#(#all,)* #(#foul),*])
}

impl Context<'_> {
    /// The functions of all endings, and the body that chooses among them.
    pub(crate) fn endings(&self) -> (TokenStream, TokenStream) {
        let mut functions = Vec::new();
        let mut arms = Vec::new();
        let count = self.rules.results.len();
        for (index, rule) in self.rules.results.iter().chain(stops(self.rules)).enumerate() {
            let path = self.rules.clause_id(rule.clause).split_once('.').map_or("ending", |(_, path)| path);
            let name = format_ident!("ending_{}_{}", index, word(path));
            functions.push(self.ending(rule, &name, index < count));
            arms.push(quote!(#index => #name(s),));
        }
        (quote!(#(#functions)*), quote!(match index { #(#arms)* _ => None }))
    }

    fn ending(&self, rule: &ResultRule, name: &Ident, settled: bool) -> TokenStream {
        let env = |viewer: TokenStream| if settled { Env::after_turn(viewer) } else { Env::outside(viewer) };
        let mover = env(quote!(s.mover));
        let body = match rule.outcome {
            Outcome::Win(who) => {
                let (who, cond) = (mover.player(who), self.cond(&rule.when, &env(quote!(me))));
                quote!(let me = #who; rt::general::win(#cond, me))
            }
            Outcome::Lose(who) => {
                let (who, cond) = (mover.player(who), self.cond(&rule.when, &env(quote!(me))));
                quote!(let me = #who; rt::general::win(#cond, State::after(me)))
            }
            Outcome::WinEach => {
                let cond = self.cond(&rule.when, &env(quote!(me)));
                quote!((0..<Rules as rt::Rules>::PLAYERS).find(|&me| #cond).and_then(|me| rt::general::win(true, me)))
            }
            Outcome::Draw => {
                let (cond, claim) = (self.cond(&rule.when, &mover), self.cond(&rule.claimable, &mover));
                quote!(if #cond { rt::general::draw(true, #claim) } else { None })
            }
        };
        let doc = said(self.rules, [rule.clause]);
        let made = if settled { self.row_made(rule) } else { None };
        quote! {
            /// An ending.
            #doc
            #[inline]
            fn #name(s: &State) -> Option<rt::rules::Held> { #made #body }
        }
    }

    /// The body that asks what is refused as a set-up.
    pub(crate) fn refusals(&self) -> TokenStream {
        let each = self.rules.refusals.iter().map(|refusal| {
            let (clause, reason) = (refusal.clause.0, refusal.reason);
            let refused = |cell: TokenStream| {
                quote!(return Some(rt::api::Refused::Rule { clause: #clause, reason: #reason, cell: #cell });)
            };
            match &refusal.what {
                RefusalWhat::When(cond) => {
                    let cond = self.cond(cond, &Env::outside(quote!(s.mover)));
                    let refused = refused(quote!(None));
                    quote!(if #cond { #refused })
                }
                RefusalWhat::Pieces(set) => {
                    let contains = self.contains(set, &quote!(cell), &Env::outside(quote!(me)));
                    let refused = refused(quote!(rt::action::cell::<Rules>(cell)));
                    quote!(for cell in s.board.occupied().cells() {
                        if let Some(me) = s.board.piece(cell).map(|p| p.player) && #contains { #refused }
                    })
                }
                RefusalWhat::MoreThan(limit, set) => {
                    let env = Env::outside(quote!(me));
                    let (limit, set) = (self.num(limit, &env), self.set(set, &env));
                    let refused = refused(quote!(None));
                    quote!(for me in 0..<Rules as rt::Rules>::PLAYERS {
                        if i64::from(#set.len()) > #limit { #refused }
                    })
                }
            }
        });
        quote!(#(#each)* None)
    }

    /// What always holds: the table of clauses, and the body that asks.
    pub(crate) fn always(&self) -> (TokenStream, TokenStream) {
        let table = self.rules.always.iter().map(|always| {
            let clause = always.clause.0;
            let when = match always.when {
                AlwaysWhen::Each => quote!(Each),
                AlwaysWhen::AfterTurn => quote!(AfterTurn),
                AlwaysWhen::AfterAction => quote!(AfterAction),
                AlwaysWhen::Reason(reason) => quote!(Reason(#reason)),
            };
            quote!((#clause, rt::rules::When::#when))
        });
        let arms = self.rules.always.iter().enumerate().map(|(index, always)| {
            let mover = quote!(s.mover);
            let env = if always.when == AlwaysWhen::AfterTurn { Env::after_turn(mover) } else { Env::outside(mover) };
            let cond = self.cond(&always.cond, &env);
            quote!(#index => #cond,)
        });
        (quote!(&[#(#table),*]), quote!(match index { #(#arms)* _ => true }))
    }
}
