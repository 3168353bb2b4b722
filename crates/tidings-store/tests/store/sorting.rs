//! Queries of client programs, filtered, sorted and counted the same way on both engines.

use crate::support::{add_source, add_user, article, at, on_both, store_articles, tidy};
use jiff::Timestamp;
use tidings_model::{Article, ArticleId, Fingerprint, SourceId, UserId};
use tidings_store::{
    Icon, ListOrder, PlaybackPosition, Set, Sort, Span, Store, StreamQuery, SubscriberOptions,
};

/// Ada with two sources of two articles each; all but the last in a folder. The ids are in the order of arrival.
struct Shelves {
    store: Store,
    ada: UserId,
    first: SourceId,
    second: SourceId,
    ids: Vec<ArticleId>,
}

fn made(title: &str, author: &str, published: i64, tags: &[&str]) -> Article {
    Article {
        published: Some(at(published)),
        authors: vec![author.to_owned()],
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        ..article(title, &format!("https://example.org/{title}"), title, "Text")
    }
}

async fn furnish(store: Store) -> Shelves {
    let ada = add_user(&store, "ada").await;
    let first = add_source(&store, "https://first.example/feed").await;
    let second = add_source(&store, "https://second.example/feed").await;
    for source in [first, second] {
        store.subscriptions().subscribe(ada, source, None, at(0)).await.unwrap();
    }
    let folder = store.subscriptions().folder(ada, "Zoo".to_owned(), at(0)).await.unwrap();
    store.subscriptions().move_to(ada, first, Some(folder)).await.unwrap();
    let mut ids = Vec::new();
    for (minute, source, one) in [
        (1, first, made("cherry", "Zoe", -10, &["Sound", "100%"])),
        (2, first, made("Apple", "yves", -30, &["a\nb"])),
        (3, second, made("banana", "Xenia", -20, &["soundtrack", "1000"])),
        (4, second, made("Date", "will", -40, &[])),
    ] {
        ids.extend(store_articles(&store, source, vec![one], at(minute)).await.new_ids);
    }
    Shelves { store, ada, first, second, ids }
}

impl Shelves {
    /// Returns the index of each article of a stream among all articles.
    async fn places(&self, stream: StreamQuery) -> Vec<usize> {
        let found = self.store.articles().stream(self.ada, stream.clone()).await.unwrap();
        let n = self.store.articles().count_stream(self.ada, stream.clone()).await.unwrap();
        if stream.offset == 0 && stream.limit == usize::MAX {
            assert_eq!(n, found.len() as u64, "equals the count: {stream:?}");
        }
        let place = |id| self.ids.iter().position(|one| *one == id).unwrap();
        found.iter().map(|entry| place(entry.article)).collect()
    }
}

fn all() -> StreamQuery {
    StreamQuery { order: ListOrder::Oldest, ..StreamQuery::default() }
}

fn span(after: Option<i64>, before: Option<i64>) -> Span {
    let time = |minutes: Option<i64>| -> Option<Timestamp> { minutes.map(at) };
    Span { after: time(after), before: time(before) }
}

#[test]
fn streams_are_sorted_as_requested() {
    on_both(|ground| async move {
        let shelves = furnish(ground.open().await).await;
        let (store, ada) = (&shelves.store, shelves.ada);
        for (sort, expected) in [
            (Sort::Arrival, [0, 1, 2, 3]),
            (Sort::Published, [3, 1, 2, 0]),
            (Sort::Changed, [0, 1, 2, 3]),
            (Sort::Title, [1, 2, 0, 3]),
            (Sort::Author, [3, 2, 1, 0]),
            (Sort::Folder, [0, 1, 2, 3]),
            (Sort::FolderName, [0, 1, 2, 3]),
        ] {
            for within in [Vec::new(), vec![Set::Unread], vec![Set::Followed, Set::Unread]] {
                let stream = StreamQuery { sort, within: within.clone(), ..all() };
                assert_eq!(shelves.places(stream.clone()).await, expected, "{sort:?} {within:?}");
                let backwards = StreamQuery { order: ListOrder::Newest, ..stream };
                let mut expected = expected;
                expected.reverse();
                assert_eq!(shelves.places(backwards).await, expected, "{sort:?} backwards");
            }
        }
        store.readings().mark_read(ada, vec![shelves.ids[0]], at(9)).await.unwrap();
        let by_status = StreamQuery { sort: Sort::Status, ..all() };
        assert_eq!(shelves.places(by_status).await, [1, 2, 3, 0], "unread before read");
        store.readings().star(ada, shelves.ids[1], Some(at(10))).await.unwrap();
        let changed = StreamQuery { sort: Sort::Changed, ..all() };
        assert_eq!(shelves.places(changed.clone()).await, [2, 3, 0, 1], "marks count as changes");
        let page = StreamQuery { offset: 1, limit: 2, ..changed };
        assert_eq!(shelves.places(page.clone()).await, [3, 0]);
        assert_eq!(
            store.articles().count_stream(ada, page).await.unwrap(),
            4,
            "a count covers all pages"
        );
        let beyond = StreamQuery { offset: 9, ..all() };
        assert_eq!(shelves.places(beyond).await, [0; 0]);
    });
}

