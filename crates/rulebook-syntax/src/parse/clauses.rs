//! Clauses about the material: board, players, pieces, set-up. All other clauses are handed on from here.

use crate::ast::{Axis, Board, Clause, ClauseBody, GridShape, Name, Phrase, Piece, Refuse, Set, Word};
use crate::grammar::Rule;

use super::{Convert, Pair, Parts};

impl Convert<'_> {
    /// Reads one clause.
    pub(crate) fn clause(&mut self, pair: &Pair<'_>) -> Option<Clause> {
        let parts = Parts::of(pair);
        let assume = parts.has(Rule::kw_assume);
        let body = parts.iter().find(|p| p.as_rule() != Rule::kw_assume)?;
        Some(Clause { assume, span: self.span(pair), body: self.clause_body(body)? })
    }

    fn clause_body(&mut self, pair: &Pair<'_>) -> Option<ClauseBody> {
        let parts = Parts::of(pair);
        match pair.as_rule() {
            Rule::param => {
                let mut plain = parts.all(Rule::plain).map(|p| self.name(p));
                let (name, choices) = (plain.next()?, plain.collect());
                Some(ClauseBody::Param { name, value: self.raw(parts.get(Rule::raw)?)?, choices })
            }
            Rule::option => {
                let mut plain = parts.all(Rule::plain).map(|p| self.name(p));
                Some(ClauseBody::Option { name: plain.next()?, readings: plain.collect() })
            }
            Rule::board => self.board(parts.get(Rule::graph).or(parts.get(Rule::grid))?).map(ClauseBody::Board),
            Rule::cells => {
                let mut names = self.names(&parts).into_iter();
                let numbered_from = names.next().zip(names.next());
                Some(ClauseBody::Cells { numbered_from, span: self.span(pair) })
            }
            Rule::region => Some(ClauseBody::Region {
                name: self.name(parts.get(Rule::name)?),
                set: self.set(parts.get(Rule::set)?)?,
            }),
            Rule::players => {
                parts.all(Rule::player).map(|p| self.player(p)).collect::<Option<_>>().map(ClauseBody::Players)
            }
            Rule::sides => {
                let mut names = self.names(&parts).into_iter();
                Some(ClauseBody::Sides { strong: names.next()?, weak: names.next()? })
            }
            Rule::piece => self.piece(&parts).map(ClauseBody::Piece),
            Rule::setup => {
                parts.all(Rule::placing).map(|p| self.placing(p)).collect::<Option<_>>().map(ClauseBody::Setup)
            }
            Rule::refuse => self.refuse(&parts),
            Rule::action => self.action(&parts).map(ClauseBody::Action),
            Rule::chain => self.chain(&parts).map(ClauseBody::Chain),
            Rule::prefer => {
                let keys = parts.all(Rule::key).map(|p| self.key(p)).collect::<Option<_>>()?;
                Some(ClauseBody::Prefer { action: self.name(parts.get(Rule::name)?), keys })
            }
            Rule::promote => self.promote(&parts),
            Rule::turn => self.turn(&parts),
            Rule::forbid => Some(ClauseBody::Forbid {
                words: parts.iter().skip(1).take_while(|p| p.as_rule() == Rule::name).map(|p| self.name(p)).collect(),
                when: self.expr(parts.after(Rule::kw_when)?)?,
                unless: self.optional_expr(parts.after(Rule::kw_unless))?,
                because: self.name(parts.after(Rule::kw_because)?),
            }),
            Rule::fouls => Some(ClauseBody::Fouls {
                when: self.expr(parts.get(Rule::expr)?)?,
                because: self.name(parts.after(Rule::kw_because)?),
            }),
            Rule::clock => self.clock(&parts).map(ClauseBody::Clock),
            Rule::result => self.result(pair).map(ClauseBody::Result),
            Rule::decide => {
                let tag = parts.get(Rule::tag).map(|p| self.tag(p));
                Some(ClauseBody::Decide { tag: tag.flatten() })
            }
            Rule::claimable => Some(ClauseBody::Claimable { when: self.expr(parts.get(Rule::expr)?)? }),
            Rule::let_clause => Some(ClauseBody::Let {
                name: self.name(parts.get(Rule::name)?),
                at: parts.after(Rule::kw_at).map(|p| self.name(p)),
                on: parts.after(Rule::kw_on).map(|p| self.name(p)),
                value: self.expr(parts.get(Rule::expr)?)?,
            }),
            Rule::always => self.always(&parts),
            Rule::without => {
                Some(ClauseBody::Without { what: self.name(parts.get(Rule::head_word)?), names: self.names(&parts) })
            }
            _ => None,
        }
    }

    fn board(&mut self, pair: &Pair<'_>) -> Option<Board> {
        let parts = Parts::of(pair);
        let span = self.span(pair);
        if pair.as_rule() == Rule::graph {
            let axes = parts.all(Rule::axis).map(|p| self.axis(p)).collect::<Option<_>>()?;
            return Some(Board::Graph { axes, span });
        }
        let mut sizes = parts.all(Rule::size);
        let (width, height) = (self.size(sizes.next()?)?, self.size(sizes.next()?)?);
        let shape = match parts.get(Rule::shape).map(Parts::of) {
            None => GridShape::Square,
            Some(shape) if shape.has(Rule::kw_hexagonal) => GridShape::Hexagonal,
            Some(shape) => GridShape::Checkered { from: self.name(shape.get(Rule::name)?) },
        };
        Some(Board::Grid { width, height, shape, span })
    }

    fn size(&mut self, pair: &Pair<'_>) -> Option<Word> {
        let parts = Parts::of(pair);
        Some(self.word(parts.first()?))
    }

    fn axis(&mut self, pair: &Pair<'_>) -> Option<Axis> {
        let parts = Parts::of(pair);
        let mut names = self.names(&parts).into_iter();
        let lines = parts.all(Rule::axis_line).map(|p| self.names(&Parts::of(p))).collect();
        Some(Axis { forth: names.next()?, back: names.next()?, lines })
    }

    fn player(&mut self, pair: &Pair<'_>) -> Option<(Name, Option<Name>)> {
        let mut names = self.names(&Parts::of(pair)).into_iter();
        Some((names.next()?, names.next()))
    }

    fn piece(&mut self, parts: &Parts<'_>) -> Option<Piece> {
        let stock = match parts.get(Rule::stock).map(Parts::of) {
            Some(stock) => Some((self.value(stock.get(Rule::value)?)?, stock.has(Rule::kw_each))),
            None => None,
        };
        let numbered = match parts.get(Rule::range) {
            Some(range) => Some(self.range(range)?),
            None => None,
        };
        Some(Piece {
            name: self.name(parts.get(Rule::name)?),
            plural: parts.after(Rule::kw_plural).map(|p| self.name(p)),
            letter: parts.after(Rule::kw_letter).map(|p| self.name(p)),
            numbered,
            stock,
        })
    }

    fn placing(&mut self, pair: &Pair<'_>) -> Option<(Phrase, Set)> {
        let parts = Parts::of(pair);
        Some((self.bare_phrase(parts.get(Rule::words)?)?, self.set(parts.get(Rule::set)?)?))
    }

    fn refuse(&mut self, parts: &Parts<'_>) -> Option<ClauseBody> {
        let because = self.name(parts.after(Rule::kw_because)?);
        let what = if let Some(expr) = parts.get(Rule::expr) {
            Refuse::When(self.expr(expr)?)
        } else if let Some(too_many) = parts.get(Rule::too_many) {
            let parts = Parts::of(too_many);
            let what = self.bare_phrase(parts.get(Rule::words)?)?;
            Refuse::MoreThan { count: self.value(parts.get(Rule::value)?)?, what }
        } else {
            let what = self.bare_phrase(parts.get(Rule::words)?)?;
            Refuse::Pieces { what, on: self.set(parts.get(Rule::set)?)? }
        };
        Some(ClauseBody::Refuse { what, because })
    }
}
