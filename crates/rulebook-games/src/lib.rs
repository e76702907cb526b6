//! The bundled games as compiled engines, each made from its spec.
//!
//! So far they know movement: the first position, and the leaves of the game tree. Games that the compiler does not
//! understand yet are interpreted.

rulebook_macros::game!(pub mod international = "../../specs/draughts/international.rules");
rulebook_macros::game!(pub mod american = "../../specs/draughts/american.rules");
rulebook_macros::game!(pub mod brazilian = "../../specs/draughts/brazilian.rules");
rulebook_macros::game!(pub mod russian = "../../specs/draughts/russian.rules");
