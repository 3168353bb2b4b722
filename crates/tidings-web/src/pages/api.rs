//! `/api`: the documentation of our own API, rendered from its OpenAPI document.

use crate::{
    Error,
    api::{self, API, problem::Kind},
    app::Inner,
    pages::{Place, Shell, page},
    proxies::Base,
    session::Signed,
    voice::Voice,
};
use askama::Template;
use axum::{extract::State, response::Response};
use serde_json::Value;
use std::sync::Arc;

#[derive(Template)]
#[template(path = "api.html")]
struct Page {
    t: Voice,
    shell: Shell,
    base: String,
    groups: Vec<Shown>,
    problems: Vec<(&'static str, u16, &'static str)>,
    schemas: Vec<Schema>,
}

/// A group of related operations.
struct Shown {
    name: &'static str,
    operations: Vec<Operation>,
}

struct Operation {
    id: &'static str,
    method: &'static str,
    path: &'static str,
    summary: &'static str,
    parameters: Vec<Field>,
    body: Option<Kinded>,
    answers: Vec<Answer>,
}

struct Answer {
    status: String,
    words: String,
    body: Option<Kinded>,
}

/// A type in words, and the schema it refers to, if that has a name.
struct Kinded {
    words: String,
    schema: Option<String>,
}

struct Field {
    name: String,
    kind: Kinded,
    is_required: bool,
    words: String,
}

struct Schema {
    name: String,
    words: String,
    fields: Vec<Field>,
}

/// `GET /api`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    Base(base): Base,
) -> Result<Response, Error> {
    let document = api::document();
    let mut groups: Vec<Shown> = Vec::new();
    for one in API {
        let method = one.method.as_str();
        let told = &document["paths"][one.path][method.to_ascii_lowercase()];
        let shown = Operation {
            id: one.id,
            method,
            path: one.path,
            summary: one.summary,
            parameters: items(&told["parameters"]).map(parameter).collect(),
            body: told.get("requestBody").map(content),
            answers: answers(&told["responses"]),
        };
        match groups.iter_mut().find(|group| group.name == one.group.0) {
            Some(group) => group.operations.push(shown),
            None => groups.push(Shown { name: one.group.0, operations: vec![shown] }),
        }
    }
    page(&Page {
        t: signed.voice.clone(),
        shell: Shell::new(&inner, &signed, Place::Passwords).await?,
        base,
        groups,
        problems: Kind::ALL
            .map(|kind| (kind.code(), kind.status().as_u16(), kind.title()))
            .to_vec(),
        schemas: schemas(&document["components"]["schemas"]),
    })
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Returns a description without its Markdown marks.
fn words(value: &Value) -> String {
    text(value).replace('`', "")
}

fn parameter(told: &Value) -> Field {
    Field {
        name: text(&told["name"]),
        kind: kind(&told["schema"]),
        is_required: told["required"] == true,
        words: words(&told["schema"]["description"]),
    }
}

fn answers(told: &Value) -> Vec<Answer> {
    let all = told.as_object().into_iter().flatten();
    all.filter(|(status, _)| *status != "default")
        .map(|(status, one)| Answer {
            status: status.clone(),
            words: words(&one["description"]),
            body: one.get("content").map(|_| content(one)),
        })
        .collect()
}

/// Returns the body of a request or a response.
fn content(told: &Value) -> Kinded {
    let first = told["content"].as_object().and_then(|all| all.iter().next());
    let Some((media_type, one)) = first else { return kind(&Value::Null) };
    match kind(&one["schema"]) {
        named @ Kinded { schema: Some(_), .. } => named,
        _ => Kinded { words: media_type.clone(), schema: None },
    }
}

/// Describes a schema in a few words.
fn kind(schema: &Value) -> Kinded {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap_or_default().to_owned();
        return Kinded { words: name.clone(), schema: Some(name) };
    }
    if let Some(some) = items(&schema["anyOf"]).find(|one| one["type"] != "null") {
        return kind(some);
    }
    let choice: Vec<String> =
        items(&schema["enum"]).filter(|one| !one.is_null()).map(word).collect();
    if !choice.is_empty() {
        return Kinded { words: choice.join(" | "), schema: None };
    }
    let name = match &schema["type"] {
        Value::Array(types) => {
            types.iter().find(|one| *one != "null").map(text).unwrap_or_default()
        }
        one => text(one),
    };
    if name == "array" {
        let inner = kind(&schema["items"]);
        return Kinded { words: format!("[{}]", inner.words), schema: inner.schema };
    }
    let words = match schema["format"].as_str() {
        Some("date-time") => "date-time".to_owned(),
        _ if name.is_empty() => "any".to_owned(),
        _ => name,
    };
    Kinded { words, schema: None }
}

fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn schemas(all: &Value) -> Vec<Schema> {
    let all = all.as_object().into_iter().flatten();
    all.map(|(name, schema)| {
        let is_required =
            |field: &str| items(&schema["required"]).any(|one| one.as_str() == Some(field));
        let fields = schema["properties"].as_object().into_iter().flatten();
        Schema {
            name: name.clone(),
            words: words(&schema["description"]),
            fields: fields
                .map(|(name, field)| Field {
                    name: name.clone(),
                    kind: kind(field),
                    is_required: is_required(name),
                    words: words(&field["description"]),
                })
                .collect(),
        }
    })
    .collect()
}
