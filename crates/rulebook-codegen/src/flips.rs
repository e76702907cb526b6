//! The lowering for placements that have to turn pieces over: which rules have that shape, and the constants of the loops.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use rulebook_ir::{
    ActionRule, CellRef, Cond, DefBody, Dir, Dirs, Effect, Item, Num, Outcome, Pattern, Repeat, Rules, Set, Step, Term,
    Who,
};

use crate::{
    context::{literal, said},
    engine::Lowered,
    names::option,
    words::{has_next, reached, shift, word},
};

/// Rules of that shape.
#[derive(Clone, Debug)]
pub(crate) struct Plan<'r> {
    rules: &'r Rules,
    place: u8,
    pass: Option<u8>,
    dirs: &'r Dirs,
    /// How often a row is doubled until it is filled.
    doublings: u32,
}

impl<'r> Plan<'r> {
    /// Understands rules; none if something has another shape.
    pub(crate) fn of(rules: &'r Rules) -> Option<Self> {
        let [kind] = rules.kinds.as_slice() else { return None };
        let plain = kind.stock.is_none() && kind.numbers.is_none() && rules.actions.iter().all(|a| a.prefer.is_empty());
        if rules.players.len() != 2 || rules.board.len() > 64 || !plain || !crate::clock::single(rules) {
            return None;
        }
        let [Step::Act { alternatives, together: false, .. }] = rules.turns.first()?.steps.as_slice() else {
            return None;
        };
        let (place, pass) = match alternatives.as_slice() {
            [place] => (place.as_slice(), None),
            [place, pass] => (place.as_slice(), Some(pass.as_slice())),
            _ => return None,
        };
        let &[place] = place else { return None };
        let pass = match pass {
            None => None,
            Some(&[pass]) if rules.actions[usize::from(pass)].term == Term::Pass => Some(pass),
            Some(_) => return None,
        };
        if rules.actions.len() != 1 + usize::from(pass.is_some()) {
            return None;
        }
        let dirs = fan(&rules.actions[usize::from(place)])?;
        // A row has a cell of its own and one of its end, and others between them.
        let longest = rules.board.lines.iter().map(|line| line.cells.len()).max()?.max(3) as u32;
        let doublings = (longest - 1).next_power_of_two().trailing_zeros();
        let found = Self { rules, place, pass, dirs, doublings };
        (0..2).all(|player| found.fits(player)).then_some(found)
    }

    /// Can rows in a player's directions be filled by shifts?
    fn fits(&self, player: usize) -> bool {
        let Some(along) = self.dirs.per_player.get(player) else { return false };
        let shifts: Option<Vec<i32>> = along.iter().map(|dir| shift(&self.rules.board, *dir)).collect();
        shifts.is_some_and(|shifts| {
            let up = shifts.iter().filter(|s| **s > 0).count();
            up <= 4 && shifts.len() - up <= 4 && shifts.iter().all(|s| s.unsigned_abs() << (self.doublings - 1) < 64)
        })
    }

