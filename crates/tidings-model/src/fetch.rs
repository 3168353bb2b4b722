//! A fetch: one request to a source, and what came of it.

/// Why a fetch failed, for code and for counting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FailureKind {
    /// The address is private, local or reserved.
    ForbiddenAddress,
    /// Neither http nor https.
    UnsupportedScheme,
    /// A port that speaks another protocol.
    ForbiddenPort,
    /// Not an address that can be asked.
    BadUrl,
    /// The name does not resolve.
    Dns,
    /// No connection, or it broke.
    Network,
    /// The certificate or the handshake is not acceptable.
    Tls,
    /// The deadline passed.
    Timeout,
    /// More bytes than the limit.
    TooLarge,
    /// The body ended early.
    Incomplete,
    /// The body cannot be decompressed.
    Decode,
    /// The answer is not HTTP as it should be.
    Protocol,
    /// Too many redirects, or in a circle.
    RedirectLoop,
    /// A redirect to nowhere.
    BadRedirect,
    /// 429, or 503 with Retry-After: the server asks for patience.
    RateLimited,
    /// 401, 403, 407, 451: the server does not want us to have it.
    Denied,
    /// 404.
    NotFound,
    /// 410.
    Gone,
    /// Any other status that is no success.
    Status,
    /// An answer without a body where one was needed.
    Empty,
    /// A document that is no feed.
    NotAFeed,
    /// robots.txt forbids it.
    Robots,
    /// Our own network is down: not the source's fault.
    Offline,
    /// What was fetched could not be kept.
    Store,
}

impl FailureKind {
    /// Every kind, in order.
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

    /// Its name in the store, in JSON and in metrics.
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

    /// The kind of a code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

/// A failed fetch: its kind, and a sentence for the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// For code.
    pub kind: FailureKind,
    /// For people: what happened and what to do, without secrets, one sentence, no markup.
    pub message: String,
    /// The HTTP status, where there was one.
    pub status: Option<u16>,
    /// The server asked not to come back before this many seconds (already bounded).
    pub retry_after_s: Option<u64>,
    /// Who said so, where that is known: after a redirect it may be another host than the source's own.
    pub host: Option<crate::HostKey>,
}

impl Failure {
    /// A failure with its sentence.
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

/// What came of a fetch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Articles were new or edited.
    Changed {
        /// Stored for the first time.
        n_new: u32,
        /// Stored anew.
        n_updated: u32,
    },
    /// Nothing was new: a 304, an equal body, or known articles only.
    Unchanged,
    /// It failed; nothing was stored but the failure itself.
    Failed(Failure),
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_code_leads_back_to_its_kind() {
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
        assert!(codes.iter().all(is_plain), "codes are names of metrics: {codes:?}");
        // The last variant is the last of the list, so none after it is missing.
        assert_eq!(kinds.len(), FailureKind::Store as usize + 1);
    }

    #[test]
    fn codes_are_the_stored_ones() {
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
    fn a_failure_says_its_sentence_and_no_more() {
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
