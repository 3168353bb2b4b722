//! What sources posted and cost, by week and day, and which of them are duplicates.

use crate::support::*;
use jiff::{SignedDuration, Timestamp};
use tidings_model::{
    Article, ArticleId, Failure, FailureKind, PostingBelief, Reason, SourceId, units::PerDay,
};
use tidings_store::{
    FetchManner, FetchRecord, FetchedContent, Pace, SourceOptions, Stats, Store, SubscriberOptions,
};

const DAY: i64 = 24 * 60;
const WEEK: i64 = 7 * DAY;

async fn stats(store: &Store, source: SourceId, now: Timestamp) -> Stats {
    let all = store.sources().stats(vec![source], now).await.unwrap();
    all.get(&source).copied().unwrap_or_default()
}

#[test]
fn postings_are_counted_by_weeks_that_end_now() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        let millisecond = SignedDuration::from_millis(1);
        let times = [
            at(0),
            at(-1),
            at(-WEEK) + millisecond,
            at(-WEEK),
            at(-WEEK) - millisecond,
            at(-12 * WEEK) + millisecond,
            at(-12 * WEEK),
        ];
        let articles = times.iter().enumerate();
        let articles =
            articles.map(|(n, at)| Article { published: Some(*at), ..tidy(n) }).collect();
        store_articles(&store, source, articles, at(0)).await;
        let mut expected = [0; 12];
        (expected[11], expected[10], expected[0]) = (3, 2, 1);
        assert_eq!(
            stats(&store, source, at(0)).await.weekly,
            expected,
            "the last article is too old"
        );
        let just_before = at(0) - millisecond;
        assert_eq!(
            stats(&store, source, just_before).await.weekly[11],
            3,
            "without future articles"
        );
        assert_eq!(stats(&store, source, at(WEEK)).await.weekly[10], 3, "a week later");
        assert_eq!(stats(&store, SourceId(99), at(0)).await, Stats::default());
    });
}

#[test]
fn spending_is_counted_over_seven_days_without_what_hubs_sent() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        let other = add_source(&store, "https://other.example/").await;
        for (n, minute) in [(0, -WEEK - 1), (1, -WEEK), (2, -DAY), (3, -1)] {
            store_articles(&store, source, vec![tidy(0), tidy(10 + n)], at(minute)).await;
        }
        store_articles(&store, source, vec![tidy(0)], at(0)).await;
        store_articles(&store, other, vec![tidy(0)], at(0)).await;
        let pushed = FetchRecord {
            reason: Reason::Pushed.code(),
            wire_bytes: 77,
            ..record(source, vec![tidy(0)], at(0))
        };
        store.fetches().store(pushed).await.unwrap();
        let spend = stats(&store, source, at(0)).await.spend;
        assert_eq!((spend.n_requests, spend.n_fruitful, spend.wire_bytes), (4, 3, 4000));
        assert_eq!(stats(&store, other, at(0)).await.spend.n_requests, 1);
        assert_eq!(stats(&store, source, at(2 * WEEK)).await.spend.n_requests, 0);
    });
}

#[test]
fn the_pace_of_a_source_is_its_estimated_rate_and_last_posting() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let quiet = add_source(&store, "https://quiet.example/").await;
        add_source(&store, "https://foreign.example/").await;
        store.subscriptions().subscribe(user, quiet, None, noon()).await.unwrap();
        let belief = PostingBelief { per_day: PerDay(2.5), as_of: at(9), body: vec![0, 255] };
        let told = FetchRecord {
            belief: Some(belief.clone()),
            ..record(source, vec![dated(1, -9), dated(2, -5)], at(9))
        };
        store.fetches().store(told).await.unwrap();
        let paces = store.sources().paces(user).await.unwrap();
        let known = Pace { rate: Some(PerDay(2.5)), last_posting: Some(at(-5)) };
        assert_eq!((paces.len(), paces[&source], paces[&quiet]), (2, known, Pace::default()));
        assert_eq!(store.sources().pace(source).await.unwrap(), known);
        assert_eq!(store.sources().pace(quiet).await.unwrap(), Pace::default());
        let learning = store.learning();
        assert_eq!(learning.posting_belief(source).await.unwrap(), Some(belief.clone()));
        assert_eq!(learning.posting_belief(quiet).await.unwrap(), None);
        let all = learning.posting_beliefs_after(SourceId(0), 9).await.unwrap();
        assert_eq!(all, [(source, belief)]);
        assert_eq!(learning.posting_beliefs_after(source, 9).await.unwrap(), []);
        // A failed fetch stores what sources are like in general, which says nothing about this one.
        let failed = FetchRecord {
            belief: Some(PostingBelief { per_day: PerDay(1.0), as_of: at(9), body: vec![1] }),
            ..FetchRecord::new(
                quiet,
                FetchedContent::Failed(Failure::new(FailureKind::Dns, "no such host")),
                at(9),
            )
        };
        store.fetches().store(failed).await.unwrap();
        assert_eq!(store.sources().paces(user).await.unwrap()[&quiet], Pace::default());
        assert_eq!(store.sources().pace(quiet).await.unwrap(), Pace::default());
    });
}

