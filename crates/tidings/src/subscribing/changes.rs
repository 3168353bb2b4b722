//! What users do with a source they are subscribed to: check it now, change its address, store its password.

use super::{
    NewSubscription, SubscribeError, SubscriptionService,
    discovery::{Discovery, FetchedFeed, find},
};
use tidings_fetch::{Credentials, check_url};
use tidings_model::{
    Failure, FailureKind, Reason, Role, SourceId, SourceState, UserId, source::Source,
    units::Minutes,
};
use tidings_schedule::politeness;
use tidings_store::{Error, Secret, SubscribedSource};
use tidings_web::{AddressChange, CheckOutcome, Key};
use url::Url;

impl SubscriptionService {
    async fn followed_by(
        &self,
        user: UserId,
        source: SourceId,
    ) -> Result<SubscribedSource, SubscribeError> {
        Ok(self
            .context
            .store
            .subscriptions()
            .get(user, source)
            .await?
            .ok_or(Error::NotFound("subscription"))?)
    }

    /// Fetches a source now, if politeness allows: a hundred clicks are one fetch.
    ///
    /// # Errors
    /// When the user is not subscribed to it, or the store fails.
    pub async fn check_now(
        &self,
        user: UserId,
        id: SourceId,
    ) -> Result<CheckOutcome, SubscribeError> {
        let followed = self.followed_by(user, id).await?;
        let now = self.context.now();
        if let Err(reason) = politeness::may_look_now(&followed.source, &self.context.limits, now) {
            return Ok(CheckOutcome::NotNow(reason));
        }
        if let Some(until) = self.silent_until(&followed.source.url).await? {
            let wait = Minutes(until.duration_since(now).as_secs_f64() / 60.0);
            return Ok(CheckOutcome::NotNow(Reason::Patience { wait }));
        }
        let Some(claimed) =
            self.context.store.sources().claim_one(id, self.fetching.claim(1), now).await?
        else {
            return Ok(CheckOutcome::NotNow(Reason::AtThisMoment));
        };
        // Another process may have been faster between the check and the claim.
        if let Err(reason) =
            politeness::may_look_now(&claimed, &self.context.limits, self.context.now())
        {
            self.context.store.sources().release_lease(id, self.fetching.owner.to_string()).await?;
            return Ok(CheckOutcome::NotNow(reason));
        }
        Ok(CheckOutcome::Asked(self.fetching.fetch(&claimed).await?))
    }

    /// Changes the address of a source. If the user is its only subscriber, its articles are kept; otherwise the user
    /// moves to the source at the new address, and the other subscribers are not affected.
    ///
    /// # Errors
    /// Why not, for the user who typed the address.
    pub async fn change_address(
        &self,
        user: UserId,
        id: SourceId,
        typed: &str,
    ) -> Result<AddressChange, SubscribeError> {
        let followed = self.followed_by(user, id).await?;
        let url = check_url(typed)?;
        if followed.source.url == url {
            return Ok(AddressChange { source: id, undo: None });
        }
        // What a password protects stays apart from the public source of the same address.
        let credentials = self.kept_credentials(id, &url).await?;
        let public = async |url: &Url| match credentials {
            None => self.context.store.sources().by_url(url.clone()).await,
            Some(_) => Ok(None),
        };
        if let Some(other) = public(&url).await? {
            return self.go_over(user, id, other.id).await;
        }
        self.is_welcome(&url).await?;
        let fetched = match find(&self.context, &url, credentials.as_ref()).await? {
            Discovery::Feed(fetched) => *fetched,
            Discovery::Choice(candidates) => return Err(SubscribeError::Choice(candidates)),
        };
        if let Some(other) = public(&fetched.url).await? {
            return self.go_over(user, id, other.id).await;
        }
        if followed.source.n_subscribers == 1 {
            let now = self.context.now();
            let source =
                self.context.store.sources().change_url(id, fetched.url.clone(), now).await?;
            self.store_at_new_address(source, fetched).await?;
            return Ok(AddressChange { source, undo: None });
        }
        let other = self.add(user, fetched, None).await?.source;
        let undo =
            self.context.store.sources().switch_to_new(user, id, other, self.context.now()).await?;
        Ok(AddressChange { source: other, undo: undo.undo })
    }

    async fn go_over(
        &self,
        user: UserId,
        from: SourceId,
        into: SourceId,
    ) -> Result<AddressChange, SubscribeError> {
        if from == into {
            return Ok(AddressChange { source: into, undo: None });
        }
        let undo =
            self.context.store.sources().switch(user, from, into, self.context.now()).await?;
        self.pricing.count_sources().await?;
        self.signals.due.notify_one();
        Ok(AddressChange { source: into, undo: undo.undo })
    }

    /// Stores a response fetched a moment ago for an existing source.
    async fn store_at_new_address(
        &self,
        id: SourceId,
        fetched: FetchedFeed,
    ) -> Result<(), SubscribeError> {
        let now = self.context.now();
        let Some(mut source) =
            self.context.store.sources().claim_one(id, self.fetching.claim(1), now).await?
        else {
            return Ok(());
        };
        source.state = SourceState::Active;
        self.fetching.store_fetched(&source, fetched).await?;
        Ok(())
    }

    /// Accepts or refuses the new address that a source announced. An operator decides for everyone and an only
    /// subscriber for themselves; one of several subscribers moves alone.
    ///
    /// # Errors
    /// When nothing was announced, or the store cannot write.
    pub async fn accept_move(
        &self,
        user: UserId,
        role: Role,
        id: SourceId,
    ) -> Result<AddressChange, SubscribeError> {
        let followed = self.followed_by(user, id).await?;
        let target = announced_address(&followed).ok_or(Error::NotFound("new address"))?;
        if role == Role::Operator && followed.source.owner.is_none() {
            self.context.web.check(&target)?;
            let source =
                self.context.store.sources().change_url(id, target, self.context.now()).await?;
            return Ok(AddressChange { source, undo: None });
        }
        self.change_address(user, id, target.as_str()).await
    }

