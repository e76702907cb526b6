//! Hover, definitions, references, symbols, colours, hints and folds, on bundled specs.

use serde_json::{Value, json};

use crate::client::{Client, file_of, offset};

const BRAZILIAN: &str = "draughts/brazilian.rules";

#[test]
fn hovers_compute() {
    let mut client = Client::with_specs();
    for spec in [
        BRAZILIAN,
        "draughts/draughts.rules",
        "draughts/international.rules",
        "draughts/russian.rules",
        "alignment/renju.rules",
        "tiles/tiles.rules",
        "hex/hex.rules",
    ] {
        client.open(spec);
    }
    let mut all = |file: &str, marked: &str, wanted: &[&str]| {
        let told = client.hover(file, marked);
        for part in wanted {
            assert!(told.contains(part), "{marked}: `{part}` is not in\n{told}");
        }
        assert!(told.split_whitespace().count() > 3, "{marked}: {told}");
    };
    // The cells of a region, drawn and counted.
    all(
        BRAZILIAN,
        "alone on main-ro|ad",
        &["8 of 32 cells: a1, b2", " 8    .   .   .   #", " 1  #   .   .   .", "The long diagonal from a1 to h8."],
    );
    // Limits in plies.
    all(BRAZILIAN, "quiet reach|es 20 each", &["40 plies, with 2 players"]);
    all(BRAZILIAN, "reaches 5 ea|ch", &["10 plies, with 2 players"]);
    // A clock with the results that ask for it, from the family or not.
    all(
        BRAZILIAN,
        "when qui|et",
        &[
            "clock",
            "from `",
            "restarts on capture, move man",
            "reaches 20 each (40 plies",
            "`draw move-limit`",
            "_es_: Cuenta las jugadas",
        ],
    );
    // A definition with its kind and its uses.
    all(BRAZILIAN, "while li|st or road", &["A condition.", "Used 2 times: `clock five`", "_en_: The listed endings"]);
    all("alignment/renju.rules", "or double-th|ree at p", &["A condition of a cell.", "`let barred`"]);
    all("alignment/renju.rules", "because fi|ve as black-five", &["reason", "_es_: "]);
    // Kinds.
    all(
        BRAZILIAN,
        "or 1 king 1 m|an)",
        &[
            "kind of piece",
            "plural `men`; no letter in position text; as many as are needed; called man (en), peón (es).",
        ],
    );
    all("tiles/tiles.rules", "remove ti|le: off", &["numbered 1 to 8", "4 of each number for each player"]);
    // Options with their readings.
    all(
        BRAZILIAN,
        "main-road-le|ave is latch",
        &[
            "- `restart` (the default): The count ends",
            "- `latch`: Once begun",
            "Source: 002_8eb60208e115b1f9.txt, paragraphs 14",
        ],
    );
    all(BRAZILIAN, "leave is lat|ch", &["reading", "of `main-road-leave`", "Once begun"]);
    // Parameters with their values, players, actions, ids of texts.
    all("draughts/international.rules", "with si|ze = 10", &["Here it is 10."]);
    all("draughts/draughts.rules", "players wh|ite", &["number 1 of 2", "12 pieces"]);
    all("draughts/draughts.rules", "restarts on cap|ture", &["action", "`capture.king`"]);
    all(BRAZILIAN, "  five.lim|it limits", &["Drawn after 5 moves", "paragraphs 13, 14, 15, 31"]);
    // Words of the language, reserved or not; whose `own` it is.
    all(BRAZILIAN, "clock five cou|nts plies", &["What makes a clock step"]);
    all("alignment/renju.rules", "5 ow|n, not own", &["in whose view this is read", "uses this definition"]);
    all("hex/hex.rules", "wi|n ", &["This player wins"]);
    all("draughts/draughts.rules", "take ene|my, empty]", &["opponent", "who acts"]);
    all("draughts/draughts.rules", "white facing no|rth", &["leads back"]);
    assert!(client.close());
}

#[test]
fn every_word_of_every_spec_is_hovered_without_an_error_and_never_merely_repeated() {
    let mut client = Client::with_specs();
    for spec in rulebook_specs::all() {
        client.open(spec.path);
        let mut seen = std::collections::BTreeSet::new();
        for lexeme in rulebook_syntax::lexemes(spec.text) {
            if !seen.insert(lexeme.text) || lexeme.text.starts_with('"') {
                continue;
            }
            let params = json!({
                "textDocument": { "uri": client.uri(spec.path) },
                "position": crate::client::position(spec.text, lexeme.start),
            });
            let answer = client.ask("textDocument/hover", params);
            let told = answer["contents"]["value"].as_str().unwrap_or_default();
            let reserved = rulebook_syntax::words::is_reserved(lexeme.text);
            assert!(!reserved || !told.is_empty(), "{}: nothing of `{}`", spec.path, lexeme.text);
            assert!(told.is_empty() || told.split_whitespace().count() > 3, "{}: {told}", spec.path);
        }
    }
    assert!(client.close());
}

