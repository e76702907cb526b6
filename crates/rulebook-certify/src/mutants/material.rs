//! Wrong turns of a game as a whole: material, clocks, results, refusals.

use rulebook_ir::rules::Placement;
use rulebook_ir::{
    Clock, Cond, Copies, DefBody, Event, EventKind, Outcome, RefusalWhat, Restart, ResultRule, Rules, Who,
};

use super::{Mutator, find, ordinal};

impl Mutator {
    pub(super) fn rules(&mut self, rules: &mut Rules) {
        self.board(rules);
        self.names(rules);
        self.setup(rules);
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
        let others: Vec<Restart> =
            rules.actions.iter().enumerate().map(|(i, _)| restart(EventKind::Action(i as u8, u32::MAX))).collect();
        let all_kinds = rules.kinds.iter().enumerate().fold(0, |bits, (i, _)| bits | 1 << i);
        for clock in &mut rules.clocks {
            self.within(clock.clause, |m| m.clock(clock, &others, all_kinds));
        }
        self.results(rules);
        for always in &mut rules.always {
            self.within(always.clause, |m| m.whole(&mut always.cond));
        }
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
                        m.set(s);
                    }
                }
                false
            });
            if !dropped {
                rules.refusals.push(refusal);
            }
        }
    }

    /// A cell loses a neighbour; a kind has one copy more or less.
    fn board(&mut self, rules: &mut Rules) {
        let clause = find(rules, "board");
        let outer = std::mem::replace(&mut self.clause, clause);
        for dir in 0..rules.board.neighbours.len() {
            let name = rules.board.directions[dir].name.clone();
            let linked = rules.board.neighbours[dir].iter().position(Option::is_some);
            if let Some(cell) = linked
                && self.hit(|| format!("{} has no neighbour {name}", rules.board.cells[cell].name))
            {
                rules.board.neighbours[dir][cell] = None;
            }
        }
        for index in 0..rules.kinds.len() {
            self.clause = find(rules, &format!("piece.{}", rules.kinds[index].name));
            let kind = &mut rules.kinds[index];
            if let Some((count, _)) = &mut kind.stock {
                for changed in [*count + 1, count.saturating_sub(1)] {
                    if self.hit(|| format!("a stock of {count} → {changed}")) {
                        *count = changed;
                        break;
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
        }
        self.clause = outer;
    }

    /// Names that change places: of players, kinds and cells.
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
        let clause = find(rules, &format!("piece.{}", rules.kinds[0].name));
        if self.perhaps_within(clause, |m| m.hit(|| "the first kind is written with a letter".into())) {
            rules.kinds[0].letter = Some('Z');
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

    fn clock(&mut self, clock: &mut Clock, others: &[Restart], all_kinds: u32) {
        self.event(&mut clock.feed);
        match clock.copies {
            Copies::PerPlayer => {
                if self.hit(|| "one count for both, not one for each".into()) {
                    clock.copies = Copies::One;
                }
            }
            Copies::One => {
                if self.hit(|| "only the plies of the second player are counted".into()) {
                    clock.feed.by = Some(Who::Player(1));
                }
            }
            Copies::PerPiece => {}
        }
        if clock.runs != Cond::Const(true) {
            self.whole(&mut clock.runs);
        }
        for part in [&mut clock.carries, &mut clock.last_ply] {
            self.whole(part);
        }
        // Restarts: each dropped, each condition changed, and each that is absent added.
        let clause = clock.restart_clause.or(self.clause);
        let outer = std::mem::replace(&mut self.clause, clause);
        self.drop_each(&mut clock.restarts, |i, _| format!("the {} restart dropped", ordinal(i)));
        for restart in &mut clock.restarts {
            self.event(&mut restart.event);
            if restart.when != Cond::Const(true) {
                self.whole(&mut restart.when);
            }
        }
        let mut absent: Vec<(Restart, String)> = others
            .iter()
            .enumerate()
            .map(|(i, r)| {
                (
                    Restart {
                        event: Event { kind: EventKind::Action(i as u8, all_kinds), ..r.event.clone() },
                        ..r.clone()
                    },
                    format!("action {i}"),
                )
            })
            .collect();
        absent.push((restart(EventKind::Promotion), "a promotion".into()));
        absent.push((restart(EventKind::Loss), "any loss of a piece".into()));
        for (added, what) in absent {
            if !clock.restarts.iter().any(|r| r.event == added.event) && self.hit(|| format!("{what} restarts it")) {
                clock.restarts.push(added);
            }
        }
        self.clause = outer;
    }

    fn event(&mut self, event: &mut Event) {
        if let Some(who) = &mut event.by {
            if self.hit(|| "whoever does it".into()) {
                event.by = None;
                return;
            }
            self.who(who);
        }
        if let EventKind::Action(_, kinds) = &mut event.kind {
            let all = *kinds;
            for kind in 0..32 {
                let bit = 1u32 << kind;
                if all & bit != 0 && all != bit && self.hit(|| format!("not by kind {kind}")) {
                    *kinds &= !bit;
                    return;
                }
            }
            if all.is_power_of_two() && self.hit(|| "by every kind".into()) {
                *kinds = u32::MAX;
                return;
            }
        }
        if let EventKind::Entering(cond) = &mut event.kind {
            self.whole(cond);
        }
        if let Some(its) = &mut event.its
            && self.hit(|| "its ↔ other".into())
        {
            *its = !*its;
        }
    }

    fn results(&mut self, rules: &mut Rules) {
        let win_first = find(rules, "win.first").or_else(|| find(rules, "decide"));
        let outer = std::mem::replace(&mut self.clause, win_first);
        if self.hit(|| "draws decide before wins".into()) {
            rules.wins_first = false;
            // Draws stand first in the list then.
            rules.results.sort_by_key(|r| r.outcome != Outcome::Draw);
        }
        self.clause = outer;
        for index in 0..rules.results.len() {
            let clause = rules.results[index].clause;
            let dropped = self.within(clause, |m| m.hit(|| "the result dropped".into()));
            if dropped {
                rules.results.remove(index);
                return;
            }
            self.within(clause, |m| m.result(&mut rules.results[index]));
        }
    }

    pub(super) fn result(&mut self, result: &mut ResultRule) {
        match result.outcome {
            Outcome::Win(who) => {
                if self.hit(|| "win → lose".into()) {
                    result.outcome = Outcome::Lose(who);
                    return;
                }
                if self.hit(|| "win → draw".into()) {
                    result.outcome = Outcome::Draw;
                    return;
                }
            }
            Outcome::Lose(who) => {
                if self.hit(|| "lose → win".into()) {
                    result.outcome = Outcome::Win(who);
                    return;
                }
            }
            Outcome::WinEach => {
                if self.hit(|| "win → draw".into()) {
                    result.outcome = Outcome::Draw;
                    return;
                }
            }
            Outcome::Draw => {
                if self.hit(|| "draw → the mover wins".into()) {
                    result.outcome = Outcome::Win(Who::Mover);
                    return;
                }
                if result.claimable != Cond::Const(false) {
                    self.whole(&mut result.claimable);
                }
            }
        }
        self.whole(&mut result.when);
    }
}

fn restart(kind: EventKind) -> Restart {
    Restart { event: Event { kind, by: None, its: None }, when: Cond::Const(true) }
}
