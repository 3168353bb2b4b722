//! Claims: each due source is claimed exactly once and politely, and none is forgotten.

use crate::support::*;
use std::{collections::HashSet, time::Duration};
use tidings_model::{FailureKind, SourceId, SourceKind, UserId, limits::Limits};
use tidings_store::{Claim, FetchRecord, FetchedContent, Store};

/// Subscribes a user to many sources, a hundred per transaction.
async fn follow_many(store: &Store, user: UserId, urls: Vec<String>) -> Vec<SourceId> {
    let mut ids = Vec::new();
    for chunk in urls.chunks(100) {
        let all = chunk.iter().map(|url| async move {
            let added =
                store.sources().add(SourceKind::Feed, url.parse().unwrap(), noon()).await.unwrap();
            store.subscriptions().subscribe(user, added.id(), None, noon()).await.unwrap();
            added.id()
        });
        for one in all {
            ids.push(one.await);
        }
    }
    ids
}

#[test]
fn eight_claimers_claim_each_of_2000_sources_once() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let user = add_user(&store, "ada").await;
        follow_many(
            &store,
            user,
            (0..2000).map(|n| format!("https://site{n}.example/feed")).collect(),
        )
        .await;
        let other = ground.open().await;
        let tasks: Vec<_> = (0..8)
            .map(|n| {
                let store = if n % 2 == 0 { store.clone() } else { other.clone() };
                tokio::spawn(async move {
                    let mut mine = Vec::new();
                    let mut empty = 0;
                    while empty < 3 {
                        let claimed = store
                            .sources()
                            .claim_due(claim(&format!("worker {n}"), 50), at(1))
                            .await
                            .unwrap();
                        empty = if claimed.is_empty() { empty + 1 } else { 0 };
                        mine.extend(claimed.into_iter().map(|source| source.id));
                    }
                    mine
                })
            })
            .collect();
        let mut all = Vec::new();
        for task in tasks {
            all.extend(task.await.unwrap());
        }
        assert_eq!(all.len(), 2000);
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), 2000);
        assert_eq!(store.sources().count_leases(at(1)).await.unwrap(), 2000);
        // No claimer came back: the leases expire and all sources are due again.
        assert_eq!(
            store.sources().claim_due(claim("late", 5000), at(3)).await.unwrap().len(),
            2000
        );
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn fetches_of_one_host_start_with_gaps_and_at_most_two_run_at_once() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let user = add_user(&store, "ada").await;
        let mut urls: Vec<String> =
            (0..300).map(|n| format!("https://crowded.example/{n}")).collect();
        urls.extend((0..20).map(|n| format!("https://lone{n}.example/")));
        follow_many(&store, user, urls).await;
        let claim = Claim { lease: Duration::from_secs(600), ..claim("me", 100) };
        let seconds = |n| at(1) + jiff::SignedDuration::from_secs(n);
        let first = store.sources().claim_due(claim.clone(), seconds(0)).await.unwrap();
        assert_eq!(first.len(), 21, "one source of the crowded host, and all the others");
        assert!(
            store.sources().claim_due(claim.clone(), seconds(0)).await.unwrap().is_empty(),
            "the gap has not passed"
        );
        let second = store.sources().claim_due(claim.clone(), seconds(1)).await.unwrap();
        assert_eq!(second.len(), 1);
        assert!(
            store.sources().claim_due(claim.clone(), seconds(2)).await.unwrap().is_empty(),
            "two are under way"
        );
        let host = store.sources().host(second[0].host.clone(), seconds(2)).await.unwrap().unwrap();
        assert_eq!(host.n_in_flight, 2);
        assert_eq!(store.sources().next_due().await.unwrap(), Some(seconds(600)));
        let done =
            FetchRecord { owner: "me".to_owned(), ..record(second[0].id, vec![], seconds(3)) };
        store.fetches().store(done).await.unwrap();
        assert_eq!(
            store.sources().claim_due(claim, seconds(3)).await.unwrap().len(),
            1,
            "one ended, so one may start"
        );
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn a_host_that_asks_us_to_wait_is_left_alone() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        let other = add_source(&store, "https://www.example.org/second").await;
        let user = add_user(&store, "grace").await;
        store.subscriptions().subscribe(user, other, None, noon()).await.unwrap();
        let claimed = store.sources().claim_due(claim("me", 9), at(0)).await.unwrap();
        assert_eq!(claimed.len(), 1, "both have the same registrable domain");
        let limited = tidings_model::Failure::new(FailureKind::RateLimited, "Please wait.");
        let failed = FetchRecord {
            owner: "me".to_owned(),
            fetched: FetchedContent::Failed(limited),
            host_blocked_until: Some(at(30)),
            next_at: at(5),
            ..record(claimed[0].id, vec![], at(0))
        };
        store.fetches().store(failed).await.unwrap();
        for minute in [1, 5, 29] {
            assert!(
                store.sources().claim_due(claim("me", 9), at(minute)).await.unwrap().is_empty()
            );
        }
        assert_eq!(store.sources().claim_one(source, claim("me", 1), at(20)).await.unwrap(), None);
        assert_eq!(store.sources().next_due().await.unwrap(), Some(at(30)));
        assert_eq!(store.sources().claim_due(claim("me", 9), at(30)).await.unwrap().len(), 1);
    });
}

