//! Conditions, numbers, patterns and rows of words.

use rulebook_syntax::ast::{
    Domain, Expr, ExprKind, Item, Laid, Material, Name, On, Pattern, Phrase, PhraseWord, PhraseWordKind, Quant, Range,
    Set, Word,
};

use super::walker::{Limit, Walker};
use super::{Key, Role, View};

impl Walker<'_> {
    pub(super) fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Or(all) | ExprKind::And(all) => all.iter().for_each(|e| self.expr(e)),
            ExprKind::Not(inner) | ExprKind::Count(inner) => self.expr(inner),
            ExprKind::Quantified { quant, domain, body } => self.quantified(quant, domain, body.as_deref()),
            ExprKind::For { player, body } => {
                self.noun(player, Some(Role::Player));
                self.seen(View::Of(player.text.clone()), |w| w.expr(body));
            }
            ExprKind::Supposing { piece, at, body } => {
                self.phrase(piece);
                self.cell(at);
                self.expr(body);
            }
            ExprKind::Against { strong, weak } => {
                self.material(strong);
                self.material(weak);
            }
            ExprKind::Compare { left, right, .. } | ExprKind::Arithmetic { left, right, .. } => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::In { left, range } => {
                self.expr(left);
                self.range(range);
            }
            ExprKind::Is { left, reading } => self.is(left, reading),
            ExprKind::Has { who, material } => {
                self.phrase(who);
                self.material(material);
            }
            ExprKind::Alone { who, on } => {
                self.phrase(who);
                self.set(on);
            }
            ExprKind::Can { who, action, .. } => {
                self.phrase(who);
                if action.text == "act" && !self.declared.actions.contains("act") {
                    self.note(action.span, Key::Word("act".into()), None, None);
                } else {
                    self.action(action);
                }
            }
            ExprKind::Reaches { clock, limit, each } => {
                self.wanted(clock, Some(Role::Clock));
                self.expr(limit);
                self.limit(clock, limit, each.map(|each| each.end as usize));
            }
            ExprKind::Occurs { what, times } => {
                self.phrase(what);
                self.expr(times);
            }
            ExprKind::Int(_) => {}
            ExprKind::Laid(laid) => self.laid(laid),
            ExprKind::Phrase(phrase) => self.phrase(phrase),
        }
    }

    /// Notes how far a clock has to come.
    fn limit(&mut self, clock: &Phrase, limit: &Expr, each: Option<usize>) {
        let name = |phrase: &Phrase| match phrase.words.as_slice() {
            [PhraseWord { kind: PhraseWordKind::Name(name), .. }] => Some(name.clone()),
            _ => None,
        };
        let value = match &limit.kind {
            ExprKind::Int(n) => Some(Ok(*n)),
            ExprKind::Phrase(phrase) => name(phrase).map(Err),
            _ => None,
        };
        let (Some(clock), Some(value)) = (name(clock), value) else { return };
        let (start, end) = (limit.span.start as usize, each.unwrap_or(limit.span.end as usize));
        self.limits.push(Limit { file: self.file, unit: self.unit, clock, start, end, value, each: each.is_some() });
    }

    /// `N is READING`, and `piece is KIND`.
    fn is(&mut self, left: &Phrase, reading: &Name) {
        let [PhraseWord { kind: PhraseWordKind::Name(name), span, .. }] = left.words.as_slice() else {
            self.phrase(left);
            return self.kind(reading);
        };
        self.word(name, *span, Some(Role::Option));
        let wants = if self.declared.params.contains(name) { Role::Choice } else { Role::Reading };
        self.note(reading.span, Key::Reading(name.clone(), reading.text.clone()), None, Some(wants));
    }

    fn quantified(&mut self, quant: &Quant, domain: &Domain, body: Option<&Expr>) {
        if let Quant::AtLeast(n) | Quant::AtMost(n) | Quant::Exactly(n) = quant {
            self.expr(n);
        }
        let inside = |w: &mut Self| body.into_iter().for_each(|body| w.expr(body));
        match domain {
            Domain::Side(_) => self.seen(View::EachPlayer, inside),
            Domain::Lines { name, through, .. } => {
                for n in through {
                    self.cell(n);
                }
                let names: Vec<&Name> = name.iter().collect();
                self.bound(&names, inside);
            }
            Domain::Groups { name, of, along, .. } => {
                self.phrase(of);
                if let Some(set) = along {
                    self.set(set);
                }
                let names: Vec<&Name> = name.iter().collect();
                self.bound(&names, inside);
            }
            Domain::Cells { phrase, name } => {
                self.phrase(phrase);
                let is_side = |word: &PhraseWord| matches!(&word.kind, PhraseWordKind::Name(n) if self.declared.sides.contains(n));
                let closes =
                    name.is_none() && body.is_some() && phrase.words.len() == 1 && phrase.words.iter().all(is_side);
                let names: Vec<&Name> = name.iter().collect();
                let view = if closes { View::Role } else { self.view.clone() };
                self.seen(view, |w| w.bound(&names, inside));
            }
        }
    }

    fn material(&mut self, material: &Material) {
        for (_, kind) in material.piles.iter().flatten() {
            self.kind(kind);
        }
    }

    pub(super) fn range(&mut self, range: &Range) {
        self.expr(&range.from);
        if let Some(to) = &range.to {
            self.expr(to);
        }
    }

    pub(super) fn set(&mut self, set: &Set) {
        for phrase in &set.phrases {
            self.phrase(phrase);
        }
    }

    pub(super) fn phrase(&mut self, phrase: &Phrase) {
        self.wanted(phrase, None);
    }

    /// Words of which the only one can be nothing but this.
    fn wanted(&mut self, phrase: &Phrase, wants: Option<Role>) {
        let view = phrase.of.as_ref().map_or_else(|| self.view.clone(), |of| View::Of(of.text.clone()));
        self.seen(view, |w| phrase.words.iter().for_each(|word| w.phrase_word(word, wants)));
        if let Some(of) = &phrase.of {
            self.noun(of, Some(Role::Player));
        }
        if let Some(at) = &phrase.at {
            self.cell(at);
        }
        match &phrase.on {
            Some(On::Words(words)) => words.iter().for_each(|word| self.phrase_word(word, None)),
            Some(On::Line(_)) | None => {}
        }
    }

    fn phrase_word(&mut self, word: &PhraseWord, wants: Option<Role>) {
        match &word.kind {
            PhraseWordKind::Name(name) => self.word(name, word.span, wants),
            PhraseWordKind::Edge { count, .. } => count.iter().for_each(|count| self.expr(count)),
            PhraseWordKind::Rows(range) => self.range(range),
            PhraseWordKind::Columns(range) => {
                // A column is named by a letter, which may look like a name.
                for value in std::iter::once(&range.from).chain(&range.to) {
                    match &value.kind {
                        ExprKind::Phrase(Phrase { words, .. }) => {
                            for word in words {
                                let PhraseWordKind::Name(name) = &word.kind else { continue };
                                if self.declared.params.contains(name) {
                                    self.word(name, word.span, Some(Role::Param));
                                }
                            }
                        }
                        _ => self.expr(value),
                    }
                }
            }
            PhraseWordKind::DiagonalFrom(Word::Name(_) | Word::Int(_))
            | PhraseWordKind::Piece
            | PhraseWordKind::LastVictim => {}
        }
    }

    /// A cell: bound, `here`, or named as on the board.
    pub(super) fn cell(&mut self, name: &Name) {
        self.word(&name.text, name.span, None);
    }

    fn laid(&mut self, laid: &Laid) {
        if let Some(on) = &laid.on {
            self.walked(on);
        }
        self.pattern(&laid.pattern);
        for n in &laid.through {
            self.cell(n);
        }
        if let Some(by) = &laid.by {
            self.phrase(by);
        }
        if let Some(numbers) = &laid.numbers {
            if self.declared.params.contains(&numbers.text) {
                self.note(numbers.span, Key::Noun(numbers.text.clone()), None, Some(Role::Param));
            } else {
                self.note(numbers.span, Key::Word(numbers.text.clone()), None, None);
            }
        }
    }

    /// A line's name; or directions, of which `of` names the cell from which they go.
    fn walked(&mut self, on: &Phrase) {
        for word in &on.words {
            self.phrase_word(word, None);
        }
        for cell in [&on.of, &on.at].into_iter().flatten() {
            self.cell(cell);
        }
    }

    pub(super) fn pattern(&mut self, pattern: &Pattern) {
        for item in &pattern.items {
            match item {
                Item::Mix { parts, .. } => parts.iter().for_each(|(_, phrase)| self.phrase(phrase)),
                Item::Seen { alternatives, .. } => {
                    for seen in alternatives {
                        if let Some(n) = &seen.repeat {
                            self.expr(n);
                        }
                        self.phrase(&seen.words);
                    }
                }
            }
        }
    }
}
