//! `/activity`: events of a person's sources and account that they should know about; for operators also of the server.

use crate::{
    Error,
    app::Inner,
    health,
    pages::{Place, Shell, page},
    session::Signed,
    times::Time,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{Query, State},
    response::Response,
};
use serde::Deserialize;
use std::sync::Arc;
use tidings_model::{FailureKind, Role, SourceId, UserId};
use tidings_store::{Audience, NoteEntry, NotesQuery};

/// Events per page.
const PAGE: usize = 50;
/// The setting that stores the newest event shown.
const SEEN: &str = "activity_seen";

/// Kinds of events that someone should act on.
const PROBLEMS: &[&str] = &["failing", "gone", "code_refused", "rule_off", "webhook_off"];

/// A filter by kinds of events.
struct Group {
    name: &'static str,
    label: &'static str,
    kinds: &'static [&'static str],
}

const GROUPS: &[Group] = &[
    Group { name: "all", label: "activity-all", kinds: &[] },
    Group {
        name: "sources",
        label: "activity-sources",
        kinds: &["failing", "recovered", "gone", "moved", "merged", "imported"],
    },
    Group {
        name: "account",
        label: "activity-account",
        kinds: &[
            "signed_in",
            "code_refused",
            "recovery_code_used",
            "second_step_on",
            "second_step_off",
            "second_step_taken",
            "password_changed",
            "app_password_made",
            "sessions_ended",
            "role_changed",
        ],
    },
    Group { name: "rules", label: "activity-rules", kinds: &["rule_off", "webhook_off"] },
];

/// A filter on the page.
struct Tab {
    href: String,
    label: String,
    is_here: bool,
}

struct Entry {
    time: Time,
    class: &'static str,
    source: Option<(SourceId, String)>,
    sentence: String,
    is_new: bool,
}

#[derive(Template)]
#[template(path = "activity.html")]
struct Page {
    t: Voice,
    shell: Shell,
    count: String,
    tabs: Vec<Tab>,
    entries: Vec<Entry>,
    older: Option<String>,
    /// Whether sources are linked. The server's events name sources that the operator may not subscribe to and so have
    /// no page for them.
    has_links: bool,
}

/// The query of the page.
#[derive(Deserialize)]
pub(crate) struct ActivityQuery {
    #[serde(default)]
    show: String,
    before: Option<i64>,
}

/// `GET /activity`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    Query(asked): Query<ActivityQuery>,
    signed: Signed,
) -> Result<Response, Error> {
    let user = signed.user.id;
    let is_server = asked.show == "server";
    if is_server && signed.user.role != Role::Operator {
        return Err(Error::Forbidden);
    }
    let group = GROUPS.iter().find(|group| group.name == asked.show).unwrap_or(&GROUPS[0]);
    let audience = if is_server { Audience::Server } else { Audience::Own(user) };
    let mut noted = inner
        .store
        .activity()
        .notes(NotesQuery {
            audience,
            kinds: group.kinds.iter().map(|kind| (*kind).to_owned()).collect(),
            before: asked.before,
            limit: PAGE + 1,
        })
        .await?;
    let name = if is_server { "server" } else { group.name };
    let has_more = noted.len() > PAGE;
    noted.truncate(PAGE);
    let last = noted.last().filter(|_| has_more);
    let older = last.map(|last| format!("/activity?show={name}&before={}", last.id));
    let seen = seen(&inner, user).await?;
    // The other tabs show only some of the new events.
    let n_new = match name {
        "all" => inner.store.activity().count_notes_after(user, seen, &[]).await?,
        _ => 0,
    };
    if let (Some(newest), None, "all") = (noted.first(), asked.before, name) {
        remember(&inner, &signed, newest.id.max(seen)).await?;
        inner.navigations.forget(user);
    }
    let t = &signed.voice;
    let now = inner.clock.now();
    let entries = noted.into_iter().map(|noted| entry(t, noted, seen, is_server, now)).collect();
    page(&Page {
        shell: Shell::new(&inner, &signed, Place::Activity).await?,
        count: if n_new > 0 { t.n("activity-new", n_new) } else { String::new() },
        tabs: tabs(t, name, signed.user.role),
        entries,
        older,
        has_links: !is_server,
        t: t.clone(),
    })
}

