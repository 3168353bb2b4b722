//! `/sources/{id}`: one source, with its health, when it posts, what it costs, what went wrong, and everything that can
//! be done with it.

mod acts;
mod announcing;
mod facts;
mod pattern;

pub(crate) use acts::{
    accept_move, address, fetching, keep_address, key, move_to, options, pause, refresh, rename,
    resume, unsubscribe,
};

use crate::{
    Error, SourceDefaults,
    app::Inner,
    health::{self, Health},
    pages::{Place, Shell, notice::Notice, page, sources::shown_title},
    plots::Plot,
    session::Signed,
    times::Time,
    voice::Voice,
};
use announcing::Announcing;
use askama::Template;
use axum::{
    extract::{Path, Query, State},
    response::Response,
};
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use std::sync::Arc;
use tidings_model::{FailureKind, Outcome, Reason, Role, SourceId, units::Minutes};
use tidings_store::{Folder, LoggedFetch, SourceOptions, Spend, SubscribedSource};

/// Days that plots cover.
const DAYS: i64 = 90;
/// Maximum number of articles in plots.
const MOST_POSTINGS: usize = 10_000;
/// Number of fetches shown.
const MOST_RETRIEVALS: usize = 30;

/// What was just done, and how to undo it.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(crate) struct Since {
    said: String,
    why: String,
    undo: Option<i64>,
}

#[derive(Template)]
#[template(path = "source.html")]
struct Page {
    t: Voice,
    shell: Shell,
    notice: Option<Notice>,
    id: SourceId,
    title: String,
    own_title: String,
    told_title: String,
    url: String,
    health: Health,
    sentence: String,
    trouble: Option<LastFailure>,
    moved: Option<Moved>,
    facts: Vec<Fact>,
    plots: Vec<Plot>,
    log: Vec<Entry>,
    subscribed: SubscribedSource,
    folders: Vec<Folder>,
    rules: SourceDefaults,
    /// For operators.
    fetching: Option<SourceOptions>,
    secret_origin: Option<String>,
    next: Option<Time>,
    why: String,
    announcing: Option<Announcing>,
}

/// The last failure.
struct LastFailure {
    /// What it means and what to do.
    advice: String,
    /// The original message.
    detail: String,
}

/// A new address that the source announced.
struct Moved {
    to: String,
    sentence: String,
}

/// One fact about the source.
struct Fact {
    name: String,
    words: String,
    time: Option<Time>,
    href: Option<String>,
}

/// An entry of the fetch log.
struct Entry {
    time: Time,
    outcome: String,
    class: &'static str,
    detail: String,
    size: String,
    took: String,
    why: String,
    /// The same with the price and the expected numbers.
    why_exactly: String,
}

