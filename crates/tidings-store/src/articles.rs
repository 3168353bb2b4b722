//! Articles as a user sees them: lists, pages, single ones. Nobody sees what they neither follow nor kept.

use crate::{
    codec::{decode_enclosures, decode_list},
    db::{CHUNK, Connection, Row, Value, push_list},
    error::Result,
    store::Store,
    values,
};
use jiff::{SignedDuration, Timestamp};
use tidings_model::{ArticleId, Enclosure, FolderId, SourceId, TagId, UserId, user::Reading};

/// Most articles in one page.
pub const MAX_PAGE: usize = 1000;

/// The condition under which user `$1` may see article `a`.
pub(crate) const VISIBLE: &str = "(exists (select 1 from subscriptions v where v.user_id = $1 and v.source_id = a.source_id) \
      or exists (select 1 from readings v where v.user_id = $1 and v.article_id = a.id \
                 and (v.starred_at is not null or v.later_at is not null)) \
      or exists (select 1 from article_tags v where v.article_id = a.id and v.user_id = $1))";

/// Which articles a list shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shelf {
    /// Those not read, of all sources.
    Unread,
    /// All of all sources.
    All,
    /// Those starred, latest starred first.
    Starred,
    /// Those put aside, latest first.
    Later,
    /// Those with a tag, latest tagged first.
    Tagged(TagId),
    /// All of a source.
    Source(SourceId),
    /// Those of a source not read.
    SourceUnread(SourceId),
    /// All of a folder.
    Folder(FolderId),
    /// Those of a folder not read.
    FolderUnread(FolderId),
}

/// Where a page ends and the next begins: the sort key and id of its last article.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    /// The sort key: publication, or when it was starred, put aside or tagged.
    pub at: Timestamp,
    /// The article.
    pub id: ArticleId,
}

impl Cursor {
    /// Before the first article.
    pub const START: Self = Self { at: Timestamp::MAX, id: ArticleId(i64::MAX) };
}

/// An article in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed {
    /// Its id.
    pub id: ArticleId,
    /// Its source.
    pub source: SourceId,
    /// The source's title as this user sees it.
    pub source_title: String,
    /// Plain text.
    pub title: String,
    /// Where it is.
    pub link: Option<String>,
    /// Plain text names.
    pub authors: Vec<String>,
    /// Plain text, short.
    pub summary: String,
    /// A picture that stands for it.
    pub image: Option<String>,
    /// The sort key: the earlier of the source's date and the first sight.
    pub published_at: Timestamp,
    /// When it came into the store.
    pub arrived_at: Timestamp,
    /// The date the source tells; may lie in the future.
    pub published: Option<Timestamp>,
    /// Whether this user has not read it.
    pub is_unread: bool,
    /// What this user did to it.
    pub reading: Reading,
    /// Where it stands in the list it came from.
    pub cursor: Cursor,
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Page {
    /// Newest first.
    pub articles: Vec<Listed>,
    /// Where the next page starts, if there may be one.
    pub next: Option<Cursor>,
}

/// An article to read.
#[derive(Debug, Clone, PartialEq)]
pub struct FullArticle {
    /// What a list shows.
    pub listed: Listed,
    /// The identifier the source shows.
    pub guid: Option<String>,
    /// Sanitised HTML.
    pub html: String,
    /// Where it is discussed.
    pub comments: Option<String>,
    /// How many comments the source reports.
    pub n_comments: Option<u32>,
    /// When the source says it was edited.
    pub updated: Option<Timestamp>,
    /// When we stored an edit.
    pub edited_at: Option<Timestamp>,
    /// BCP 47.
    pub language: Option<String>,
    /// The source's categories.
    pub categories: Vec<String>,
    /// Attached files.
    pub enclosures: Vec<Enclosure>,
    /// The user's own tags, by name.
    pub tags: Vec<(TagId, String)>,
}

