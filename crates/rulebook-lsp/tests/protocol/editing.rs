//! Diagnostics while typing, completion, layout, and what the editor can do by itself.

use serde_json::{Value, json};

use crate::client::{Client, apply, offset};

const BRAZILIAN: &str = "draughts/brazilian.rules";
const DRAUGHTS: &str = "draughts/draughts.rules";

fn codes(diagnostics: &Value) -> Vec<&str> {
    diagnostics.as_array().expect("a list").iter().map(|d| d["code"].as_str().expect("a code")).collect()
}

#[test]
fn all_bundled_specs_are_without_diagnostics() {
    let mut client = Client::with_specs();
    for spec in rulebook_specs::all() {
        assert_eq!(client.open(spec.path), json!([]), "{}", spec.path);
    }
    assert!(client.close());
}

#[test]
fn a_mistake_is_shown_where_it_is_with_its_way_out() {
    let mut client = Client::with_specs();
    client.open(BRAZILIAN);
    let wrong = client.edit(BRAZILIAN, "when quiet reaches", "when quite reaches");
    let first = &wrong[0];
    assert_eq!(
        (first["code"].as_str(), first["severity"].as_u64(), first["source"].as_str()),
        (Some("R0201"), Some(1), Some("rulebook"))
    );
    let text = client.text(BRAZILIAN);
    let place = offset(&text, &first["range"]["start"])..offset(&text, &first["range"]["end"]);
    assert_eq!(&text[place], "quite");
    let message = first["message"].as_str().expect("a message");
    assert!(
        message.contains("there is no clock `quite`") && message.contains("help: did you mean `quiet`?"),
        "{message}"
    );
    // The editor can mend it.
    let actions = client.ask(
        "textDocument/codeAction",
        json!({
            "textDocument": { "uri": client.uri(BRAZILIAN) },
            "range": first["range"],
            "context": { "diagnostics": [] },
        }),
    );
    assert_eq!(actions[0]["title"], "Write `quiet` in place of `quite`");
    let mended = apply(&text, &actions[0]["edit"]["changes"][client.uri(BRAZILIAN)]);
    assert_eq!(mended, rulebook_specs::find("brazilian").expect("it is bundled").text);
    assert_eq!(client.edit(BRAZILIAN, "when quite reaches", "when quiet reaches"), json!([]));
    // Other places that matter.
    let twice = client.edit(BRAZILIAN, "  region main-road", "  region main-road: row 1\n  region main-road");
    let related = &twice[0]["relatedInformation"][0];
    assert_eq!(related["message"], "first here");
    assert_eq!(related["location"]["uri"], client.uri(BRAZILIAN));
    assert!(client.close());
}

#[test]
fn places_are_right_behind_accents_and_with_other_line_ends() {
    let mut client = Client::new();
    let text = "rulebook 1\r\ngame g {\r\n  board 3 x 3 players a, b piece stone action place stone: on empty turn: place\r\n}\r\ntexts g {\r\n  title es \"Ñandú 😀 señal\" wrong.path es \"x\"\r\n}\r\n";
    let wrong = client.open_with("g.rules", text);
    let unknown = wrong.as_array().expect("a list").iter().find(|d| d["code"] == "R0601").expect("the path");
    assert_eq!(
        (unknown["range"]["start"]["line"].as_u64(), unknown["range"]["start"]["character"].as_u64()),
        (Some(5), Some(28))
    );
    let changed = client.edit("g.rules", "señal\" wrong.path", "señal\" stone");
    assert!(!codes(&changed).contains(&"R0601"), "{changed}");
    // The whole text at once, then two changes in one message.
    let whole = client.change("g.rules", &json!([{ "text": text.replace("\r\n", "\r") }]));
    assert!(codes(&whole).contains(&"R0601"));
    let range = json!({ "start": { "line": 5, "character": 28 }, "end": { "line": 5, "character": 38 } });
    let two = json!([{ "range": range, "text": "sto" }, { "range": { "start": { "line": 5, "character": 31 }, "end": { "line": 5, "character": 31 } }, "text": "ne" }]);
    assert!(!codes(&client.change("g.rules", &two)).contains(&"R0601"));
    assert!(client.close());
}