/// `GET /sources/{id}`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    Path(id): Path<String>,
    Query(since): Query<Since>,
) -> Result<Response, Error> {
    let (t, now) = (signed.voice.clone(), inner.clock.now());
    let subscribed = followed(&inner, &signed, &id).await?;
    let source = &subscribed.source;
    let store = &inner.store;
    let postings = store.sources().postings(source.id, days_before(now), MOST_POSTINGS).await?;
    let pace = store.sources().pace(source.id).await?;
    let health = Health::of(&subscribed, pace.last_posting, now);
    let log = store.fetches().list(source.id, MOST_RETRIEVALS).await?;
    let record = Record::of(&log);
    let stats = store.sources().stats(vec![source.id], now).await?;
    let spend = stats.get(&source.id).map_or(Spend::default(), |stats| stats.spend);
    let is_operator = signed.user.role == Role::Operator;
    let fetching = if is_operator && source.owner.is_none() {
        Some(store.sources().options(source.id).await?)
    } else {
        None
    };
    let outlook = health::outlook(&inner, &subscribed).await;
    let waits = store.freshness().waits(source.id, days_before(now)).await?;
    let waited = store.freshness().waited_for(source.id, month_before(now)).await?;
    let is_pinned = store.sources().manner(source.id).await?.is_pinned;
    let push = store.push().of_source(source.id).await?;
    let announcing =
        announcing::announcing(&t, source, push.as_ref(), inner.public_url.as_ref(), now);
    page(&Page {
        notice: notice(&inner, &signed, &since, source.id).await?,
        shell: Shell::new(&inner, &signed, Place::Sources).await?,
        id: source.id,
        title: shown_title(&subscribed),
        own_title: subscribed.subscription.title.clone().unwrap_or_default(),
        told_title: source.title.clone(),
        url: source.url.clone().into(),
        sentence: match health {
            Health::Well if record.is_poor() => record.said(&t, "src-health-well-mostly"),
            health => health.sentence(&t, source, now),
        },
        trouble: trouble(&t, &subscribed),
        moved: moved(&t, &subscribed, now),
        facts: facts::facts(
            &t,
            &subscribed,
            &facts::Posted { pace, n: postings.len() },
            spend,
            now,
        )
        .into_iter()
        .chain(facts::freshness(
            &t,
            source,
            outlook.as_ref(),
            Watched { waited, is_pinned, record, why: health::why_exactly(&t, &subscribed, now) },
        ))
        .collect(),
        plots: pattern::plots(&t, &postings, &waits, outlook.as_ref(), now),
        log: log.iter().map(|one| entry(&t, one, now)).collect(),
        folders: store.subscriptions().folders(signed.user.id).await?,
        rules: inner.services.checks.source_defaults(),
        fetching,
        announcing: announcing.filter(|_| health != Health::Paused),
        secret_origin: store.sources().secret_origin(source.id).await?,
        next: health::next_check(&subscribed).map(|at| t.future(at, now)),
        why: health::why_next(&t, &subscribed, now),
        health,
        subscribed,
        t,
    })
}

/// What is known about its freshness.
struct Watched {
    /// How many articles arrived lately, and how long they waited on average.
    waited: (u64, Minutes),
    /// Whether someone wants it as fresh as possible.
    is_pinned: bool,
    record: Record,
    /// The reason for the next check with its price and expected numbers, if it has any.
    why: Option<String>,
}

/// The results of the latest fetches.
#[derive(Clone, Copy)]
struct Record {
    n_looks: usize,
    n_failed: usize,
}

impl Record {
    /// Failures of our own network or store are not the source's.
    fn of(log: &[LoggedFetch]) -> Self {
        let own = |kind| matches!(kind, FailureKind::Offline | FailureKind::Store);
        let failed =
            |one: &&LoggedFetch| matches!(&one.outcome, Outcome::Failed(why) if !own(why.kind));
        // What a hub sent is in the log, but was no check.
        let is_check = |one: &&LoggedFetch| Reason::of_code(&one.reason) != Some(Reason::Pushed);
        let checks = || log.iter().filter(is_check);
        Self { n_looks: checks().count(), n_failed: checks().filter(failed).count() }
    }

    /// Returns whether it fails so often that the page must say so.
    fn is_poor(self) -> bool {
        10 * self.n_failed >= self.n_looks.max(1)
    }

    fn said(self, t: &Voice, key: &str) -> String {
        t.n_with(key, self.n_looks, "failed", &t.number(self.n_failed))
    }
}

fn month_before(now: Timestamp) -> Timestamp {
    now.saturating_sub(SignedDuration::from_hours(24 * 30)).unwrap_or(Timestamp::MIN)
}

fn days_before(now: Timestamp) -> Timestamp {
    now.saturating_sub(SignedDuration::from_hours(24 * DAYS)).unwrap_or(Timestamp::MIN)
}

/// Returns the user's subscription to the source in a path. Other people's are not found.
async fn followed(inner: &Inner, signed: &Signed, id: &str) -> Result<SubscribedSource, Error> {
    let id = id.parse().map_err(|_| Error::NotFound)?;
    inner.store.subscriptions().get(signed.user.id, SourceId(id)).await?.ok_or(Error::NotFound)
}

