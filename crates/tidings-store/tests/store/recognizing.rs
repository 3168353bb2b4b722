//! Feeds that change guids, links, order, texts and length: nothing is stored twice, and nothing is merged by mistake.

use crate::support::*;
use tidings_model::{Article, SourceId, UserId, article::Content};
use tidings_store::{ArticleList, Cursor, Error, Recognizable, Store};

async fn poll(store: &Store, source: SourceId, documents: Vec<Vec<Article>>) -> (u32, u32) {
    let (mut n_new, mut n_updated) = (0, 0);
    for (minute, document) in documents.into_iter().enumerate() {
        let stored = store_articles(store, source, document, at(minute as i64)).await;
        n_new += stored.n_new;
        n_updated += stored.n_updated;
    }
    assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    (n_new, n_updated)
}

async fn star_and_read_all(store: &Store, user: UserId) {
    for id in store.readings().unread_ids(user, 1000).await.unwrap() {
        store.readings().star(user, id, Some(noon())).await.unwrap();
        store.readings().mark_read(user, vec![id], noon()).await.unwrap();
    }
}

#[test]
fn regenerated_guids_add_nothing_and_keep_readings() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let storm = |poll: usize| -> Vec<Article> {
            (0..20)
                .map(|n| {
                    article(
                        &format!("urn:{poll}:{n}"),
                        &format!("https://a.example/{n}"),
                        &format!("T{n}"),
                        "x",
                    )
                })
                .collect()
        };
        poll(&store, source, vec![storm(0)]).await;
        star_and_read_all(&store, user).await;
        assert_eq!(poll(&store, source, (1..10).map(storm).collect()).await, (0, 0));
        assert_eq!(
            store_articles(&store, source, storm(11), at(99)).await.n_rekeyed,
            20,
            "the changed keys are counted"
        );
        assert_eq!(store.readings().unread_ids(user, 100).await.unwrap(), []);
        let starred =
            store.articles().list(user, ArticleList::Starred, Cursor::START, 100).await.unwrap();
        assert_eq!(starred.articles.len(), 20);
    });
}

#[test]
fn guids_and_links_may_flip_between_http_and_https() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let flip = |poll: usize| -> Vec<Article> {
            let scheme = if poll.is_multiple_of(2) { "http" } else { "https" };
            (0..5)
                .map(|n| {
                    let url = format!("{scheme}://a.example/{n}");
                    article(&url, &url, &format!("T{n}"), "x")
                })
                .map(|item| Article { version: item.keys.title.unwrap(), ..item })
                .collect()
        };
        poll(&store, source, vec![flip(0)]).await;
        star_and_read_all(&store, user).await;
        assert_eq!(poll(&store, source, (1..7).map(flip).collect()).await, (0, 0));
        assert_eq!(store.readings().unread_ids(user, 100).await.unwrap(), []);
    });
}

#[test]
fn five_articles_with_one_guid_stay_five() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        let same = |_| -> Vec<Article> {
            // The parser drops a guid that several items share.
            (0..5)
                .map(|n| article("", &format!("https://a.example/{n}"), &format!("T{n}"), "x"))
                .collect()
        };
        assert_eq!(poll(&store, source, (0..5).map(same).collect()).await, (5, 0));
    });
}

#[test]
fn articles_without_guid_link_or_date_are_stable() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        let bare = |_| -> Vec<Article> {
            let mut nameless = article("", "", "", "only a text");
            nameless.keys.title = None;
            let mut twin = article("", "", "", "");
            twin.keys = tidings_model::ArticleKeys {
                guid: None,
                guid_path: None,
                link: None,
                title: None,
                content: None,
            };
            vec![
                article("", "https://a.example/1", "One", "x"),
                article("", "", "Two", "y"),
                nameless,
                twin.clone(),
                twin,
            ]
        };
        assert_eq!(poll(&store, source, (0..5).map(bare).collect()).await, (5, 0));
    });
}

#[test]
fn articles_with_links_that_change_at_every_fetch_are_recognised_by_text() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        let tracking = |poll: usize| -> Vec<Article> {
            (0..5)
                .map(|n| {
                    article("", &format!("https://a.example/{n}?sid={poll}"), &format!("T{n}"), "x")
                })
                .map(|item| Article {
                    version: item.keys.title.unwrap(),
                    published: Some(at(-9)),
                    ..item
                })
                .collect()
        };
        assert_eq!(poll(&store, source, (0..9).map(tracking).collect()).await, (5, 0));
    });
}

#[test]
fn an_edited_article_is_updated_and_stays_read() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let edit = |poll: usize| {
            vec![article(
                "g",
                "https://a.example/1",
                &format!("Take {poll}"),
                &format!("Text {poll}"),
            )]
        };
        poll(&store, source, vec![edit(0)]).await;
        let id = store.readings().unread_ids(user, 9).await.unwrap()[0];
        let before = store.articles().get(user, id).await.unwrap().unwrap();
        star_and_read_all(&store, user).await;
        assert_eq!(poll(&store, source, (1..5).map(edit).collect()).await, (0, 4));
        let full = store.articles().get(user, id).await.unwrap().unwrap();
        assert_eq!((full.listed.title.as_str(), full.html.as_str()), ("Take 4", "<p>Text 4</p>"));
        assert_eq!(
            full.listed.published_at, before.listed.published_at,
            "its position in lists never changes"
        );
        assert!(
            !full.listed.is_unread
                && full.listed.reading.starred_at.is_some()
                && full.edited_at.is_some()
        );
    });
}

