//! `rulebook fmt` as its users see it: files, folders, standard input, mistakes.

use std::{
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Output, Stdio},
};

use serde_json::Value;

const UGLY: &str = "rulebook 1\ngame a{ board 8 x 8 // so\nplayers b ,c }";
const PRETTY: &str = "rulebook 1\ngame a {\n  board 8 x 8   // so\n  players b, c\n}\n";

fn call(args: &[&str], folder: &Path, input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulebook"));
    command.args(args).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    child.stdin.take().expect("its input").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    fs::create_dir(folder.path().join("deep")).expect("a folder");
    write("ugly.rules", UGLY);
    write("deep/pretty.rules", PRETTY);
    write("deep/wrong.rules", "rulebook 1\ngame a {\n  baord 8 x 8\n}\n");
    write("deep/notes.txt", "game   a");
    folder
}

#[test]
fn files_are_laid_out_in_their_place() {
    let folder = folder();
    let answer = call(&["fmt", "ugly.rules", "deep/pretty.rules"], folder.path(), "");
    assert_eq!(answer.status.code(), Some(0), "{}", text(&answer.stderr));
    assert_eq!(text(&answer.stdout), "ugly.rules\n", "the files that changed are named");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("there");
    assert_eq!(read("ugly.rules"), PRETTY);
    let again = call(&["fmt", "--check", "ugly.rules"], folder.path(), "");
    assert_eq!((again.status.code(), text(&again.stdout)), (Some(0), String::new()));
    let names: Vec<_> =
        fs::read_dir(folder.path()).expect("a folder").map(|e| e.expect("an entry").file_name()).collect();
    assert_eq!(names.len(), 2, "nothing is left behind: {names:?}");
}

#[cfg(unix)]
#[test]
fn permissions_and_links_stay() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let folder = folder();
    let (file, link) = (folder.path().join("ugly.rules"), folder.path().join("link.rules"));
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("set");
    symlink("ugly.rules", &link).expect("a link");
    assert_eq!(call(&["fmt", "link.rules"], folder.path(), "").status.code(), Some(0));
    assert_eq!(fs::read_to_string(&file).expect("there"), PRETTY);
    assert_eq!(fs::metadata(&file).expect("there").permissions().mode() & 0o777, 0o640);
    assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
}

#[test]
fn check_writes_nothing_and_shows_the_difference() {
    let folder = folder();
    let answer = call(&["fmt", "--check", "ugly.rules", "deep/pretty.rules"], folder.path(), "");
    assert_eq!(answer.status.code(), Some(1));
    let shown = text(&answer.stdout);
    assert!(shown.starts_with("ugly.rules\n") && shown.contains("+  players b, c"), "{shown}");
    assert!(!shown.contains("pretty.rules"), "{shown}");
    assert_eq!(fs::read_to_string(folder.path().join("ugly.rules")).expect("there"), UGLY);
}

#[test]
fn a_folder_is_walked_and_mistakes_stop_nothing() {
    let folder = folder();
    let answer = call(&["fmt", "--json", "."], folder.path(), "");
    assert_eq!(answer.status.code(), Some(1), "{}", text(&answer.stderr));
    let told: Value = serde_json::from_slice(&answer.stdout).expect("JSON");
    let files = told["files"].as_array().expect("a list");
    let status = |name: &str| {
        let file = files.iter().find(|f| f["file"].as_str().is_some_and(|f| f.ends_with(name)));
        file.map(|f| f["status"].clone()).unwrap_or_default()
    };
    assert_eq!(files.len(), 3, "{told}");
    assert_eq!((status("ugly.rules"), status("pretty.rules")), ("formatted".into(), "unchanged".into()));
    assert_eq!(status("wrong.rules"), "wrong");
    let wrong = files.iter().find(|f| f["status"] == "wrong").expect("it is there");
    assert_eq!(wrong["diagnostics"][0]["line"], 3);
    assert!(text(&answer.stderr).contains("baord"), "people see it too");
    let kept = fs::read_to_string(folder.path().join("deep/wrong.rules")).expect("there");
    assert!(kept.contains("baord"));
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = folder();
    let answer = call(&["fmt", "--stdin"], folder.path(), UGLY);
    assert_eq!((answer.status.code(), text(&answer.stdout).as_str()), (Some(0), PRETTY));
    assert_eq!(call(&["fmt", "--stdin", "--check"], folder.path(), UGLY).status.code(), Some(1));
    assert_eq!(call(&["fmt", "--stdin", "--check"], folder.path(), PRETTY).status.code(), Some(0));
    let wrong = call(&["fmt", "--stdin"], folder.path(), "rulebook 1\ngame");
    assert_eq!((wrong.status.code(), text(&wrong.stdout).as_str()), (Some(1), ""));
    assert!(!wrong.stderr.is_empty());
}

#[test]
fn what_is_not_there_or_not_asked_for_is_refused() {
    let folder = folder();
    let missing = call(&["fmt", "no.rules", "ugly.rules"], folder.path(), "");
    assert_eq!(missing.status.code(), Some(3));
    assert_eq!(fs::read_to_string(folder.path().join("ugly.rules")).expect("there"), PRETTY, "the other is laid out");
    assert_eq!(call(&["fmt"], folder.path(), "").status.code(), Some(2));
    assert_eq!(call(&["fmt", "--stdin", "ugly.rules"], folder.path(), "").status.code(), Some(2));
}
