//! Questions made of a beginning and moves that the rules allow.

use rulebook_api::{Action, Game, Position, Setup, move_text, position_text};

use crate::protocol::{Ask, Judge, MoveData, data_of, data_of_text, fen, to_data};

/// The last move of a question says no more than its text: more would tell that it is legal.
fn bare(game: &dyn Game, judge: &mut Judge) {
    if let Some(last) = judge.moves.last_mut()
        && let (Some(text), Some(ply)) = (last.text.take(), last.ply)
    {
        *last = data_of_text(game.vocabulary(), &text, ply);
    }
}

/// A line of play: where it begins, and legal moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// Where it begins; `None` for the first position.
    pub start: Option<Setup>,
    /// The moves.
    pub moves: Vec<Action>,
}

impl Line {
    /// Where it begins, on the reference; `None` if the rules refuse the position.
    pub fn begin(&self, game: &dyn Game) -> Option<Box<dyn Position>> {
        match &self.start {
            None => Some(game.initial()),
            Some(setup) => game.set_up(setup).ok(),
        }
    }

    /// Where it ends, on the reference; `None` if the rules do not allow it.
    pub fn play(&self, game: &dyn Game) -> Option<Box<dyn Position>> {
        let mut position = self.begin(game)?;
        for action in &self.moves {
            position.play(action).ok()?;
        }
        Some(position)
    }

    /// The texts of its moves and their data; `None` if the rules do not allow it.
    pub fn moves_data(&self, game: &dyn Game) -> Option<Vec<MoveData>> {
        let names = game.vocabulary();
        let mut position = self.begin(game)?;
        let (mut ply, mut data) = (1, Vec::new());
        for action in &self.moves {
            let legal = position.legal();
            // The action of the reference knows its routes.
            let action = legal.iter().find(|a| a.same(action))?;
            data.push(data_of(names, action, move_text::text_of(names, action, &legal), ply));
            let turns = position.turns();
            position.play(action).ok()?;
            if position.status().is_over() || position.turns() > turns || !position.within_turn() {
                ply += 1;
            }
        }
        Some(data)
    }

    /// The question about this line; `None` if the rules do not allow it.
    pub fn question(&self, game: &dyn Game, about: &Judge, ask: &[Ask]) -> Option<Judge> {
        let mut judge = self.in_full(game, about, ask)?;
        bare(game, &mut judge);
        Some(judge)
    }

    /// The same; what is known of the last move is left in it.
    fn in_full(&self, game: &dyn Game, about: &Judge, ask: &[Ask]) -> Option<Judge> {
        let mut judge = Judge { moves: self.moves_data(game)?, ask: ask.to_vec(), ..about.clone() };
        self.place(game, &mut judge);
        Some(judge)
    }

    /// The question about a position that the rules refuse.
    pub fn bare_question(&self, game: &dyn Game, about: &Judge, ask: &[Ask]) -> Option<Judge> {
        self.start.as_ref()?;
        let mut judge = Judge { ask: ask.to_vec(), ..about.clone() };
        self.place(game, &mut judge);
        Some(judge)
    }

    /// The same as [`Line::question`] with a move behind it that may be illegal.
    pub fn question_and(&self, game: &dyn Game, about: &Judge, ask: &[Ask], action: &str) -> Option<Judge> {
        let mut judge = self.in_full(game, about, ask)?;
        let turns = self.play(game).map_or(0, |p| p.turns());
        let begun = self.begin(game).map_or(0, |p| p.turns());
        let ply = turns.saturating_sub(begun) + 1;
        judge.moves.push(data_of_text(game.vocabulary(), action, ply));
        Some(judge)
    }

    /// Where it begins, in all forms.
    fn place(&self, game: &dyn Game, judge: &mut Judge) {
        let Some(setup) = &self.start else { return };
        let names = game.vocabulary();
        judge.position = Some(position_text::print(names, setup));
        judge.setup = Some(to_data(names, setup));
        judge.fen = fen(names, setup);
    }

    /// Its moves in one text.
    pub fn text(&self, game: &dyn Game) -> String {
        let data = self.moves_data(game).unwrap_or_default();
        data.iter().filter_map(|d| d.text.as_deref()).collect::<Vec<_>>().join(" ")
    }

    /// How large it is: pieces count double, set clocks and moves once. The first position counts as what stands on it.
    pub fn size(&self, game: &dyn Game) -> usize {
        let (pieces, clocks) = match &self.start {
            None => (game.initial().setup().pieces.len(), 0),
            Some(setup) => (setup.pieces.len(), setup.clocks.len()),
        };
        pieces * 2 + clocks + self.moves.len()
    }
}
