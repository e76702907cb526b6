//! `rulebook certify`, `report` and `adapter`, as one uses them: each against a program, right or wrong.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;

const RULEBOOK: &str = env!("CARGO_BIN_EXE_rulebook");

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn rulebook(words: &[&str]) -> Output {
    Command::new(RULEBOOK).args(words).current_dir(root()).output().expect("it starts")
}

fn json(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(text.trim()).unwrap_or_else(|e| {
        panic!("not JSON ({e}): {text}\n{}", String::from_utf8_lossy(&output.stderr));
    })
}

/// The command of the reference adapter, with more words.
fn adapter(more: &str) -> String {
    format!("'{RULEBOOK}' adapter {more}")
}

fn certify(adapter: &str, game: &str, more: &[&str]) -> Output {
    rulebook(&[&["certify", "--json", "--adapter", adapter, "--game", game], more].concat())
}

/// The lines of a report.
fn lines(dir: &Path) -> Vec<Value> {
    let text = fs::read_to_string(dir.join("report.jsonl")).expect("a report");
    text.lines().map(|l| serde_json::from_str(l).expect("a record")).collect()
}

#[test]
fn the_reference_conforms_and_says_to_what() {
    let dir = tempfile::tempdir().expect("a folder");
    let report = dir.path().join("report");
    let output = rulebook(&[
        "certify",
        "--adapter",
        &adapter(""),
        "--game",
        "brazilian",
        "--game",
        "tiles",
        "--report",
        &report.display().to_string(),
    ]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("conforms to the profile `all rules`"), "{text}");
    for file in
        ["report.jsonl", "junit.xml", "report.md", "report.html", "badge.svg", "certificate.txt", "transcript.jsonl"]
    {
        assert!(report.join(file).is_file(), "{file}");
    }
    let records = lines(&report);
    let header = &records[0];
    assert_eq!(header["record"], "header");
    assert_eq!(header["planned"].as_array().map(Vec::len), Some(records.len() - 2));
    assert!(header["games"]["tiles"]["rules"].as_str().is_some_and(|d| d.starts_with("sha256:")));
    // The expectation is never sent: no question has a word of it.
    let talk = fs::read_to_string(report.join("transcript.jsonl")).expect("a transcript");
    for word in ["ends_at_ply", "expect", "polarity", "illegal"] {
        let sent = talk.lines().filter(|l| l.contains("\"asked\"")).any(|l| l.contains(word));
        assert!(!sent, "a question has the word `{word}`");
    }
}

/// Brings nothing: the game stands alone.
struct Alone;

impl rulebook_check::Loader for Alone {
    fn load(&self, _name: &str, _from: &str) -> Option<(String, String)> {
        None
    }
}

#[test]
fn a_translation_voids_no_certificate_but_a_rule_does() {
    let text = fs::read_to_string(root().join("specs/breakthrough/breakthrough.rules")).expect("a spec");
    let digest = |text: &str| {
        let mut sources = rulebook_diagnostics::Sources::default();
        let file = sources.add("breakthrough.rules", text);
        let checked = rulebook_check::check(&mut sources, file, &rulebook_check::Request::default(), &Alone);
        rulebook_certify::session::plan::rules_digest(&checked.rules.expect("rules"))
    };
    let plain = digest(&text);
    let title = text.lines().find(|l| l.contains("es \"")).expect("a Spanish text");
    let from = title.find("es \"").expect("it") + 4;
    let translated = text.replacen(title, &format!("{}Otro {}", &title[..from], &title[from..]), 1);
    assert_ne!(translated, text);
    assert_eq!(digest(&translated), plain);
    assert_eq!(digest(&format!("{text}\n// a comment\n")), plain);
    let changed = text.replacen("8 x 8", "7 x 8", 1);
    assert_ne!(changed, text);
    assert_ne!(digest(&changed), plain);
}

