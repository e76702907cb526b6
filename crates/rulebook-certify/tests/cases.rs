//! The form of cases: what is read, what is refused, what lint says, and that the published schema agrees.

use std::collections::BTreeSet;

use rulebook_certify::{
    Case, CaseFile, Polarity,
    case::{ClockExpect, ClockValue},
    coverage::Coverage,
    lint::{Facts, lint},
    suite::{self, parse},
};
use serde_json::Value;

/// A case in which every field is there.
const FULL: &str = r#"
- id: K7Q2
  slug: brazilian/five/capture-keeps-the-count
  game: brazilian
  clauses: [brazilian.five.no-restart]
  polarity: ends
  pair: M4XD
  level: should
  source: { document: 002_8eb60208e115b1f9.txt, paragraph: [15, 16] }
  worked_example: true
  status: disputed
  options: { five-stretch: one-count }
  params: { line: no, numbers: 8 }
  position: "black: white=Ke7,Kb2 black=Kd6"
  moves: "d6xf8 b2-e5"
  expect:
    ends_at_ply: 10
    status: { state: drawn, winner: white, reason: a, reasons: [endgame-limit], reasons_any_of: [b], claimable: [c] }
    legal: [a1-b2]
    legal_includes: [a1-b2]
    forbidden: [h8, { move: h9, clauses: [renju.overline] }]
    illegal: { move: c3-d4, ply: 3, clauses: [brazilian.turn] }
    position: "white:"
    clocks: { five: 3, quiet: off, fifteen: { white: 3 } }
    refused: uncrowned
  why: { en: "x", es: "y" }
"#;

fn full() -> Case {
    parse("full.yaml", FULL).expect("it is a case").cases.remove(0)
}

#[test]
fn a_full_case_is_read() {
    let case = full();
    assert_eq!(case.game(), "brazilian");
    assert_eq!(case.polarity, Polarity::Ends);
    assert_eq!(case.params["line"].text(), "no");
    assert_eq!(case.expect.illegal[0].full().ply, Some(3));
    assert_eq!(case.expect.forbidden.as_ref().map(Vec::len), Some(2));
    let ClockExpect::One(off) = &case.expect.clocks["quiet"] else { panic!("one value") };
    assert_eq!(off.value(), Ok(None));
    assert!(ClockValue::Off("of".into()).value().is_err());
}

#[test]
fn errors_name_the_place_and_what_was_expected() {
    let unknown = FULL.replace("polarity: ends", "polaritty: ends");
    let message = parse("x.yaml", &unknown).expect_err("an unknown field").to_string();
    assert!(message.starts_with("x.yaml: ") && message.contains("polaritty") && message.contains("line"), "{message}");
    let refusal = FULL.replace("illegal: { move: c3-d4, ply: 3,", "illegal: { moves: c3-d4,");
    let message = parse("x.yaml", &refusal).expect_err("an unknown field").to_string();
    assert!(message.contains("expected a move"), "{message}");
    assert_eq!(parse("empty.yaml", "# nothing yet\n"), Ok(CaseFile { path: "empty.yaml".into(), cases: Vec::new() }));
}

/// The names of the fields of a schema's definition, or of a value.
fn keys(value: &Value) -> BTreeSet<String> {
    value.as_object().expect("an object").keys().cloned().collect()
}

#[test]
fn the_schema_has_the_same_fields() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance/schema/case.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).expect("the schema")).expect("JSON");
    let case = serde_json::to_value(full()).expect("JSON");
    let defs = &schema["$defs"];
    assert_eq!(keys(&defs["case"]["properties"]), keys(&case));
    assert_eq!(keys(&defs["case"]["properties"]["source"]["properties"]), keys(&case["source"]));
    assert_eq!(keys(&defs["case"]["properties"]["why"]["properties"]), keys(&case["why"]));
    assert_eq!(keys(&defs["expect"]["properties"]), keys(&case["expect"]));
    assert_eq!(keys(&defs["status"]["properties"]), keys(&case["expect"]["status"]));
    assert_eq!(keys(&defs["refusal"]["oneOf"][1]["properties"]), keys(&case["expect"]["illegal"][0]));
}

