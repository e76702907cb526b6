//! `rulebook convert`, and specs in YAML wherever a spec may stand.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn call(args: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rulebook")).args(args).current_dir(folder).output().expect("the program runs")
}

#[track_caller]
fn answer(args: &[&str], folder: &Path) -> String {
    let output = call(args, folder);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// All spec files below a folder.
fn specs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            specs(&path, found);
        } else if path.extension().is_some_and(|e| e == "rules") {
            found.push(path);
        }
    }
    found.sort();
}

/// What a spec gives, as far as others see it: its engine, or why it has none.
fn engine(file: &str, folder: &Path) -> (Option<i32>, String) {
    let output = call(&["expand", file], folder);
    let told = if output.status.success() { output.stdout } else { output.stderr };
    (output.status.code(), text(&told).replace(".rules.yaml", ".rules"))
}

/// Each game of a file and its digest.
fn digests(file: &str, folder: &Path) -> Vec<(String, String)> {
    let told: Value = serde_json::from_str(&answer(&["check", file, "--json"], folder)).expect("JSON");
    let games = told["games"].as_array().expect("a list").iter();
    let word = |game: &Value, key: &str| game[key].as_str().expect("a text").to_owned();
    games.map(|game| (word(game, "name"), word(game, "digest"))).collect()
}

#[test]
fn all_specs_are_the_same_game_in_both_forms() {
    let folder = tempfile::tempdir().expect("a folder");
    let (from, into) = (folder.path().join("rules"), folder.path().join("yaml"));
    fs::create_dir(&from).expect("a folder");
    fs::create_dir(&into).expect("a folder");
    let mut paths = Vec::new();
    specs(&root().join("specs"), &mut paths);
    assert!(paths.len() >= 19, "the specs are found");
    let mut files = Vec::new();
    for path in &paths {
        let file = path.file_name().and_then(|n| n.to_str()).expect("a name");
        fs::copy(path, from.join(file)).expect("copied");
        let yaml = into.join(format!("{file}.yaml"));
        answer(&["convert", &path.display().to_string(), "-o", &yaml.display().to_string()], &root());
        files.push(file);
    }
    for file in files {
        // Both are refused alike if they hold a family only.
        let yaml = format!("{file}.yaml");
        let (there, here) = (engine(file, &from), engine(&yaml, &into));
        assert_eq!(there.0, here.0, "{file}: {} {}", there.1, here.1);
        if there.0 == Some(0) {
            assert!(there.1 == here.1, "{file}: the engines differ");
        }
        assert_eq!(digests(file, &from), digests(&yaml, &into), "{file}");
        let moves = |file: &str, folder: &Path| text(&call(&["moves", file, "--json"], folder).stdout);
        assert_eq!(moves(file, &from), moves(&yaml, &into).replace(".rules.yaml", ".rules"), "{file}");
    }
}

#[test]
fn a_spec_comes_back_from_yaml() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = "rulebook 1\n// A game.\ngame a {\n  board 8 x 8   // squares\n  players b, c\n}\n";
    fs::write(folder.path().join("a.rules"), rules).expect("written");
    assert_eq!(answer(&["convert", "a.rules", "-o", "a.yaml"], folder.path()), "a.yaml\n");
    assert_eq!(answer(&["convert", "a.yaml"], folder.path()), rules);
    let told: Value =
        serde_json::from_str(&answer(&["convert", "a.yaml", "--to", "yaml", "--json"], folder.path())).expect("JSON");
    assert_eq!(
        told["text"].as_str().expect("a text"),
        fs::read_to_string(folder.path().join("a.yaml")).expect("there")
    );
}

#[test]
fn mistakes_are_shown_in_the_yaml() {
    let folder = tempfile::tempdir().expect("a folder");
    let yaml = "rulebook: 1\nblocks:\n  - game: a\n    extends: draughts\n    clauses:\n      - clause: draw\n        \
                when: some empty on nowhere\n        because: full\n";
    fs::write(folder.path().join("a.yaml"), yaml).expect("written");
    let wrong = call(&["check", "a.yaml", "--json"], folder.path());
    assert_eq!(wrong.status.code(), Some(1), "{}", text(&wrong.stderr));
    let told: Value = serde_json::from_slice(&wrong.stdout).expect("JSON");
    let first = &told["diagnostics"][0];
    // The word that the checker does not know, by line and column of the YAML.
    assert_eq!((first["line"].as_u64(), first["column"].as_u64()), (Some(7), Some(29)), "{told}");
    fs::write(folder.path().join("b.yaml"), yaml.replace("because", "becose")).expect("written");
    let wrong = call(&["convert", "b.yaml"], folder.path());
    assert_eq!((wrong.status.code(), text(&wrong.stdout)), (Some(1), String::new()));
    assert!(text(&wrong.stderr).contains("did you mean `because`?"), "{}", text(&wrong.stderr));
}

