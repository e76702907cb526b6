//! The expansion of each compiled game, as a newcomer reads it; games that are not compiled yet say why.

use std::process::{Command, Output};

fn expand(game: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rulebook")).args(["expand", game]).output().expect("the program runs")
}

#[test]
fn expansions_are_the_ones_that_are_written_down() {
    for game in ["american", "brazilian", "international", "russian"] {
        let output = expand(game);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.lines().count() < 3000 && text.len() < 300_000, "{game}: {} bytes", text.len());
        insta::with_settings!({ snapshot_path => "expanded", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(game, text);
        });
    }
}

#[test]
fn what_is_not_compiled_is_refused_with_the_reason() {
    for (game, reason) in [("renju", "machine word"), ("tiles", "several programs")] {
        let output = expand(game);
        assert_eq!(output.status.code(), Some(1));
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.contains("can be interpreted") && message.contains(reason), "{message}");
    }
}
