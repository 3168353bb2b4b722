//! Readings: what a user did with articles. Every function takes a user and changes only that user's rows.
//!
//! Only the `unread` table says whether an article is unread. A reading's `read_at` is stored only when a user marked or
//! opened an individual article: marking a whole source read says nothing worth learning from.

use crate::{
    articles::{TODAY, TODAY_PUBLISHED, VISIBLE},
    engine::{
        dates::earlier,
        db::{CHUNK, Connection, Value, check_name, push_list},
    },
    error::{Error, Result},
    outputs::webhooks,
    readings::Readings,
    subscriptions::{check_may_see, inside},
    users::{touch, visits},
    values,
};
use jiff::Timestamp;
use tidings_model::{
    ArticleId, FolderId, Reaction, SourceId, TagId, UserId,
    user::{Reading, UserReaction},
};

/// A set of unread articles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkScope {
    /// Of all sources.
    All,
    /// Of one source.
    Source(SourceId),
    /// In one folder and the folders inside it.
    Folder(FolderId),
    /// Arrived since the given time (see [`crate::ArticleList::Since`]).
    Since(Timestamp),
    /// Starred.
    Starred,
    /// In Read later.
    Later,
    /// With this tag.
    Tagged(TagId),
}

impl MarkScope {
    /// Returns the scope of what arrived in the day before `now`.
    #[must_use]
    pub fn today(now: Timestamp) -> Self {
        Self::Since(earlier(now, TODAY))
    }
}

/// How far a scope is marked read: articles that arrived later, and were never shown, stay unread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UpTo {
    /// All articles.
    Everything,
    /// Articles whose sort key is not after this.
    Published(Timestamp),
    /// Articles whose id is not larger than this.
    Article(ArticleId),
}

/// A user's tag, and how many articles have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// Its id.
    pub id: TagId,
    /// Its name.
    pub name: String,
    /// The number of articles with it.
    pub n_articles: u64,
}

/// The unread articles of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnreadCount {
    /// The source.
    pub source: SourceId,
    /// How many there are.
    pub n_unread: u64,
    /// When the newest one arrived for the user.
    pub newest: Timestamp,
}

