//! The word that was probably meant.

/// The candidate that is nearest to a word, if it is near enough to be meant: about one letter in three may be
/// wrong, missing, too much, or exchanged with its neighbour. Of several equally near ones the first.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let length = word.chars().count();
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let other = candidate.chars().count();
        let allowed = (length.max(other) / 3).clamp(1, 3);
        if length.abs_diff(other) > allowed || length == 0 || other == 0 {
            continue;
        }
        let distance = distance(word, candidate);
        // Of two letters, one wrong is no likeness.
        if distance <= allowed && distance < length.min(other) && best.is_none_or(|(d, _)| distance < d) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// How many letters differ; a swap of neighbours counts once, and upper or lower case does not count.
pub fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().flat_map(char::to_lowercase).collect();
    let b: Vec<char> = b.chars().flat_map(char::to_lowercase).collect();
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut fewest = change.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                fewest = fewest.min(before_last[j - 2] + 1);
            }
            row.push(fewest);
        }
        before_last = last;
        last = row;
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn counts_swapped_neighbours_once() {
        assert_eq!(distance("clcok", "clock"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("Clock", "clock"), 0);
    }

    #[test]
    fn offers_only_what_may_be_meant() {
        let words = ["clock", "claimable", "chain", "let"];
        assert_eq!(nearest("clok", words), Some("clock"));
        assert_eq!(nearest("chian", words), Some("chain"));
        assert_eq!(nearest("lte", words), Some("let"));
        assert_eq!(nearest("banana", words), None);
        assert_eq!(nearest("x", words), None);
        assert_eq!(nearest("clock", std::iter::empty()), None);
    }
}
