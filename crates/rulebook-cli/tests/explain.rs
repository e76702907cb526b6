//! `rulebook explain`: reasons level by level agree with what the rules answer, and say what the rules say.

use std::process::Command;

use rulebook_api::{Game as _, Position as _, position_text};
use rulebook_certify::suite;
use rulebook_check::{Loader, Request, check};
use rulebook_diagnostics::Sources;
use rulebook_interpreter::{Finding, Interpreter, judged};
use serde_json::Value;

struct Bundled;

impl Loader for Bundled {
    fn load(&self, name: &str, _from: &str) -> Option<(String, String)> {
        rulebook_specs::find(name).map(|s| (s.display_name(), s.text.to_owned()))
    }
}

fn interpreter(game: &str) -> Interpreter {
    let spec = rulebook_specs::find(game).expect("bundled");
    let mut sources = Sources::default();
    let root = sources.add(spec.display_name(), spec.text);
    let checked = check(&mut sources, root, &Request { game: Some(game.to_owned()), params: Vec::new() }, &Bundled);
    Interpreter::new(checked.rules.expect("right").into(), &[])
}

fn explain(args: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_rulebook")).arg("explain").args(args).output().expect("it starts");
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stdout).into_owned())
}

fn json(args: &[&str]) -> Value {
    let (_, text) = explain(&[args, &["--json"]].concat());
    serde_json::from_str(&text).expect("one line of JSON")
}

/// Every part of a tree, with the tree itself.
fn all(finding: &Finding) -> Vec<&Finding> {
    std::iter::once(finding).chain(finding.because.iter().flat_map(all)).collect()
}

#[test]
fn what_was_asked_agrees_with_what_is_forbidden() {
    let game = interpreter("renju");
    let names = game.vocabulary();
    let (mut stopped, mut let_pass, mut supposed) = (0, 0, 0);
    for case in suite::bundled_files().expect("the suite").into_iter().flat_map(|f| f.cases) {
        let Some(text) = case.position.as_deref().filter(|_| case.game() == "renju" && case.options.is_empty()) else {
            continue;
        };
        let Ok(setup) = position_text::parse(names, text) else { continue };
        let Ok(position) = game.position_set_up(&setup) else { continue };
        for forbidden in position.forbidden() {
            let asked = judged(&position, &forbidden.action);
            let mut stops: Vec<u16> = asked.iter().filter(|j| j.stops).map(|j| j.clause.0).collect();
            stops.sort_unstable();
            assert_eq!(stops, forbidden.clauses, "{}: {:?}", case.slug, forbidden.action);
            assert!(
                asked.iter().all(|j| j.pieces.iter().any(|(c, _)| Some(*c) == forbidden.action.to)),
                "{}",
                case.slug
            );
            supposed += asked.iter().flat_map(|j| all(&j.when)).filter(|f| !f.trials.is_empty()).count();
            stopped += 1;
        }
        for action in position.legal().iter().step_by(40) {
            assert!(judged(&position, action).iter().all(|j| !j.stops), "{}: {action:?}", case.slug);
            let_pass += 1;
        }
    }
    assert!(stopped > 20 && let_pass > 20 && supposed > 20, "{stopped} {let_pass} {supposed}");
}

#[test]
fn a_recursive_prohibition_is_told_level_by_level() {
    // Two threes through m8: that of the column's diagonal would need l9, where a stone makes a five in another line, so it
    // is none.
    let position = "black: black=i6,j7,k8,l8,k10,m10,j11 white=";
    let (code, text) = explain(&["renju", "--position", position, "--move", "m8"]);
    assert_eq!(code, 0, "{text}");
    for line in [
        "renju.double-three does not stop the move",
        "yes three at m8 on a8-o8",
        "no  three at m8 on f15-o6",
        "no  supposing own stone at l9",
        "supposed: 1 black on l9",
        "no  playable at l9",
        "yes five at l9",
    ] {
        assert!(text.contains(line), "`{line}` is missing in\n{text}");
    }
}

#[test]
fn a_better_capture_is_told_with_the_numbers_that_decide() {
    let position = "white: white=e1,a1 black=b2,f2,f4";
    let answer = json(&["brazilian", "--position", position, "--move", "a1xc3"]);
    assert_eq!(answer["legal"], false);
    let key = &answer["reasons"][0]["preference"][0];
    assert_eq!(key["key"], "most count victims");
    assert_eq!((&key["move"], &key["instead"], &key["decides"]), (&[1].into(), &[2].into(), &true.into()));
}

#[test]
fn a_clock_is_told_with_its_limits_and_restarts() {
    let position = "white: white=Kc1,Ke1 black=Kh8; five=7";
    let answer = json(&["brazilian", "--position", position]);
    let clock = answer["clocks"].as_array().and_then(|c| c.iter().find(|c| c["name"] == "five")).expect("it runs");
    assert_eq!((&clock["value"], &clock["limits"][0]["at"]), (&7.into(), &10.into()));
    assert_eq!(clock["limits"][0]["clause"], "brazilian.five.limit");
    let quiet = answer["clocks"].as_array().and_then(|c| c.iter().find(|c| c["name"] == "quiet")).expect("it runs");
    assert_eq!(quiet["restarts"], Value::from(["capture", "move man"]));
    let (_, text) = explain(&["brazilian", "--position", position]);
    assert!(text.contains("brazilian.five.limit ends the game at 10: 3 more"), "{text}");
}

#[test]
fn a_legal_move_is_told_by_what_it_does() {
    let (code, text) =
        explain(&["brazilian", "--position", "white: white=Kc1,Ke1 black=Kh8; five=9", "--move", "c1-d2"]);
    assert_eq!(code, 0);
    for line in ["white king goes from c1 to d2", "ends the game: drawn: endgame-limit", "five reaches 10"] {
        assert!(text.contains(line), "`{line}` is missing in\n{text}");
    }
    // A piece may be taken on the cell where the other one ends.
    let (_, text) = explain(&["breakthrough", "--position", "white: white=c3,e2 black=d4", "--move", "c3xd4"]);
    assert!(text.contains("on d4 leaves the board"), "{text}");
    let (_, text) = explain(&["reversi", "--move", "d3"]);
    assert!(text.contains("what stands on d4 now belongs to black"), "{text}");
}

#[test]
fn a_finished_game_is_told_with_what_ended_it() {
    let (code, text) = explain(&["connect-four", "--moves", "a1 b1 a2 b2 a3 b3 a4"]);
    assert_eq!(code, 0);
    assert!(text.contains("has won") && text.contains("yes line [4 own]"), "{text}");
}

#[test]
fn the_first_move_of_every_game_can_be_explained() {
    for spec in rulebook_specs::all().iter().filter(|s| s.text.contains("\ngame ")) {
        let (_, text) = {
            let output = Command::new(env!("CARGO_BIN_EXE_rulebook"))
                .args(["moves", spec.name, "--json"])
                .output()
                .expect("starts");
            (0, String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let moves: Value = serde_json::from_str(&text).expect("JSON");
        let first = moves["legal"][0].as_str().expect("a move").to_owned();
        let answer = json(&[spec.name, "--move", &first]);
        assert_eq!(answer["legal"], true, "{}", spec.name);
        let does = &answer["reasons"][0]["does"];
        assert!(does["effects"].as_array().is_some_and(|e| !e.is_empty()), "{}: {does}", spec.name);
        let (code, position) = explain(&[spec.name]);
        assert!(code == 0 && position.contains("the game goes on"), "{}", spec.name);
    }
}
