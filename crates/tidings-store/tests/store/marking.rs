//! Edge cases of marks: limits, durations, scopes, and articles read by other means.

use crate::support::*;
use tidings_model::{Article, ArticleId, Fingerprint, Reaction, SourceId, UserId};
use tidings_store::{
    ArticleList, BulkAction, Cursor, Error, ListOrder, MarkScope, PlaybackPosition, Reach, Set,
    Span, Store, StreamQuery, UpTo,
    readings::{bulk::MAX_ARTICLES, unread::FIRST_UNREAD},
};

const DAY: i64 = 24 * 60;

/// Creates a subscriber of a source with this many articles, all unread except those beyond what a new subscriber sees.
async fn with_articles(ground: &Ground, n: usize) -> (Store, UserId, SourceId, Vec<ArticleId>) {
    let (store, user, source) = with_reader(ground).await;
    store_articles(&store, source, vec![tidy(0)], at(0)).await;
    let mut document = vec![tidy(0)];
    document.extend((1..n).map(tidy));
    let mut ids = vec![store.articles().newest_id().await.unwrap()];
    ids.extend(store_articles(&store, source, document, at(1)).await.new_ids);
    (store, user, source, ids)
}

async fn n_unread(store: &Store, user: UserId) -> usize {
    store.readings().unread_ids(user, 9999).await.unwrap().len()
}

#[test]
fn new_subscribers_see_up_to_a_hundred_articles_of_a_month_but_at_least_ten() {
    let dated = |days: &[i64]| -> Vec<Article> {
        let all = days.iter().enumerate();
        all.map(|(n, days)| Article { published: Some(at(-days * DAY)), ..tidy(n) }).collect()
    };
    let years = |n: usize| vec![1000; n];
    for (days, expected) in [
        (vec![], 0),
        (years(9), 9),
        (years(10), 10),
        (years(11), 10),
        (vec![29; 12], 12),
        (vec![30; 12], 12),
        (vec![31; 12], 10),
        ([vec![1; 8], years(8)].concat(), 10),
        ([vec![1; 12], years(8)].concat(), 12),
        (vec![1; FIRST_UNREAD], FIRST_UNREAD),
        (vec![1; FIRST_UNREAD + 1], FIRST_UNREAD),
    ] {
        run(async {
            let (store, before, source) = with_reader(&sqlite()).await;
            store_articles(&store, source, dated(&days), at(0)).await;
            let after = add_user(&store, "late").await;
            store.subscriptions().subscribe(after, source, None, at(0)).await.unwrap();
            let found = (n_unread(&store, before).await, n_unread(&store, after).await);
            assert_eq!(found, (expected, expected), "{days:?}");
        });
    }
}

#[test]
fn a_bulk_action_takes_the_first_thousand() {
    run(async {
        let (store, user, _, ids) = with_articles(&sqlite(), MAX_ARTICLES + 5).await;
        let done =
            store.readings().act_on(user, BulkAction::Read, ids.clone(), at(2)).await.unwrap();
        assert_eq!((done.n, n_unread(&store, user).await), (MAX_ARTICLES as u64, 5));
        store.undos().undo(user, done.undo.unwrap(), at(3)).await.unwrap();
        assert_eq!(n_unread(&store, user).await, MAX_ARTICLES + 5);
        let tagged =
            store.readings().tag_all(user, ids.clone(), "t".to_owned(), at(2)).await.unwrap();
        assert_eq!(tagged.n, MAX_ARTICLES as u64);
        let twice = [ids[0]; 9].to_vec();
        let done = store.readings().act_on(user, BulkAction::Star, twice, at(2)).await.unwrap();
        assert_eq!(done.n, 1, "named nine times");
        let n_read = store.readings().mark_read(user, ids.clone(), at(4)).await.unwrap();
        assert_eq!(n_read, ids.len() as u64, "a list of ids may have any length");
        assert_eq!(
            store.readings().mark_unread(user, ids.clone(), at(9)).await.unwrap(),
            ids.len() as u64
        );
        let none = store.readings().tag_all(user, Vec::new(), "u".to_owned(), at(5)).await.unwrap();
        assert_eq!((none.n, none.undo), (0, None));
    });
}

