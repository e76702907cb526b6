//! Rows of words, sets of them, and patterns.

use crate::ast::{
    Effect, Expr, ExprKind, Item, Laid, More, On, Pattern, Phrase, PhraseWord, PhraseWordKind, Seen, Set,
};
use crate::grammar::Rule;

use super::{Convert, Pair, Parts};

impl Convert<'_> {
    /// Phrases joined by `or`.
    pub(super) fn set(&mut self, pair: &Pair<'_>) -> Option<Set> {
        let phrases = Parts::of(pair).all(Rule::phrase).map(|p| self.phrase(p)).collect::<Option<_>>()?;
        Some(Set { phrases, span: self.span(pair) })
    }

    /// Words with `of`, `at`, `on`.
    pub(super) fn phrase(&mut self, pair: &Pair<'_>) -> Option<Phrase> {
        let parts = Parts::of(pair);
        let on = match parts.after(Rule::kw_on) {
            None => None,
            Some(on) if on.as_rule() == Rule::kw_line => Some(On::Line(self.span(on))),
            Some(on) => Some(On::Words(self.words(on)?)),
        };
        Some(Phrase {
            words: self.words(parts.get(Rule::words)?)?,
            of: parts.after(Rule::kw_of).map(|p| self.name(p)),
            at: parts.after(Rule::kw_at).map(|p| self.name(p)),
            on,
            span: self.span(pair),
        })
    }

    /// Words only.
    pub(super) fn bare_phrase(&mut self, pair: &Pair<'_>) -> Option<Phrase> {
        Some(Phrase { words: self.words(pair)?, of: None, at: None, on: None, span: self.span(pair) })
    }

    fn words(&mut self, pair: &Pair<'_>) -> Option<Vec<PhraseWord>> {
        Parts::of(pair).all(Rule::word).map(|p| self.phrase_word(p)).collect()
    }

    fn phrase_word(&mut self, pair: &Pair<'_>) -> Option<PhraseWord> {
        let parts = Parts::of(pair);
        let inner = parts.iter().find(|p| p.as_rule() != Rule::kw_not)?;
        let words = Parts::of(inner);
        let kind = match inner.as_rule() {
            Rule::any_piece => PhraseWordKind::Piece,
            Rule::last_victim => PhraseWordKind::LastVictim,
            Rule::edge => PhraseWordKind::Edge {
                last: words.has(Rule::kw_last),
                count: match words.get(Rule::value) {
                    Some(value) => Some(Box::new(self.value(value)?)),
                    None => None,
                },
            },
            Rule::rows => PhraseWordKind::Rows(Box::new(self.range(words.get(Rule::range)?)?)),
            Rule::columns => PhraseWordKind::Columns(Box::new(self.range(words.get(Rule::range)?)?)),
            Rule::from_corner => PhraseWordKind::DiagonalFrom(self.word(words.after(Rule::kw_from)?)),
            _ => PhraseWordKind::Name(inner.as_str().to_owned()),
        };
        Some(PhraseWord { not: parts.has(Rule::kw_not), kind, span: self.span(pair) })
    }

    /// Words, or words with a pattern behind them.
    pub(super) fn laid_or_phrase(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        let parts = Parts::of(pair);
        let on = match parts.get(Rule::phrase) {
            Some(phrase) => Some(self.phrase(phrase)?),
            None => None,
        };
        let span = self.span(pair);
        let kind = match (parts.get(Rule::laid), on) {
            (Some(laid), on) => ExprKind::Laid(Box::new(self.laid(laid, on, span)?)),
            (None, Some(phrase)) => ExprKind::Phrase(phrase),
            (None, None) => return None,
        };
        Some(Expr { kind, span })
    }

    fn laid(&mut self, pair: &Pair<'_>, on: Option<Phrase>, span: rulebook_diagnostics::Span) -> Option<Laid> {
        let parts = Parts::of(pair);
        let by = match parts.get(Rule::words) {
            Some(words) => Some(self.bare_phrase(words)?),
            None => None,
        };
        Some(Laid {
            on,
            pattern: self.pattern(parts.get(Rule::pattern)?)?,
            through: parts.get(Rule::through).map(|p| self.names(&Parts::of(p))).unwrap_or_default(),
            by,
            numbers: parts.get(Rule::plain).map(|p| self.name(p)),
            span,
        })
    }

    /// `[item, item]`.
    pub(super) fn pattern(&mut self, pair: &Pair<'_>) -> Option<Pattern> {
        let items = Parts::of(pair).all(Rule::item).map(|p| self.item(p)).collect::<Option<_>>()?;
        Some(Pattern { items, span: self.span(pair) })
    }

    fn item(&mut self, pair: &Pair<'_>) -> Option<Item> {
        let parts = Parts::of(pair);
        let span = self.span(pair);
        if let Some(mix) = parts.get(Rule::mix) {
            let mut mixed = Vec::new();
            for part in Parts::of(mix).all(Rule::mixed) {
                let part = Parts::of(part);
                mixed.push((self.int(part.get(Rule::int)?), self.bare_phrase(part.get(Rule::words)?)?));
            }
            return Some(Item::Mix { parts: mixed, span });
        }
        let alternatives = parts.all(Rule::seen).map(|p| self.seen(p)).collect::<Option<_>>()?;
        let more = parts.get(Rule::more).map(|p| if p.as_str() == "*" { More::Star } else { More::Plus });
        Some(Item::Seen { alternatives, more, span })
    }

    fn seen(&mut self, pair: &Pair<'_>) -> Option<Seen> {
        let parts = Parts::of(pair);
        let effect = match parts.first()?.as_rule() {
            Rule::kw_take => Some(Effect::Take),
            Rule::kw_flip => Some(Effect::Flip),
            _ => None,
        };
        let repeat = match parts.get(Rule::repeat) {
            Some(repeat) => Some(self.repeat(repeat)?),
            None => None,
        };
        Some(Seen { effect, repeat, words: self.bare_phrase(parts.get(Rule::words)?)? })
    }

    fn repeat(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        let parts = Parts::of(pair);
        match parts.get(Rule::int) {
            Some(int) => Some(self.number(int)),
            None => self.expr(parts.get(Rule::sum)?),
        }
    }
}
