//! Interprets HTTP status codes.

use crate::Purpose;
use http::StatusCode;
use std::time::Duration;
use tidings_model::{Failure, FailureKind};

/// What is known about a response besides its status.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Circumstances<'a> {
    pub(crate) host: &'a str,
    pub(crate) purpose: Purpose,
    /// Whether the request was conditional.
    pub(crate) is_conditional: bool,
    pub(crate) retry_after: Option<Duration>,
    /// Whether the server wants to see a browser.
    pub(crate) is_challenge: bool,
}

/// Returns the failure for a status, unless the response can be used.
pub(crate) fn failure(status: StatusCode, around: Circumstances<'_>) -> Option<Failure> {
    let host = around.host;
    let (kind, what) = match status.as_u16() {
        304 if around.is_conditional => return None,
        304 => (FailureKind::Protocol, "responded \"not modified\" to a first request".to_owned()),
        204 | 205 => (FailureKind::Empty, "responded without a document".to_owned()),
        206 => (FailureKind::Incomplete, "sent only part of the document".to_owned()),
        200..=299 => return None,
        401 => (FailureKind::Denied, "asks for a user name and password (401)".to_owned()),
        403 if around.is_challenge => (
            FailureKind::Denied,
            "only allows browsers: it wants to check for a human (403)".to_owned(),
        ),
        403 => (FailureKind::Denied, "does not allow this to be fetched (403)".to_owned()),
        407 => (FailureKind::Denied, "is behind a proxy that wants a password (407)".to_owned()),
        451 => (FailureKind::Denied, "may not show this for legal reasons (451)".to_owned()),
        404 => (FailureKind::NotFound, "has nothing at this address (404)".to_owned()),
        410 => (FailureKind::Gone, "says that this is permanently gone (410)".to_owned()),
        429 => (FailureKind::RateLimited, "asks us to send fewer requests (429)".to_owned()),
        503 if around.retry_after.is_some() => {
            (FailureKind::RateLimited, "is busy and asks us to try again later (503)".to_owned())
        }
        code @ 500..=599 => (FailureKind::Status, format!("has an internal problem ({code})")),
        code @ 300..=499 => {
            (FailureKind::Status, format!("refused the request with status {code}"))
        }
        code => {
            (FailureKind::Protocol, format!("responded with {code}, which is not a valid status"))
        }
    };
    Some(Failure {
        kind,
        message: format!("{host} {what}."),
        status: Some(status.as_u16()),
        retry_after_s: around.retry_after.map(|time| time.as_secs()),
        host: None,
    })
}

/// Returns the failure for a success without a body. An empty robots.txt is valid: everything is allowed.
pub(crate) fn empty(status: StatusCode, around: Circumstances<'_>) -> Option<Failure> {
    if around.purpose == Purpose::Robots || status == StatusCode::NOT_MODIFIED {
        return None;
    }
    let message = format!("{} responded with an empty document.", around.host);
    Some(Failure { status: Some(status.as_u16()), ..Failure::new(FailureKind::Empty, message) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(status: u16, retry_after: Option<u64>) -> Option<FailureKind> {
        let around = Circumstances {
            host: "example.org",
            purpose: Purpose::Feed,
            is_conditional: false,
            retry_after: retry_after.map(Duration::from_secs),
            is_challenge: false,
        };
        let failure = failure(StatusCode::from_u16(status).unwrap(), around)?;
        assert_eq!(failure.status, Some(status));
        assert_eq!(failure.retry_after_s, retry_after);
        assert!(failure.message.starts_with("example.org ") && failure.message.ends_with('.'));
        Some(failure.kind)
    }

    #[test]
    fn every_status_has_its_failure() {
        for (status, expected) in [
            (200, None),
            (203, None),
            (226, None),
            (204, Some(FailureKind::Empty)),
            (206, Some(FailureKind::Incomplete)),
            (101, Some(FailureKind::Protocol)),
            (300, Some(FailureKind::Status)),
            (304, Some(FailureKind::Protocol)),
            (305, Some(FailureKind::Status)),
            (400, Some(FailureKind::Status)),
            (401, Some(FailureKind::Denied)),
            (403, Some(FailureKind::Denied)),
            (404, Some(FailureKind::NotFound)),
            (407, Some(FailureKind::Denied)),
            (410, Some(FailureKind::Gone)),
            (418, Some(FailureKind::Status)),
            (429, Some(FailureKind::RateLimited)),
            (451, Some(FailureKind::Denied)),
            (500, Some(FailureKind::Status)),
            (503, Some(FailureKind::Status)),
            (599, Some(FailureKind::Status)),
            (600, Some(FailureKind::Protocol)),
            (999, Some(FailureKind::Protocol)),
        ] {
            assert_eq!(kind(status, None), expected, "{status}");
        }
        assert_eq!(kind(503, Some(120)), Some(FailureKind::RateLimited));
        assert_eq!(kind(500, Some(120)), Some(FailureKind::Status));
    }
}
