fn main() {
    let mut sources = rulebook_diagnostics::Sources::default();
    let mut all = vec![];
    let mut mode = String::new();
    for path in std::env::args().skip(1) {
        if path.starts_with("--") { mode = path; continue; }
        let text = std::fs::read_to_string(&path).unwrap();
        let id = sources.add(path, text.as_str());
        let t = std::time::Instant::now();
        let parsed = rulebook_syntax::parse(id, &text);
        eprintln!("{:?} {} units {} diags", t.elapsed(), parsed.file.units.len(), parsed.diagnostics.len());
        if mode == "--ast" { println!("{:#?}", parsed.file); }
        all.extend(parsed.diagnostics);
    }
    if mode == "--json" { println!("{}", rulebook_diagnostics::render_json(&sources, &all)); }
    else if mode == "--short" { print!("{}", rulebook_diagnostics::render_short(&sources, &all)); }
    else { print!("{}", rulebook_diagnostics::render_human(&sources, &all, false)); }
}