#[test]
fn never_opened_sources_are_found_per_user() {
    on_both(|ground| async move {
        let (store, ada, first) = with_reader(&ground).await;
        let bob = add_user(&store, "bob").await;
        let second = add_source(&store, "https://second.example/").await;
        for (user, source) in [(ada, second), (bob, first), (bob, second)] {
            store.subscriptions().subscribe(user, source, None, noon()).await.unwrap();
        }
        let id = store_articles(&store, first, vec![tidy(1)], at(0)).await.new_ids[0];
        let never = async |user| {
            let mut all: Vec<_> =
                store.sources().never_opened(user).await.unwrap().into_iter().collect();
            all.sort_unstable();
            all
        };
        store.readings().mark_read(ada, vec![id], at(1)).await.unwrap();
        store.readings().star(ada, id, Some(at(1))).await.unwrap();
        assert_eq!(never(ada).await, [first, second], "marking is not opening");
        store.readings().opened(ada, id, at(2)).await.unwrap();
        assert_eq!(never(ada).await, [second]);
        assert_eq!(never(bob).await, [first, second]);
    });
}

#[test]
fn the_newest_postings_come_first() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        let articles = vec![
            dated(1, -10),
            dated(2, 500),
            Article { published: None, ..tidy(3) },
            Article { language: Some("de".to_owned()), ..dated(4, -30) },
            Article { language: Some("fr".to_owned()), ..dated(5, -40) },
        ];
        store_articles(&store, source, articles, at(0)).await;
        let titles = async |limit| {
            let found = store.sources().newest_titles(source, limit).await.unwrap();
            found.into_iter().map(|(title, at)| (title, at.unwrap())).collect::<Vec<_>>()
        };
        let all = titles(9).await;
        let places: Vec<_> = all.iter().map(|(_, at)| *at).collect();
        assert_eq!(
            places,
            [0, 0, -10, -30, -40].map(at),
            "a future date is replaced by the arrival"
        );
        assert_eq!(titles(2).await, all[..2]);
        let postings = store.sources().postings(source, at(-30), 9).await.unwrap();
        assert_eq!(postings, [0, 0, -10, -30].map(at));
        assert_eq!(store.sources().postings(source, at(-40), 3).await.unwrap().len(), 3);
        let language = async |source| store.sources().language_of(source).await.unwrap();
        assert_eq!(
            language(source).await.as_deref(),
            Some("de"),
            "the newest article with a declared language"
        );
        let many = (10..30).map(|n| dated(n, -(n as i64))).collect();
        store_articles(&store, source, many, at(0)).await;
        assert_eq!(language(source).await, None, "none of the newest twenty declares one");
        assert_eq!(language(SourceId(99)).await, None);
        assert_eq!(store.sources().count_articles_of(source).await.unwrap(), 25);
        assert_eq!(store.sources().count_articles_of(SourceId(99)).await.unwrap(), 0);
    });
}

/// Creates a subscriber of two sources that have this many of their newest articles in common.
async fn with_common(ground: &Ground, n: usize) -> Vec<(SourceId, SourceId)> {
    let (store, user, first) = with_reader(ground).await;
    let second = add_source(&store, "https://second.example/").await;
    store.subscriptions().subscribe(user, second, None, noon()).await.unwrap();
    store_articles(&store, first, (100..110).map(tidy).collect(), at(0)).await;
    store_articles(&store, second, (110 - n..120 - n).map(tidy).collect(), at(0)).await;
    let twins = store.sources().twins(user).await.unwrap();
    let bob = add_user(&store, "bob").await;
    store.subscriptions().subscribe(bob, first, None, noon()).await.unwrap();
    assert_eq!(
        store.sources().twins(bob).await.unwrap(),
        [],
        "a subscriber of one source has no pair"
    );
    store.close().await;
    twins
}

#[test]
fn four_common_articles_make_two_sources_duplicates() {
    run(async {
        for (n, is_pair) in [(0, false), (3, false), (4, true), (10, true)] {
            assert_eq!(
                with_common(&sqlite(), n).await.len(),
                usize::from(is_pair),
                "{n} in common"
            );
        }
    });
}

