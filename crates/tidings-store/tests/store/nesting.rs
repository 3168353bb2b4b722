//! Folders inside folders: paths, moves, and everything of a folder that includes the folders inside it.

use crate::support::*;
use tidings_model::{
    FolderId, SourceId, UserId,
    rule::{Accents, Action, Matching, Rule, RuleScope},
};
use tidings_store::{
    ArticleList, Cursor, Error, MarkScope, NewWebhook, Set, Store, StreamQuery, Switch, UpTo,
    WebhookEvent,
};

async fn folder(store: &Store, user: UserId, path: &str) -> FolderId {
    store.subscriptions().folder(user, path.to_owned(), noon()).await.unwrap()
}

async fn paths(store: &Store, user: UserId) -> Vec<String> {
    let folders = store.subscriptions().folders(user).await.unwrap();
    folders.into_iter().map(|folder| folder.path).collect()
}

async fn folder_of(store: &Store, user: UserId, source: SourceId) -> Option<FolderId> {
    store.subscriptions().get(user, source).await.unwrap().unwrap().subscription.folder
}

#[test]
fn a_path_creates_and_finds_nested_folders() {
    on_both(|ground| async move {
        let (store, ada, _) = with_reader(&ground).await;
        let tech = folder(&store, ada, "News / Tech").await;
        assert_eq!(folder(&store, ada, "News/Tech").await, tech);
        assert_ne!(folder(&store, ada, "Tech").await, tech, "another folder of the same name");
        folder(&store, ada, "Art").await;
        let news = folder(&store, ada, "News").await;
        assert_eq!(paths(&store, ada).await, ["Art", "News", "News/Tech", "Tech"]);
        let all = store.subscriptions().folders(ada).await.unwrap();
        assert_eq!((all[2].id, all[2].parent, all[2].name.as_str()), (tech, Some(news), "Tech"));
        assert_eq!((all[1].level(), all[2].level()), (0, 1));
        assert!(all[1].contains(&all[2]) && all[1].contains(&all[1]) && !all[2].contains(&all[1]));
        let deep = store.subscriptions().folder(ada, "1/2/3/4/5".to_owned(), noon()).await;
        assert_eq!(deep, Err(Error::TooDeep));
        assert_eq!(paths(&store, ada).await.len(), 4, "nothing of it was created");
    });
}

#[test]
fn siblings_are_sorted_by_hand_and_stay_inside_their_folder() {
    on_both(|ground| async move {
        let (store, ada, _) = with_reader(&ground).await;
        for path in ["a/x", "a/y", "b", "b/z"] {
            folder(&store, ada, path).await;
        }
        let order = vec![folder(&store, ada, "a/y").await, folder(&store, ada, "b").await];
        store.subscriptions().order_folders(ada, order).await.unwrap();
        assert_eq!(paths(&store, ada).await, ["b", "b/z", "a", "a/y", "a/x"]);
    });
}

