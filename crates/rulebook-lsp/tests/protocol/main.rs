//! Sessions over a connection in memory, with the bundled specs.

mod client;
mod editing;
mod editors;
mod reading;
mod renaming;
mod robust;
mod speed;
