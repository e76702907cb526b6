//! `cargo xtask wrong` and `cargo xtask implementations`: whether `rulebook certify` finds what is wrong, and what it finds.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde::Deserialize;
use serde_json::Value;

/// A rule set that is wrong in one thing, as `conformance/wrong/declared.yaml` declares it.
#[derive(Debug, Deserialize)]
struct Declared {
    file: String,
    game: String,
    /// The clause that is altered, and those whose sentences break with it.
    clauses: Vec<String>,
    what: String,
    #[serde(rename = "shows")]
    _shows: serde_yaml::Value,
}

/// Certifies every wrong rule set: each has to be found, and one of its clauses named. `cases: false`: by games at random only.
pub(crate) fn wrong(root: &Path, only: &[String], cases: bool) -> Result<(), String> {
    let rulebook = build(root)?;
    let text = read(&root.join("conformance/wrong/declared.yaml"))?;
    let all: Vec<Declared> = serde_yaml::from_str(&text).map_err(|e| format!("declared.yaml: {e}"))?;
    let wanted = |d: &&Declared| only.is_empty() || only.iter().any(|o| d.file.contains(o.as_str()));
    let (mut found, mut first, mut of) = (0, 0, 0);
    let none = std::env::temp_dir().join("rulebook-no-cases.yaml");
    fs::write(&none, "# none\n").map_err(|e| e.to_string())?;
    for declared in all.iter().filter(wanted) {
        of += 1;
        let adapter = format!("'{}' adapter --spec 'conformance/wrong/{}'", rulebook.display(), declared.file);
        let mut command = Command::new(&rulebook);
        command.args(["certify", "--json", "--adapter", &adapter, "--game", &declared.game]).current_dir(root);
        if !cases {
            command.args(["--generate", "4000", "--cases"]).arg(&none);
        }
        let answer = answer(&mut command)?;
        let named: Vec<&str> = answer["broken"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let is = |clause: &str| {
            declared
                .clauses
                .iter()
                .any(|c| clause == c || clause.strip_prefix(c.as_str()).is_some_and(|r| r.starts_with('.')))
        };
        let at = named.iter().position(|c| is(c));
        found += u32::from(at.is_some());
        first += u32::from(at == Some(0));
        let mark = if at.is_some() { "found" } else { "NOT  " };
        say!("{mark} {} [{}] named: {}", declared.file, declared.what, named.join(", "));
    }
    say!("{of} wrong rule sets: {found} found and named, {first} named first");
    match (of, of == found) {
        (0, _) => Err(String::from("none was tried")),
        (_, true) => Ok(()),
        (_, false) if !cases => Ok(()),
        _ => Err(format!("{} were not named", of - found)),
    }
}

/// An implementation, as its `implementation.yaml` says.
#[derive(Debug, Deserialize)]
struct Implementation {
    command: String,
    games: Vec<String>,
}

/// Installs implementations, certifies them as they are, and compares with the results written down.
pub(crate) fn implementations(root: &Path, only: &[String], write: bool) -> Result<(), String> {
    let rulebook = build(root)?;
    let folder = root.join("conformance/implementations");
    let mut names: Vec<String> = Vec::new();
    for entry in fs::read_dir(&folder).map_err(|e| e.to_string())?.flatten() {
        if entry.path().join("implementation.yaml").is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    if let Some(unknown) = only.iter().find(|o| !names.contains(o)) {
        return Err(format!("there is no implementation `{unknown}`; there are {}", names.join(", ")));
    }
    let mut changed = Vec::new();
    for name in names.iter().filter(|n| only.is_empty() || only.contains(n)) {
        let about: Implementation = serde_yaml::from_str(&read(&folder.join(name).join("implementation.yaml"))?)
            .map_err(|e| format!("{name}: {e}"))?;
        let installed = Command::new("sh").arg(folder.join("install.sh")).arg(name).current_dir(root).status();
        if !installed.map_err(|e| e.to_string())?.success() {
            return Err(format!("{name} could not be installed"));
        }
        let report = root.join("target/implementations").join(name);
        let mut command = Command::new(&rulebook);
        command.args(["certify", "--json", "--adapter", &about.command, "--time-limit", "60", "--report"]);
        command.arg(&report).current_dir(root);
        for game in &about.games {
            command.args(["--game", game]);
        }
        let answer = answer(&mut command)?;
        say!("{name}: {} {}", answer["conformity"], answer["counts"]);
        let results = folder.join(name).join("results.md");
        let text = results_of(&report)?;
        if write {
            fs::write(&results, text).map_err(|e| e.to_string())?;
        } else if table(&read(&results).unwrap_or_default()) != table(&text) {
            changed.push(name.clone());
        }
    }
    if changed.is_empty() {
        return Ok(());
    }
    Err(format!(
        "other results than those written down: {}; look at target/implementations, then `cargo xtask implementations --write`",
        changed.join(", ")
    ))
}

/// The results of a run as they are written down: outcome by case, clauses, and the small games, without what differs from
/// run to run.
fn results_of(report: &Path) -> Result<String, String> {
    let markdown = read(&report.join("report.md"))?;
    // Digests change with every case that is added for another reason.
    let kept = markdown.lines().filter(|l| !l.contains("sha256:"));
    Ok(kept.collect::<Vec<_>>().join("\n") + "\n")
}

/// The tables of results: what came of each clause. How small a game was made depends on the time that there was.
fn table(results: &str) -> Vec<&str> {
    results.lines().filter(|l| l.starts_with("| ")).collect()
}

/// Builds the command line in the profile of this program, and says where it is.
fn build(root: &Path) -> Result<PathBuf, String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "-p", "rulebook-cli"]).current_dir(root);
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    if !cargo.status().map_err(|e| e.to_string())?.success() {
        return Err(String::from("the command line could not be built"));
    }
    let here = std::env::current_exe().map_err(|e| e.to_string())?;
    Ok(here.with_file_name(format!("rulebook{}", std::env::consts::EXE_SUFFIX)))
}

fn answer(command: &mut Command) -> Result<Value, String> {
    let output = command.output().map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let read: Result<BTreeMap<String, Value>, _> = serde_json::from_str(text.trim());
    match read {
        Ok(answer) if !answer.contains_key("error") => Ok(Value::Object(answer.into_iter().collect())),
        _ => Err(format!("certify did not answer: {text}{}", String::from_utf8_lossy(&output.stderr))),
    }
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("`{}` cannot be read: {e}", path.display()))
}
