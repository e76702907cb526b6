//! The keys of every clause in YAML, and the words that stand before their values in the language.

use rulebook_syntax::Part;

/// The value of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A part of the clause.
    One(Part),
    /// A list of parts, with this between them.
    Many(Part, &'static str),
    /// `true` stands for the words before it, `false` for nothing.
    Flag,
    /// One of these words, each with what it stands for.
    Choice(&'static [(&'static str, &'static str)]),
}

/// A key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// Its name.
    pub(super) key: &'static str,
    /// Its value.
    pub(super) shape: Shape,
    /// What stands before the value in the language.
    pub(super) before: &'static str,
    /// What stands behind it.
    pub(super) after: &'static str,
    /// It has to be there.
    pub(super) needed: bool,
    /// A long clause may go on with it on a line of its own.
    pub(super) breaks: bool,
}

/// A kind of clause.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    /// Its clause word.
    pub(super) clause: &'static str,
    /// What the clause begins with in the language, if not with its first key.
    pub(super) head: &'static str,
    /// Its keys in the order of the language.
    pub(super) fields: &'static [Field],
    /// Exactly one of these is there.
    pub(super) one_of: &'static [&'static str],
}

/// A key that has to be there.
const fn needed(key: &'static str, before: &'static str, shape: Shape) -> Field {
    Field { key, shape, before, after: "", needed: true, breaks: false }
}

/// A key that may be left out.
const fn maybe(key: &'static str, before: &'static str, shape: Shape) -> Field {
    Field { key, shape, before, after: "", needed: false, breaks: false }
}

impl Field {
    const fn then(mut self, after: &'static str) -> Self {
        self.after = after;
        self
    }

    const fn on_its_line(mut self) -> Self {
        self.breaks = true;
        self
    }
}

const NAME: Shape = Shape::One(Part::Name);
const EXPR: Shape = Shape::One(Part::Expr);

/// `because N`.
const BECAUSE: Field = needed("because", "   because ", NAME);
/// `as PATH`.
const AS: Field = maybe("as", " as ", Shape::One(Part::Path));
/// `at setup`.
const AT_SETUP: Field = maybe("at-setup", " at setup", Shape::Flag);
/// `when C`.
const WHEN: Field = needed("when", " when ", EXPR);

