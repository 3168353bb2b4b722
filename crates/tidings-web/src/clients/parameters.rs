//! Parameters in the address or in the body. Some may be repeated.

use crate::Error;
use axum::body::Bytes;
use http::{HeaderMap, header, request::Parts};
use url::form_urlencoded;

/// Parameters by name. Those in the body take precedence.
#[derive(Debug, Clone, Default)]
pub(crate) struct Parameters {
    body: Vec<(String, String)>,
    query: Vec<(String, String)>,
}

impl Parameters {
    /// Returns the parameters of a request.
    pub(crate) fn of(parts: &Parts, body: &Bytes) -> Result<Self, Error> {
        let query = pairs(parts.uri.query().unwrap_or_default().as_bytes());
        let body = match boundary(&parts.headers) {
            Some(boundary) => multipart(body, boundary)?,
            None => pairs(body),
        };
        Ok(Self { body, query })
    }

    /// Returns the first value of a parameter.
    pub(crate) fn one(&self, name: &str) -> Option<&str> {
        let named = |list: &[(String, String)]| list.iter().position(|(key, _)| key == name);
        match (named(&self.body), named(&self.query)) {
            (Some(at), _) => Some(&self.body[at].1),
            (None, Some(at)) => Some(&self.query[at].1),
            (None, None) => None,
        }
    }

    /// Returns the value of a numeric parameter.
    pub(crate) fn number(&self, name: &str) -> Option<i64> {
        self.one(name)?.trim().parse().ok()
    }

    /// Returns every value of a parameter.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let is_named = move |(key, _): &&(String, String)| key == name;
        let list =
            if self.body.iter().any(|(key, _)| key == name) { &self.body } else { &self.query };
        list.iter().filter(is_named).map(|(_, value)| value.as_str())
    }

    /// Returns whether a parameter is present.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.one(name).is_some()
    }
}

fn pairs(text: &[u8]) -> Vec<(String, String)> {
    form_urlencoded::parse(text).into_owned().filter(|(name, _)| !name.is_empty()).collect()
}

fn boundary(headers: &HeaderMap) -> Option<&str> {
    let kind = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    let (media_type, parameters) = kind.split_once(';')?;
    if !media_type.trim().eq_ignore_ascii_case("multipart/form-data") {
        return None;
    }
    let named = parameters.split(';').filter_map(|parameter| parameter.split_once('='));
    named
        .filter(|(name, _)| name.trim().eq_ignore_ascii_case("boundary"))
        .map(|(_, value)| value.trim().trim_matches('"'))
        .find(|value| !value.is_empty())
}

/// Returns the fields of a small multipart form: each is a header with its name, an empty line, and its value.
fn multipart(body: &[u8], boundary: &str) -> Result<Vec<(String, String)>, Error> {
    let text = std::str::from_utf8(body)
        .map_err(|_| Error::BadRequest("the form is not UTF-8".to_owned()))?;
    let marker = format!("--{boundary}");
    let parts = text.split(marker.as_str()).skip(1).take_while(|part| !part.starts_with("--"));
    Ok(parts
        .filter_map(|part| {
            let (head, value) = part.trim_start_matches("\r\n").split_once("\r\n\r\n")?;
            let name = head.split("name=\"").nth(1)?.split('"').next()?;
            Some((name.to_owned(), value.strip_suffix("\r\n").unwrap_or(value).to_owned()))
        })
        .collect())
}

#[cfg(test)]
mod tests;
