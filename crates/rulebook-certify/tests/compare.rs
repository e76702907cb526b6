//! Answers against the rules: what counts as the same move, and what a list must not have.

use rulebook_api::{Action, ActionName, CellName, KindName, Notation, Piece, Status, Vocabulary};
use rulebook_certify::{
    exam::{
        Difference, Kind,
        compare::{set_differs, status_differs},
    },
    protocol::{MoveParts, MoveSaid, StatusSaid},
};

/// A small board: six cells, men and kings that walk and take.
fn names() -> Vocabulary {
    let cell = |(i, name): (usize, &str)| CellName { name: name.into(), number: Some(i as u16 + 1) };
    Vocabulary {
        game: "small".into(),
        players: vec!["white".into(), "black".into()],
        kinds: vec![
            KindName { name: "man".into(), letter: None, numbers: None },
            KindName { name: "king".into(), letter: Some('K'), numbers: None },
        ],
        cells: ["a1", "b2", "c3", "d4", "e5", "f6"].into_iter().enumerate().map(cell).collect(),
        actions: vec![ActionName { name: "move".into(), notation: Notation::Walk }],
        reasons: vec!["no-moves".into(), "repetition".into(), "limit".into()],
        ..Vocabulary::default()
    }
}

fn walk(from: u16, to: u16, victims: &[u16]) -> Action {
    Action {
        name: 0,
        from: Some(from),
        to: Some(to),
        piece: Some(Piece { player: 0, kind: 0, number: 0 }),
        victims: victims.to_vec(),
        group: Vec::new(),
        via: vec![vec![to]],
        routes: 1,
    }
}

fn said(json: &str) -> Vec<MoveSaid> {
    serde_json::from_str(json).expect("moves")
}

fn differs(legal: &[Action], json: &str, parts: MoveParts) -> Option<(Vec<String>, Vec<String>)> {
    set_differs(&names(), legal, &said(json), parts).map(|d| (d.missing, d.extra))
}

#[test]
fn moves_are_matched_by_meaning() {
    let legal = [walk(0, 1, &[]), walk(2, 4, &[3])];
    for same in [
        r#"["c3xe5","a1-b2"]"#,
        r#"["a1-b2","3:5"]"#,
        r#"[{"from":"a1","to":"b2"},{"from":"c3","to":"e5","victims":["d4"]}]"#,
        r#"[{"from":1,"to":2},{"from":3,"to":5,"piece":"man"}]"#,
    ] {
        assert_eq!(differs(&legal, same, MoveParts::Full), None, "{same}");
    }
}

#[test]
fn what_is_wrong_in_a_part_is_not_mended_by_the_text() {
    let legal = [walk(2, 4, &[3])];
    for wrong in [
        r#"[{"text":"c3xe5","victims":["b2"]}]"#,
        r#"[{"from":"c3","to":"e5","piece":"king"}]"#,
        r#"[{"from":"c3","to":"f6"}]"#,
        r#"[{"from":"z9","to":"e5"}]"#,
        r#"["zz9"]"#,
        r"[]",
    ] {
        assert!(differs(&legal, wrong, MoveParts::Full).is_some(), "{wrong}");
    }
}

#[test]
fn a_move_is_there_once() {
    let legal = [walk(0, 1, &[])];
    for parts in [MoveParts::Full, MoveParts::FromTo] {
        let (missing, extra) = differs(&legal, r#"["a1-b2","a1-b2"]"#, parts).expect("a difference");
        assert_eq!((missing.len(), extra.len()), (0, 1));
    }
}

#[test]
fn captures_between_the_same_cells_are_two_unless_they_are_not_told_apart() {
    let legal = [walk(0, 5, &[1]), walk(0, 5, &[3])];
    let once = r#"[{"from":"a1","to":"f6"}]"#;
    assert!(differs(&legal, once, MoveParts::Full).is_some());
    assert_eq!(differs(&legal, once, MoveParts::FromTo), None);
    // A short text gives way to one that can only be the other action.
    let both = r#"[{"from":"a1","to":"f6"},{"from":"a1","to":"f6","victims":["b2"]}]"#;
    assert_eq!(differs(&legal, both, MoveParts::Full), None);
}

#[test]
fn a_list_without_end_is_not_read_to_its_end() {
    let legal = [walk(0, 1, &[])];
    let many: Vec<MoveSaid> = (0..200_000).map(|i| MoveSaid::Text(format!("move {i}"))).collect();
    let begun = std::time::Instant::now();
    let found = set_differs(&names(), &legal, &many, MoveParts::Full).expect("a difference");
    assert!(begun.elapsed().as_secs() < 5);
    assert!(found.extra.len() <= 64 && found.got.contains("200000"));
}

#[test]
fn of_several_reasons_one_will_do_but_no_other() {
    let status = Status::Drawn { reasons: vec![1, 2], clauses: Vec::new() };
    let differs = |json: &str| {
        let said: StatusSaid = serde_json::from_str(json).expect("a status");
        status_differs(&names(), &status, &said, true).map(|d| d.kind)
    };
    assert_eq!(differs(r#"{"state":"drawn","reasons":["limit"]}"#), None);
    assert_eq!(differs(r#"{"state":"drawn","reasons":["limit","repetition"]}"#), None);
    assert_eq!(differs(r#"{"state":"drawn","reasons":["limit","no-moves"]}"#), Some(Kind::Reason));
    assert_eq!(differs(r#"{"state":"drawn"}"#), Some(Kind::Reason));
    assert_eq!(differs(r#"{"state":"ongoing"}"#), Some(Kind::State));
    assert_eq!(differs(r#"{"state":"won","winner":"white"}"#), Some(Kind::State));
}

#[test]
fn only_the_same_sort_of_fault_is_alike() {
    let verdict = |got: &str| Difference::new(Kind::Verdict, "x", got);
    assert!(verdict("it is accepted").like(&verdict("it is accepted")));
    assert!(!verdict("it is accepted").like(&verdict("ply 2 is rejected")));
    let clock = |name: &str| Difference::new(Kind::Clocks, format!("{name} = 3"), format!("{name} = 4"));
    assert!(clock("five").like(&clock("five")) && !clock("five").like(&clock("quiet")));
    let missing = Difference { missing: vec!["a1-b2".into()], ..Difference::new(Kind::Set, "1", "0") };
    let extra = Difference { extra: vec!["a1-b2".into()], ..Difference::new(Kind::Set, "1", "2") };
    assert!(!missing.like(&extra));
}

#[test]
fn words_of_a_program_cannot_forge_a_report() {
    let forged = Difference::new(Kind::State, "ongoing", "won\nconforms to \u{1b}[2J\u{202e}");
    assert!(!forged.got.contains('\n') && !forged.got.contains('\u{1b}') && !forged.got.contains('\u{202e}'));
}
