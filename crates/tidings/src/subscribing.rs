//! What users do with their subscriptions: preview an address, subscribe, check now, change an address, unsubscribe.

mod best;
mod changes;
pub mod discovery;
mod previews;

pub use best::BestFeed;
pub use changes::announced_address;

use crate::{
    context::Context, fetching::FetchService, jobs::Signals, pricing::PricingService,
    rules::RuleService,
};
use discovery::{DiscoveredFeed, Discovery, FetchedFeed, find};
use jiff::Timestamp;
use previews::Previews;
use std::sync::Arc;
use tidings_fetch::{check_url, split_login};
use tidings_model::{Failure, FailureKind, HostKey, SourceId, SourceState, UserId};
use tidings_store::{Error, sources::MAX_URL_BYTES};
use tidings_web::Key;
use url::Url;

/// A new subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSubscription {
    /// The source.
    pub source: SourceId,
    /// Its title.
    pub title: String,
    /// The address it is fetched from.
    pub url: Url,
    /// Articles that were fetched or already stored.
    pub n_articles: u64,
}

/// Why an address cannot be subscribed to.
#[derive(Debug, thiserror::Error)]
pub enum SubscribeError {
    /// The address has nothing to subscribe to; the message is for the user.
    #[error("{}", .0.message)]
    Refused(Failure),
    /// The page links to several feeds, of which one must be chosen.
    #[error("the page links to {} feeds. Choose one", .0.len())]
    Choice(Vec<DiscoveredFeed>),
    /// The store cannot save it.
    #[error(transparent)]
    Store(#[from] Error),
}

impl From<Failure> for SubscribeError {
    fn from(failure: Failure) -> Self {
        Self::Refused(failure)
    }
}

/// Subscribes, previews and changes subscriptions.
#[derive(Debug)]
pub struct SubscriptionService {
    context: Context,
    fetching: Arc<FetchService>,
    pricing: Arc<PricingService>,
    rules: Arc<RuleService>,
    signals: Arc<Signals>,
    previews: Previews,
}

impl SubscriptionService {
    pub(crate) fn new(
        context: Context,
        fetching: Arc<FetchService>,
        pricing: Arc<PricingService>,
        rules: Arc<RuleService>,
        signals: Arc<Signals>,
    ) -> Self {
        Self { context, fetching, pricing, rules, signals, previews: Previews::default() }
    }

    /// Finds the feed at an address, subscribes the user to it and stores its articles. The address may contain a user name
    /// and a password.
    ///
    /// # Errors
    /// Why not, for the user who typed the address.
    pub async fn follow(
        &self,
        user: UserId,
        typed: &str,
        folder: Option<&str>,
    ) -> Result<NewSubscription, SubscribeError> {
        self.follow_as(user, typed, folder, None).await
    }

    /// The same, with what the feed's server asks for.
    ///
    /// # Errors
    /// Why not, for the user who typed the address.
    pub async fn follow_as(
        &self,
        user: UserId,
        typed: &str,
        folder: Option<&str>,
        key: Option<Key>,
    ) -> Result<NewSubscription, SubscribeError> {
        self.has_room(user, 1).await?;
        let (url, login) = split_login(typed)?;
        if let Some(key) = key.or(login.map(|login| Key::Password(login.name, login.password))) {
            return self.follow_with_key(user, &url, folder, &key).await;
        }
        let known = self.context.store.sources().by_url(url.clone()).await?;
        // A source that was never fetched is fetched now, because the user is waiting.
        if let Some(source) = known.filter(|source| source.health.last_fetch.is_some()) {
            return self.join(user, source.id, folder).await;
        }
        self.is_welcome(&url).await?;
        let fetched = match self.previews.take(user, &url, self.context.now()) {
            // Previewed a moment ago, so nothing is requested again.
            Some(fetched) => fetched,
            None => match find(&self.context, &url, None).await? {
                Discovery::Feed(fetched) => *fetched,
                Discovery::Choice(candidates) => return Err(SubscribeError::Choice(candidates)),
            },
        };
        self.add(user, fetched, folder).await
    }

    /// Ends a user's subscription to a source, by its address.
    ///
    /// # Errors
    /// When there is no such subscription, or the store cannot write.
    pub async fn unfollow(&self, user: UserId, typed: &str) -> Result<String, SubscribeError> {
        let url = check_url(typed)?;
        let source =
            self.context.store.sources().by_url(url).await?.ok_or(Error::NotFound("source"))?;
        self.context.store.subscriptions().unsubscribe(user, source.id).await?;
        self.pricing.count_sources().await?;
        Ok(if source.title.is_empty() { source.url.into() } else { source.title })
    }

