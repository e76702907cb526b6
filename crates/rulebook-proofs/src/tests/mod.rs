//! Tests that look into the counted graph: every position of a game is in it.

mod bounds;
mod sound;
mod specs;
mod tile_game;
