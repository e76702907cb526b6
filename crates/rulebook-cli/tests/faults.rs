//! The command line when something goes wrong around it: lost output, wrong usage, broken properties.

use std::{
    fs::{self, OpenOptions},
    io::Write,
    process::{Command, Output, Stdio},
};

use serde_json::{Value, json};

fn rulebook(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rulebook")).args(args).output().expect("the program runs")
}

/// The error that a call answers with as JSON, with this exit code.
#[track_caller]
fn error(args: &[&str], code: i32) -> Value {
    let answer = rulebook(args);
    let text = String::from_utf8(answer.stdout).expect("UTF-8");
    assert_eq!(answer.status.code(), Some(code), "{args:?} {text}");
    assert_eq!(text.lines().count(), 1, "{args:?} {text}");
    serde_json::from_str::<Value>(&text).expect("JSON")["error"].clone()
}

#[track_caller]
fn says(error: &Value, part: &str) {
    assert!(error["message"].as_str().is_some_and(|m| m.contains(part)), "`{part}` is missing in {error}");
}

#[test]
#[cfg(target_os = "linux")]
fn lost_output_is_no_success() {
    let calls: [&[&str]; 7] = [
        &["games"],
        &["moves", "russian"],
        &["moves", "russian", "--json"],
        &["replay", "russian", "--moves", "c3-d4"],
        &["explain", "russian", "--move", "c3-d4"],
        &["perft", "russian", "2"],
        &["check", "russian", "--json"],
    ];
    for args in calls {
        let full = OpenOptions::new().write(true).open("/dev/full").expect("it is there");
        let answer =
            Command::new(env!("CARGO_BIN_EXE_rulebook")).args(args).stdout(full).output().expect("the program runs");
        assert_eq!(answer.status.code(), Some(3), "{args:?}");
        assert!(String::from_utf8_lossy(&answer.stderr).contains("could not be written"), "{args:?}");
    }
}

#[test]
fn wrong_usage_is_json_too() {
    let calls: [&[&str]; 6] = [
        &["moves", "--json"],
        &["moves", "russian", "extra", "--json"],
        &["moves", "russian", "--engine", "foo", "--json"],
        &["check", "--json"],
        &["check", "--format", "json"],
        &["foo", "--json"],
    ];
    for args in calls {
        assert_eq!(error(args, 2)["kind"], "usage", "{args:?}");
    }
    says(&error(&["perft", "russian", "x", "--json"], 2), "the depth is a whole number");
    assert_eq!(rulebook(&["--help"]).status.code(), Some(0));
}

#[test]
fn what_always_holds_is_asked_after_every_action() {
    let file = std::env::temp_dir().join(format!("rulebook-always-{}.rules", std::process::id()));
    let spec = "rulebook 1\ngame few {\n  board 3 x 3\n  players black, white\n  piece stone\n  \
        action place stone: on empty\n  turn: place\n  always count piece <= 1 as one\n}\n\
        texts few {\n  one en \"At most one piece.\" es \"Hay como mucho una pieza.\"\n}\n";
    fs::write(&file, spec).expect("a file");
    let path = file.to_str().expect("a path");
    for command in ["replay", "moves"] {
        let broken = error(&[command, path, "--moves", "a1 b1", "--json"], 1);
        assert_eq!((&broken["kind"], &broken["ply"]), (&json!("property"), &json!(2)));
        assert_eq!(broken["clauses"], json!(["few.one"]));
        says(&broken, "At most one piece.");
    }
    assert_eq!(error(&["moves", path, "--position", "black: black=a1,b1", "--json"], 1)["kind"], "property");
    fs::remove_file(&file).expect("it can be removed");
}

#[test]
fn a_path_is_interpreted() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../specs/draughts/russian.rules");
    let asked = error(&["moves", path, "--engine", "compiled", "--json"], 2);
    assert!(asked["message"].as_str().expect("a message").contains("--engine interpreter"), "{asked}");
}

