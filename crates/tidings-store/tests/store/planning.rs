//! Plans across sources: what is due, what is waiting, the order among them, and turns at a host.

use crate::support::*;
use jiff::{SignedDuration, Timestamp};
use std::{collections::BTreeSet, time::Duration};
use tidings_model::{
    HostKey, PostingBelief, Reason, SourceId, SourceState, UserId,
    units::{Minutes, PerDay},
};
use tidings_store::{Claim, Error, FetchRecord, HostTurn, Store, SubscriberActivity};

const HOUR: Duration = Duration::from_secs(3600);

async fn follow(store: &Store, user: UserId, host: &str) -> SourceId {
    let source = add_source(store, &format!("https://{host}.example/feed")).await;
    store.subscriptions().subscribe(user, source, None, noon()).await.unwrap();
    source
}

/// Creates a store with a user who subscribes to this many sources, each at its own host.
async fn with_sources(ground: &Ground, n: usize) -> (Store, UserId, Vec<SourceId>) {
    let store = ground.open().await;
    let user = add_user(&store, "ada").await;
    let mut sources = Vec::new();
    for n in 0..n {
        sources.push(follow(&store, user, &format!("host{n}")).await);
    }
    (store, user, sources)
}

/// Stores a fetch at one minute that plans the next for another.
async fn fetched(store: &Store, source: SourceId, minute: i64, next: i64) {
    let record = FetchRecord { next_at: at(next), ..record(source, Vec::new(), at(minute)) };
    store.fetches().store(record).await.unwrap();
}

async fn planned(store: &Store, source: SourceId) -> (Timestamp, String) {
    let source = store.sources().get(source).await.unwrap().unwrap();
    (source.next_at, source.next_reason)
}

async fn claimed(store: &Store, owner: &str, now: i64) -> BTreeSet<SourceId> {
    let all = store.sources().claim_due(claim(owner, 99), at(now)).await.unwrap();
    all.into_iter().map(|source| source.id).collect()
}

