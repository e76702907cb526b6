//! The words on the table, in the languages in which the bundled rules speak.

/// Words that are shown around the board; what the rules say comes from the spec.
#[derive(Debug)]
pub(super) struct Words {
    /// The language, as specs name it.
    pub(super) tag: &'static str,
    pub(super) to_move: &'static str,
    pub(super) turn: &'static str,
    pub(super) step: &'static str,
    pub(super) clocks: &'static str,
    pub(super) of: &'static str,
    pub(super) legal: &'static str,
    pub(super) forbidden: &'static str,
    pub(super) moves: &'static str,
    pub(super) last: &'static str,
    pub(super) wins: &'static str,
    pub(super) loses: &'static str,
    pub(super) draws: &'static str,
    pub(super) over: &'static str,
    pub(super) may_claim: &'static str,
    pub(super) source: &'static str,
    pub(super) instead: &'static str,
    pub(super) thinking: &'static str,
    pub(super) expects: &'static str,
    pub(super) proved: &'static str,
    pub(super) help: &'static str,
    pub(super) unsaved: &'static str,
    pub(super) saved: &'static str,
    pub(super) nothing_to_undo: &'static str,
    pub(super) nothing_to_redo: &'static str,
    pub(super) new_game: &'static str,
    pub(super) loaded: &'static str,
    pub(super) press: &'static str,
    pub(super) choose: &'static str,
    pub(super) hint: &'static str,
}

/// English.
pub(super) const ENGLISH: Words = Words {
    tag: "en",
    to_move: "to move",
    turn: "turn",
    step: "step",
    clocks: "clocks",
    of: "of",
    legal: "legal",
    forbidden: "forbidden",
    moves: "moves",
    last: "last",
    wins: "wins",
    loses: "loses",
    draws: "draws",
    over: "The game is over",
    may_claim: "a draw may be claimed",
    source: "source",
    instead: "instead",
    thinking: "thinking…",
    expects: "expects",
    proved: "proved",
    help: "A move, as listed     plays it; Tab completes it, several may stand in a line\n\
           Arrows, Enter, mouse  pick cells: the piece and where it goes\n\
           ?MOVE                 why is this move legal, or why not\n\
           u, r                  takes an action back, plays it again (U, R: a turn)\n\
           s FILE, o FILE        saves, opens (without FILE: the file used last)\n\
           n                     a new game from the same position\n\
           b, l, f, m            shows the board, legal moves, forbidden moves, the moves so far\n\
           p                     shows the position as text\n\
           h, q                  this help, quits\n\
           A colon before a command keeps it from being a move: :b",
    unsaved: "This game is not saved: `s` saves it, `q` quits without, anything else goes on.",
    saved: "saved as",
    nothing_to_undo: "nothing has been played that could be taken back",
    nothing_to_redo: "nothing has been taken back that could be played again",
    new_game: "a new game",
    loaded: "loaded",
    press: "any key goes on",
    choose: "Which one? Its number chooses it, Esc none.",
    hint: "type a move or pick cells · Tab completes · ?MOVE why · u r s o n q, h for help",
};

/// Spanish.
pub(super) const SPANISH: Words = Words {
    tag: "es",
    to_move: "juega:",
    turn: "turno",
    step: "paso",
    clocks: "cuentas",
    of: "de",
    legal: "legales",
    forbidden: "prohibidas",
    moves: "jugadas",
    last: "última",
    wins: "victoria",
    loses: "derrota",
    draws: "tablas",
    over: "La partida ha terminado",
    may_claim: "se pueden reclamar tablas",
    source: "fuente",
    instead: "en su lugar",
    thinking: "pensando…",
    expects: "espera",
    proved: "demostrado",
    help: "Una jugada, como en la lista  la juega; Tab la completa, caben varias en una línea\n\
           Flechas, Intro, ratón  eligen casillas: la pieza y adónde va\n\
           ?JUGADA                por qué es legal esta jugada, o por qué no\n\
           u, r                   deshace una acción, la rehace (U, R: un turno)\n\
           s ARCHIVO, o ARCHIVO   guarda, abre (sin ARCHIVO: el último usado)\n\
           n                      partida nueva desde la misma posición\n\
           b, l, f, m             muestra el tablero, las jugadas legales, las prohibidas, las hechas\n\
           p                      muestra la posición como texto\n\
           h, q                   esta ayuda, salir\n\
           Con dos puntos delante una orden no se toma por jugada: :b",
    unsaved: "Esta partida no está guardada: `s` la guarda, `q` sale sin guardarla, lo demás sigue.",
    saved: "guardada en",
    nothing_to_undo: "no se ha jugado nada que deshacer",
    nothing_to_redo: "no se ha deshecho nada que rehacer",
    new_game: "partida nueva",
    loaded: "abierta",
    press: "cualquier tecla sigue",
    choose: "¿Cuál? Su número la elige, Esc ninguna.",
    hint: "escriba una jugada o elija casillas · Tab completa · ?JUGADA por qué · u r s o n q, h ayuda",
};
