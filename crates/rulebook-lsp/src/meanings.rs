//! What the words of the language mean, in a sentence or two each.

/// Reserved words, words with which blocks begin, words that mean something by themselves, and words that mean something
/// in one place of the grammar.
pub(crate) const MEANINGS: &[(&str, &str)] = &[
    ("act", "Any action at all: `next cannot act` holds if the player to move has nothing to choose."),
    (
        "action",
        "Says what a player may do in one decision, for one kind of piece: where a piece goes, comes or leaves. Actions of one name and several kinds belong together.",
    ),
    ("actions", "How many actions the game has had, those of an unfinished turn included."),
    (
        "against",
        "Compares the material of an ending: the strong side has exactly what stands before it, the weak side exactly what stands behind it.",
    ),
    ("all", "After `then` or `must`: the effect happens in every direction in which the pattern matches."),
    ("alone", "`W alone on SET`: a piece of W stands on one of these cells, and no other piece of either side does."),
    ("along", "Which neighbours count as connected when groups are looked at."),
    (
        "always",
        "A property that follows from the rules. It is checked in every position that is visited, and `check --properties` proves it where counts decide it.",
    ),
    ("and", "Both conditions have to hold. In `promote … and stop`: the action is over as the piece lands."),
    ("any", "With `direction`: every direction of the board. With `numbers`: they need not be related."),
    ("anywhere", "In the place of directions: every cell of the board is one step away."),
    ("as", "Binds a cell to a name for what follows the colon, or gives a clause an id of its own."),
    (
        "assume",
        "No source contains this clause. It is played like any other, but nothing that depends on it is certified by default.",
    ),
    (
        "at",
        "The cell for which a definition is asked (`three at q`), the moment of a promotion (`at end`, `at once`), or the beginning of `at least` and `at most`.",
    ),
    ("backward", "The directions that lead away from where the player looks."),
    (
        "because",
        "The reason that a finished game, a refused set-up or a forbidden action reports. Several clauses may share one.",
    ),
    (
        "board",
        "Fixes the cells, the directions and the lines: a grid of some width and height, hexagons, or points that are listed.",
    ),
    ("by", "Matches of a pattern are told apart by these cells only: the same cells count once."),
    ("can", "At the beginning of his turn this player would have such an action."),
    ("cannot", "At the beginning of his turn this player would have no such action."),
    ("carries", "`carries on while`: what keeps a clock running that runs already. It never starts it."),
    ("cells", "How the cells of a grid are named: by letter and number, or numbered row by row from a corner."),
    (
        "chain",
        "Lets an action go on leg by leg with the same piece, and says whether it has to, when the victims leave and whether it may turn back.",
    ),
    ("claimable", "Where this holds, a draw is reported as available and the game goes on."),
    ("clock", "A whole number that steps once after every ply. Results ask how far it has come."),
    ("column", "A column of the board, by its letter or its number from the left."),
    ("columns", "Columns of the board from one to another, both included."),
    ("count", "How many such cells or pieces there are, or how many different matches a pattern has."),
    ("counts", "What makes a clock step: plies, an action, a promotion, a loss, or a condition that begins to hold."),
    (
        "decide",
        "`decide wins before draws` says what holds in every game, and gives that rule an id, a source and a sentence.",
    ),
    ("diagonal", "The four slanting directions; with `from` and a corner, the diagonal of cells that begins there."),
    ("direction", "After `any`: every direction of the board."),
    ("directions", "After `all`: every direction of the board."),
    ("draw", "Nobody wins if this holds after a ply. Wins come first, and of the draws all that hold are reported."),
    (
        "earliest",
        "In `prefer`: of two candidates the one whose victim is of this kind at the first place where they differ.",
    ),
    ("edge", "What lies beyond the last cell of a line. A pattern can meet it, and no piece ever moves onto it."),
    (
        "either",
        "Whichever player it is for whom the condition holds; if it holds for several, the first in the order of play.",
    ),
    ("else", "What stands behind it is offered only if nothing before it has a candidate."),
    ("empty", "Cells without a piece."),
    ("enemy", "Pieces of the opponent of the player in whose view this is read."),
    ("every", "The condition has to hold for each of them; it also holds if there is none."),
    ("exactly", "So many of them, neither more nor fewer."),
    (
        "extends",
        "Takes over the clauses of another game or family, which is looked for in this file, beside it, and among the bundled specs.",
    ),
    ("family", "Rules that may leave things out and only serve to be extended."),
    ("fewest", "In `prefer`: the smaller this number, the better."),
    ("flip", "The pieces met here change their owner."),
    ("for", "`for P: …` reads what follows in that player's view."),
    ("forbid", "Makes actions illegal where the condition holds. It sees the board as if the action were done."),
    ("forward", "The directions that lead to where the player looks."),
    ("fouls", "Turns all prohibitions, where this holds, into moves that may be played and lose."),
    (
        "from",
        "The corner at which a diagonal or a numbering begins, the cell whose colour is played on, or the values that a parameter may have.",
    ),
    ("game", "Rules that are complete and can be played."),
    ("group", "Pieces that are connected by neighbouring cells."),
    ("groups", "Sets of pieces that are connected by neighbouring cells."),
    ("has", "The player's pieces are exactly these: nothing is missing, and nothing else is there."),
    ("here", "The cell acted on: where the piece has come to."),
    ("if", "What stands before it happens only where this holds."),
    ("in", "The number lies in this range, both ends included."),
    ("is", "Asks which reading of an option was chosen, which value a parameter has, or of which kind a piece is."),
    ("its", "In a clock that is kept for each piece: what this piece itself does."),
    ("least", "`at least n`: so many or more."),
    (
        "let",
        "Gives a condition, a number or a set of cells a name. It may speak of one cell (`at p`) and one line (`on k`).",
    ),
    ("line", "A maximal row of neighbouring cells along one axis of the board; before a pattern, any such line."),
    ("lines", "Maximal rows of neighbouring cells, to be counted or looked at one by one."),
    ("lose", "This player loses if the condition, read in his view, holds after a ply."),
    ("may", "Before `promote`: the player decides each time. In a chain: what is allowed and not compulsory."),
    ("mix", "So many neighbouring cells, so many of each sort, in any order."),
    ("most", "In `prefer`: the greater this number, the better. `at most n`: so many or fewer."),
    ("mover", "Who made the ply just completed; within a turn, whose turn it is."),
    (
        "must",
        "In a chain: it ends only where no further leg is possible. Before `all`: at least one direction has to match.",
    ),
    ("next", "Who is to move after the ply just completed."),
    ("no", "There is none of them for which the condition holds."),
    ("not", "The opposite. Before a word of a pattern: any cell that is not such a one, the edge included."),
    ("occurs", "How often the position has been there, with the same player to move, this time included."),
    ("of", "Reads what stands before it in that player's view; after a direction, the cell from which it goes."),
    ("off", "A piece on one of these cells goes, for good or to its owner's stock."),
    (
        "on",
        "A new piece comes to one of these cells; elsewhere, the cells or the line to which the words are narrowed.",
    ),
    ("option", "A question that sources answer differently. The reading written first is the default."),
    ("or", "One of the two is enough; between words the set grows, between actions the player chooses."),
    ("orthogonal", "North, east, south and west."),
    ("own", "Pieces of the player in whose view this is read."),
    ("param", "A number or a word that is fixed when the game is built; a variant or `--param` may set it."),
    ("pass", "The action does nothing."),
    (
        "per",
        "How many of a clock there are: one for each choice of the strong side, for each side, or for each piece. In `refuse`: for each player.",
    ),
    ("piece", "As a clause, it declares a kind of pieces. Among words, it means any piece."),
    ("players", "The players in the order of play, and where each of them looks."),
    ("position", "The pieces with their owners, cells and numbers, the reserves, and who is to make which step."),
    ("prefer", "Of all candidates of an action only those that are best by these keys may be chosen."),
    ("promote", "Makes a piece of one kind one of another on these cells, seen by its owner."),
    (
        "reaches",
        "Holds while the clock runs and stands at this number or above. With `each` the number is multiplied by the number of players.",
    ),
    ("refuse", "Names set-ups that are no position of this game."),
    ("region", "Gives a set of cells a name. It depends on the board alone."),
    ("restarts", "Puts the clock back to 0 when one of these events happens."),
    ("row", "A row of the board by its number from the bottom; after `first` or `last`, as the player sees it."),
    ("rows", "Rows of the board from one to another; after `first` or `last`, as the player sees them."),
    (
        "setup",
        "Places the pieces of the first position. Without a player's name each player gets them, seen from his own side.",
    ),
    ("side", "A player, as `every side: …` goes through them, or as a clock `per side` is kept for each."),
    ("sides", "Gives names to the strong and the weak side of an ending, whichever players they are."),
    ("sideways", "The two directions across where the player looks."),
    ("some", "There is at least one of them for which the condition holds."),
    ("stock", "The pieces that a player holds in reserve; in `piece`, how many he has in all."),
    ("supposing", "Asks what follows in the position with one piece more, and leaves nothing behind."),
    ("take", "The piece met here is taken."),
    ("texts", "Sources and sentences for the clauses of a game or family of this file."),
    ("then", "The next step of a turn, the next key of a preference, or, with `all`, a further effect of an action."),
    ("through", "These cells have to lie in the stretch that the pattern covers, or on the line."),
    ("to", "What a piece becomes, or where it goes: `to stock`."),
    (
        "turn",
        "What a player does until the other answers, step by step. With numbers, only in those turns of the game.",
    ),
    ("turns", "How many turns have been completed, by all players or by one (`turns of P`)."),
    ("unless", "Where this holds, the action is not forbidden after all."),
    (
        "victim",
        "In `prefer` and `forbid`: pieces that the action takes, of this kind before it; `last victim` is where the last of them stood.",
    ),
    ("victims", "The pieces that the action takes."),
    ("when", "The condition under which the clause holds."),
    ("where", "What has to hold before the action for it to be a candidate."),
    ("while", "A clock runs in positions in which this holds."),
    ("win", "This player wins if the condition, read in his view, holds after a ply."),
    ("with", "The parameters that a variant sets; after a pattern, how the numbers of the pieces matched are related."),
    ("without", "Takes out a clause that is inherited."),
    ("after", "When a property is looked at: after every turn, or after every action."),
    (
        "back",
        "Between two directions of an axis: the second leads back. In a chain: the opposite of the direction of the last leg.",
    ),
    ("before", "`wins before draws`: a win on a ply that would also draw stands."),
    ("cell", "A place on the board."),
    (
        "checkered",
        "Only the cells of one colour exist; the neighbour in a direction is the nearest such cell that way.",
    ),
    ("document", "Gives a source a name under which the lines of this block cite it."),
    ("draws", "Results by which nobody wins."),
    (
        "each",
        "After a limit: moves of each player, so the number is multiplied by the number of players. After a stock: so many of every number.",
    ),
    ("end", "When the action is over."),
    ("entering", "Happens when this condition holds after the ply and did not before."),
    ("facing", "Where a player looks: it decides what forward, first rows and last row mean for him."),
    ("first", "Rows nearest to the player."),
    ("formerly", "An older id of this clause, which stays valid."),
    ("go", "`must go on`, `may go on`: whether a chain has to."),
    ("graph", "A board of points: each axis names its two directions and lists its lines."),
    ("hexagonal", "A parallelogram of hexagons with six directions."),
    (
        "last",
        "Rows farthest from the player; `last victim` is where the piece stood that was taken last; `last ply counts` lets results see the ply that stops a clock.",
    ),
    ("leave", "When the victims of a chain go from the board."),
    ("letter", "The letter that stands for this kind in the text of a position."),
    ("lettered", "Cells are named by column and row; a1 is at the bottom left."),
    ("more", "`more than n`: above this number."),
    ("numbered", "Of pieces: each bears a number. Of cells: row by row from a corner."),
    ("numbers", "How the numbers of the pieces matched are related, in order."),
    ("once", "As it happens, and not only when the action is over."),
    ("player", "Each player by himself."),
    ("plies", "Turns, counted one by one: the plies of both players."),
    ("plural", "The plural of the kind's name, if it is not made by an s."),
    ("ply", "One turn of one player, when it is counted."),
    ("pieces", "Any pieces, whosever they are and of whatever kind."),
    ("promotion", "Happens when a piece changes its kind."),
    ("loss", "Happens for each piece that leaves the board."),
    ("steps", "Happens for every action, of whatever name."),
    ("rulebook", "The version of the language in which the file is written."),
    ("stop", "The action is over, even where it could go on."),
    ("than", "Above the number that follows."),
    ("times", "So many decisions one after the other; after `occurs`, how often."),
    ("together", "One decision, an unordered set of so many."),
    ("turning", "`no turning back`: the next leg may not go in the opposite direction."),
    ("twice", "`no cell twice`: no cell is landed on a second time."),
    ("wins", "Results by which a player wins."),
    ("x", "Between the width and the height of a board."),
];

/// What a word means.
pub(crate) fn of(word: &str) -> Option<&'static str> {
    MEANINGS.iter().find(|(known, _)| *known == word).map(|(_, meaning)| *meaning)
}

#[cfg(test)]
mod tests {
    use rulebook_check::BUILT_IN;
    use rulebook_syntax::words::{CLAUSE_WORDS, SMALL_WORDS, UNIT_WORDS};

    use super::*;

    #[test]
    fn every_word_has_a_meaning_that_does_not_merely_repeat_it() {
        for word in CLAUSE_WORDS.iter().chain(UNIT_WORDS).chain(SMALL_WORDS).chain(&BUILT_IN) {
            let meaning = of(word).unwrap_or_else(|| panic!("`{word}` has no meaning"));
            assert!(meaning.split(' ').count() >= 4 && meaning.ends_with('.'), "{word}: {meaning}");
        }
    }

    #[test]
    fn no_word_stands_twice() {
        let mut words: Vec<&str> = MEANINGS.iter().map(|(word, _)| *word).collect();
        words.sort_unstable();
        assert!(words.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
