//! Checks spec files named on the command line and prints what is wrong with them.

use rulebook_check::{Loader, Request, check};
use rulebook_diagnostics::{Sources, render_short};

struct Beside;

impl Loader for Beside {
    fn load(&self, name: &str, from: &str) -> Option<(String, String)> {
        let path = std::path::Path::new(from).parent()?.join(format!("{name}.rules"));
        Some((path.display().to_string(), std::fs::read_to_string(&path).ok()?))
    }
}

fn main() {
    for path in std::env::args().skip(1) {
        let mut sources = Sources::default();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let root = sources.add(path.clone(), text);
        let checked = check(&mut sources, root, &Request::default(), &Beside);
        print!("{}", render_short(&sources, &checked.diagnostics));
        if let Some(rules) = checked.rules {
            println!("{path}: {} clauses, {} definitions", rules.clauses.len(), rules.defs.len());
            if std::env::var_os("DUMP").is_some() {
                println!("{:#?}\n{:#?}\n{:#?}\n{:#?}", rules.actions, rules.clocks, rules.results, rules.defs);
            }
        }
    }
}
