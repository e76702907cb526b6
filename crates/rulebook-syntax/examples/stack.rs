fn main() {
    let args: Vec<String> = std::env::args().collect();
    let kb: usize = args[1].parse().unwrap();
    let n: usize = args[2].parse().unwrap();
    let (o, c) = (args[3].clone(), args[4].clone());
    let text = format!("rulebook 1\ngame a {{\n let a = {}own{}\n}}\n", o.repeat(n), c.repeat(n));
    let h = std::thread::Builder::new().stack_size(kb * 1024).spawn(move || {
        let p = rulebook_syntax::parse(rulebook_diagnostics::FileId(0), &text);
        println!("{:?}", p.diagnostics.iter().map(|d| d.code.0).collect::<Vec<_>>());
    }).unwrap();
    h.join().unwrap();
}
