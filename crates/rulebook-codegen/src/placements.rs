//! The lowering for pieces that are put on free cells: which rules have that shape, and the constants of the loops.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens as _, quote};
use rulebook_ir::{Board, CellRef, Cond, Dir, Item, Num, Outcome, Repeat, Rules, Set, Step, Term, Who};

use crate::{
    context::{literal, said},
    engine::Lowered,
    names::option,
    rows,
    words::{has_next, reached, shift, word},
};

/// The longest row that is looked for on a whole board at once.
const LONGEST: u32 = 8;

/// The most pieces of one action.
const MOST: u32 = 4;

/// A cell is open only if its neighbour in a direction is taken, or the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Support {
    dir: Dir,
    taken: bool,
    edge: bool,
}

/// Rules of that shape.
#[derive(Clone, Debug)]
pub(crate) struct Plan<'r> {
    rules: &'r Rules,
    support: Option<Support>,
    /// On a board of one word: the length of the rows that win, if any do, and the axes; none if leaves are not counted.
    rows: Option<(Option<u32>, Vec<Dir>)>,
}

impl<'r> Plan<'r> {
    /// Understands rules; none if something has another shape.
    pub(crate) fn of(rules: &'r Rules) -> Option<Self> {
        let ([kind], [action]) = (rules.kinds.as_slice(), rules.actions.as_slice()) else { return None };
        if kind.stock.is_some() || kind.numbers.is_some() || !action.prefer.is_empty() {
            return None;
        }
        let one_decision = |steps: &[Step]| match steps {
            [Step::Act { alternatives, times, together, when: Cond::Const(true) }] => {
                *alternatives == [[0]] && (*times == 1 || *together && (1..=MOST).contains(times))
            }
            _ => false,
        };
        if !rules.turns.iter().all(|turn| one_decision(&turn.steps)) {
            return None;
        }
        let Term::Seq(parts) = &action.term else { return None };
        let [Term::Pick(0, Set::Empty), Term::Pick(1, Set::One(CellRef::Var(0))), tests @ .., put] = parts.as_slice()
        else {
            return None;
        };
        if *put != (Term::Put { kind: 0, at: 1, stock: false }) {
            return None;
        }
        let together =
            rules.turns.iter().flat_map(|t| &t.steps).any(|s| matches!(s, Step::Act { times, .. } if *times > 1));
        let support = match tests {
            [] => None,
            // Of several pieces one could support another.
            [Term::Test(test, None)] if rules.board.len() <= 64 && !together => Some(support(rules, test)?),
            _ => return None,
        };
        let rows = if together { None } else { rows_of(rules) };
        Some(Self { rules, support, rows })
    }

