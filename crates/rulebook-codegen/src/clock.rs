//! Clocks: where they start, what makes them run on, and their step after every turn.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};
use rulebook_ir::{Clock, Copies, Event, EventKind, Rules, Step, Who};

use crate::{
    Refusal,
    context::{Context, Env, said, word},
    expr::num::{copies, first_copy},
};

/// Something that is counted while a turn goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counted {
    /// Actions of that name, by a piece that was of one of these kinds.
    Action(u8, u32),
    /// Actions of any name.
    AnyAction,
    /// Promotions.
    Promotion,
    /// Pieces of that player that leave the board.
    Loss(u8),
}

/// What clocks count, each once.
fn counted(rules: &Rules) -> Vec<Counted> {
    let mut all = Vec::new();
    for event in rules.clocks.iter().flat_map(events) {
        let new: Vec<Counted> = match event.kind {
            EventKind::Action(name, kinds) => vec![Counted::Action(name, kinds)],
            EventKind::AnyAction => vec![Counted::AnyAction],
            EventKind::Promotion => vec![Counted::Promotion],
            EventKind::Loss => (0..rules.players.len() as u8).map(Counted::Loss).collect(),
            EventKind::Ply | EventKind::Entering(_) => Vec::new(),
        };
        for one in new {
            if !all.contains(&one) {
                all.push(one);
            }
        }
    }
    all
}

fn events(clock: &Clock) -> impl Iterator<Item = &Event> {
    std::iter::once(&clock.feed).chain(clock.restarts.iter().map(|r| &r.event))
}

/// How many counters there are.
pub(crate) fn counters(rules: &Rules) -> usize {
    counted(rules).len()
}

