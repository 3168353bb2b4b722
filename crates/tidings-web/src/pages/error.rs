//! Errors as pages, for browsers.

use crate::{Error, voice::Voice};
use askama::Template;
use axum::{body::Body, response::Response};
use http::{HeaderValue, header};

#[derive(Template)]
#[template(path = "error.html")]
struct Page<'a> {
    t: Voice,
    heading: &'a str,
    sentence: &'a str,
}

/// Replaces the body of an error response with a page. Status and other headers stay.
pub(crate) fn dressed(t: Voice, error: &Error, plain: Response) -> Response {
    let sentence = error.sentence(&t);
    let page = Page { heading: error.keys().0, sentence: &sentence, t };
    let Ok(html) = page.render() else { return plain };
    let mut response = plain.map(|_| Body::from(html));
    response.headers_mut().remove(header::CONTENT_LENGTH);
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    response
}
