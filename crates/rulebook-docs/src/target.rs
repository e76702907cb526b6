//! What a link points to: clauses, by full id, or by that of a family for all its games.

use std::{collections::BTreeMap, sync::Arc};

use rulebook_api::{Game, did_you_mean};
use rulebook_certify::Case;
use rulebook_ir::{ClauseId, Rules};
use sha2::{Digest as _, Sha256};

use crate::{facts::Facts, library::Library};

/// The rules that pages speak of, read once.
pub struct Book<'l> {
    /// Where they come from.
    pub library: &'l dyn Library,
    games: BTreeMap<String, (Arc<Rules>, Facts)>,
}

impl std::fmt::Debug for Book<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.games.keys()).finish()
    }
}

/// A clause of a game.
#[derive(Clone, Copy, Debug)]
pub struct Spot<'b> {
    /// The rules.
    pub rules: &'b Rules,
    /// What its clauses say.
    pub facts: &'b Facts,
    /// Which one.
    pub clause: ClauseId,
}

impl Spot<'_> {
    /// Its full id.
    pub fn id(&self) -> &str {
        self.rules.clause_id(self.clause)
    }
}

impl<'l> Book<'l> {
    /// Reads all games.
    ///
    /// # Errors
    /// If one of them is wrong.
    pub fn new(library: &'l dyn Library) -> Result<Self, String> {
        let mut games = BTreeMap::new();
        for game in library.games() {
            let rules = library.rules(&game)?;
            let facts = Facts::of(&rules);
            games.insert(game, (rules, facts));
        }
        Ok(Self { library, games })
    }

    /// The same with other rules for one game.
    #[must_use]
    pub fn with(&self, rules: Arc<Rules>) -> Self {
        let mut games = self.games.clone();
        let facts = Facts::of(&rules);
        games.insert(rules.name.clone(), (rules, facts));
        Self { library: self.library, games }
    }

    /// The names of all games.
    pub fn games(&self) -> impl Iterator<Item = &str> {
        self.games.keys().map(String::as_str)
    }

    /// The rules of a game.
    pub fn rules(&self, game: &str) -> Option<&Arc<Rules>> {
        self.games.get(game).map(|(rules, _)| rules)
    }

    /// The game of a case, under its readings and parameters.
    ///
    /// # Errors
    /// If there is none; says why.
    pub fn start(&self, case: &Case) -> Result<Arc<dyn Game>, String> {
        let params = case.params.iter().map(|(n, v)| (n.clone(), v.text())).collect();
        self.library.start(case.game(), &case.options, &params)
    }

    /// The clauses that a target means: one for each game.
    ///
    /// # Errors
    /// If there is none; says so, with what may have been meant.
    pub fn find(&self, target: &str) -> Result<Vec<Spot<'_>>, String> {
        let Some((owner, rest)) = target.split_once('.') else {
            return Err(format!("`{target}` is not the full id of a clause, which is `GAME.CLAUSE`"));
        };
        if let Some((rules, facts)) = self.games.get(owner) {
            if let Some(clause) = position(rules, target) {
                return Ok(vec![Spot { rules, facts, clause }]);
            }
            let hint = did_you_mean(target, rules.clauses.iter().map(|c| c.id.as_str()));
            return Err(format!("{owner} has no clause `{target}`{hint}"));
        }
        let mut found = Vec::new();
        let mut members = 0;
        for (name, (rules, facts)) in &self.games {
            if !rules.family.iter().any(|f| f == owner) {
                continue;
            }
            members += 1;
            let id = format!("{name}.{rest}");
            let Some(clause) = position(rules, &id) else { continue };
            // What the game writes itself is not the family's.
            let file = self.library.clause(name, &id).map(|(file, _)| file).unwrap_or_default();
            let stem = file.rsplit('/').next().unwrap_or("").trim_end_matches(".rules").to_owned();
            if stem == owner {
                found.push(Spot { rules, facts, clause });
            }
        }
        match (members, found.is_empty()) {
            (0, _) => {
                let hint = did_you_mean(owner, self.games.keys().map(String::as_str));
                Err(format!("there is no game or family `{owner}`{hint}"))
            }
            (_, true) => Err(format!("no game of the family `{owner}` has a clause `{rest}` from it")),
            (_, false) => Ok(found),
        }
    }

    /// The digest of what a target means: of the text of its clauses, without comments and layout.
    ///
    /// # Errors
    /// As [`Book::find`].
    pub fn digest(&self, target: &str) -> Result<String, String> {
        let mut hash = Sha256::new();
        let mut texts = Vec::new();
        for spot in self.find(target)? {
            let about = crate::facts::with_about(spot.rules, spot.clause);
            for clause in about {
                let id = spot.rules.clause_id(clause);
                if let Some((_, text)) = self.library.clause(&spot.rules.name, id) {
                    texts.push(bare(&text));
                }
            }
        }
        texts.sort();
        texts.dedup();
        for text in texts {
            hash.update(text.as_bytes());
            hash.update(b"\n");
        }
        let bytes = hash.finalize();
        Ok(bytes.iter().take(3).fold(String::new(), |text, byte| format!("{text}{byte:02x}")))
    }
}

fn position(rules: &Rules, id: &str) -> Option<ClauseId> {
    rules.clauses.iter().position(|c| c.id == id).map(|index| ClauseId(index as u16))
}

/// The text of a clause without comments, its words kept apart by one blank.
fn bare(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or(""));
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}
