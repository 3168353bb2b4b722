//! A fetch is stored atomically, and once.

use crate::support::*;
use tidings_model::{
    Failure, FailureKind, Fingerprint, Outcome, PostingBelief, SourceKind, SourceState, Validators,
    source::{Health, PendingMove},
    units::Minutes,
    units::PerDay,
};
use tidings_store::{ArticleList, Cursor, FetchRecord, FetchedContent, ParsedDocument, Store};

#[test]
fn a_failure_records_itself_and_changes_nothing_else() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        let validators = Validators {
            etag: Some("\"a\"".to_owned()),
            last_modified: Some("Sun, 15 Nov 2026 12:00:00 GMT".to_owned()),
            body: Some(Fingerprint(7)),
        };
        let mut good = record(source, vec![tidy(1)], at(0));
        good.fetched = FetchedContent::Document(ParsedDocument {
            judgements: Vec::new(),
            kind: Some(SourceKind::Page),
            articles: vec![tidy(1)],
            title: Some("Title".to_owned()),
            icon: None,
            site: Some("https://example.org/".parse().unwrap()),
            validators: validators.clone(),
            hints: tidings_model::Hints { ttl: Some(Minutes(30.0)), ..Default::default() },
        });
        good.belief = Some(PostingBelief { per_day: PerDay(1.5), as_of: at(0), body: vec![1, 2] });
        store.fetches().store(good).await.unwrap();
        let before = store.sources().get(source).await.unwrap().unwrap();
        assert_eq!(before.validators, validators);
        assert_eq!(before.kind, SourceKind::Page, "it turned out to be a page");
        let failure = Failure {
            status: Some(503),
            ..Failure::new(FailureKind::Status, "The server is down.")
        };
        let health = Health {
            failures: 1,
            failing_since: Some(at(5)),
            last_failure: Some((FailureKind::Status, "The server is down.".to_owned())),
            ..before.health.clone()
        };
        let failed = FetchRecord {
            fetched: FetchedContent::Failed(failure.clone()),
            health: health.clone(),
            status: Some(503),
            next_at: at(60),
            next_reason: "after a failure".to_owned(),
            ..record(source, vec![], at(5))
        };
        store.fetches().store(failed).await.unwrap();
        let after = store.sources().get(source).await.unwrap().unwrap();
        let expected = tidings_model::source::Source {
            health,
            next_at: at(60),
            next_reason: "after a failure".to_owned(),
            ..before
        };
        assert_eq!(after, expected);
        let belief = PostingBelief { per_day: PerDay(1.5), as_of: at(0), body: vec![1, 2] };
        assert_eq!(store.learning().posting_belief(source).await.unwrap(), Some(belief));
        let log = store.fetches().list(source, 9).await.unwrap();
        assert_eq!(log[0].outcome, Outcome::Failed(failure));
        assert_eq!(log[1].outcome, Outcome::Changed { n_new: 1, n_updated: 0 });
        let counts = store.fetches().came(at(0), at(100)).await.unwrap();
        assert_eq!(
            (counts.n_requests, counts.n_fruitful, counts.n_failed, counts.wire_bytes),
            (2, 1, 1, 2000)
        );
    });
}

#[test]
fn everything_stored_about_a_source_round_trips() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        let mut told = record(source, vec![], at(1));
        told.move_seen = Some(PendingMove {
            target: "https://new.example/".parse().unwrap(),
            since: at(0),
            sightings: 2,
        });
        told.health.gones = 2;
        told.health.gone_since = Some(at(-9));
        told.state = SourceState::Gone;
        store.fetches().store(told.clone()).await.unwrap();
        let unchanged = FetchRecord {
            fetched: FetchedContent::NotModified {
                validators: Validators::default(),
                max_age: Some(Minutes(7.0)),
            },
            ..told.clone()
        };
        store.fetches().store(unchanged).await.unwrap();
        let kept = store.sources().get(source).await.unwrap().unwrap();
        assert_eq!(
            (kept.move_seen, kept.health, kept.state),
            (told.move_seen, told.health, SourceState::Gone)
        );
        assert_eq!(
            (kept.title.as_str(), kept.hints.max_age, kept.n_subscribers),
            ("A feed", Some(Minutes(7.0)), 1)
        );
        let mut nan = record(source, Vec::new(), at(9));
        nan.belief =
            Some(PostingBelief { per_day: PerDay(f64::NAN), as_of: at(0), body: Vec::new() });
        assert!(store.fetches().store(nan).await.is_err());
    });
}

#[test]
fn storing_ends_the_lease_and_plans_the_next_fetch() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        let claimed = store.sources().claim_due(claim("me", 9), at(0)).await.unwrap();
        assert_eq!(claimed.len(), 1);
        assert_eq!(store.sources().count_leases(at(0)).await.unwrap(), 1);
        let done = FetchRecord { owner: "me".to_owned(), ..record(source, vec![tidy(1)], at(0)) };
        store.fetches().store(done).await.unwrap();
        assert_eq!(store.sources().count_leases(at(0)).await.unwrap(), 0);
        assert_eq!(store.sources().next_due().await.unwrap(), Some(at(60)));
        assert!(store.sources().claim_due(claim("me", 9), at(59)).await.unwrap().is_empty());
        assert_eq!(store.sources().claim_due(claim("me", 9), at(60)).await.unwrap().len(), 1);
    });
}

