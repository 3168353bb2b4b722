//! Bulk actions and their undo, and the positions of articles in lists.

use crate::support::*;
use jiff::SignedDuration;
use proptest::prelude::*;
use std::collections::BTreeSet;
use tidings_model::{ArticleId, FolderId, SourceId, UserId};
use tidings_store::{ArticleList, BulkAction, Cursor, Error, ListOrder, MarkScope, Reach, Store};

/// Returns everything a user's lists show, as text.
async fn state(store: &Store, user: UserId) -> String {
    let unread = store.readings().unread_ids(user, 999).await.unwrap();
    let kept = |shelf| async move {
        let page = store.articles().list(user, shelf, Cursor::START, 999).await.unwrap();
        page.articles
            .into_iter()
            .map(|one| (one.id, one.cursor, one.reading.read_at))
            .collect::<Vec<_>>()
    };
    let tags = store.readings().tags(user).await.unwrap();
    let tagged = match tags.first() {
        Some(tag) => kept(ArticleList::Tagged(tag.id)).await,
        None => Vec::new(),
    };
    format!(
        "{unread:?} {:?} {:?} {tagged:?}",
        kept(ArticleList::Starred).await,
        kept(ArticleList::Later).await
    )
}

/// Creates a subscriber of two sources, one in a folder, with articles of many ages.
async fn with_two_sources(ground: &Ground) -> (Store, UserId, [SourceId; 2], FolderId) {
    let (store, user, first) = with_reader(ground).await;
    let folder = store.subscriptions().folder(user, "News".to_owned(), noon()).await.unwrap();
    store.subscriptions().move_to(user, first, Some(folder)).await.unwrap();
    let second = add_source(&store, "https://example.com/feed").await;
    store.subscriptions().subscribe(user, second, None, noon()).await.unwrap();
    arrive(&store, first, 0..9).await;
    arrive(&store, second, 20..27).await;
    (store, user, [first, second], folder)
}

/// Stores articles that arrive at minute 0, each published two hours before the previous one.
async fn arrive(store: &Store, source: SourceId, numbers: std::ops::Range<usize>) {
    let aged = |n: usize| tidings_model::Article {
        published: Some(noon() - SignedDuration::from_hours(2 * n as i64)),
        ..tidy(n)
    };
    store_articles(store, source, numbers.map(aged).collect(), at(0)).await;
}

fn everything(up_to: ArticleId) -> Reach {
    Reach { up_to, before: None }
}

#[test]
fn every_bulk_action_can_be_undone_exactly() {
    on_both(|ground| async move {
        let (store, user, _, _) = with_two_sources(&ground).await;
        let ids = store.readings().unread_ids(user, 99).await.unwrap();
        store.readings().opened(user, ids[0], at(1)).await.unwrap();
        store.readings().star(user, ids[1], Some(at(2))).await.unwrap();
        store.readings().put_aside(user, ids[2], Some(at(3))).await.unwrap();
        store.readings().tag(user, ids[3], "old".to_owned(), at(3)).await.unwrap();
        store
            .readings()
            .read_scope(
                user,
                MarkScope::All,
                Reach { up_to: ids[0], before: Some(at(-60 * 30)) },
                at(4),
            )
            .await
            .unwrap();
        for act in BulkAction::ALL {
            let before = state(&store, user).await;
            let done = store.readings().act_on(user, act, ids.clone(), at(5)).await.unwrap();
            assert!(done.n > 0, "{act:?} changes something");
            assert_ne!(state(&store, user).await, before, "{act:?}");
            let undone = store.undos().undo(user, done.undo.unwrap(), at(6)).await.unwrap();
            assert_eq!((undone.n, undone.kind.as_str()), (done.n, act.code()));
            assert_eq!(state(&store, user).await, before, "{act:?} is undone");
        }
        let before = state(&store, user).await;
        let done =
            store.readings().tag_all(user, ids.clone(), "old".to_owned(), at(5)).await.unwrap();
        assert_eq!(done.n, ids.len() as u64 - 1, "one already had the tag");
        store.undos().undo(user, done.undo.unwrap(), at(6)).await.unwrap();
        assert_eq!(state(&store, user).await, before);
    });
}

