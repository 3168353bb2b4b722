//! The Fever API, at `/fever` and `/api/fever.php`. It has one address; the parameters say what is requested, and one
//! request may ask for several things.

use super::{
    Caller, Library, Parameters, call, icon_data,
    library::{UNFILED_ID, addresses},
    published,
};
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
use http::{StatusCode, header};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value, json};
use std::{
    collections::HashMap,
    fmt::Write as _,
    sync::{Arc, Mutex},
};
use tidings_model::{ArticleId, FolderId, SourceId, UserId};
use tidings_store::{BulkAction, FullArticle, ListOrder, Set, StreamQuery};

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
    answer: Map<String, Value>,
}

/// `POST /fever/?api&…`.
pub(crate) async fn answer(State(inner): State<Arc<Inner>>, request: Request) -> Response {
    match heard(&inner, request).await {
        Ok(answer) => told(&answer),
        Err(Error::WrongKey) => told(&json!({ "api_version": 3, "auth": 0 })),
        Err(error) => {
            let answer = json!({ "api_version": 3, "auth": 0, "error": error.to_string() });
            let mut response = (error.status(), told(&answer)).into_response();
            error.say_when(response.headers_mut());
            response
        }
    }
}

fn told(value: &Value) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json; charset=UTF-8")];
    (StatusCode::OK, kind, value.to_string()).into_response()
}

async fn heard(inner: &Inner, request: Request) -> Result<Value, Error> {
    let (parts, asked) = call::heard(request).await?;
    let key = asked.one("api_key").ok_or(Error::WrongKey)?;
    let caller = Caller::by_fever_key(inner, &parts, key).await?;
    let base = json!({
        "api_version": 3,
        "auth": 1,
        "last_refreshed_on_time": inner.clock.now().as_second(),
    });
    let Value::Object(answer) = base else { return Err(Error::Internal) };
    let mut call = Call { inner, caller, asked, answer };
    if call.asked.has("mark") {
        call.mark().await?;
    }
    if ["groups", "feeds", "favicons"].iter().any(|name| call.asked.has(name)) {
        call.library().await?;
    }
    if call.asked.has("links") {
        call.set("links", json!([]));
    }
    if call.asked.has("items") {
        call.items().await?;
    }
    for (name, set) in [("unread_item_ids", Set::Unread), ("saved_item_ids", Set::Starred)] {
        if call.asked.has(name) {
            call.list_ids(name, set).await?;
        }
    }
    Ok(Value::Object(call.answer))
}

