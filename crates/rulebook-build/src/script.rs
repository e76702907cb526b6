//! What a build script calls.

use std::{
    env, fmt, fs,
    path::{Path, PathBuf},
};

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::{Wrong, engine};

/// Why a build script wrote nothing. Shown as what `main` returns, it is the same picture that the command line shows.
#[derive(Clone, PartialEq, Eq)]
pub enum Error {
    /// The spec gives no engine.
    Spec(Wrong),
    /// Something outside failed: what to tell.
    Outside(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spec(wrong) => wrong.fmt(f),
            Self::Outside(message) => f.write_str(message),
        }
    }
}

/// The same as for people: what `main` returns is shown this way.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

/// Where specs are read, where modules are written, and what they call.
#[derive(Clone, Debug)]
pub struct Script {
    /// The folder in which paths of specs begin.
    pub root: PathBuf,
    /// The folder of what is written.
    pub out: PathBuf,
    /// The path of the runtime in what is written.
    pub runtime: TokenStream,
}

impl Script {
    /// As cargo tells a build script; what is written calls the runtime through the crate `rulebook`.
    ///
    /// # Errors
    /// If cargo has not started this program as a build script.
    pub fn of_cargo() -> Result<Self, Error> {
        let told = |name: &str| {
            let missing = || Error::Outside(format!("`{name}` is not set: call this from a build script"));
            env::var_os(name).map(PathBuf::from).ok_or_else(missing)
        };
        Ok(Self { root: told("CARGO_MANIFEST_DIR")?, out: told("OUT_DIR")?, runtime: quote!(::rulebook::runtime) })
    }

    /// Writes the module of a spec into the file of the spec's name; says which files it depends on.
    ///
    /// # Errors
    /// If the spec gives no engine, or the file cannot be written.
    pub fn compile(&self, path: &str) -> Result<Vec<String>, Error> {
        let made = engine(&self.root, path, &self.runtime).map_err(Error::Spec)?;
        let name = module_name(path)?;
        let text = format(made.module(&quote!(pub), &name, &TokenStream::new()))?;
        let file = self.out.join(format!("{name}.rs"));
        // A file that is the same is left alone: what includes it is not built anew then.
        if fs::read_to_string(&file).is_ok_and(|there| there == text) {
            return Ok(made.files);
        }
        let told = |error| Error::Outside(format!("`{}` cannot be written: {error}", file.display()));
        fs::write(&file, text).map_err(told)?;
        Ok(made.files)
    }
}

/// Makes a module of the game of a spec in a build script: `specs/mini.rules` becomes the module `mini` of
/// `$OUT_DIR/mini.rs`. The path begins at the manifest of the crate that is built. A change of a spec that was read runs the
/// script again. The crate needs the crate `rulebook` too, for what the module calls.
///
/// # Errors
/// If the spec cannot be read, is wrong, holds no game or is not compiled yet, or if the module cannot be written.
pub fn compile(path: &str) -> Result<(), Error> {
    // A script that fails is run again in any case.
    for file in Script::of_cargo()?.compile(path)? {
        println!("cargo:rerun-if-changed={file}");
    }
    Ok(())
}

/// Generated items as text.
///
/// # Errors
/// If they are no Rust.
pub fn format(items: TokenStream) -> Result<String, Error> {
    let file =
        syn::parse2(items).map_err(|error| Error::Outside(format!("what was generated is not Rust: {error}")))?;
    Ok(prettyplease::unparse(&file))
}

/// The module of a spec is named after its file.
fn module_name(path: &str) -> Result<Ident, Error> {
    let stem = Path::new(path).file_stem().unwrap_or_default().to_string_lossy().replace('-', "_");
    syn::parse_str(&stem).map_err(|_| {
        Error::Outside(format!("`{stem}` cannot be the name of a module: give the file `{path}` another name"))
    })
}
