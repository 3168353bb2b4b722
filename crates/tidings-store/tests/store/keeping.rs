//! Retention and merging: nothing that a user kept is lost, and nothing removed comes back.

use crate::support::*;
use tidings_model::{SourceState, article::Content};
use tidings_store::{
    ArticleList, Cursor, FetchRecord, Recognizable, Retention, RetentionResult, Store,
};

const DAY: i64 = 24 * 60;

async fn sweep(store: &Store, retention: Retention, minute: i64) -> RetentionResult {
    let mut all = RetentionResult::default();
    loop {
        let swept = store
            .maintenance()
            .sweep(retention.clone(), all.resume_after, 2, at(minute))
            .await
            .unwrap();
        all.n_articles += swept.n_articles;
        all.n_unread += swept.n_unread;
        all.n_fetches += swept.n_fetches;
        all.resume_after = swept.resume_after;
        if swept.resume_after.is_none() {
            return all;
        }
    }
}

#[test]
fn retention_keeps_what_users_kept_and_nothing_comes_back() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        for n in 0..5 {
            add_source(&store, &format!("https://{n}.example/")).await;
        }
        let document = || (0..100).map(tidy).collect::<Vec<_>>();
        let ids = store_articles(&store, source, document(), at(0)).await.new_ids;
        store.readings().star(user, ids[0], Some(noon())).await.unwrap();
        store.readings().put_aside(user, ids[1], Some(noon())).await.unwrap();
        store.readings().tag(user, ids[2], "t".to_owned(), noon()).await.unwrap();
        store.readings().rate(user, ids[3], Some(1)).await.unwrap();
        store.readings().opened(user, ids[4], noon()).await.unwrap();
        let rules = Retention {
            article_days: Some(30),
            always_newest: 10,
            log_days: 20,
            ..Retention::default()
        };
        assert_eq!(sweep(&store, rules.clone(), 29 * DAY).await.n_articles, 0);
        let swept = sweep(&store, rules.clone(), 31 * DAY).await;
        assert_eq!((swept.n_articles, swept.n_fetches), (86, 0), "the first sweep removed the log");
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
        let kept = store.articles().get_all(user, ids[..5].to_vec()).await.unwrap();
        assert_eq!(kept.len(), 4);
        let again = store_articles(&store, source, document(), at(31 * DAY + 1)).await;
        assert_eq!((again.n_new, again.n_updated, again.had_overlap), (0, 0, true));
        let items: Vec<_> = document().iter().map(Recognizable::from).collect();
        let known = store.fetches().known_versions(source, items).await.unwrap();
        assert!(
            known.iter().all(Option::is_some),
            "removed articles count as known and need not be sanitised"
        );
        let as_known = document()
            .into_iter()
            .map(|item| tidings_model::Article { content: Content::Known, ..item });
        assert_eq!(
            store_articles(&store, source, as_known.collect(), at(31 * DAY + 2)).await.n_new,
            0
        );
        // Once the source has not listed them for ninety days, their keys are removed too.
        sweep(&store, rules, 200 * DAY).await;
        let n_forgotten: i64 = store
            .read(|c| c.query("select count(*) from forgotten", &[])?.remove(0).only())
            .await
            .unwrap();
        assert_eq!(n_forgotten, 0);
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn retention_limits_the_number_of_articles_and_the_age_of_unread_marks() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        store_articles(&store, source, (0..80).map(tidy).collect(), at(0)).await;
        let rules = Retention {
            articles_per_source: Some(30),
            always_newest: 5,
            unread_days: Some(10),
            ..Retention::default()
        };
        let swept = sweep(&store, rules.clone(), 0).await;
        assert_eq!((swept.n_articles, swept.n_unread), (50, 0));
        assert_eq!(
            store
                .articles()
                .list(user, ArticleList::All, Cursor::START, 99)
                .await
                .unwrap()
                .articles
                .len(),
            30
        );
        assert_eq!(sweep(&store, rules, 20 * DAY).await.n_unread, 30);
        assert_eq!(store.readings().unread_ids(user, 99).await.unwrap(), []);
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn merged_sources_keep_the_union_of_what_users_did() {
    on_both(|ground| async move {
        let (store, both, from) = with_reader(&ground).await;
        let into = add_source(&store, "https://www.example.com/feed").await;
        let only_from = add_user(&store, "only from").await;
        let only_into = add_user(&store, "only into").await;
        let folder = store.subscriptions().folder(both, "F".to_owned(), noon()).await.unwrap();
        store.subscriptions().move_to(both, from, Some(folder)).await.unwrap();
        for (user, source) in [(both, into), (only_from, from), (only_into, into)] {
            store.subscriptions().subscribe(user, source, None, noon()).await.unwrap();
        }
        let old = store_articles(&store, from, (0..6).map(tidy).collect(), at(0)).await.new_ids;
        let new = store_articles(&store, into, (3..9).map(tidy).collect(), at(1)).await.new_ids;
        // Articles 3, 4 and 5 are in both: old[3..6] and new[0..3].
        store.readings().star(both, old[3], Some(noon())).await.unwrap();
        store.readings().mark_read(both, vec![old[4], new[2]], at(2)).await.unwrap();
        store.readings().tag(only_from, old[5], "t".to_owned(), noon()).await.unwrap();
        store.readings().mark_read(only_from, vec![old[3], old[0]], at(2)).await.unwrap();
        store.readings().star(only_from, old[0], Some(noon())).await.unwrap();
        merge(&store, from, into, at(3)).await;
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
        assert!(store.sources().get(from).await.unwrap().is_none());
        assert_eq!(store.articles().count().await.unwrap(), 9);
        let unread = async |user| {
            let mut ids = store.readings().unread_ids(user, 99).await.unwrap();
            ids.sort_unstable();
            ids
        };
        let mut expected = vec![old[0], old[1], old[2], new[0], new[3], new[4], new[5]];
        expected.sort_unstable();
        assert_eq!(unread(both).await, expected, "read in either means read");
        let mut expected = vec![old[1], old[2], new[1], new[2]];
        expected.sort_unstable();
        assert_eq!(unread(only_from).await, expected);
        assert_eq!(unread(only_into).await.len(), 6);
        let starred = store.readings().starred_ids(both, 9).await.unwrap();
        assert_eq!(starred, [new[0]]);
        assert_eq!(store.readings().starred_ids(only_from, 9).await.unwrap(), [old[0]]);
        assert_eq!(store.readings().tags(only_from).await.unwrap()[0].n_articles, 1);
        assert_eq!(
            store.subscriptions().get(both, into).await.unwrap().unwrap().subscription.folder,
            Some(folder)
        );
        assert_eq!(store.sources().subscribers(into, 9).await.unwrap().len(), 3);
        let again = store_articles(&store, into, (0..9).map(tidy).collect(), at(4)).await;
        assert_eq!(again.n_new, 0, "all nine are recognised");
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn a_source_that_moves_keeps_its_articles_and_merges_with_an_existing_one() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        store_articles(&store, source, vec![tidy(1)], at(0)).await;
        let url: url::Url = "https://new.example/feed".parse().unwrap();
        let adopt =
            FetchRecord { adopt: Some(url.clone()), ..record(source, vec![tidy(1)], at(1)) };
        store.fetches().store(adopt).await.unwrap();
        let moved = store.sources().get(source).await.unwrap().unwrap();
        assert_eq!((moved.url, moved.host.as_str()), (url.clone(), "new.example"));
        assert_eq!(
            store.sources().claim_due(claim("me", 9), at(61)).await.unwrap().len(),
            1,
            "the new host has a ready time"
        );
        store.sources().release_lease(source, "me".to_owned()).await.unwrap();
        let other = add_source(&store, "https://other.example/").await;
        assert_eq!(store.sources().get(other).await.unwrap().unwrap().state, SourceState::Paused);
        let merged = store
            .sources()
            .change_url(source, "https://other.example/".parse().unwrap(), at(70))
            .await
            .unwrap();
        assert_eq!(merged, other);
        assert_eq!(store.sources().get(other).await.unwrap().unwrap().state, SourceState::Active);
        assert_eq!(store.readings().unread_ids(user, 9).await.unwrap().len(), 1);
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}
