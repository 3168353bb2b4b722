//! A few articles in an index, and helpers to search them.

use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use std::{ops::Range, sync::Arc};
use tidings_model::{ArticleId, SourceId};
use tidings_search::{
    Answers, HitOrder, IdSet, Index, IndexPosition, Query, Search, SearchDocument, SearchResults,
    SearchScope, Writer,
};

pub(crate) fn now() -> Timestamp {
    "2026-11-15T12:00:00Z".parse().unwrap()
}

/// An article of source 1, one day older for each number.
pub(crate) struct Article {
    pub(crate) id: i64,
    pub(crate) source: i64,
    /// How many hours ago it was published.
    pub(crate) hours: i64,
    pub(crate) title: &'static str,
    pub(crate) html: String,
    pub(crate) authors: Vec<String>,
    pub(crate) tags: Vec<String>,
}

pub(crate) fn article(id: i64, title: &'static str, html: &str) -> Article {
    let (authors, tags) = (Vec::new(), Vec::new());
    Article { id, source: 1, hours: 24 * id, title, html: html.to_owned(), authors, tags }
}

pub(crate) fn document(article: &Article) -> SearchDocument<'_> {
    SearchDocument {
        id: ArticleId(article.id),
        source: SourceId(article.source),
        title: article.title,
        html: &article.html,
        authors: &article.authors,
        tags: &article.tags,
        language: None,
        published_at: now() - SignedDuration::from_hours(article.hours),
    }
}

pub(crate) fn put(writer: &mut Writer, article: &Article) {
    writer.add(&document(article)).unwrap();
}

pub(crate) fn at(article: i64) -> IndexPosition {
    IndexPosition { epoch: 7, article: ArticleId(article), change: 3 }
}

pub(crate) fn index(articles: &[Article]) -> Index {
    let index = Index::in_memory().unwrap();
    let mut writer = index.writer().unwrap();
    for article in articles {
        put(&mut writer, article);
    }
    writer.commit(at(articles.len() as i64)).unwrap();
    index
}

/// Returns a scope of sources and single articles.
pub(crate) fn scope(sources: &[i64], articles: &[i64]) -> SearchScope {
    let set = |ids: &[i64]| Arc::new(ids.iter().copied().collect::<IdSet>());
    SearchScope { sources: set(sources), articles: set(articles) }
}

pub(crate) fn ask(
    index: &Index,
    query: &str,
    scope: &SearchScope,
    answers: &Answers,
    order: HitOrder,
    skip: usize,
) -> SearchResults {
    page(index, query, scope, answers, order, skip..skip.saturating_add(10))
}

/// Returns the hits with these numbers.
pub(crate) fn page(
    index: &Index,
    query: &str,
    scope: &SearchScope,
    answers: &Answers,
    order: HitOrder,
    wanted: Range<usize>,
) -> SearchResults {
    let query = Query::parse(query);
    let search = Search {
        query: &query,
        answers,
        scope,
        order,
        skip: wanted.start,
        limit: wanted.len(),
        now: now(),
        zone: TimeZone::UTC,
    };
    index.search(&search).unwrap()
}

/// Returns the ids found in source 1, sorted.
pub(crate) fn found(index: &Index, query: &str) -> Vec<i64> {
    let found = ask(index, query, &scope(&[1], &[]), &Answers::new(), HitOrder::Relevance, 0);
    let mut ids: Vec<i64> = found.ids.iter().map(|id| id.0).collect();
    assert_eq!(found.n_hits as usize, ids.len(), "{query}");
    ids.sort_unstable();
    ids
}
