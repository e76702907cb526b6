//! Which crate may see which. The table is the one of ARCHITECTURE.md.

use std::{path::Path, process::Command};

use serde_json::Value;

/// What each crate may depend on, of this repository; `*` is anything.
const MAY_SEE: [(&str, &[&str]); 23] = [
    ("rulebook-diagnostics", &[]),
    ("rulebook-syntax", &["rulebook-diagnostics"]),
    ("rulebook-format", &["rulebook-diagnostics", "rulebook-syntax"]),
    ("rulebook-ir", &["rulebook-diagnostics"]),
    ("rulebook-check", &["rulebook-diagnostics", "rulebook-syntax", "rulebook-ir"]),
    ("rulebook-codegen", &["rulebook-diagnostics", "rulebook-ir"]),
    ("rulebook-api", &[]),
    ("rulebook-interpreter", &["rulebook-api", "rulebook-ir"]),
    ("rulebook-proofs", &["rulebook-api", "rulebook-interpreter", "rulebook-ir"]),
    ("rulebook-runtime", &["rulebook-api"]),
    ("rulebook-specs", &[]),
    ("rulebook-games", &["rulebook-api", "rulebook-macros", "rulebook-runtime", "rulebook-specs"]),
    // Mutants are changed rules; the runner itself sees an execution only through the api.
    ("rulebook-certify", &["rulebook-api", "rulebook-ir"]),
    ("rulebook-bench", &["*"]),
    ("rulebook-fuzz", &["*"]),
    ("rulebook-build", &["*"]),
    ("rulebook-macros", &["*"]),
    ("rulebook-docs", &["rulebook-api", "rulebook-certify", "rulebook-diagnostics", "rulebook-ir"]),
    (
        "rulebook-lsp",
        &[
            "rulebook-check",
            "rulebook-diagnostics",
            "rulebook-format",
            "rulebook-ir",
            "rulebook-specs",
            "rulebook-syntax",
        ],
    ),
    ("rulebook-play", &["rulebook-api"]),
    ("rulebook-records", &["rulebook-api"]),
    ("rulebook-cli", &["*"]),
    ("xtask", &["*"]),
];

/// Compares the dependencies of all crates with the table.
pub(crate) fn check(root: &Path) -> Result<Vec<String>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root)
        .output()
        .map_err(|e| format!("`cargo metadata` cannot be started: {e}"))?;
    if !output.status.success() {
        return Err(format!("`cargo metadata` failed: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).map_err(|e| format!("`cargo metadata`: {e}"))?;
    let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
    let mut problems = Vec::new();
    for package in packages {
        let name = package["name"].as_str().unwrap_or("");
        let Some((_, may_see)) = MAY_SEE.iter().find(|(n, _)| *n == name) else {
            // The facade shows everything to its users.
            if name != "rulebook" {
                problems.push(format!("{name}: say in xtask/src/directions.rs what this crate may depend on"));
            }
            continue;
        };
        for dependency in package["dependencies"].as_array().map_or(&[][..], Vec::as_slice) {
            let seen = dependency["name"].as_str().unwrap_or("");
            let ours = packages.iter().any(|p| p["name"] == seen);
            let in_tests = dependency["kind"] == "dev";
            if ours && !in_tests && !may_see.contains(&"*") && !may_see.contains(&seen) {
                problems.push(format!("{name} depends on {seen}, which it must not see"));
            }
        }
    }
    Ok(problems)
}
