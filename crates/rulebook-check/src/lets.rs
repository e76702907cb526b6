//! Definitions: what they are, whose view they need, and calls of them.

use std::rc::Rc;

use rulebook_diagnostics::Span;
use rulebook_ir::{CellRef, Cond, Def, DefBody, DefId, Num, Who};
use rulebook_syntax::ast::{self, ClauseBody, Domain, Expr, ExprKind, On, Phrase, PhraseWordKind};

use crate::context::{Scope, View};
use crate::inherit::Merged;
use crate::symbols::{ClockInfo, World};

/// What a definition stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LetKind {
    Cond,
    Num,
    Set,
}

/// What is known of a definition before it is elaborated.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is found out by itself")]
pub(crate) struct LetInfo {
    pub(crate) name: ast::Name,
    pub(crate) assume: bool,
    pub(crate) span: Span,
    pub(crate) cell: Option<ast::Name>,
    pub(crate) line: Option<ast::Name>,
    pub(crate) value: Rc<Expr>,
    pub(crate) kind: LetKind,
    /// It says `own` or `enemy` of whoever uses it.
    pub(crate) own: bool,
    /// It says `strong` or `weak` of whoever uses it.
    pub(crate) roles: bool,
    /// It asks what is counted while a game is played.
    pub(crate) counted: bool,
    /// It asks the clocks of all pieces.
    pub(crate) of_pieces: bool,
    pub(crate) def: DefId,
    /// The path of its clause.
    pub(crate) path: String,
}

/// Finds all definitions, their kinds and views.
pub(crate) fn collect(merged: &Merged, sides: Option<&(String, String)>, clocks: &[ClockInfo]) -> Vec<LetInfo> {
    let mut lets: Vec<LetInfo> = Vec::new();
    for clause in &merged.clauses {
        if let ClauseBody::Let { name, at, on, value } = &clause.body {
            lets.push(LetInfo {
                name: name.clone(),
                assume: clause.assume,
                span: clause.span,
                cell: at.clone(),
                line: on.clone(),
                value: Rc::new(value.clone()),
                kind: LetKind::Cond,
                own: false,
                roles: false,
                counted: false,
                of_pieces: false,
                def: DefId(lets.len() as u16),
                path: name.text.clone(),
            });
        }
    }
    // Kinds and views depend on each other through calls; each round can only add, so it ends.
    for _ in 0..=lets.len() {
        let before: Vec<_> = lets.iter().map(known).collect();
        for i in 0..lets.len() {
            let kind = kind_of(&lets[i].value, &lets);
            let (own, roles) = views(&lets[i].value, &lets, sides);
            lets[i].kind = kind;
            lets[i].own |= own;
            lets[i].roles |= roles;
            let (counted, of_pieces) = asks_of_play(&lets[i].value, &lets, clocks);
            lets[i].counted |= counted;
            lets[i].of_pieces |= of_pieces;
        }
        if before == lets.iter().map(known).collect::<Vec<_>>() {
            break;
        }
    }
    // A closed definition that a clock names is a part of that clock's clause.
    for clause in &merged.clauses {
        let ClauseBody::Clock(clock) = &clause.body else { continue };
        for expr in [&clock.condition, &clock.carries].into_iter().flatten() {
            let mut named = Vec::new();
            names_in(expr, &mut named);
            for info in &mut lets {
                let closed = info.kind == LetKind::Cond
                    && !info.own
                    && !info.roles
                    && info.cell.is_none()
                    && info.line.is_none();
                if closed && info.path == info.name.text && named.contains(&info.name.text) {
                    info.path = format!("{}.{}", clock.name.text, info.name.text);
                }
            }
        }
    }
    lets
}

/// What rounds of [`collect`] find out.
fn known(info: &LetInfo) -> (LetKind, [bool; 4]) {
    (info.kind, [info.own, info.roles, info.counted, info.of_pieces])
}

