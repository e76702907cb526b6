//! The command line as other tools see it: output, refusals, exit codes.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
};

use serde_json::{Value, json};

/// What a call answered.
struct Answer {
    code: i32,
    out: String,
    err: String,
}

impl Answer {
    #[track_caller]
    fn json(&self) -> Value {
        assert_eq!(self.out.lines().count(), 1, "one line is expected:\n{}{}", self.out, self.err);
        serde_json::from_str(&self.out).expect("JSON")
    }
}

fn call(args: &[&str], input: &str) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulebook"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    child.stdin.take().expect("its input").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Answer { code: output.status.code().expect("a code"), out: text(output.stdout), err: text(output.stderr) }
}

fn rulebook(args: &[&str]) -> Answer {
    call(args, "")
}

/// Asserts that a call is refused with this code and kind, and gives the error.
#[track_caller]
fn refused(args: &[&str], code: i32, kind: &str) -> Value {
    let args: Vec<&str> = args.iter().copied().chain(["--json"]).collect();
    let answer = rulebook(&args);
    assert_eq!(answer.code, code, "{}{}", answer.out, answer.err);
    let error = answer.json()["error"].clone();
    let keys: Vec<&String> = error.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["kind", "ply", "move", "clauses", "message"]);
    assert_eq!(error["kind"], kind, "{error}");
    let message = error["message"].as_str().expect("a message");
    assert!(answer.err.contains(message), "people are told too: {}", answer.err);
    error
}

#[track_caller]
fn says(error: &Value, part: &str) {
    let message = error["message"].as_str().expect("a message");
    assert!(message.contains(part), "`{part}` is missing in: {message}");
}

#[test]
fn games_have_titles_families_and_sources() {
    let games = rulebook(&["games", "--json"]).json();
    let names: Vec<&str> =
        games["games"].as_array().expect("a list").iter().filter_map(|g| g["name"].as_str()).collect();
    let bundled = [
        ["american", "brazilian", "canadian", "czech"],
        ["frisian", "international", "italian", "killer"],
        ["pool", "russian", "spanish", "turkish"],
        ["breakthrough", "connect6", "connect-four", "hex"],
        ["lines-of-action", "nine-mens-morris", "pente", "renju"],
    ];
    for name in bundled.concat().into_iter().chain(["reversi", "tiles"]) {
        assert!(names.contains(&name), "{name} is missing in {names:?}");
    }
    assert!(!names.contains(&"draughts"), "a family is no game");
    let russian =
        games["games"].as_array().expect("a list").iter().find(|g| g["name"] == "russian").expect("it is there");
    assert_eq!(russian["title"]["es"], "Damas rusas");
    assert_eq!(russian["family"], "draughts");
    assert!(russian["sources"].as_array().is_some_and(|s| !s.is_empty()));
}

#[test]
fn moves_lists_what_is_legal() {
    let answer = rulebook(&["moves", "american", "--json"]);
    assert_eq!(answer.code, 0);
    assert_eq!(
        answer.json(),
        json!({
            "to_move": "black",
            "legal": ["b6-a5", "b6-c5", "d6-c5", "d6-e5", "f6-e5", "f6-g5", "h6-g5"],
            "forbidden": [],
            "status": { "state": "ongoing" },
        })
    );
    let answer = rulebook(&["moves", "international", "--position", "W:W28,32:B23", "--json"]);
    assert_eq!(answer.json()["legal"], json!(["28x19"]));
}

#[test]
fn forbidden_points_come_with_their_clauses() {
    let position = "black: black=g8,i8,h7,h9 white=a1";
    let answer = rulebook(&["moves", "renju", "--position", position, "--json"]).json();
    assert_eq!(answer["forbidden"], json!([{ "move": "h8", "clauses": ["renju.double-three"] }]));
    assert!(!answer["legal"].as_array().expect("a list").contains(&json!("h8")));
    let error = refused(&["moves", "renju", "--position", position, "--moves", "h8"], 1, "illegal");
    assert_eq!(error["clauses"], json!(["renju.double-three"]));
    assert_eq!((&error["ply"], &error["move"]), (&json!(1), &json!("h8")));
}

