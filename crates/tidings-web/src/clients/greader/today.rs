//! Today as a label, `user/-/label/Today`, in the order of the page. A person's own folder or tag of that name takes
//! precedence.

use super::Call;
use crate::{
    Error, TodayPage,
    acts::articles::{self, Opinion},
    clients::{Library, library},
    pages::list_location::TODAY_MOST,
    preferences::Preferences,
};
use jiff::Timestamp;
use std::collections::HashMap;
use tidings_model::ArticleId;
use tidings_store::{Entry, Set, StreamQuery};

/// The label.
pub(super) const NAME: &str = "Today";

/// Returns the person's preferences if the label means Today, is not one of their own, and they have learning turned
/// on.
pub(super) async fn is_meant(call: &Call, label: &str) -> Result<Option<Preferences>, Error> {
    if label != NAME {
        return Ok(None);
    }
    Ok(Some(call.inner.look_of(call.caller.id()).await?).filter(Preferences::learns))
}

/// Returns the ids of its articles, if the label means Today.
pub(super) async fn of(call: &Call) -> Result<Vec<ArticleId>, Error> {
    let own = library::label(&call.inner, call.caller.id(), NAME).await?;
    match is_meant(call, NAME).await?.filter(|_| own.is_none()) {
        Some(look) => ids(call, &look).await,
        None => Ok(Vec::new()),
    }
}

/// Returns whether clients are offered the label.
pub(super) async fn is_offered(call: &Call, library: &Library) -> Result<bool, Error> {
    let is_taken =
        library.folders.find(NAME).is_some() || library.tags.iter().any(|tag| tag.name == NAME);
    Ok(!is_taken && is_meant(call, NAME).await?.is_some())
}

/// Returns the ids of its articles. Clients fetch them automatically, so they do not count as shown.
pub(super) async fn ids(call: &Call, look: &Preferences) -> Result<Vec<ArticleId>, Error> {
    let (user, most) = (call.caller.id(), usize::from(TODAY_MOST));
    let shown = call.inner.today(user, look, most, TodayPage::Unseen).await?;
    Ok(shown.articles.into_iter().map(|placed| placed.article).collect())
}

/// Returns how many of its articles are unread, if any, and when the newest of these arrived.
pub(super) async fn unread(call: &Call) -> Result<Option<(u64, Timestamp)>, Error> {
    let (store, user) = (&call.inner.store, call.caller.id());
    let within = vec![Set::Followed, Set::Unread];
    let stream = StreamQuery { within, among: Some(of(call).await?), ..StreamQuery::default() };
    let entries = store.articles().stream(user, stream).await?;
    let Some(newest) = entries.first() else { return Ok(None) };
    let newest = store.articles().get(user, newest.article).await?;
    Ok(newest.map(|article| (entries.len() as u64, article.entry_at)))
}

/// Returns a page of it, and the offset of the next.
pub(super) async fn page(
    call: &Call,
    mut stream: StreamQuery,
    ranked: &[ArticleId],
) -> Result<(Vec<Entry>, Option<String>), Error> {
    let wanted = std::mem::replace(&mut stream.limit, ranked.len());
    let within = call.inner.store.articles().stream(call.caller.id(), stream).await?;
    let entries: HashMap<ArticleId, Entry> =
        within.into_iter().map(|entry| (entry.article, entry)).collect();
    let all: Vec<Entry> = ranked.iter().filter_map(|id| entries.get(id).copied()).collect();
    let before = call.asked.number("c").map_or(0, |n| usize::try_from(n).unwrap_or(0));
    let end = before.saturating_add(wanted);
    let next = (end < all.len()).then(|| end.to_string());
    Ok((all.into_iter().skip(before).take(wanted).collect(), next))
}

/// The direction in which an article is moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Moved {
    /// Onto Today: more like this.
    Onto,
    /// Off Today: less like this.
    Off,
}

/// Moves articles onto or off Today if the label means that. Returns whether it does.
pub(super) async fn moved(
    call: &Call,
    label: &str,
    ids: &[ArticleId],
    way: Moved,
) -> Result<bool, Error> {
    let (inner, user) = (&call.inner, call.caller.id());
    if is_meant(call, label).await?.is_none() || library::label(inner, user, label).await?.is_some()
    {
        return Ok(false);
    }
    let opinion = match way {
        Moved::Onto => Opinion::More,
        Moved::Off => Opinion::Less,
    };
    for &id in ids {
        articles::passing_over(articles::note(&call.actor(), opinion, id).await)?;
    }
    Ok(true)
}
