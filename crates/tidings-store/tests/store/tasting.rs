//! What users are shown, how they react and what they prefer is stored, visible only to them, and deleted on request.

use crate::support::*;
use jiff::Timestamp;
use tidings_model::{
    ArticleId, Reaction, Role, SourceKind, UserId,
    taste::{
        ArticleEvent, ListShowing, ManualPreference, Mixture, PlacedArticle, Placing, Subject,
        TopicId,
    },
    user::UserReaction,
};
use tidings_store::{Retention, Store};

fn shown(user: UserId, at: Timestamp, articles: &[ArticleId]) -> ListShowing {
    let placed = |article: &ArticleId| PlacedArticle {
        article: *article,
        reason: format!("r{}", article.0),
    };
    ListShowing {
        user,
        at,
        placing: Placing::Interest,
        articles: articles.iter().map(placed).collect(),
    }
}

fn about(topic: u16) -> Mixture {
    Mixture::of([(TopicId(topic), 0.75), (TopicId(topic + 1), 0.25)])
}

async fn react(store: &Store, user: UserId, article: ArticleId, reaction: Reaction, at: Timestamp) {
    store.users().add_reaction(UserReaction { user, article, reaction, at }).await.unwrap();
}

#[test]
fn lessons_are_in_the_order_of_time_with_their_topics() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        store_articles(&store, source, (0..4).map(tidy).collect(), at(0)).await;
        let ids = store.readings().unread_ids(user, 9).await.unwrap();
        store
            .learning()
            .set_mixtures(7, vec![(ids[0], about(3)), (ids[1], about(5))])
            .await
            .unwrap();
        store.learning().note_shown(shown(user, at(10), &ids[..2])).await.unwrap();
        react(&store, user, ids[1], Reaction::Opened, at(11)).await;
        // The next page of the same visit: articles already shown are not stored twice, and positions continue.
        store.learning().note_shown(shown(user, at(10), &ids[1..3])).await.unwrap();
        let lessons = store.learning().lessons(user, at(0), at(99)).await.unwrap();
        let told: Vec<_> = lessons.iter().map(|one| (one.article, one.what)).collect();
        let placed = |n| ArticleEvent::Shown(Placing::Interest, n);
        assert_eq!(
            told,
            [
                (ids[0], placed(1)),
                (ids[1], placed(2)),
                (ids[2], placed(3)),
                (ids[1], ArticleEvent::Reacted(Reaction::Opened))
            ]
        );
        assert_eq!(lessons[1].mixture.first(), Some(TopicId(5)));
        assert!((lessons[1].mixture.parts()[0].1 - 0.75).abs() < 1e-4);
        assert!(lessons[2].mixture.is_empty());
        assert_eq!(
            store.learning().lessons(user, at(10), at(99)).await.unwrap().len(),
            1,
            "the start is exclusive"
        );
        let visit =
            store.learning().shown_since(user, Placing::Interest, at(0)).await.unwrap().unwrap();
        assert_eq!(visit, shown(user, at(10), &ids[..3]));
        assert_eq!(
            store.learning().shown_since(user, Placing::Interest, at(11)).await.unwrap(),
            None
        );
        assert_eq!(store.learning().shown_since(user, Placing::Time, at(0)).await.unwrap(), None);
        let rate = store.learning().open_rate(user, Placing::Interest, at(0)).await.unwrap();
        assert_eq!((rate.n_shown, rate.n_opened), (3, 1));
    });
}

#[test]
fn candidates_are_unread_recent_and_not_muted() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        store_articles(&store, source, (0..5).map(tidy).collect(), at(0)).await;
        let ids = store.readings().unread_ids(user, 9).await.unwrap();
        store.readings().mark_read(user, vec![ids[0]], at(1)).await.unwrap();
        store
            .learning()
            .set_mixtures(1, vec![(ids[1], about(2)), (ArticleId(999_999), about(2))])
            .await
            .unwrap();
        let found = store.learning().candidates(user, Timestamp::MIN, 99).await.unwrap();
        assert_eq!(found.len(), 4);
        let one = found.iter().find(|one| one.article == ids[1]).unwrap();
        assert_eq!((one.source, one.mixture.first()), (source, Some(TopicId(2))));
        assert!(store.learning().candidates(user, Timestamp::MAX, 99).await.unwrap().is_empty());
        assert_eq!(store.learning().candidates(user, Timestamp::MIN, 2).await.unwrap().len(), 2);
        let worded = store.learning().worded_after(ids[0], Timestamp::MIN, 99).await.unwrap();
        assert!(worded.iter().all(|one| one.article > ids[0] && !one.title.is_empty()));
        assert_eq!(store.learning().newest_articles_begin(99).await.unwrap(), ArticleId(0));
    });
}

