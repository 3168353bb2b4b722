//! Sources: what users subscribe to, the state of fetching it, and what it asks of clients.

use crate::{HostKey, Reason, SourceId, UserId, units::Minutes};
use jiff::Timestamp;
use url::Url;

/// The kind of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SourceKind {
    /// A feed: RSS, Atom, JSON Feed or CDF.
    Feed,
    /// A web page, watched for changes.
    Page,
    /// A forum thread.
    Thread,
    /// A site, watched for new pages.
    Site,
}

impl SourceKind {
    /// Returns the name used in the store and in JSON.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Feed => "feed",
            Self::Page => "page",
            Self::Thread => "thread",
            Self::Site => "site",
        }
    }

    /// Returns the kind with this name.
    ///
    /// ```
    /// use tidings_model::SourceKind;
    /// assert_eq!(SourceKind::from_code("feed"), Some(SourceKind::Feed));
    /// ```
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Feed, Self::Page, Self::Thread, Self::Site]
            .into_iter()
            .find(|kind| kind.code() == code)
    }
}

/// Whether a source is fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SourceState {
    /// Fetched as planned. Failures only delay the next fetch.
    Active,
    /// Not fetched, because nobody subscribes or the operator paused it.
    Paused,
    /// Responded with 410 Gone repeatedly: fetched once a week for four weeks, then never. Its articles are kept.
    Gone,
}

impl SourceState {
    /// Returns the name used in the store and in JSON.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Paused => "paused",
            Self::Gone => "gone",
        }
    }

    /// Returns the state with this name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Active, Self::Paused, Self::Gone].into_iter().find(|state| state.code() == code)
    }
}

/// The validators for conditional requests, sent back to the server byte for byte.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Validators {
    /// The value of the ETag header, including quotes.
    pub etag: Option<String>,
    /// The value of the Last-Modified header, unchanged.
    pub last_modified: Option<String>,
    /// The hash of the last body: an equal body counts as unchanged, whatever the headers say.
    pub body: Option<crate::Fingerprint>,
}

/// What a source asks of its clients. We honour these hints within bounds.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Hints {
    /// The minimum time between fetches, from RSS ttl or sy:updatePeriod and sy:updateFrequency.
    pub ttl: Option<Minutes>,
    /// Cache-Control max-age or Expires of the last response.
    pub max_age: Option<Minutes>,
    /// Hours of the day (UTC) at which the source does not post, 0..24.
    pub skip_hours: Vec<u8>,
    /// Days on which the source does not post, with Monday = 0.
    pub skip_days: Vec<u8>,
    /// WebSub hubs that push its articles.
    pub hubs: Vec<Url>,
    /// The address the feed gives as its own (rel=self): the WebSub topic.
    pub self_url: Option<Url>,
    /// The rssCloud server to which a request for notifications can be posted.
    pub cloud: Option<Url>,
    /// The next page of a paged feed (RFC 5005).
    pub next_page: Option<Url>,
    /// The address the feed says it moved to (itunes:new-feed-url). Shown to users, but never followed automatically.
    pub moved_to: Option<Url>,
}

/// How fetching a source has been going.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Health {
    /// The number of consecutive failures.
    pub failures: u32,
    /// The time of the first of them.
    pub failing_since: Option<Timestamp>,
    /// The time of the last successful fetch.
    pub last_success: Option<Timestamp>,
    /// The time of the last fetch, successful or not.
    pub last_fetch: Option<Timestamp>,
    /// The time when the server last sent a whole document instead of "not modified".
    pub last_unconditional: Option<Timestamp>,
    /// The number of consecutive 410 responses.
    pub gones: u32,
    /// The time of the first of them.
    pub gone_since: Option<Timestamp>,
    /// The kind and message of the last failure.
    pub last_failure: Option<(crate::FailureKind, String)>,
}

/// A permanent redirect that was observed but not yet adopted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingMove {
    /// The target of the redirect.
    pub target: Url,
    /// When it was first observed.
    pub since: Timestamp,
    /// The number of consecutive observations.
    pub sightings: u32,
}

