//! What a capture by a piece that goes as far as it likes can still come to, judged by counting.
//!
//! While victims stay on the board, such a capture is a figure drawn in one go: each enemy is a line from the free cells on
//! one side of it to those on the other, and is passed once. So at least half of the places with an odd number of lines, but
//! for the two ends, cost one enemy that is left standing. Cells between which a landing may choose are one place here, which
//! can only make the judgement milder.

use std::collections::HashSet;

use rulebook_ir::visit::{Visitor, walk_term};
use rulebook_ir::{Cell, CellRef, Cond, Effect, Item, Key, Num, Pattern, Repeat, Rules, Set, Term};

use crate::state::State;

/// Cells as bits; a figure is only made of boards that fit.
type Bits = u128;

/// More choices than this are not told apart.
const CHOICES: usize = 64;

/// A way past an enemy: from cells on one side to cells on the other.
#[derive(Clone, Copy, Debug)]
struct Way {
    enemy: Cell,
    from: Bits,
    onto: Bits,
}

/// The figure of the enemies around one piece.
#[derive(Debug)]
pub(crate) struct Figure {
    ways: Vec<Way>,
    /// The place of each cell: the bit of one of its cells.
    place: Vec<Bits>,
    /// Enemies with what they count in the first key, and the pairs of places that they join.
    enemies: Vec<(Cell, i64, Vec<Bits>)>,
    weights: Vec<i64>,
    free: Bits,
}

impl Figure {
    /// The figure for the piece on a cell, if the action is such a capture and is preferred for its victims first.
    pub(crate) fn of(rules: &Rules, state: &State, name: u8, origin: Cell) -> Option<Self> {
        let piece = state.piece(origin).or(state.deed.actor)?;
        let action = &rules.actions[usize::from(name)];
        let Some(Key::Most(sum)) = action.prefer.first() else { return None };
        let weights: Vec<i64> = (0..rules.kinds.len()).map(|kind| weight(sum, kind)).collect::<Option<_>>()?;
        let kind = state.deed.actor.map_or(piece.kind, |actor| actor.kind);
        let (dirs, takes) = flight(&action.term, kind)?;
        // What is best is found among what nothing forbids, and that is not told by counting.
        if forbids(&action.term) {
            return None;
        }
        if rules.board.len() > 128 || weights.iter().any(|w| *w <= 0) {
            return None;
        }
        let mover = state.mover;
        let enemy_on = |cell: Cell| state.cells[usize::from(cell)].filter(|p| p.player != mover);
        // The piece itself is in nobody's way.
        let is_free = |cell| cell == origin || state.deed.at == Some(cell) || state.cells[usize::from(cell)].is_none();
        let along = dirs.per_player.get(usize::from(mover))?;
        let run = |start: Cell, dir| {
            let (mut cells, mut at) = (0, start);
            while let Some(next) = rules.board.next(at, dir).filter(|next| is_free(*next)) {
                cells |= 1 << next;
                at = next;
            }
            cells
        };
        let cells = 0..rules.board.len() as Cell;
        let free = cells.clone().filter(|cell| is_free(*cell)).fold(0, |set: Bits, cell| set | 1 << cell);
        let place = cells.clone().map(|cell| 1 << cell).collect();
        let mut figure = Self { ways: Vec::new(), place, enemies: Vec::new(), weights, free };
        for enemy in cells {
            let Some(prey) = enemy_on(enemy).filter(|prey| takes >> prey.kind & 1 == 1) else { continue };
            for &dir in along {
                let back = rules.board.directions.get(usize::from(dir))?.back;
                let (from, onto) = (run(enemy, back), run(enemy, dir));
                if from != 0 && onto != 0 {
                    figure.ways.push(Way { enemy, from, onto });
                    figure.join(from);
                    figure.join(onto);
                }
            }
            figure.enemies.push((enemy, figure.weights[usize::from(prey.kind)], Vec::new()));
        }
        for index in 0..figure.ways.len() {
            let Way { enemy, from, onto } = figure.ways[index];
            let pair = figure.place_of(from) ^ figure.place_of(onto);
            if let Some((.., pairs)) = figure.enemies.iter_mut().find(|(cell, ..)| *cell == enemy)
                && !pairs.contains(&pair)
            {
                pairs.push(pair);
            }
        }
        Some(figure)
    }

    /// What victims of these kinds count in the first key.
    pub(crate) fn sum(&self, kinds: impl Iterator<Item = u8>) -> i64 {
        kinds.map(|kind| self.weights[usize::from(kind)]).sum()
    }

    fn join(&mut self, cells: Bits) {
        let first = self.place_of(cells);
        for cell in (0..self.place.len()).filter(|cell| cells >> cell & 1 == 1) {
            let old = self.place[cell];
            self.place.iter_mut().filter(|place| **place == old).for_each(|place| *place = first);
        }
    }

    fn place_of(&self, cells: Bits) -> Bits {
        self.place.get(cells.trailing_zeros() as usize).copied().unwrap_or(0)
    }

