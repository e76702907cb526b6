//! Piles of material: exactly these pieces, nothing else.

use rulebook_ir::{Cmp, Cond, Num, Set, Who};
use rulebook_syntax::ast::Material;

use crate::fold::and_sets;
use crate::symbols::World;

impl World<'_> {
    /// The player has exactly one of the piles: of each kind as many as it says, of the others none.
    pub(crate) fn material(&mut self, material: &Material, who: Who) -> Cond {
        let mut piles = Vec::new();
        for pile in &material.piles {
            let mut counts = vec![0i64; self.kinds.len()];
            for (count, kind) in pile {
                let Some(index) = self.kind_or_error(kind) else { continue };
                if counts[usize::from(index)] != 0 {
                    self.error("R0309", kind.span, format!("`{}` is counted twice in one pile", kind.text)).help =
                        Some("write one number for each kind".into());
                }
                counts[usize::from(index)] = i64::from(count.value);
            }
            let each = counts.iter().enumerate().map(|(kind, &n)| {
                let set = and_sets(vec![Set::OwnedBy(who), Set::Kinds(1 << kind)]);
                Cond::Compare(Num::Count(set), Cmp::Equal, Num::Int(n))
            });
            piles.push(Cond::And(each.collect()));
        }
        match piles.len() {
            1 => piles.remove(0),
            _ => Cond::Or(piles),
        }
    }
}
