//! Changes that change nothing by the form of the rules alone are no mutants; their neighbours, which change something, are.

use rulebook_certify::mutants::{count, mutant};
use rulebook_check::{Loader, Request, check};
use rulebook_diagnostics::{Sources, render_short};

struct Nowhere;

impl Loader for Nowhere {
    fn load(&self, _: &str, _: &str) -> Option<(String, String)> {
        None
    }
}

/// The mutants of a small game with these clauses, by name.
fn mutants(clauses: &str) -> Vec<String> {
    let text = format!(
        "rulebook 1\ngame g {{\n  board 4 x 4\n  players white facing north, black facing south\n  piece stone\n  \
         setup stone on first 1 rows\n  turn: move\n  {clauses}\n}}\n"
    );
    let mut sources = Sources::default();
    let root = sources.add("g.rules", text);
    let checked = check(&mut sources, root, &Request::default(), &Nowhere);
    let rules = checked.rules.unwrap_or_else(|| panic!("{}", render_short(&sources, &checked.diagnostics)));
    (0..count(&rules)).filter_map(|number| mutant(&rules, number)).map(|m| m.name()).collect()
}

const STEP: &str = "action move stone: any direction [empty]";

#[track_caller]
fn has(clauses: &str, name: &str, wanted: bool) {
    let clauses = if clauses.contains("action") { clauses.to_owned() } else { format!("{STEP}\n  {clauses}") };
    let names = mutants(&clauses);
    assert_eq!(names.iter().any(|n| n == name), wanted, "{name}\n{names:#?}");
}

#[test]
fn a_group_needs_a_direction_or_the_one_back() {
    let dropped = "g.one: the first direction of player 0 dropped";
    has("draw when exactly 1 group of piece along any direction because one", dropped, false);
    has("draw when exactly 1 group of piece along north because one", dropped, true);
}

#[test]
fn what_lies_behind_the_end_of_a_question_is_not_asked() {
    let more = "g.open: one → one or more";
    has("refuse when some stone as q: south of q [empty] because open", more, false);
    has("refuse when some stone as q: south of q [empty, edge] because open", more, true);
}

#[test]
fn the_edge_counts_once() {
    let counts = "g.held: the edge counts too";
    has("refuse when some stone as q: south of q [white or edge] because held", counts, false);
    has("refuse when some stone as q: south of q [white or black] because held", counts, true);
}

#[test]
fn a_piece_that_meets_no_cell_goes_nowhere() {
    let nothing = "g.move.stone: one or more → none or more";
    has("action move stone: any direction [empty+]", nothing, false);
    has("action move stone: any direction [empty, empty+]", nothing, true);
}

#[test]
fn what_is_asked_of_both_players_may_be_asked_of_either() {
    let other = "g.full: the one seen → his opponent";
    has("refuse when every side: line [4 own] because full", other, false);
    has("refuse when every side: line [2 own, 2 enemy] because full", other, true);
    has("refuse when every side: some own stone on last row because full", other, true);
    has("refuse more than 4 stones per player because full", other, false);
    has("draw when every side: line [4 own] because full", other, false);
    has("win white when line [4 own] because full", other, true);
}

#[test]
fn victims_that_stay_block_the_way_back() {
    let chain = |body: &str, rest: &str| {
        format!("action move stone: any direction [{body}]\n  chain move: may go on, victims leave {rest}")
    };
    let (back, onto) = ("g.move.chain: turning back the other way", "g.move.stone: one or more → none or more");
    has(&chain("empty*, take enemy, empty+", "at end"), back, false);
    has(&chain("empty*, take enemy, empty+", "at end"), onto, false);
    has(&chain("empty*, take enemy, empty+", "at once, no turning back"), back, true);
    has(&chain("empty*, take enemy, empty+", "at once, no turning back"), onto, true);
    // Over own pieces there may be another victim on the way back.
    has(&chain("not enemy*, take enemy, empty+", "at end"), back, true);
}