impl Call<'_> {
    fn set(&mut self, name: &str, value: Value) {
        self.answer.insert(name.to_owned(), value);
    }

    /// Adds all ids of a set, comma-separated.
    async fn list_ids(&mut self, name: &str, set: Set) -> Result<(), Error> {
        let stream =
            StreamQuery { within: vec![set], order: ListOrder::Oldest, ..StreamQuery::default() };
        let ids = self.inner.store.articles().stream(self.caller.id(), stream).await?;
        self.set(name, Value::String(joined(ids.iter().map(|(id, _)| id.0))));
        Ok(())
    }

    /// Adds folders, sources and icons.
    async fn library(&mut self) -> Result<(), Error> {
        let library = Library::of(self.inner, self.caller.id()).await?;
        if self.asked.has("groups") {
            self.set("groups", groups(&library));
        }
        if self.asked.has("feeds") {
            self.set("feeds", library.sources.iter().map(feed).collect());
        }
        if self.asked.has("groups") || self.asked.has("feeds") {
            self.set("feeds_groups", members(&library));
        }
        if self.asked.has("favicons") {
            let mut icons = Vec::new();
            for one in library.sources.iter().take(MAX_ICONS) {
                if let Some(icon) =
                    self.inner.store.sources().icon(self.caller.id(), one.source.id).await?
                {
                    icons.push(json!({ "id": one.source.id.0, "data": icon_data(&icon) }));
                }
            }
            self.set("favicons", Value::Array(icons));
        }
        Ok(())
    }

    /// Adds fifty articles after an id, before one, or with given ids.
    async fn items(&mut self) -> Result<(), Error> {
        let user = self.caller.id();
        let total = self.inner.totals.of(self.inner, user).await?;
        let ids = match self.asked.one("with_ids") {
            Some(list) => numbers(list).map(ArticleId).take(PAGE).collect(),
            None => self.page().await?,
        };
        let mut articles = self.inner.store.articles().get_all(user, ids).await?;
        if self.asked.has("max_id") {
            articles.reverse();
        }
        self.set("total_items", json!(total));
        self.set("items", articles.iter().map(item).collect());
        Ok(())
    }

    async fn page(&self) -> Result<Vec<ArticleId>, Error> {
        let id = |name| self.asked.number(name).filter(|id| *id > 0).map(ArticleId);
        let order = if self.asked.has("max_id") { ListOrder::Newest } else { ListOrder::Oldest };
        let stream = StreamQuery {
            after: id("since_id"),
            before: id("max_id"),
            order,
            limit: PAGE,
            ..StreamQuery::default()
        };
        let list = |name| self.asked.one(name).map(numbers).into_iter().flatten();
        let sets: Vec<Set> = list("feed_ids")
            .map(|id| Set::Source(SourceId(id)))
            .chain(list("group_ids").map(group))
            .collect();
        let mut ids = Vec::new();
        if sets.is_empty() {
            ids.extend(self.inner.store.articles().stream(self.caller.id(), stream).await?);
        } else {
            for set in sets {
                let stream = StreamQuery { within: vec![set], ..stream.clone() };
                ids.extend(self.inner.store.articles().stream(self.caller.id(), stream).await?);
            }
        }
        let mut ids: Vec<ArticleId> = ids.into_iter().map(|(id, _)| id).collect();
        ids.sort_unstable();
        ids.dedup();
        if order == ListOrder::Newest {
            ids.reverse();
        }
        ids.truncate(PAGE);
        Ok(ids)
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
            "item" => articles::mark_by_program(&actor, act, &[ArticleId(id)]).await?,
            what @ ("feed" | "group") if act == BulkAction::Read => {
                let within = match (what, id) {
                    ("feed", id) => vec![Set::Source(SourceId(id))],
                    (_, 0) => Vec::new(),
                    (_, id) => vec![group(id)],
                };
                // The client's clock at its last fetch: it has not shown what arrived later.
                let before = self.asked.number("before").filter(|before| *before > 0);
                let until = before.and_then(|at| Timestamp::from_second(at).ok());
                let stream = StreamQuery { within, until, ..StreamQuery::default() };
                articles::read_stream(&actor, stream).await?;
            }
            other => return Err(Error::BadRequest(format!("mark={other} is not known"))),
        }
        self.caller.is_here(self.inner).await?;
        match act {
            BulkAction::Star | BulkAction::Unstar => {
                self.list_ids("saved_item_ids", Set::Starred).await
            }
            _ => self.list_ids("unread_item_ids", Set::Unread).await,
        }
    }
}

fn group(id: i64) -> Set {
    if id == UNFILED_ID { Set::Unfiled } else { Set::Folder(FolderId(id)) }
}

fn numbers(list: &str) -> impl Iterator<Item = i64> {
    list.split(',').filter_map(|number| number.trim().parse().ok())
}

fn joined(ids: impl Iterator<Item = i64>) -> String {
    let mut text = String::new();
    for id in ids {
        let comma = if text.is_empty() { "" } else { "," };
        let _ = write!(text, "{comma}{id}");
    }
    text
}

fn groups(library: &Library) -> Value {
    let named =
        library.folders.iter().map(|folder| json!({ "id": folder.id.0, "title": folder.name }));
    let unfiled = library
        .has_unfiled()
        .then(|| json!({ "id": UNFILED_ID, "title": library.folders.unfiled() }));
    named.chain(unfiled).collect()
}

/// Returns which sources are in which folder.
fn members(library: &Library) -> Value {
    let ids = library.folders.iter().map(|folder| Some(folder.id));
    let unfiled = library.has_unfiled().then_some(None);
    ids.chain(unfiled)
        .map(|folder| {
            let members = library.sources.iter().filter(|one| one.subscription.folder == folder);
            let id = folder.map_or(UNFILED_ID, |folder| folder.0);
            json!({ "group_id": id, "feed_ids": joined(members.map(|one| one.source.id.0)) })
        })
        .collect()
}

fn feed(one: &tidings_store::SubscribedSource) -> Value {
    let (url, site) = addresses(&one.source);
    let looked = one.source.health.last_success.map_or(0, Timestamp::as_second);
    json!({
        "id": one.source.id.0,
        "favicon_id": one.source.id.0,
        "title": one.title(),
        "url": url,
        "site_url": site,
        "is_spark": 0,
        "last_updated_on_time": looked,
    })
}

fn item(article: &FullArticle) -> Value {
    let listed = &article.listed;
    json!({
        "id": listed.id.0,
        "feed_id": listed.source.0,
        "title": listed.title,
        "author": listed.authors.join(", "),
        "html": article.html,
        "url": listed.link.as_deref().unwrap_or_default(),
        "is_saved": u8::from(listed.reading.starred_at.is_some()),
        "is_read": u8::from(!listed.is_unread),
        "created_on_time": published(listed).as_second(),
    })
}
