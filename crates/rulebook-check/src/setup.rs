//! The first position: which pieces stand where.

use rulebook_ir::rules::Placement;
use rulebook_ir::{CellRef, CellSet, Set};
use rulebook_syntax::ast::{self, Clause, ClauseBody, PhraseWordKind};

use crate::context::{Scope, View};
use crate::inherit::Merged;
use crate::symbols::World;

impl World<'_> {
    /// The pieces of all `setup` clauses, by cell.
    pub(crate) fn setup(&mut self, merged: &Merged) -> Vec<Placement> {
        let mut pieces: Vec<Placement> = Vec::new();
        for Clause { assume, span, body } in &merged.clauses {
            let ClauseBody::Setup(placings) = body else { continue };
            self.clauses.id("setup", *span, *assume);
            for (words, set) in placings {
                let mut owner = None;
                let mut unknown = false;
                let mut kind = (self.kinds.len() == 1).then_some(0);
                for word in &words.words {
                    let PhraseWordKind::Name(name) = &word.kind else { continue };
                    match (self.player(name), self.kind(name)) {
                        (Some(player), _) => owner = Some(player),
                        (None, Some(k)) => kind = Some(k),
                        (None, None) => {
                            let mut fitting: Vec<String> = self.kinds.iter().map(|k| k.name.clone()).collect();
                            fitting.extend(self.players.iter().map(|p| p.name.text.clone()));
                            self.unknown("kind or player", name, word.span, &fitting);
                            unknown = true;
                        }
                    }
                }
                let Some(kind) = kind else {
                    if unknown {
                        continue;
                    }
                    self.error("R0310", words.span, "which kind of piece?").help =
                        Some("write for example `setup man on first 3 rows`".into());
                    continue;
                };
                let cells = self.set(set, &Scope::new(View::Nobody));
                for player in 0..self.players.len() as u8 {
                    if owner.is_some_and(|o| o != player) {
                        continue;
                    }
                    let cells = self.constant_cells(&cells, player);
                    self.check_stock(words, &pieces, (player, kind), cells.len());
                    for cell in cells.iter() {
                        if pieces.iter().any(|p| p.cell == cell) {
                            let name = self.board.cells[usize::from(cell)].name.clone();
                            self.error("R0406", set.span, format!("two pieces are set up on `{name}`"));
                            break;
                        }
                        pieces.push(Placement { cell, player, kind });
                    }
                }
            }
        }
        pieces.sort_by_key(|p| p.cell);
        pieces
    }

    /// A player sets up no more pieces than he has in all.
    fn check_stock(&mut self, words: &ast::Phrase, have: &[Placement], (player, kind): (u8, u8), more: usize) {
        let info = &self.kinds[usize::from(kind)];
        let Some((stock, each)) = info.stock else { return };
        let numbers = info.numbers.map_or(1, |(first, last)| u32::from(last.saturating_sub(first)) + 1);
        let most = if each { stock.saturating_mul(numbers) } else { stock } as usize;
        let name = info.plural.clone();
        let before = have.iter().filter(|p| p.player == player && p.kind == kind).count();
        let said = self.diagnostics.last().is_some_and(|d| d.code.0 == "R0407" && d.primary.span == words.span);
        if before <= most && before + more > most && !said {
            let player = self.players[usize::from(player)].name.text.clone();
            let text = format!("{player} sets up {} {name}, but has only {most} in all", before + more);
            self.error("R0407", words.span, text).help = Some("set up fewer, or give the kind a larger `stock`".into());
        }
    }

    /// The cells of a set that depends on the board and the viewer alone.
    fn constant_cells(&self, set: &Set, viewer: u8) -> CellSet {
        let all = self.board.all();
        match set {
            Set::Const(cells) => cells.clone(),
            Set::Seen(seen) => seen.get(usize::from(viewer)).cloned().unwrap_or_default(),
            Set::And(sets) => sets.iter().fold(all, |have, s| have.and(&self.constant_cells(s, viewer))),
            Set::Or(sets) => {
                sets.iter().fold(CellSet::new(self.board.len()), |have, s| have.or(&self.constant_cells(s, viewer)))
            }
            Set::Not(inner) => all.without(&self.constant_cells(inner, viewer)),
            Set::One(CellRef::Cell(cell)) => std::iter::once(*cell).collect(),
            _ => CellSet::new(self.board.len()),
        }
    }
}