#[test]
fn forms_may_be_mixed() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write(
        "base.yaml",
        "rulebook: 1\nblocks:\n  - family: base\n    clauses:\n      - {clause: board, width: 3, height: 3}\n      \
         - {clause: players, players: [first, second]}\n      - {clause: piece, name: stone}\n      \
         - {clause: action, name: place, kind: stone, does: on empty}\n      - {clause: turn, steps: [place]}\n      \
         - {clause: draw, when: no empty, because: full}\n",
    );
    write("mixed.rules", "rulebook 1\ngame mixed extends base {\n  win mover when line [3 own] because in-a-row\n}\n");
    let told = answer(&["moves", "mixed.rules", "--json"], folder.path());
    let told: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(told["legal"].as_array().map(Vec::len), Some(9), "{told}");
}

#[test]
fn what_is_no_text_is_not_missing() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).expect("written");
    write("mixed.rules", b"rulebook 1\ngame mixed extends base {\n  piece stone\n}\n");
    write("base.rules", b"rulebook 1\n// caf\xe9\nfamily base {\n}\n");
    // A bundled family of that name is not what was meant.
    write("own.rules", b"rulebook 1\ngame own extends draughts {\n}\n");
    write("draughts.rules", b"rulebook 1\n// caf\xe9\nfamily draughts {\n}\n");
    for (file, parent) in [("mixed.rules", "base"), ("own.rules", "draughts")] {
        let wrong = call(&["check", file, "--json"], folder.path());
        assert_eq!(wrong.status.code(), Some(1), "{}", text(&wrong.stderr));
        let told: Value = serde_json::from_slice(&wrong.stdout).expect("JSON");
        let first = &told["diagnostics"][0];
        assert_eq!((first["code"].as_str(), first["line"].as_u64()), (Some("R0204"), Some(2)), "{told}");
        let message = first["message"].as_str().expect("a text");
        let wanted = format!("`{parent}` is there, but `{parent}.rules` is not UTF-8 text: on line 2, byte 17");
        assert!(message.starts_with(&wanted), "{message}");
    }
}

#[test]
fn what_would_be_read_as_the_other_form_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.rules"), "rulebook 1\n").expect("written");
    assert_eq!(call(&["convert", "a.rules", "-o", "b.rules"], folder.path()).status.code(), Some(2));
    assert_eq!(call(&["convert", "nothing.rules"], folder.path()).status.code(), Some(3));
    let yaml = call(&["fmt", "a.yaml"], folder.path());
    assert!(text(&yaml.stderr).contains("rulebook convert a.yaml"), "{}", text(&yaml.stderr));
}

#[test]
fn games_have_digests() {
    let games: Value = serde_json::from_str(&answer(&["games", "--json"], &root())).expect("JSON");
    let games = games["games"].as_array().expect("a list");
    let all: std::collections::BTreeSet<&str> = games.iter().filter_map(|g| g["digest"].as_str()).collect();
    assert_eq!(all.len(), games.len(), "each game has its own");
    assert!(all.iter().all(|d| d.strip_prefix("sha256:").is_some_and(|hex| hex.len() == 64)));
    // `check` says the same of a game, and of a file with several games each one's.
    let (name, digest) = (games[0]["name"].as_str().expect("a text"), games[0]["digest"].as_str().expect("a text"));
    assert_eq!(digests(name, &root()), [(name.to_owned(), digest.to_owned())]);
    let folder = tempfile::tempdir().expect("a folder");
    let more = format!("rulebook 1\ngame one extends {name} {{\n}}\ngame two extends {name} {{\n}}\n");
    fs::write(folder.path().join("more.rules"), more).expect("written");
    let both = digests("more.rules", folder.path());
    assert_eq!(both.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["one", "two"]);
    assert_ne!(both[0].1, both[1].1, "their names differ, and so do their ids");
    // What does not pass has none.
    fs::write(folder.path().join("wrong.rules"), "rulebook 1\ngame a {\n}\n").expect("written");
    let told: Value =
        serde_json::from_slice(&call(&["check", "wrong.rules", "--json"], folder.path()).stdout).expect("JSON");
    assert_eq!(told["games"], Value::Array(Vec::new()), "{told}");
}
