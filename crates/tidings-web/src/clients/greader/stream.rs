//! Streams: which articles a client requests, their ids and their contents.

use super::{Answer, Call, Folders, items as written, number, said, today, told_text};
use crate::{Error, acts, clients::library};
use axum::{extract::Path, response::Response};
use http::{HeaderValue, StatusCode, header};
use jiff::{Timestamp, fmt::rfc2822::DateTimePrinter};
use std::{collections::HashMap, fmt::Write as _};
use tidings_model::{ArticleId, SourceId};
use tidings_store::{Entry, FullArticle, ListOrder, Set, StreamQuery, SubscribedSource};
use url::Url;

/// Default page length.
const USUAL: usize = 20;
/// Maximum number of ids on a page, and of articles with contents.
const MOST_IDS: usize = 100_000;
const MOST_CONTENTS: usize = 2_500;
/// Maximum number of articles requested by id at once.
const MOST_NAMED: usize = 10_000;

pub(super) const READING_LIST: &str = "user/-/state/com.google/reading-list";

/// The meaning of a stream id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Named {
    Everything,
    One(Set),
    /// Articles of Today, in its order.
    Today(Vec<ArticleId>),
    /// Something that is always empty here, such as what friends shared.
    Nothing,
}

/// Returns the meaning of a stream id; `None` if there is no such source or label.
pub(super) async fn named(call: &Call, name: &str) -> Result<Option<Named>, Error> {
    let name = name.trim();
    if let Some(rest) = name.strip_prefix("feed/") {
        let found = source(call, rest).await?;
        return Ok(found.map(|one| Named::One(Set::Source(one.source.id))));
    }
    let rest = name.strip_prefix("user/").and_then(|rest| rest.split_once('/'));
    let Some((_, rest)) = rest else { return Ok(None) };
    if let Some(label) = rest.strip_prefix("label/") {
        if let Some(set) = library::label(&call.inner, call.caller.id(), label).await? {
            return Ok(Some(Named::One(set)));
        }
        return match today::is_meant(call, label).await? {
            Some(look) => Ok(Some(Named::Today(today::ids(call, &look).await?))),
            None => Ok(None),
        };
    }
    Ok(rest.strip_prefix("state/com.google/").map(|state| match state {
        "reading-list" => Named::Everything,
        "starred" => Named::One(Set::Starred),
        "read" => Named::One(Set::Read),
        "unread" | "kept-unread" | "fresh" => Named::One(Set::Unread),
        _ => Named::Nothing,
    }))
}

/// Returns the source with this id or address, if the caller subscribes to it.
pub(super) async fn source(call: &Call, name: &str) -> Result<Option<SubscribedSource>, Error> {
    let (store, address) = (&call.inner.store, address(name));
    let id = match (address.parse(), Url::parse(address.trim())) {
        (Ok(number), _) => Some(SourceId(number)),
        (_, Ok(url)) => store.sources().by_url(url).await?.map(|source| source.id),
        _ => None,
    };
    match id {
        Some(id) => Ok(store.subscriptions().get(call.caller.id(), id).await?),
        None => Ok(None),
    }
}

/// Returns the rest of `feed/…`. Some clients repeat the prefix.
pub(super) fn address(mut name: &str) -> &str {
    while let Some(less) = name.strip_prefix("feed/") {
        name = less;
    }
    name
}

/// Returns the query of a call; `None` if it cannot match anything.
async fn stream(call: &Call, names: &[&str], most: usize) -> Result<Option<StreamQuery>, Error> {
    let asked = &call.asked;
    let order = if asked.one("r") == Some("o") { ListOrder::Oldest } else { ListOrder::Newest };
    let wanted = asked.number("n").map_or(USUAL, |n| usize::try_from(n).unwrap_or(0)).min(most);
    let time = |name| {
        let seconds = asked.number(name).filter(|seconds| *seconds > 0);
        seconds.map(|seconds| Timestamp::from_second(seconds).unwrap_or(Timestamp::MAX))
    };
    let mut stream = StreamQuery {
        order,
        limit: wanted,
        since: time("ot"),
        until: time("nt"),
        within: vec![Set::Followed],
        ..StreamQuery::default()
    };
    // A time in seconds includes the whole second.
    stream.until = stream
        .until
        .map(|at| at.saturating_add(jiff::SignedDuration::from_millis(999)).unwrap_or(at));
    for name in names.iter().copied().chain(asked.all("it")).filter(|name| !name.is_empty()) {
        match named(call, name).await?.ok_or(Error::NotFound)? {
            Named::Everything => {}
            Named::One(set) => stream.within.push(set),
            Named::Today(ids) => stream.among = Some(ids),
            Named::Nothing => return Ok(None),
        }
    }
    match (asked.one("c").and_then(number::read), order) {
        _ if stream.among.is_some() => {}
        (Some(last), ListOrder::Newest) => stream.before = Some(last),
        (Some(last), ListOrder::Oldest) => stream.after = Some(last),
        (None, _) => {}
    }
    for name in asked.all("xt").filter(|name| !name.is_empty()) {
        match named(call, name).await? {
            Some(Named::Everything) => return Ok(None),
            Some(Named::One(Set::Read)) => stream.within.push(Set::Unread),
            Some(Named::One(Set::Unread)) => stream.within.push(Set::Read),
            Some(Named::One(set)) => stream.without.push(set),
            Some(Named::Nothing | Named::Today(_)) | None => {}
        }
    }
    Ok(Some(stream))
}

