//! The procedural macro: path, change tracking, errors; nothing else.

use std::{
    cell::RefCell,
    env, fs,
    path::{Path, PathBuf},
};

use proc_macro2::{Span, TokenStream};
use quote::quote;
use rulebook_check::{Loader, Request, check};
use rulebook_codegen::Settings;
use rulebook_diagnostics::{Sources, render_human};
use syn::{
    Ident, LitStr, Token, Visibility,
    parse::{Parse, ParseStream},
};

/// Makes a module with an engine of the game of a spec.
///
/// `rulebook::game!(pub mod international = "specs/international.rules");` — the path is relative to the manifest of the
/// crate that calls it. What the spec extends is looked for beside it, then among the bundled specs. A change of any of
/// these files builds the module anew. A wrong spec gives one error for each mistake, with the picture that the command
/// line shows; a game that is not compiled yet is refused with the clause that keeps it interpreted.
#[proc_macro]
pub fn game(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    match syn::parse::<Call>(input) {
        Ok(call) => call.module().into(),
        Err(error) => error.into_compile_error().into(),
    }
}

/// Makes a module of every bundled game that can be compiled, and calls the macro of that name with their names.
///
/// Which games these are, the compiler decides: what it does not understand is left to the interpreter.
#[proc_macro]
pub fn bundled(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let list = match syn::parse::<Ident>(input) {
        Ok(list) => list,
        Err(error) => return error.into_compile_error().into(),
    };
    let library = Library { root: PathBuf::new(), files: RefCell::new(Vec::new()) };
    let (mut names, mut modules) = (Vec::new(), Vec::new());
    for spec in rulebook_specs::all() {
        let rules = match rules(&spec.display_name(), spec.text, &library) {
            Ok(rules) => rules,
            Err(messages) => {
                modules.extend(messages.iter().map(|m| syn::Error::new(list.span(), m).into_compile_error()));
                continue;
            }
        };
        let Some(Ok(items)) = rules.map(|rules| rulebook_codegen::generate(&rules, &Settings::default(), &runtime())) else { continue };
        let name = Ident::new(&spec.name.replace('-', "_"), Span::call_site());
        let allowed = allowed();
        modules.push(quote!(#allowed pub mod #name { #items }));
        names.push(name);
    }
    quote!(#(#modules)* #list![#(#names),*];).into()
}

/// What generated code may do, although nobody would write it so.
fn allowed() -> TokenStream {
    quote!(#[allow(unused, unreachable_code, missing_docs, clippy::all, clippy::pedantic, clippy::restriction)])
}

/// The path of the runtime where nothing else is said.
fn runtime() -> TokenStream {
    quote!(::rulebook_runtime)
}

/// `pub mod name = "path";`, with the path of the runtime's crate before it where a facade calls.
struct Call {
    runtime: TokenStream,
    visibility: Visibility,
    name: Ident,
    path: LitStr,
}

impl Parse for Call {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let runtime = if input.peek(Token![in]) {
            input.parse::<Token![in]>()?;
            let path: syn::Path = input.parse()?;
            input.parse::<Token![;]>()?;
            quote!(#path)
        } else {
            runtime()
        };
        let visibility = input.parse()?;
        input.parse::<Token![mod]>()?;
        let name = input.parse()?;
        input.parse::<Token![=]>()?;
        let path = input.parse()?;
        input.parse::<Option<Token![;]>>()?;
        Ok(Self { runtime, visibility, name, path })
    }
}

impl Call {
    /// The module, or errors and an empty one.
    fn module(&self) -> TokenStream {
        let (visibility, name) = (&self.visibility, &self.name);
        let (items, files) = match self.generate() {
            Ok((items, files)) => (items, files),
            Err(messages) => {
                let span = self.path.span();
                let errors = messages.iter().map(|message| syn::Error::new(span, message).into_compile_error());
                return quote! { #(#errors)* #visibility mod #name {} };
            }
        };
        // So that cargo builds anew when a spec changes.
        let tracked = files.iter().map(|file| {
            let file = LitStr::new(file, Span::call_site());
            quote!(
                const _: &[u8] = ::core::include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/", #file));
            )
        });
        let allowed = allowed();
        quote! {
            #allowed
            #visibility mod #name {
                #(#tracked)*
                #items
            }
        }
    }

    /// The items and the files that were read, or what is wrong.
    fn generate(&self) -> Result<(TokenStream, Vec<String>), Vec<String>> {
        let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
        let path = self.path.value();
        let text = fs::read_to_string(root.join(&path)).map_err(|e| vec![format!("`{path}` cannot be read: {e}")])?;
        let library = Library { root, files: RefCell::new(vec![path.clone()]) };
        let rules = rules(&path, &text, &library)?
            .ok_or_else(|| vec![format!("`{path}` holds no game, or several: name one file for each")])?;
        let items = rulebook_codegen::generate(&rules, &Settings::default(), &self.runtime).map_err(|refusal| vec![refusal.to_string()])?;
        Ok((items, library.files.into_inner()))
    }
}

/// The rules of a spec's only game, if it holds one; or a picture of each mistake.
fn rules(name: &str, text: &str, library: &Library) -> Result<Option<rulebook_ir::Rules>, Vec<String>> {
    let mut sources = Sources::default();
    let id = sources.add(name, text);
    let checked = check(&mut sources, id, &Request::default(), library);
    let wrong: Vec<_> = checked.diagnostics.into_iter().filter(rulebook_diagnostics::Diagnostic::is_error).collect();
    if wrong.is_empty() {
        return Ok(checked.rules);
    }
    Err(wrong.iter().map(|error| render_human(&sources, std::slice::from_ref(error), false)).collect())
}

/// Brings what a spec extends: beside it, then from the bundled specs.
struct Library {
    root: PathBuf,
    files: RefCell<Vec<String>>,
}

impl Loader for Library {
    fn load(&self, name: &str, from: &str) -> Option<(String, String)> {
        let beside = Path::new(from).with_file_name(format!("{name}.rules"));
        if let Ok(text) = fs::read_to_string(self.root.join(&beside)) {
            let beside = beside.to_string_lossy().replace('\\', "/");
            self.files.borrow_mut().push(beside.clone());
            return Some((beside, text));
        }
        let spec = rulebook_specs::find(name)?;
        Some((spec.display_name(), spec.text.to_owned()))
    }
}