impl Context<'_> {
    /// For each copy of every clock: may it start, and may it go on?
    pub(crate) fn clock_conditions(&self) -> (TokenStream, TokenStream) {
        let (mut starts, mut carries) = (Vec::new(), Vec::new());
        for (index, clock) in self.rules.clocks.iter().enumerate() {
            let first = first_copy(self.rules, index, self.width());
            let end = first + copies(self.rules, clock, self.width());
            let env = Env::outside(quote!(me));
            for (arms, cond) in [(&mut starts, &clock.runs), (&mut carries, &clock.carries)] {
                let cond = self.cond(cond, &env);
                arms.push(match clock.copies {
                    Copies::One => quote!(#first => { let me = s.mover; #cond }),
                    Copies::PerPlayer => quote!(#first..#end => { let me = (copy - #first) as u8; #cond }),
                    Copies::PerPiece => quote!(#first..#end => {
                        let here = (copy - #first) as u16;
                        s.board.piece(here).is_some_and(|piece| {
                            let (me, s) = (piece.player, &State { here, ..*s });
                            #cond
                        })
                    }),
                });
            }
        }
        (quote!(match copy { #(#starts)* _ => false }), quote!(match copy { #(#carries)* _ => false }))
    }

    /// The functions of all clocks, and the body of the step of all of them.
    pub(crate) fn clock_steps(&self) -> (TokenStream, TokenStream) {
        let mut functions = Vec::new();
        let mut steps = Vec::new();
        for (index, clock) in self.rules.clocks.iter().enumerate() {
            let name = format_ident!("clock_{}", word(&clock.name));
            functions.push(self.clock_step(clock, &name));
            let first = first_copy(self.rules, index, self.width());
            let end = first + copies(self.rules, clock, self.width());
            steps.push(match clock.copies {
                Copies::One => {
                    quote!((kept[#first], shown[#first]) = #name(before, s, s.mover, s.here, s.clocks[#first]);)
                }
                Copies::PerPlayer => quote!(for me in 0..<Rules as rt::Rules>::PLAYERS {
                    let copy = #first + usize::from(me);
                    (kept[copy], shown[copy]) = #name(before, s, me, s.here, s.clocks[copy]);
                }),
                Copies::PerPiece => quote! {
                    kept[#first..#end].fill(0);
                    shown[#first..#end].fill(0);
                    for here in s.board.occupied().cells() {
                        let (copy, me) = (#first + usize::from(here), s.board.piece(here).map_or(0, |p| p.player));
                        (kept[copy], shown[copy]) = #name(before, s, me, here, s.clocks[copy]);
                    }
                },
            });
        }
        let body = quote! {
            let (mut kept, mut shown) = (s.clocks, s.clocks);
            #(#steps)*
            (s.clocks, s.shown) = (kept, shown);
        };
        (quote!(#(#functions)*), body)
    }

    fn clock_step(&self, clock: &Clock, name: &Ident) -> TokenStream {
        let env = Env::outside(quote!(me));
        let runs = self.cond(&clock.runs, &env);
        let carries = self.cond(&clock.carries, &env);
        let last = self.cond(&clock.last_ply, &env);
        let fed = self.times(&clock.feed, clock, &env);
        let restarts = clock.restarts.iter().map(|r| {
            let (times, when) = (self.times(&r.event, clock, &env), self.cond(&r.when, &env));
            quote!((#times > 0 && #when))
        });
        // The conditions of a clock kept for each piece call its cell the one acted on.
        let own = (clock.copies == Copies::PerPiece).then(|| quote!(let s = &State { here, ..*s };));
        let prefix = format!("{}.", self.rules.clause_id(clock.clause));
        let parts = (0..self.rules.clauses.len() as u16)
            .map(rulebook_ir::ClauseId)
            .filter(|c| self.rules.clause_id(*c).starts_with(&prefix));
        let doc = said(self.rules, std::iter::once(clock.clause).chain(parts));
        let summary =
            format!(" The clock `{}` after a turn: the value it keeps and the one that results see.", clock.name);
        quote! {
            #[doc = #summary]
            #doc
            #[inline]
            fn #name(before: &State, s: &State, me: u8, here: u16, value: u16) -> (u16, u16) {
                #own
                let runs = #runs;
                if value == 0 {
                    return (u16::from(runs), u16::from(runs));
                }
                let value = value.saturating_add(#fed);
                if !runs && !(#carries) {
                    return (0, if #last { value } else { 0 });
                }
                if false #(|| #restarts)* {
                    return (1, if #last { value } else { 1 });
                }
                (value, value)
            }
        }
    }

    /// How often an event was in the turn, as a copy of a clock sees it.
    fn times(&self, event: &Event, clock: &Clock, env: &Env) -> TokenStream {
        let all = counted(self.rules);
        let counter = |one: Counted| {
            let index = all.iter().position(|c| *c == one).unwrap_or(0);
            quote!(u16::from(s.events[#index]))
        };
        let mut by_mover = match event.by {
            None | Some(Who::Mover) => quote!(true),
            Some(by) => {
                let by = env.player(by);
                quote!(#by == s.mover)
            }
        };
        // What the piece itself did, or another one of its owner; a piece that is lost is nobody's own.
        match event.its {
            None => {}
            Some(true) => by_mover = quote!((#by_mover && s.acted == here)),
            Some(false) => by_mover = quote!((#by_mover && s.acted != here && s.mover == me)),
        }
        let if_by_mover = |count: TokenStream| quote!(if #by_mover { #count } else { 0 });
        match &event.kind {
            EventKind::Ply => quote!(u16::from(#by_mover)),
            EventKind::AnyAction => if_by_mover(counter(Counted::AnyAction)),
            EventKind::Action(name, kinds) => if_by_mover(counter(Counted::Action(*name, *kinds))),
            EventKind::Promotion => if_by_mover(counter(Counted::Promotion)),
            EventKind::Loss if event.its == Some(true) => quote!(0),
            EventKind::Loss => {
                let its_own = event.its.is_some();
                let losses = (0..self.rules.players.len() as u8).map(|player| {
                    let count = counter(Counted::Loss(player));
                    let by = event.by.map(|by| env.player(by));
                    let by = by.map(|by| quote!(&& #by == #player));
                    let own = its_own.then(|| quote!(&& me == #player));
                    quote!(if true #by #own { #count } else { 0 })
                });
                quote!((0 #(+ #losses)*))
            }
            EventKind::Entering(cond) => {
                if !single(self.rules) {
                    let what = "a clock that asks what held before a turn of several decisions";
                    return self.refuse(Refusal::clause(self.rules, clock.clause, what));
                }
                let now = self.cond(cond, env);
                let held = self.cond(cond, &Env { state: quote!((&earlier)), ..env.clone() });
                quote!(u16::from(#by_mover && #now && {
                    let earlier = State { mover: State::before(s.mover), to_move: s.mover, here, ..*before };
                    !(#held)
                }))
            }
        }
    }

    /// The body that counts what an action was.
    pub(crate) fn note(&self) -> TokenStream {
        let counts = counted(self.rules).into_iter().enumerate().map(|(index, one)| {
            let index = Literal::usize_unsuffixed(index);
            let count = match one {
                Counted::Action(name, kinds) => {
                    quote!(u8::from(deed.name == #name && deed.actor.is_none_or(|p| #kinds >> p.kind & 1 == 1)))
                }
                Counted::AnyAction => quote!(1),
                Counted::Promotion => quote!(deed.promotions),
                Counted::Loss(player) => {
                    let player = Literal::usize_unsuffixed(usize::from(player));
                    quote!(deed.lost[#player])
                }
            };
            quote!(s.events[#index] = s.events[#index].saturating_add(#count);)
        });
        let per_piece = self.rules.clocks.iter().enumerate().filter(|(_, c)| c.copies == Copies::PerPiece);
        let carried = per_piece.map(|(index, _)| {
            let first = first_copy(self.rules, index, self.width());
            quote!(s.carry(#first, action, deed.promotions > 0);)
        });
        quote!(#(#counts)* #(#carried)*)
    }
}

/// Is every turn one action, and never skipped?
pub(crate) fn single(rules: &Rules) -> bool {
    let one = |step: &Step| matches!(step, Step::Act { times: 1, when: rulebook_ir::Cond::Const(true), .. });
    matches!(rules.turns.as_slice(), [turn] if turn.first == 1 && turn.last.is_none()
        && matches!(turn.steps.as_slice(), [step] if one(step)))
}