#[test]
fn preferences_belong_to_one_user_and_can_be_deleted() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        store_articles(&store, source, (0..2).map(tidy).collect(), at(0)).await;
        let ids = store.readings().unread_ids(user, 9).await.unwrap();
        let other =
            store.users().add("bea".to_owned(), String::new(), Role::User, at(0)).await.unwrap();
        // Articles that a user may not see do not count as shown.
        store.learning().note_shown(shown(other, at(5), &ids)).await.unwrap();
        assert!(store.learning().lessons(other, at(0), at(99)).await.unwrap().is_empty());
        store.learning().teach(other, Subject::Topic(TopicId(4)), Some(80), at(3)).await.unwrap();
        store.learning().teach(user, Subject::Topic(TopicId(4)), Some(80), at(3)).await.unwrap();
        store.learning().teach(user, Subject::Source(source), Some(0), at(3)).await.unwrap();
        store.learning().teach(user, Subject::Source(source), Some(20), at(4)).await.unwrap();
        let said = store.learning().taught(user).await.unwrap();
        let expected = ManualPreference { subject: Subject::Source(source), level: 20, at: at(4) };
        assert_eq!((said.len(), said[0]), (2, expected));
        store.learning().teach(user, Subject::Source(source), None, at(5)).await.unwrap();
        assert_eq!(store.learning().taught(user).await.unwrap().len(), 1);
        store.learning().note_shown(shown(user, at(5), &ids)).await.unwrap();
        react(&store, user, ids[0], Reaction::Liked, at(6)).await;
        store.learning().forget_taste(user).await.unwrap();
        assert!(store.learning().taught(user).await.unwrap().is_empty());
        assert!(store.learning().lessons(user, at(0), at(99)).await.unwrap().is_empty());
        assert_eq!(
            store.learning().taught(other).await.unwrap().len(),
            1,
            "another user's preference stays"
        );
    });
}

#[test]
fn without_learning_no_reactions_are_stored() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let ids = store_articles(&store, source, (0..2).map(tidy).collect(), at(0)).await.new_ids;
        store.learning().note_shown(shown(user, at(1), &ids)).await.unwrap();
        assert_eq!(store.learning().learners(at(0), 9).await.unwrap(), [user]);
        assert!(
            store.learning().learners(at(2), 9).await.unwrap().is_empty(),
            "nothing was shown since then"
        );
        let set = async |value: Option<&str>| {
            let settings = vec![("today", value.map(str::to_owned))];
            store.settings().set_all(user, settings).await.unwrap();
        };
        set(Some("time")).await;
        store.readings().opened(user, ids[0], at(2)).await.unwrap();
        react(&store, user, ids[1], Reaction::Liked, at(2)).await;
        assert!(store.users().reactions(user, at(0)).await.unwrap().is_empty());
        assert!(store.learning().learners(at(0), 9).await.unwrap().is_empty());
        set(None).await;
        react(&store, user, ids[1], Reaction::Liked, at(3)).await;
        assert_eq!(store.users().reactions(user, at(0)).await.unwrap().len(), 1);
    });
}

#[test]
fn topics_are_learned_from_public_articles_and_outdated_ones_are_reassigned() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let ids = store_articles(&store, source, (0..4).map(tidy).collect(), at(0)).await.new_ids;
        let url = "https://feed.example/own".parse().unwrap();
        let own =
            store.sources().add_private(SourceKind::Feed, url, user, noon()).await.unwrap().id();
        store_articles(&store, own, (10..12).map(tidy).collect(), at(0)).await;
        let words = store.learning().common_words_after(ArticleId(0), 99).await.unwrap();
        assert!(words.len() == 4 && words.iter().all(|one| one.source == source));
        assert_eq!(
            store.learning().worded_after(ArticleId(0), Timestamp::MIN, 99).await.unwrap().len(),
            6
        );
        store
            .learning()
            .set_mixtures(1, ids.iter().map(|id| (*id, about(1))).collect())
            .await
            .unwrap();
        store.learning().set_mixtures(2, vec![(ids[3], about(1))]).await.unwrap();
        store.learning().note_shown(shown(user, at(5), &[ids[0], ids[3]])).await.unwrap();
        react(&store, user, ids[1], Reaction::Opened, at(1)).await;
        let outdated = async |since| {
            let found =
                store.learning().outdated_words_after(ArticleId(0), 2, since, 99).await.unwrap();
            found.into_iter().map(|one| one.article).collect::<Vec<_>>()
        };
        assert_eq!(outdated(at(0)).await, ids[..2]);
        assert_eq!(outdated(at(3)).await, ids[..1]);
        let headlines = store.learning().headlines(ids.clone()).await.unwrap();
        assert!(!headlines.is_empty() && headlines.values().all(|of| *of == source));
        store.learning().forget_topics().await.unwrap();
        assert!(store.learning().mixtures(ids).await.unwrap().is_empty());
    });
}

