//! Shared feeds and share links: what they contain, until when, and for whom.

use crate::support::*;
use tidings_model::UserId;
use tidings_store::{ArticleList, Cursor, Error, OutputList, Store, outputs::shares::MOST_SHARES};

fn token(n: u8) -> (String, [u8; 32]) {
    (format!("token {n}"), [n; 32])
}

async fn share(store: &Store, user: UserId, n: u8, until: Option<i64>) -> tidings_model::ShareId {
    let id = store.readings().starred_ids(user, 1).await.unwrap()[0];
    store.outputs().share(user, id, token(n), until.map(at), at(0)).await.unwrap()
}

/// Creates a subscriber with one article, which is starred.
async fn with_starred(ground: &Ground) -> (Store, UserId) {
    let (store, user, source) = with_reader(ground).await;
    let id = store_articles(&store, source, vec![tidy(1)], at(0)).await.new_ids[0];
    store.readings().star(user, id, Some(at(0))).await.unwrap();
    (store, user)
}

#[test]
fn every_kind_of_list_can_be_shared() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let folder = store.subscriptions().folder(user, "F".to_owned(), noon()).await.unwrap();
        let tag = store.readings().add_tag(user, "t".to_owned()).await.unwrap();
        let lists = [
            OutputList::Unread,
            OutputList::All,
            OutputList::Starred,
            OutputList::Later,
            OutputList::Folder(folder),
            OutputList::Source(source),
            OutputList::Tag(tag),
            OutputList::Search(String::new()),
            OutputList::Search("\"köln\" OR 100% -x'y".to_owned()),
        ];
        for (n, list) in lists.iter().enumerate() {
            let name = format!("{}", 9 - n);
            let kept = token(n as u8);
            store.outputs().add(user, name, list.clone(), kept, 9, at(n as i64)).await.unwrap();
        }
        for (n, list) in lists.iter().enumerate() {
            let found = store.outputs().get([n as u8; 32], at(99)).await.unwrap().unwrap();
            assert_eq!((&found.list, found.user), (list, user));
            assert_eq!((found.token, found.created_at), (format!("token {n}"), at(n as i64)));
        }
        let names: Vec<_> = store.outputs().list(user).await.unwrap();
        assert!(names.is_sorted_by_key(|one| one.name.clone()) && names.len() == 9);
        let eve = add_user(&store, "eve").await;
        assert_eq!(store.outputs().list(eve).await.unwrap(), []);
        for (list, what) in [
            (OutputList::Folder(folder), "folder"),
            (OutputList::Source(source), "source"),
            (OutputList::Tag(tag), "tag"),
        ] {
            let refused = store.outputs().add(eve, "x".to_owned(), list, token(99), 9, at(0)).await;
            assert_eq!(refused, Err(Error::NotFound(what)));
        }
    });
}

#[test]
fn requests_of_a_feed_are_recorded_once_an_hour() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let user = add_user(&store, "ada").await;
        let name = "feed".to_owned();
        store.outputs().add(user, name, OutputList::All, token(1), 9, at(0)).await.unwrap();
        for (asked, noted) in [(5, 5), (64, 5), (65, 65), (66, 65), (200, 200)] {
            let before = store.outputs().get([1; 32], at(asked)).await.unwrap();
            assert!(before.is_some());
            let used = store.outputs().list(user).await.unwrap()[0].used_at;
            assert_eq!(used, Some(at(noted)), "requested at {asked}");
        }
    });
}

#[test]
fn a_link_shows_its_article_until_it_expires_or_is_revoked() {
    on_both(|ground| async move {
        let (store, user) = with_starred(&ground).await;
        let eve = add_user(&store, "eve").await;
        let lasting = share(&store, user, 1, None).await;
        share(&store, user, 2, Some(10)).await;
        let shows =
            async |n: u8, now| store.outputs().shared([n; 32], at(now)).await.unwrap().is_some();
        assert!(
            shows(1, 99_999).await
                && shows(2, 9).await
                && !shows(2, 10).await
                && !shows(3, 0).await
        );
        let links = store.outputs().shares(user, None, at(9)).await.unwrap();
        let tokens: Vec<&str> = links.iter().map(|one| one.token.as_str()).collect();
        assert_eq!(tokens, ["token 2", "token 1"], "newest first");
        assert_eq!((links[0].title.as_str(), links[0].expires_at), ("Title 1", Some(at(10))));
        assert_eq!(store.outputs().shares(eve, None, at(0)).await.unwrap(), []);
        let missing = Err(Error::NotFound("share link"));
        assert_eq!(store.outputs().revoke_share(eve, lasting).await, missing);
        assert!(shows(1, 1).await);
        store.outputs().revoke_share(user, lasting).await.unwrap();
        assert!(!shows(1, 1).await);
        assert_eq!(store.outputs().revoke_share(user, lasting).await, missing);
    });
}

#[test]
fn a_link_shows_only_what_its_owner_may_still_see() {
    on_both(|ground| async move {
        let (store, user) = with_starred(&ground).await;
        share(&store, user, 1, None).await;
        let full = store.outputs().shared([1; 32], at(1)).await.unwrap().unwrap();
        assert_eq!(full.html, "<p>Text 1</p>");
        store.subscriptions().unsubscribe(user, full.listed.source).await.unwrap();
        let kept = store.outputs().shared([1; 32], at(1)).await.unwrap();
        assert!(kept.is_some(), "a star keeps it visible");
        store.readings().star(user, full.listed.id, None).await.unwrap();
        assert_eq!(store.outputs().shared([1; 32], at(1)).await.unwrap(), None);
        let page = store.articles().list(user, ArticleList::All, Cursor::START, 9).await.unwrap();
        assert_eq!(page.articles, []);
    });
}

#[test]
fn a_user_has_at_most_a_thousand_links_not_counting_expired_ones() {
    on_both(|ground| async move {
        let (store, user) = with_starred(&ground).await;
        let bob = add_user(&store, "bob").await;
        let id = store.readings().starred_ids(user, 1).await.unwrap()[0];
        let filled = store.write(move |c| {
            let sql = "insert into shares(user_id, article_id, token, hash, created_at, expires_at) \
                       values ($1, $2, 't', $3, 0, $4)";
            for n in 0..MOST_SHARES {
                let hash = n.to_le_bytes().to_vec();
                c.execute(sql, tidings_store::values![user, id, hash, at(10)])?;
            }
            Ok(())
        });
        filled.await.unwrap();
        let share = |user, now| store.outputs().share(user, id, token(1), None, at(now));
        let refused = share(user, 9).await.unwrap_err();
        assert!(refused.to_string().contains("already 1000 links"), "{refused}");
        assert_eq!(share(bob, 9).await, Err(Error::NotFound("article")));
        share(user, 10).await.unwrap();
        assert_eq!(store.outputs().shares(user, Some(id), at(10)).await.unwrap().len(), 1);
    });
}
