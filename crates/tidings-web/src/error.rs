//! The errors of requests: a status and a sentence for the person. Details go to the log.
//!
//! Programs get the English messages below; people get their own language, from the catalogue.

use crate::{acts::ActError, health, voice::Voice};
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, StatusCode, header};

/// Why a request failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// It does not exist, or this person may not know that it does.
    #[error("There is nothing at this address. The link may be incomplete or expired.")]
    NotFound,
    /// A one-time link that no longer works.
    #[error("{0}")]
    DeadLink(DeadLink),
    /// The address exists, the method does not.
    #[error("This address does not accept this kind of request.")]
    MethodNotAllowed,
    /// Nobody is signed in. The person is redirected to the sign-in page, and from there back to `next`.
    #[error("Sign in to see this page.")]
    SignInFirst {
        /// Where to go afterwards.
        next: String,
    },
    /// The form did not come from one of our own pages.
    #[error(
        "This form is out of date or came from another site. Go back, reload the page and try again."
    )]
    Forged,
    /// Signed in, but not allowed.
    #[error("Only operators of this server can see this page.")]
    Forbidden,
    /// The request cannot be parsed.
    #[error("Invalid request: {0}.")]
    BadRequest(String),
    /// The act was refused.
    #[error("{0}")]
    Refused(Box<ActError>),
    /// The first day is after the last, or the range is too long.
    #[error(
        "Invalid date range. Choose a first day that is not after the last, and at most {most_days} days."
    )]
    DateRange {
        /// Maximum length of the range.
        most_days: u64,
    },
    /// The body is too large.
    #[error("This form is too large. Send less at once.")]
    TooLarge,
    /// The file is too large.
    #[error("The file is larger than {} MB. Export less at once, or split the file.", most_bytes / 1_000_000)]
    FileTooLarge {
        /// The maximum.
        most_bytes: usize,
    },
    /// The request arrived too slowly, or the response took too long.
    #[error("This took too long, so it was cancelled. Try again in a moment.")]
    Timeout,
    /// Too many wrong passwords.
    #[error("Too many wrong passwords. Try again in {}.", minutes(*retry_after_s))]
    TooManyAttempts {
        /// Seconds until the next attempt is accepted.
        retry_after_s: u64,
    },
    /// More requests than one person may make.
    #[error("Too many requests. Try again in {}.", minutes(*retry_after_s))]
    TooOften {
        /// Seconds until the next request is accepted.
        retry_after_s: u64,
    },
    /// The app password is unknown.
    #[error("Wrong app password. Create one under Settings, App passwords.")]
    WrongKey,
    /// The app password is read-only.
    #[error("This app password is read-only. Create one that can read and change.")]
    ReadOnly,
    /// The host name is not one of ours.
    #[error(
        "Tidings is not available under this host name. Use the address your operator gave you."
    )]
    Misdirected,
    /// All capacity is in use.
    #[error("The server is busy. Try again in a moment.")]
    Busy,
    /// Internal error.
    #[error("The server ran into an error and logged it. Try again in a moment.")]
    Internal,
}

/// Why a one-time link does not work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DeadLink {
    /// A part of it is missing.
    #[error("This link is incomplete. Copy all of it, up to its last character.")]
    Incomplete,
    /// It was used, revoked or replaced by a newer one.
    #[error(
        "This link has already been used, or it was revoked. If you used it, sign in. Otherwise ask the operator of this server for a new one."
    )]
    Used,
    /// It was not used in time.
    #[error("This link has expired. Ask the operator of this server for a new one.")]
    Expired,
    /// The server already has its first account.
    #[error("This server is already set up. Sign in, or ask its operator for an invitation.")]
    SetUpDone,
    /// A set-up link that this start of the server did not print.
    #[error(
        "This setup link is incomplete or out of date. Open the one that the server printed when it last started."
    )]
    SetUpOld,
}

impl DeadLink {
    fn keys(self) -> (&'static str, &'static str) {
        match self {
            Self::Incomplete => ("error-link-incomplete", "error-link-incomplete-why"),
            Self::Used => ("error-link-used", "error-link-used-why"),
            Self::Expired => ("error-link-expired", "error-link-expired-why"),
            Self::SetUpDone => ("error-set-up-done", "error-set-up-done-why"),
            Self::SetUpOld => ("error-set-up-old", "error-set-up-old-why"),
        }
    }
}

/// Returns "1 minute", "2 minutes" and so on, rounded up.
fn minutes(seconds: u64) -> String {
    match seconds.div_ceil(60) {
        0 | 1 => "1 minute".to_owned(),
        n => format!("{n} minutes"),
    }
}

impl Error {
    /// Returns an internal error and logs its cause, which appears nowhere else.
    pub(crate) fn internal(what: &'static str, cause: &dyn std::fmt::Display) -> Self {
        tracing::error!(%cause, "{what}");
        Self::Internal
    }

