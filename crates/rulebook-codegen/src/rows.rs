//! Wins by rows of own pieces, asked of the cells only on which something has come.
//!
//! *Sound if* the row was not there before the ply, or the game had ended; pieces come to a player by his own placements
//! only, each of which says where; and where rows have to be of exactly so many, no piece ever leaves.

use proc_macro2::TokenStream;
use quote::quote;
use rulebook_ir::{
    Board, Cond, Dir, Effect, Item, Laid, Num, Numbers, Outcome, Pattern, Repeat, ResultRule, Rules, Set, Step, Term,
    Who,
};

use crate::context::{Context, literal};

/// A row that wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// So many pieces.
    pub(crate) length: u32,
    /// Not more.
    pub(crate) exactly: bool,
}

/// The row of a viewer's pieces that a condition asks for. A player who is named is the one who wins.
pub(crate) fn row(when: &Cond, outcome: Outcome) -> Option<Row> {
    let laid = match when {
        Cond::Named(_, when) => return row(when, outcome),
        Cond::Laid(laid) => laid,
        _ => return None,
    };
    let Laid { line: None, pattern, through, numbers: Numbers::Any } = laid else { return None };
    let own = |set: &Set| match (set, outcome) {
        (Set::OwnedBy(Who::Me), _) => true,
        (Set::OwnedBy(Who::Player(p)), Outcome::Win(Who::Player(winner))) => *p == winner,
        _ => false,
    };
    let (length, exactly) = match pattern.items.as_slice() {
        [pieces] => (pieces_of(pieces, &own)?, false),
        [before, pieces, behind] if is_other(before, &own) && is_other(behind, &own) => {
            (pieces_of(pieces, &own)?, true)
        }
        _ => return None,
    };
    through.is_empty().then_some(Row { length, exactly })
}

/// How many pieces of that owner an item is.
fn pieces_of(item: &Item, own: &dyn Fn(&Set) -> bool) -> Option<u32> {
    let Item::Cells { alternatives, repeat: Repeat::Exactly(Num::Int(length)) } = item else { return None };
    let [way] = alternatives.as_slice() else { return None };
    let plain = way.effect.is_none() && !way.test.edge && own(&way.test.set);
    u32::try_from(*length).ok().filter(|length| plain && *length > 0)
}

/// Is it anything but a piece of that owner, the edge too?
fn is_other(item: &Item, own: &dyn Fn(&Set) -> bool) -> bool {
    let Item::Cells { alternatives, repeat: Repeat::Exactly(Num::Int(1)) } = item else { return false };
    match alternatives.as_slice() {
        [way] => way.effect.is_none() && way.test.edge && matches!(&way.test.set, Set::Not(set) if own(set)),
        _ => false,
    }
}

/// The axes of a board whose lines are exactly what its neighbours make: of each, the direction forth. None on other boards.
pub(crate) fn axes(board: &Board) -> Option<Vec<Dir>> {
    let mut axes: Vec<Dir> = board.lines.iter().map(|line| line.forth).collect();
    axes.sort_unstable();
    axes.dedup();
    for line in &board.lines {
        let back = board.directions[usize::from(line.forth)].back;
        let follow = line.cells.windows(2).all(|pair| board.next(pair[0], line.forth) == Some(pair[1]));
        let ends = line.cells.first().is_none_or(|cell| board.next(*cell, back).is_none())
            && line.cells.last().is_none_or(|cell| board.next(*cell, line.forth).is_none());
        if !follow || !ends {
            return None;
        }
    }
    // Every pair of neighbours along an axis is on a line of it, and every step has its way back.
    let all = axes.iter().all(|&forth| {
        let of_axis = board.lines.iter().filter(|line| line.forth == forth);
        let pairs: usize = of_axis.map(|line| line.cells.len().saturating_sub(1)).sum();
        let back = board.directions[usize::from(forth)].back;
        let ahead = |dir: Dir| board.all().iter().filter(|cell| board.next(*cell, dir).is_some()).count();
        ahead(forth) == pairs && ahead(back) == pairs
    });
    all.then_some(axes)
}

/// What an action may do so that a row made in it goes through the cell on which its piece came.
#[derive(Clone, Copy, Debug, Default)]
struct Deeds {
    placements: u32,
    takes: bool,
    others: bool,
}

