//! Webhook messages: claimed by one process at a time, kept until delivered, and never about another user's articles.

use crate::support::*;
use std::collections::BTreeSet;
use tidings_model::{ArticleId, DeliveryId, SourceId, UserId, WebhookId, rule::RuleScope};
use tidings_store::{
    Audience, BulkAction, Delivery, Error, NewWebhook, NotesQuery, Store, Switch, WebhookEvent,
    outputs::webhooks::MOST_WAITING,
};

fn new(name: &str, event: WebhookEvent) -> NewWebhook {
    NewWebhook {
        name: name.to_owned(),
        url: format!("https://hooks.example/{name}"),
        secret: "s3cret".to_owned(),
        event,
    }
}

async fn add_hook(store: &Store, user: UserId, name: &str, event: WebhookEvent) -> WebhookId {
    store.outputs().add_webhook(user, new(name, event), 99, noon()).await.unwrap()
}

async fn take(store: &Store, limit: usize, now: i64, lease: i64) -> Vec<Delivery> {
    store.outputs().take_deliveries(limit, at(now), at(lease)).await.unwrap()
}

fn ids(taken: &[Delivery]) -> Vec<DeliveryId> {
    taken.iter().map(|one| one.id).collect()
}

/// Creates a subscriber of a source with an article, so that further articles count as new.
async fn with_known_source(ground: &Ground) -> (Store, UserId, SourceId) {
    let (store, user, source) = with_reader(ground).await;
    store_articles(&store, source, vec![tidy(0)], at(0)).await;
    (store, user, source)
}

/// Stores new articles beside one that is already known.
async fn arrive(
    store: &Store,
    source: SourceId,
    numbers: std::ops::Range<usize>,
    minute: i64,
) -> Vec<ArticleId> {
    let mut document = vec![tidy(0)];
    document.extend(numbers.map(tidy));
    store_articles(store, source, document, at(minute)).await.new_ids
}

#[test]
fn only_one_of_many_processes_claims_each_message() {
    on_both(|ground| async move {
        let (store, user, source) = with_known_source(&ground).await;
        add_hook(&store, user, "all", WebhookEvent::Article(RuleScope::All)).await;
        arrive(&store, source, 1..61, 1).await;
        let stores = [store, ground.open().await];
        let takers: Vec<_> = (0..6)
            .map(|n| {
                let store = stores[n % 2].clone();
                tokio::spawn(async move {
                    let mut taken = Vec::new();
                    for _ in 0..12 {
                        taken.extend(ids(&take(&store, 7, 1, 60).await));
                    }
                    taken
                })
            })
            .collect();
        let mut all = Vec::new();
        for taker in takers {
            all.extend(taker.await.unwrap());
        }
        assert_eq!(all.len(), 60, "none is missed");
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 60, "and none is claimed twice");
        for store in stores {
            store.close().await;
        }
    });
}

#[test]
fn messages_are_claimed_oldest_first_and_again_after_a_lease_expires() {
    on_both(|ground| async move {
        let (store, user, source) = with_known_source(&ground).await;
        let hook = add_hook(&store, user, "all", WebhookEvent::Article(RuleScope::All)).await;
        assert_eq!(store.outputs().next_delivery().await.unwrap(), None);
        let first = arrive(&store, source, 1..4, 5).await;
        let second = arrive(&store, source, 4..6, 9).await;
        assert_eq!(store.outputs().next_delivery().await.unwrap(), Some(at(5)));
        assert_eq!(take(&store, 9, 4, 50).await, [], "before the event");
        let two = take(&store, 2, 9, 20).await;
        assert_eq!(two.iter().map(|one| one.article).collect::<Vec<_>>(), first[..2]);
        assert_eq!((two[0].created_at, two[0].n_attempts), (at(5), 0));
        let rest = take(&store, 9, 9, 30).await;
        let articles: Vec<_> = rest.iter().map(|one| one.article).collect();
        assert_eq!(articles, [first[2], second[0], second[1]]);
        assert_eq!(store.outputs().next_delivery().await.unwrap(), Some(at(20)));
        assert_eq!(take(&store, 9, 19, 60).await, []);
        let again = take(&store, 9, 20, 60).await;
        assert_eq!(ids(&again), ids(&two), "with the same ids");
        let said = Some("200 OK".to_owned());
        store.outputs().delivered(two[0].id, hook, said, at(21)).await.unwrap();
        store.outputs().delivered(two[1].id, hook, None, at(22)).await.unwrap();
        let told = store.outputs().webhook(user, hook).await.unwrap().unwrap();
        assert_eq!((told.n_waiting, told.last_at), (3, Some(at(21))));
        assert_eq!(
            told.last_said.as_deref(),
            Some("200 OK"),
            "a message dropped without a response leaves the last one"
        );
    });
}

