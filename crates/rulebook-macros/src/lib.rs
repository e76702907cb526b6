//! The procedural macro: path, change tracking, errors; nothing else.

use std::{
    cell::RefCell,
    env, fs,
    path::{Path, PathBuf},
};

use proc_macro2::{Span, TokenStream};
use quote::quote;
use rulebook_check::{Loader, Request, check};
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

/// `pub mod name = "path";`
struct Call {
    visibility: Visibility,
    name: Ident,
    path: LitStr,
}

impl Parse for Call {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let visibility = input.parse()?;
        input.parse::<Token![mod]>()?;
        let name = input.parse()?;
        input.parse::<Token![=]>()?;
        let path = input.parse()?;
        input.parse::<Option<Token![;]>>()?;
        Ok(Self { visibility, name, path })
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
        quote! {
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
        let mut sources = Sources::default();
        let id = sources.add(&path, &text);
        let checked = check(&mut sources, id, &Request::default(), &library);
        let errors: Vec<_> =
            checked.diagnostics.into_iter().filter(rulebook_diagnostics::Diagnostic::is_error).collect();
        if !errors.is_empty() {
            let picture = |error| render_human(&sources, std::slice::from_ref(error), false);
            return Err(errors.iter().map(picture).collect());
        }
        let rules =
            checked.rules.ok_or_else(|| vec![format!("`{path}` holds no game, or several: name one file for each")])?;
        let items = rulebook_codegen::generate(&rules).map_err(|refusal| vec![refusal.to_string()])?;
        Ok((items, library.files.into_inner()))
    }
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