impl Deeds {
    fn read(&mut self, term: &Term) {
        match term {
            Term::Seq(parts) => parts.iter().for_each(|part| self.read(part)),
            Term::Put { .. } => self.placements += 1,
            Term::Fan { pattern, .. } => self.fan(pattern),
            Term::Nothing | Term::Pass | Term::Pick(..) | Term::Test(..) | Term::Forbid { .. } => {}
            _ => self.others = true,
        }
    }

    fn fan(&mut self, pattern: &Pattern) {
        for item in &pattern.items {
            if let Item::Cells { alternatives, .. } = item {
                for way in alternatives {
                    self.takes |= way.effect == Some(Effect::Take);
                    self.others |= way.effect == Some(Effect::Flip);
                }
            }
        }
    }
}

/// May rows be asked for where something has come only? The answer is whether pieces may leave.
fn only_where_it_came(rules: &Rules) -> Option<bool> {
    let one_decision = |steps: &[Step]| match steps {
        [Step::Act { times, together, .. }] => *times == 1 || *together && *times == 2,
        _ => false,
    };
    if !rules.turns.iter().all(|turn| one_decision(&turn.steps)) || rules.results.iter().any(|r| r.at_setup) {
        return None;
    }
    let mut takes = false;
    for action in &rules.actions {
        let mut deeds = Deeds::default();
        deeds.read(&action.term);
        if deeds.others || deeds.placements > 1 {
            return None;
        }
        takes |= deeds.takes;
    }
    Some(takes)
}

/// What half of a row is on either side of a cell, among the 64 bits below it and the 64 above; nothing where neighbours are
/// not everywhere as far apart, or too far.
fn halves(context: &Context<'_>, dir: Dir, length: u32) -> (u64, u64) {
    let board = &context.rules.board;
    let bit = |cell: u16| i64::from(context.bits[usize::from(cell)]);
    let mut apart = board.all().iter().filter_map(|c| Some(bit(board.next(c, dir)?) - bit(c))).collect::<Vec<_>>();
    apart.dedup();
    let &[by] = apart.as_slice() else { return (0, 0) };
    // Of the others in a row, at least half are on one side.
    let half = u64::from(length) / 2;
    let farthest = half * by.unsigned_abs();
    if farthest > 64 {
        return (0, 0);
    }
    let far = (1..=half).map(|i| i * by.unsigned_abs());
    far.fold((0, 0), |(below, above), far| (below | 1 << (64 - far), above | 1 << (far - 1)))
}

impl Context<'_> {
    /// How a win by a row is answered after a ply: a statement before what is asked otherwise, in which `me` is the winner.
    pub(crate) fn row_made(&self, rule: &ResultRule) -> Option<TokenStream> {
        let rules = self.rules;
        let row = row(&rule.when, rule.outcome)?;
        let takes = only_where_it_came(rules).filter(|_| self.rows)?;
        let mut before = rules.results.iter().take_while(|r| r.clause != rule.clause || r.reason != rule.reason);
        // A draw that is asked first may leave a row on the board, of which nobody has been told.
        if row.exactly && takes || !rules.wins_first && before.any(|r| r.outcome == Outcome::Draw) {
            return None;
        }
        let winner = match rule.outcome {
            Outcome::WinEach => quote!(s.mover),
            Outcome::Win(Who::Player(player)) => quote!(#player),
            // Who did not make the ply before a set-up may have a row that nobody has asked for.
            _ => return None,
        };
        let axes = axes(&rules.board)?.into_iter().map(|forth| {
            let back = usize::from(rules.board.directions[usize::from(forth)].back);
            let (below, above) = halves(self, forth, row.length);
            let (forth, below, above) = (usize::from(forth), literal(below), literal(above));
            quote!(rt::rows::Axis { next: [NEXT[#forth], NEXT[#back]], below: #below, above: #above })
        });
        let Row { length, exactly } = row;
        Some(quote! {
            if s.here != rt::set::NOWHERE {
                let me: u8 = #winner;
                let own = s.board.owned(me);
                let made = me == s.mover
                    && rt::rows::made(own, [s.here, s.acted], &[#(#axes),*], #length, #exactly);
                return rt::general::win(made, me);
            }
        })
    }
}
