//! The environment of an expression: the viewer, the variables, the line walked on, the leg and loop under way.

use rulebook_ir::{Cell, CellSet, Dir, Effect, Term, expr::Var};

/// An environment. It is copied and extended, never changed: what is bound later hides what was bound before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Env<'e> {
    /// Whose `own` it is.
    pub(crate) viewer: u8,
    /// What was bound last.
    bound: Option<&'e Bound<'e>>,
}

/// Something bound.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound<'e> {
    value: Value<'e>,
    outer: Option<&'e Bound<'e>>,
}

/// What can be bound. Variables for cells, lines and sets are numbered apart.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'e> {
    /// A cell variable.
    Cell(Var, Cell),
    /// A line variable, with the line's index.
    Line(Var, u16),
    /// A set variable.
    Set(Var, &'e CellSet),
    /// The line walked on, within a pattern.
    Walked(Walked),
    /// The leg under way, if any.
    Leg(Option<&'e Leg>),
    /// The innermost loop, if any.
    Loop(Option<&'e Term>),
}

/// The line on which a pattern is matched.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Walked {
    /// That line.
    Line(u16),
    /// The line through that cell in that direction.
    From(Cell, Dir),
}

/// Matches of a walked pattern in one direction and with the same effects.
#[derive(Clone, Debug)]
pub(crate) struct Leg {
    /// The direction.
    pub(crate) dir: Dir,
    /// Cells with an effect, in the order in which they are met.
    pub(crate) effects: Vec<(Cell, Effect)>,
    /// The last cells matched, each once.
    pub(crate) landings: Vec<Cell>,
}

impl<'e> Env<'e> {
    /// An environment in which nothing is bound.
    pub(crate) fn of(viewer: u8) -> Self {
        Self { viewer, bound: None }
    }

    /// The same as that player sees it.
    pub(crate) fn seen_by(self, viewer: u8) -> Self {
        Self { viewer, ..self }
    }

    /// A binding in front of this environment, to be used by [`Env::with`].
    pub(crate) fn bind(self, value: Value<'e>) -> Bound<'e> {
        Bound { value, outer: self.bound }
    }

    /// The environment with that binding.
    pub(crate) fn with<'f>(self, bound: &'f Bound<'f>) -> Env<'f>
    where
        'e: 'f,
    {
        Env { viewer: self.viewer, bound: Some(bound) }
    }

    fn find<T>(&self, pick: impl Fn(Value<'e>) -> Option<T>) -> Option<T> {
        let mut next = self.bound;
        while let Some(bound) = next {
            let found = pick(bound.value);
            if found.is_some() {
                return found;
            }
            next = bound.outer;
        }
        None
    }

    /// The value of a cell variable.
    pub(crate) fn cell(&self, var: Var) -> Option<Cell> {
        self.find(|v| if let Value::Cell(v, cell) = v { (v == var).then_some(cell) } else { None })
    }

    /// The value of a line variable.
    pub(crate) fn line(&self, var: Var) -> Option<u16> {
        self.find(|v| if let Value::Line(v, line) = v { (v == var).then_some(line) } else { None })
    }

    /// The value of a set variable.
    pub(crate) fn group(&self, var: Var) -> Option<&'e CellSet> {
        self.find(|v| if let Value::Set(v, set) = v { (v == var).then_some(set) } else { None })
    }

    /// The line walked on.
    pub(crate) fn walked(&self) -> Option<Walked> {
        self.find(|v| if let Value::Walked(walked) = v { Some(walked) } else { None })
    }

    /// The leg under way.
    pub(crate) fn leg(&self) -> Option<&'e Leg> {
        self.find(|v| if let Value::Leg(leg) = v { Some(leg) } else { None }).flatten()
    }

    /// The innermost loop.
    pub(crate) fn innermost_loop(&self) -> Option<&'e Term> {
        self.find(|v| if let Value::Loop(body) = v { Some(body) } else { None }).flatten()
    }
}
