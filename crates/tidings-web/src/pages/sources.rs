//! `/sources`: a line per source with health, pace, plan and cost; sorted, filtered, and with bulk actions.

use crate::{
    Error,
    acts::{ActError, Actor, folders, subscriptions},
    app::Inner,
    forms::{Form, Sent},
    health::{self, Health},
    pages::{Place, Shell, duplicates::same_address, notice::Notice, page, undo},
    plots,
    session::Signed,
    times::Time,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{Query, State},
    response::Response,
};
use jiff::Timestamp;
use serde::Deserialize;
use std::{cmp::Reverse, collections::HashMap, sync::Arc};
use tidings_model::{FolderId, SourceId};
use tidings_store::{BulkResult, Folder, Pace, Spend, Stats, SubscribedSource};

/// Lines per page.
const PER_PAGE: usize = 100;

/// The query of the page.
#[derive(Debug, Clone, Deserialize, Default)]
#[serde(default)]
pub(crate) struct Wish {
    sort: String,
    filter: String,
    show: String,
    page: usize,
    undo: Option<i64>,
}

#[derive(Template)]
#[template(path = "sources.html")]
struct Page {
    t: Voice,
    shell: Shell,
    notice: Option<Notice>,
    n_all: usize,
    n_shown: usize,
    n_duplicates: usize,
    wish: Wish,
    shows: Vec<Choice>,
    headings: Vec<Heading>,
    rows: Vec<Line>,
    folders: Vec<Folder>,
    older: Option<String>,
    newer: Option<String>,
    here: String,
}

/// A link that filters the list.
struct Choice {
    label: String,
    href: String,
    is_current: bool,
}

/// A column heading that sorts.
struct Heading {
    label: String,
    href: Option<String>,
    /// For `aria-sort`: "ascending", "descending", or empty.
    order: &'static str,
    class: &'static str,
}

struct Line {
    id: SourceId,
    title: String,
    place: String,
    health: Health,
    detail: String,
    last: Option<Time>,
    next: Option<Time>,
    why: String,
    rate: String,
    spark: String,
    spark_words: String,
    spend: String,
    idle: String,
    n_unread: u64,
    is_muted: bool,
}

/// A source with everything that sorting and filtering need.
struct Entry {
    subscribed: SubscribedSource,
    pace: Pace,
    health: Health,
    folder: String,
}

/// `GET /sources`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    Query(wish): Query<Wish>,
) -> Result<Response, Error> {
    let (t, user, now) = (signed.voice.clone(), signed.user.id, inner.clock.now());
    let shell = Shell::new(&inner, &signed, Place::Sources).await?;
    let notice = Notice::of(&inner, &t, user, wish.undo, &wish.with_page(wish.page)).await?;
    let folders = inner.store.subscriptions().folders(user).await?;
    let all = entries(&inner, &signed, &folders, now).await?;
    let (n_all, n_duplicates) =
        (all.len(), same_address(all.iter().map(|one| &one.subscribed)).len());
    let mut shown = filtered(&inner, &signed, all, &wish).await?;
    sort(&mut shown, &wish.sort);
    let n_shown = shown.len();
    let first = wish.page.min(n_shown / PER_PAGE) * PER_PAGE;
    let on_page: Vec<Entry> = shown.into_iter().skip(first).take(PER_PAGE).collect();
    let ids = on_page.iter().map(|entry| entry.subscribed.source.id).collect();
    let stats = inner.store.sources().stats(ids, now).await?;
    let rows = on_page.iter().map(|entry| line(&t, entry, &stats, now)).collect();
    let older = (first + PER_PAGE < n_shown).then(|| wish.with_page(first / PER_PAGE + 1));
    let newer = (first > 0).then(|| wish.with_page(first / PER_PAGE - 1));
    page(&Page {
        notice,
        n_all,
        n_shown,
        n_duplicates,
        shows: shows(&t, &wish),
        headings: headings(&t, &wish),
        rows,
        folders,
        older,
        newer,
        here: wish.with_page(wish.page),
        wish,
        shell,
        t,
    })
}