impl Store {
    /// A page of a list, newest first, starting after `after`.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn list(
        &self,
        user: UserId,
        shelf: Shelf,
        after: Cursor,
        limit: usize,
    ) -> Result<Page> {
        self.read(move |c| list(c, user, shelf, after, limit.clamp(1, MAX_PAGE))).await
    }

    /// An article with its content, if the user follows its source or kept it.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn article(&self, user: UserId, id: ArticleId) -> Result<Option<FullArticle>> {
        self.read(move |c| Ok(full_articles(c, user, &[id])?.pop())).await
    }

    /// Articles with their content, in the order of ids, without those the user may not see.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn articles(&self, user: UserId, ids: Vec<ArticleId>) -> Result<Vec<FullArticle>> {
        self.read(move |c| full_articles(c, user, &ids)).await
    }

    /// Articles that arrived after an id, in the order of arrival, for clients that catch up.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn articles_since(
        &self,
        user: UserId,
        after: ArticleId,
        limit: usize,
    ) -> Result<Vec<FullArticle>> {
        self.read(move |c| {
            let ids = ids_since(c, user, after, limit.clamp(1, MAX_PAGE))?;
            full_articles(c, user, &ids)
        })
        .await
    }

    /// The largest article id given out so far; zero when there is none.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn newest_article_id(&self) -> Result<ArticleId> {
        self.read(|c| {
            let row = c.query_first("select coalesce(max(id), 0) from articles", &[])?;
            row.map_or(Ok(ArticleId(0)), |mut row| row.take())
        })
        .await
    }

    /// How many articles are stored.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn count_articles(&self) -> Result<u64> {
        self.read(|c| {
            c.query_first("select count(*) from articles", &[])?.map_or(Ok(0), |mut row| row.take())
        })
        .await
    }
}

/// The columns of a list; for tables `a` (articles), `s` (sources), `u` (subscriptions), `r` (readings), `n` (unread).
pub(crate) const LISTED: &str = "a.id, a.source_id, coalesce(u.title, case when s.title <> '' then s.title else s.url end), \
     a.title, a.link, a.authors, a.summary, a.image, a.published_at, a.arrived_at, a.published, \
     case when n.article_id is null then 0 else 1 end, r.read_at, r.starred_at, r.later_at, r.n_opened, r.spent_ms";

pub(crate) const JOINS: &str = "join sources s on s.id = a.source_id \
     left join subscriptions u on u.user_id = $1 and u.source_id = a.source_id \
     left join readings r on r.user_id = $1 and r.article_id = a.id";

pub(crate) const UNREAD_JOIN: &str = "left join unread n on n.user_id = $1 and n.published_at = a.published_at and n.article_id = a.id";

pub(crate) fn read_listed(row: &mut Row) -> Result<Listed> {
    let (id, source, source_title) = (row.take()?, row.take()?, row.take()?);
    let (title, link, authors) = (row.take()?, row.take()?, decode_list(&row.take::<String>()?));
    let (summary, image, published_at) = (row.take()?, row.take()?, row.take()?);
    let (arrived_at, published, is_unread) = (row.take()?, row.take()?, row.take()?);
    let reading = Reading {
        read_at: row.take()?,
        starred_at: row.take()?,
        later_at: row.take()?,
        n_opened: row.take::<Option<u32>>()?.unwrap_or(0),
        spent_ms: row.take::<Option<i64>>()?.unwrap_or(0),
    };
    Ok(Listed {
        id,
        source,
        source_title,
        title,
        link,
        authors,
        summary,
        image,
        published_at,
        arrived_at,
        published,
        is_unread,
        reading,
        cursor: Cursor { at: published_at, id },
    })
}

