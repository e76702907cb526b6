//! Numbers.

use rulebook_ir::rules::ParamValue;
use rulebook_ir::{CellRef, ClockId, Num, Who};
use rulebook_syntax::ast::{Arithmetic, Expr, ExprKind, Phrase, PhraseWordKind};

use crate::conditions::single;
use crate::context::Scope;
use crate::lets::LetKind;
use crate::symbols::World;

impl World<'_> {
    /// A number; mistakes give 0.
    pub(crate) fn num(&mut self, expr: &Expr, scope: &Scope) -> Num {
        match &expr.kind {
            ExprKind::Int(n) => Num::Int(i64::from(*n)),
            ExprKind::Arithmetic { left, op, right } => {
                let (left, right) = (Box::new(self.num(left, scope)), Box::new(self.num(right, scope)));
                let num = match op {
                    Arithmetic::Add => Num::Add(left, right),
                    Arithmetic::Subtract => Num::Sub(left, right),
                    Arithmetic::Multiply => Num::Mul(left, right),
                };
                crate::constant::number(&num).map_or(num, Num::Int)
            }
            ExprKind::Count(what) => self.count(what, scope),
            ExprKind::Phrase(phrase) => self.phrase_num(phrase, scope),
            _ => {
                self.error("R0301", expr.span, "this is a condition; a number is wanted here");
                Num::Int(0)
            }
        }
    }

    fn count(&mut self, what: &Expr, scope: &Scope) -> Num {
        let phrase = match &what.kind {
            ExprKind::Laid(laid) => return self.laid_count(laid, scope),
            ExprKind::Phrase(phrase) => phrase,
            _ => {
                self.error("R0301", what.span, "cells, pieces or lines are counted; this is neither");
                return Num::Int(0);
            }
        };
        let names: Vec<&str> = phrase
            .words
            .iter()
            .filter_map(|w| if let PhraseWordKind::Name(n) = &w.kind { Some(n.as_str()) } else { None })
            .collect();
        if names.contains(&"stock") {
            return self.stock(phrase, scope);
        }
        if names.contains(&"victims") || names.contains(&"victim") {
            return self.victims(phrase, scope);
        }
        Num::Count(self.phrase_set(phrase, scope))
    }

    /// `own stock`, `own tile stock`: pieces in reserve.
    fn stock(&mut self, phrase: &Phrase, scope: &Scope) -> Num {
        let mut who = None;
        let mut kinds = 0;
        for word in &phrase.words {
            match &word.kind {
                PhraseWordKind::Name(name) if name == "stock" => {}
                PhraseWordKind::Name(name) => match self.kind(name) {
                    Some(kind) => kinds |= 1 << kind,
                    None => who = self.who(name, word.span, scope),
                },
                PhraseWordKind::Piece => {}
                _ => {
                    self.error("R0301", word.span, "a reserve is not on the board");
                }
            }
        }
        if let Some(of) = &phrase.of {
            who = self.who(&of.text, of.span, scope);
        }
        if self.kinds.iter().all(|k| k.stock.is_none()) {
            self.error("R0301", phrase.span, "no kind of piece has a stock").help =
                Some("write `piece … stock n`".into());
        }
        let kinds = if kinds == 0 { self.all_kinds() } else { kinds };
        let Some(who) = who else {
            self.error("R0302", phrase.span, "whose stock?").help = Some("write `own stock` or `white stock`".into());
            return Num::Int(0);
        };
        Num::Stock(who, kinds)
    }

    fn victims(&mut self, phrase: &Phrase, scope: &Scope) -> Num {
        if !self.needs_deed(phrase.span, scope) {
            return Num::Int(0);
        }
        let kinds = self.victim_kinds(phrase);
        Num::Victims(kinds)
    }

    /// Victims mean something only where an action has been done.
    pub(crate) fn needs_deed(&mut self, span: rulebook_diagnostics::Span, scope: &Scope) -> bool {
        if !scope.deed {
            self.error("R0301", span, "nothing has been taken here, so there are no victims").help =
                Some("victims belong into `prefer` or `forbid`".into());
        }
        scope.deed
    }

    /// The kinds that a phrase about victims names; all if it names none.
    pub(crate) fn victim_kinds(&mut self, phrase: &Phrase) -> u32 {
        let mut kinds = 0;
        for word in &phrase.words {
            let known = match &word.kind {
                PhraseWordKind::Name(name) if name == "victim" || name == "victims" => continue,
                PhraseWordKind::Name(name) => self.kind(name),
                _ => None,
            };
            match known {
                Some(kind) => kinds |= 1 << kind,
                None => {
                    self.error("R0301", word.span, "only kinds of pieces tell victims apart");
                }
            }
        }
        if kinds == 0 { self.all_kinds() } else { kinds }
    }

    fn phrase_num(&mut self, phrase: &Phrase, scope: &Scope) -> Num {
        if let Some(index) = self.called(phrase)
            && self.lets[index].kind == LetKind::Num
        {
            return self.call_num(index, phrase, scope);
        }
        let of = match &phrase.of {
            Some(of) => self.who(&of.text, of.span, scope),
            None => None,
        };
        let names: Vec<&str> = phrase
            .words
            .iter()
            .filter_map(|w| if let PhraseWordKind::Name(n) = &w.kind { Some(n.as_str()) } else { None })
            .collect();
        match names.as_slice() {
            ["turns"] => {
                self.needs_counting("turns", phrase.span, scope);
                return of.map_or(Num::Turns, Num::TurnsOf);
            }
            ["actions"] => {
                self.needs_counting("actions", phrase.span, scope);
                return Num::Actions;
            }
            [name] | ["its", name] => {
                if let Some(clock) = self.clocks.iter().position(|c| c.name == *name) {
                    let name = (*name).to_owned();
                    self.needs_counting(&name, phrase.span, scope);
                    let cell = scope.its.or(scope.here).unwrap_or(CellRef::Here);
                    return Num::Clock(ClockId(clock as u8), of.unwrap_or(Who::Me), cell);
                }
                if let Some(param) = self.param(name) {
                    return match &param.value {
                        ParamValue::Int(n) => Num::Int(i64::from(*n)),
                        ParamValue::Word(word) => {
                            let text = format!("`{name}` is the word `{word}`; a number is wanted here");
                            self.error("R0301", phrase.span, text);
                            Num::Int(0)
                        }
                    };
                }
            }
            _ => {}
        }
        let name = single(phrase).map(str::to_owned);
        match name {
            Some(name) if !self.set_words(scope).contains(&name) => {
                let mut fitting: Vec<String> = self.params.iter().map(|p| p.name.clone()).collect();
                fitting.extend(self.clocks.iter().map(|c| c.name.clone()));
                fitting.extend(self.lets.iter().filter(|l| l.kind == LetKind::Num).map(|l| l.name.text.clone()));
                fitting.extend(["turns".to_owned(), "actions".to_owned()]);
                self.unknown("number", &name, phrase.span, &fitting);
            }
            _ => {
                self.error("R0301", phrase.span, "this is a set of cells; a number is wanted here").help =
                    Some("write `count …`".into());
            }
        }
        Num::Int(0)
    }
}
