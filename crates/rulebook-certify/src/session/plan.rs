//! Which cases are put to a program, and under which readings.

use std::{collections::BTreeMap, fmt::Write as _};

use rulebook_ir::{Rules, Texts};
use sha2::{Digest as _, Sha256};

use super::Library;
use crate::{
    Case,
    case::{CaseStatus, Why},
    exam::Subject,
    profile::Profile,
    protocol::GameSaid,
    report::{GeneratedPlan, Shard},
};

/// What is to be done.
#[derive(Debug)]
pub struct Plan<'a> {
    /// The command that starts the adapter, for the report.
    pub command: &'a str,
    /// What is demanded.
    pub profile: &'a Profile,
    /// The games asked for on the command line; empty for all that the program plays.
    pub games: Vec<String>,
    /// All cases there are.
    pub cases: Vec<&'a Case>,
    /// Which part of them.
    pub shard: Shard,
    /// Games at random.
    pub generated: Option<GeneratedPlan>,
    /// Are failures made small?
    pub shrink: bool,
    /// The day, as 2027-01-31: waivers expire.
    pub today: String,
}

/// How a program plays a game.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The game.
    pub game: String,
    /// What the program said of itself.
    pub said: GameSaid,
    /// The readings that are fixed, by the program or the profile.
    pub options: BTreeMap<String, String>,
}

impl Plan<'_> {
    /// The games that are examined, with their readings.
    ///
    /// # Errors
    /// If a game that was asked for is not played, or readings clash.
    pub fn readings(&self, subject: &Subject<'_>, library: &dyn Library) -> Result<BTreeMap<String, Reading>, String> {
        let mut readings = BTreeMap::new();
        let said = &subject.said.games;
        let wanted: Vec<String> = match (self.games.is_empty(), self.profile.games.is_empty()) {
            (false, _) => self.games.clone(),
            (true, false) => self.profile.games.iter().cloned().collect(),
            (true, true) => said.keys().cloned().collect(),
        };
        for game in wanted {
            let Some(how) = said.get(&game) else {
                let played: Vec<&str> = said.keys().map(String::as_str).collect();
                let played = if played.is_empty() { String::from("none") } else { played.join(", ") };
                return Err(format!("{} does not play `{game}` (it plays: {played})", subject.said.name));
            };
            let mut options = how.options.clone();
            let table = library.open(&game, &options, &BTreeMap::new())?;
            for (option, reading) in &self.profile.options {
                if !table.rules().options.iter().any(|o| o.name == *option) {
                    continue;
                }
                match options.get(option) {
                    Some(played) if played != reading => {
                        return Err(format!(
                            "the profile wants the reading `{reading}` of `{option}`, but {} plays `{played}` in {game}",
                            subject.said.name
                        ));
                    }
                    _ => _ = options.insert(option.clone(), reading.clone()),
                }
            }
            library.open(&game, &options, &BTreeMap::new())?;
            readings.insert(game.clone(), Reading { game, said: how.clone(), options });
        }
        for option in self.profile.options.keys() {
            let mut games =
                readings.keys().filter_map(|game| library.open(game, &BTreeMap::new(), &BTreeMap::new()).ok());
            if !games.any(|table| table.rules().options.iter().any(|o| o.name == *option)) {
                return Err(format!("none of the games that are examined has an option `{option}`"));
            }
        }
        if readings.is_empty() {
            return Err(format!("{} plays none of the games that were asked about", subject.said.name));
        }
        Ok(readings)
    }

    /// The cases of these games that the profile wants, in all parts.
    pub fn cases(&self, readings: &BTreeMap<String, Reading>) -> Vec<&Case> {
        let wanted = |c: &&Case| {
            readings.contains_key(c.game()) && c.status != CaseStatus::Withdrawn && self.profile.wants(c)
                // What the profile reads otherwise is not demanded.
                && c.options.iter().all(|(o, r)| self.profile.options.get(o).is_none_or(|p| p == r))
        };
        self.cases.iter().copied().filter(wanted).collect()
    }

    /// The part of a case.
    pub fn shard_of(&self, case: &Case) -> u32 {
        super::part_of(&case.id, self.shard.of)
    }
}

/// A digest of the command that starts an adapter: of its words, and of what stands in the files that they name. Where a
/// file lies does not matter.
pub fn adapter_digest(command: &str) -> String {
    let mut hash = Sha256::new();
    for word in command.split_whitespace().map(|w| w.trim_matches(['\'', '"'])) {
        match std::fs::read(word) {
            Ok(bytes) => hash.update(Sha256::digest(&bytes)),
            Err(_) => hash.update(Sha256::digest(word.as_bytes())),
        }
    }
    digest_text(hash)
}

fn digest_text(hash: Sha256) -> String {
    let mut text = String::from("sha256:");
    for byte in hash.finalize() {
        // Writing to a string does not fail.
        _ = write!(text, "{byte:02x}");
    }
    text
}

/// A digest of rules without their texts and sources: a translation voids no certificate.
pub fn rules_digest(rules: &Rules) -> String {
    let mut bare = rules.clone();
    bare.title = Texts::default();
    bare.documents.clear();
    for (_, texts) in &mut bare.reasons {
        *texts = Texts::default();
    }
    for clause in &mut bare.clauses {
        clause.texts = Texts::default();
        clause.sources = Vec::new();
    }
    bare.digest()
}

/// A digest of cases: all that is asked and expected, but not why.
pub fn suite_digest(cases: &[&Case]) -> String {
    let mut hash = Sha256::new();
    let mut cases: Vec<&&Case> = cases.iter().collect();
    cases.sort_by_key(|c| &c.id);
    for case in cases {
        let bare =
            Case { why: Why::default(), source: None, slug: case.game().to_owned(), pair: None, ..(**case).clone() };
        // Cases are plain data with text keys.
        hash.update(serde_json::to_vec(&bare).unwrap_or_default());
        hash.update(b"\n");
    }
    digest_text(hash)
}
