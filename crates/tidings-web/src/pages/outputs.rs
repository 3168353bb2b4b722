//! `/outputs`: feeds with secret addresses, webhooks, and share links.

pub(crate) mod feed;
pub(crate) mod share;
pub(crate) mod webhook;

use crate::{
    Error,
    acts::{ActError, Name, Words, outputs},
    app::Inner,
    forms::{Form, Nothing},
    pages::{
        Place, Shell, headlined, page, page_with,
        rules::{editor::Choice, form, words, words::Names},
    },
    session::Signed,
    times::Time,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{Path, Query, State},
    response::{IntoResponse, Redirect, Response},
};
use http::StatusCode;
use jiff::Timestamp;
use serde::Deserialize;
use std::sync::Arc;
use tidings_model::{
    ArticleId, FolderId, OutputId, ShareId, SourceId, TagId, WebhookId, rule::RuleScope,
};
use tidings_store::{Output, OutputList, ShareLink, Webhook, WebhookEvent};

#[derive(Template)]
#[template(path = "outputs.html")]
struct Page {
    t: Voice,
    shell: Shell,
    complaint: Option<String>,
    said: Option<String>,
    has_public_url: bool,
    feeds: Vec<FeedRow>,
    lists: Vec<Choice>,
    /// The list selected at first.
    chosen: String,
    query: String,
    hooks: Vec<HookRow>,
    events: Vec<Choice>,
    shares: Vec<ShareRow>,
}

struct FeedRow {
    id: OutputId,
    name: String,
    list: String,
    base: String,
    used: Option<Time>,
}

struct HookRow {
    id: WebhookId,
    name: String,
    url: String,
    event: String,
    secret: String,
    is_on: bool,
    fault: Option<String>,
    failing: Option<Time>,
    said: Option<String>,
    waiting: Option<String>,
}

struct ShareRow {
    id: ShareId,
    article: ArticleId,
    title: String,
    address: String,
    expires: Option<Time>,
}

/// The query of the page: the list to publish.
#[derive(Deserialize, Default)]
pub(crate) struct OutputsQuery {
    #[serde(default)]
    list: String,
    #[serde(default)]
    q: String,
    /// The webhook just tested, and whether its receiver accepted the message.
    #[serde(default)]
    tried: Option<i64>,
    #[serde(default)]
    answer: String,
}

/// `GET /outputs`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    Query(asked): Query<OutputsQuery>,
) -> Result<Response, Error> {
    let mut shown = made(&inner, &signed).await?;
    shown.chosen = if asked.q.is_empty() { asked.list } else { "search".to_owned() };
    shown.query = asked.q;
    let tried = shown.hooks.iter().find(|hook| asked.tried == Some(hook.id.0));
    if let Some(said) = tried.and_then(|hook| hook.said.clone()) {
        match asked.answer.as_str() {
            "good" => shown.said = Some(shown.t.with("hook-test-good", "said", &said)),
            _ => shown.complaint = Some(shown.t.with("hook-test-bad", "said", &said)),
        }
    }
    page(&shown)
}

/// The form for a new feed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewFeed {
    list: String,
    #[serde(default)]
    query: String,
    #[serde(default)]
    name: String,
}

/// `POST /outputs`: publishes a list.
pub(crate) async fn create(
    State(inner): State<Arc<Inner>>,
    form: Form<NewFeed>,
) -> Result<Response, Error> {
    let Form { signed, fields } = form;
    let t = &signed.voice;
    let list = match read_list(&fields.list, &fields.query) {
        Ok(list) => list,
        Err(refusal) => return refuse(&inner, &signed, "out-bad-list", &refusal).await,
    };
    let names = Names::load(&inner, signed.user.id).await?;
    let name = match fields.name.trim() {
        "" => Name::cut(&list_words(t, &names, &list)),
        name => Name::new(name),
    };
    let actor = signed.actor(&inner);
    let made = match name {
        Ok(name) => outputs::create(&actor, name, list).await,
        Err(refusal) => Err(refusal),
    };
    match made {
        Ok(_) => Ok(Redirect::to("/outputs#feeds").into_response()),
        Err(refusal) => refuse(&inner, &signed, "out-bad-list", &refusal).await,
    }
}

