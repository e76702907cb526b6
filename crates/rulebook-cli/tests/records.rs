//! `rulebook replay --file`: databases of games are judged.

#[path = "records/make.rs"]
mod make;

use std::{
    collections::BTreeMap,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use fastrand::Rng;
use serde_json::{Value, json};
use tempfile::TempDir;

use make::{engine, pdn, play_out};

/// What a call answered.
struct Answer {
    code: i32,
    out: String,
    err: String,
}

fn rulebook(args: &[&str], input: &[u8]) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulebook"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // A program that refuses its arguments does not read.
    _ = child.stdin.take().expect("its input").write_all(input);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Answer { code: output.status.code().expect("a code"), out: text(output.stdout), err: text(output.stderr) }
}

/// Judges a text, and gives what is told of its games, and the summary.
#[track_caller]
fn judge(game: &[&str], text: impl AsRef<[u8]>) -> (Vec<Value>, Value) {
    let answer = rulebook(&[&["replay"], game, &["--file", "-", "--json"]].concat(), text.as_ref());
    assert_eq!(answer.out.lines().count(), 1, "{}{}", answer.out, answer.err);
    let value: Value = serde_json::from_str(&answer.out).expect("JSON");
    let games = value["games"].as_array().expect("games").clone();
    let legal = games.iter().all(|g| g["verdict"] == "legal");
    assert_eq!(answer.code, i32::from(!legal), "{}", answer.err);
    (games, value["summary"].clone())
}

/// What is told of the one game of a text.
#[track_caller]
fn judge_one(game: &[&str], text: impl AsRef<[u8]>) -> Value {
    let (mut games, _) = judge(game, text);
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0)
}

/// A folder with files, and their paths.
fn files(texts: &[(&str, &[u8])]) -> (TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = texts.iter().map(|(name, text)| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("it is written");
        path
    });
    let paths = paths.collect();
    (folder, paths)
}

