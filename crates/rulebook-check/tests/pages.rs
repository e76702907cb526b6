//! Every page of a diagnostic of the checker: its wrong example gives the code, its right one does not.

use rulebook_check::{Loader, Request, check};
use rulebook_diagnostics::{Sources, codes, render_short};

struct Nowhere;

impl Loader for Nowhere {
    fn load(&self, _: &str, _: &str) -> Option<(String, String)> {
        None
    }
}

fn block<'p>(page: &'p str, what: &str) -> &'p str {
    let after = page.split_once(&format!("```rules {what}\n")).unwrap_or_else(|| panic!("no {what} block")).1;
    after.split_once("```").expect("the block ends").0
}

#[test]
fn pages_show_what_they_say() {
    let mut wrong = Vec::new();
    // Those from R0800 on are in YAML; `rulebook-format` tests them.
    for info in codes::all().iter().filter(|i| ("R0200".."R0800").contains(&i.code.0)) {
        for (what, wanted) in [("wrong", true), ("right", false)] {
            let text = block(info.page, what);
            let mut sources = Sources::default();
            let root = sources.add("page.rules", text);
            let checked = check(&mut sources, root, &Request::default(), &Nowhere);
            let found = checked.diagnostics.iter().any(|d| d.code == info.code);
            let clean = wanted || checked.rules.is_some();
            if found != wanted || !clean {
                wrong.push(format!("{} {what}:\n{}", info.code.0, render_short(&sources, &checked.diagnostics)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
