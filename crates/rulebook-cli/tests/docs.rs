//! `rulebook docs`, as one uses it: on the pages of the repository, and on copies that were changed.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    time::Instant,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn rulebook(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rulebook")).args(words).current_dir(root()).output().expect("it starts")
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A copy of the pages.
fn copy(to: &Path) {
    fn all(from: &Path, to: &Path) {
        fs::create_dir_all(to).expect("a folder");
        for entry in fs::read_dir(from).expect("a folder").flatten() {
            let target = to.join(entry.file_name());
            if entry.path().is_dir() {
                all(&entry.path(), &target);
            } else {
                fs::copy(entry.path(), target).expect("copied");
            }
        }
    }
    for part in ["en", "es"] {
        all(&root().join("docs").join(part), &to.join(part));
    }
    fs::copy(root().join("docs/coverage.tsv"), to.join("coverage.tsv")).expect("copied");
}

/// The check of a folder of pages: its exit code, and what it says in short.
fn check(docs: &Path, more: &[&str]) -> (Option<i32>, String) {
    let docs = docs.display().to_string();
    let output = rulebook(&[&["docs", "check", "--format", "short", "--docs", &docs], more].concat());
    (output.status.code(), text(&output))
}

#[test]
fn the_pages_of_the_repository_are_right_and_checked_quickly() {
    let begun = Instant::now();
    let output = rulebook(&["docs", "check"]);
    let took = begun.elapsed();
    assert!(output.status.success() && text(&output).contains("all as the rules say"), "{}", text(&output));
    // Five seconds are the aim for the program as it is used; here it is built for tests, and not alone on the machine.
    assert!(took.as_secs() < 30, "{took:?}");
}

#[test]
fn what_is_wrong_is_told_in_every_form_at_its_place() {
    let dir = tempfile::tempdir().expect("a folder");
    copy(dir.path());
    let path = dir.path().join("en/draughts/draws.md");
    let page = fs::read_to_string(&path).expect("a page");
    let was = "[the third time](claim:";
    let line = page[..page.find(was).expect("the claim")].matches('\n').count() + 1;
    fs::write(&path, page.replace(was, "[the fourth time](claim:")).expect("written");
    let (code, told) = check(dir.path(), &[]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains(&format!("draws.md:{line}:")) && told.contains("says third"), "{told}");
    let docs = dir.path().display().to_string();
    let json = rulebook(&["docs", "check", "--docs", &docs, "--json"]);
    let value: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(value["errors"], 1, "{value}");
    let github = text(&rulebook(&["docs", "check", "--docs", &docs, "--format", "github"]));
    assert!(github.starts_with("::error file=") && github.contains(&format!(",line={line},")), "{github}");
    let human = text(&rulebook(&["docs", "check", "--docs", &docs]));
    assert!(human.contains("write `third`") && human.contains("1 place differs"), "{human}");
}

#[test]
fn a_clause_without_a_sentence_and_a_table_edited_by_hand_fail() {
    let dir = tempfile::tempdir().expect("a folder");
    copy(dir.path());
    // A clause that no page knows.
    let spec = rulebook_spec("american").replace(
        "  draw when quiet reaches 40 each ",
        "  draw when count king = 7   because move-limit as seven-kings\n  draw when quiet reaches 40 each ",
    );
    let specs = dir.path().join("specs");
    fs::create_dir_all(&specs).expect("a folder");
    let path = specs.join("american.rules");
    fs::write(&path, spec).expect("written");
    let (code, told) = check(dir.path(), &["--spec", &path.display().to_string()]);
    assert_eq!(code, Some(1));
    for page in ["en/play/american.md", "es/play/american.md"] {
        let there = told.lines().any(|l| l.contains(page) && l.contains("american.seven-kings"));
        assert!(there, "{page}: {told}");
    }
    // A table in which somebody mends a number.
    let path = dir.path().join("es/tiles/end.md");
    let page = fs::read_to_string(&path).expect("a page");
    let at = page.find("<!-- table: turns").expect("a table");
    let row = at + page[at..].find("| 60 |").expect("a row");
    let mut changed = page.clone();
    changed.replace_range(row..row + 6, "| 59 |");
    fs::write(&path, changed).expect("written");
    let (code, told) = check(dir.path(), &[]);
    let line = page[..row].matches('\n').count() + 1;
    assert!(code == Some(1) && told.contains(&format!("end.md:{line}:1")) && told.contains("D0401"), "{told}");
}

#[test]
fn a_stamp_is_given_on_demand_and_only_there() {
    let dir = tempfile::tempdir().expect("a folder");
    copy(dir.path());
    let spec = rulebook_spec("brazilian")
        .replace("restarts on entering list if five-stretch is per-bullet", "restarts on capture");
    let path = dir.path().join("brazilian.rules");
    fs::write(&path, spec).expect("written");
    let (_, told) = check(dir.path(), &["--spec", &path.display().to_string()]);
    for language in ["/en/", "/es/"] {
        assert!(told.lines().any(|l| l.contains(language) && l.contains("D0104")), "{language}: {told}");
    }
    let page = dir.path().join("en/draughts/draws.md");
    let text_was = fs::read_to_string(&page).expect("a page");
    let at = text_was.find("](about:").expect("a stamp");
    let hash = at + text_was[at..].find('#').expect("a digest");
    let mut unstamped = text_was.clone();
    unstamped.replace_range(hash..hash + 7, "");
    fs::write(&page, &unstamped).expect("written");
    assert!(check(dir.path(), &[]).1.contains("D0105"));
    let docs = dir.path().display().to_string();
    let output = rulebook(&["docs", "stamp", "--docs", &docs, &page.display().to_string()]);
    assert!(output.status.success() && text(&output).contains("1 sentences stamped"), "{}", text(&output));
    assert_eq!(fs::read_to_string(&page).expect("a page"), text_was);
}

fn rulebook_spec(name: &str) -> String {
    fs::read_to_string(root().join("specs/draughts").join(format!("{name}.rules"))).expect("a spec")
}

#[test]
fn the_site_has_every_page_in_both_languages_and_no_dead_link() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().display().to_string();
    let begun = Instant::now();
    let output = rulebook(&["docs", "build", "--out", &out]);
    assert!(output.status.success(), "{}", text(&output));
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
    let mut pages = 0;
    for language in ["en", "es"] {
        for page in [
            "index",
            "draughts/draws",
            "renju/forbidden",
            "tiles/end",
            "play/turkish",
            "rules/renju",
            "diagnostics/R0101",
        ] {
            let html = fs::read_to_string(dir.path().join(language).join(format!("{page}.html"))).expect("a page");
            let other = if language == "en" { "hreflang=\"es\"" } else { "hreflang=\"en\"" };
            assert!(html.contains(other), "{language}/{page} has no way to the other language");
            pages += 1;
            if page.contains('/') && !page.starts_with("rules") && !page.starts_with("diagnostics") {
                assert!(html.contains("<svg class=\"rb-board\"") && html.contains("rb-piece"), "{page} has no board");
            }
        }
    }
    assert_eq!(pages, 14);
    let renju = fs::read_to_string(dir.path().join("es/rules/renju.html")).expect("a page");
    assert!(renju.contains("id=\"renju.double-three\""));
}
