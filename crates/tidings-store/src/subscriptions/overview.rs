//! The data of a user's navigation: sources, folders, tags and unread counts.

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

/// The version of an overview: if it is unchanged, so is everything except what retention removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OverviewVersion {
    /// Grows with every action of the user.
    pub revision: i64,
    /// The newest article of all sources.
    pub newest: ArticleId,
}

/// Everything a user has, with counts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Overview {
    /// The folders in the user's order, each followed by the folders inside it.
    pub folders: Vec<Folder>,
    /// The sources, ordered by title.
    pub sources: Vec<SubscriptionSummary>,
    /// The tags, ordered by name.
    pub tags: Vec<Tag>,
    /// Unread articles that arrived within a day, unless they were already old then.
    pub n_today: u64,
    /// Starred articles.
    pub n_starred: u64,
    /// Articles in Read later.
    pub n_later: u64,
}

/// A subscription with its unread count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubscriptionSummary {
    /// The source.
    pub id: SourceId,
    /// The title, as this user sees it.
    pub title: String,
    /// The user's folder for it.
    pub folder: Option<FolderId>,
    /// The number of unread articles.
    pub n_unread: u64,
    /// Whether it is shown only in its own list and its folder's.
    pub is_muted: bool,
    /// Whether it has an icon.
    pub has_icon: bool,
}

impl Overview {
    /// Returns the number of unread articles in all sources that are not muted.
    #[must_use]
    pub fn n_unread(&self) -> u64 {
        self.sources.iter().filter(|source| !source.is_muted).map(|source| source.n_unread).sum()
    }
}

impl Subscriptions<'_> {
    /// Returns what the navigation of a user shows.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
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
