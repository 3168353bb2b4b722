//! Subscriptions: sorted into folders, paused, ended, switched, and restored as they were.

use crate::support::*;
use tidings_model::{FolderId, SourceId, SourceState, UserId};
use tidings_store::{
    Error, FetchRecord, Store, SubscribedSource, SubscriberOptions, readings::unread::FIRST_UNREAD,
};

async fn follow(store: &Store, user: UserId, url: &str) -> SourceId {
    let source = add_source(store, url).await;
    store.subscriptions().subscribe(user, source, None, noon()).await.unwrap();
    source
}

async fn held(store: &Store, user: UserId, source: SourceId) -> Option<SubscribedSource> {
    store.subscriptions().get(user, source).await.unwrap()
}

async fn folder_of(store: &Store, user: UserId, source: SourceId) -> Option<FolderId> {
    held(store, user, source).await.unwrap().subscription.folder
}

async fn state(store: &Store, source: SourceId) -> SourceState {
    store.sources().get(source).await.unwrap().unwrap().state
}

async fn undo(store: &Store, user: UserId, id: Option<i64>) {
    store.undos().undo(user, id.unwrap(), at(30)).await.unwrap();
}

fn wishes() -> SubscriberOptions {
    SubscriberOptions {
        is_muted: true,
        full_text: true,
        is_pinned: true,
        min_minutes: Some(1),
        max_minutes: Some(2),
        keep_days: Some(3),
        keep_count: Some(4),
        kept_move: Some("https://kept.example/".to_owned()),
    }
}

#[test]
fn moving_many_subscriptions_can_be_undone_for_each() {
    on_both(|ground| async move {
        let (store, user, first) = with_reader(&ground).await;
        let eve = add_user(&store, "eve").await;
        let second = follow(&store, user, "https://second.example/").await;
        let foreign = follow(&store, eve, "https://foreign.example/").await;
        let subscriptions = store.subscriptions();
        let (old, new) = (
            subscriptions.folder(user, "Old".to_owned(), noon()).await.unwrap(),
            subscriptions.folder(user, "New".to_owned(), noon()).await.unwrap(),
        );
        subscriptions.move_to(user, first, Some(old)).await.unwrap();
        let all = vec![first, second, foreign, SourceId(99)];
        let refused = subscriptions.move_all(eve, all.clone(), Some(new), at(1)).await;
        assert_eq!(refused, Err(Error::NotFound("folder")));
        let moved = subscriptions.move_all(user, all, Some(new), at(1)).await.unwrap();
        assert_eq!(moved.n, 2, "only the user's own subscriptions");
        assert_eq!(folder_of(&store, user, first).await, Some(new));
        assert_eq!(folder_of(&store, user, second).await, Some(new));
        assert_eq!(folder_of(&store, eve, foreign).await, None);
        undo(&store, user, moved.undo).await;
        assert_eq!(folder_of(&store, user, first).await, Some(old));
        assert_eq!(folder_of(&store, user, second).await, None);
        let none = subscriptions.move_all(user, vec![foreign], None, at(1)).await.unwrap();
        assert_eq!((none.n, none.undo), (0, None));
    });
}

