//! Specs of many games parse without a diagnostic.

use std::path::Path;

use rulebook_diagnostics::{Sources, render_human};

fn check_folder(folder: &Path, least: usize) {
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of specs exists") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_none_or(|e| e != "rules") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("the spec can be read");
        let mut sources = Sources::default();
        let id = sources.add(path.file_name().unwrap_or_default().to_string_lossy(), text.as_str());
        let parsed = rulebook_syntax::parse(id, &text);
        assert!(parsed.diagnostics.is_empty(), "{}", render_human(&sources, &parsed.diagnostics, false));
        assert!(!parsed.file.units.is_empty(), "{} has no unit", path.display());
        count += 1;
    }
    assert!(count >= least, "only {count} specs in {}", folder.display());
}

#[test]
fn specs_of_the_documents_parse() {
    check_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/specs/documents"), 7);
}

#[test]
fn specs_of_other_games_parse() {
    check_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/specs/surface"), 20);
}
