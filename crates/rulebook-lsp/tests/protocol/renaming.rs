//! Every name of every bundled spec can be renamed, and the games say the same afterwards.

use std::collections::{BTreeMap, BTreeSet};

use rulebook_check::{Loader, Request, check};
use rulebook_diagnostics::{Severity, Sources};
use serde_json::{Value, json};

use crate::client::{Client, apply, file_of, position};

const FRESH: &str = "quite-new";

/// Specs in memory, by path.
struct Texts(BTreeMap<String, String>);

impl Loader for Texts {
    fn load(&self, name: &str, from: &str) -> Option<(String, String)> {
        let (folder, _) = from.rsplit_once('/')?;
        let path = format!("{folder}/{name}.rules");
        Some((path.clone(), self.0.get(&path)?.clone()))
    }
}

/// The codes of what is wrong with all games of a file, and how many clauses and texts each has.
fn said(texts: &Texts, file: &str) -> Vec<String> {
    let mut sources = Sources::default();
    let root = sources.add(file, texts.0[file].as_str());
    let checked = check(&mut sources, root, &Request::default(), texts);
    let mut all: Vec<String> = checked
        .diagnostics
        .iter()
        .map(|d| format!("{} {}", d.code.0, if d.severity == Severity::Error { "error" } else { "warning" }))
        .collect();
    if let Some(rules) = checked.rules {
        let sentences: usize = rules.clauses.iter().map(|c| c.texts.0.len()).sum();
        let sources: usize = rules.clauses.iter().map(|c| c.sources.len()).sum();
        let titles: usize = rules.kinds.iter().map(|k| k.title.0.len()).sum();
        let more: usize = rules.players.iter().map(|p| p.title.0.len()).sum();
        let reasons: usize = rules.reasons.iter().map(|r| r.1.0.len()).sum();
        all.push(format!("{} clauses, {sentences}, {sources}, {titles}, {more}, {reasons}", rules.clauses.len()));
    }
    all
}

/// The files of an edit with their new texts, and the files that get another name.
fn applied(edit: &Value, client: &Client, before: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut texts = before.clone();
    for change in edit["documentChanges"].as_array().expect("changes") {
        if change["kind"] == "rename" {
            let folder = client.folder.path();
            let from = file_of(change["oldUri"].as_str().expect("an address"), folder);
            let to = file_of(change["newUri"].as_str().expect("an address"), folder);
            let text = texts.remove(&from).expect("it is there");
            texts.insert(to, text);
        } else {
            let file = file_of(change["textDocument"]["uri"].as_str().expect("an address"), client.folder.path());
            let text = apply(&texts[&file], &change["edits"]);
            texts.insert(file, text);
        }
    }
    texts
}

#[test]
fn every_name_of_every_bundled_spec_can_be_renamed() {
    let mut client = Client::with_specs();
    let before: BTreeMap<String, String> =
        rulebook_specs::all().iter().map(|s| (s.path.to_owned(), s.text.to_owned())).collect();
    let old = Texts(before.clone());
    let was: BTreeMap<&String, Vec<String>> = before.keys().map(|file| (file, said(&old, file))).collect();
    let (mut names, mut refusals) = (0, BTreeSet::new());
    for (file, text) in &before {
        client.open(file);
        let mut seen: BTreeSet<Vec<String>> = BTreeSet::new();
        let mut words: BTreeSet<&str> = BTreeSet::new();
        for lexeme in rulebook_syntax::lexemes(text) {
            if !lexeme.text.starts_with(char::is_alphabetic) || !words.insert(lexeme.text) {
                continue;
            }
            let params = json!({
                "textDocument": { "uri": client.uri(file) },
                "position": position(text, lexeme.start),
                "newName": FRESH,
            });
            let edit = match client.try_ask("textDocument/rename", params) {
                Ok(edit) => edit,
                Err(refused) => {
                    refusals.insert(refused.split('`').next().unwrap_or_default().to_owned() + lexeme.text);
                    continue;
                }
            };
            let texts = Texts(applied(&edit, &client, &before));
            let touched: Vec<String> =
                texts.0.iter().filter(|(f, t)| before.get(*f) != Some(t)).map(|(f, _)| f.clone()).collect();
            if !seen.insert(touched.iter().map(|f| texts.0[f].clone()).collect()) {
                continue;
            }
            names += 1;
            let folder = file.rsplit_once('/').expect("a folder").0;
            let gone = before.keys().find(|f| !texts.0.contains_key(*f));
            // A change of what others extend is a change of theirs.
            let extended = touched
                .iter()
                .any(|f| ["draughts/draughts", "draughts/international"].iter().any(|e| f.starts_with(e)));
            let concerns = |f: &&String| f.starts_with(folder) && (extended || gone.is_some() || touched.contains(f));
            for other in texts.0.keys().filter(concerns) {
                // A family's file has got another name.
                let former = if before.contains_key(other) { other } else { gone.expect("a file was renamed") };
                assert_eq!(said(&texts, other), was[former], "{file}: `{}` renamed, then {other}", lexeme.text);
            }
        }
    }
    assert!(names > 400, "only {names} names");
    // What is refused is no name: words of the language, cells, directions, values of parameters, plurals made by an s.
    for word in
        ["quiet", "five", "man", "men", "main-road", "capture", "no-moves", "official", "brazilian", "three", "stone"]
    {
        assert!(refusals.iter().all(|r| !r.ends_with(&format!(" {word}"))), "{word}: {refusals:?}");
    }
    assert!(client.close());
}

