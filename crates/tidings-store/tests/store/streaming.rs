//! Articles as client programs request them: in the order of arrival, under any conditions.

use crate::support::{add_source, add_user, at, on_both, store_articles, tidy, with_reader};
use tidings_model::{ArticleId, Reason, SourceId, units::PerDay};
use tidings_store::{BulkAction, Entry, ListOrder, Set, StreamQuery};

fn ids(found: &[Entry]) -> Vec<ArticleId> {
    found.iter().map(|entry| entry.article).collect()
}

#[test]
fn streams_are_in_the_order_of_arrival_whatever_the_dates() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let late =
            store_articles(&store, source, (10..15).map(tidy).collect(), at(0)).await.new_ids;
        let old = store_articles(&store, source, (1..4).map(tidy).collect(), at(60)).await.new_ids;
        let all = store.articles().stream(user, StreamQuery::default()).await.unwrap();
        assert_eq!(all.len(), 8);
        assert!(ids(&all).iter().rev().is_sorted());
        let stream = |stream: StreamQuery| store.articles().stream(user, stream);
        let since =
            stream(StreamQuery { since: Some(at(60)), ..StreamQuery::default() }).await.unwrap();
        assert!(since.len() == 3 && ids(&since).iter().all(|id| old.contains(id)));
        let until =
            StreamQuery { until: Some(at(59)), order: ListOrder::Oldest, ..StreamQuery::default() };
        let until = stream(until).await.unwrap();
        assert!(until.len() == 5 && ids(&until).iter().all(|id| late.contains(id)));
        assert!(
            stream(StreamQuery { since: Some(at(3000)), ..StreamQuery::default() })
                .await
                .unwrap()
                .is_empty()
        );
        let pages = StreamQuery { before: Some(all[2].number), limit: 2, ..StreamQuery::default() };
        assert_eq!(stream(pages).await.unwrap(), all[3..5]);
        let after = StreamQuery { after: Some(all[2].number), ..StreamQuery::default() };
        assert_eq!(stream(after).await.unwrap(), all[..2]);
    });
}

#[test]
fn unread_articles_come_in_pages_from_either_end() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        store_articles(&store, source, (10..15).map(tidy).collect(), at(0)).await;
        store_articles(&store, source, (1..4).map(tidy).collect(), at(60)).await;
        for order in [ListOrder::Newest, ListOrder::Oldest] {
            let all = store
                .articles()
                .stream(user, StreamQuery { order, ..StreamQuery::default() })
                .await
                .unwrap();
            let unread = StreamQuery { within: vec![Set::Unread], order, ..StreamQuery::default() };
            assert_eq!(
                store.articles().stream(user, unread.clone()).await.unwrap(),
                all,
                "{order:?}"
            );
            for (offset, limit, expected) in
                [(0, 3, &all[..3]), (2, 3, &all[2..5]), (6, 9, &all[6..]), (9, 2, &[]), (0, 0, &[])]
            {
                let page = StreamQuery { offset, limit, ..unread.clone() };
                let page = store.articles().stream(user, page).await.unwrap();
                assert_eq!(page, expected, "{order:?} {offset} {limit}");
            }
        }
    });
}