    /// Stores the secret that a source requires. The source becomes private to the user, so that other subscribers of
    /// its address do not see what the secret protects.
    ///
    /// # Errors
    /// When the secret cannot be sent over HTTP, or the store cannot write.
    pub async fn set_key(
        &self,
        user: UserId,
        id: SourceId,
        key: Option<&Key>,
    ) -> Result<SourceId, SubscribeError> {
        let followed = self.followed_by(user, id).await?;
        let Some(key) = key else {
            if followed.source.owner.is_some() {
                self.context.store.sources().set_secret(id, None).await?;
            }
            return Ok(id);
        };
        let url = followed.source.url.clone();
        let credentials = self.credentials(&url, key)?;
        let now = self.context.now();
        let id = self.make_private(user, &followed.source).await?;
        self.keep_secret(id, &url, credentials).await?;
        self.context.store.sources().reschedule(id, now, Reason::ByHand.code()).await?;
        self.signals.due.notify_one();
        Ok(id)
    }

    /// Returns the credentials to send to an address.
    fn credentials(&self, url: &Url, key: &Key) -> Result<Credentials, Failure> {
        if url.scheme() != "https" && !self.is_near(url) {
            let message = "Passwords are sent only over https. Change the address to https first.";
            return Err(Failure::new(FailureKind::BadUrl, message));
        }
        match key {
            Key::Password(name, password) => Credentials::basic(name, password),
            Key::Header(name, value) => Credentials::header(name, value),
        }
    }

    /// Returns the credentials of a source, if they may be sent to this address.
    async fn kept_credentials(
        &self,
        id: SourceId,
        url: &Url,
    ) -> Result<Option<Credentials>, SubscribeError> {
        let secret = self.context.store.sources().manner(id).await?.secret;
        let secret = secret.filter(|secret| secret.origin == url.origin().ascii_serialization());
        Ok(secret.map(|secret| Credentials::header(&secret.header, &secret.value)).transpose()?)
    }

    /// Stores credentials for the origin of an address.
    async fn keep_secret(&self, id: SourceId, url: &Url, secret: Credentials) -> Result<(), Error> {
        let origin = url.origin().ascii_serialization();
        let (header, value) = secret.into_parts();
        self.context.store.sources().set_secret(id, Some(Secret { origin, header, value })).await
    }

    /// Subscribes a user to a feed that asks for credentials. The source is private to the user.
    pub(super) async fn follow_with_key(
        &self,
        user: UserId,
        url: &Url,
        folder: Option<&str>,
        key: &Key,
    ) -> Result<NewSubscription, SubscribeError> {
        let credentials = self.credentials(url, key)?;
        self.is_welcome(url).await?;
        let fetched = match find(&self.context, url, Some(&credentials)).await? {
            Discovery::Feed(fetched) => *fetched,
            Discovery::Choice(candidates) => return Err(SubscribeError::Choice(candidates)),
        };
        if fetched.url.origin() != url.origin() {
            // It was found elsewhere, where nobody asked for the credentials.
            return self.add(user, fetched, folder).await;
        }
        let (sources, now) = (self.context.store.sources(), self.context.now());
        let address = fetched.url.clone();
        if let Some(shared) = sources.by_url(address.clone()).await?
            && let Some(own) = self.context.store.subscriptions().get(user, shared.id).await?
        {
            let id = self.set_key(user, own.source.id, Some(key)).await?;
            return self.join(user, id, folder).await;
        }
        let id = sources.add_private(fetched.kind, address.clone(), user, now).await?.id();
        self.keep_secret(id, &address, credentials).await?;
        self.subscribe_to(user, id, fetched, folder).await
    }

    /// Returns the user's own copy of a source: this one if nobody else is subscribed to it, otherwise a second one.
    async fn make_private(
        &self,
        user: UserId,
        source: &Source,
    ) -> Result<SourceId, SubscribeError> {
        if source.owner == Some(user) {
            return Ok(source.id);
        }
        let (sources, now) = (self.context.store.sources(), self.context.now());
        let (is_only, url) = (source.n_subscribers == 1, source.url.clone());
        if is_only && sources.private_by_url(url.clone(), user).await?.is_none() {
            return Ok(sources.make_private(source.id, user, now).await?);
        }
        let own = sources.add_private(source.kind, url, user, now).await?.id();
        sources.switch(user, source.id, own, now).await?;
        Ok(own)
    }

    /// Returns whether an address is in our own network, if the operator allowed private addresses.
    fn is_near(&self, url: &Url) -> bool {
        let is_private = match url.host() {
            Some(url::Host::Ipv4(ip)) => ip.is_loopback() || ip.is_private(),
            Some(url::Host::Ipv6(ip)) => ip.is_loopback(),
            Some(url::Host::Domain(name)) => name == "localhost",
            None => false,
        };
        is_private && self.context.web.check(url).is_ok()
    }
}

/// Returns the new address that a source announces, by redirects or in the feed itself.
#[must_use]
pub fn announced_address(followed: &SubscribedSource) -> Option<Url> {
    let source = &followed.source;
    let seen = source.move_seen.as_ref().map(|seen| seen.target.clone());
    seen.or_else(|| source.hints.moved_to.clone()).filter(|url| *url != source.url)
}

#[cfg(test)]
mod tests;
