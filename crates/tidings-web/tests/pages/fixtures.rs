//! Fills a store as the daemon would: with complete fetches.

use jiff::{SignedDuration, Timestamp};
use tidings_model::{
    Article, ArticleId, ArticleKeys, Failure, Fingerprint, SourceId, UserId,
    article::Content,
    rule::{Accents, Action, Matching, Rule, RuleScope},
    source::Health,
};
use tidings_rules::{CompiledRule, RuleSubject};
use tidings_store::{
    Cursor, FetchRecord, FetchedContent, NewWebhook, OutputList, ParsedDocument, Store, Switch,
    WebhookEvent,
};
use tidings_web::{RuleTrial, SecretToken};

/// Returns an article with a title and a text, an hour old.
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

/// Returns the record of a fetch that ends now.
pub(crate) fn fetch(source: SourceId, fetched: FetchedContent, now: Timestamp) -> FetchRecord {
    let health = match &fetched {
        FetchedContent::Failed(failure) => failed(failure, now),
        _ => Health {
            last_success: Some(now),
            last_fetch: Some(now),
            last_unconditional: Some(now),
            ..Health::default()
        },
    };
    FetchRecord {
        status: Some(200),
        wire_bytes: 1000,
        reason: "due".to_owned(),
        health,
        next_at: now + SignedDuration::from_mins(42),
        next_reason: "posts about 4 times a day".to_owned(),
        ..FetchRecord::new(source, fetched, now)
    }
}

fn failed(failure: &Failure, now: Timestamp) -> Health {
    let since = now - SignedDuration::from_hours(7);
    Health {
        failures: 4,
        failing_since: Some(since),
        last_success: Some(since),
        last_fetch: Some(now),
        last_failure: Some((failure.kind, failure.message.clone())),
        ..Health::default()
    }
}

/// Stores articles of a source. Returns their ids in the given order.
pub(crate) async fn store(
    store: &Store,
    source: SourceId,
    title: &str,
    articles: Vec<Article>,
    now: Timestamp,
) -> Vec<ArticleId> {
    let document =
        ParsedDocument { articles, title: Some(title.to_owned()), ..ParsedDocument::default() };
    let mut ids = store
        .fetches()
        .store(fetch(source, FetchedContent::Document(document), now))
        .await
        .expect("a store in memory takes articles")
        .new_ids;
    // Stored oldest first, so that ids increase with time; feeds have the newest first.
    ids.reverse();
    ids
}

/// Returns what a rule matches among all of a user's articles.
pub(crate) async fn tried(store: &Store, user: UserId, rule: &CompiledRule) -> RuleTrial {
    let all = store
        .rules()
        .articles_for_rules(
            user,
            rule.rule().scope,
            Switch::On,
            Timestamp::MIN,
            Cursor::START,
            1000,
        )
        .await
        .expect("the store reads");
    let n_looked_at = all.len() as u64;
    let shown: Vec<_> = all
        .into_iter()
        .filter(|seen| {
            let link = seen.link.as_deref();
            let article =
                RuleSubject::new(&seen.title, &seen.html, &seen.authors, &seen.categories, link);
            rule.matches(&article)
        })
        .collect();
    RuleTrial { n_matched: shown.len() as u64, n_looked_at, shown, stopped_at: None }
}

/// Creates a rule, a webhook, a shared feed and a share link of a user. Returns their ids.
pub(crate) async fn outgoing(
    store: &Store,
    user: UserId,
    article: ArticleId,
    now: Timestamp,
) -> (i64, i64, i64, i64) {
    let rule = Rule {
        name: "Private rule".to_owned(),
        scope: RuleScope::All,
        matching: Matching::All,
        conditions: vec!["title words: privacy".parse().expect("this is a condition")],
        accents: Accents::Ignored,
        actions: vec![Action::Read],
    };
    let webhook = NewWebhook {
        name: "Private webhook".to_owned(),
        url: "https://private.example/hook".to_owned(),
        secret: "private secret".to_owned(),
        event: WebhookEvent::Starred,
    };
    let rule = store.rules().add(user, rule, 9, now).await.expect("the store writes");
    let webhook =
        store.outputs().add_webhook(user, webhook, 9, now).await.expect("the store writes");
    let token = ("private output".to_owned(), SecretToken::hash("private output"));
    let name = "Private output".to_owned();
    let output = store.outputs().add(user, name, OutputList::All, token, 9, now);
    let output = output.await.expect("the store writes");
    let token = ("private share".to_owned(), SecretToken::hash("private share"));
    let share =
        store.outputs().share(user, article, token, None, now).await.expect("the store writes");
    (rule.0, webhook.0, output.0, share.0)
}
