//! Filling a store as the daemon would: whole retrievals with articles.

use jiff::{SignedDuration, Timestamp};
use tidings_model::{
    Article, ArticleId, ArticleKeys, Failure, Fingerprint, SourceId, SourceState, article::Content,
    source::Health,
};
use tidings_store::{Document, RetrievalRecord, Retrieved, Store};

/// An article with a title and a text, an hour old.
pub(crate) fn article(title: &str, html: &str, now: Timestamp) -> Article {
    let key = |kind: &str| Some(Fingerprint::of(&[kind, title]));
    Article {
        keys: ArticleKeys {
            guid: key("guid"),
            guid_path: None,
            link: key("link"),
            title: key("title"),
            content: key("content"),
        },
        version: Fingerprint::of(&[title, html]),
        guid: Some(title.to_owned()),
        title: title.to_owned(),
        link: Some("https://example.org/article".to_owned()),
        comments: None,
        n_comments: None,
        authors: Vec::new(),
        published: Some(now - SignedDuration::from_hours(1)),
        updated: None,
        summary: "A summary of two lines.".to_owned(),
        content: Content::Clean(html.to_owned()),
        language: None,
        tags: Vec::new(),
        enclosures: Vec::new(),
        image: None,
    }
}

/// What a retrieval that ends now stores.
pub(crate) fn retrieval(source: SourceId, retrieved: Retrieved, now: Timestamp) -> RetrievalRecord {
    let health = match &retrieved {
        Retrieved::Failed(failure) => failed(failure, now),
        _ => Health {
            last_success: Some(now),
            last_retrieval: Some(now),
            last_unconditional: Some(now),
            ..Health::default()
        },
    };
    RetrievalRecord {
        source,
        owner: String::new(),
        started_at: now,
        finished_at: now,
        status: Some(200),
        wire_bytes: 1000,
        reason: "due".to_owned(),
        retrieved,
        health,
        state: SourceState::Active,
        move_seen: None,
        adopt: None,
        next_at: now + SignedDuration::from_mins(42),
        next_reason: "posts about 4 times a day".to_owned(),
        posting_rate: None,
        host_blocked_until: None,
        blocked_host: None,
    }
}

fn failed(failure: &Failure, now: Timestamp) -> Health {
    let since = now - SignedDuration::from_hours(7);
    Health {
        failures: 4,
        failing_since: Some(since),
        last_success: Some(since),
        last_retrieval: Some(now),
        last_failure: Some((failure.kind, failure.message.clone())),
        ..Health::default()
    }
}

/// Stores articles of a source; returns their ids in the order given.
pub(crate) async fn store(
    store: &Store,
    source: SourceId,
    title: &str,
    articles: Vec<Article>,
    now: Timestamp,
) -> Vec<ArticleId> {
    let document = Document { articles, title: Some(title.to_owned()), ..Document::default() };
    let mut ids = store
        .store_retrieval(retrieval(source, Retrieved::Document(document), now))
        .await
        .expect("a store in memory takes articles")
        .new_ids;
    // Stored oldest first, so that ids grow with time; documents have the newest on top.
    ids.reverse();
    ids
}