#[test]
fn a_scope_is_marked_up_to_the_exact_article_or_time() {
    on_both(|ground| async move {
        let (store, user, source, ids) = with_articles(&ground, 10).await;
        let readings = store.readings();
        let scope = MarkScope::Source(source);
        // tidy(n) was published at minute n - 1000.
        for (up_to, n, left) in [
            (UpTo::Article(ArticleId(ids[0].0 - 1)), 0, 10),
            (UpTo::Article(ids[1]), 2, 8),
            (UpTo::Article(ids[1]), 0, 8),
            (UpTo::Published(at(-1000 + 3)), 2, 6),
            (UpTo::Published(at(-1000 + 3)), 0, 6),
            (UpTo::Everything, 6, 0),
        ] {
            let marked = readings.mark_scope_read(user, scope, up_to).await.unwrap();
            assert_eq!((marked, n_unread(&store, user).await), (n, left), "{up_to:?}");
        }
        readings.mark_unread(user, ids.clone(), at(9)).await.unwrap();
        let before = |minute| Reach { up_to: ids[7], before: Some(at(minute)) };
        for (reach, n) in [
            (before(-1000), 0),
            (before(-999), 1),
            (before(-1000 + 5), 4),
            (before(0), 3),
            (Reach { up_to: ids[9], before: None }, 2),
        ] {
            let done = readings.read_scope(user, MarkScope::All, reach, at(9)).await.unwrap();
            assert_eq!((done.n, done.undo.is_some()), (n, n > 0), "{reach:?}");
        }
        assert_eq!(
            readings.get(user, ids[0]).await.unwrap().read_at,
            None,
            "not a mark on an individual article"
        );
    });
}

#[test]
fn marking_a_scope_only_affects_its_user() {
    on_both(|ground| async move {
        let (store, ada, source, ids) = with_articles(&ground, 6).await;
        let bob = add_user(&store, "bob").await;
        store.subscriptions().subscribe(bob, source, None, at(1)).await.unwrap();
        let readings = store.readings();
        let mut tags = Vec::new();
        for (user, n) in [(ada, 0), (bob, 1)] {
            readings.star(user, ids[n], Some(at(2))).await.unwrap();
            readings.put_aside(user, ids[n + 2], Some(at(2))).await.unwrap();
            tags.push(readings.tag(user, ids[n + 4], "t".to_owned(), at(2)).await.unwrap());
        }
        for (scope, marked) in [
            (MarkScope::Starred, ids[0]),
            (MarkScope::Later, ids[2]),
            (MarkScope::Tagged(tags[0]), ids[4]),
        ] {
            assert_eq!(readings.mark_scope_read(ada, scope, UpTo::Everything).await.unwrap(), 1);
            let unread = readings.unread_ids(ada, 9).await.unwrap();
            assert!(!unread.contains(&marked), "{scope:?}");
        }
        let foreign = MarkScope::Tagged(tags[1]);
        assert_eq!(readings.mark_scope_read(ada, foreign, UpTo::Everything).await.unwrap(), 0);
        assert_eq!((n_unread(&store, ada).await, n_unread(&store, bob).await), (3, 6));
    });
}

#[test]
fn time_spent_is_clamped_and_half_a_minute_is_recorded_as_read_once() {
    on_both(|ground| async move {
        let (store, user, _, ids) = with_articles(&ground, 3).await;
        let spend = async |id: ArticleId, ms| {
            store.readings().add_time_spent(user, id, ms, at(2)).await.unwrap();
            let noted = store.users().reactions(user, at(0)).await.unwrap();
            let kept =
                noted.iter().filter(|one| one.article == id && one.reaction == Reaction::Kept);
            (store.readings().get(user, id).await.unwrap().spent_ms, kept.count())
        };
        let day = i64::from(24 * 3600 * 1000);
        for (ms, expected) in [
            (-5, (0, 0)),
            (29_999, (29_999, 0)),
            (1, (30_000, 1)),
            (0, (30_000, 1)),
            (40_000, (70_000, 1)),
        ] {
            assert_eq!(spend(ids[0], ms).await, expected, "{ms} ms more");
        }
        assert_eq!(spend(ids[1], i64::MAX).await, (day, 1));
        assert_eq!(spend(ids[1], i64::MAX).await, (2 * day, 1));
        assert_eq!(spend(ids[2], i64::MIN).await, (0, 0));
        let gone = store.readings().add_time_spent(user, ArticleId(99), 1, at(2)).await;
        assert_eq!(gone, Err(Error::NotFound("article")));
    });
}

