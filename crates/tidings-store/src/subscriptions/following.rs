//! Subscriptions of users.

use crate::{
    articles::{self, entries},
    engine::db::{Connection, Row},
    error::{Error, Result},
    readings::unread,
    sources::{self, AddedSource, COLUMNS, read_source},
    subscriptions::{
        Subscriptions,
        folders::{check_folder, folder_at},
        wishes::SubscriberOptions,
    },
    users::touch,
    values,
};
use jiff::Timestamp;
use std::borrow::Cow;
use tidings_model::{
    ArticleId, FolderId, FolderPath, Reason, SourceId, SourceKind, UserId, source::Source,
    units::Minutes, user::Subscription,
};
use url::Url;

/// A source as one of its subscribers sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct SubscribedSource {
    /// The source.
    pub source: Source,
    /// The subscription.
    pub subscription: Subscription,
    /// The number of unread articles.
    pub n_unread: u64,
    /// Since when the user has paused it.
    pub paused_at: Option<Timestamp>,
    /// The user's options for it.
    pub options: SubscriberOptions,
    /// When articles were last assumed to be missed because a fetch had no overlap with the stored articles.
    pub missed_at: Option<Timestamp>,
    /// Until when its host asked us to wait.
    pub host_blocked_until: Timestamp,
}

impl SubscribedSource {
    /// Returns when it may be fetched next: as planned, but not before its host allows it.
    #[must_use]
    pub fn next_check(&self) -> Timestamp {
        self.source.next_at.max(self.host_blocked_until)
    }

    /// Returns the code of the reason for that time: the plan's, or how long the host still asks us to wait.
    #[must_use]
    pub fn next_reason(&self, now: Timestamp) -> Cow<'_, str> {
        if self.host_blocked_until <= self.source.next_at.max(now) {
            return Cow::Borrowed(&self.source.next_reason);
        }
        let wait = self.host_blocked_until.duration_since(now);
        Cow::Owned(Reason::Patience { wait: Minutes(wait.as_secs_f64() / 60.0) }.code())
    }

    /// Returns the title the user sees: their own, the source's, or the address.
    #[must_use]
    pub fn title(&self) -> &str {
        match &self.subscription.title {
            Some(title) => title,
            None if !self.source.title.is_empty() => &self.source.title,
            None => self.source.url.as_str(),
        }
    }
}

/// A source to subscribe to, which may or may not be stored yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    /// The kind of source, if it is new.
    pub kind: SourceKind,
    /// The address.
    pub url: Url,
    /// The path of the folder, which is created if needed.
    pub folder: Option<String>,
    /// The user's own title for it; an existing title is kept.
    pub title: Option<String>,
    /// When and why it is first fetched, if it is new.
    pub first: (Timestamp, String),
}

impl Subscriptions<'_> {
    /// Subscribes a user. The newest stored articles become unread (see [`unread::FIRST_UNREAD`]). Subscribing again only
    /// changes the folder, if one is given.
    ///
    /// # Errors
    /// Fails when there is no such source, the folder is not the user's, or the store cannot be written.
    pub async fn subscribe(
        self,
        user: UserId,
        source: SourceId,
        folder: Option<FolderId>,
        now: Timestamp,
    ) -> Result<()> {
        self.0.write(move |c| subscribe(c, user, source, folder, now)).await
    }

    /// Subscribes a user to many sources at once, as an import does. Creates sources and folders as needed, all in one
    /// transaction. Returns each source, in the given order.
    ///
    /// # Errors
    /// Fails when an address is too long, or the store cannot be written.
    pub async fn subscribe_all(
        self,
        user: UserId,
        wishes: Vec<Wish>,
        now: Timestamp,
    ) -> Result<Vec<AddedSource>> {
        self.0.write(move |c| wishes.iter().map(|wish| grant(c, user, wish, now)).collect()).await
    }

    /// Ends a subscription. What the user starred, saved for later or tagged stays theirs. A source without subscribers is
    /// no longer fetched.
    ///
    /// # Errors
    /// Fails when the user does not subscribe, or the store cannot be written.
    pub async fn unsubscribe(self, user: UserId, source: SourceId) -> Result<()> {
        self.0.write(move |c| unsubscribe(c, user, source)).await
    }

    /// Returns a user's sources with their unread counts, ordered by title.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn list(self, user: UserId) -> Result<Vec<SubscribedSource>> {
        self.0.read(move |c| subscriptions(c, user)).await
    }

    /// Returns one of a user's sources.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn get(self, user: UserId, source: SourceId) -> Result<Option<SubscribedSource>> {
        self.0
            .read(move |c| {
                let sql = format!("{} and u.source_id = $2", select());
                c.query_first(&sql, values![user, source])?.map(read_subscribed).transpose()
            })
            .await
    }

    /// Counts a user's subscriptions.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn count(self, user: UserId) -> Result<u64> {
        self.0
            .read(move |c| {
                let sql = "select count(*) from subscriptions where user_id = $1";
                c.query_first(sql, values![user])?.map_or(Ok(0), |row| row.only())
            })
            .await
    }

    /// Sets or removes the user's own title of a subscription.
    ///
    /// # Errors
    /// Fails when the user does not subscribe, or the store cannot be written.
    pub async fn rename(self, user: UserId, source: SourceId, title: Option<String>) -> Result<()> {
        self.0
            .write(move |c| {
                let sql =
                    "update subscriptions set title = $3 where user_id = $1 and source_id = $2";
                found(c.execute(sql, values![user, source, title.as_deref()])?)?;
                touch(c, user)
            })
            .await
    }

    /// Moves a subscription to a folder, or out of its folder (`None`).
    ///
    /// # Errors
    /// Fails when the user does not subscribe, the folder is not theirs, or the store cannot be written.
    pub async fn move_to(
        self,
        user: UserId,
        source: SourceId,
        folder: Option<FolderId>,
    ) -> Result<()> {
        self.0
            .write(move |c| {
                check_folder(c, user, folder)?;
                let sql =
                    "update subscriptions set folder_id = $3 where user_id = $1 and source_id = $2";
                found(c.execute(sql, values![user, source, folder])?)?;
                touch(c, user)
            })
            .await
    }
}

