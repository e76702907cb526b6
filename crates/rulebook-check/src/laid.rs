//! Patterns, laid on lines or walked from cells.

use rulebook_ir::rules::ParamValue;
use rulebook_ir::{Alternative, CellRef, Cond, Effect, Item, Laid, Num, Numbers, Pattern, Repeat, Set};
use rulebook_syntax::ast::{self, More};

use crate::conditions::single;
use crate::context::Scope;
use crate::matchable::Tracks;
use crate::symbols::World;

impl World<'_> {
    /// A pattern as a condition.
    pub(crate) fn laid_cond(&mut self, laid: &ast::Laid, scope: &Scope) -> Cond {
        if let Some(on) = &laid.on
            && single(on).is_none_or(|n| scope.line(n).is_none())
        {
            return self.walks(laid, on, scope);
        }
        if let Some(by) = &laid.by {
            self.error("R0301", by.span, "`by` tells matches apart when they are counted").help =
                Some("write `count line […] by …`".into());
        }
        Cond::Laid(self.laid(laid, scope))
    }

    /// `count line […] by own`.
    pub(crate) fn laid_count(&mut self, laid: &ast::Laid, scope: &Scope) -> Num {
        if let Some(on) = &laid.on
            && single(on).is_none_or(|n| scope.line(n).is_none())
        {
            self.error("R0301", on.span, "only patterns on lines are counted").help =
                Some("write `count line […] by …`".into());
            return Num::Int(0);
        }
        let by = match &laid.by {
            Some(by) => self.phrase_set(by, scope),
            None => Set::Const(self.board.all()),
        };
        Num::CountLaid { laid: self.laid(laid, scope), by }
    }

    fn laid(&mut self, laid: &ast::Laid, scope: &Scope) -> Laid {
        let line = laid.on.as_ref().and_then(single).and_then(|n| scope.line(n));
        let through: Vec<CellRef> = laid.through.iter().map(|n| self.cell_ref(n, scope)).collect();
        let numbers = match &laid.numbers {
            Some(name) => self.numbers(name),
            None => Numbers::Any,
        };
        let inner = Scope { walked: false, ..scope.clone() };
        let mut pattern = self.pattern(&laid.pattern, &inner);
        pattern.symmetric &= numbers != Numbers::Consecutive;
        self.check_matches(&laid.pattern, &pattern, &Tracks::Lines);
        Laid { line, pattern, through, numbers }
    }

    fn numbers(&mut self, name: &ast::Name) -> Numbers {
        let word = match self.param(&name.text).map(|p| p.value.clone()) {
            Some(ParamValue::Word(word)) => word,
            Some(ParamValue::Int(_)) | None => name.text.clone(),
        };
        if self.kinds.iter().all(|k| k.numbers.is_none()) {
            self.error("R0301", name.span, "the pieces of this game have no numbers").help =
                Some("write `piece … numbered 1..n`".into());
        }
        match word.as_str() {
            "equal" => Numbers::Equal,
            "consecutive" => Numbers::Consecutive,
            "different" => Numbers::Different,
            "any" => Numbers::Any,
            _ => {
                let words = ["equal", "consecutive", "different", "any"].map(str::to_owned);
                self.unknown("relation of numbers", &word, name.span, &words);
                Numbers::Any
            }
        }
    }

    /// `east of p […]`, `south […]`: walked from a cell, as a condition.
    fn walks(&mut self, laid: &ast::Laid, on: &ast::Phrase, scope: &Scope) -> Cond {
        let from = match &on.of {
            Some(cell) => self.cell_ref(cell, scope),
            None => {
                if let Some(here) = scope.here {
                    here
                } else {
                    self.error("R0301", on.span, "from where is this walked?").help =
                        Some("write `east of p […]`".into());
                    return Cond::Const(false);
                }
            }
        };
        for name in laid.through.iter().chain(laid.numbers.as_ref()) {
            self.error("R0301", name.span, "this can be said only of a pattern on a line").help =
                Some("write `line […] through …`".into());
        }
        let phrase = ast::Phrase { of: None, ..on.clone() };
        let dirs = self.dirs(&ast::Set { span: phrase.span, phrases: vec![phrase] });
        let inner = Scope { walked: true, ..scope.clone() };
        let pattern = self.pattern(&laid.pattern, &inner);
        self.check_matches(&laid.pattern, &pattern, &Tracks::Walks { dirs: &dirs, lands: false });
        Cond::Walks(from, dirs, pattern)
    }

    pub(crate) fn pattern(&mut self, pattern: &ast::Pattern, scope: &Scope) -> Pattern {
        let mut items: Vec<Item> = Vec::new();
        for item in &pattern.items {
            match item {
                ast::Item::Mix { parts, .. } => {
                    items.push(Item::Mix(
                        parts.iter().map(|(n, words)| (n.value, self.phrase_test(words, scope))).collect(),
                    ));
                }
                ast::Item::Seen { alternatives, more, span } => {
                    let mut repeat = match more {
                        Some(More::Star) => Repeat::Star,
                        Some(More::Plus) => Repeat::Plus,
                        None => Repeat::Exactly(Num::Int(1)),
                    };
                    let mut tests = Vec::new();
                    for seen in alternatives {
                        if let Some(count) = &seen.repeat {
                            let number = self.num(count, scope);
                            if more.is_some() || alternatives.len() > 1 {
                                self.error("R0310", count.span, "a number and `*`, `+` or `or` do not go together")
                                    .help = Some("write the items one after the other".into());
                            }
                            repeat = Repeat::Exactly(number);
                        }
                        let test = self.phrase_test(&seen.words, scope);
                        let effect = seen.effect.map(|e| match e {
                            ast::Effect::Take => Effect::Take,
                            ast::Effect::Flip => Effect::Flip,
                        });
                        if effect.is_some() && test.set == Set::Empty {
                            self.error("R0310", *span, "an empty cell has nothing to take or flip");
                        }
                        tests.push(Alternative { test, effect });
                    }
                    items.push(Item::Cells { alternatives: tests, repeat });
                }
            }
        }
        let symmetric = items.iter().eq(items.iter().rev());
        Pattern { items, symmetric }
    }
}
