//! What all generated expressions share: the board's bits, fresh names, the definitions that are called, and what is refused.

use std::cell::{Cell as Counter, RefCell};
use std::collections::BTreeSet;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};
use rulebook_ir::{Cell, CellRef, CellSet, ClauseId, DefId, Rules, Who, expr::Var};

use crate::Refusal;

/// The rules that are compiled, and what has been found out on the way.
pub(crate) struct Context<'r> {
    /// The rules.
    pub(crate) rules: &'r Rules,
    /// The bit of each cell.
    pub(crate) bits: &'r [u32],
    /// Rows of pieces are asked for where something has come only.
    pub(crate) rows: bool,
    fresh: Counter<usize>,
    refused: RefCell<Option<Refusal>>,
    /// Definitions whose functions are needed.
    called: RefCell<BTreeSet<u16>>,
    /// Clauses of the prohibitions, in the order in which they were met.
    prohibitions: RefCell<Vec<ClauseId>>,
}

impl<'r> Context<'r> {
    /// Nothing has been generated yet.
    pub(crate) fn new(rules: &'r Rules, bits: &'r [u32]) -> Self {
        Self {
            rules,
            bits,
            rows: true,
            fresh: Counter::new(0),
            refused: RefCell::default(),
            called: RefCell::default(),
            prohibitions: RefCell::default(),
        }
    }

    /// How many words a set of cells has.
    pub(crate) fn words(&self) -> usize {
        self.bits.iter().max().map_or(1, |bit| *bit as usize / 64 + 1)
    }

    /// How many bits there are, cells or not.
    pub(crate) fn width(&self) -> usize {
        crate::expr::num::width(self.bits)
    }

    /// A name that is used nowhere else.
    pub(crate) fn fresh(&self, name: &str) -> Ident {
        self.fresh.set(self.fresh.get() + 1);
        format_ident!("{name}_{}", self.fresh.get())
    }

    /// Something is not compiled; what stands in its place is never run.
    pub(crate) fn refuse(&self, refusal: Refusal) -> TokenStream {
        self.refused.borrow_mut().get_or_insert(refusal);
        quote!(unreachable!())
    }

    /// What was refused first, if anything.
    pub(crate) fn refused(&self) -> Option<Refusal> {
        self.refused.borrow().clone()
    }

    /// The function of a definition, which will be generated.
    pub(crate) fn def(&self, def: DefId) -> Ident {
        self.called.borrow_mut().insert(def.0);
        def_name(self.rules, def)
    }

    /// Definitions called so far.
    pub(crate) fn called(&self) -> Vec<u16> {
        self.called.borrow().iter().copied().collect()
    }

