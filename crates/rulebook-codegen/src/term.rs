//! Programs of actions as nested Rust: what follows a term is written inside it, so that every run is visited once.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use rulebook_ir::{ActionKind, ActionRule, Cond, Dirs, Key, Pattern, Set, Term};

use crate::{
    Refusal,
    context::{Context, Env, said},
};

/// Where a term stands: the run so far, the leg under way, and what `Again` calls.
#[derive(Clone)]
struct At {
    run: Ident,
    leg: Option<Ident>,
    again: Option<Ident>,
}

/// What follows a term.
type Next<'n> = &'n dyn Fn(&At) -> TokenStream;

/// Generates one action.
struct Writer<'c, 'r> {
    context: &'c Context<'r>,
    action: &'c ActionRule,
}

impl Context<'_> {
    /// The function that visits the runs of an action.
    pub(crate) fn action(&self, index: usize, name: &Ident) -> TokenStream {
        let action = &self.rules.actions[index];
        if crate::uses::asks_last_victim(&action.term) && !one_by_one(&action.term) {
            let what = "a condition on the last victim of an action that takes several pieces at once";
            return self.refuse(match action.clauses.first() {
                Some((_, clause)) => Refusal::clause(self.rules, *clause, what),
                None => Refusal::game(what),
            });
        }
        let at = At { run: self.fresh("run"), leg: None, again: None };
        let writer = Writer { context: self, action };
        let run = &at.run;
        let body = writer.term(&action.term, &at, &|at| {
            let run = &at.run;
            quote!(visit(#run))
        });
        let doc = said(self.rules, action.clauses.iter().map(|c| c.1).chain(action.chain));
        quote! {
            /// Runs of an action.
            #doc
            fn #name(#run: &Run<'_>, visit: &mut dyn FnMut(&Run<'_>) -> bool) -> bool {
                // Several ends of a program lead to it, some through others.
                let visit = ::core::cell::RefCell::new(visit);
                let visit = |run: &Run<'_>| (visit.borrow_mut())(run);
                #body
            }
        }
    }

    /// The keys of a preference, the greater the better.
    pub(crate) fn worth(&self, action: &ActionRule) -> TokenStream {
        let env = Env { deed: quote!(&run.deed), ..Env::outside(quote!(s.mover)) };
        let env = env.with_cell(0, quote!(run.origin)).with_cell(1, quote!(run.at));
        let mut keys = Vec::new();
        for key in &action.prefer {
            keys.push(match key {
                Key::Most(n) => self.num(n, &env),
                Key::Fewest(n) => {
                    let n = self.num(n, &env);
                    quote!(-(#n))
                }
                Key::Holds(c) => {
                    let c = self.cond(c, &env);
                    quote!(i64::from(#c))
                }
                Key::Earliest(kinds) => {
                    if !self.orders(action) {
                        let what = "a preference by the order of victims, where not as many are taken, one by one";
                        return self.refuse(match action.prefer_clause {
                            Some(clause) => Refusal::clause(self.rules, clause, what),
                            None => Refusal::game(what),
                        });
                    }
                    quote!(run.deed.order_of(#kinds))
                }
            });
        }
        if keys.len() > 4 {
            return self.refuse(Refusal::game("a preference with more than four keys"));
        }
        keys.resize_with(4, || quote!(0));
        quote!({
            let s = &State { here: if run.origin == rt::set::NOWHERE { run.at } else { run.origin }, ..*s };
            [#(#keys),*]
        })
    }
}

impl Context<'_> {
    /// Does an order of victims say what a number says? If all that are compared have equally many, take them one by one, and
    /// no more than 42.
    fn orders(&self, action: &ActionRule) -> bool {
        let all = self.rules.kinds.iter().enumerate().fold(0_u32, |bits, (i, _)| bits | 1 << i);
        let most = action.prefer.iter().position(|k| *k == Key::Most(rulebook_ir::Num::Victims(all)));
        let order = action.prefer.iter().position(|k| matches!(k, Key::Earliest(_)));
        most < order && most.is_some() && self.rules.board.len() <= 44 && one_by_one(&action.term)
    }
}

/// Does every leg take one piece, and nothing else take any?
fn one_by_one(term: &Term) -> bool {
    struct Legs(bool);
    impl rulebook_ir::visit::Visitor for Legs {
        fn term(&mut self, term: &Term) {
            use rulebook_ir::{Effect, Item, Num, Repeat};
            if let Term::Legs { pattern, .. } = term {
                let takes = pattern.items.iter().filter(|item| match item {
                    Item::Cells { alternatives, .. } => alternatives.iter().any(|a| a.effect == Some(Effect::Take)),
                    Item::Mix(_) => false,
                });
                let single = |item: &&Item| matches!(item, Item::Cells { repeat: Repeat::Exactly(Num::Int(1)), .. });
                self.0 &= takes.clone().count() <= 1 && takes.clone().all(|item| single(&item));
            }
            self.0 &= !matches!(term, Term::Fan { .. } | Term::Off { .. });
            rulebook_ir::visit::walk_term(self, term);
        }
    }
    let mut legs = Legs(true);
    rulebook_ir::visit::Visitor::term(&mut legs, term);
    legs.0
}

impl Writer<'_, '_> {
    fn cond(&self, cond: &Cond, at: &At) -> TokenStream {
        self.context.cond(cond, &env(at))
    }

    /// Code that is true if a visitor has seen enough.
    fn term(&self, term: &Term, at: &At, next: Next<'_>) -> TokenStream {
        let run = &at.run;
        match term {
            Term::Nothing | Term::Pass => next(at),
            Term::Seq(parts) => self.sequence(parts, at, next),
            Term::Choice(parts) => self.shared(at, next, |name| {
                let parts = parts.iter().map(|part| self.term(part, at, &|at| calls(name, at)));
                quote!((false #(|| #parts)*))
            }),
            // A run that a prohibition stops is not one: it does not keep the second part from its runs. (Where fouls may
            // be played, it is.)
            Term::Priority(first, second) => self.shared(at, next, |name| {
                let found = self.context.fresh("found");
                let first = self.term(first, at, &|inner| {
                    let (now, calls) = (&inner.run, calls(name, inner));
                    quote!({
                        #found.set(#found.get() || #now.state.fouls || #now.broken == #run.broken);
                        #calls
                    })
                });
                let second = self.term(second, at, &|at| calls(name, at));
                quote!({ let #found = ::core::cell::Cell::new(false); #first || (!#found.get() && #second) })
            }),
            Term::Loop(body) => self.shared(at, next, |name| {
                let (round, go_on, inner) =
                    (self.context.fresh("round"), self.context.fresh("next"), self.context.fresh("run"));
                let place = At { run: inner.clone(), leg: None, again: Some(round.clone()) };
                let body = self.term(body, &place, &|at| calls(&go_on, at));
                quote!({
                    fn #round(#inner: &Run<'_>, #go_on: &dyn Fn(&Run<'_>) -> bool) -> bool {
                        #body
                    }
                    #round(#run, &#name)
                })
            }),
            Term::Again => {
                let Some(round) = &at.again else { return quote!(false) };
                let (inner, then) = self.ending(at, next);
                quote!(#round(#run, &|#inner: &Run<'_>| -> bool { #then }))
            }
            Term::Test(cond, _) => {
                let (cond, then) = (self.cond(cond, at), next(at));
                quote!((#cond && #then))
            }
            Term::Forbid { clause, when, unless } => {
                let (when, unless) = (self.cond(when, at), self.cond(unless, at));
                let bit = self.context.prohibition(*clause);
                let broken = self.context.fresh("broken");
                let then = self.changed(
                    at,
                    &quote!(Run { broken: #run.broken | if #broken { #bit } else { 0 }, ..*#run }),
                    next,
                );
                quote!({
                    let #broken = #when && !(#unless);
                    (!#broken || #run.state.fouls || #run.state.forbidden) && #then
                })
            }
            Term::When(cond, then) => self.shared(at, next, |name| {
                let cond = self.cond(cond, at);
                let (then, otherwise) = (self.term(then, at, &|at| calls(name, at)), calls(name, at));
                quote!(if #cond { #then } else { #otherwise })
            }),
            Term::Pick(slot, Set::One(cell)) => {
                let (cell, slot) = (self.context.cell(*cell, &env(at)), usize::from(*slot));
                let then = self.changed(at, &quote!(#run.picked(#slot, #cell)), next);
                quote!((#cell != rt::set::NOWHERE && #then))
            }
            Term::Pick(slot, set) => {
                let (set, cell) = (self.context.set(set, &env(at)), self.context.fresh("cell"));
                let slot = usize::from(*slot);
                let then = self.changed(at, &quote!(#run.picked(#slot, #cell)), next);
                quote!(#run.choose(#set).any(|#cell| #then))
            }
            Term::Legs { from, dirs, pattern, no_turning_back, body } => {
                self.legs(usize::from(*from), dirs, pattern, *no_turning_back, body, at, next)
            }
            Term::Land(slot) => {
                let Some(leg) = &at.leg else { return quote!(false) };
                let (cell, link, slot) =
                    (self.context.fresh("cell"), self.context.fresh("landing"), usize::from(*slot));
                let then = self.changed(
                    at,
                    &quote!({
                        let mut landed = Run { landings: Some(&#link), ..*#run };
                        landed.slots[#slot] = #cell;
                        landed
                    }),
                    next,
                );
                quote!(#leg.landings.iter().any(|&#cell| {
                    let #link = rt::run::Landing { cell: #cell, before: #run.landings };
                    #then
                }))
            }
            Term::Strike(mark) => {
                let Some(leg) = &at.leg else { return quote!(false) };
                let changed = if let Some(mark) = mark {
                    let mark = usize::from(*mark);
                    quote!({
                        let mut struck = *#run;
                        struck.marks[#mark] = struck.marks[#mark] | #leg.takes;
                        struck.flipped(#leg.flips, #run.state.mover)
                    })
                } else {
                    quote!(#run.taken(#leg.takes).flipped(#leg.flips, #run.state.mover))
                };
                self.changed(at, &changed, next)
            }
            Term::Shift(from, to) => {
                let (from, to) = (usize::from(*from), usize::from(*to));
                self.possible(at, &quote!(#run.shifted(#from, #run.slots[#to])), next)
            }
            Term::Put { kind, at: slot, stock } => {
                let (first, last) = self.context.rules.kinds[usize::from(*kind)].numbers.unwrap_or((0, 0));
                let (slot, number) = (usize::from(*slot), self.context.fresh("number"));
                let piece = quote!(rt::api::Piece { player: #run.state.mover, kind: #kind, number: #number });
                let then = self.possible(at, &quote!(#run.put(#run.slots[#slot], #piece, #stock)), next);
                quote!((#first..=#last).any(|#number| #then))
            }
            Term::Off { at: slot, stock } => {
                let (slot, victim) = (usize::from(*slot), self.action.kind != ActionKind::Remove);
                self.possible(at, &quote!(#run.off(#run.slots[#slot], #stock, #victim)), next)
            }
            Term::Become(slot, kind) => {
                let slot = usize::from(*slot);
                let numbered = self.context.rules.kinds[usize::from(*kind)].numbers.is_some();
                self.possible(at, &quote!(#run.promoted(#run.slots[#slot], #kind, #numbered)), next)
            }
            Term::Mark(cell, mark) => {
                let (cell, mark) = (self.context.cell(*cell, &env(at)), usize::from(*mark));
                self.changed(
                    at,
                    &quote!({
                        let mut marked = *#run;
                        marked.marks[#mark] = marked.marks[#mark] | Cells::one(#cell);
                        marked
                    }),
                    next,
                )
            }
            Term::TakeMarked(mark) => {
                let mark = usize::from(*mark);
                self.changed(at, &quote!(#run.taken(#run.marks[#mark])), next)
            }
            Term::Fan { from, dirs, pattern, must } => self.fan(usize::from(*from), dirs, pattern, *must, at, next),
        }
    }

    fn sequence(&self, parts: &[Term], at: &At, next: Next<'_>) -> TokenStream {
        match parts.split_first() {
            None => next(at),
            Some((first, rest)) => self.term(first, at, &|at| self.sequence(rest, at, next)),
        }
    }

    /// What follows several ends is written once, as a closure of that name.
    fn shared(&self, at: &At, next: Next<'_>, body: impl Fn(&Ident) -> TokenStream) -> TokenStream {
        let (name, run) = (self.context.fresh("next"), self.context.fresh("run"));
        let then = next(&At { run: run.clone(), ..at.clone() });
        let body = body(&name);
        quote!({
            let #name = |#run: &Run<'_>| -> bool { #then };
            #body
        })
    }

    /// What follows as the body of a closure, and the name of its run.
    fn ending(&self, at: &At, next: Next<'_>) -> (Ident, TokenStream) {
        let run = self.context.fresh("run");
        let then = next(&At { run: run.clone(), ..at.clone() });
        (run, then)
    }

    /// Goes on with a changed run.
    fn changed(&self, at: &At, changed: &TokenStream, next: Next<'_>) -> TokenStream {
        let run = self.context.fresh("run");
        let then = next(&At { run: run.clone(), ..at.clone() });
        quote!({ let #run = &#changed; #then })
    }

    /// Goes on with a changed run, if there is one.
    fn possible(&self, at: &At, changed: &TokenStream, next: Next<'_>) -> TokenStream {
        let run = self.context.fresh("run");
        let then = next(&At { run: run.clone(), ..at.clone() });
        quote!(#changed.is_some_and(|#run| { let #run = &#run; #then }))
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of the term")]
    fn legs(
        &self,
        from: usize,
        dirs: &Dirs,
        pattern: &Pattern,
        no_turning_back: bool,
        body: &Term,
        at: &At,
        next: Next<'_>,
    ) -> TokenStream {
        let run = &at.run;
        let (legs, leg, dir, led) = (
            self.context.fresh("legs"),
            self.context.fresh("leg"),
            self.context.fresh("dir"),
            self.context.fresh("run"),
        );
        let without = no_turning_back.then(|| quote!(back(#run.last_dir)));
        let start = self.context.fresh("start");
        let walks = self.context.walks(
            &quote!(#start),
            dirs,
            pattern,
            without,
            &env(at),
            &quote!(#dir),
            &|met| quote!(rt::run::add_leg(&mut #legs, #dir, &#met);),
        );
        let outer = at.leg.clone();
        let inner = At { run: led.clone(), leg: Some(leg.clone()), again: at.again.clone() };
        let body = self.term(body, &inner, &|end| next(&At { leg: outer.clone(), ..end.clone() }));
        quote!({
            let mut #legs = Vec::new();
            let #start = #run.slots[#from];
            #walks
            #legs.iter().any(|#leg: &rt::run::Leg<Cells>| { let #led = &#run.led(#leg); #body })
        })
    }

    /// All directions are looked at before any effect happens; if the pattern matches in several ways in one direction, the
    /// effects of all of them happen.
    fn fan(&self, from: usize, dirs: &Dirs, pattern: &Pattern, must: bool, at: &At, next: Next<'_>) -> TokenStream {
        let run = &at.run;
        let (takes, flips, any) = (self.context.fresh("takes"), self.context.fresh("flips"), self.context.fresh("any"));
        let (start, dir) = (self.context.fresh("start"), self.context.fresh("dir"));
        let walks = self.context.walks(
            &quote!(#start),
            dirs,
            pattern,
            None,
            &env(at),
            &quote!(#dir),
            &|met| quote!(#any = true; #takes = #takes | #met.takes; #flips = #flips | #met.flips;),
        );
        let then = self.changed(at, &quote!(#run.taken(#takes).flipped(#flips, #run.state.mover)), next);
        let matched = if must { quote!(#any) } else { quote!(true) };
        quote!({
            let (mut #takes, mut #flips, mut #any) = (Cells::NONE, Cells::NONE, false);
            let #start = #run.slots[#from];
            #walks
            #matched && #then
        })
    }
}

/// What expressions in an action read.
fn env(at: &At) -> Env {
    Env::within(&at.run, 8)
}

/// Calls what was written once.
fn calls(name: &Ident, at: &At) -> TokenStream {
    let run = &at.run;
    quote!(#name(#run))
}
