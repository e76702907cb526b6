//! How long an edit, a hover and a completion take, over all bundled specs. Run with `--release --nocapture` for the figures.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, position};

/// Without optimisation everything takes several times as long.
const SLOWER: u32 = if cfg!(debug_assertions) { 20 } else { 1 };
const EDIT: Duration = Duration::from_millis(50);
const QUESTION: Duration = Duration::from_millis(20);

#[test]
fn answers_come_while_one_types() {
    let mut client = Client::with_specs();
    for spec in rulebook_specs::all() {
        client.open(spec.path);
    }
    let (mut edits, mut hovers, mut completions) = (Vec::new(), Vec::new(), Vec::new());
    for spec in rulebook_specs::all() {
        let version_of = |client: &Client| client.shown[&client.uri(spec.path)]["version"].clone();
        // A letter more and a letter less in the comment of the second line, then in the middle of a clause.
        let clause = spec
            .text
            .lines()
            .find(|l| l.trim_start().starts_with("prefer ") || l.trim_start().starts_with("turn"))
            .unwrap_or("\n");
        for (old, new) in [("// ", "// x"), ("// x", "// "), (clause, " oops "), (" oops ", clause)] {
            let start = Instant::now();
            client.edit(spec.path, old, new);
            edits.push((start.elapsed(), spec.name.to_owned()));
            assert_ne!(version_of(&client), Value::Null);
        }
        let mut seen = std::collections::BTreeSet::new();
        for lexeme in rulebook_syntax::lexemes(spec.text).iter().filter(|l| seen.insert(l.text)).step_by(3) {
            let at = json!({ "textDocument": { "uri": client.uri(spec.path) }, "position": position(spec.text, lexeme.start) });
            let place = format!("{}: {}:{}", spec.name, at["position"]["line"], at["position"]["character"]);
            let start = Instant::now();
            client.ask("textDocument/hover", at.clone());
            hovers.push((start.elapsed(), place.clone()));
            let start = Instant::now();
            client.ask("textDocument/completion", at);
            completions.push((start.elapsed(), place));
        }
    }
    for (what, times, most) in
        [("edit", &mut edits, EDIT), ("hover", &mut hovers, QUESTION), ("completion", &mut completions, QUESTION)]
    {
        times.sort_unstable();
        let (median, (slowest, spec)) = (times[times.len() / 2].0, &times[times.len() - 1]);
        let usual = times[times.len() * 95 / 100].0;
        println!(
            "{what}: {} measured, median {median:?}, 95 of 100 within {usual:?}, slowest {slowest:?} ({spec})",
            times.len()
        );
        // One in twenty may meet a machine that is busy with something else.
        assert!(usual < most * SLOWER, "{what}: {usual:?}");
    }
    assert!(client.close());
}