    /// What takes the place of runs that are visited one after the other.
    pub(crate) fn lowered(&self) -> Lowered {
        let won_at_the_end = self.rules.results.iter().all(|r| {
            r.outcome == Outcome::Draw || r.at_setup || Ends { rules: self.rules, place: self.place }.only(&r.when)
        });
        let count = if won_at_the_end {
            quote!(Some(rt::flips::count::leaves(s, depth)))
        } else {
            quote!((depth == 1).then(|| rt::flips::count::actions(s)))
        };
        Lowered {
            runs: false,
            board: quote!(rt::flips::Pieces),
            functions: quote! {
                fn legal(s: &State, out: &mut Vec<Action>) { rt::flips::list::legal(s, out); }
                #[inline]
                fn has_legal(s: &State, name: Option<u8>) -> bool { rt::flips::list::any(s, name) }
                #[inline]
                fn act(s: &mut State, action: &Action) -> Option<rt::action::Deed> { rt::flips::list::act(s, action) }
                fn listed(s: &State) -> (Vec<rt::api::Action>, Vec<rt::api::Forbidden>) {
                    (rt::flips::list::listed(s), Vec::new())
                }
                fn count(s: &State, depth: u32, _count: rt::api::Count) -> Option<u64> { #count }
            },
            items: self.items(),
        }
    }

    fn items(&self) -> TokenStream {
        let board = literal(word(&self.rules.board.all()));
        let (place, doublings) = (self.place, self.doublings);
        let pass = option(self.pass.map(|pass| quote!(#pass)));
        let rays = self.dirs.per_player.iter().map(|along| {
            let (up, down) = (self.rays(along, 1), self.rays(along, -1));
            quote!(rt::flips::Rays { up: #up, down: #down })
        });
        let doc = said(self.rules, self.rules.actions.iter().flat_map(|a| a.clauses.iter().map(|c| c.1)));
        quote! {
            impl rt::flips::Flips for Rules {
                const BOARD: u64 = #board;
                #doc
                const PLACE: u8 = #place;
                const PASS: Option<u8> = #pass;
                const RAYS: [rt::flips::Rays; 2] = [#(#rays),*];
                const DOUBLINGS: u32 = #doublings;
            }
        }
    }

    /// The rays whose bits ascend, or descend; none in the places that are left.
    fn rays(&self, along: &[Dir], sign: i32) -> TokenStream {
        let board = &self.rules.board;
        let shifts = along.iter().filter_map(|dir| Some((*dir, shift(board, *dir)?)));
        let mut rays: Vec<TokenStream> = shifts
            .filter(|(_, shift)| shift.signum() == sign)
            .map(|(dir, shift)| {
                let by = Literal::u32_unsuffixed(shift.unsigned_abs());
                let (from, into) = (literal(has_next(board, dir)), literal(reached(board, dir)));
                quote!(rt::flips::Ray { by: #by, from: #from, into: #into })
            })
            .collect();
        rays.resize_with(4, || quote!(rt::flips::Ray::NONE));
        quote!([#(#rays),*])
    }
}

/// The directions in which a piece placed on an empty cell has to turn over rows of enemies.
fn fan(action: &ActionRule) -> Option<&Dirs> {
    let Term::Seq(parts) = &action.term else { return None };
    let [
        Term::Pick(0, Set::Empty),
        Term::Pick(1, Set::One(CellRef::Var(0))),
        Term::Put { kind: 0, at: 1, stock: false },
        Term::Fan { from: 1, dirs, pattern, must: true },
    ] = parts.as_slice()
    else {
        return None;
    };
    (!dirs.anywhere && encloses(pattern)).then_some(dirs)
}

/// Is it one or more enemies, which are turned over, and then an own piece?
fn encloses(pattern: &Pattern) -> bool {
    let [
        Item::Cells { alternatives: enemies, repeat: Repeat::Plus },
        Item::Cells { alternatives: end, repeat: Repeat::Exactly(Num::Int(1)) },
    ] = pattern.items.as_slice()
    else {
        return false;
    };
    let ([enemy], [own]) = (enemies.as_slice(), end.as_slice()) else { return false };
    let turned = enemy.effect == Some(Effect::Flip) && enemy.test.set == Set::Enemies && !enemy.test.edge;
    turned && own.effect.is_none() && own.test.set == Set::OwnedBy(Who::Me) && !own.test.edge
}

/// Reads conditions that hold only where nobody can place.
struct Ends<'r> {
    rules: &'r Rules,
    place: u8,
}

impl Ends<'_> {
    /// Does the condition hold only where neither player can place, and is all else that it asks for the number of pieces?
    fn only(&self, when: &Cond) -> bool {
        let mut stuck = Vec::new();
        let both = |stuck: &[Who], pair: [Who; 2]| pair.iter().all(|who| stuck.contains(who));
        self.read(when, &mut stuck)
            && (both(&stuck, [Who::Mover, Who::Next]) || both(&stuck, [Who::Player(0), Who::Player(1)]))
    }

    /// Notes who cannot place; false if something else is asked.
    fn read(&self, when: &Cond, stuck: &mut Vec<Who>) -> bool {
        match when {
            Cond::Named(_, when) => self.read(when, stuck),
            Cond::And(all) => all.iter().all(|when| self.read(when, stuck)),
            Cond::Call { def, cell: None, line: None } => match &self.rules.defs[usize::from(def.0)].body {
                DefBody::Cond(body) => self.read(body, stuck),
                DefBody::Num(_) | DefBody::Set(_) => false,
            },
            Cond::Not(not) => match &**not {
                Cond::Can(who, Some(name)) if *name == self.place => {
                    stuck.push(*who);
                    true
                }
                _ => false,
            },
            Cond::Compare(a, _, b) => counts(a) && counts(b),
            _ => false,
        }
    }
}

/// Is it a number of pieces, or a constant?
fn counts(number: &Num) -> bool {
    match number {
        Num::Int(_) => true,
        Num::Count(set) => matches!(set, Set::OwnedBy(_) | Set::Enemies | Set::Occupied | Set::Empty),
        Num::Add(a, b) | Num::Sub(a, b) | Num::Mul(a, b) => counts(a) && counts(b),
        _ => false,
    }
}
