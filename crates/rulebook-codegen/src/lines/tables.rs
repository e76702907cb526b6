//! Every window of a line, evaluated once: tables of what the lines through a placed piece have.
//!
//! A window is two halves, one to each side of the placed piece. Which templates match is what matches of both halves, so
//! halves are told apart by that alone; then those whose rows (or columns) of answers are equal are one.

use std::collections::BTreeMap;

use super::{
    read::Fact,
    template::{ANY, EDGE, EMPTY, OTHER, OWN, States},
};

/// The bits of a cell in a key: without a piece 0, own 1, of the other player 2, off the board 3.
pub(super) const BITS: usize = 2;

/// Where in the sum over all lines a fact counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field {
    /// Its lowest bit.
    pub(super) shift: u32,
    /// The bit that is set when it is reached: its highest.
    pub(super) reached: u32,
}

/// The tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tables {
    /// How far a window goes to each side.
    pub(super) reach: usize,
    /// The class of what lies before the piece, by key.
    pub(super) before: Vec<u8>,
    /// The class of what lies behind it.
    pub(super) behind: Vec<u8>,
    /// A class before is shifted by so much to make room for one behind.
    pub(super) columns: u32,
    /// What a line adds, by both classes.
    pub(super) entries: Vec<u32>,
    /// For each fact that supposes a piece: where on the window, by both classes.
    pub(super) trials: Vec<Option<Vec<u16>>>,
    /// Where the sum begins.
    pub(super) start: u32,
    /// By fact.
    pub(super) fields: Vec<Field>,
    /// A line with fewer own pieces adds nothing.
    pub(super) least: u32,
    /// A cell farther than this from all own pieces of a line gets nothing from it; `None`: it may.
    pub(super) near: Option<usize>,
    /// What a line with nothing but the piece adds is nothing.
    pub(super) nothing_alone: bool,
}

impl Tables {
    /// What a line without any piece adds at a cell with so many cells before and behind it.
    pub(super) fn blank(&self, before: usize, behind: usize) -> u32 {
        let off = |room: usize, place: &dyn Fn(usize) -> usize| -> usize {
            (room + 1..=self.reach).fold(0, |key, d| key | 3 << (BITS * place(d)))
        };
        let (before, behind) = (off(before, &|d| self.reach - d), off(behind, &|d| d - 1));
        let (row, column) = (usize::from(self.before[before]), usize::from(self.behind[behind]));
        self.entries[row << self.columns | column]
    }
}

/// A kind of half: which templates it matches, how many own pieces it has at least, how far the nearest is at most.
struct Half {
    matches: Vec<bool>,
    least: u32,
    nearest: usize,
}