/// The lines of locations, as `file:line`, from 1.
fn lines(client: &Client, locations: &Value) -> Vec<String> {
    let locations = locations.as_array().expect("a list");
    locations
        .iter()
        .map(|l| {
            let file = file_of(l["uri"].as_str().expect("an address"), client.folder.path());
            let text = client.text(&file);
            let line = text.lines().nth(l["range"]["start"]["line"].as_u64().expect("a line") as usize);
            format!("{file}: {}", line.expect("it is there").trim())
        })
        .collect()
}

#[test]
fn definitions_are_found_across_files() {
    let mut client = Client::with_specs();
    for file in [BRAZILIAN, "draughts/canadian.rules", "alignment/renju.rules", "morris/nine-mens-morris.rules"] {
        client.open(file);
    }
    let mut leads = |file: &str, marked: &str, wanted: &str| {
        let answer = client.ask_at("textDocument/definition", file, marked, &Value::Null).expect("an answer");
        let found = lines(&client, &answer);
        assert!(found.iter().any(|l| l.starts_with(wanted)), "{marked}: {found:?}");
        found
    };
    let clock = leads(BRAZILIAN, "when qui|et", "draughts/draughts.rules: clock quiet");
    assert_eq!(clock.len(), 1);
    leads(BRAZILIAN, "extends drau|ghts", "draughts/draughts.rules: family draughts");
    leads(BRAZILIAN, "some stro|ng: (2", "draughts/draughts.rules: sides strong, weak");
    leads(BRAZILIAN, "3 kin|gs or 2", "draughts/draughts.rules: piece king plural kings");
    leads(BRAZILIAN, "prefer capt|ure:", "draughts/draughts.rules: action capture man");
    leads(BRAZILIAN, "is per-bul|let\n\n", "draughts/brazilian.rules: option five-stretch");
    leads(BRAZILIAN, "five-stretch.per-bul|let limits", "draughts/brazilian.rules: option five-stretch");
    leads(BRAZILIAN, "  capture.pre|fer official", "draughts/brazilian.rules: prefer capture");
    leads(BRAZILIAN, "  qui|et.limit limits", "draughts/draughts.rules: clock quiet");
    leads(BRAZILIAN, "five.lim|it limits 13", "draughts/brazilian.rules: draw when five");
    leads(BRAZILIAN, "limits 13 cbd-end|ings", "draughts/brazilian.rules: document cbd-endings");
    leads("draughts/canadian.rules", "extends inter|national", "draughts/international.rules: game international");
    // Local names.
    leads("alignment/renju.rules", "through p, q| and", "alignment/renju.rules: let three at p on k");
    leads("alignment/renju.rules", "three at p on k|\n", "alignment/renju.rules: let double-three at p");
    leads("morris/nine-mens-morris.rules", "if mi|ll      //", "morris/nine-mens-morris.rules: let mill");
    // From the prohibition to the definition, from the text to both.
    let both = leads("alignment/renju.rules", "  overline| forbidden", "alignment/renju.rules: let overline");
    assert!(both.iter().any(|l| l.contains("forbid black place when overline")), "{both:?}");
    assert!(client.close());
}

#[test]
fn a_bundled_family_is_shown_though_it_is_no_file() {
    let mut client = Client::new();
    client.put(
        "mine.rules",
        "rulebook 1\ngame mine extends draughts {\n  draw when quiet reaches 9 each because slow\n}\n",
    );
    client.open("mine.rules");
    let answer =
        client.ask_at("textDocument/definition", "mine.rules", "when qui|et", &Value::Null).expect("an answer");
    let uri = answer[0]["uri"].as_str().expect("an address");
    let path = url::Url::parse(uri).expect("an address").to_file_path().expect("a file");
    let text = std::fs::read_to_string(&path).expect("an editor can read it");
    assert_eq!(text, rulebook_specs::find("draughts").expect("it is bundled").text);
    assert!(std::fs::metadata(&path).expect("it is there").permissions().readonly());
    let at = offset(&text, &answer[0]["range"]["start"]);
    assert!(text[at..].starts_with("quiet counts"));
    assert!(client.close());
}

#[test]
fn references_are_found_across_files() {
    let mut client = Client::with_specs();
    client.open("draughts/draughts.rules");
    let mut found = |marked: &str, declarations: bool| {
        let more = json!({ "context": { "includeDeclaration": declarations } });
        let answer =
            client.ask_at("textDocument/references", "draughts/draughts.rules", marked, &more).expect("an answer");
        lines(&client, &answer)
    };
    let quiet = found("clock qui|et", true);
    for wanted in [
        "draughts/brazilian.rules: draw when quiet",
        "draughts/russian.rules: ",
        "draughts/draughts.rules: clock quiet",
        "draughts/draughts.rules: quiet.idle",
    ] {
        assert!(quiet.iter().any(|l| l.starts_with(wanted)), "{wanted}: {quiet:?}");
    }
    assert!(quiet.iter().all(|l| l.starts_with("draughts/")));
    assert!(found("clock qui|et", false).iter().all(|l| !l.contains("clock quiet counts")));
    let family = found("family drau|ghts", true);
    assert!(family.iter().filter(|l| l.contains("extends draughts")).count() >= 10, "{family:?}");
    assert!(client.close());
}

