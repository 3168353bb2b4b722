//! A source as programs see it: its plan with the reason, its health, and what was learned about it.

use super::{Call, Fault, Instant, Problem};
use crate::{
    Outlook,
    api::values::Id,
    health::{self, Health},
    voice::Voice,
};
use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;
use tidings_store::{Pace, Spend, SubscribedSource, SubscriberOptions};

/// The reason for the time of a fetch.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::api) struct Reason {
    /// The kind of reason.
    code: String,
    /// The kind with its numbers, as stored.
    detail: String,
    /// In the reader's language.
    sentence: String,
}

impl Reason {
    pub(super) fn of(t: &Voice, kept: &str, at: Timestamp) -> Self {
        Self {
            code: kept.split(' ').next().unwrap_or_default().to_owned(),
            detail: kept.to_owned(),
            sentence: health::why(t, kept, at),
        }
    }
}

/// When a source is fetched next, and why then.
#[derive(Debug, Serialize, JsonSchema)]
struct Plan {
    next_at: Instant,
    reason: Reason,
}

/// The health of a source.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SourceState")]
struct State {
    health: Health,
    /// In the reader's language.
    sentence: String,
    /// Failures in a row.
    failures: u32,
    failing_since: Option<Instant>,
    last_success: Option<Instant>,
    last_retrieval: Option<Instant>,
    last_failure: Option<Fault>,
    /// When articles have probably been missed since.
    missed_since: Option<Instant>,
    /// The new address that the source announced.
    moved_to: Option<String>,
}

/// The person's options for a source.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SourceOptions")]
struct Wishes {
    /// Shown only in its own list and its folder's.
    is_muted: bool,
    /// Fetches the full text if the feed has only part of it.
    full_text: bool,
    /// As fresh as possible.
    is_pinned: bool,
    min_minutes: Option<u32>,
    max_minutes: Option<u32>,
    keep_days: Option<u32>,
    keep_count: Option<u32>,
}

impl From<&SubscriberOptions> for Wishes {
    fn from(options: &SubscriberOptions) -> Self {
        Self {
            is_muted: options.is_muted,
            full_text: options.full_text,
            is_pinned: options.is_pinned,
            min_minutes: options.min_minutes,
            max_minutes: options.max_minutes,
            keep_days: options.keep_days,
            keep_count: options.keep_count,
        }
    }
}

/// A source that the person subscribes to.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::api) struct Source {
    pub(super) id: Id,
    /// Its address.
    url: String,
    /// The site it belongs to.
    site: Option<String>,
    /// The title as the reader sees it.
    title: String,
    /// The reader's own title.
    own_title: Option<String>,
    /// feed, page, thread or site.
    kind: &'static str,
    /// The folder it is in.
    folder: Option<Id>,
    n_unread: u64,
    followed_since: Instant,
    /// Whether it is private to the reader, because it needs a password.
    is_private: bool,
    is_paused: bool,
    paused_at: Option<Instant>,
    /// The estimated number of articles per day; null before its first article.
    per_day: Option<f64>,
    last_posting: Option<Instant>,
    /// Null while it is paused, and when it is gone for good.
    plan: Option<Plan>,
    state: State,
    options: Wishes,
}

impl Source {
    pub(super) fn of(t: &Voice, one: &SubscribedSource, pace: Pace, now: Timestamp) -> Self {
        let source = &one.source;
        let health = Health::of(one, pace.last_posting, now);
        let plan = health::next_check(one).map(|at| Plan {
            next_at: Instant(at),
            reason: Reason::of(t, &one.next_reason(now), at),
        });
        Self {
            id: Id(source.id.0),
            url: source.url.clone().into(),
            site: source.site.as_ref().map(ToString::to_string),
            title: one.title().to_owned(),
            own_title: one.subscription.title.clone(),
            kind: source.kind.code(),
            folder: one.subscription.folder.map(|id| Id(id.0)),
            n_unread: one.n_unread,
            followed_since: Instant(one.subscription.created_at),
            is_private: source.owner.is_some(),
            is_paused: one.paused_at.is_some(),
            paused_at: one.paused_at.map(Instant),
            per_day: pace.rate.map(|rate| rate.0).filter(|rate| rate.is_finite()),
            last_posting: pace.last_posting.map(Instant),
            plan,
            state: state(t, one, health, now),
            options: Wishes::from(&one.options),
        }
    }
}

