//! Every worked example of the documents, ply by ply: board, clocks and status as people see them, on both engines and
//! under every reading of every option.

use std::{collections::BTreeMap, process::Command};

use rulebook_certify::{Case, suite};

/// What the program shows of a case under readings; a refusal is shown too.
fn shown(case: &Case, readings: &BTreeMap<String, String>, engine: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulebook"));
    let moves = case.moves.trim();
    command.arg(if moves.is_empty() { "moves" } else { "replay" }).arg(case.game()).args(["--engine", engine]);
    for (name, reading) in readings {
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
    let refused = String::from_utf8_lossy(&output.stderr).into_owned();
    format!("{}\n\n{}{refused}", case.why.en, String::from_utf8_lossy(&output.stdout))
}

/// The same on both engines; an engine has the parameters with which it was compiled.
fn on_both(case: &Case, readings: &BTreeMap<String, String>) -> String {
    let interpreted = shown(case, readings, "interpreter");
    if case.params.is_empty() {
        assert_eq!(shown(case, readings, "compiled"), interpreted, "{} under {readings:?}", case.slug);
    }
    interpreted
}

/// Options of a compiled game with their readings.
fn options(game: &str) -> Vec<(&'static str, &'static [&'static str])> {
    let engine = rulebook_games::find(game).expect("a compiled game");
    engine.options.to_vec()
}

/// All readings of the options that differ from those of the case in one of them.
fn other_readings(case: &Case) -> Vec<(String, BTreeMap<String, String>)> {
    let own: BTreeMap<String, String> = case.options.iter().map(|(n, r)| (n.clone(), r.clone())).collect();
    let mut others = Vec::new();
    for (name, readings) in options(case.game()) {
        for reading in readings {
            let mut chosen = own.clone();
            chosen.insert(name.to_owned(), (*reading).to_owned());
            others.push((format!("{name}.{reading}"), chosen));
        }
    }
    others
}

fn snapshot(name: &str, text: &str) {
    insta::with_settings!({ snapshot_path => "worked", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, text);
    });
}

#[test]
fn every_worked_example_goes_as_it_is_written_down() {
    let files = suite::bundled_files().expect("cases");
    let mut seen = 0;
    for case in files.into_iter().flat_map(|file| file.cases).filter(|case| case.worked_example) {
        seen += 1;
        let slug = case.slug.replace('/', ".");
        let readings = case.options.iter().map(|(n, r)| (n.clone(), r.clone())).collect();
        let usual = on_both(&case, &readings);
        snapshot(&slug, &usual);
        // Another reading is written down only where it changes something.
        for (name, readings) in other_readings(&case) {
            let otherwise = on_both(&case, &readings);
            if otherwise != usual {
                snapshot(&format!("{slug}@{name}"), &otherwise);
            }
        }
    }
    assert!(seen > 20, "only {seen} worked examples");
}
