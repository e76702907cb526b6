//! What a recorded result says: a score for each player, in the order of play.

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Score {
    /// This player.
    Won(u8),
    /// Nobody: all have the same, which is more than nothing.
    Drawn,
    /// It says nothing that rules could contradict.
    Unknown,
}

impl Score {
    /// Reads `1-0`, `1/2-1/2`, `0-2`, `0-0-1`.
    pub(crate) fn read(text: &str, players: usize) -> Self {
        let halves = |score: &str| match score.trim() {
            "0" => Some(0),
            "1/2" | "½" => Some(1),
            "1" => Some(2),
            "2" => Some(4),
            _ => None,
        };
        let Some(scores) = text.split('-').map(halves).collect::<Option<Vec<u8>>>() else { return Self::Unknown };
        let most = scores.iter().copied().max().unwrap_or(0);
        // That all have lost is said by an arbiter, never by rules.
        if scores.len() != players || most == 0 {
            return Self::Unknown;
        }
        let best: Vec<usize> = (0..scores.len()).filter(|&p| scores[p] == most).collect();
        match best.as_slice() {
            [winner] => Self::Won(*winner as u8),
            all if all.len() == players => Self::Drawn,
            _ => Self::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Score::{self, Drawn, Unknown, Won};

    #[test]
    fn a_score_is_of_the_players_in_order_of_play() {
        let read = |text| Score::read(text, 2);
        assert_eq!([read("1-0"), read("0-1"), read("2-0"), read("0-2")], [Won(0), Won(1), Won(0), Won(1)]);
        assert_eq!([read("1/2-1/2"), read("1-1"), read("½-½")], [Drawn, Drawn, Drawn]);
        for nothing in ["*", "0-0", "", "?", "1", "1-0-0", "1+ - 1-", "1.01-0.99", "white"] {
            assert_eq!(read(nothing), Unknown, "{nothing}");
        }
        assert_eq!(Score::read("0-0-1", 3), Won(2));
        assert_eq!(Score::read("1/2-1/2-1/2", 3), Drawn);
        assert_eq!(Score::read("1-1-0", 3), Unknown);
    }
}
