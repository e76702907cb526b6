//! What the documents say, claim by claim, and where it is shown.

use serde::Deserialize;

/// One claim of the documents.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Its name.
    pub id: String,
    /// What is claimed, in one sentence.
    pub says: String,
    /// Where.
    pub source: Sources,
    /// The clauses that carry it, by full id.
    pub clauses: Vec<String>,
    /// The cases that show it, by id.
    #[serde(default)]
    pub cases: Vec<String>,
    /// Why no case can show it.
    #[serde(default)]
    pub without_case: Option<Without>,
    /// The test that shows it, if what is claimed is refused before there is anything for a case.
    #[serde(default)]
    pub tested_in: Option<String>,
    /// More about `without_case`.
    #[serde(default)]
    pub why: Option<String>,
}

/// Why a claim has no case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Without {
    /// No game could tell it apart.
    Unobservable,
    /// The documents do not decide it, and any answer is right.
    Undefined,
    /// Open between readings.
    Contested,
}

/// One source or several.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected a source, or a list of them")]
pub enum Sources {
    /// One.
    One(crate::case::CaseSource),
    /// Several.
    Many(Vec<crate::case::CaseSource>),
}

impl Claim {
    /// The bundled claims.
    ///
    /// # Errors
    /// If the file is not of this form.
    pub fn bundled() -> Result<Vec<Self>, String> {
        serde_yaml::from_str(include_str!("../../../conformance/claims.yaml")).map_err(|e| e.to_string())
    }

    /// Its sources: document and paragraphs.
    pub fn sources(&self) -> Vec<(&str, Vec<u32>)> {
        let all = match &self.source {
            Sources::One(one) => std::slice::from_ref(one),
            Sources::Many(many) => many.as_slice(),
        };
        let paragraphs = |s: &crate::case::CaseSource| match &s.paragraph {
            None => Vec::new(),
            Some(crate::case::Paragraphs::One(n)) => vec![*n],
            Some(crate::case::Paragraphs::Many(all)) => all.clone(),
        };
        all.iter().map(|s| (s.document.as_str(), paragraphs(s))).collect()
    }
}