#[test]
fn a_failed_message_delays_all_messages_of_its_webhook() {
    on_both(|ground| async move {
        let (store, user, source) = with_known_source(&ground).await;
        let hook = add_hook(&store, user, "all", WebhookEvent::Article(RuleScope::All)).await;
        let other =
            add_hook(&store, user, "other", WebhookEvent::Article(RuleScope::Source(source))).await;
        arrive(&store, source, 1..4, 1).await;
        let taken = take(&store, 99, 1, 10).await;
        let of_hook: Vec<&Delivery> = taken.iter().filter(|one| one.webhook.id == hook).collect();
        let outputs = store.outputs();
        outputs.not_delivered(of_hook[0].id, hook, "503".to_owned(), at(40), at(2)).await.unwrap();
        let at_lease_end = take(&store, 99, 10, 11).await;
        assert!(
            at_lease_end.iter().all(|one| one.webhook.id == other),
            "other webhooks are not delayed"
        );
        outputs.not_delivered(of_hook[0].id, hook, "504".to_owned(), at(90), at(40)).await.unwrap();
        assert!(take(&store, 99, 89, 90).await.iter().all(|one| one.webhook.id == other));
        let failing = outputs.webhook(user, hook).await.unwrap().unwrap();
        assert_eq!((failing.failing_since, failing.last_at), (Some(at(2)), Some(at(40))));
        assert_eq!(failing.last_said.as_deref(), Some("504"));
        let again = take(&store, 99, 90, 99).await;
        let mut attempts: Vec<u32> =
            again.iter().filter(|one| one.webhook.id == hook).map(|one| one.n_attempts).collect();
        attempts.sort_unstable();
        assert_eq!(attempts, [0, 0, 2], "only one was tried");
        let said = Some("200".to_owned());
        outputs.delivered(of_hook[0].id, hook, said, at(91)).await.unwrap();
        assert_eq!(outputs.webhook(user, hook).await.unwrap().unwrap().failing_since, None);
    });
}

#[test]
fn each_webhook_receives_its_own_events() {
    on_both(|ground| async move {
        let (store, user, source) = with_known_source(&ground).await;
        let other = add_source(&store, "https://other.example/feed").await;
        let folder = store.subscriptions().folder(user, "F".to_owned(), noon()).await.unwrap();
        store.subscriptions().subscribe(user, other, Some(folder), noon()).await.unwrap();
        store_articles(&store, other, vec![tidy(0)], at(0)).await;
        let (wanted, unwanted) = (
            store.readings().add_tag(user, "wanted".to_owned()).await.unwrap(),
            store.readings().add_tag(user, "unwanted".to_owned()).await.unwrap(),
        );
        for (name, event) in [
            ("all", WebhookEvent::Article(RuleScope::All)),
            ("folder", WebhookEvent::Article(RuleScope::Folder(folder))),
            ("source", WebhookEvent::Article(RuleScope::Source(source))),
            ("star", WebhookEvent::Starred),
            ("tag", WebhookEvent::Tagged(wanted)),
            ("rule", WebhookEvent::Rule),
        ] {
            let id = add_hook(&store, user, name, event).await;
            let kept = store.outputs().webhook(user, id).await.unwrap().unwrap();
            assert_eq!((kept.event, kept.name.as_str(), kept.is_on), (event, name, true));
            assert_eq!((kept.secret.as_str(), kept.fault), ("s3cret", None));
        }
        let told = async || {
            let mut names: Vec<_> = take(&store, 99, 999, 99_999).await;
            names.sort_by(|one, two| one.webhook.name.cmp(&two.webhook.name));
            names.into_iter().map(|one| one.webhook.name).collect::<Vec<_>>().join(" ")
        };
        let here = arrive(&store, source, 1..2, 1).await[0];
        assert_eq!(told().await, "all source");
        let there = arrive(&store, other, 1..2, 1).await[0];
        assert_eq!(told().await, "all folder");
        store.readings().star(user, here, Some(at(2))).await.unwrap();
        assert_eq!(told().await, "star");
        store.readings().star(user, here, None).await.unwrap();
        assert_eq!(told().await, "", "removing a star is not an event");
        store.readings().act_on(user, BulkAction::Star, vec![here, there], at(3)).await.unwrap();
        assert_eq!(told().await, "star star");
        store.readings().tag(user, here, "unwanted".to_owned(), at(4)).await.unwrap();
        assert_eq!(told().await, "");
        let both = vec![here, there];
        store.readings().tag_all(user, both.clone(), "wanted".to_owned(), at(5)).await.unwrap();
        assert_eq!(told().await, "tag tag");
        store.readings().tag_all(user, both, "wanted".to_owned(), at(6)).await.unwrap();
        assert_eq!(told().await, "", "they already have the tag");
        assert_ne!(wanted, unwanted);
    });
}