#[test]
fn a_wrong_rule_is_found_named_and_shown_by_a_small_game() {
    let output = certify(&adapter("--spec conformance/wrong/american-forty-plies.rules"), "american", &[]);
    let answer = json(&output);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(answer["conformity"], "breaks");
    assert_eq!(answer["broken"][0], "american.quiet.limit");
    let failed = answer["cases"].as_array().expect("cases").iter().filter(|c| c["outcome"] == "fail");
    // The printed command shows it again.
    let command = failed.flat_map(|c| c["failures"].as_array().cloned().unwrap_or_default()).next().expect("a failure");
    let command = command.as_str().expect("text").replacen("rulebook", &format!("'{RULEBOOK}'"), 1);
    let again = Command::new("sh").arg("-c").arg(command).current_dir(root()).output().expect("it starts");
    let text = String::from_utf8_lossy(&again.stdout);
    assert_eq!(again.status.code(), Some(1), "{text}");
    assert!(text.contains("expected ") && text.contains("; got "), "{text}");
}

#[test]
fn a_game_that_is_not_played_is_said() {
    let output = certify(&adapter("--spec specs/hex/hex.rules"), "renju", &[]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("does not play `renju`"), "{text}");
}

#[test]
fn an_adapter_that_does_not_start_is_outside() {
    for command in ["exit 3", "no-such-program-anywhere", "echo hello", "sleep 0.1"] {
        let output = certify(command, "hex", &["--time-limit", "2"]);
        assert_eq!(output.status.code(), Some(3), "{command}: {}", String::from_utf8_lossy(&output.stdout));
        let output = rulebook(&["certify", "--adapter", command, "--game", "hex", "--doctor"]);
        assert_eq!(output.status.code(), Some(1), "{command}");
    }
    let output = rulebook(&["certify", "--adapter", &adapter(""), "--game", "hex", "--doctor"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("All messages have the form that they have to have."), "{text}");
    // The form of a wrong answer may be right; then it is said what is wrong.
    let output = rulebook(&["certify", "--adapter", NO_MOVES, "--game", "breakthrough", "--doctor"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("a move: the form is right, but not the set"), "{text}");
}

/// An adapter that lists no move at all.
const NO_MOVES: &str = r#"while read line; do id=$(echo "$line" | sed 's/.*"id":\([0-9]*\).*/\1/'); case "$line" in
    *hello*) echo "{\"protocol\":1,\"id\":$id,\"ok\":{\"name\":\"b\",\"games\":{\"breakthrough\":{}}}}";;
    *) echo "{\"protocol\":1,\"id\":$id,\"ok\":{\"legal\":[]}}";; esac; done"#;

#[test]
fn one_game_is_asked_about_as_data_too() {
    let answer = json(&certify(&adapter(""), "connect-four", &["--moves", "d1 d2", "--then", "d2"]));
    assert_eq!(answer["answer"]["rejected"]["ply"], 3, "{answer}");
    assert_eq!(answer["differences"], serde_json::json!([]));
    let output =
        certify(&adapter("--spec conformance/wrong/american-draw-before-win.rules"), "american", &["--then", "x"]);
    assert_eq!(output.status.code(), Some(2), "without `--moves` there is nothing behind which a move could stand");
}

