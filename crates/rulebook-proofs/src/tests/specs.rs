//! Specs for tests: bundled ones, and ones written in a test.

use std::{fs, path::PathBuf};

use rulebook_check::{Loader, Request, check};
use rulebook_diagnostics::{Sources, render_human};
use rulebook_ir::Rules;

/// The workspace.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Finds bundled specs.
struct Bundled;

impl Loader for Bundled {
    fn load(&self, name: &str, _: &str) -> Option<(String, String)> {
        let spec = rulebook_specs::find(name)?;
        Some((spec.display_name(), spec.text.to_owned()))
    }
}

/// The rules of a spec given as text.
pub(crate) fn rules(name: &str, text: &str, params: &[(&str, &str)]) -> Rules {
    checked(name, text, params).unwrap_or_else(|errors| panic!("{errors}"))
}

/// The rules of a spec given as text, or what is wrong with it.
fn checked(name: &str, text: &str, params: &[(&str, &str)]) -> Result<Rules, String> {
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    let params = params.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    let checked = check(&mut sources, file, &Request { game: None, params }, &Bundled);
    let errors: Vec<_> = checked.diagnostics.into_iter().filter(rulebook_diagnostics::Diagnostic::is_error).collect();
    checked.rules.filter(|_| errors.is_empty()).ok_or_else(|| render_human(&sources, &errors, false))
}

/// The text of a bundled spec.
pub(crate) fn text(name: &str) -> &'static str {
    rulebook_specs::find(name).expect("a bundled spec").text
}

/// All specs that can be played, the bundled ones, on a small board where they have parameters for that.
pub(crate) fn all() -> Vec<(String, Rules)> {
    let mut all = Vec::new();
    let mut files: Vec<PathBuf> = fs::read_dir(root().join("specs"))
        .expect("a folder")
        .flat_map(|family| fs::read_dir(family.expect("an entry").path()).expect("a folder of a family"))
        .map(|file| file.expect("an entry").path())
        .collect();
    files.sort();
    for file in files {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&file).expect("a spec");
        if text.lines().any(|l| l.starts_with("game ")) {
            let small = checked(&name, &text, &[("size", "6"), ("ranks", "1")]);
            let rules = small.unwrap_or_else(|_| rules(&name, &text, &[]));
            all.push((name, rules));
        }
    }
    all
}