#[test]
fn a_webhook_reports_nothing_of_another_user() {
    on_both(|ground| async move {
        let (store, user, source) = with_known_source(&ground).await;
        let eve = add_user(&store, "eve").await;
        let folder = store.subscriptions().folder(user, "F".to_owned(), noon()).await.unwrap();
        let tag = store.readings().add_tag(user, "t".to_owned()).await.unwrap();
        for (event, what) in [
            (WebhookEvent::Article(RuleScope::Folder(folder)), "folder"),
            (WebhookEvent::Article(RuleScope::Source(source)), "source"),
            (WebhookEvent::Tagged(tag), "tag"),
        ] {
            let refused = store.outputs().add_webhook(eve, new("x", event), 99, noon()).await;
            assert_eq!(refused, Err(Error::NotFound(what)));
        }
        add_hook(&store, eve, "all", WebhookEvent::Article(RuleScope::All)).await;
        add_hook(&store, eve, "star", WebhookEvent::Starred).await;
        let new_ids = arrive(&store, source, 1..4, 1).await;
        store.readings().star(user, new_ids[0], Some(at(1))).await.unwrap();
        assert_eq!(take(&store, 99, 9, 99).await, []);
        let mine = add_hook(&store, user, "mine", WebhookEvent::Starred).await;
        let outputs = store.outputs();
        let missing = Err(Error::NotFound("webhook"));
        assert_eq!(outputs.webhook(eve, mine).await.unwrap(), None);
        assert_eq!(outputs.switch_webhook(eve, mine, Switch::Off).await, missing);
        assert_eq!(outputs.webhook_said(eve, mine, "hi".to_owned(), at(1)).await, missing);
        assert_eq!(outputs.remove_webhook(eve, mine).await, missing);
        let kept = outputs.webhook(user, mine).await.unwrap().unwrap();
        assert!(kept.is_on && kept.last_said.is_none());
        assert_eq!(outputs.webhooks(user).await.unwrap(), [kept]);
    });
}