fn path(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn a_legal_game_is_legal_whether_rules_or_players_end_it() {
    // Resigned: the rules say nothing against it.
    let resigned = judge_one(&["russian"], "[GameType \"25\"]\n[White \"A\"]\n1. c3-d4 d6-c5 2. b2-c3 f6:g5?? 0-1\n");
    assert_eq!(resigned["verdict"], "illegal", "a move with `:` takes something");
    let resigned = judge_one(&["russian"], "[GameType \"25\"]\n[White \"A\"]\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 0-1\n");
    assert_eq!(
        (&resigned["verdict"], &resigned["plies"], &resigned["white"]),
        (&json!("legal"), &json!(4), &json!("A"))
    );
    assert_eq!((&resigned["status"]["state"], &resigned["fault"]), (&json!("ongoing"), &Value::Null));
    // Ended by the rules, as recorded, and not recorded.
    for result in ["1-0", "2-0", "*", "0-0"] {
        let text = format!("[FEN \"W:WKa1,c3:Bd4\"]\n1. c3xe5 {result}");
        let won = judge_one(&["russian"], text);
        assert_eq!((&won["verdict"], &won["status"]["state"]), (&json!("legal"), &json!("won")), "{won}");
    }
}

#[test]
fn an_illegal_move_is_told_with_its_ply_place_and_clause() {
    let text = "[Event \"e\"]\n\n1. c3-d4 f6-e5\n{a man has to be taken} 2. g3-h4 *\n";
    let game = judge_one(&["russian"], text);
    assert_eq!(game["verdict"], "illegal");
    let fault = &game["fault"];
    assert_eq!((&fault["ply"], &fault["move"]), (&json!(3), &json!("g3-h4")));
    assert_eq!((&fault["line"], &fault["column"]), (&json!(4), &json!(28)));
    assert_eq!(fault["reason"], "priority");
    assert!(fault["clauses"][0].as_str().is_some_and(|c| c.starts_with("russian.")), "{fault}");
    let message = fault["message"].as_str().expect("a message");
    assert!(message.contains("g3-h4") && message.ends_with('.'), "a sentence of the clause: {message}");
    // The first position may be none of the game.
    let refused = judge_one(&["russian"], "[FEN \"W:Wa1,b8:Bd4\"]\n1. a1-b2 *");
    let fault = &refused["fault"];
    assert_eq!(
        (&refused["verdict"], &fault["ply"], &fault["reason"]),
        (&json!("illegal"), &json!(0), &json!("uncrowned")),
        "{refused}"
    );
}

#[test]
fn a_game_that_went_on_after_its_end_says_how_long() {
    let shuffle = "1. e1-f2 h8-g7 2. f2-e1 g7-h8 ";
    let moves = shuffle.repeat(4);
    let text = format!("[FEN \"W:WKe1:BKh8,Kb8\"]\n{moves} 1/2-1/2");
    let game = judge_one(&["russian"], text);
    assert_eq!(game["verdict"], "ends-earlier", "{game}");
    let fault = &game["fault"];
    let (ply, more) = (fault["ply"].as_u64().expect("a ply"), fault["played_on"].as_u64().expect("a number"));
    assert_eq!(ply + more, 16);
    assert_eq!(game["plies"], json!(ply));
    assert_eq!(fault["clauses"].as_array().map(Vec::is_empty), Some(false));
    assert_eq!(game["status"]["state"], "drawn");
}

#[test]
fn a_result_that_the_rules_contradict_differs() {
    for result in ["0-1", "1/2-1/2", "1-1", "0-2"] {
        let game = judge_one(&["russian"], format!("[FEN \"W:WKa1,c3:Bd4\"]\n1. c3xe5 {result}"));
        assert_eq!(game["verdict"], "result-differs");
        let fault = &game["fault"];
        assert_eq!((&fault["ply"], &fault["clauses"][0]), (&json!(1), &json!("russian.no-moves")), "{fault}");
        assert!(fault["message"].as_str().is_some_and(|m| m.contains(result)));
    }
    // The first score is that of who begins: here Black.
    let text = |result| format!("[GameType \"21\"]\n[FEN \"B:W18:B14\"]\n1. 14x23 {result}");
    assert_eq!(judge_one(&["american"], text("1-0"))["verdict"], "legal");
    assert_eq!(judge_one(&["american"], text("0-1"))["verdict"], "result-differs");
}

#[test]
fn another_game_is_told_and_not_judged() {
    let verdict = |args: &[&str], text: &str| {
        let game = judge_one(args, text);
        (game["verdict"].as_str().unwrap_or("").to_owned(), game["fault"]["reason"].as_str().unwrap_or("").to_owned())
    };
    let other = |reason: &str| (String::from("other-game"), String::from(reason));
    let legal = (String::from("legal"), String::new());
    for kind in ["20", "21", "21,B,8,8,N1,0", "30", "77", "nonsense", "25,W,10,10,A0,0"] {
        assert_eq!(verdict(&["russian"], &format!("[GameType \"{kind}\"]\n1. c3-d4 *")), other("game-type"), "{kind}");
    }
    // Boards alike are told apart by number, if it is said.
    assert_eq!(verdict(&["russian"], "[GameType \"26\"]\n1. c3-d4 *"), legal);
    assert_eq!(verdict(&["russian", "--game-type", "25"], "[GameType \"26\"]\n1. c3-d4 *"), other("game-type"));
    assert_eq!(verdict(&["russian", "--game-type", "25"], "[Event \"none\"]\n1. c3-d4 *"), legal);
    assert_eq!(verdict(&["russian"], "[Game \"brazilian\"]\nc3-d4 *"), other("game"));
    assert_eq!(verdict(&["renju"], "Piskvorky 20x20, 0:0, 0\n8,8,0\n"), other("board"));
    assert_eq!(verdict(&["renju"], "Piskvorky 15x15, 0:0, 0\n8,8,0\n"), legal);
    // The number of a board at a tournament is no size.
    assert_eq!(verdict(&["russian"], "[Board \"12\"]\n1. c3-d4 *"), legal);
    // Readings that a record names are used, unless others are asked for.
    let read = "[Game \"russian\"]\n[Option \"main-road-needs-king=yes\"]\nc3-d4 *";
    assert_eq!(verdict(&["russian"], read), legal);
    assert_eq!(verdict(&["russian", "--option", "main-road-needs-king=no"], read), other("readings"));
    assert_eq!(verdict(&["russian"], "[Option \"main-road-needs-king=never\"]\n1. c3-d4 *"), other("readings"));
    assert_eq!(verdict(&["russian"], "[Option \"main-road-needs-king\"]\n1. c3-d4 *"), other("readings"));
}

#[test]
fn what_cannot_be_read_is_told_with_its_place() {
    let fault = |text: &str| {
        let game = judge_one(&["russian"], text);
        assert_eq!(game["verdict"], "unreadable", "{game}");
        let fault = &game["fault"];
        (fault["reason"].as_str().expect("a reason").to_owned(), fault["line"].as_u64(), fault["ply"].as_u64())
    };
    let is = |reason: &str, line, ply| (String::from(reason), Some(line), Some(ply));
    assert_eq!(fault("[Event \"e\"]\n1. c3-d4\nwhat 2. b2-c3 *"), is("move", 3, 2));
    assert_eq!(fault("[Event \"e\"]\n1. c3-d4 d6-z9 *"), is("move", 2, 2));
    assert_eq!(fault("[FEN \"nonsense\"]\n1. c3-d4 *"), is("position", 1, 0));
    assert_eq!(fault("[FEN \"W:Wa1,a1:Bd4\"]\n1. a1-b2 *"), is("position", 1, 0));
    // What stands before the end of a text that was cut off is judged.
    assert_eq!(fault("[Event \"e\"]\n1. c3-d4 d6-c5 {and th"), is("cut", 2, 2));
    let before = judge_one(&["russian"], "[Event \"e\"]\n1. c3-d4 d6-b4 {and th");
    assert_eq!((&before["verdict"], &before["fault"]["ply"]), (&json!("illegal"), &json!(2)));
}

#[test]
fn moves_are_read_as_they_are_written() {
    let text = "[GameType \"25\"]\n1.C3-D4 D6-C5 2. b2c3 7-10 3. d2 - c1?? *";
    let game = judge_one(&["russian"], text);
    assert_eq!((&game["verdict"], &game["fault"]["ply"]), (&json!("illegal"), &json!(5)), "{game}");
    let digits = judge_one(&["international"], "[GameType \"20\"]\n1. 3228 1923 2. 28x19 14x23 *");
    assert_eq!((&digits["verdict"], &digits["plies"]), (&json!("legal"), &json!(4)), "{digits}");
    // Cells are numbered from another corner: 1 is the last one of the first row, as White sees it.
    let spanish = judge_one(&["spanish"], "[GameType \"24\"]\n[FEN \"W:W1-12:B21-32\"]\n1. 10-13 22-19 *");
    assert_eq!((&spanish["verdict"], &spanish["plies"]), (&json!("legal"), &json!(2)), "{spanish}");
    let usual = judge_one(&["spanish"], "[Event \"no type\"]\n1. 23-20 11-14 *");
    assert_eq!((&usual["verdict"], &usual["plies"]), (&json!("legal"), &json!(2)), "{usual}");
    let latin = judge_one(&["russian"], b"[White \"Andr\xE9\"]\r\n[Black \"\xD0\xAF\"]\r\n1. c3-d4 *\r\n");
    assert_eq!((&latin["white"], &latin["black"], &latin["verdict"]), (&json!("André"), &json!("Я"), &json!("legal")));
}

#[test]
fn a_text_that_means_two_moves_is_read_as_the_one_that_goes_on() {
    let game = engine("international");
    let names = game.vocabulary();
    let (mut found, mut rng) = (0, Rng::with_seed(5));
    for _ in 0..4_000 {
        let played = play_out(game.as_ref(), &mut rng, 400);
        // What has to name cells or victims is shortened.
        let short: Vec<String> = played
            .ours
            .iter()
            .map(|text| {
                let bare = text.split('(').next().expect("a text");
                let cells: Vec<&str> = bare.split('x').collect();
                if cells.len() > 2 { format!("{}x{}", cells[0], cells[cells.len() - 1]) } else { bare.to_owned() }
            })
            .collect();
        if short == played.ours {
            continue;
        }
        found += 1;
        let judged = judge_one(&["international"], pdn(&[("GameType", "20")], &short, played.result));
        assert_eq!(judged["verdict"], "legal", "{names:?} {judged}", names = names.game);
        if found == 3 {
            return;
        }
    }
    panic!("no such move was found");
}

#[test]
fn faults_that_were_put_in_are_found_where_they_are() {
    for (name, kind) in [("russian", "25"), ("international", "20"), ("american", "21")] {
        let game = engine(name);
        let mut rng = Rng::with_seed(7);
        let (mut text, mut expected) = (String::new(), Vec::new());
        for i in 0..100 {
            let mut played = play_out(game.as_ref(), &mut rng, 300);
            let at = rng.usize(1..played.pdn.len());
            let mut result = played.result;
            let fault = match i % 5 {
                1 if played.illegal[at].is_some() => {
                    played.pdn[at] = played.pdn[at - 1].clone();
                    json!(["illegal", at + 1, null])
                }
                2 => {
                    played.pdn[at] = String::from("99-1");
                    json!(["unreadable", at + 1, null])
                }
                3 if played.reason.is_some() => {
                    let more = rng.usize(1..9);
                    let again = played.pdn[..more.min(played.pdn.len())].to_vec();
                    let more = again.len();
                    played.pdn.extend(again);
                    json!(["ends-earlier", played.plies, more])
                }
                4 if played.reason.is_some() => {
                    result = if result == "1-0" { "0-1" } else { "1-0" };
                    json!(["result-differs", played.plies, null])
                }
                _ => json!(["legal", null, null]),
            };
            expected.push(fault);
            text += &pdn(&[("Event", &format!("game {i}")), ("GameType", kind)], &played.pdn, result);
        }
        let (games, summary) = judge(&[name], &text);
        let found: Vec<Value> =
            games.iter().map(|g| json!([g["verdict"], g["fault"]["ply"], g["fault"]["played_on"]])).collect();
        assert_eq!(found, expected, "{name}");
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        for fault in &expected {
            *counts.entry(fault[0].as_str().expect("a verdict").to_owned()).or_default() += 1;
        }
        assert!(counts.len() >= 4, "{counts:?}");
        for (verdict, n) in counts {
            assert_eq!(summary["verdicts"][&verdict], json!(n));
        }
    }
}

#[test]
fn every_compiled_game_is_read_in_our_own_form() {
    for compiled in rulebook_games::ENGINES {
        let game = engine(compiled.name);
        let mut rng = Rng::with_seed(11);
        let mut text = String::new();
        let mut plies = Vec::new();
        for _ in 0..3 {
            let played = play_out(game.as_ref(), &mut rng, 120);
            text += &played.record(compiled.name).to_text();
            plies.push(json!(played.plies));
        }
        let (games, _) = judge(&[compiled.name], &text);
        assert!(games.iter().all(|g| g["verdict"] == "legal"), "{}: {games:?}", compiled.name);
        assert_eq!(games.iter().map(|g| g["plies"].clone()).collect::<Vec<_>>(), plies, "{}", compiled.name);
    }
}

#[test]
fn many_files_of_all_kinds_are_told_in_their_order() {
    let pdn = "Games from here and there\n[GameType \"20\"]\n1. 32-28 *\n\nnothing\n[Game \"renju\"]\nh8 i9 *\n";
    let mut bytes = vec![0_u8; 20_000];
    Rng::with_seed(3).fill(&mut bytes);
    let texts: [(&str, &[u8]); 5] = [
        ("a.pdn", pdn.as_bytes()),
        ("b.psq", b"Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,7,12\r\none\r\ntwo\r\n-1\r\n"),
        ("c.txt", b"[Game \"renju\"]\nh8 h8 *\n"),
        ("d.bin", &bytes),
        ("e.psq", b"Piskvorky 15x15, 11:11, 0\n8,8,0\n1,1"),
    ];
    let (_folder, paths) = files(&texts);
    let mut args = vec!["replay", "renju", "--format", "jsonl", "--file"];
    args.extend(paths.iter().map(|p| path(p)));
    let answer = rulebook(&args, b"");
    // Random bytes are no record: this is trouble with a file, and all else is told.
    assert_eq!(answer.code, 3, "{}", answer.err);
    assert!(answer.err.contains("d.bin"), "{}", answer.err);
    let lines: Vec<Value> = answer.out.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    let told: Vec<(&str, &str)> =
        lines.iter().filter_map(|l| Some((l["file"].as_str()?.rsplit('/').next()?, l["verdict"].as_str()?))).collect();
    let expected =
        [("a.pdn", "other-game"), ("a.pdn", "legal"), ("b.psq", "legal"), ("c.txt", "illegal"), ("e.psq", "legal")];
    assert_eq!(told, expected);
    let summary = &lines.last().expect("a summary")["summary"];
    assert_eq!((&summary["games"], &summary["files"][0]["passed_over"]), (&json!(5), &json!(2)));
    // A file that is not there costs only itself.
    let answer = rulebook(&["replay", "renju", "--file", "not-there.pdn", path(&paths[1]), "--json"], b"");
    assert_eq!(answer.code, 3);
    let value: Value = serde_json::from_str(&answer.out).expect("JSON");
    assert_eq!(value["games"].as_array().map(Vec::len), Some(1));
    assert!(value["summary"]["files"][0]["trouble"].as_str().is_some_and(|t| t.contains("not-there.pdn")));
}

#[test]
fn every_beginning_of_a_file_is_answered() {
    let text = "\u{feff}[Event \"é\"]\r\n[FEN \"W:Wc3,e3:Bd6,f6\"]\r\n1. c3-d4 {x} f6-g5 (f6-e5) 2. e3-f4! g5xe3xc5\r\n0-1\r\n";
    let texts: Vec<(String, &[u8])> =
        (0..=text.len()).map(|end| (format!("{end:03}.pdn"), &text.as_bytes()[..end])).collect();
    let texts: Vec<(&str, &[u8])> = texts.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let (_folder, paths) = files(&texts);
    let mut args = vec!["replay", "russian", "--json", "--file"];
    args.extend(paths.iter().map(|p| path(p)));
    let answer = rulebook(&args, b"");
    assert_eq!(answer.code, 3, "the empty one has no game");
    let value: Value = serde_json::from_str(&answer.out).expect("JSON");
    assert_eq!(value["summary"]["files"].as_array().map(Vec::len), Some(texts.len()));
    assert_eq!(value["games"].as_array().and_then(|g| g.last()).map(|g| g["plies"].clone()), Some(json!(4)));
}

/// A file with all sorts of games.
fn mixed() -> String {
    let game = engine("russian");
    let mut rng = Rng::with_seed(13);
    let mut text = String::new();
    for i in 0..300 {
        let played = play_out(game.as_ref(), &mut rng, 40);
        let kind = if i % 9 == 0 { "20" } else { "25" };
        let mut moves = played.pdn.clone();
        if i % 7 == 0 {
            moves[20] = String::from("a1-h8");
        }
        let tags = [("Event", format!("\"{i}\", or so").replace('"', "\\\"")), ("White", "One, A.".into())];
        let tags: Vec<(&str, &str)> = tags.iter().map(|(n, v)| (*n, v.as_str())).chain([("GameType", kind)]).collect();
        text += &pdn(&tags, &moves, "*");
    }
    text
}

#[test]
fn the_order_does_not_depend_on_how_many_judge() {
    let (_folder, paths) = files(&[("mixed.pdn", mixed().as_bytes())]);
    let answers: Vec<String> = ["1", "2", "7"]
        .iter()
        .map(|jobs| {
            rulebook(&["replay", "russian", "--format", "jsonl", "--jobs", jobs, "--file", path(&paths[0])], b"").out
        })
        .collect();
    assert_eq!(answers[0].lines().count(), 301);
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[2]);
}

