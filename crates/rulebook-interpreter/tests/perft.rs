//! Leaf counts of a family of games against published tables.

mod common;

use common::{Variant, checkers, initial};
use rulebook_api::{Count, Position};

fn counts(variant: &Variant, depth: u32, routes: bool) -> Vec<u64> {
    let position = initial(checkers(variant));
    (1..=depth).map(|d| position.perft(d, Count { routes, turns: false })).collect()
}

#[test]
fn published_leaf_counts() {
    assert_eq!(counts(&Variant::american(), 7, false), [7, 49, 302, 1469, 7361, 36768, 179_740]);
    assert_eq!(counts(&Variant::russian(), 7, false), [7, 49, 302, 1469, 7482, 37986, 190_146]);
    assert_eq!(counts(&Variant::international(), 6, false), [9, 81, 658, 4265, 27117, 167_140]);
}
