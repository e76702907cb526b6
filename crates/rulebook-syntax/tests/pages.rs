//! The examples on the pages of all codes: right ones parse, wrong ones of this crate's codes give their code.

use rulebook_diagnostics::{FileId, Sources, codes, render_human};

/// The examples of these are in YAML; `rulebook-format` tests them.
fn is_of_yaml(info: &codes::CodeInfo) -> bool {
    info.code.0.starts_with("R08")
}

#[test]
fn right_examples_parse() {
    for info in codes::all().iter().filter(|info| !is_of_yaml(info)) {
        let mut sources = Sources::default();
        let id = sources.add(info.code.0, info.right());
        let diagnostics = rulebook_syntax::parse(id, info.right()).diagnostics;
        assert!(diagnostics.is_empty(), "{}", render_human(&sources, &diagnostics, false));
    }
}

#[test]
fn wrong_examples_give_their_code_and_no_other() {
    for info in codes::all().iter().filter(|info| info.code.0.starts_with("R01")) {
        if info.code == codes::FILE_TOO_LARGE {
            // Its page would be too large as well; `limits.rs` has it.
            continue;
        }
        let found: Vec<_> =
            rulebook_syntax::parse(FileId(0), info.wrong()).diagnostics.iter().map(|d| d.code.0).collect();
        assert!(!found.is_empty() && found.iter().all(|code| *code == info.code.0), "{} gives {found:?}", info.code.0);
    }
}

#[test]
fn wrong_examples_of_other_codes_parse() {
    for info in codes::all().iter().filter(|info| !info.code.0.starts_with("R01") && !is_of_yaml(info)) {
        let mut sources = Sources::default();
        let id = sources.add(info.code.0, info.wrong());
        let diagnostics = rulebook_syntax::parse(id, info.wrong()).diagnostics;
        assert!(diagnostics.is_empty(), "{}", render_human(&sources, &diagnostics, false));
    }
}
