//! Following sources: one by its address, or many from a list.

use crate::{
    daemon::Daemon,
    find::{Candidate, Fetched, Found, find},
};
use jiff::Timestamp;
use std::collections::HashSet;
use tidings_fetch::check_url;
use tidings_model::{
    Clock, Failure, FailureKind, HostKey, SourceId, SourceKind, SourceState, UserId,
};
use tidings_parse::{opml::Opml, text::cut};
use tidings_schedule::policy;
use tidings_store::{Added, Error, Wish, sources::MAX_URL_BYTES};
use url::Url;

/// Longer names of folders are cut.
const LONGEST_FOLDER: usize = 200;
/// Subscriptions made in one transaction.
const AT_ONCE: usize = 250;

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
        let known = self.store.sources().by_url(url.clone()).await?;
        // One that was never retrieved is retrieved now, for the person who waits.
        if let Some(source) = known.filter(|source| source.health.last_retrieval.is_some()) {
            return self.join(user, source.id, folder).await;
        }
        self.is_welcome(&url).await?;
        let fetched = match self.looked.take(user, &url, self.time.now()) {
            // Looked at a moment ago: nothing is asked again.
            Some(fetched) => fetched,
            None => match find(&*self.web, &self.limits, typed).await? {
                Found::Feed(fetched) => *fetched,
                Found::Choice(candidates) => return Err(NotFollowed::Choice(candidates)),
            },
        };
        self.settle_new(user, fetched, folder).await
    }

    /// Ends a user's subscription to a source, by its address.
    ///
    /// # Errors
    /// When there is no such subscription, or the store cannot write.
    pub async fn unfollow(&self, user: UserId, typed: &str) -> Result<String, NotFollowed> {
        let url = check_url(typed)?;
        let source = self.store.sources().by_url(url).await?.ok_or(Error::NotFound("source"))?;
        self.store.subscriptions().unsubscribe(user, source.id).await?;
        self.count_sources().await?;
        Ok(if source.title.is_empty() { source.url.into() } else { source.title })
    }

    /// Whether the host of an address has not asked for silence.
    pub(crate) async fn is_welcome(&self, url: &Url) -> Result<(), NotFollowed> {
        match self.silent_until(url).await? {
            None => Ok(()),
            Some(until) => {
                let host = HostKey::of(url);
                let message =
                    format!("{host} asked not to be asked before {until}; try again then.");
                Err(Failure::new(FailureKind::RateLimited, message).into())
            }
        }
    }

    /// Until when the host of an address asked for silence, if it did.
    pub(crate) async fn silent_until(&self, url: &Url) -> Result<Option<Timestamp>, Error> {
        let now = self.time.now();
        let host = self.store.sources().host(HostKey::of(url), now).await?;
        Ok(host.map(|host| host.blocked_until).filter(|until| *until > now))
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
            Some(name) => {
                Some(self.store.subscriptions().folder(user, name.to_owned(), now).await?)
            }
            None => None,
        };
        self.store.subscriptions().subscribe(user, id, folder, now).await?;
        self.judge_backlog(user, id).await?;
        self.count_sources().await?;
        self.followed(user, id).await
    }

    async fn followed(&self, user: UserId, id: SourceId) -> Result<Followed, NotFollowed> {
        let subscribed = self
            .store
            .subscriptions()
            .get(user, id)
            .await?
            .ok_or(Error::NotFound("subscription"))?;
        let n_articles = self.store.sources().count_articles_of(id).await?;
        let title = subscribed.title().to_owned();
        Ok(Followed { source: id, title, url: subscribed.source.url, n_articles })
    }

    /// Puts a source that was just fetched into the store, with its articles.
    pub(crate) async fn settle_new(
        &self,
        user: UserId,
        fetched: Fetched,
        folder: Option<&str>,
    ) -> Result<Followed, NotFollowed> {
        let now = self.time.now();
        let id = self.store.sources().add(fetched.kind, fetched.url, now).await?.id();
        // The lease comes before the subscription, which makes the source due: nobody else asks for what is here.
        let claimed = self.store.sources().claim_one(id, self.claim(1), now).await?;
        self.join(user, id, folder).await?;
        let source = match claimed {
            Some(source) => Some(source),
            // Its host asked for silence meanwhile, or somebody retrieves it: what was fetched is kept all the same.
            None => self.store.sources().get(id).await?,
        };
        if let Some(mut source) = source.filter(|source| source.health.last_success.is_none()) {
            source.state = SourceState::Active;
            let manner = self.store.sources().manner(source.id).await?;
            self.digest(&source, &Ok(fetched.response), &manner, now).await?;
        }
        self.followed(user, id).await
    }

    /// Subscribes a user to everything in a list. Nothing is fetched: the daemon retrieves the new sources, spread out.
    ///
    /// # Errors
    /// When the store cannot write. What was subscribed until then stays, and importing again continues.
    pub async fn import(
        &self,
        user: UserId,
        list: Opml,
        mut on_done: impl FnMut(u64),
    ) -> Result<Imported, NotFollowed> {
        self.count_sources().await?;
        let (wishes, mut imported) = self.wishes(user, list).await?;
        for some in wishes.chunks(AT_ONCE) {
            let added = self
                .store
                .subscriptions()
                .subscribe_all(user, some.to_vec(), self.time.now())
                .await?;
            for known in added.iter().filter(|added| matches!(added, Added::Known(_))) {
                self.judge_backlog(user, known.id()).await?;
            }
            imported.n_added += some.len() as u64;
            on_done(some.len() as u64);
        }
        self.count_sources().await?;
        self.wake();
        Ok(imported)
    }

    /// What of a list is new to the user and may be followed; the rest is reported.
    async fn wishes(&self, user: UserId, list: Opml) -> Result<(Vec<Wish>, Imported), NotFollowed> {
        let mut followed: HashSet<Url> = self
            .store
            .subscriptions()
            .list(user)
            .await?
            .into_iter()
            .map(|one| one.source.url)
            .collect();
        let refused = list.refused.into_iter().map(|(url, why)| (url, why.to_string())).collect();
        let mut imported = Imported { refused, ..Imported::default() };
        let (n_new, now) = (list.outlines.len() as u64, self.time.now());
        let mut wishes = Vec::new();
        for outline in list.outlines {
            let checked = self.check(&outline.url);
            let url = match checked {
                Ok(url) if followed.contains(&url) => {
                    imported.n_known += 1;
                    continue;
                }
                Ok(url) if followed.len() < self.limits.subscriptions_per_user => url,
                Ok(_) => {
                    let full = full(self.limits.subscriptions_per_user).to_string();
                    imported.refused.push((outline.url, full));
                    continue;
                }
                Err(failure) => {
                    imported.refused.push((outline.url, failure.message));
                    continue;
                }
            };
            let plan = policy::first(n_new, &self.means(), now, self.time.draw());
            followed.insert(url.clone());
            wishes.push(Wish {
                kind: SourceKind::Feed,
                url,
                folder: folder_name(&outline.folder),
                title: Some(outline.title).filter(|title| !title.is_empty()),
                first: (plan.at, plan.reason.code()),
            });
        }
        Ok((wishes, imported))
    }

    /// An address that may be asked and kept.
    pub(crate) fn check(&self, text: &str) -> Result<Url, Failure> {
        let url = check_url(text)?;
        self.web.check(&url)?;
        if url.as_str().len() > MAX_URL_BYTES {
            let message = format!("The address is longer than {MAX_URL_BYTES} bytes.");
            return Err(Failure::new(FailureKind::BadUrl, message));
        }
        Ok(url)
    }

    async fn n_subscriptions(&self, user: UserId) -> Result<usize, NotFollowed> {
        Ok(usize::try_from(self.store.subscriptions().count(user).await?).unwrap_or(usize::MAX))
    }

    pub(crate) async fn has_room(&self, user: UserId, n: usize) -> Result<(), NotFollowed> {
        let most = self.limits.subscriptions_per_user;
        if self.n_subscriptions(user).await? + n > most { Err(full(most)) } else { Ok(()) }
    }
}

/// The name of nested folders in one, shortened to what the store takes.
pub(crate) fn folder_name(path: &[String]) -> Option<String> {
    let name = path.join(" / ");
    Some(cut(&name, LONGEST_FOLDER).trim().to_owned()).filter(|name| !name.is_empty())
}

fn full(most: usize) -> NotFollowed {
    let message = format!(
        "You follow {most} sources, which is the most one account can; unsubscribe from some first."
    );
    Failure::new(FailureKind::Denied, message).into()
}
