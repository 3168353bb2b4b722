//! A fetch: one request to a source, and its outcome.

/// Why a fetch failed, for code and for statistics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FailureKind {
    /// The address is private, local or reserved.
    ForbiddenAddress,
    /// The scheme is neither http nor https.
    UnsupportedScheme,
    /// The port belongs to another protocol.
    ForbiddenPort,
    /// The URL cannot be fetched.
    BadUrl,
    /// The host name does not resolve.
    Dns,
    /// No connection could be made, or it broke.
    Network,
    /// The certificate or the handshake was not acceptable.
    Tls,
    /// The fetch took longer than its deadline.
    Timeout,
    /// The response was larger than the limit.
    TooLarge,
    /// The body ended early.
    Incomplete,
    /// The body could not be decompressed.
    Decode,
    /// The response violates HTTP.
    Protocol,
    /// Too many redirects, or a redirect loop.
    RedirectLoop,
    /// A redirect without a usable target.
    BadRedirect,
    /// 429, or 503 with Retry-After: the server asked us to wait.
    RateLimited,
    /// 401, 403, 407 or 451: the server denies access.
    Denied,
    /// 404.
    NotFound,
    /// 410.
    Gone,
    /// Any other status that is not a success.
    Status,
    /// A response without a body where one was needed.
    Empty,
    /// A document that is not a feed.
    NotAFeed,
    /// robots.txt forbids it.
    Robots,
    /// Our own network is down, which is not the source's fault.
    Offline,
    /// What was fetched could not be saved.
    Store,
}

impl FailureKind {
    /// All kinds, in order.
    pub const ALL: [Self; 24] = [
        Self::ForbiddenAddress,
        Self::UnsupportedScheme,
        Self::ForbiddenPort,
        Self::BadUrl,
        Self::Dns,
        Self::Network,
        Self::Tls,
        Self::Timeout,
        Self::TooLarge,
        Self::Incomplete,
        Self::Decode,
        Self::Protocol,
        Self::RedirectLoop,
        Self::BadRedirect,
        Self::RateLimited,
        Self::Denied,
        Self::NotFound,
        Self::Gone,
        Self::Status,
        Self::Empty,
        Self::NotAFeed,
        Self::Robots,
        Self::Offline,
        Self::Store,
    ];

    /// Returns the name used in the store, in JSON and in metrics.
    ///
    /// ```
    /// use tidings_model::FailureKind;
    /// assert_eq!(FailureKind::ForbiddenAddress.code(), "forbidden_address");
    /// assert_eq!(FailureKind::from_code("too_large"), Some(FailureKind::TooLarge));
    /// ```
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::ForbiddenAddress => "forbidden_address",
            Self::UnsupportedScheme => "unsupported_scheme",
            Self::ForbiddenPort => "forbidden_port",
            Self::BadUrl => "bad_url",
            Self::Dns => "dns",
            Self::Network => "network",
            Self::Tls => "tls_error",
            Self::Timeout => "timeout",
            Self::TooLarge => "too_large",
            Self::Incomplete => "incomplete",
            Self::Decode => "decode",
            Self::Protocol => "protocol",
            Self::RedirectLoop => "redirect_loop",
            Self::BadRedirect => "bad_redirect",
            Self::RateLimited => "rate_limited",
            Self::Denied => "denied",
            Self::NotFound => "not_found",
            Self::Gone => "gone",
            Self::Status => "status",
            Self::Empty => "empty",
            Self::NotAFeed => "not_a_feed",
            Self::Robots => "robots",
            Self::Offline => "offline",
            Self::Store => "store",
        }
    }

    /// Returns the kind with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

/// A failed fetch: its kind, and a message for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The kind of failure, for code.
    pub kind: FailureKind,
    /// The message for people: what happened and what to do, in one sentence without secrets or markup.
    pub message: String,
    /// The HTTP status, if there was one.
    pub status: Option<u16>,
    /// The number of seconds the server asked us to wait, already bounded.
    pub retry_after_s: Option<u64>,
    /// The host that sent the response, if known. After a redirect it can differ from the source's own host.
    pub host: Option<crate::HostKey>,
}

impl Failure {
    /// Creates a failure with a message.
    #[must_use]
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), status: None, retry_after_s: None, host: None }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// The outcome of a fetch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Some articles were new or edited.
    Changed {
        /// The number of articles stored for the first time.
        n_new: u32,
        /// The number of articles stored again after an edit.
        n_updated: u32,
    },
    /// Nothing was new: a 304, an identical body, or only known articles.
    Unchanged,
    /// The fetch failed, and only the failure was stored.
    Failed(Failure),
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_code_parses_to_its_kind() {
        for kind in FailureKind::ALL {
            assert_eq!(FailureKind::from_code(kind.code()), Some(kind));
        }
        for unknown in ["nonsense", "", "Dns", "dns ", "not-found"] {
            assert_eq!(FailureKind::from_code(unknown), None, "{unknown:?}");
        }
    }

    #[test]
    fn all_kinds_are_listed_once_and_in_order() {
        let kinds = FailureKind::ALL;
        assert!(kinds.windows(2).all(|pair| pair[0] < pair[1]), "{kinds:?}");
        let codes: BTreeSet<&str> = kinds.iter().map(|kind| kind.code()).collect();
        assert_eq!(codes.len(), kinds.len(), "two kinds share a code");
        let is_plain = |code: &&str| code.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        assert!(codes.iter().all(is_plain), "codes are used as metric names: {codes:?}");
        // `Store` is the last variant, so this shows that no variant is missing.
        assert_eq!(kinds.len(), FailureKind::Store as usize + 1);
    }

    #[test]
    fn codes_match_the_stored_ones() {
        for (kind, code) in [
            (FailureKind::ForbiddenAddress, "forbidden_address"),
            (FailureKind::UnsupportedScheme, "unsupported_scheme"),
            (FailureKind::ForbiddenPort, "forbidden_port"),
            (FailureKind::BadUrl, "bad_url"),
            (FailureKind::Dns, "dns"),
            (FailureKind::Network, "network"),
            (FailureKind::Tls, "tls_error"),
            (FailureKind::Timeout, "timeout"),
            (FailureKind::TooLarge, "too_large"),
            (FailureKind::Incomplete, "incomplete"),
            (FailureKind::Decode, "decode"),
            (FailureKind::Protocol, "protocol"),
            (FailureKind::RedirectLoop, "redirect_loop"),
            (FailureKind::BadRedirect, "bad_redirect"),
            (FailureKind::RateLimited, "rate_limited"),
            (FailureKind::Denied, "denied"),
            (FailureKind::NotFound, "not_found"),
            (FailureKind::Gone, "gone"),
            (FailureKind::Status, "status"),
            (FailureKind::Empty, "empty"),
            (FailureKind::NotAFeed, "not_a_feed"),
            (FailureKind::Robots, "robots"),
            (FailureKind::Offline, "offline"),
            (FailureKind::Store, "store"),
        ] {
            assert_eq!(kind.code(), code);
        }
    }

    #[test]
    fn a_failure_displays_only_its_message() {
        let failure = Failure::new(FailureKind::NotFound, "example.org has no such page (404).");
        assert_eq!(failure.to_string(), "example.org has no such page (404).");
        assert_eq!((failure.kind, failure.status), (FailureKind::NotFound, None));
        assert_eq!((failure.retry_after_s, failure.host.clone()), (None, None));
        let error: &dyn std::error::Error = &failure;
        assert!(error.source().is_none());
        let with_status = Failure { status: Some(404), ..failure.clone() };
        assert_ne!(Outcome::Failed(with_status), Outcome::Failed(failure));
    }
}
