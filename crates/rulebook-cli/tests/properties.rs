//! `rulebook check --properties` as people and programs see it: bundled games, and a file with several.

use std::{fs, path::Path, process::Command};

use serde_json::Value;

/// Two games: what the first says always holds is refuted and only tried, what the second says is proved.
const TWO: &str = "rulebook 1
family stones {
  board 2 x 2
  players white facing north, black facing south
  piece stone
  action place stone: on empty
  turn: place
  draw when no empty because full
}
game few extends stones {
  always count stone < 3 as few
  always no white or line [white] as seen
}
game many extends stones {
  always count stone <= 4 as many
}
";

/// What is written to standard output, and the exit code.
fn told(args: &[&str], folder: &Path) -> (String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulebook"));
    let output = command.args(args).arg("--properties").current_dir(folder).output().expect("the program runs");
    (String::from_utf8(output.stdout).expect("UTF-8"), output.status.code())
}

/// What is told of a bundled game; all of these hold what they say.
fn bundled(game: &str) -> String {
    let (text, code) = told(&["check", game], &Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    assert_eq!(code, Some(0), "{text}");
    text
}

#[test]
fn proved_by_counting() {
    insta::assert_snapshot!(bundled("tiles"));
}

#[test]
fn pieces_that_only_go_ahead() {
    insta::assert_snapshot!(bundled("breakthrough"));
}

#[test]
fn placements_that_fill_the_board() {
    insta::assert_snapshot!(bundled("connect-four"));
}

/// All games of a file are looked at, in its order; one that is refuted makes the answer "no".
#[test]
fn a_file_with_several_games() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("two.rules"), TWO).expect("written");
    let (text, code) = told(&["check", "two.rules", "--positions", "50"], folder.path());
    assert_eq!(code, Some(1), "{text}");
    insta::assert_snapshot!(text);
    let (text, code) = told(&["check", "two.rules", "--positions", "50", "--json"], folder.path());
    assert_eq!(code, Some(1), "{text}");
    let told: Value = serde_json::from_str(&text).expect("JSON");
    let verdicts: Vec<(&str, &str)> = told["properties"]
        .as_array()
        .expect("a list")
        .iter()
        .flat_map(|game| game["properties"].as_array().expect("a list").iter().map(move |p| (game, p)))
        .map(|(game, p)| (game["game"].as_str().expect("a name"), p["verdict"].as_str().expect("a verdict")))
        .collect();
    assert_eq!(verdicts, [("few", "refuted"), ("few", "tried"), ("many", "proved")]);
}

/// What is chosen has to be there in every game that is looked at.
#[test]
fn choices_hold_for_every_game_of_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let one = TWO.replace("game few extends stones {", "game few extends stones {\n  option a is b or c");
    fs::write(folder.path().join("two.rules"), one).expect("written");
    let (text, code) = told(&["check", "two.rules", "--option", "a=c", "--json"], folder.path());
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("many has no option `a`"), "{text}");
}
