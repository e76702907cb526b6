//! The YAML form of a spec: the same clauses as lists and mappings, for tools that make specs.
//!
//! What is written in YAML is put together to a text in the language, and the one parser of the language reads it; only the
//! places are those of the YAML file. So both forms mean the same by construction.

mod assembled;
mod comments;
mod forms;
mod node;
mod read;
mod read_clause;
mod scalar;
mod schema;
mod write;
mod write_clause;
mod write_scalar;

pub use schema::schema;

use rulebook_diagnostics::{Diagnostic, FileId, Span, codes, dump};
use rulebook_syntax::{MAX_FILE_SIZE, Parsed, parse_placed};

use crate::FormatError;

/// Is this the name of a file in YAML?
pub fn is_yaml(name: &str) -> bool {
    [".yaml", ".yml"].iter().any(|ending| name.ends_with(ending))
}

/// Reads a spec in YAML. All places are of the YAML file.
pub fn parse_yaml(file: FileId, yaml: &str) -> Parsed {
    assemble(file, yaml).1
}

/// Reads a spec in the form that its file's name says.
pub fn parse(file: FileId, name: &str, text: &str) -> Parsed {
    if is_yaml(name) { parse_yaml(file, text) } else { rulebook_syntax::parse(file, text) }
}

/// A spec in YAML as a spec in the language, laid out. Comments come with it.
///
/// # Errors
/// If the spec has mistakes.
pub fn to_rules(file: FileId, yaml: &str) -> Result<String, FormatError> {
    let (text, parsed) = assemble(file, yaml);
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return Err(FormatError::Syntax(parsed.diagnostics));
    }
    let rules = crate::format(file, &text)?;
    let same = dump(&rulebook_syntax::parse(file, &rules).file) == dump(&parsed.file);
    if same { Ok(rules) } else { Err(FormatError::Changed { line: 1 }) }
}

/// A spec in the language as a spec in YAML. Comments come with it: those before a clause, behind it and between its parts.
///
/// # Errors
/// If the spec has mistakes, or says something twice that YAML can say only once: two sentences in one language.
pub fn to_yaml(file: FileId, rules: &str) -> Result<String, FormatError> {
    let parsed = rulebook_syntax::parse(file, rules);
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return Err(FormatError::Syntax(parsed.diagnostics));
    }
    let yaml = write::spec(&parsed.file, rules)?;
    let back = parse_yaml(file, &yaml);
    if back.diagnostics.is_empty() && dump(&back.file) == dump(&parsed.file) {
        return Ok(yaml);
    }
    Err(FormatError::Changed { line: 1 })
}

/// The text in the language that a YAML file stands for, and what became of it.
fn assemble(file: FileId, yaml: &str) -> (String, Parsed) {
    if yaml.len() > MAX_FILE_SIZE {
        let message = format!("this file is larger than {} KiB", MAX_FILE_SIZE / 1024);
        let error = Diagnostic::error(codes::FILE_TOO_LARGE, Span::new(file, 0, 0), message);
        let diagnostics = vec![error.help("put each game into a file of its own")];
        return (String::new(), Parsed { diagnostics, ..Parsed::default() });
    }
    let root = match node::read(file, yaml) {
        Ok(root) => root,
        Err(error) => return (String::new(), Parsed { diagnostics: vec![error], ..Parsed::default() }),
    };
    let (assembled, mut diagnostics) = read::spec(file, yaml, &root);
    let mut parsed = parse_placed(&assembled.text, &|bytes| assembled.place(file, bytes));
    for diagnostic in &mut parsed.diagnostics {
        // What is replaced may stand in quotes, or be a sign that YAML does without.
        diagnostic.fix = None;
    }
    diagnostics.append(&mut parsed.diagnostics);
    diagnostics.sort_by_key(|d| d.primary.span);
    (assembled.text, Parsed { file: parsed.file, diagnostics })
}
