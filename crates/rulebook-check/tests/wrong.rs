//! Wrong specs: each says itself what is wrong and at which word, and a snapshot shows how it is told.
//!
//! `//~ R0201 emty` behind a line announces a diagnostic of that code whose caret stands under that word of the line;
//! `#2` behind the word means its second occurrence. `//~^` speaks of the line above, and `//~ file` of any line.
//! What is announced has to be found, and nothing else: one mistake costs one diagnostic. The announcements are taken
//! out before the spec is checked.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rulebook_check::{Checked, Loader, Request, check};
use rulebook_diagnostics::{Diagnostic, Sources, Span, codes, render_human, render_short};

/// What is missing in nearly every fixture, and is shown only where it is the point.
const GAPS: [&str; 2] = ["R0602", "R0603"];

/// Codes that are shown elsewhere: a mistake that is too large for a file here (`tests/hostile.rs` makes it), and those of
/// the YAML form (`tests/yaml.rs` of its crate).
const MADE: [&str; 5] = ["R0116", "R0801", "R0802", "R0803", "R0804"];

struct Beside(PathBuf);

impl Loader for Beside {
    fn load(&self, name: &str, _: &str) -> Option<(String, String)> {
        let text = std::fs::read_to_string(self.0.join("beside").join(format!("{name}.rules"))).ok()?;
        Some((format!("{name}.rules"), text))
    }
}

/// A diagnostic that a fixture announces.
#[derive(Debug)]
struct Announced {
    code: String,
    /// From 1; none is any line.
    line: Option<usize>,
    word: String,
    occurrence: usize,
}

/// The text without its announcements, and these.
fn announcements(text: &str) -> (String, Vec<Announced>) {
    let mut rest = String::new();
    let mut found = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let mut parts = line.split("//~");
        rest.push_str(parts.next().unwrap_or("").trim_end());
        rest.push('\n');
        for part in parts {
            let (line, part) = match (part.strip_prefix('^'), part.trim_start().strip_prefix("file ")) {
                (Some(part), _) => (Some(i), part),
                (None, Some(part)) => (None, part),
                (None, None) => (Some(i + 1), part),
            };
            let Some((code, word)) = part.trim().split_once(' ') else { continue };
            let (word, occurrence) = match word.rsplit_once('#') {
                Some((word, n)) => (word, n.parse().expect("a number follows `#`")),
                None => (word, 1),
            };
            found.push(Announced { code: code.to_owned(), line, word: word.trim().to_owned(), occurrence });
        }
    }
    (rest, found)
}

/// The announced places of a word: where it stands on its line as a word of its own.
fn places(text: &str, announced: &Announced) -> Vec<usize> {
    let inside = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let mut start = 0;
    let mut all = Vec::new();
    for (i, line) in text.split_inclusive('\n').enumerate() {
        if announced.line.is_none_or(|l| l == i + 1) {
            let word = announced.word.as_str();
            let ends = |at: usize| {
                let before = line[..at].chars().next_back().filter(|_| word.starts_with(inside));
                let after = line[at + word.len()..].chars().next().filter(|_| word.ends_with(inside));
                !before.is_some_and(inside) && !after.is_some_and(inside)
            };
            let whole: Vec<usize> = line.match_indices(word).map(|m| m.0).filter(|&at| ends(at)).collect();
            let found = if whole.is_empty() { line.match_indices(word).map(|m| m.0).collect() } else { whole };
            match announced.line {
                Some(_) => all.extend(found.get(announced.occurrence - 1).map(|at| start + at)),
                None => all.extend(found.iter().map(|at| start + at)),
            }
        }
        start += line.len();
    }
    all
}

