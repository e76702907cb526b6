//! Reading the line that an adapter answered, and saying what is wrong with it.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::protocol::{Answer, Ask, Judge, JudgeSaid, VERSION};

/// Reads an answer to the question with this id.
///
/// # Errors
/// If it is not an answer of the protocol; says why, in words for its author.
pub(super) fn read<T: DeserializeOwned>(line: &str, id: u64) -> Result<Answer<T>, String> {
    // The quick way is the usual one; what is wrong is looked for only where something is.
    match serde_json::from_str::<Answer<T>>(line) {
        Ok(answer) => checked(answer, id),
        Err(_) => Err(explain::<T>(line, id)),
    }
}

fn checked<T>(answer: Answer<T>, id: u64) -> Result<Answer<T>, String> {
    if answer.protocol != VERSION {
        return Err(format!("`protocol` is {}; it has to be {VERSION}", answer.protocol));
    }
    if answer.id != id {
        return Err(format!(
            "`id` is {}, but the question was {id}: every question gets one answer, in order",
            answer.id
        ));
    }
    let there = [
        ("ok", answer.ok.is_some()),
        ("rejected", answer.rejected.is_some()),
        ("unsupported", answer.unsupported.is_some()),
        ("error", answer.error.is_some()),
    ];
    let there: Vec<&str> = there.iter().filter(|(_, is)| *is).map(|(name, _)| *name).collect();
    match there.len() {
        1 => Ok(answer),
        0 => {
            Err(String::from("it has none of `ok`, `rejected`, `unsupported` and `error`; exactly one has to be there"))
        }
        _ => Err(format!("it has `{}` at once; exactly one has to be there", there.join("` and `"))),
    }
}

/// Why a line is no answer.
fn explain<T: DeserializeOwned>(line: &str, id: u64) -> String {
    let shown: String = line.chars().take(80).collect();
    let value: Value = match serde_json::from_str(line) {
        Ok(value) => value,
        Err(_) if line.trim().is_empty() => return String::from("the line is empty; an answer is one JSON object"),
        Err(error) => {
            return format!(
                "the line is not JSON ({error}): `{shown}`. Only answers belong on standard output; notes go to standard error"
            );
        }
    };
    let Some(object) = value.as_object() else {
        return format!("an answer is a JSON object, but this is `{shown}`");
    };
    for key in ["protocol", "id"] {
        match object.get(key) {
            None => return format!("`{key}` is missing; the answer repeats that of the question"),
            Some(n) if !n.is_u64() => return format!("`{key}` is {n}; it is a whole number"),
            Some(_) => {}
        }
    }
    if object.get("id").and_then(Value::as_u64) != Some(id) {
        return format!("`id` is {}, but the question was {id}", object["id"]);
    }
    let mut de = serde_json::Deserializer::from_str(line);
    match serde_path_to_error::deserialize::<_, Answer<T>>(&mut de) {
        Ok(_) => String::from("the line is not one JSON object alone"),
        Err(error) => {
            let path = error.path().to_string();
            format!("`{path}` is not as it has to be: {}", error.inner())
        }
    }
}

/// Does an `ok` have what was asked?
///
/// # Errors
/// If something is missing; says what.
pub(super) fn complete(judge: &Judge, said: &JudgeSaid) -> Result<(), String> {
    if !judge.each {
        return complete_one(&judge.ask, said, "ok");
    }
    let plies = said.plies.as_deref().ok_or("`ok` has no `plies`, although `each` was asked")?;
    let wanted = judge.moves.len() + 1;
    if plies.len() != wanted {
        return Err(format!(
            "`ok.plies` has {} entries; it has to have {wanted}: one for the beginning and one for each entry of `moves`",
            plies.len()
        ));
    }
    plies.iter().enumerate().try_for_each(|(i, said)| complete_one(&judge.ask, said, &format!("ok.plies[{i}]")))
}

fn complete_one(ask: &[Ask], said: &JudgeSaid, place: &str) -> Result<(), String> {
    for ask in ask {
        let there = match ask {
            Ask::Legal => said.legal.is_some(),
            Ask::Forbidden => said.forbidden.is_some(),
            Ask::Status => said.status.is_some(),
            Ask::Position => said.position.is_some(),
            Ask::Clocks => said.clocks.is_some(),
            Ask::Reasons | Ask::Clauses => true,
        };
        if !there {
            return Err(format!("`{place}` has no `{}`, which was asked", ask.word()));
        }
    }
    Ok(())
}
