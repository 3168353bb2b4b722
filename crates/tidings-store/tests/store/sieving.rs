//! Streams under any conditions and in any order, compared with a model in memory.

use crate::{
    support::{at, noon, on_both, run},
    world::{Act, Known, Reader, World, acts, busy},
};
use jiff::Timestamp;
use proptest::prelude::*;
use std::cmp::Ordering;
use tidings_model::{ArticleId, SourceId};
use tidings_store::{
    Entry, ListOrder, Options, Set, Sort, Span, Store, StoreLocation, StreamQuery,
};

/// A generated set, before anything has an id.
#[derive(Debug, Clone, Copy)]
enum Pick {
    Source(usize),
    Folder(usize),
    Unfiled,
    Followed,
    Muted,
    Tagged,
    Starred,
    Read,
    Unread,
}

const SORTS: [Sort; 8] = [
    Sort::Arrival,
    Sort::Published,
    Sort::Changed,
    Sort::Title,
    Sort::Author,
    Sort::Status,
    Sort::Folder,
    Sort::FolderName,
];

/// A generated stream. Times are in minutes; articles are numbered in order of arrival.
#[derive(Debug, Clone)]
struct Drawn {
    within: Vec<Pick>,
    without: Vec<Pick>,
    ids: (Option<usize>, Option<usize>),
    arrived: (Option<i64>, Option<i64>),
    published: (Option<i64>, Option<i64>),
    changed: (Option<i64>, Option<i64>),
    among: Option<Vec<usize>>,
    sort: usize,
    order: ListOrder,
    offset: usize,
    limit: Option<usize>,
}

fn picks(most: usize) -> impl Strategy<Value = Vec<Pick>> {
    let pick = prop_oneof![
        1 => (0..3_usize).prop_map(Pick::Source),
        1 => (0..2_usize).prop_map(Pick::Folder),
        1 => Just(Pick::Unfiled),
        1 => Just(Pick::Followed),
        1 => Just(Pick::Muted),
        1 => Just(Pick::Tagged),
        2 => Just(Pick::Starred),
        1 => Just(Pick::Read),
        2 => Just(Pick::Unread),
    ];
    prop::collection::vec(pick, 0..=most)
}

fn drawn() -> impl Strategy<Value = Drawn> {
    let rarely = |minutes: &'static [i64]| {
        let one = move || prop::option::weighted(0.15, prop::sample::select(minutes));
        (one(), one())
    };
    let number = || prop::option::weighted(0.1, 0..13_usize);
    let bounds = (
        (number(), number()),
        rarely(&[-1, 0, 1, 60, 2000, 2001]),
        rarely(&[-2881, -2880, -11, -10, -9, 30, 1999]),
        rarely(&[0, 59, 60, 2000, 3000, 3002, 3005]),
        prop::option::weighted(0.1, prop::collection::vec(0..13_usize, 0..6)),
    );
    let shape = (0..SORTS.len(), any::<bool>(), 0..4_usize, prop::option::of(0..9_usize));
    (picks(2), picks(1), bounds, shape).prop_map(|(within, without, bounds, shape)| {
        let (ids, arrived, published, changed, among) = bounds;
        let (sort, is_newest, offset, limit) = shape;
        let order = if is_newest { ListOrder::Newest } else { ListOrder::Oldest };
        Drawn {
            within,
            without,
            ids,
            arrived,
            published,
            changed,
            among,
            sort,
            order,
            offset,
            limit,
        }
    })
}

fn span((after, before): (Option<i64>, Option<i64>)) -> Span {
    Span { after: after.map(at), before: before.map(at) }
}

impl Drawn {
    /// Returns the query with the ids of this world, for one of its readers.
    fn query(&self, world: &World, reader: &Reader) -> StreamQuery {
        let set = |pick: &Pick| match *pick {
            Pick::Source(s) => Set::Source(world.sources[s]),
            Pick::Folder(f) => Set::Folder(reader.folders[f]),
            Pick::Unfiled => Set::Unfiled,
            Pick::Followed => Set::Followed,
            Pick::Muted => Set::Muted,
            Pick::Tagged => Set::Tagged(reader.tag),
            Pick::Starred => Set::Starred,
            Pick::Read => Set::Read,
            Pick::Unread => Set::Unread,
        };
        let id = |n: usize| world.articles[n].id;
        let number = |n: usize| reader.number(&world.articles[n]);
        StreamQuery {
            within: self.within.iter().map(set).collect(),
            without: self.without.iter().map(set).collect(),
            after: self.ids.0.map(number),
            before: self.ids.1.map(number),
            since: self.arrived.0.map(at),
            until: self.arrived.1.map(at),
            published: span(self.published),
            changed: span(self.changed),
            among: self.among.as_ref().map(|all| all.iter().map(|n| id(*n)).collect()),
            labelled: Vec::new(),
            sort: SORTS[self.sort],
            order: self.order,
            offset: self.offset,
            limit: self.limit.unwrap_or(usize::MAX),
        }
    }