#[test]
fn replay_has_an_entry_for_each_turn() {
    let position = "B:WKe7,Kb2:BKd6";
    let moves = "d6xf8 b2-e5 f8-h6 e5-b8 h6-f8 b8-g3 f8-b4 g3-e1 b4-d6 e1-a5";
    let answer = rulebook(&["replay", "brazilian", "--position", position, "--moves", moves, "--json"]).json();
    assert_eq!(answer["plies"].as_array().map(Vec::len), Some(10));
    assert_eq!(
        answer["plies"][1],
        json!({
            "ply": 2,
            "player": "white",
            "actions": ["b2-e5"],
            "position": "black: white=Ke5 black=Kf8; quiet=1; five=2",
            "clocks": { "quiet": 1, "five": 2 },
        })
    );
    assert_eq!(answer["status"], json!({ "state": "drawn", "reasons": ["endgame-limit"] }));
    let error =
        refused(&["replay", "brazilian", "--position", position, "--moves", &format!("{moves} f8-a3")], 1, "over");
    assert_eq!((&error["ply"], &error["move"]), (&json!(10), &json!("f8-a3")));
}

#[test]
fn positions_that_are_printed_can_be_read() {
    let position = "B:WKe7,Kb2:BKd6";
    let first = ["replay", "brazilian", "--json", "--position", position, "--moves", "d6xf8 b2-e5 f8-h6"];
    let played = rulebook(&first).json();
    let printed = played["plies"][1]["position"].as_str().expect("a text").to_owned();
    let again = rulebook(&["replay", "brazilian", "--json", "--position", &printed, "--moves", "f8-h6"]).json();
    assert_eq!(again["plies"][0]["position"], played["plies"][2]["position"]);
    assert_eq!(again["plies"][0]["clocks"], played["plies"][2]["clocks"]);
}

#[test]
fn a_turn_of_several_actions_is_one_entry() {
    let moves = "a1#1 a2#1 -a1 b1#1 b2#2 -b1";
    let answer = rulebook(&["replay", "tiles", "--moves", moves, "--json"]).json();
    assert_eq!(answer["plies"].as_array().map(Vec::len), Some(2));
    assert_eq!(answer["plies"][1]["actions"], json!(["-a1", "b1#1", "b2#2"]));
    assert_eq!(answer["unfinished"]["actions"], json!(["-b1"]));
    assert_eq!(answer["unfinished"]["position"], "blue: blue=a2#1 red=b2#2; turn=3; step=place");
    let position = "blue: blue=a2#1 red=b2#2; turn=3; step=place";
    let answer = rulebook(&["moves", "tiles", "--position", position, "--moves", "a1#1", "--json"]);
    assert_eq!(answer.json()["to_move"], "blue");
}

#[test]
fn wrong_positions_are_refused_with_the_cell() {
    let error = refused(&["moves", "russian", "--position", "white: white=c9"], 1, "position");
    says(&error, "`c9` is off the board; the nearest cells are b8 and d8");
    let error = refused(&["moves", "russian", "--position", "white: white=c4"], 1, "position");
    says(&error, "`c4` has the colour that is not played on");
    let error = refused(&["moves", "russian", "--position", "white: white=c3 black=Kc3"], 1, "position");
    says(&error, "two pieces stand on c3");
    let error = refused(&["moves", "russian", "--position", "white: white=d8 black=b8"], 1, "refused");
    says(&error, "uncrowned on d8");
    assert_eq!(error["clauses"], json!(["russian.uncrowned"]));
    let error = refused(&["moves", "tiles", "--position", "blue: blue=a1#1"], 1, "position");
    says(&error, "`; turn=3`");
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let error = refused(&["replay", "russian", "--moves", "c3-d4 d6-c5 a1-b2"], 1, "illegal");
    assert_eq!((&error["ply"], &error["move"]), (&json!(3), &json!("a1-b2")));
    let position = "white: white=c3,a1 black=d4,f6,b4";
    let error = refused(&["replay", "russian", "--position", position, "--moves", "a1-b2"], 1, "illegal");
    assert_eq!(error["clauses"], json!(["russian.turn"]));
    says(&error, "is not legal while `c3x");
    let error = refused(&["replay", "brazilian", "--position", position, "--moves", "c3xa5"], 1, "illegal");
    assert_eq!(error["clauses"], json!(["brazilian.capture.prefer"]));
    let error = refused(&["replay", "russian", "--moves", "c3-d4 nonsense"], 1, "unreadable");
    assert_eq!(error["ply"], json!(2));
    says(&error, "Here a move looks like");
    refused(&["replay", "tiles", "--moves", "a1"], 1, "ambiguous");
}