async fn entries(
    inner: &Inner,
    signed: &Signed,
    folders: &[Folder],
    now: Timestamp,
) -> Result<Vec<Entry>, Error> {
    let names: HashMap<FolderId, &str> =
        folders.iter().map(|folder| (folder.id, folder.path.as_str())).collect();
    let paces = inner.store.sources().paces(signed.user.id).await?;
    let subscriptions = inner.store.subscriptions().list(signed.user.id).await?;
    let entry = |subscribed: SubscribedSource| {
        let pace = paces.get(&subscribed.source.id).copied().unwrap_or_default();
        let folder = subscribed.subscription.folder.and_then(|id| names.get(&id));
        Entry {
            health: Health::of(&subscribed, pace.last_posting, now),
            folder: folder.copied().unwrap_or_default().to_owned(),
            subscribed,
            pace,
        }
    };
    Ok(subscriptions.into_iter().map(entry).collect())
}

async fn filtered(
    inner: &Inner,
    signed: &Signed,
    mut all: Vec<Entry>,
    wish: &Wish,
) -> Result<Vec<Entry>, Error> {
    match wish.show.as_str() {
        "failing" => all.retain(|entry| entry.health <= Health::Stumbling),
        "quiet" => all.retain(|entry| entry.health == Health::Quiet),
        "missed" => all.retain(|entry| entry.subscribed.missed_at.is_some()),
        "paused" => all.retain(|entry| entry.health == Health::Paused),
        "never-read" => {
            let never = inner.store.sources().never_opened(signed.user.id).await?;
            all.retain(|entry| never.contains(&entry.subscribed.source.id));
        }
        _ => {}
    }
    let words: Vec<String> = wish.filter.split_whitespace().map(str::to_lowercase).collect();
    if !words.is_empty() {
        all.retain(|entry| {
            let text = format!(
                "{} {} {}",
                entry.subscribed.title(),
                entry.subscribed.source.url,
                entry.folder
            );
            let text = text.to_lowercase();
            words.iter().all(|word| text.contains(word.as_str()))
        });
    }
    Ok(all)
}

/// Sorts by a column, and by title among equals. A leading minus reverses the order.
fn sort(entries: &mut [Entry], by: &str) {
    let (key, is_turned) = by.strip_prefix('-').map_or((by, false), |key| (key, true));
    let soon = |at: Option<Timestamp>| at.map_or(i64::MAX, Timestamp::as_millisecond);
    match key {
        "folder" => entries
            .sort_by_cached_key(|entry| (entry.folder.is_empty(), entry.folder.to_lowercase())),
        "health" => entries.sort_by_key(|entry| entry.health),
        "last" => entries.sort_by_key(|entry| Reverse(entry.subscribed.source.health.last_fetch)),
        "next" => entries.sort_by_key(|entry| soon(health::next_check(&entry.subscribed))),
        "rate" => entries.sort_by(|a, b| per_day(b).total_cmp(&per_day(a))),
        "unread" => entries.sort_by_key(|entry| Reverse(entry.subscribed.n_unread)),
        // They are already sorted by title.
        _ => {}
    }
    if is_turned {
        entries.reverse();
    }
}

fn per_day(entry: &Entry) -> f64 {
    entry.pace.rate.map_or(0.0, |rate| rate.0)
}

impl Wish {
    fn href(&self, sort: &str, show: &str, page: usize) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        for (name, value) in [("sort", sort), ("filter", &self.filter), ("show", show)] {
            if !value.is_empty() {
                query.append_pair(name, value);
            }
        }
        if page > 0 {
            query.append_pair("page", &page.to_string());
        }
        let query = query.finish();
        if query.is_empty() { "/sources".to_owned() } else { format!("/sources?{query}") }
    }

    fn with_page(&self, page: usize) -> String {
        self.href(&self.sort, &self.show, page)
    }
}