#[test]
fn a_variant_sees_the_family_that_is_being_edited() {
    let mut client = Client::with_specs();
    client.open(DRAUGHTS);
    client.open(BRAZILIAN);
    client.edit(DRAUGHTS, "clock quiet counts", "clock calm counts");
    let wrong = client.wait_until(BRAZILIAN, |d| d != &json!([]));
    assert!(codes(&wrong).contains(&"R0201"), "{wrong}");
    client.edit(DRAUGHTS, "clock calm counts", "clock quiet counts");
    client.wait_until(BRAZILIAN, |d| d == &json!([]));
    // What is wrong in the family is shown there, found by the variant.
    client.edit(DRAUGHTS, "restarts on capture, move man", "restarts on capture, move mna");
    client.wait_until(DRAUGHTS, |d| codes(d).contains(&"R0201"));
    client.wait_until(DRAUGHTS, |d| d[0]["message"].as_str().is_some_and(|m| m.contains("mna")));
    // When it is closed, what is on disk counts again.
    let uri = client.uri(DRAUGHTS);
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    client.wait_until(DRAUGHTS, |d| d == &json!([]));
    assert!(client.close());
}

#[test]
fn a_family_that_comes_later_is_found() {
    let mut client = Client::new();
    let wrong = client.open_with("mine.rules", "rulebook 1\ngame mine extends base { turn: place }\n");
    assert_eq!(codes(&wrong), ["R0204"]);
    client.open_with("base.rules", "rulebook 1\nfamily base {\n  assume board 3 x 3\n  assume players a, b\n  assume piece stone\n  assume action place stone: on empty\n}\n");
    client.wait_until("mine.rules", |d| !codes(d).contains(&"R0204"));
    assert!(client.close());
}

#[test]
fn what_fits_is_offered() {
    let mut client = Client::with_specs();
    for file in [BRAZILIAN, DRAUGHTS, "alignment/renju.rules", "morris/nine-mens-morris.rules", "tiles/tiles.rules"] {
        client.open(file);
    }
    let mut check = |file: &str, marked: &str, there: &[&str], absent: &[&str]| {
        let offered = client.offers(file, marked);
        for word in there {
            assert!(offered.iter().any(|o| o == word), "{marked}: no `{word}` in {offered:?}");
        }
        for word in absent {
            assert!(offered.iter().all(|o| o != word), "{marked}: `{word}` is in {offered:?}");
        }
    };
    check(
        BRAZILIAN,
        "draw when |quiet",
        &["quiet", "five", "list", "three", "main-road-leave", "men", "no", "some", "not"],
        &["because", "each"],
    );
    check(BRAZILIAN, "quiet |reaches", &["reaches", "is", "and", "because"], &["each", "from"]);
    check(BRAZILIAN, "reaches 20 |each", &["each", "because", "and"], &["reaches", "quiet"]);
    check(BRAZILIAN, "because |move-limit ", &["move-limit", "endgame-limit", "no-moves", "repetition"], &["quiet"]);
    check(BRAZILIAN, "main-road-leave is |latch and", &["restart", "latch"], &["moves-from", "quiet"]);
    check(BRAZILIAN, "extends |draughts", &["draughts", "international", "renju"], &["brazilian"]);
    check(BRAZILIAN, "prefer |capture:", &["capture", "move"], &["quiet"]);
    check(BRAZILIAN, "alone on |main-road", &["main-road", "men"], &["because"]);
    check(BRAZILIAN, "restarts on |entering", &["entering", "capture", "plies"], &[]);
    check(BRAZILIAN, "on entering |list", &["list", "three", "road"], &["quiet"]);
    check(BRAZILIAN, "  |region main-road", &["region", "clock", "draw", "forbid", "without"], &[]);
    check(DRAUGHTS, "turn: |capture", &["capture", "move"], &["man"]);
    check(DRAUGHTS, "facing |north", &["north", "south"], &["man"]);
    check(DRAUGHTS, "players white |facing", &["facing"], &["white"]);
    check(
        DRAUGHTS,
        "  action move man:     |forward diagonal",
        &["forward", "diagonal", "on", "off", "pass", "northeast"],
        &["because"],
    );
    check(
        DRAUGHTS,
        "diagonal [|take enemy, empty]\n  action",
        &["take", "flip", "enemy", "empty", "own", "not", "mix"],
        &["because"],
    );
    check(DRAUGHTS, "promote man to |king", &["king", "man"], &["capture"]);
    check("alignment/renju.rules", "supposing own stone at |q", &["q", "p"], &[]);
    check("alignment/renju.rules", "forbid |black place when overline", &["black", "place"], &["five"]);
    check("tiles/tiles.rules", "own] with |line", &["equal", "line", "different"], &[]);
    check("tiles/tiles.rules", "always when |reserve", &["reserve", "survived"], &[]);
    // Paths, documents and languages in texts.
    check(
        BRAZILIAN,
        "  |repetition limits 2",
        &["five.limit", "quiet", "document", "title", "region.main-road"],
        &["clock"],
    );
    check(BRAZILIAN, "  repetition |limits 2", &["limits", "cbd-third", "en", "es", "formerly"], &["quiet"]);
    // Outside of everything.
    check(BRAZILIAN, "  |title en \"Brazilian", &["title"], &[]);
    assert!(client.close());
}

