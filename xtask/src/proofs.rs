//! `cargo xtask proofs`: which case notices which mutant, and which mutant each case notices, as it is written down.
//!
//! `conformance/proofs` holds both for every game. They are tried again here: a mutant that is no longer noticed, a case that
//! no longer notices anything, and a clause without a mutant are shown, and the score may not get worse.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use rulebook_certify::equivalent::Equivalent;

use crate::games::{self, rules};

/// Of a hundred mutants of a game so many are noticed, at least.
const AT_LEAST: usize = 95;

/// Tries everything again; writes it down anew if that is wanted.
pub(crate) fn run(root: &Path, games: &[String], write: bool) -> Result<(), String> {
    let games: Vec<String> = match games {
        [] => games::playable(),
        some => some.to_vec(),
    };
    let folder = root.join("conformance/proofs");
    let mut wrong = Vec::new();
    for game in &games {
        let mutants = program(root, &["test", "--mutants", game, "--list"])?;
        let cases = program(root, &["test", "--killers", game])?;
        let lines: Vec<(&str, &str)> = mutants.lines().filter_map(|l| l.split_once('\t')).collect();
        let noticed = lines.iter().filter(|l| l.0 != "—").count();
        say!(
            "{game}: {noticed} of {} mutants noticed, {} cases each with a mutant",
            lines.len(),
            cases.lines().count()
        );
        if noticed * 100 < lines.len() * AT_LEAST {
            wrong.push(format!("{game}: fewer than {AT_LEAST} of a hundred mutants are noticed"));
        }
        unexplained(game, &lines, &mut wrong)?;
        wrong.extend(cases.lines().filter(|l| l.ends_with('—')).map(|l| format!("{game}: no mutant for case {l}")));
        without_mutant(game, &lines, &mut wrong)?;
        let files = [
            ("mutants", mutants.as_str(), "the case that notices it, and the mutant"),
            ("cases", cases.as_str(), "the case, and a mutant of its clauses that it notices"),
        ];
        for (what, text, columns) in files {
            let path = folder.join(format!("{game}.{what}.tsv"));
            let text = format!("# Written by `cargo xtask proofs --write`: {columns}.\n{text}");
            if write {
                fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
                fs::write(&path, &text).map_err(|e| e.to_string())?;
            } else if fs::read_to_string(&path).unwrap_or_default() != text {
                wrong.push(format!(
                    "{} is not what comes out; `cargo xtask proofs --write` writes it anew",
                    path.display()
                ));
            }
        }
    }
    match wrong.as_slice() {
        [] => Ok(()),
        wrong => Err(wrong.join("\n")),
    }
}

/// What the program answers.
fn program(root: &Path, args: &[&str]) -> Result<String, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .current_dir(root)
        .args(["run", "--quiet", "--release", "-p", "rulebook-cli", "--"])
        .args(args)
        .output()
        .map_err(|e| format!("the program could not be run: {e}"))?;
    // Exit code 1 is an answer: something survives.
    match output.status.code() {
        Some(0 | 1) if !output.stdout.is_empty() => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        _ => Err(format!("`{}`: {}", args.join(" "), String::from_utf8_lossy(&output.stderr))),
    }
}

/// Mutants that survive without a reason, and reasons of mutants that do not survive.
fn unexplained(game: &str, lines: &[(&str, &str)], wrong: &mut Vec<String>) -> Result<(), String> {
    let known: Vec<Equivalent> = Equivalent::bundled()?;
    let mine: Vec<&Equivalent> = known.iter().filter(|e| e.games.iter().any(|g| g == game)).collect();
    let survive: BTreeSet<&str> = lines.iter().filter(|l| l.0 == "—").map(|l| l.1).collect();
    for name in &survive {
        if !mine.iter().any(|e| e.covers_name(game, name)) {
            wrong.push(format!("survives: {name}"));
        }
    }
    for entry in mine {
        if !survive.iter().any(|name| entry.covers_name(game, name)) {
            wrong.push(format!(
                "equivalent.yaml: nothing survives for {game} {}: {}",
                entry.clause,
                entry.what.join(", ")
            ));
        }
    }
    Ok(())
}

/// Clauses that say something of their own and have no mutant.
fn without_mutant(game: &str, lines: &[(&str, &str)], wrong: &mut Vec<String>) -> Result<(), String> {
    let rules = rules(game, &[])?;
    for clause in rules.clauses.iter().filter(|c| c.about.is_none()) {
        let start = format!("{}: ", clause.id);
        // A parameter of which the spec refuses every neighbouring value cannot be wrong in silence.
        let param = rules.params.iter().find(|p| clause.id == format!("{game}.param.{}", p.name));
        if !lines.iter().any(|l| l.1.starts_with(&start)) && !param.is_some_and(|p| refused(game, p)) {
            wrong.push(format!("no mutant changes {}", clause.id));
        }
    }
    Ok(())
}

/// Does the spec refuse a number that is one more or one less?
fn refused(game: &str, param: &rulebook_ir::Param) -> bool {
    let rulebook_ir::ParamValue::Int(n) = param.value else { return false };
    [n + 1, n.saturating_sub(1)].iter().all(|v| rules(game, &[(param.name.clone(), v.to_string())]).is_err())
}
