//! Wrong turns of a game as a whole: board, names, pieces, set-up, options, refusals.

use rulebook_ir::rules::Placement;
use rulebook_ir::{DefBody, EventKind, RefusalWhat, Restart, Rules};

use super::each::once;
use super::{Mutator, endings::restart, find};

impl Mutator {
    pub(super) fn rules(&mut self, rules: &mut Rules) {
        self.board(rules);
        self.names(rules);
        self.pieces(rules);
        self.setup(rules);
        self.options(rules);
        for def in &mut rules.defs {
            self.within(def.clause, |m| match &mut def.body {
                DefBody::Cond(c) => m.whole(c),
                DefBody::Num(n) => m.num(n),
                DefBody::Set(s) => m.set(s),
            });
        }
        for action in &mut rules.actions {
            self.action(action);
        }
        for turn in &mut rules.turns {
            self.within(turn.clause, |m| m.turn(turn));
        }
        if let Some(foul) = &mut rules.foul {
            self.within(foul.clause, |m| m.whole(&mut foul.when));
        }
        let actions: Vec<Restart> =
            rules.actions.iter().enumerate().map(|(i, _)| restart(EventKind::Action(i as u8, u32::MAX))).collect();
        let all_kinds = rules.kinds.iter().enumerate().fold(0, |bits, (i, _)| bits | 1 << i);
        for clock in &mut rules.clocks {
            self.within(clock.clause, |m| m.clock(clock, &actions, all_kinds));
        }
        self.results(rules);
        for always in &mut rules.always {
            self.within(always.clause, |m| m.claim(&mut always.cond));
        }
        self.refusals(rules);
    }

    /// A cell loses a neighbour, a line its end. Directions in which nothing is walked, and lines on which nothing is
    /// laid, are not read by any rule.
    fn board(&mut self, rules: &mut Rules) {
        let clause = find(rules, "board");
        let outer = std::mem::replace(&mut self.clause, clause);
        for dir in self.places.walked.clone() {
            let dir = usize::from(dir);
            let name = rules.board.directions[dir].name.clone();
            let linked = rules.board.neighbours[dir].iter().position(Option::is_some);
            if let Some(cell) = linked
                && self.hit(|| format!("{} has no neighbour {name}", rules.board.cells[cell].name))
            {
                rules.board.neighbours[dir][cell] = None;
            }
        }
        if self.places.lines {
            let mut axes: Vec<u8> = rules.board.lines.iter().map(|l| l.forth).collect();
            axes.sort_unstable();
            axes.dedup();
            for axis in axes {
                let along = rules.board.lines.iter().enumerate().filter(|(_, l)| l.forth == axis);
                let Some((longest, _)) = along.max_by_key(|(i, l)| (l.cells.len(), std::cmp::Reverse(*i))) else {
                    continue;
                };
                let (name, cell) =
                    (&rules.board.directions[usize::from(axis)].name, rules.board.lines[longest].cells[0]);
                let what = || format!("a line {name} does not reach {}", rules.board.cells[usize::from(cell)].name);
                if self.hit(what) {
                    cut(rules, longest);
                }
            }
        }
        self.clause = outer;
    }

    /// Names that change places: of players and cells.
    fn names(&mut self, rules: &mut Rules) {
        let (players, cells) = (find(rules, "players"), find(rules, "cells"));
        if self.perhaps_within(players, |m| m.hit(|| "the first two players have each other's names".into())) {
            rules.players.swap(0, 1);
        }
        let last = rules.board.cells.len() - 1;
        if self.perhaps_within(cells, |m| m.hit(|| "the first and the last cell have each other's names".into())) {
            let (first, end) = (rules.board.cells[0].clone(), rules.board.cells[last].clone());
            (rules.board.cells[0].name, rules.board.cells[0].number) = (end.name, end.number);
            (rules.board.cells[last].name, rules.board.cells[last].number) = (first.name, first.number);
        }
        for index in 1..rules.kinds.len() {
            let clause = find(rules, &format!("piece.{}", rules.kinds[index].name));
            if self.perhaps_within(clause, |m| m.hit(|| "a kind is written like the first one".into())) {
                let letter = rules.kinds[index].letter;
                rules.kinds[0].letter = letter;
                rules.kinds[index].letter = None;
            }
        }
    }

