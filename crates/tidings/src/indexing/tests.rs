//! The index follows the store through everything that happens to either.

use super::*;
use crate::clock::Time;
use jiff::{Timestamp, tz::TimeZone};
use std::sync::Arc;
use tidings_model::{Article, ArticleKeys, Fingerprint, SourceId, SourceKind, article::Content};
use tidings_search::{Answers, HitOrder, IdSet, Query, Search, SearchScope};
use tidings_store::{FetchRecord, FetchedContent, Options, ParsedDocument as Told, StoreLocation};

fn noon() -> Timestamp {
    "2026-11-15T12:00:00Z".parse().unwrap()
}

fn time() -> Time {
    Time::system()
}

async fn store_at(path: &Path) -> Store {
    Store::open(Options::new(StoreLocation::File(path.join("tidings.sqlite")), noon()))
        .await
        .unwrap()
}

/// Stores articles: a number, which recognises them, and a title.
async fn post(store: &Store, source: SourceId, articles: &[(usize, &str)]) {
    let article = |(n, title): &(usize, &str)| Article {
        keys: ArticleKeys {
            guid: Some(Fingerprint::of(&["guid", &n.to_string()])),
            guid_path: None,
            link: None,
            title: None,
            content: None,
        },
        version: Fingerprint::of(&[title]),
        guid: None,
        title: (*title).to_owned(),
        link: None,
        comments: None,
        n_comments: None,
        authors: Vec::new(),
        published: None,
        updated: None,
        summary: String::new(),
        content: Content::Clean(format!("about {title}")),
        language: None,
        tags: Vec::new(),
        enclosures: Vec::new(),
        image: None,
    };
    let articles = articles.iter().map(article).collect();
    let record = FetchRecord::new(
        source,
        FetchedContent::Document(Told { articles, ..Told::default() }),
        noon(),
    );
    store.fetches().store(record).await.unwrap();
}

async fn source(store: &Store, url: &str) -> SourceId {
    store.sources().add(SourceKind::Feed, url.parse().unwrap(), noon()).await.unwrap().id()
}

/// How many articles of all sources hold these words.
fn n_found(index: &Index, words: &str) -> u64 {
    let scope =
        SearchScope { sources: Arc::new((0..100).collect::<IdSet>()), articles: Arc::default() };
    let query = Query::parse(words);
    let search = Search {
        query: &query,
        answers: &Answers::new(),
        scope: &scope,
        order: HitOrder::Newest,
        skip: 0,
        limit: 10,
        now: noon(),
        zone: TimeZone::UTC,
    };
    index.search(&search).unwrap().n_hits
}

async fn catch_up(store: &Store, index: &Index) {
    super::catch_up(store, index, &time(), |_, _| {}).await.unwrap();
}

#[tokio::test]
async fn what_comes_changes_or_goes_is_found_so_by_searches() {
    let folder = tempfile::tempdir().unwrap();
    let (store, index) = (store_at(folder.path()).await, Index::in_memory().unwrap());
    let (one, other) =
        (source(&store, "https://a.example/").await, source(&store, "https://b.example/").await);
    post(&store, one, &[(1, "fox"), (2, "bear")]).await;
    catch_up(&store, &index).await;
    assert_eq!((n_found(&index, "fox"), n_found(&index, "bear"), index.n_articles()), (1, 1, 2));
    post(&store, one, &[(1, "wolf"), (3, "owl")]).await;
    catch_up(&store, &index).await;
    assert_eq!(
        (n_found(&index, "fox"), n_found(&index, "wolf"), n_found(&index, "owl")),
        (0, 1, 1)
    );
    post(&store, other, &[(1, "wolf")]).await;
    let url = store.sources().get(other).await.unwrap().unwrap().url;
    store.sources().change_url(one, url, noon()).await.unwrap();
    catch_up(&store, &index).await;
    assert_eq!((n_found(&index, "wolf"), n_found(&index, "owl"), index.n_articles()), (1, 1, 3));
    assert_eq!(index.status(), IndexStatus::Ready);
}

#[tokio::test]
async fn an_index_goes_on_where_it_was_and_is_whole() {
    let scratch = tempfile::tempdir().unwrap();
    let (store, path) = (store_at(scratch.path()).await, folder(scratch.path()));
    let source = source(&store, "https://a.example/").await;
    assert_eq!(check(&store, &path).await.unwrap(), [""; 0], "none yet is no finding");
    for round in 0..3 {
        post(&store, source, &[(round, "fox")]).await;
        let index = Index::open(&path).unwrap();
        catch_up(&store, &index).await;
        assert_eq!(n_found(&index, "fox"), round as u64 + 1);
        assert_eq!(check(&store, &path).await.unwrap(), [""; 0]);
    }
}

