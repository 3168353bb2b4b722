//! Sources, which are called feeds: listed, changed, removed, counted, looked at, marked read.

use super::{Answer, Call, done, made, shown};
use crate::{
    Error, Key,
    clients::{failed, refused},
};
use axum::extract::Path;
use serde::Deserialize;
use serde_json::json;
use std::{collections::HashMap, sync::Arc};
use tidings_model::{SourceId, SourceState};
use tidings_store::{Set, Stream, Subscribed, SubscriberOptions};

/// `GET /v1/feeds`.
pub(crate) async fn feeds(call: Call) -> Answer {
    let known = call.known().await?;
    shown(&known.library.sources.iter().map(|one| known.feed(one)).collect())
}

/// `GET /v1/feeds/{id}`.
pub(crate) async fn feed(Path(id): Path<String>, call: Call) -> Answer {
    let one = call.followed(&id).await?;
    shown(&call.known().await?.feed(&one))
}

/// `GET /v1/feeds/counters`: by number as text; what would be zero is missing.
pub(crate) async fn counters(call: Call) -> Answer {
    let (store, user) = (&call.inner.store, call.user());
    let all = store.articles().count_stream_by_source(user, Stream::default()).await?;
    let unread = store.readings().unread_counts(user).await?;
    let unread: HashMap<SourceId, u64> =
        unread.into_iter().map(|count| (count.source, count.n_unread)).collect();
    let (mut reads, mut unreads) = (json!({}), json!({}));
    for (source, n_all) in all {
        let n_unread = unread.get(&source).copied().unwrap_or(0);
        for (counts, n) in [(&mut reads, n_all.saturating_sub(n_unread)), (&mut unreads, n_unread)]
        {
            if n > 0 {
                counts[source.to_string()] = json!(n);
            }
        }
    }
    shown(&json!({ "reads": reads, "unreads": unreads }))
}

/// What can be changed of a feed; what we know nothing of is passed over.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Changes {
    pub(super) feed_url: Option<String>,
    pub(super) category_id: Option<i64>,
    title: Option<String>,
    disabled: Option<bool>,
    crawler: Option<bool>,
    hide_globally: Option<bool>,
    username: Option<String>,
    password: Option<String>,
}

/// `PUT /v1/feeds/{id}`.
pub(crate) async fn change_feed(Path(id): Path<String>, call: Call) -> Answer {
    let one = call.followed(&id).await?;
    let changes: Changes = call.json()?;
    let source = change(&call, one, changes).await?;
    let one = call.followed(&source.to_string()).await?;
    made(&call.known().await?.feed(&one))
}

/// Changes a subscription; a new address, or a key, may make it one to another source.
pub(super) async fn change(
    call: &Call,
    one: Subscribed,
    changes: Changes,
) -> Result<SourceId, Error> {
    let (inner, user, now) = (&call.inner, call.user(), call.inner.clock.now());
    let mut source = one.source.id;
    if let Some(title) = changes.title {
        let title = title.trim().to_owned();
        if title.is_empty() {
            return Err(Error::BadRequest("the title of a feed cannot be empty".to_owned()));
        }
        let title = Some(title).filter(|title| *title != one.source.title);
        inner.store.subscriptions().rename(user, source, title).await.map_err(refused)?;
    }
    if let Some(number) = changes.category_id {
        let place = call.known().await?.place(number).ok_or_else(no_category)?;
        inner.store.subscriptions().move_to(user, source, place).await?;
    }
    let options = SubscriberOptions {
        full_text: changes.crawler.unwrap_or(one.options.full_text),
        is_muted: changes.hide_globally.unwrap_or(one.options.is_muted),
        ..one.options.clone()
    };
    if options != one.options {
        inner.store.subscriptions().set_options(user, source, options).await?;
    }
    match changes.disabled {
        Some(true) => drop(inner.store.subscriptions().pause_all(user, vec![source], now).await?),
        Some(false) => resume(call, &one).await?,
        None => {}
    }
    let is_new = |url: &String| !url.trim().is_empty() && url.trim() != one.source.url.as_str();
    if let Some(url) = changes.feed_url.filter(is_new) {
        let changed = inner.actions.change_address(user, source, url.trim()).await;
        source = changed.map_err(failed)?.source;
    }
    if let (Some(name), Some(password)) = (changes.username, changes.password)
        && !(name.is_empty() && password.is_empty())
    {
        let key = Some(Key::Password(name, password));
        source = inner.actions.set_key(user, source, key).await.map_err(failed)?;
    }
    Ok(source)
}

/// What was put to rest is asked again; one that nobody else reads even if its server had called it gone.
async fn resume(call: &Call, one: &Subscribed) -> Result<(), Error> {
    let (store, now) = (&call.inner.store, call.inner.clock.now());
    store.subscriptions().resume(call.user(), vec![one.source.id], now).await?;
    if one.source.n_subscribers == 1 && one.source.state != SourceState::Active {
        store.sources().resume(one.source.id, now).await?;
    }
    Ok(())
}

pub(super) fn no_category() -> Error {
    Error::BadRequest("this category does not exist or does not belong to this user".to_owned())
}

/// `DELETE /v1/feeds/{id}`.
pub(crate) async fn remove_feed(Path(id): Path<String>, call: Call) -> Answer {
    let one = call.followed(&id).await?;
    call.inner.store.subscriptions().unsubscribe(call.user(), one.source.id).await?;
    done()
}

/// `PUT /v1/feeds/{id}/mark-all-as-read`.
pub(crate) async fn read_feed(Path(id): Path<String>, call: Call) -> Answer {
    let one = call.followed(&id).await?;
    let stream = Stream { within: vec![Set::Source(one.source.id)], ..Stream::default() };
    call.inner.store.articles().mark_stream_read(call.user(), stream).await?;
    call.caller.is_here(&call.inner).await?;
    done()
}

/// `PUT /v1/feeds/{id}/refresh`: looks now, if that is polite. What came of it stands with the feed.
pub(crate) async fn refresh_feed(Path(id): Path<String>, call: Call) -> Answer {
    let one = call.followed(&id).await?;
    call.inner.actions.refresh(call.user(), one.source.id).await.map_err(failed)?;
    done()
}

/// `PUT /v1/feeds/refresh`.
pub(crate) async fn refresh_feeds(call: Call) -> Answer {
    let known = call.known().await?;
    refresh_all(&call, known.library.sources.iter().map(|one| one.source.id).collect());
    done()
}

/// Looks at sources one after another, after the answer. Clients ask for this with every sync: once in a while is enough.
pub(super) fn refresh_all(call: &Call, sources: Vec<SourceId>) {
    let (inner, user) = (Arc::clone(&call.inner), call.user());
    if inner.refreshes.take(user, inner.clock.now()).is_err() {
        return;
    }
    tokio::spawn(async move {
        for source in sources {
            // What failed stands with the source.
            let _ = inner.actions.refresh(user, source).await;
        }
    });
}
