//! Wrong specs: everything that is wrong in one run, each with the caret under the right word.

use std::path::Path;

use rulebook_check::{Loader, Request, check};
use rulebook_diagnostics::{Sources, render_human};

struct Nowhere;

impl Loader for Nowhere {
    fn load(&self, _: &str, _: &str) -> Option<(String, String)> {
        None
    }
}

#[test]
fn wrong_specs_are_explained() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wrong");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("the folder is there").map(|e| e.expect("readable").path()).collect();
    paths.sort();
    assert!(paths.len() >= 5);
    for path in paths {
        let name = path.file_stem().expect("a file").to_string_lossy().into_owned();
        let mut sources = Sources::default();
        let root = sources.add(format!("{name}.rules"), std::fs::read_to_string(&path).expect("readable"));
        let checked = check(&mut sources, root, &Request::default(), &Nowhere);
        assert!(checked.rules.is_none(), "{name} is not wrong");
        let errors: Vec<_> =
            checked.diagnostics.into_iter().filter(rulebook_diagnostics::Diagnostic::is_error).collect();
        insta::assert_snapshot!(name, render_human(&sources, &errors, false));
    }
}