    /// The bit of a prohibition.
    pub(crate) fn prohibition(&self, clause: ClauseId) -> TokenStream {
        let mut all = self.prohibitions.borrow_mut();
        let index = all.iter().position(|c| *c == clause).unwrap_or_else(|| {
            all.push(clause);
            all.len() - 1
        });
        if index >= 32 {
            drop(all);
            return self.refuse(Refusal::clause(self.rules, clause, "more than 32 prohibitions"));
        }
        let bit = Literal::u32_unsuffixed(1 << index);
        quote!(#bit)
    }

    /// Clauses of the prohibitions met so far.
    pub(crate) fn prohibitions(&self) -> Vec<u16> {
        self.prohibitions.borrow().iter().map(|c| c.0).collect()
    }

    /// The bit of a cell as a literal.
    pub(crate) fn bit(&self, cell: Cell) -> TokenStream {
        let bit = Literal::u16_unsuffixed(self.bits[usize::from(cell)] as u16);
        quote!(#bit)
    }

    /// A constant set of cells.
    pub(crate) fn cells(&self, cells: &CellSet) -> TokenStream {
        let mut words = vec![0_u64; self.words()];
        for cell in cells.iter() {
            let bit = self.bits[usize::from(cell)] as usize;
            words[bit / 64] |= 1 << (bit % 64);
        }
        let words = words.into_iter().map(literal);
        if self.words() == 1 { quote!(#(#words)*) } else { quote!(rt::set::Wide([#(#words),*])) }
    }
}

/// A word in hexadecimal.
pub(crate) fn literal(word: u64) -> TokenStream {
    format!("{word:#x}").parse().unwrap_or_else(|_| quote!(#word))
}

/// The name of the function of a definition.
pub(crate) fn def_name(rules: &Rules, def: DefId) -> Ident {
    format_ident!("let_{}", word(&rules.defs[usize::from(def.0)].name))
}

/// A name of the spec as part of a Rust name.
pub(crate) fn word(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

/// What clauses say, as documentation: their ids and English sentences.
pub(crate) fn said(rules: &Rules, clauses: impl IntoIterator<Item = ClauseId>) -> TokenStream {
    let lines = clauses.into_iter().map(|clause| {
        let text = rules.clauses[usize::from(clause.0)].texts.get("en").unwrap_or("");
        let line = format!(" `{}`: {text}", rules.clause_id(clause));
        quote!(#[doc = ""] #[doc = #line])
    });
    quote!(#(#lines)*)
}

/// What an expression is evaluated on.
#[derive(Clone)]
pub(crate) struct Env {
    /// A reference to the state.
    pub(crate) state: TokenStream,
    /// A reference to the deed so far.
    pub(crate) deed: TokenStream,
    /// The marks.
    pub(crate) marks: TokenStream,
    /// Whose `own` it is.
    pub(crate) viewer: TokenStream,
    pub(crate) cells: Vec<(Var, TokenStream)>,
    pub(crate) lines: Vec<(Var, TokenStream)>,
    pub(crate) groups: Vec<(Var, TokenStream)>,
    /// Repetition may be asked for.
    pub(crate) settled: bool,
    /// The cells of the line that a pattern is walked along.
    pub(crate) walked: Option<TokenStream>,
}

impl Env {
    /// On the state `s`, outside any action.
    pub(crate) fn outside(viewer: TokenStream) -> Self {
        Self {
            state: quote!(s),
            deed: quote!(&rt::action::Deed::NONE),
            marks: quote!(&NO_MARKS),
            viewer,
            cells: Vec::new(),
            lines: Vec::new(),
            groups: Vec::new(),
            settled: false,
            walked: None,
        }
    }

    /// At the end of a turn, where repetition may be asked for.
    pub(crate) fn after_turn(viewer: TokenStream) -> Self {
        Self { settled: true, ..Self::outside(viewer) }
    }

    /// Within an action, in which a run has come so far.
    pub(crate) fn within(run: &Ident, slots: usize) -> Self {
        let cells = (0..slots).map(|i| {
            let index = Literal::usize_unsuffixed(i);
            (i as Var, quote!(#run.slots[#index]))
        });
        Self {
            state: quote!((&#run.state)),
            deed: quote!(&#run.deed),
            marks: quote!(&#run.marks),
            cells: cells.collect(),
            ..Self::outside(quote!(#run.state.mover))
        }
    }

    /// In a definition with these parameters.
    pub(crate) fn definition() -> Self {
        Self {
            deed: quote!(d),
            marks: quote!(m),
            cells: vec![(0, quote!(c))],
            lines: vec![(0, quote!(l))],
            ..Self::after_turn(quote!(me))
        }
    }

    /// A player by role.
    pub(crate) fn player(&self, who: Who) -> TokenStream {
        let (state, viewer) = (&self.state, &self.viewer);
        match who {
            Who::Me => viewer.clone(),
            Who::Enemy => quote!(State::after(#viewer)),
            Who::Player(player) => quote!(#player),
            Who::Mover => quote!(#state.mover),
            Who::Next => quote!(State::after(#state.mover)),
        }
    }

    /// The same as another player sees it.
    #[must_use]
    pub(crate) fn seen_by(&self, viewer: TokenStream) -> Self {
        Self { viewer, ..self.clone() }
    }

    /// With a cell variable.
    #[must_use]
    pub(crate) fn with_cell(&self, var: Var, value: TokenStream) -> Self {
        let mut env = self.clone();
        env.cells.push((var, value));
        env
    }

    /// With a line variable.
    #[must_use]
    pub(crate) fn with_line(&self, var: Var, value: TokenStream) -> Self {
        let mut env = self.clone();
        env.lines.push((var, value));
        env
    }

    /// With a set variable.
    #[must_use]
    pub(crate) fn with_group(&self, var: Var, value: TokenStream) -> Self {
        let mut env = self.clone();
        env.groups.push((var, value));
        env
    }

    /// A line variable.
    pub(crate) fn line(&self, var: Var) -> Option<TokenStream> {
        self.lines.iter().rev().find(|(v, _)| *v == var).map(|(_, value)| value.clone())
    }

    /// A set variable.
    pub(crate) fn group(&self, var: Var) -> Option<TokenStream> {
        self.groups.iter().rev().find(|(v, _)| *v == var).map(|(_, value)| value.clone())
    }
}

impl Context<'_> {
    /// A cell.
    pub(crate) fn cell(&self, cell: CellRef, env: &Env) -> TokenStream {
        match cell {
            CellRef::Var(var) => {
                let bound = env.cells.iter().rev().find(|(v, _)| *v == var);
                bound.map_or_else(|| quote!(rt::set::NOWHERE), |(_, value)| value.clone())
            }
            CellRef::Here => {
                let state = &env.state;
                quote!(#state.here)
            }
            CellRef::Cell(cell) => self.bit(cell),
            CellRef::LastVictim => {
                let deed = &env.deed;
                quote!((#deed).last_victim())
            }
        }
    }
}
