//! Sources: how each is doing, when it was asked and will be asked, and why then.

use crate::{
    Error,
    app::Inner,
    pages::{Place, Shell, grouped, page},
    session::Signed,
    times::Time,
    voice::Voice,
};
use askama::Template;
use axum::{extract::State, response::Response};
use jiff::Timestamp;
use std::{collections::HashMap, sync::Arc};
use tidings_model::{FolderId, SourceState, source::Source};
use tidings_store::Subscribed;

/// From so many failures in a row on, a source is failing rather than stumbling.
const FAILING: u32 = 3;

#[derive(Template)]
#[template(path = "sources.html")]
struct Page {
    t: Voice,
    shell: Shell,
    count: String,
    rows: Vec<RowView>,
}

struct RowView {
    title: String,
    /// Folder and host.
    place: String,
    health: HealthView,
    last: Option<Time>,
    next: Option<Time>,
    why: String,
    n_unread: String,
}

#[derive(Debug, PartialEq, Eq)]
struct HealthView {
    class: &'static str,
    word: &'static str,
    detail: String,
}

/// `GET /sources`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
) -> Result<Response, Error> {
    let shell = Shell::new(&inner, &signed, Place::Sources).await?;
    let subscriptions = inner.store.subscriptions(signed.user.id).await?;
    let folders = inner
        .store
        .folders(signed.user.id)
        .await?
        .into_iter()
        .map(|folder| (folder.id, folder.name))
        .collect();
    let now = inner.clock.now();
    let rows = subscriptions
        .iter()
        .map(|subscribed| row(&signed.voice, subscribed, &folders, now))
        .collect::<Vec<_>>();
    let count = if rows.is_empty() { String::new() } else { grouped(rows.len() as u64) };
    page(&Page { t: signed.voice.clone(), shell, count, rows })
}

fn row(
    t: &Voice,
    subscribed: &Subscribed,
    folders: &HashMap<FolderId, String>,
    now: Timestamp,
) -> RowView {
    let source = &subscribed.source;
    let is_asked = source.state != SourceState::Paused;
    let folder = subscribed.subscription.folder.and_then(|id| folders.get(&id)).cloned();
    RowView {
        // A source that never told its title is known by its address.
        title: subscribed
            .title()
            .trim_start_matches("https://")
            .trim_start_matches("http://")
            .to_owned(),
        place: folder
            .into_iter()
            .chain(source.url.host_str().map(str::to_owned))
            .collect::<Vec<_>>()
            .join(" · "),
        health: health(t, source, now),
        last: source.health.last_retrieval.map(|at| t.past(at, now)),
        next: is_asked.then(|| t.future(source.next_at, now)),
        why: if is_asked { source.next_reason.clone() } else { String::new() },
        n_unread: grouped(subscribed.n_unread),
    }
}

fn health(t: &Voice, source: &Source, now: Timestamp) -> HealthView {
    let said = || {
        source.health.last_failure.as_ref().map(|(_, message)| message.clone()).unwrap_or_default()
    };
    match source.state {
        SourceState::Paused => HealthView { class: "quiet", word: "Paused", detail: String::new() },
        SourceState::Gone => HealthView {
            class: "bad",
            word: "Gone",
            detail: "its server says it is gone for good; its articles are kept".to_owned(),
        },
        SourceState::Active if source.health.last_retrieval.is_none() => {
            HealthView { class: "quiet", word: "New", detail: "not asked yet".to_owned() }
        }
        SourceState::Active if source.health.failures == 0 => {
            HealthView { class: "good", word: "Well", detail: String::new() }
        }
        SourceState::Active if source.health.failures < FAILING => {
            HealthView { class: "warn", word: "Stumbling", detail: said() }
        }
        SourceState::Active => {
            let since = source
                .health
                .failing_since
                .map(|since| format!("for {}: ", t.span(now.as_second() - since.as_second())));
            HealthView {
                class: "bad",
                word: "Failing",
                detail: format!("{}{}", since.unwrap_or_default(), said()),
            }
        }
    }
}