#[test]
fn wrong_usage_is_code_two_with_the_nearest_name() {
    says(&refused(&["moves", "rusian"], 2, "usage"), "did you mean `russian`?");
    says(&refused(&["moves", "draughts"], 2, "usage"), "is a family, not a game");
    let error = refused(&["moves", "russian", "--option", "main-road-need-king=no"], 2, "usage");
    says(&error, "did you mean `main-road-needs-king`?");
    let error = refused(&["moves", "russian", "--option", "main-road-needs-king=maybe"], 2, "usage");
    says(&error, "its readings are no and yes");
    says(&refused(&["moves", "russian", "--option", "draws"], 2, "usage"), "no equals sign");
    says(&refused(&["moves", "tiles", "--param", "numbrs=8"], 2, "usage"), "did you mean `numbers`?");
    refused(&["moves", "tiles", "--param", "numbers=7"], 2, "usage");
    says(&refused(&["check", "tiles", "--properties", "--param", "numbrs=8"], 2, "usage"), "did you mean `numbers`?");
    assert_eq!(rulebook(&["check", "tiles", "--param", "numbers=8"]).code, 2);
    assert_eq!(rulebook(&["moves"]).code, 2);
    assert_eq!(rulebook(&["explain", "R9999"]).code, 2);
    refused(&["moves", "no/such/file.rules"], 3, "outside");
}

#[test]
fn compiled_games_count_the_same_leaves() {
    let nodes = |args: &[&str]| {
        let answer = rulebook(args);
        assert_eq!(answer.code, 0, "{args:?}");
        answer.json()["nodes"].as_u64()
    };
    let both = |args: &[&str]| {
        let interpreted = nodes(&[args, &["--engine", "interpreter"]].concat());
        assert_eq!(nodes(&[args, &["--engine", "compiled"]].concat()), interpreted, "{args:?}");
        assert_eq!(nodes(args), interpreted, "{args:?}");
    };
    for engine in rulebook_games::ENGINES {
        // As deep as the interpreter goes in a second or two.
        let depth = match engine.name {
            "connect6" => "1",
            "hex" | "pente" | "renju" | "tiles" | "breakthrough" | "lines-of-action" | "nine-mens-morris" => "2",
            "canadian" | "frisian" | "turkish" => "3",
            "czech" | "italian" | "killer" | "pool" | "reversi" | "spanish" => "4",
            _ => "5",
        };
        both(&["perft", engine.name, depth, "--json"]);
        both(&["perft", engine.name, depth.min("2"), "--routes", "--divide", "--json"]);
    }
    both(&["perft", "russian", "3", "--position", "white: white=Kc1,a3 black=Kb8,h4", "--json"]);
    // A game that is over has no leaves but itself.
    both(&["perft", "russian", "2", "--position", "white: white=Kc1", "--json"]);
    // An engine has the parameters with which it was compiled.
    let other = ["moves", "tiles", "--param", "line=any", "--json"];
    assert_eq!(rulebook(&other).code, 0);
    says(&refused(&[&other[..4], &["--engine", "compiled"]].concat(), 2, "usage"), "--param");
}

#[test]
fn options_and_parameters_change_the_game() {
    let position = "W:WKa7,Ke3,Kg1:BKg7";
    let moves = "e3-d2 g7-f6 a7-f2 f6-e5 d2-e3 e5-h8 f2-h4 h8-g7 h4-f6";
    let base = ["replay", "russian", "--json", "--position", position, "--moves", moves];
    let state = |reading: &str| {
        let args: Vec<&str> = base.into_iter().chain(["--option", reading]).collect();
        rulebook(&args).json()["status"]["state"].clone()
    };
    assert_eq!(state("main-road-last-ply=moves-from"), "drawn");
    assert_eq!(state("main-road-last-ply=condition-after"), "ongoing");
    let args = ["moves", "tiles", "--json", "--param", "numbers=4", "--param", "copies=8"];
    assert_eq!(rulebook(&args).json()["legal"].as_array().map(Vec::len), Some(256));
}

