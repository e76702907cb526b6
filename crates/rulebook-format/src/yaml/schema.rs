//! The YAML form as a JSON Schema, made from the same table from which it is read.

use serde_json::{Map, Value, json};

use super::forms::{FORMS, Field, Form, Shape};

/// The JSON Schema of a spec in YAML. It knows which keys there are and what their values look like; whether a part of a
/// clause is right only the parser knows.
pub fn schema() -> Value {
    let clauses: Vec<Value> = FORMS.iter().map(|form| json!({ "$ref": format!("#/$defs/{}", form.clause) })).collect();
    let mut defs = Map::new();
    defs.insert("part".into(), json!({ "type": ["string", "integer"] }));
    defs.insert("parts".into(), json!({ "type": "array", "items": { "$ref": "#/$defs/part" }, "minItems": 1 }));
    defs.insert("clauses".into(), json!({ "type": "array", "items": { "oneOf": clauses } }));
    defs.insert("rules".into(), rules("game"));
    defs.insert("family".into(), rules("family"));
    defs.insert("texts".into(), texts());
    defs.extend(FORMS.iter().map(|form| (form.clause.to_owned(), clause(form))));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A spec of rulebook in YAML",
        "type": "object",
        "properties": {
            "rulebook": { "const": 1, "description": "The version of the language." },
            "blocks": {
                "type": "array",
                "items": { "oneOf": [
                    { "$ref": "#/$defs/rules" }, { "$ref": "#/$defs/family" }, { "$ref": "#/$defs/texts" },
                ] },
            },
        },
        "required": ["rulebook", "blocks"],
        "additionalProperties": false,
        "$defs": defs,
    })
}

fn rules(word: &str) -> Value {
    json!({
        "type": "object",
        "properties": {
            word: { "type": "string" },
            "extends": { "type": "string" },
            "with": { "type": "object", "additionalProperties": { "$ref": "#/$defs/part" } },
            "clauses": { "$ref": "#/$defs/clauses" },
        },
        "required": [word, "clauses"],
        "dependentRequired": { "with": ["extends"] },
        "additionalProperties": false,
    })
}

fn texts() -> Value {
    let source = json!({ "oneOf": [
        { "type": "string" },
        {
            "type": "object",
            "additionalProperties": { "type": "array", "items": { "type": "integer" } },
            "minProperties": 1,
            "maxProperties": 1,
        },
    ] });
    let document = json!({
        "type": "object",
        "properties": { "document": { "type": "string" }, "title": { "type": "string" } },
        "required": ["document", "title"],
        "additionalProperties": false,
    });
    let claim = json!({
        "type": "object",
        "properties": {
            "id": { "type": "string" },
            "sources": { "type": "array", "items": source },
            "formerly": { "type": "string" },
            "texts": {
                "type": "object",
                "propertyNames": { "pattern": "^[a-z]{2}$" },
                "additionalProperties": { "type": "string" },
            },
        },
        "required": ["id"],
        "additionalProperties": false,
    });
    json!({
        "type": "object",
        "properties": {
            "texts": { "type": "string" },
            "lines": { "type": "array", "items": { "oneOf": [document, claim] } },
        },
        "required": ["texts", "lines"],
        "additionalProperties": false,
    })
}

fn clause(form: &Form) -> Value {
    let mut properties = Map::new();
    properties.insert("clause".into(), json!({ "const": form.clause }));
    properties.insert("assume".into(), json!({ "type": "boolean" }));
    properties.extend(form.fields.iter().map(|field| (field.key.to_owned(), shape(field))));
    let needed = form.fields.iter().filter(|field| field.needed).map(|field| field.key);
    let required: Vec<&str> = std::iter::once("clause").chain(needed).collect();
    let mut schema = json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    });
    if !form.one_of.is_empty() {
        schema["oneOf"] = form.one_of.iter().map(|key| json!({ "required": [key] })).collect();
    }
    schema
}

fn shape(field: &Field) -> Value {
    match field.shape {
        Shape::One(_) => json!({ "$ref": "#/$defs/part" }),
        Shape::Many(..) => json!({ "$ref": "#/$defs/parts" }),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Choice(choices) => json!({ "enum": choices.iter().map(|(word, _)| word).collect::<Vec<_>>() }),
    }
}
