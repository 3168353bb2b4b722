//! Lists, page by page and in either order, compared with a model in memory.

use crate::{
    support::{Ground, at, noon, on_both, run, sqlite},
    world::{Act, Known, READERS, Reader, World, acts, busy},
};
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use std::collections::BTreeMap;
use tidings_model::{ArticleId, UserId};
use tidings_store::{
    ArticleList, Cursor, ListOrder, Options, Store, StoreLocation, articles::MAX_PAGE,
};

/// The position of an article: the list's sort key and the article's id.
type Place = (Timestamp, ArticleId);

/// Returns every list of a reader with what it should show.
fn shelves(world: &World, reader: &Reader) -> Vec<(ArticleList, Vec<Place>)> {
    let dated = |is_in: &dyn Fn(&Known) -> bool| {
        let found = world.articles.iter().filter(|one| is_in(one));
        found.map(|one| (one.published_at, one.id)).collect::<Vec<Place>>()
    };
    let kept = |marks: &BTreeMap<ArticleId, Timestamp>| {
        marks.iter().map(|(id, at)| (*at, *id)).collect::<Vec<Place>>()
    };
    let kept_unread = |marks: &BTreeMap<ArticleId, Timestamp>| {
        kept(marks).into_iter().filter(|(_, id)| reader.unread.contains(id)).collect()
    };
    let is_unread = |one: &Known| reader.unread.contains(&one.id);
    let is_loud = |one: &Known| reader.meets(one) && !reader.is_muted(one);
    let mut shelves = vec![
        (ArticleList::All, dated(&is_loud)),
        (ArticleList::Unread, dated(&|one| is_unread(one) && !reader.is_muted(one))),
        (ArticleList::Starred, kept(&reader.starred)),
        (ArticleList::Later, kept(&reader.later)),
        (ArticleList::Tagged(reader.tag), kept(&reader.tagged)),
        (ArticleList::StarredUnread, kept_unread(&reader.starred)),
        (ArticleList::LaterUnread, kept_unread(&reader.later)),
        (ArticleList::TaggedUnread(reader.tag), kept_unread(&reader.tagged)),
    ];
    for (s, source) in world.sources.iter().enumerate() {
        let (of_source, unread) =
            (ArticleList::Source(*source), ArticleList::SourceUnread(*source));
        shelves.push((of_source, dated(&|one| one.source == s && reader.meets(one))));
        shelves.push((unread, dated(&|one| one.source == s && is_unread(one))));
    }
    for (f, folder) in reader.folders.iter().enumerate() {
        let is_in = |one: &Known| reader.is_in(one, f);
        let (all, unread) = (ArticleList::Folder(*folder), ArticleList::FolderUnread(*folder));
        shelves.push((all, dated(&|one| is_in(one) && reader.meets(one))));
        shelves.push((unread, dated(&|one| is_in(one) && is_unread(one))));
    }
    for minute in [-9, 0, 1, 60, 61, 2000, 2001] {
        let floor = at(minute) - SignedDuration::from_hours(48);
        let is_new = |one: &Known| one.arrived_at >= at(minute) && one.published_at >= floor;
        shelves.push((ArticleList::Since(at(minute)), dated(&|one| is_loud(one) && is_new(one))));
        let is_left = |one: &Known| is_unread(one) && !reader.is_muted(one) && is_new(one);
        shelves.push((ArticleList::SinceUnread(at(minute)), dated(&is_left)));
    }
    shelves
}

fn in_order(order: ListOrder, mut places: Vec<Place>) -> Vec<Place> {
    places.sort_unstable();
    if order == ListOrder::Newest {
        places.reverse();
    }
    places
}

/// Reads a list to its end in pages of this size.
async fn walk(
    world: &World,
    reader: &Reader,
    shelf: ArticleList,
    order: ListOrder,
    size: usize,
) -> Vec<Place> {
    let (mut walked, mut after) = (Vec::new(), Cursor::start(order));
    loop {
        let page =
            world.store.articles().list_in(order, reader.user, shelf, after, size).await.unwrap();
        for one in &page.articles {
            assert_eq!(one.is_unread, reader.unread.contains(&one.id), "{}", one.title);
            assert_eq!(
                one.reading.starred_at,
                reader.starred.get(&one.id).copied(),
                "{}",
                one.title
            );
            assert_eq!(one.reading.later_at, reader.later.get(&one.id).copied(), "{}", one.title);
            assert_eq!(one.reading.read_at, reader.read_at.get(&one.id).copied(), "{}", one.title);
            walked.push((one.cursor.at, one.id));
        }
        match page.next {
            Some(next) => {
                assert_eq!(page.articles.len(), size, "every page except the last is full");
                after = next;
            }
            None => return walked,
        }
    }
}

async fn compare(world: &World, size: usize, nth: usize) {
    for reader in &world.readers {
        for (shelf, places) in shelves(world, reader) {
            for order in [ListOrder::Newest, ListOrder::Oldest] {
                let expected = in_order(order, places.clone());
                let walked = walk(world, reader, shelf, order, size).await;
                assert_eq!(walked, expected, "{shelf:?} {order:?} by {size}");
                let Some(place) = nth.checked_rem(expected.len()) else { continue };
                let id = expected[place].1;
                let found =
                    world.store.articles().neighbours(order, reader.user, shelf, id).await.unwrap();
                let before = place.checked_sub(1).map(|place| expected[place].1);
                let after = expected.get(place + 1).map(|place| place.1);
                let found = (found.previous.map(|one| one.id), found.next.map(|one| one.id));
                assert_eq!(found, (before, after), "beside {id} in {shelf:?} {order:?}");
            }
        }
    }
    assert_eq!(world.store.maintenance().check().await.unwrap(), [""; 0]);
}

