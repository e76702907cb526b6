//! Hostile and unusual sessions: every question is answered, and the end is as the protocol says.

use lsp_server::{Message, Request};
use serde_json::{Value, json};

use crate::client::Client;

const QUESTIONS: [&str; 12] = [
    "hover",
    "definition",
    "references",
    "documentHighlight",
    "prepareRename",
    "rename",
    "completion",
    "documentSymbol",
    "semanticTokens/full",
    "formatting",
    "foldingRange",
    "inlayHint",
];

/// Everything that can be asked of a place.
fn ask_all(client: &mut Client, file: &str, line: u32, character: u32) {
    let at = json!({ "line": line, "character": character });
    for question in QUESTIONS {
        let params = json!({
            "textDocument": { "uri": client.uri(file) },
            "position": at,
            "range": { "start": at, "end": { "line": line + 3, "character": 9 } },
            "context": { "includeDeclaration": true, "diagnostics": [] },
            "newName": "fresh",
            "options": { "tabSize": 2, "insertSpaces": true },
        });
        if let Err(error) = client.try_ask(&format!("textDocument/{question}"), params) {
            assert!(error.starts_with("-32803 "), "{file} {question}: {error}");
        }
    }
}

#[test]
fn a_session_ends_as_the_protocol_says() {
    assert!(Client::new().close());
    assert!(!Client::new().hang_up(), "without `shutdown`");
    let client = Client::new();
    client.tell("exit", Value::Null);
    assert!(!client.hang_up());
    let mut client = Client::raw();
    let early = client.try_ask("textDocument/hover", json!({})).expect_err("too early");
    assert!(early.starts_with("-32002 "), "{early}");
    client.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }));
    assert!(client.try_ask("initialize", json!({})).expect_err("twice").starts_with("-32600 "));
    client.ask("shutdown", Value::Null);
    assert!(client.try_ask("textDocument/hover", json!({})).expect_err("too late").starts_with("-32600 "));
    client.tell("exit", Value::Null);
    assert!(client.hang_up());
}

#[test]
fn what_is_unknown_or_malformed_is_answered() {
    let mut client = Client::with_specs();
    assert!(client.try_ask("textDocument/telepathy", json!({})).expect_err("unknown").starts_with("-32601 "));
    for wrong in [json!({}), json!(null), json!([1, "a"]), json!({ "textDocument": 3, "position": "here" })] {
        assert!(client.try_ask("textDocument/hover", wrong).expect_err("malformed").starts_with("-32602 "));
    }
    let nowhere = json!({ "textDocument": { "uri": "untitled:nowhere" }, "position": { "line": 0, "character": 0 } });
    assert!(client.try_ask("textDocument/hover", nowhere).expect_err("no document").starts_with("-32602 "));
    client.tell("textDocument/didChange", json!({ "nonsense": true }));
    client.tell("textDocument/didOpen", json!(7));
    client.tell("made/up", json!({}));
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": "file:///never/opened.rules" } }));
    client.open("hex/hex.rules");
    assert!(client.close());
}

#[test]
fn a_request_that_was_cancelled_is_answered_as_such() {
    let mut client = Client::with_specs();
    client.open("draughts/russian.rules");
    let params = json!({ "textDocument": { "uri": client.uri("draughts/russian.rules") }, "position": { "line": 3, "character": 3 } });
    // So many questions that the last of them still wait when they are cancelled.
    for id in 1000..1300 {
        client.send(Message::Request(Request::new(id.into(), "textDocument/completion".to_owned(), params.clone())));
    }
    client.tell("$/cancelRequest", json!({ "id": 1299 }));
    client.send(Message::Request(Request::new(1300.into(), "textDocument/hover".to_owned(), params)));
    let errors = client.answers(1000..=1300);
    assert_eq!(errors.get(&1299).map(String::as_str), Some("-32800 this request was cancelled"));
    assert_eq!(errors.len(), 1);
    assert!(client.close());
}

#[test]
fn any_text_is_answered() {
    let mut client = Client::new();
    let deep = format!("rulebook 1\ngame g {{\n let a = {}\n}}", "(".repeat(50_000));
    let huge = format!("rulebook 1\ngame g {{\n{}\n}}", "  let a = b or c\n".repeat(80_000));
    let texts = [
        "",
        "\u{0}\u{1}\u{7f}\u{fffd}\u{feff}",
        "\u{feff}rulebook 1\ngame g extends g { piece }",
        "rulebook 1\r\rgame \r g { let ñ = \u{1F600} \"",
        "rulebook 1\ngame a extends b { }\ngame b extends a { without clock x }\ntexts a { . é en \"",
        "}}}}{{{{ texts texts { game family",
        "rulebook 1\nfamily f { always when : as . as 9.9 param = x from }",
        deep.as_str(),
        huge.as_str(),
    ];
    for (i, text) in texts.iter().enumerate() {
        let file = format!("wild{i}.rules");
        client.open_with(&file, text);
        for (line, character) in [(0, 0), (1, 5), (2, 10), (9, 99), (u32::MAX - 3, u32::MAX)] {
            if text.len() < 1000 || line == 1 {
                ask_all(&mut client, &file, line, character);
            }
        }
    }
    // Ranges that fit nothing.
    client.open_with("odd.rules", "rulebook 1\ngame odd { }\n");
    let range = json!({ "start": { "line": 5, "character": 5 }, "end": { "line": 1, "character": 1 } });
    client.change("odd.rules", &json!([{ "range": range, "text": "é" }, { "range": range, "text": "" }]));
    assert!(client.close());
}

#[test]
fn every_beginning_of_a_spec_and_every_spec_with_a_word_less_is_answered() {
    let mut client = Client::with_specs();
    let spec = rulebook_specs::find("killer").expect("it is bundled");
    client.open(spec.path);
    let all = rulebook_syntax::lexemes(spec.text);
    for lexeme in all.iter().step_by(7) {
        let cut = &spec.text[..lexeme.start];
        client.change(spec.path, &json!([{ "text": cut }]));
        let line = cut.matches('\n').count() as u32;
        let character = cut.rsplit('\n').next().unwrap_or("").encode_utf16().count() as u32;
        ask_all(&mut client, spec.path, line, character);
        let without = format!("{}{}", cut, &spec.text[lexeme.end()..]);
        client.change(spec.path, &json!([{ "text": without }]));
        ask_all(&mut client, spec.path, line, character);
    }
    assert!(client.close());
}

#[test]
fn a_folder_in_the_place_of_a_file_and_a_file_that_is_no_text_are_no_trouble() {
    let mut client = Client::new();
    std::fs::create_dir_all(client.path("base.rules")).expect("it can be made");
    std::fs::write(client.path("noise.rules"), [0xff, 0xfe, 0x00, 0x80]).expect("it can be written");
    let wrong = client.open_with("mine.rules", "rulebook 1\ngame mine extends noise { }\n");
    assert_eq!(wrong[0]["code"], "R0204");
    assert!(wrong[0]["message"].as_str().is_some_and(|m| m.contains("UTF-8")), "{wrong}");
    client.open_with("other.rules", "rulebook 1\ngame other extends base { }\n");
    ask_all(&mut client, "mine.rules", 1, 20);
    assert!(client.close());
}
