//! Conditions over facts and readings, and when none can hold.

use super::tables::Field;

/// A condition over facts and readings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Formula {
    /// Always or never.
    Const(bool),
    /// The fact of that index.
    Fact(usize),
    /// That reading of that option is chosen.
    Reading(u8, u8),
    /// Not.
    Not(Box<Formula>),
    /// All of them.
    And(Vec<Formula>),
    /// One of them.
    Or(Vec<Formula>),
}

/// Not, without doing it twice.
pub(super) fn not(formula: Formula) -> Formula {
    match formula {
        Formula::Const(value) => Formula::Const(!value),
        Formula::Not(inner) => *inner,
        Formula::And(all) if all.iter().all(|f| matches!(f, Formula::Not(_))) => {
            Formula::Or(all.into_iter().map(not).collect())
        }
        Formula::Or(any) => Formula::And(any.into_iter().map(not).collect()),
        other @ (Formula::Fact(_) | Formula::Reading(..) | Formula::And(_)) => Formula::Not(Box::new(other)),
    }
}

/// All of them, without constants.
pub(super) fn and(parts: Vec<Formula>) -> Formula {
    if parts.contains(&Formula::Const(false)) {
        return Formula::Const(false);
    }
    let mut kept: Vec<Formula> = Vec::new();
    for part in parts {
        match part {
            Formula::Const(_) => {}
            Formula::And(inner) => kept.extend(inner),
            other => kept.push(other),
        }
    }
    match kept.len() {
        0 => Formula::Const(true),
        1 => kept.remove(0),
        _ => Formula::And(kept),
    }
}

/// With more facts than these, every one of them opens the gate.
const MOST: usize = 12;

/// The fewest bits of a sum one of which is set wherever a prohibition holds, whatever the readings.
pub(super) fn gate(holds: &[&Formula], fields: &[Field]) -> u32 {
    let facts = fields.len();
    if facts > MOST {
        return fields.iter().fold(0, |gate, field| gate | field.reached);
    }
    let mut needed: u32 = (1 << facts) - 1;
    for fact in 0..facts {
        let fewer = needed & !(1 << fact);
        let silent = (0..1_u32 << facts).filter(|truth| truth & fewer == 0);
        if silent.clone().all(|truth| holds.iter().all(|f| !may_hold(f, truth, true))) {
            needed = fewer;
        }
    }
    fields.iter().enumerate().filter(|(i, _)| needed >> i & 1 == 1).fold(0, |g, (_, f)| g | f.reached)
}

/// Can the formula be `wanted` if just these facts are reached? A fact that supposes a piece may be reached and not hold,
/// but then it is asked all the same, and readings may be what they like.
fn may_hold(formula: &Formula, truth: u32, wanted: bool) -> bool {
    match formula {
        Formula::Const(value) => *value == wanted,
        Formula::Fact(fact) => (truth >> fact & 1 == 1) == wanted,
        Formula::Reading(..) => true,
        Formula::Not(inner) => may_hold(inner, truth, !wanted),
        Formula::And(all) if wanted => all.iter().all(|f| may_hold(f, truth, true)),
        Formula::And(all) => all.iter().any(|f| may_hold(f, truth, false)),
        Formula::Or(any) if wanted => any.iter().any(|f| may_hold(f, truth, true)),
        Formula::Or(any) => any.iter().all(|f| may_hold(f, truth, false)),
    }
}