/// Returns a page of ids, and where the next page begins, if there is one.
async fn page(
    call: &Call,
    stream: Option<StreamQuery>,
) -> Result<(Vec<Entry>, Option<String>), Error> {
    let Some(mut stream) = stream else { return Ok((Vec::new(), None)) };
    if let Some(ranked) = stream.among.clone() {
        return today::page(call, stream, &ranked).await;
    }
    let wanted = stream.limit;
    stream.limit += 1;
    let mut entries = call.inner.store.articles().stream(call.caller.id(), stream).await?;
    let has_more = entries.len() > wanted;
    entries.truncate(wanted);
    let next = entries.last().filter(|_| has_more).map(|entry| entry.number.to_string());
    Ok((entries, next))
}

/// `GET …/stream/items/ids`.
pub(crate) async fn ids(call: Call) -> Answer {
    let names: Vec<&str> = call.asked.all("s").collect();
    let (ids, next) = page(&call, stream(&call, &names, MOST_IDS).await?).await?;
    let is_with_sources = call.asked.one("includeAllDirectStreamIds") == Some("true");
    Ok(dated(&call, told_text(references(&ids, is_with_sources, next.as_deref()))))
}

/// Writes ids as JSON piece by piece: for a hundred thousand ids, building a tree would take longer than finding them.
fn references(entries: &[Entry], is_with_sources: bool, next: Option<&str>) -> String {
    let mut text = String::with_capacity(56 * entries.len() + 64);
    text.push_str(r#"{"itemRefs":["#);
    for (at, entry) in entries.iter().enumerate() {
        text.push_str(if at > 0 { r#",{"id":""# } else { r#"{"id":""# });
        let _ = write!(text, "{}", entry.number);
        text.push('"');
        if is_with_sources {
            let _ = write!(text, r#","directStreamIds":["feed/{}"]"#, entry.source);
        }
        text.push('}');
    }
    text.push(']');
    if let Some(next) = next {
        text.push_str(r#","continuation":""#);
        text.push_str(next);
        text.push('"');
    }
    text.push('}');
    text
}

/// `POST …/stream/items/contents`: articles by id. Missing ones, and other people's, are left out.
pub(crate) async fn items(call: Call) -> Answer {
    let wanted = call.articles().await?;
    acts::articles::check_number(&wanted, MOST_NAMED).map_err(Error::from)?;
    let mut articles = call.inner.store.articles().get_all(call.caller.id(), wanted).await?;
    articles.retain(|article| article.is_followed);
    articles.dedup_by_key(|article| article.listed.id);
    if call.asked.one("r") != Some("o") {
        articles.reverse();
    }
    told_items(&call, READING_LIST, &articles, None).await
}

/// `GET …/stream/contents`, with the stream in `s`, or none.
pub(crate) async fn contents(call: Call) -> Answer {
    let names: Vec<String> = call.asked.all("s").map(str::to_owned).collect();
    show(call, names).await
}

/// `GET …/stream/contents/STREAM`.
pub(crate) async fn contents_of(Path(name): Path<Vec<String>>, call: Call) -> Answer {
    show(call, name).await
}

async fn show(call: Call, names: Vec<String>) -> Answer {
    let (articles, next) = articles(&call, &names).await?;
    let id = names.first().map_or(READING_LIST, String::as_str);
    told_items(&call, id, &articles, next).await
}

async fn told_items(
    call: &Call,
    id: &str,
    articles: &[FullArticle],
    continuation: Option<String>,
) -> Answer {
    let today = today::of(call).await?;
    let folders = Folders::of(&call.inner, call.caller.id()).await?;
    let items = written::all(&folders, &today, articles);
    let items = written::Items { id, updated: call.at.as_second(), items, continuation };
    let text = serde_json::to_string(&items)
        .map_err(|error| Error::internal("articles cannot be written", &error))?;
    Ok(dated(call, told_text(text)))
}

/// Returns a page of articles in the requested order.
pub(super) async fn articles(
    call: &Call,
    names: &[String],
) -> Result<(Vec<FullArticle>, Option<String>), Error> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let stream = stream(call, &names, MOST_CONTENTS).await?;
    let (entries, next) = page(call, stream).await?;
    let ids: Vec<ArticleId> = entries.into_iter().map(|entry| entry.article).collect();
    let places: HashMap<ArticleId, usize> = ids.iter().copied().zip(0..).collect();
    let mut articles = call.inner.store.articles().get_all(call.caller.id(), ids).await?;
    articles.sort_unstable_by_key(|article| places.get(&article.listed.id).copied());
    Ok((articles, next))
}

/// `GET …/stream/items/count`: just a number.
pub(crate) async fn count(call: Call) -> Answer {
    let names: Vec<&str> = call.asked.all("s").collect();
    let n = match stream(&call, &names, MOST_IDS).await? {
        Some(stream) => call.inner.store.articles().count_stream(call.caller.id(), stream).await?,
        None => 0,
    };
    let mut words = n.to_string();
    if call.asked.one("a") == Some("true") {
        let day = call.inner.clock.now().strftime("%B %-d, %Y");
        words = format!("{words}#{day}");
    }
    Ok(said(StatusCode::OK, words))
}

/// Sets the date of the response to the time of the request: clients use it to request what arrived since.
fn dated(call: &Call, mut response: Response) -> Response {
    let date = DateTimePrinter::new().timestamp_to_rfc9110_string(&call.at).ok();
    if let Some(date) = date.and_then(|date| HeaderValue::try_from(date).ok()) {
        response.headers_mut().insert(header::DATE, date);
    }
    response
}