#[test]
fn the_outline_has_every_clause_and_every_line_of_the_texts() {
    let mut client = Client::with_specs();
    for spec in rulebook_specs::all() {
        client.open(spec.path);
        let answer =
            client.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": client.uri(spec.path) } }));
        let blocks = answer.as_array().expect("a list");
        assert!(blocks.len() >= 2, "{}", spec.path);
        for block in blocks {
            for symbol in std::iter::once(block).chain(block["children"].as_array().expect("clauses")) {
                let at = |range: &str, end: &str| offset(spec.text, &symbol[range][end]);
                assert!(at("range", "start") <= at("selectionRange", "start"), "{symbol}");
                assert!(at("selectionRange", "end") <= at("range", "end"), "{symbol}");
            }
        }
        let folds =
            client.ask("textDocument/foldingRange", json!({ "textDocument": { "uri": client.uri(spec.path) } }));
        assert!(folds.as_array().expect("a list").len() > blocks.len(), "{}", spec.path);
    }
    let answer = client.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": client.uri(BRAZILIAN) } }));
    let names: Vec<&str> =
        answer[0]["children"].as_array().expect("clauses").iter().filter_map(|c| c["name"].as_str()).collect();
    for wanted in ["option five-stretch", "region main-road", "clock five", "draw move-limit"] {
        assert!(names.contains(&wanted), "{names:?}");
    }
    assert!(client.close());
}

#[test]
fn every_word_has_its_colour() {
    let mut client = Client::with_specs();
    for spec in rulebook_specs::all() {
        client.open(spec.path);
        let answer =
            client.ask("textDocument/semanticTokens/full", json!({ "textDocument": { "uri": client.uri(spec.path) } }));
        let data: Vec<u64> = answer["data"].as_array().expect("numbers").iter().filter_map(Value::as_u64).collect();
        let lines: Vec<Vec<u16>> = spec.text.lines().map(|l| l.encode_utf16().collect()).collect();
        let (mut line, mut start) = (0, 0);
        let mut coloured = std::collections::BTreeMap::new();
        for token in data.chunks(5) {
            line += token[0];
            start = if token[0] == 0 { start + token[1] } else { token[1] };
            let text = &lines[line as usize][start as usize..(start + token[2]) as usize];
            coloured.insert((line, start), (String::from_utf16(text).expect("whole letters"), token[3]));
        }
        // Keywords, comments, sentences and numbers are what the language's own lexemes say.
        for lexeme in rulebook_syntax::lexemes(spec.text) {
            let at = crate::client::position(spec.text, lexeme.start);
            let key = (at["line"].as_u64().expect("a line"), at["character"].as_u64().expect("a column"));
            let first = lexeme.text.chars().next().expect("it is not empty");
            let wanted = match first {
                '/' if lexeme.is_comment() => Some(1),
                '"' => Some(2),
                c if c.is_ascii_digit() => Some(3),
                _ => None,
            };
            if let Some(wanted) = wanted {
                assert_eq!(coloured.get(&key).map(|c| c.1), Some(wanted), "{}: {}", spec.path, lexeme.text);
            }
        }
    }
    assert!(client.close());
}

#[test]
fn hints_say_plies_and_whose_it_is() {
    let mut client = Client::with_specs();
    for file in
        [BRAZILIAN, "morris/nine-mens-morris.rules", "tiles/tiles.rules", "lines-of-action/lines-of-action.rules"]
    {
        client.open(file);
    }
    let mut hints = |file: &str| {
        let end = json!({ "line": 10_000, "character": 0 });
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": end });
        let answer = client
            .ask("textDocument/inlayHint", json!({ "textDocument": { "uri": client.uri(file) }, "range": range }));
        let text = client.text(file);
        let list = answer.as_array().expect("a list").clone();
        list.iter()
            .map(|h| {
                let at = offset(&text, &h["position"]);
                let line = text[..at].rfind('\n').map_or(0, |i| i + 1);
                format!("{}|{}", text[line..at].trim(), h["label"].as_str().expect("a text"))
            })
            .collect::<Vec<String>>()
    };
    assert_eq!(
        hints(BRAZILIAN),
        ["draw when quiet reaches 20 each|= 40 plies", "draw when five reaches 5 each|= 10 plies"]
    );
    let morris = hints("morris/nine-mens-morris.rules");
    assert!(morris.iter().any(|h| h.ends_with("reaches 50 each|= 100 plies")), "{morris:?}");
    let tiles = hints("tiles/tiles.rules");
    assert!(tiles.iter().any(|h| h.ends_with("count own|: the mover")), "{tiles:?}");
    assert!(client.close());
}
