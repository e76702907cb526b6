//! The author's commands: `new`, `spec`, `graph`, `expand --clause`, `check --watch`, cases of a spec of one's own.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Command, Output, Stdio},
    sync::mpsc,
    time::Duration,
};

use serde_json::Value;

fn rulebook(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rulebook")).current_dir(dir).args(args).output().expect("it starts")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn good(dir: &Path, args: &[&str]) -> String {
    let output = rulebook(dir, args);
    assert!(output.status.success(), "{args:?}: {}", text(&output));
    text(&output)
}

#[test]
fn a_new_game_checks_plays_and_passes_its_case() {
    let dir = tempfile::tempdir().expect("a folder");
    for args in
        [&["new", "noughts"][..], &["new", "my-hex", "--from", "hex"], &["new", "small", "--from", "international"]]
    {
        good(dir.path(), args);
        let name = args[1];
        let spec = format!("{name}/{name}.rules");
        assert_eq!(good(dir.path(), &["check", &spec]).trim(), "nothing is wrong");
        assert!(good(dir.path(), &["fmt", "--check", &spec]).trim().is_empty());
        let told = good(dir.path(), &["test", &format!("{name}/cases.yaml")]);
        assert!(told.contains("1 passed"), "{told}");
        for language in ["en", "es"] {
            let page = dir.path().join(format!("{name}/docs/{language}/{name}.md"));
            assert!(fs::read_to_string(page).expect("a page").contains(&format!("```board {name}")));
        }
        // Nothing is written over.
        let again = rulebook(dir.path(), args);
        assert_eq!(again.status.code(), Some(2), "{}", text(&again));
    }
    for (name, why) in [("hex", "bundled"), ("turn", "word of the language"), ("a/b", "letters"), ("../x", "letters")] {
        let refused = rulebook(dir.path(), &["new", name]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused).contains(why), "{}", text(&refused));
    }
    let refused = rulebook(dir.path(), &["new", "x", "--from", "internationl"]);
    assert!(text(&refused).contains("did you mean `international`"), "{}", text(&refused));
}

#[test]
fn a_resolved_spec_is_the_same_game() {
    let dir = tempfile::tempdir().expect("a folder");
    for spec in rulebook_specs::all().iter().filter(|s| s.text.contains("\ngame ")) {
        for more in [&[][..], &["--no-origins"]] {
            let resolved = good(dir.path(), &[&["spec", spec.name], more].concat());
            let file = format!("{}.rules", spec.name);
            fs::write(dir.path().join(&file), &resolved).expect("written");
            assert!(!resolved.contains("extends"), "{resolved}");
            assert_eq!(digest(dir.path(), &file), digest(dir.path(), spec.name), "{}", spec.name);
        }
    }
}

/// The digest of a game's rules, apart from what it extends.
fn digest(dir: &Path, game: &str) -> String {
    use rulebook_check::{Loader, Request, check};
    struct Bundled;
    impl Loader for Bundled {
        fn load(&self, name: &str, _from: &str) -> Option<(String, String)> {
            rulebook_specs::find(name).map(|s| (s.display_name(), s.text.to_owned()))
        }
    }
    let text = fs::read_to_string(dir.join(game))
        .unwrap_or_else(|_| rulebook_specs::find(game).expect("bundled").text.to_owned());
    let mut sources = rulebook_diagnostics::Sources::default();
    let root = sources.add(game, text);
    let checked = check(&mut sources, root, &Request::default(), &Bundled);
    let mut rules = checked.rules.unwrap_or_else(|| panic!("{game}: {:?}", checked.diagnostics));
    rules.family.clear();
    rules.digest()
}