#[test]
fn a_report_that_was_changed_is_no_report() {
    let dir = tempfile::tempdir().expect("a folder");
    let report = dir.path().join("report").display().to_string();
    let output = certify(
        &adapter("--spec conformance/wrong/american-draw-before-win.rules"),
        "american",
        &["--no-shrink", "--report", &report],
    );
    assert_eq!(output.status.code(), Some(1));
    let path = Path::new(&report).join("report.jsonl");
    let text = fs::read_to_string(&path).expect("a report");
    for (was, is) in [
        (r#""conformity":"breaks""#, r#""conformity":"conforms""#),
        (r#""outcome":"fail""#, r#""outcome":"pass""#),
        (r#""broken":["#, r#""broken":["american.board","#),
    ] {
        assert!(text.contains(was), "{was}");
        fs::write(&path, text.replace(was, is)).expect("written");
        let output = rulebook(&["report", "show", &report]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && said.contains("not what follows from the records"), "{said}");
    }
}

#[test]
fn parts_make_a_whole_and_nothing_else_does() {
    let dir = tempfile::tempdir().expect("a folder");
    let part = |name: &str, shard: &str, game: &str| {
        let report = dir.path().join(name).display().to_string();
        let output = certify(&adapter(""), game, &["--shard", shard, "--report", &report]);
        assert!(output.status.code().is_some(), "it ended");
        report
    };
    let (one, two, three) = (part("1", "1/3", "reversi"), part("2", "2/3", "reversi"), part("3", "3/3", "reversi"));
    let merged = dir.path().join("merged").display().to_string();
    let output = rulebook(&["report", "merge", "--json", &two, &one, &three, "--report", &merged]);
    let answer = json(&output);
    assert_eq!(answer["conformity"], "conforms", "{answer}");
    let whole = json(&certify(&adapter(""), "reversi", &[]));
    assert_eq!(answer["counts"], whole["counts"]);
    assert!(rulebook(&["report", "show", &merged]).status.success());

    let other = part("other", "3/3", "hex");
    let refused = |parts: &[&str], why: &str| {
        let output = rulebook(&[&["report", "merge"], parts].concat());
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains(why), "{text}");
    };
    refused(&[&one, &two], "part 3 of 3 is missing");
    refused(&[&one, &two, &three, &three], "more than once");
    refused(&[&one, &two, &other], "differ in");
    let output = certify(&format!("env PARTS=3 {}", adapter("")), "reversi", &["--shard", "3/3", "--report", &other]);
    assert!(output.status.code().is_some(), "it ended");
    refused(&[&one, &two, &other], "differ in the adapter");
    // A part alone is no certificate.
    let output = rulebook(&["report", "show", &one]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("this is part 1 of 3"));
    // One that lost a line is noticed.
    let text = fs::read_to_string(Path::new(&three).join("report.jsonl")).expect("a report");
    let mut kept: Vec<&str> = text.lines().collect();
    kept.remove(1);
    fs::write(Path::new(&three).join("report.jsonl"), kept.join("\n") + "\n").expect("written");
    refused(&[&one, &two, &three], "incomplete");
}

#[test]
fn a_run_that_is_killed_leaves_a_report_that_says_so() {
    let dir = tempfile::tempdir().expect("a folder");
    let report = dir.path().join("report");
    // Answers so slowly that the run is under way when it is killed.
    let slow = "while read line; do sleep 0.05; printf '%s\\n' \"$line\"; done".to_owned();
    let slow = format!("sh -c '{}' | {}", slow.replace('\'', "'\\''"), adapter(""));
    let mut child = Command::new(RULEBOOK)
        .args(["certify", "--adapter", &slow, "--game", "american", "--report", &report.display().to_string()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let until = Instant::now() + Duration::from_secs(60);
    let written = || fs::read_to_string(report.join("report.jsonl")).map_or(0, |t| t.lines().count());
    while written() < 4 && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(written() >= 4, "nothing was written in time");
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
    let output = rulebook(&["report", "show", &report.display().to_string()]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("No certificate") && text.contains("ended before its time"), "{text}");
    // Cut anywhere, it is the same.
    let whole = fs::read_to_string(report.join("report.jsonl")).expect("a report");
    let header = whole.find('\n').expect("a header") + 1;
    for cut in [header, header + 10, whole.len() - 1] {
        fs::write(report.join("report.jsonl"), &whole[..cut]).expect("written");
        let output = rulebook(&["report", "show", &report.display().to_string()]);
        assert!(String::from_utf8_lossy(&output.stdout).contains("No certificate"), "cut at {cut}");
    }
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let dir = tempfile::tempdir().expect("a folder");
    let questions = |name: &str, seed: &str| {
        let report = dir.path().join(name);
        let no_cases = dir.path().join("none.yaml");
        fs::write(&no_cases, "# none\n").expect("written");
        let words = [
            "--generate",
            "2000",
            "--seed",
            seed,
            "--report",
            &report.display().to_string(),
            "--cases",
            &no_cases.display().to_string(),
        ];
        let output = certify(&adapter(""), "russian", &words);
        let answer = json(&output);
        assert_eq!(answer["generated"][0]["outcome"], "pass", "{answer}");
        let talk = fs::read_to_string(report.join("transcript.jsonl")).expect("a transcript");
        let asked = talk.lines().filter_map(|l| serde_json::from_str::<Value>(l).ok()?.get("asked").cloned());
        asked.collect::<Vec<_>>()
    };
    let first = questions("a", "7");
    assert!(first.len() > 10);
    assert_eq!(first, questions("b", "7"));
    assert_ne!(first, questions("c", "8"));
}

#[test]
fn games_at_random_find_what_no_case_is_needed_for() {
    let dir = tempfile::tempdir().expect("a folder");
    let none = dir.path().join("none.yaml");
    fs::write(&none, "# none\n").expect("written");
    let none = none.display().to_string();
    let spec = adapter("--spec conformance/wrong/international-king-counts-two.rules");
    let answer = json(&certify(&spec, "international", &["--cases", &none, "--generate", "3000"]));
    assert_eq!(answer["generated"][0]["outcome"], "fail", "{answer}");
    assert_eq!(answer["conformity"], "breaks");
    let broken = answer["broken"].as_array().expect("clauses");
    assert!(broken.iter().any(|c| c == "international.capture.prefer"), "{answer}");
}

#[test]
fn known_failures_are_let_pass_until_their_day_and_have_to_fail() {
    let dir = tempfile::tempdir().expect("a folder");
    let with = |expires: &str, cases: &[&str]| {
        let waivers: Vec<String> = cases
            .iter()
            .map(|c| format!("  - {{ case: {c}, reason: known, link: 'https://example.org/1', expires: '{expires}' }}"))
            .collect();
        let path = dir.path().join("profile.yaml");
        fs::write(&path, format!("name: known\nwaivers:\n{}\n", waivers.join("\n"))).expect("written");
        let profile = path.display().to_string();
        json(&certify(
            &adapter("--spec conformance/wrong/american-draw-before-win.rules"),
            "american",
            &["--profile", &profile, "--no-shrink"],
        ))
    };
    let plain = json(&certify(
        &adapter("--spec conformance/wrong/american-draw-before-win.rules"),
        "american",
        &["--no-shrink"],
    ));
    let failing: Vec<String> = plain["cases"]
        .as_array()
        .expect("cases")
        .iter()
        .filter(|c| c["outcome"] == "fail")
        .map(|c| c["id"].as_str().expect("an id").to_owned())
        .collect();
    let all: Vec<&str> = failing.iter().map(String::as_str).collect();
    assert!(!all.is_empty());
    assert_eq!(with("2999-12-31", &all)["conformity"], "conforms");
    assert_eq!(with("2020-01-01", &all)["conformity"], "breaks");
    let passing = "38KS";
    assert!(!all.contains(&passing));
    let answer = with("2999-12-31", &[&all[..], &[passing]].concat());
    assert_eq!(answer["conformity"], "not-shown", "{answer}");
    assert!(answer["reasons"].to_string().contains("has to go"), "{answer}");
    assert!(with("2020-01-01", &all)["notes"].to_string().contains("has expired"));
    let answer = with("2999-12-31", &[&all[..], &["ZZZZ"]].concat());
    assert!(answer["notes"].to_string().contains("ZZZZ is about a case that is not put"), "{answer}");
}

#[test]
fn wrong_profiles_and_parts_are_wrong_usage() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("profile.yaml");
    for text in ["nam: x", "waivers: [{ case: AB12 }]", "[", "options: { draws: [1] }"] {
        fs::write(&path, text).expect("written");
        let output = certify(&adapter(""), "hex", &["--profile", &path.display().to_string()]);
        assert_eq!(output.status.code(), Some(2), "{text}");
    }
    for shard in ["0/3", "4/3", "1", "1/0", "a/b"] {
        assert_eq!(certify(&adapter(""), "hex", &["--shard", shard]).status.code(), Some(2), "{shard}");
    }
    assert_eq!(certify(&adapter(""), "hexx", &[]).status.code(), Some(2));
    assert_eq!(certify(&adapter(""), "hex", &["--time-limit", "0"]).status.code(), Some(2));
}