/// Returns the newest event this person was shown.
async fn seen(inner: &Inner, user: UserId) -> Result<i64, Error> {
    let text = inner.store.settings().get(Some(user), SEEN.to_owned()).await?;
    Ok(text.and_then(|text| text.parse().ok()).unwrap_or(0))
}

/// Returns the number of problems this person has not been shown yet.
pub(crate) async fn n_problems(inner: &Inner, user: UserId) -> Result<u64, Error> {
    let seen = seen(inner, user).await?;
    Ok(inner.store.activity().count_notes_after(user, seen, PROBLEMS).await?)
}

/// Stores the newest event as seen. A `GET` may do this: it is bookkeeping, like the last use of a session.
async fn remember(inner: &Inner, signed: &Signed, newest: i64) -> Result<(), Error> {
    let (user, value) = (Some(signed.user.id), Some(newest.to_string()));
    Ok(inner.store.settings().set(user, SEEN.to_owned(), value).await?)
}

fn tabs(t: &Voice, here: &str, role: Role) -> Vec<Tab> {
    let server = Group { name: "server", label: "activity-server", kinds: &[] };
    GROUPS
        .iter()
        .chain((role == Role::Operator).then_some(&server))
        .map(|group| Tab {
            href: format!("/activity?show={}", group.name),
            label: t.of(group.label).to_owned(),
            is_here: group.name == here,
        })
        .collect()
}

fn entry(t: &Voice, noted: NoteEntry, seen: i64, is_server: bool, now: jiff::Timestamp) -> Entry {
    let (id, note) = (noted.id, noted.note);
    let untitled = || t.of("activity-untitled").to_owned();
    let title = noted.source_title.filter(|title| !title.trim().is_empty());
    Entry {
        time: t.age(note.at, now),
        class: class(&note.kind),
        source: note.source.map(|source| (source, title.unwrap_or_else(untitled))),
        sentence: sentence(t, &note.kind, &note.message),
        is_new: id > seen && !is_server,
    }
}

fn class(kind: &str) -> &'static str {
    match kind {
        _ if PROBLEMS.contains(&kind) => "bad",
        "recovered" => "good",
        _ => "",
    }
}

/// Returns what happened, in the reader's language if we know the kind; otherwise as it was recorded.
fn sentence(t: &Voice, kind: &str, detail: &str) -> String {
    let number = || detail.parse::<u64>().unwrap_or(0);
    match kind {
        // Earlier releases recorded the server's own message.
        "failing" => {
            let known = FailureKind::from_code(detail);
            let why = known.map_or(detail, |kind| health::failure(t, kind));
            t.with("activity-failing", "detail", why)
        }
        "recovered" => t.of("activity-recovered").to_owned(),
        "gone" => t.of("activity-gone").to_owned(),
        "moved" => t.with("activity-moved", "detail", detail),
        "merged" => t.with("activity-merged", "detail", detail),
        "signed_in" => t.with("activity-signed-in", "detail", detail),
        "code_refused" => t.with("activity-code-refused", "detail", detail),
        "recovery_code_used" => t.n("activity-recovery-code-used", number()),
        "second_step_on" => t.of("activity-second-step-on").to_owned(),
        "second_step_off" => t.of("activity-second-step-off").to_owned(),
        "second_step_taken" => t.of("activity-second-step-taken").to_owned(),
        "password_changed" => t.of("activity-password-changed").to_owned(),
        "app_password_made" => t.with("activity-app-password-made", "detail", detail),
        "sessions_ended" => t.n("activity-sessions-ended", number()),
        "role_changed" => match Role::from_code(detail) {
            Some(Role::Operator) => t.of("activity-now-operator").to_owned(),
            _ => t.of("activity-now-user").to_owned(),
        },
        _ => detail.to_owned(),
    }
}
