//! Patterns as nested loops: each way in which one can match is met once.

use proc_macro2::TokenStream;
use quote::quote;
use rulebook_ir::{Alternative, Dirs, Effect, Item, Laid, Num, Numbers, Pattern, Repeat, Set, Test};

use crate::context::{Context, Env};

/// What is done with a match; the tokens are given the name of what was met.
pub(crate) type Visit<'v> = &'v dyn Fn(&TokenStream) -> TokenStream;

impl Context<'_> {
    /// Does a pattern match from a cell in some direction?
    pub(crate) fn walks_somewhere(&self, from: &TokenStream, dirs: &Dirs, pattern: &Pattern, env: &Env) -> TokenStream {
        let (found, dir) = (self.fresh("found"), self.fresh("dir"));
        let label = label(&found);
        let start = self.fresh("start");
        let body =
            self.walks(&quote!(#start), dirs, pattern, None, env, &quote!(#dir), &|_| quote!(break #label true;));
        quote!({
            let #start = #from;
            #start != rt::set::NOWHERE && #label: { #body false }
        })
    }

    /// Visits the matches of a walked pattern. The direction is bound to a name.
    #[expect(clippy::too_many_arguments, reason = "the parts of the term")]
    pub(crate) fn walks(
        &self,
        from: &TokenStream,
        dirs: &Dirs,
        pattern: &Pattern,
        without: Option<TokenStream>,
        env: &Env,
        dir: &TokenStream,
        visit: Visit<'_>,
    ) -> TokenStream {
        let (track, met) = (self.fresh("track"), self.fresh("met"));
        if dirs.anywhere {
            let to = self.fresh("to");
            let env = &Env { walked: Some(quote!(Cells::one(#from))), ..env.clone() };
            let body =
                self.items(&pattern.items, &quote!(#track), &quote!(0), &quote!(#met), env, &|met, _| visit(met));
            return quote! {
                let #dir = rt::track::ANYWHERE;
                for #to in BOARD.cells() {
                    if #to != #from {
                        let #track = rt::track::Track::Jump { to: #to };
                        let #met = Met::NOTHING;
                        #body
                    }
                }
            };
        }
        let viewer = &env.viewer;
        let all = dirs.per_player.iter().map(|along| quote!(&[#(#along),*]));
        let place = self.fresh("place");
        let ways = quote!(NEXT[usize::from(#dir)], NEXT[usize::from(back(#dir))]);
        let env = &Env { walked: Some(quote!(rt::track::line::<Cells>(#from, [#ways]))), ..env.clone() };
        let body =
            self.items(&pattern.items, &quote!(#track), &quote!(#place), &quote!(#met), env, &|met, _| visit(met));
        let skip = without.map(|without| quote!(if #dir == #without { continue; }));
        quote! {
            let along: &[&[u8]] = &[#(#all),*];
            for &#dir in along[usize::from(#viewer)] {
                #skip
                let #track = rt::track::Track::Walk { ahead: NEXT[usize::from(#dir)], start: #from };
                let #met = Met::NOTHING;
                let #place = usize::from(#from);
                #body
            }
        }
    }

    /// Does a laid pattern match somewhere?
    pub(crate) fn laid_somewhere(&self, laid: &Laid, env: &Env) -> TokenStream {
        let found = self.fresh("found");
        let label = label(&found);
        let body = self.laid(laid, env, &|_| quote!(break #label true;));
        quote!(#label: { #body })
    }

    /// Visits the matches of a laid pattern; a block that ends in `false`.
    pub(crate) fn laid(&self, laid: &Laid, env: &Env, visit: Visit<'_>) -> TokenStream {
        let line = self.fresh("line");
        let on = self.laid_on(laid, &quote!(#line), env, visit);
        if let Some(var) = laid.line {
            let Some(named) = env.line(var) else { return quote!({ false }) };
            return quote!({ let #line = #named; #on false });
        }
        let Some(first) = laid.through.first() else {
            return quote!({ for #line in 0..LINES.len() as u16 { #on } false });
        };
        let first = self.cell(*first, env);
        quote!({ for &#line in lines_through(#first) { #on } false })
    }

    fn laid_on(&self, laid: &Laid, line: &TokenStream, env: &Env, visit: Visit<'_>) -> TokenStream {
        let (cells, track, starts) = (self.fresh("cells"), self.fresh("track"), self.fresh("starts"));
        let (start, met) = (self.fresh("start"), self.fresh("met"));
        let through = laid.through.iter().map(|c| self.cell(*c, env));
        let readings = if laid.pattern.symmetric { quote!([false]) } else { quote!([false, true]) };
        let size = self.fixed_length(&laid.pattern, env);
        let state = &env.state;
        let numbers = match laid.numbers {
            Numbers::Any => None,
            Numbers::Equal => Some(quote!(Equal)),
            Numbers::Consecutive => Some(quote!(Consecutive)),
            Numbers::Different => Some(quote!(Different)),
        };
        let body = self.items(&laid.pattern.items, &quote!(#track), &quote!(#start), &quote!(#met), env, &|met, end| {
            let numbers = numbers.as_ref().map(|numbers| {
                quote!(&& rt::track::numbers_fit(&#track, #start, #end, rt::track::Numbers::#numbers, |c| #state.board.piece(c)))
            });
            let visited = visit(met);
            quote!(if #starts.beyond.is_none_or(|b| #end > b) #numbers { #visited })
        });
        quote! {
            let #cells = LINES[usize::from(#line)];
            for reversed in #readings {
                let Some(#starts) = rt::track::starts(#cells, reversed, &[#(#through),*], #size) else { continue };
                let #track = rt::track::Track::Line { cells: #cells, reversed };
                for #start in #starts.first..#starts.end {
                    let #met = Met::NOTHING;
                    #body
                }
            }
        }
    }

    /// How many places a pattern covers, if that is always the same.
    fn fixed_length(&self, pattern: &Pattern, env: &Env) -> TokenStream {
        let mut sizes = Vec::new();
        for item in &pattern.items {
            match item {
                Item::Cells { repeat: Repeat::Exactly(Num::Int(n)), .. } => {
                    let n = usize::try_from(*n).unwrap_or(0);
                    sizes.push(quote!(#n));
                }
                Item::Cells { repeat: Repeat::Exactly(n), .. } => {
                    let n = self.num(n, env);
                    sizes.push(quote!(usize::try_from(#n).unwrap_or(0)));
                }
                Item::Cells { repeat: Repeat::Star | Repeat::Plus, .. } => return quote!(None),
                Item::Mix(parts) => {
                    let n: usize = parts.iter().map(|(n, _)| *n as usize).sum();
                    sizes.push(quote!(#n));
                }
            }
        }
        quote!(Some(0 #(+ #sizes)*))
    }

    /// Matches items from a place on; what follows a match is given what was met and the place after it.
    fn items(
        &self,
        items: &[Item],
        track: &TokenStream,
        place: &TokenStream,
        met: &TokenStream,
        env: &Env,
        then: &dyn Fn(&TokenStream, &TokenStream) -> TokenStream,
    ) -> TokenStream {
        let Some((item, rest)) = items.split_first() else { return then(met, place) };
        let (next_place, next_met) = (self.fresh("place"), self.fresh("met"));
        let (next_place, next_met) = (quote!(#next_place), quote!(#next_met));
        let body = self.items(rest, track, &next_place, &next_met, env, then);
        let (cell, after, count) = (self.fresh("cell"), self.fresh("after"), self.fresh("count"));
        let (cell, after) = (quote!(#cell), quote!(#after));
        match item {
            Item::Cells { alternatives, repeat: Repeat::Exactly(Num::Int(1)) } => {
                let step = self.ways(alternatives, &cell, met, &next_met, env, &quote!({}), &body);
                quote! {
                    if let Some((#cell, #next_place)) = #track.step(#place) {
                        #step
                    }
                }
            }
            Item::Cells { alternatives, repeat } => {
                let (least, most) = match repeat {
                    Repeat::Exactly(n) => {
                        let n = self.num(n, env);
                        (n.clone(), n)
                    }
                    Repeat::Star => (quote!(0), quote!(i64::MAX)),
                    Repeat::Plus => (quote!(1), quote!(i64::MAX)),
                };
                let met_on = self.fresh("met");
                let met_on = quote!(#met_on);
                let go_on = quote!(#next_met = #met_on; #next_place = #after; #count += 1;);
                let step = self.ways(
                    alternatives,
                    &cell,
                    &next_met,
                    &met_on,
                    env,
                    &quote!({
                        break;
                    }),
                    &go_on,
                );
                quote! {
                    let (mut #next_place, mut #next_met, mut #count) = (#place, #met, 0_i64);
                    let (least, most): (i64, i64) = (#least, #most);
                    loop {
                        if #count >= least && #count <= most {
                            #body
                        }
                        if #count >= most {
                            break;
                        }
                        let Some((#cell, #after)) = #track.step(#next_place) else { break };
                        #step
                    }
                }
            }
            Item::Mix(parts) => self.mix(parts, track, place, met, env, (&next_place, &next_met), &body),
        }
    }

    /// The first alternative that a cell satisfies, with what was met then.
    #[expect(clippy::too_many_arguments, reason = "names of what the code binds")]
    fn ways(
        &self,
        alternatives: &[Alternative],
        cell: &TokenStream,
        met: &TokenStream,
        met_on: &TokenStream,
        env: &Env,
        none: &TokenStream,
        then: &TokenStream,
    ) -> TokenStream {
        // What follows is written once, however many alternatives there are.
        let effects: Vec<_> = alternatives
            .iter()
            .map(|way| {
                let test = self.test(&way.test, cell, env);
                let (takes, flips) = (way.effect == Some(Effect::Take), way.effect == Some(Effect::Flip));
                (test, quote!(#met.and(#cell, #takes, #flips)))
            })
            .collect();
        if let [(test, effect)] = effects.as_slice() {
            return quote!(if #test { let #met_on = #effect; #then } else #none);
        }
        let chain = effects.iter().map(|(test, effect)| quote!(if #test { Some(#effect) } else));
        quote!(if let Some(#met_on) = #(#chain)* { None } { #then } else #none)
    }

    #[expect(clippy::too_many_arguments, reason = "names of what the code binds")]
    fn mix(
        &self,
        parts: &[(u32, Test)],
        track: &TokenStream,
        place: &TokenStream,
        met: &TokenStream,
        env: &Env,
        (next_place, next_met): (&TokenStream, &TokenStream),
        body: &TokenStream,
    ) -> TokenStream {
        let size: usize = parts.iter().map(|(n, _)| *n as usize).sum();
        let (fits, cell, after, whole) =
            (self.fresh("fits"), self.fresh("cell"), self.fresh("after"), self.fresh("whole"));
        let wanted = parts.iter().map(|(n, _)| n);
        let tests = parts.iter().enumerate().map(|(i, (_, test))| {
            let (test, bit) = (self.test(test, &quote!(#cell), env), 1_u32 << i);
            quote!(if #test { #bit } else { 0 })
        });
        quote! {
            let (mut #next_place, mut #next_met) = (#place, #met);
            let mut #fits = [0_u32; #size];
            let mut #whole = true;
            for fit in &mut #fits {
                let Some((#cell, #after)) = #track.step(#next_place) else { #whole = false; break };
                *fit = 0 #(| #tests)*;
                if *fit == 0 { #whole = false; break }
                #next_met = #next_met.and(#cell, false, false);
                #next_place = #after;
            }
            if #whole && rt::track::mixes(&#fits, &mut [#(#wanted),*]) {
                #body
            }
        }
    }

    /// Does a cell, or the edge, satisfy a test?
    fn test(&self, test: &Test, cell: &TokenStream, env: &Env) -> TokenStream {
        let inside = match &test.set {
            // The commonest sets need no guard: no edge is in them.
            set @ (Set::OwnedBy(_) | Set::Occupied | Set::Const(_) | Set::Kinds(_) | Set::Enemies) => {
                self.contains(set, cell, env)
            }
            set => {
                let contains = self.contains(set, cell, env);
                quote!((#cell != rt::set::NOWHERE && #contains))
            }
        };
        if test.edge { quote!((#cell == rt::set::NOWHERE || #inside)) } else { inside }
    }
}

/// The label of a block.
fn label(name: &proc_macro2::Ident) -> TokenStream {
    format!("'{name}").parse().unwrap_or_default()
}
