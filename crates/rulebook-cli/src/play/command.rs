//! A line that was typed: a move, a question, or a command.

use rulebook_api::{
    Action, Forbidden, Vocabulary,
    move_text::{self, MoveTextProblem},
};

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Nothing stands there.
    Nothing,
    Play(String),
    Why(String),
    Undo,
    UndoTurn,
    Redo,
    RedoTurn,
    Save(Option<String>),
    Open(Option<String>),
    New,
    Help,
    Quit,
    Board,
    Legal,
    Forbidden,
    Moves,
    Position,
}

/// Reads a line. What may mean a move that is legal or forbidden here is that move, not a command.
pub(super) fn read(names: &Vocabulary, legal: &[Action], forbidden: &[Forbidden], line: &str) -> Command {
    let line = line.trim();
    if line.is_empty() {
        return Command::Nothing;
    }
    if let Some(question) = line.strip_prefix('?') {
        let question = question.trim();
        return if question.is_empty() { Command::Help } else { Command::Why(question.to_owned()) };
    }
    let (word, colon) = line.strip_prefix(':').map_or((line, false), |rest| (rest.trim(), true));
    let means_a_move = || match move_text::find(names, line, legal, forbidden) {
        Ok(_) => true,
        Err(error) => matches!(error.problem, MoveTextProblem::Ambiguous(_)),
    };
    if !colon && means_a_move() {
        return Command::Play(line.to_owned());
    }
    command(word).unwrap_or_else(|| Command::Play(line.to_owned()))
}

/// The command of these words.
fn command(words: &str) -> Option<Command> {
    let (word, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    let rest = Some(rest.trim()).filter(|r| !r.is_empty()).map(str::to_owned);
    Some(match (word, rest) {
        ("s" | "save", file) => Command::Save(file),
        ("o" | "open" | "load", file) => Command::Open(file),
        ("why", Some(what)) => Command::Why(what),
        ("u" | "undo", None) => Command::Undo,
        ("U", None) => Command::UndoTurn,
        ("r" | "redo", None) => Command::Redo,
        ("R", None) => Command::RedoTurn,
        ("n" | "new", None) => Command::New,
        ("h" | "help", None) => Command::Help,
        ("q" | "quit", None) => Command::Quit,
        ("b" | "board", None) => Command::Board,
        ("l" | "legal", None) => Command::Legal,
        ("f" | "forbidden", None) => Command::Forbidden,
        ("m" | "moves", None) => Command::Moves,
        ("p" | "position", None) => Command::Position,
        _ => return None,
    })
}

/// The texts that begin like this one, and what all of them have in common.
pub(super) fn complete(texts: &[String], begun: &str) -> (Vec<String>, String) {
    let fitting: Vec<String> = texts.iter().filter(|t| t.starts_with(begun)).cloned().collect();
    let mut common = fitting.first().cloned().unwrap_or_else(|| begun.to_owned());
    for text in &fitting {
        common = common.chars().zip(text.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect();
    }
    (fitting, common)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Vocabulary {
        let cells = ["u", "a1", "a2"].map(|name| rulebook_api::CellName { name: name.into(), number: None });
        let actions = vec![rulebook_api::ActionName { name: "put".into(), notation: rulebook_api::Notation::Place }];
        Vocabulary { cells: cells.into(), actions, players: vec!["one".into()], ..Vocabulary::default() }
    }

    fn put(cell: u16) -> Action {
        let (victims, group, via) = (Vec::new(), Vec::new(), Vec::new());
        Action { name: 0, from: None, to: Some(cell), piece: None, victims, group, via, routes: 1 }
    }

    #[test]
    fn a_move_goes_before_a_command_of_the_same_name() {
        let (names, legal) = (names(), [put(0), put(1)]);
        let read = |legal: &[Action], line: &str| read(&names, legal, &[], line);
        assert_eq!(read(&legal, "u"), Command::Play("u".into()));
        assert_eq!(read(&legal, ":u"), Command::Undo);
        assert_eq!(read(&legal[1..], "u"), Command::Undo);
        assert_eq!(read(&legal, " ? a2 "), Command::Why("a2".into()));
        assert_eq!(read(&legal, "s my game"), Command::Save(Some("my game".into())));
        assert_eq!(read(&legal, "a1 u"), Command::Play("a1 u".into()));
        assert_eq!(read(&legal, ""), Command::Nothing);
    }

    #[test]
    fn what_is_common_is_completed() {
        let texts = ["a1-b2", "a1-b4", "c3"].map(str::to_owned);
        assert_eq!(complete(&texts, "a"), (vec!["a1-b2".into(), "a1-b4".into()], "a1-b".into()));
        assert_eq!(complete(&texts, "x"), (vec![], "x".into()));
    }
}
