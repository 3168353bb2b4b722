//! The list of search results, with its search box, its order and its highlights.

use super::empty::{Empty, empty};
use crate::{
    Error,
    app::Inner,
    blocking,
    pages::{
        list::head::Switch,
        list_location::{ReadingList, Spot},
    },
    session::Signed,
    voice::Voice,
};
use jiff::{Timestamp, tz::TimeZone};
use std::{collections::HashMap, ops::Range, sync::Arc};
use tidings_model::{ArticleId, UserId};
use tidings_search::{
    Answers, HighlightPiece, Highlighter, HitOrder, IndexStatus, Lookup, MOST_PAGED, NameTarget,
    Query, ReadingMark, Search, SearchResults, SearchScope, fold,
};
use tidings_store::{ArticleList, Cursor, ListedArticle, Passage};
use tokio::sync::Semaphore;

/// Maximum number of concurrent searches of all users. More of them wait, so that the machine stays responsive.
static AT_ONCE: Semaphore = Semaphore::const_new(4);

/// An example of each operator, and the key of its explanation.
pub(crate) const HELP: [(&str, &str); 13] = [
    ("rust memory", "search-help-words"),
    ("\"borrow checker\"", "search-help-phrase"),
    ("rust -news", "search-help-not"),
    ("rust OR zig", "search-help-or"),
    ("program*", "search-help-start"),
    ("title:election", "search-help-title"),
    ("author:lovelace", "search-help-author"),
    ("source:lwn", "search-help-source"),
    ("folder:science", "search-help-folder"),
    ("tag:recipe", "search-help-tag"),
    ("after:2026-11", "search-help-after"),
    ("before:2026", "search-help-before"),
    ("is:unread", "search-help-is"),
];

/// What is above the hits.
#[derive(Debug)]
pub(crate) struct Head {
    /// The query as typed.
    pub(crate) q: String,
    pub(crate) is_newest: bool,
    /// The number of hits; empty without a query.
    pub(crate) hits: String,
    pub(crate) orders: Vec<Switch>,
    /// The state of the index, if there is something to say.
    pub(crate) status: Option<String>,
    /// A note that there are more hits than can be paged through.
    pub(crate) deepest: Option<String>,
}

/// The title and passage of a card, with highlighted words.
#[derive(Debug)]
pub(crate) struct Marked {
    pub(crate) title: Vec<HighlightPiece>,
    pub(crate) passage: Vec<HighlightPiece>,
}

/// A page of search results.
#[derive(Debug)]
pub(crate) struct Results {
    pub(crate) head: Head,
    pub(crate) articles: Vec<ListedArticle>,
    pub(crate) marked: HashMap<ArticleId, Marked>,
    pub(crate) next: Option<Cursor>,
    pub(crate) empty: Option<Empty>,
}

/// Searches for what a person typed, from a location on. A position among hits is their number.
pub(crate) async fn results(
    inner: &Inner,
    signed: &Signed,
    spot: &Spot,
    q: &str,
) -> Result<Results, Error> {
    let t = &signed.voice;
    let query = Query::parse(q);
    let skip = spot.after.map_or(0, |after| usize::try_from(after.id.0).unwrap_or(MOST_PAGED));
    let limit = usize::from(t.look.page_size);
    let mut status = status(t, inner.search.status());
    let found = if query.is_empty() {
        SearchResults::default()
    } else {
        find(inner, signed.user.id, t.zone.clone(), &query, order(spot), skip..skip + limit)
            .await?
            .unwrap_or_else(|| {
                status = Some(t.of("search-broken").to_owned());
                SearchResults::default()
            })
    };
    let n_paged = found.n_hits.min(MOST_PAGED as u64);
    let is_last = (skip + limit) as u64 >= n_paged;
    let is_deep = is_last && found.n_hits > n_paged;
    let passages = inner.store.articles().passages(signed.user.id, found.ids).await?;
    let (articles, marked) = mark(&query, passages).await?;
    let head = Head {
        q: q.to_owned(),
        is_newest: order(spot) == HitOrder::Newest,
        hits: if query.is_empty() { String::new() } else { t.n("search-hits", found.n_hits) },
        orders: if found.n_hits > 1 { orders(spot) } else { Vec::new() },
        status,
        deepest: is_deep.then(|| t.n("search-deepest", MOST_PAGED)),
    };
    let empty = articles.is_empty().then(|| nothing(&query, spot, skip));
    let next = (!is_last).then(|| place(skip + limit));
    Ok(Results { head, articles, marked, next, empty })
}

/// Returns the cursor that encodes the number of hits before a page.
fn place(n_before: usize) -> Cursor {
    let id = ArticleId(i64::try_from(n_before).unwrap_or(i64::MAX));
    Cursor { at: Timestamp::UNIX_EPOCH, id }
}