#[test]
fn all_active_sources_can_be_made_due_at_once() {
    on_both(|ground| async move {
        let (store, _, sources) = with_sources(&ground, 4).await;
        for source in &sources {
            fetched(&store, *source, 0, 600).await;
        }
        store.sources().pause(sources[0]).await.unwrap();
        let silent = FetchRecord {
            next_at: at(600),
            host_blocked_until: Some(at(60)),
            ..record(sources[1], Vec::new(), at(1))
        };
        store.fetches().store(silent).await.unwrap();
        store.sources().claim_one(sources[2], claim("a", 1), at(1)).await.unwrap().unwrap();
        assert_eq!(store.sources().make_due(at(2)).await.unwrap(), 3);
        assert_eq!(store.sources().make_due(at(2)).await.unwrap(), 0, "they are already due");
        assert_eq!(planned(&store, sources[3]).await, (at(2), Reason::ByHand.code()));
        assert_eq!(planned(&store, sources[0]).await.0, at(600), "a paused source stays as it is");
        assert_eq!(store.sources().count_due(at(2), at(2)).await.unwrap(), 1);
        assert_eq!(
            claimed(&store, "b", 2).await,
            BTreeSet::from([sources[3]]),
            "leased, silent, paused"
        );
        assert_eq!(claimed(&store, "c", 60).await, sources[1..].iter().copied().collect());
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn due_overdue_and_waiting_sources_are_told_apart() {
    on_both(|ground| async move {
        let (store, _, sources) = with_sources(&ground, 5).await;
        let all = store.sources();
        assert_eq!(all.count_due(at(0), at(0)).await.unwrap(), 5, "new sources are due at once");
        assert_eq!(all.count_overdue(at(0)).await.unwrap(), 0, "but were never fetched before");
        for (n, source) in sources.iter().enumerate() {
            fetched(&store, *source, 0, 10 * n as i64).await;
        }
        assert_eq!(all.count_overdue(at(9)).await.unwrap(), 1);
        assert_eq!(all.count_overdue(at(20)).await.unwrap(), 3);
        assert_eq!(all.count_due(at(10), at(20)).await.unwrap(), 2, "due by then, and not later");
        let waiting = async |after, last, now| {
            let found = all.waiting(after, last, at(now)).await.unwrap();
            found.into_iter().map(|source| source.id).collect::<Vec<_>>()
        };
        let (first, last) = (SourceId(0), sources[4]);
        assert_eq!(waiting(first, last, 9).await, sources[1..]);
        assert_eq!(waiting(first, last, 10).await, sources[2..], "a due source is not waiting");
        assert_eq!(
            waiting(sources[2], sources[3], 9).await,
            sources[3..4],
            "within a range of ids"
        );
        let mut failing = record(sources[4], Vec::new(), at(1));
        (failing.health.failures, failing.next_at) = (1, at(40));
        store.fetches().store(failing).await.unwrap();
        all.claim_one(sources[3], claim("a", 1), at(1)).await.unwrap().unwrap();
        assert_eq!(waiting(first, last, 1).await, sources[1..3], "neither failing nor leased");
    });
}

#[test]
fn overdue_sources_are_spread_with_the_most_valuable_first() {
    on_both(|ground| async move {
        let (store, _, sources) = with_sources(&ground, 5).await;
        for (source, per_day) in sources.iter().zip([1.0, 8.0, 2.0, 4.0]) {
            let body = vec![1];
            let belief = PostingBelief { per_day: PerDay(per_day), as_of: at(0), body };
            let told = FetchRecord {
                belief: Some(belief),
                next_at: at(5),
                ..record(*source, Vec::new(), at(0))
            };
            store.fetches().store(told).await.unwrap();
        }
        // The posting rate of the last one is unknown, but its weight is three times that of the others.
        fetched(&store, sources[4], 0, 5).await;
        store.sources().set_weights(vec![(sources[4], 3.0)]).await.unwrap();
        assert_eq!(store.sources().spread_overdue(at(10), 5 * HOUR).await.unwrap(), 5);
        let mut expected = Vec::new();
        for n in [1, 3, 4, 2, 0] {
            expected.push(planned(&store, sources[n]).await.0);
        }
        assert_eq!(expected, [0, 60, 120, 180, 240].map(|minute| at(10 + minute)));
        let reason = planned(&store, sources[0]).await.1;
        assert_eq!(reason, "hourly", "the reason is that of the delay, not of the earlier plan");
        assert_eq!(
            store.sources().spread_overdue(at(10), HOUR).await.unwrap(),
            1,
            "the first is due again"
        );
        assert_eq!(store.sources().spread_overdue(at(9), HOUR).await.unwrap(), 0);
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn postponed_sources_have_that_reason_and_others_stay() {
    on_both(|ground| async move {
        let (store, _, sources) = with_sources(&ground, 3).await;
        for (source, next) in sources.iter().zip([5, 5, 500]) {
            fetched(&store, *source, 0, next).await;
        }
        let reason = Reason::PutOff { budget: PerDay(4.0) };
        store.sources().put_off(sources.clone(), at(10), 3 * HOUR, reason).await.unwrap();
        assert_eq!(planned(&store, sources[0]).await, (at(10), reason.code()));
        assert_eq!(planned(&store, sources[1]).await, (at(70), reason.code()));
        assert_eq!(planned(&store, sources[2]).await, (at(500), "hourly".to_owned()));
        let due = store.sources().due_sources(at(70)).await.unwrap();
        assert_eq!(due.iter().map(|one| one.reason).collect::<Vec<_>>(), [Some(reason); 2]);
        assert_eq!(store.sources().put_off(Vec::new(), at(10), HOUR, reason).await.unwrap(), 0);
    });
}

#[test]
fn a_call_brings_only_active_sources_forward() {
    on_both(|ground| async move {
        let (store, _, sources) = with_sources(&ground, 2).await;
        fetched(&store, sources[0], 0, 600).await;
        let reason = Reason::OftenEnough { every: Minutes(5.0) };
        let call = async |n: usize, minute| {
            store.sources().call(sources[n], at(minute), reason).await.unwrap()
        };
        assert!(!call(0, 600).await && !call(0, 700).await, "a call never delays a fetch");
        assert!(call(0, 30).await);
        assert_eq!(planned(&store, sources[0]).await, (at(30), reason.code()));
        store.sources().pause(sources[1]).await.unwrap();
        assert!(!call(1, -5).await);
        store.sources().claim_one(sources[0], claim("a", 1), at(1)).await.unwrap().unwrap();
        assert!(call(0, 1).await);
        assert_eq!(
            claimed(&store, "b", 1).await,
            BTreeSet::new(),
            "the process that fetches it now holds the lease"
        );
        store.sources().release_lease(sources[0], "b".to_owned()).await.unwrap();
        assert_eq!(
            claimed(&store, "b", 1).await,
            BTreeSet::new(),
            "another process's lease is not released"
        );
        store.sources().release_lease(sources[0], "a".to_owned()).await.unwrap();
        assert_eq!(claimed(&store, "b", 3).await, BTreeSet::from([sources[0]]));
    });
}

#[test]
fn turns_at_a_host_are_one_gap_apart_across_processes() {
    on_both(|ground| async move {
        let stores = [ground.open().await, ground.open().await];
        let host = HostKey::of(&"https://www.example.org/".parse().unwrap());
        let gap = Duration::from_secs(2);
        let takers: Vec<_> = (0..10)
            .map(|n| {
                let (store, host) = (stores[n % 2].clone(), host.clone());
                tokio::spawn(
                    async move { store.sources().take_turn(host, gap, at(0)).await.unwrap() },
                )
            })
            .collect();
        let mut turns = Vec::new();
        for taker in takers {
            let HostTurn::At(turn) = taker.await.unwrap() else {
                panic!("the host is not blocked")
            };
            turns.push(turn);
        }
        turns.sort_unstable();
        let expected: Vec<_> = (0..10).map(|n| at(0) + SignedDuration::from_secs(2 * n)).collect();
        assert_eq!(turns, expected);
        let later = stores[0].sources().take_turn(host.clone(), gap, at(5)).await.unwrap();
        assert_eq!(later, HostTurn::At(at(5)), "an old turn delays nothing");
        for store in stores {
            store.close().await;
        }
    });
}

#[test]
fn a_blocked_host_gives_no_turn() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        let silent = FetchRecord {
            host_blocked_until: Some(at(60)),
            blocked_host: Some(HostKey::of(&"https://cdn.example/".parse().unwrap())),
            ..record(source, Vec::new(), at(0))
        };
        store.fetches().store(silent).await.unwrap();
        let turn = async |url: &str, minute| {
            let host = HostKey::of(&url.parse().unwrap());
            store.sources().take_turn(host, HOUR, at(minute)).await.unwrap()
        };
        assert_eq!(turn("https://cdn.example/x", 59).await, HostTurn::SilentUntil(at(60)));
        assert_eq!(
            turn("https://cdn.example/x", 60).await,
            HostTurn::At(at(60)),
            "no turn was taken while blocked"
        );
        assert_eq!(
            turn("https://example.org/icon", 1).await,
            HostTurn::At(at(1)),
            "another host is blocked"
        );
        let silent = store.maintenance().silent_hosts(at(59), 9).await.unwrap();
        assert_eq!(silent.iter().map(|one| one.host.as_str()).collect::<Vec<_>>(), ["cdn.example"]);
        assert_eq!(store.maintenance().silent_hosts(at(60), 9).await.unwrap(), []);
    });
}

#[test]
fn sources_are_scanned_in_strides_to_the_end() {
    on_both(|ground| async move {
        let store = ground.open().await;
        assert_eq!(store.sources().last_id().await.unwrap(), SourceId(0));
        assert_eq!(store.sources().stride(SourceId(0), 5).await.unwrap(), None);
        store.close().await;
        let (store, user, sources) = with_sources(&ground, 7).await;
        assert_eq!(store.sources().last_id().await.unwrap(), sources[6]);
        for size in [1, 2, 3, 7, 99] {
            let (mut after, mut n_strides) = (SourceId(0), 0);
            while let Some(last) = store.sources().stride(after, size).await.unwrap() {
                assert!(last > after);
                (after, n_strides) = (last, n_strides + 1);
            }
            assert_eq!((after, n_strides), (sources[6], 7_usize.div_ceil(size)), "by {size}");
        }
        let next = async |after, limit| {
            let found = store.sources().after(after, limit).await.unwrap();
            found.into_iter().map(|source| source.id).collect::<Vec<_>>()
        };
        assert_eq!(next(sources[1], 3).await, sources[2..5]);
        assert_eq!(next(sources[6], 3).await, []);
        assert_eq!(store.subscriptions().count(user).await.unwrap(), 7);
    });
}

#[test]
fn opened_articles_are_counted_per_subscriber_of_a_source() {
    on_both(|ground| async move {
        let (store, ada, sources) = with_sources(&ground, 3).await;
        let (bob, eve) = (add_user(&store, "bob").await, add_user(&store, "eve").await);
        for user in [bob, eve] {
            store.subscriptions().subscribe(user, sources[1], None, noon()).await.unwrap();
        }
        let ids =
            store_articles(&store, sources[1], (0..6).map(tidy).collect(), at(0)).await.new_ids;
        for id in &ids[2..5] {
            store.readings().opened(bob, *id, at(1)).await.unwrap();
        }
        store.readings().opened(bob, ids[2], at(2)).await.unwrap();
        store.readings().mark_read(ada, ids.clone(), at(2)).await.unwrap();
        store.subscriptions().pause_all(eve, vec![sources[1]], at(3)).await.unwrap();
        let told = async |after, last, since| {
            store.sources().read_of_sources(after, last, at(since)).await.unwrap()
        };
        let of = |source, user, n_arrived, n_opened| SubscriberActivity {
            source,
            user,
            n_arrived,
            n_opened,
        };
        // tidy(3) was published at minute -997.
        assert_eq!(
            told(sources[0], sources[1], -997).await,
            [of(sources[1], ada, 3, 0), of(sources[1], bob, 3, 2)]
        );
        assert_eq!(
            told(SourceId(0), sources[2], -9999).await,
            [
                of(sources[0], ada, 0, 0),
                of(sources[1], ada, 6, 0),
                of(sources[1], bob, 6, 3),
                of(sources[2], ada, 0, 0),
            ]
        );
        assert_eq!(store.sources().subscribers(sources[1], 9).await.unwrap(), [ada, bob]);
        assert_eq!(store.sources().subscribers(sources[1], 1).await.unwrap(), [ada]);
    });
}

#[test]
fn weights_change_where_they_differ_by_more_than_a_fiftieth() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        for (wished, kept) in [(1.01, 1.0), (1.03, 1.03), (1.02, 1.03), (0.5, 0.5), (100.0, 100.0)]
        {
            store.sources().set_weights(vec![(source, wished), (SourceId(99), 9.0)]).await.unwrap();
            let weight = store.sources().get(source).await.unwrap().unwrap().weight;
            assert!((weight - kept).abs() < 1e-9, "{wished}: {weight}");
        }
    });
}

