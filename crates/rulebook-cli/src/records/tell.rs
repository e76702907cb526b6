//! What is told of each record: as text for people, as a line of CSV, as JSON.

use std::collections::BTreeMap;

use rulebook_records::Record;
use serde_json::{Value, json};

use crate::{
    failure::Failure,
    output::Output,
    records::sum::Summary,
    records::verdict::{Judgement, Verdict},
};

/// How records are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Counts, reasons, and some records of each verdict, for people.
    Text,
    /// A line for each record, with a head.
    Csv,
    /// One object with all records and a summary.
    Json,
    /// An object for each record on a line of its own, then one with the summary.
    Jsonl,
}

/// A record among others.
pub(crate) struct Told<'a> {
    pub(crate) file: &'a str,
    /// Its number in the file, from 1.
    pub(crate) number: u64,
    pub(crate) record: &'a Record,
    pub(crate) judgement: &'a Judgement,
}

/// Tells records as they come.
pub(crate) struct Teller {
    format: Format,
    /// How many records of each verdict people are shown.
    limit: usize,
    shown: BTreeMap<Verdict, Vec<String>>,
    begun: bool,
}

/// The columns of CSV.
const COLUMNS: [&str; 19] = [
    "file",
    "game",
    "line",
    "event",
    "date",
    "white",
    "black",
    "result",
    "verdict",
    "plies",
    "state",
    "ply",
    "move",
    "at_line",
    "at_column",
    "reason",
    "clauses",
    "played_on",
    "message",
];

impl Teller {
    /// Before the first record.
    pub(crate) fn new(format: Format, limit: usize) -> Self {
        Self { format, limit, shown: BTreeMap::new(), begun: false }
    }

    /// Tells a record, or keeps it until the end.
    pub(crate) fn tell(&mut self, told: &Told<'_>, out: &mut Output) -> Result<(), Failure> {
        let begun = std::mem::replace(&mut self.begun, true);
        match self.format {
            Format::Text => {
                let shown = self.shown.entry(told.judgement.verdict).or_default();
                if told.judgement.fault.is_some() && shown.len() < self.limit {
                    shown.push(told.text());
                }
                Ok(())
            }
            Format::Csv => {
                if !begun {
                    out.text(&csv_line(COLUMNS.iter().map(|c| (*c).to_owned()))?)?;
                }
                out.text(&csv_line(told.columns())?)
            }
            Format::Jsonl => {
                out.json(&told.json())?;
                out.flush()
            }
            Format::Json => {
                out.text(if begun { "," } else { "{\"games\":[" })?;
                out.text(&told.json().to_string())
            }
        }
    }

    /// Tells what was kept, and the summary.
    pub(crate) fn end(self, summary: &Summary, rules: &rulebook_ir::Rules, out: &mut Output) -> Result<(), Failure> {
        match self.format {
            Format::Text => {
                for line in summary.text(rules) {
                    out.line(&line)?;
                }
                for (verdict, shown) in self.shown.iter().filter(|(_, shown)| !shown.is_empty()) {
                    let all = summary.count(*verdict);
                    let some = shown.len() as u64;
                    let rest = if all > some { format!(" (the first {some} of {all})") } else { String::new() };
                    out.line(&format!("\n{}{rest}:", verdict.name()))?;
                    for text in shown {
                        out.line(text)?;
                    }
                }
                Ok(())
            }
            Format::Csv if self.begun => Ok(()),
            Format::Csv => out.text(&csv_line(COLUMNS.iter().map(|c| (*c).to_owned()))?),
            Format::Jsonl => out.json(&json!({ "summary": summary.json() })),
            Format::Json => {
                let begin = if self.begun { "" } else { "{\"games\":[" };
                out.line(&format!("{begin}],\"summary\":{}}}", summary.json()))
            }
        }
    }
}

/// A line of CSV.
fn csv_line(columns: impl Iterator<Item = String>) -> Result<String, Failure> {
    let failed = |what: String| Failure::outside(format!("a line of CSV could not be written: {what}"));
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    writer.write_record(columns).map_err(|e| failed(e.to_string()))?;
    let bytes = writer.into_inner().map_err(|e| failed(e.to_string()))?;
    String::from_utf8(bytes).map_err(|e| failed(e.to_string()))
}

impl Told<'_> {
    /// The value of a tag.
    fn tag(&self, name: &str) -> &str {
        self.record.get(name).unwrap_or("")
    }

    /// For people: where it stands, whose game it is, what is wrong.
    fn text(&self) -> String {
        let Some(fault) = &self.judgement.fault else { return String::new() };
        let players: Vec<&str> = [self.tag("White"), self.tag("Black")].into_iter().filter(|n| !n.is_empty()).collect();
        let about: Vec<String> =
            [players.join(" \u{2013} "), self.tag("Event").to_owned(), self.tag("Date").to_owned()]
                .into_iter()
                .filter(|part| !part.is_empty())
                .collect();
        let about = if about.is_empty() { String::new() } else { format!(" {}", about.join(", ")) };
        let ply = match fault.ply {
            None => String::new(),
            Some(0) => String::from("at the first position: "),
            Some(ply) => format!("ply {ply}: "),
        };
        format!("  {}:{}: game {}{about}\n      {ply}{}", self.file, fault.line, self.number, fault.message)
    }

    /// For a table.
    fn columns(&self) -> impl Iterator<Item = String> {
        let (record, judgement) = (self.record, self.judgement);
        let fault = judgement.fault.clone().unwrap_or_default();
        let at = |n: u64| if judgement.fault.is_some() && n > 0 { n.to_string() } else { String::new() };
        let state = judgement.status["state"].as_str().unwrap_or("").to_owned();
        [
            self.file.to_owned(),
            self.number.to_string(),
            record.line.to_string(),
            self.tag("Event").to_owned(),
            self.tag("Date").to_owned(),
            self.tag("White").to_owned(),
            self.tag("Black").to_owned(),
            record.result.clone().unwrap_or_default(),
            judgement.verdict.name().to_owned(),
            judgement.plies.to_string(),
            state,
            fault.ply.map_or_else(String::new, |p| p.to_string()),
            fault.action.unwrap_or_default(),
            at(fault.line),
            at(u64::from(fault.column)),
            fault.reason,
            fault.clauses.join(" "),
            fault.played_on.map_or_else(String::new, |n| n.to_string()),
            fault.message,
        ]
        .into_iter()
    }

    /// For programs.
    fn json(&self) -> Value {
        let (record, judgement) = (self.record, self.judgement);
        let fault = judgement.fault.as_ref().map(|fault| {
            json!({
                "ply": fault.ply,
                "move": fault.action,
                "line": fault.line,
                "column": (fault.column > 0).then_some(fault.column),
                "reason": fault.reason,
                "clauses": fault.clauses,
                "played_on": fault.played_on,
                "message": fault.message,
            })
        });
        let tag = |name| record.get(name);
        json!({
            "file": self.file,
            "game": self.number,
            "line": record.line,
            "event": tag("Event"),
            "date": tag("Date"),
            "white": tag("White"),
            "black": tag("Black"),
            "result": record.result,
            "verdict": judgement.verdict.name(),
            "plies": judgement.plies,
            "status": judgement.status,
            "fault": fault,
        })
    }
}
