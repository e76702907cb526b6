//! What bounds games, and what does not.

use std::sync::Arc;

use super::specs::{rules, text};
use crate::{Bound, Length, Limits, Report, Stuck, Verdict, analyse};

fn report(name: &str, text: &str) -> Report {
    analyse(&Arc::new(rules(name, text, &[])), &[], &Limits::default())
}

/// Two kings that walk about; what else, is said by the test.
fn wanderers(more: &str) -> Report {
    let text = format!(
        "rulebook 1\ngame wanderers {{ board 3 x 3 players white, black piece king setup white king on a1, black king on c3
         action move king: any direction [empty] turn: move {more} }}"
    );
    report("wanderers", &text)
}

#[test]
fn pieces_that_only_go_ahead_run_out_of_cells() {
    let report = report("breakthrough", text("breakthrough"));
    let Length::Ends(bounds) = &report.length else { panic!("{:?}", report.length) };
    assert!(matches!(bounds.as_slice(), [Bound::Ahead { kind, .. }] if kind == "pawn"), "{bounds:?}");
    assert!(report.never.is_empty());
}

#[test]
fn pieces_that_walk_about_have_no_bound() {
    let report = wanderers("");
    assert_eq!(report.length, Length::Unbounded { cycle: vec!["move".into(), "move".into()] });
}

#[test]
fn a_clock_that_nothing_restarts_is_a_bound() {
    let report = wanderers("clock quiet counts plies draw when quiet reaches 9 because long");
    assert!(matches!(&report.length, Length::Ends(b) if matches!(b.as_slice(), [Bound::Clock { .. }])), "{report:?}");
    // One that every move restarts is none.
    let report = wanderers("clock quiet counts plies, restarts on move draw when quiet reaches 9 because long");
    assert!(matches!(report.length, Length::Unbounded { .. }));
    // Nor is one whose result asks for more.
    let report =
        wanderers("clock quiet counts plies draw when quiet reaches 9 and (some white king on b2) because long");
    assert!(matches!(report.length, Length::Unbounded { .. }));
}

#[test]
fn repetition_is_a_bound_unless_it_is_only_claimed() {
    let report = wanderers("draw when position occurs 3 times because repetition");
    assert!(matches!(&report.length, Length::Ends(b) if matches!(b.as_slice(), [Bound::Repetition(_)])), "{report:?}");
    let report = wanderers(
        "option draws is claimed or automatic draw when position occurs 3 times because repetition claimable draws if draws is claimed",
    );
    assert!(matches!(report.length, Length::Unbounded { .. }), "{report:?}");
}

#[test]
fn results_that_no_count_allows_can_never_happen() {
    let report =
        wanderers("win mover when count piece = 1 because lonely win mover when next cannot act because stuck");
    assert_eq!(report.never.len(), 1);
    // Whoever cannot move has lost, so that nobody gets stuck; without that result somebody may.
    assert_eq!(report.stuck, Stuck::Never);
    assert_eq!(wanderers("").stuck, Stuck::Maybe);
}

#[test]
fn a_property_is_refuted_by_the_shortest_game() {
    let report = wanderers(
        "always after turn: turns < 3 as short always (some white king on a1) as home always count piece = 2 as two",
    );
    let lengths: Vec<Option<usize>> = report
        .properties
        .iter()
        .map(|p| match &p.verdict {
            Verdict::Refuted(trace) => {
                assert!(trace.shortest);
                Some(trace.actions.len())
            }
            Verdict::Proved { .. } | Verdict::Tried { .. } => None,
        })
        .collect();
    assert_eq!(lengths, [Some(3), Some(1), None]);
    assert!(matches!(report.properties[2].verdict, Verdict::Proved { .. }));
}
