//! Reading a preference among captures: sums over their victims, what the piece was, and the order of the victims.

use rulebook_ir::{ActionRule, Cond, Key, Num, Rules};

use crate::Refusal;

/// What captures are preferred for. Sums have a weight for each kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Preference {
    /// The greatest sum.
    Most(Vec<u16>),
    /// The smallest.
    Fewest(Vec<u16>),
    /// A piece of these kinds.
    Piece(u32),
    /// Victims of these kinds first.
    Earliest(u32),
}

/// What is left of a preference where pieces of the first kind take such pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plain {
    /// Nothing.
    Free,
    /// The number of pieces taken.
    Most,
    /// Something else.
    No,
}

/// Understands a preference.
pub(crate) fn preference(rules: &Rules, action: &ActionRule) -> Result<Vec<Preference>, Refusal> {
    let kinds = rules.kinds.len();
    let refuse = |what: &str| match action.prefer_clause {
        Some(clause) => Refusal::clause(rules, clause, what),
        None => Refusal::game(what),
    };
    let mut found: Vec<Preference> = Vec::new();
    for key in &action.prefer {
        found.push(match key {
            Key::Most(sum) => {
                Preference::Most(weights(sum, kinds).ok_or_else(|| refuse("a preference for another number"))?)
            }
            Key::Fewest(sum) => {
                Preference::Fewest(weights(sum, kinds).ok_or_else(|| refuse("a preference for another number"))?)
            }
            Key::Holds(Cond::ActorIs(of)) => Preference::Piece(*of),
            Key::Holds(_) => return Err(refuse("a preference for another condition than what the piece is")),
            // The order of the victims is kept as a number: it compares captures of equally many.
            Key::Earliest(of) if found.contains(&Preference::Most(vec![1; kinds])) && rules.board.len() <= 64 => {
                Preference::Earliest(*of)
            }
            Key::Earliest(_) => return Err(refuse("an order of victims among captures of more and fewer pieces")),
        });
    }
    if !fits(&found, rules.board.len()) {
        return Err(refuse("a preference of too many keys"));
    }
    Ok(found)
}

/// Does it fit what the runtime compares? The same figures stand there (`walks::prefer`).
fn fits(found: &[Preference], cells: usize) -> bool {
    let bits: u32 = found
        .iter()
        .map(|key| match key {
            Preference::Most(_) | Preference::Fewest(_) => 10,
            Preference::Piece(_) => 1,
            Preference::Earliest(_) => 32,
        })
        .sum();
    let small = |weights: &Vec<u16>| weights.iter().all(|w| usize::from(*w) * cells < 1 << 10);
    bits <= 64
        && found.iter().all(|key| match key {
            Preference::Most(weights) | Preference::Fewest(weights) => small(weights),
            Preference::Piece(_) | Preference::Earliest(_) => true,
        })
}

/// A sum over the victims, as the weight of each kind.
fn weights(sum: &Num, kinds: usize) -> Option<Vec<u16>> {
    let both = |a: &Num, b: &Num| Some((weights(a, kinds)?, weights(b, kinds)?));
    match sum {
        Num::Victims(of) => Some((0..kinds).map(|kind| u16::from(of >> kind & 1 == 1)).collect()),
        Num::Add(a, b) => {
            let (a, b) = both(a, b)?;
            a.iter().zip(&b).map(|(a, b)| a.checked_add(*b)).collect()
        }
        Num::Mul(a, b) => {
            let ((Num::Int(factor), sum) | (sum, Num::Int(factor))) = (&**a, &**b) else { return None };
            let factor = u16::try_from(*factor).ok()?;
            weights(sum, kinds)?.iter().map(|w| w.checked_mul(factor)).collect()
        }
        _ => None,
    }
}

/// What is left of a preference where pieces of the first kind take such pieces: for them every sum is a multiple of the
/// number of victims.
pub(crate) fn plain(prefer: &[Preference]) -> Plain {
    for key in prefer {
        match key {
            Preference::Most(weights) if weights[0] > 0 => return Plain::Most,
            Preference::Fewest(weights) if weights[0] > 0 => return Plain::No,
            // Captures of equally many compare equal, since all their victims are of one kind.
            Preference::Most(_) | Preference::Fewest(_) | Preference::Piece(_) | Preference::Earliest(_) => {}
        }
    }
    Plain::Free
}