    /// What takes the place of runs that are visited one after the other.
    pub(crate) fn lowered(&self) -> Lowered {
        let players = self.rules.players.len();
        let count = if self.rows.is_some() {
            quote!(rt::placements::count::leaves::<Rules>(&s.board, s.mover, depth))
        } else {
            quote!((depth == 1).then(|| rt::placements::list::count(s)))
        };
        Lowered {
            runs: false,
            board: quote!(rt::board::Mixed<Cells, #players, 0, 0, 0>),
            functions: quote! {
                fn legal(s: &State, out: &mut Vec<Action>) { rt::placements::list::legal(s, out); }
                #[inline]
                fn has_legal(s: &State, name: Option<u8>) -> bool { rt::placements::list::any(s, name) }
                #[inline]
                fn act(s: &mut State, action: &Action) -> Option<rt::action::Deed> { rt::placements::list::act(s, action) }
                #[inline]
                fn choose(s: &State, _room: &mut Vec<Action>, number: impl FnOnce(u64) -> u64) -> Option<Action> {
                    rt::placements::list::choose(s, number)
                }
                fn listed(s: &State) -> (Vec<rt::api::Action>, Vec<rt::api::Forbidden>) {
                    (rt::placements::list::listed(s), Vec::new())
                }
                fn count(s: &State, depth: u32, _count: rt::api::Count) -> Option<u64> { #count }
            },
            items: self.items(),
        }
    }

    fn items(&self) -> TokenStream {
        let board = &self.rules.board;
        let doc = said(self.rules, self.rules.actions[0].clauses.iter().map(|c| c.1));
        let free = if self.support.is_some_and(|support| support.taken) { quote!(free) } else { quote!(_free) };
        let (supported, opens) = match self.support {
            None => (quote!(), quote!(0)),
            Some(support) => {
                let (from, none) =
                    (has_next(board, support.dir), literal(word(&board.all()) & !has_next(board, support.dir)));
                let from = literal(from);
                let (taken, opens) = match shift(board, support.dir) {
                    Some(by) if support.taken => {
                        let (to, back) = (shifted(by), shifted(-by));
                        (quote!((taken #back & #from)), quote!((free & #from) #to))
                    }
                    _ => (quote!(0), quote!(0)),
                };
                let edge = if support.edge { none } else { quote!(0) };
                (quote!(& (#taken | #edge)), opens)
            }
        };
        let rows = self.rows.as_ref().map(|(length, axes)| {
            let length = option(length.map(|length| Literal::usize_unsuffixed(length as usize).into_token_stream()));
            let axes = axes.iter().filter_map(|axis| axis_of(board, *axis));
            quote! {
                impl rt::placements::Rows for Rules {
                    const LENGTH: Option<usize> = #length;
                    const AXES: &'static [rt::placements::Axis] = &[#(#axes),*];
                    #[inline(always)]
                    fn opens(#free: u64) -> u64 { #opens }
                }
            }
        });
        quote! {
            impl rt::placements::Placements<Cells> for Rules {
                /// Where a piece may be put.
                #doc
                #[inline(always)]
                fn open(taken: Cells) -> Cells { BOARD & !taken #supported }
            }
            #rows
        }
    }
}

/// A shift by so much, as an operator and its right side.
fn shifted(by: i32) -> TokenStream {
    let bits = Literal::u32_unsuffixed(by.unsigned_abs());
    if by < 0 { quote!(>> #bits) } else { quote!(<< #bits) }
}

/// An axis in the direction in which bits ascend.
fn axis_of(board: &Board, forth: Dir) -> Option<TokenStream> {
    let by = shift(board, forth)?;
    let ahead = if by < 0 { board.directions[usize::from(forth)].back } else { forth };
    let (from, into) = (literal(has_next(board, ahead)), literal(reached(board, ahead)));
    let by = Literal::u32_unsuffixed(by.unsigned_abs());
    Some(quote!(rt::placements::Axis { by: #by, from: #from, into: #into }))
}

/// Understands a condition of a cell: what its neighbour in one direction is.
fn support(rules: &Rules, test: &Cond) -> Option<Support> {
    let (dirs, pattern) = match test {
        Cond::Named(_, test) => return support(rules, test),
        Cond::Walks(CellRef::Var(0 | 1), dirs, pattern) if !dirs.anywhere => (dirs, pattern),
        _ => return None,
    };
    let &[dir] = dirs.per_player.first()?.as_slice() else { return None };
    if dirs.per_player.iter().any(|along| *along != [dir]) || shift(&rules.board, dir).is_none() {
        return None;
    }
    let [Item::Cells { alternatives, repeat: Repeat::Exactly(Num::Int(1)) }] = pattern.items.as_slice() else {
        return None;
    };
    let mut support = Support { dir, taken: false, edge: false };
    for way in alternatives {
        match &way.test.set {
            _ if way.effect.is_some() => return None,
            Set::Occupied => support.taken = true,
            Set::Const(cells) if cells.is_empty() => {}
            _ => return None,
        }
        support.edge |= way.test.edge;
    }
    Some(support)
}

/// The length of the rows that win and the axes, if nothing else wins and the board is one word.
fn rows_of(rules: &Rules) -> Option<(Option<u32>, Vec<Dir>)> {
    if rules.players.len() != 2 || rules.board.len() > 64 {
        return None;
    }
    let mut length: Option<u32> = None;
    for result in rules.results.iter().filter(|r| r.outcome != Outcome::Draw && !r.at_setup) {
        if !matches!(result.outcome, Outcome::WinEach | Outcome::Win(Who::Mover)) {
            return None;
        }
        let row = rows::row(&result.when, result.outcome).filter(|row| !row.exactly && row.length <= LONGEST)?;
        length = Some(length.map_or(row.length, |least| least.min(row.length)));
    }
    let axes = rows::axes(&rules.board)?;
    axes.iter().all(|axis| shift(&rules.board, *axis).is_some()).then_some((length, axes))
}
