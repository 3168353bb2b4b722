//! The index follows the store, whatever happens to either.

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

/// Stores articles, each with a number, which identifies it, and a title.
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

/// Returns how many articles of all sources contain these words.
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
async fn searches_find_new_and_changed_articles_and_no_deleted_ones() {
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
async fn an_index_continues_where_it_stopped_and_is_complete() {
    let scratch = tempfile::tempdir().unwrap();
    let (store, path) = (store_at(scratch.path()).await, folder(scratch.path()));
    let source = source(&store, "https://a.example/").await;
    assert_eq!(check(&store, &path).await.unwrap(), [""; 0], "a missing index is not a finding");
    for round in 0..3 {
        post(&store, source, &[(round, "fox")]).await;
        let index = Index::open(&path).unwrap();
        catch_up(&store, &index).await;
        assert_eq!(n_found(&index, "fox"), round as u64 + 1);
        assert_eq!(check(&store, &path).await.unwrap(), [""; 0]);
    }
}

#[tokio::test]
async fn an_index_of_another_or_newer_database_is_rebuilt() {
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
    // The database is replaced by an older copy.
    let log = second.articles().log(1).await.unwrap();
    let ahead = IndexPosition { article: ArticleId(99), ..index.position() };
    assert!(estranged(ahead, log).is_some());
    assert!(estranged(IndexPosition { change: 99, ..index.position() }, log).is_some());
    assert!(estranged(index.position(), LogState { cut_to: 5, ..log }).is_some());
    assert!(estranged(index.position(), log).is_none());
}

#[tokio::test]
async fn damage_is_reported_in_sentences_and_repaired() {
    let scratch = tempfile::tempdir().unwrap();
    let (store, path) = (store_at(scratch.path()).await, folder(scratch.path()));
    let source = source(&store, "https://a.example/").await;
    post(&store, source, &[(1, "fox"), (2, "bear")]).await;
    catch_up(&store, &Index::open(&path).unwrap()).await;
    // One article is missing from the index, and one in the index no longer exists.
    let index = Index::open(&path).unwrap();
    let mut writer = index.writer().unwrap();
    writer.remove(ArticleId(1));
    writer.commit(index.position()).unwrap();
    drop(writer);
    let findings = check(&store, &path).await.unwrap();
    assert!(
        findings.len() == 1 && findings[0].contains("has 1 articles but the store has 2"),
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
    // An index marked as damaged is rebuilt.
    let index = Index::open(&path).unwrap();
    index.distrust("a test says so");
    catch_up(&store, &index).await;
    assert_eq!((n_found(&index, "fox"), index.fault()), (1, None));
    assert_eq!(check(&store, &path).await.unwrap(), [""; 0]);
}

#[tokio::test]
async fn the_index_recovers_from_a_disk_that_cannot_be_written() {
    let scratch = tempfile::tempdir().unwrap();
    let store = store_at(scratch.path()).await;
    let source = source(&store, "https://a.example/").await;
    post(&store, source, &[(1, "fox")]).await;
    let path = folder(scratch.path());
    // A file is in the place of the index's folder.
    std::fs::write(&path, "in the way").unwrap();
    let index = Index::open(&path).unwrap();
    let mut updater =
        IndexUpdater { store: store.clone(), index: index.clone(), fresh: 1, writer: None };
    let trouble = updater.catch_up(|_, _| {}).await.unwrap_err();
    assert!(updater.after(trouble).is_err());
    assert_eq!((index.status(), n_found(&index, "fox")), (IndexStatus::Stalled, 0));
    std::fs::remove_file(&path).unwrap();
    updater.catch_up(|_, _| {}).await.unwrap();
    assert_eq!((index.status(), n_found(&index, "fox")), (IndexStatus::Ready, 1));
    // While this process maintains the index, another one only reads it.
    let other = Index::open(&path).unwrap();
    let mut onlooker = IndexUpdater { store, index: other.clone(), fresh: 1, writer: None };
    let busy = onlooker.catch_up(|_, _| {}).await.unwrap_err();
    assert!(onlooker.after(busy).is_ok(), "that is not an error");
    assert_eq!((other.status(), n_found(&other, "fox")), (IndexStatus::Ready, 1));
}

#[tokio::test]
async fn what_was_not_committed_before_a_crash_is_read_again() {
    let scratch = tempfile::tempdir().unwrap();
    let (store, path) = (store_at(scratch.path()).await, folder(scratch.path()));
    let source = source(&store, "https://a.example/").await;
    post(&store, source, &[(1, "fox"), (2, "bear")]).await;
    catch_up(&store, &Index::open(&path).unwrap()).await;
    post(&store, source, &[(3, "owl"), (1, "wolf")]).await;
    {
        // The process reads everything and dies before it commits.
        let index = Index::open(&path).unwrap();
        let updater =
            IndexUpdater { store: store.clone(), index: index.clone(), fresh: 1, writer: None };
        let (mut writer, mut at) = (index.writer().unwrap(), index.position());
        while updater.read_on(&mut writer, &mut at).await.unwrap() > 0 {}
        assert!(writer.n_pending() > 0);
    }
    let index = Index::open(&path).unwrap();
    assert_eq!((n_found(&index, "owl"), n_found(&index, "fox")), (0, 1), "the last commit");
    catch_up(&store, &index).await;
    for (word, n) in [("owl", 1), ("fox", 0), ("wolf", 1), ("bear", 1)] {
        assert_eq!(n_found(&index, word), n, "{word}");
    }
    assert_eq!(index.n_articles(), 3, "no duplicates");
    assert_eq!(check(&store, &path).await.unwrap(), [""; 0]);
}

#[tokio::test]
async fn long_lists_of_articles_and_changes_are_read_to_the_end() {
    let scratch = tempfile::tempdir().unwrap();
    let (store, index) = (store_at(scratch.path()).await, Index::in_memory().unwrap());
    let source = source(&store, "https://a.example/").await;
    let titled = |word: &str| (0..620).map(|n| (n, format!("{word} {n}"))).collect::<Vec<_>>();
    let put = async |articles: &[(usize, String)]| {
        let articles: Vec<_> = articles.iter().map(|(n, title)| (*n, title.as_str())).collect();
        post(&store, source, &articles).await;
    };
    put(&titled("fox")).await;
    let mut reported = Vec::new();
    super::catch_up(&store, &index, &time(), |done, all| reported.push((done, all))).await.unwrap();
    assert_eq!((n_found(&index, "fox"), index.n_articles()), (620, 620));
    assert!(reported.is_sorted() && reported.last() == Some(&(620, 620)), "{reported:?}");
    put(&titled("wolf")).await;
    catch_up(&store, &index).await;
    assert_eq!((n_found(&index, "fox"), n_found(&index, "wolf")), (0, 620));
}

#[tokio::test]
async fn building_progress_is_reported_in_percent_and_never_as_complete() {
    let scratch = tempfile::tempdir().unwrap();
    let (store, index) = (store_at(scratch.path()).await, Index::in_memory().unwrap());
    let updater =
        IndexUpdater { store: store.clone(), index: index.clone(), fresh: 1, writer: None };
    let log = LogState { last_article: ArticleId(4_000), ..store.articles().log(1).await.unwrap() };
    let before = index.status();
    let tell = |is_building, article| {
        let at = IndexPosition { article: ArticleId(article), ..IndexPosition::START };
        let mut reported = None;
        updater
            .report_progress(is_building, at, log, &mut |done, all| reported = Some((done, all)));
        (reported.unwrap(), index.status())
    };
    assert_eq!(tell(false, 10), ((10, 4_000), before), "a small delay does not count as building");
    assert_eq!(tell(true, 0), ((0, 4_000), IndexStatus::Building(0)));
    assert_eq!(tell(true, 1_000), ((1_000, 4_000), IndexStatus::Building(25)));
    assert_eq!(tell(true, 4_000), ((4_000, 4_000), IndexStatus::Building(99)));
    assert_eq!(tell(true, 9_000).0, (4_000, 4_000));
}

#[test]
fn the_random_id_of_a_database_is_never_that_of_a_new_index() {
    for seed in 0..50 {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let name = runtime.block_on(async { epoch(&Time::simulated(noon(), seed)) });
        assert_ne!(name, IndexPosition::START.epoch, "{seed}");
    }
}

#[tokio::test]
async fn a_process_without_an_index_has_nothing_to_do() {
    let home = crate::testing::Home::new().await;
    assert!(!home.services.indexing.has_index());
    home.services.indexing.catch_up().await.unwrap();
    assert!(!crate::jobs::Job::of(crate::jobs::JobName::SearchIndex).is_wanted(&home.services));
}
