//! The lowering for pieces that step to a neighbouring cell: which rules have that shape, and the constants of the loops.
//!
//! Every node of every action is looked at: what is left out here is not understood, and then the lowering is not used.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use rulebook_ir::{
    ActionRule, Cell, CellRef, CellSet, Cond, Dir, Effect, Item, Num, Outcome, Pattern, Repeat, Rules, Set,
    Step as TurnStep, Term, Who,
};

use crate::{
    context::{literal, said},
    engine::Lowered,
    words::{has_next, shift, word},
};

/// Steps of one kind in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    kind: u8,
    dir: Dir,
    /// By how much the index of the neighbour is greater.
    shift: i32,
    quiet: bool,
    takes: bool,
}

/// Rules of that shape.
#[derive(Clone, Debug)]
pub(crate) struct Plan<'r> {
    rules: &'r Rules,
    /// By player, then action.
    actions: [Vec<Vec<Step>>; 2],
    /// The same, each direction of a kind once.
    merged: [Vec<Step>; 2],
    /// Where a piece ends the game by arriving, by player and kind; none if a game may end otherwise.
    goals: Option<[Vec<CellSet>; 2]>,
}

impl<'r> Plan<'r> {
    /// Understands rules; none if something has another shape.
    pub(crate) fn of(rules: &'r Rules) -> Option<Self> {
        let plain = rules.kinds.iter().all(|k| k.stock.is_none() && k.numbers.is_none());
        if rules.players.len() != 2 || rules.kinds.len() > 4 || rules.board.len() > 64 || !plain {
            return None;
        }
        if !crate::clock::single(rules) {
            return None;
        }
        let [TurnStep::Act { alternatives, together: false, .. }] = rules.turns.first()?.steps.as_slice() else {
            return None;
        };
        let [names] = alternatives.as_slice() else { return None };
        if !(0..rules.actions.len() as u8).all(|name| names.contains(&name)) {
            return None;
        }
        let of_player = |player| rules.actions.iter().map(|a| steps(rules, a, player)).collect::<Option<Vec<_>>>();
        let actions = [of_player(0)?, of_player(1)?];
        let merged = [merged(rules, &actions[0])?, merged(rules, &actions[1])?];
        Some(Self { rules, actions, merged, goals: goals(rules) })
    }

