//! What a source is: something watched, how it is doing, and what it asked of us.

use crate::{HostKey, Reason, SourceId, UserId, units::Minutes};
use jiff::Timestamp;
use url::Url;

/// What kind of thing is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SourceKind {
    /// RSS, Atom, JSON Feed, CDF.
    Feed,
    /// A web page watched for change.
    Page,
    /// A forum thread.
    Thread,
    /// A site whose new pages are sought.
    Site,
}

impl SourceKind {
    /// Its name in the store and in JSON.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Feed => "feed",
            Self::Page => "page",
            Self::Thread => "thread",
            Self::Site => "site",
        }
    }

    /// The kind of a code.
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

/// Whether a source is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SourceState {
    /// Fetched as planned; failures only stretch the plan.
    Active,
    /// Nobody subscribes, or the operator paused it: not fetched.
    Paused,
    /// Said "gone" (410) repeatedly: asked weekly for four weeks, then not any more. Articles are kept.
    Gone,
}

impl SourceState {
    /// Its name in the store and in JSON.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Paused => "paused",
            Self::Gone => "gone",
        }
    }

    /// The state of a code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Active, Self::Paused, Self::Gone].into_iter().find(|state| state.code() == code)
    }
}

/// What a server gave us to ask "has it changed?", sent back byte for byte.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Validators {
    /// The ETag header's value, quotes included.
    pub etag: Option<String>,
    /// The Last-Modified header's value, as it was.
    pub last_modified: Option<String>,
    /// Hash of the last body: an equal body is unchanged, whatever the headers say.
    pub body: Option<crate::Fingerprint>,
}

/// What a source asks of those who fetch it. Wishes, bounded by us; never orders.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Hints {
    /// RSS ttl, sy:updatePeriod/updateFrequency: come back no sooner than this.
    pub ttl: Option<Minutes>,
    /// Cache-Control max-age or Expires of the last answer.
    pub max_age: Option<Minutes>,
    /// Hours of the day (UTC) without news, 0..24.
    pub skip_hours: Vec<u8>,
    /// Days without news, Monday = 0.
    pub skip_days: Vec<u8>,
    /// WebSub hubs that push.
    pub hubs: Vec<Url>,
    /// The address the feed calls its own (rel=self): the WebSub topic.
    pub self_url: Option<Url>,
    /// The rssCloud server that can be asked, by HTTP POST, to tell of news.
    pub cloud: Option<Url>,
    /// The next page of a paged feed (RFC 5005).
    pub next_page: Option<Url>,
    /// Where the feed says it moved (itunes:new-feed-url): shown, never followed by itself.
    pub moved_to: Option<Url>,
}

/// How fetching a source has been going.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Health {
    /// Failures in a row.
    pub failures: u32,
    /// When the row of failures began.
    pub failing_since: Option<Timestamp>,
    /// When it last answered well.
    pub last_success: Option<Timestamp>,
    /// When it was last fetched, well or not.
    pub last_fetch: Option<Timestamp>,
    /// When a whole document last came, rather than the word that nothing changed.
    pub last_unconditional: Option<Timestamp>,
    /// 410s in a row.
    pub gones: u32,
    /// When it first said 410 in that row.
    pub gone_since: Option<Timestamp>,
    /// The last failure, as a kind's code and a sentence.
    pub last_failure: Option<(crate::FailureKind, String)>,
}

/// A permanent redirect seen, not yet adopted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingMove {
    /// Where it leads.
    pub target: Url,
    /// First sighting.
    pub since: Timestamp,
    /// Sightings in a row.
    pub sightings: u32,
}

/// A source as it is watched.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// Its id.
    pub id: SourceId,
    /// What kind of thing it is.
    pub kind: SourceKind,
    /// Where it is asked.
    pub url: Url,
    /// Whose alone it is, because a secret opens it or a file told it; `None`: everybody's.
    pub owner: Option<UserId>,
    /// Whose server that is.
    pub host: HostKey,
    /// Its own title, plain text, possibly empty before the first fetch.
    pub title: String,
    /// The site it belongs to.
    pub site: Option<Url>,
    /// Whether it is watched.
    pub state: SourceState,
    /// How to ask for changes only.
    pub validators: Validators,
    /// What it wishes.
    pub hints: Hints,
    /// How it has been going.
    pub health: Health,
    /// A move it announced.
    pub move_seen: Option<PendingMove>,
    /// When it is to be fetched next.
    pub next_at: Timestamp,
    /// Why then, in words.
    pub next_reason: String,
    /// When it came into the store.
    pub created_at: Timestamp,
    /// How many users subscribe.
    pub n_subscribers: u32,
    /// How much a minute of waiting for its articles matters, beside other sources.
    pub weight: f64,
}

impl Source {
    /// A source as it comes into the store: nothing is known of it but where it is asked.
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

/// A source that is due, as far as it matters for who goes first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DueSource {
    /// Which.
    pub id: SourceId,
    /// When it was last fetched.
    pub last_fetch: Timestamp,
    /// How much a minute of waiting for it matters.
    pub weight: f64,
    /// Postings a day, as far as known.
    pub per_day: Option<f64>,
    /// Why it is due; `None` where that was written down in another way.
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
    fn of_a_new_source_only_its_address_is_known() {
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
        assert!((source.weight - 1.0).abs() < 1e-12, "it counts as any other");
    }

    #[test]
    fn who_says_nothing_wishes_nothing() {
        let silent = Hints::default();
        assert_eq!((silent.ttl, silent.max_age), (None, None));
        assert!(silent.skip_hours.is_empty() && silent.skip_days.is_empty());
        assert!(silent.hubs.is_empty());
        assert_eq!((silent.self_url, silent.cloud), (None, None));
        assert_eq!((silent.next_page, silent.moved_to), (None, None));
    }
}
