//! Conditions.

use rulebook_ir::{Cmp, Cond, Num, Set, Who};
use rulebook_syntax::ast::{self, Expr, ExprKind, Phrase, PhraseWordKind};

use crate::context::{Scope, View};
use crate::fold::and_sets;
use crate::lets::LetKind;
use crate::symbols::World;

impl World<'_> {
    /// A player has a piece there, and nobody else has.
    fn alone(&self, who: Who, on: &Set) -> Cond {
        let own = Set::OwnedBy(who);
        let others = match (self.players.len(), who) {
            (2, Who::Me) => vec![Set::OwnedBy(Who::Enemy)],
            (2, Who::Enemy) => vec![Set::OwnedBy(Who::Me)],
            _ => vec![Set::Occupied, Set::Not(Box::new(own.clone()))],
        };
        let on = |mut sets: Vec<Set>| {
            sets.push(on.clone());
            Cond::Exists(and_sets(sets))
        };
        Cond::And(vec![on(vec![own]), not(on(others))])
    }

    /// A condition; mistakes give one that never holds.
    pub(crate) fn cond(&mut self, expr: &Expr, scope: &Scope) -> Cond {
        match &expr.kind {
            ExprKind::Or(all) => Cond::Or(all.iter().map(|e| self.cond(e, scope)).collect()),
            ExprKind::And(all) => Cond::And(all.iter().map(|e| self.cond(e, scope)).collect()),
            ExprKind::Not(e) => not(self.cond(e, scope)),
            ExprKind::Quantified { quant, domain, body } => {
                self.quantified(quant, domain, body.as_deref(), expr.span, scope)
            }
            ExprKind::For { player, body } => {
                let who = self.who(&player.text, player.span, scope);
                let inner = scope.with_view(View::Own);
                let body = self.cond(body, &inner);
                who.map_or(Cond::Const(false), |who| Cond::For(who, Box::new(body)))
            }
            ExprKind::Supposing { piece, at, body } => self.supposing(piece, at, body, scope),
            ExprKind::Against { strong, weak } => {
                self.needs_view(View::Roles, "against", expr.span, scope);
                Cond::And(vec![self.material(strong, Who::Me), self.material(weak, Who::Enemy)])
            }
            ExprKind::Compare { left, op, right } => {
                let (left, right) = (self.num(left, scope), self.num(right, scope));
                Cond::Compare(left, compare(*op), right)
            }
            ExprKind::In { left, range } => {
                let value = self.num(left, scope);
                let from = self.num(&range.from, scope);
                match &range.to {
                    Some(to) => {
                        let to = self.num(to, scope);
                        if let (Num::Int(from), Num::Int(to)) = (&from, &to)
                            && to < from
                        {
                            self.error("R0310", range.span, format!("nothing lies between {from} and {to}"));
                        }
                        Cond::And(vec![
                            Cond::Compare(value.clone(), Cmp::AtLeast, from),
                            Cond::Compare(value, Cmp::AtMost, to),
                        ])
                    }
                    None => Cond::Compare(value, Cmp::Equal, from),
                }
            }
            ExprKind::Is { left, reading } => self.is(left, reading, scope),
            ExprKind::Has { who, material } => {
                let player = self.phrase_who(who, scope);
                let has = self.material(material, player.unwrap_or(Who::Me));
                player.map_or(Cond::Const(false), |_| has)
            }
            ExprKind::Alone { who, on } => {
                let player = self.phrase_who(who, scope);
                let on = self.set(on, scope);
                player.map_or(Cond::Const(false), |who| self.alone(who, &on))
            }
            ExprKind::Can { who, cannot, action } => {
                let player = self.phrase_who(who, scope);
                if scope.in_action {
                    self.error(
                        "R0503",
                        expr.span,
                        "what may be played depends on this condition, so it cannot ask what may be played",
                    )
                    .help = Some("say it by the cells and pieces themselves".into());
                    return Cond::Const(false);
                }
                let action = match self.action(&action.text) {
                    Some(known) => Some(Some(known)),
                    None if action.text == "act" => Some(None),
                    None => {
                        let fitting: Vec<String> =
                            self.action_names.iter().cloned().chain(["act".to_owned()]).collect();
                        self.unknown("action", &action.text, action.span, &fitting);
                        None
                    }
                };
                match (player, action) {
                    (Some(who), Some(action)) if *cannot => not(Cond::Can(who, action)),
                    (Some(who), Some(action)) => Cond::Can(who, action),
                    _ => Cond::Const(false),
                }
            }
            ExprKind::Reaches { clock, limit, each } => self.reaches(clock, limit, *each, scope),
            ExprKind::Occurs { what, times } => {
                if single(what) != Some("position") {
                    self.error("R0301", what.span, "only a position occurs several times").help =
                        Some("write `position occurs 3 times`".into());
                }
                self.needs_counting("position occurs", what.span, scope);
                let number = self.num(times, scope);
                if matches!(number, Num::Int(n) if n < 2) {
                    self.error("R0311", times.span, "every position has occurred once: the present one").help =
                        Some("write 2 or more".into());
                }
                Cond::Occurs(number)
            }
            ExprKind::Laid(laid) => self.laid_cond(laid, scope),
            ExprKind::Phrase(phrase) => self.phrase_cond(phrase, scope),
            ExprKind::Arithmetic { .. } | ExprKind::Int(_) | ExprKind::Count(_) => {
                self.error("R0301", expr.span, "this is a number; a condition is wanted here").help =
                    Some("compare it: `… = 3`, `… >= 2`, `… in 4..5`".into());
                Cond::Const(false)
            }
        }
    }

    fn phrase_cond(&mut self, phrase: &Phrase, scope: &Scope) -> Cond {
        if let Some(index) = self.called(phrase) {
            if self.lets[index].kind == LetKind::Cond {
                let cond = self.call_cond(index, phrase, scope);
                return if phrase.words[0].not { not(cond) } else { cond };
            }
            let what = if self.lets[index].kind == LetKind::Num { "a number" } else { "a set" };
            self.error("R0301", phrase.span, format!("this is {what}; a condition is wanted here"));
            return Cond::Const(false);
        }
        // `here on REGION`: a cell in a set.
        if let (Some("here"), Some(ast::On::Words(words))) = (single(phrase), &phrase.on)
            && let Some(here) = scope.here
        {
            let on = Phrase { words: words.clone(), of: None, at: None, on: None, span: phrase.span };
            let cond = Cond::In(here, self.phrase_set(&on, scope));
            return if phrase.words[0].not { not(cond) } else { cond };
        }
        if let Some(name) = single(phrase)
            && !self.set_words(scope).iter().any(|w| w == name)
            && self.board.cell(name).is_none()
        {
            let fitting: Vec<String> =
                self.lets.iter().filter(|l| l.kind == LetKind::Cond).map(|l| l.name.text.clone()).collect();
            self.unknown("condition", name, phrase.words[0].span, &fitting);
            return Cond::Const(false);
        }
        let before = self.diagnostics.len();
        self.phrase_set(phrase, scope);
        if self.diagnostics.len() == before {
            self.error("R0301", phrase.span, "this is a set of cells; a condition is wanted here").help =
                Some("say how many there are: `some …`, `no …`, `at least 2 …`, `count … = 3`".into());
        }
        Cond::Const(false)
    }

    /// `N is READING`: an option, a parameter, or the kind of the piece that acts or was taken last.
    fn is(&mut self, left: &Phrase, reading: &ast::Name, scope: &Scope) -> Cond {
        if left.words.len() == 1 && matches!(left.words[0].kind, PhraseWordKind::Piece) {
            if !scope.deed {
                self.error("R0301", left.span, "no piece acts here").help =
                    Some("`piece is …` belongs into `prefer` or `forbid`".into());
                return Cond::Const(false);
            }
            return self.kind_or_error(reading).map_or(Cond::Const(false), |k| Cond::ActorIs(1 << k));
        }
        if let [ast::PhraseWord { kind: PhraseWordKind::LastVictim, not: false, .. }] = left.words.as_slice() {
            return match self.kind_or_error(reading) {
                Some(kind) if self.needs_deed(left.span, scope) => Cond::LastVictimIs(1 << kind),
                _ => Cond::Const(false),
            };
        }
        let name = single(left).unwrap_or_default().to_owned();
        if let Some(option) = self.options.iter().position(|o| o.name == name) {
            let readings = self.options[option].readings.clone();
            return if let Some(r) = readings.iter().position(|r| *r == reading.text) {
                Cond::Reading { option: option as u8, reading: r as u8 }
            } else {
                self.unknown(&format!("reading of `{name}` called"), &reading.text, reading.span, &readings);
                Cond::Const(false)
            };
        }
        if let Some(param) = self.param(&name).cloned() {
            return match param.value {
                rulebook_ir::rules::ParamValue::Word(word) if param.choices.contains(&reading.text) => {
                    Cond::Const(word == reading.text)
                }
                _ => {
                    self.unknown(&format!("value of `{name}` called"), &reading.text, reading.span, &param.choices);
                    Cond::Const(false)
                }
            };
        }
        let mut fitting: Vec<String> = self.options.iter().map(|o| o.name.clone()).collect();
        fitting.extend(self.params.iter().map(|p| p.name.clone()));
        self.unknown("option", &name, left.span, &fitting);
        Cond::Const(false)
    }

    fn supposing(&mut self, piece: &Phrase, at: &ast::Name, body: &Expr, scope: &Scope) -> Cond {
        let mut owner = None;
        let mut kind = (self.kinds.len() == 1).then_some(0);
        let mut wrong = false;
        for word in &piece.words {
            match &word.kind {
                PhraseWordKind::Name(name) => match self.kind(name) {
                    Some(k) => kind = Some(k),
                    None if owner.is_none() => {
                        owner = self.who(name, word.span, scope);
                        wrong |= owner.is_none();
                    }
                    None => {
                        let fitting: Vec<String> = self.kinds.iter().map(|k| k.name.clone()).collect();
                        self.unknown("kind of piece", name, word.span, &fitting);
                        wrong = true;
                    }
                },
                PhraseWordKind::Piece => {}
                _ => {
                    self.error(
                        "R0301",
                        word.span,
                        "a player and a kind are wanted here, as in `supposing own stone at q`",
                    );
                }
            }
        }
        let cell = self.cell_ref(at, scope);
        let then = self.cond(body, scope);
        let (Some(owner), Some(kind)) = (owner, kind) else {
            if wrong {
                return Cond::Const(false);
            }
            self.error("R0301", piece.span, "whose piece is supposed, and of which kind?").help =
                Some("write a player and a kind, as in `own stone`".into());
            return Cond::Const(false);
        };
        Cond::Supposing { owner, kind, at: cell, then: Box::new(then) }
    }

    /// The player that a phrase of one word names.
    pub(crate) fn phrase_who(&mut self, phrase: &Phrase, scope: &Scope) -> Option<Who> {
        if let Some(name) = single(phrase) {
            let name = name.to_owned();
            self.who(&name, phrase.span, scope)
        } else {
            self.error("R0301", phrase.span, "a player is wanted here");
            None
        }
    }

    fn reaches(
        &mut self,
        clock: &Phrase,
        limit: &Expr,
        each: Option<rulebook_diagnostics::Span>,
        scope: &Scope,
    ) -> Cond {
        let name = single(clock).unwrap_or_default().to_owned();
        let Some(index) = self.clocks.iter().position(|c| c.name == name) else {
            let fitting: Vec<String> = self.clocks.iter().map(|c| c.name.clone()).collect();
            self.unknown("clock", &name, clock.span, &fitting);
            return Cond::Const(false);
        };
        let info = self.clocks[index].clone();
        self.needs_counting(&name, clock.span, scope);
        if info.per_piece {
            self.needs_one_board(&name, clock.span, scope);
        }
        let mut number = self.num(limit, scope);
        if let Num::Int(n) = number
            && n < 1
        {
            self.error("R0311", limit.span, format!("`{name}` has reached {n} as soon as it starts")).help =
                Some("a limit is at least 1".into());
        }
        match each {
            Some(span) if !info.plain_plies => {
                self.error(
                    "R0305",
                    span,
                    format!("`{name}` does not count the plies of both players, so `each` has no meaning here"),
                )
                .help = Some("take out `each`".into());
            }
            Some(_) => {
                let players = i64::from(self.players.len() as u32);
                number = match number {
                    Num::Int(n) => Num::Int(n.saturating_mul(players)),
                    other => Num::Mul(Box::new(other), Box::new(Num::Int(players))),
                };
            }
            None if info.plain_plies && self.players.len() == 2 => {
                let shown = crate::constant::number(&number);
                if let Some(n) = shown.filter(|n| n % 2 == 1) {
                    self.warn(
                        "R0306",
                        limit.span,
                        format!(
                            "`{name}` counts the plies of both players, so this is {n} plies, {}½ moves each",
                            n / 2
                        ),
                    )
                    .help = Some(format!("if {n} moves of each player are meant, write `{n} each`"));
                }
            }
            None => {}
        }
        let who = match &clock.of {
            Some(of) => self.who(&of.text, of.span, scope),
            None => None,
        };
        let id = rulebook_ir::ClockId(index as u8);
        match (who, info.per_player, scope.view) {
            (Some(who), ..) => Cond::Reaches(id, who, number),
            // Nobody in particular: the copy of any player.
            (None, true, View::Nobody) => Cond::Quantified(
                rulebook_ir::Quant::Some,
                rulebook_ir::Domain::Players,
                Box::new(Cond::Reaches(id, Who::Me, number)),
            ),
            (None, ..) => Cond::Reaches(id, Who::Me, number),
        }
    }
}

/// The only word of a phrase, if it is a name.
pub(crate) fn single(phrase: &Phrase) -> Option<&str> {
    match phrase.words.as_slice() {
        [ast::PhraseWord { kind: PhraseWordKind::Name(name), .. }] => Some(name),
        _ => None,
    }
}

/// The opposite.
pub(crate) fn not(cond: Cond) -> Cond {
    match cond {
        Cond::Const(b) => Cond::Const(!b),
        other => Cond::Not(Box::new(other)),
    }
}

fn compare(op: ast::Cmp) -> Cmp {
    match op {
        ast::Cmp::Equal => Cmp::Equal,
        ast::Cmp::Less => Cmp::Less,
        ast::Cmp::AtMost => Cmp::AtMost,
        ast::Cmp::Greater => Cmp::Greater,
        ast::Cmp::AtLeast => Cmp::AtLeast,
    }
}
