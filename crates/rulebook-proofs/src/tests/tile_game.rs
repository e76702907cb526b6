//! What the documents of the tile game claim is proved in every setting; a spec that is wrong in one place is found out.

use std::sync::Arc;

use super::specs::{rules, text};
use crate::{Length, Limits, Report, Stuck, Verdict, Why, analyse};

/// The settings that ship.
const SETTINGS: [&[(&str, &str)]; 4] =
    [&[], &[("line", "consecutive")], &[("line", "different"), ("numbers", "4"), ("copies", "8")], &[("line", "any")]];

/// The properties of the spec, in its order.
const PROPERTIES: [&str; 6] = ["stock", "occupied", "net-growth", "no-turn-limit", "no-space-rule", "only-draw"];

fn report(text: &str, params: &[(&str, &str)]) -> Report {
    analyse(&Arc::new(rules("tiles", text, params)), &[], &Limits::default())
}

/// The report of the spec with one place of it changed.
fn changed(from: &str, to: &str) -> Report {
    let text = text("tiles");
    assert_eq!(text.matches(from).count(), 1, "`{from}` stands there once");
    report(&text.replace(from, to), &[])
}

fn verdict<'r>(report: &'r Report, name: &str) -> &'r Verdict {
    let index = PROPERTIES.iter().position(|p| *p == name).expect("a property of the spec");
    &report.properties[index].verdict
}

/// The number of actions of a refutation that is the shortest.
fn refuted(report: &Report, name: &str) -> usize {
    match verdict(report, name) {
        Verdict::Refuted(trace) => {
            assert!(trace.shortest, "{name}: {trace:?}");
            trace.actions.len()
        }
        other => panic!("{name} is not refuted: {other:?}"),
    }
}

fn proved(report: &Report, name: &str) -> bool {
    matches!(verdict(report, name), Verdict::Proved { .. })
}

#[test]
fn all_is_proved_in_every_setting() {
    for setting in SETTINGS {
        let report = report(text("tiles"), setting);
        for name in PROPERTIES {
            assert!(proved(&report, name), "{setting:?}: {name}: {:?}", verdict(&report, name));
        }
        // 62 completed turns, 124 placements and 62 removals: the documents' own arithmetic.
        assert_eq!(report.length, Length::AtMost { turns: 62, actions: 186 }, "{setting:?}");
        assert_eq!((report.never.len(), report.stuck), (0, Stuck::Never), "{setting:?}");
    }
}

#[test]
fn the_draw_is_asked_in_one_place_only() {
    let report = report(text("tiles"), &[]);
    assert_eq!(*verdict(&report, "only-draw"), Verdict::Proved { asked: 1 });
}

#[test]
fn an_earlier_draw_is_found_at_the_action_that_brings_it() {
    // With fewer than three in reserve: after the removal of blue's 31st turn, number 61, two are left. Three actions of
    // each turn but the first, which has two, come before that removal: 2 + 59 * 3 + 1.
    let report = changed("when count own stock < 2", "when count own stock < 3");
    assert_eq!(refuted(&report, "only-draw"), 180);
    assert!(proved(&report, "occupied") && proved(&report, "no-turn-limit"));
}

#[test]
fn a_first_turn_of_three_placements_is_found_at_once() {
    let report = changed("turn 1: place 2 times", "turn 1: place 3 times");
    assert_eq!(refuted(&report, "occupied"), 3);
    assert_eq!(refuted(&report, "net-growth"), 3);
}

#[test]
fn later_turns_of_three_placements_are_found_in_the_second() {
    let report = changed("then place 2 times", "then place 3 times");
    // Two placements, a removal, three placements.
    assert_eq!(refuted(&report, "occupied"), 6);
}

#[test]
fn tiles_that_do_not_come_back_are_found() {
    let report = changed("off enemy to stock ", "off enemy ");
    assert!(proved(&report, "occupied"));
    // Red's first removal leaves blue one tile short; it is asked at the end of blue's next turn.
    assert_eq!(refuted(&report, "net-growth"), 8);
    assert!(matches!(verdict(&report, "only-draw"), Verdict::Refuted(_)));
}

#[test]
fn limits_one_too_low_are_found() {
    let report = changed("turns <= 62 and", "turns <= 61 and");
    assert_eq!(refuted(&report, "no-turn-limit"), 185);
    let report = changed("count piece <= 63", "count piece <= 62");
    assert_eq!(refuted(&report, "no-space-rule"), 185);
}

#[test]
fn without_its_draw_the_last_turn_gets_stuck() {
    let report = changed("when count own stock < 2", "when count own stock < 0");
    // Nobody may begin a turn that cannot be finished, and no result ends that game.
    assert_eq!(report.stuck, Stuck::Maybe);
    assert_eq!(report.never.len(), 1);
    assert_eq!(*verdict(&report, "only-draw"), Verdict::Proved { asked: 0 });
}

#[test]
fn what_lines_decide_is_only_tried_and_says_so() {
    let text = text("tiles").replace(
        "always count piece <= 63                                        as no-space-rule",
        "always after turn: not lined of mover                          as no-space-rule",
    );
    match verdict(&report(&text, &[]), "no-space-rule") {
        Verdict::Tried { why: Why::Asks(what), .. } => assert_eq!(what, &["a pattern of cells"]),
        Verdict::Refuted(_) => {}
        other => panic!("{other:?}"),
    }
}
