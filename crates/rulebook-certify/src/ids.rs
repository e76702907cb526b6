//! Ids of cases: four letters or digits, never used again.

use std::collections::BTreeSet;

/// Letters and digits that are not taken for one another.
const LETTERS: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// An id that is not among those used; it has a letter, so that YAML never reads it as a number.
pub fn fresh(used: &BTreeSet<String>, random: &mut fastrand::Rng) -> String {
    loop {
        let id: String = (0..4).map(|_| char::from(LETTERS[random.usize(0..LETTERS.len())])).collect();
        // `1E05` would be a number.
        let number_like = id.chars().filter(|c| !matches!(c, 'E')).all(|c| c.is_ascii_digit());
        if !number_like && !used.contains(&id) {
            return id;
        }
    }
}