impl Readings<'_> {
    /// Marks articles read and returns how many were unread.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn mark_read(self, user: UserId, ids: Vec<ArticleId>, now: Timestamp) -> Result<u64> {
        self.0.write(move |c| mark_read(c, user, &ids, now)).await
    }

    /// Marks articles that the user may see unread, and returns how many were read.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn mark_unread(
        self,
        user: UserId,
        ids: Vec<ArticleId>,
        now: Timestamp,
    ) -> Result<u64> {
        self.0.write(move |c| mark_unread(c, user, &ids, now)).await
    }

    /// Marks a whole scope read for a simulated reader, and returns how many articles were unread. Client programs do not
    /// see this as a change.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn mark_scope_read(self, user: UserId, scope: MarkScope, up_to: UpTo) -> Result<u64> {
        self.0.write(move |c| mark_scope_read(c, user, scope, up_to)).await
    }

    /// Stars an article, or removes the star (`None`).
    ///
    /// # Errors
    /// Fails when the user may not see it, or the store cannot be written.
    pub async fn star(self, user: UserId, id: ArticleId, at: Option<Timestamp>) -> Result<()> {
        self.0
            .write(move |c| {
                set(c, user, id, "starred_at", at.into())?;
                let Some(at) = at else { return Ok(()) };
                visits::note(
                    c,
                    UserReaction { user, article: id, reaction: Reaction::Starred, at },
                )?;
                webhooks::starred(c, user, id, at)
            })
            .await
    }

    /// Adds an article to Read later, or removes it (`None`).
    ///
    /// # Errors
    /// Fails when the user may not see it, or the store cannot be written.
    pub async fn put_aside(self, user: UserId, id: ArticleId, at: Option<Timestamp>) -> Result<()> {
        self.0.write(move |c| set(c, user, id, "later_at", at.into())).await
    }

    /// Rates an article, or removes the rating (`None`).
    ///
    /// # Errors
    /// Fails when the user may not see it, or the store cannot be written.
    pub async fn rate(self, user: UserId, id: ArticleId, rating: Option<i64>) -> Result<()> {
        self.0.write(move |c| set(c, user, id, "rating", rating.into())).await
    }

    /// Counts that an article was opened, which also marks it read. Returns the user's revision (see
    /// [`crate::OverviewVersion`]).
    ///
    /// # Errors
    /// Fails when the user may not see it, or the store cannot be written.
    pub async fn opened(self, user: UserId, id: ArticleId, now: Timestamp) -> Result<i64> {
        self.0.write(move |c| {
            check_may_see(c, user, id)?;
            mark_read(c, user, &[id], now)?;
            let sql = "update readings set n_opened = n_opened + 1, opened_at = $3 where user_id = $1 and article_id = $2";
            c.execute(sql, values![user, id, now])?;
            let reaction = Reaction::Opened;
            visits::note(c, UserReaction { user, article: id, reaction, at: now })?;
            let row = c.query_first("select revision from users where id = $1", values![user])?;
            row.ok_or(Error::NotFound("user"))?.only()
        })
        .await
    }

    /// Adds time spent on an article, clamping negative and absurd values. A user who spent long enough has read it, which
    /// is recorded once.
    ///
    /// # Errors
    /// Fails when the user may not see it, or the store cannot be written.
    pub async fn add_time_spent(
        self,
        user: UserId,
        id: ArticleId,
        spent_ms: i64,
        now: Timestamp,
    ) -> Result<()> {
        const KEPT_MS: i64 = 30_000;
        let spent_ms = spent_ms.clamp(0, 24 * 3600 * 1000);
        self.0.write(move |c| {
            check_may_see(c, user, id)?;
            let sql = "insert into readings(user_id, article_id, spent_ms) values ($1, $2, $3) \
                       on conflict(user_id, article_id) do update set spent_ms = readings.spent_ms + excluded.spent_ms \
                       returning spent_ms";
            let row = c.query_first(sql, values![user, id, spent_ms])?;
            let all = row.map_or(Ok(0), |row| row.only::<i64>())?;
            if all < KEPT_MS || all - spent_ms >= KEPT_MS {
                return Ok(());
            }
            visits::note(c, UserReaction { user, article: id, reaction: Reaction::Kept, at: now })
        })
        .await
    }

    /// Returns the user's reading of an article, or the default if there is none.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn get(self, user: UserId, id: ArticleId) -> Result<Reading> {
        self.0.read(move |c| {
            let sql = "select read_at, starred_at, later_at, n_opened, spent_ms, opened_at from readings \
                       where user_id = $1 and article_id = $2";
            let Some(mut row) = c.query_first(sql, values![user, id])? else {
                return Ok(Reading::default());
            };
            Ok(Reading {
                read_at: row.get("read_at")?,
                starred_at: row.get("starred_at")?,
                later_at: row.get("later_at")?,
                n_opened: row.get("n_opened")?,
                spent_ms: row.get("spent_ms")?,
                opened_at: row.get("opened_at")?,
            })
        })
        .await
    }

    /// Returns the unread counts of a user's sources, leaving out sources without unread articles.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn unread_counts(self, user: UserId) -> Result<Vec<UnreadCount>> {
        self.0.read(move |c| {
            let sql = "select u.source_id, u.n_unread, (select max(x.at) from (select a.arrived_at as at union all \
                         select max(q.arrived_at) from unread n join late_arrivals q on q.user_id = n.user_id \
                           and q.article_id = n.article_id where n.user_id = $1 and n.source_id = u.source_id) x) as newest \
                       from (select source_id, count(*) as n_unread, max(article_id) as article_id from unread \
                         where user_id = $1 group by source_id) u join articles a on a.id = u.article_id \
                       order by u.source_id";
            let rows = c.query(sql, values![user])?;
            rows.into_iter()
                .map(|mut row| {
                    Ok(UnreadCount {
                        source: row.get("source_id")?,
                        n_unread: row.get("n_unread")?,
                        newest: row.get("newest")?,
                    })
                })
                .collect()
        })
        .await
    }

    /// Returns how many unread articles each of a user's tags has, and when the newest one arrived, leaving out tags
    /// without unread articles.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn unread_counts_of_tags(self, user: UserId) -> Result<Vec<(TagId, u64, Timestamp)>> {
        self.0.read(move |c| {
            let sql = "select t.tag_id, count(*) as n_unread, max(coalesce(q.arrived_at, a.arrived_at)) as newest \
                       from article_tags t join articles a on a.id = t.article_id \
                       join unread n on n.user_id = $1 and n.published_at = a.published_at and n.article_id = a.id \
                       left join late_arrivals q on q.user_id = $1 and q.article_id = a.id \
                       where t.user_id = $1 group by t.tag_id order by t.tag_id";
            c.query(sql, values![user])?
                .into_iter()
                .map(|mut row| Ok((row.get("tag_id")?, row.get("n_unread")?, row.get("newest")?)))
                .collect()
        })
        .await
    }

    /// Returns the ids of a user's unread articles, newest first.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn unread_ids(self, user: UserId, limit: usize) -> Result<Vec<ArticleId>> {
        self.0
            .read(move |c| {
                let sql = "select article_id from unread where user_id = $1 \
                       order by published_at desc, article_id desc limit $2";
                c.query(sql, values![user, limit])?.into_iter().map(|row| row.only()).collect()
            })
            .await
    }

    /// Returns the ids of a user's starred articles, most recently starred first.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn starred_ids(self, user: UserId, limit: usize) -> Result<Vec<ArticleId>> {
        self.0.read(move |c| {
            let sql = "select article_id from readings where user_id = $1 and starred_at is not null \
                       order by starred_at desc, article_id desc limit $2";
            c.query(sql, values![user, limit])?.into_iter().map(|row| row.only()).collect()
        })
        .await
    }

    /// Tags an article. Creates the tag if needed.
    ///
    /// # Errors
    /// Fails when the user may not see the article, or the store cannot be written.
    pub async fn tag(
        self,
        user: UserId,
        id: ArticleId,
        name: String,
        now: Timestamp,
    ) -> Result<TagId> {
        self.0
            .write(move |c| {
                check_may_see(c, user, id)?;
                let reaction = Reaction::Tagged;
                visits::note(c, UserReaction { user, article: id, reaction, at: now })?;
                put_tag(c, user, id, &name, now)
            })
            .await
    }

    /// Removes a tag from an article.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn untag(self, user: UserId, id: ArticleId, tag: TagId) -> Result<()> {
        self.0.write(move |c| {
            let sql =
                "delete from article_tags where tag_id = $1 and article_id = $2 and user_id = $3";
            c.execute(sql, values![tag, id, user])?;
            touch(c, user)
        })
        .await
    }

    /// Returns a user's tags, ordered by name.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn tags(self, user: UserId) -> Result<Vec<Tag>> {
        self.0.read(move |c| tags(c, user)).await
    }

    /// Returns the user's tag with this name, creating it if needed.
    ///
    /// # Errors
    /// Fails when the name is invalid, or the store cannot be written.
    pub async fn add_tag(self, user: UserId, name: String) -> Result<TagId> {
        self.0
            .write(move |c| {
                touch(c, user)?;
                tag_named(c, user, &name)
            })
            .await
    }

    /// Renames a tag.
    ///
    /// # Errors
    /// Fails when the tag is not the user's, another tag has that name, or the store cannot be written.
    pub async fn rename_tag(self, user: UserId, tag: TagId, name: String) -> Result<()> {
        self.0
            .write(move |c| {
                let name = check_name("tag", &name)?;
                let sql = "select 1 from tags where user_id = $1 and name = $2 and id <> $3";
                if c.query_first(sql, values![user, name, tag])?.is_some() {
                    return Err(Error::Taken("tag name"));
                }
                let sql = "update tags set name = $3 where user_id = $1 and id = $2";
                match c.execute(sql, values![user, tag, name])? {
                    0 => Err(Error::NotFound("tag")),
                    _ => touch(c, user),
                }
            })
            .await
    }

    /// Deletes a tag, removing it from all articles.
    ///
    /// # Errors
    /// Fails when the tag is not the user's, or the store cannot be written.
    pub async fn remove_tag(self, user: UserId, tag: TagId) -> Result<()> {
        self.0
            .write(move |c| {
                if c.execute("delete from tags where user_id = $1 and id = $2", values![user, tag])?
                    == 0
                {
                    return Err(Error::NotFound("tag"));
                }
                c.execute("delete from article_tags where tag_id = $1", values![tag])?;
                touch(c, user)
            })
            .await
    }
}

