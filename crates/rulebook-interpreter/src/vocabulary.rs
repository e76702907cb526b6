//! The names of a game, taken from its rules.

use rulebook_api::{ActionName, CellName, ClockCopies, ClockName, KindName, Notation, Vocabulary};
use rulebook_ir::{ActionKind, Copies, Rules, Step, Turn};

/// Collects the names of a game. A step of a turn is named after the first action of its first alternative; it is
/// listed as often as it is decided.
pub fn vocabulary(rules: &Rules) -> Vocabulary {
    Vocabulary {
        game: rules.name.clone(),
        players: rules.players.iter().map(|p| p.name.clone()).collect(),
        kinds: rules
            .kinds
            .iter()
            .map(|k| KindName { name: k.name.clone(), letter: k.letter, numbers: k.numbers })
            .collect(),
        cells: rules.board.cells.iter().map(|c| CellName { name: c.name.clone(), number: c.number }).collect(),
        actions: rules
            .actions
            .iter()
            .map(|a| ActionName {
                name: a.name.clone(),
                notation: match a.kind {
                    ActionKind::Walk => Notation::Walk,
                    ActionKind::Place => Notation::Place,
                    ActionKind::Remove => Notation::Remove,
                    ActionKind::Pass => Notation::Pass,
                },
            })
            .collect(),
        clocks: rules
            .clocks
            .iter()
            .map(|c| ClockName {
                name: c.name.clone(),
                copies: match c.copies {
                    Copies::One => ClockCopies::One,
                    Copies::PerPlayer => ClockCopies::PerPlayer,
                    Copies::PerPiece => ClockCopies::PerPiece,
                },
            })
            .collect(),
        reasons: rules.reasons.iter().map(|(id, _)| id.clone()).collect(),
        clauses: rules.clauses.iter().map(|c| c.id.clone()).collect(),
        turns: rules.turns.iter().map(|t| (t.first, t.last, step_names(rules, t))).collect(),
    }
}

fn step_names(rules: &Rules, turn: &Turn) -> Vec<String> {
    let mut names = Vec::new();
    for step in &turn.steps {
        match step {
            Step::Act { alternatives, times, together, .. } => {
                let first = alternatives.first().and_then(|a| a.first());
                let name = first.map_or_else(String::new, |&a| rules.actions[usize::from(a)].name.clone());
                names.extend(std::iter::repeat_n(name, decisions(*times, *together) as usize));
            }
            Step::Stop(_) => {}
        }
    }
    names
}

/// How many decisions a step is.
pub(crate) fn decisions(times: u32, together: bool) -> u32 {
    if together { 1 } else { times }
}