/// A source as stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// Its id.
    pub id: SourceId,
    /// The kind of source.
    pub kind: SourceKind,
    /// The address it is fetched from.
    pub url: Url,
    /// The only user who may see it, because it needs credentials or came from a file. `None` if it is open to
    /// everyone.
    pub owner: Option<UserId>,
    /// The registrable domain of its server.
    pub host: HostKey,
    /// The title given by the source as plain text. It may be empty before the first fetch.
    pub title: String,
    /// The site it belongs to.
    pub site: Option<Url>,
    /// Whether it is fetched.
    pub state: SourceState,
    /// The validators for conditional requests.
    pub validators: Validators,
    /// What it asks of its clients.
    pub hints: Hints,
    /// How fetching it has been going.
    pub health: Health,
    /// A permanent redirect that is not yet adopted.
    pub move_seen: Option<PendingMove>,
    /// When it is fetched next.
    pub next_at: Timestamp,
    /// Why it is fetched then, as the code of a [`Reason`].
    pub next_reason: String,
    /// When it was stored.
    pub created_at: Timestamp,
    /// The number of subscribers.
    pub n_subscribers: u32,
    /// How much a minute of waiting for its articles matters, relative to other sources.
    pub weight: f64,
}

impl Source {
    /// Creates a source of which only the address is known.
    ///
    /// ```
    /// use tidings_model::{SourceId, SourceKind, source::Source};
    /// let now = "2026-11-15T12:00:00Z".parse().unwrap();
    /// let source = Source::new(SourceId(1), SourceKind::Feed, "https://news.example.org/rss".parse().unwrap(), now);
    /// assert_eq!(source.host.as_str(), "example.org");
    /// assert_eq!(source.next_at, now);
    /// ```
    #[must_use]
    pub fn new(id: SourceId, kind: SourceKind, url: Url, now: Timestamp) -> Self {
        Self {
            id,
            kind,
            host: HostKey::of(&url),
            url,
            owner: None,
            title: String::new(),
            site: None,
            state: SourceState::Active,
            validators: Validators::default(),
            hints: Hints::default(),
            health: Health::default(),
            move_seen: None,
            next_at: now,
            next_reason: String::new(),
            created_at: now,
            n_subscribers: 0,
            weight: 1.0,
        }
    }
}

/// A source that is due, with what is needed to decide which one is fetched first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DueSource {
    /// The source.
    pub id: SourceId,
    /// When it was last fetched.
    pub last_fetch: Timestamp,
    /// How much a minute of waiting for its articles matters.
    pub weight: f64,
    /// The number of postings per day, if known.
    pub per_day: Option<f64>,
    /// Why it is due, or `None` if the stored reason is not a code.
    pub reason: Option<Reason>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_stored_code() {
        for (kind, code) in [
            (SourceKind::Feed, "feed"),
            (SourceKind::Page, "page"),
            (SourceKind::Thread, "thread"),
            (SourceKind::Site, "site"),
        ] {
            assert_eq!(kind.code(), code);
            assert_eq!(SourceKind::from_code(code), Some(kind));
        }
        for unknown in ["", "Feed", "feeds", " feed"] {
            assert_eq!(SourceKind::from_code(unknown), None, "{unknown:?}");
        }
    }

    #[test]
    fn every_state_has_its_stored_code() {
        for (state, code) in [
            (SourceState::Active, "active"),
            (SourceState::Paused, "paused"),
            (SourceState::Gone, "gone"),
        ] {
            assert_eq!(state.code(), code);
            assert_eq!(SourceState::from_code(code), Some(state));
        }
        for unknown in ["", "ACTIVE", "dead", "gone?"] {
            assert_eq!(SourceState::from_code(unknown), None, "{unknown:?}");
        }
    }

    #[test]
    fn only_the_address_of_a_new_source_is_known() {
        let now = "2026-11-15T12:00:00Z".parse().unwrap();
        let url: Url = "https://blog.example.co.uk/feed?full=1".parse().unwrap();
        let source = Source::new(SourceId(7), SourceKind::Page, url.clone(), now);
        assert_eq!((source.id, source.kind, source.url), (SourceId(7), SourceKind::Page, url));
        assert_eq!(source.host.as_str(), "example.co.uk");
        assert_eq!((source.next_at, source.created_at), (now, now), "it is due at once");
        assert_eq!(source.state, SourceState::Active);
        assert_eq!((source.title.as_str(), source.next_reason.as_str()), ("", ""));
        assert_eq!((source.site, source.move_seen, source.n_subscribers), (None, None, 0));
        assert_eq!(source.validators, Validators::default());
        assert_eq!((source.hints, source.health), (Hints::default(), Health::default()));
        assert!((source.weight - 1.0).abs() < 1e-12, "it matters as much as any other");
    }

    #[test]
    fn default_hints_ask_for_nothing() {
        let silent = Hints::default();
        assert_eq!((silent.ttl, silent.max_age), (None, None));
        assert!(silent.skip_hours.is_empty() && silent.skip_days.is_empty());
        assert!(silent.hubs.is_empty());
        assert_eq!((silent.self_url, silent.cloud), (None, None));
        assert_eq!((silent.next_page, silent.moved_to), (None, None));
    }
}