#[test]
fn streams_are_filtered_by_times_names_and_lists() {
    on_both(|ground| async move {
        let shelves = furnish(ground.open().await).await;
        let (store, ada) = (&shelves.store, shelves.ada);
        let tag = "Übung";
        store.readings().tag(ada, shelves.ids[3], tag.to_owned(), at(5)).await.unwrap();
        store.readings().star(ada, shelves.ids[2], Some(at(10))).await.unwrap();
        for (what, stream, expected) in [
            ("after", StreamQuery { published: span(Some(-30), None), ..all() }, vec![0, 2]),
            ("before", StreamQuery { published: span(None, Some(-20)), ..all() }, vec![1, 3]),
            ("between", StreamQuery { published: span(Some(-40), Some(-20)), ..all() }, vec![1]),
            ("changed", StreamQuery { changed: span(Some(3), None), ..all() }, vec![2, 3]),
            ("unchanged", StreamQuery { changed: span(None, Some(4)), ..all() }, vec![0, 1]),
            ("sound", StreamQuery { labelled: vec!["SOUND".to_owned()], ..all() }, vec![0]),
            ("percent", StreamQuery { labelled: vec!["100%".to_owned()], ..all() }, vec![0]),
            ("part", StreamQuery { labelled: vec!["100".to_owned()], ..all() }, vec![]),
            ("lines", StreamQuery { labelled: vec!["a\nb".to_owned()], ..all() }, vec![1]),
            ("own", StreamQuery { labelled: vec![tag.to_owned()], ..all() }, vec![3]),
            (
                "both",
                StreamQuery { labelled: vec!["sound".to_owned(), tag.to_owned()], ..all() },
                vec![],
            ),
            ("none", StreamQuery { among: Some(Vec::new()), ..all() }, vec![]),
        ] {
            assert_eq!(shelves.places(stream.clone()).await, expected, "{what}");
            let unread = StreamQuery { within: vec![Set::Unread], ..stream };
            assert_eq!(shelves.places(unread).await, expected, "{what}, unread");
        }
        let mut among: Vec<ArticleId> = (10_000..12_000).map(ArticleId).collect();
        among.extend([shelves.ids[3], shelves.ids[1]]);
        let found = StreamQuery { among: Some(among), within: vec![Set::Unread], ..all() };
        assert_eq!(shelves.places(found).await, [1, 3], "a long list takes several chunks");
    });
}

