//! What compiling costs: a spec to tokens, what it expands to, rustc with one game, and all bundled games from nothing.

use std::{
    fs,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use super::{cargo, done, table::short};

/// Wanted of each spec: milliseconds, lines, bytes, seconds of rustc; and seconds of a clean build.
const MOST: (f64, f64, f64, f64, f64) = (200.0, 3_000.0, 300_000.0, 5.0, 90.0);

/// A crate with one game and nothing else. It is built as the bundled ones are: all that is reached by name is in it.
const LIBRARY: &str = "//! One game.\n
rulebook_macros::game!(pub mod game = \"specs/NAME.rules\");\n
/// The game by name.
pub fn start() -> Box<dyn rulebook_runtime::api::Game> {
    Box::new(game::Dynamic::new(&[]))
}\n";

/// Measures and prints.
pub(super) fn run(root: &Path, table: &Path, rounds: usize) -> Result<(), String> {
    let output = Command::new(table).args(["--expansion", "--rounds", &rounds.to_string()]).output();
    let output = output.map_err(|e| format!("{}: {e}", table.display()))?;
    if !output.status.success() {
        return Err(format!("{}: {}", table.display(), String::from_utf8_lossy(&output.stderr).trim()));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let one = One::prepare(root)?;
    let nothing = one.seconds("//! Nothing.\n")?;
    say!("");
    say!("{:<20}{:>16}{:>12}{:>12}{:>20}", "compile", "spec to tokens", "lines", "bytes", "rustc, one game");
    for line in text.lines() {
        let mut fields = line.split('\t');
        let mut next = || fields.next().ok_or_else(|| format!("`{line}` is no row"));
        let (name, milliseconds, lines, bytes) = (next()?, number(next()?)?, number(next()?)?, number(next()?)?);
        let seconds = one.seconds(&LIBRARY.replace("NAME", name))? - nothing;
        let over = [
            (milliseconds > MOST.0, "time to tokens"),
            (lines > MOST.1, "lines"),
            (bytes > MOST.2, "bytes"),
            (seconds > MOST.3, "rustc"),
        ];
        let over: Vec<_> = over.into_iter().filter(|(over, _)| *over).map(|(_, what)| what).collect();
        let over = if over.is_empty() { String::new() } else { format!("  BELOW: {}", over.join(", ")) };
        say!("{name:<20}{milliseconds:>13.1} ms{lines:>12}{bytes:>12}{seconds:>18.1} s{over}");
    }
    say!("{:<20}{:>13} ms{:>12}{:>12}{:>18} s", "at most", short(MOST.0), MOST.1, MOST.2, short(MOST.3));
    say!("an empty crate beside the same dependencies: {nothing:.1} s, taken off above");
    let clean = clean(root)?;
    say!("rulebook-games, clean, release, two jobs: {clean:.1} s (at most {:.0} s)", MOST.4);
    Ok(())
}

fn number(field: &str) -> Result<f64, String> {
    field.parse().map_err(|_| format!("`{field}` is no number"))
}

/// Seconds of a build of all bundled games from nothing.
fn clean(root: &Path) -> Result<f64, String> {
    let target = root.join("target/bench-clean");
    if target.exists() {
        fs::remove_dir_all(&target).map_err(|e| format!("{}: {e}", target.display()))?;
    }
    let start = Instant::now();
    done(cargo(root, &target).args(["build", "--quiet", "--release", "-p", "rulebook-games", "-j2"]))?;
    Ok(start.elapsed().as_secs_f64())
}

/// A crate below `target/` whose library is written anew for each game.
struct One {
    folder: std::path::PathBuf,
    target: std::path::PathBuf,
}

impl One {
    /// Writes the crate and builds what it depends on.
    fn prepare(root: &Path) -> Result<Self, String> {
        let one = Self { folder: root.join("target/bench-one"), target: root.join("target/bench-one/target") };
        let specs = one.folder.join("specs");
        for folder in [one.folder.join("src"), specs.clone()] {
            fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        let crates = root.join("crates");
        let path = |name: &str| crates.join(name).display().to_string().replace('\\', "/");
        let manifest = format!(
            "[package]\nname = \"one\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
             rulebook-macros.path = \"{}\"\nrulebook-runtime.path = \"{}\"\n\n[workspace]\n",
            path("rulebook-macros"),
            path("rulebook-runtime")
        );
        write(&one.folder.join("Cargo.toml"), &manifest)?;
        // The same versions as everywhere, and nothing to be fetched.
        copy(&root.join("Cargo.lock"), &one.folder.join("Cargo.lock"))?;
        for spec in rulebook_specs::all() {
            write(&specs.join(format!("{}.rules", spec.name)), spec.text)?;
        }
        let own = crates.join("rulebook-bench/specs");
        for entry in fs::read_dir(&own).map_err(|e| format!("{}: {e}", own.display()))? {
            let from = entry.map_err(|e| format!("{}: {e}", own.display()))?.path();
            if let Some(name) = from.file_name() {
                copy(&from, &specs.join(name))?;
            }
        }
        one.seconds("//! Nothing yet.\n")?;
        Ok(one)
    }

    /// Seconds of a release build of the crate with that library; what it depends on has been built.
    fn seconds(&self, library: &str) -> Result<f64, String> {
        // Cargo compares times of files, some of them in whole seconds.
        std::thread::sleep(Duration::from_millis(1_100));
        write(&self.folder.join("src/lib.rs"), library)?;
        let start = Instant::now();
        done(cargo(&self.folder, &self.target).args(["build", "--quiet", "--release"]))?;
        Ok(start.elapsed().as_secs_f64())
    }
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    fs::write(file, text).map_err(|e| format!("{}: {e}", file.display()))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::copy(from, to).map(|_| ()).map_err(|e| format!("{}: {e}", from.display()))
}
