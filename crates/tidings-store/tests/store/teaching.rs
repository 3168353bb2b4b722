//! The inputs of learning: visits to lists and reactions, topics, words, and beliefs changed by several processes.

use crate::support::*;
use std::collections::BTreeSet;
use tidings_model::units::PerDay;
use tidings_model::{
    Article, ArticleId, Reaction, SourceId, SourceKind, UserId,
    taste::{ArticleEvent, ListShowing, Mixture, PlacedArticle, Placing, Subject, TopicId},
    user::UserReaction,
};
use tidings_store::{Belief, OpenRate, PricePaid, Store, SubscriberOptions};

const DAY: i64 = 24 * 60;

/// Creates a store with a subscriber of a source with this many articles.
async fn with_articles(ground: &Ground, n: usize) -> (Store, UserId, SourceId, Vec<ArticleId>) {
    let (store, user, source) = with_reader(ground).await;
    let ids = store_articles(&store, source, (0..n).map(tidy).collect(), at(0)).await.new_ids;
    (store, user, source, ids)
}

async fn show(store: &Store, user: UserId, placing: Placing, minute: i64, ids: &[ArticleId]) {
    let placed = |id: &ArticleId| PlacedArticle { article: *id, reason: String::new() };
    let articles = ids.iter().map(placed).collect();
    store
        .learning()
        .note_shown(ListShowing { user, at: at(minute), placing, articles })
        .await
        .unwrap();
}

async fn react(store: &Store, user: UserId, article: ArticleId, reaction: Reaction, minute: i64) {
    let reacted = UserReaction { user, article, reaction, at: at(minute) };
    store.users().add_reaction(reacted).await.unwrap();
}

fn about(parts: &[(u16, f32)]) -> Mixture {
    Mixture::of(parts.iter().map(|(topic, part)| (TopicId(*topic), *part)))
}

#[test]
fn open_rates_count_the_first_ten_opened_within_a_day() {
    on_both(|ground| async move {
        let (store, user, _, ids) = with_articles(&ground, 14).await;
        let rate = async |placing, since| {
            let OpenRate { n_shown, n_opened } =
                store.learning().open_rate(user, placing, at(since)).await.unwrap();
            (n_shown, n_opened)
        };
        assert_eq!(rate(Placing::Interest, 0).await, (0, 0));
        show(&store, user, Placing::Interest, 10, &ids[..12]).await;
        show(&store, user, Placing::Time, 11, &ids[..2]).await;
        assert_eq!(rate(Placing::Interest, 0).await, (10, 0), "only the first ten");
        react(&store, user, ids[0], Reaction::Opened, 9).await;
        react(&store, user, ids[1], Reaction::Opened, 10).await;
        react(&store, user, ids[1], Reaction::Opened, 20).await;
        react(&store, user, ids[2], Reaction::Opened, 10 + DAY).await;
        react(&store, user, ids[3], Reaction::Starred, 20).await;
        react(&store, user, ids[11], Reaction::Opened, 20).await;
        assert_eq!(
            rate(Placing::Interest, 10).await,
            (10, 1),
            "opened after being shown, and within a day"
        );
        assert_eq!(rate(Placing::Interest, 11).await, (0, 0));
        assert_eq!(rate(Placing::Time, 0).await, (2, 1));
    });
}

#[test]
fn visits_are_separated_by_the_order_of_their_list() {
    on_both(|ground| async move {
        let (store, user, _, ids) = with_articles(&ground, 6).await;
        show(&store, user, Placing::Time, 5, &ids[..2]).await;
        show(&store, user, Placing::Interest, 6, &ids[2..4]).await;
        show(&store, user, Placing::Interest, 7, &[]).await;
        show(&store, user, Placing::Time, 8, &ids[4..]).await;
        let latest = async |placing, since| {
            let found = store.learning().shown_since(user, placing, at(since)).await.unwrap();
            found
                .map(|one| (one.at, one.articles.iter().map(|one| one.article).collect::<Vec<_>>()))
        };
        assert_eq!(latest(Placing::Time, 0).await, Some((at(8), ids[4..].to_vec())));
        assert_eq!(latest(Placing::Interest, 6).await, Some((at(6), ids[2..4].to_vec())));
        assert_eq!(latest(Placing::Interest, 7).await, None, "nothing was shown then");
        let eve = add_user(&store, "eve").await;
        let foreign = store.learning().shown_since(eve, Placing::Time, at(0)).await.unwrap();
        assert_eq!(foreign, None);
        let lessons = store.learning().lessons(user, at(5), at(8)).await.unwrap();
        let told: Vec<_> = lessons.iter().map(|one| (one.at, one.what)).collect();
        let shown = |minute, placing, n| (at(minute), ArticleEvent::Shown(placing, n));
        assert_eq!(
            told,
            [
                shown(6, Placing::Interest, 1),
                shown(6, Placing::Interest, 2),
                shown(8, Placing::Time, 1),
                shown(8, Placing::Time, 2),
            ],
            "the start is exclusive, the end inclusive"
        );
    });
}