#[test]
fn a_folder_moves_with_all_inside_it_but_not_into_itself_or_too_deep() {
    on_both(|ground| async move {
        let (store, ada, _) = with_reader(&ground).await;
        let (a, c) = (folder(&store, ada, "a").await, folder(&store, ada, "a/b/c").await);
        let x = folder(&store, ada, "x").await;
        let subscriptions = store.subscriptions();
        let move_to = async |what, into| subscriptions.move_folder(ada, what, into).await;
        assert_eq!(move_to(a, Some(a)).await, Err(Error::InsideItself));
        assert_eq!(move_to(a, Some(c)).await, Err(Error::InsideItself));
        assert_eq!(move_to(x, Some(c)).await, Ok(()));
        assert_eq!(paths(&store, ada).await, ["a", "a/b", "a/b/c", "a/b/c/x"]);
        let y = folder(&store, ada, "y").await;
        assert_eq!(move_to(y, Some(x)).await, Err(Error::TooDeep));
        assert_eq!(move_to(a, Some(y)).await, Err(Error::TooDeep), "what is inside counts");
        assert_eq!(move_to(c, Some(y)).await, Ok(()));
        assert_eq!(paths(&store, ada).await, ["a", "a/b", "y", "y/c", "y/c/x"]);
        folder(&store, ada, "c").await;
        assert_eq!(move_to(c, None).await, Err(Error::Taken("folder name")));
        let rename = async |what, path: &str| {
            subscriptions.rename_folder(ada, what, path.to_owned(), noon()).await
        };
        assert_eq!(rename(c, "n/m/C").await, Ok(()), "folders around it are created");
        assert_eq!(rename(a, "a/b/a").await, Err(Error::InsideItself));
        assert_eq!(rename(y, "c").await, Err(Error::Taken("folder name")));
        assert_eq!(rename(x, "x").await, Ok(()));
        assert_eq!(paths(&store, ada).await, ["a", "a/b", "c", "n", "n/m", "n/m/C", "x", "y"]);
        let bob = add_user(&store, "bob").await;
        let theirs = folder(&store, bob, "b").await;
        assert_eq!(move_to(a, Some(theirs)).await, Err(Error::NotFound("folder")));
        let stolen = subscriptions.move_folder(bob, a, None).await;
        assert_eq!(stolen, Err(Error::NotFound("folder")));
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn what_is_in_a_removed_folder_moves_up_and_back_down() {
    on_both(|ground| async move {
        let (store, ada, source) = with_reader(&ground).await;
        let b = folder(&store, ada, "a/b").await;
        folder(&store, ada, "a/b/c/d").await;
        folder(&store, ada, "a/c").await;
        store.subscriptions().move_to(ada, source, Some(b)).await.unwrap();
        let removed = store.subscriptions().remove_folder(ada, b, at(1)).await.unwrap();
        assert_eq!(removed.n, 1);
        assert_eq!(paths(&store, ada).await, ["a", "a/c", "a/c (2)", "a/c (2)/d"]);
        assert_eq!(folder_of(&store, ada, source).await, Some(folder(&store, ada, "a").await));
        store.undos().undo(ada, removed.undo.unwrap(), at(2)).await.unwrap();
        assert_eq!(paths(&store, ada).await, ["a", "a/b", "a/b/c", "a/b/c/d", "a/c"]);
        assert_eq!(folder_of(&store, ada, source).await, Some(b), "it has its id again");
    });
}

#[test]
fn a_folder_includes_the_folders_inside_it() {
    on_both(|ground| async move {
        let (store, ada, source) = with_reader(&ground).await;
        let (outer, inner) = (folder(&store, ada, "a").await, folder(&store, ada, "a/b/c").await);
        let beside = folder(&store, ada, "ab").await;
        store.subscriptions().move_to(ada, source, Some(inner)).await.unwrap();
        let ids = store_articles(&store, source, (0..3).map(tidy).collect(), at(0)).await.new_ids;
        for (id, n) in [(outer, 3), (inner, 3), (beside, 0)] {
            for list in [ArticleList::Folder(id), ArticleList::FolderUnread(id)] {
                let page = store.articles().list(ada, list, Cursor::START, 9).await.unwrap();
                assert_eq!(page.articles.len(), n, "{list:?}");
            }
            for within in [vec![Set::Folder(id)], vec![Set::Folder(id), Set::Unread]] {
                let stream = StreamQuery { within, ..StreamQuery::default() };
                assert_eq!(store.articles().count_stream(ada, stream).await.unwrap(), n as u64);
            }
        }
        let marked = async |folder| {
            let scope = MarkScope::Folder(folder);
            store.readings().mark_scope_read(ada, scope, UpTo::Article(ids[0])).await.unwrap()
        };
        assert_eq!((marked(beside).await, marked(outer).await), (0, 1));
    });
}

#[test]
fn rules_and_webhooks_of_a_folder_apply_to_the_folders_inside_it() {
    on_both(|ground| async move {
        let (store, ada, source) = with_reader(&ground).await;
        let (outer, inner) = (folder(&store, ada, "a").await, folder(&store, ada, "a/b").await);
        let beside = folder(&store, ada, "x").await;
        let rule = Rule {
            name: "r".to_owned(),
            scope: RuleScope::Folder(outer),
            matching: Matching::All,
            conditions: Vec::new(),
            accents: Accents::Ignored,
            actions: vec![Action::Star],
        };
        store.rules().add(ada, rule, 9, noon()).await.unwrap();
        assert_eq!(store.rules().looks(source).await.unwrap()[0].folders, []);
        store.subscriptions().move_to(ada, source, Some(inner)).await.unwrap();
        let mut folders = store.rules().looks(source).await.unwrap().remove(0).folders;
        folders.sort_unstable();
        assert_eq!(folders, [outer, inner]);
        store_articles(&store, source, vec![tidy(0)], at(0)).await;
        for (folder, n) in [(outer, 1), (inner, 1), (beside, 0)] {
            let scope = RuleScope::Folder(folder);
            let seen = store.rules().articles_for_rules(
                ada,
                scope,
                Switch::Off,
                at(-9999),
                Cursor::START,
                9,
            );
            let seen = seen.await.unwrap();
            assert_eq!(seen.len(), n);
            assert!(seen.iter().all(|one| one.folders == [outer, inner]));
            let hook = NewWebhook {
                name: folder.to_string(),
                url: "https://hooks.example/".to_owned(),
                secret: String::new(),
                event: WebhookEvent::Article(scope),
            };
            store.outputs().add_webhook(ada, hook, 9, noon()).await.unwrap();
        }
        store_articles(&store, source, vec![tidy(0), tidy(1)], at(1)).await;
        let sent = store.outputs().take_deliveries(9, at(2), at(3)).await.unwrap();
        let names: Vec<_> = sent.iter().map(|one| one.webhook.name.clone()).collect();
        assert_eq!(names, [outer.to_string(), inner.to_string()]);
    });
}