/// Compares what is found with what is announced.
fn complaints(text: &str, announced: &[Announced], found: &[Diagnostic], root: Span) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut matched = BTreeSet::new();
    for a in announced {
        let places = places(text, a);
        if places.is_empty() {
            complaints.push(format!("{} is announced at `{}`, which does not stand there", a.code, a.word));
            continue;
        }
        let fits = |d: &Diagnostic| {
            let span = d.primary.span;
            span.file == root.file
                && d.code.0 == a.code
                && places.iter().any(|&at| (at, at + a.word.len()) == (span.start as usize, span.end as usize))
        };
        match found.iter().enumerate().find(|(i, d)| fits(d) && !matched.contains(i)) {
            Some((i, _)) => _ = matched.insert(i),
            None => complaints.push(format!("{} at `{}` is announced and does not come", a.code, a.word)),
        }
    }
    let unannounced = found.iter().enumerate().filter(|(i, _)| !matched.contains(i));
    complaints.extend(unannounced.map(|(_, d)| format!("{} is not announced: {}", d.code.0, d.message)));
    complaints
}

/// Checks every game of a file, as `rulebook check` does.
fn check_all(sources: &mut Sources, root: rulebook_diagnostics::FileId, loader: &dyn Loader) -> Checked {
    let mut first = check(sources, root, &Request::default(), loader);
    if first.games.len() > 1 {
        for game in first.games.clone() {
            let request = Request { game: Some(game), params: Vec::new() };
            for found in check(sources, root, &request, loader).diagnostics {
                if !first.diagnostics.contains(&found) {
                    first.diagnostics.push(found);
                }
            }
        }
    }
    first
}

fn fixtures() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wrong");
    let entries = std::fs::read_dir(folder).expect("the folder is there").map(|e| e.expect("readable").path());
    let mut paths: Vec<PathBuf> = entries.filter(|p| p.extension().is_some_and(|e| e == "rules")).collect();
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let name = path.file_stem().expect("a file").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).expect("readable"))
        })
        .collect()
}

#[test]
fn wrong_specs_are_explained() {
    let loader = Beside(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wrong"));
    let all = fixtures();
    assert!(all.len() >= 80, "{} fixtures", all.len());
    let (mut wrong, mut pictures) = (Vec::new(), Vec::new());
    for (name, text) in &all {
        let (text, announced) = announcements(text);
        assert!(!announced.is_empty(), "{name} announces nothing");
        let mut sources = Sources::default();
        let root = sources.add(format!("{name}.rules"), text.as_str());
        let mut checked = check_all(&mut sources, root, &loader);
        let gaps = announced.iter().any(|a| GAPS.contains(&a.code.as_str()));
        checked.diagnostics.retain(|d| gaps || !GAPS.contains(&d.code.0));
        let errors = checked.diagnostics.iter().any(Diagnostic::is_error);
        let mut complaints = complaints(&text, &announced, &checked.diagnostics, Span::new(root, 0, 0));
        if checked.rules.is_none() != errors {
            complaints.push("rules beside an error, or neither".to_owned());
        }
        if !complaints.is_empty() {
            let shown = render_short(&sources, &checked.diagnostics);
            wrong.push(format!("{name}:\n  {}\n{shown}", complaints.join("\n  ")));
        }
        pictures.push((name, render_human(&sources, &checked.diagnostics, false)));
    }
    assert!(wrong.is_empty(), "{} of {} fixtures:\n{}", wrong.len(), all.len(), wrong.join("\n"));
    for (name, picture) in pictures {
        insta::assert_snapshot!(name.as_str(), picture);
    }
}

#[test]
fn every_code_has_a_fixture() {
    let mut announced: BTreeSet<String> = MADE.iter().map(|code| (*code).to_owned()).collect();
    for (_, text) in fixtures() {
        announced.extend(announcements(&text).1.into_iter().map(|a| a.code));
    }
    let without: Vec<&str> =
        codes::all().iter().map(|info| info.code.0).filter(|&code| !announced.contains(code)).collect();
    assert!(without.is_empty(), "no fixture shows {without:?}");
    let unknown: Vec<&String> = announced.iter().filter(|code| codes::find(code).is_none()).collect();
    assert!(unknown.is_empty(), "there are no such codes: {unknown:?}");
}
