//! What a search needs: a complete log of changes, and access limited to what the user may see.

use crate::support::*;
use tidings_model::{ArticleId, SourceId};
use tidings_store::{ArticleList, LogState, Retention, Store};

async fn log(store: &Store) -> LogState {
    store.articles().log(77).await.unwrap()
}

async fn changed_since(store: &Store, change: i64) -> Vec<ArticleId> {
    let changes = store.articles().changes_after(change, 1000).await.unwrap();
    let mut ids: Vec<ArticleId> = changes.iter().map(|change| change.article).collect();
    ids.sort_unstable();
    ids
}

#[test]
fn edits_moves_and_removals_are_logged_and_new_articles_are_found_by_id() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        let start = log(&store).await;
        assert_eq!((start.epoch, start.cut_to, start.last_change), (77, 0, 0));
        let ids = store_articles(&store, source, (0..70).map(tidy).collect(), at(0)).await.new_ids;
        assert_eq!(changed_since(&store, 0).await, []);
        let read: Vec<ArticleId> = store
            .articles()
            .indexable_after(ArticleId(0), 1000)
            .await
            .unwrap()
            .iter()
            .map(|a| a.id)
            .collect();
        assert_eq!(read, ids);
        assert_eq!(store.articles().indexable_after(ids[67], 1000).await.unwrap().len(), 2);
        assert_eq!(log(&store).await.last_article, ids[69]);

        let edited = tidings_model::Article {
            version: tidings_model::Fingerprint(1),
            title: "Edited".to_owned(),
            ..tidy(5)
        };
        store_articles(&store, source, vec![edited, tidy(6)], at(1)).await;
        assert_eq!(changed_since(&store, 0).await, [ids[5]]);
        let again = store.articles().indexable(vec![ids[5], ArticleId(999_999)]).await.unwrap();
        assert_eq!((again.len(), again[0].title.as_str()), (1, "Edited"));
        assert_eq!((again[0].tags.clone(), again[0].html.len()), (vec!["news".to_owned()], 13));

        let before = log(&store).await.last_change;
        store
            .articles()
            .keep_full_text(ids[60], Ok("the whole story".to_owned()), at(2))
            .await
            .unwrap();
        store.articles().keep_full_text(ids[61], Err("gone".to_owned()), at(2)).await.unwrap();
        assert_eq!(changed_since(&store, before).await, [ids[60]]);
        assert_eq!(
            store.articles().indexable(vec![ids[60]]).await.unwrap()[0].html,
            "the whole story"
        );

        let before = log(&store).await.last_change;
        let rules = Retention { articles_per_source: Some(60), ..Retention::default() };
        store.maintenance().sweep(rules, None, 100, at(2)).await.unwrap();
        assert_eq!(changed_since(&store, before).await, ids[..10]);
        assert_eq!(store.articles().count_to(ids[11]).await.unwrap(), 2);

        let before = log(&store).await.last_change;
        let into = add_source(&store, "https://other.example/").await;
        let twin = store_articles(&store, into, vec![tidy(50)], at(3)).await.new_ids;
        merge(&store, source, into, at(4)).await;
        // The twin was removed, the others moved.
        assert_eq!(changed_since(&store, before).await, ids[10..]);
        let moved = store.articles().indexable(vec![ids[11], ids[50], twin[0]]).await.unwrap();
        let owners: Vec<(ArticleId, SourceId)> = moved.iter().map(|a| (a.id, a.source)).collect();
        assert_eq!(owners, [(ids[11], into), (twin[0], into)]);
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn the_log_is_cut_and_reports_it() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        log(&store).await;
        let sweep = async |minutes| {
            store.maintenance().sweep(Retention::default(), None, 100, at(minutes)).await.unwrap();
        };
        store_articles(&store, source, vec![tidy(1)], at(0)).await;
        for (version, day) in [(1, 1), (2, 2), (3, 9)] {
            let version = tidings_model::Fingerprint(version);
            let edited = tidings_model::Article { version, ..tidy(1) };
            store_articles(&store, source, vec![edited], at(day * 24 * 60)).await;
        }
        sweep(24 * 60).await;
        assert_eq!((log(&store).await.cut_to, log(&store).await.last_change), (0, 3));
        sweep(10 * 24 * 60).await;
        assert_eq!((log(&store).await.cut_to, log(&store).await.last_change), (2, 3));
        assert_eq!(store.articles().changes_after(2, 9).await.unwrap().len(), 1);
        sweep(100 * 24 * 60).await;
        assert_eq!((log(&store).await.cut_to, log(&store).await.last_change), (3, 3));
    });
}

#[test]
fn a_restored_database_has_a_new_epoch() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        log(&store).await;
        store_articles(&store, source, vec![tidy(1)], at(0)).await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("backup");
        store.maintenance().backup(file.clone(), noon()).await.unwrap();
        let other = sqlite();
        let (restored, _) = Store::restore(other.options(), file).await.unwrap();
        let state = restored.articles().log(88).await.unwrap();
        assert_eq!((state.epoch, state.last_article), (88, log(&store).await.last_article));
        assert_eq!(restored.articles().log(99).await.unwrap().epoch, 88);
    });
}

#[test]
fn a_search_only_sees_what_its_user_subscribes_to_or_kept() {
    on_both(|ground| async move {
        let (store, ada, source) = with_reader(&ground).await;
        let eve = add_user(&store, "eve").await;
        let ids = store_articles(&store, source, (0..6).map(tidy).collect(), at(0)).await.new_ids;
        store.readings().star(ada, ids[0], Some(noon())).await.unwrap();
        store.readings().put_aside(ada, ids[1], Some(noon())).await.unwrap();
        let tag = store.readings().tag(ada, ids[2], "t".to_owned(), noon()).await.unwrap();
        store.readings().mark_read(ada, vec![ids[3]], at(1)).await.unwrap();
        let (sources, mut kept) = store.articles().in_sight(ada).await.unwrap();
        kept.sort_unstable();
        assert_eq!((sources, kept), (vec![source], ids[..3].to_vec()));
        assert_eq!(store.articles().in_sight(eve).await.unwrap(), (vec![], vec![]));
        let on = async |user, shelf| {
            let mut ids = store.articles().ids_on(user, shelf).await.unwrap();
            ids.sort_unstable();
            ids
        };
        assert_eq!(on(ada, ArticleList::Starred).await, [ids[0]]);
        assert_eq!(on(ada, ArticleList::Later).await, [ids[1]]);
        assert_eq!(on(ada, ArticleList::Tagged(tag)).await, [ids[2]]);
        assert_eq!(on(eve, ArticleList::Tagged(tag)).await, []);
        assert_eq!(on(ada, ArticleList::Unread).await, [&ids[..3], &ids[4..]].concat());
        let wanted = vec![ids[4], ids[0], ArticleId(999_999)];
        let found = store.articles().passages(ada, wanted.clone()).await.unwrap();
        assert_eq!(found.iter().map(|found| found.listed.id).collect::<Vec<_>>(), wanted[..2]);
        assert_eq!(found[0].html, "<p>Text 4</p>");
        assert_eq!(store.articles().passages(eve, wanted).await.unwrap(), []);
    });
}
