//! The suite as a whole: claims of the documents, and the table clause × polarity as it is written down.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::Path,
    process::Command,
};

use rulebook_certify::{Case, case::CaseStatus, claims::Claim, suite};
use serde_json::Value;

/// Documents and how many non-empty lines they have.
const DOCUMENTS: [(&str, u32); 4] = [
    ("000_7699969c2f7af0be.txt", 11),
    ("001_d5c021a811150897.txt", 11),
    ("002_8eb60208e115b1f9.txt", 38),
    ("004_c2a45a5b990487d8.txt", 16),
];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn cases() -> Vec<Case> {
    let files = suite::bundled_files().expect("cases");
    files.into_iter().flat_map(|f| f.cases).collect()
}

fn json(args: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_rulebook")).args(args).output().expect("the program runs");
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

#[test]
fn every_claim_has_clauses_and_is_shown() {
    let claims = Claim::bundled().expect("claims");
    let cases: BTreeMap<String, Case> = cases().into_iter().map(|c| (c.id.clone(), c)).collect();
    let clauses: BTreeSet<String> = json(&["test", "--json"])["coverage"]
        .as_array()
        .expect("a table")
        .iter()
        .filter_map(|row| row["clause"].as_str().map(str::to_owned))
        .collect();
    let mut wrong = Vec::new();
    let mut ids = BTreeSet::new();
    for claim in &claims {
        let mut say = |what: String| wrong.push(format!("{}: {what}", claim.id));
        if !ids.insert(&claim.id) {
            say("there are two of this name".into());
        }
        if claim.clauses.is_empty() {
            say("no clause carries it".into());
        }
        for clause in claim.clauses.iter().filter(|c| claim.without_case.is_none() && !clauses.contains(*c)) {
            say(format!("no case has a clause `{clause}`"));
        }
        match (claim.cases.is_empty(), claim.without_case, &claim.tested_in) {
            (false, None, None) => {}
            (true, Some(_), None) if claim.why.is_some() => {}
            (true, None, Some(test)) if root().join(test).is_file() => {}
            _ => say("it needs either cases, or `without_case` and why, or `tested_in` a file that there is".into()),
        }
        for id in &claim.cases {
            match cases.get(id) {
                None => say(format!("there is no case {id}")),
                Some(case) if case.status == CaseStatus::Withdrawn => say(format!("case {id} is withdrawn")),
                Some(_) => {}
            }
        }
        for (document, paragraphs) in claim.sources() {
            if let Some((_, end)) = DOCUMENTS.iter().find(|d| d.0 == document) {
                if paragraphs.is_empty() {
                    say(format!("which paragraph of {document}?"));
                }
                for paragraph in paragraphs.iter().filter(|p| **p == 0 || **p > *end) {
                    say(format!("{document} has no paragraph {paragraph}"));
                }
            }
        }
    }
    for (document, end) in DOCUMENTS {
        let cited: BTreeSet<u32> =
            claims.iter().flat_map(Claim::sources).filter(|s| s.0 == document).flat_map(|s| s.1).collect();
        for paragraph in (1..=end).filter(|p| !cited.contains(p)) {
            wrong.push(format!("no claim cites paragraph {paragraph} of {document}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(claims.len() >= 250, "only {} claims", claims.len());
}

#[test]
fn the_table_is_the_one_that_is_written_down() {
    let answer = json(&["test", "--json"]);
    let mut table = String::from(
        "# Cases by clause and by what they show of it. Written by `UPDATE_TABLE=1 cargo test -p rulebook-cli --test suite`.\n",
    );
    for row in answer["coverage"].as_array().expect("a table") {
        let count = |column: &str| row[column].as_u64().unwrap_or(0).to_string();
        let counts = ["accepts", "rejects", "ends", "continues"].map(|c| format!("{c}={}", count(c)));
        writeln!(table, "{}\t{}", row["clause"].as_str().unwrap_or("?"), counts.join("\t")).expect("a line");
    }
    let path = root().join("conformance/coverage.tsv");
    if std::env::var_os("UPDATE_TABLE").is_some() {
        fs::write(&path, &table).expect("the table is written");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == table,
        "conformance/coverage.tsv is not the table of these cases; UPDATE_TABLE=1 writes it anew"
    );
    assert_eq!(answer["problems"].as_array().map(Vec::len), Some(0), "{}", answer["problems"]);
    assert!(answer["passed"].as_u64() >= Some(650), "cases were lost: {}", answer["passed"]);
}