/// Returns what was just done.
async fn notice(
    inner: &Inner,
    signed: &Signed,
    since: &Since,
    id: SourceId,
) -> Result<Option<Notice>, Error> {
    let t = &signed.voice;
    if since.undo.is_some() {
        return Notice::of(inner, t, signed.user.id, since.undo, &format!("/sources/{id}")).await;
    }
    let text = match since.said.as_str() {
        "saved" => t.of("src-said-saved").to_owned(),
        "contrary" => t.of("src-said-contrary").to_owned(),
        "moved" => t.of("src-said-address").to_owned(),
        "refreshed" => t.of("src-said-refreshed").to_owned(),
        "not-now" => match Reason::of_code(&since.why) {
            Some(Reason::Patience { wait }) => {
                let now = inner.clock.now();
                let seconds = SignedDuration::from_secs((wait.0 * 60.0) as i64);
                let when = now.saturating_add(seconds).unwrap_or(Timestamp::MAX);
                t.with("src-said-wait", "when", &t.future(when, now).words)
            }
            Some(reason) => {
                t.with("src-said-not-now", "why", &health::said(t, reason, inner.clock.now()))
            }
            None => t.of("src-said-later").to_owned(),
        },
        "failed" => match FailureKind::from_code(&since.why) {
            Some(kind) => health::failure(t, kind).to_owned(),
            None => return Ok(None),
        },
        "resumed" => t.of("src-said-resumed").to_owned(),
        "key" => t.of("src-said-key").to_owned(),
        _ => return Ok(None),
    };
    Ok(Some(Notice { text, undo: None, back: format!("/sources/{id}") }))
}

fn trouble(t: &Voice, subscribed: &SubscribedSource) -> Option<LastFailure> {
    let health = &subscribed.source.health;
    let (kind, message) = health.last_failure.as_ref().filter(|_| health.failures > 0)?;
    Some(LastFailure { advice: health::failure(t, *kind).to_owned(), detail: message.clone() })
}

fn moved(t: &Voice, subscribed: &SubscribedSource, now: Timestamp) -> Option<Moved> {
    let source = &subscribed.source;
    let (to, sentence) = match (&source.move_seen, &source.hints.moved_to) {
        (Some(seen), _) => {
            let since = t.past(seen.since, now).words;
            (seen.target.clone(), t.n_with("src-moved-seen", seen.sightings, "since", &since))
        }
        (None, Some(told)) => (told.clone(), t.of("src-moved-told").to_owned()),
        (None, None) => return None,
    };
    let is_refused = subscribed.options.kept_move.as_deref() == Some(to.as_str());
    (to != source.url && !is_refused).then(|| Moved { to: to.into(), sentence })
}

fn entry(t: &Voice, one: &LoggedFetch, now: Timestamp) -> Entry {
    let (outcome, class, detail) = match &one.outcome {
        Outcome::Changed { n_new, n_updated } => {
            let new = t.n("src-log-new", *n_new);
            let text = if *n_updated == 0 {
                new
            } else {
                format!("{new}, {}", t.n("src-log-updated", *n_updated))
            };
            (text, "good", String::new())
        }
        Outcome::Unchanged => (t.of("src-log-unchanged").to_owned(), "quiet", String::new()),
        Outcome::Failed(failure) => {
            (health::fault(t, failure.kind).to_owned(), "bad", failure.message.clone())
        }
    };
    let took_ms = one.finished_at.as_millisecond() - one.started_at.as_millisecond();
    let seconds = health::decimal(t, took_ms.max(0) as f64 / 1000.0);
    Entry {
        time: t.past(one.started_at, now),
        outcome: match one.status {
            Some(status) => format!("{outcome} ({status})"),
            None => outcome,
        },
        class,
        detail,
        size: health::bytes(t, one.wire_bytes),
        took: t.with("src-seconds-short", "n", &seconds),
        why: health::brief(t, &one.reason, one.started_at),
        why_exactly: health::why(t, &one.reason, one.started_at),
    }
}