pub(crate) fn list(
    c: &mut dyn Connection,
    user: UserId,
    shelf: Shelf,
    after: Cursor,
    limit: usize,
) -> Result<Page> {
    let mut articles = match shelf {
        Shelf::All => by_windows(c, user, after, limit, None)?,
        Shelf::Folder(folder) => by_windows(c, user, after, limit, Some(folder))?,
        _ => {
            let (picks, of) = picks(shelf);
            let mut parameters = values![user, after.at, after.id].to_vec();
            parameters.extend(of);
            show(c, &picks, &parameters, limit)?
        }
    };
    articles.truncate(limit);
    let next = if articles.len() < limit { None } else { articles.last().map(|last| last.cursor) };
    Ok(Page { articles, next })
}

/// The query that picks the articles of a shelf for user `$1` after the cursor `($2, $3)`, as `id` and `at`, and what
/// its `$4` is.
fn picks(shelf: Shelf) -> (String, Option<Value>) {
    let unread = |filter: &str| {
        format!(
            "select n.article_id as id, n.published_at as at from unread n \
             where n.user_id = $1 and (n.published_at, n.article_id) < ($2, $3) {filter} \
             order by n.published_at desc, n.article_id desc"
        )
    };
    let kept = |column: &str| {
        format!(
            "select k.article_id as id, k.{column} as at from readings k \
             where k.user_id = $1 and k.{column} is not null and (k.{column}, k.article_id) < ($2, $3) \
             order by k.{column} desc, k.article_id desc"
        )
    };
    match shelf {
        Shelf::Unread => (unread(""), None),
        Shelf::SourceUnread(source) => (unread("and n.source_id = $4"), Some(source.into())),
        Shelf::FolderUnread(folder) => {
            let filter = "and n.source_id in (select f.source_id from subscriptions f \
                          where f.user_id = $1 and f.folder_id = $4)";
            (unread(filter), Some(folder.into()))
        }
        Shelf::Source(source) => {
            let picks = "select b.id, b.published_at as at from articles b \
                 where b.source_id = $4 and (b.published_at, b.id) < ($2, $3) \
                 and exists (select 1 from subscriptions v where v.user_id = $1 and v.source_id = $4) \
                 and not exists (select 1 from hidden h where h.user_id = $1 and h.article_id = b.id) \
                 order by b.published_at desc, b.id desc";
            (picks.to_owned(), Some(source.into()))
        }
        Shelf::Starred => (kept("starred_at"), None),
        Shelf::Later => (kept("later_at"), None),
        Shelf::Tagged(tag) => {
            let picks = "select t.article_id as id, t.tagged_at as at from article_tags t \
                 where t.tag_id = $4 and t.user_id = $1 and (t.tagged_at, t.article_id) < ($2, $3) \
                 order by t.tagged_at desc, t.article_id desc";
            (picks.to_owned(), Some(tag.into()))
        }
        Shelf::All | Shelf::Folder(_) => {
            let filter = if matches!(shelf, Shelf::All) { "" } else { "and v.folder_id = $5" };
            let picks = format!(
                "select b.id, b.published_at as at from articles b \
                 where (b.published_at, b.id) < ($2, $3) and b.published_at >= $4 and exists \
                 (select 1 from subscriptions v where v.user_id = $1 and v.source_id = b.source_id {filter}) \
                 and not exists (select 1 from hidden h where h.user_id = $1 and h.article_id = b.id) \
                 order by b.published_at desc, b.id desc"
            );
            (picks, None)
        }
    }
}

/// Reads what a list shows of the articles picked, at least `limit` of them if there are so many.
///
/// The number stands in the text, rounded up to one of a few: a planner that does not know it expects a tenth of all
/// rows, and joins whole tables.
fn show(
    c: &mut dyn Connection,
    picks: &str,
    parameters: &[Value],
    limit: usize,
) -> Result<Vec<Listed>> {
    let rounded =
        [20, 50, 100, 200, 500].into_iter().find(|size| *size >= limit).unwrap_or(MAX_PAGE);
    let sql = format!(
        "select {LISTED}, p.at from ({picks} limit {rounded}) p join articles a on a.id = p.id {JOINS} {UNREAD_JOIN} \
         order by p.at desc, p.id desc"
    );
    let read = |mut row: Row| {
        let mut listed = read_listed(&mut row)?;
        listed.cursor.at = row.take()?;
        Ok(listed)
    };
    c.query(&sql, parameters)?.into_iter().map(read).collect()
}