#[test]
fn all_formats_tell_the_same() {
    let (_folder, paths) = files(&[("mixed.pdn", mixed().as_bytes())]);
    let call = |format: &str| {
        let answer = rulebook(&["replay", "russian", "--file", path(&paths[0]), "--format", format], b"");
        assert_eq!((answer.code, answer.err.as_str()), (1, ""), "no bar where nobody looks on");
        answer.out
    };
    let json: Value = serde_json::from_str(&call("json")).expect("JSON");
    let lines: Vec<Value> = call("jsonl").lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    let (last, lines) = lines.split_last().expect("lines");
    assert_eq!(json["games"].as_array().expect("games"), lines);
    assert_eq!(last["summary"], json["summary"]);
    let csv = call("csv");
    let mut table = csv::Reader::from_reader(csv.as_bytes());
    let rows: Vec<BTreeMap<String, String>> = table.deserialize().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), 300);
    for (row, game) in rows.iter().zip(lines) {
        assert_eq!(json!(row["verdict"]), game["verdict"]);
        assert_eq!(json!(row["event"]), game["event"]);
        assert_eq!(row["white"], "One, A.");
        assert_eq!(json!(row["message"]), game["fault"].get("message").cloned().unwrap_or(json!("")));
        assert_eq!(
            row["ply"],
            game["fault"].get("ply").and_then(Value::as_u64).map_or_else(String::new, |p| p.to_string())
        );
    }
    let text = call("text");
    for part in ["300 records of `russian`", " legal", "illegal (the first 5 of", "other-game", "mixed.pdn:"] {
        assert!(text.contains(part), "`{part}` is missing:\n{text}");
    }
    let few = rulebook(&["replay", "russian", "--file", path(&paths[0]), "--limit", "1"], b"").out;
    assert!(few.contains("illegal (the first 1 of"), "{few}");
}

