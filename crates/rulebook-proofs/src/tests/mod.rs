//! Tests that look into the counted graph: every position of a game is in it.

mod specs;
mod tile_game;
mod bounds;
mod sound;
