//! The Fever API, at `/fever` and `/api/fever.php`. It has one address; the parameters say what is requested, and one
//! request may ask for several things.

mod shape;

use super::{Caller, Library, Parameters, call, library::UNFILED_ID};
use crate::{
    Error,
    acts::{Actor, articles},
    app::Inner,
    blocking,
};
use axum::{
    extract::{Request, State},
    response::{IntoResponse, Response},
};
use http::header;
use jiff::{SignedDuration, Timestamp};
use shape::Answer;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};
use tidings_model::{ArticleId, EntryId, FolderId, SourceId, UserId};
use tidings_store::{BulkAction, ListOrder, Set, StreamQuery};

/// Articles per response. Clients rely on this number.
const PAGE: usize = 50;
/// Maximum number of icons per response.
const MAX_ICONS: usize = 5_000;
/// Maximum age of the total number of articles. It is part of every response, and counting takes longer than the rest
/// of it.
const COUNTED: SignedDuration = SignedDuration::from_mins(1);
const MAX_COUNTED: usize = 1_000;

/// The total number of articles per user, recently counted.
#[derive(Debug, Default)]
pub(crate) struct Totals(Mutex<HashMap<UserId, (Timestamp, u64)>>);

impl Totals {
    async fn of(&self, inner: &Inner, user: UserId) -> Result<u64, Error> {
        let now = inner.clock.now();
        let lock = || blocking::locked(&self.0);
        let is_young =
            |at: Timestamp| (SignedDuration::ZERO..COUNTED).contains(&now.duration_since(at));
        if let Some((_, n)) = lock().get(&user).filter(|(at, _)| is_young(*at)) {
            return Ok(*n);
        }
        let n = inner.store.articles().count_stream(user, StreamQuery::default()).await?;
        let mut totals = lock();
        if totals.len() >= MAX_COUNTED {
            totals.retain(|_, (at, _)| is_young(*at));
        }
        if totals.len() < MAX_COUNTED {
            totals.insert(user, (now, n));
        }
        Ok(n)
    }
}

/// An authenticated call.
struct Call<'a> {
    inner: &'a Inner,
    caller: Caller,
    asked: Parameters,
    answer: Answer,
}

/// `POST /fever/?api&…`.
pub(crate) async fn answer(State(inner): State<Arc<Inner>>, request: Request) -> Response {
    match admit(&inner, request).await {
        Ok((caller, asked)) => match heard(&inner, caller, asked).await {
            Ok(answer) => told(&answer),
            Err(error) => refusal(Answer::admitted(), &error),
        },
        Err(Error::WrongKey) => told(&Answer::wrong_key()),
        Err(error) => refusal(Answer::wrong_key(), &error),
    }
}

fn told(answer: &Answer) -> Response {
    match serde_json::to_string(answer) {
        Ok(text) => {
            ([(header::CONTENT_TYPE, "application/json; charset=UTF-8")], text).into_response()
        }
        Err(error) => Error::internal("a Fever response cannot be written", &error).into_response(),
    }
}

fn refusal(answer: Answer, error: &Error) -> Response {
    let answer = Answer { error: Some(error.to_string()), ..answer };
    let mut response = (error.status(), told(&answer)).into_response();
    error.say_when(response.headers_mut());
    response
}

async fn admit(inner: &Inner, request: Request) -> Result<(Caller, Parameters), Error> {
    let (parts, asked) = call::heard(request).await?;
    let key = asked.one("api_key").ok_or(Error::WrongKey)?;
    let caller = Caller::by_fever_key(inner, &parts, key).await?;
    Ok((caller, asked))
}

async fn heard(inner: &Inner, caller: Caller, asked: Parameters) -> Result<Answer, Error> {
    let now = inner.clock.now().as_second();
    let answer = Answer { last_refreshed_on_time: Some(now), ..Answer::admitted() };
    let mut call = Call { inner, caller, asked, answer };
    if call.asked.has("mark") {
        call.mark().await?;
    }
    if ["groups", "feeds", "favicons"].iter().any(|name| call.asked.has(name)) {
        call.library().await?;
    }
    if call.asked.has("links") {
        call.answer.links = Some([]);
    }
    if call.asked.has("items") {
        call.items().await?;
    }
    if call.asked.has("unread_item_ids") {
        call.list_unread().await?;
    }
    if call.asked.has("saved_item_ids") {
        call.list_saved().await?;
    }
    Ok(call.answer)
}

