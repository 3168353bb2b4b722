//! Media of an article: its full text, and the playback position in audio and video.

use super::{ActError, Actor};
use crate::{content::media_key, pages::article::is_web};
use tidings_model::ArticleId;
use tidings_store::PlaybackPosition;

/// Longest playback position: nobody listens to anything longer than a hundred hours.
const LONGEST_S: u32 = 360_000;

/// Fetches the full text of an article if it is not stored yet.
pub(crate) async fn fetch_full_text(actor: &Actor<'_>, id: ArticleId) -> Result<(), ActError> {
    let article = actor.article(id).await?.listed;
    let kept = actor.store.articles().full_text(actor.id(), id).await?;
    if kept.is_some_and(|kept| kept.html.is_some()) {
        return Ok(());
    }
    if !article.link.as_deref().is_some_and(is_web) {
        return Err(ActError::NoLink);
    }
    actor.inner.full_texts.take(actor.id(), actor.now())?;
    Ok(actor.inner.services.full_texts.full_text(id).await?)
}

/// A playback position, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Seconds(u32);

impl Seconds {
    pub(crate) fn new(field: &'static str, n: Option<i64>) -> Result<Self, ActError> {
        let n = n.and_then(|n| u32::try_from(n).ok()).filter(|n| *n <= LONGEST_S);
        n.map(Self).ok_or(ActError::Number { field, least: 0, most: LONGEST_S })
    }

    /// Returns a duration. Live streams have none, and players report that in many ways.
    pub(crate) fn length(n: Option<i64>) -> Option<u32> {
        Self::new("length", n).ok().map(|length| length.0).filter(|length| *length > 0)
    }
}

/// Stores the playback position in audio or video of an article they may see.
pub(crate) async fn keep_position(
    actor: &Actor<'_>,
    id: ArticleId,
    url: &str,
    seconds: Seconds,
    length: Option<u32>,
) -> Result<(), ActError> {
    if !actor.store.readings().sees(actor.id(), id).await? {
        return Err(ActError::NotFound("article"));
    }
    actor.inner.positions.take(actor.id(), actor.now())?;
    let place = PlaybackPosition { media: media_key(url), seconds: seconds.0, length };
    Ok(actor.store.readings().keep_position(actor.id(), id, place, actor.now()).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_within_a_hundred_hours_and_a_duration_is_optional() {
        for (n, is_place, length) in [
            (Some(0), true, None),
            (Some(1), true, Some(1)),
            (Some(360_000), true, Some(360_000)),
            (Some(360_001), false, None),
            (Some(-1), false, None),
            (Some(i64::from(u32::MAX) + 2), false, None),
            (None, false, None),
        ] {
            assert_eq!(Seconds::new("seconds", n).is_ok(), is_place, "{n:?}");
            assert_eq!(Seconds::length(n), length, "{n:?}");
        }
    }
}