/// Does it ask what is counted while a game is played, and the clocks of all pieces?
fn asks_of_play(expr: &Expr, lets: &[LetInfo], clocks: &[ClockInfo]) -> (bool, bool) {
    let (mut counted, mut of_pieces) = (false, false);
    walk(expr, &mut |e| {
        let reaches = matches!(e.kind, ExprKind::Reaches { .. });
        counted |= matches!(e.kind, ExprKind::Occurs { .. });
        for phrase in phrases_of(e) {
            for word in &phrase.words {
                let PhraseWordKind::Name(name) = &word.kind else { continue };
                let clock = clocks.iter().find(|c| c.name == *name);
                counted |= clock.is_some() || name == "turns" || name == "actions";
                of_pieces |= reaches && clock.is_some_and(|c| c.per_piece);
                if let Some(called) = lets.iter().find(|l| l.name.text == *name) {
                    counted |= called.counted;
                    of_pieces |= called.of_pieces;
                }
            }
        }
        true
    });
    (counted, of_pieces)
}

fn single_word(phrase: &Phrase) -> Option<&str> {
    match phrase.words.as_slice() {
        [word] => match &word.kind {
            PhraseWordKind::Name(name) => Some(name),
            PhraseWordKind::Piece
            | PhraseWordKind::LastVictim
            | PhraseWordKind::Edge { .. }
            | PhraseWordKind::Rows(_)
            | PhraseWordKind::Columns(_)
            | PhraseWordKind::DiagonalFrom(_) => None,
        },
        _ => None,
    }
}

fn kind_of(expr: &Expr, lets: &[LetInfo]) -> LetKind {
    match &expr.kind {
        ExprKind::Arithmetic { .. } | ExprKind::Int(_) | ExprKind::Count(_) => LetKind::Num,
        ExprKind::Phrase(phrase) => match single_word(phrase).and_then(|w| lets.iter().find(|l| l.name.text == w)) {
            Some(called) => called.kind,
            None if single_word(phrase).is_some_and(|w| w == "turns" || w == "actions") => LetKind::Num,
            None => LetKind::Set,
        },
        _ => LetKind::Cond,
    }
}

fn views(expr: &Expr, lets: &[LetInfo], sides: Option<&(String, String)>) -> (bool, bool) {
    let mut found = (false, false);
    walk(expr, &mut |e| {
        match &e.kind {
            ExprKind::Against { .. } => found.1 = true,
            // What these close is not open.
            ExprKind::Quantified { domain, .. } if closes_roles(domain, sides) => return false,
            ExprKind::Quantified { domain: Domain::Side(_), .. } | ExprKind::For { .. } => return false,
            _ => {}
        }
        for phrase in phrases_of(e) {
            for word in &phrase.words {
                let PhraseWordKind::Name(name) = &word.kind else { continue };
                let closed = phrase.of.is_some();
                found.0 |= !closed && (name == "own" || name == "enemy");
                found.1 |= sides.is_some_and(|(s, w)| name == s || name == w);
                if let Some(called) = lets.iter().find(|l| l.name.text == *name) {
                    found.0 |= !closed && called.own;
                    found.1 |= !closed && called.roles;
                }
            }
            if let Some(of) = &phrase.of {
                found.0 |= of.text == "own" || of.text == "enemy";
                found.1 |= sides.is_some_and(|(s, w)| of.text == *s || of.text == *w);
            }
        }
        true
    });
    found
}

/// `some strong: …` closes the roles.
pub(crate) fn closes_roles(domain: &Domain, sides: Option<&(String, String)>) -> bool {
    match domain {
        Domain::Cells { phrase, name: None } => {
            phrase.of.is_none()
                && phrase.on.is_none()
                && sides.is_some_and(|(s, _)| single_word(phrase) == Some(s.as_str()))
        }
        Domain::Cells { .. } | Domain::Side(_) | Domain::Lines { .. } | Domain::Groups { .. } => false,
    }
}