    /// Returns an error if the host of an address has asked us to wait.
    pub(crate) async fn is_welcome(&self, url: &Url) -> Result<(), SubscribeError> {
        match self.silent_until(url).await? {
            None => Ok(()),
            Some(until) => {
                let host = HostKey::of(url);
                let message = format!("{host} asked us to wait until {until}. Try again then.");
                Err(Failure::new(FailureKind::RateLimited, message).into())
            }
        }
    }

    /// Returns until when the host of an address asked us to wait, if it did.
    pub(crate) async fn silent_until(&self, url: &Url) -> Result<Option<Timestamp>, Error> {
        let now = self.context.now();
        let host = self.context.store.sources().host(HostKey::of(url), now).await?;
        Ok(host.map(|host| host.blocked_until).filter(|until| *until > now))
    }

    /// Subscribes to a source that is already watched, which needs no request.
    async fn join(
        &self,
        user: UserId,
        id: SourceId,
        folder: Option<&str>,
    ) -> Result<NewSubscription, SubscribeError> {
        let now = self.context.now();
        let folder = match folder {
            Some(name) => {
                Some(self.context.store.subscriptions().folder(user, name.to_owned(), now).await?)
            }
            None => None,
        };
        self.context.store.subscriptions().subscribe(user, id, folder, now).await?;
        self.rules.judge_backlog(user, id).await?;
        self.pricing.count_sources().await?;
        self.followed(user, id).await
    }

    async fn followed(
        &self,
        user: UserId,
        id: SourceId,
    ) -> Result<NewSubscription, SubscribeError> {
        let subscribed = self
            .context
            .store
            .subscriptions()
            .get(user, id)
            .await?
            .ok_or(Error::NotFound("subscription"))?;
        let n_articles = self.context.store.sources().count_articles_of(id).await?;
        let title = subscribed.title().to_owned();
        Ok(NewSubscription { source: id, title, url: subscribed.source.url, n_articles })
    }

    /// Stores a source that was just fetched, with its articles.
    async fn add(
        &self,
        user: UserId,
        fetched: FetchedFeed,
        folder: Option<&str>,
    ) -> Result<NewSubscription, SubscribeError> {
        let now = self.context.now();
        let id =
            self.context.store.sources().add(fetched.kind, fetched.url.clone(), now).await?.id();
        self.subscribe_to(user, id, fetched, folder).await
    }

    /// Subscribes to a source that was just fetched.
    async fn subscribe_to(
        &self,
        user: UserId,
        id: SourceId,
        fetched: FetchedFeed,
        folder: Option<&str>,
    ) -> Result<NewSubscription, SubscribeError> {
        let now = self.context.now();
        // The lease comes before the subscription, which makes the source due: no other process should fetch what we
        // already have.
        let claimed =
            self.context.store.sources().claim_one(id, self.fetching.claim(1), now).await?;
        self.join(user, id, folder).await?;
        let source = match claimed {
            Some(source) => Some(source),
            // Its host has asked us to wait in the meantime, or another process fetches it: what was fetched is stored
            // anyway.
            None => self.context.store.sources().get(id).await?,
        };
        if let Some(mut source) = source.filter(|source| source.health.last_success.is_none()) {
            source.state = SourceState::Active;
            self.fetching.store_fetched(&source, fetched).await?;
        }
        self.followed(user, id).await
    }

    async fn n_subscriptions(&self, user: UserId) -> Result<usize, SubscribeError> {
        Ok(usize::try_from(self.context.store.subscriptions().count(user).await?)
            .unwrap_or(usize::MAX))
    }

    pub(crate) async fn has_room(&self, user: UserId, n: usize) -> Result<(), SubscribeError> {
        let most = self.context.limits.subscriptions_per_user;
        if self.n_subscriptions(user).await? + n > most { Err(full(most)) } else { Ok(()) }
    }
}

/// Returns an address that may be fetched and stored.
pub(crate) fn check(context: &Context, text: &str) -> Result<Url, Failure> {
    let url = check_url(text)?;
    context.web.check(&url)?;
    if url.as_str().len() > MAX_URL_BYTES {
        let message = format!("The address is longer than {MAX_URL_BYTES} bytes.");
        return Err(Failure::new(FailureKind::BadUrl, message));
    }
    Ok(url)
}

fn full(most: usize) -> SubscribeError {
    let message = format!(
        "You are subscribed to {most} sources, the limit for an account. Unsubscribe from some first."
    );
    Failure::new(FailureKind::Denied, message).into()
}