#[test]
fn a_graph_says_what_uses_what() {
    let dir = Path::new(".");
    let whole: Value = serde_json::from_str(&good(dir, &["graph", "renju", "--json"])).expect("JSON");
    let uses = whole["uses"].as_array().expect("a list");
    let has = |from: &str, to: &str| uses.iter().any(|e| e["from"] == from && e["to"] == to);
    assert!(has("renju.three", "renju.playable") && has("renju.playable", "renju.barred"));
    assert!(has("renju.barred", "renju.double-three") && has("renju.double-three", "renju.three"));
    assert!(!has("renju.five", "renju.three"));
    let one = good(dir, &["graph", "brazilian", "--clause", "five.limit"]);
    assert!(one.contains("brazilian.five.limit uses") && one.contains("  brazilian.five\n"), "{one}");
    assert!(good(dir, &["graph", "renju", "--format", "dot"]).starts_with("digraph"));
    assert!(good(dir, &["graph", "renju", "--format", "mermaid"]).starts_with("flowchart"));
    let refused = rulebook(dir, &["graph", "renju", "--clause", "tree"]);
    assert!(refused.status.code() == Some(2) && text(&refused).contains("did you mean `renju.three`"));
}

#[test]
fn the_core_of_every_clause_can_be_shown() {
    let dir = Path::new(".");
    let core = good(dir, &["expand", "brazilian", "--clause", "capture.man"]);
    assert!(core.contains("for each leg from cell1") && core.contains("all that is marked leaves"), "{core}");
    let core = good(dir, &["expand", "renju", "--clause", "double-four"]);
    assert!(core.contains("mix 4 own 1 empty"), "{core}");
    let core = good(dir, &["expand", "brazilian", "--clause", "five"]);
    assert!(core.contains("counts plies") && core.contains("runs while"), "{core}");
}

#[test]
fn a_watched_file_is_checked_again_when_it_changes() {
    let dir = tempfile::tempdir().expect("a folder");
    good(dir.path(), &["new", "noughts"]);
    let spec = dir.path().join("noughts/noughts.rules");
    let mut child = Command::new(env!("CARGO_BIN_EXE_rulebook"))
        .current_dir(dir.path())
        .args(["check", "--watch", "noughts/noughts.rules"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let (send, lines) = mpsc::channel();
    let errors = BufReader::new(child.stderr.take().expect("piped"));
    std::thread::spawn(move || errors.lines().map_while(Result::ok).for_each(|line| _ = send.send(line)));
    let wait_for = |wanted: &str| {
        let mut seen = Vec::new();
        while let Ok(line) = lines.recv_timeout(Duration::from_secs(60)) {
            seen.push(line);
            if seen.last().is_some_and(|l| l.contains(wanted)) {
                return;
            }
        }
        panic!("`{wanted}` did not come: {seen:?}");
    };
    wait_for("watching for changes");
    let right = fs::read_to_string(&spec).expect("read");
    fs::write(&spec, right.replace("3 own", "3 owm")).expect("written");
    wait_for("there is no");
    wait_for("watching for changes");
    fs::write(&spec, &right).expect("written");
    wait_for("nothing is wrong");
    child.kill().expect("killed");
    child.wait().expect("ended");
}

#[test]
fn cases_of_a_spec_of_ones_own_name_it_or_give_its_path() {
    let dir = tempfile::tempdir().expect("a folder");
    good(dir.path(), &["new", "noughts"]);
    let cases = dir.path().join("noughts/cases.yaml");
    let named = fs::read_to_string(&cases).expect("read");
    for game in ["", "  game: noughts/noughts.rules\n"] {
        fs::write(&cases, named.replace("  polarity", &format!("{game}  polarity"))).expect("written");
        assert!(good(dir.path(), &["test", "noughts/cases.yaml"]).contains("1 passed"));
        let mutants = rulebook(dir.path(), &["test", "noughts/cases.yaml", "--mutants", "noughts/noughts.rules"]);
        assert!(text(&mutants).contains("killed") && !text(&mutants).contains(" 0 killed"), "{}", text(&mutants));
        let adapter = format!("{} adapter --spec noughts/noughts.rules", env!("CARGO_BIN_EXE_rulebook"));
        let told = good(
            dir.path(),
            &["certify", "--adapter", &adapter, "--game", "noughts/noughts.rules", "--cases", "noughts/cases.yaml"],
        );
        assert!(told.contains("Cases: one passes") || told.contains("Cases: 1 pass"), "{told}");
    }
}