/// Tags an article that the user may see.
pub(crate) fn put_tag(
    c: &mut dyn Connection,
    user: UserId,
    id: ArticleId,
    name: &str,
    now: Timestamp,
) -> Result<TagId> {
    let tag = tag_named(c, user, name)?;
    let sql = "insert into article_tags(tag_id, article_id, user_id, tagged_at) values ($1, $2, $3, $4) \
               on conflict(tag_id, article_id) do nothing";
    if c.execute(sql, values![tag, id, user, now])? > 0 {
        webhooks::tagged(c, user, id, tag, now)?;
        touch(c, user)?;
    }
    Ok(tag)
}

/// Returns the user's tag with this name, creating it if needed.
pub(crate) fn tag_named(c: &mut dyn Connection, user: UserId, name: &str) -> Result<TagId> {
    let name = check_name("tag", name)?;
    let sql =
        "insert into tags(user_id, name) values ($1, $2) on conflict(user_id, name) do nothing";
    c.execute(sql, values![user, name])?;
    let sql = "select id from tags where user_id = $1 and name = $2";
    c.query_first(sql, values![user, name])?.ok_or(Error::NotFound("tag"))?.only()
}

pub(crate) fn tags(c: &mut dyn Connection, user: UserId) -> Result<Vec<Tag>> {
    let sql = "select g.id, g.name, (select count(*) from article_tags t where t.tag_id = g.id) as n_articles \
               from tags g where g.user_id = $1 order by g.name, g.id";
    let rows = c.query(sql, values![user])?;
    rows.into_iter()
        .map(|mut row| {
            Ok(Tag {
                id: row.get("id")?,
                name: row.get("name")?,
                n_articles: row.get("n_articles")?,
            })
        })
        .collect()
}