#[test]
fn topics_of_removed_articles_are_kept_while_learning_needs_them() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let ids = store_articles(&store, source, (0..30).map(tidy).collect(), at(0)).await.new_ids;
        let all = ids.iter().map(|id| (*id, about(1))).collect();
        store.learning().set_mixtures(1, all).await.unwrap();
        store.learning().note_shown(shown(user, at(1), &ids[..1])).await.unwrap();
        react(&store, user, ids[1], Reaction::Opened, at(1)).await;
        let rules = Retention { article_days: Some(30), always_newest: 0, ..Retention::default() };
        let later = at(60 * 24 * 60);
        let swept = store.maintenance().sweep(rules, None, 99, later).await.unwrap();
        assert!(swept.n_articles >= 20, "{swept:?}");
        let about = store.learning().mixtures(ids.clone()).await.unwrap();
        assert_eq!(
            about.len(),
            30 - swept.n_articles as usize + 2,
            "the two used for learning stay"
        );
        assert_eq!(
            store.learning().lessons(user, at(0), at(99)).await.unwrap()[0].mixture.first(),
            Some(TopicId(1))
        );
        store.learning().forget_taste(user).await.unwrap();
        store.learning().forget_shown(later, 99).await.unwrap();
        let about = store.learning().mixtures(ids[..2].to_vec()).await.unwrap();
        assert!(about.is_empty(), "no longer used for learning");
    });
}

#[test]
fn merging_articles_merges_their_showings() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let other = add_source(&store, "https://example.org/feed-again").await;
        let ids = store_articles(&store, source, (0..2).map(tidy).collect(), at(0)).await.new_ids;
        store.learning().note_shown(shown(user, at(1), &ids)).await.unwrap();
        store.learning().teach(user, Subject::Source(source), Some(90), at(1)).await.unwrap();
        store_articles(&store, other, (0..2).map(tidy).collect(), at(1)).await;
        merge(&store, source, other, at(2)).await;
        let lessons = store.learning().lessons(user, at(0), at(99)).await.unwrap();
        assert_eq!(lessons.len(), 2);
        assert!(lessons.iter().all(|lesson| lesson.source == other));
        assert_eq!(store.learning().taught(user).await.unwrap()[0].subject, Subject::Source(other));
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn actions_on_articles_are_recorded_as_reactions() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let ids = store_articles(&store, source, (0..6).map(tidy).collect(), at(0)).await.new_ids;
        store.readings().opened(user, ids[0], at(1)).await.unwrap();
        store.readings().add_time_spent(user, ids[0], 20_000, at(2)).await.unwrap();
        store.readings().add_time_spent(user, ids[0], 20_000, at(3)).await.unwrap();
        store.readings().add_time_spent(user, ids[0], 20_000, at(4)).await.unwrap();
        store.readings().star(user, ids[0], Some(at(5))).await.unwrap();
        store.readings().star(user, ids[0], None).await.unwrap();
        store.readings().tag(user, ids[0], "t".to_owned(), at(6)).await.unwrap();
        store
            .outputs()
            .share(user, ids[0], ("secret".to_owned(), [7; 32]), None, at(7))
            .await
            .unwrap();
        store
            .readings()
            .act_on(user, tidings_store::BulkAction::Star, ids[1..2].to_vec(), at(8))
            .await
            .unwrap();
        store
            .readings()
            .act_on(user, tidings_store::BulkAction::Star, ids[2..6].to_vec(), at(9))
            .await
            .unwrap();
        let noted = store.users().reactions(user, at(0)).await.unwrap();
        let noted: Vec<_> = noted.iter().map(|one| (one.reaction, one.at)).collect();
        assert_eq!(
            noted,
            [
                (Reaction::Opened, at(1)),
                (Reaction::Kept, at(3)),
                (Reaction::Starred, at(5)),
                (Reaction::Tagged, at(6)),
                (Reaction::Shared, at(7)),
                (Reaction::Starred, at(8)),
            ],
            "many stars at once say nothing about each"
        );
    });
}