#[test]
fn muted_sources_and_ended_subscriptions_can_be_left_out() {
    on_both(|ground| async move {
        let shelves = furnish(ground.open().await).await;
        let (store, ada) = (&shelves.store, shelves.ada);
        let muted = SubscriberOptions { is_muted: true, ..SubscriberOptions::default() };
        store.subscriptions().set_options(ada, shelves.second, muted).await.unwrap();
        let heard = StreamQuery { without: vec![Set::Muted], ..all() };
        assert_eq!(shelves.places(heard).await, [0, 1]);
        store.readings().mark_read(ada, vec![shelves.ids[0]], at(9)).await.unwrap();
        let counted = |stream| store.articles().count_stream_by_source(ada, stream);
        let both = vec![(shelves.first, 2), (shelves.second, 2)];
        assert_eq!(counted(StreamQuery::default()).await.unwrap(), both);
        let unread = StreamQuery { within: vec![Set::Unread], ..all() };
        let fewer = vec![(shelves.first, 1), (shelves.second, 2)];
        assert_eq!(counted(unread).await.unwrap(), fewer);
        store.readings().star(ada, shelves.ids[0], Some(at(10))).await.unwrap();
        store.subscriptions().unsubscribe(ada, shelves.first).await.unwrap();
        let starred = StreamQuery { within: vec![Set::Starred], ..all() };
        assert_eq!(shelves.places(starred.clone()).await, [0], "kept articles are still there");
        let followed = StreamQuery { within: vec![Set::Starred, Set::Followed], ..all() };
        assert_eq!(shelves.places(followed).await, [0; 0]);
    });
}

#[test]
fn icons_positions_and_full_texts_are_read_for_many_articles_at_once() {
    on_both(|ground| async move {
        let shelves = furnish(ground.open().await).await;
        let (store, ada, ids) = (&shelves.store, shelves.ada, &shelves.ids);
        let eve = add_user(store, "eve").await;
        let icon = Icon { media_type: "image/png".to_owned(), bytes: vec![1] };
        store.sources().keep_icon(shelves.first, Some(icon), at(1)).await.unwrap();
        store.sources().keep_icon(shelves.second, None, at(1)).await.unwrap();
        let icons = store.sources().icon_numbers(ada).await.unwrap();
        assert_eq!(icons.iter().map(|(source, _)| *source).collect::<Vec<_>>(), [shelves.first]);
        assert_eq!(store.sources().icon_numbers(eve).await.unwrap(), []);

        let media = Fingerprint::of(&["https://example.org/a.mp3"]);
        let place = PlaybackPosition { media, seconds: 7, length: None };
        store.readings().keep_position(ada, ids[1], place, at(1)).await.unwrap();
        assert_eq!(
            store.readings().positions_in(ada, ids.clone()).await.unwrap(),
            [(ids[1], place)]
        );
        assert_eq!(store.readings().positions_in(eve, ids.clone()).await.unwrap(), []);

        for id in [ids[0], ids[2]] {
            store
                .articles()
                .keep_full_text(id, Ok("<p>Whole</p>".to_owned()), at(1))
                .await
                .unwrap();
        }
        store.articles().keep_full_text(ids[1], Err("not-a-page".to_owned()), at(1)).await.unwrap();
        let whole = SubscriberOptions { full_text: true, ..SubscriberOptions::default() };
        store.subscriptions().set_options(ada, shelves.first, whole).await.unwrap();
        let texts = store.articles().wanted_texts(ada, ids.clone()).await.unwrap();
        assert_eq!(
            texts,
            [(ids[0], "<p>Whole</p>".to_owned())],
            "only of sources where they are wanted"
        );
    });
}

#[test]
fn tags_belong_to_their_articles_however_many_are_read() {
    on_both(|ground| async move {
        let shelves = furnish(ground.open().await).await;
        let (store, ada) = (&shelves.store, shelves.ada);
        let many = (0..600).map(tidy).collect();
        store_articles(store, shelves.first, many, at(5)).await;
        let newest_first = store.articles().stream(ada, StreamQuery::default()).await.unwrap();
        let ids: Vec<ArticleId> = newest_first.iter().map(|entry| entry.article).collect();
        for id in [ids[0], ids[300], ids[603]] {
            store.readings().tag(ada, id, format!("tag of {id}"), at(6)).await.unwrap();
        }
        let articles = store.articles().get_all(ada, ids.clone()).await.unwrap();
        assert!(articles.is_sorted_by_key(|article| article.listed.id));
        let tagged = articles.iter().filter(|article| !article.tags.is_empty());
        let tagged: Vec<_> = tagged.map(|one| (one.listed.id, one.tags[0].1.clone())).collect();
        let expected = [ids[603], ids[300], ids[0]].map(|id| (id, format!("tag of {id}")));
        assert_eq!(tagged, expected);
    });
}