fn found(n_rows: u64) -> Result<()> {
    if n_rows == 0 { Err(Error::NotFound("subscription")) } else { Ok(()) }
}

pub(crate) fn grant(
    c: &mut dyn Connection,
    user: UserId,
    wish: &Wish,
    now: Timestamp,
) -> Result<AddedSource> {
    let added = sources::add(c, wish.kind, &wish.url, None, now)?;
    let path = wish.folder.as_deref().and_then(FolderPath::fitted);
    let folder = path.map(|path| folder_at(c, user, &path, now)).transpose()?;
    subscribe(c, user, added.id(), folder, now)?;
    if let Some(title) = &wish.title {
        let sql = "update subscriptions set title = coalesce(title, $3) where user_id = $1 and source_id = $2";
        c.execute(sql, values![user, added.id(), title])?;
    }
    if let AddedSource::New(id) = added {
        sources::reschedule(c, id, wish.first.0, &wish.first.1)?;
    }
    Ok(added)
}

pub(crate) fn subscribe(
    c: &mut dyn Connection,
    user: UserId,
    source: SourceId,
    folder: Option<FolderId>,
    now: Timestamp,
) -> Result<()> {
    // The lock keeps articles from arriving between the look at what is stored and the insert of the subscription.
    sources::lock(c, source)?;
    check_folder(c, user, folder)?;
    touch(c, user)?;
    let sql = "insert into subscriptions(user_id, source_id, folder_id, created_at) values ($1, $2, $3, $4) \
               on conflict(user_id, source_id) do nothing";
    if c.execute(sql, values![user, source, folder, now])? == 0 {
        if folder.is_some() {
            let sql =
                "update subscriptions set folder_id = $3 where user_id = $1 and source_id = $2";
            c.execute(sql, values![user, source, folder])?;
        }
        return Ok(());
    }
    sources::wake_orphan(c, source, now)?;
    unread::newest_of_source(c, user, source, now)?;
    entries::arrive(c, user, source, Timestamp::MIN, now)
}

pub(crate) fn unsubscribe(c: &mut dyn Connection, user: UserId, source: SourceId) -> Result<()> {
    sources::lock(c, source)?;
    let sql = "delete from subscriptions where user_id = $1 and source_id = $2";
    found(c.execute(sql, values![user, source])?)?;
    c.execute("delete from unread where user_id = $1 and source_id = $2", values![user, source])?;
    entries::leave(c, user, source)?;
    touch(c, user)?;
    sources::orphan_if_unwanted(c, source)
}

fn select() -> String {
    format!(
        "select u.user_id, u.folder_id, u.title as own_title, u.created_at as subscribed_at, s.missed_at, \
         u.paused_at, u.is_muted, u.full_text, \
         u.min_minutes, u.max_minutes, u.keep_days, u.keep_count, u.kept_move, u.is_pinned, \
         (select count(*) from unread n where n.user_id = u.user_id and n.source_id = u.source_id) as n_unread, \
         coalesce((select h.blocked_until from hosts h where h.host = s.host), 0) as host_blocked_until, \
         {COLUMNS} \
         from subscriptions u join sources s on s.id = u.source_id where u.user_id = $1"
    )
}

pub(crate) fn subscriptions(c: &mut dyn Connection, user: UserId) -> Result<Vec<SubscribedSource>> {
    let rows = c.query(&select(), values![user])?;
    let mut all: Vec<SubscribedSource> =
        rows.into_iter().map(read_subscribed).collect::<Result<_>>()?;
    all.sort_by_cached_key(|subscribed| (subscribed.title().to_lowercase(), subscribed.source.id));
    Ok(all)
}

fn read_subscribed(mut row: Row) -> Result<SubscribedSource> {
    let (user, folder, title, created_at) = (
        row.get("user_id")?,
        row.get("folder_id")?,
        row.get("own_title")?,
        row.get("subscribed_at")?,
    );
    let (missed_at, paused_at) = (row.get("missed_at")?, row.get("paused_at")?);
    let options = SubscriberOptions {
        is_muted: row.get("is_muted")?,
        full_text: row.get("full_text")?,
        min_minutes: row.get("min_minutes")?,
        max_minutes: row.get("max_minutes")?,
        keep_days: row.get("keep_days")?,
        keep_count: row.get("keep_count")?,
        kept_move: row.get("kept_move")?,
        is_pinned: row.get("is_pinned")?,
    };
    let (n_unread, host_blocked_until) = (row.get("n_unread")?, row.get("host_blocked_until")?);
    let source = read_source(&mut row)?;
    let subscription = Subscription { user, source: source.id, folder, title, created_at };
    Ok(SubscribedSource {
        source,
        subscription,
        n_unread,
        paused_at,
        options,
        missed_at,
        host_blocked_until,
    })
}

/// Checks that the user subscribes to the article's source or kept the article. Locks the article's row, so that retention
/// cannot remove it before the user's action is committed.
pub(crate) fn check_may_see(
    c: &mut dyn Connection,
    user: UserId,
    article: ArticleId,
) -> Result<()> {
    let sql =
        format!("select 1 from articles a where a.id = $2 and {} {{LOCK}}", articles::VISIBLE);
    match c.query_first(&sql, values![user, article])? {
        Some(_) => Ok(()),
        None => Err(Error::NotFound("article")),
    }
}