fn state(t: &Voice, one: &SubscribedSource, health: Health, now: Timestamp) -> State {
    let (source, kept) = (&one.source, &one.source.health);
    let failure = kept.last_failure.as_ref().filter(|_| kept.failures > 0);
    let moved = source.move_seen.as_ref().map(|seen| &seen.target);
    State {
        health,
        sentence: health.sentence(t, source, now),
        failures: kept.failures,
        failing_since: kept.failing_since.map(Instant),
        last_success: kept.last_success.map(Instant),
        last_retrieval: kept.last_fetch.map(Instant),
        last_failure: failure.map(|(kind, message)| Fault::of(t, *kind, message)),
        missed_since: one.missed_at.map(Instant),
        moved_to: moved.or(source.hints.moved_to.as_ref()).map(ToString::to_string),
    }
}

/// What was learned about a source.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Outlook")]
struct Believed {
    /// How much it posts in each hour of the week, Monday 0 h UTC first; 1 is its average.
    #[schemars(length(min = 168, max = 168))]
    pattern: Vec<f32>,
    /// Articles per day, on average.
    per_day: f64,
    /// Bytes per check, on average.
    bytes: f64,
    /// Seconds per check.
    seconds: f64,
    /// Articles in the feed at any time; null if unknown.
    n_shown: Option<u32>,
    /// New articles expected by the next check.
    expected: f64,
    /// The chance that some will have dropped out by then.
    loss: f64,
}

impl From<Outlook> for Believed {
    fn from(outlook: Outlook) -> Self {
        Self {
            pattern: outlook.pattern.to_vec(),
            per_day: outlook.per_day,
            bytes: outlook.bytes,
            seconds: outlook.seconds,
            n_shown: Some(outlook.n_shown).filter(|n| *n > 0),
            expected: outlook.expected,
            loss: outlook.loss,
        }
    }
}

/// What a source cost in the last days.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SourceCost")]
struct Cost {
    n_requests: u32,
    /// Requests that found something new.
    n_fruitful: u32,
    bytes: u64,
}

/// A source with everything that is known about it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SourceDetails")]
pub(in crate::api) struct Full {
    #[serde(flatten)]
    source: Source,
    /// Null until it has been checked successfully.
    outlook: Option<Believed>,
    /// The priority: how much its articles matter to its readers.
    weight: f64,
    /// The current price of a request, in minutes of waiting of an article with priority 1; null if not set yet.
    price: Option<f64>,
    /// How long its articles of the last month waited until they were fetched, on average, in minutes.
    waited_minutes: Option<f64>,
    /// The number of articles this is based on.
    n_waited: u64,
    /// Its requests in the last days.
    spent: Cost,
}

pub(super) async fn full(call: &Call, one: &SubscribedSource) -> Result<Full, Problem> {
    let (store, now, id) = (&call.inner.store, call.now(), one.source.id);
    let t = call.voice().await?;
    let pace = store.sources().pace(id).await?;
    let outlook = health::outlook(&call.inner, one).await;
    let month = now.saturating_sub(SignedDuration::from_hours(24 * 30)).unwrap_or(Timestamp::MIN);
    let (n_waited, waited) = store.freshness().waited_for(id, month).await?;
    let prices = store.freshness().prices(month).await?;
    let stats = store.sources().stats(vec![id], now).await?;
    let spend = stats.get(&id).map_or(Spend::default(), |stats| stats.spend);
    Ok(Full {
        source: Source::of(&t, one, pace, now),
        outlook: outlook.map(Believed::from),
        weight: one.source.weight,
        price: prices.last().map(|paid| paid.price),
        waited_minutes: (n_waited > 0).then_some(waited.0),
        n_waited,
        spent: Cost {
            n_requests: spend.n_requests,
            n_fruitful: spend.n_fruitful,
            bytes: spend.wire_bytes,
        },
    })
}
