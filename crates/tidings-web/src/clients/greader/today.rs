//! Today as a label: `user/-/label/Today`, in the order of the page. A folder or tag of the person's of that name comes first.

use super::Call;
use crate::{
    Error, TodayPage,
    acts::articles::{self, Opinion},
    clients::{Library, library},
    pages::list_location::TODAY_MOST,
    preferences::Preferences,
};
use std::collections::HashMap;
use tidings_model::{ArticleId, SourceId};
use tidings_store::StreamQuery;

/// The label.
pub(super) const NAME: &str = "Today";

/// What the person chose, if a label that is none of theirs means Today and they have it learn.
pub(super) async fn is_meant(call: &Call, label: &str) -> Result<Option<Preferences>, Error> {
    if label != NAME {
        return Ok(None);
    }
    Ok(Some(call.inner.look_of(call.caller.id()).await?).filter(Preferences::learns))
}

/// Whether programs are told of it.
pub(super) async fn is_offered(call: &Call, library: &Library) -> Result<bool, Error> {
    let is_taken =
        library.folders.find(NAME).is_some() || library.tags.iter().any(|tag| tag.name == NAME);
    Ok(!is_taken && is_meant(call, NAME).await?.is_some())
}

/// What stands on it. A program looks on its own, so nothing counts as shown.
pub(super) async fn ids(call: &Call, look: &Preferences) -> Result<Vec<ArticleId>, Error> {
    let ask = call.inner.ask_today(look, usize::from(TODAY_MOST), TodayPage::Unseen);
    let shown = call.inner.services.today.today(call.caller.id(), ask).await?;
    Ok(shown.articles.into_iter().map(|placed| placed.article).collect())
}

/// A page of it, and how many came before the next.
pub(super) async fn page(
    call: &Call,
    mut stream: StreamQuery,
    ranked: &[ArticleId],
) -> Result<(Vec<(ArticleId, SourceId)>, Option<String>), Error> {
    let wanted = std::mem::replace(&mut stream.limit, ranked.len());
    let within = call.inner.store.articles().stream(call.caller.id(), stream).await?;
    let sources: HashMap<ArticleId, SourceId> = within.into_iter().collect();
    let all: Vec<_> = ranked.iter().filter_map(|id| Some((*id, *sources.get(id)?))).collect();
    let before = call.asked.number("c").map_or(0, |n| usize::try_from(n).unwrap_or(0));
    let end = before.saturating_add(wanted);
    let next = (end < all.len()).then(|| end.to_string());
    Ok((all.into_iter().skip(before).take(wanted).collect(), next))
}

/// Which way an article is moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Moved {
    /// Onto it: more like this.
    Onto,
    /// Off it: less like this.
    Off,
}

/// Moves articles onto Today or off it, where a label means that; whether it does.
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
