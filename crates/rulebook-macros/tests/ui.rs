//! What a user of the macro sees: errors as pictures, one for each mistake and no more.
//!
//! `TRYBUILD=overwrite cargo test -p rulebook-macros --test ui` writes what is seen anew.

use std::{fs, path::Path};

/// The cases are built as a crate of their own below the target folder; that is where paths of specs begin.
fn bring_specs() {
    let there = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../tests/trybuild/rulebook-macros/tests/ui");
    fs::create_dir_all(&there).expect("a folder");
    for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui")).expect("a folder") {
        let file = file.expect("a file").path();
        if file.extension().is_some_and(|extension| extension == "rules") {
            fs::copy(&file, there.join(file.file_name().expect("a name"))).expect("a copy");
        }
    }
}

#[test]
fn errors_are_those_of_the_spec() {
    bring_specs();
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/right.rs");
    cases.compile_fail("tests/ui/two_mistakes.rs");
    cases.compile_fail("tests/ui/no_file.rs");
    cases.compile_fail("tests/ui/no_game.rs");
    cases.compile_fail("tests/ui/not_compiled.rs");
    cases.compile_fail("tests/ui/not_a_module.rs");
}
