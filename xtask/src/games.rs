//! Bundled games as checked rules, for long runs.

use std::sync::Arc;

use rulebook_check::{Loader, Request, check};
use rulebook_diagnostics::{Diagnostic, Sources};
use rulebook_interpreter::Interpreter;
use rulebook_ir::Rules;

/// Brings what `extends` names from the bundled specs.
struct Bundled;

impl Loader for Bundled {
    fn load(&self, name: &str, _from: &str) -> Option<(String, String)> {
        rulebook_specs::find(name).map(|spec| (spec.display_name(), spec.text.to_owned()))
    }
}

/// The rules of a bundled game under these parameters.
pub(crate) fn rules(game: &str, params: &[(String, String)]) -> Result<Arc<Rules>, String> {
    let spec = rulebook_specs::find(game).ok_or_else(|| format!("there is no bundled game `{game}`"))?;
    let mut sources = Sources::default();
    let root = sources.add(spec.display_name(), spec.text);
    let request = Request { game: Some(game.to_owned()), params: params.to_vec() };
    let checked = check(&mut sources, root, &request, &Bundled);
    let wrong = checked.diagnostics.iter().find(|d| Diagnostic::is_error(d));
    match (checked.rules, wrong) {
        (Some(rules), None) => Ok(Arc::new(rules)),
        (_, wrong) => Err(format!("{game}: {}", wrong.map_or("no rules came out of it", |d| d.message.as_str()))),
    }
}

/// Names of the bundled games: of all specs that hold more than families.
pub(crate) fn playable() -> Vec<String> {
    let holds_game = |text: &str| {
        let parsed = rulebook_syntax::parse(rulebook_diagnostics::FileId::default(), text);
        parsed
            .file
            .units
            .iter()
            .any(|unit| matches!(unit, rulebook_syntax::ast::Unit::Rules(rules) if !rules.is_family))
    };
    rulebook_specs::all().iter().filter(|s| holds_game(s.text)).map(|s| s.name.to_owned()).collect()
}

/// The game, interpreted under readings given by name; names that it does not know are an error.
pub(crate) fn start(rules: &Arc<Rules>, options: &[(String, String)], fuel: u64) -> Result<Interpreter, String> {
    let mut chosen = Vec::new();
    for (name, reading) in options {
        let option = rules.options.iter().position(|o| o.name == *name);
        let found =
            option.and_then(|o| rules.options[o].readings.iter().position(|r| r == reading).map(|index| (o, index)));
        chosen.push(found.ok_or_else(|| format!("{} has no option `{name}` that may be `{reading}`", rules.name))?);
    }
    Ok(Interpreter::new(Arc::clone(rules), &chosen).with_fuel(fuel))
}

/// `name=value`, taken apart.
pub(crate) fn pairs(given: &[String]) -> Result<Vec<(String, String)>, String> {
    given
        .iter()
        .map(|pair| match pair.split_once('=') {
            Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
            None => Err(format!("`{pair}` is not `name=value`")),
        })
        .collect()
}