#[test]
fn options_of_paused_subscriptions_do_not_count_and_one_pin_is_enough() {
    on_both(|ground| async move {
        let (store, ada, source) = with_reader(&ground).await;
        let bob = add_user(&store, "bob").await;
        store.subscriptions().subscribe(bob, source, None, noon()).await.unwrap();
        assert_eq!(store.sources().manner(source).await.unwrap(), FetchManner::default());
        let pinned = SubscriberOptions {
            is_pinned: true,
            max_minutes: Some(9),
            ..SubscriberOptions::default()
        };
        store.subscriptions().set_options(bob, source, pinned).await.unwrap();
        let wishes = SubscriberOptions { min_minutes: Some(60), ..SubscriberOptions::default() };
        store.subscriptions().set_options(ada, source, wishes).await.unwrap();
        let manner = store.sources().manner(source).await.unwrap();
        assert_eq!(
            (manner.is_pinned, manner.min_minutes, manner.max_minutes),
            (true, None, Some(9))
        );
        store.subscriptions().pause_all(bob, vec![source], at(1)).await.unwrap();
        let manner = store.sources().manner(source).await.unwrap();
        assert_eq!(
            (manner.is_pinned, manner.min_minutes, manner.max_minutes),
            (false, Some(60), None)
        );
        let set = SourceOptions {
            user_agent: Some("Ünï/1".to_owned()),
            min_minutes: Some(30),
            max_minutes: Some(500),
            refused_move: Some("https://elsewhere.example/".to_owned()),
        };
        store.sources().set_options(source, set.clone()).await.unwrap();
        let manner = store.sources().manner(source).await.unwrap();
        assert_eq!(
            (manner.min_minutes, manner.max_minutes),
            (Some(60), Some(500)),
            "the longer of the two"
        );
        assert_eq!((manner.user_agent, manner.refused_move), (set.user_agent, set.refused_move));
        store.sources().set_options(source, SourceOptions::default()).await.unwrap();
        assert_eq!(store.sources().options(source).await.unwrap(), SourceOptions::default());
    });
}

#[test]
fn the_fetch_log_is_listed_newest_first_and_counted_by_time() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let fetches = store.fetches();
        assert_eq!(fetches.last_before(Timestamp::MAX).await.unwrap(), None);
        store.close().await;
        let (store, _, source) = with_reader(&ground).await;
        let fetches = store.fetches();
        assert_eq!(fetches.watching_since().await.unwrap(), Some(noon()));
        store_articles(&store, source, vec![tidy(1)], at(0)).await;
        store_articles(&store, source, vec![tidy(1)], at(10)).await;
        let failure = Failure { status: Some(503), ..Failure::new(FailureKind::Status, "503.") };
        let failed = FetchRecord {
            fetched: FetchedContent::Failed(failure.clone()),
            status: Some(503),
            wire_bytes: 5,
            ..record(source, Vec::new(), at(20))
        };
        fetches.store(failed).await.unwrap();
        let log = fetches.list(source, 9).await.unwrap();
        let outcomes: Vec<_> = log.iter().map(|one| one.outcome.clone()).collect();
        let changed = tidings_model::Outcome::Changed { n_new: 1, n_updated: 0 };
        let unchanged = tidings_model::Outcome::Unchanged;
        assert_eq!(outcomes, [tidings_model::Outcome::Failed(failure), unchanged, changed]);
        assert_eq!((log[0].started_at, log[0].status, log[0].wire_bytes), (at(20), Some(503), 5));
        assert_eq!(fetches.list(source, 1).await.unwrap(), log[..1]);
        for (before, last) in
            [(0, None), (1, Some(0)), (10, Some(0)), (11, Some(10)), (99, Some(20))]
        {
            let found = fetches.last_before(at(before)).await.unwrap();
            assert_eq!(found, last.map(at), "before {before}");
        }
        for (from, to, expected) in [
            (0, 20, (2, 1, 0, 2000)),
            (0, 21, (3, 1, 1, 2005)),
            (1, 20, (1, 0, 0, 1000)),
            (21, 99, (0, 0, 0, 0)),
        ] {
            let n = fetches.came(at(from), at(to)).await.unwrap();
            let found = (n.n_requests, n.n_fruitful, n.n_failed, n.wire_bytes);
            assert_eq!(found, expected, "{from} to {to}");
        }
        assert_eq!(store.articles().newest_id().await.unwrap(), ArticleId(1));
    });
}
