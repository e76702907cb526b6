//! The whole engine: types, tables, and the conditions of the rules as functions.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use rulebook_ir::{Cond, DefBody, DefId, Rules, Step};

use crate::{
    Refusal,
    clock::{counters, single},
    context::{Context, Env, def_name, said, word},
    ending,
    expr::num::{copies, reserve_slots},
    limits::limits,
    names::{enums, names, texts},
    tables::{clock_copies, reserves, tables, turns},
    uses::{Uses, one_way},
};

/// What a lowering puts in place of what is generated for any shape.
pub(crate) struct Lowered {
    /// The type of the board.
    pub(crate) board: TokenStream,
    /// Functions of [`rulebook_runtime::Rules`](https://docs.rs/rulebook-runtime) that it replaces.
    pub(crate) functions: TokenStream,
    /// Runs are visited too.
    pub(crate) runs: bool,
    /// Other items.
    pub(crate) items: TokenStream,
}

/// The items of a module with an engine of the game.
///
/// # Errors
/// If the rules have something that is not compiled.
pub(crate) fn items(context: &Context<'_>, lowered: Option<Lowered>) -> Result<TokenStream, Refusal> {
    let rules = context.rules;
    limits(rules)?;
    let (kinds, players) = (rules.kinds.len(), rules.players.len());
    let board_type = if let Some(lowered) = &lowered {
        lowered.board.clone()
    } else {
        let numbered = rules.kinds.iter().any(|k| k.numbers.is_some());
        let numbers = if numbered { context.width() } else { 0 };
        let reserves = players * (0..kinds).map(|k| reserve_slots(rules, k)).sum::<usize>();
        let kinds = if kinds == 1 { 0 } else { kinds };
        quote!(rt::board::Mixed<Cells, #players, #kinds, #numbers, #reserves>)
    };
    let set = match context.words() {
        1 => quote!(u64),
        words => quote!(rt::set::Wide<#words>),
    };
    let visits = lowered.as_ref().is_none_or(|lowered| lowered.runs);
    let runs = if visits { runs(context) } else { TokenStream::new() };
    let engine = engine(context, lowered.as_ref());
    let items = lowered.map(|l| l.items);
    let definitions = definitions(context);
    let tables = tables(context);
    let enums = enums(rules);
    if let Some(refusal) = context.refused() {
        return Err(refusal);
    }
    Ok(quote! {
        use rt::{board::Board as _, set::Set as _};
        extern crate alloc;
        use alloc::vec::Vec;

        /// A position of the game.
        pub type Position = rt::Position<Rules>;
        /// An action.
        pub type Action = rt::Action<Rules>;
        /// A game under way.
        pub type Game = rt::Game<Rules>;
        /// The game for callers that know it by name only.
        pub type Dynamic = rt::dynamic::Dynamic<Rules>;
        /// A position taken apart.
        type State = rt::state::State<Rules>;
        /// A set of cells.
        type Cells = #set;
        /// Pieces and reserves.
        type Pieces = #board_type;
        type Run<'a> = rt::run::Run<'a, Rules>;
        type Met = rt::track::Met<Cells>;

        /// The rules of the game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Rules {}

        #enums
        #engine
        #items
        #runs
        #definitions
        #tables
    })
}

/// The implementation of the runtime's trait, with the functions that it calls.
fn engine(context: &Context<'_>, lowered: Option<&Lowered>) -> TokenStream {
    let rules = context.rules;
    let (players, clocks) =
        (rules.players.len() as u8, rules.clocks.iter().map(|c| copies(rules, c, context.width())).sum::<usize>());
    let (options, events) = (rules.options.len(), counters(rules));
    let within = if single(rules) { quote!(rt::within::Whole) } else { quote!(rt::within::Partly<[u8; #events]>) };
    let bits = context.bits.iter().map(|b| Literal::u16_unsuffixed(*b as u16));
    let mut by_bit = vec![u16::MAX; context.width()];
    for (cell, bit) in context.bits.iter().enumerate() {
        by_bit[*bit as usize] = cell as u16;
    }
    let by_bit = by_bit.into_iter().map(Literal::u16_unsuffixed);
    let mut setup: Vec<_> = rules.setup.iter().map(|p| (p.cell, p.player, p.kind)).collect();
    setup.sort_unstable();
    let setup = setup.iter().map(|(cell, player, kind)| quote!((#cell, #player, #kind)));
    let (reserves, clock_copies) = (reserves(rules), clock_copies(rules, context.bits));
    let turns = turns(rules);
    let (ending_functions, ending) = context.endings();
    let (clock_functions, step_clocks) = context.clock_steps();
    let (starts, carries) = context.clock_conditions();
    let (always, holds) = context.always();
    let (note, refuse) = (context.note(), context.refusals());
    let when = whens(context);
    let fouls = rules
        .foul
        .as_ref()
        .map_or_else(|| quote!(false), |foul| context.cond(&foul.when, &Env::outside(quote!(s.mover))));
    let functions = lowered.map(|lowered| lowered.functions.clone());
    let movement = lowered.is_none_or(|lowered| lowered.runs).then(|| movement(context));
    let uses = Uses::of(rules);
    let settles = settles(rules, uses);
    let (repetition, beside, here) = (uses.occurs, uses.clocks_beside_draws, uses.here_in_turn);
    let counts_turns = uses.counts_turns;
    let (results, together) = (rules.results.len(), together(rules));
    let wins_first = rules.wins_first;
    let table = ending::table(rules);
    let (names, texts) = (names(rules, &context.prohibitions()), texts(rules));
    let foul_doc = rules.foul.iter().map(|foul| said(rules, [foul.clause]));
    let setup_doc = said(rules, clause(rules, "setup"));
    quote! {
        impl rt::Rules for Rules {
            type Board = Pieces;
            type Clocks = [u16; #clocks];
            type Readings = [u8; #options];
            type Events = [u8; #events];
            type Within = #within;

            type Player = Player;
            type Kind = Kind;
            type Clock = Clock;
            type Reason = Reason;

            const TEXTS: &'static rt::names::Texts = &#texts;
            const NAMES: &'static rt::names::Names = &#names;
            const PLAYERS: u8 = #players;
            const BOARD: Cells = BOARD;
            const BITS: &'static [u16] = &[#(#bits),*];
            const CELLS: &'static [u16] = &[#(#by_bit),*];
            #setup_doc
            const SETUP: &'static [(u16, u8, u8)] = &[#(#setup),*];
            const RESERVES: &'static [rt::rules::Reserve] = &[#reserves];
            const TURNS: &'static [rt::rules::Turn] = &[#turns];
            const CLOCKS: &'static [rt::rules::ClockCopy] = &[#clock_copies];
            const OFF: [u16; #clocks] = [0; #clocks];
            const NO_EVENTS: [u8; #events] = [0; #events];
            const DEFAULTS: [u8; #options] = [0; #options];
            const ENDINGS: &'static [rt::rules::Ending] = #table;
            const RESULTS: usize = #results;
            const WINS_FIRST: bool = #wins_first;
            const COUNTS_TURNS: bool = #counts_turns;
            const REPETITION: bool = #repetition;
            const CLOCKS_BESIDE_DRAWS: bool = #beside;
            const HERE_IN_TURN: bool = #here;
            const TOGETHER: u32 = #together;
            const ALWAYS: &'static [(u16, rt::rules::When)] = #always;

            fn when(s: &State, program: u8, step: u8) -> bool { #when }
            // Asked for each result by its number, a constant.
            #[inline(always)]
            fn ending(s: &State, index: usize) -> Option<rt::rules::Held> { #ending }
            #(#foul_doc)*
            #[inline]
            fn fouls(s: &State) -> bool { #fouls }
            fn starts(s: &State, copy: usize) -> bool { #starts }
            fn carries(s: &State, copy: usize) -> bool { #carries }
            #[inline]
            fn step_clocks(before: &State, s: &mut State) { #step_clocks }
            #[inline]
            fn note(s: &mut State, action: &Action, deed: &rt::action::Deed) { #note }
            #[inline]
            fn settles(deed: &rt::action::Deed) -> bool { #settles }
            fn refuse(s: &State) -> Option<rt::api::Refused> { #refuse }
            fn holds(s: &State, index: usize) -> bool { #holds }
            #movement
            #functions
        }

        #ending_functions
        #clock_functions
    }
}

/// Which actions there are, visited run by run.
fn movement(context: &Context<'_>) -> TokenStream {
    let arms = context.rules.actions.iter().enumerate().map(|(index, action)| {
        let (name, index) = (format_ident!("action_{}", word(&action.name)), index as u8);
        quote!(#index => #name(start, visit),)
    });
    let worths =
        context.rules.actions.iter().enumerate().filter(|(_, a)| !a.prefer.is_empty()).map(|(index, action)| {
            let (worth, index) = (context.worth(action), index as u8);
            quote!(#index => #worth,)
        });
    quote! {
        fn runs(start: &Run<'_>, visit: &mut dyn FnMut(&Run<'_>) -> bool) -> bool {
            match start.deed.name { #(#arms)* _ => false }
        }
        fn worth(s: &State, run: &Run<'_>, name: u8) -> [i64; 4] {
            match name { #(#worths)* _ => [0; 4] }
        }
    }
}

fn runs(context: &Context<'_>) -> TokenStream {
    let actions = context
        .rules
        .actions
        .iter()
        .enumerate()
        .map(|(index, action)| context.action(index, &format_ident!("action_{}", word(&action.name))));
    quote!(#(#actions)*)
}

/// The steps that may be skipped.
fn whens(context: &Context<'_>) -> TokenStream {
    let mut arms = Vec::new();
    for (program, turn) in context.rules.turns.iter().enumerate() {
        for (step, what) in turn.steps.iter().enumerate() {
            if let Step::Act { when, .. } = what
                && *when != Cond::Const(true)
            {
                let when = context.cond(when, &Env::outside(quote!(s.mover)));
                let (program, step) = (program as u8, step as u8);
                arms.push(quote!((#program, #step) => #when,));
            }
        }
    }
    quote!(match (program, step) { #(#arms)* _ => true })
}

/// Actions of which several are one decision (bit per name).
fn together(rules: &Rules) -> u32 {
    let mut bits = 0;
    for step in rules.turns.iter().flat_map(|t| &t.steps) {
        if let Step::Act { alternatives, together: true, .. } = step {
            bits = alternatives.iter().flatten().fold(bits, |bits, name| bits | 1 << name);
        }
    }
    bits
}

/// When no earlier position can come again: pieces that left never come back, promotions are never undone.
fn settles(rules: &Rules, uses: Uses) -> TokenStream {
    let players = rules.players.len();
    let lost = (0..players).map(|p| quote!(deed.lost[#p]));
    let gone = if uses.comes { quote!(false) } else { quote!((0 #(+ #lost)* > 0)) };
    let one_way = one_way(rules, uses);
    let moved = one_way.into_iter().map(|(action, kinds)| quote!((deed.name == #action && deed.actor_is(#kinds))));
    quote!(#gone #(|| #moved)*)
}

/// The functions of all definitions that are called, also by one another.
fn definitions(context: &Context<'_>) -> TokenStream {
    let mut done: Vec<(u16, TokenStream)> = Vec::new();
    while let Some(def) = context.called().into_iter().find(|d| done.iter().all(|(known, _)| known != d)) {
        let rules = context.rules;
        let name = def_name(rules, DefId(def));
        let def_rule = &rules.defs[usize::from(def)];
        let env = Env::definition();
        let (kind, body) = match &def_rule.body {
            DefBody::Cond(c) => (quote!(bool), context.cond(c, &env)),
            DefBody::Num(n) => (quote!(i64), context.num(n, &env)),
            DefBody::Set(s) => (quote!(Cells), context.set(s, &env)),
        };
        let doc = said(rules, [def_rule.clause]);
        let summary = format!(" `{}` as the player `me` sees it.", def_rule.name);
        done.push((
            def,
            quote! {
                #[doc = #summary]
                #doc
                fn #name(
                    s: &State,
                    d: &rt::action::Deed,
                    m: &[Cells; rt::run::MARKS],
                    me: u8,
                    c: u16,
                    l: u16,
                ) -> #kind { #body }
            },
        ));
    }
    done.sort_by_key(|(def, _)| *def);
    let functions = done.into_iter().map(|(_, function)| function);
    quote!(#(#functions)*)
}

/// The clause of that path, if there is one.
pub(crate) fn clause(rules: &Rules, path: &str) -> Option<rulebook_ir::ClauseId> {
    let id = format!("{}.{path}", rules.name);
    rules.clauses.iter().position(|c| c.id == id).map(|i| rulebook_ir::ClauseId(i as u16))
}
