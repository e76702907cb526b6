//! The expansion of each bundled game, as a newcomer reads it, with every lowering and without.

use std::process::{Command, Output};

fn expand(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rulebook")).arg("expand").args(args).output().expect("the program runs")
}

fn text(args: &[&str]) -> String {
    let output = expand(args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn expansions_are_the_ones_that_are_written_down() {
    for engine in rulebook_games::ENGINES {
        let game = engine.name;
        let text = text(&[game]);
        assert!(text.lines().count() < 3000 && text.len() < 300_000, "{game}: {} bytes", text.len());
        insta::with_settings!({ snapshot_path => "expanded", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(game, text);
        });
    }
}

/// A newcomer finds the words of the spec: clocks, results and walks, each with its clause.
#[test]
fn an_expansion_speaks_the_words_of_the_spec() {
    let text = text(&["russian"]);
    for word in
        ["fn clock_road(", "`russian.road.last-ply`", "`russian.capture.king`", "`russian.promote.man`", "EndgameLimit"]
    {
        assert!(text.contains(word), "{word}");
    }
}

#[test]
fn a_lowering_can_be_left_out() {
    let without = text(&["russian", "--without", "walks"]);
    assert!(without.contains("fn action_capture(") && !without.contains("rt::walks::"), "{without}");
    let output = expand(&["russian", "--without", "wings"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("walks"), "it names the lowerings");
}

/// A clock of an engine stops at 65,534: a limit that it could never reach is refused, however it is written.
#[test]
fn a_limit_beyond_the_word_of_a_clock_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("far.rules");
    let path = file.to_str().expect("a path");
    let limits = [
        ("draw when quiet reaches 70000", false),
        ("draw when quiet reaches (35 * 1000 * 2)", false),
        ("let far = 256 * 256\n  draw when quiet reaches far", false),
        ("draw when quiet > 70000", false),
        ("draw when 70000 <= quiet", false),
        ("draw when quiet reaches (1000 * count piece)", false),
        ("draw when quiet reaches 20000 each", false),
        ("draw when quiet reaches 15000 each", true),
        ("draw when quiet reaches (100 * count piece)", true),
        ("draw when count piece < 70000 and quiet > 100", true),
    ];
    for (limit, compiled) in limits {
        let text = format!("rulebook 1\ngame far extends draughts {{\n  {limit} because move-limit as far\n}}\n");
        std::fs::write(&file, text).expect("written");
        let output = expand(&[path]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.success(), compiled, "{limit}: {told}");
        assert!(compiled || told.contains("a clock that is asked for more than 30,000"), "{limit}: {told}");
    }
}