#[test]
fn old_showings_are_removed_in_batches() {
    on_both(|ground| async move {
        let (store, user, _, ids) = with_articles(&ground, 4).await;
        for minute in [5, 1, 3] {
            show(&store, user, Placing::Interest, minute, &ids).await;
        }
        let forget = async |before, limit| {
            let n = store.learning().forget_shown(at(before), limit).await.unwrap();
            let left = store.learning().lessons(user, at(0), at(9)).await.unwrap();
            (n, left.len())
        };
        assert_eq!(forget(1, 99).await, (0, 12), "the limit is exclusive");
        assert_eq!(forget(5, 3).await, (3, 9));
        let oldest = store.learning().lessons(user, at(0), at(9)).await.unwrap()[0].at;
        assert_eq!(oldest, at(1), "the oldest go first, and one of them is left");
        assert_eq!(forget(5, 99).await, (5, 4));
        assert_eq!(forget(99, 0).await, (0, 4));
    });
}

#[test]
fn preferences_are_clamped_and_ordered_by_subject() {
    on_both(|ground| async move {
        let (store, user, source, _) = with_articles(&ground, 1).await;
        for (subject, level) in [
            (Subject::Topic(TopicId(9)), 0),
            (Subject::Topic(TopicId(u16::MAX)), 255),
            (Subject::Source(source), 100),
            (Subject::Topic(TopicId(2)), 50),
        ] {
            store.learning().teach(user, subject, Some(level), at(1)).await.unwrap();
        }
        let taught = async || {
            let said = store.learning().taught(user).await.unwrap();
            said.into_iter().map(|one| (one.subject, one.level)).collect::<Vec<_>>()
        };
        let all = [
            (Subject::Source(source), 100),
            (Subject::Topic(TopicId(2)), 50),
            (Subject::Topic(TopicId(9)), 0),
            (Subject::Topic(TopicId(u16::MAX)), 100),
        ];
        assert_eq!(taught().await, all, "clamped to the maximum");
        store.learning().teach(user, Subject::Topic(TopicId(7)), None, at(2)).await.unwrap();
        store.learning().forget_topics().await.unwrap();
        assert_eq!(taught().await, all[..1], "preferences about sources stay");
    });
}

#[test]
fn topics_of_articles_round_trip_to_a_sixty_thousandth() {
    on_both(|ground| async move {
        let (store, _, _, ids) = with_articles(&ground, 3).await;
        let learning = store.learning();
        let first = about(&[(0, 0.5), (u16::MAX, 0.3), (7, 0.2)]);
        let second = about(&[(3, 1.0)]);
        let told = vec![
            (ids[0], first.clone()),
            (ids[1], second.clone()),
            (ids[2], Mixture::default()),
            (ArticleId(999), second.clone()),
        ];
        assert_eq!(learning.told_until(5).await.unwrap(), None);
        learning.set_mixtures(5, told).await.unwrap();
        assert_eq!(
            learning.told_until(5).await.unwrap(),
            Some(ids[2]),
            "missing articles are skipped"
        );
        let found = learning.mixtures([&ids[..], &[ArticleId(999)]].concat()).await.unwrap();
        assert_eq!(found.len(), 3);
        for (kept, told) in found[&ids[0]].parts().iter().zip(first.parts()) {
            assert!(kept.0 == told.0 && (kept.1 - told.1).abs() < 2e-5, "{kept:?} {told:?}");
        }
        assert_eq!((&found[&ids[1]], found[&ids[2]].is_empty()), (&second, true));
        learning.set_mixtures(6, vec![(ids[0], second.clone())]).await.unwrap();
        assert_eq!(learning.told_until(5).await.unwrap(), Some(ids[2]));
        assert_eq!(learning.told_until(6).await.unwrap(), Some(ids[0]));
        assert_eq!(learning.mixtures(vec![ids[0]]).await.unwrap()[&ids[0]], second);
        assert!(learning.mixtures(Vec::new()).await.unwrap().is_empty());
    });
}

