//! Shared feeds, and share links to single articles.

use super::{ActError, Actor, Name};
use crate::SecretToken;
use jiff::{SignedDuration, Timestamp};
use tidings_model::{ArticleId, OutputId, ShareId};
use tidings_store::OutputList;

/// Maximum number of shared feeds per person.
const MOST_OUTPUTS: u32 = 100;

/// Creates a feed of a list, for anyone who knows its address.
pub(crate) async fn create(
    actor: &Actor<'_>,
    name: Name,
    list: OutputList,
) -> Result<OutputId, ActError> {
    let token = SecretToken::new(&*actor.inner.clock);
    let (secret, now) = ((token.text, token.hash), actor.now());
    let added = actor.store.outputs().add(actor.id(), name.into(), list, secret, MOST_OUTPUTS, now);
    added.await.map_err(full("outputs", MOST_OUTPUTS))
}

/// Maps the store's refusal to "maximum reached".
pub(super) fn full(what: &'static str, most: u32) -> impl FnOnce(tidings_store::Error) -> ActError {
    move |error| match error {
        tidings_store::Error::Refused(_) => ActError::Full { what, most: most as usize },
        error => error.into(),
    }
}

/// Removes a shared feed. Its address stops working.
pub(crate) async fn remove(actor: &Actor<'_>, id: OutputId) -> Result<(), ActError> {
    Ok(actor.store.outputs().remove(actor.id(), id).await?)
}

/// How long a link is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lasting {
    Forever,
    Days(u16),
}

impl Lasting {
    /// Longest finite validity.
    const MOST_DAYS: u16 = 3650;

    pub(crate) fn days(n: i64) -> Result<Self, ActError> {
        let days = u16::try_from(n).ok().filter(|n| (1..=Self::MOST_DAYS).contains(n));
        let most = u32::from(Self::MOST_DAYS);
        days.map(Self::Days).ok_or(ActError::Number { field: "days", least: 1, most })
    }

    fn end(self, now: Timestamp) -> Option<Timestamp> {
        match self {
            Self::Forever => None,
            Self::Days(days) => {
                let span = SignedDuration::from_hours(24 * i64::from(days));
                Some(now.saturating_add(span).unwrap_or(Timestamp::MAX))
            }
        }
    }
}

/// Creates a link to an article, for anyone who has it.
pub(crate) async fn share(
    actor: &Actor<'_>,
    id: ArticleId,
    lasting: Lasting,
) -> Result<ShareId, ActError> {
    let token = SecretToken::new(&*actor.inner.clock);
    let (secret, now) = ((token.text, token.hash), actor.now());
    Ok(actor.store.outputs().share(actor.id(), id, secret, lasting.end(now), now).await?)
}

/// The same, unless the person already shares the article: then returns that link.
pub(crate) async fn share_once(
    actor: &Actor<'_>,
    id: ArticleId,
    lasting: Lasting,
) -> Result<ShareId, ActError> {
    let token = SecretToken::new(&*actor.inner.clock);
    let (secret, now) = ((token.text, token.hash), actor.now());
    Ok(actor.store.outputs().share_once(actor.id(), id, secret, lasting.end(now), now).await?)
}

/// Revokes a link.
pub(crate) async fn revoke(actor: &Actor<'_>, id: ShareId) -> Result<(), ActError> {
    Ok(actor.store.outputs().revoke_share(actor.id(), id).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_expires_exactly_after_its_days() {
        let now: Timestamp = "2026-11-15T14:30:00.250Z".parse().unwrap();
        let end = |days| Lasting::days(days).unwrap().end(now).unwrap().to_string();
        assert_eq!(
            (end(1), end(30)),
            ("2026-11-16T14:30:00.25Z".to_owned(), "2026-12-15T14:30:00.25Z".to_owned())
        );
        assert_eq!(end(3650), "2036-11-12T14:30:00.25Z");
        assert_eq!(Lasting::Forever.end(now), None);
        assert_eq!(Lasting::Days(1).end(Timestamp::MAX), Some(Timestamp::MAX));
        for days in [0, -1, 3651, 65_537, i64::MAX, i64::MIN] {
            let refusal = ActError::Number { field: "days", least: 1, most: 3650 };
            assert_eq!(Lasting::days(days), Err(refusal), "{days}");
        }
    }
}
