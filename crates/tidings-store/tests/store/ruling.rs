//! Rules, webhooks, shared feeds and share links: how they are stored, and rules applied when articles are stored.

use crate::support::*;
use tidings_model::{
    ArticleId, RuleId, SourceId, UserId, WebhookId,
    rule::{Accents, Action, Matching, Rule, RuleScope, Verdict},
};
use tidings_store::{
    ArticleList, Cursor, Direction, Error, FetchedContent, Judgement, NewWebhook, OutputList,
    ParsedDocument, Store, Switch, WebhookEvent,
};

fn rule(name: &str, line: &str, actions: &[Action]) -> Rule {
    Rule {
        name: name.to_owned(),
        scope: RuleScope::All,
        matching: Matching::Any,
        conditions: vec![line.parse().unwrap()],
        accents: Accents::Ignored,
        actions: actions.to_vec(),
    }
}

async fn store_judged(
    store: &Store,
    source: SourceId,
    numbers: &[usize],
    judgements: Vec<Judgement>,
    minute: i64,
) -> Vec<ArticleId> {
    let articles = numbers.iter().map(|n| tidy(*n)).collect();
    let mut record = record(source, articles, at(minute));
    if let FetchedContent::Document(document) = &mut record.fetched {
        *document = ParsedDocument { judgements, ..document.clone() };
    }
    store.fetches().store(record).await.unwrap().new_ids
}

fn judged(article: usize, user: UserId, verdict: Verdict) -> Judgement {
    Judgement { article, user, verdict }
}

fn blocked(by: RuleId) -> Verdict {
    Verdict { matched: vec![by], blocked_by: Some(by), ..Verdict::default() }
}

async fn titles(store: &Store, user: UserId, shelf: ArticleList) -> Vec<String> {
    let page = store.articles().list(user, shelf, Cursor::START, 50).await.unwrap();
    page.articles.into_iter().map(|listed| listed.title).collect()
}

async fn check(store: &Store) {
    assert_eq!(store.maintenance().check().await.unwrap(), Vec::<String>::new());
}

#[test]
fn rules_keep_their_order_and_conditions() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let mine = Rule {
            scope: RuleScope::Source(source),
            ..rule(
                "b",
                "not author is: Ada",
                &[Action::Tag("x: y".to_owned()), Action::Webhook(WebhookId(3))],
            )
        };
        let first = store
            .rules()
            .add(user, rule("a", "any regex: ^a: \\d+", &[Action::Block]), 3, at(0))
            .await
            .unwrap();
        let second = store.rules().add(user, mine.clone(), 3, at(0)).await.unwrap();
        let third = store
            .rules()
            .add(user, rule("c", "tag is: c", &[Action::Read]), 3, at(0))
            .await
            .unwrap();
        let full = store.rules().add(user, rule("d", "tag is: d", &[Action::Read]), 3, at(0)).await;
        assert!(matches!(full, Err(Error::Refused(_))));
        let order = async || {
            store.rules().list(user).await.unwrap().iter().map(|rule| rule.id).collect::<Vec<_>>()
        };
        assert_eq!(order().await, [first, second, third]);
        assert_eq!(store.rules().get(user, second).await.unwrap().unwrap().rule, mine);
        store.rules().move_to(user, third, Direction::Up).await.unwrap();
        store.rules().move_to(user, first, Direction::Up).await.unwrap();
        assert_eq!(order().await, [first, third, second]);
        store.rules().remove(user, third, at(1)).await.unwrap();
        assert_eq!(order().await, [first, second]);
        store.rules().restore(user, third).await.unwrap();
        assert_eq!(order().await, [first, third, second]);
        store.rules().remove(user, third, at(1)).await.unwrap();
        store.rules().sweep(at(120)).await.unwrap();
        assert_eq!(store.rules().restore(user, third).await, Err(Error::NotFound("rule")));
        check(&store).await;
    });
}

