//! Many articles: a page of a list, arrivals since an article, and search results.

use super::{
    Entry,
    call::Call,
    extract::QueryPart,
    named::{List, Place, article},
    problem::Problem,
    responses::Now,
    values::{Known, Limit},
};
use crate::pages::list::search::hits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use tidings_model::ArticleId;
use tidings_store::{Cursor, FullArticle, articles as kept};

/// A page of a list.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ArticlePage")]
pub(in crate::api) struct Page {
    articles: Vec<Entry>,
    /// Send this as `after` for the next page; null on the last.
    next: Option<Place>,
}

/// The order of a list.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub(in crate::api) enum Order {
    #[default]
    Newest,
    Oldest,
}

/// The query of a page of a list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct Listing {
    /// The list; by default, all articles.
    #[serde(rename = "in", default = "everything")]
    list: List,
    /// The order.
    #[serde(default)]
    order: Order,
    /// The most articles to return.
    #[serde(default = "page")]
    limit: Limit,
    /// The `next` of the previous page.
    after: Option<Place>,
    /// Whether to include the texts.
    #[serde(default)]
    content: bool,
}

fn everything() -> List {
    List::All
}

fn page() -> Limit {
    const { Limit::known(50) }
}

fn none() -> Known {
    const { Known::known(0) }
}

/// `GET /articles`.
pub(in crate::api) async fn list(
    call: Call,
    QueryPart(asked): QueryPart<Listing>,
) -> Result<Now<Page>, Problem> {
    let order = match asked.order {
        Order::Newest => kept::ListOrder::Newest,
        Order::Oldest => kept::ListOrder::Oldest,
    };
    let after = asked.after.map_or(Cursor::start(order), |place| place.0);
    let shelf = asked.list.shelf(&call).await?;
    let limit = asked.limit.count();
    let page = call.inner.store.articles().list_in(order, call.user(), shelf, after, limit).await?;
    let mut articles: Vec<Entry> = page.articles.into_iter().map(Entry::from).collect();
    if asked.content {
        add_contents(&call, &mut articles).await?;
    }
    Ok(Now(Page { articles, next: page.next.map(Place) }))
}

async fn add_contents(call: &Call, entries: &mut [Entry]) -> Result<(), Problem> {
    let ids = entries.iter().map(|entry| article(entry.id)).collect();
    let full = call.inner.store.articles().get_all(call.user(), ids).await?;
    let mut texts: HashMap<ArticleId, String> =
        full.into_iter().map(|one| (one.listed.id, one.html)).collect();
    for entry in entries {
        entry.html = texts.remove(&article(entry.id));
    }
    Ok(())
}

/// The query of arrivals.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct Since {
    /// The id of the last known article; 0 for all.
    #[serde(default = "none")]
    after: Known,
    /// The most articles to return.
    #[serde(default = "page")]
    limit: Limit,
}

/// Arrivals, with their texts.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Arrivals")]
pub(in crate::api) struct Came {
    /// In order of arrival, with increasing ids.
    articles: Vec<Entry>,
    /// Send this as `after` next time; unchanged if nothing arrived.
    next: u64,
    /// Whether there are more.
    has_more: bool,
}

/// `GET /arrivals`.
pub(in crate::api) async fn arrivals(
    call: Call,
    QueryPart(asked): QueryPart<Since>,
) -> Result<Now<Came>, Problem> {
    let limit = asked.limit.count();
    let store = &call.inner.store;
    let after = ArticleId(asked.after.get());
    // Fetching one more than the limit shows whether there are more.
    let mut came = store.articles().since(call.user(), after, limit + 1).await?;
    let has_more = came.len() > limit;
    came.truncate(limit);
    let last = came.last().map_or(after.0, |one| one.listed.id.0);
    let entry = |one: FullArticle| Entry { html: Some(one.html), ..Entry::from(one.listed) };
    Ok(Now(Came {
        articles: came.into_iter().map(entry).collect(),
        next: last.unsigned_abs(),
        has_more,
    }))
}

/// The order of search results.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub(in crate::api) enum By {
    /// Best matches first.
    #[default]
    Relevance,
    Newest,
}

/// The query of a search.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct Words {
    /// Same syntax as on the search page: words, "phrases", -not, OR, title:, author:, source:, folder:, tag:, after:,
    /// before:, is:.
    q: String,
    /// The order.
    #[serde(default)]
    order: By,
    /// The most articles to return.
    #[serde(default = "page")]
    limit: Limit,
    /// The `next` of the previous page.
    after: Option<Place>,
}

/// A page of search results.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SearchHits")]
pub(in crate::api) struct Found {
    articles: Vec<Entry>,
    /// Send this as `after` for the next page; null on the last.
    next: Option<Place>,
    /// The number of matching articles.
    n_hits: u64,
}

/// `GET /search`.
pub(in crate::api) async fn search(
    call: Call,
    QueryPart(asked): QueryPart<Words>,
) -> Result<Now<Found>, Problem> {
    let order = match asked.order {
        By::Relevance => tidings_search::HitOrder::Relevance,
        By::Newest => tidings_search::HitOrder::Newest,
    };
    let zone = call.voice().await?.zone;
    let after = asked.after.map(|place| place.0);
    let limit = asked.limit.count();
    let hits = hits(&call.inner, call.user(), zone, &asked.q, order, after, limit).await?;
    Ok(Now(Found {
        articles: hits.articles.into_iter().map(Entry::from).collect(),
        next: hits.next.map(Place),
        n_hits: hits.n_hits,
    }))
}