#[test]
fn the_words_of_chosen_articles_are_found() {
    on_both(|ground| async move {
        let (store, _, source, ids) = with_articles(&ground, 3).await;
        let wanted = vec![ids[2], ids[0], tidings_model::ArticleId(9_999)];
        let found = store.learning().words_of(wanted).await.unwrap();
        let all = store.learning().worded_after(tidings_model::ArticleId(0), at(-9999), 9).await;
        let expected: Vec<_> =
            all.unwrap().into_iter().filter(|one| one.article != ids[1]).collect();
        assert_eq!(found, expected);
        assert!(found.iter().all(|one| one.source == source && !one.title.is_empty()));
        assert!(store.learning().words_of(Vec::new()).await.unwrap().is_empty());
    });
}

#[test]
fn candidates_are_newest_first_and_neither_muted_nor_read() {
    on_both(|ground| async move {
        let (store, user, source, ids) = with_articles(&ground, 5).await;
        let muted = add_source(&store, "https://muted.example/").await;
        store.subscriptions().subscribe(user, muted, None, noon()).await.unwrap();
        store_articles(&store, muted, (10..13).map(tidy).collect(), at(0)).await;
        let options = SubscriberOptions { is_muted: true, ..SubscriberOptions::default() };
        store.subscriptions().set_options(user, muted, options).await.unwrap();
        store.readings().mark_read(user, vec![ids[2]], at(1)).await.unwrap();
        let found = async |since, limit| {
            let all = store.learning().candidates(user, at(since), limit).await.unwrap();
            assert!(all.iter().all(|one| one.source == source && one.title_key.is_some()));
            all.into_iter().map(|one| one.article).collect::<Vec<_>>()
        };
        assert_eq!(found(-9999, 9).await, [ids[4], ids[3], ids[1], ids[0]]);
        assert_eq!(
            found(-999, 9).await,
            [ids[4], ids[3], ids[1]],
            "tidy(1) was published exactly then"
        );
        assert_eq!(found(-9999, 2).await, [ids[4], ids[3]]);
        let eve = add_user(&store, "eve").await;
        assert_eq!(store.learning().candidates(eve, at(-9999), 9).await.unwrap(), []);
    });
}

#[test]
fn words_are_read_in_batches_and_private_ones_are_left_out_of_topics() {
    on_both(|ground| async move {
        let (store, user, source, ids) = with_articles(&ground, 5).await;
        let url = "https://secret.example/".parse().unwrap();
        let own =
            store.sources().add_private(SourceKind::Feed, url, user, noon()).await.unwrap().id();
        let told = Article { language: Some("de-AT".to_owned()), ..tidy(9) };
        let secret = store_articles(&store, own, vec![told], at(5)).await.new_ids[0];
        let learning = store.learning();
        let (mut after, mut walked) = (ArticleId(0), Vec::new());
        loop {
            let part = learning.worded_after(after, at(-9999), 2).await.unwrap();
            let Some(last) = part.last() else { break };
            after = last.article;
            walked.extend(part.iter().map(|one| one.article));
        }
        assert_eq!(walked, [&ids[..], &[secret]].concat());
        let young = learning.worded_after(ArticleId(0), at(1), 9).await.unwrap();
        assert_eq!((young.len(), young[0].language.as_deref()), (1, Some("de-AT")));
        assert_eq!((young[0].title.as_str(), young[0].summary.as_str()), ("Title 9", "Text 9"));
        let common = learning.common_words_after(ids[2], 9).await.unwrap();
        let common: Vec<_> = common.iter().map(|one| (one.article, one.source)).collect();
        assert_eq!(common, [(ids[3], source), (ids[4], source)]);
        for (n, begin) in
            [(0, secret), (1, ids[4]), (5, ids[0]), (6, ArticleId(0)), (99, ArticleId(0))]
        {
            assert_eq!(learning.newest_articles_begin(n).await.unwrap(), begin, "the newest {n}");
        }
    });
}