#[test]
fn a_name_changes_wherever_it_stands_and_nowhere_else() {
    let mut client = Client::with_specs();
    client.open("draughts/brazilian.rules");
    let before: BTreeMap<String, String> =
        rulebook_specs::all().iter().map(|s| (s.path.to_owned(), s.text.to_owned())).collect();
    let mut renamed = |marked: &str, new: &str| {
        let more = json!({ "newName": new });
        let edit = client.ask_at("textDocument/rename", "draughts/brazilian.rules", marked, &more).expect("an edit");
        applied(&edit, &client, &before)
    };
    // A clock of the family: in the family, in all variants, and in the paths of their texts.
    let quiet = renamed("draw when qui|et", "calm");
    assert!(quiet["draughts/draughts.rules"].contains("clock calm counts plies"));
    assert!(quiet["draughts/brazilian.rules"].contains("calm.parallel limits 14"));
    assert!(quiet["draughts/international.rules"].contains("calm reaches 25 each"));
    assert!(quiet.values().filter(|t| t.contains("calm")).count() > 5);
    assert!(quiet["morris/nine-mens-morris.rules"].contains("clock quiet"));
    // A definition of one variant: other variants have others of that name.
    let three = renamed("let thr|ee =", "trio");
    assert_eq!(three["draughts/russian.rules"], before["draughts/russian.rules"]);
    assert!(three["draughts/brazilian.rules"].contains("some strong: trio and weak alone"));
    assert!(three["draughts/brazilian.rules"].contains("  trio limits 14\n"));
    // A reading, in the clause, in conditions and in paths.
    let reading = renamed("is restart or lat|ch", "hold");
    assert!(reading["draughts/brazilian.rules"].contains("main-road-leave is hold and"));
    assert!(reading["draughts/brazilian.rules"].contains("main-road-leave.hold limits 14 cbd-diagonal"));
    assert!(reading["draughts/brazilian.rules"].contains("«latch»"), "sentences are the author's");
    // A part of a path.
    let list = renamed("  five.li|st limits", "listed");
    assert!(list["draughts/brazilian.rules"].contains("let listed  = some strong"));
    assert!(list["draughts/brazilian.rules"].contains("entering listed if"));
    // A family, with its file.
    let family = renamed("extends drau|ghts", "checkers-family");
    assert!(family["draughts/checkers-family.rules"].contains("texts checkers-family {"));
    assert!(family["draughts/russian.rules"].contains("game russian extends checkers-family"));
    assert!(client.close());
}

#[test]
fn what_cannot_be_renamed_is_refused_with_the_reason() {
    let mut client = Client::with_specs();
    client.put("alone/mine.rules", "rulebook 1\ngame mine extends draughts {\n  draw when quiet reaches 9 each because slow\n  piece token\n  refuse tokens on row 1 because odd\n}\n");
    for file in ["draughts/brazilian.rules", "alone/mine.rules", "morris/nine-mens-morris.rules", "tiles/tiles.rules"] {
        client.open(file);
    }
    let mut refused = |file: &str, marked: &str, new: &str, why: &str| {
        let answer = client.ask_at("textDocument/rename", file, marked, &json!({ "newName": new }));
        let error = answer.expect_err(marked);
        assert!(error.starts_with("-32803 ") && error.contains(why), "{marked}: {error}");
    };
    let brazilian = "draughts/brazilian.rules";
    refused(brazilian, "clock fi|ve", "while", "`while` is a reserved word");
    refused(brazilian, "clock fi|ve", "two words", "is no name");
    refused(brazilian, "clock fi|ve", "quiet", "there is a `quiet` already");
    refused(brazilian, "clock fi|ve", "mover", "means something by itself");
    refused(brazilian, "clock fi|ve", "b4", "cell");
    refused(brazilian, "clock fi|ve", "five", "its name already");
    refused(brazilian, "some str|ong: (2", "weak", "there is a `weak` already");
    refused(brazilian, "plies whi|le list", "calm", "`while` is a word of the language");
    refused(brazilian, "or per-bul|let\n", "one-count", "has a reading `one-count` already");
    refused(brazilian, "extends drau|ghts", "russian", "there is a game or family `russian` already");
    refused(
        "alone/mine.rules",
        "when qui|et",
        "calm",
        "the bundled spec `draughts/draughts.rules`, which cannot be edited",
    );
    refused("alone/mine.rules", "refuse token|s", "discs", "made of `token` by an s");
    refused("tiles/tiles.rules", "= eq|ual from", "same", "value of a parameter");
    refused("morris/nine-mens-morris.rules", "    ea|st back", "right", "direction of the board");
    let here = client.ask_at("textDocument/prepareRename", brazilian, "clock fi|ve", &Value::Null).expect("it can be");
    assert_eq!(here["placeholder"], "five");
    assert!(client.ask_at("textDocument/prepareRename", brazilian, "clock five cou|nts", &Value::Null).is_err());
    assert!(client.close());
}