#[test]
fn every_change_of_rules_increases_the_generation() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        assert_eq!(store.rules().looks(source).await.unwrap(), []);
        let generation = async || store.rules().looks(source).await.unwrap()[0].generation;
        let id = store
            .rules()
            .add(user, rule("a", "tag is: a", &[Action::Read]), 9, at(0))
            .await
            .unwrap();
        let mut last = generation().await;
        for step in 0..5 {
            match step {
                0 => store.rules().switch(user, id, Switch::Off).await.unwrap(),
                1 => store
                    .rules()
                    .change(user, id, rule("b", "tag is: b", &[Action::Read]))
                    .await
                    .unwrap(),
                2 => store.rules().disable(user, id, "slow.".to_owned(), at(1)).await.unwrap(),
                3 => store.rules().remove(user, id, at(1)).await.unwrap(),
                _ => store.rules().restore(user, id).await.unwrap(),
            }
            let now = generation().await;
            assert!(now > last, "step {step}");
            last = now;
        }
        let stored = store.rules().get(user, id).await.unwrap().unwrap();
        assert_eq!((stored.is_on, stored.fault.as_deref()), (false, Some("slow.")));
        assert_eq!(store.rules().book(user).await.unwrap(), (last, vec![]));
        let asked = tidings_store::NotesQuery {
            audience: tidings_store::Audience::Own(user),
            kinds: vec!["rule_off".to_owned()],
            before: None,
            limit: 5,
        };
        let notes = store.activity().notes(asked).await.unwrap();
        assert!(notes.iter().any(|noted| noted.note.message.contains("slow")));
    });
}

#[test]
fn decisions_are_applied_while_storing_and_only_for_their_user() {
    on_both(|ground| async move {
        let (store, ada, source) = with_reader(&ground).await;
        let ben = add_user(&store, "ben").await;
        let eve = add_user(&store, "eve").await;
        store.subscriptions().subscribe(ben, source, None, at(0)).await.unwrap();
        let block = store
            .rules()
            .add(ada, rule("a", "tag is: a", &[Action::Block]), 9, at(0))
            .await
            .unwrap();
        let star = store
            .rules()
            .add(ada, rule("b", "tag is: b", &[Action::Star]), 9, at(0))
            .await
            .unwrap();
        let verdicts = vec![
            judged(0, ada, blocked(block)),
            judged(
                1,
                ada,
                Verdict {
                    matched: vec![star],
                    is_read: true,
                    is_starred: true,
                    is_later: true,
                    tags: vec!["t".to_owned()],
                    ..Verdict::default()
                },
            ),
            judged(2, eve, blocked(block)),
        ];
        let ids = store_judged(&store, source, &[1, 2, 3], verdicts, 5).await;
        assert_eq!(titles(&store, ada, ArticleList::Unread).await, ["Title 3"]);
        assert_eq!(titles(&store, ada, ArticleList::All).await, ["Title 3", "Title 2"]);
        assert_eq!(titles(&store, ada, ArticleList::Source(source)).await, ["Title 3", "Title 2"]);
        assert_eq!(titles(&store, ada, ArticleList::Starred).await, ["Title 2"]);
        assert_eq!(titles(&store, ada, ArticleList::Later).await, ["Title 2"]);
        let tags = store.readings().tags(ada).await.unwrap();
        assert_eq!((tags[0].name.as_str(), tags[0].n_articles), ("t", 1));
        assert_eq!(titles(&store, ben, ArticleList::Unread).await.len(), 3);
        assert_eq!(titles(&store, ben, ArticleList::All).await.len(), 3);
        assert!(
            store.articles().get(ada, ids[0]).await.unwrap().is_some(),
            "it is found through the rule's matches"
        );
        let log = store.rules().matches(ada, block, 10).await.unwrap();
        assert_eq!(log.len(), 1);
        assert_eq!(log[0].0.listed.title, "Title 1");
        assert_eq!(store.rules().matches(ben, block, 10).await.unwrap().len(), 0);
        assert_eq!(store.rules().list(ada).await.unwrap()[0].n_matched, 1);
        // Already known articles are not judged again.
        store_judged(&store, source, &[3], vec![judged(0, ada, blocked(block))], 6).await;
        assert_eq!(titles(&store, ada, ArticleList::Unread).await, ["Title 3"]);
        check(&store).await;
        // Removed together with its rule.
        store.rules().remove(ada, block, at(10)).await.unwrap();
        store.rules().sweep(at(100)).await.unwrap();
        assert_eq!(titles(&store, ada, ArticleList::All).await.len(), 3);
        check(&store).await;
    });
}

