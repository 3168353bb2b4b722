//! The query parameters of entries.

use super::{Call, views::MinifluxLibrary, views::set};
use crate::{Error, pages::list::search};
use jiff::Timestamp;
use std::ops::RangeInclusive;
use tidings_model::{EntryId, SourceId};
use tidings_store::{ListOrder, Set, Sort, Span, StreamQuery};

/// The default and the maximum number of entries.
#[derive(Debug, Clone, Copy)]
pub(super) struct Amount {
    pub(super) usual: usize,
    pub(super) most: usize,
}

/// Returns the query of a call, within what its path names.
pub(super) async fn stream(
    call: &Call,
    known: &MinifluxLibrary,
    named: Option<Set>,
    amount: Amount,
) -> Result<StreamQuery, Error> {
    let asked = &call.asked;
    let mut stream = StreamQuery {
        within: named.into_iter().collect(),
        sort: sort(asked.one("order").unwrap_or_default())?,
        order: order(asked.one("direction").unwrap_or_default())?,
        limit: amount_of(call, "limit", amount.usual, 0..=amount.most)?,
        offset: amount_of(call, "offset", 0, 0..=i32::MAX as usize)?,
        after: id(call, "after_entry_id"),
        before: id(call, "before_entry_id"),
        published: span(call, ["published_after", "after"], ["published_before", "before"]),
        changed: span(call, ["changed_after"; 2], ["changed_before"; 2]),
        labelled: asked.all("tags").filter(|tag| !tag.is_empty()).map(str::to_owned).collect(),
        ..StreamQuery::default()
    };
    // Nobody asks for nothing: in other implementations 0 means "all".
    if stream.limit == 0 {
        stream.limit = amount.most;
    }
    stream.within.push(Set::Followed);
    stream.within.extend(status(call)?);
    match asked.one("starred").and_then(truth) {
        Some(true) => stream.within.push(Set::Starred),
        Some(false) => stream.without.push(Set::Starred),
        None => {}
    }
    if asked.one("globally_visible").and_then(truth) == Some(true) {
        stream.without.push(Set::Muted);
    }
    if let Some(number) = asked.number("category_id").filter(|number| *number != 0) {
        stream.within.push(set(known.place(number).ok_or(Error::NotFound)?));
    }
    if let Some(number) = asked.number("feed_id").filter(|number| *number != 0) {
        let one = known.library.source(SourceId(number)).ok_or(Error::NotFound)?;
        stream.within.push(Set::Source(one.source.id));
    }
    if let Some(words) = asked.one("search").filter(|words| !words.trim().is_empty()) {
        stream.among = Some(search::ids(&call.inner, call.user(), words).await?);
    }
    Ok(stream)
}

/// Both states together mean all entries.
fn status(call: &Call) -> Result<Option<Set>, Error> {
    let mut wanted = Vec::new();
    for status in call.asked.all("status").filter(|status| !status.is_empty()) {
        wanted.push(match status {
            "read" => Set::Read,
            "unread" => Set::Unread,
            other => return Err(invalid("status", other)),
        });
    }
    wanted.dedup();
    Ok(if wanted.len() == 1 { wanted.pop() } else { None })
}

fn sort(name: &str) -> Result<Sort, Error> {
    Ok(match name {
        "" | "published_at" => Sort::Published,
        // Ids are assigned in order of arrival.
        "id" | "created_at" => Sort::Arrival,
        "changed_at" => Sort::Changed,
        "status" => Sort::Status,
        "category_title" => Sort::FolderName,
        "category_id" => Sort::Folder,
        "title" => Sort::Title,
        "author" => Sort::Author,
        other => return Err(invalid("order", other)),
    })
}

fn order(name: &str) -> Result<ListOrder, Error> {
    match name {
        "" | "asc" => Ok(ListOrder::Oldest),
        "desc" => Ok(ListOrder::Newest),
        other => Err(invalid("direction", other)),
    }
}

fn amount_of(
    call: &Call,
    name: &str,
    usual: usize,
    allowed: RangeInclusive<usize>,
) -> Result<usize, Error> {
    let Some(number) = call.asked.number(name) else { return Ok(usual) };
    let number = usize::try_from(number).ok().filter(|number| allowed.contains(number));
    number.ok_or_else(|| {
        let why = format!("{name} is expected from {} to {}", allowed.start(), allowed.end());
        Error::BadRequest(why)
    })
}

fn id(call: &Call, name: &str) -> Option<EntryId> {
    call.asked.number(name).filter(|id| *id > 0).map(EntryId)
}

fn span(call: &Call, after: [&str; 2], before: [&str; 2]) -> Span {
    let time = |names: [&str; 2]| {
        let seconds = names.iter().find_map(|name| call.asked.number(name));
        let seconds = seconds.filter(|seconds| *seconds > 0);
        seconds.map(|seconds| Timestamp::from_second(seconds).unwrap_or(Timestamp::MAX))
    };
    Span { after: time(after), before: time(before) }
}

fn truth(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "t" | "1" => Some(true),
        "false" | "f" | "0" => Some(false),
        _ => None,
    }
}

fn invalid(what: &str, value: &str) -> Error {
    Error::BadRequest(format!("invalid {what}: {value:?}"))
}