#[test]
fn reading_again_keeps_the_first_time_and_marking_unread_clears_it() {
    on_both(|ground| async move {
        let (store, user, _, ids) = with_articles(&ground, 2).await;
        let readings = store.readings();
        readings.mark_read(user, vec![ids[0]], at(2)).await.unwrap();
        readings.mark_read(user, vec![ids[0]], at(3)).await.unwrap();
        let first = readings.opened(user, ids[0], at(4)).await.unwrap();
        let read = readings.get(user, ids[0]).await.unwrap();
        assert_eq!((read.read_at, read.opened_at, read.n_opened), (Some(at(2)), Some(at(4)), 1));
        assert_eq!(readings.mark_unread(user, vec![ids[0], ids[0]], at(9)).await.unwrap(), 1);
        let unread = readings.get(user, ids[0]).await.unwrap();
        assert_eq!((unread.read_at, unread.opened_at, unread.n_opened), (None, Some(at(4)), 1));
        let second = readings.opened(user, ids[0], at(5)).await.unwrap();
        assert!(second > first, "each action increases the revision: {first} {second}");
        assert_eq!(readings.get(user, ids[0]).await.unwrap().read_at, Some(at(5)));
        let page = store.articles().list(user, ArticleList::All, Cursor::START, 9).await.unwrap();
        let shown: Vec<_> = page.articles.iter().map(|one| (one.id, one.is_unread)).collect();
        assert_eq!(shown, [(ids[1], true), (ids[0], false)]);
    });
}

#[test]
fn ratings_and_stars_are_added_changed_and_removed() {
    on_both(|ground| async move {
        let (store, user, _, ids) = with_articles(&ground, 3).await;
        let readings = store.readings();
        for (n, minute) in [(0, 5), (1, 9), (2, 7), (1, 6)] {
            readings.star(user, ids[n], Some(at(minute))).await.unwrap();
        }
        assert_eq!(readings.starred_ids(user, 9).await.unwrap(), [ids[2], ids[1], ids[0]]);
        assert_eq!(readings.starred_ids(user, 2).await.unwrap(), [ids[2], ids[1]]);
        readings.star(user, ids[1], None).await.unwrap();
        readings.star(user, ids[1], None).await.unwrap();
        assert_eq!(readings.starred_ids(user, 9).await.unwrap(), [ids[2], ids[0]]);
        let rated = async |rating| {
            readings.rate(user, ids[1], rating).await.unwrap();
            let sql = "select rating from readings where article_id = $1";
            let id = ids[1];
            let rows = store.read(move |c| c.query(sql, tidings_store::values![id]));
            rows.await.unwrap().remove(0).only::<Option<i64>>().unwrap()
        };
        for rating in [Some(5), Some(1), None] {
            assert_eq!(rated(rating).await, rating);
        }
    });
}

#[test]
fn playback_positions_are_returned_for_many_articles_in_order() {
    on_both(|ground| async move {
        let (store, user, _, ids) = with_articles(&ground, 4).await;
        let place = |media: i64, seconds| PlaybackPosition {
            media: Fingerprint(media),
            seconds,
            length: Some(u32::MAX),
        };
        let readings = store.readings();
        for (id, media, seconds) in
            [(ids[2], 5, 7), (ids[0], 9, 1), (ids[0], -3, 2), (ids[3], 1, u32::MAX), (ids[0], 9, 0)]
        {
            readings.keep_position(user, id, place(media, seconds), at(2)).await.unwrap();
        }
        let all =
            readings.positions_in(user, [&ids[..], &[ArticleId(999)]].concat()).await.unwrap();
        let expected = [
            (ids[0], place(-3, 2)),
            (ids[0], place(9, 0)),
            (ids[2], place(5, 7)),
            (ids[3], place(1, u32::MAX)),
        ];
        assert_eq!(all, expected);
        assert_eq!(readings.positions_in(user, Vec::new()).await.unwrap(), []);
        assert_eq!(readings.positions(user, ids[1]).await.unwrap(), []);
    });
}

#[test]
fn tag_names_are_trimmed_limited_and_case_sensitive() {
    on_both(|ground| async move {
        let (store, user, _, ids) = with_articles(&ground, 2).await;
        let readings = store.readings();
        let add = async |name: &str| readings.add_tag(user, name.to_owned()).await;
        let first = add("  Köln ").await.unwrap();
        assert_eq!(add("Köln").await, Ok(first));
        assert_ne!(add("köln").await, Ok(first));
        assert!(add(&"é".repeat(250)).await.is_ok(), "500 bytes");
        for bad in ["", " \t\n ", &format!("{}x", "é".repeat(250))] {
            assert!(matches!(add(bad).await, Err(Error::Refused(_))), "{bad:?}");
            let renamed = readings.rename_tag(user, first, bad.to_owned()).await;
            assert!(matches!(renamed, Err(Error::Refused(_))), "{bad:?}");
        }
        readings.tag(user, ids[0], "köln".to_owned(), at(2)).await.unwrap();
        readings.rename_tag(user, first, " Köln ".to_owned()).await.unwrap();
        let all = readings.tags(user).await.unwrap();
        let told: Vec<_> = all.iter().map(|tag| (tag.name.as_str(), tag.n_articles)).collect();
        assert_eq!(told[..2], [("Köln", 0), ("köln", 1)]);
        let eve = add_user(&store, "eve").await;
        let missing = Err(Error::NotFound("tag"));
        assert_eq!(readings.rename_tag(eve, first, "mine".to_owned()).await, missing);
        assert_eq!(readings.remove_tag(user, tidings_model::TagId(999)).await, missing);
        assert_eq!(readings.tags(eve).await.unwrap(), []);
    });
}

