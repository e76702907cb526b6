//! A profile: what is demanded of an implementation, which readings it plays, and which failures are known.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{
    case::{Case, Level},
    protocol::Ask,
};

/// What is demanded. Without a file, everything is.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Its name, for the certificate; `all rules` is what is demanded without a file.
    pub name: String,
    /// The games to examine; left out, all that the implementation plays.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub games: BTreeSet<String>,
    /// Readings by option, for every game that has the option.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// The levels of cases that are put; left out, `must` and `should`.
    #[serde(default = "default_levels")]
    pub levels: Vec<Level>,
    /// Clauses that are not demanded: their cases are not put.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub without_clauses: BTreeSet<String>,
    /// Answers that are not demanded: a case that needs them may be unsupported.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub without_answers: BTreeSet<Ask>,
    /// Failures that are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
}

/// A failure that is known. It must still fail.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Waiver {
    /// The id of the case.
    pub case: String,
    /// Why it is let pass.
    pub reason: String,
    /// Where it is followed.
    pub link: String,
    /// The last day on which it holds, as `2027-01-31`.
    pub expires: String,
}

fn default_name() -> String {
    String::from("all rules")
}

fn default_levels() -> Vec<Level> {
    vec![Level::Must, Level::Should]
}

impl Default for Profile {
    fn default() -> Self {
        Self {
            name: default_name(),
            games: BTreeSet::new(),
            options: BTreeMap::new(),
            levels: default_levels(),
            without_clauses: BTreeSet::new(),
            without_answers: BTreeSet::new(),
            waivers: Vec::new(),
        }
    }
}

impl Profile {
    /// Reads the text of a profile.
    ///
    /// # Errors
    /// If it is not of this form; with line and column.
    pub fn parse(text: &str) -> Result<Self, String> {
        let profile: Self = serde_yaml::from_str(text).map_err(|e| e.to_string())?;
        if profile.name.trim().is_empty() || profile.name == default_name() {
            return Err(format!("a profile needs a `name` of its own, not `{}`", profile.name));
        }
        for waiver in &profile.waivers {
            if !is_day(&waiver.expires) {
                return Err(format!(
                    "the waiver of {} expires on `{}`, which is not a day: write it as 2027-01-31",
                    waiver.case, waiver.expires
                ));
            }
            if waiver.reason.trim().is_empty() || waiver.link.trim().is_empty() {
                return Err(format!("the waiver of {} needs a reason and a link", waiver.case));
            }
        }
        Ok(profile)
    }

    /// Is this case to be put?
    pub fn wants(&self, case: &Case) -> bool {
        self.levels.contains(&case.level) && !case.clauses.iter().any(|c| self.without_clauses.contains(c))
    }

    /// The waiver of a case that holds on this day.
    pub fn waiver(&self, case: &str, today: &str) -> Option<&Waiver> {
        self.waivers.iter().find(|w| w.case == case && w.expires.as_str() >= today)
    }
}

/// Is it a day such as 2027-01-31? Such texts sort like days.
fn is_day(text: &str) -> bool {
    let mut parts = text.split('-').map(|p| (p.len(), p.parse::<u32>().unwrap_or(0)));
    let (year, month, day) = (parts.next(), parts.next(), parts.next());
    text.bytes().all(|b| b.is_ascii_digit() || b == b'-')
        && matches!(year, Some((4, 1..)))
        && matches!(month, Some((2, 1..=12)))
        && matches!(day, Some((2, 1..=31)))
        && parts.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::Profile;

    #[test]
    fn a_waiver_needs_a_day_a_reason_and_a_link() {
        let with = |waiver: &str| Profile::parse(&format!("name: n\nwaivers: [{waiver}]"));
        assert!(with("{ case: AB12, reason: known, link: 'https://example.org/1', expires: '2027-01-31' }").is_ok());
        for wrong in [
            "{ case: AB12, reason: known, link: 'https://example.org/1', expires: '31.1.2027' }",
            "{ case: AB12, reason: ' ', link: 'https://example.org/1', expires: '2027-01-31' }",
            "{ case: AB12, link: 'https://example.org/1', expires: '2027-01-31' }",
        ] {
            assert!(with(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_waiver_holds_to_its_last_day() {
        let text = "name: n\nwaivers: [{ case: AB12, reason: r, link: l, expires: '2027-01-31' }]";
        let profile = Profile::parse(text).expect("a profile");
        assert!(profile.waiver("AB12", "2027-01-31").is_some());
        assert!(profile.waiver("AB12", "2027-02-01").is_none());
        assert!(profile.waiver("CD34", "2027-01-01").is_none());
    }
}