#[test]
fn perft_counts_and_divides() {
    let nodes = |args: &[&str]| rulebook(args).json()["nodes"].as_u64();
    assert_eq!(nodes(&["perft", "russian", "4", "--json"]), Some(1469));
    assert_eq!(nodes(&["perft", "international", "3", "--routes", "--json"]), Some(658));
    let divided = rulebook(&["perft", "russian", "3", "--divide", "--json"]).json();
    let sum: u64 = divided["divide"].as_object().expect("an object").values().filter_map(Value::as_u64).sum();
    assert_eq!((sum, &divided["nodes"]), (302, &json!(302)));
    assert!(divided["seconds"].is_number());
    let turns = nodes(&["perft", "tiles", "1", "--turns", "--param", "numbers=1", "--param", "copies=32", "--json"]);
    assert_eq!(turns, Some(64 * 63));
}

#[test]
fn a_wrong_line_does_not_stop_the_others() {
    let lines = "black: black=h8 white=\nblack: black=z9\n\nwhite: black=h8\n";
    let answer = call(&["moves", "renju", "--positions", "-", "--json"], lines);
    assert_eq!(answer.code, 1);
    let lines: Vec<Value> = answer.out.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["legal"].as_array().map(Vec::len), Some(224));
    assert_eq!(lines[1]["error"]["kind"], "position");
    assert_eq!((&lines[2]["error"]["line"], &lines[3]["to_move"]), (&json!(3), &json!("white")));
}

#[test]
fn explain_names_clauses_and_shows_the_spec() {
    let position = "white: white=c3,a1 black=d4,f6,b4";
    let answer = rulebook(&["explain", "russian", "--position", position, "--move", "a1-b2"]);
    assert_eq!(answer.code, 1);
    assert!(answer.out.contains("russian.turn"), "{}", answer.out);
    assert!(answer.out.contains("turn: capture else move"), "{}", answer.out);
    assert!(answer.out.contains("^^^^"), "{}", answer.out);
    let answer = rulebook(&["explain", "russian", "--move", "c3-d4", "--json"]);
    assert_eq!((answer.code, &answer.json()["legal"]), (0, &json!(true)));
    assert!(rulebook(&["explain", "R0106"]).out.starts_with("# "));
    assert_eq!(rulebook(&["explain", "russian", "--move", " "]).code, 2);
    let answer = rulebook(&["explain", "russian"]);
    assert_eq!((answer.code, answer.out.contains("russian.balance")), (0, true), "{}", answer.out);
}

#[test]
fn hyphens_may_begin_a_value() {
    let answer = rulebook(&["explain", "tiles", "--moves", "a1#1 a2#1", "--move", "-a1", "--json"]);
    assert_eq!(answer.json()["legal"], json!(true));
    assert_eq!(rulebook(&["replay", "tiles", "--moves", "-a1"]).code, 1);
}

