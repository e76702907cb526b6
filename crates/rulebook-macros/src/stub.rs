//! What stands for the engine of a wrong spec: the same names, and no error but those of the spec.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

/// The public items of an engine; a test compares them with a generated one.
const ITEMS: [&str; 10] =
    ["Position", "Action", "Game", "Dynamic", "Rules", "Player", "Kind", "Clock", "Reason", "Prohibitions"];

/// An error for each message, and a module in which every name stands for a type that rustc is silent about.
///
/// A type whose definition has failed already is not complained of again: whatever is asked of it – functions, variants,
/// fields, traits – counts as answered. A constant whose value is a `compile_error!` makes such a type, and so the last
/// message is told there. No list of an engine's functions has to be kept.
pub(crate) fn module(head: &TokenStream, name: &Ident, messages: &[String], at: Span) -> TokenStream {
    let (last, others) = match messages.split_last() {
        Some((last, others)) => (last.as_str(), others),
        None => ("the spec gives no engine", &[][..]),
    };
    let items = ITEMS.map(|item| format_ident!("{item}"));
    let last = quote_spanned!(at=> ::core::compile_error!(#last));
    let others = others.iter().map(|message| quote_spanned!(at=> ::core::compile_error!(#message);));
    quote! {
        #(#others)*
        #[allow(unused, missing_docs)]
        #head mod #name {
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
            pub struct Stub<const MISTAKE: usize>;
            type Mistaken = Stub<{ #last }>;
            #(pub type #items = Mistaken;)*
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of the public types of a stream of items; those within braces are deeper in the tree.
    fn public(items: TokenStream) -> Vec<String> {
        let words: Vec<String> = items.into_iter().map(|token| token.to_string()).collect();
        let types = words.windows(3).filter(|w| w[0] == "pub" && ["type", "enum", "struct"].contains(&w[1].as_str()));
        types.map(|w| w[2].clone()).collect()
    }

    #[test]
    fn stubs_stand_for_all_that_an_engine_has() {
        let mut games = 0;
        for game in rulebook_build::bundled(&crate::runtime(), &rulebook_build::Settings::default()) {
            let Ok(engine) = game.engine else { continue };
            // Tables of prohibitions are there only for games that have them.
            let names = public(engine.items);
            let (always, sometimes) = ITEMS.split_at(9);
            assert!(always.iter().all(|item| names.iter().any(|n| n == item)), "{}: {names:?}", game.spec.name);
            let known = |n: &String| always.contains(&n.as_str()) || sometimes.contains(&n.as_str());
            assert!(names.iter().all(known), "{}: {names:?}", game.spec.name);
            games += 1;
        }
        assert!(games > 0);
    }
}
