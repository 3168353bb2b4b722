//! Today: what the person is likely to open, in its order, each with why.

use super::{
    answers::Now,
    articles::Entry,
    call::Call,
    parts::{Asked, Body},
    problem::Problem,
    values::Limit,
};
use crate::{Turn, pages::list::why, preferences::TodayBy, voice::Voice};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use tidings_model::{ArticleId, Why};
use tidings_store::{Cursor, Listed, Order, Shelf};

/// How much of Today.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TodayLength")]
pub(super) struct Length {
    /// Most articles in the answer.
    #[serde(default = "usual")]
    limit: Limit,
}

/// What the person is shown.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TodayShown")]
pub(super) struct Showing {
    /// Most articles in the answer.
    #[serde(default = "usual")]
    limit: Limit,
    /// Whether the person wants another page than the one they have. Otherwise it stays the same for half an hour.
    #[serde(default)]
    anew: bool,
}

fn usual() -> Limit {
    const { Limit::known(20) }
}

/// An article and why it stands there.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RankedArticle")]
struct Ranked {
    #[serde(flatten)]
    entry: Entry,
    /// In the language of the person; nothing where there is nothing to say.
    why: Option<String>,
}

/// Today.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Today")]
pub(super) struct Page {
    /// interest or time, as the person chose.
    by: &'static str,
    /// What comes first stands first.
    articles: Vec<Ranked>,
}

/// `GET /today`.
pub(super) async fn get(call: Call, Asked(asked): Asked<Length>) -> Result<Now<Page>, Problem> {
    page(&call, asked.limit.count(), Turn::Unseen).await.map(Now)
}

/// `POST /today`.
pub(super) async fn show(call: Call, Body(asked): Body<Showing>) -> Result<Now<Page>, Problem> {
    let turn = if asked.anew { Turn::Anew } else { Turn::Visit };
    page(&call, asked.limit.count(), turn).await.map(Now)
}

async fn page(call: &Call, length: usize, turn: Turn) -> Result<Page, Problem> {
    let (inner, user, t) = (&call.inner, call.user(), call.voice().await?);
    let by = t.look.today;
    if by == TodayBy::Time {
        let (shelf, order) = (Shelf::today(call.now()), Order::Newest);
        let start = Cursor::start(order);
        let listed = inner.store.list_in(order, user, shelf, start, length).await?.articles;
        let entries = listed.into_iter().map(|one| Ranked { entry: one.into(), why: None });
        return Ok(Page { by: by.name(), articles: entries.collect() });
    }
    let shown = inner.actions.today(user, inner.ask_today(&t.look, length, turn)).await?;
    let codes: HashMap<ArticleId, String> =
        shown.articles.iter().map(|placed| (placed.article, placed.reason.clone())).collect();
    let ids = shown.articles.into_iter().take(length).map(|placed| placed.article).collect();
    let names = inner.actions.topic_names();
    let said = |t: &Voice, one: &Listed| {
        why::said(t, &Why::of_code(codes.get(&one.id)?)?, &names, &one.source_title)
    };
    let listed = inner.store.listed(user, ids).await?;
    let articles = listed.into_iter().map(|one| Ranked { why: said(&t, &one), entry: one.into() });
    Ok(Page { by: by.name(), articles: articles.collect() })
}