fn names_in(expr: &Expr, names: &mut Vec<String>) {
    walk(expr, &mut |e| {
        for phrase in phrases_of(e) {
            for word in &phrase.words {
                if let PhraseWordKind::Name(name) = &word.kind {
                    names.push(name.clone());
                }
            }
        }
        true
    });
}

/// The phrases that stand directly in an expression, those of patterns included.
fn phrases_of(expr: &Expr) -> Vec<&Phrase> {
    let mut phrases = Vec::new();
    match &expr.kind {
        ExprKind::Phrase(p) | ExprKind::Has { who: p, .. } | ExprKind::Can { who: p, .. } => phrases.push(p),
        ExprKind::Supposing { piece, .. } => phrases.push(piece),
        ExprKind::Reaches { clock, .. } => phrases.push(clock),
        ExprKind::Alone { who, on } => {
            phrases.push(who);
            phrases.extend(&on.phrases);
        }
        ExprKind::Quantified { domain, .. } => match domain {
            Domain::Groups { of, .. } => phrases.push(of),
            Domain::Cells { phrase, .. } => phrases.push(phrase),
            Domain::Side(_) | Domain::Lines { .. } => {}
        },
        ExprKind::Laid(laid) => {
            phrases.extend(&laid.by);
            for item in &laid.pattern.items {
                match item {
                    ast::Item::Mix { parts, .. } => phrases.extend(parts.iter().map(|p| &p.1)),
                    ast::Item::Seen { alternatives, .. } => phrases.extend(alternatives.iter().map(|s| &s.words)),
                }
            }
        }
        _ => {}
    }
    phrases
}

/// Visits an expression and what it contains; the visitor says whether to go into it.
fn walk(expr: &Expr, visit: &mut dyn FnMut(&Expr) -> bool) {
    if !visit(expr) {
        return;
    }
    match &expr.kind {
        ExprKind::Or(all) | ExprKind::And(all) => all.iter().for_each(|e| walk(e, visit)),
        ExprKind::Not(e) | ExprKind::For { body: e, .. } | ExprKind::Supposing { body: e, .. } | ExprKind::Count(e) => {
            walk(e, visit);
        }
        ExprKind::Quantified { body, .. } => body.iter().for_each(|e| walk(e, visit)),
        ExprKind::Compare { left, right, .. } | ExprKind::Arithmetic { left, right, .. } => {
            walk(left, visit);
            walk(right, visit);
        }
        ExprKind::In { left, .. } => walk(left, visit),
        ExprKind::Reaches { limit, .. } => walk(limit, visit),
        ExprKind::Against { .. }
        | ExprKind::Is { .. }
        | ExprKind::Has { .. }
        | ExprKind::Alone { .. }
        | ExprKind::Can { .. }
        | ExprKind::Occurs { .. }
        | ExprKind::Int(_)
        | ExprKind::Laid(_)
        | ExprKind::Phrase(_) => {}
    }
}

