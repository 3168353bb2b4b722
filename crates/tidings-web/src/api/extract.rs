//! The parts of a request: ids in its path, query parameters, and its body.

use super::{
    problem::{Kind, Problem},
    shape::{Parameter, Schemas, Shape},
};
use crate::app::Inner;
use axum::{
    body::Bytes,
    extract::{FromRequestParts, Path, Query},
};
use http::{HeaderMap, header, request::Parts};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::future::Future;

/// Maximum body size, unless a part says otherwise: enough for a thousand ids.
const MAX_BYTES: usize = 256 << 10;

/// An authenticated request, read as far as its operation allows.
#[derive(Debug)]
pub(super) struct Sent {
    pub(super) head: Parts,
    pub(super) body: Bytes,
}

/// One typed part of a request.
pub(super) trait Part: Sized + Send + 'static {
    /// Reads it, or returns a problem that says what was expected.
    fn read(sent: &mut Sent) -> impl Future<Output = Result<Self, Problem>> + Send;

    /// Describes it in the document.
    fn describe(schemas: &mut Schemas, shape: &mut Shape);

    /// Returns the maximum size of the body it needs.
    fn limit(_: &Inner) -> usize {
        0
    }
}

/// The ids in the path. An id that is not a number is not found.
#[derive(Debug)]
pub(super) struct At<T>(pub(super) T);

impl<T: DeserializeOwned + JsonSchema + Send + 'static> Part for At<T> {
    async fn read(sent: &mut Sent) -> Result<Self, Problem> {
        let named = Path::<T>::from_request_parts(&mut sent.head, &()).await;
        named
            .map(|Path(named)| Self(named))
            .map_err(|_| Problem::new(Kind::NotFound, "the id in the path is not a number"))
    }

    fn describe(schemas: &mut Schemas, shape: &mut Shape) {
        let fields = schemas.fields::<T>().into_iter();
        shape.parameters.extend(fields.map(|(name, schema, _)| Parameter {
            place: "path",
            name,
            is_required: true,
            schema,
        }));
    }
}

/// The query parameters. Unknown ones are refused, so that a misspelt one is not silently ignored.
#[derive(Debug)]
pub(super) struct QueryPart<T>(pub(super) T);

impl<T: DeserializeOwned + JsonSchema + Send + 'static> Part for QueryPart<T> {
    async fn read(sent: &mut Sent) -> Result<Self, Problem> {
        let query = Query::<T>::try_from_uri(&sent.head.uri);
        query
            .map(|Query(asked)| Self(asked))
            .map_err(|rejected| Problem::new(Kind::Unreadable, rejected.body_text()))
    }

    fn describe(schemas: &mut Schemas, shape: &mut Shape) {
        let fields = schemas.fields::<T>().into_iter();
        shape.parameters.extend(fields.map(|(name, schema, is_required)| Parameter {
            place: "query",
            name,
            is_required,
            schema,
        }));
    }
}

/// A JSON body.
#[derive(Debug)]
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned + JsonSchema + Send + 'static> Part for Body<T> {
    async fn read(sent: &mut Sent) -> Result<Self, Problem> {
        if !is_json(&sent.head.headers) {
            return Err(Problem::new(Kind::MediaType, "expected a body of type application/json"));
        }
        // Serde would read an array as the fields in their order.
        if sent.body.trim_ascii_start().first().is_some_and(|byte| *byte == b'[') {
            return Err(Problem::new(Kind::Refused, "expected a JSON object, got a list"));
        }
        serde_json::from_slice(&sent.body).map(Self).map_err(|error| {
            let kind = if error.is_data() { Kind::Refused } else { Kind::Unreadable };
            Problem::new(kind, error.to_string())
        })
    }

    fn describe(schemas: &mut Schemas, shape: &mut Shape) {
        shape.body = Some(("application/json", schemas.given::<T>()));
    }

    fn limit(_: &Inner) -> usize {
        MAX_BYTES
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    media_type.is_some_and(|text| {
        let essence = text.split(';').next().unwrap_or_default().trim();
        essence.eq_ignore_ascii_case("application/json")
    })
}

/// An uploaded file, whatever its name and declared type.
#[derive(Debug)]
pub(super) struct File(pub(super) Bytes);

impl Part for File {
    async fn read(sent: &mut Sent) -> Result<Self, Problem> {
        Ok(Self(sent.body.clone()))
    }

    fn describe(_: &mut Schemas, shape: &mut Shape) {
        shape.body = Some(("application/octet-stream", json!({})));
    }

    fn limit(inner: &Inner) -> usize {
        inner.services.checks.source_defaults().import_bytes
    }
}