#[test]
fn marking_a_scope_respects_the_scope_and_its_limits() {
    on_both(|ground| async move {
        let (store, user, [first, second], folder) = with_two_sources(&ground).await;
        let all = store.readings().unread_ids(user, 99).await.unwrap();
        let newest = store.articles().newest_id().await.unwrap();
        let starred = all[4];
        store.readings().star(user, starred, Some(at(1))).await.unwrap();
        store.readings().put_aside(user, all[5], Some(at(1))).await.unwrap();
        let tag = store.readings().tag(user, all[6], "x".to_owned(), at(1)).await.unwrap();
        for (scope, expected) in [
            (MarkScope::All, 16),
            (MarkScope::Source(first), 9),
            (MarkScope::Source(second), 7),
            (MarkScope::Folder(folder), 9),
            (MarkScope::Starred, 1),
            (MarkScope::Later, 1),
            (MarkScope::Tagged(tag), 1),
            // All arrived within the day; those of the second source published more than three days ago do not count.
            (MarkScope::today(at(60)), 16),
            (MarkScope::today(at(60 * 25)), 0),
        ] {
            let done =
                store.readings().read_scope(user, scope, everything(newest), at(60)).await.unwrap();
            assert_eq!(done.n, expected, "{scope:?}");
            assert_eq!(done.undo.is_some(), expected > 0, "{scope:?}");
            if let Some(undo) = done.undo {
                store.undos().undo(user, undo, at(61)).await.unwrap();
            }
            assert_eq!(store.readings().unread_ids(user, 99).await.unwrap(), all, "{scope:?}");
        }
        let old = Reach { up_to: newest, before: Some(noon() - SignedDuration::from_hours(24)) };
        let done = store.readings().read_scope(user, MarkScope::All, old, at(60)).await.unwrap();
        assert_eq!(done.n, 7, "those of the second source are more than a day old");
        let shown = Reach { up_to: ArticleId(3), before: None };
        assert_eq!(
            store.readings().read_scope(user, MarkScope::All, shown, at(60)).await.unwrap().n,
            3
        );
    });
}

#[test]
fn an_undo_works_once_within_an_hour_and_only_for_its_user() {
    on_both(|ground| async move {
        let (store, user, _, _) = with_two_sources(&ground).await;
        let eve = add_user(&store, "eve").await;
        let newest = store.articles().newest_id().await.unwrap();
        let act = || store.readings().read_scope(user, MarkScope::All, everything(newest), at(0));
        let undo = act().await.unwrap().undo.unwrap();
        for (who, when) in [(eve, at(1)), (user, at(60)), (user, at(600))] {
            assert!(store.undos().get(who, undo, when).await.unwrap().is_none());
            assert!(matches!(store.undos().undo(who, undo, when).await, Err(Error::NotFound(_))));
        }
        assert_eq!(store.undos().get(user, undo, at(59)).await.unwrap().unwrap().n, 16);
        store.undos().undo(user, undo, at(59)).await.unwrap();
        assert!(
            matches!(store.undos().undo(user, undo, at(59)).await, Err(Error::NotFound(_))),
            "once"
        );
        let undo = act().await.unwrap().undo.unwrap();
        store.undos().keep(user, "read", 0, Vec::new(), at(100)).await.unwrap();
        assert!(store.undos().get(user, undo, at(1)).await.unwrap().is_none(), "swept");
    });
}

#[test]
fn an_undo_keeps_later_reads_and_does_not_restore_ended_subscriptions() {
    on_both(|ground| async move {
        let (store, user, [first, second], _) = with_two_sources(&ground).await;
        let ids = store.readings().unread_ids(user, 99).await.unwrap();
        let newest = store.articles().newest_id().await.unwrap();
        let done = store
            .readings()
            .read_scope(user, MarkScope::All, everything(newest), at(1))
            .await
            .unwrap();
        store.readings().opened(user, ids[0], at(2)).await.unwrap();
        store.subscriptions().unsubscribe(user, second).await.unwrap();
        store.undos().undo(user, done.undo.unwrap(), at(3)).await.unwrap();
        let unread = store.readings().unread_ids(user, 99).await.unwrap();
        assert_eq!(unread, ids[1..9], "neither the opened one nor those of an ended subscription");
        let page = store
            .articles()
            .list(user, ArticleList::SourceUnread(first), Cursor::START, 99)
            .await
            .unwrap();
        assert_eq!(page.articles.len(), 8);
    });
}

#[test]
fn actions_do_not_affect_other_users() {
    on_both(|ground| async move {
        let (store, user, _, folder) = with_two_sources(&ground).await;
        let eve = add_user(&store, "eve").await;
        let tag = store.readings().tag(user, ArticleId(1), "mine".to_owned(), at(0)).await.unwrap();
        let (ids, before) =
            (store.readings().unread_ids(user, 99).await.unwrap(), state(&store, user).await);
        for act in BulkAction::ALL {
            let done = store.readings().act_on(eve, act, ids.clone(), at(1)).await.unwrap();
            assert_eq!((done.n, done.undo), (0, None), "{act:?}");
        }
        assert_eq!(store.readings().tag_all(eve, ids, "x".to_owned(), at(1)).await.unwrap().n, 0);
        for scope in
            [MarkScope::All, MarkScope::Folder(folder), MarkScope::Tagged(tag), MarkScope::Starred]
        {
            let reach = everything(ArticleId(i64::MAX));
            assert_eq!(store.readings().read_scope(eve, scope, reach, at(1)).await.unwrap().n, 0);
        }
        assert_eq!(state(&store, user).await, before);
        assert_eq!(state(&store, eve).await, "[] [] [] []");
    });
}

