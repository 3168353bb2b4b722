//! What users do with articles, and what they may not see.

use crate::support::*;
use tidings_model::{
    ArticleId, Reaction, SourceKind,
    user::{UserReaction, Visit},
};
use tidings_store::{AddedSource, ArticleList, Cursor, Error, MarkScope, UpTo, Wish};

#[test]
fn lists_page_through_everything_once() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let folder = store.subscriptions().folder(user, "News".to_owned(), noon()).await.unwrap();
        store.subscriptions().move_to(user, source, Some(folder)).await.unwrap();
        store_articles(&store, source, (0..57).map(tidy).collect(), at(0)).await;
        let mut other_tag = None;
        for (n, id) in store.readings().unread_ids(user, 99).await.unwrap().into_iter().enumerate()
        {
            if n % 2 == 0 {
                store.readings().star(user, id, Some(at(5))).await.unwrap();
                other_tag = Some(
                    store.readings().tag(user, id, "keep".to_owned(), at(n as i64)).await.unwrap(),
                );
            }
            if n % 3 == 0 {
                store.readings().put_aside(user, id, Some(at(n as i64))).await.unwrap();
            }
        }
        let tag = other_tag.unwrap();
        for (shelf, expected) in [
            (ArticleList::Unread, 57),
            (ArticleList::All, 57),
            (ArticleList::Source(source), 57),
            (ArticleList::SourceUnread(source), 57),
            (ArticleList::Folder(folder), 57),
            (ArticleList::FolderUnread(folder), 57),
            (ArticleList::Starred, 29),
            (ArticleList::Tagged(tag), 29),
            (ArticleList::Later, 19),
        ] {
            let (mut seen, mut after): (Vec<ArticleId>, _) = (Vec::new(), Cursor::START);
            loop {
                let page = store.articles().list(user, shelf, after, 10).await.unwrap();
                seen.extend(page.articles.iter().map(|one| one.id));
                assert!(
                    page.articles.is_sorted_by(|one, other| one.cursor > other.cursor),
                    "{shelf:?}"
                );
                match page.next {
                    Some(next) => after = next,
                    None => break,
                }
            }
            assert_eq!(seen.len(), expected, "{shelf:?}");
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), expected, "{shelf:?} shows no article twice");
        }
        assert_eq!(store.readings().starred_ids(user, 99).await.unwrap().len(), 29);
        assert_eq!(store.readings().tags(user).await.unwrap()[0].n_articles, 29);
    });
}

#[test]
fn old_articles_are_found_across_a_gap_of_years() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let old = |n: i64| tidings_model::Article {
            published: Some(noon() - jiff::SignedDuration::from_hours(24 * 365 * n)),
            ..tidy(n as usize)
        };
        store_articles(&store, source, (0..9).map(old).collect(), at(0)).await;
        let page = store.articles().list(user, ArticleList::All, Cursor::START, 100).await.unwrap();
        assert_eq!(page.articles.len(), 9);
    });
}

#[test]
fn marking_changes_only_the_intended_articles() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let other = add_source(&store, "https://two.example/feed").await;
        store.subscriptions().subscribe(user, other, None, noon()).await.unwrap();
        let folder = store.subscriptions().folder(user, "F".to_owned(), noon()).await.unwrap();
        store.subscriptions().move_to(user, other, Some(folder)).await.unwrap();
        let ids = store_articles(&store, source, (0..10).map(tidy).collect(), at(0)).await.new_ids;
        store_articles(&store, other, (0..10).map(tidy).collect(), at(0)).await;
        let n_unread = async |scope| {
            let all = store.readings().unread_counts(user).await.unwrap();
            all.iter()
                .filter(|count| count.source == scope)
                .map(|count| count.n_unread)
                .sum::<u64>()
        };
        assert_eq!(
            store
                .readings()
                .mark_scope_read(user, MarkScope::Source(source), UpTo::Article(ids[2]))
                .await
                .unwrap(),
            3
        );
        assert_eq!(
            store
                .readings()
                .mark_scope_read(user, MarkScope::Source(source), UpTo::Published(at(-995)))
                .await
                .unwrap(),
            3
        );
        assert_eq!((n_unread(source).await, n_unread(other).await), (4, 10));
        assert_eq!(
            store
                .readings()
                .mark_scope_read(user, MarkScope::Folder(folder), UpTo::Everything)
                .await
                .unwrap(),
            10
        );
        assert_eq!(
            store.readings().mark_read(user, vec![ids[9], ids[9], ids[0]], at(1)).await.unwrap(),
            1
        );
        assert_eq!(
            store
                .readings()
                .mark_unread(user, vec![ids[9], ids[0], ArticleId(999)], at(9))
                .await
                .unwrap(),
            2
        );
        assert_eq!(
            store.readings().mark_scope_read(user, MarkScope::All, UpTo::Everything).await.unwrap(),
            5
        );
        assert_eq!(store.readings().unread_ids(user, 99).await.unwrap(), []);
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn openings_and_time_spent_add_up() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let id = store_articles(&store, source, vec![tidy(1)], at(0)).await.new_ids[0];
        store.readings().opened(user, id, at(1)).await.unwrap();
        store.readings().opened(user, id, at(2)).await.unwrap();
        store.readings().add_time_spent(user, id, 1500, at(3)).await.unwrap();
        store.readings().add_time_spent(user, id, -9, at(3)).await.unwrap();
        store.readings().rate(user, id, Some(4)).await.unwrap();
        let reading = store.readings().get(user, id).await.unwrap();
        assert_eq!((reading.n_opened, reading.spent_ms, reading.read_at), (2, 1500, Some(at(1))));
        store.users().add_visit(Visit { user, at: at(3) }).await.unwrap();
        store.users().add_visit(Visit { user, at: at(3) }).await.unwrap();
        assert_eq!(store.users().visits(user, at(0)).await.unwrap(), [Visit { user, at: at(3) }]);
        let reacted = UserReaction { user, article: id, reaction: Reaction::Liked, at: at(4) };
        store.users().add_reaction(reacted).await.unwrap();
        assert_eq!(store.users().reactions(user, at(0)).await.unwrap().last(), Some(&reacted));
    });
}