fn shows(t: &Voice, wish: &Wish) -> Vec<Choice> {
    let shows = [
        ("", "src-show-all"),
        ("failing", "src-show-failing"),
        ("quiet", "src-show-quiet"),
        ("missed", "src-show-missed"),
        ("paused", "src-show-paused"),
        ("never-read", "src-show-never-read"),
    ];
    let choice = |(show, key): (&str, &str)| Choice {
        label: t.of(key).to_owned(),
        href: wish.href(&wish.sort, show, 0),
        is_current: wish.show == show,
    };
    shows.into_iter().map(choice).collect()
}

fn headings(t: &Voice, wish: &Wish) -> Vec<Heading> {
    let columns = [
        ("title", "src-column-source", ""),
        ("health", "src-column-health", ""),
        ("last", "src-column-last", "when"),
        ("next", "src-column-next", "when"),
        ("rate", "src-column-rate", "number"),
        ("", "src-column-weeks", ""),
        ("", "src-column-spend", "number"),
        ("unread", "src-column-unread", "number"),
    ];
    let by = if wish.sort.is_empty() { "title" } else { &wish.sort };
    let heading = |(sort, key, class): (&str, &str, &'static str)| {
        let turned = format!("-{sort}");
        let (order, next) = match by {
            by if by == sort => ("ascending", turned),
            by if by == turned => ("descending", sort.to_owned()),
            _ => ("", sort.to_owned()),
        };
        Heading {
            label: t.of(key).to_owned(),
            href: (!sort.is_empty()).then(|| wish.href(&next, &wish.show, 0)),
            order: if sort.is_empty() { "" } else { order },
            class,
        }
    };
    columns.into_iter().map(heading).collect()
}

fn line(t: &Voice, entry: &Entry, stats: &HashMap<SourceId, Stats>, now: Timestamp) -> Line {
    let (subscribed, source) = (&entry.subscribed, &entry.subscribed.source);
    let stats = stats.get(&source.id).copied().unwrap_or_default();
    let spend = stats.spend;
    let failed = source.health.last_failure.as_ref().filter(|_| source.health.failures > 0);
    let detail = match (entry.health, failed) {
        (Health::Failing | Health::Stumbling, Some((kind, _))) => {
            health::failure(t, *kind).split_inclusive('.').next().unwrap_or_default().to_owned()
        }
        _ => String::new(),
    };
    let host = source.url.host_str().map(str::to_owned);
    let folder = Some(entry.folder.clone()).filter(|folder| !folder.is_empty());
    Line {
        id: source.id,
        title: shown_title(subscribed),
        place: folder.into_iter().chain(host).collect::<Vec<_>>().join(" · "),
        health: entry.health,
        detail,
        last: source.health.last_fetch.map(|at| t.past(at, now)),
        next: health::next_check(subscribed).map(|at| t.future(at, now)),
        why: health::why_next(t, subscribed, now),
        rate: rate(t, entry, stats.weekly.iter().sum()),
        spark: plots::sparkline(&stats.weekly),
        spark_words: t.n("src-weeks-words", stats.weekly.iter().sum::<u32>()),
        spend: t.number(spend.n_requests),
        idle: idle(t, spend),
        n_unread: subscribed.n_unread,
        is_muted: subscribed.options.is_muted,
    }
}

/// Returns how often a source posts. A rate based on few articles is marked as a guess.
fn rate(t: &Voice, entry: &Entry, n_known: u32) -> String {
    let per_day = per_day(entry);
    let said = health::pace(t, &entry.subscribed.source, entry.pace);
    // A week at that rate would have brought more articles than there are, so it is a guess.
    let is_guess =
        per_day > 0.0 && f64::from(n_known) < per_day * 7.0 && (n_known as usize) < health::FEW;
    if is_guess { t.with("src-rate-about", "rate", &said) } else { said }
}

