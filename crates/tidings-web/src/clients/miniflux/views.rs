//! Folders and sources as JSON: categories and feeds.

use crate::{
    Error,
    acts::filters::{self, Kind},
    app::Inner,
    clients::library::{Library, UNFILED_ID, addresses},
};
use jiff::Timestamp;
use serde_json::{Value, json};
use std::collections::HashMap;
use tidings_model::{FolderId, RuleId, SourceId, UserId, rule::Rule};
use tidings_store::{Set, SubscribedSource};

/// The time that stands for "never".
const NEVER: &str = "0001-01-01T00:00:00Z";

/// A person's subscriptions, with the ids of their icons.
#[derive(Debug)]
pub(super) struct MinifluxLibrary {
    pub(super) library: Library,
    user: UserId,
    icons: HashMap<SourceId, i64>,
    rules: Vec<(RuleId, Rule)>,
}

impl MinifluxLibrary {
    pub(super) async fn of(inner: &Inner, user: UserId) -> Result<Self, Error> {
        let library = Library::of(inner, user).await?;
        let icons = inner.store.sources().icon_numbers(user).await?.into_iter().collect();
        let (_, rules) = inner.store.rules().book(user).await?;
        Ok(Self { library, user, icons, rules })
    }

    /// Returns all places that a source can be in. There is always at least one.
    pub(super) fn places(&self) -> Vec<Option<FolderId>> {
        let folders = self.library.folders.iter().map(|folder| Some(folder.id));
        let needs_more = self.library.has_unfiled() || self.library.folders.iter().next().is_none();
        folders.chain(needs_more.then_some(None)).collect()
    }

    /// Returns the place with this id; `Some(None)` is the one for sources without a folder.
    pub(super) fn place(&self, number: i64) -> Option<Option<FolderId>> {
        if number == UNFILED_ID {
            return Some(None);
        }
        let folder = self.library.folders.iter().find(|folder| folder.id.0 == number)?;
        Some(Some(folder.id))
    }

    pub(super) fn category(&self, place: Option<FolderId>) -> Value {
        json!({
            "id": place.map_or(UNFILED_ID, |folder| folder.0),
            "title": self.library.folders.name(place),
            "user_id": self.user.0,
            "hide_globally": false,
        })
    }

    /// Returns a source with everything that clients expect. What does not exist here is empty.
    pub(super) fn feed(&self, one: &SubscribedSource) -> Value {
        let source = &one.source;
        let (url, site) = addresses(source);
        let failure = source.health.last_failure.as_ref().filter(|_| source.health.failures > 0);
        let icon = self.icons.get(&source.id).copied().unwrap_or(0);
        let mut feed = json!({
            "id": source.id.0,
            "user_id": self.user.0,
            "feed_url": url,
            "site_url": site,
            "title": one.title(),
            "description": "",
            "checked_at": time(source.health.last_fetch),
            "next_check_at": time(Some(one.next_check())),
            "etag_header": source.validators.etag.as_deref().unwrap_or_default(),
            "last_modified_header": source.validators.last_modified.as_deref().unwrap_or_default(),
            "parsing_error_message": failure.map_or("", |(_, message)| message.as_str()),
            "parsing_error_count": source.health.failures,
            "disabled": one.paused_at.is_some(),
            "hide_globally": one.options.is_muted,
            "crawler": one.options.full_text,
            "blocklist_rules": filters::of(&self.rules, source.id, Kind::Block),
            "keeplist_rules": filters::of(&self.rules, source.id, Kind::Keep),
            "category": self.category(one.subscription.folder),
            "icon": { "feed_id": source.id.0, "icon_id": icon, "external_icon_id": "" },
            "ntfy_priority": 0,
            "pushover_priority": 0,
        });
        for name in EMPTY {
            feed[name] = json!("");
        }
        for name in UNSET {
            feed[name] = json!(false);
        }
        feed
    }
}

/// Options of a Miniflux feed that do not exist here: texts …
const EMPTY: [&str; 13] = [
    "scraper_rules",
    "rewrite_rules",
    "urlrewrite_rules",
    "block_filter_entry_rules",
    "keep_filter_entry_rules",
    "user_agent",
    "cookie",
    "username",
    "password",
    "webhook_url",
    "proxy_url",
    "apprise_service_urls",
    "ntfy_topic",
];
/// … and switches.
const UNSET: [&str; 8] = [
    "no_media_player",
    "ignore_http_cache",
    "allow_self_signed_certificates",
    "fetch_via_proxy",
    "disable_http2",
    "ignore_entry_updates",
    "ntfy_enabled",
    "pushover_enabled",
];

/// Returns the articles of a place.
pub(super) fn set(place: Option<FolderId>) -> Set {
    place.map_or(Set::Unfiled, Set::Folder)
}

/// Returns a time in the clients' format.
pub(super) fn time(at: Option<Timestamp>) -> String {
    at.map_or_else(|| NEVER.to_owned(), |at| at.to_string())
}