/// What lint says of cases of the game `g`, which has the clauses `g.a` and `g.b`.
#[track_caller]
fn problems(text: &str) -> Vec<String> {
    let files = [parse("x.yaml", text).expect("cases")];
    let facts = |game: &str| {
        let clauses = vec![String::from("g.a"), String::from("g.b")];
        (game == "g").then(|| Facts { clauses, documents: vec![String::from("the rules")] })
    };
    lint(&files, &facts).into_iter().map(|p| format!("{}: {}", p.id, p.message)).collect()
}

/// A sound case with some lines changed.
fn case(id: &str, changes: &[(&str, &str)]) -> String {
    let mut text = format!(
        "- id: {id}\n  slug: g/t/{id}\n  clauses: [g.a]\n  polarity: continues\n  moves: \"h8\"\n  \
         expect: {{ status: {{ state: ongoing }} }}\n  why: {{ en: x, es: y }}\n"
    );
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    text
}

#[test]
fn sound_cases_have_no_problems() {
    let pair = |id: &str, twin: &str| case(id, &[("  moves", &format!("  pair: {twin}\n  moves"))]);
    let other = pair("CCCC", "BBBB").replace("state: ongoing }", "state: ongoing, claimable: [] }");
    assert_eq!(problems(&(case("AAAA", &[]) + &pair("BBBB", "CCCC") + &other)), [""; 0]);
}

#[test]
fn lint_finds_what_is_unsound() {
    let one = |changes: &[(&str, &str)]| problems(&case("AAAA", changes));
    assert_eq!(problems(&(case("AAAA", &[]) + &case("AAAA", &[("g/t/AAAA", "g/t/b")]))).len(), 2);
    assert_eq!(problems(&(case("AAAA", &[]) + &case("AAAB", &[("g/t/AAAB", "g/t/AAAA")]))).len(), 2);
    assert_eq!(one(&[("id: AAAA", "id: aaaa")]), ["aaaa: `aaaa` is not an id: four capital letters or digits"]);
    assert_eq!(one(&[("[g.a]", "[g.aa]")]), ["AAAA: g has no clause `g.aa`; did you mean `g.a`?"]);
    assert_eq!(one(&[("[g.a]", "[]")]), ["AAAA: it names no clause"]);
    assert_eq!(
        one(&[("g/t/AAAA", "h/t/AAAA")]),
        ["AAAA: there is no game `h`: put its spec, `h.rules`, beside the cases, or say `game: PATH` in the case"]
    );
    assert_eq!(one(&[("es: y", "es: ''")]), ["AAAA: `why` has no text in `es`"]);
    assert_eq!(one(&[("  moves", "  pair: BBBB\n  moves")]), ["AAAA: its pair BBBB does not exist"]);
    assert_eq!(one(&[("continues", "ends")]), ["AAAA: it `ends`, but does not expect the game to have ended"]);
    assert_eq!(
        one(&[("continues", "rejects")]),
        [
            "AAAA: it `rejects`, but expects nothing `illegal`, `forbidden` or `refused`, nor an exact `legal` list, `position` or `claimable` list"
        ]
    );
    assert_eq!(
        one(&[("  moves", "  source: { document: the rule }\n  moves")]),
        ["AAAA: the spec of g cites no document `the rule`; did you mean `the rules`?"]
    );
    let twin = |id: &str, of: &str| case(id, &[("  moves", &format!("  pair: {of}\n  moves"))]);
    assert_eq!(
        problems(&(twin("AAAA", "BBBB") + &twin("BBBB", "AAAA"))),
        [
            "AAAA: its pair BBBB expects the same; a pair answers otherwise",
            "BBBB: its pair AAAA expects the same; a pair answers otherwise"
        ]
    );
    let lone = case("AAAA", &[("  moves", "  pair: BBBB\n  moves")]) + &case("BBBB", &[]);
    assert_eq!(problems(&lone), ["AAAA: its pair BBBB has to name it in return: `pair: AAAA`"]);
}

#[test]
fn coverage_counts_by_clause_and_polarity() {
    let mut coverage = Coverage::default();
    coverage.add(&full());
    coverage.add(&full());
    assert_eq!(coverage.count("brazilian.five.no-restart", Polarity::Ends), 2);
    assert_eq!(coverage.rows().collect::<Vec<_>>(), [("brazilian.five.no-restart", [0, 0, 2, 0])]);
}

#[test]
fn bundled_files_are_cases() {
    for (path, text) in suite::bundled() {
        if let Err(error) = parse(path, text) {
            panic!("{error}");
        }
    }
}