    /// What takes the place of runs that are visited one after the other.
    pub(crate) fn lowered(&self) -> Lowered {
        let kinds = self.rules.kinds.len();
        // Leaves are counted without asking for results: that needs to know how a game can end.
        let count = self.goals.as_ref().map(|_| {
            quote! {
                fn count(s: &State, depth: u32, _count: rt::api::Count) -> Option<u64> {
                    rt::steps::count::leaves::<Rules, #kinds>(&s.board, s.mover, depth)
                }
            }
        });
        Lowered {
            runs: false,
            board: quote!(rt::steps::Pieces<#kinds>),
            functions: quote! {
                fn legal(s: &State, out: &mut Vec<Action>) { rt::steps::list::legal(s, out); }
                fn has_legal(s: &State, name: Option<u8>) -> bool { rt::steps::list::any(s, name) }
                #[inline]
                fn act(s: &mut State, action: &Action) -> Option<rt::action::Deed> { rt::steps::list::act(s, action) }
                fn listed(s: &State) -> (Vec<rt::api::Action>, Vec<rt::api::Forbidden>) {
                    (rt::steps::list::listed(s), Vec::new())
                }
                #count
            },
            items: self.items(),
        }
    }

    fn items(&self) -> TokenStream {
        let kinds = self.rules.kinds.len();
        let board = literal(word(&self.rules.board.all()));
        let steps = |steps: &[Step]| {
            let steps = steps.iter().map(|step| self.step(*step));
            quote!(&[#(#steps),*])
        };
        let actions = self.actions.iter().map(|actions| {
            let named = actions.iter().enumerate().map(|(name, of_name)| {
                let (name, steps) = (name as u8, steps(of_name));
                quote!(rt::steps::Named { name: #name, steps: #steps })
            });
            quote!(&[#(#named),*])
        });
        let merged = self.merged.iter().map(|of_player| steps(of_player));
        let goals = (0..2).map(|player| {
            let of_kind =
                (0..kinds).map(|kind| literal(self.goals.as_ref().map_or(0, |goals| word(&goals[player][kind]))));
            quote!([#(#of_kind),*])
        });
        let doc = said(self.rules, self.rules.actions.iter().flat_map(|a| a.clauses.iter().map(|c| c.1)));
        quote! {
            impl rt::steps::Steps<#kinds> for Rules {
                const BOARD: u64 = #board;
                /// Steps by player and action.
                #doc
                const ACTIONS: [&'static [rt::steps::Named]; 2] = [#(#actions),*];
                const STEPS: [&'static [rt::steps::Step]; 2] = [#(#merged),*];
                const GOALS: [[u64; #kinds]; 2] = [#(#goals),*];
            }
        }
    }

    fn step(&self, step: Step) -> TokenStream {
        let Step { dir, quiet, takes, .. } = step;
        let (kind, shift) = (usize::from(step.kind), Literal::i32_unsuffixed(step.shift));
        let from = literal(has_next(&self.rules.board, dir));
        quote!(rt::steps::Step { kind: #kind, shift: #shift, from: #from, quiet: #quiet, takes: #takes })
    }
}

/// The steps of an action for a player, in ascending order of their shifts.
fn steps(rules: &Rules, action: &ActionRule, player: usize) -> Option<Vec<Step>> {
    if !action.prefer.is_empty() || action.chain.is_some() {
        return None;
    }
    let branches: Vec<&Term> = match &action.term {
        Term::Choice(branches) => branches.iter().collect(),
        term => vec![term],
    };
    let mut found = Vec::new();
    for branch in branches {
        let Term::Seq(parts) = branch else { return None };
        let [
            Term::Pick(0, own),
            Term::Pick(1, Set::One(CellRef::Var(0))),
            Term::Legs { from: 1, dirs, pattern, no_turning_back: false, body },
        ] = parts.as_slice()
        else {
            return None;
        };
        let Term::Seq(leg) = &**body else { return None };
        if leg.as_slice() != [Term::Land(2), Term::Strike(None), Term::Shift(1, 2)] || dirs.anywhere {
            return None;
        }
        let (kind, (quiet, takes)) = (own_kind(own, rules.kinds.len())?, ends(pattern)?);
        for &dir in dirs.per_player.get(player)? {
            found.push(Step { kind, dir, shift: shift(&rules.board, dir)?, quiet, takes });
        }
    }
    found.sort_by_key(|step| (step.shift, step.kind));
    Some(found)
}

/// The kind of the mover's pieces that a set is.
fn own_kind(set: &Set, kinds: usize) -> Option<u8> {
    match set {
        Set::OwnedBy(Who::Me) if kinds == 1 => Some(0),
        Set::And(words) => match words.as_slice() {
            [Set::OwnedBy(Who::Me), Set::Kinds(bit)] if bit.is_power_of_two() => Some(bit.trailing_zeros() as u8),
            _ => None,
        },
        _ => None,
    }
}

/// What a step may end on: a free cell, an enemy piece.
fn ends(pattern: &Pattern) -> Option<(bool, bool)> {
    let [Item::Cells { alternatives, repeat: Repeat::Exactly(Num::Int(1)) }] = pattern.items.as_slice() else {
        return None;
    };
    let mut ends = (false, false);
    for way in alternatives {
        match (way.effect, &way.test.set) {
            _ if way.test.edge => return None,
            (None, Set::Empty) => ends.0 = true,
            (Some(Effect::Take), Set::Enemies) => ends.1 = true,
            _ => return None,
        }
    }
    Some(ends)
}

/// Each direction of a kind once. None if two actions do the same, or two directions lead from one cell to one cell.
fn merged(rules: &Rules, actions: &[Vec<Step>]) -> Option<Vec<Step>> {
    let mut merged: Vec<Step> = Vec::new();
    for step in actions.iter().flatten() {
        match merged.iter_mut().find(|known| (known.kind, known.dir) == (step.kind, step.dir)) {
            Some(known) if known.quiet && step.quiet || known.takes && step.takes => return None,
            Some(known) => {
                known.quiet |= step.quiet;
                known.takes |= step.takes;
            }
            None => merged.push(*step),
        }
    }
    let board = &rules.board;
    let differ = merged.iter().enumerate().all(|(i, a)| {
        merged[..i].iter().all(|b| {
            (0..board.len() as Cell).all(|c| {
                a.kind != b.kind || board.next(c, a.dir).is_none() || board.next(c, a.dir) != board.next(c, b.dir)
            })
        })
    });
    differ.then_some(merged)
}

/// Where pieces end the game by arriving, by player and kind, if it can be ended by nothing else after which there would be
/// something to play. Draws do not matter: leaves are counted beyond them.
fn goals(rules: &Rules) -> Option<[Vec<CellSet>; 2]> {
    let none = || vec![CellSet::new(rules.board.len()); rules.kinds.len()];
    let mut goals = [none(), none()];
    for result in rules.results.iter().filter(|r| r.outcome != Outcome::Draw && !r.at_setup) {
        let viewers: &[usize] = match result.outcome {
            Outcome::WinEach | Outcome::Win(Who::Mover) | Outcome::Lose(Who::Mover) => &[0, 1],
            Outcome::Win(Who::Player(0)) | Outcome::Lose(Who::Player(0)) => &[0],
            Outcome::Win(Who::Player(1)) | Outcome::Lose(Who::Player(1)) => &[1],
            _ => return None,
        };
        read(rules, &result.when, viewers, &mut goals)?;
    }
    Some(goals)
}

/// Reads when a game ends.
fn read(rules: &Rules, when: &Cond, viewers: &[usize], goals: &mut [Vec<CellSet>; 2]) -> Option<()> {
    match when {
        Cond::Named(_, when) => read(rules, when, viewers, goals),
        Cond::Or(any) => any.iter().try_for_each(|when| read(rules, when, viewers, goals)),
        Cond::Exists(set) => {
            let Set::And(words) = set else { return None };
            let (owner, rest) = words.split_first()?;
            let (kinds, cells) = match rest {
                [Set::Kinds(kinds), cells] => (*kinds, cells),
                [cells] => (u32::MAX, cells),
                _ => return None,
            };
            if *owner != Set::OwnedBy(Who::Me) {
                return None;
            }
            for &player in viewers {
                let cells = match cells {
                    Set::Const(cells) => cells,
                    Set::Seen(seen) => seen.get(player)?,
                    _ => return None,
                };
                for (_, goal) in goals[player].iter_mut().enumerate().filter(|(kind, _)| kinds >> kind & 1 == 1) {
                    *goal = goal.or(cells);
                }
            }
            Some(())
        }
        // A player without a piece, or without a move, has nothing to reply.
        Cond::Not(not) => match &**not {
            Cond::Exists(set) => nobody(rules, set).then_some(()),
            Cond::Can(Who::Next, None) => Some(()),
            _ => None,
        },
        _ => None,
    }
}

/// Is it the set of all pieces of a player?
fn nobody(rules: &Rules, set: &Set) -> bool {
    match set {
        Set::Enemies | Set::OwnedBy(_) => true,
        Set::And(words) => match words.as_slice() {
            [owner, Set::Kinds(kinds)] => nobody(rules, owner) && kinds.count_ones() as usize == rules.kinds.len(),
            _ => false,
        },
        _ => false,
    }
}