#[test]
fn users_cannot_reach_articles_they_neither_subscribe_to_nor_kept() {
    on_both(|ground| async move {
        let (store, ada, source) = with_reader(&ground).await;
        let eve = add_user(&store, "eve").await;
        let ids = store_articles(&store, source, (0..3).map(tidy).collect(), at(0)).await.new_ids;
        let id = ids[0];
        let missing = Error::NotFound("article");
        assert_eq!(store.articles().get(eve, id).await.unwrap(), None);
        assert_eq!(store.articles().get_all(eve, ids.clone()).await.unwrap(), []);
        assert_eq!(store.articles().since(eve, ArticleId(0), 9).await.unwrap(), []);
        assert_eq!(store.readings().star(eve, id, Some(noon())).await, Err(missing.clone()));
        assert_eq!(
            store.readings().tag(eve, id, "mine".to_owned(), noon()).await,
            Err(missing.clone())
        );
        assert_eq!(store.readings().opened(eve, id, noon()).await, Err(missing.clone()));
        assert_eq!(store.readings().mark_unread(eve, ids.clone(), at(9)).await.unwrap(), 0);
        assert_eq!(store.readings().mark_read(eve, ids.clone(), noon()).await.unwrap(), 0);
        assert_eq!(store.readings().get(eve, id).await.unwrap().read_at, None);
        assert_eq!(
            store
                .articles()
                .list(eve, ArticleList::Source(source), Cursor::START, 9)
                .await
                .unwrap()
                .articles,
            []
        );
        let folder = store.subscriptions().folder(ada, "private".to_owned(), noon()).await.unwrap();
        assert_eq!(
            store.subscriptions().subscribe(eve, source, Some(folder), noon()).await,
            Err(Error::NotFound("folder"))
        );
        assert_eq!(
            store
                .articles()
                .list(eve, ArticleList::Folder(folder), Cursor::START, 9)
                .await
                .unwrap()
                .articles,
            []
        );
        assert_eq!(
            store.subscriptions().rename_folder(eve, folder, "x".to_owned(), noon()).await,
            Err(Error::NotFound("folder"))
        );
        let tag = store.readings().tag(ada, id, "t".to_owned(), noon()).await.unwrap();
        assert_eq!(
            store
                .articles()
                .list(eve, ArticleList::Tagged(tag), Cursor::START, 9)
                .await
                .unwrap()
                .articles,
            []
        );
        assert_eq!(store.readings().remove_tag(eve, tag).await, Err(Error::NotFound("tag")));
        store.readings().untag(eve, id, tag).await.unwrap();
        assert_eq!(store.readings().tags(ada).await.unwrap()[0].n_articles, 1);
        assert_eq!(
            store.subscriptions().unsubscribe(eve, source).await,
            Err(Error::NotFound("subscription"))
        );
        // What Ada kept stays visible to her after she unsubscribes; the rest does not.
        store.readings().star(ada, ids[1], Some(noon())).await.unwrap();
        store.subscriptions().unsubscribe(ada, source).await.unwrap();
        let visible: Vec<_> = store
            .articles()
            .get_all(ada, ids.clone())
            .await
            .unwrap()
            .iter()
            .map(|one| one.listed.id)
            .collect();
        assert_eq!(visible, [ids[0], ids[1]], "tagged and starred");
        assert_eq!(store.readings().unread_ids(ada, 9).await.unwrap(), []);
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn folder_and_tag_names_are_unique() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let id = store_articles(&store, source, vec![tidy(1)], at(0)).await.new_ids[0];
        let one = store.subscriptions().folder(user, "One".to_owned(), noon()).await.unwrap();
        assert_eq!(
            store.subscriptions().folder(user, "One".to_owned(), noon()).await.unwrap(),
            one
        );
        let two = store.subscriptions().folder(user, "Two".to_owned(), noon()).await.unwrap();
        for bad in [" ", &"x".repeat(501)] {
            assert!(store.subscriptions().folder(user, bad.to_owned(), noon()).await.is_err());
            assert!(store.readings().tag(user, id, bad.to_owned(), noon()).await.is_err());
        }
        assert_eq!(
            store.subscriptions().rename_folder(user, two, "One".to_owned(), noon()).await,
            Err(Error::Taken("folder name"))
        );
        store.subscriptions().move_to(user, source, Some(two)).await.unwrap();
        store.subscriptions().remove_folder(user, two, noon()).await.unwrap();
        assert_eq!(
            store.subscriptions().get(user, source).await.unwrap().unwrap().subscription.folder,
            None
        );
        assert_eq!(store.subscriptions().folders(user).await.unwrap().len(), 1);
        let a = store.readings().tag(user, id, "a".to_owned(), noon()).await.unwrap();
        let b = store.readings().tag(user, id, "b".to_owned(), noon()).await.unwrap();
        assert_eq!(
            store.readings().rename_tag(user, b, "a".to_owned()).await,
            Err(Error::Taken("tag name"))
        );
        store.readings().rename_tag(user, b, "c".to_owned()).await.unwrap();
        assert_eq!(store.readings().add_tag(user, "c".to_owned()).await, Ok(b), "the existing one");
        let tags = store.articles().get(user, id).await.unwrap().unwrap().tags;
        assert_eq!(tags, [(a, "a".to_owned()), (b, "c".to_owned())]);
        store.readings().remove_tag(user, a).await.unwrap();
        store.subscriptions().rename(user, source, Some("Mine".to_owned())).await.unwrap();
        assert_eq!(store.subscriptions().list(user).await.unwrap()[0].title(), "Mine");
        let page = store.articles().list(user, ArticleList::All, Cursor::START, 9).await.unwrap();
        assert_eq!(page.articles[0].source_title, "Mine");
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn an_import_subscribes_to_everything_or_nothing() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let wish = |url: &str, folder: Option<&str>| Wish {
            kind: SourceKind::Feed,
            url: url.parse().unwrap(),
            folder: folder.map(str::to_owned),
            title: Some("Mine".to_owned()),
            first: (noon(), "new".to_owned()),
        };
        let mut wishes = vec![
            wish("https://example.org/feed", Some("A")),
            wish("https://two.example/", Some("A")),
            wish("https://two.example/", None),
        ];
        let added =
            store.subscriptions().subscribe_all(user, wishes.clone(), noon()).await.unwrap();
        assert_eq!(added[0], AddedSource::Known(source));
        assert_eq!(added[1], AddedSource::New(added[2].id()));
        let all = store.subscriptions().list(user).await.unwrap();
        assert!(all.iter().all(|one| one.title() == "Mine" && one.subscription.folder.is_some()));
        assert_eq!((all.len(), store.subscriptions().folders(user).await.unwrap().len()), (2, 1));
        wishes.insert(0, wish("https://three.example/", Some("B")));
        wishes.push(wish(&format!("https://four.example/{}", "x".repeat(3000)), None));
        assert!(store.subscriptions().subscribe_all(user, wishes, noon()).await.is_err());
        assert_eq!(
            (
                store.subscriptions().list(user).await.unwrap().len(),
                store.subscriptions().folders(user).await.unwrap().len()
            ),
            (2, 1)
        );
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn arrivals_are_found_with_their_subscribers() {
    on_both(|ground| async move {
        let (store, ada, source) = with_reader(&ground).await;
        let bob = add_user(&store, "bob").await;
        let other = add_source(&store, "https://other.example/feed").await;
        store.subscriptions().subscribe(bob, other, None, noon()).await.unwrap();
        store_articles(&store, source, (0..5).map(tidy).collect(), at(0)).await;
        let newest = store.articles().newest_id().await.unwrap();
        assert!(store.articles().arrived_after(newest, 10).await.unwrap().is_empty());
        store_articles(&store, source, (0..8).map(tidy).collect(), at(1)).await;
        let arrived = store.articles().arrived_after(newest, 10).await.unwrap();
        assert_eq!(arrived.len(), 3);
        assert!(arrived.is_sorted_by(|one, next| one > next), "newest first: {arrived:?}");
        assert_eq!(store.articles().arrived_after(ArticleId(0), 4).await.unwrap().len(), 4);
        let elsewhere = store_articles(&store, other, vec![tidy(9)], at(1)).await.new_ids;
        let concerned = async |articles: &[ArticleId]| {
            store
                .articles()
                .concerned(articles.to_vec())
                .await
                .unwrap()
                .into_iter()
                .collect::<Vec<_>>()
        };
        assert_eq!(concerned(&arrived).await, [ada]);
        assert_eq!(concerned(&[arrived[0], elsewhere[0]]).await, [ada, bob]);
        assert_eq!(concerned(&[]).await, []);
    });
}
