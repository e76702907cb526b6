//! A call of the macro, and the module that it makes.

use std::{env, path::PathBuf};

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{
    Attribute, Ident, LitStr, Token, Visibility,
    parse::{Parse, ParseStream},
};

use crate::{runtime, stub};

/// `pub mod name = "path";`, with the path of the runtime's crate before it where a facade calls.
pub(crate) struct Call {
    runtime: TokenStream,
    /// Attributes and visibility of the module.
    head: TokenStream,
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
        let attributes = Attribute::parse_outer(input)?;
        let visibility: Visibility = input.parse()?;
        if !input.peek(Token![mod]) {
            return Err(input.error("a module was expected: `game!(pub mod NAME = \"path/of/a.rules\");`"));
        }
        input.parse::<Token![mod]>()?;
        let name = input.parse()?;
        input.parse::<Token![=]>()?;
        let path = input.parse()?;
        input.parse::<Option<Token![;]>>()?;
        Ok(Self { runtime, head: quote!(#(#attributes)* #visibility), name, path })
    }
}

impl Call {
    /// The module of the engine; or errors, and a module of stubs.
    pub(crate) fn module(&self) -> TokenStream {
        let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
        let engine = match rulebook_build::engine(&root, &self.path.value(), &self.runtime) {
            Ok(engine) => engine,
            Err(wrong) => return stub::module(&self.head, &self.name, &wrong.messages(), self.path.span()),
        };
        // So that cargo builds anew when a spec changes.
        let tracked = engine.files.iter().map(|file| {
            let file = LitStr::new(file, Span::call_site());
            quote! {
                const _: &[u8] =
                    ::core::include_bytes!(::core::concat!(::core::env!("CARGO_MANIFEST_DIR"), "/", #file));
            }
        });
        engine.module(&self.head, &self.name, &quote!(#(#tracked)*))
    }
}