#[test]
fn a_webhook_that_is_off_or_removed_drops_its_messages_and_failures() {
    on_both(|ground| async move {
        let (store, user, source) = with_known_source(&ground).await;
        let hook = add_hook(&store, user, "hook", WebhookEvent::Article(RuleScope::All)).await;
        let outputs = store.outputs();
        arrive(&store, source, 1..3, 1).await;
        let taken = take(&store, 1, 1, 5).await;
        outputs.not_delivered(taken[0].id, hook, "500".to_owned(), at(9), at(2)).await.unwrap();
        outputs.switch_webhook(user, hook, Switch::Off).await.unwrap();
        let off = outputs.webhook(user, hook).await.unwrap().unwrap();
        assert_eq!((off.is_on, off.n_waiting, off.failing_since), (false, 0, None));
        arrive(&store, source, 3..5, 3).await;
        outputs.switch_webhook(user, hook, Switch::On).await.unwrap();
        assert_eq!(take(&store, 9, 99, 199).await, [], "events in the meantime are not sent");
        arrive(&store, source, 5..6, 4).await;
        for _ in 0..2 {
            outputs.disable_webhook(hook, "no response".to_owned(), at(5)).await.unwrap();
        }
        let disabled = outputs.webhook(user, hook).await.unwrap().unwrap();
        assert_eq!((disabled.is_on, disabled.n_waiting), (false, 0));
        assert_eq!(disabled.fault.as_deref(), Some("no response"));
        let kinds = vec!["webhook_off".to_owned()];
        let asked = NotesQuery { audience: Audience::Own(user), kinds, before: None, limit: 9 };
        let notes = store.activity().notes(asked).await.unwrap();
        let told: Vec<&str> = notes.iter().map(|one| one.note.message.as_str()).collect();
        assert_eq!(told, ["The webhook “hook” was switched off: no response"]);
        outputs.switch_webhook(user, hook, Switch::On).await.unwrap();
        assert_eq!(outputs.webhook(user, hook).await.unwrap().unwrap().fault, None);
        arrive(&store, source, 6..7, 6).await;
        outputs.remove_webhook(user, hook).await.unwrap();
        assert_eq!(take(&store, 9, 99, 199).await, []);
        assert_eq!(outputs.remove_webhook(user, hook).await, Err(Error::NotFound("webhook")));
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn a_user_has_a_limited_number_of_webhooks_ordered_by_name() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let (user, bob) = (add_user(&store, "ada").await, add_user(&store, "bob").await);
        let add = |user, name: &'static str| {
            store.outputs().add_webhook(user, new(name, WebhookEvent::Starred), 3, noon())
        };
        for name in ["b", "c", "a"] {
            add(user, name).await.unwrap();
        }
        let refused = add(user, "d").await.unwrap_err();
        assert!(refused.to_string().contains("there are already 3 webhooks"), "{refused}");
        let first = add(bob, "b").await.unwrap();
        let names = async |user| {
            let all = store.outputs().webhooks(user).await.unwrap();
            all.into_iter().map(|one| one.name).collect::<String>()
        };
        assert_eq!((names(user).await.as_str(), names(bob).await.as_str()), ("abc", "b"));
        store.outputs().webhook_said(bob, first, "pong".to_owned(), at(3)).await.unwrap();
        let tried = store.outputs().webhook(bob, first).await.unwrap().unwrap();
        assert_eq!((tried.last_at, tried.last_said.as_deref()), (Some(at(3)), Some("pong")));
    });
}

#[test]
fn a_webhook_keeps_a_limited_number_of_pending_messages() {
    on_both(|ground| async move {
        let (store, user, source) = with_known_source(&ground).await;
        let hook = add_hook(&store, user, "hook", WebhookEvent::Article(RuleScope::All)).await;
        let star = add_hook(&store, user, "star", WebhookEvent::Starred).await;
        let new_ids = arrive(&store, source, 1..3, 1).await;
        let full = MOST_WAITING - 2;
        store
            .write(move |c| {
                let sql = "insert into deliveries(webhook_id, user_id, article_id, event, created_at, next_at) \
                           select d.webhook_id, d.user_id, d.article_id, d.event, d.created_at, d.next_at \
                           from deliveries d limit 1";
                for _ in 0..full {
                    c.execute(sql, &[])?;
                }
                Ok(())
            })
            .await
            .unwrap();
        arrive(&store, source, 3..4, 2).await;
        let waiting =
            async |id| store.outputs().webhook(user, id).await.unwrap().unwrap().n_waiting;
        assert_eq!(waiting(hook).await, MOST_WAITING as u64, "the latest message was dropped");
        store.readings().star(user, new_ids[0], Some(at(2))).await.unwrap();
        assert_eq!(waiting(star).await, 1, "another webhook has its own limit");
        let one = take(&store, 1, 5, 6).await;
        store.outputs().delivered(one[0].id, hook, None, at(5)).await.unwrap();
        arrive(&store, source, 4..5, 6).await;
        assert_eq!(
            waiting(hook).await,
            MOST_WAITING as u64,
            "messages are accepted again once there is room"
        );
    });
}

#[test]
fn messages_about_an_article_are_removed_with_it() {
    on_both(|ground| async move {
        let (store, user, source) = with_known_source(&ground).await;
        let hook = add_hook(&store, user, "hook", WebhookEvent::Article(RuleScope::All)).await;
        arrive(&store, source, 1..9, 1).await;
        let rules = tidings_store::Retention {
            articles_per_source: Some(3),
            always_newest: 0,
            ..tidings_store::Retention::default()
        };
        store.maintenance().sweep(rules, None, 99, at(2)).await.unwrap();
        let waiting = store.outputs().webhook(user, hook).await.unwrap().unwrap().n_waiting;
        assert_eq!((waiting, take(&store, 99, 3, 9).await.len()), (3, 3));
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}
