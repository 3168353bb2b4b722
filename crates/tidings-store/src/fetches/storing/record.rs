//! A fetch that is over, with everything decided about it: what storing takes and gives.

use crate::rules::judging::Judgement;
use jiff::Timestamp;
use tidings_model::{
    Article, ArticleId, Failure, Hints, HostKey, PostingBelief, SourceId, SourceKind, SourceState,
    Validators,
    source::{Health, PendingMove},
};
use url::Url;

/// A fetch that is over, with everything decided about it.
#[derive(Debug, Clone, PartialEq)]
pub struct FetchRecord {
    /// What was asked.
    pub source: SourceId,
    /// Who held the lease; empty when nobody did.
    pub owner: String,
    /// When it began.
    pub started_at: Timestamp,
    /// When it was over; new articles are first seen then.
    pub finished_at: Timestamp,
    /// The HTTP status, where there was one.
    pub status: Option<u16>,
    /// Bytes received, as sent over the wire.
    pub wire_bytes: u64,
    /// Why it was made.
    pub reason: String,
    /// What came.
    pub fetched: FetchedContent,
    /// How fetching has been going, this fetch counted.
    pub health: Health,
    /// Whether it is watched further; a source paused meanwhile stays paused.
    pub state: SourceState,
    /// A move it announces.
    pub move_seen: Option<PendingMove>,
    /// The address to use from now on, once a move is believed. A source there already is merged with this one.
    pub adopt: Option<Url>,
    /// When it is to be fetched next.
    pub next_at: Timestamp,
    /// Why then.
    pub next_reason: String,
    /// How it is now believed to post; `None` leaves what was believed.
    pub belief: Option<PostingBelief>,
    /// When those of its new articles were posted that came between two looks and tell a date that can be believed.
    pub posted: Vec<Timestamp>,
    /// Its host, or `blocked_host`, asked for silence until then.
    pub host_blocked_until: Option<Timestamp>,
    /// Who asked for silence, if not its own host.
    pub blocked_host: Option<HostKey>,
}

impl FetchRecord {
    /// A fetch that went well at an instant, without anything further decided about it.
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

/// What came of a fetch, before storing.
#[derive(Debug, Clone, PartialEq)]
#[expect(
    clippy::large_enum_variant,
    reason = "there is one per fetch, on its way to the store, never many"
)]
pub enum FetchedContent {
    /// Nothing: health and plan are recorded, everything else stays as it is.
    Failed(Failure),
    /// The server, or an equal body, says that nothing changed.
    NotModified {
        /// What to ask with next time.
        validators: Validators,
        /// The answer's max-age, as a hint; other hints stay.
        max_age: Option<tidings_model::units::Minutes>,
    },
    /// A document.
    Document(ParsedDocument),
}

/// A document read well.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ParsedDocument {
    /// What kind of thing the source turned out to be, if not what it was taken for.
    pub kind: Option<SourceKind>,
    /// Its articles, in its order (newest first, as a rule), with clean or known content.
    pub articles: Vec<Article>,
    /// The source's title, if it tells one.
    pub title: Option<String>,
    /// The site it belongs to.
    pub site: Option<Url>,
    /// Where it says its icon is.
    pub icon: Option<Url>,
    /// What it wishes.
    pub hints: Hints,
    /// What to ask with next time.
    pub validators: Validators,
    /// What subscribers' rules say of its articles, should they turn out to be new.
    pub judgements: Vec<Judgement>,
}

/// What storing a fetch did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StoringResult {
    /// Articles stored for the first time.
    pub n_new: u32,
    /// Articles stored anew because they were edited.
    pub n_updated: u32,
    /// The new ones, in the order of arrival.
    pub new_ids: Vec<ArticleId>,
    /// Articles recognised although their guid, link or text changed; many at every fetch mean that the source
    /// makes its guids anew each time.
    pub n_rekeyed: u32,
    /// No sign of missed articles: some article of the document was known, or there was nothing to compare.
    pub had_overlap: bool,
}
