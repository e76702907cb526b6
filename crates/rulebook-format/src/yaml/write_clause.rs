//! The keys of a clause and their values, cut from the text of a spec.

use rulebook_diagnostics::Span;
use rulebook_syntax::{
    ast::{
        Action, ActionBody, AlwaysWhen, Axis, Board, Chain, Clause, ClauseBody, Clock, Event, Expr, GridShape, Key,
        Name, Outcome, Piece, PromoteWhen, Refuse, ResultClause, Set, Step, Walk, Word,
    },
    lexemes,
};

/// A value.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// A part of a clause.
    Part(Cut),
    /// Several.
    List(Vec<Cut>),
    /// `true`.
    Flag,
    /// A word of the form.
    Choice(&'static str),
}

/// A part of a clause, and where it was cut from.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    /// As written.
    pub(super) text: String,
    /// Its place in the spec.
    pub(super) span: Span,
}

/// A key with its value.
pub(super) type Entry = (&'static str, Value);

/// Cuts parts from the text of a spec.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cutter<'t>(pub(super) &'t str);

impl Cutter<'_> {
    /// The text of a span. Parentheses of which a span holds only one are taken in whole.
    fn cut(self, span: Span) -> Cut {
        let (mut start, mut end) = (span.start as usize, span.end as usize);
        let words = lexemes(self.0);
        loop {
            let inside = words.iter().filter(|w| w.start >= start && w.end() <= end && !w.is_comment());
            let (mut open, mut unopened) = (0_usize, 0_usize);
            for word in inside {
                match word.text {
                    "(" => open += 1,
                    ")" if open > 0 => open -= 1,
                    ")" => unopened += 1,
                    _ => {}
                }
            }
            let before = words.iter().rev().find(|w| w.end() <= start && !w.is_comment()).filter(|w| w.text == "(");
            let after = words.iter().find(|w| w.start >= end && !w.is_comment()).filter(|w| w.text == ")");
            match (before, after) {
                (Some(before), _) if unopened > 0 => start = before.start,
                (_, Some(after)) if open > 0 => end = after.end(),
                _ => break,
            }
        }
        let text = self.dedented(start, end);
        Cut { text, span: Span { start: start as u32, end: end as u32, ..span } }
    }

    /// A stretch of the spec, its further lines as far from the margin as they were from its beginning.
    fn dedented(self, start: usize, end: usize) -> String {
        let line = self.0.get(..start).map_or("", |before| before.rsplit('\n').next().unwrap_or(""));
        let column = line.chars().count();
        let text = self.0.get(start..end).unwrap_or("").replace("\r\n", "\n").replace(['\r', '\t'], " ");
        let strip = |line: &str| {
            let blanks = line.chars().take_while(|c| *c == ' ').count().min(column);
            line.get(blanks..).unwrap_or("").trim_end().to_owned()
        };
        let mut lines = text.split('\n');
        let first = lines.next().unwrap_or("").trim_end().to_owned();
        std::iter::once(first).chain(lines.map(strip)).collect::<Vec<_>>().join("\n")
    }

    fn part(self, span: Span) -> Value {
        Value::Part(self.cut(span))
    }

    fn name(self, name: &Name) -> Value {
        self.part(name.span)
    }

    /// A number or a name as it is; anything else in parentheses.
    fn value(self, expr: &Expr) -> Cut {
        let mut cut = self.cut(expr.span);
        if lexemes(&cut.text).len() > 1 {
            cut.text = format!("({})", cut.text);
        }
        cut
    }

    /// Words before a part.
    fn after(self, words: &str, span: Span) -> Cut {
        let cut = self.cut(span);
        Cut { text: format!("{words}{}", cut.text), ..cut }
    }

    fn names(self, names: &[Name]) -> Value {
        Value::List(names.iter().map(|name| self.cut(name.span)).collect())
    }

    fn word(self, word: &Word) -> Value {
        match word {
            Word::Int(int) => self.part(int.span),
            Word::Name(name) => self.name(name),
        }
    }

    /// Names side by side.
    fn row(names: &[Name]) -> Value {
        let span = names.iter().map(|n| n.span).reduce(Span::to).unwrap_or_default();
        let text = names.iter().map(|n| n.text.as_str()).collect::<Vec<_>>().join(" ");
        Value::Part(Cut { text, span })
    }

    /// The clause word, and the keys in the order of the language.
    pub(super) fn entries(self, clause: &Clause) -> (&'static str, Vec<Entry>) {
        let mut entries: Vec<Entry> = Vec::new();
        let body = &clause.body;
        let word = self.material(body, &mut entries);
        let word = word.or_else(|| self.deed(body, &mut entries)).or_else(|| self.outcome(body, &mut entries));
        // The three know all clauses; what one forgot would be told when the YAML is read back.
        (word.unwrap_or(""), entries)
    }

    /// Clauses about the material.
    fn material(self, body: &ClauseBody, entries: &mut Vec<Entry>) -> Option<&'static str> {
        let word = match body {
            ClauseBody::Param { name, value, choices } => {
                entries.extend([("name", self.name(name)), ("value", self.word(value))]);
                entries.extend((!choices.is_empty()).then(|| ("from", self.names(choices))));
                "param"
            }
            ClauseBody::Option { name, readings } => {
                entries.extend([("name", self.name(name)), ("readings", self.names(readings))]);
                "option"
            }
            ClauseBody::Board(board) => {
                self.board(board, entries);
                "board"
            }
            ClauseBody::Cells { numbered_from, .. } => {
                entries.push(match numbered_from {
                    None => ("lettered", Value::Flag),
                    Some((one, two)) => ("numbered-from", Self::row(&[one.clone(), two.clone()])),
                });
                "cells"
            }
            ClauseBody::Region { name, set } => {
                entries.extend([("name", self.name(name)), ("cells", self.part(set.span))]);
                "region"
            }
            ClauseBody::Players(players) => {
                let player = |(name, facing): &(Name, Option<Name>)| {
                    self.cut(facing.as_ref().map_or(name.span, |facing| name.span.to(facing.span)))
                };
                entries.push(("players", Value::List(players.iter().map(player).collect())));
                "players"
            }
            ClauseBody::Sides { strong, weak } => {
                entries.extend([("strong", self.name(strong)), ("weak", self.name(weak))]);
                "sides"
            }
            ClauseBody::Piece(piece) => {
                self.piece(piece, entries);
                "piece"
            }
            ClauseBody::Setup(placings) => {
                let placings = placings.iter().map(|(what, on)| self.cut(what.span.to(on.span))).collect();
                entries.push(("pieces", Value::List(placings)));
                "setup"
            }
            ClauseBody::Refuse { what, because } => {
                entries.push(self.refuse(what));
                entries.push(("because", self.name(because)));
                "refuse"
            }
            _ => return None,
        };
        Some(word)
    }

    /// Clauses about what may be done.
    fn deed(self, body: &ClauseBody, entries: &mut Vec<Entry>) -> Option<&'static str> {
        let word = match body {
            ClauseBody::Action(action) => {
                self.action(action, entries);
                "action"
            }
            ClauseBody::Chain(chain) => {
                self.chain(chain, entries);
                "chain"
            }
            ClauseBody::Prefer { action, keys } => {
                entries.push(("name", self.name(action)));
                entries.push(("keys", Value::List(keys.iter().map(|key| self.key(key)).collect())));
                "prefer"
            }
            ClauseBody::Promote { from, to, on, when, optional } => {
                entries.extend(optional.then_some(("optional", Value::Flag)));
                entries.extend([("from", self.name(from)), ("to", self.name(to)), ("on", self.part(on.span))]);
                entries.push(("when", Value::Choice(promote_when(*when))));
                "promote"
            }
            ClauseBody::Turn { range, steps } => {
                entries.extend(range.as_ref().map(|range| ("turns", self.part(range.span))));
                let step = |step: &Step| match step {
                    Step::Result(result) => self.cut(result.span),
                    Step::Act { span, .. } => self.cut(*span),
                };
                entries.push(("steps", Value::List(steps.iter().map(step).collect())));
                "turn"
            }
            ClauseBody::Forbid { words, when, unless, because } => {
                entries.extend([("what", Self::row(words)), ("when", self.part(when.span))]);
                entries.extend(unless.as_ref().map(|unless| ("unless", self.part(unless.span))));
                entries.push(("because", self.name(because)));
                "forbid"
            }
            ClauseBody::Fouls { when, because } => {
                entries.extend([("if", self.part(when.span)), ("because", self.name(because))]);
                "fouls"
            }
            _ => return None,
        };
        Some(word)
    }

    /// Clauses about what is counted, how it ends, and what holds.
    fn outcome(self, body: &ClauseBody, entries: &mut Vec<Entry>) -> Option<&'static str> {
        let optional = |key, name: &Option<Name>| name.as_ref().map(|name| (key, self.name(name)));
        let word = match body {
            ClauseBody::Clock(clock) => {
                self.clock(clock, entries);
                "clock"
            }
            ClauseBody::Result(result) => self.result(result, entries),
            ClauseBody::Decide { tag } => {
                entries.extend(optional("as", tag));
                "decide"
            }
            ClauseBody::Claimable { when } => {
                entries.push(("if", self.part(when.span)));
                "claimable"
            }
            ClauseBody::Let { name, at, on, value } => {
                entries.push(("name", self.name(name)));
                entries.extend(optional("at", at));
                entries.extend(optional("on", on));
                entries.push(("value", self.part(value.span)));
                "let"
            }
            ClauseBody::Always { when, condition, tag } => {
                entries.extend(match when {
                    AlwaysWhen::Each => None,
                    AlwaysWhen::AfterTurn => Some(("after", Value::Choice("turn"))),
                    AlwaysWhen::AfterAction => Some(("after", Value::Choice("action"))),
                    AlwaysWhen::Reason(reason) => Some(("reason", self.name(reason))),
                });
                entries.push(("holds", self.part(condition.span)));
                entries.extend(optional("as", tag));
                "always"
            }
            ClauseBody::Without { what, names } => {
                let mut row = vec![what.clone()];
                row.extend(names.iter().cloned());
                entries.push(("what", Self::row(&row)));
                "without"
            }
            _ => return None,
        };
        Some(word)
    }

    fn board(self, board: &Board, entries: &mut Vec<Entry>) {
        match board {
            Board::Grid { width, height, shape, .. } => {
                entries.extend([("width", self.word(width)), ("height", self.word(height))]);
                entries.extend(match shape {
                    GridShape::Square => None,
                    GridShape::Checkered { from } => Some(("checkered-from", self.name(from))),
                    GridShape::Hexagonal => Some(("hexagonal", Value::Flag)),
                });
            }
            Board::Graph { axes, .. } => {
                let axis = |axis: &Axis| {
                    let last = axis.lines.iter().flatten().map(|cell| cell.span).reduce(Span::to);
                    self.cut(last.map_or(axis.forth.span, |last| axis.forth.span.to(last)))
                };
                entries.push(("graph", Value::List(axes.iter().map(axis).collect())));
            }
        }
    }

    fn piece(self, piece: &Piece, entries: &mut Vec<Entry>) {
        entries.push(("name", self.name(&piece.name)));
        entries.extend(piece.plural.as_ref().map(|name| ("plural", self.name(name))));
        entries.extend(piece.letter.as_ref().map(|name| ("letter", self.name(name))));
        entries.extend(piece.numbered.as_ref().map(|range| ("numbered", self.part(range.span))));
        if let Some((count, each)) = &piece.stock {
            entries.push(("stock", Value::Part(self.value(count))));
            entries.extend(each.then_some(("each", Value::Flag)));
        }
    }

    fn refuse(self, what: &Refuse) -> Entry {
        match what {
            Refuse::When(when) => ("when", self.part(when.span)),
            Refuse::Pieces { what, on } => ("pieces", self.part(what.span.to(on.span))),
            Refuse::MoreThan { count, what } => {
                let (count, what) = (self.value(count), self.cut(what.span));
                let text = format!("more than {} {} per player", count.text, what.text);
                ("pieces", Value::Part(Cut { text, span: count.span.to(what.span) }))
            }
        }
    }

    fn action(self, action: &Action, entries: &mut Vec<Entry>) {
        entries.push(("name", self.name(&action.name)));
        entries.extend(action.kind.as_ref().map(|kind| ("kind", self.name(kind))));
        let on = |set: &Set, words: &str| self.after(words, set.span);
        let does = match &action.body {
            ActionBody::Pass => Value::Choice("pass"),
            ActionBody::On(set) => Value::Part(on(set, "on ")),
            ActionBody::Off { set, to_stock } => {
                let mut cut = on(set, "off ");
                cut.text.push_str(if *to_stock { " to stock" } else { "" });
                Value::Part(cut)
            }
            ActionBody::Walk(walk) => self.part(walk_span(walk)),
        };
        entries.push(("does", does));
        entries.extend(action.condition.as_ref().map(|c| ("where", self.part(c.span))));
        if !action.extras.is_empty() {
            let extra = |must: bool| if must { "must all " } else { "then all " };
            let extras = action.extras.iter().map(|e| self.after(extra(e.must), walk_span(&e.walk))).collect();
            entries.push(("also", Value::List(extras)));
        }
    }

    fn chain(self, chain: &Chain, entries: &mut Vec<Entry>) {
        entries.push(("name", self.name(&chain.action)));
        entries.push(("goes-on", Value::Choice(if chain.must_go_on { "must" } else { "may" })));
        let leave = chain.leave_at_end.map(|end| Value::Choice(if end { "at end" } else { "at once" }));
        entries.extend(leave.map(|value| ("victims-leave", value)));
        let turns = chain.may_turn_back.map(|may| Value::Choice(if may { "may" } else { "no" }));
        entries.extend(turns.map(|value| ("turns-back", value)));
        entries.extend(chain.no_cell_twice.then_some(("no-cell-twice", Value::Flag)));
    }

    fn key(self, key: &Key) -> Cut {
        match key {
            Key::Most(number) => self.after("most ", number.span),
            Key::Fewest(number) => self.after("fewest ", number.span),
            Key::Earliest(phrase) => self.after("earliest ", phrase.span),
            Key::Holds(condition) => self.cut(condition.span),
        }
    }

    fn clock(self, clock: &Clock, entries: &mut Vec<Entry>) {
        let event = |event: &Event| self.cut(event.span);
        let part = |expr: &Expr| self.part(expr.span);
        entries.push(("name", self.name(&clock.name)));
        entries.extend(clock.per.as_ref().map(|per| ("per", self.name(per))));
        entries.push(("counts", Value::Part(event(&clock.counts))));
        entries.extend(clock.condition.as_ref().map(|c| ("while", part(c))));
        entries.extend(clock.carries.as_ref().map(|c| ("carries-on-while", part(c))));
        entries.extend(clock.last_ply.as_ref().map(|c| ("last-ply-counts-if", part(c))));
        let restarts = clock.restarts.iter().map(event).collect::<Vec<_>>();
        entries.extend((!restarts.is_empty()).then_some(("restarts-on", Value::List(restarts))));
    }

    fn result(self, result: &ResultClause, entries: &mut Vec<Entry>) -> &'static str {
        let (word, player) = match &result.outcome {
            Outcome::Win(player) => ("win", Some(player)),
            Outcome::Lose(player) => ("lose", Some(player)),
            Outcome::Draw => ("draw", None),
        };
        entries.extend(player.map(|player| ("player", self.name(player))));
        entries.extend(result.at_setup.then_some(("at-setup", Value::Flag)));
        entries.extend([("when", self.part(result.condition.span)), ("because", self.name(&result.because))]);
        entries.extend(result.tag.as_ref().map(|tag| ("as", self.name(tag))));
        word
    }
}

/// Directions and what is met.
fn walk_span(walk: &Walk) -> Span {
    walk.directions.span.to(walk.pattern.span)
}

fn promote_when(when: PromoteWhen) -> &'static str {
    match when {
        PromoteWhen::AtEnd => "at end",
        PromoteWhen::AtOnce => "at once",
        PromoteWhen::AndStop => "and stop",
    }
}