fn order(spot: &Spot) -> HitOrder {
    match spot.order {
        Some(_) => HitOrder::Newest,
        None => HitOrder::Relevance,
    }
}

fn orders(spot: &Spot) -> Vec<Switch> {
    let top = Spot { after: None, is_choosing: false, order: None, ..spot.clone() };
    let newest = Spot { order: Some(tidings_store::ListOrder::Newest), ..top.clone() };
    let is_newest = order(spot) == HitOrder::Newest;
    vec![
        Switch { key: "search-best", href: top.href(), is_on: !is_newest },
        Switch { key: "search-newest", href: newest.href(), is_on: is_newest },
    ]
}

fn status(t: &Voice, status: IndexStatus) -> Option<String> {
    match status {
        IndexStatus::Ready => None,
        IndexStatus::Building(percent) => {
            Some(t.with("search-building", "percent", &percent.to_string()))
        }
        IndexStatus::Stalled => Some(t.of("search-stalled").to_owned()),
    }
}

/// A page of search results for programs.
#[derive(Debug)]
pub(crate) struct Hits {
    pub(crate) articles: Vec<ListedArticle>,
    pub(crate) next: Option<Cursor>,
    /// The total number.
    pub(crate) n_hits: u64,
}

/// Returns a user's articles that match a query, from a position on; [`Error::Busy`] while the index is unavailable.
pub(crate) async fn hits(
    inner: &Inner,
    user: UserId,
    zone: TimeZone,
    q: &str,
    order: HitOrder,
    after: Option<Cursor>,
    limit: usize,
) -> Result<Hits, Error> {
    let q: String = q.chars().take(tidings_search::query::LONGEST).collect();
    let query = Query::parse(&q);
    if query.is_empty() {
        return Ok(Hits { articles: Vec::new(), next: None, n_hits: 0 });
    }
    let skip = after.map_or(0, |after| usize::try_from(after.id.0).unwrap_or(MOST_PAGED));
    let skip = skip.min(MOST_PAGED);
    let found = find(inner, user, zone, &query, order, skip..skip + limit).await?;
    let found = found.ok_or(Error::Busy)?;
    let is_last = (skip + limit) as u64 >= found.n_hits.min(MOST_PAGED as u64);
    let passages = inner.store.articles().passages(user, found.ids).await?;
    Ok(Hits {
        articles: passages.into_iter().map(|passage| passage.listed).collect(),
        next: (!is_last).then(|| place(skip + limit)),
        n_hits: found.n_hits,
    })
}

/// Returns a user's newest articles that match a query, for a feed; `None` while the index is unavailable.
pub(crate) async fn newest(
    inner: &Inner,
    user: UserId,
    q: &str,
    limit: usize,
) -> Result<Vec<ListedArticle>, Error> {
    let query = Query::parse(q);
    let found = find(inner, user, TimeZone::UTC, &query, HitOrder::Newest, 0..limit).await?;
    let passages = inner.store.articles().passages(user, found.unwrap_or_default().ids).await?;
    Ok(passages.into_iter().map(|passage| passage.listed).collect())
}

/// Returns the ids of a user's newest articles that match a query, as many as can be paged through; empty while the
/// index is unavailable.
pub(crate) async fn ids(inner: &Inner, user: UserId, q: &str) -> Result<Vec<ArticleId>, Error> {
    let query = Query::parse(q);
    let found = find(inner, user, TimeZone::UTC, &query, HitOrder::Newest, 0..MOST_PAGED).await?;
    Ok(found.unwrap_or_default().ids)
}

/// Queries the index without disturbing other requests; `None` if it is unavailable.
async fn find(
    inner: &Inner,
    user: UserId,
    zone: TimeZone,
    query: &Query,
    order: HitOrder,
    wanted: Range<usize>,
) -> Result<Option<SearchResults>, Error> {
    let (skip, limit) = (wanted.start, wanted.len());
    let (sources, kept) = inner.store.articles().in_sight(user).await?;
    let scope = SearchScope {
        sources: Arc::new(sources.iter().map(|id| id.0).collect()),
        articles: Arc::new(kept.iter().map(|id| id.0).collect()),
    };
    let answers = answers(inner, user, query).await?;
    let (index, query) = (inner.search.clone(), query.clone());
    let now = inner.clock.now();
    let found = at_once(move || {
        let (query, answers, scope) = (&query, &answers, &scope);
        index.search(&Search { query, answers, scope, order, skip, limit, now, zone })
    })
    .await?;
    Ok(found.inspect_err(|error| tracing::error!(%error, "search failed")).ok())
}