impl World<'_> {
    /// Elaborates all definitions.
    pub(crate) fn defs(&mut self) -> Vec<Def> {
        let mut defs = Vec::new();
        for info in self.lets.clone() {
            let mut scope = Scope::new(View::Open);
            if let Some(cell) = &info.cell {
                scope.cells.push((cell.text.clone(), CellRef::Var(0)));
                scope.here = Some(CellRef::Var(0));
            } else {
                scope.here = Some(CellRef::Here);
            }
            if let Some(line) = &info.line {
                scope.lines.push((line.text.clone(), 0));
            }
            let body = match info.kind {
                LetKind::Cond => DefBody::Cond(self.cond(&info.value, &scope)),
                LetKind::Num => DefBody::Num(self.num(&info.value, &scope)),
                LetKind::Set => match &info.value.kind {
                    ExprKind::Phrase(phrase) => DefBody::Set(self.phrase_set(phrase, &scope)),
                    _ => DefBody::Set(self.nothing()),
                },
            };
            let clause = self.clauses.id(&info.path, info.span, info.assume);
            defs.push(Def {
                name: info.name.text.clone(),
                clause,
                cell: info.cell.is_some(),
                line: info.line.is_some(),
                body,
            });
        }
        defs
    }

    pub(crate) fn check_let_view(&mut self, index: usize, span: Span, scope: &Scope) {
        let info = &self.lets[index];
        let (own, roles, name) = (info.own, info.roles, info.name.text.clone());
        let (counted, of_pieces) = (info.counted, info.of_pieces);
        if counted {
            self.needs_counting(&name, span, scope);
        }
        if of_pieces {
            self.needs_one_board(&name, span, scope);
        }
        if own {
            self.needs_view(View::Own, &name, span, scope);
        }
        if roles {
            self.needs_view(View::Roles, &name, span, scope);
        }
    }

    /// A phrase that calls a definition, if it does: `five at p`, `three at p on k`, `lined of enemy`.
    pub(crate) fn called(&mut self, phrase: &Phrase) -> Option<usize> {
        let name = single_word(phrase)?;
        self.lets.iter().position(|l| l.name.text == name)
    }

    /// Calls a condition.
    pub(crate) fn call_cond(&mut self, index: usize, phrase: &Phrase, scope: &Scope) -> Cond {
        let info = self.lets[index].clone();
        let (scope, who) = self.view_of_call(phrase, scope);
        self.check_let_view(index, phrase.span, &scope);
        let cell = match (&info.cell, &phrase.at) {
            (Some(_), Some(at)) => Some(self.cell_ref(at, &scope)),
            (Some(_), None) if scope.here.is_some() => scope.here,
            (Some(param), None) => {
                self.error("R0208", phrase.span, format!("`{}` is said of a cell", info.name.text)).help =
                    Some(format!("write `{} at {}`", info.name.text, param.text));
                None
            }
            (None, Some(at)) => {
                self.error("R0208", at.span, format!("`{}` is not said of a cell", info.name.text)).help =
                    Some("take out `at …`, or give the definition a cell: `let … at p = …`".into());
                None
            }
            (None, None) => None,
        };
        let line = match (&info.line, &phrase.on) {
            (Some(_), Some(On::Words(words))) => match words.as_slice() {
                [ast::PhraseWord { kind: PhraseWordKind::Name(name), .. }] if scope.line(name).is_some() => {
                    scope.line(name)
                }
                _ => {
                    let at = words.first().map_or(phrase.span, |w| w.span);
                    self.error("R0208", at, format!("`{}` is said of one line", info.name.text)).help =
                        Some("name a line that is bound here, as in `some line k through p: … on k`".into());
                    None
                }
            },
            (Some(param), _) => {
                self.error("R0208", phrase.span, format!("`{}` is said of a line", info.name.text)).help =
                    Some(format!("write `{} … on {}`", info.name.text, param.text));
                None
            }
            (None, Some(_)) => {
                self.error("R0208", phrase.span, format!("`{}` is not said of a line", info.name.text)).help =
                    Some("take out `on …`".into());
                None
            }
            (None, None) => None,
        };
        let mut cond = Cond::Call { def: info.def, cell, line };
        if info.path.contains('.') && scope.part_of.is_some() {
            let clause = self.clauses.id(&info.path, info.span, info.assume);
            cond = Cond::Named(clause, Box::new(cond));
        }
        match who {
            Some(who) => Cond::For(who, Box::new(cond)),
            None => cond,
        }
    }

    /// Calls a number.
    pub(crate) fn call_num(&mut self, index: usize, phrase: &Phrase, scope: &Scope) -> Num {
        self.check_let_view(index, phrase.span, scope);
        Num::Call(self.lets[index].def)
    }

    fn view_of_call(&mut self, phrase: &Phrase, scope: &Scope) -> (Scope, Option<Who>) {
        match &phrase.of {
            Some(of) => (scope.with_view(View::Own), self.who(&of.text, of.span, scope)),
            None => (scope.clone(), None),
        }
    }
}