/// Returns the articles of a stream that changed after a minute, oldest arrival first.
async fn changed_after(store: &Store, user: UserId, minute: i64) -> Vec<ArticleId> {
    let changed = Span { after: Some(at(minute)), before: None };
    let stream = StreamQuery { changed, order: ListOrder::Oldest, ..StreamQuery::default() };
    let found = store.articles().stream(user, stream).await.unwrap();
    for entry in &found {
        let full = store.articles().get(user, entry.article).await.unwrap().unwrap();
        assert!(full.changed_at > at(minute), "shown as it is found");
    }
    found.into_iter().map(|entry| entry.article).collect()
}

#[test]
fn every_change_of_a_mark_counts_as_one_for_client_programs() {
    on_both(|ground| async move {
        let (store, ada, source, ids) = with_articles(&ground, 6).await;
        let bob = add_user(&store, "bob").await;
        store.subscriptions().subscribe(bob, source, None, at(1)).await.unwrap();
        let readings = store.readings();
        let stream = |set| StreamQuery { within: vec![set], ..StreamQuery::default() };
        readings.star(ada, ids[1], Some(at(10))).await.unwrap();
        let articles = store.articles();
        articles.mark_stream_read(ada, stream(Set::Starred), at(20)).await.unwrap();
        assert_eq!(changed_after(&store, ada, 19).await, ids[1..2]);
        articles.mark_stream_read(ada, stream(Set::Source(source)), at(30)).await.unwrap();
        assert_eq!(changed_after(&store, ada, 29).await, [&ids[..1], &ids[2..]].concat());
        assert_eq!(readings.get(ada, ids[0]).await.unwrap().read_at, None, "nobody read it");
        readings.mark_unread(ada, ids[..4].to_vec(), at(40)).await.unwrap();
        assert_eq!(changed_after(&store, ada, 39).await, ids[..4]);
        let reach = Reach { up_to: ids[2], before: None };
        let read = readings.read_scope(ada, MarkScope::All, reach, at(50)).await.unwrap();
        assert_eq!(changed_after(&store, ada, 49).await, ids[..3]);
        store.undos().undo(ada, read.undo.unwrap(), at(60)).await.unwrap();
        assert_eq!(changed_after(&store, ada, 59).await, ids[..3]);
        let unstar = readings.act_on(ada, BulkAction::Unstar, ids.clone(), at(70)).await.unwrap();
        assert_eq!((unstar.n, changed_after(&store, ada, 69).await), (1, ids[1..2].to_vec()));
        let unread = readings.act_on(ada, BulkAction::Unread, ids.clone(), at(80)).await.unwrap();
        assert_eq!(changed_after(&store, ada, 79).await, ids[4..]);
        store.undos().undo(ada, unread.undo.unwrap(), at(90)).await.unwrap();
        assert_eq!(changed_after(&store, ada, 89).await, ids[4..]);
        assert_eq!(changed_after(&store, bob, 19).await, [], "each person has their own marks");
        assert_eq!(n_unread(&store, bob).await, 6);
    });
}

#[test]
fn tags_count_their_unread_articles_since_they_arrived_for_the_user() {
    on_both(|ground| async move {
        let (store, ada, source, ids) = with_articles(&ground, 4).await;
        let bob = add_user(&store, "bob").await;
        store.subscriptions().subscribe(bob, source, None, at(5)).await.unwrap();
        let readings = store.readings();
        let mut tags = Vec::new();
        for (user, name, tagged) in
            [(ada, "a", &ids[..3]), (ada, "b", &ids[3..]), (bob, "a", &ids[..2])]
        {
            readings.tag_all(user, tagged.to_vec(), name.to_owned(), at(6)).await.unwrap();
            let known = readings.tags(user).await.unwrap();
            tags.push(known.iter().find(|tag| tag.name == name).unwrap().id);
        }
        readings.mark_read(ada, vec![ids[2], ids[3]], at(7)).await.unwrap();
        let counts = readings.unread_counts_of_tags(ada).await.unwrap();
        assert_eq!(counts, [(tags[0], 2, at(1))], "without those that are read");
        let counts = readings.unread_counts_of_tags(bob).await.unwrap();
        assert_eq!(counts, [(tags[2], 2, at(5))], "they arrived when he subscribed");
    });
}