#[test]
fn hidden_articles_stay_hidden_after_subscribing_again() {
    on_both(|ground| async move {
        let (store, ada, source) = with_reader(&ground).await;
        let block = store
            .rules()
            .add(ada, rule("a", "tag is: a", &[Action::Block]), 9, at(0))
            .await
            .unwrap();
        store_judged(&store, source, &[1, 2], vec![judged(0, ada, blocked(block))], 5).await;
        store.subscriptions().unsubscribe(ada, source).await.unwrap();
        store.subscriptions().subscribe(ada, source, None, at(6)).await.unwrap();
        assert_eq!(titles(&store, ada, ArticleList::Unread).await, ["Title 2"]);
    });
}

fn webhook(event: WebhookEvent) -> NewWebhook {
    NewWebhook {
        name: "hook".to_owned(),
        url: "https://hooks.example/".to_owned(),
        secret: "s".to_owned(),
        event,
    }
}

#[test]
fn messages_are_kept_until_they_are_delivered() {
    on_both(|ground| async move {
        let (store, ada, source) = with_reader(&ground).await;
        let block = store
            .rules()
            .add(ada, rule("a", "tag is: a", &[Action::Block]), 9, at(0))
            .await
            .unwrap();
        let all = store
            .outputs()
            .add_webhook(ada, webhook(WebhookEvent::Article(RuleScope::All)), 9, at(0))
            .await
            .unwrap();
        let by_rule =
            store.outputs().add_webhook(ada, webhook(WebhookEvent::Rule), 9, at(0)).await.unwrap();
        store.outputs().add_webhook(ada, webhook(WebhookEvent::Starred), 9, at(0)).await.unwrap();
        store_judged(&store, source, &[1], vec![], 5).await;
        assert_eq!(
            store.outputs().take_deliveries(9, at(5), at(8)).await.unwrap(),
            [],
            "existing articles of a new source are not announced"
        );
        let verdicts = vec![
            judged(0, ada, blocked(block)),
            judged(
                1,
                ada,
                Verdict {
                    matched: vec![block],
                    webhooks: vec![(by_rule, block)],
                    ..Verdict::default()
                },
            ),
        ];
        let ids = store_judged(&store, source, &[2, 3, 4], verdicts, 6).await;
        store.readings().star(ada, ids[1], Some(at(6))).await.unwrap();
        let taken = store.outputs().take_deliveries(9, at(6), at(8)).await.unwrap();
        let mut told: Vec<(WebhookId, ArticleId, &str)> =
            taken.iter().map(|one| (one.webhook.id, one.article, one.event.as_str())).collect();
        told.sort_unstable();
        assert_eq!(
            told,
            [
                (all, ids[1], "article"),
                (all, ids[2], "article"),
                (by_rule, ids[1], "rule"),
                (WebhookId(by_rule.0 + 1), ids[1], "star")
            ]
        );
        assert_eq!(
            store.outputs().take_deliveries(9, at(7), at(9)).await.unwrap(),
            [],
            "they are leased"
        );
        let again = store.outputs().take_deliveries(9, at(8), at(9)).await.unwrap();
        assert_eq!(again.len(), 4, "the lease has expired");
        let of_all: Vec<_> = again.iter().filter(|one| one.webhook.id == all).collect();
        store
            .outputs()
            .not_delivered(of_all[0].id, all, "500".to_owned(), at(30), at(9))
            .await
            .unwrap();
        for other in again.iter().filter(|one| one.webhook.id != all) {
            store
                .outputs()
                .delivered(other.id, other.webhook.id, Some("200".to_owned()), at(9))
                .await
                .unwrap();
        }
        assert_eq!(
            store.outputs().take_deliveries(9, at(29), at(40)).await.unwrap(),
            [],
            "the other message waits with it"
        );
        let failing = store.outputs().webhook(ada, all).await.unwrap().unwrap();
        assert_eq!((failing.failing_since, failing.n_waiting), (Some(at(9)), 2));
        store.outputs().disable_webhook(all, "silence.".to_owned(), at(50)).await.unwrap();
        assert_eq!(store.outputs().take_deliveries(9, at(999), at(999)).await.unwrap(), []);
        assert!(!store.outputs().webhook(ada, all).await.unwrap().unwrap().is_on);
        store_judged(&store, source, &[5], vec![], 60).await;
        assert_eq!(
            store.outputs().take_deliveries(9, at(999), at(999)).await.unwrap(),
            [],
            "a webhook that is off accepts nothing"
        );
        check(&store).await;
    });
}

