//! Wrong usage that is found before a command begins, in the user's words; and the pages of `--help`.

use std::{error::Error as _, ffi::OsString};

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::{failure::Failure, finish, output::Output, refuse};

/// Shows help, the version, or what is wrong with the arguments; gives the exit code.
pub(crate) fn answer(error: &clap::Error) -> u8 {
    let mut out = Output::new();
    if !error.use_stderr() {
        return match out.text(&error.to_string()) {
            Ok(()) => finish(&mut out, 0),
            Err(failure) => refuse(&mut out, &failure, false),
        };
    }
    let json = wants_json(std::env::args_os().skip(1));
    if json {
        return refuse(&mut out, &Failure::usage(message(error)), true);
    }
    let whole = error.to_string();
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        out.complain(whole.trim_end());
    } else {
        let help = whole.find("Usage:").or_else(|| whole.find("For more information")).map_or("", |at| &whole[at..]);
        out.complain(format!("error: {}\n\n{help}", message(error)).trim_end());
    }
    finish(&mut out, crate::failure::USAGE)
}

/// Do the arguments ask for JSON?
fn wants_json(args: impl Iterator<Item = OsString>) -> bool {
    let args: Vec<OsString> = args.take_while(|a| a != "--").collect();
    args.iter().any(|a| a == "--json" || a == "--format=json")
        || args.windows(2).any(|pair| pair[0] == "--format" && pair[1] == "json")
}

/// What is wrong, in one sentence.
fn message(error: &clap::Error) -> String {
    let told = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.iter().map(|t| format!("`{t}`")).collect::<Vec<_>>().join(", "),
        _ => String::new(),
    };
    let (argument, value) = (told(ContextKind::InvalidArg), told(ContextKind::InvalidValue));
    let near = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue]
        .into_iter()
        .map(told)
        .find(|near| !near.is_empty())
        .map_or_else(String::new, |near| format!("; did you mean {}?", quoted(&near)));
    let known = told(ContextKind::ValidValue);
    match error.kind() {
        ErrorKind::ValueValidation => error.source().map_or_else(|| plain(error), ToString::to_string),
        ErrorKind::InvalidValue if value.is_empty() => format!("{} needs a value", quoted(&argument)),
        ErrorKind::InvalidValue => {
            format!("{} cannot be `{value}`: it is one of {known}{near}", quoted(&argument))
        }
        ErrorKind::UnknownArgument => format!("there is no place here for {}{near}", quoted(&argument)),
        ErrorKind::InvalidSubcommand => {
            let command = told(ContextKind::InvalidSubcommand);
            format!("there is no command `{command}`{near}")
        }
        ErrorKind::MissingRequiredArgument => {
            format!("this is missing: {}", argument.replace(['<', '>', '`'], "").replace("...", " …"))
        }
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            String::from("a command is missing; `rulebook --help` lists them")
        }
        ErrorKind::ArgumentConflict => {
            let other = told(ContextKind::PriorArg);
            if other == argument {
                format!("{} is given twice", quoted(&argument))
            } else {
                format!("{} and {} cannot be given together", quoted(&argument), quoted(&other))
            }
        }
        ErrorKind::InvalidUtf8 => String::from("an argument is not UTF-8 text"),
        _ => plain(error),
    }
}

/// In grave accents, once.
fn quoted(text: &str) -> String {
    format!("`{}`", text.trim_matches('`'))
}

/// The first paragraph of the parser's own words.
fn plain(error: &clap::Error) -> String {
    let text = error.to_string();
    let first = text.split("\n\n").next().unwrap_or("");
    first.strip_prefix("error: ").unwrap_or(first).split_whitespace().collect::<Vec<_>>().join(" ")
}