    /// Returns everything in the stream, in order, ignoring offset and limit.
    fn expected<'a>(&self, world: &'a World, reader: &Reader) -> Vec<&'a Known> {
        let mut found: Vec<&Known> =
            world.articles.iter().filter(|one| self.has(world, reader, one)).collect();
        found.sort_by(|a, b| {
            self.compare(reader, a, b).then(reader.number(a).cmp(&reader.number(b)))
        });
        if self.order == ListOrder::Newest {
            found.reverse();
        }
        found
    }

    fn has(&self, world: &World, reader: &Reader, one: &Known) -> bool {
        let is_wanted = |wanted: fn(&Pick) -> bool| self.within.iter().any(wanted);
        // A stream includes kept articles even without a subscription, or if a rule hides them.
        let is_there = if is_wanted(|pick| matches!(pick, Pick::Unread)) {
            reader.unread.contains(&one.id)
        } else if is_wanted(|pick| matches!(pick, Pick::Starred)) {
            reader.starred.contains_key(&one.id)
        } else if is_wanted(|pick| matches!(pick, Pick::Tagged)) {
            reader.tagged.contains_key(&one.id)
        } else {
            reader.meets(one)
        };
        let among = self.among.as_ref();
        let (number, arrived_at) = (reader.number(one), reader.arrived_at(one));
        is_there
            && self.within.iter().all(|pick| is_in(reader, one, *pick))
            && !self.without.iter().any(|pick| is_in(reader, one, *pick))
            && self.ids.0.is_none_or(|n| number > reader.number(&world.articles[n]))
            && self.ids.1.is_none_or(|n| number < reader.number(&world.articles[n]))
            && self.arrived.0.is_none_or(|minute| arrived_at >= at(minute))
            && self.arrived.1.is_none_or(|minute| arrived_at <= at(minute))
            && is_between(one.published_at, self.published)
            && is_between(changed_at(reader, one), self.changed)
            && among.is_none_or(|all| all.iter().any(|n| world.articles[*n].id == one.id))
    }

    fn compare(&self, reader: &Reader, a: &Known, b: &Known) -> Ordering {
        let is_read = |one: &Known| !reader.unread.contains(&one.id);
        // Articles in no folder come after all folders; the first folder by id is the last by path.
        let folder = |one: &Known| reader.folder_of(one).unwrap_or(2);
        let named = |one: &Known| reader.folder_of(one).map_or(2, |folder| 1 - folder);
        match SORTS[self.sort] {
            Sort::Arrival => Ordering::Equal,
            Sort::Published => a.published_at.cmp(&b.published_at),
            Sort::Changed => changed_at(reader, a).cmp(&changed_at(reader, b)),
            Sort::Title => a.title.to_lowercase().cmp(&b.title.to_lowercase()),
            Sort::Author => a.author.to_lowercase().cmp(&b.author.to_lowercase()),
            Sort::Status => is_read(a).cmp(&is_read(b)),
            Sort::Folder => folder(a).cmp(&folder(b)),
            Sort::FolderName => named(a).cmp(&named(b)),
        }
    }
}

fn is_in(reader: &Reader, one: &Known, pick: Pick) -> bool {
    let is_followed = reader.follows.contains_key(&one.source);
    match pick {
        Pick::Source(s) => one.source == s,
        Pick::Folder(f) => reader.is_in(one, f),
        Pick::Unfiled => is_followed && reader.folder_of(one).is_none(),
        Pick::Followed => is_followed,
        Pick::Muted => reader.is_muted(one),
        Pick::Tagged => reader.tagged.contains_key(&one.id),
        Pick::Starred => reader.starred.contains_key(&one.id),
        Pick::Read => !reader.unread.contains(&one.id),
        Pick::Unread => reader.unread.contains(&one.id),
    }
}

/// Returns the latest of the arrival and the times when its reader read or starred it.
fn changed_at(reader: &Reader, one: &Known) -> Timestamp {
    let marks = [reader.read_at.get(&one.id), reader.starred.get(&one.id)];
    marks.into_iter().flatten().copied().fold(reader.arrived_at(one), Timestamp::max)
}

fn is_between(time: Timestamp, (after, before): (Option<i64>, Option<i64>)) -> bool {
    after.is_none_or(|minute| time > at(minute)) && before.is_none_or(|minute| time < at(minute))
}

async fn compare(world: &World, drawn: &Drawn) {
    let articles = world.store.articles();
    for reader in &world.readers {
        let expected = drawn.expected(world, reader);
        let query = drawn.query(world, reader);
        let source = |one: &Known| world.sources[one.source];
        let page: Vec<Entry> = expected
            .iter()
            .skip(query.offset)
            .take(query.limit)
            .map(|one| Entry { number: reader.number(one), article: one.id, source: source(one) })
            .collect();
        assert_eq!(articles.stream(reader.user, query.clone()).await.unwrap(), page, "{query:?}");
        let n = articles.count_stream(reader.user, query.clone()).await.unwrap();
        assert_eq!(n, expected.len() as u64, "independent of the page: {query:?}");
        let of = |id: &SourceId| expected.iter().filter(|one| source(one) == *id).count() as u64;
        let by_source: Vec<_> =
            world.sources.iter().map(|id| (*id, of(id))).filter(|(_, n)| *n > 0).collect();
        let counted = articles.count_stream_by_source(reader.user, query.clone()).await.unwrap();
        assert_eq!(counted, by_source, "{query:?}");
    }
}

