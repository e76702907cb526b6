//! What the adapters in Rust share: lines in, lines out, and the order of a `judge`. It knows no game and no library.

use serde_json::{Map, Value, json};
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// One game of the library behind the adapter.
pub trait Game: Sized {
    /// Begins it.
    ///
    /// # Errors
    /// What the library does not know, in words.
    fn begin(question: &Value) -> Result<Self, String>;

    /// Plays a move; false if the library does not list it.
    fn play(&mut self, wanted: &Value) -> bool;

    /// Takes the last move back.
    fn undo(&mut self);

    /// What was asked of where the game stands.
    fn answer(&self) -> Value;
}

/// Refuses readings other than those that the library plays.
///
/// # Errors
/// The first of them, in words.
pub fn readings(question: &Value, played: &[(&str, &str)]) -> Result<(), String> {
    for (option, reading) in question["options"].as_object().unwrap_or(&Map::new()) {
        if !played.iter().any(|(name, value)| name == option && reading == value) {
            return Err(format!("{option}={reading}: the library does not have this reading"));
        }
    }
    match question["params"].as_object().and_then(|params| params.iter().next()) {
        Some((name, value)) => Err(format!("{name}={value}: the library does not have this parameter")),
        None => Ok(()),
    }
}

fn judge<G: Game>(question: &Value) -> Value {
    let mut game = match G::begin(question) {
        Ok(game) => game,
        Err(what) => return json!({"unsupported": {"what": what}}),
    };
    let each = question["each"] == true;
    let mut plies = if each { vec![game.answer()] } else { Vec::new() };
    for action in question["moves"].as_array().into_iter().flatten() {
        if let Some(count) = action["undo"].as_u64() {
            (0..count).for_each(|_| game.undo());
        } else if !game.play(action) {
            return json!({"rejected": {"ply": action["ply"]}});
        }
        if each {
            plies.push(game.answer());
        }
    }
    if each { json!({"ok": {"plies": plies}}) } else { json!({"ok": game.answer()}) }
}

/// What a panic says.
fn words(fault: &(dyn std::any::Any + Send)) -> String {
    let said = fault.downcast_ref::<&str>().map(|text| (*text).to_owned());
    said.or_else(|| fault.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic without words".to_owned())
}

/// Answers until the input ends.
///
/// # Errors
/// If a line cannot be read or written, or is not JSON.
pub fn serve<G: Game>(who: &Value) -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        let mut answer = if message.get("hello").is_some() {
            json!({"ok": who})
        } else {
            catch_unwind(AssertUnwindSafe(|| judge::<G>(&message["judge"])))
                .unwrap_or_else(|fault| json!({"error": {"message": words(&*fault)}}))
        };
        answer["protocol"] = json!(1);
        answer["id"] = message["id"].clone();
        println!("{answer}");
        io::stdout().flush()?;
    }
    Ok(())
}
