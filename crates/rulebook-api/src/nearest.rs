//! The name that somebody probably meant.

use alloc::{borrow::ToOwned, format, string::String, vec, vec::Vec};
/// The candidate that differs least from the word, if it is near enough to have been meant.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).clamp(1, 4);
    candidates
        .into_iter()
        .map(|c| (if c.eq_ignore_ascii_case(word) { 0 } else { distance(word, c) }, c))
        .filter(|(d, _)| *d <= limit)
        .min_by_key(|(d, _)| *d)
        .map(|(_, c)| c)
}

/// `; did you mean …?`, or nothing.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, candidates).map_or_else(String::new, |c| format!("; did you mean `{c}`?"))
}

/// Words as they stand in a sentence: `a, b and c`.
pub fn listed<S: AsRef<str>>(words: impl IntoIterator<Item = S>, joint: &str) -> String {
    let words: Vec<S> = words.into_iter().collect();
    match words.as_slice() {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {joint} {}", first.join(", "), last.as_ref())
        }
    }
}

/// How many letters have to be put in, left out, changed or swapped with the next one.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(64).collect(), b.chars().take(64).collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let changed = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let least = changed.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                if swapped { least.min(rows[i - 2][j - 2] + 1) } else { least }
            };
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_near_and_other_words_are_not() {
        let names = ["russian", "international", "tiles"];
        assert_eq!(nearest("rusian", names), Some("russian"));
        assert_eq!(nearest("tlies", names), Some("tiles"));
        assert_eq!(nearest("Tiles", names), Some("tiles"));
        assert_eq!(nearest("chess", names), None);
        assert_eq!(did_you_mean("intrenational", names), "; did you mean `international`?");
    }

    #[test]
    fn words_are_joined_as_in_a_sentence() {
        assert_eq!(listed(["a"], "and"), "a");
        assert_eq!(listed(["a", "b", "c"], "or"), "a, b or c");
    }
}