    /// A kind has one copy more or less, a number more or less, or only two copies where there is no limit.
    fn pieces(&mut self, rules: &mut Rules) {
        for index in 0..rules.kinds.len() {
            let clause = find(rules, &format!("piece.{}", rules.kinds[index].name));
            let outer = std::mem::replace(&mut self.clause, clause);
            let kind = &mut rules.kinds[index];
            match &mut kind.stock {
                Some((count, _)) => {
                    for changed in [*count + 1, count.saturating_sub(1)] {
                        if self.hit(|| format!("a stock of {count} → {changed}")) {
                            *count = changed;
                            break;
                        }
                    }
                }
                None => {
                    if self.hit(|| "a stock of two".into()) {
                        kind.stock = Some((2, false));
                    }
                }
            }
            if let Some((_, to)) = &mut kind.numbers {
                for changed in [to.saturating_add(1), to.saturating_sub(1)] {
                    if self.hit(|| format!("numbers to {to} → {changed}")) {
                        *to = changed;
                        break;
                    }
                }
            }
            self.clause = outer;
        }
    }

    fn setup(&mut self, rules: &mut Rules) {
        let clause = find(rules, "setup");
        let outer = std::mem::replace(&mut self.clause, clause);
        for player in 0..rules.players.len() as u8 {
            let last = rules.setup.iter().rposition(|p| p.player == player);
            if let Some(last) = last {
                if self.hit(|| format!("a piece of player {player} is not set up")) {
                    rules.setup.remove(last);
                } else if self.hit(|| format!("a piece of player {player} is set up for the other")) {
                    let Placement { player, .. } = &mut rules.setup[last];
                    *player = u8::from(*player == 0);
                }
            }
        }
        self.clause = outer;
    }

    /// A reading that means what another one means.
    fn options(&mut self, rules: &mut Rules) {
        for (option, (clause, readings)) in rules.options.iter_mut().zip(self.places.options.clone()) {
            if option.readings.len() > 1 && self.within(clause, |m| m.hit(|| "the first two readings swapped".into())) {
                option.readings.swap(0, 1);
                return;
            }
            for (index, reading) in readings.into_iter().enumerate() {
                for other in 0..option.readings.len() {
                    let (name, as_other) = (option.readings[index].clone(), option.readings[other].clone());
                    let change = |m: &mut Self| m.hit(|| format!("{name} means what {as_other} means"));
                    if other != index && self.within(reading.unwrap_or(clause), change) {
                        option.readings[other] = name;
                        option.readings[index] = String::new();
                    }
                }
            }
        }
    }

    fn refusals(&mut self, rules: &mut Rules) {
        let refusals = std::mem::take(&mut rules.refusals);
        for mut refusal in refusals {
            let dropped = self.within(refusal.clause, |m| {
                if m.hit(|| "the refusal dropped".into()) {
                    return true;
                }
                match &mut refusal.what {
                    RefusalWhat::When(c) => m.cond(c),
                    RefusalWhat::Pieces(s) => m.set(s),
                    RefusalWhat::MoreThan(n, s) => {
                        m.num(n);
                        let outer = std::mem::replace(&mut m.either, once(m.places.players, |v| v.set(s)));
                        m.set(s);
                        m.either = outer;
                    }
                }
                false
            });
            if !dropped {
                rules.refusals.push(refusal);
            }
        }
    }
}

/// Takes the first cell off a line.
fn cut(rules: &mut Rules, line: usize) {
    let cell = usize::from(rules.board.lines[line].cells.remove(0));
    rules.board.lines_through[cell].retain(|(through, _)| usize::from(*through) != line);
    for through in &mut rules.board.lines_through {
        for (on, at) in through.iter_mut() {
            if usize::from(*on) == line {
                *at -= 1;
            }
        }
    }
}