/// All kinds of clauses, by their clause word.
pub(super) const FORMS: &[Form] = &[
    form(
        "action",
        "",
        &[
            needed("name", "action ", NAME),
            maybe("kind", " ", NAME),
            needed("does", ": ", Shape::One(Part::Body)),
            maybe("where", " where ", EXPR).on_its_line(),
            maybe("also", ", ", Shape::Many(Part::Extra, ", ")).on_its_line(),
        ],
    ),
    form(
        "always",
        "always",
        &[
            maybe("after", "", Shape::Choice(&[("turn", " after turn:"), ("action", " after action:")])),
            maybe("reason", " when ", NAME).then(":"),
            needed("holds", " ", EXPR),
            AS,
        ],
    ),
    Form {
        one_of: &["width", "graph"],
        ..form(
            "board",
            "board",
            &[
                maybe("width", " ", Shape::One(Part::Size)),
                maybe("height", " x ", Shape::One(Part::Size)),
                maybe("checkered-from", " checkered from ", NAME),
                maybe("hexagonal", " hexagonal", Shape::Flag),
                maybe("graph", " graph {\n    ", Shape::Many(Part::Axis, "\n    ")).then("\n  }"),
            ],
        )
    },
    Form {
        one_of: &["lettered", "numbered-from"],
        ..form(
            "cells",
            "cells",
            &[
                maybe("lettered", " lettered", Shape::Flag),
                maybe("numbered-from", " numbered from ", Shape::One(Part::Names)),
            ],
        )
    },
    form(
        "chain",
        "",
        &[
            needed("name", "chain ", NAME),
            needed("goes-on", "", Shape::Choice(&[("must", ": must go on"), ("may", ": may go on")])),
            maybe(
                "victims-leave",
                "",
                Shape::Choice(&[("at end", ", victims leave at end"), ("at once", ", victims leave at once")]),
            ),
            maybe("turns-back", "", Shape::Choice(&[("no", ", no turning back"), ("may", ", may turn back")])),
            maybe("no-cell-twice", ", no cell twice", Shape::Flag),
        ],
    ),
    form("claimable", "claimable draws", &[needed("if", " if ", EXPR)]),
    form(
        "clock",
        "",
        &[
            needed("name", "clock ", NAME),
            maybe("per", " per ", Shape::One(Part::Plain)),
            needed("counts", " counts ", Shape::One(Part::Event)),
            maybe("while", " while ", EXPR).on_its_line(),
            maybe("carries-on-while", ", carries on while ", EXPR).on_its_line(),
            maybe("last-ply-counts-if", ", last ply counts if ", EXPR).on_its_line(),
            maybe("restarts-on", ", restarts on ", Shape::Many(Part::Event, ", ")).on_its_line(),
        ],
    ),
    form("decide", "decide wins before draws", &[AS]),
    form("draw", "draw", &[AT_SETUP, WHEN, BECAUSE, AS]),
    form(
        "forbid",
        "",
        &[
            needed("what", "forbid ", Shape::One(Part::Names)),
            WHEN,
            maybe("unless", " unless ", EXPR).on_its_line(),
            BECAUSE,
        ],
    ),
    form("fouls", "fouls lose", &[needed("if", " if ", EXPR), BECAUSE]),
    form(
        "let",
        "",
        &[
            needed("name", "let ", NAME),
            maybe("at", " at ", NAME),
            maybe("on", " on ", NAME),
            needed("value", " = ", EXPR),
        ],
    ),
    form("lose", "", &[needed("player", "lose ", NAME), AT_SETUP, WHEN, BECAUSE, AS]),
    form(
        "option",
        "",
        &[
            needed("name", "option ", Shape::One(Part::Plain)),
            needed("readings", " is ", Shape::Many(Part::Plain, " or ")),
        ],
    ),
    form(
        "param",
        "",
        &[
            needed("name", "param ", Shape::One(Part::Plain)),
            needed("value", " = ", Shape::One(Part::Raw)),
            maybe("from", " from ", Shape::Many(Part::Plain, ", ")),
        ],
    ),
    form(
        "piece",
        "",
        &[
            needed("name", "piece ", NAME),
            maybe("plural", " plural ", NAME),
            maybe("letter", " letter ", NAME),
            maybe("numbered", " numbered ", Shape::One(Part::Range)),
            maybe("stock", " stock ", Shape::One(Part::Value)),
            maybe("each", " each", Shape::Flag),
        ],
    ),
    form("players", "players", &[needed("players", " ", Shape::Many(Part::Player, ", "))]),
    form("prefer", "", &[needed("name", "prefer ", NAME), needed("keys", ": ", Shape::Many(Part::Key, ", then "))]),
    form(
        "promote",
        "",
        &[
            maybe("optional", "may ", Shape::Flag),
            needed("from", "promote ", NAME),
            needed("to", " to ", NAME),
            needed("on", " on ", Shape::One(Part::Set)),
            needed(
                "when",
                "",
                Shape::Choice(&[("at end", ", at end"), ("at once", ", at once"), ("and stop", ", and stop")]),
            ),
        ],
    ),
    Form {
        one_of: &["when", "pieces"],
        ..form(
            "refuse",
            "refuse",
            &[maybe("when", " when ", EXPR), maybe("pieces", " ", Shape::One(Part::Refused)), BECAUSE],
        )
    },
    form("region", "", &[needed("name", "region ", NAME), needed("cells", ": ", Shape::One(Part::Set))]),
    form("setup", "setup", &[needed("pieces", " ", Shape::Many(Part::Placing, ", "))]),
    form("sides", "", &[needed("strong", "sides ", NAME), needed("weak", ", ", NAME)]),
    form(
        "turn",
        "turn",
        &[maybe("turns", " ", Shape::One(Part::Range)), needed("steps", ": ", Shape::Many(Part::Step, "\n   then "))],
    ),
    form("win", "", &[needed("player", "win ", NAME), AT_SETUP, WHEN, BECAUSE, AS]),
    form("without", "", &[needed("what", "without ", Shape::One(Part::Head))]),
];

const fn form(clause: &'static str, head: &'static str, fields: &'static [Field]) -> Form {
    Form { clause, head, fields, one_of: &[] }
}

/// The kind of clause of that word.
pub(super) fn find(clause: &str) -> Option<&'static Form> {
    FORMS.iter().find(|form| form.clause == clause)
}

#[cfg(test)]
mod tests {
    use rulebook_syntax::words::CLAUSE_WORDS;

    use super::FORMS;

    #[test]
    fn every_clause_of_the_language_has_its_form() {
        let mut words: Vec<&str> = FORMS.iter().map(|form| form.clause).collect();
        // `assume` and `may` stand before other clauses.
        words.extend(["assume", "may"]);
        words.sort_unstable();
        assert_eq!(words, CLAUSE_WORDS);
    }
}
