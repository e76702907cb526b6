//! Parameters: numbers and words fixed when a game is built.

use rulebook_diagnostics::{Code, Diagnostic, Span, nearest};
use rulebook_ir::rules::{Param, ParamValue};
use rulebook_syntax::ast::{Clause, ClauseBody, Name, Word};

use crate::inherit::Merged;

/// The parameters with their values: defaults, then `with` of the variants, then those asked for.
pub(crate) fn params(merged: &Merged, asked: &[(String, String)], diagnostics: &mut Vec<Diagnostic>) -> Vec<Param> {
    let mut params: Vec<Param> = Vec::new();
    for Clause { assume, body, .. } in &merged.clauses {
        if let ClauseBody::Param { name, value, choices } = body {
            let choices: Vec<String> = choices.iter().map(|c| c.text.clone()).collect();
            let value = word_value(value);
            params.push(Param {
                name: name.text.clone(),
                value: value.clone(),
                choices: choices.clone(),
                assumed: *assume,
            });
            if let Some(why) = unfit(&value, &choices) {
                diagnostics.push(Diagnostic::error(
                    Code("R0702"),
                    name.span,
                    format!("`{}` cannot be {}: {why}", name.text, shown(&value)),
                ));
            }
        }
    }
    for (name, value) in &merged.bindings {
        let at = match value {
            Word::Int(i) => i.span,
            Word::Name(n) => n.span,
        };
        set(&mut params, name, word_value(value), at, diagnostics);
    }
    for (name, value) in asked {
        let span = merged.name.span;
        let value = value.parse().map_or_else(|_| ParamValue::Word(value.clone()), ParamValue::Int);
        set(&mut params, &Name { text: name.clone(), span }, value, span, diagnostics);
    }
    params
}

fn set(params: &mut [Param], name: &Name, value: ParamValue, span: Span, diagnostics: &mut Vec<Diagnostic>) {
    let names: Vec<String> = params.iter().map(|p| p.name.clone()).collect();
    let Some(param) = params.iter_mut().find(|p| p.name == name.text) else {
        let mut wrong = Diagnostic::error(Code("R0701"), name.span, format!("there is no parameter `{}`", name.text));
        wrong = match nearest(&name.text, names.iter().map(String::as_str)) {
            Some(near) => wrong.help(format!("did you mean `{near}`?")),
            None if names.is_empty() => wrong.help("this game has no parameters"),
            None => wrong.help(format!("its parameters are {}", list(&names))),
        };
        diagnostics.push(wrong);
        return;
    };
    let fault = match (&param.value, &value) {
        (ParamValue::Int(_), ParamValue::Word(_)) => Some("it is a number".to_owned()),
        _ => unfit(&value, &param.choices),
    };
    match fault {
        Some(why) => {
            let text = format!("`{}` cannot be {}: {why}", param.name, shown(&value));
            let wrong = Diagnostic::error(Code("R0702"), span, text);
            diagnostics.push(match &value {
                ParamValue::Word(w) => match nearest(w, param.choices.iter().map(String::as_str)) {
                    Some(near) => wrong.help(format!("did you mean `{near}`?")),
                    None => wrong,
                },
                ParamValue::Int(_) => wrong,
            });
        }
        None => param.value = value,
    }
}

fn unfit(value: &ParamValue, choices: &[String]) -> Option<String> {
    match value {
        ParamValue::Int(_) if choices.is_empty() => None,
        ParamValue::Word(w) if choices.is_empty() => {
            Some(format!("no words to choose from follow; write `from {w}, …`"))
        }
        ParamValue::Word(w) if choices.contains(w) => None,
        ParamValue::Word(_) | ParamValue::Int(_) => Some(format!("it is one of {}", list(choices))),
    }
}

fn word_value(word: &Word) -> ParamValue {
    match word {
        Word::Int(i) => ParamValue::Int(i.value),
        Word::Name(n) => ParamValue::Word(n.text.clone()),
    }
}

fn shown(value: &ParamValue) -> String {
    match value {
        ParamValue::Int(i) => i.to_string(),
        ParamValue::Word(w) => format!("`{w}`"),
    }
}

/// `a`, `b`, `c`.
pub(crate) fn list<S: AsRef<str>>(names: &[S]) -> String {
    names.iter().map(|n| format!("`{}`", n.as_ref())).collect::<Vec<_>>().join(", ")
}