/// Halves of one side, told apart by the templates they match, with the kind of each key.
fn halves(facts: &[Fact<'_>], reach: usize, behind: bool) -> (Vec<Half>, Vec<u8>, usize) {
    let mut kinds: Vec<Half> = Vec::new();
    let mut known: BTreeMap<Vec<bool>, usize> = BTreeMap::new();
    let mut by_key = vec![0; 1 << (BITS * reach)];
    let mut walled = 0;
    for (key, kind_of) in by_key.iter_mut().enumerate() {
        let code = |d: usize| {
            let place = if behind { d - 1 } else { reach - d };
            key >> (BITS * place) & 3
        };
        let codes: Vec<usize> = (1..=reach).map(code).collect();
        let room = codes.iter().position(|c| *c == 3).unwrap_or(reach);
        if codes[room..].iter().any(|c| *c != 3) {
            // No line looks like this.
            continue;
        }
        let state = |d: usize| -> States {
            match codes[d - 1] {
                0 => EMPTY,
                1 => OWN,
                2 => OTHER,
                _ if d == room + 1 => EDGE,
                _ => ANY & !(EMPTY | OWN | OTHER | EDGE),
            }
        };
        let matches: Vec<bool> = facts
            .iter()
            .flat_map(|f| &f.templates)
            .map(|t| (1..=reach).all(|d| t.allowed(d, behind) & state(d) != 0))
            .collect();
        let own = codes.iter().filter(|c| **c == 1).count() as u32;
        let nearest = codes.iter().position(|c| *c == 1).map_or(usize::MAX, |i| i + 1);
        let kind = *known.entry(matches.clone()).or_insert(kinds.len());
        if kind == kinds.len() {
            kinds.push(Half { matches, least: own, nearest });
        }
        kinds[kind].least = kinds[kind].least.min(own);
        kinds[kind].nearest = kinds[kind].nearest.max(nearest);
        *kind_of = kind as u8;
        if room == 0 {
            walled = kind;
        }
        if kinds.len() > usize::from(u8::MAX) {
            break;
        }
    }
    (kinds, by_key, walled)
}

/// What both halves together add, and where second pieces are supposed.
fn answer(facts: &[Fact<'_>], before: &Half, behind: &Half, fields: &[Field]) -> (u32, Vec<u16>) {
    let mut template = 0;
    let mut entry = 0;
    let mut trials = Vec::new();
    for (fact, field) in facts.iter().zip(fields) {
        let mut sets: Vec<u32> = Vec::new();
        let mut trial = 0;
        for t in &fact.templates {
            if before.matches[template] && behind.matches[template] {
                if !sets.contains(&t.counted) {
                    sets.push(t.counted);
                }
                trial |= t.trial.map_or(0, |at| 1 << at);
            }
            template += 1;
        }
        let most = if fact.counts { fact.least } else { 1 };
        entry |= (sets.len() as u32).min(most) << field.shift;
        trials.push(trial);
    }
    (entry, trials)
}

/// Room for each fact in one sum over so many lines, such that its highest bit says that it is reached.
fn fields(facts: &[Fact<'_>], axes: u32) -> Result<(Vec<Field>, u32), &'static str> {
    let (mut shift, mut start) = (0, 0_u64);
    let mut fields = Vec::new();
    for fact in facts {
        let most = axes * if fact.counts { fact.least } else { 1 };
        let half = (0..16).map(|w| 1_u32 << w).find(|half| *half >= fact.least && most < fact.least + half);
        let half = half.ok_or("a number too large to count")?;
        let width = half.trailing_zeros() + 1;
        if shift + width > u32::BITS {
            return Err("too many patterns to count at once");
        }
        start |= u64::from(half - fact.least) << shift;
        fields.push(Field { shift, reached: 1 << (shift + width - 1) });
        shift += width;
    }
    Ok((fields, start as u32))
}

/// The tables of facts on a board with so many axes.
pub(super) fn tables(facts: &mut [Fact<'_>], axes: usize) -> Result<Tables, &'static str> {
    let reach = facts.iter().flat_map(|f| &f.templates).map(super::template::Template::reach).max().unwrap_or(0).max(1);
    for fact in facts.iter_mut() {
        fact.templates = fact.templates.iter().map(|t| t.widened(reach)).collect();
    }
    let (fields, start) = fields(facts, axes as u32)?;
    let (before, before_keys, walled_before) = halves(facts, reach, false);
    let (behind, behind_keys, walled_behind) = halves(facts, reach, true);
    if before.len().max(behind.len()) > usize::from(u8::MAX) {
        return Err("patterns that tell too many lines apart");
    }
    let answers: Vec<Vec<_>> =
        before.iter().map(|a| behind.iter().map(|b| answer(facts, a, b, &fields)).collect()).collect();
    let (mut least, mut near) = (u32::MAX, 0);
    for (a, row) in before.iter().zip(&answers) {
        for (b, _) in behind.iter().zip(row).filter(|(_, answer)| answer.0 != 0) {
            least = least.min(a.least + b.least);
            near = near.max(a.nearest.min(b.nearest));
        }
    }
    let nothing_alone = answers[walled_before][walled_behind].0 == 0;
    let (rows, row_of) = merged(answers);
    let columns: Vec<Vec<_>> = (0..behind.len()).map(|c| rows.iter().map(|r| r[c].clone()).collect()).collect();
    let (columns, column_of) = merged(columns);
    let bits = columns.len().next_power_of_two().trailing_zeros();
    let size = rows.len().next_power_of_two() << bits;
    let at = |row: usize, column: usize| row << bits | column;
    let mut entries = vec![0; size];
    let mut trials: Vec<Option<Vec<u16>>> = facts.iter().map(|f| f.rest.as_ref().map(|_| vec![0; size])).collect();
    for (c, column) in columns.iter().enumerate() {
        for (r, (entry, places)) in column.iter().enumerate() {
            entries[at(r, c)] = *entry;
            for (table, place) in trials.iter_mut().zip(places) {
                if let Some(table) = table {
                    table[at(r, c)] = *place;
                }
            }
        }
    }
    Ok(Tables {
        reach,
        before: before_keys.iter().map(|k| row_of[usize::from(*k)]).collect(),
        behind: behind_keys.iter().map(|k| column_of[usize::from(*k)]).collect(),
        columns: bits,
        entries,
        trials,
        start,
        fields,
        least: if least == u32::MAX { 0 } else { least },
        near: Some(near).filter(|near| *near <= reach),
        nothing_alone,
    })
}

/// Equal rows are one: the different ones, and which of them each was.
fn merged<T: Clone + Ord>(rows: Vec<T>) -> (Vec<T>, Vec<u8>) {
    let mut known: BTreeMap<T, u8> = BTreeMap::new();
    let mut kept = Vec::new();
    let mut which = Vec::new();
    for row in rows {
        let next = kept.len() as u8;
        let at = *known.entry(row.clone()).or_insert(next);
        if at == next {
            kept.push(row);
        }
        which.push(at);
    }
    (kept, which)
}
