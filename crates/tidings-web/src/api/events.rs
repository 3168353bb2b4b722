//! New articles as they arrive, as server-sent events.

use super::{
    call::Call,
    problem::Problem,
    responses::Answer,
    shape::{Given, Schemas, Shape},
    values::Id,
};
use crate::{
    app::Inner,
    live::{self, Holder, News, Seat},
};
use axum::response::{Response, sse::Event};
use futures_util::stream;
use serde::Serialize;
use serde_json::json;
use std::{convert::Infallible, sync::Arc};
use tidings_model::{EntryId, UserId};
use tidings_store::{ListOrder, StreamQuery};
use tokio::sync::watch::Receiver;

/// Maximum number of articles per event. If more arrive at once, the program fetches the rest.
const MOST: usize = 1000;

/// A response that never ends.
pub(super) struct Endless(Response);

impl Answer for Endless {
    fn into_response(self) -> Response {
        self.0
    }

    fn describe(_: &mut Schemas, shape: &mut Shape) {
        let words = "A stream of events that doesn't end by itself: arrived, with newest, articles (id and source of each) and has_more \
                     as JSON; and over, when the app password was revoked. Send Last-Event-ID to resume.";
        let content = Some(("text/event-stream", json!({ "type": "string" })));
        shape.answers.push(Given { status: 200, words, content });
    }
}

#[derive(Serialize)]
struct Arrived {
    /// The id of the newest one.
    newest: i64,
    articles: Vec<Article>,
    /// Whether more arrived than are listed here.
    has_more: bool,
}

#[derive(Serialize)]
struct Article {
    id: Id,
    source: Id,
}

/// `GET /events`: only articles that arrive from now on, unless `Last-Event-ID` says how far the program got.
pub(super) async fn stream(call: Call) -> Result<Endless, Problem> {
    let holder = Holder::AppPassword(call.caller.app_password());
    let (seat, news) = live::listen(&call.inner, call.user(), holder).await?;
    let known = call.header("last-event-id").and_then(|id| id.trim().parse().ok());
    let known = match known {
        Some(known) => known,
        None => call.inner.store.articles().newest_entry(call.user()).await?,
    };
    let told = Told { inner: Arc::clone(&call.inner), user: call.user(), known, seat };
    Ok(Endless(live::answer(events(told, news))))
}

/// How far a stream has got.
struct Told {
    inner: Arc<Inner>,
    user: UserId,
    known: EntryId,
    #[expect(dead_code, reason = "held until the stream is dropped")]
    seat: Seat,
}

impl Told {
    /// Returns the articles that arrived since the last event, if any are this person's.
    async fn arrived(&mut self) -> Option<Event> {
        let after = Some(self.known);
        let asked =
            StreamQuery { after, order: ListOrder::Oldest, limit: MOST, ..StreamQuery::default() };
        let came = match self.inner.store.articles().stream(self.user, asked).await {
            Ok(came) => came,
            Err(error) => {
                // The next event will include them.
                tracing::warn!(%error, "cannot send new articles to a program");
                return None;
            }
        };
        self.known = came.last()?.number;
        let articles =
            came.iter().map(|one| Article { id: Id(one.article.0), source: Id(one.source.0) });
        let arrived = Arrived {
            newest: self.known.0,
            has_more: came.len() == MOST,
            articles: articles.collect(),
        };
        let data = serde_json::to_string(&arrived).unwrap_or_default();
        Some(Event::default().event("arrived").id(self.known.to_string()).data(data))
    }
}

fn events(
    told: Told,
    news: Receiver<News>,
) -> impl futures_util::Stream<Item = Result<Event, Infallible>> + Send {
    stream::unfold((told, news), async |(mut told, mut news)| {
        loop {
            news.changed().await.ok()?;
            let heard = *news.borrow_and_update();
            let event = match heard {
                News::Newest(_) => told.arrived().await,
                News::Over => Some(Event::default().event("over").data("over")),
            };
            if let Some(event) = event {
                return Some((Ok(event), (told, news)));
            }
        }
    })
}