/// All articles of a user's sources, looked for in a window before the cursor that grows until the page is full: the
/// newest articles of everybody are walked only as far as needed.
fn by_windows(
    c: &mut dyn Connection,
    user: UserId,
    after: Cursor,
    limit: usize,
    folder: Option<FolderId>,
) -> Result<Vec<Listed>> {
    let sql = "select max(published_at) from articles where published_at <= $1";
    let newest: Option<Timestamp> =
        c.query_first(sql, values![after.at])?.map_or(Ok(None), |mut row| row.take())?;
    let Some(newest) = newest else { return Ok(Vec::new()) };
    let (picks, _) = picks(folder.map_or(Shelf::All, Shelf::Folder));
    let mut window = SignedDuration::from_hours(48);
    loop {
        let floor = if window > SignedDuration::from_hours(24 * 400) {
            Timestamp::MIN
        } else {
            newest.saturating_sub(window).unwrap_or(Timestamp::MIN)
        };
        let mut parameters = values![user, after.at, after.id, floor].to_vec();
        parameters.extend(folder.map(Value::from));
        let articles = show(c, &picks, &parameters, limit)?;
        if articles.len() >= limit || floor == Timestamp::MIN {
            return Ok(articles);
        }
        window = window.saturating_mul(8);
    }
}

pub(crate) fn full_articles(
    c: &mut dyn Connection,
    user: UserId,
    ids: &[ArticleId],
) -> Result<Vec<FullArticle>> {
    let mut articles = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(CHUNK) {
        let mut parameters = values![user].to_vec();
        let list = push_list(&mut parameters, chunk);
        let sql = format!(
            "select {LISTED}, a.guid, h.html, a.comments, a.n_comments, a.updated, a.edited_at, a.language, a.tags, \
             a.enclosures from articles a {JOINS} {UNREAD_JOIN} left join article_content h on h.article_id = a.id \
             where a.id in ({list}) and {VISIBLE} order by a.id"
        );
        for mut row in c.query(&sql, &parameters)? {
            articles.push(read_full(&mut row)?);
        }
        let sql = format!(
            "select t.article_id, t.tag_id, g.name from article_tags t join tags g on g.id = t.tag_id \
             where t.user_id = $1 and t.article_id in ({list}) order by g.name"
        );
        for mut row in c.query(&sql, &parameters)? {
            let (article, tag) = (row.take::<ArticleId>()?, (row.take()?, row.take()?));
            if let Ok(index) = articles.binary_search_by_key(&article, |full| full.listed.id) {
                articles[index].tags.push(tag);
            }
        }
    }
    Ok(articles)
}

fn read_full(row: &mut Row) -> Result<FullArticle> {
    Ok(FullArticle {
        listed: read_listed(row)?,
        guid: row.take()?,
        html: row.take::<Option<String>>()?.unwrap_or_default(),
        comments: row.take()?,
        n_comments: row.take()?,
        updated: row.take()?,
        edited_at: row.take()?,
        language: row.take()?,
        categories: decode_list(&row.take::<String>()?),
        enclosures: decode_enclosures(&row.take::<String>()?),
        tags: Vec::new(),
    })
}

fn ids_since(
    c: &mut dyn Connection,
    user: UserId,
    after: ArticleId,
    limit: usize,
) -> Result<Vec<ArticleId>> {
    let sql = "select a.id from articles a where a.id > $2 \
               and exists (select 1 from subscriptions v where v.user_id = $1 and v.source_id = a.source_id) \
               order by a.id limit $3";
    c.query(sql, values![user, after, limit])?.into_iter().map(|mut row| row.take()).collect()
}
