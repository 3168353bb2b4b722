//! A card: one article in a list.

use super::search::Marked;
use crate::{
    pages::{headlined, list_location::Spot, titled},
    times::Time,
    voice::Voice,
};
use jiff::Timestamp;
use tidings_model::{ArticleId, SourceId, article::after_headline};
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
    /// The page to which the dot returns.
    pub(crate) back: String,
    pub(crate) thumbnail: Option<String>,
    /// For a search hit: title and passage with highlighted words.
    pub(crate) marked: Option<Marked>,
    /// On Today: why it is here, if there is a reason to show.
    pub(crate) why: Option<String>,
}

impl Card {
    /// Returns the catalogue key for what the dot does.
    pub(crate) fn toggle_key(&self) -> &'static str {
        if self.is_unread { "act-read" } else { "act-unread" }
    }
}

/// Returns the cards of a page.
pub(crate) fn cards(
    t: &Voice,
    articles: Vec<ListedArticle>,
    spot: &Spot,
    current: Option<&ListedArticle>,
    now: Timestamp,
) -> Vec<Card> {
    // The dot returns to the current page: the list, or the article beside it.
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
    // Opening the article may have marked it read after the list was loaded.
    let is_unread = current.map_or(listed.is_unread, |current| current.is_unread);
    Card {
        id: listed.id,
        is_unread,
        is_current: current.is_some(),
        is_starred: listed.reading.starred_at.is_some(),
        is_later: listed.reading.later_at.is_some(),
        source: titled(t, &listed.source_title).to_owned(),
        source_id: listed.source,
        age: t.age(listed.published_at, now),
        title: headlined(t, &listed.title, &listed.summary),
        summary: summary(&listed),
        href: spot.article_href(listed.id),
        toggle: if is_unread { "read" } else { "unread" },
        back: format!("{place}#a{}", listed.id),
        thumbnail: listed.image.filter(|_| t.look.has_thumbnails),
        marked: None,
        why: None,
    }
}

/// Returns the summary without the words that an untitled article already has as its headline.
fn summary(listed: &ListedArticle) -> String {
    match listed.title.trim() {
        "" => after_headline(&listed.summary).to_owned(),
        _ => listed.summary.clone(),
    }
}
