//! An engine, and the module around it.

use std::path::Path;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use rulebook_check::{Request, check};
use rulebook_codegen::Settings;
use rulebook_diagnostics::{Diagnostic, Sources, render_human};
use rulebook_ir::Rules;
use rulebook_specs::Spec;

use crate::{Wrong, library::Library};

/// The engine of a game.
#[derive(Clone, Debug)]
pub struct Engine {
    /// The items of its module.
    pub items: TokenStream,
    /// The files that were read for it, relative to the folder of the crate; bundled specs are no files.
    pub files: Vec<String>,
}

impl Engine {
    /// The module of that name. `head` is what stands before `mod`: attributes and the visibility; `first` are items that
    /// come before those of the engine.
    pub fn module(&self, head: &TokenStream, name: &Ident, first: &TokenStream) -> TokenStream {
        let items = &self.items;
        // What generated code may do, although nobody would write it so.
        quote! {
            #[allow(unused, unreachable_code, missing_docs, clippy::all, clippy::pedantic, clippy::restriction)]
            #head mod #name {
                #first
                #items
            }
        }
    }
}

/// Makes the engine of a spec. `root` is the folder in which `path` begins, `runtime` the path of the runtime's crate.
///
/// # Errors
/// If the spec cannot be read, is wrong, holds no game, or is not compiled yet.
pub fn engine(root: &Path, path: &str, runtime: &TokenStream) -> Result<Engine, Wrong> {
    if Path::new(path).has_root() {
        return Err(Wrong::Unread(format!(
            "`{path}` is the path of one machine; write it from the folder of the Cargo.toml of this crate on"
        )));
    }
    let library = Library::below(root);
    let text = library.read(path).map_err(Wrong::Unread)?;
    let rules = rules(path, &text, &library)?.ok_or_else(|| Wrong::NoGame(path.to_owned()))?;
    let items = rulebook_codegen::generate(&rules, &Settings::default(), runtime).map_err(Wrong::Refused)?;
    Ok(Engine { items, files: library.into_files() })
}

/// A bundled game.
#[derive(Clone, Debug)]
pub struct Bundled {
    /// Its spec.
    pub spec: &'static Spec,
    /// Its engine, or why it has none.
    pub engine: Result<Engine, Wrong>,
}

/// Makes the engines of all bundled games.
pub fn bundled(runtime: &TokenStream, settings: &Settings) -> impl Iterator<Item = Bundled> {
    let made = |spec: &Spec| -> Result<Option<Engine>, Wrong> {
        let library = Library::of_bundled(spec);
        let Some(rules) = rules(&spec.display_name(), spec.text, &library)? else { return Ok(None) };
        let items = rulebook_codegen::generate(&rules, settings, runtime).map_err(Wrong::Refused)?;
        Ok(Some(Engine { items, files: Vec::new() }))
    };
    rulebook_specs::all().iter().filter_map(move |spec| {
        let engine = made(spec).transpose()?;
        Some(Bundled { spec, engine })
    })
}

/// The rules of a spec, if it holds a game and not only families.
fn rules(name: &str, text: &str, library: &Library) -> Result<Option<Rules>, Wrong> {
    let mut sources = Sources::default();
    let root = sources.add(name, text);
    let checked = check(&mut sources, root, &Request::default(), library);
    let wrong: Vec<_> = checked.diagnostics.into_iter().filter(Diagnostic::is_error).collect();
    if wrong.is_empty() {
        return Ok(checked.rules);
    }
    let picture = |error| render_human(&sources, std::slice::from_ref(error), false).trim_end().to_owned();
    Err(Wrong::Mistakes(wrong.iter().map(picture).collect()))
}
