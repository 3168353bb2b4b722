//! Articles: in lists, in search results, in order of arrival, and one by one.

mod lists;
mod single;
mod tagging;

use super::{
    call, extract, lists as named, problem, responses,
    values::{self, Id, Instant},
};
use schemars::JsonSchema;
use serde::Serialize;
use tidings_store::ListedArticle;

pub(super) use lists::{arrivals, list, search};
pub(super) use single::{change, fetch, get, react};
pub(super) use tagging::{tag, tag_by_name, untag};

/// An article in a list.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ListedArticle")]
pub(super) struct Entry {
    pub(super) id: Id,
    /// The id of the source.
    source: Id,
    /// The source's title as the reader sees it.
    source_title: String,
    /// Plain text; may be empty.
    title: String,
    /// The article's address.
    link: Option<String>,
    /// Plain text.
    authors: Vec<String>,
    /// Plain text, short.
    summary: String,
    /// The address of a picture for lists.
    image: Option<String>,
    /// The date given by the source; may be in the future.
    published: Option<Instant>,
    /// The date lists are sorted by: the source's date or the first fetch, whichever is earlier.
    sorted_by: Instant,
    /// When it was first fetched.
    seen_at: Instant,
    is_read: bool,
    is_starred: bool,
    /// Saved for later.
    is_later: bool,
    read_at: Option<Instant>,
    starred_at: Option<Instant>,
    later_at: Option<Instant>,
    opened_at: Option<Instant>,
    /// How often it was opened.
    n_opened: u32,
    /// Safe HTML; only if content was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<String>,
}

impl From<ListedArticle> for Entry {
    fn from(one: ListedArticle) -> Self {
        let reading = one.reading;
        Self {
            id: Id(one.id.0),
            source: Id(one.source.0),
            source_title: one.source_title,
            title: one.title,
            link: one.link,
            authors: one.authors,
            summary: one.summary,
            image: one.image,
            published: one.published.map(Instant),
            sorted_by: Instant(one.published_at),
            seen_at: Instant(one.arrived_at),
            is_read: !one.is_unread,
            is_starred: reading.starred_at.is_some(),
            is_later: reading.later_at.is_some(),
            read_at: reading.read_at.map(Instant),
            starred_at: reading.starred_at.map(Instant),
            later_at: reading.later_at.map(Instant),
            opened_at: reading.opened_at.map(Instant),
            n_opened: reading.n_opened,
            html: None,
        }
    }
}
