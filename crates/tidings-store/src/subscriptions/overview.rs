//! What the navigation shows of everything a user has: sources, folders, tags, and how much is unread.

use crate::{
    articles::{NOT_MUTED, TODAY, TODAY_PUBLISHED},
    engine::{dates::earlier, db::Connection},
    error::Result,
    readings::{self, Tag},
    subscriptions::{self, Folder, Subscriptions},
    values,
};
use jiff::Timestamp;
use std::collections::HashMap;
use tidings_model::{ArticleId, FolderId, SourceId, UserId};

/// How young an overview is: equal stamps mean that nothing has changed but what retention removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OverviewVersion {
    /// Grows with everything the user does.
    pub revision: i64,
    /// The newest article of all.
    pub newest: ArticleId,
}

/// Everything a user has, in numbers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Overview {
    /// By name.
    pub folders: Vec<Folder>,
    /// By title.
    pub sources: Vec<SubscriptionSummary>,
    /// By name.
    pub tags: Vec<Tag>,
    /// Unread articles that came within a day.
    pub n_today: u64,
    /// Articles starred.
    pub n_starred: u64,
    /// Articles put aside.
    pub n_later: u64,
}

/// A source a user follows, with what is unread of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubscriptionSummary {
    /// The source.
    pub id: SourceId,
    /// As this user sees it.
    pub title: String,
    /// Where the user put it.
    pub folder: Option<FolderId>,
    /// Articles the user has not read.
    pub n_unread: u64,
    /// Shown in its own list and its folder's only.
    pub is_muted: bool,
    /// Whether an icon of it was found.
    pub has_icon: bool,
}

impl Overview {
    /// Unread articles of all sources that are shown among everything.
    #[must_use]
    pub fn n_unread(&self) -> u64 {
        self.sources.iter().filter(|source| !source.is_muted).map(|source| source.n_unread).sum()
    }
}

impl Subscriptions<'_> {
    /// What the navigation of a user shows.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn overview(self, user: UserId, now: Timestamp) -> Result<Overview> {
        self.0.read(move |c| overview(c, user, now)).await
    }
}

pub(crate) fn overview(c: &mut dyn Connection, user: UserId, now: Timestamp) -> Result<Overview> {
    let kept = |c: &mut dyn Connection, column: &str| -> Result<u64> {
        let sql =
            format!("select count(*) from readings where user_id = $1 and {column} is not null");
        c.query_first(&sql, values![user])?.map_or(Ok(0), |row| row.only())
    };
    Ok(Overview {
        folders: subscriptions::folders(c, user)?,
        sources: standings(c, user)?,
        tags: readings::tags(c, user)?,
        n_today: n_today(c, user, now)?,
        n_starred: kept(c, "starred_at")?,
        n_later: kept(c, "later_at")?,
    })
}

fn standings(c: &mut dyn Connection, user: UserId) -> Result<Vec<SubscriptionSummary>> {
    let sql =
        "select source_id, count(*) as n_unread from unread where user_id = $1 group by source_id";
    let counts = c
        .query(sql, values![user])?
        .into_iter()
        .map(|mut row| Ok((row.get("source_id")?, row.get("n_unread")?)))
        .collect::<Result<HashMap<SourceId, u64>>>()?;
    let sql = "select u.source_id, coalesce(u.title, s.title) as title, case when s.title = '' then s.url end as url, \
               u.folder_id, u.is_muted, \
               case when i.icon_id is null then 0 else 1 end as has_icon \
               from subscriptions u join sources s on s.id = u.source_id \
               left join source_icons i on i.source_id = u.source_id where u.user_id = $1";
    let mut standings = c
        .query(sql, values![user])?
        .into_iter()
        .map(|mut row| {
            let id = row.get("source_id")?;
            let n_unread = counts.get(&id).copied().unwrap_or(0);
            let (title, url): (String, Option<String>) = (row.get("title")?, row.get("url")?);
            let title = match url {
                Some(url) if title.is_empty() => url,
                _ => title,
            };
            let (folder, is_muted, has_icon) =
                (row.get("folder_id")?, row.get("is_muted")?, row.get("has_icon")?);
            Ok(SubscriptionSummary { id, title, folder, n_unread, is_muted, has_icon })
        })
        .collect::<Result<Vec<_>>>()?;
    standings.sort_by_cached_key(|source| (source.title.to_lowercase(), source.id));
    Ok(standings)
}

fn n_today(c: &mut dyn Connection, user: UserId, now: Timestamp) -> Result<u64> {
    let sql = format!(
        "select count(*) from unread n join articles a on a.id = n.article_id \
         where n.user_id = $1 and n.published_at >= $2 and a.arrived_at >= $3 {NOT_MUTED}"
    );
    let since = |span| earlier(now, span);
    c.query_first(&sql, values![user, since(TODAY_PUBLISHED), since(TODAY)])?
        .map_or(Ok(0), |row| row.only())
}
