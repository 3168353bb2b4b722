//! The OpenAPI document, generated from the table of operations.

use super::{
    API, Operation,
    problem::{Kind, Told},
    shape::{Schemas, Shape},
};
use crate::proxies::Base;
use axum::response::{IntoResponse, Response};
use http::{Method, header};
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

const PROBLEM: &str = "application/problem+json";

/// The document without the address of the server.
static DOCUMENT: LazyLock<Value> = LazyLock::new(write);

/// Returns the document.
pub(crate) fn document() -> &'static Value {
    &DOCUMENT
}

/// `GET /api/v1/openapi.json`. Public, because it says nothing about anybody.
pub(crate) async fn serve(Base(base): Base) -> Response {
    let mut document = document().clone();
    document["servers"] = json!([{ "url": base }]);
    ([(header::CONTENT_TYPE, "application/json")], document.to_string()).into_response()
}

fn write() -> Value {
    let mut schemas = Schemas::new();
    let problem = schemas.told::<Told>();
    let mut paths = Map::new();
    for one in API {
        let shape = (one.shape)(&mut schemas);
        let path = paths.entry(one.path).or_insert_with(|| json!({}));
        path[one.method.as_str().to_ascii_lowercase()] = operation(one, shape);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Tidings",
            "version": "1",
            "description": "Everything the pages of Tidings can do, for programs. Every request needs an app password.",
        },
        "security": [{ "appPassword": [] }],
        "tags": groups(),
        "paths": paths,
        "components": {
            "schemas": schemas.definitions(),
            "responses": { "problem": {
                "description": problems(),
                "content": { PROBLEM: { "schema": problem } },
            } },
            "securitySchemes": { "appPassword": {
                "type": "http",
                "scheme": "bearer",
                "description": "An app password, created under Settings, App passwords.",
            } },
        },
    })
}

/// Returns the groups in the order of the table.
fn groups() -> Value {
    let mut names: Vec<&str> = Vec::new();
    for one in API {
        if !names.contains(&one.group.0) {
            names.push(one.group.0);
        }
    }
    names.into_iter().map(|name| json!({ "name": name })).collect()
}

fn problems() -> String {
    let kinds = Kind::ALL.map(|kind| format!("{} {}", kind.status().as_u16(), kind.code()));
    format!("An error. Its type ends with one of: {}.", kinds.join(", "))
}

fn operation(one: &Operation, shape: Shape) -> Value {
    let mut told = json!({
        "operationId": one.id,
        "summary": one.summary,
        "tags": [one.group.0],
        "responses": responses(one.method, &shape),
    });
    if !shape.parameters.is_empty() {
        told["parameters"] = shape
            .parameters
            .into_iter()
            .map(|parameter| {
                json!({
                    "in": parameter.place,
                    "name": parameter.name,
                    "required": parameter.is_required,
                    "schema": parameter.schema,
                })
            })
            .collect();
    }
    if let Some((media_type, schema)) = shape.body {
        told["requestBody"] =
            json!({ "required": true, "content": { media_type: { "schema": schema } } });
    }
    told
}

fn responses(method: &Method, shape: &Shape) -> Value {
    let mut told = Map::new();
    for answer in &shape.answers {
        let mut said = json!({ "description": answer.words });
        if let Some((media_type, schema)) = &answer.content {
            said["content"] = json!({ *media_type: { "schema": schema } });
        }
        told.insert(answer.status.to_string(), said);
    }
    if *method == Method::GET {
        told.insert(
            "304".to_owned(),
            json!({ "description": "Unchanged: If-None-Match has the current ETag." }),
        );
    }
    told.insert("default".to_owned(), json!({ "$ref": "#/components/responses/problem" }));
    told.into()
}