#[test]
fn a_source_paused_during_a_fetch_stays_paused() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        store.sources().claim_due(claim("me", 9), at(0)).await.unwrap();
        store.subscriptions().unsubscribe(user, source).await.unwrap();
        let done = FetchRecord { owner: "me".to_owned(), ..record(source, vec![tidy(1)], at(0)) };
        store.fetches().store(done).await.unwrap();
        assert_eq!(store.sources().get(source).await.unwrap().unwrap().state, SourceState::Paused);
        assert!(store.sources().claim_due(claim("me", 9), at(9999)).await.unwrap().is_empty());
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
        store.subscriptions().subscribe(user, source, None, at(100)).await.unwrap();
        assert_eq!(store.sources().claim_due(claim("me", 9), at(100)).await.unwrap().len(), 1);
        assert_eq!(
            store.readings().unread_ids(user, 9).await.unwrap().len(),
            1,
            "what arrived in the meantime becomes unread"
        );
    });
}

#[test]
fn two_processes_store_the_same_fetch_once() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let other = ground.open().await;
        for round in 0..10_usize {
            let document: Vec<_> = (round * 3..round * 3 + 20).map(tidy).collect();
            let one = store.fetches().store(record(source, document.clone(), at(round as i64)));
            let two = other.fetches().store(record(source, document, at(round as i64)));
            let (one, two) = tokio::join!(one, two);
            let n_new = one.unwrap().n_new + two.unwrap().n_new;
            assert_eq!(n_new, if round == 0 { 20 } else { 3 });
        }
        assert_eq!(store.articles().count().await.unwrap(), 47);
        let n_unread = store.readings().unread_ids(user, 1000).await.unwrap().len();
        assert_eq!(
            n_unread as u64,
            store.readings().unread_counts(user).await.unwrap()[0].n_unread
        );
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn fifty_subscribers_share_one_article_and_have_their_own_unread() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        let mut users = Vec::new();
        for n in 0..49 {
            let user = add_user(&store, &format!("user {n}")).await;
            store.subscriptions().subscribe(user, source, None, at(0)).await.unwrap();
            users.push(user);
        }
        store_articles(&store, source, (0..5).map(tidy).collect(), at(1)).await;
        store_articles(&store, source, (0..7).map(tidy).collect(), at(2)).await;
        for user in &users {
            assert_eq!(store.readings().unread_ids(*user, 99).await.unwrap().len(), 7);
        }
        let first = store.readings().unread_ids(users[0], 1).await.unwrap();
        store.readings().mark_read(users[0], first, at(3)).await.unwrap();
        assert_eq!(store.readings().unread_ids(users[0], 99).await.unwrap().len(), 6);
        assert_eq!(store.readings().unread_ids(users[1], 99).await.unwrap().len(), 7);
        assert_eq!(store.articles().count().await.unwrap(), 7);
    });
}

async fn visible_ids(store: &Store) -> Vec<i64> {
    store
        .read(|c| {
            c.query("select id from articles order by id", &[])?
                .into_iter()
                .map(|row| row.only())
                .collect()
        })
        .await
        .unwrap()
}

#[test]
fn ids_become_visible_in_order() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let user = add_user(&store, "ada").await;
        let mut sources = Vec::new();
        for n in 0..8 {
            let source = add_source(&store, &format!("https://{n}.example/feed")).await;
            store.subscriptions().subscribe(user, source, None, at(0)).await.unwrap();
            sources.push(source);
        }
        let writers: Vec<_> = sources
            .into_iter()
            .map(|source| {
                let store = store.clone();
                tokio::spawn(async move {
                    for round in 0..10_usize {
                        let document = (round * 2..round * 2 + 2).map(tidy).collect();
                        store
                            .fetches()
                            .store(record(source, document, at(round as i64)))
                            .await
                            .unwrap();
                    }
                })
            })
            .collect();
        let mut seen: Vec<i64> = Vec::new();
        while writers.iter().any(|writer| !writer.is_finished()) {
            let now = visible_ids(&store).await;
            // Whoever has seen an id has seen all smaller ones: nothing appears below the largest id seen.
            assert!(now.starts_with(&seen), "an article appeared before one already seen");
            seen = now;
        }
        assert_eq!(visible_ids(&store).await.len(), 160);
        let all = store.articles().since(user, tidings_model::ArticleId(0), 1000).await.unwrap();
        assert_eq!(all.len(), 160);
    });
}

#[test]
fn the_newest_articles_become_unread_at_first_and_then_all_arrivals() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        // One minute apart, so all within the last 30 days.
        store_articles(&store, source, (0..300).map(tidy).collect(), at(500)).await;
        assert_eq!(store.readings().unread_ids(user, 999).await.unwrap().len(), 100);
        store_articles(&store, source, (0..450).map(tidy).collect(), at(501)).await;
        assert_eq!(store.readings().unread_ids(user, 999).await.unwrap().len(), 250);
        let newest =
            store.articles().list(user, ArticleList::Unread, Cursor::START, 1).await.unwrap();
        assert_eq!(newest.articles[0].title, "Title 449");
        let late = add_user(&store, "grace").await;
        store.subscriptions().subscribe(late, source, None, at(600)).await.unwrap();
        assert_eq!(store.readings().unread_ids(late, 999).await.unwrap().len(), 100);
        assert_eq!(
            store
                .articles()
                .list(late, ArticleList::Source(source), Cursor::START, 999)
                .await
                .unwrap()
                .articles
                .len(),
            450
        );
    });
}