#[test]
fn what_fits_is_offered_in_a_text_that_does_not_parse() {
    let mut client = Client::with_specs();
    client.open(BRAZILIAN);
    client.edit(
        BRAZILIAN,
        "  draw when quiet reaches 20 each            because move-limit",
        "  draw when (quiet reaches 20 each and \n  win mover when !! because move-limit",
    );
    let offered = client.offers(BRAZILIAN, "20 each and |\n");
    for word in ["five", "list", "kings", "no", "count"] {
        assert!(offered.iter().any(|o| o == word), "{word}: {offered:?}");
    }
    client.edit(BRAZILIAN, "game brazilian extends draughts {", "game brazilian extends dr");
    assert!(client.offers(BRAZILIAN, "extends dr|").iter().any(|o| o == "draughts"));
    client.open_with("new.rules", "");
    let answer = client.ask(
        "textDocument/completion",
        json!({
            "textDocument": { "uri": client.uri("new.rules") },
            "position": { "line": 0, "character": 0 },
        }),
    );
    let labels: Vec<&str> = answer.as_array().expect("a list").iter().filter_map(|i| i["label"].as_str()).collect();
    assert_eq!(labels, ["rulebook", "family", "game", "texts"]);
    assert_eq!(answer[0]["insertTextFormat"], 2);
    assert!(client.close());
}

#[test]
fn a_sentence_that_is_missing_gets_its_lines() {
    let mut client = Client::with_specs();
    client.open(BRAZILIAN);
    let warned = client.edit(BRAZILIAN, "  region main-road", "  region corner: a1\n  region main-road");
    assert!(codes(&warned).contains(&"R0603") && codes(&warned).contains(&"R0207"), "{warned}");
    let offered = client
        .ask_at("textDocument/completion", BRAZILIAN, "  |region.main-road limits", &Value::Null)
        .expect("an answer");
    assert_eq!(offered[0]["label"], "region.corner", "what lacks a sentence comes first");
    let actions = client.ask_at(
        "textDocument/codeAction",
        BRAZILIAN,
        "region cor|ner",
        &json!({
            "range": { "start": { "line": 8, "character": 3 }, "end": { "line": 8, "character": 3 } },
            "context": { "diagnostics": [] },
        }),
    );
    let actions = actions.expect("an answer");
    let text = client.text(BRAZILIAN);
    let line = text.lines().position(|l| l.contains("region corner")).expect("it is there");
    assert_eq!(line, 8, "the range above is that of the region");
    let stub = actions
        .as_array()
        .expect("a list")
        .iter()
        .find(|a| a["title"] == "Add a line for the sentences of `region.corner`");
    let edits = &stub.expect("it is offered")["edit"]["changes"][client.uri(BRAZILIAN)];
    let more = apply(&text, edits);
    assert!(more.ends_with("  region.corner\n    en \"\"\n    es \"\"\n}\n"), "{}", &more[more.len() - 100..]);
    assert!(!codes(&client.change(BRAZILIAN, &json!([{ "text": more }]))).contains(&"R0603"));
    assert!(client.close());
}

#[test]
fn a_document_is_laid_out() {
    let mut client = Client::with_specs();
    client.open(BRAZILIAN);
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let format = json!({ "textDocument": { "uri": client.uri(BRAZILIAN) }, "options": options });
    assert_eq!(client.ask("textDocument/formatting", format.clone()), json!([]));
    client.edit(BRAZILIAN, "  region main-road:", "     region   main-road  :");
    let edits = client.ask("textDocument/formatting", format.clone());
    let done = apply(&client.text(BRAZILIAN), &edits);
    assert_eq!(done, rulebook_specs::find("brazilian").expect("it is bundled").text);
    client.edit(BRAZILIAN, "region   main-road  :", "region main-road ((");
    assert_eq!(client.ask("textDocument/formatting", format), Value::Null, "what is wrong is left as it is");
    assert!(client.close());
}