#[test]
fn conditions_combine_and_apply_only_to_the_users_own_articles() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let other = add_source(&store, "https://b.example/feed").await;
        let bob = add_user(&store, "bob").await;
        store.subscriptions().subscribe(bob, other, None, at(0)).await.unwrap();
        let new = store_articles(&store, source, (1..6).map(tidy).collect(), at(0)).await.new_ids;
        store_articles(&store, other, (6..9).map(tidy).collect(), at(0)).await;
        let folder = store.subscriptions().folder(user, "News".to_owned(), at(0)).await.unwrap();
        store.subscriptions().move_to(user, source, Some(folder)).await.unwrap();
        store.readings().act_on(user, BulkAction::Read, vec![new[0], new[1]], at(1)).await.unwrap();
        store.readings().act_on(user, BulkAction::Star, vec![new[1], new[2]], at(1)).await.unwrap();
        let tag = store.readings().tag(user, new[2], "keep".to_owned(), at(1)).await.unwrap();
        for (within, without, expected) in [
            (vec![], vec![], vec![0, 1, 2, 3, 4]),
            (vec![Set::Unread], vec![], vec![2, 3, 4]),
            (vec![Set::Read], vec![], vec![0, 1]),
            (vec![Set::Starred], vec![], vec![1, 2]),
            (vec![Set::Starred, Set::Unread], vec![], vec![2]),
            (vec![Set::Read], vec![Set::Starred], vec![0]),
            (vec![Set::Tagged(tag)], vec![], vec![2]),
            (vec![Set::Folder(folder), Set::Unread], vec![Set::Tagged(tag)], vec![3, 4]),
            (vec![Set::Folder(folder)], vec![Set::Unread], vec![0, 1]),
            (vec![Set::Unfiled], vec![], vec![]),
            (vec![Set::Source(source), Set::Read], vec![], vec![0, 1]),
            (vec![Set::Source(other)], vec![], vec![]),
        ] {
            let label = format!("{within:?} without {without:?}");
            let stream =
                StreamQuery { within, without, order: ListOrder::Oldest, ..StreamQuery::default() };
            let expected: Vec<ArticleId> = expected.into_iter().map(|at: usize| new[at]).collect();
            let found = store.articles().stream(user, stream.clone()).await.unwrap();
            assert_eq!(ids(&found), expected, "{label}");
            assert_eq!(
                store.articles().count_stream(user, stream).await.unwrap(),
                expected.len() as u64,
                "{label}"
            );
        }
        let starred = StreamQuery { within: vec![Set::Starred], ..StreamQuery::default() };
        assert_eq!(store.articles().mark_stream_read(user, starred, at(9)).await.unwrap(), 1);
        assert_eq!(
            store.articles().mark_stream_read(user, StreamQuery::default(), at(9)).await.unwrap(),
            2
        );
        let unread = StreamQuery { within: vec![Set::Unread], ..StreamQuery::default() };
        assert_eq!(store.articles().stream(bob, unread).await.unwrap().len(), 3);
    });
}

#[test]
fn due_sources_are_listed_with_their_value_and_postponed_by_id() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let user = add_user(&store, "ada").await;
        let mut sources = Vec::new();
        for n in 0..4 {
            let source = add_source(&store, &format!("https://{n}.example/feed")).await;
            store.subscriptions().subscribe(user, source, None, at(0)).await.unwrap();
            sources.push(source);
        }
        // The first was fetched long ago, the last never.
        store_articles(&store, sources[0], vec![tidy(1)], at(-3000)).await;
        store_articles(&store, sources[1], vec![tidy(2)], at(-300)).await;
        store_articles(&store, sources[2], vec![tidy(3)], at(-100)).await;
        let due = store.sources().due_sources(at(10)).await.unwrap();
        let told: Vec<_> = due.iter().map(|one| (one.id, one.last_fetch)).collect();
        let fetched = [at(-3000), at(-300), at(-100)];
        assert_eq!(told, sources[..3].iter().copied().zip(fetched).collect::<Vec<_>>());
        assert!(due.iter().all(|one| (one.weight - 1.0).abs() < 1e-12 && one.per_day.is_none()));
        let reason = Reason::PutOff { budget: PerDay(4.0) };
        let over = std::time::Duration::from_secs(600);
        let put_off = async |some: &[SourceId]| {
            store.sources().put_off(some.to_vec(), at(10), over, reason).await.unwrap()
        };
        assert_eq!(put_off(&sources[2..3]).await, 1);
        let next = async |at: usize| store.sources().get(sources[at]).await.unwrap().unwrap();
        assert_eq!(next(2).await.next_reason, "put-off 4");
        assert!(next(2).await.next_at >= at(10));
        assert!(next(1).await.next_at < at(10) && next(3).await.next_at < at(10));
        let told = store.sources().due_sources(at(10)).await.unwrap();
        assert_eq!(told.len(), 3, "sources due at exactly that time count");
        assert_eq!(told[2].reason, Some(reason));
        assert_eq!(put_off(&sources[..2]).await, 2);
        assert!(next(0).await.next_at < next(1).await.next_at, "one after another");
    });
}