/// Computes something on a thread that may block.
async fn at_once<T: Send + 'static>(task: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
    let _turn = AT_ONCE.acquire().await;
    blocking::off_thread("a search broke off", task).await
}

async fn mark(
    query: &Query,
    passages: Vec<Passage>,
) -> Result<(Vec<ListedArticle>, HashMap<ArticleId, Marked>), Error> {
    let marker = Highlighter::new(query);
    at_once(move || {
        let (mut articles, mut marked) = (Vec::with_capacity(passages.len()), HashMap::new());
        for Passage { listed, html, language } in passages {
            let (title, passage) = marker.mark(&listed.title, &html, language.as_deref());
            marked.insert(listed.id, Marked { title, passage });
            articles.push(listed);
        }
        (articles, marked)
    })
    .await
}

/// Resolves the names in a query for this user.
async fn answers(inner: &Inner, user: UserId, query: &Query) -> Result<Answers, Error> {
    let mut answers = Answers::new();
    for lookup in query.lookups() {
        let among = match &lookup {
            Lookup::Source(name) => {
                let wanted = fold(name);
                sources(inner, user, |title, address, _| {
                    fold(title).contains(&wanted) || fold(address).contains(&wanted)
                })
                .await?
            }
            Lookup::Folder(name) => {
                let wanted = fold(name);
                sources(inner, user, |_, _, folder| {
                    folder.is_some_and(|path| leads_through(path, &wanted))
                })
                .await?
            }
            Lookup::Tag(name) => tagged(inner, user, &fold(name)).await?,
            Lookup::Is(mark) => marked(inner, user, *mark).await?,
        };
        answers.insert(lookup, among);
    }
    Ok(answers)
}

/// Returns whether a folder, or one around it, has this name or path.
fn leads_through(path: &str, wanted: &str) -> bool {
    let ends = path.match_indices('/').map(|(end, _)| end).chain([path.len()]);
    ends.map(|end| fold(&path[..end])).any(|around| {
        around == wanted || around.rsplit_once('/').is_some_and(|(_, name)| name == wanted)
    })
}

/// Returns the user's matching sources, by title, address and folder path.
async fn sources(
    inner: &Inner,
    user: UserId,
    fits: impl Fn(&str, &str, Option<&str>) -> bool,
) -> Result<NameTarget, Error> {
    let folders = inner.store.subscriptions().folders(user).await?;
    let name_of = |id| folders.iter().find(|folder| folder.id == id).map(|folder| &*folder.path);
    let all = inner.store.subscriptions().list(user).await?;
    let fitting = all.iter().filter(|subscribed| {
        // What follows the host may contain a secret, and means little to people.
        let host = subscribed.source.url.host_str().unwrap_or_default();
        fits(subscribed.title(), host, subscribed.subscription.folder.and_then(name_of))
    });
    Ok(NameTarget::Sources(Arc::new(fitting.map(|subscribed| subscribed.source.id.0).collect())))
}

async fn tagged(inner: &Inner, user: UserId, wanted: &str) -> Result<NameTarget, Error> {
    let mut ids = Vec::new();
    for tag in
        inner.store.readings().tags(user).await?.iter().filter(|tag| fold(&tag.name) == wanted)
    {
        ids.extend(inner.store.articles().ids_on(user, ArticleList::Tagged(tag.id)).await?);
    }
    Ok(NameTarget::Articles(Arc::new(ids.iter().map(|id| id.0).collect())))
}

async fn marked(inner: &Inner, user: UserId, mark: ReadingMark) -> Result<NameTarget, Error> {
    let shelf = match mark {
        ReadingMark::Unread | ReadingMark::Read => ArticleList::Unread,
        ReadingMark::Starred => ArticleList::Starred,
        ReadingMark::Later => ArticleList::Later,
    };
    let ids = inner.store.articles().ids_on(user, shelf).await?;
    Ok(NameTarget::Articles(Arc::new(ids.iter().map(|id| id.0).collect())))
}

/// Returns what to say if there are no hits, with the next step: a wider search, if there is one.
fn nothing(query: &Query, spot: &Spot, skip: usize) -> Empty {
    let top = Spot { after: None, ..spot.clone() };
    if query.is_empty() {
        return empty("search-nothing", "search-nothing-why", "see-all", "/all");
    }
    if skip > 0 {
        return empty("search-past", "search-past-why", "search-past-next", top.href());
    }
    match query.wider() {
        Some(wider) => {
            let wider = Spot { room: ReadingList::Search(wider.to_string()), ..top };
            empty("search-none", "search-none-why", "search-none-next", wider.href())
        }
        None => empty("search-none", "search-none-why", "see-all", "/all"),
    }
}
