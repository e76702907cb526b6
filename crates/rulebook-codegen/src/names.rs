//! The names of a game as constants.

use proc_macro2::TokenStream;
use quote::quote;
use rulebook_ir::{ActionKind, Copies, Rules, Step};

/// The table of names; prohibitions are clauses by index.
pub(crate) fn names(rules: &Rules, prohibitions: &[u16]) -> TokenStream {
    let game = &rules.name;
    let players = rules.players.iter().map(|p| p.name.as_str());
    let kinds = rules.kinds.iter().map(|k| {
        let (name, letter) = (k.name.as_str(), option(k.letter.map(|c| quote!(#c))));
        let numbers = option(k.numbers.map(|(first, last)| quote!((#first, #last))));
        quote!((#name, #letter, #numbers))
    });
    let cells = rules.board.cells.iter().map(|c| {
        let (name, number) = (c.name.as_str(), option(c.number.map(|n| quote!(#n))));
        quote!((#name, #number))
    });
    let actions = rules.actions.iter().map(|a| {
        let name = a.name.as_str();
        let notation = match a.kind {
            ActionKind::Walk => quote!(Walk),
            ActionKind::Place => quote!(Place),
            ActionKind::Remove => quote!(Remove),
            ActionKind::Pass => quote!(Pass),
        };
        quote!((#name, rt::api::Notation::#notation))
    });
    let clocks = rules.clocks.iter().map(|c| {
        let (name, per_player) = (c.name.as_str(), c.copies == Copies::PerPlayer);
        quote!((#name, #per_player))
    });
    let reasons = rules.reasons.iter().map(|(id, _)| id.as_str());
    let clauses = rules.clauses.iter().map(|c| c.id.as_str());
    let turns = rules.turns.iter().map(|t| {
        let (first, last) = (t.first, option(t.last.map(|n| quote!(#n))));
        let steps = step_names(rules, &t.steps);
        quote!((#first, #last, &[#(#steps),*]))
    });
    let options = rules.options.iter().map(|o| {
        let (name, readings) = (o.name.as_str(), o.readings.iter().map(String::as_str));
        quote!((#name, &[#(#readings),*]))
    });
    quote! {
        rt::names::Names {
            game: #game,
            players: &[#(#players),*],
            kinds: &[#(#kinds),*],
            cells: &[#(#cells),*],
            actions: &[#(#actions),*],
            clocks: &[#(#clocks),*],
            reasons: &[#(#reasons),*],
            clauses: &[#(#clauses),*],
            turns: &[#(#turns),*],
            options: &[#(#options),*],
            prohibitions: &[#(#prohibitions),*],
        }
    }
}

/// An optional value.
pub(crate) fn option(value: Option<TokenStream>) -> TokenStream {
    value.map_or_else(|| quote!(None), |value| quote!(Some(#value)))
}

/// A step is named after the first action of its first alternative, and listed as often as it is decided.
fn step_names<'r>(rules: &'r Rules, steps: &[Step]) -> Vec<&'r str> {
    let mut names = Vec::new();
    for step in steps {
        if let Step::Act { alternatives, times, .. } = step {
            let first = alternatives.first().and_then(|a| a.first());
            let name = first.map_or("", |a| rules.actions[usize::from(*a)].name.as_str());
            names.extend(std::iter::repeat_n(name, *times as usize));
        }
    }
    names
}
