//! Directions said by words: compass names, and words that depend on where a player looks.

use rulebook_ir::{Dir, Dirs};
use rulebook_syntax::ast::{self, PhraseWordKind};

use crate::symbols::{Facing, World};

/// What a word says of directions.
pub(crate) enum Headings {
    /// These, as each player sees them.
    Seen(Vec<Vec<Dir>>),
    /// It depends on where the players look, and that is not said.
    NobodyFaces,
}

impl World<'_> {
    /// Directions said by words; mistakes give none.
    pub(crate) fn dirs(&mut self, set: &ast::Set) -> Dirs {
        let all: Vec<Dir> = (0..self.board.directions.len() as u8).collect();
        let mut result = Dirs { per_player: vec![Vec::new(); self.players.len().max(1)], anywhere: false };
        for phrase in &set.phrases {
            let mut these = vec![all.clone(); self.players.len().max(1)];
            for word in &phrase.words {
                let PhraseWordKind::Name(name) = &word.kind else {
                    self.error("R0301", word.span, "directions are wanted here");
                    continue;
                };
                if name == "anywhere" && !word.not {
                    result.anywhere = true;
                    these.iter_mut().for_each(Vec::clear);
                    continue;
                }
                let Some(meant) = self.direction_words(name) else {
                    let mut fitting: Vec<String> = self.board.directions.iter().map(|d| d.name.clone()).collect();
                    fitting.extend(
                        ["orthogonal", "diagonal", "forward", "backward", "sideways", "any direction", "anywhere"]
                            .map(str::to_owned),
                    );
                    self.unknown("direction", name, word.span, &fitting);
                    continue;
                };
                let Headings::Seen(meant) = meant else {
                    self.error(
                        "R0404",
                        word.span,
                        format!("`{name}` depends on the player, and it is not said where the players look"),
                    )
                    .help = Some("write `players white facing north, black facing south`".into());
                    continue;
                };
                for (have, keep) in these.iter_mut().zip(&meant) {
                    have.retain(|d| keep.contains(d) != word.not);
                }
            }
            for (have, add) in result.per_player.iter_mut().zip(these) {
                have.extend(add);
                have.sort_unstable();
                have.dedup();
            }
        }
        if !result.anywhere && result.per_player.iter().all(Vec::is_empty) {
            self.error("R0301", set.span, "no direction of this board is meant by these words");
        }
        result
    }

    /// The directions of a word, by player; `None` if it is no such word.
    pub(crate) fn direction_words(&self, name: &str) -> Option<Headings> {
        let players = self.players.len().max(1);
        let named = |names: &[&str]| -> Vec<Dir> {
            self.board
                .directions
                .iter()
                .enumerate()
                .filter(|(_, d)| names.contains(&d.name.as_str()))
                .map(|(i, _)| i as Dir)
                .collect()
        };
        let fixed = |names: &[&str]| Some(Headings::Seen(vec![named(names); players]));
        match name {
            "orthogonal" => fixed(&["north", "east", "south", "west"]),
            "diagonal" => fixed(&["northeast", "southeast", "southwest", "northwest"]),
            "any" | "all" | "direction" | "directions" => {
                Some(Headings::Seen(vec![(0..self.board.directions.len() as Dir).collect(); players]))
            }
            "forward" | "backward" | "sideways" => {
                let mut by_player = Vec::new();
                for player in &self.players {
                    let Some(facing) = player.facing else { return Some(Headings::NobodyFaces) };
                    let (front, back, side): (&[&str], &[&str], &[&str]) = match facing {
                        Facing::North => (
                            &["north", "northeast", "northwest"],
                            &["south", "southeast", "southwest"],
                            &["east", "west"],
                        ),
                        Facing::South => (
                            &["south", "southeast", "southwest"],
                            &["north", "northeast", "northwest"],
                            &["east", "west"],
                        ),
                        Facing::East => (
                            &["east", "northeast", "southeast"],
                            &["west", "northwest", "southwest"],
                            &["north", "south"],
                        ),
                        Facing::West => (
                            &["west", "northwest", "southwest"],
                            &["east", "northeast", "southeast"],
                            &["north", "south"],
                        ),
                    };
                    by_player.push(named(match name {
                        "forward" => front,
                        "backward" => back,
                        _ => side,
                    }));
                }
                Some(Headings::Seen(by_player))
            }
            _ => {
                let found = named(&[name]);
                (!found.is_empty()).then(|| Headings::Seen(vec![found; players]))
            }
        }
    }
}
