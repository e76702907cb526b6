//! Every worked example of the documents, ply by ply: board, clocks and status as people see them.

use std::process::Command;

use rulebook_certify::{Case, suite};

/// What the program shows of a case.
fn shown(case: &Case) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulebook"));
    let moves = case.moves.trim();
    command.arg(if moves.is_empty() { "moves" } else { "replay" }).arg(case.game());
    for (name, reading) in &case.options {
        command.arg("--option").arg(format!("{name}={reading}"));
    }
    for (name, value) in &case.params {
        command.arg("--param").arg(format!("{name}={}", value.text()));
    }
    if let Some(position) = &case.position {
        command.arg("--position").arg(position);
    }
    if !moves.is_empty() {
        command.arg("--boards").arg("--moves").arg(moves);
    }
    let output = command.output().expect("the program runs");
    assert!(output.status.success(), "{}: {}", case.slug, String::from_utf8_lossy(&output.stderr));
    format!("{}\n\n{}", case.why.en, String::from_utf8_lossy(&output.stdout))
}

#[test]
fn every_worked_example_goes_as_it_is_written_down() {
    let files = suite::bundled_files().expect("cases");
    let mut seen = 0;
    for case in files.into_iter().flat_map(|file| file.cases).filter(|case| case.worked_example) {
        seen += 1;
        insta::with_settings!({ snapshot_path => "worked", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(case.slug.replace('/', "."), shown(&case));
        });
    }
    assert!(seen > 20, "only {seen} worked examples");
}
