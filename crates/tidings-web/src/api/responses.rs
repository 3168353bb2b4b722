//! What operations answer with.

use super::{
    BASE,
    shape::{Given, Schemas, Shape},
};
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

/// An answer, and how the document tells of it.
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

/// Something, as it is now.
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

/// Something that is there from now on, or was there already: asking twice makes one.
#[derive(Debug)]
pub(super) enum Made<T> {
    /// It is new, and where it is.
    New(T, String),
    /// It was there, or there is none yet.
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

/// It was done, and there is nothing to say.
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

/// A list of subscriptions.
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
