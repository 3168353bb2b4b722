//! The person who acts, and what they may reach.

use super::ActError;
use crate::app::Inner;
use jiff::Timestamp;
use tidings_model::{ArticleId, Role, SourceId, User, UserId};
use tidings_store::{FullArticle, Store, SubscribedSource};

/// A person who is signed in, on any surface.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Actor<'a> {
    pub(crate) inner: &'a Inner,
    pub(crate) store: &'a Store,
    pub(crate) user: &'a User,
}

impl<'a> Actor<'a> {
    /// Creates the actor for a signed-in person, or for the owner of an app password.
    pub(crate) fn new(inner: &'a Inner, user: &'a User) -> Self {
        Self { inner, store: &inner.store, user }
    }

    pub(crate) fn id(&self) -> UserId {
        self.user.id
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.inner.clock.now()
    }

    pub(crate) fn is_operator(&self) -> bool {
        self.user.role == Role::Operator
    }

    /// Returns whether this person decides how a source is fetched: an operator does, and so does its only subscriber.
    pub(crate) fn decides(&self, subscribed: &SubscribedSource) -> bool {
        self.is_operator() || subscribed.source.n_subscribers == 1
    }

    /// Returns their subscription to a source. Other people's subscriptions are not found.
    pub(crate) async fn subscribed(&self, source: SourceId) -> Result<SubscribedSource, ActError> {
        let one = self.store.subscriptions().get(self.id(), source).await?;
        one.ok_or(ActError::NotFound("source"))
    }

    /// Returns an article they may see.
    pub(crate) async fn article(&self, id: ArticleId) -> Result<FullArticle, ActError> {
        let one = self.store.articles().get(self.id(), id).await?;
        one.ok_or(ActError::NotFound("article"))
    }

    /// Refuses an article they may not see.
    pub(crate) async fn check_visible(&self, id: ArticleId) -> Result<(), ActError> {
        Ok(self.store.articles().check_visible(self.id(), id).await?)
    }
}