#[tokio::test]
async fn an_index_of_another_database_or_another_time_is_built_anew() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let index = Index::in_memory().unwrap();
    let (first, second) = (store_at(one.path()).await, store_at(other.path()).await);
    let (a, b) =
        (source(&first, "https://a.example/").await, source(&second, "https://a.example/").await);
    post(&first, a, &[(1, "fox"), (2, "bear")]).await;
    post(&second, b, &[(1, "wolf")]).await;
    catch_up(&first, &index).await;
    catch_up(&second, &index).await;
    assert_eq!(
        (n_found(&index, "fox OR bear"), n_found(&index, "wolf"), index.n_articles()),
        (0, 1, 1)
    );
    // A copy of the database from before is put back.
    let log = second.articles().log(1).await.unwrap();
    let ahead = IndexPosition { article: ArticleId(99), ..index.position() };
    assert!(estranged(ahead, log).is_some());
    assert!(estranged(IndexPosition { change: 99, ..index.position() }, log).is_some());
    assert!(estranged(index.position(), LogState { cut_to: 5, ..log }).is_some());
    assert!(estranged(index.position(), log).is_none());
}

#[tokio::test]
async fn damage_is_told_in_sentences_and_mended() {
    let scratch = tempfile::tempdir().unwrap();
    let (store, path) = (store_at(scratch.path()).await, folder(scratch.path()));
    let source = source(&store, "https://a.example/").await;
    post(&store, source, &[(1, "fox"), (2, "bear")]).await;
    catch_up(&store, &Index::open(&path).unwrap()).await;
    // An article the index knows nothing of, and one that is no longer there.
    let index = Index::open(&path).unwrap();
    let mut writer = index.writer().unwrap();
    writer.remove(ArticleId(1));
    writer.commit(index.position()).unwrap();
    drop(writer);
    let findings = check(&store, &path).await.unwrap();
    assert!(
        findings.len() == 1 && findings[0].contains("holds 1 articles where the store has 2"),
        "{findings:?}"
    );
    // A flipped bit.
    let words = std::fs::read_dir(&path).unwrap().map(|file| file.unwrap().path());
    let words =
        words.filter(|file| file.extension().is_some_and(|ending| ending == "idx")).max().unwrap();
    let mut bytes = std::fs::read(&words).unwrap();
    bytes[0] ^= 1;
    std::fs::write(&words, bytes).unwrap();
    let findings = check(&store, &path).await.unwrap();
    assert!(findings.iter().any(|finding| finding.contains("damaged")), "{findings:?}");
    // Distrusted, it is built anew.
    let index = Index::open(&path).unwrap();
    index.distrust("a test says so");
    catch_up(&store, &index).await;
    assert_eq!((n_found(&index, "fox"), index.fault()), (1, None));
    assert_eq!(check(&store, &path).await.unwrap(), [""; 0]);
}

#[tokio::test]
async fn the_keeper_recovers_from_a_disk_that_takes_nothing() {
    let scratch = tempfile::tempdir().unwrap();
    let store = store_at(scratch.path()).await;
    let source = source(&store, "https://a.example/").await;
    post(&store, source, &[(1, "fox")]).await;
    let path = folder(scratch.path());
    // Something lies where the index should.
    std::fs::write(&path, "in the way").unwrap();
    let index = Index::open(&path).unwrap();
    let mut keeper = Keeper { store: store.clone(), index: index.clone(), fresh: 1, writer: None };
    let trouble = keeper.catch_up(|_, _| {}).await.unwrap_err();
    assert!(keeper.after(trouble).is_err());
    assert_eq!((index.status(), n_found(&index, "fox")), (IndexStatus::Stalled, 0));
    std::fs::remove_file(&path).unwrap();
    keeper.catch_up(|_, _| {}).await.unwrap();
    assert_eq!((index.status(), n_found(&index, "fox")), (IndexStatus::Ready, 1));
    // While it is kept here, another process looks on.
    let other = Index::open(&path).unwrap();
    let mut onlooker = Keeper { store, index: other.clone(), fresh: 1, writer: None };
    let busy = onlooker.catch_up(|_, _| {}).await.unwrap_err();
    assert!(onlooker.after(busy).is_ok(), "that is no trouble");
    assert_eq!((other.status(), n_found(&other, "fox")), (IndexStatus::Ready, 1));
}