impl Call<'_> {
    async fn list_unread(&mut self) -> Result<(), Error> {
        self.answer.unread_item_ids = Some(self.all_ids(Set::Unread).await?);
        Ok(())
    }

    async fn list_saved(&mut self) -> Result<(), Error> {
        self.answer.saved_item_ids = Some(self.all_ids(Set::Starred).await?);
        Ok(())
    }

    /// Returns all ids of a set, comma-separated.
    async fn all_ids(&self, set: Set) -> Result<String, Error> {
        let within = vec![Set::Followed, set];
        let stream = StreamQuery { within, order: ListOrder::Oldest, ..StreamQuery::default() };
        let entries = self.inner.store.articles().stream(self.caller.id(), stream).await?;
        Ok(shape::joined(entries.iter().map(|entry| entry.number.0)))
    }

    /// Adds folders, sources and icons.
    async fn library(&mut self) -> Result<(), Error> {
        let library = Library::of(self.inner, self.caller.id()).await?;
        if self.asked.has("groups") {
            self.answer.groups = Some(shape::groups(&library));
        }
        if self.asked.has("feeds") {
            self.answer.feeds = Some(library.sources.iter().map(shape::feed).collect());
        }
        if self.asked.has("groups") || self.asked.has("feeds") {
            self.answer.feeds_groups = Some(shape::members(&library));
        }
        if self.asked.has("favicons") {
            let mut icons = Vec::new();
            for one in library.sources.iter().take(MAX_ICONS) {
                let source = one.source.id;
                if let Some(icon) =
                    self.inner.store.sources().icon(self.caller.id(), source).await?
                {
                    icons.push(shape::favicon(source, &icon));
                }
            }
            self.answer.favicons = Some(icons);
        }
        Ok(())
    }

    /// Adds fifty articles after an id, before one, or with given ids.
    async fn items(&mut self) -> Result<(), Error> {
        let user = self.caller.id();
        let total = self.inner.totals.of(self.inner, user).await?;
        let ids = match self.asked.one("with_ids") {
            Some(list) => self.named(numbers(list).take(PAGE)).await?,
            None => self.page().await?,
        };
        let mut articles = self.inner.store.articles().get_all(user, ids).await?;
        articles.sort_unstable_by_key(|article| article.entry);
        if self.asked.has("max_id") {
            articles.reverse();
        }
        articles.retain(|article| article.is_followed);
        self.answer.total_items = Some(total);
        self.answer.items = Some(articles.into_iter().map(shape::item).collect());
        Ok(())
    }

    async fn named(&self, ids: impl Iterator<Item = i64>) -> Result<Vec<ArticleId>, Error> {
        let entries = ids.map(EntryId).collect();
        Ok(self.inner.store.articles().by_entries(self.caller.id(), entries).await?)
    }

    async fn page(&self) -> Result<Vec<ArticleId>, Error> {
        let id = |name| self.asked.number(name).filter(|id| *id > 0).map(EntryId);
        let order = if self.asked.has("max_id") { ListOrder::Newest } else { ListOrder::Oldest };
        let stream = StreamQuery {
            after: id("since_id"),
            before: id("max_id"),
            order,
            limit: PAGE,
            ..StreamQuery::default()
        };
        let list = |name| self.asked.one(name).map(numbers).into_iter().flatten();
        let mut streams: Vec<StreamQuery> =
            list("feed_ids").map(|id| in_source(id, stream.clone())).collect();
        for id in list("group_ids") {
            streams.push(self.in_group(id, stream.clone()).await?);
        }
        if streams.is_empty() {
            streams.push(stream);
        }
        let mut entries = Vec::new();
        for stream in streams {
            entries.extend(self.inner.store.articles().stream(self.caller.id(), stream).await?);
        }
        entries.sort_unstable_by_key(|entry| entry.number);
        entries.dedup();
        if order == ListOrder::Newest {
            entries.reverse();
        }
        Ok(entries.into_iter().take(PAGE).map(|entry| entry.article).collect())
    }

    /// Restricts a stream to the sources that a group lists: those in its folder, but not in the folders inside it.
    async fn in_group(&self, id: i64, stream: StreamQuery) -> Result<StreamQuery, Error> {
        if id == UNFILED_ID {
            return Ok(StreamQuery { within: vec![Set::Unfiled], ..stream });
        }
        let id = FolderId(id);
        let folders = self.inner.store.subscriptions().folders(self.caller.id()).await?;
        let inside = folders.iter().filter(|folder| folder.parent == Some(id));
        let without = inside.map(|folder| Set::Folder(folder.id)).collect();
        Ok(StreamQuery { within: vec![Set::Folder(id)], without, ..stream })
    }

    /// `mark=item|feed|group`. It sets a mark, and never toggles it.
    async fn mark(&mut self) -> Result<(), Error> {
        self.caller.check_may_write()?;
        let id = self.asked.number("id").unwrap_or(-1);
        let act = match self.asked.one("as").unwrap_or_default() {
            "read" => BulkAction::Read,
            "unread" => BulkAction::Unread,
            "saved" => BulkAction::Star,
            "unsaved" => BulkAction::Unstar,
            other => return Err(Error::BadRequest(format!("as={other} is not known"))),
        };
        let actor = Actor::new(self.inner, &self.caller.user);
        match self.asked.one("mark").unwrap_or_default() {
            "item" => {
                let ids = self.named([id].into_iter()).await?;
                articles::mark_by_program(&actor, act, &ids).await?;
            }
            what @ ("feed" | "group") if act == BulkAction::Read => {
                // The client's clock at its last fetch: it has not shown what arrived later.
                let before = self.asked.number("before").filter(|before| *before > 0);
                let until = before.and_then(|at| Timestamp::from_second(at).ok());
                let all = StreamQuery { until, ..StreamQuery::default() };
                let stream = match (what, id) {
                    ("feed", id) => in_source(id, all),
                    (_, 0) => all,
                    (_, id) => self.in_group(id, all).await?,
                };
                articles::read_stream(&actor, stream).await?;
            }
            other => return Err(Error::BadRequest(format!("mark={other} is not known"))),
        }
        self.caller.is_here(self.inner).await?;
        match act {
            BulkAction::Star | BulkAction::Unstar => self.list_saved().await,
            _ => self.list_unread().await,
        }
    }
}

fn in_source(id: i64, stream: StreamQuery) -> StreamQuery {
    StreamQuery { within: vec![Set::Source(SourceId(id))], ..stream }
}

fn numbers(list: &str) -> impl Iterator<Item = i64> {
    list.split(',').filter_map(|number| number.trim().parse().ok())
}
