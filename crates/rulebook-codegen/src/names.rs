//! The names of a game as constants.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
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
        let name = c.name.as_str();
        let copies = match c.copies {
            Copies::One => quote!(One),
            Copies::PerPlayer => quote!(PerPlayer),
            Copies::PerPiece => quote!(PerPiece),
        };
        quote!((#name, rt::api::ClockCopies::#copies))
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
        if let Step::Act { alternatives, times, together, .. } = step {
            let first = alternatives.first().and_then(|a| a.first());
            let name = first.map_or("", |a| rules.actions[usize::from(*a)].name.as_str());
            names.extend(std::iter::repeat_n(name, if *together { 1 } else { *times as usize }));
        }
    }
    names
}

/// Names as enums.
pub(crate) fn enums(rules: &Rules) -> TokenStream {
    let camel = |name: &str| {
        let mut up = true;
        let name: String = name
            .chars()
            .filter_map(|c| {
                let separates = !c.is_ascii_alphanumeric();
                let letter = if up { c.to_ascii_uppercase() } else { c };
                up = separates;
                (!separates).then_some(letter)
            })
            .collect();
        // The only word of Rust that such a name can be.
        let name = if name == "Self" { String::from("Self_") } else { name };
        format_ident!("{}", if name.starts_with(|c: char| c.is_ascii_digit()) { format!("N{name}") } else { name })
    };
    let list = |what: &str, doc: &str, names: Vec<&str>| {
        let variants: Vec<_> = names.iter().map(|n| camel(n)).collect();
        let name = format_ident!("{what}");
        let docs = names.iter().map(|n| format!(" `{n}`"));
        // An enum without variants has no numbers and no names.
        let index = if names.is_empty() { quote!(match self {}) } else { quote!(self as u8) };
        quote! {
            #[doc = #doc]
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub enum #name { #(#[doc = #docs] #variants),* }
            impl rt::names::Named for #name {
                const ALL: &'static [Self] = &[#(Self::#variants),*];
                fn index(self) -> u8 { #index }
                fn name(self) -> &'static str { match self { #(Self::#variants => #names),* } }
            }
            impl core::fmt::Display for #name {
                fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                    f.write_str(rt::names::Named::name(*self))
                }
            }
        }
    };
    let players = list("Player", " A player.", rules.players.iter().map(|p| p.name.as_str()).collect());
    let kinds = list("Kind", " A kind of piece.", rules.kinds.iter().map(|k| k.name.as_str()).collect());
    let clocks = list("Clock", " A clock.", rules.clocks.iter().map(|c| c.name.as_str()).collect());
    let reasons = list("Reason", " Why a game ends.", rules.reasons.iter().map(|(id, _)| id.as_str()).collect());
    quote!(#players #kinds #clocks #reasons)
}

/// What the spec says for people.
pub(crate) fn texts(rules: &Rules) -> TokenStream {
    let mut languages: Vec<&str> = Vec::new();
    let all = rules.clauses.iter().map(|c| &c.texts).chain(rules.reasons.iter().map(|(_, texts)| texts));
    for (language, _) in all.flat_map(|texts| &texts.0) {
        if !languages.contains(&language.as_str()) {
            languages.push(language);
        }
    }
    languages.sort_unstable();
    let row = |texts: &rulebook_ir::Texts| {
        let row = languages.iter().map(|language| texts.get(language).unwrap_or(""));
        quote!(&[#(#row),*])
    };
    let clauses = rules.clauses.iter().map(|c| row(&c.texts));
    let reasons = rules.reasons.iter().map(|(_, texts)| row(texts));
    quote!(rt::names::Texts {
        languages: &[#(#languages),*],
        clauses: &[#(#clauses),*],
        reasons: &[#(#reasons),*],
    })
}
