//! A build script's function writes modules that are Rust, and says what is wrong as the command line does.

use std::{
    fs,
    path::{Path, PathBuf},
};

use quote::quote;
use rulebook_build::{Error, Script, Wrong};

fn script() -> Script {
    Script {
        root: Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"),
        out: PathBuf::from(env!("CARGO_TARGET_TMPDIR")),
        runtime: quote!(::rulebook::runtime),
    }
}

fn wrong(path: &str) -> Wrong {
    match script().compile(path) {
        Err(Error::Spec(wrong)) => wrong,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_module_is_written() {
    let files = script().compile("specs/mini.rules").expect("it is right");
    assert_eq!(files, ["specs/mini.rules"], "the family is bundled, so no file");
    let file = script().out.join("mini.rs");
    let text = fs::read_to_string(&file).expect("it was written");
    assert!(text.starts_with("#[allow(") && text.contains("pub mod mini {"), "{text}");
    assert!(text.contains("use ::rulebook::runtime as rt;"));
    let written = fs::metadata(&file).and_then(|m| m.modified()).expect("a time");
    script().compile("specs/mini.rules").expect("it is right");
    assert_eq!(fs::metadata(&file).and_then(|m| m.modified()).expect("a time"), written, "left alone");
}

#[test]
fn every_mistake_is_a_picture() {
    let pictures = wrong("specs/wrong.rules").messages();
    assert_eq!(pictures.len(), 2, "{pictures:#?}");
    assert!(pictures.iter().all(|p| p.contains("specs/wrong.rules:") && p.contains('^')), "{pictures:#?}");
    let shown = format!("{:?}", Error::Spec(wrong("specs/wrong.rules")));
    assert!(pictures.iter().all(|p| shown.contains(p)), "what `main` returns shows them: {shown}");
}

#[test]
fn other_troubles_say_the_way_out() {
    let refused = wrong("specs/twice.rules").to_string();
    assert!(refused.contains("`twice.again`") && refused.contains("repetition"), "{refused}");
    let family = wrong("specs/family.rules").to_string();
    assert!(family.contains("only families"), "{family}");
    let missing = wrong("specs/nowhere.rules").to_string();
    assert!(missing.contains("no file `specs/nowhere.rules`") && missing.contains("Cargo.toml"), "{missing}");
    assert!(wrong("/specs/mini.rules").to_string().contains("one machine"));
}