#[test]
fn leases_are_released_and_expire() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        assert_eq!(store.sources().claim_due(claim("one", 9), at(0)).await.unwrap().len(), 1);
        assert_eq!(store.sources().claim_one(source, claim("two", 1), at(0)).await.unwrap(), None);
        assert_eq!(store.sources().claim_due(claim("two", 9), at(10)).await.unwrap().len(), 1);
        // The first process comes back late: its articles are stored, and the second one keeps its lease.
        let late = FetchRecord { owner: "one".to_owned(), ..record(source, vec![tidy(1)], at(10)) };
        store.fetches().store(late).await.unwrap();
        assert_eq!(store.sources().count_leases(at(10)).await.unwrap(), 1);
        store.sources().release_lease(source, "two".to_owned()).await.unwrap();
        assert_eq!(store.sources().count_leases(at(10)).await.unwrap(), 0);
        store.sources().reschedule(source, at(11), "asked for".to_owned()).await.unwrap();
        assert_eq!(store.sources().next_due().await.unwrap(), Some(at(11)));
        assert!(
            store.sources().claim_one(source, claim("two", 1), at(10)).await.unwrap().is_some()
        );
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn pausing_stops_and_resuming_starts_fetching() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        store.sources().pause(source).await.unwrap();
        assert!(store.sources().claim_due(claim("me", 9), at(9)).await.unwrap().is_empty());
        let late = add_user(&store, "grace").await;
        store.subscriptions().subscribe(late, source, None, at(9)).await.unwrap();
        assert!(
            store.sources().claim_due(claim("me", 9), at(9)).await.unwrap().is_empty(),
            "only an operator can resume it"
        );
        store.sources().resume(source, at(10)).await.unwrap();
        assert_eq!(store.sources().claim_due(claim("me", 9), at(10)).await.unwrap().len(), 1);
        for one in [user, late] {
            store.subscriptions().unsubscribe(one, source).await.unwrap();
        }
        store.sources().resume(source, at(11)).await.unwrap();
        assert!(
            store.sources().claim_due(claim("me", 9), at(99)).await.unwrap().is_empty(),
            "nobody subscribes"
        );
        assert!(store.sources().pause(SourceId(999)).await.is_err());
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn an_address_is_added_once_and_must_not_be_too_long() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let one = add_source(&store, "https://example.org/feed").await;
        let two = add_source(&store, "https://example.org/feed").await;
        assert_eq!(one, two);
        let long = format!("https://example.org/{}", "x".repeat(3000));
        assert!(
            store.sources().add(SourceKind::Feed, long.parse().unwrap(), noon()).await.is_err()
        );
        let found = store
            .sources()
            .by_url("https://example.org/feed".parse().unwrap())
            .await
            .unwrap()
            .unwrap();
        assert_eq!((found.id, found.host.as_str()), (one, "example.org"));
        let counts = store.sources().count().await.unwrap();
        assert_eq!((counts.n_sources, counts.n_watched), (1, 0));
        assert_eq!(store.sources().after(SourceId(0), 9).await.unwrap().len(), 1);
    });
}

#[test]
fn plans_of_a_clock_that_ran_ahead_are_corrected() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        let other = add_source(&store, "https://other.example/feed").await;
        let user = add_user(&store, "grace").await;
        store.subscriptions().subscribe(user, other, None, noon()).await.unwrap();
        let year = 365 * 24 * 60;
        // The clock is a year ahead: one source is claimed and never returned, the other is stored and planned.
        let claimed = store.sources().claim_due(claim("me", 9), at(year)).await.unwrap();
        assert_eq!(claimed.len(), 2);
        let mut done = FetchRecord { owner: "me".to_owned(), ..record(source, vec![], at(year)) };
        done.host_blocked_until = Some(at(year + 60));
        store.fetches().store(done).await.unwrap();
        assert!(store.sources().claim_due(claim("you", 9), at(5)).await.unwrap().is_empty());
        assert!(
            store
                .sources()
                .put_clock_right(Limits::default(), at(60 * 24 * 8), at(5))
                .await
                .unwrap()
                > 0
        );
        assert_eq!(store.sources().claim_due(claim("you", 9), at(5)).await.unwrap().len(), 2);
        assert_eq!(
            store
                .sources()
                .put_clock_right(Limits::default(), at(60 * 24 * 8), at(5))
                .await
                .unwrap(),
            0
        );
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}