#[test]
fn neighbours_traverse_a_list_from_end_to_end_in_either_order() {
    on_both(|ground| async move {
        let (store, user, [first, _], folder) = with_two_sources(&ground).await;
        for (n, id) in store.readings().unread_ids(user, 99).await.unwrap().into_iter().enumerate()
        {
            store.readings().star(user, id, Some(at(n as i64 % 5))).await.unwrap();
            store.readings().put_aside(user, id, (n % 2 == 0).then(|| at(n as i64))).await.unwrap();
        }
        let tag = store.readings().tag(user, ArticleId(2), "x".to_owned(), at(0)).await.unwrap();
        for shelf in [
            ArticleList::Unread,
            ArticleList::All,
            ArticleList::Source(first),
            ArticleList::FolderUnread(folder),
            ArticleList::Folder(folder),
            ArticleList::Starred,
            ArticleList::Later,
            ArticleList::Tagged(tag),
            ArticleList::today(at(1)),
        ] {
            for order in [ListOrder::Newest, ListOrder::Oldest] {
                let start = Cursor::start(order);
                let page = store.articles().list_in(order, user, shelf, start, 99).await.unwrap();
                let ids = page.articles.iter().map(|one| one.id).collect::<Vec<_>>();
                assert!(!ids.is_empty(), "{shelf:?}");
                for (n, id) in ids.iter().enumerate() {
                    let found = store.articles().neighbours(order, user, shelf, *id).await.unwrap();
                    let expected = (n.checked_sub(1).map(|n| ids[n]), ids.get(n + 1).copied());
                    let found = (found.previous.map(|one| one.id), found.next.map(|one| one.id));
                    assert_eq!(found, expected, "{shelf:?} {order:?} at {n}");
                }
                let mut reversed = store
                    .articles()
                    .list_in(order.reversed(), user, shelf, Cursor::start(order.reversed()), 99)
                    .await
                    .unwrap();
                reversed.articles.reverse();
                assert_eq!(reversed.articles, page.articles, "{shelf:?}");
            }
        }
        // After being read, it still has its position among the unread ones.
        let ids = store.readings().unread_ids(user, 99).await.unwrap();
        store.readings().opened(user, ids[3], at(9)).await.unwrap();
        let found = store
            .articles()
            .neighbours(ListOrder::Newest, user, ArticleList::Unread, ids[3])
            .await
            .unwrap();
        assert_eq!((found.previous.unwrap().id, found.next.unwrap().id), (ids[2], ids[4]));
        let eve = add_user(&store, "eve").await;
        let none = store
            .articles()
            .neighbours(ListOrder::Newest, eve, ArticleList::Unread, ids[3])
            .await
            .unwrap();
        assert_eq!((none.previous, none.next), (None, None));
    });
}

#[test]
fn today_has_what_arrived_within_a_day_without_archives() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        arrive(&store, source, 0..60).await;
        let shown = |now| {
            let store = store.clone();
            async move {
                let page = store
                    .articles()
                    .list(user, ArticleList::today(now), Cursor::START, 99)
                    .await
                    .unwrap();
                (
                    page.articles.len() as u64,
                    store.subscriptions().overview(user, now).await.unwrap().n_today,
                )
            }
        };
        // Published two hours apart, so 37 are at most three days old.
        assert_eq!(shown(at(0)).await, (37, 37));
        assert_eq!(shown(at(60 * 23)).await.0, 25);
        assert_eq!(shown(at(60 * 25)).await, (0, 0), "a day later, nothing is recent");
        let ids = store.readings().unread_ids(user, 2).await.unwrap();
        store.readings().mark_read(user, ids, at(1)).await.unwrap();
        assert_eq!(shown(at(0)).await, (37, 35), "read articles are shown but not counted");
    });
}

