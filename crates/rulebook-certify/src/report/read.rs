//! Reading a report, whole or cut short.

use std::fmt;

use super::{
    matrix::conclude,
    record::{CaseRecord, Footer, GeneratedRecord, Header, Record},
};

/// A report.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was planned.
    pub header: Header,
    /// What came out, in the order of the report.
    pub cases: Vec<CaseRecord>,
    /// Games played at random.
    pub generated: Vec<GeneratedRecord>,
    /// The end; `None` if the run was ended before.
    pub footer: Option<Footer>,
}

/// A text that is no report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadReport {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

impl fmt::Display for BadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for BadReport {}

impl Report {
    /// Is it whole? If not, says why.
    ///
    /// # Errors
    /// If it has no footer, or cases are missing.
    pub fn complete(&self) -> Result<&Footer, String> {
        let footer = self.footer.as_ref().ok_or("the run was ended before its time: the report has no footer")?;
        let missing: Vec<&str> = self
            .header
            .planned
            .iter()
            .filter(|id| !self.cases.iter().any(|c| c.id == **id))
            .map(String::as_str)
            .collect();
        if missing.is_empty() { Ok(footer) } else { Err(format!("planned, but not there: {}", missing.join(", "))) }
    }

    /// Does the footer say what follows from the records?
    fn footer_holds(&self) -> Result<(), String> {
        let Some(footer) = &self.footer else { return Ok(()) };
        let follows = conclude(
            &self.header,
            &self.cases,
            &self.generated,
            footer.explanations.clone(),
            &footer.incidents,
            footer.ends,
        );
        let same = [
            (follows.counts == footer.counts, "counts"),
            (follows.conformity == footer.conformity, "conformity"),
            (follows.broken == footer.broken, "broken"),
            (follows.unexamined == footer.unexamined, "unexamined"),
            (follows.reasons == footer.reasons, "reasons"),
        ];
        match same.iter().find(|(same, _)| !same) {
            None => Ok(()),
            Some((_, what)) => Err(format!("`{what}` is not what follows from the records: somebody has changed it")),
        }
    }

    /// The footer, or what could be concluded if this were the end.
    pub fn conclusion(&self) -> Footer {
        self.footer.clone().unwrap_or_else(|| {
            let mut footer = conclude(&self.header, &self.cases, &self.generated, Vec::new(), &[], true);
            footer.conformity = super::Conformity::NotShown;
            footer.reasons.insert(0, String::from("the report is incomplete: the run was ended before its time"));
            footer
        })
    }
}

/// The text of a report; [`parse`] gives it back.
pub fn lines(report: &Report) -> String {
    let Report { header, cases, generated, footer } = report.clone();
    let records = std::iter::once(Record::Header(Box::new(header)))
        .chain(cases.into_iter().map(|c| Record::Case(Box::new(c))))
        .chain(generated.into_iter().map(|g| Record::Generated(Box::new(g))))
        .chain(footer.map(|f| Record::Footer(Box::new(f))));
    // Records are plain data with text keys, which serde_json always can write.
    records.map(|r| serde_json::to_string(&r).unwrap_or_default() + "\n").collect()
}

/// Reads the text of a report. A last line that was cut short is left out: the run was ended while it was written.
///
/// # Errors
/// If it is no report.
pub fn parse(text: &str) -> Result<Report, BadReport> {
    let mut header = None;
    let (mut cases, mut generated, mut footer) = (Vec::new(), Vec::new(), None);
    let whole = text.ends_with('\n');
    let last = text.lines().count();
    for (i, line) in text.lines().enumerate() {
        let bad = |message: String| BadReport { line: i + 1, message };
        let record = match serde_json::from_str::<Record>(line) {
            Ok(record) => record,
            Err(_) if i + 1 == last && !whole && i > 0 => break,
            Err(error) => return Err(bad(format!("this is no record of a report: {error}"))),
        };
        if footer.is_some() {
            return Err(bad(String::from("something stands behind the footer")));
        }
        match (record, &header) {
            (Record::Header(_), Some(_)) => return Err(bad(String::from("a second header"))),
            (Record::Header(h), None) => header = Some(*h),
            (_, None) => return Err(bad(String::from("the first line of a report is its header"))),
            (Record::Case(case), Some(header)) => {
                if !header.planned.contains(&case.id) {
                    return Err(bad(format!("the case {} was not planned", case.id)));
                }
                if cases.iter().any(|c: &CaseRecord| c.id == case.id) {
                    return Err(bad(format!("the case {} is there twice", case.id)));
                }
                cases.push(*case);
            }
            (Record::Generated(g), Some(_)) => generated.push(*g),
            (Record::Footer(f), Some(_)) => footer = Some(*f),
        }
    }
    let header = header.ok_or(BadReport { line: 1, message: String::from("the report has no header") })?;
    if let Some(id) = header.planned.iter().find(|id| !header.all.contains(id)) {
        return Err(BadReport { line: 1, message: format!("the case {id} is planned, but not one of all cases") });
    }
    if header.shard.of == 1 && header.planned.len() != header.all.len() {
        return Err(BadReport { line: 1, message: String::from("it is the whole, but not all cases are planned") });
    }
    let report = Report { header, cases, generated, footer };
    // What lost a line is incomplete, which is said elsewhere.
    if report.complete().is_err() {
        return Ok(report);
    }
    report.footer_holds().map_err(|message| BadReport { line: last, message })?;
    Ok(report)
}