/// `POST /outputs/{id}/remove`: its address stops working.
pub(crate) async fn remove(
    State(inner): State<Arc<Inner>>,
    Path(output): Path<String>,
    form: Form<Nothing>,
) -> Result<Redirect, Error> {
    let output = output.parse().map_err(|_| Error::NotFound)?;
    outputs::remove(&form.actor(&inner), output).await?;
    Ok(Redirect::to("/outputs#feeds"))
}

/// Shows the page again with the reason; `missing` is the key for what was not found.
async fn refuse(
    inner: &Inner,
    signed: &Signed,
    missing: &'static str,
    refusal: &ActError,
) -> Result<Response, Error> {
    let t = &signed.voice;
    let complaint = match refusal {
        ActError::NotFound(_) | ActError::Choice { .. } => t.of(missing).to_owned(),
        ActError::Full { what: "outputs", most } => t.n("out-too-many", *most as u64),
        ActError::Full { what: "webhooks", most } => t.n("hook-too-many", *most as u64),
        ActError::Network(failure) => failure.message.clone(),
        ActError::Failed(error) => return Err(error.clone()),
        refusal => refusal.sentence(t),
    };
    let mut shown = made(inner, signed).await?;
    shown.complaint = Some(complaint);
    page_with(StatusCode::BAD_REQUEST, &shown)
}

async fn made(inner: &Inner, signed: &Signed) -> Result<Page, Error> {
    let (t, user, now) = (signed.voice.clone(), signed.user.id, inner.clock.now());
    let names = Names::load(inner, user).await?;
    let outputs = inner.store.outputs().list(user).await?;
    let hooks = inner.store.outputs().webhooks(user).await?;
    let shares = inner.store.outputs().shares(user, None, now).await?;
    Ok(Page {
        shell: Shell::new(inner, signed, Place::Outputs).await?,
        complaint: None,
        said: None,
        has_public_url: inner.public_url.is_some(),
        feeds: outputs.into_iter().map(|one| feed_row(inner, &t, &names, one, now)).collect(),
        lists: lists(&t, &names),
        chosen: String::new(),
        query: String::new(),
        hooks: hooks.into_iter().map(|one| hook_row(&t, &names, one, now)).collect(),
        events: events(&t, &names),
        shares: shares.iter().map(|one| share_row(inner, &t, one, now)).collect(),
        t,
    })
}

/// Returns the public address of a path; without a configured public address, the path itself.
fn address(inner: &Inner, path: &str) -> String {
    let base = inner.public_url.as_ref().map_or("", |url| url.as_str().trim_end_matches('/'));
    format!("{base}{path}")
}

fn feed_row(inner: &Inner, t: &Voice, names: &Names, output: Output, now: Timestamp) -> FeedRow {
    FeedRow {
        id: output.id,
        list: list_words(t, names, &output.list),
        base: address(inner, &format!("/out/{}", output.token)),
        used: output.used_at.map(|at| t.past(at, now)),
        name: output.name,
    }
}

fn hook_row(t: &Voice, names: &Names, hook: Webhook, now: Timestamp) -> HookRow {
    HookRow {
        id: hook.id,
        event: event_words(t, names, hook.event),
        secret: hook.secret,
        is_on: hook.is_on,
        fault: hook.fault,
        failing: hook.failing_since.map(|at| t.full(at, now)),
        said: hook.last_said,
        waiting: Some(hook.n_waiting).filter(|n| *n > 0).map(|n| t.n("hook-waiting", n)),
        url: hook.url,
        name: hook.name,
    }
}

fn share_row(inner: &Inner, t: &Voice, share: &ShareLink, now: Timestamp) -> ShareRow {
    ShareRow {
        id: share.id,
        article: share.article,
        title: headlined(t, &share.title, &share.summary),
        address: address(inner, &format!("/shared/{}", share.token)),
        expires: share.expires_at.map(|at| t.full(at, now)),
    }
}

/// Returns the list for the value of a choice.
fn read_list(code: &str, query: &str) -> Result<OutputList, ActError> {
    let none = |_| ActError::Choice { field: "list" };
    Ok(match code.split_once('.').unwrap_or((code, "")) {
        ("unread", _) => OutputList::Unread,
        ("all", _) => OutputList::All,
        ("starred", _) => OutputList::Starred,
        ("later", _) => OutputList::Later,
        ("folder", id) => OutputList::Folder(FolderId(id.parse().map_err(none)?)),
        ("source", id) => OutputList::Source(SourceId(id.parse().map_err(none)?)),
        ("tag", id) => OutputList::Tag(TagId(id.parse().map_err(none)?)),
        ("search", _) => OutputList::Search(Words::new(query)?.into()),
        _ => return Err(ActError::Choice { field: "list" }),
    })
}