#[test]
fn headlines_are_recognized_across_sources() {
    on_both(|ground| async move {
        let (store, _, source, ids) = with_articles(&ground, 2).await;
        let other = add_source(&store, "https://other.example/").await;
        let untitled = article("https://o.example/1", "https://o.example/1", "", "Text");
        let theirs = store_articles(&store, other, vec![tidy(1), untitled], at(0)).await.new_ids;
        let all = [&ids[..], &theirs[..]].concat();
        let found = store.learning().headlines(all).await.unwrap();
        assert_eq!(found.len(), 2, "two sources share one, and one article has none");
        let first = tidy(0).keys.title.unwrap();
        assert_eq!(found[&first], source);
        let holders: BTreeSet<SourceId> = found.values().copied().collect();
        assert!(holders.is_subset(&BTreeSet::from([source, other])));
    });
}

#[test]
fn only_one_of_many_concurrent_updates_of_a_belief_succeeds() {
    on_both(|ground| async move {
        let stores = [ground.open().await, ground.open().await];
        let belief =
            |subject, minute, n: u8| Belief { subject, as_of: at(minute), body: vec![n, 0] };
        for (before, minute) in [(None, 1), (Some(at(1)), 2)] {
            let tasks: Vec<_> = (0..6)
                .map(|n: u8| {
                    let (store, new) = (stores[usize::from(n) % 2].clone(), belief(0, minute, n));
                    let replaced = async move {
                        store
                            .learning()
                            .replace_belief("test", before, new)
                            .await
                            .unwrap()
                            .then_some(n)
                    };
                    tokio::spawn(replaced)
                })
                .collect();
            let mut first = Vec::new();
            for task in tasks {
                first.extend(task.await.unwrap());
            }
            assert_eq!(first.len(), 1, "{before:?}");
            let kept = stores[1].learning().belief("test", 0).await.unwrap();
            assert_eq!(kept, Some(belief(0, minute, first[0])));
        }
        let learning = stores[0].learning();
        assert!(!learning.replace_belief("test", Some(at(1)), belief(0, 3, 9)).await.unwrap());
        assert!(!learning.replace_belief("test", Some(at(1)), belief(5, 3, 9)).await.unwrap());
        assert!(!learning.replace_belief("test", None, belief(0, 3, 9)).await.unwrap());
        assert!(
            learning.replace_belief("other", None, belief(0, 3, 9)).await.unwrap(),
            "only for its kind"
        );
        assert_eq!(learning.belief_as_of("test", 0).await.unwrap(), Some(at(2)));
        assert_eq!(learning.belief_as_of("test", 5).await.unwrap(), None);
        for store in stores {
            store.close().await;
        }
    });
}

#[test]
fn prices_are_stored_by_time_and_waits_are_weighted() {
    on_both(|ground| async move {
        let (store, user, source, _) = with_articles(&ground, 1).await;
        let freshness = store.freshness();
        let paid =
            |minute, price, made| PricePaid { at: at(minute), price, granted: PerDay(9.5), made };
        for one in [paid(2, 0.5, 3), paid(1, 1e-9, 1), paid(2, 0.25, 4)] {
            freshness.note_price(one).await.unwrap();
        }
        assert_eq!(freshness.prices(at(0)).await.unwrap(), [paid(1, 1e-9, 1), paid(2, 0.25, 7)]);
        assert_eq!(freshness.prices(at(2)).await.unwrap(), [paid(2, 0.25, 7)]);
        assert_eq!(freshness.prices(at(3)).await.unwrap(), []);
        let other = add_source(&store, "https://other.example/").await;
        store.subscriptions().subscribe(user, other, None, noon()).await.unwrap();
        store.sources().set_weights(vec![(other, 3.0)]).await.unwrap();
        for (source, n, posted, seen) in [(source, 5, 0, 10), (other, 6, 0, 20), (other, 7, 30, 30)]
        {
            let mut told = record(source, vec![tidy(n)], at(seen));
            told.posted = vec![at(posted)];
            store.fetches().store(told).await.unwrap();
        }
        let waited = async |from, to| {
            let (weight, minutes) = freshness.waited(at(from), at(to)).await.unwrap();
            (weight, minutes.0)
        };
        for (from, to, expected) in [
            (0, 99, (7.0, 70.0)),
            (10, 20, (1.0, 10.0)),
            (11, 30, (3.0, 60.0)),
            (40, 99, (0.0, 0.0)),
        ] {
            let found = waited(from, to).await;
            let is_near =
                (found.0 - expected.0).abs() < 1e-9 && (found.1 - expected.1).abs() < 1e-9;
            assert!(is_near, "{from} to {to}: {found:?}");
        }
    });
}