/// Marks the first reader's stream read, and checks the result and that the second reader's articles are not affected.
async fn mark_read(world: &World, drawn: &Drawn) {
    let (reader, other) = (&world.readers[0], &world.readers[1]);
    let marked: Vec<ArticleId> = {
        let of_unread =
            Drawn { within: [&drawn.within[..], &[Pick::Unread]].concat(), ..drawn.clone() };
        of_unread.expected(world, reader).iter().map(|one| one.id).collect()
    };
    let query = drawn.query(world, reader);
    let n =
        world.store.articles().mark_stream_read(reader.user, query.clone(), at(9)).await.unwrap();
    assert_eq!(n, marked.len() as u64, "{query:?}");
    let unread = async |user| {
        let mut ids = world.store.readings().unread_ids(user, 99).await.unwrap();
        ids.sort_unstable();
        ids
    };
    let left: Vec<_> = reader.unread.iter().filter(|id| !marked.contains(id)).copied().collect();
    assert_eq!(unread(reader.user).await, left, "{query:?}");
    assert_eq!(unread(other.user).await, other.unread.iter().copied().collect::<Vec<_>>());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn streams_agree_with_the_model_for_any_query(
        acts in acts(), all in prop::collection::vec(drawn(), 12),
    ) {
        run(async {
            let store = Store::open(Options::new(StoreLocation::Memory, noon())).await.unwrap();
            let world = World::after(store, &acts).await;
            for one in &all {
                compare(&world, one).await;
            }
            mark_read(&world, &all[0]).await;
        });
    }
}

/// A stream of everything, in the given order.
fn plain(order: ListOrder) -> Drawn {
    Drawn {
        within: Vec::new(),
        without: Vec::new(),
        ids: (None, None),
        arrived: (None, None),
        published: (None, None),
        changed: (None, None),
        among: None,
        sort: 0,
        order,
        offset: 0,
        limit: None,
    }
}

#[test]
fn every_set_and_its_complement_are_found_in_every_order() {
    on_both(|ground| async move {
        let world = World::after(ground.open().await, &busy()).await;
        for pick in [
            Pick::Source(0),
            Pick::Folder(0),
            Pick::Folder(1),
            Pick::Unfiled,
            Pick::Followed,
            Pick::Muted,
            Pick::Tagged,
            Pick::Starred,
            Pick::Read,
            Pick::Unread,
        ] {
            for (sort, order) in
                (0..SORTS.len()).zip([ListOrder::Newest, ListOrder::Oldest].repeat(4))
            {
                compare(&world, &Drawn { within: vec![pick], sort, ..plain(order) }).await;
                compare(&world, &Drawn { without: vec![pick], sort, offset: 1, ..plain(order) })
                    .await;
            }
        }
        let starred = vec![Pick::Starred, Pick::Read];
        mark_read(
            &world,
            &Drawn { within: vec![Pick::Source(2)], limit: Some(1), ..plain(ListOrder::Oldest) },
        )
        .await;
        compare_of_first(&world, &Drawn { within: starred, ..plain(ListOrder::Oldest) }).await;
        world.store.close().await;
    });
}

/// Checks streams of starred and read articles after a source was marked read: its articles count as read now.
async fn compare_of_first(world: &World, drawn: &Drawn) {
    let reader = &world.readers[0];
    let found =
        world.store.articles().stream(reader.user, drawn.query(world, reader)).await.unwrap();
    let is_read = |one: &&Known| one.source == 2 || !reader.unread.contains(&one.id);
    let expected =
        world.articles.iter().filter(|one| reader.starred.contains_key(&one.id)).filter(is_read);
    let expected: Vec<ArticleId> = expected.map(|one| one.id).collect();
    assert_eq!(found.into_iter().map(|entry| entry.article).collect::<Vec<_>>(), expected);
}

#[test]
fn streams_of_another_users_folder_or_tag_are_empty() {
    on_both(|ground| async move {
        let acts = [Act::Tag(0, 1, 3000), Act::File(0, 0, Some(0)), Act::Tag(1, 1, 3000)];
        let world = World::after(ground.open().await, &acts).await;
        let (own, other) = (&world.readers[0], &world.readers[1]);
        for (set, n) in [(Set::Folder(own.folders[0]), 5), (Set::Tagged(own.tag), 1)] {
            let query = StreamQuery { within: vec![set], ..StreamQuery::default() };
            let count = async |user| {
                world.store.articles().count_stream(user, query.clone()).await.unwrap()
            };
            assert_eq!((count(own.user).await, count(other.user).await), (n, 0), "{set:?}");
            let marked =
                world.store.articles().mark_stream_read(other.user, query.clone(), at(9)).await;
            assert_eq!(marked.unwrap(), 0, "{set:?}");
        }
        assert_eq!(world.store.readings().unread_ids(own.user, 99).await.unwrap().len(), 13);
        world.store.close().await;
    });
}