    /// Can a capture that stands on that cell, with these marked, come to nothing new?
    pub(crate) fn is_hopeless(
        &self,
        at: Cell,
        marks: &[(u8, Cell)],
        best: i64,
        ends: &HashSet<(Cell, Vec<Cell>)>,
    ) -> bool {
        let taken = |cell: Cell| marks.iter().any(|(_, marked)| *marked == cell);
        let (mut cells, mut reached): (Bits, Bits) = (1 << at, 0);
        loop {
            let before = (cells, reached);
            for way in self.ways.iter().filter(|way| !taken(way.enemy) && way.from & before.0 != 0) {
                cells |= way.onto;
                reached |= 1 << way.enemy;
            }
            if before == (cells, reached) {
                break;
            }
        }
        let in_figure = |cell: Cell| taken(cell) || reached >> cell & 1 == 1;
        let most: i64 = self.enemies.iter().filter(|(cell, ..)| in_figure(*cell)).map(|(_, worth, _)| worth).sum();
        let here = self.place_of(1 << at);
        // The places with an odd number of lines, for every choice of a way past each enemy.
        let mut odd: HashSet<Bits> = HashSet::from([0]);
        for (_, _, pairs) in self.enemies.iter().filter(|(cell, ..)| reached >> cell & 1 == 1) {
            odd = odd.iter().flat_map(|known| pairs.iter().map(move |pair| known ^ pair)).collect();
            if odd.len() > CHOICES {
                return most < best;
            }
        }
        let left = |odd: Bits| i64::from((odd & !here).count_ones() / 2);
        let least = self.weights.iter().min().copied().unwrap_or(1);
        let fewest = odd.iter().map(|odd| left(*odd)).min().unwrap_or(0);
        let most = most - fewest * least;
        if most != best || fewest > 0 {
            return most < best;
        }
        // All of them have to be taken, and the figure ends in an odd place, or where it stands.
        let final_places = odd.iter().filter(|odd| left(**odd) == 0).fold(0, |places, odd| {
            let end = odd & !here;
            places | if end == 0 { here } else { end }
        });
        let all: Vec<Cell> = self.enemies.iter().map(|(cell, ..)| *cell).filter(|cell| in_figure(*cell)).collect();
        let possible = |cell: &usize| self.free >> cell & 1 == 1 && self.place[*cell] & final_places != 0;
        (0..self.place.len()).filter(possible).all(|cell| ends.contains(&(cell as Cell, all.clone())))
    }
}

/// What a victim of that kind adds to a number.
fn weight(sum: &Num, kind: usize) -> Option<i64> {
    match sum {
        Num::Victims(kinds) => Some(i64::from(kinds >> kind & 1)),
        Num::Add(a, b) => weight(a, kind)?.checked_add(weight(b, kind)?),
        Num::Mul(a, b) => match (&**a, &**b) {
            (Num::Int(n), sum) | (sum, Num::Int(n)) => weight(sum, kind)?.checked_mul(*n),
            _ => None,
        },
        _ => None,
    }
}

/// Directions and prey of a kind whose legs are `[empty*, take enemy, empty+]`, in a chain after which what was struck leaves.
fn flight(term: &Term, kind: u8) -> Option<(&rulebook_ir::Dirs, u32)> {
    let Term::Seq(parts) = term else { return None };
    let place = parts.iter().position(|part| matches!(part, Term::Loop(_)))?;
    let (Term::Loop(rounds), Some(Term::TakeMarked(mark))) = (&parts[place], parts.get(place + 1)) else { return None };
    let rounds = match &**rounds {
        Term::Choice(rounds) => rounds.as_slice(),
        one => std::slice::from_ref(one),
    };
    rounds.iter().find_map(|round| {
        let Term::Seq(parts) = round else { return None };
        let [
            Term::Test(Cond::In(CellRef::Var(1), Set::Kinds(of)), None),
            legs @ Term::Legs { dirs, pattern, body, .. },
        ] = parts.as_slice()
        else {
            return None;
        };
        let only = *of == 1 << kind && matches!(**body, Term::Priority(..)) && !changes(legs);
        only.then(|| Some((dirs, prey(pattern, *mark)?))).flatten()
    })
}

/// Does a term change what the piece is, or choose by something else than where it may land?
fn changes(term: &Term) -> bool {
    #[derive(Default)]
    struct Changes(bool);
    impl Visitor for Changes {
        fn term(&mut self, term: &Term) {
            self.0 |= matches!(term, Term::Become(..) | Term::Mark(..) | Term::Test(..) | Term::Forbid { .. });
            walk_term(self, term);
        }
    }
    let mut found = Changes::default();
    found.term(term);
    found.0
}

/// Does something forbid a run at its end?
fn forbids(term: &Term) -> bool {
    match term {
        Term::Forbid { .. } => true,
        Term::Seq(parts) | Term::Choice(parts) => parts.iter().any(forbids),
        _ => false,
    }
}

/// The kinds that `[empty*, take enemy, empty+]` takes.
fn prey(pattern: &Pattern, mark: u8) -> Option<u32> {
    let [
        Item::Cells { alternatives: before, repeat: Repeat::Star },
        victim,
        Item::Cells { alternatives: behind, repeat: Repeat::Plus },
    ] = pattern.items.as_slice()
    else {
        return None;
    };
    let empty = |alternatives: &[rulebook_ir::Alternative]| matches!(alternatives, [one] if one.effect.is_none() && !one.test.edge && one.test.set == Set::Empty);
    let Item::Cells { alternatives, repeat: Repeat::Exactly(Num::Int(1)) } = victim else { return None };
    let [victim] = alternatives.as_slice() else { return None };
    let Set::And(words) = &victim.test.set else { return None };
    if !empty(before) || !empty(behind) || victim.effect != Some(Effect::Take) || victim.test.edge {
        return None;
    }
    let mut kinds = u32::MAX;
    for word in words {
        match word {
            Set::Enemies => {}
            Set::Kinds(of) => kinds &= of,
            Set::Not(inner) if **inner == Set::Marked(mark) => {}
            _ => return None,
        }
    }
    words.contains(&Set::Enemies).then_some(kinds)
}