#[test]
fn check_shows_what_is_wrong() {
    let folder = std::env::temp_dir().join(format!("rulebook-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("wrong.rules");
    std::fs::write(&file, "rulebook 1\ngame wrong extends draughts {\n  clok quiet counts plies\n}\n").expect("a file");
    let path = file.to_str().expect("a path");
    let human = rulebook(&["check", path]);
    assert_eq!(human.code, 1);
    assert!(human.err.contains("clok") && human.err.contains("1 error"), "{}", human.err);
    let short = rulebook(&["check", path, "--format", "short"]);
    assert!(short.out.contains("wrong.rules:3:3"), "{}", short.out);
    let json = rulebook(&["check", path, "--format", "json"]);
    assert_eq!(json.code, 1);
    assert_eq!(json.json()["errors"], 1);
    assert_eq!(json.json()["diagnostics"][0]["line"], 3);
    refused(&["moves", path], 1, "spec");
    std::fs::remove_dir_all(&folder).expect("it can be removed");
    assert_eq!(rulebook(&["check", "russian"]).code, 0);
    assert_eq!(rulebook(&["check", "no-such-file.rules"]).code, 3);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulebook"));
    let mut child = command
        .args(["moves", "renju", "--positions", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("its input");
    let writer = std::thread::spawn(move || {
        for _ in 0..200 {
            if input.write_all(b"black: black=h8\n").is_err() {
                return;
            }
        }
    });
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
    writer.join().expect("it ends");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn test_runs_cases_and_shows_failures() {
    let folder = std::env::temp_dir().join(format!("rulebook-cases-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    let good = r#"
- id: K7Q2
  slug: brazilian/five/ten-plies
  clauses: [brazilian.five.limit]
  polarity: ends
  pair: M4XD
  position: "B:WKe7,Kb2:BKd6"
  moves: "d6xf8 b2-e5 f8-h6 e5-b8 h6-f8 b8-g3 f8-b4 g3-e1 b4-d6 e1-a5"
  expect:
    ends_at_ply: 10
    status: { state: drawn, reasons_any_of: [endgame-limit, move-limit] }
    clocks: { five: 10 }
    position: "black: white=Ka5 black=Kd6; five=10 quiet=9"
  why: { en: "Ten plies.", es: "Diez jugadas." }
- id: M4XD
  slug: brazilian/five/nine-plies
  clauses: [brazilian.five.limit]
  polarity: continues
  pair: K7Q2
  position: "B:WKe7,Kb2:BKd6"
  moves: "d6xf8 b2-e5 f8-h6 e5-b8 h6-f8 b8-g3 f8-b4 g3-e1 b4-d6"
  expect: { status: { state: ongoing }, clocks: { five: 9 } }
  why: { en: "Nine plies.", es: "Nueve jugadas." }
- id: B3BB
  slug: brazilian/capture/most
  clauses: [brazilian.capture.prefer]
  polarity: rejects
  position: "white: white=c3 black=d4,f6,b4"
  expect:
    legal: [c3xg7]
    illegal: [c3xa5, { move: c3xa5, ply: 1, clauses: [brazilian.capture.prefer] }]
  why: { en: "Two are more than one.", es: "Dos son más que una." }
- id: C3CC
  slug: russian/set-up/uncrowned
  clauses: [russian.uncrowned]
  polarity: rejects
  position: "white: white=d8 black=b8"
  expect: { refused: uncrowned }
  why: { en: "It would be crowned.", es: "Estaría coronado." }
- id: D3DD
  slug: renju/three/cross
  clauses: [renju.double-three]
  polarity: rejects
  position: "black: black=g8,i8,h7,h9 white=a1"
  expect: { forbidden: [{ move: h8, clauses: [renju.double-three] }], legal_includes: [h10] }
  why: { en: "Two threes.", es: "Dos treses." }
"#;
    write("good.yaml", good);
    let path = folder.to_str().expect("a path").to_owned();
    let answer = rulebook(&["test", &path, "--json"]);
    assert_eq!(answer.code, 0, "{}{}", answer.out, answer.err);
    assert_eq!((&answer.json()["passed"], &answer.json()["failed"]), (&json!(5), &json!(0)));

    let bad = r#"
- id: E3EE
  slug: brazilian/five/wrong
  clauses: [brazilian.five.limit]
  polarity: ends
  position: "B:WKe7,Kb2:BKd6"
  moves: "d6xf8 b2-e5"
  expect: { ends_at_ply: 2, status: { state: drawn }, clocks: { five: 3 } }
  why: { en: "It is wrong.", es: "Está mal." }
"#;
    write("bad.yaml", bad);
    let answer = rulebook(&["test", &path]);
    assert_eq!(answer.code, 1);
    for part in [
        "FAILED E3EE brazilian/five/wrong",
        "why es: Está mal.",
        "ends_at_ply: expected the game ends with ply 2",
        "got after 2 plies: ongoing",
        "clocks: expected five = 3",
        "rulebook replay brazilian --position 'B:WKe7,Kb2:BKd6' --moves 'd6xf8 b2-e5'",
        "5 passed, 1 failed",
    ] {
        assert!(answer.out.contains(part), "`{part}` is missing in:\n{}", answer.out);
    }
    write("bad.yaml", &bad.replace("slug", "slog"));
    refused(&["test", &path], 1, "case");
    std::fs::remove_dir_all(&folder).expect("it can be removed");
    refused(&["test", "no/such/folder"], 3, "outside");
}
