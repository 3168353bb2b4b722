//! The responses of operations.

use super::{
    BASE,
    shape::{Given, Schemas, Shape},
};
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

/// A response, and its description in the document.
pub(super) trait Answer: Send {
    fn into_response(self) -> Response;
    fn describe(schemas: &mut Schemas, shape: &mut Shape);
}

const JSON: &str = "application/json";

fn body<T: Serialize>(status: StatusCode, value: &T) -> Response {
    match serde_json::to_string(value) {
        Ok(text) => (status, [(header::CONTENT_TYPE, JSON)], text).into_response(),
        Err(error) => {
            let fault = crate::Error::internal("an answer could not be written as JSON", &error);
            super::Problem::from(fault).into_response()
        }
    }
}

/// The current state of something.
#[derive(Debug)]
pub(super) struct Now<T>(pub(super) T);

impl<T: Serialize + JsonSchema + Send> Answer for Now<T> {
    fn into_response(self) -> Response {
        body(StatusCode::OK, &self.0)
    }

    fn describe(schemas: &mut Schemas, shape: &mut Shape) {
        let content = Some((JSON, schemas.told::<T>()));
        shape.answers.push(Given { status: 200, words: "The current state.", content });
    }
}

/// Something that now exists or already did: requesting it twice creates one.
#[derive(Debug)]
pub(super) enum Made<T> {
    /// Newly created, with its address.
    New(T, String),
    /// It already existed, or there is none yet.
    Known(T),
}

impl<T: Serialize + JsonSchema + Send> Answer for Made<T> {
    fn into_response(self) -> Response {
        match self {
            Self::New(made, place) => {
                let mut response = body(StatusCode::CREATED, &made);
                let place = HeaderValue::try_from(format!("{BASE}{place}")).ok();
                response.headers_mut().extend(place.map(|place| (header::LOCATION, place)));
                response
            }
            Self::Known(known) => body(StatusCode::OK, &known),
        }
    }

    fn describe(schemas: &mut Schemas, shape: &mut Shape) {
        for (status, words) in
            [(201, "Created. Location has its address."), (200, "Nothing new was created.")]
        {
            let content = Some((JSON, schemas.told::<T>()));
            shape.answers.push(Given { status, words, content });
        }
    }
}

/// Success without content.
#[derive(Debug)]
pub(super) struct Silent;

impl Answer for Silent {
    fn into_response(self) -> Response {
        StatusCode::NO_CONTENT.into_response()
    }

    fn describe(_: &mut Schemas, shape: &mut Shape) {
        shape.answers.push(Given { status: 204, words: "Done.", content: None });
    }
}

/// A list of subscriptions as OPML.
#[derive(Debug)]
pub(super) struct Opml(pub(super) String);

const OPML: &str = "text/x-opml";

impl Answer for Opml {
    fn into_response(self) -> Response {
        let name = "attachment; filename=\"subscriptions.opml\"";
        let headers = [(header::CONTENT_TYPE, OPML), (header::CONTENT_DISPOSITION, name)];
        (headers, self.0).into_response()
    }

    fn describe(_: &mut Schemas, shape: &mut Shape) {
        let content = Some((OPML, json!({ "type": "string" })));
        shape.answers.push(Given { status: 200, words: "The file.", content });
    }
}
