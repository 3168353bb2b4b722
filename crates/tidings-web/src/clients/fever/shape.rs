//! The parts of a response. Some clients look for `"id"` in the text before they parse it, so the order of fields matters.

use crate::clients::{
    Library, icon_data,
    library::{UNFILED_ID, addresses},
    published, title,
};
use jiff::Timestamp;
use serde::Serialize;
use std::fmt::Write as _;
use tidings_model::SourceId;
use tidings_store::{FullArticle, Icon, SubscribedSource};

/// A response. What was not requested is left out.
#[derive(Debug, Default, Serialize)]
pub(super) struct Answer {
    pub(super) api_version: u8,
    pub(super) auth: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) last_refreshed_on_time: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) groups: Option<Vec<Group>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) feeds: Option<Vec<Feed>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) feeds_groups: Option<Vec<Members>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) favicons: Option<Vec<Favicon>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) links: Option<[(); 0]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) total_items: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) items: Option<Vec<Item>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) unread_item_ids: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) saved_item_ids: Option<String>,
}

impl Answer {
    /// Returns the response to a caller with a wrong key: clients then ask for the password again.
    pub(super) fn wrong_key() -> Self {
        Self { api_version: 3, ..Self::default() }
    }

    /// Returns the beginning of a response to a caller who is who they say.
    pub(super) fn admitted() -> Self {
        Self { auth: 1, ..Self::wrong_key() }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct Group {
    id: i64,
    title: String,
}

/// The sources of a folder.
#[derive(Debug, Serialize)]
pub(super) struct Members {
    group_id: i64,
    feed_ids: String,
}

#[derive(Debug, Serialize)]
pub(super) struct Feed {
    id: i64,
    favicon_id: i64,
    title: String,
    url: String,
    site_url: String,
    is_spark: u8,
    last_updated_on_time: i64,
}

#[derive(Debug, Serialize)]
pub(super) struct Favicon {
    id: i64,
    data: String,
}

#[derive(Debug, Serialize)]
pub(super) struct Item {
    id: i64,
    feed_id: i64,
    title: String,
    author: String,
    html: String,
    url: String,
    is_saved: u8,
    is_read: u8,
    created_on_time: i64,
}

pub(super) fn groups(library: &Library) -> Vec<Group> {
    let named = library.folders.iter().map(|folder| (folder.id.0, folder.path.as_str()));
    let unfiled = library.has_unfiled().then(|| (UNFILED_ID, library.folders.unfiled()));
    named.chain(unfiled).map(|(id, title)| Group { id, title: title.to_owned() }).collect()
}

/// Returns which sources are in which folders. Each is only in its own folder, not in those around it: of several, some
/// clients take the first, and others the last. Empty folders are left out: some clients parse every part of the list as a
/// number.
pub(super) fn members(library: &Library) -> Vec<Members> {
    let ids = library.folders.iter().map(|folder| Some(folder.id)).chain([None]);
    ids.filter_map(|folder| {
        let own = library.sources.iter().filter(|one| one.subscription.folder == folder);
        let feed_ids = joined(own.map(|one| one.source.id.0));
        let group_id = folder.map_or(UNFILED_ID, |folder| folder.0);
        (!feed_ids.is_empty()).then_some(Members { group_id, feed_ids })
    })
    .collect()
}

pub(super) fn feed(one: &SubscribedSource) -> Feed {
    let (url, site_url) = addresses(&one.source);
    Feed {
        id: one.source.id.0,
        favicon_id: one.source.id.0,
        title: one.title().to_owned(),
        url,
        site_url,
        is_spark: 0,
        last_updated_on_time: one.source.health.last_success.map_or(0, Timestamp::as_second),
    }
}

pub(super) fn favicon(source: SourceId, icon: &Icon) -> Favicon {
    Favicon { id: source.0, data: icon_data(icon) }
}

pub(super) fn item(article: FullArticle) -> Item {
    let listed = article.listed;
    Item {
        id: article.entry.0,
        feed_id: listed.source.0,
        author: listed.authors.join(", "),
        html: article.html,
        is_saved: u8::from(listed.reading.starred_at.is_some()),
        is_read: u8::from(!listed.is_unread),
        created_on_time: published(&listed).as_second(),
        title: title(&listed).into_owned(),
        url: listed.link.unwrap_or_default(),
    }
}

/// Joins ids with commas.
pub(super) fn joined(ids: impl Iterator<Item = i64>) -> String {
    let mut text = String::new();
    for id in ids {
        let comma = if text.is_empty() { "" } else { "," };
        let _ = write!(text, "{comma}{id}");
    }
    text
}
