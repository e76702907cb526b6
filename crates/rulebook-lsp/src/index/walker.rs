//! Goes through the tree of a block and notes every word that refers to something.

use rulebook_check::BUILT_IN;
use rulebook_diagnostics::Span;
use rulebook_syntax::ast::Name;

use super::{Declared, Key, Occurrence, Role};

/// Whose `own` it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum View {
    /// Nobody acts.
    #[default]
    Nobody,
    /// Who acts.
    Actor,
    /// Who makes the turn.
    Mover,
    /// A player by name, by role, or `mover`, `next`, `own`, `enemy`.
    Of(String),
    /// Each player, one after the other.
    EachPlayer,
    /// The side whose clock it is, or whoever can be taken as the strong one.
    Role,
    /// The owner of the piece.
    Owner,
    /// The place that uses the definition.
    User,
}

/// A limit of a clock.
#[derive(Clone, Debug)]
pub(crate) struct Limit {
    pub(crate) file: usize,
    pub(crate) unit: Option<usize>,
    pub(crate) clock: String,
    /// From its number on.
    pub(crate) start: usize,
    /// One past its last word.
    pub(crate) end: usize,
    /// The number, or the parameter that has it.
    pub(crate) value: Result<u32, String>,
    /// It is said of each player.
    pub(crate) each: bool,
}

/// What is known while a block is gone through.
#[derive(Debug)]
pub(super) struct Walker<'a> {
    pub(super) declared: &'a Declared,
    pub(super) file: usize,
    pub(super) unit: Option<usize>,
    /// Local names and where each is bound.
    pub(super) locals: Vec<(String, u32)>,
    pub(super) view: View,
    pub(super) found: Vec<Occurrence>,
    pub(super) limits: Vec<Limit>,
}

impl Walker<'_> {
    /// Notes a word.
    pub(super) fn note(&mut self, span: Span, key: Key, declares: Option<Role>, wants: Option<Role>) {
        self.push(span.start as usize, span.end as usize, key, declares, wants, false);
    }

    pub(super) fn push(
        &mut self,
        start: usize,
        end: usize,
        key: Key,
        declares: Option<Role>,
        wants: Option<Role>,
        derived: bool,
    ) {
        let (file, unit, view) = (self.file, self.unit, self.view.clone());
        self.found.push(Occurrence { file, unit, start, end, key, declares, derived, wants, view });
    }

    /// A name that a clause declares.
    pub(super) fn declare(&mut self, name: &Name, role: Role) {
        self.note(name.span, Key::Noun(name.text.clone()), Some(role), None);
    }

    /// A name that can only be this.
    pub(super) fn noun(&mut self, name: &Name, wants: Option<Role>) {
        self.word(&name.text, name.span, wants);
    }

    /// An action's name.
    pub(super) fn action(&mut self, name: &Name) {
        self.note(name.span, Key::Action(name.text.clone()), None, Some(Role::Action));
    }

    /// A kind's name, singular or plural.
    pub(super) fn kind(&mut self, name: &Name) {
        self.noun(name, Some(Role::Kind));
    }

    /// A word whose meaning hangs on what is bound and declared around it.
    pub(super) fn word(&mut self, text: &str, span: Span, wants: Option<Role>) {
        let start = span.end.saturating_sub(text.len() as u32) as usize;
        let end = span.end as usize;
        let local = self.locals.iter().rev().find(|(name, _)| name == text).map(|(_, at)| *at);
        if let Some(at) = local
            && wants.is_none()
        {
            return self.push(start, end, Key::Local(at), None, Some(Role::Local), false);
        }
        if BUILT_IN.contains(&text) && wants.is_none_or(|role| role == Role::Player) {
            return self.push(start, end, Key::Word(text.to_owned()), None, None, false);
        }
        match self.declared.single(text) {
            Some(single) => {
                let key = Key::Noun(single.to_owned());
                self.push(start, end, key, None, wants, true);
            }
            None => self.push(start, end, Key::Noun(text.to_owned()), None, wants, false),
        }
    }

    /// Runs with a view in place of the one so far.
    pub(super) fn seen(&mut self, view: View, inside: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.view, view);
        inside(self);
        self.view = before;
    }

    /// Runs with names bound; notes where they are.
    pub(super) fn bound(&mut self, names: &[&Name], inside: impl FnOnce(&mut Self)) {
        let before = self.locals.len();
        for name in names {
            self.note(name.span, Key::Local(name.span.start), Some(Role::Local), None);
            self.locals.push((name.text.clone(), name.span.start));
        }
        inside(self);
        self.locals.truncate(before);
    }
}
