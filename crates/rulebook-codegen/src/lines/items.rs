//! The constants and formulas of the runtime's loops over lines.

use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::{format_ident, quote};
use rulebook_ir::Rules;

use super::{Plan, formula::Formula, tables};
use crate::context::{literal, said};

impl Plan {
    /// The items of a module: `Prohibitions`, which implements `Lines`. The module knows the runtime as `rt`.
    pub fn items(&self, rules: &Rules) -> TokenStream {
        let (geometry, tables) = (&self.geometry, &self.tables);
        let cells = geometry.places.len();
        let room = cells.next_power_of_two().max(64);
        let words = room / 64;
        let (lines, views) = (geometry.lengths.len(), self.players.len());
        let axes = geometry.places.first().map_or(0, Vec::len);
        let narrow = tables::BITS * (geometry.longest + 2 * tables.reach) <= 64;
        let (word, blank) = if narrow { (quote!(u64), quote!(blank_64)) } else { (quote!(u128), quote!(blank_128)) };
        let players = self.players.iter().map(|p| Literal::u8_unsuffixed(*p));
        let places: Vec<u16> =
            geometry.places.iter().flatten().map(|(l, i)| u16::from(*i) << 8 | u16::from(*l)).collect();
        let places_count = places.len();
        let places = bytes(places.iter().map(|p| p.to_le_bytes()));
        let stride = geometry.longest.next_power_of_two().trailing_zeros();
        let paths = lines << stride;
        let (before, behind) = (Literal::byte_string(&tables.before), Literal::byte_string(&tables.behind));
        let entries_count = tables.entries.len();
        let wide = tables.fields.iter().any(|f| f.reached > u32::from(u16::MAX));
        let (sum, decoded) = if wide { (quote!(u32), quote!(quads)) } else { (quote!(u16), quote!(pairs)) };
        let entries = if wide {
            bytes(tables.entries.iter().map(|e| e.to_le_bytes()))
        } else {
            bytes(tables.entries.iter().map(|e| (*e as u16).to_le_bytes()))
        };
        let trials = tables.trials.iter().map(|table| match table {
            None => quote!(&[]),
            Some(table) => {
                let table = bytes(table.iter().map(|t| t.to_le_bytes()));
                quote!(&rt::lines::pairs::<#entries_count>(#table))
            }
        });
        let wanted = self.least.iter().map(|n| Literal::u32_unsuffixed(*n));
        let number = |n: usize| Literal::usize_unsuffixed(n);
        let (count, axes_number, reach) = (number(cells), number(axes), number(tables.reach));
        let near = number(tables.near.unwrap_or(tables.reach + 1));
        let (stride, columns) = (Literal::u32_unsuffixed(stride), Literal::u32_unsuffixed(tables.columns));
        let (start, gate) = (literal(tables.start.into()), literal(self.gate.into()));
        let least = Literal::u32_unsuffixed(tables.least);
        let (sums, open) = self.nothing(room);
        let documents = said(rules, self.forbids.iter().map(|f| f.0));
        let mut forbidden = TokenStream::new();
        for (i, (_, formula)) in self.forbids.iter().enumerate() {
            let (holds, or, i) = (self.formula(formula), (i > 0).then(|| quote!(|)), Literal::usize_unsuffixed(i));
            forbidden.extend(quote!(#or u32::from(#holds) << #i));
        }
        let rests = self.rests.iter().enumerate().filter_map(|(i, rest)| {
            let (holds, i) = (self.formula(rest.as_ref()?), Literal::usize_unsuffixed(i));
            Some(quote!(#i => #holds,))
        });
        let rest = quote!(match fact { #(#rests)* _ => false });
        let forbidden_takes = parameters(&forbidden, &sum);
        let rest_takes = parameters(&rest, &sum);
        quote! {
            /// Which points the action may not be played on: tables of lines.
            #documents
            #[derive(Debug)]
            pub enum Prohibitions {}

            impl rt::lines::Lines for Prohibitions {
                type Word = #word;
                type Sum = #sum;
                type Cells<T: rt::lines::Value> = [T; #room];
                type Bits = [u64; #words];
                type Rows<T: rt::lines::Value> = [T; #lines];
                type Views<T: rt::lines::Value> = [T; #views];

                const PLAYERS: &'static [u8] = &[#(#players),*];
                const COUNT: usize = #count;
                const AXES: usize = #axes_number;
                const PLACES: &'static [u16] = &rt::lines::pairs::<#places_count>(#places);
                const STRIDE: u32 = #stride;
                const PATHS: &'static [u16] =
                    &rt::lines::paths::<#paths>(Self::PLACES, Self::AXES, Self::STRIDE);
                const BLANK: [#word; #lines] = rt::lines::#blank(Self::PLACES, Self::REACH);
                const SUMS: [#sum; #room] = #sums;
                const OPEN: [u64; #words] = #open;
                const NOTHING: [rt::lines::View<Self>; #views] = [rt::lines::View::NOTHING; #views];
                const REACH: u32 = #reach;
                const BEFORE: &'static [u8] = #before;
                const BEHIND: &'static [u8] = #behind;
                const COLUMNS: u32 = #columns;
                const ENTRIES: &'static [#sum] = &rt::lines::#decoded::<#entries_count>(#entries);
                const TRIALS: &'static [&'static [u16]] = &[#(#trials),*];
                const WANTED: &'static [u32] = &[#(#wanted),*];
                const START: #sum = #start;
                const GATE: #sum = #gate;
                const LEAST: u32 = #least;
                const NEAR: u32 = #near;

                /// Which prohibitions hold, one bit for each, the first the lowest.
                #documents
                #[inline(always)]
                fn forbidden(#forbidden_takes) -> u32 {
                    #forbidden
                }

                #[inline(always)]
                fn rest(fact: usize, #rest_takes) -> bool {
                    #rest
                }
            }
        }
    }

    /// Sums without any piece, and the cells at which they let something through.
    fn nothing(&self, room: usize) -> (TokenStream, TokenStream) {
        let (start, words) = (self.tables.start, room / 64);
        let sums = self.geometry.blank(&self.tables);
        if sums.iter().all(|sum| *sum == start) {
            let start = literal(start.into());
            return (quote!([#start; #room]), quote!([0; #words]));
        }
        let all: Vec<u32> = (0..room).map(|cell| sums.get(cell).copied().unwrap_or(start)).collect();
        let open = all.chunks(64).map(|some| {
            let bits = some.iter().enumerate().filter(|(_, sum)| **sum & self.gate != 0);
            Literal::u64_unsuffixed(bits.fold(0, |open, (i, _)| open | 1 << i))
        });
        let sums = all.iter().map(|sum| Literal::u32_unsuffixed(*sum));
        (quote!([#(#sums),*]), quote!([#(#open),*]))
    }

    /// Does it ask of a supposed piece?
    fn supposes(&self, formula: &Formula) -> bool {
        match formula {
            Formula::Const(_) | Formula::Reading(..) => false,
            Formula::Fact(fact) => self.rests[*fact].is_some(),
            Formula::Not(inner) => self.supposes(inner),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().any(|p| self.supposes(p)),
        }
    }

    /// A formula as an expression. What supposes no piece is asked first.
    fn formula(&self, formula: &Formula) -> TokenStream {
        let joined = |parts: &[Formula], by: &TokenStream| {
            let (late, early): (Vec<&Formula>, Vec<&Formula>) = parts.iter().partition(|p| self.supposes(p));
            let mut all = TokenStream::new();
            for (i, part) in early.into_iter().chain(late).enumerate() {
                if i > 0 {
                    all.extend(by.clone());
                }
                all.extend(self.formula(part));
            }
            quote!((#all))
        };
        match formula {
            Formula::Const(value) => quote!(#value),
            Formula::Reading(option, reading) => {
                let (option, reading) = (usize::from(*option), Literal::u8_unsuffixed(*reading));
                let option = Literal::usize_unsuffixed(option);
                quote!((readings.get(#option) == Some(&#reading)))
            }
            Formula::Fact(fact) => {
                let bit = literal(self.tables.fields[*fact].reached.into());
                let index = Literal::usize_unsuffixed(*fact);
                if self.rests[*fact].is_some() {
                    quote!((sum & #bit != 0 && deep(#index)))
                } else {
                    quote!((sum & #bit != 0))
                }
            }
            Formula::Not(inner) => {
                let inner = self.formula(inner);
                quote!(!#inner)
            }
            Formula::And(parts) => joined(parts, &quote!(&&)),
            Formula::Or(parts) => joined(parts, &quote!(||)),
        }
    }
}

/// The parameters of a formula; those that it does not use have a name that says so.
fn parameters(formula: &TokenStream, sum: &TokenStream) -> TokenStream {
    let named = |name: &str| {
        let used = mentions(formula, name);
        format_ident!("{}{name}", if used { "" } else { "_" })
    };
    let mutable = mentions(formula, "deep").then(|| quote!(mut));
    let (a, b, c) = (named("sum"), named("readings"), named("deep"));
    quote!(#a: #sum, #b: &[u8], #mutable #c: impl FnMut(usize) -> bool)
}

/// Does the name occur?
fn mentions(tokens: &TokenStream, name: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => mentions(&group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Numbers as a string of their bytes.
fn bytes<const N: usize>(numbers: impl Iterator<Item = [u8; N]>) -> Literal {
    let bytes: Vec<u8> = numbers.flatten().collect();
    Literal::byte_string(&bytes)
}
