//! Types that several clients decode alike. Where one of them is stricter than the others, its requirements count.

use serde::Deserialize;

/// Ids are strings. A continuation that is a number cannot be decoded, and one on the last page leads nowhere.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Ids {
    item_refs: Vec<Id>,
    pub(super) continuation: Option<String>,
}

#[derive(Deserialize)]
struct Id {
    id: String,
}

impl Ids {
    pub(super) fn numbers(&self) -> Vec<i64> {
        self.item_refs.iter().map(|one| one.id.parse().unwrap()).collect()
    }
}

#[derive(Deserialize)]
pub(super) struct Tags {
    pub(super) tags: Vec<Tag>,
}

#[derive(Deserialize)]
pub(super) struct Tag {
    pub(super) id: String,
    #[serde(rename = "type")]
    pub(super) kind: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Feeds {
    pub(super) subscriptions: Vec<Feed>,
}

/// None of these may be missing or null for NewsFlash 3.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Feed {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) categories: Vec<Category>,
    pub(super) url: String,
    pub(super) html_url: String,
    pub(super) icon_url: String,
}

#[derive(Deserialize)]
pub(super) struct Category {
    pub(super) id: String,
    pub(super) label: String,
}

#[derive(Deserialize)]
pub(super) struct Link {
    pub(super) href: String,
}

#[derive(Deserialize)]
pub(super) struct Text {
    pub(super) content: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Origin {
    pub(super) stream_id: String,
    pub(super) title: String,
    pub(super) html_url: String,
}

/// The result of subscribing. NewsFlash treats any `error` as a failure.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Added {
    pub(super) num_results: i64,
    pub(super) stream_id: Option<String>,
    pub(super) stream_name: Option<String>,
    pub(super) error: Option<String>,
}

/// A folder in Fever.
#[derive(Deserialize)]
pub(super) struct Group {
    pub(super) id: u64,
    pub(super) title: String,
}

/// The sources in a folder, as one string.
#[derive(Deserialize)]
pub(super) struct Members {
    pub(super) group_id: u64,
    pub(super) feed_ids: String,
}

/// A source in Fever. Anything but 0 or 1 where one of them is expected makes NewsFlash fail.
#[derive(Deserialize)]
pub(super) struct FeverFeed {
    pub(super) id: i64,
    pub(super) favicon_id: u64,
    pub(super) title: String,
    pub(super) url: String,
    pub(super) site_url: String,
    pub(super) is_spark: u8,
    pub(super) last_updated_on_time: i64,
}

#[derive(Deserialize)]
pub(super) struct Favicon {
    pub(super) id: u64,
    pub(super) data: String,
}

/// An article in Fever.
#[derive(Deserialize)]
pub(super) struct FeverItem {
    pub(super) id: i64,
    pub(super) feed_id: i64,
    pub(super) title: String,
    pub(super) author: String,
    pub(super) html: String,
    pub(super) url: String,
    pub(super) is_saved: u8,
    pub(super) is_read: u8,
    pub(super) created_on_time: i64,
}

/// A page of articles in Fever.
#[derive(Deserialize)]
pub(super) struct Items {
    pub(super) total_items: u64,
    pub(super) items: Vec<FeverItem>,
}

impl Items {
    pub(super) fn numbers(&self) -> Vec<i64> {
        self.items.iter().map(|item| item.id).collect()
    }
}