/// Returns the share of requests that succeeded and found nothing new; empty if there were none.
pub(crate) fn idle(t: &Voice, spend: Spend) -> String {
    if spend.n_requests == 0 {
        return String::new();
    }
    let n_idle = spend.n_requests.saturating_sub(spend.n_fruitful + spend.n_failed);
    let share = f64::from(n_idle) / f64::from(spend.n_requests) * 100.0;
    t.with("src-spend-idle", "share", &t.number(share.round() as u64))
}

/// Returns the title, or the address without its common prefix.
pub(crate) fn shown_title(subscribed: &SubscribedSource) -> String {
    let title = subscribed.title();
    if title == subscribed.source.url.as_str() { short_address(title) } else { title.to_owned() }
}

/// Returns the titles of sources. Those with the same title also have their address, to tell them apart in a menu.
pub(crate) fn distinct_titles(sources: &[SubscribedSource]) -> Vec<(SourceId, String)> {
    let mut n_of: HashMap<&str, usize> = HashMap::new();
    for one in sources {
        *n_of.entry(one.title()).or_default() += 1;
    }
    let title = |one: &SubscribedSource| match n_of[one.title()] {
        1 => shown_title(one),
        _ => format!("{} ({})", shown_title(one), short_address(one.source.url.as_str())),
    };
    sources.iter().map(|one| (one.source.id, title(one))).collect()
}

/// Returns an address as people write it: without its common prefix and the last slash.
fn short_address(url: &str) -> String {
    url.trim_start_matches("https://")
        .trim_start_matches("http://")
        .trim_end_matches('/')
        .to_owned()
}

/// The bulk action on the selected lines.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Act {
    #[serde(default)]
    ids: String,
    #[serde(default)]
    act: String,
    #[serde(default)]
    folder: String,
    #[serde(default)]
    back: String,
}

/// `POST /sources/act`: moves, pauses, resumes or ends several subscriptions.
pub(crate) async fn act(
    State(inner): State<Arc<Inner>>,
    sent: Sent,
    form: Form<Act>,
) -> Result<Response, Error> {
    let Form { signed, fields } = form;
    let actor = signed.actor(&inner);
    let ids: Vec<SourceId> =
        fields.ids.split(',').filter_map(|id| id.parse().ok()).map(SourceId).collect();
    let (kind, done) = match fields.act.as_str() {
        "pause" => ("pause", subscriptions::pause(&actor, ids).await?),
        "resume" => {
            ("resume", BulkResult { n: subscriptions::resume(&actor, ids).await?, undo: None })
        }
        "unsubscribe" => ("unsubscribe", subscriptions::end(&actor, ids).await?),
        _ => {
            let folder = folder(&actor, &fields.folder).await?;
            ("move", subscriptions::move_all(&actor, ids, folder).await?)
        }
    };
    Ok(undo::answer(&signed.voice, sent, kind, done, &fields.back))
}

/// Returns the folder that a form names: by id, by a path (created if there is none), or none.
pub(crate) async fn folder(actor: &Actor<'_>, text: &str) -> Result<Option<FolderId>, ActError> {
    match (text.trim(), text.trim().strip_prefix('#')) {
        ("", _) => Ok(None),
        (_, Some(id)) => {
            let id = id.parse().map_err(|_| ActError::NotFound("folder"))?;
            folders::own(actor, FolderId(id)).await.map(Some)
        }
        (name, None) => folders::named(actor, name).await.map(Some),
    }
}

/// `GET /sources/export.opml`.
pub(crate) async fn export(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
) -> Result<Response, Error> {
    use axum::response::IntoResponse;
    use http::header;
    let opml = inner
        .services
        .importing
        .export(signed.user.id)
        .await
        .map_err(|failure| Error::internal("subscriptions cannot be exported", &failure))?;
    let headers = [
        (header::CONTENT_TYPE, "text/x-opml; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"subscriptions.opml\""),
    ];
    Ok((headers, opml).into_response())
}