#[test]
fn undoing_a_move_changes_only_folders() {
    on_both(|ground| async move {
        let (store, user, first) = with_reader(&ground).await;
        let second = follow(&store, user, "https://second.example/").await;
        let subscriptions = store.subscriptions();
        let folder = subscriptions.folder(user, "F".to_owned(), noon()).await.unwrap();
        let moved = subscriptions.move_all(user, vec![first, second], Some(folder), at(1)).await;
        subscriptions.rename(user, first, Some("Renamed since".to_owned())).await.unwrap();
        subscriptions.set_options(user, first, wishes()).await.unwrap();
        subscriptions.pause_all(user, vec![first], at(2)).await.unwrap();
        subscriptions.unsubscribe(user, second).await.unwrap();
        undo(&store, user, moved.unwrap().undo).await;
        let now = held(&store, user, first).await.unwrap();
        assert_eq!((now.title(), now.subscription.folder), ("Renamed since", None));
        assert_eq!((now.options, now.paused_at), (wishes(), Some(at(2))));
        assert_eq!(
            held(&store, user, second).await,
            None,
            "a subscription ended since then stays ended"
        );
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn undoing_a_pause_only_resumes() {
    on_both(|ground| async move {
        let (store, user, first) = with_reader(&ground).await;
        let bob = add_user(&store, "bob").await;
        let second = follow(&store, user, "https://second.example/").await;
        store.subscriptions().subscribe(bob, first, None, noon()).await.unwrap();
        let subscriptions = store.subscriptions();
        let paused = subscriptions.pause_all(user, vec![first, second], at(1)).await.unwrap();
        assert_eq!((paused.n, state(&store, second).await), (2, SourceState::Paused));
        let ids = store_articles(&store, first, vec![tidy(1)], at(2)).await.new_ids;
        subscriptions.rename(user, first, Some("Renamed since".to_owned())).await.unwrap();
        subscriptions.set_options(user, first, wishes()).await.unwrap();
        subscriptions.unsubscribe(user, second).await.unwrap();
        undo(&store, user, paused.undo).await;
        let now = held(&store, user, first).await.unwrap();
        assert_eq!((now.title(), now.paused_at), ("Renamed since", None));
        assert_eq!(now.options, wishes());
        assert_eq!(
            store.readings().unread_ids(user, 9).await.unwrap(),
            ids,
            "what arrived in the meantime"
        );
        assert_eq!(
            held(&store, user, second).await,
            None,
            "a subscription ended since then stays ended"
        );
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn undoing_an_unsubscribe_restores_everything() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let ids = store_articles(&store, source, (0..5).map(tidy).collect(), at(0)).await.new_ids;
        let subscriptions = store.subscriptions();
        let folder = subscriptions.folder(user, "F".to_owned(), noon()).await.unwrap();
        subscriptions.move_to(user, source, Some(folder)).await.unwrap();
        subscriptions.rename(user, source, Some("Mine".to_owned())).await.unwrap();
        subscriptions.set_options(user, source, wishes()).await.unwrap();
        store.readings().mark_read(user, vec![ids[1], ids[3]], at(1)).await.unwrap();
        let before = held(&store, user, source).await.unwrap();
        let left =
            subscriptions.unsubscribe_all(user, vec![source, SourceId(99)], at(2)).await.unwrap();
        assert_eq!((left.n, held(&store, user, source).await), (1, None));
        assert_eq!(subscriptions.count(user).await.unwrap(), 0);
        undo(&store, user, left.undo).await;
        let after = held(&store, user, source).await.unwrap();
        assert_eq!((after.subscription, after.options), (before.subscription, before.options));
        let mut unread = store.readings().unread_ids(user, 9).await.unwrap();
        unread.sort_unstable();
        assert_eq!(unread, [ids[0], ids[2], ids[4]]);
        assert_eq!(state(&store, source).await, SourceState::Active);
    });
}

#[test]
fn what_no_longer_exists_is_not_restored() {
    on_both(|ground| async move {
        let (store, user, first) = with_reader(&ground).await;
        let second = follow(&store, user, "https://second.example/").await;
        let into = add_source(&store, "https://into.example/").await;
        let subscriptions = store.subscriptions();
        let folder = subscriptions.folder(user, "F".to_owned(), noon()).await.unwrap();
        for source in [first, second] {
            subscriptions.move_to(user, source, Some(folder)).await.unwrap();
        }
        let left = subscriptions.unsubscribe_all(user, vec![first, second], at(1)).await.unwrap();
        subscriptions.remove_folder(user, folder, at(2)).await.unwrap();
        merge(&store, second, into, at(3)).await;
        undo(&store, user, left.undo).await;
        assert_eq!(folder_of(&store, user, first).await, None, "its folder is gone");
        assert_eq!(subscriptions.count(user).await.unwrap(), 1, "the other source is gone, too");
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn a_removed_folder_is_restored_in_place_with_subscriptions_not_moved_since() {
    on_both(|ground| async move {
        let (store, user, first) = with_reader(&ground).await;
        let second = follow(&store, user, "https://second.example/").await;
        let subscriptions = store.subscriptions();
        let mut folders = Vec::new();
        for name in ["c", "b", "a"] {
            folders.push(subscriptions.folder(user, name.to_owned(), noon()).await.unwrap());
        }
        subscriptions.order_folders(user, folders.clone()).await.unwrap();
        for source in [first, second] {
            subscriptions.move_to(user, source, Some(folders[1])).await.unwrap();
        }
        let removed = subscriptions.remove_folder(user, folders[1], at(1)).await.unwrap();
        assert_eq!(removed.n, 2);
        subscriptions.move_to(user, second, Some(folders[0])).await.unwrap();
        undo(&store, user, removed.undo).await;
        let all = subscriptions.folders(user).await.unwrap();
        assert_eq!(all.iter().map(|one| one.name.as_str()).collect::<String>(), "cba");
        assert_eq!(folder_of(&store, user, first).await, Some(all[1].id));
        assert_eq!(
            folder_of(&store, user, second).await,
            Some(folders[0]),
            "moved elsewhere since"
        );
        let empty = subscriptions.remove_folder(user, folders[2], at(2)).await.unwrap();
        assert_eq!(
            (empty.n, empty.undo.is_some()),
            (0, true),
            "an empty folder can be restored, too"
        );
        let again = subscriptions.folder(user, "a".to_owned(), at(3)).await.unwrap();
        undo(&store, user, empty.undo).await;
        let all = subscriptions.folders(user).await.unwrap();
        assert_eq!((all.len(), all[2].id), (3, again), "the folder created since then is used");
    });
}

#[test]
fn switching_to_a_new_source_can_be_undone() {
    on_both(|ground| async move {
        let (store, user, from) = with_reader(&ground).await;
        let into = add_source(&store, "https://into.example/").await;
        let ours = store_articles(&store, from, (0..4).map(tidy).collect(), at(0)).await.new_ids;
        let theirs = store_articles(&store, into, (2..6).map(tidy).collect(), at(0)).await.new_ids;
        let subscriptions = store.subscriptions();
        subscriptions.rename(user, from, Some("Mine".to_owned())).await.unwrap();
        store.readings().mark_read(user, vec![ours[2]], at(1)).await.unwrap();
        store.readings().star(user, ours[3], Some(at(1))).await.unwrap();
        // Subscribed as part of the same action, as pages do it.
        subscriptions.subscribe(user, into, None, at(2)).await.unwrap();
        let done = store.sources().switch_to_new(user, from, into, at(2)).await.unwrap();
        assert_eq!(done.n, 1);
        let now = held(&store, user, into).await.unwrap();
        assert_eq!((now.title(), held(&store, user, from).await), ("Mine", None));
        assert_eq!(store.readings().starred_ids(user, 9).await.unwrap(), [theirs[1]]);
        let mut unread = store.readings().unread_ids(user, 9).await.unwrap();
        unread.sort_unstable();
        assert_eq!(unread, theirs[1..], "an article read in one source is read in the other");
        undo(&store, user, done.undo).await;
        assert_eq!(held(&store, user, into).await, None, "undoing also ends the new subscription");
        assert_eq!(held(&store, user, from).await.unwrap().title(), "Mine");
        assert_eq!(store.readings().starred_ids(user, 9).await.unwrap(), [ours[3]]);
        assert_eq!(state(&store, into).await, SourceState::Paused);
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn switching_requires_a_subscription_and_an_existing_target() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let other = add_source(&store, "https://other.example/").await;
        let eve = add_user(&store, "eve").await;
        let switch = |user, from, into| store.sources().switch(user, from, into, at(1));
        assert_eq!(switch(eve, source, other).await, Err(Error::NotFound("subscription")));
        assert_eq!(switch(user, other, source).await, Err(Error::NotFound("subscription")));
        assert_eq!(switch(user, source, SourceId(99)).await, Err(Error::NotFound("source")));
        assert!(matches!(switch(user, source, source).await, Err(Error::Refused(_))));
        assert_eq!(subscribers(&store, source).await, [user]);
        assert_eq!(subscribers(&store, other).await, []);
    });
}

async fn subscribers(store: &Store, source: SourceId) -> Vec<UserId> {
    store.sources().subscribers(source, 9).await.unwrap()
}

#[test]
fn merged_sources_keep_the_options_of_all_subscribers() {
    on_both(|ground| async move {
        let (store, user, from) = with_reader(&ground).await;
        let into = add_source(&store, "https://into.example/").await;
        let both = add_user(&store, "both").await;
        for source in [from, into] {
            store.subscriptions().subscribe(both, source, None, noon()).await.unwrap();
        }
        let kept_of_both = SubscriberOptions { keep_days: Some(9), ..SubscriberOptions::default() };
        store.subscriptions().set_options(both, into, kept_of_both.clone()).await.unwrap();
        let wished = SubscriberOptions { kept_move: None, ..wishes() };
        for one in [user, both] {
            store.subscriptions().set_options(one, from, wished.clone()).await.unwrap();
        }
        merge(&store, from, into, at(1)).await;
        assert_eq!(held(&store, user, into).await.unwrap().options, wished);
        let options = held(&store, both, into).await.unwrap().options;
        assert_eq!(options, kept_of_both, "the options for the remaining source apply");
        assert_eq!(subscribers(&store, into).await, [user, both]);
    });
}

#[test]
fn resuming_fetches_a_gone_source_again() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let gone = FetchRecord {
            state: SourceState::Gone,
            next_at: at(99_999),
            ..record(source, vec![tidy(1)], at(1))
        };
        store.fetches().store(gone).await.unwrap();
        assert_eq!(state(&store, source).await, SourceState::Gone);
        let subscriptions = store.subscriptions();
        assert_eq!(subscriptions.resume(user, vec![source], at(2)).await.unwrap(), 0, "not paused");
        subscriptions.pause_all(user, vec![source], at(3)).await.unwrap();
        assert_eq!(subscriptions.resume(user, vec![source, SourceId(99)], at(4)).await.unwrap(), 1);
        assert_eq!(state(&store, source).await, SourceState::Active);
        store.sources().resume(source, at(5)).await.unwrap();
        let now = store.sources().get(source).await.unwrap().unwrap();
        assert_eq!((now.next_at, now.next_reason.as_str()), (at(5), "resumed"));
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn after_a_long_pause_the_newest_become_unread() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let bob = add_user(&store, "bob").await;
        store.subscriptions().subscribe(bob, source, None, noon()).await.unwrap();
        let early = store_articles(&store, source, vec![tidy(1), tidy(2)], at(0)).await.new_ids;
        store.readings().mark_read(user, early, at(1)).await.unwrap();
        store.subscriptions().pause_all(user, vec![source], at(2)).await.unwrap();
        let n = FIRST_UNREAD + 20;
        let ids =
            store_articles(&store, source, (2..2 + n).map(tidy).collect(), at(3)).await.new_ids;
        store.subscriptions().resume(user, vec![source], at(4)).await.unwrap();
        let unread = store.readings().unread_ids(user, 999).await.unwrap();
        assert_eq!(unread.len(), FIRST_UNREAD);
        assert!(unread.iter().all(|id| ids.contains(id)) && !unread.contains(&ids[0]));
        assert_eq!(store.readings().unread_ids(bob, 999).await.unwrap().len(), n + 1);
    });
}

#[test]
fn sources_are_listed_by_the_title_their_user_sees() {
    on_both(|ground| async move {
        let (store, user, first) = with_reader(&ground).await;
        let second = follow(&store, user, "https://zebra.example/").await;
        let third = follow(&store, user, "https://third.example/").await;
        store_articles(&store, first, vec![tidy(1)], at(0)).await;
        store.subscriptions().rename(user, third, Some("Élan".to_owned())).await.unwrap();
        let titles = async || {
            let all = store.subscriptions().list(user).await.unwrap();
            all.iter().map(|one| one.title().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(titles().await, ["A feed", "https://zebra.example/", "Élan"]);
        store.subscriptions().rename(user, second, Some("a FEED".to_owned())).await.unwrap();
        assert_eq!(titles().await, ["A feed", "a FEED", "Élan"], "equal except for case: by id");
        store.subscriptions().rename(user, second, Some("B".to_owned())).await.unwrap();
        store.subscriptions().rename(user, third, None).await.unwrap();
        assert_eq!(titles().await, ["A feed", "B", "https://third.example/"]);
        let overview = store.subscriptions().overview(user, at(1)).await.unwrap();
        let shown: Vec<_> = overview.sources.into_iter().map(|one| one.title).collect();
        assert_eq!(shown, titles().await, "the navigation has the same order");
        let missing = store.subscriptions().rename(user, SourceId(99), None).await;
        assert_eq!(missing, Err(Error::NotFound("subscription")));
    });
}
