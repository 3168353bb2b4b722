//! The record of a finished fetch, and the result of storing it.

use crate::rules::judging::Judgement;
use jiff::Timestamp;
use tidings_model::{
    Article, ArticleId, Failure, Hints, HostKey, PostingBelief, SourceId, SourceKind, SourceState,
    Validators,
    source::{Health, PendingMove},
};
use url::Url;

/// A finished fetch with everything decided about it.
#[derive(Debug, Clone, PartialEq)]
pub struct FetchRecord {
    /// The source that was fetched.
    pub source: SourceId,
    /// The owner of the lease; empty when there was none.
    pub owner: String,
    /// When it began.
    pub started_at: Timestamp,
    /// When it ended; new articles count as first seen then.
    pub finished_at: Timestamp,
    /// The HTTP status, if there was one.
    pub status: Option<u16>,
    /// Bytes received over the wire.
    pub wire_bytes: u64,
    /// Why it was made.
    pub reason: String,
    /// The result of the fetch.
    pub fetched: FetchedContent,
    /// The health of fetching, including this fetch.
    pub health: Health,
    /// The source's new state; a source paused in the meantime stays paused.
    pub state: SourceState,
    /// A move announced by the source.
    pub move_seen: Option<PendingMove>,
    /// The address to use from now on, once a move is confirmed. A source already at that address is merged with this one.
    pub adopt: Option<Url>,
    /// When to fetch it next.
    pub next_at: Timestamp,
    /// Why at that time.
    pub next_reason: String,
    /// The new belief about its posting; `None` keeps the old one.
    pub belief: Option<PostingBelief>,
    /// When new articles were posted: only those that appeared between two fetches and have a credible date.
    pub posted: Vec<Timestamp>,
    /// Until when its host, or `blocked_host`, asked us not to send requests.
    pub host_blocked_until: Option<Timestamp>,
    /// The host that asked for the pause, if it is not the source's own.
    pub blocked_host: Option<HostKey>,
}

impl FetchRecord {
    /// Creates the record of a successful fetch at the given time, with nothing else decided about it.
    #[must_use]
    pub fn new(source: SourceId, fetched: FetchedContent, at: Timestamp) -> Self {
        let last = Some(at);
        Self {
            source,
            owner: String::new(),
            started_at: at,
            finished_at: at,
            status: None,
            wire_bytes: 0,
            reason: String::new(),
            fetched,
            health: Health { last_success: last, last_fetch: last, ..Health::default() },
            state: SourceState::Active,
            move_seen: None,
            adopt: None,
            next_at: at,
            next_reason: String::new(),
            belief: None,
            posted: Vec::new(),
            host_blocked_until: None,
            blocked_host: None,
        }
    }
}

/// The result of a fetch, before storing.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "only one exists per fetch")]
pub enum FetchedContent {
    /// The fetch failed: health and plan are recorded, everything else stays the same.
    Failed(Failure),
    /// The server, or an identical body, shows that nothing changed.
    NotModified {
        /// What to send with the next request.
        validators: Validators,
        /// The response's max-age, as a hint; other hints stay.
        max_age: Option<tidings_model::units::Minutes>,
    },
    /// A document was fetched.
    Document(ParsedDocument),
}

/// A successfully parsed document.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ParsedDocument {
    /// The kind the source turned out to be, if it differs from the stored one.
    pub kind: Option<SourceKind>,
    /// Its articles in document order (usually newest first), with clean or known content.
    pub articles: Vec<Article>,
    /// The source's title, if it has one.
    pub title: Option<String>,
    /// The site it belongs to.
    pub site: Option<Url>,
    /// The address of its icon, as given by the source.
    pub icon: Option<Url>,
    /// The source's hints about when to fetch it.
    pub hints: Hints,
    /// What to send with the next request.
    pub validators: Validators,
    /// The decisions of subscribers' rules about its articles, which apply to those that turn out to be new.
    pub judgements: Vec<Judgement>,
}

/// The result of storing a fetch.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StoringResult {
    /// The number of articles stored for the first time.
    pub n_new: u32,
    /// The number of articles updated because they were edited.
    pub n_updated: u32,
    /// The new articles, in order of arrival.
    pub new_ids: Vec<ArticleId>,
    /// The number of articles recognised although their guid, link or text changed. Many at every fetch mean that the
    /// source generates new guids each time.
    pub n_rekeyed: u32,
    /// Whether nothing suggests missed articles: some article of the document was known, or there was nothing to compare
    /// with.
    pub had_overlap: bool,
}