#[tokio::test]
async fn what_was_not_committed_when_the_process_died_is_read_again() {
    let scratch = tempfile::tempdir().unwrap();
    let (store, path) = (store_at(scratch.path()).await, folder(scratch.path()));
    let source = source(&store, "https://a.example/").await;
    post(&store, source, &[(1, "fox"), (2, "bear")]).await;
    catch_up(&store, &Index::open(&path).unwrap()).await;
    post(&store, source, &[(3, "owl"), (1, "wolf")]).await;
    {
        // It reads everything and dies before it commits.
        let index = Index::open(&path).unwrap();
        let keeper = Keeper { store: store.clone(), index: index.clone(), fresh: 1, writer: None };
        let (mut writer, mut at) = (index.writer().unwrap(), index.position());
        while keeper.read_on(&mut writer, &mut at).await.unwrap() > 0 {}
        assert!(writer.n_pending() > 0);
    }
    let index = Index::open(&path).unwrap();
    assert_eq!((n_found(&index, "owl"), n_found(&index, "fox")), (0, 1), "as it was committed");
    catch_up(&store, &index).await;
    for (word, n) in [("owl", 1), ("fox", 0), ("wolf", 1), ("bear", 1)] {
        assert_eq!(n_found(&index, word), n, "{word}");
    }
    assert_eq!(index.n_articles(), 3, "none is there twice");
    assert_eq!(check(&store, &path).await.unwrap(), [""; 0]);
}

#[tokio::test]
async fn long_lists_of_articles_and_changes_are_read_to_their_ends() {
    let scratch = tempfile::tempdir().unwrap();
    let (store, index) = (store_at(scratch.path()).await, Index::in_memory().unwrap());
    let source = source(&store, "https://a.example/").await;
    let titled = |word: &str| (0..620).map(|n| (n, format!("{word} {n}"))).collect::<Vec<_>>();
    let put = async |articles: &[(usize, String)]| {
        let articles: Vec<_> = articles.iter().map(|(n, title)| (*n, title.as_str())).collect();
        post(&store, source, &articles).await;
    };
    put(&titled("fox")).await;
    let mut told = Vec::new();
    super::catch_up(&store, &index, &time(), |done, all| told.push((done, all))).await.unwrap();
    assert_eq!((n_found(&index, "fox"), index.n_articles()), (620, 620));
    assert!(told.is_sorted() && told.last() == Some(&(620, 620)), "{told:?}");
    put(&titled("wolf")).await;
    catch_up(&store, &index).await;
    assert_eq!((n_found(&index, "fox"), n_found(&index, "wolf")), (0, 620));
}

#[tokio::test]
async fn how_far_a_building_site_is_is_told_in_percent_and_never_as_done() {
    let scratch = tempfile::tempdir().unwrap();
    let (store, index) = (store_at(scratch.path()).await, Index::in_memory().unwrap());
    let keeper = Keeper { store: store.clone(), index: index.clone(), fresh: 1, writer: None };
    let log = LogState { last_article: ArticleId(4_000), ..store.articles().log(1).await.unwrap() };
    let before = index.status();
    let tell = |is_building, article| {
        let at = IndexPosition { article: ArticleId(article), ..IndexPosition::START };
        let mut told = None;
        keeper.tell(is_building, at, log, &mut |done, all| told = Some((done, all)));
        (told.unwrap(), index.status())
    };
    assert_eq!(tell(false, 10), ((10, 4_000), before), "a delay is no building site");
    assert_eq!(tell(true, 0), ((0, 4_000), IndexStatus::Building(0)));
    assert_eq!(tell(true, 1_000), ((1_000, 4_000), IndexStatus::Building(25)));
    assert_eq!(tell(true, 4_000), ((4_000, 4_000), IndexStatus::Building(99)));
    assert_eq!(tell(true, 9_000).0, (4_000, 4_000));
}

#[test]
fn a_name_for_a_database_is_never_the_one_of_none() {
    for seed in 0..50 {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let name = runtime.block_on(async { epoch(&Time::simulated(noon(), seed)) });
        assert_ne!(name, IndexPosition::START.epoch, "{seed}");
    }
}

#[tokio::test]
async fn without_an_index_there_is_nothing_to_catch_up_with() {
    let home = crate::testing::Home::new().await;
    assert!(!home.services.indexing.has_index());
    home.services.indexing.catch_up().await.unwrap();
    assert!(!crate::jobs::Job::of(crate::jobs::JobName::SearchIndex).is_wanted(&home.services));
}
