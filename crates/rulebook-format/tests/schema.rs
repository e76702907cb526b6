//! The JSON Schema of the YAML form: every bundled spec keeps to it, and it refuses what the parser refuses for its form.
//!
//! The validator here knows the keywords that the schema uses, as JSON Schema 2020-12 says them, and no others: a library
//! that knows all of them would be fifty more crates.

use std::{collections::BTreeSet, fs, path::Path};

use rulebook_diagnostics::FileId;
use rulebook_format::{parse_yaml, to_yaml};
use serde_json::Value;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)).expect("it is there")
}

/// The YAML form of every bundled spec, by file.
fn specs() -> Vec<(String, String)> {
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../specs")];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "rules") {
                let text = fs::read_to_string(&path).expect("text");
                found.push((path.display().to_string(), to_yaml(FileId(0), &text).expect("no mistakes")));
            }
        }
    }
    assert!(found.len() > 20, "the specs are found");
    found
}

/// The schema as it is written down, and what a value breaks of it.
struct Schema(Value);

impl Schema {
    fn written() -> Self {
        Self(serde_json::from_str(&read("docs/schema/rules.schema.json")).expect("JSON"))
    }

    /// Where a value breaks the schema first.
    fn broken(&self, yaml: &str) -> Option<String> {
        let value: Value = serde_yaml::from_str(yaml).expect("YAML");
        self.check(&self.0, &value, "").err()
    }

    fn check(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        for (keyword, wanted) in schema.as_object().expect("a schema is an object") {
            self.keyword(schema, keyword, wanted, value, at)?;
        }
        Ok(())
    }

    fn keyword(&self, schema: &Value, keyword: &str, wanted: &Value, value: &Value, at: &str) -> Result<(), String> {
        let list = |v: &Value| v.as_array().cloned().unwrap_or_default();
        let size = |v: &Value| v.as_array().map(Vec::len).or(v.as_object().map(serde_json::Map::len));
        let limit = || wanted.as_u64().and_then(|n| usize::try_from(n).ok()).expect("a number");
        let holds = match keyword {
            "$schema" | "$defs" | "title" | "description" => true,
            "$ref" => {
                let path = wanted.as_str().and_then(|r| r.strip_prefix('#')).expect("a reference within");
                return self.check(self.0.pointer(path).expect("it leads somewhere"), value, at);
            }
            "const" => value == wanted,
            "enum" => list(wanted).contains(value),
            "type" if wanted.is_array() => list(wanted).iter().any(|one| is_of(one, value)),
            "type" => is_of(wanted, value),
            "oneOf" => list(wanted).iter().filter(|one| self.check(one, value, at).is_ok()).count() == 1,
            "required" => value.as_object().is_none_or(|o| list(wanted).iter().all(|k| o.contains_key(text(k)))),
            "dependentRequired" => {
                let there = |key: &str| value.get(key).is_some();
                let asked = wanted.as_object().expect("an object").iter().filter(|(key, _)| there(key));
                asked.into_iter().all(|(_, others)| list(others).iter().all(|k| there(text(k))))
            }
            "minItems" => !value.is_array() || size(value) >= Some(limit()),
            "minProperties" => !value.is_object() || size(value) >= Some(limit()),
            "maxProperties" => !value.is_object() || size(value) <= Some(limit()),
            "items" => {
                for (i, item) in list(value).iter().enumerate() {
                    self.check(wanted, item, &format!("{at}/{i}"))?;
                }
                true
            }
            "properties" => {
                for (key, one) in wanted.as_object().expect("an object") {
                    if let Some(part) = value.get(key) {
                        self.check(one, part, &format!("{at}/{key}"))?;
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = |key: &str| schema["properties"].get(key).is_some();
                for (key, part) in value.as_object().into_iter().flatten().filter(|(key, _)| !known(key)) {
                    if *wanted == Value::Bool(false) {
                        return Err(format!("{at}: there is no `{key}`"));
                    }
                    self.check(wanted, part, &format!("{at}/{key}"))?;
                }
                true
            }
            "propertyNames" => {
                assert_eq!(wanted["pattern"], "^[a-z]{2}$", "this validator knows no other pattern");
                let two = |key: &String| key.len() == 2 && key.bytes().all(|b| b.is_ascii_lowercase());
                value.as_object().is_none_or(|o| o.keys().all(two))
            }
            other => panic!("this validator does not know `{other}`"),
        };
        if holds { Ok(()) } else { Err(format!("{at}: {keyword} {wanted} does not hold of {value}")) }
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// Is a value of that type?
fn is_of(name: &Value, value: &Value) -> bool {
    match text(name) {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("this validator does not know the type `{other}`"),
    }
}

#[test]
fn every_bundled_spec_keeps_to_the_schema() {
    let schema = Schema::written();
    for (name, yaml) in specs() {
        assert_eq!(schema.broken(&yaml), None, "{name}\n{yaml}");
    }
    let reference = read("docs/language.md");
    let (_, after) = reference.split_once("```yaml\n").expect("an example");
    assert_eq!(schema.broken(after.split_once("```").expect("it ends").0), None);
}

/// A line that is taken out, or a key that is written otherwise: what the schema takes and the parser does not is never the
/// form (R0802 to R0804), and what the schema does not take the parser refuses.
#[test]
fn the_schema_and_the_parser_refuse_the_same_forms() {
    let schema = Schema::written();
    let (mut refused, mut tried) = (0, BTreeSet::new());
    for (name, yaml) in specs() {
        let lines: Vec<&str> = yaml.lines().collect();
        let mut clause = String::new();
        for (i, line) in lines.iter().enumerate().filter(|(_, line)| line.contains(": ") || line.ends_with(':')) {
            let words = line.trim_start_matches([' ', '-']);
            let (key, rest) = words.split_once(':').unwrap_or((words, ""));
            if key == "clause" {
                rest.clone_into(&mut clause);
            }
            // Every key of every clause once.
            if !tried.insert((clause.clone(), key.to_owned())) {
                continue;
            }
            let changed = |with: &str| [&lines[..i], &[with], &lines[i + 1..]].concat().join("\n");
            for text in [changed(""), changed(&line.replacen(':', "x:", 1))] {
                // What is no YAML any more is not of this test.
                if serde_yaml::from_str::<Value>(&text).is_err() {
                    continue;
                }
                let found = parse_yaml(FileId(0), &text).diagnostics;
                if found.iter().any(|d| d.code.0 == "R0801") {
                    continue;
                }
                let of_form = found.iter().any(|d| matches!(d.code.0, "R0802" | "R0803" | "R0804"));
                let broken = schema.broken(&text);
                refused += usize::from(broken.is_some());
                let agree = if of_form { broken.is_some() } else { broken.is_none() || !found.is_empty() };
                assert!(agree, "{name}, line {}: {broken:?}, {found:?}\n{text}", i + 1);
            }
        }
    }
    assert!(refused > 100, "{refused} were refused");
}
