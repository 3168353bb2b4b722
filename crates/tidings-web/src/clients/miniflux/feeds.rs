//! Sources, called feeds here: listing, changing, removing, counting, fetching, and marking read.

use super::{Answer, Call, MinifluxLibrary, done, made, shown};
use crate::{
    Error, Key,
    acts::{
        Address, Title, articles, fetching, filters,
        subscriptions::{self, Change},
        wishes::Wishes,
    },
};
use axum::extract::Path;
use serde::Deserialize;
use serde_json::json;
use std::collections::HashMap;
use tidings_model::SourceId;
use tidings_store::{Set, StreamQuery, SubscribedSource};

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

/// `GET /v1/feeds/counters`. Ids are strings; zero counts are left out.
pub(crate) async fn counters(call: Call) -> Answer {
    let (store, user) = (&call.inner.store, call.user());
    let all = store.articles().count_stream_by_source(user, StreamQuery::default()).await?;
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

/// The changes of a feed. Unknown fields are ignored.
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
    blocklist_rules: Option<String>,
    keeplist_rules: Option<String>,
}

impl Changes {
    /// Takes the credentials out.
    pub(super) fn take_key(&mut self) -> Result<Option<Key>, Error> {
        let (name, password) = (self.username.take(), self.password.take());
        let pair = (name.unwrap_or_default(), password.unwrap_or_default());
        Ok(fetching::key((&pair.0, &pair.1), ("", ""))?)
    }

    /// Returns the validated change of one of the caller's feeds.
    fn checked(mut self, known: &MinifluxLibrary, one: &SubscribedSource) -> Result<Change, Error> {
        // Feeds are returned without credentials, so a feed sent back without them leaves them as they are.
        let key = self.take_key()?;
        let title = self.title.map(|title| Title::new(&title)).transpose()?;
        if title.as_ref().is_some_and(Title::is_empty) {
            return Err(Error::BadRequest("the title of a feed cannot be empty".to_owned()));
        }
        let place = |number| known.place(number).ok_or_else(no_category);
        let is_new = |url: &String| !url.trim().is_empty() && url.trim() != one.source.url.as_str();
        Ok(Change {
            title,
            folder: self.category_id.map(place).transpose()?,
            is_paused: self.disabled,
            wishes: Wishes {
                full_text: self.crawler,
                is_muted: self.hide_globally,
                ..Wishes::default()
            },
            address: self.feed_url.filter(is_new).map(|url| Address::new(&url)).transpose()?,
            key,
            filters: filters::Change { block: self.blocklist_rules, keep: self.keeplist_rules },
        })
    }
}

/// `PUT /v1/feeds/{id}`.
pub(crate) async fn change_feed(Path(id): Path<String>, call: Call) -> Answer {
    let one = call.followed(&id).await?;
    let changes: Changes = call.json()?;
    let source = change(&call, one, changes).await?;
    let one = call.followed(&source.to_string()).await?;
    made(&call.known().await?.feed(&one))
}

/// Changes a subscription. A new address or new credentials may turn it into a subscription to another source.
pub(super) async fn change(
    call: &Call,
    one: SubscribedSource,
    changes: Changes,
) -> Result<SourceId, Error> {
    let change = changes.checked(&call.known().await?, &one)?;
    Ok(subscriptions::change(&call.actor(), &one, change).await?)
}

pub(super) fn no_category() -> Error {
    Error::BadRequest("this category does not exist or does not belong to this user".to_owned())
}

/// `DELETE /v1/feeds/{id}`.
pub(crate) async fn remove_feed(Path(id): Path<String>, call: Call) -> Answer {
    let one = call.followed(&id).await?;
    subscriptions::end(&call.actor(), vec![one.source.id]).await?;
    done()
}

/// `PUT /v1/feeds/{id}/mark-all-as-read`.
pub(crate) async fn read_feed(Path(id): Path<String>, call: Call) -> Answer {
    let one = call.followed(&id).await?;
    let stream = StreamQuery { within: vec![Set::Source(one.source.id)], ..StreamQuery::default() };
    articles::read_stream(&call.actor(), stream).await?;
    call.caller.is_here(&call.inner).await?;
    done()
}

/// `PUT /v1/feeds/{id}/refresh`: checks the feed now, if politeness allows it. The feed shows the result.
pub(crate) async fn refresh_feed(Path(id): Path<String>, call: Call) -> Answer {
    let one = call.followed(&id).await?;
    subscriptions::check_now(&call.actor(), one.source.id).await?;
    done()
}

/// `PUT /v1/feeds/refresh`.
pub(crate) async fn refresh_feeds(call: Call) -> Answer {
    let known = call.known().await?;
    refresh_all(&call, known.library.sources.iter().map(|one| one.source.id).collect());
    done()
}

/// Checks sources one after another, after the response.
pub(super) fn refresh_all(call: &Call, sources: Vec<SourceId>) {
    subscriptions::check_all_after(&call.inner, &call.caller.user, sources);
}