#[test]
fn shared_feeds_and_links_are_found_by_digest_until_they_end() {
    on_both(|ground| async move {
        let (store, ada, source) = with_reader(&ground).await;
        let ben = add_user(&store, "ben").await;
        let ids = store_judged(&store, source, &[1], vec![], 5).await;
        let token = |n: u8| (format!("token{n}"), [n; 32]);
        let foreign = store
            .outputs()
            .add(ben, "x".to_owned(), OutputList::Source(source), token(1), 9, at(0))
            .await;
        assert_eq!(foreign, Err(Error::NotFound("source")));
        let id = store
            .outputs()
            .add(ada, "Mine".to_owned(), OutputList::Search("a b".to_owned()), token(1), 1, at(0))
            .await
            .unwrap();
        assert!(
            store
                .outputs()
                .add(ada, "x".to_owned(), OutputList::All, token(2), 1, at(0))
                .await
                .is_err()
        );
        let found = store.outputs().get([1; 32], at(1)).await.unwrap().unwrap();
        assert_eq!((found.user, found.list), (ada, OutputList::Search("a b".to_owned())));
        assert_eq!(store.outputs().list(ada).await.unwrap()[0].used_at, Some(at(1)));
        assert_eq!(store.outputs().get([9; 32], at(1)).await.unwrap(), None);
        assert_eq!(store.outputs().remove(ben, id).await, Err(Error::NotFound("output")));
        store.outputs().remove(ada, id).await.unwrap();
        assert_eq!(store.outputs().get([1; 32], at(1)).await.unwrap(), None);

        assert!(store.outputs().share(ben, ids[0], token(3), None, at(0)).await.is_err());
        let lasting = store.outputs().share(ada, ids[0], token(3), None, at(0)).await.unwrap();
        store.outputs().share(ada, ids[0], token(4), Some(at(10)), at(0)).await.unwrap();
        assert_eq!(store.outputs().shares(ada, Some(ids[0]), at(9)).await.unwrap().len(), 2);
        assert_eq!(store.outputs().shares(ada, None, at(10)).await.unwrap().len(), 1);
        assert_eq!(store.outputs().shares(ben, None, at(0)).await.unwrap(), []);
        assert!(store.outputs().shared([4; 32], at(9)).await.unwrap().is_some());
        assert!(store.outputs().shared([4; 32], at(10)).await.unwrap().is_none());
        assert_eq!(
            store.outputs().revoke_share(ben, lasting).await,
            Err(Error::NotFound("share link"))
        );
        store.outputs().revoke_share(ada, lasting).await.unwrap();
        assert!(store.outputs().shared([3; 32], at(1)).await.unwrap().is_none());
        check(&store).await;
    });
}

#[test]
fn rules_webhooks_and_shares_are_removed_with_their_user() {
    on_both(|ground| async move {
        let (store, ada, source) = with_reader(&ground).await;
        add_user(&store, "ben").await;
        let block = store
            .rules()
            .add(ada, rule("a", "tag is: a", &[Action::Block]), 9, at(0))
            .await
            .unwrap();
        store
            .outputs()
            .add_webhook(ada, webhook(WebhookEvent::Article(RuleScope::All)), 9, at(0))
            .await
            .unwrap();
        store_judged(&store, source, &[1], vec![], 4).await;
        let ids =
            store_judged(&store, source, &[2, 3], vec![judged(0, ada, blocked(block))], 5).await;
        store
            .outputs()
            .add(ada, "Mine".to_owned(), OutputList::All, ("t".to_owned(), [1; 32]), 9, at(0))
            .await
            .unwrap();
        store.outputs().share(ada, ids[1], ("u".to_owned(), [2; 32]), None, at(0)).await.unwrap();
        store.users().remove(ada).await.unwrap();
        assert_eq!(store.outputs().get([1; 32], at(1)).await.unwrap(), None);
        assert!(store.outputs().shared([2; 32], at(1)).await.unwrap().is_none());
        assert_eq!(store.outputs().take_deliveries(9, at(999), at(999)).await.unwrap(), []);
        assert_eq!(store.rules().list(ada).await.unwrap(), []);
        check(&store).await;
    });
}
