//! Every listing of the tutorials is run, page by page, in an empty folder.
//!
//! A block `LANG file=NAME` is written to that file. In a block `console` a line that begins with `$ ` is a command, `? N`
//! behind it its exit code, and the rest its output: `...` on a line is any number of lines, `[..]` within one any text.

use std::{fs, path::Path, process::Command};

const PAGES: [&str; 4] = [
    "en/authors/first-variant.md",
    "es/authors/first-variant.md",
    "en/implementers/certify.md",
    "es/implementers/certify.md",
];

#[test]
fn listings_of_authors_work() {
    PAGES[..2].iter().for_each(|page| run_page(page));
}

#[test]
fn listings_of_implementers_work() {
    PAGES[2..].iter().for_each(|page| run_page(page));
}

#[test]
fn steps_of_contributors_work() {
    run_page("../CONTRIBUTING.md");
}

#[test]
fn files_that_contributors_are_sent_to_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join("CONTRIBUTING.md")).expect("a page");
    let named: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("```"))
        .flat_map(|line| line.split('`').skip(1).step_by(2))
        .filter(|code| {
            !code.contains([' ', '<', '*']) && (code.ends_with('/') || code.contains('/') && code.contains('.'))
        })
        .collect();
    assert!(named.len() > 25, "{named:?}");
    for path in named {
        assert!(root.join(path).exists(), "CONTRIBUTING.md names `{path}`, which is not there");
    }
}

fn run_page(page: &str) {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let text = fs::read_to_string(docs.join(page)).expect("a page");
    let dir = tempfile::tempdir().expect("a folder");
    let (mut run, mut lines) = (0, text.lines().enumerate());
    while let Some((number, line)) = lines.next() {
        // Within a step of a list a block is indented.
        let blanks = line.len() - line.trim_start().len();
        let Some(info) = line.trim_start().strip_prefix("```") else { continue };
        let body: Vec<&str> =
            lines.by_ref().map(|(_, l)| l.get(blanks..).unwrap_or("")).take_while(|l| !l.starts_with("```")).collect();
        if let Some(name) = info.split_whitespace().find_map(|w| w.strip_prefix("file=")) {
            fs::write(dir.path().join(name), body.join("\n") + "\n").expect("written");
        } else if info.trim() == "console" {
            run += run_console(page, number + 2, &body, dir.path());
        }
    }
    assert!(run > 5, "{page}: only {run} commands");
}

/// Runs the commands of a block; gives how many.
fn run_console(page: &str, first: usize, body: &[&str], dir: &Path) -> usize {
    let mut run = 0;
    let mut at = 0;
    while at < body.len() {
        let here = format!("{page}:{}", first + at);
        let command = body[at].strip_prefix("$ ").unwrap_or_else(|| panic!("{here}: output without a command"));
        at += 1;
        let code = body.get(at).and_then(|l| l.strip_prefix("? ")).map(|c| c.parse::<i32>().expect("an exit code"));
        at += usize::from(code.is_some());
        let expected: Vec<&str> = body[at..].iter().copied().take_while(|l| !l.starts_with("$ ")).collect();
        at += expected.len();
        // The program under its own name, before all others.
        let program = Path::new(env!("CARGO_BIN_EXE_rulebook"));
        let path =
            format!("{}:{}", program.parent().expect("a folder").display(), std::env::var("PATH").unwrap_or_default());
        let output = Command::new("sh")
            .args(["-c", &format!("{{ {command}\n}} 2>&1")])
            .current_dir(dir)
            .env("PATH", path)
            .env("NO_COLOR", "1")
            .output()
            .expect("it starts");
        let got = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(code.unwrap_or(0)), "{here}: {command}\n{got}");
        let lines: Vec<&str> = got.lines().collect();
        assert!(fits(&expected, &lines), "{here}: {command}\nexpected:\n{}\ngot:\n{got}", expected.join("\n"));
        run += 1;
    }
    run
}

/// Are these the lines that are expected?
fn fits(expected: &[&str], lines: &[&str]) -> bool {
    match expected.split_first() {
        None => lines.is_empty(),
        Some((&"...", rest)) => (0..=lines.len()).any(|skip| fits(rest, &lines[skip..])),
        Some((line, rest)) => lines.split_first().is_some_and(|(l, more)| same(line, l) && fits(rest, more)),
    }
}

fn same(expected: &str, line: &str) -> bool {
    let mut parts = expected.trim_end().split("[..]");
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = line.trim_end().strip_prefix(first) else { return false };
    let mut last = None;
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
        last = Some(part);
    }
    rest.is_empty() || last == Some("")
}