pub(crate) fn mark_read(
    c: &mut dyn Connection,
    user: UserId,
    ids: &[ArticleId],
    now: Timestamp,
) -> Result<u64> {
    let mut n_read = 0;
    for chunk in ids.chunks(CHUNK) {
        let mut parameters = values![user].to_vec();
        let list = push_list(&mut parameters, chunk);
        let sql = format!(
            "delete from unread where user_id = $1 and (published_at, article_id) in \
             (select a.published_at, a.id from articles a where a.id in ({list}))"
        );
        n_read += c.execute(&sql, &parameters)?;
        let at = parameters.len() + 1;
        parameters.push(now.into());
        let sql = format!(
            "insert into readings(user_id, article_id, read_at) select cast($1 as bigint), a.id, cast(${at} as bigint) \
             from articles a where a.id in ({list}) and {VISIBLE} on conflict(user_id, article_id) \
             do update set read_at = coalesce(readings.read_at, excluded.read_at)"
        );
        c.execute(&sql, &parameters)?;
    }
    touch(c, user)?;
    Ok(n_read)
}

/// Records that marks of articles change without a time of their own. `ids` selects `article_id` for user `$1`.
pub(crate) fn change_marks(
    c: &mut dyn Connection,
    ids: &str,
    parameters: &[Value],
    now: Timestamp,
) -> Result<()> {
    let mut parameters = parameters.to_vec();
    parameters.push(now.into());
    let at = parameters.len();
    let sql = format!(
        "insert into readings(user_id, article_id, changed_at) \
         select cast($1 as bigint), i.article_id, cast(${at} as bigint) from ({ids}) i where 1 = 1 \
         on conflict(user_id, article_id) do update set changed_at = excluded.changed_at"
    );
    c.execute(&sql, &parameters).map(drop)
}

/// The same for the articles of a list that the user may see.
pub(crate) fn change_named(
    c: &mut dyn Connection,
    user: UserId,
    ids: &[ArticleId],
    now: Timestamp,
) -> Result<()> {
    for chunk in ids.chunks(CHUNK) {
        let mut parameters = values![user].to_vec();
        let list = push_list(&mut parameters, chunk);
        let visible = format!(
            "select a.id as article_id from articles a where a.id in ({list}) and {VISIBLE}"
        );
        change_marks(c, &visible, &parameters, now)?;
    }
    Ok(())
}

/// Removes unread marks without recording an action worth learning from.
pub(crate) fn forget_unread(
    c: &mut dyn Connection,
    user: UserId,
    ids: &[ArticleId],
    now: Timestamp,
) -> Result<()> {
    change_named(c, user, ids, now)?;
    for chunk in ids.chunks(CHUNK) {
        let mut parameters = values![user].to_vec();
        let list = push_list(&mut parameters, chunk);
        let sql = format!(
            "delete from unread where user_id = $1 and (published_at, article_id) in \
             (select a.published_at, a.id from articles a where a.id in ({list}))"
        );
        c.execute(&sql, &parameters)?;
    }
    touch(c, user)
}