#[test]
fn an_overview_has_correct_counts_and_its_version_changes_with_them() {
    on_both(|ground| async move {
        let (store, user, [first, second], folder) = with_two_sources(&ground).await;
        let session = tidings_store::NewSession {
            token_hash: vec![1; 32],
            user,
            csrf: "csrf".to_owned(),
            label: "test".to_owned(),
            expires_at: at(9999),
        };
        store.users().begin_session(session, at(0)).await.unwrap();
        store.settings().set_all(user, vec![("theme", Some("dark".to_owned()))]).await.unwrap();
        let stamp =
            || async { store.users().visitor(vec![1; 32], at(1)).await.unwrap().unwrap().stamp };
        let overview = store.subscriptions().overview(user, at(0)).await.unwrap();
        let counts = overview
            .sources
            .iter()
            .map(|one| (one.id, one.folder, one.n_unread))
            .collect::<BTreeSet<_>>();
        assert_eq!(counts, BTreeSet::from([(first, Some(folder), 9), (second, None, 7)]));
        assert_eq!((overview.n_unread(), overview.folders.len()), (16, 1));
        let mut last = stamp().await;
        assert_eq!(stamp().await, last, "nothing happened");
        let ids = store.readings().unread_ids(user, 9).await.unwrap();
        store.readings().opened(user, ids[0], at(1)).await.unwrap();
        for n in 0..6 {
            let now = stamp().await;
            assert_ne!(now, last, "step {n}");
            last = now;
            match n {
                0 => store.readings().star(user, ids[1], Some(at(1))).await.unwrap(),
                1 => {
                    assert!(store.readings().tag(user, ids[1], "x".to_owned(), at(1)).await.is_ok())
                }
                2 => {
                    assert!(
                        store
                            .readings()
                            .act_on(user, BulkAction::Read, ids.clone(), at(1))
                            .await
                            .unwrap()
                            .n
                            > 0
                    )
                }
                3 => store
                    .subscriptions()
                    .rename(user, first, Some("Mine".to_owned()))
                    .await
                    .unwrap(),
                4 => store.subscriptions().unsubscribe(user, second).await.unwrap(),
                _ => {}
            }
        }
        arrive(&store, first, 40..41).await;
        assert_ne!(stamp().await.newest, last.newest, "an arrival");
        let visitor = store.users().visitor(vec![1; 32], at(1)).await.unwrap().unwrap();
        assert_eq!(visitor.settings, [("theme".to_owned(), "dark".to_owned())]);
        assert!(store.users().visitor(vec![2; 32], at(1)).await.unwrap().is_none());
        assert!(
            store.users().visitor(vec![1; 32], at(99999)).await.unwrap().is_none(),
            "it has expired"
        );
    });
}

/// What a user does before a scope is marked read.
#[derive(Debug, Clone)]
enum Step {
    Read(usize),
    Star(usize),
    Mark(u8),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        (0..16_usize).prop_map(Step::Read),
        (0..16_usize).prop_map(Step::Star),
        (0..4_u8).prop_map(Step::Mark),
    ];
    prop::collection::vec(step, 0..8)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn undoing_a_scope_restores_the_same_unread_articles(
        steps in steps(), scope in 0..4_u8, hours in prop::option::of(0..60_i64), n_new in 0..5_usize,
    ) {
        run(async {
            let (store, user, sources, folder) = with_two_sources(&sqlite()).await;
            let scope_of = |n| match n {
                0 => MarkScope::All,
                1 => MarkScope::Source(sources[1]),
                2 => MarkScope::Folder(folder),
                _ => MarkScope::today(at(1)),
            };
            let all = store.readings().unread_ids(user, 99).await.unwrap();
            for step in steps {
                match step {
                    Step::Read(n) => assert!(store.readings().mark_read(user, vec![all[n]], at(1)).await.is_ok()),
                    Step::Star(n) => store.readings().star(user, all[n], Some(at(1))).await.unwrap(),
                    Step::Mark(n) => {
                        let reach = Reach { up_to: ArticleId(7), before: None };
                        store.readings().read_scope(user, scope_of(n), reach, at(1)).await.unwrap();
                    }
                }
            }
            let before = store.readings().unread_ids(user, 99).await.unwrap().into_iter().collect::<BTreeSet<_>>();
            let up_to = store.articles().newest_id().await.unwrap();
            let older = hours.map(|hours| noon() - SignedDuration::from_hours(hours));
            let reach = Reach { up_to, before: older };
            let done = store.readings().read_scope(user, scope_of(scope), reach, at(2)).await.unwrap();
            let marked = store.readings().unread_ids(user, 99).await.unwrap().len();
            assert_eq!(before.len() - marked, done.n as usize);
            arrive(&store, sources[0], 30..30 + n_new).await;
            if let Some(undo) = done.undo {
                store.undos().undo(user, undo, at(3)).await.unwrap();
            }
            let after = store.readings().unread_ids(user, 99).await.unwrap().into_iter().collect::<BTreeSet<_>>();
            assert_eq!(after.len(), before.len() + n_new, "what arrived in the meantime is unread");
            assert!(after.is_superset(&before));
            store.close().await;
        });
    }
}
