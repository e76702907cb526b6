//! Programs that misbehave: the runner reports each exactly as `conformance/wrong/misbehaving.yaml` declares it.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use libtest_mimic::{Arguments, Failed, Trial};
use serde::Deserialize;
use serde_json::Value;

/// A way to misbehave, and what a runner has to report of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Declared {
    command: Vec<String>,
    outcome: String,
    run: String,
    #[serde(default)]
    hello: Option<String>,
    incidents: bool,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A few cases of a small game: with a legal list, an illegal move, an end, and others.
fn some_cases(into: &Path) -> std::io::Result<()> {
    let mut all: Vec<serde_yaml::Value> = Vec::new();
    for file in ["moves.yaml", "results.yaml"] {
        let text = fs::read_to_string(root().join("conformance/breakthrough").join(file))?;
        all.extend(serde_yaml::from_str::<Vec<serde_yaml::Value>>(&text).map_err(std::io::Error::other)?);
    }
    let has = |part: &'static str| all.iter().find(move |c| c["expect"].get(part).is_some());
    let kinds = [has("legal"), has("illegal"), has("ends_at_ply"), has("position"), has("refused")];
    let mut chosen: Vec<serde_yaml::Value> = kinds.into_iter().flatten().cloned().collect();
    chosen.dedup();
    let text = serde_yaml::to_string(&chosen).map_err(std::io::Error::other)?;
    fs::write(into, text)
}

/// No question takes longer than this, whatever the program does.
const AT_MOST: Duration = Duration::from_secs(300);

fn main() {
    let arguments = Arguments::from_args();
    let text = fs::read_to_string(root().join("conformance/wrong/misbehaving.yaml")).expect("the declarations");
    let declared: Vec<Declared> = serde_yaml::from_str(&text).expect("declarations");
    assert!(declared.len() >= 40, "all ways to misbehave are declared");
    let has_python = Command::new("python3").arg("--version").output().is_ok_and(|o| o.status.success());
    assert!(has_python, "python3 is needed for the programs that misbehave");
    let trials = declared.into_iter().map(|d| Trial::test(d.command.join(" "), move || check(&d))).collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn check(declared: &Declared) -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let marker = dir.path().join("marker").display().to_string();
    let words: Vec<&str> =
        declared.command.iter().map(|w| if w == "MARKER" { marker.as_str() } else { w.as_str() }).collect();
    let rulebook = env!("CARGO_BIN_EXE_rulebook");
    let adapter = format!("exec python3 -B conformance/wrong/misbehave.py {} -- '{rulebook}' adapter", words.join(" "));
    // What takes gigabytes takes its time, too.
    let large = ["memory", "stderr-flood", "huge"].iter().any(|w| words.contains(w));
    let limit = if large { "15" } else { "1" };
    let begun = Instant::now();
    let report = dir.path().join("report");
    let cases = dir.path().join("cases.yaml");
    some_cases(&cases)?;
    let output = Command::new(rulebook)
        .args(["certify", "--adapter", &adapter, "--game", "breakthrough", "--no-shrink", "--json"])
        .args(["--time-limit", limit, "--memory-limit", "512", "--cases"])
        .arg(&cases)
        .arg("--report")
        .arg(&report)
        .current_dir(root())
        .output()?;
    let told = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let fail = |why: String| Err(Failed::from(format!("{why}: {told}")));
    if begun.elapsed() > AT_MOST {
        return fail(format!("it took {:?}", begun.elapsed()));
    }
    if declared.run == "hello" {
        // Nothing was examined; whether it spoke at all makes the difference between a wrong call and a broken adapter.
        let code = if declared.hello.as_deref() == Some("pass") { 2 } else { 3 };
        return match output.status.code() {
            Some(c) if c == code => Ok(()),
            other => fail(format!("the run ends at hello with {code}, but came to {other:?}")),
        };
    }
    let text = fs::read_to_string(report.join("report.jsonl"))?;
    let records: Vec<Value> = text.lines().filter_map(|l| serde_json::from_str(l).ok()).collect();
    let outcomes: BTreeSet<&str> = records.iter().filter_map(|r| r["outcome"].as_str()).collect();
    let allowed: BTreeSet<&str> = match declared.outcome.as_str() {
        // After five questions in a row it is asked no more.
        "crash" | "time-out" | "protocol" => [declared.outcome.as_str(), "not-run", "pass"].into(),
        other => [other, "pass"].into(),
    };
    if !outcomes.contains(declared.outcome.as_str()) || !outcomes.is_subset(&allowed) {
        return fail(format!("declared is {}, what came is {outcomes:?}", declared.outcome));
    }
    let Some(footer) = records.last().filter(|r| r["record"] == "footer") else {
        return fail(String::from("the report has no footer"));
    };
    let incidents = footer["incidents"].as_array().is_some_and(|i| !i.is_empty());
    if incidents != declared.incidents {
        return fail(format!("incidents: {incidents}"));
    }
    let certified = footer["conformity"] == "conforms";
    if certified != (declared.outcome == "pass" && !declared.incidents) {
        return fail(format!("conformity: {}", footer["conformity"]));
    }
    Ok(())
}
