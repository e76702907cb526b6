//! Forms of the field: what PDN says of a game, and the records of Gomocup.

pub mod pdn;
pub(crate) mod psq;