#[test]
fn wrong_usage_is_refused() {
    for args in [
        &["--file", "-", "--moves", "c3-d4"][..],
        &["--file", "-", "--position", "white:"],
        &["--file", "-", "--boards"],
        &["--file", "-", "--json", "--format", "csv"],
        &["--file", "-", "--json", "--limit", "3"],
        &["--file", "-", "--jobs", "0"],
        &["--file", "-", "--game-type", "20"],
        &["--file", "-", "--game-type", "99"],
        &["--file", "-", "--option", "nothing=here"],
        &["--moves", "c3-d4", "--format", "csv"],
        &["--limit", "3"],
        &[],
    ] {
        let answer = rulebook(&[&["replay", "russian"], args].concat(), b"");
        assert_eq!(answer.code, 2, "{args:?}: {}{}", answer.out, answer.err);
        assert!(!answer.err.is_empty());
    }
}

/// Ten thousand games, for measuring: prints where they are, and how long it took to judge them.
#[test]
#[ignore = "a measurement, which says something only in a release build"]
fn ten_thousand_games() {
    for (name, kind) in [("russian", "25"), ("international", "20")] {
        let game = engine(name);
        let mut rng = Rng::with_seed(17);
        let mut text = String::new();
        for i in 0..10_000 {
            let played = play_out(game.as_ref(), &mut rng, 400);
            text += &pdn(&[("Event", &format!("game {i}")), ("GameType", kind)], &played.pdn, played.result);
        }
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-10000.pdn"));
        fs::write(&file, text).expect("it is written");
        let begun = std::time::Instant::now();
        let answer = rulebook(&["replay", name, "--file", path(&file)], b"");
        println!("{}\n{}\n{:?}", file.display(), answer.out, begun.elapsed());
        assert_eq!(answer.code, 0, "{}", answer.err);
    }
}

#[test]
fn what_a_terminal_would_obey_is_shown_and_not_sent() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("e.pdn");
    std::fs::write(&file, "[Event \"a\u{1b}[2J\"]\n[GameType \"20\"]\n1. 32-2\u{1b}8 *\n").expect("written");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_rulebook"))
        .args(["replay", "international", "--file"])
        .arg(&file)
        .output()
        .expect("it starts");
    let told = [output.stdout, output.stderr].concat();
    assert!(!told.is_empty() && !told.contains(&0x1b), "{}", String::from_utf8_lossy(&told));
}