#[test]
fn every_line_has_its_answer() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rulebook"))
        .args(["moves", "renju", "--positions", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let lines = b"black: black=h8\n\nblack: black=\xff\nblack: black=z9\nwhite: black=h8\n\n";
    child.stdin.take().expect("its input").write_all(lines).expect("it reads");
    let answer = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(answer.stdout).expect("UTF-8");
    let answers: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    let faults: Vec<Option<u64>> = answers.iter().map(|a| a["error"]["line"].as_u64()).collect();
    assert_eq!(faults, [None, Some(2), Some(3), Some(4), None]);
    says(&answers[2]["error"], "not UTF-8");
}

#[test]
fn parameters_that_do_not_fit_are_wrong_usage() {
    let message = |game, param| error(&["moves", game, "--param", param, "--json"], 2);
    says(&message("tiles", "numbers=5"), "the parameters break what has to hold always");
    says(&message("russian", "size=0"), "the parameters given (`size = 0`) do not fit this game");
    says(&message("tiles", "numbers=7"), "`numbers = 7`");
    says(&message("tiles", "numbers=x"), "`numbers` cannot be `x`");
    says(&message("tiles", "line=foo"), "it is one of");
}

#[test]
fn obstacles_are_named() {
    let why = |game, action| error(&["replay", game, "--moves", action, "--json"], 1);
    says(&why("renju", "h8 h8"), "h8 is occupied");
    says(&why("russian", "a5-b6"), "nothing stands on a5");
    says(&why("russian", "a1-b2"), "b2 is occupied");
    says(&why("russian", "b6-a5"), "belongs to black");
    let told = rulebook(&["explain", "russian", "--move", "a1-b2"]);
    assert!(String::from_utf8_lossy(&told.stdout).contains("b2 is occupied"));
}

/// A folder of case files for one test.
fn folder(name: &str, files: &[(&str, &str)]) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("rulebook-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    for (file, text) in files {
        fs::write(folder.join(file), text).expect("a file");
    }
    folder
}

/// The case of that expectation.
fn case(expect: &str) -> String {
    format!(
        "- id: ZZ2A\n  slug: american/turn/mine\n  clauses: [american.players]\n  polarity: rejects\n  moves: ''\n  expect: {expect}\n  \
         why: {{ en: x, es: y }}\n"
    )
}

#[test]
fn a_move_that_nobody_could_try_is_not_refused_by_a_rule() {
    for (index, text) in ["zz99", "B6-A5", "b6-a55"].into_iter().enumerate() {
        let expect = format!("{{ illegal: ['{text}'] }}");
        let folder = folder(&format!("illegal{index}"), &[("a.yaml", &case(&expect))]);
        let answer = rulebook(&["test", &folder.display().to_string(), "--json"]);
        let told: Value = serde_json::from_slice(&answer.stdout).expect("JSON");
        assert_eq!((answer.status.code(), told["failed"].as_u64()), (Some(1), Some(1)), "{text}");
    }
}

#[test]
fn nothing_is_skipped_or_counted_in_silence() {
    let failing = case("{ legal: [a1-b2] }");
    // Only the suite's own claims are not cases.
    let folder = folder("skipped", &[("claims.yaml", &failing)]);
    let path = folder.display().to_string();
    assert_eq!(rulebook(&["test", &path]).status.code(), Some(1));
    // Cases of another game say nothing of this one.
    let none = rulebook(&["test", "--killers", "tiles", &path]);
    assert_eq!(none.status.code(), Some(1));
    let told = String::from_utf8_lossy(&none.stderr);
    assert!(told.contains("none of the cases given is about tiles"), "{told}");
    assert_eq!(rulebook(&["case", "new", "tiles", "--count", "1700000"]).status.code(), Some(2));
}

/// A file in a folder of its own.
fn file(name: &str, bytes: &[u8]) -> String {
    let folder = std::env::temp_dir().join(format!("rulebook-hostile-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    fs::write(&path, bytes).expect("written");
    path.display().to_string()
}

#[test]
fn a_file_that_is_no_text_is_refused_with_its_line() {
    let path = file("latin.rules", b"rulebook 1\ngame example {\n  // Se\xf1al\n}\n");
    let told = error(&["moves", &path, "--json"], 3);
    says(&told, "not UTF-8");
    says(&told, "line 3, byte 33");
    let told = error(&["check", &path, "--json"], 3);
    says(&told, "line 3");
}

#[test]
fn a_file_of_ten_megabytes_is_refused_at_once() {
    let path = file("large.rules", "rulebook 1 // nothing\n".repeat(500_000).as_bytes());
    let told = error(&["moves", &path, "--json"], 1);
    assert_eq!(told["kind"], "spec");
    says(&told, "larger than 1024 KiB");
}

#[test]
fn a_search_that_explodes_is_given_up() {
    let spec = "rulebook 1\ngame example {\n  board 8 x 8\n  players white, black\n  piece stone\n  \
                setup white stone on a1, black stone on h8\n  action walk stone: orthogonal [empty]\n  \
                chain walk: may go on, no cell twice\n  turn: walk\n}\n";
    let path = file("walks.rules", spec.as_bytes());
    for args in [
        vec!["moves", &path, "--json"],
        vec!["perft", &path, "1", "--json"],
        vec!["replay", &path, "--moves", "a1-b1", "--json"],
    ] {
        let told = error(&args, 1);
        assert_eq!(told["kind"], "too-many", "{told}");
        says(&told, "given up");
    }
}