async fn in_memory() -> Store {
    Store::open(Options::new(StoreLocation::Memory, noon())).await.unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, ..ProptestConfig::default() })]

    #[test]
    fn lists_agree_with_the_model_whatever_readers_do(
        acts in acts(), size in 1..6_usize, nth in 0..99_usize,
    ) {
        run(async {
            let world = World::after(in_memory().await, &acts).await;
            compare(&world, size, nth).await;
        });
    }
}

#[test]
fn every_list_is_the_same_for_any_page_size() {
    on_both(|ground| async move {
        let world = World::after(ground.open().await, &busy()).await;
        for size in [1, 4, 13, MAX_PAGE] {
            compare(&world, size, size + 1).await;
        }
        world.store.close().await;
    });
}

/// Returns the lists that refer to a reader's own folders and tags, to be requested by another user.
fn own_lists(reader: &Reader) -> Vec<ArticleList> {
    let of_folder = |folder| [ArticleList::Folder(folder), ArticleList::FolderUnread(folder)];
    let mut lists: Vec<_> = reader.folders.into_iter().flat_map(of_folder).collect();
    lists.push(ArticleList::Tagged(reader.tag));
    lists
}

async fn shown(store: &Store, user: UserId, list: ArticleList) -> usize {
    store.articles().list(user, list, Cursor::START, 99).await.unwrap().articles.len()
}

#[test]
fn the_folders_and_tags_of_one_reader_show_nothing_to_another() {
    on_both(|ground| async move {
        let tagged = (0..READERS).map(|r| Act::Tag(r, 3, 3000));
        let filed = (0..READERS).map(|r| Act::File(r, 0, Some(0)));
        let world =
            World::after(ground.open().await, &tagged.chain(filed).collect::<Vec<_>>()).await;
        for (own, other) in [(0, 1), (1, 0)] {
            let mut n_shown = 0;
            for list in own_lists(&world.readers[own]) {
                n_shown += shown(&world.store, world.readers[own].user, list).await;
                assert_eq!(
                    shown(&world.store, world.readers[other].user, list).await,
                    0,
                    "{list:?}"
                );
            }
            assert_eq!(
                n_shown, 21,
                "five articles twice in each of two folders, and the tagged one"
            );
        }
        world.store.close().await;
    });
}

/// Creates a store whose only source has this many articles, all published at the same time.
async fn with_many(ground: &Ground, n: usize) -> (Store, UserId) {
    let (store, user, source) = crate::support::with_reader(ground).await;
    let articles = (0..n).map(crate::support::tidy).collect();
    crate::support::store_articles(&store, source, articles, at(0)).await;
    (store, user)
}

#[test]
fn a_page_has_at_least_one_article_and_at_most_a_thousand() {
    run(async {
        let ground = sqlite();
        let (store, user) = with_many(&ground, MAX_PAGE + 5).await;
        let page = async |size| {
            let page = store.articles().list(user, ArticleList::All, Cursor::START, size).await;
            let page = page.unwrap();
            (page.articles.len(), page.next.is_some())
        };
        for (size, expected) in [
            (0, (1, true)),
            (1, (1, true)),
            (500, (500, true)),
            (501, (501, true)),
            (MAX_PAGE, (MAX_PAGE, true)),
            (MAX_PAGE + 1, (MAX_PAGE, true)),
            (usize::MAX, (MAX_PAGE, true)),
        ] {
            assert_eq!(page(size).await, expected, "{size}");
        }
        let after = store.articles().since(user, ArticleId(0), usize::MAX).await.unwrap();
        assert_eq!((after.len(), after[0].listed.id), (MAX_PAGE, ArticleId(1)));
        let rest = store.articles().since(user, ArticleId(MAX_PAGE as i64), 99).await.unwrap();
        assert_eq!(rest.len(), 5);
    });
}

#[test]
fn articles_are_returned_in_the_requested_order_without_invisible_ones() {
    on_both(|ground| async move {
        let acts = [Act::Star(0, 8, Some(3000)), Act::Leave(0, 1), Act::Leave(1, 0)];
        let world = World::after(ground.open().await, &acts).await;
        let (store, ids) =
            (&world.store, world.articles.iter().map(|one| one.id).collect::<Vec<_>>());
        let mut asked: Vec<ArticleId> = ids.iter().rev().copied().collect();
        asked.insert(3, ArticleId(99_999));
        for reader in &world.readers {
            let seen: Vec<ArticleId> = world
                .articles
                .iter()
                .rev()
                .filter(|one| reader.sees(one))
                .map(|one| one.id)
                .collect();
            let listed = store.articles().listed(reader.user, asked.clone()).await.unwrap();
            assert_eq!(listed.iter().map(|one| one.id).collect::<Vec<_>>(), seen);
            for id in &asked {
                let may = seen.contains(id);
                assert_eq!(
                    store.articles().check_visible(reader.user, *id).await.is_ok(),
                    may,
                    "{id}"
                );
                assert_eq!(store.readings().sees(reader.user, *id).await.unwrap(), may, "{id}");
                assert_eq!(
                    store.articles().get(reader.user, *id).await.unwrap().is_some(),
                    may,
                    "{id}"
                );
            }
        }
        assert_eq!(world.readers[0].follows.len(), 2);
        let kept = store.articles().get(world.readers[0].user, ids[8]).await.unwrap().unwrap();
        assert!(!kept.is_followed, "kept from a source without a subscription");
        world.store.close().await;
    });
}
