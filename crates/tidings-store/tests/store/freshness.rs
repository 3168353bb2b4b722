//! The log that freshness is computed from, and the daily results.

use crate::support::*;
use jiff::{SignedDuration, Timestamp};
use tidings_model::{
    ArticleId, SourceId,
    freshness::{Delays, Policy, PolicyOutcome},
    units::{Minutes, PerDay},
    user::Visit,
};
use tidings_store::{FetchTotals, ObservedPeriod, Store, WatchedDay};

/// Stores a fetch that found articles posted at these minutes.
async fn look(store: &Store, source: SourceId, n: usize, minute: i64, posted: &[i64]) {
    let articles = posted.iter().enumerate().map(|(i, _)| tidy(100 * n + i)).collect();
    let mut record = record(source, articles, at(minute));
    record.posted = posted.iter().map(|minute| at(*minute)).collect();
    store.fetches().store(record).await.unwrap();
}

#[test]
fn the_log_is_read_in_the_order_of_fetches_with_any_page_size() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        look(&store, source, 1, 0, &[-9, -8, -7]).await;
        look(&store, source, 2, 30, &[1, 2]).await;
        look(&store, source, 3, 60, &[40]).await;
        for limit in [1, 2, 3, 100] {
            let mut place = (at(0), 0);
            let mut walked = Vec::new();
            loop {
                let page = store.freshness().arrivals_seen(place, at(60), limit).await.unwrap();
                let Some(last) = page.last() else { break };
                place = (last.seen_at, last.id);
                walked.extend(page.iter().map(|one| one.posted_at));
            }
            assert_eq!(walked, [-9, -8, -7, 1, 2].map(at), "pages of {limit}");
        }
        let made = store.fetches().made((at(0), 0), at(1000), 10).await.unwrap();
        assert_eq!(made.len(), 3);
        assert!(made.iter().all(|one| one.source == source && one.outcome == "changed"));
        let (n, waited) = store.freshness().waited_for(source, at(0)).await.unwrap();
        assert_eq!((n, waited.0.round()), (3, 26.0), "(29 + 28 + 20) / 3");
    });
}

#[test]
fn a_wait_is_known_for_what_was_posted_between_two_fetches() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        let backlog = record(source, vec![dated(1, -540), dated(2, -9)], at(0));
        let backlog = store.fetches().store(backlog).await.unwrap().new_ids;
        let mut later = record(source, vec![dated(2, -9), dated(3, 10)], at(30));
        later.posted = vec![at(10)];
        let new = store.fetches().store(later).await.unwrap().new_ids;
        let freshness = store.freshness();
        for article in backlog {
            assert_eq!(freshness.wait_of(article).await.unwrap(), None);
        }
        assert_eq!(freshness.wait_of(new[0]).await.unwrap(), Some(Minutes(20.0)));
        assert_eq!(freshness.waits(source, at(0)).await.unwrap(), [Minutes(20.0)]);
        assert_eq!(freshness.waits(source, at(11)).await.unwrap(), []);
        assert_eq!(freshness.wait_of(ArticleId(999)).await.unwrap(), None);
    });
}

#[test]
fn postings_and_spending_are_counted_by_source_and_host() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let other = add_source(&store, "https://other.example/feed").await;
        store.subscriptions().subscribe(user, other, None, noon()).await.unwrap();
        look(&store, source, 1, 0, &[-9, -8]).await;
        look(&store, source, 2, 30, &[10]).await;
        look(&store, other, 3, 40, &[]).await;
        let spells = store.freshness().spells(at(0), at(31), |spell| spell).await.unwrap();
        assert_eq!(spells, [ObservedPeriod { source, n: 3, first: at(-9), last: at(10) }]);
        let came = store.fetches().came(at(-60), at(60)).await.unwrap();
        assert_eq!((came.n_requests, came.n_fruitful, came.n_failed), (3, 2, 0));
        assert_eq!(store.fetches().came(at(100), at(200)).await.unwrap(), FetchTotals::default());
        let spend = store.fetches().host_spend(at(-60), 1).await.unwrap();
        assert_eq!(spend.since, at(-60), "few fetches are all counted");
        let hosts = spend.hosts;
        assert_eq!((hosts.len(), hosts[0].host.as_str()), (1, "example.org"));
        assert_eq!(hosts[0].came.n_requests, 2);
        let n = store.fetches().count_overflowing(at(-60)).await.unwrap();
        assert_eq!(n, 1, "nothing in the second document was known");
        store.users().add_visit(Visit { user, at: at(5) }).await.unwrap();
        store.users().add_visit(Visit { user, at: at(500) }).await.unwrap();
        let visits = store.freshness().all_visits(at(0), at(500)).await.unwrap();
        assert_eq!(visits, [Visit { user, at: at(5) }]);
        let followers = store.freshness().followers(vec![source, other]).await.unwrap();
        assert_eq!(followers, [(source, user), (other, user)]);
        assert_eq!(store.freshness().followers(vec![other]).await.unwrap(), [(other, user)]);
    });
}

#[test]
fn the_slowest_sources_are_the_users_own_with_enough_articles() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let other = add_source(&store, "https://other.example/feed").await;
        let foreign = add_source(&store, "https://foreign.example/feed").await;
        store.subscriptions().subscribe(user, other, None, noon()).await.unwrap();
        look(&store, source, 1, 30, &[0, 10, 20]).await;
        look(&store, other, 2, 90, &[0, 10, 20]).await;
        look(&store, foreign, 3, 900, &[0, 10, 20]).await;
        let slow = store.freshness().slowest(user, at(0), 5).await.unwrap();
        let found: Vec<_> = slow.iter().map(|one| (one.source, one.n, one.mean.0)).collect();
        assert_eq!(found, [(other, 3, 80.0), (source, 3, 20.0)]);
        assert_eq!(store.freshness().slowest(user, at(0), 1).await.unwrap().len(), 1);
        assert_eq!(
            store.freshness().slowest(user, at(5), 5).await.unwrap(),
            [],
            "two articles are too few"
        );
    });
}

fn day(day: Timestamp, n_requests: u64, delay: f64) -> WatchedDay {
    let mut delays = Delays::default();
    (0..40).for_each(|n| delays.add(Minutes(delay + f64::from(n))));
    let fared = PolicyOutcome { delays, n_misses: 7 };
    WatchedDay {
        day,
        counted_until: day + SignedDuration::from_hours(3),
        n_sources: 300,
        n_requests,
        n_fruitful: 40,
        n_failed: 3,
        n_missed: 1,
        wire_bytes: 12_345,
        granted: PerDay(3600.5),
        fared: Policy::ALL.iter().map(|policy| (*policy, fared.clone())).collect(),
    }
}

#[test]
fn a_day_is_stored_and_replaced_as_it_goes_on() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let (first, second) = (at(0), at(1440));
        store.freshness().keep_day(day(first, 100, 5.0)).await.unwrap();
        store.freshness().keep_day(day(second, 50, 9.0)).await.unwrap();
        store.freshness().keep_day(day(second, 80, 8.0)).await.unwrap();
        let mut kept = store.freshness().watched_days(Timestamp::MIN).await.unwrap();
        kept.iter_mut().for_each(|day| day.fared.sort_by_key(|(policy, _)| *policy));
        assert_eq!(kept, [day(first, 100, 5.0), day(second, 80, 8.0)]);
        assert_eq!(store.freshness().watched_days(second).await.unwrap().len(), 1);
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}
