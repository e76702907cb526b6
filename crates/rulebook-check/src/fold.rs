//! Narrowing and widening of sets, with what depends on the board alone folded.

use rulebook_ir::{CellSet, Set};

/// Narrowing, with what depends on the board alone folded.
pub(crate) fn and_sets(sets: Vec<Set>) -> Set {
    let mut flat: Vec<Set> = Vec::new();
    for set in sets {
        match set {
            Set::And(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    let mut folded: Vec<Set> = Vec::new();
    for (index, set) in flat.iter().enumerate() {
        if flat[..index].contains(set) {
            continue;
        }
        let set = set.clone();
        match (folded.iter_mut().find(|s| constant(s)), set) {
            (Some(known), next) if constant(&next) => *known = combine(known, &next, CellSet::and),
            (_, next) => folded.push(next),
        }
    }
    // Whoever owns a cell's piece, and of whichever kind it is, there is one.
    let implied = |s: &Set| matches!(s, Set::OwnedBy(_) | Set::Enemies | Set::Kinds(_));
    if folded.iter().any(implied) {
        folded.retain(|s| *s != Set::Occupied);
    }
    match folded.len() {
        1 => folded.remove(0),
        _ => Set::And(folded),
    }
}

/// Widening, likewise.
pub(crate) fn or_sets(sets: Vec<Set>) -> Set {
    let mut folded: Vec<Set> = Vec::new();
    for set in sets {
        match (folded.iter_mut().find(|s| constant(s)), set) {
            (Some(known), next) if constant(&next) => *known = combine(known, &next, CellSet::or),
            (_, next) => folded.push(next),
        }
    }
    match folded.len() {
        1 => folded.remove(0),
        _ => Set::Or(folded),
    }
}

fn constant(set: &Set) -> bool {
    matches!(set, Set::Const(_) | Set::Seen(_))
}

fn combine(a: &Set, b: &Set, f: impl Fn(&CellSet, &CellSet) -> CellSet) -> Set {
    match (a, b) {
        (Set::Const(a), Set::Const(b)) => Set::Const(f(a, b)),
        (Set::Seen(a), Set::Const(b)) => Set::Seen(a.iter().map(|a| f(a, b)).collect()),
        (Set::Const(a), Set::Seen(b)) => Set::Seen(b.iter().map(|b| f(a, b)).collect()),
        (Set::Seen(a), Set::Seen(b)) => Set::Seen(a.iter().zip(b).map(|(a, b)| f(a, b)).collect()),
        (a, _) => a.clone(),
    }
}