#[test]
fn a_claim_takes_the_longest_waiting_up_to_its_limit() {
    on_both(|ground| async move {
        let (store, user, sources) = with_sources(&ground, 4).await;
        for (source, next) in sources.iter().zip([40, 10, 30, 20]) {
            fetched(&store, *source, 0, next).await;
        }
        let take = async |limit, now| {
            let asked = Claim { limit, ..claim("a", 1) };
            let found = store.sources().claim_due(asked, at(now)).await.unwrap();
            found.into_iter().map(|source| source.id).collect::<Vec<_>>()
        };
        assert_eq!(take(9, 9).await, []);
        assert_eq!(take(0, 99).await, []);
        assert_eq!(store.sources().next_due().await.unwrap(), Some(at(10)));
        assert_eq!(take(2, 99).await, [sources[1], sources[3]]);
        assert_eq!(take(9, 99).await, [sources[2], sources[0]]);
        assert_eq!(store.sources().count_leases(at(99)).await.unwrap(), 4);
        assert_eq!(store.sources().count_leases(at(101)).await.unwrap(), 0, "they have expired");
        store.subscriptions().unsubscribe(user, sources[0]).await.unwrap();
        let orphan = store.sources().get(sources[0]).await.unwrap().unwrap();
        assert_eq!((orphan.state, orphan.n_subscribers), (SourceState::Paused, 0));
        assert_eq!(take(9, 101).await.len(), 3, "the fourth has no subscribers any more");
    });
}

#[test]
fn missing_sources_are_neither_paused_nor_planned() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let (nowhere, missing) = (SourceId(99), Err(Error::NotFound("source")));
        let sources = store.sources();
        assert_eq!(sources.pause(nowhere).await, missing);
        assert_eq!(sources.resume(nowhere, at(0)).await, missing);
        assert_eq!(sources.reschedule(nowhere, at(0), "x".to_owned()).await, missing);
        assert_eq!(sources.set_options(nowhere, Default::default()).await, missing);
        assert_eq!(sources.set_secret(nowhere, None).await, missing);
        assert_eq!(sources.keep_icon(nowhere, None, at(0)).await, missing);
        let url: url::Url = "https://a.example/".parse().unwrap();
        assert_eq!(sources.change_url(nowhere, url, at(0)).await, Err(Error::NotFound("source")));
        assert_eq!(sources.claim_one(nowhere, claim("a", 1), at(0)).await.unwrap(), None);
        assert!(!sources.call(nowhere, at(0), Reason::ByHand).await.unwrap());
        assert_eq!(sources.next_due().await.unwrap(), None);
        assert_eq!(store.fetches().watching_since().await.unwrap(), None);
    });
}
