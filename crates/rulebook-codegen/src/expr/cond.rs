//! Conditions.

use proc_macro2::TokenStream;
use quote::quote;
use rulebook_ir::{CellRef, Cmp, Cond, Copies, Dirs, Domain, Quant, Set};

use crate::{
    Refusal,
    context::{Context, Env},
    expr::num::first_copy,
};

impl Context<'_> {
    /// Does the condition hold?
    pub(crate) fn cond(&self, cond: &Cond, env: &Env) -> TokenStream {
        let Env { state, deed, marks, viewer, .. } = env;
        match cond {
            Cond::Const(value) => quote!(#value),
            Cond::Not(c) => {
                let c = self.cond(c, env);
                quote!(!(#c))
            }
            Cond::And(all) => {
                let all = all.iter().map(|c| self.cond(c, env));
                quote!((true #(&& (#all))*))
            }
            Cond::Or(any) => {
                let any = any.iter().map(|c| self.cond(c, env));
                quote!((false #(|| (#any))*))
            }
            Cond::Compare(a, cmp, b) => {
                let (a, b) = (self.num(a, env), self.num(b, env));
                let sign = match cmp {
                    Cmp::Equal => quote!(==),
                    Cmp::Less => quote!(<),
                    Cmp::AtMost => quote!(<=),
                    Cmp::Greater => quote!(>),
                    Cmp::AtLeast => quote!(>=),
                };
                quote!((#a #sign #b))
            }
            Cond::Exists(set) => {
                let set = self.set(set, env);
                quote!(!#set.is_none())
            }
            Cond::In(cell, set) => self.is_in(*cell, set, env),
            Cond::Quantified(quant, domain, body) => self.quantified(quant, domain, body, env),
            Cond::For(who, c) => {
                let (viewer, me) = (env.player(*who), self.fresh("me"));
                let c = self.cond(c, &env.seen_by(quote!(#me)));
                quote!({ let #me = #viewer; #c })
            }
            Cond::Supposing { owner, kind, at, then } => {
                let (owner, at) = (env.player(*owner), self.cell(*at, env));
                let (cell, trial) = (self.fresh("cell"), self.fresh("trial"));
                let then = self.cond(then, &Env { state: quote!((&#trial)), ..env.clone() });
                quote!({
                    let #cell = #at;
                    #cell != rt::set::NOWHERE && !#state.board.occupied().has(#cell) && {
                        let mut #trial = *#state;
                        #trial.board.put(#cell, rt::api::Piece { player: #owner, kind: #kind, number: 0 });
                        #then
                    }
                })
            }
            Cond::Call { def, cell, line } => {
                if !env.settled && crate::uses::repeats(self.rules, *def) {
                    return self.refuse(Refusal::game("repetition that is asked for within a turn"));
                }
                let name = self.def(*def);
                // A condition of a cell does not hold where there is none.
                let nowhere = (*cell == Some(CellRef::Here)).then(|| quote!(#state.here != rt::set::NOWHERE &&));
                let cell = cell.map_or_else(|| quote!(rt::set::NOWHERE), |c| self.cell(c, env));
                let line = line.and_then(|l| env.line(l)).unwrap_or_else(|| quote!(0));
                quote!((#nowhere #name(#state, #deed, #marks, #viewer, #cell, #line)))
            }
            Cond::Laid(laid) => self.laid_somewhere(laid, env),
            Cond::Walks(from, dirs, pattern) => {
                let from = self.cell(*from, env);
                self.walks_somewhere(&from, dirs, pattern, env)
            }
            Cond::Can(who, action) => {
                let who = env.player(*who);
                let action = action.map_or_else(|| quote!(None), |name| quote!(Some(#name)));
                quote!(rt::turn::can::<Rules>(#state, #who, #action))
            }
            Cond::Occurs(times) => {
                if !env.settled {
                    return self.refuse(Refusal::game("repetition that is asked for within a turn"));
                }
                let times = self.num(times, env);
                quote!((i64::from(#state.repeated) >= #times))
            }
            Cond::Reaches(clock, who, limit) => {
                let limit = self.num(limit, env);
                let index = usize::from(clock.0);
                if self.rules.clocks[index].copies == Copies::PerPiece {
                    let (first, who) = (first_copy(self.rules, index, self.width()), env.player(*who));
                    return quote!(#state.any_reached(#first, #state.board.owned(#who), #limit));
                }
                let copy = self.clock_copy(*clock, *who, CellRef::Here, env);
                quote!(#state.reached(#copy, #limit))
            }
            Cond::Reading { option, reading } => {
                let option = usize::from(*option);
                quote!((#state.reading(#option) == #reading))
            }
            Cond::Same(a, b) => {
                let (a, b) = (env.player(*a), env.player(*b));
                quote!((#a == #b))
            }
            Cond::ActorIs(kinds) => quote!((#deed).actor_is(#kinds)),
            Cond::LastVictimIs(kinds) => quote!((#deed).last_victim_is(#kinds)),
            Cond::Named(_, c) => self.cond(c, env),
        }
    }

    fn quantified(&self, quant: &Quant, domain: &Domain, body: &Cond, env: &Env) -> TokenStream {
        match quant {
            Quant::Some => self.members(domain, env, |inner| self.cond(body, inner)),
            Quant::No => {
                let some = self.members(domain, env, |inner| self.cond(body, inner));
                quote!(!#some)
            }
            Quant::Every => {
                let other = self.members(domain, env, |inner| {
                    let c = self.cond(body, inner);
                    quote!(!(#c))
                });
                quote!(!#other)
            }
            // Counting may stop as soon as the answer is known.
            Quant::AtLeast(n) => {
                let (n, holds) = (self.num(n, env), self.fresh("holds"));
                let reached = self.counted(domain, body, env, &holds, &quote!(#holds >= enough));
                quote!({ let enough: i64 = #n; let mut #holds: i64 = 0; enough <= 0 || #reached })
            }
            Quant::AtMost(n) => {
                let (n, holds) = (self.num(n, env), self.fresh("holds"));
                let reached = self.counted(domain, body, env, &holds, &quote!(#holds > most));
                quote!({ let most: i64 = #n; let mut #holds: i64 = 0; most >= 0 && !#reached })
            }
            Quant::Exactly(n) => {
                let (n, holds) = (self.num(n, env), self.fresh("holds"));
                let beyond = self.counted(domain, body, env, &holds, &quote!(#holds > wanted));
                quote!({ let wanted: i64 = #n; let mut #holds: i64 = 0; !#beyond && #holds == wanted })
            }
        }
    }

    /// Counts the members that hold until something is known.
    fn counted(
        &self,
        domain: &Domain,
        body: &Cond,
        env: &Env,
        holds: &proc_macro2::Ident,
        known: &TokenStream,
    ) -> TokenStream {
        self.members(domain, env, |inner| {
            let c = self.cond(body, inner);
            quote!({ #holds += i64::from(#c); #known })
        })
    }

    /// Is there a member of the domain for which this holds?
    fn members(&self, domain: &Domain, env: &Env, body: impl Fn(&Env) -> TokenStream) -> TokenStream {
        match domain {
            Domain::Cells(set, var) => {
                let (set, cell) = (self.set(set, env), self.fresh("cell"));
                let body = body(&env.with_cell(*var, quote!(#cell)));
                quote!((#set).cells().any(|#cell| #body))
            }
            Domain::Lines(through, var) => {
                let line = self.fresh("line");
                let body = body(&env.with_line(*var, quote!(#line)));
                let Some((first, others)) = through.split_first() else {
                    return quote!((0..LINES.len() as u16).any(|#line| #body));
                };
                let first = self.cell(*first, env);
                let others: Vec<_> = others.iter().map(|c| self.cell(*c, env)).collect();
                quote!(lines_through(#first).iter().any(|&#line| {
                    true #(&& LINE_SETS[usize::from(#line)].has(#others))* && #body
                }))
            }
            Domain::Groups(set, dirs, var) => {
                let (groups, group) = (self.groups(set, dirs, env), self.fresh("group"));
                let body = body(&env.with_group(*var, quote!(#group)));
                quote!(#groups.into_iter().any(|#group| #body))
            }
            Domain::Players => {
                let me = self.fresh("me");
                let body = body(&env.seen_by(quote!(#me)));
                quote!((0..<Rules as rt::Rules>::PLAYERS).any(|#me| #body))
            }
        }
    }

    /// The groups of a set.
    pub(crate) fn groups(&self, set: &Set, dirs: &Dirs, env: &Env) -> TokenStream {
        let (set, viewer) = (self.set(set, env), &env.viewer);
        if dirs.anywhere {
            return quote!({ let whole = #set; if whole.is_none() { Vec::new() } else { Vec::from([whole]) } });
        }
        let steps = dirs.per_player.iter().map(|along| {
            let mut both: Vec<usize> = along
                .iter()
                .flat_map(|dir| [*dir, self.rules.board.directions[usize::from(*dir)].back])
                .map(usize::from)
                .collect();
            both.sort_unstable();
            both.dedup();
            quote!(&[#(NEXT[#both]),*])
        });
        quote!({
            let steps: &[&[&[u16]]] = &[#(#steps),*];
            rt::groups::groups(#set, steps[usize::from(#viewer)])
        })
    }
}