pub(crate) fn mark_unread(
    c: &mut dyn Connection,
    user: UserId,
    ids: &[ArticleId],
    now: Timestamp,
) -> Result<u64> {
    let mut n_unread = 0;
    for chunk in ids.chunks(CHUNK) {
        let mut parameters = values![user].to_vec();
        let list = push_list(&mut parameters, chunk);
        // Only articles of subscribed sources: an unread row always has its subscription.
        let sql = format!(
            "insert into unread(user_id, published_at, article_id, source_id) \
             select cast($1 as bigint), a.published_at, a.id, a.source_id from articles a where a.id in ({list}) \
             and exists (select 1 from subscriptions s where s.user_id = $1 and s.source_id = a.source_id) \
             on conflict(user_id, published_at, article_id) do nothing"
        );
        n_unread += c.execute(&sql, &parameters)?;
        let sql = format!(
            "update readings set read_at = null where user_id = $1 and article_id in ({list})"
        );
        c.execute(&sql, &parameters)?;
    }
    change_named(c, user, ids, now)?;
    touch(c, user)?;
    Ok(n_unread)
}

fn mark_scope_read(
    c: &mut dyn Connection,
    user: UserId,
    scope: MarkScope,
    up_to: UpTo,
) -> Result<u64> {
    touch(c, user)?;
    let mut parameters = values![user].to_vec();
    let scope = narrowed(scope, &mut parameters);
    let last = parameters.len() + 1;
    let bound = match up_to {
        UpTo::Everything => String::new(),
        UpTo::Published(at) => {
            parameters.push(at.into());
            format!("and published_at <= ${last}")
        }
        UpTo::Article(id) => {
            parameters.push(id.into());
            format!("and article_id <= ${last}")
        }
    };
    c.execute(&format!("delete from unread where user_id = $1 {scope} {bound}"), &parameters)
}

/// The condition on `unread` that leaves out muted sources, which only their own lists show.
const NOT_MUTED: &str = "and source_id not in \
     (select m.source_id from subscriptions m where m.user_id = $1 and m.is_muted = 1)";

/// Returns the condition on `unread` that a scope sets for user `$1`, and appends its parameters.
pub(crate) fn narrowed(scope: MarkScope, parameters: &mut Vec<Value>) -> String {
    let next = parameters.len() + 1;
    let among = |picks: String| format!("and article_id in ({picks})");
    let kept = |column: &str| {
        among(format!(
            "select k.article_id from readings k where k.user_id = $1 and k.{column} is not null"
        ))
    };
    match scope {
        MarkScope::All => NOT_MUTED.to_owned(),
        MarkScope::Source(source) => {
            parameters.push(source.into());
            format!("and source_id = ${next}")
        }
        MarkScope::Folder(folder) => {
            parameters.push(folder.into());
            format!(
                "and source_id in (select f.source_id from subscriptions f where f.user_id = $1 and f.folder_id in {})",
                inside(&format!("${next}"))
            )
        }
        MarkScope::Since(since) => {
            let floor = earlier(since, TODAY_PUBLISHED - TODAY);
            parameters.extend([floor.into(), since.into()]);
            let arrived = next + 1;
            format!(
                "and published_at >= ${next} and exists \
                 (select 1 from articles a where a.id = article_id and a.arrived_at >= ${arrived}) {NOT_MUTED}"
            )
        }
        MarkScope::Starred => kept("starred_at"),
        MarkScope::Later => kept("later_at"),
        MarkScope::Tagged(tag) => {
            parameters.push(tag.into());
            among(format!(
                "select t.article_id from article_tags t where t.tag_id = ${next} and t.user_id = $1"
            ))
        }
    }
}

fn set(
    c: &mut dyn Connection,
    user: UserId,
    id: ArticleId,
    column: &str,
    value: Value,
) -> Result<()> {
    check_may_see(c, user, id)?;
    touch(c, user)?;
    let sql = format!(
        "insert into readings(user_id, article_id, {column}) values ($1, $2, $3) \
         on conflict(user_id, article_id) do update set {column} = excluded.{column}"
    );
    c.execute(&sql, &[user.into(), id.into(), value]).map(drop)
}
