//! Today: the articles the person is most likely to open, ranked, each with a reason.

use super::{
    articles::Entry,
    call::Call,
    extract::{Body, QueryPart},
    problem::Problem,
    responses::Now,
    values::Limit,
};
use crate::{TodayPage, pages::list::ranked, preferences::TodayBy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tidings_store::{ArticleList, Cursor, ListOrder};

/// How many articles of Today.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TodayLength")]
pub(super) struct Length {
    /// The most articles to return.
    #[serde(default = "usual")]
    limit: Limit,
}

/// The query of what the person is shown.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TodayShown")]
pub(super) struct Showing {
    /// The most articles to return.
    #[serde(default = "usual")]
    limit: Limit,
    /// Whether to make a new selection. Otherwise Today stays the same for half an hour.
    #[serde(default)]
    anew: bool,
}

fn usual() -> Limit {
    const { Limit::known(20) }
}

/// An article and why it is here.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RankedArticle")]
struct Ranked {
    #[serde(flatten)]
    entry: Entry,
    /// In the reader's language; null if there is no reason to show.
    why: Option<String>,
}

/// Today.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Today")]
pub(super) struct Page {
    /// interest or time, as the reader chose.
    by: &'static str,
    /// In the order to show them.
    articles: Vec<Ranked>,
}

/// `GET /today`.
pub(super) async fn get(
    call: Call,
    QueryPart(asked): QueryPart<Length>,
) -> Result<Now<Page>, Problem> {
    page(&call, asked.limit.count(), TodayPage::Unseen).await.map(Now)
}

/// `POST /today`.
pub(super) async fn show(call: Call, Body(asked): Body<Showing>) -> Result<Now<Page>, Problem> {
    let turn = if asked.anew { TodayPage::Anew } else { TodayPage::Visit };
    page(&call, asked.limit.count(), turn).await.map(Now)
}

async fn page(call: &Call, length: usize, turn: TodayPage) -> Result<Page, Problem> {
    let (inner, user, t) = (&call.inner, call.user(), call.voice().await?);
    let by = t.look.today;
    if by == TodayBy::Time {
        let today = if t.look.keeps_read { ArticleList::today } else { ArticleList::today_unread };
        let (shelf, order) = (today(call.now()), ListOrder::Newest);
        let start = Cursor::start(order);
        let listed =
            inner.store.articles().list_in(order, user, shelf, start, length).await?.articles;
        let entries = listed.into_iter().map(|one| Ranked { entry: one.into(), why: None });
        return Ok(Page { by: by.name(), articles: entries.collect() });
    }
    let ranked::TodayArticles { articles, mut whys, .. } =
        ranked::ranked(inner, &t, user, length, turn).await?;
    let articles = articles
        .into_iter()
        .filter(|one| one.is_unread || t.look.keeps_read)
        .take(length)
        .map(|one| Ranked { why: whys.remove(&one.id), entry: one.into() });
    Ok(Page { by: by.name(), articles: articles.collect() })
}
