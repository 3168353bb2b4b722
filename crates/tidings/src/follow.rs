//! Following sources: one by its address, or many from a list.

use crate::{
    daemon::Daemon,
    find::{Candidate, Fetched, Found, find},
};
use futures_util::{StreamExt, stream};
use tidings_fetch::check_url;
use tidings_model::{Clock, Failure, FailureKind, SourceId, SourceKind, UserId};
use tidings_parse::opml::{Opml, Subscription};
use tidings_schedule::policy;
use tidings_store::{Added, Error};
use url::Url;

/// Subscriptions written at once, so that their transactions share a commit.
const AT_ONCE: usize = 64;

/// A source that is followed from now on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Followed {
    /// The source.
    pub source: SourceId,
    /// What it is called.
    pub title: String,
    /// Where it is asked.
    pub url: Url,
    /// Articles it brought, or had.
    pub n_articles: u64,
}

/// Why an address is not followed.
#[derive(Debug, thiserror::Error)]
pub enum NotFollowed {
    /// The address leads nowhere useful; the sentence is for the person.
    #[error("{}", .0.message)]
    Refused(Failure),
    /// The page links to several feeds: one must be chosen.
    #[error("the page links to {} feeds: choose one", .0.len())]
    Choice(Vec<Candidate>),
    /// The store cannot keep it.
    #[error(transparent)]
    Store(#[from] Error),
}

impl From<Failure> for NotFollowed {
    fn from(failure: Failure) -> Self {
        Self::Refused(failure)
    }
}

/// What came of a list.
#[derive(Debug, Default)]
pub struct Imported {
    /// Newly followed.
    pub n_added: u64,
    /// Followed already.
    pub n_known: u64,
    /// What was refused, and why.
    pub refused: Vec<(String, String)>,
}

impl Daemon {
    /// Finds the feed at an address, subscribes the user to it and stores its articles.
    ///
    /// # Errors
    /// Why not, for the person who typed the address.
    pub async fn follow(
        &self,
        user: UserId,
        typed: &str,
        folder: Option<&str>,
    ) -> Result<Followed, NotFollowed> {
        self.has_room(user, 1).await?;
        let url = check_url(typed)?;
        if let Some(source) = self.store.source_by_url(url).await? {
            return self.join(user, source.id, folder).await;
        }
        let fetched = match find(&*self.web, &self.limits, typed).await? {
            Found::Feed(fetched) => *fetched,
            Found::Choice(candidates) => return Err(NotFollowed::Choice(candidates)),
        };
        if let Some(source) = self.store.source_by_url(fetched.url.clone()).await? {
            return self.join(user, source.id, folder).await;
        }
        self.settle_new(user, fetched, folder).await
    }

    /// Subscribes to a source that is watched already: no request is needed.
    async fn join(
        &self,
        user: UserId,
        id: SourceId,
        folder: Option<&str>,
    ) -> Result<Followed, NotFollowed> {
        let now = self.time.now();
        let folder = match folder {
            Some(name) => Some(self.store.folder(user, name.to_owned(), now).await?),
            None => None,
        };
        self.store.subscribe(user, id, folder, now).await?;
        self.count_sources().await?;
        self.wake();
        let subscribed =
            self.store.subscription(user, id).await?.ok_or(Error::NotFound("subscription"))?;
        let n_articles = self.store.count_articles_of(id).await?;
        Ok(Followed {
            source: id,
            title: subscribed.title().to_owned(),
            url: subscribed.source.url.clone(),
            n_articles,
        })
    }

    /// Puts a source that was just fetched into the store, with its articles.
    async fn settle_new(
        &self,
        user: UserId,
        fetched: Fetched,
        folder: Option<&str>,
    ) -> Result<Followed, NotFollowed> {
        let now = self.time.now();
        let id = self.store.add_source(fetched.kind, fetched.url, now).await?.id();
        self.join(user, id, folder).await?;
        // Somebody else's retrieval may be under way: then the articles come with that one.
        if let Some(source) = self.store.claim_one(id, self.claim(1), now).await? {
            self.digest(source, Ok(fetched.response), now).await?;
        }
        self.join(user, id, folder).await
    }

    /// Subscribes a user to everything in a list. Nothing is fetched: the daemon retrieves the new sources, spread out.
    ///
    /// # Errors
    /// When the store cannot write. What was subscribed until then stays, and importing again continues.
    pub async fn import(
        &self,
        user: UserId,
        list: Opml,
        mut on_done: impl FnMut(),
    ) -> Result<Imported, NotFollowed> {
        let mut imported = Imported { refused: list.refused, ..Imported::default() };
        let room =
            self.limits.subscriptions_per_user.saturating_sub(self.n_subscriptions(user).await?);
        let n_new = list.outlines.len() as u64;
        self.count_sources().await?;
        let mut results = stream::iter(list.outlines.into_iter().enumerate())
            .map(|(place, outline)| async move {
                let url = outline.url.clone();
                (
                    url,
                    if place < room {
                        self.import_one(user, outline, n_new).await
                    } else {
                        Err(full(self.limits.subscriptions_per_user))
                    },
                )
            })
            .buffered(AT_ONCE);
        while let Some((url, result)) = results.next().await {
            on_done();
            match result {
                Ok(true) => imported.n_added += 1,
                Ok(false) => imported.n_known += 1,
                Err(NotFollowed::Store(error)) => return Err(error.into()),
                Err(refused) => imported.refused.push((url, refused.to_string())),
            }
        }
        drop(results);
        self.count_sources().await?;
        self.wake();
        Ok(imported)
    }

    /// Subscribes to one line of a list; `false` when the user follows it already.
    async fn import_one(
        &self,
        user: UserId,
        outline: Subscription,
        n_new: u64,
    ) -> Result<bool, NotFollowed> {
        let now = self.time.now();
        let url = check_url(&outline.url)?;
        self.web.check(&url)?;
        let added = self.store.add_source(SourceKind::Feed, url, now).await?;
        let id = added.id();
        if self.store.subscription(user, id).await?.is_some() {
            return Ok(false);
        }
        let folder = match outline.folder.join(" / ") {
            name if name.is_empty() => None,
            name => Some(self.store.folder(user, name, now).await?),
        };
        self.store.subscribe(user, id, folder, now).await?;
        if let Added::New(id) = added {
            let plan = policy::first(n_new, &self.means(), now, self.time.draw());
            self.store.reschedule(id, plan.at, plan.reason.to_string()).await?;
        }
        if !outline.title.is_empty() {
            self.store.rename_subscription(user, id, Some(outline.title)).await?;
        }
        Ok(true)
    }

    async fn n_subscriptions(&self, user: UserId) -> Result<usize, NotFollowed> {
        Ok(usize::try_from(self.store.count_subscriptions(user).await?).unwrap_or(usize::MAX))
    }

    async fn has_room(&self, user: UserId, n: usize) -> Result<(), NotFollowed> {
        let most = self.limits.subscriptions_per_user;
        if self.n_subscriptions(user).await? + n > most { Err(full(most)) } else { Ok(()) }
    }
}

fn full(most: usize) -> NotFollowed {
    let message = format!(
        "You follow {most} sources, which is the most one account can; unsubscribe from some first."
    );
    Failure::new(FailureKind::Denied, message).into()
}
