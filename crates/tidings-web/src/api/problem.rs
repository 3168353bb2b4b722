//! Errors as RFC 9457 defines them: `application/problem+json`.

use crate::{Error, acts::ActError};
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use schemars::JsonSchema;
use serde::Serialize;

/// The kinds of errors that programs tell apart. The API page explains each; its `type` links there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Unreadable,
    Refused,
    WrongPassword,
    ReadOnly,
    NotFound,
    Method,
    Conflict,
    TooLarge,
    MediaType,
    TooOften,
    TooSlow,
    Misdirected,
    Busy,
    Fault,
}

impl Kind {
    pub(crate) const ALL: [Self; 14] = [
        Self::Unreadable,
        Self::Refused,
        Self::WrongPassword,
        Self::ReadOnly,
        Self::NotFound,
        Self::Method,
        Self::Conflict,
        Self::TooLarge,
        Self::MediaType,
        Self::TooOften,
        Self::TooSlow,
        Self::Misdirected,
        Self::Busy,
        Self::Fault,
    ];

    /// Returns the last part of its `type`.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::Refused => "refused",
            Self::WrongPassword => "wrong-password",
            Self::ReadOnly => "read-only",
            Self::NotFound => "not-found",
            Self::Method => "method",
            Self::Conflict => "conflict",
            Self::TooLarge => "too-large",
            Self::MediaType => "media-type",
            Self::TooOften => "too-often",
            Self::TooSlow => "too-slow",
            Self::Misdirected => "misdirected",
            Self::Busy => "busy",
            Self::Fault => "fault",
        }
    }

    pub(crate) const fn status(self) -> StatusCode {
        match self {
            Self::Unreadable => StatusCode::BAD_REQUEST,
            Self::Refused => StatusCode::UNPROCESSABLE_ENTITY,
            Self::WrongPassword => StatusCode::UNAUTHORIZED,
            Self::ReadOnly => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::Conflict => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::MediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooOften => StatusCode::TOO_MANY_REQUESTS,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::Misdirected => StatusCode::MISDIRECTED_REQUEST,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Self::Fault => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Returns its title, always the same for one kind.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Unreadable => "Malformed request",
            Self::Refused => "Valid request that can't be carried out",
            Self::WrongPassword => "Missing or wrong app password",
            Self::ReadOnly => "Read-only app password",
            Self::NotFound => "Not found",
            Self::Method => "Method not allowed",
            Self::Conflict => "Conflict with something that exists",
            Self::TooLarge => "Request too large",
            Self::MediaType => "Unexpected content type",
            Self::TooOften => "Too many requests",
            Self::TooSlow => "Timed out",
            Self::Misdirected => "Wrong host name",
            Self::Busy => "Server busy",
            Self::Fault => "Server error",
        }
    }
}

/// An error of the API.
#[derive(Debug, Clone)]
pub(crate) struct Problem {
    kind: Kind,
    detail: String,
    field: Option<&'static str>,
    retry_after_s: Option<u64>,
}

/// An error as RFC 9457 defines it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub(super) struct Told {
    /// Links to this kind of error on the API page.
    #[schemars(rename = "type")]
    #[serde(rename = "type")]
    kind: String,
    /// The kind of error in words, always the same for one kind.
    title: &'static str,
    /// The HTTP status.
    #[schemars(range(min = 400, max = 599))]
    status: u16,
    /// What exactly is wrong.
    detail: String,
    /// The field the error is about, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'static str>,
}

impl Problem {
    pub(crate) fn new(kind: Kind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into(), field: None, retry_after_s: None }
    }

    pub(super) fn refused(detail: impl Into<String>) -> Self {
        Self::new(Kind::Refused, detail)
    }

    pub(super) fn nothing(what: &str) -> Self {
        Self::new(Kind::NotFound, format!("this {what} does not exist"))
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        if let Error::Refused(refusal) = error {
            return (*refusal).into();
        }
        let kind = match &error {
            Error::NotFound | Error::DeadLink(_) => Kind::NotFound,
            Error::MethodNotAllowed => Kind::Method,
            Error::SignInFirst { .. } | Error::WrongKey => Kind::WrongPassword,
            Error::Forged | Error::Forbidden | Error::ReadOnly => Kind::ReadOnly,
            Error::BadRequest(_) | Error::Refused(_) | Error::DateRange { .. } => Kind::Unreadable,
            Error::TooLarge | Error::FileTooLarge { .. } => Kind::TooLarge,
            Error::Timeout => Kind::TooSlow,
            Error::TooManyAttempts { .. } | Error::TooOften { .. } => Kind::TooOften,
            Error::Misdirected => Kind::Misdirected,
            Error::Busy => Kind::Busy,
            Error::Internal => Kind::Fault,
        };
        let retry_after_s = error.retry_after_s();
        let detail = match error {
            Error::BadRequest(why) => why,
            error => error.to_string(),
        };
        Self { kind, detail, field: None, retry_after_s }
    }
}

impl From<tidings_store::Error> for Problem {
    fn from(error: tidings_store::Error) -> Self {
        use tidings_store::Error as Kept;
        match error {
            Kept::NotFound(what) => Self::nothing(what),
            Kept::Taken(_) => Self::new(Kind::Conflict, error.to_string()),
            Kept::Refused(why) => Self::refused(why),
            error => Error::from(error).into(),
        }
    }
}

impl From<ActError> for Problem {
    /// Network failures are returned with their original message.
    fn from(refusal: ActError) -> Self {
        let (field, detail) = (refusal.field(), refusal.to_string());
        let kind = match refusal {
            ActError::Failed(error) => return error.into(),
            ActError::NotFound(_) => Kind::NotFound,
            ActError::Taken(_) => Kind::Conflict,
            _ => Kind::Refused,
        };
        Self { kind, detail, field, retry_after_s: None }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let told = Told {
            kind: format!("/api#{}", self.kind.code()),
            title: self.kind.title(),
            status: self.kind.status().as_u16(),
            detail: self.detail,
            field: self.field,
        };
        let body = serde_json::to_string(&told).unwrap_or_default();
        let media_type = [(header::CONTENT_TYPE, "application/problem+json")];
        let mut response = (self.kind.status(), media_type, body).into_response();
        let headers = response.headers_mut();
        if self.kind == Kind::WrongPassword {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        headers.extend(self.retry_after_s.map(|seconds| (header::RETRY_AFTER, seconds.into())));
        response
    }
}

/// Returns an error in this API's format. Other headers of the plain response, such as `Allow`, are preserved.
pub(crate) fn dressed(error: Error, plain: Response) -> Response {
    let mut response = Problem::from(error).into_response();
    let (mut parts, _) = plain.into_parts();
    parts.headers.remove(header::CONTENT_TYPE);
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.remove(header::LOCATION);
    response.headers_mut().extend(parts.headers);
    response
}
