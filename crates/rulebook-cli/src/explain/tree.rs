//! Findings as a tree of lines with small boards, and as JSON.

use rulebook_api::{Piece, Vocabulary};
use rulebook_interpreter::Finding;
use rulebook_ir::ClauseId;
use serde_json::{Map, Value, json};

use crate::{board, engine::Running, excerpt::excerpt};

/// Boards that are drawn within one explanation.
const MOST_BOARDS: usize = 8;

/// Lines of an explanation, and the clauses that they speak of.
pub(super) struct Tree<'a> {
    running: &'a Running,
    /// The pieces on which everything was asked, apart from trial pieces.
    pieces: Vec<(u16, Piece)>,
    lines: Vec<String>,
    clauses: Vec<ClauseId>,
    boards: usize,
}

impl<'a> Tree<'a> {
    pub(super) fn new(running: &'a Running, pieces: Vec<(u16, Piece)>) -> Self {
        Self { running, pieces, lines: Vec::new(), clauses: Vec::new(), boards: 0 }
    }

    /// Everything is asked on these pieces from now on.
    pub(super) fn on(&mut self, pieces: &[(u16, Piece)]) {
        self.pieces = pieces.to_vec();
    }

    /// A line of its own.
    pub(super) fn say(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// A line about a clause, whose spec is shown at the end.
    pub(super) fn clause(&mut self, clause: ClauseId, line: &str) {
        let id = self.id(clause);
        self.lines.push(format!("{id} {line}"));
    }

    /// A finding and all that it rests on, below a line.
    pub(super) fn findings(&mut self, findings: &[Finding]) {
        self.level(findings, 0, "");
    }

    fn level(&mut self, findings: &[Finding], more: usize, margin: &str) {
        for (i, finding) in findings.iter().enumerate() {
            let last = i + 1 == findings.len() && more == 0;
            let (branch, below) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            let truth = if finding.holds { "yes" } else { "no " };
            let counted = finding.counted.map_or_else(String::new, |n| format!(": it is {n}"));
            let clause = finding.clause.map_or_else(String::new, |c| format!(" ({})", self.id(c)));
            self.lines.push(format!("{margin}{branch}{truth} {}{counted}{clause}", finding.says));
            let inner = format!("{margin}{below}");
            let trial = finding.because.first().is_some_and(|f| f.trials.len() > finding.trials.len());
            if trial {
                self.board(finding, &inner);
            }
            self.level(&finding.because, finding.more, &inner);
        }
        if more > 0 {
            self.lines.push(format!("{margin}└─ and {more} more that come less near"));
        }
    }

    /// The board with trial pieces, around what is spoken of.
    fn board(&mut self, finding: &Finding, margin: &str) {
        let Some(deepest) = finding.because.first() else { return };
        if self.boards == MOST_BOARDS {
            return;
        }
        self.boards += 1;
        let mut around: Vec<u16> = deepest.trials.iter().map(|(cell, _)| *cell).collect();
        around.extend(finding.because.iter().flat_map(|f| f.cells.iter().copied()));
        let marks: Vec<(u16, char)> =
            deepest.trials.iter().enumerate().map(|(i, (cell, _))| (*cell, trial_mark(i))).collect();
        let rules = self.running.rules();
        let names = self.running.names();
        for line in board::draw_part(rules, names, &self.pieces, &marks, &around).lines() {
            self.lines.push(format!("{margin}    {line}").trim_end().to_owned());
        }
        let supposed = deepest.trials.iter().enumerate().map(|(i, (cell, piece))| {
            format!("{} {} on {}", trial_mark(i), names.player(piece.player), names.cell_name(*cell))
        });
        self.lines.push(format!("{margin}    supposed: {}", supposed.collect::<Vec<_>>().join(", ")));
    }

    fn id(&mut self, clause: ClauseId) -> String {
        if !self.clauses.contains(&clause) {
            self.clauses.push(clause);
        }
        self.running.rules().clause_id(clause).to_owned()
    }

    /// The lines, and after them what the spec says, apart from clauses that have been shown before.
    pub(super) fn finish(self, shown: &[ClauseId]) -> Vec<String> {
        let mut lines = self.lines;
        let wanted: Vec<ClauseId> = self.clauses.into_iter().filter(|c| !shown.contains(c)).collect();
        let mut spans = Vec::new();
        for clause in wanted {
            let rule = &self.running.rules().clauses[usize::from(clause.0)];
            if spans.contains(&rule.span) {
                continue;
            }
            spans.push(rule.span);
            lines.push(String::new());
            lines.push(match rule.texts.get("en") {
                Some(text) => format!("{}: {text}", rule.id),
                None => rule.id.clone(),
            });
            lines.push(excerpt(&self.running.spec.sources, rule.span));
        }
        lines
    }
}

fn trial_mark(index: usize) -> char {
    char::from_digit(u32::try_from(index).unwrap_or(0) % 9 + 1, 10).unwrap_or('*')
}

/// A finding as JSON; what is empty is left out.
pub(super) fn as_json(running: &Running, finding: &Finding) -> Value {
    let names = running.names();
    let cells = |cells: &[u16]| cells.iter().map(|&c| names.cell_name(c)).collect::<Vec<_>>();
    let mut found = Map::new();
    found.insert("says".into(), json!(finding.says));
    found.insert("holds".into(), json!(finding.holds));
    if let Some(clause) = finding.clause {
        found.insert("clause".into(), json!(running.rules().clause_id(clause)));
    }
    if let Some(counted) = finding.counted {
        found.insert("counted".into(), json!(counted));
    }
    if !finding.cells.is_empty() {
        found.insert("cells".into(), json!(cells(&finding.cells)));
    }
    if !finding.trials.is_empty() {
        let trials = finding.trials.iter().map(|(cell, piece)| trial(names, *cell, *piece));
        found.insert("supposed".into(), trials.collect());
    }
    if !finding.because.is_empty() {
        found.insert("because".into(), finding.because.iter().map(|f| as_json(running, f)).collect());
    }
    if finding.more > 0 {
        found.insert("more".into(), json!(finding.more));
    }
    Value::Object(found)
}

fn trial(names: &Vocabulary, cell: u16, piece: Piece) -> Value {
    let kind = names.kinds.get(usize::from(piece.kind)).map_or("", |k| k.name.as_str());
    json!({ "cell": names.cell_name(cell), "player": names.player(piece.player), "kind": kind })
}
