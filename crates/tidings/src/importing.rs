//! Importing what people bring from elsewhere, and handing it out again.
//!
//! A file is read and written down at once; its lines are then worked off some at a time, so that a person can watch, and
//! a program that was killed goes on where it stopped.

use crate::{
    daemon::Daemon,
    find::off_thread,
    follow::{NotFollowed, folder_name},
};
use std::collections::{BTreeMap, HashSet};
use tidings_fetch::check_url;
use tidings_model::{Clock, Failure, FailureKind, SourceKind, UserId, limits::Limits};
use tidings_parse::{
    import::{self, Imported},
    opml,
    text::cut,
};
use tidings_schedule::policy;
use tidings_store::{Error, Line, LineState, Listing, Mark, Store, Wish, options::public_url};
use url::Url;

/// Lines worked off in one transaction.
const AT_ONCE: usize = 100;

impl Daemon {
    /// Reads a file and writes it down; [`Daemon::go_on_importing`] does the rest.
    ///
    /// # Errors
    /// Why the file cannot be taken, for the person who chose it.
    pub async fn begin_import(
        &self,
        user: UserId,
        name: &str,
        bytes: Vec<u8>,
    ) -> Result<i64, NotFollowed> {
        let limits = self.limits.clone();
        let listing = off_thread(move || read(&bytes, &limits)).await?;
        let listing = Listing { name: cut(name, 200).to_owned(), ..listing };
        Ok(self.store.begin_import(user, listing, self.time.now()).await?)
    }

    /// Works off every import that is not done.
    ///
    /// # Errors
    /// When the store does not answer; what was done until then stays done.
    pub async fn go_on_importing(&self) -> Result<(), Error> {
        let open = self.store.open_imports().await?;
        if open.is_empty() {
            return Ok(());
        }
        self.count_sources().await?;
        for (import, user) in open {
            self.work_off(import, user).await?;
        }
        self.count_sources().await?;
        self.wake();
        Ok(())
    }

    async fn work_off(&self, import: i64, user: UserId) -> Result<(), Error> {
        loop {
            let lines = self.store.waiting_lines(import, AT_ONCE).await?;
            if lines.is_empty() {
                return self.store.finish_import(import, self.time.now()).await;
            }
            let n_new = lines.len() as u64;
            let wishes =
                lines.into_iter().map(|(number, line)| (number, self.wish(line, n_new))).collect();
            let most = self.limits.subscriptions_per_user;
            self.store.settle_lines(import, user, wishes, most, self.time.now()).await?;
        }
    }

    fn wish(&self, line: Line, n_new: u64) -> Result<Wish, String> {
        let url = self.check(&line.url).map_err(|failure| failure.message)?;
        let plan = policy::first(n_new, &self.means(), self.time.now(), self.time.draw());
        Ok(Wish {
            kind: SourceKind::Feed,
            url,
            folder: Some(line.folder).filter(|folder| !folder.is_empty()),
            title: Some(line.title).filter(|title| !title.is_empty()),
            first: (plan.at, plan.reason.to_string()),
        })
    }
}

/// What a file says, as it is written down.
fn read(bytes: &[u8], limits: &Limits) -> Result<Listing, Failure> {
    let read = import::read(bytes, limits)
        .map_err(|why| Failure::new(FailureKind::NotAFeed, why.to_string()))?;
    let waiting = read.subscriptions.into_iter().map(|outline| Line {
        url: outline.url,
        title: outline.title,
        folder: folder_name(&outline.folder).unwrap_or_default(),
        state: LineState::Waiting,
        why: String::new(),
    });
    let refused = read.refused.into_iter().map(|(url, why)| Line {
        url,
        title: String::new(),
        folder: String::new(),
        state: LineState::Refused,
        why,
    });
    let lines: Vec<Line> = waiting.chain(refused).collect();
    let listed: HashSet<Url> = lines.iter().filter_map(|line| check_url(&line.url).ok()).collect();
    let marks = read.articles.iter().filter_map(|one| mark(one, &listed, limits)).collect();
    let complaints = read.complaints.into_iter().map(|complaint| complaint.message).collect();
    Ok(Listing { name: String::new(), lines, marks, complaints })
}

/// An article worth remembering: starred or tagged, or read and of a source that the file lists.
fn mark(one: &Imported, listed: &HashSet<Url>, limits: &Limits) -> Option<Mark> {
    let is_kept = one.is_starred || !one.tags.is_empty();
    // An article of an unknown source is filed under its own site.
    let typed = one.source_url.as_deref().or(one.link.as_deref().filter(|_| is_kept))?;
    let mut source = check_url(typed).ok()?;
    if one.source_url.is_none() {
        source.set_path("/");
        source.set_query(None);
    }
    let is_read = one.is_read.unwrap_or(is_kept);
    if !(is_kept || is_read && listed.contains(&source)) {
        return None;
    }
    Some(Mark {
        source,
        source_title: one.source_title.clone(),
        article: one.article(limits),
        is_read,
        is_starred: one.is_starred,
        tags: one.tags.clone(),
    })
}

/// A user's subscriptions as OPML. Secrets are not in it.
///
/// # Errors
/// When the store cannot read.
pub async fn export(store: &Store, user: UserId) -> Result<String, Error> {
    let folders: BTreeMap<_, _> =
        store.folders(user).await?.into_iter().map(|folder| (folder.id, folder.name)).collect();
    let subscriptions: Vec<opml::Subscription> = store
        .subscriptions(user)
        .await?
        .iter()
        .map(|subscribed| opml::Subscription {
            url: public_url(&subscribed.source.url).to_string(),
            title: subscribed.title().to_owned(),
            site: subscribed.source.site.as_ref().map(ToString::to_string),
            folder: subscribed
                .subscription
                .folder
                .and_then(|folder| folders.get(&folder))
                .map(|name| name.split(" / ").map(str::to_owned).collect())
                .unwrap_or_default(),
        })
        .collect();
    Ok(opml::write("Subscriptions", &subscriptions))
}
