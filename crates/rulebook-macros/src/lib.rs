//! The procedural macro: path, change tracking, errors; nothing else.
//!
//! *Invariant:* a wrong spec gives one error for each of its mistakes, and nothing that uses its module gives another.

mod call;
mod stub;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use rulebook_build::Wrong;
use syn::{Error, Ident};

use crate::call::Call;

/// Makes a module with an engine of the game of a spec.
///
/// `rulebook::game!(pub mod international = "specs/international.rules");` — the path is relative to the manifest of the
/// crate that calls it. What the spec extends is looked for beside it, then among the bundled specs. A change of any of
/// these files builds the module anew. A wrong spec gives one error for each mistake, with the picture that the command
/// line shows; a game that is not compiled yet is refused with the clause that keeps it interpreted.
///
/// Attributes before `pub mod` are those of the module. `in PATH;` before all says where the runtime's crate is; the crate
/// `rulebook` has a macro of the same name that does so.
#[proc_macro]
pub fn game(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    match syn::parse::<Call>(input) {
        Ok(call) => call.module().into(),
        Err(error) => error.into_compile_error().into(),
    }
}

/// Makes a module of every bundled game that can be compiled, and calls the macro of that name with their names.
///
/// Which games these are, the compiler decides: what it does not understand is left to the interpreter. Words behind the
/// name are lowerings that are left out, as in `bundled!(engines walks lines)`, to compare.
#[proc_macro]
pub fn bundled(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let words = |input: syn::parse::ParseStream<'_>| {
        let list: Ident = input.parse()?;
        let mut without = Vec::new();
        while !input.is_empty() {
            without.push(input.parse::<Ident>()?.to_string());
        }
        Ok((list, without))
    };
    let (list, without) = match syn::parse::Parser::parse(words, input) {
        Ok(words) => words,
        Err(error) => return error.into_compile_error().into(),
    };
    let (mut names, mut modules) = (Vec::new(), Vec::new());
    for game in rulebook_build::bundled(&runtime(), &rulebook_build::Settings { without }) {
        match game.engine {
            Ok(engine) => {
                let name = Ident::new(&game.spec.name.replace('-', "_"), Span::call_site());
                modules.push(engine.module(&quote!(pub), &name, &TokenStream::new()));
                names.push(name);
            }
            Err(Wrong::Refused(_)) => {}
            Err(wrong) => {
                let errors = wrong.messages().into_iter().map(|m| Error::new(list.span(), m).into_compile_error());
                modules.extend(errors);
            }
        }
    }
    quote!(#(#modules)* #list![#(#names),*];).into()
}

/// The path of the runtime where nothing else is said.
fn runtime() -> TokenStream {
    quote!(::rulebook_runtime)
}
