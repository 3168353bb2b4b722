//! A card: one article in a list.

use super::search::Marked;
use crate::{
    pages::{list_location::Spot, titled},
    times::Time,
    voice::Voice,
};
use jiff::Timestamp;
use tidings_model::{ArticleId, SourceId};
use tidings_store::ListedArticle;

#[derive(Debug)]
pub(crate) struct Card {
    pub(crate) id: ArticleId,
    pub(crate) is_unread: bool,
    pub(crate) is_current: bool,
    pub(crate) is_starred: bool,
    pub(crate) is_later: bool,
    pub(crate) source: String,
    pub(crate) source_id: SourceId,
    pub(crate) age: Time,
    pub(crate) title: String,
    pub(crate) summary: String,
    pub(crate) href: String,
    /// What the dot does: "read" or "unread".
    pub(crate) toggle: &'static str,
    /// Where the dot leads back to.
    pub(crate) back: String,
    pub(crate) thumbnail: Option<String>,
    /// Of a hit: title and passage with what was searched for marked in them.
    pub(crate) marked: Option<Marked>,
    /// On Today: why it stands there, as far as there is something to say.
    pub(crate) why: Option<String>,
}

impl Card {
    /// What the dot does, for the catalogue.
    pub(crate) fn toggle_key(&self) -> &'static str {
        if self.is_unread { "act-read" } else { "act-unread" }
    }
}

/// The cards of a page.
pub(crate) fn cards(
    t: &Voice,
    articles: Vec<ListedArticle>,
    spot: &Spot,
    current: Option<&ListedArticle>,
    now: Timestamp,
) -> Vec<Card> {
    // A dot leads back to where it was: the list, or the article beside it.
    let place = current.map_or_else(|| spot.href(), |current| spot.article_page(current.id));
    let one = |listed| card(t, listed, spot, &place, current, now);
    articles.into_iter().map(one).collect()
}

fn card(
    t: &Voice,
    listed: ListedArticle,
    spot: &Spot,
    place: &str,
    current: Option<&ListedArticle>,
    now: Timestamp,
) -> Card {
    let current = current.filter(|current| current.id == listed.id);
    // The article being read may have been marked by being opened, after the list was asked.
    let is_unread = current.map_or(listed.is_unread, |current| current.is_unread);
    Card {
        id: listed.id,
        is_unread,
        is_current: current.is_some(),
        is_starred: listed.reading.starred_at.is_some(),
        is_later: listed.reading.later_at.is_some(),
        source: owned(t, listed.source_title),
        source_id: listed.source,
        age: t.age(listed.published_at, now),
        title: owned(t, listed.title),
        summary: listed.summary,
        href: spot.article_href(listed.id),
        toggle: if is_unread { "read" } else { "unread" },
        back: format!("{place}#a{}", listed.id),
        thumbnail: listed.image.filter(|_| t.look.has_thumbnails),
        marked: None,
        why: None,
    }
}

fn owned(t: &Voice, title: String) -> String {
    if title.trim().is_empty() { titled(t, &title).to_owned() } else { title }
}