    /// Returns its HTTP status.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        match self {
            Self::NotFound | Self::DeadLink(_) => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::SignInFirst { .. } => StatusCode::SEE_OTHER,
            Self::WrongKey => StatusCode::UNAUTHORIZED,
            Self::Forged | Self::Forbidden | Self::ReadOnly => StatusCode::FORBIDDEN,
            Self::BadRequest(_) | Self::Refused(_) | Self::DateRange { .. } => {
                StatusCode::BAD_REQUEST
            }
            Self::TooLarge | Self::FileTooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Timeout => StatusCode::REQUEST_TIMEOUT,
            Self::TooManyAttempts { .. } | Self::TooOften { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Misdirected => StatusCode::MISDIRECTED_REQUEST,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Returns in how many seconds a retry makes sense, if known.
    #[must_use]
    pub fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::TooManyAttempts { retry_after_s } | Self::TooOften { retry_after_s } => {
                Some(*retry_after_s)
            }
            Self::Busy => Some(5),
            _ => None,
        }
    }

    /// Adds `Retry-After`, if known.
    pub(crate) fn say_when(&self, headers: &mut HeaderMap) {
        if let Some(seconds) = self.retry_after_s() {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
    }

    /// Returns its keys in the catalogue: a short heading, and with `-why` a sentence.
    pub(crate) fn keys(&self) -> (&'static str, &'static str) {
        match self {
            Self::NotFound => ("error-not-found", "error-not-found-why"),
            Self::DeadLink(link) => link.keys(),
            Self::MethodNotAllowed => ("error-method", "error-method-why"),
            Self::SignInFirst { .. } => ("error-sign-in", "error-sign-in-why"),
            Self::Forged => ("error-forged", "error-forged-why"),
            Self::Forbidden => ("error-forbidden", "error-forbidden-why"),
            Self::BadRequest(_) => ("error-bad", "error-bad-why"),
            Self::Refused(_) => ("error-refused", "error-bad-why"),
            Self::DateRange { .. } => ("error-stretch", "error-stretch-why"),
            Self::TooLarge => ("error-large", "error-large-why"),
            Self::FileTooLarge { .. } => ("error-large", "error-large-file-why"),
            Self::Timeout => ("error-slow", "error-slow-why"),
            Self::TooManyAttempts { .. } => ("error-attempts", "error-attempts-why"),
            Self::TooOften { .. } => ("error-often", "error-often-why"),
            Self::WrongKey => ("error-key", "error-key-why"),
            Self::ReadOnly => ("error-read-only", "error-read-only-why"),
            Self::Misdirected => ("error-misdirected", "error-misdirected-why"),
            Self::Busy => ("error-busy", "error-busy-why"),
            Self::Internal => ("error-internal", "error-internal-why"),
        }
    }

    /// Returns the sentence shown to the person.
    pub(crate) fn sentence(&self, t: &Voice) -> String {
        let (_, why) = self.keys();
        match self {
            Self::TooManyAttempts { retry_after_s } | Self::TooOften { retry_after_s } => {
                t.n(why, retry_after_s.div_ceil(60).max(1))
            }
            Self::DateRange { most_days } => t.n(why, *most_days),
            Self::FileTooLarge { most_bytes } => {
                t.with(why, "most", &health::bytes(t, *most_bytes as u64))
            }
            Self::Refused(refusal) => refusal.sentence(t),
            _ => t.of(why).to_owned(),
        }
    }
}

impl From<tidings_store::Error> for Error {
    fn from(error: tidings_store::Error) -> Self {
        match error {
            tidings_store::Error::NotFound(_) => Self::NotFound,
            tidings_store::Error::Busy(_) | tidings_store::Error::DiskFull(_) => {
                tracing::error!(%error, "the store refused a request");
                Self::Busy
            }
            _ => Self::internal("the store failed", &error),
        }
    }
}

impl From<askama::Error> for Error {
    fn from(error: askama::Error) -> Self {
        Self::internal("a template did not render", &error)
    }
}

impl IntoResponse for Error {
    /// Returns plain text. For browsers, the outermost layer renders a page from the error among the response's
    /// extensions.
    fn into_response(self) -> Response {
        let mut response = (
            self.status(),
            [(header::CONTENT_TYPE, "text/plain; charset=utf-8")],
            format!("{self}\n"),
        )
            .into_response();
        if let Self::SignInFirst { next } = &self {
            let place = format!("/sign-in?next={}", encode(crate::next::safe(next)));
            let place =
                HeaderValue::try_from(place).unwrap_or(HeaderValue::from_static("/sign-in"));
            response.headers_mut().insert(header::LOCATION, place);
        }
        self.say_when(response.headers_mut());
        response.extensions_mut().insert(self);
        response
    }
}

/// Encodes a text as the value of a query parameter.
pub(crate) fn encode(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signing_in_leads_back_to_our_own_pages_only() {
        let to = |next: &str| {
            let response = Error::SignInFirst { next: next.to_owned() }.into_response();
            assert_eq!(response.status(), StatusCode::SEE_OTHER);
            response.headers()[header::LOCATION].to_str().unwrap().to_owned()
        };
        assert_eq!(to("/article/3?show=all"), "/sign-in?next=%2Farticle%2F3%3Fshow%3Dall");
        assert_eq!(to("//evil"), "/sign-in?next=%2F");
    }

    #[test]
    fn waiting_times_are_in_the_sentence_and_in_the_header() {
        let error = Error::TooManyAttempts { retry_after_s: 61 };
        assert!(error.to_string().ends_with("Try again in 2 minutes."));
        assert!(Error::TooOften { retry_after_s: 7 }.to_string().ends_with("in 1 minute."));
        assert_eq!(error.into_response().headers()[header::RETRY_AFTER], "61");
        assert_eq!(Error::Busy.into_response().headers()[header::RETRY_AFTER], "5");
        assert!(!Error::NotFound.into_response().headers().contains_key(header::RETRY_AFTER));
    }
}
