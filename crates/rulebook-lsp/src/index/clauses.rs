//! The clauses of a block, each with whose `own` it is in it.

use rulebook_syntax::ast::{
    Action, ActionBody, AlwaysWhen, Board, Clause, ClauseBody, Clock, Event, GridShape, Key as PreferKey, Name,
    Outcome, Piece, Refuse, ResultClause, RulesUnit, Step, Word,
};

use super::walker::Walker;
use super::{Key, Role, View};

impl Walker<'_> {
    pub(super) fn unit(&mut self, unit: &RulesUnit) {
        let bindings = unit.extends.iter().flat_map(|e| &e.bindings);
        for (name, value) in bindings {
            self.noun(name, Some(Role::Param));
            self.value(&name.text, value);
        }
        for clause in &unit.clauses {
            self.clause(clause);
        }
    }

    /// The value of a parameter.
    fn value(&mut self, param: &str, value: &Word) {
        if let Word::Name(value) = value {
            self.note(value.span, Key::Reading(param.to_owned(), value.text.clone()), None, Some(Role::Choice));
        }
    }

    fn clause(&mut self, clause: &Clause) {
        match &clause.body {
            ClauseBody::Param { name, value, choices } => {
                self.declare(name, Role::Param);
                self.value(&name.text, value);
                for choice in choices {
                    let key = Key::Reading(name.text.clone(), choice.text.clone());
                    self.note(choice.span, key, Some(Role::Choice), None);
                }
            }
            ClauseBody::Option { name, readings } => {
                self.declare(name, Role::Option);
                for reading in readings {
                    let key = Key::Reading(name.text.clone(), reading.text.clone());
                    self.note(reading.span, key, Some(Role::Reading), None);
                }
            }
            ClauseBody::Board(board) => self.board(board),
            ClauseBody::Cells { numbered_from: Some((vertical, horizontal)), .. } => {
                for word in [vertical, horizontal] {
                    self.note(word.span, Key::Word(word.text.clone()), None, None);
                }
            }
            ClauseBody::Cells { .. } => {}
            ClauseBody::Region { name, set } => {
                self.declare(name, Role::Region);
                self.set(set);
            }
            ClauseBody::Players(players) => {
                for (name, facing) in players {
                    self.declare(name, Role::Player);
                    if let Some(f) = facing {
                        self.note(f.span, Key::Word(f.text.clone()), None, None);
                    }
                }
            }
            ClauseBody::Sides { strong, weak } => {
                self.declare(strong, Role::Side);
                self.declare(weak, Role::Side);
            }
            ClauseBody::Piece(piece) => self.piece(piece),
            ClauseBody::Setup(placings) => self.seen(View::Owner, |w| {
                for (what, on) in placings {
                    w.phrase(what);
                    w.set(on);
                }
            }),
            ClauseBody::Refuse { what, because } => {
                match what {
                    Refuse::When(condition) => self.seen(View::Nobody, |w| w.expr(condition)),
                    Refuse::Pieces { what, on } => self.seen(View::Owner, |w| {
                        w.phrase(what);
                        w.set(on);
                    }),
                    Refuse::MoreThan { count, what } => self.seen(View::EachPlayer, |w| {
                        w.expr(count);
                        w.phrase(what);
                    }),
                }
                self.declare(because, Role::Reason);
            }
            ClauseBody::Action(action) => self.seen(View::Actor, |w| w.action_clause(action)),
            ClauseBody::Chain(chain) => self.action(&chain.action),
            ClauseBody::Prefer { action, keys } => {
                self.action(action);
                self.seen(View::Actor, |w| {
                    for key in keys {
                        match key {
                            PreferKey::Most(e) | PreferKey::Fewest(e) | PreferKey::Holds(e) => w.expr(e),
                            PreferKey::Earliest(phrase) => w.phrase(phrase),
                        }
                    }
                });
            }
            ClauseBody::Promote { from, to, on, .. } => {
                self.kind(from);
                self.kind(to);
                self.seen(View::Owner, |w| w.set(on));
            }
            ClauseBody::Turn { range, steps } => {
                if let Some(range) = range {
                    self.range(range);
                }
                self.seen(View::Mover, |w| steps.iter().for_each(|step| w.step(step)));
            }
            ClauseBody::Forbid { words, when, unless, because } => {
                self.forbidden(words);
                self.seen(View::Actor, |w| {
                    w.expr(when);
                    if let Some(unless) = unless {
                        w.expr(unless);
                    }
                });
                self.declare(because, Role::Reason);
            }
            ClauseBody::Fouls { when, because } => {
                self.expr(when);
                self.declare(because, Role::Reason);
            }
            ClauseBody::Clock(clock) => self.clock(clock),
            ClauseBody::Result(result) => self.result(result, None),
            ClauseBody::Decide { tag } => self.tag(tag.as_ref()),
            ClauseBody::Claimable { when } => self.expr(when),
            ClauseBody::Let { name, at, on, value } => {
                self.declare(name, Role::Let);
                let names: Vec<&Name> = [at, on].into_iter().flatten().collect();
                self.seen(View::User, |w| w.bound(&names, |w| w.expr(value)));
            }
            ClauseBody::Always { when, condition, tag } => {
                if let AlwaysWhen::Reason(reason) = when {
                    self.noun(reason, Some(Role::Reason));
                }
                self.expr(condition);
                self.tag(tag.as_ref());
            }
            ClauseBody::Without { what, names } => self.without(&what.text, names),
        }
    }

    fn board(&mut self, board: &Board) {
        match board {
            Board::Grid { width, height, shape, .. } => {
                for size in [width, height] {
                    if let Word::Name(name) = size {
                        self.noun(name, Some(Role::Param));
                    }
                }
                if let GridShape::Checkered { from } = shape {
                    self.note(from.span, Key::Word(from.text.clone()), None, None);
                }
            }
            Board::Graph { axes, .. } => {
                for axis in axes {
                    for direction in [&axis.forth, &axis.back] {
                        self.declare(direction, Role::Direction);
                    }
                    for cell in axis.lines.iter().flatten() {
                        self.note(cell.span, Key::Word(cell.text.clone()), None, None);
                    }
                }
            }
        }
    }

    fn piece(&mut self, piece: &Piece) {
        self.declare(&piece.name, Role::Kind);
        if let Some(plural) = &piece.plural {
            self.declare(plural, Role::Plural);
        }
        if let Some(l) = &piece.letter {
            self.note(l.span, Key::Word(l.text.clone()), None, None);
        }
        if let Some(range) = &piece.numbered {
            self.range(range);
        }
        piece.stock.iter().for_each(|(count, _)| self.expr(count));
    }

    fn action_clause(&mut self, action: &Action) {
        self.note(action.name.span, Key::Action(action.name.text.clone()), Some(Role::Action), None);
        if let Some(kind) = &action.kind {
            self.kind(kind);
        }
        match &action.body {
            ActionBody::Pass => {}
            ActionBody::On(set) | ActionBody::Off { set, .. } => self.set(set),
            ActionBody::Walk(walk) => {
                self.set(&walk.directions);
                self.pattern(&walk.pattern);
            }
        }
        if let Some(condition) = &action.condition {
            self.expr(condition);
        }
        for extra in &action.extras {
            self.set(&extra.walk.directions);
            self.pattern(&extra.walk.pattern);
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Result(result) => self.result(result, Some(View::Mover)),
            Step::Act { alternatives, condition, .. } => {
                for alternative in alternatives {
                    for action in &alternative.actions {
                        self.action(action);
                    }
                }
                if let Some(condition) = condition {
                    self.expr(condition);
                }
            }
        }
    }

    /// `PLAYER? ACTION KIND?`
    fn forbidden(&mut self, words: &[Name]) {
        let declared = self.declared;
        let first_acts =
            |first: &Name| declared.actions.contains(&first.text) && !declared.players.contains(&first.text);
        let action = match words {
            [_, _, _] => 1,
            [first, _] if !first_acts(first) => 1,
            _ => 0,
        };
        for (i, word) in words.iter().enumerate() {
            match i.cmp(&action) {
                std::cmp::Ordering::Less => self.noun(word, Some(Role::Player)),
                std::cmp::Ordering::Equal => self.action(word),
                std::cmp::Ordering::Greater => self.kind(word),
            }
        }
    }

    fn clock(&mut self, clock: &Clock) {
        self.declare(&clock.name, Role::Clock);
        let view = match clock.per.as_ref().map(|per| per.text.as_str()) {
            None => View::Nobody,
            Some("piece") => View::Owner,
            Some("side" | "sides" | "player") => View::EachPlayer,
            Some(_) => View::Role,
        };
        if let Some(per) = &clock.per
            && view == View::Role
        {
            self.noun(per, Some(Role::Side));
        }
        self.seen(view, |w| {
            w.event(&clock.counts);
            [&clock.condition, &clock.carries, &clock.last_ply].into_iter().flatten().for_each(|e| w.expr(e));
            for event in &clock.restarts {
                w.event(event);
            }
        });
    }

    fn event(&mut self, event: &Event) {
        let mut words = event.words.iter();
        if event.entering {
            words.by_ref().take(1).for_each(|name| self.noun(name, None));
        }
        let mut acted = false;
        for word in words {
            let text = word.text.as_str();
            if ["its", "other", "own", "enemy"].contains(&text) {
                self.note(word.span, Key::Word(text.to_owned()), None, None);
            } else if acted {
                self.kind(word);
            } else if let Some((action, derived)) = self.declared.action_of_event(text) {
                let key = Key::Action(action.to_owned());
                self.push(word.span.start as usize, word.span.end as usize, key, None, Some(Role::Action), derived);
                acted = true;
            } else {
                self.note(word.span, Key::Word(text.to_owned()), None, None);
            }
        }
        if let Some(of) = &event.of {
            self.noun(of, Some(Role::Player));
        }
        if let Some(condition) = &event.condition {
            self.expr(condition);
        }
    }

    fn result(&mut self, result: &ResultClause, within: Option<View>) {
        let view = match &result.outcome {
            Outcome::Win(who) | Outcome::Lose(who) => {
                self.noun(who, Some(Role::Player));
                match who.text.as_str() {
                    "either" => View::EachPlayer,
                    name if self.declared.sides.contains(name) => View::Role,
                    name => View::Of(name.to_owned()),
                }
            }
            Outcome::Draw => View::Nobody,
        };
        self.seen(within.unwrap_or(view), |w| w.expr(&result.condition));
        self.declare(&result.because, Role::Reason);
        self.tag(result.tag.as_ref());
    }

    /// `as PATH`: of a path with dots the first part is a clock or whatever else bears that name.
    fn tag(&mut self, tag: Option<&Name>) {
        let Some(tag) = tag else { return };
        if let Some((first, _)) = tag.text.split_once('.') {
            let start = tag.span.start as usize;
            if self.declared.is_noun(first) {
                self.push(start, start + first.len(), Key::Noun(first.to_owned()), None, None, false);
            }
        } else {
            self.declare(tag, Role::Tag);
        }
    }

    fn without(&mut self, what: &str, names: &[Name]) {
        let acts = matches!(what, "action" | "chain" | "prefer");
        for (i, name) in names.iter().enumerate() {
            if acts && i == 0 {
                self.action(name);
            } else {
                let wants = match what {
                    "clock" => Some(Role::Clock),
                    "let" => Some(Role::Let),
                    "option" => Some(Role::Option),
                    "param" => Some(Role::Param),
                    "region" => Some(Role::Region),
                    "piece" | "promote" | "action" => Some(Role::Kind),
                    _ => Some(Role::Reason),
                };
                self.noun(name, wants);
            }
        }
    }
}
