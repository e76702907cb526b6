//! Wrong specs and what is said about them: `fixtures/NAME.rules` and `snapshots/diagnostics__NAME.snap`.

use std::path::{Path, PathBuf};

use rulebook_diagnostics::{Sources, render_human};

fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let entries = std::fs::read_dir(folder).expect("the folder of fixtures exists");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    paths.sort();
    paths
}

#[test]
fn wrong_specs_are_explained() {
    let paths = fixtures();
    assert!(paths.len() >= 15, "only {} fixtures", paths.len());
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("the fixture can be read");
        let mut sources = Sources::default();
        let id = sources.add(format!("{name}.rules"), text.as_str());
        let parsed = rulebook_syntax::parse(id, &text);
        assert!(!parsed.diagnostics.is_empty(), "{name} has no mistake");
        insta::assert_snapshot!(name, render_human(&sources, &parsed.diagnostics, false));
    }
}

/// Applying every fix that is offered leaves fewer mistakes, and never more.
#[test]
fn fixes_mend() {
    for path in fixtures() {
        let text = std::fs::read_to_string(&path).expect("the fixture can be read");
        let mut sources = Sources::default();
        let id = sources.add("fixture", text.as_str());
        let before = rulebook_syntax::parse(id, &text).diagnostics;
        for diagnostic in &before {
            let Some(fix) = &diagnostic.fix else { continue };
            let mut mended = text.clone();
            mended.replace_range(fix.span.start as usize..fix.span.end as usize, &fix.text);
            let after = rulebook_syntax::parse(id, &mended).diagnostics;
            let same = after.iter().filter(|d| d.code == diagnostic.code && d.message == diagnostic.message).count();
            let earlier =
                before.iter().filter(|d| d.code == diagnostic.code && d.message == diagnostic.message).count();
            assert!(same < earlier, "{}: {} is not mended", path.display(), diagnostic.message);
        }
    }
}