fn list_words(t: &Voice, names: &Names, list: &OutputList) -> String {
    let gone = || t.of("rules-scope-gone").to_owned();
    match list {
        OutputList::Unread => t.of("out-unread").to_owned(),
        OutputList::All => t.of("rules-scope-all").to_owned(),
        OutputList::Starred => t.of("out-starred").to_owned(),
        OutputList::Later => t.of("out-later").to_owned(),
        OutputList::Folder(id) => words::scope(t, names, RuleScope::Folder(*id)),
        OutputList::Source(id) => words::scope(t, names, RuleScope::Source(*id)),
        OutputList::Tag(id) => {
            let name = names.tags.iter().find(|(one, _)| one == id);
            name.map_or_else(gone, |(_, name)| t.with("out-tag", "name", name))
        }
        OutputList::Search(query) => t.with("out-search", "query", query),
    }
}

fn lists(t: &Voice, names: &Names) -> Vec<Choice> {
    let choice =
        |value: String, list: &OutputList| Choice { value, label: list_words(t, names, list) };
    let plain = [
        ("unread", OutputList::Unread),
        ("starred", OutputList::Starred),
        ("later", OutputList::Later),
        ("all", OutputList::All),
    ];
    let mut lists: Vec<Choice> =
        plain.iter().map(|(code, list)| choice((*code).to_owned(), list)).collect();
    let label = t.of("out-a-search").to_owned();
    lists.push(Choice { value: "search".to_owned(), label });
    lists.extend(
        names
            .folders
            .iter()
            .map(|(id, _)| choice(format!("folder.{id}"), &OutputList::Folder(*id))),
    );
    lists.extend(
        names.tags.iter().map(|(id, _)| choice(format!("tag.{id}"), &OutputList::Tag(*id))),
    );
    lists.extend(
        names
            .sources
            .iter()
            .map(|(id, _)| choice(format!("source.{id}"), &OutputList::Source(*id))),
    );
    lists
}

fn event_words(t: &Voice, names: &Names, event: WebhookEvent) -> String {
    match event {
        WebhookEvent::Article(scope) => {
            t.with("hook-event-article", "scope", &words::scope(t, names, scope))
        }
        WebhookEvent::Starred => t.of("hook-event-star").to_owned(),
        WebhookEvent::Tagged(id) => {
            let name = names.tags.iter().find(|(one, _)| *one == id);
            let name = name.map_or_else(|| t.of("rules-scope-gone"), |(_, name)| name.as_str());
            t.with("hook-event-tag", "name", name)
        }
        WebhookEvent::Rule => t.of("hook-event-rule").to_owned(),
    }
}

fn events(t: &Voice, names: &Names) -> Vec<Choice> {
    let choice = |value: String, event| Choice { value, label: event_words(t, names, event) };
    let scope = |scope| {
        choice(format!("article.{}", form::scope_code(scope)), WebhookEvent::Article(scope))
    };
    let mut events = vec![
        scope(RuleScope::All),
        choice("star".to_owned(), WebhookEvent::Starred),
        choice("rule".to_owned(), WebhookEvent::Rule),
    ];
    events.extend(names.folders.iter().map(|(id, _)| scope(RuleScope::Folder(*id))));
    events.extend(
        names.tags.iter().map(|(id, _)| choice(format!("tag.{id}"), WebhookEvent::Tagged(*id))),
    );
    events.extend(names.sources.iter().map(|(id, _)| scope(RuleScope::Source(*id))));
    events
}

/// Returns the event for the value of a choice.
fn read_event(code: &str) -> Option<WebhookEvent> {
    Some(match code.split_once('.').unwrap_or((code, "")) {
        ("article", scope) => WebhookEvent::Article(form::read_scope(scope)),
        ("star", _) => WebhookEvent::Starred,
        ("rule", _) => WebhookEvent::Rule,
        ("tag", id) => WebhookEvent::Tagged(TagId(id.parse().ok()?)),
        _ => return None,
    })
}
