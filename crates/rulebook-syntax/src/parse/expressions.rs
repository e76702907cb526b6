//! Conditions and numbers.

use rulebook_diagnostics::{Diagnostic, Span, codes};

use crate::ast::{Arithmetic, Cmp, Domain, Expr, ExprKind, Material, Phrase, PhraseWord, PhraseWordKind, Quant, Range};
use crate::grammar::Rule;

use super::{Convert, Pair, Parts};

impl Convert<'_> {
    /// A condition or a number: any rule from `expr` down to `factor`.
    ///
    /// Most of these rules hold a single one of the next below. They are passed in a loop, and each kind of node has
    /// a function of its own, so that a deep condition needs little of the stack.
    pub(super) fn expr(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        let pair = innermost(pair.clone())?;
        match pair.as_rule() {
            Rule::expr => self.joined(&pair, Rule::conj, ExprKind::Or),
            Rule::conj => self.joined(&pair, Rule::term, ExprKind::And),
            Rule::negated => self.negated(&pair),
            Rule::quantified => self.quantified(&pair),
            Rule::viewed => self.viewed(&pair),
            Rule::supposed => self.supposed(&pair),
            Rule::versus => self.versus(&pair),
            Rule::compare => self.compare(&pair),
            Rule::sum => self.arithmetic(&pair, Rule::product),
            Rule::product => self.arithmetic(&pair, Rule::factor),
            Rule::int => Some(self.number(&pair)),
            Rule::counted => self.counted(&pair),
            Rule::any_line | Rule::words_or_laid => self.laid_or_phrase(&pair),
            _ => None,
        }
    }

    /// A condition that may be left out.
    #[expect(clippy::option_option, reason = "the outer one is a tree that is not as the grammar says")]
    pub(super) fn optional_expr(&mut self, pair: Option<&Pair<'_>>) -> Option<Option<Expr>> {
        match pair {
            Some(pair) => self.expr(pair).map(Some),
            None => Some(None),
        }
    }

    fn boxed(&mut self, pair: &Pair<'_>) -> Option<Box<Expr>> {
        self.expr(pair).map(Box::new)
    }

    fn joined(&mut self, pair: &Pair<'_>, rule: Rule, make: fn(Vec<Expr>) -> ExprKind) -> Option<Expr> {
        let all = Parts::of(pair).all(rule).map(|p| self.expr(p)).collect::<Option<_>>()?;
        Some(Expr { kind: make(all), span: self.span(pair) })
    }

    fn negated(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        let inner = self.boxed(Parts::of(pair).get(Rule::term)?)?;
        Some(Expr { kind: ExprKind::Not(inner), span: self.span(pair) })
    }

    fn quantified(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        let parts = Parts::of(pair);
        let body = match parts.get(Rule::expr) {
            Some(body) => Some(self.boxed(body)?),
            None => None,
        };
        let (quant, domain) = (self.quant(parts.get(Rule::quant)?)?, self.domain(parts.get(Rule::domain)?)?);
        Some(Expr { kind: ExprKind::Quantified { quant, domain, body }, span: self.span(pair) })
    }

    fn viewed(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        let parts = Parts::of(pair);
        let body = self.boxed(parts.get(Rule::expr)?)?;
        let player = self.name(parts.get(Rule::name)?);
        Some(Expr { kind: ExprKind::For { player, body }, span: self.span(pair) })
    }

    fn supposed(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        let parts = Parts::of(pair);
        let body = self.boxed(parts.get(Rule::expr)?)?;
        let piece = self.bare_phrase(parts.get(Rule::words)?)?;
        let at = self.name(parts.get(Rule::name)?);
        Some(Expr { kind: ExprKind::Supposing { piece, at, body }, span: self.span(pair) })
    }

    fn versus(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        let parts = Parts::of(pair);
        let mut sides = parts.all(Rule::material);
        let (strong, weak) = (self.material(sides.next()?), self.material(sides.next()?));
        Some(Expr { kind: ExprKind::Against { strong, weak }, span: self.span(pair) })
    }

    fn quant(&mut self, pair: &Pair<'_>) -> Option<Quant> {
        let parts = Parts::of(pair);
        let count = match parts.get(Rule::value) {
            Some(value) => Some(Box::new(self.value(value)?)),
            None => None,
        };
        match (parts.first()?.as_rule(), count) {
            (Rule::kw_some, _) => Some(Quant::Some),
            (Rule::kw_every, _) => Some(Quant::Every),
            (Rule::kw_no, _) => Some(Quant::No),
            (Rule::kw_exactly, Some(count)) => Some(Quant::Exactly(count)),
            (_, Some(count)) if parts.has(Rule::kw_least) => Some(Quant::AtLeast(count)),
            (_, Some(count)) => Some(Quant::AtMost(count)),
            _ => None,
        }
    }

    fn domain(&mut self, pair: &Pair<'_>) -> Option<Domain> {
        let inner = Parts::of(pair);
        let inner = inner.first()?;
        let parts = Parts::of(inner);
        let span = self.span(inner);
        Some(match inner.as_rule() {
            Rule::kw_side => Domain::Side(span),
            Rule::lines => Domain::Lines {
                name: parts.get(Rule::name).map(|p| self.name(p)),
                through: parts.get(Rule::through).map(|p| self.names(&Parts::of(p))).unwrap_or_default(),
                span,
            },
            Rule::groups => {
                let along = match parts.get(Rule::set) {
                    Some(set) => Some(self.set(set)?),
                    None => None,
                };
                let name = parts.get(Rule::name).map(|p| self.name(p));
                Domain::Groups { name, of: self.phrase(parts.get(Rule::phrase)?)?, along, span }
            }
            _ => Domain::Cells {
                phrase: self.phrase(parts.get(Rule::phrase)?)?,
                name: parts.get(Rule::name).map(|p| self.name(p)),
            },
        })
    }

    fn material(&mut self, pair: &Pair<'_>) -> Material {
        let mut piles = Vec::new();
        for pile in Parts::of(pair).all(Rule::pile) {
            let parts = Parts::of(pile);
            let counts: Vec<_> = parts.all(Rule::int).map(|p| self.int(p)).collect();
            piles.push(counts.into_iter().zip(self.names(&parts)).collect());
        }
        Material { piles, span: self.span(pair) }
    }

    fn compare(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        let parts = Parts::of(pair);
        let left = self.expr(parts.get(Rule::sum)?)?;
        let tail = Parts::of(parts.get(Rule::tail)?);
        let kind = self.tail(left, tail.first()?)?;
        Some(Expr { kind, span: self.span(pair) })
    }

    /// What follows the left side.
    fn tail(&mut self, left: Expr, tail: &Pair<'_>) -> Option<ExprKind> {
        let parts = Parts::of(tail);
        Some(match tail.as_rule() {
            Rule::comparison => ExprKind::Compare {
                left: Box::new(left),
                op: cmp(parts.get(Rule::cmp)?.as_str()),
                right: self.boxed(parts.get(Rule::sum)?)?,
            },
            Rule::in_range => {
                let range = Box::new(self.range(parts.get(Rule::range)?)?);
                ExprKind::In { left: Box::new(left), range }
            }
            Rule::is => ExprKind::Is { left: self.subject(left, tail), reading: self.name(parts.get(Rule::plain)?) },
            Rule::has => {
                let material = self.material(parts.get(Rule::material)?);
                ExprKind::Has { who: self.subject(left, tail), material }
            }
            Rule::alone => {
                let on = self.set(parts.get(Rule::set)?)?;
                ExprKind::Alone { who: self.subject(left, tail), on }
            }
            Rule::can => ExprKind::Can {
                who: self.subject(left, tail),
                cannot: parts.has(Rule::kw_cannot),
                action: self.name(parts.get(Rule::name)?),
            },
            Rule::reaches => {
                let limit = Box::new(self.value(parts.get(Rule::value)?)?);
                let each = parts.get(Rule::kw_each).map(|p| self.span(p));
                ExprKind::Reaches { clock: self.subject(left, tail), limit, each }
            }
            _ => {
                let times = Box::new(self.value(parts.get(Rule::value)?)?);
                ExprKind::Occurs { what: self.subject(left, tail), times }
            }
        })
    }

    /// What stands before `is`, `has`, `can` and the like has to be words. The grammar lets a number pass, since
    /// it reads the left side before it knows what follows.
    fn subject(&mut self, left: Expr, tail: &Pair<'_>) -> Phrase {
        let span = left.span;
        if let ExprKind::Phrase(phrase) = left.kind {
            return phrase;
        }
        let word = tail.as_str().split_whitespace().next().unwrap_or("").to_owned();
        self.problems.push(
            Diagnostic::error(codes::WORDS_EXPECTED, span, format!("before `{word}` a name is expected"))
                .label("this is a number or a condition")
                .also(self.span(tail), ""),
        );
        Phrase {
            words: vec![PhraseWord { not: false, kind: PhraseWordKind::Piece, span }],
            of: None,
            at: None,
            on: None,
            span,
        }
    }

    /// A sum or a product; each sign is a node above those before it.
    fn arithmetic(&mut self, pair: &Pair<'_>, operand: Rule) -> Option<Expr> {
        let mut result: Option<Expr> = None;
        let mut op = Arithmetic::Add;
        for part in Parts::of(pair).iter() {
            if part.as_rule() != operand {
                op = match part.as_str() {
                    "-" => Arithmetic::Subtract,
                    "*" => Arithmetic::Multiply,
                    _ => Arithmetic::Add,
                };
                continue;
            }
            let right = self.expr(part)?;
            result = Some(match result {
                None => right,
                Some(left) => {
                    let span = left.span.to(right.span);
                    Expr { kind: ExprKind::Arithmetic { left: Box::new(left), op, right: Box::new(right) }, span }
                }
            });
        }
        result
    }

    /// A number as written.
    pub(super) fn number(&mut self, pair: &Pair<'_>) -> Expr {
        let int = self.int(pair);
        Expr { kind: ExprKind::Int(int.value), span: int.span }
    }

    fn counted(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        let counted = self.laid_or_phrase(Parts::of(pair).iter().last()?)?;
        Some(Expr { kind: ExprKind::Count(Box::new(counted)), span: self.span(pair) })
    }

    /// A number, a name, or a sum in parentheses.
    pub(super) fn value(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        let parts = Parts::of(pair);
        let first = parts.first()?;
        match first.as_rule() {
            Rule::int => Some(self.number(first)),
            Rule::name => {
                let name = self.name(first);
                Some(Expr { span: name.span, kind: ExprKind::Phrase(one_word(name.text, name.span)) })
            }
            _ => self.expr(parts.get(Rule::sum)?),
        }
    }

    /// `1` or `2..7`.
    pub(super) fn range(&mut self, pair: &Pair<'_>) -> Option<Range> {
        let parts = Parts::of(pair);
        let mut values = parts.all(Rule::value);
        let from = self.value(values.next()?)?;
        let to = match values.next() {
            Some(to) => Some(self.value(to)?),
            None => None,
        };
        Some(Range { from, to, span: self.span(pair) })
    }
}

/// Goes down through rules that hold nothing but one other, and through parentheses.
fn innermost(mut pair: Pair<'_>) -> Option<Pair<'_>> {
    loop {
        let mut inner = pair.clone().into_inner();
        let first = inner.next();
        match pair.as_rule() {
            Rule::term => pair = first?,
            Rule::factor => {
                let first = first?;
                pair = if first.as_rule() == Rule::open_paren { inner.next()? } else { first };
            }
            Rule::expr | Rule::conj | Rule::compare | Rule::sum | Rule::product if inner.next().is_none() => {
                pair = first?;
            }
            _ => return Some(pair),
        }
    }
}

/// A phrase of a single name.
fn one_word(text: String, span: Span) -> Phrase {
    let word = PhraseWord { not: false, kind: PhraseWordKind::Name(text), span };
    Phrase { words: vec![word], of: None, at: None, on: None, span }
}

fn cmp(sign: &str) -> Cmp {
    match sign {
        "<" => Cmp::Less,
        "<=" => Cmp::AtMost,
        ">" => Cmp::Greater,
        ">=" => Cmp::AtLeast,
        _ => Cmp::Equal,
    }
}