#[test]
fn windows_may_shrink_reorder_and_grow() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        let all: Vec<Article> = (0..50).map(tidy).collect();
        let one = vec![tidy(3)];
        let mut shuffled = all.clone();
        shuffled.rotate_left(17);
        shuffled.swap(3, 30);
        let grown: Vec<Article> = (0..51).map(tidy).collect();
        assert_eq!(
            poll(&store, source, vec![all.clone(), one, vec![], all, shuffled, grown]).await,
            (51, 0)
        );
    });
}

#[test]
fn equal_guids_in_two_sources_are_two_articles() {
    on_both(|ground| async move {
        let (store, user, good) = with_reader(&ground).await;
        let evil = add_source(&store, "https://evil.example/feed").await;
        store_articles(
            &store,
            good,
            vec![article("g", "https://a.example/1", "Good", "good")],
            at(0),
        )
        .await;
        store_articles(
            &store,
            evil,
            vec![article("g", "https://a.example/1", "Evil", "evil")],
            at(1),
        )
        .await;
        store_articles(
            &store,
            good,
            vec![article("g", "https://a.example/1", "Good", "good")],
            at(2),
        )
        .await;
        let page = store.articles().list(user, ArticleList::All, Cursor::START, 9).await.unwrap();
        assert_eq!(
            page.articles.iter().map(|one| one.title.as_str()).collect::<Vec<_>>(),
            ["Good"]
        );
        assert_eq!(store.articles().count().await.unwrap(), 2);
    });
}

#[test]
fn future_dates_do_not_pin_articles_and_missing_ones_do_not_move_them() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let far = "9999-12-30T00:00:00Z".parse().unwrap();
        let past = "0001-01-01T00:00:00Z".parse().unwrap();
        let dated = |published| Article { published, ..article("far", "", "Far", "x") };
        let document = || {
            vec![
                dated(Some(far)),
                Article { published: Some(past), ..article("past", "", "Past", "y") },
                article("none", "", "None", "z"),
            ]
        };
        for minute in [5, 6, 7] {
            store_articles(&store, source, document(), at(minute)).await;
        }
        let page = store.articles().list(user, ArticleList::All, Cursor::START, 9).await.unwrap();
        let keys: Vec<_> =
            page.articles.iter().map(|one| (one.title.as_str(), one.published_at)).collect();
        assert_eq!(keys, [("Far", at(5)), ("None", at(5)), ("Past", past)]);
        assert_eq!(page.articles[0].published, Some(far), "the declared date is stored separately");
    });
}

#[test]
fn known_articles_need_no_content_and_changed_ones_do() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        store_articles(&store, source, vec![tidy(1), tidy(2)], at(0)).await;
        let mut edited = tidy(2);
        edited.version = tidy(9).version;
        let items = [tidy(1), edited.clone(), tidy(3)];
        let known = store
            .fetches()
            .known_versions(source, items.iter().map(Recognizable::from).collect())
            .await
            .unwrap();
        assert_eq!(known, [Some(tidy(1).version), Some(tidy(2).version), None]);
        let as_known = |item: Article| Article { content: Content::Known, ..item };
        let stored =
            store_articles(&store, source, vec![as_known(tidy(1)), edited.clone(), tidy(3)], at(1))
                .await;
        assert_eq!((stored.n_new, stored.n_updated), (1, 1));
        for wrong in [as_known(tidy(4)), as_known(tidy(2))] {
            let refused = store.fetches().store(record(source, vec![wrong, tidy(5)], at(2))).await;
            assert_eq!(refused, Err(Error::Stale));
        }
        assert_eq!(store.articles().count().await.unwrap(), 3, "a stale fetch stores nothing");
        let raw =
            Article { content: Content::Raw { html: "<b>".to_owned(), base: None }, ..tidy(6) };
        assert!(matches!(
            store.fetches().store(record(source, vec![raw], at(2))).await,
            Err(Error::Refused(_))
        ));
    });
}

#[test]
fn a_document_without_known_articles_indicates_missed_ones() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        assert!(
            store_articles(&store, source, (0..9).map(tidy).collect(), at(0)).await.had_overlap
        );
        assert!(
            store_articles(&store, source, (5..15).map(tidy).collect(), at(1)).await.had_overlap
        );
        assert_eq!(store.subscriptions().get(user, source).await.unwrap().unwrap().missed_at, None);
        assert!(
            !store_articles(&store, source, (20..30).map(tidy).collect(), at(2)).await.had_overlap
        );
        assert_eq!(
            store.subscriptions().get(user, source).await.unwrap().unwrap().missed_at,
            Some(at(2))
        );
        assert!(store_articles(&store, source, vec![], at(3)).await.had_overlap);
    });
}
