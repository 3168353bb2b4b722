//! Articles as a user sees them: lists, pages, single ones. Nobody sees what they neither follow nor kept.

use crate::{
    articles::Articles,
    engine::{
        codec::{decode_enclosures, decode_list},
        dates::earlier,
        db::{CHUNK, Connection, Row, Value, push_list},
    },
    error::Result,
    values,
};
use jiff::{SignedDuration, Timestamp};
use std::collections::HashMap;
use tidings_model::{ArticleId, Enclosure, FolderId, SourceId, TagId, UserId, user::Reading};

/// What counts as today: what came within so long…
pub const TODAY: SignedDuration = SignedDuration::from_hours(24);
/// …unless it is older than this: the archive of a source just followed is no news.
pub const TODAY_PUBLISHED: SignedDuration = SignedDuration::from_hours(72);

/// Most articles in one page.
pub const MAX_PAGE: usize = 1000;

/// The condition under which user `$1` may see article `a`.
pub(crate) const VISIBLE: &str = "(exists (select 1 from subscriptions v where v.user_id = $1 and v.source_id = a.source_id) \
      or exists (select 1 from readings v where v.user_id = $1 and v.article_id = a.id \
                 and (v.starred_at is not null or v.later_at is not null)) \
      or exists (select 1 from article_tags v where v.article_id = a.id and v.user_id = $1))";

/// The condition under which an unread article `n` of user `$1` is shown among everything.
pub(crate) const NOT_MUTED: &str = "and not exists (select 1 from subscriptions m where m.user_id = $1 \
      and m.source_id = n.source_id and m.is_muted = 1)";

/// Which articles a list shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArticleList {
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
    /// All of all sources that came since an instant, unless they were old then (see [`TODAY_PUBLISHED`]).
    Since(Timestamp),
}

impl ArticleList {
    /// What came within a day before `now`.
    #[must_use]
    pub fn today(now: Timestamp) -> Self {
        Self::Since(earlier(now, TODAY))
    }
}

/// From which end a list is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ListOrder {
    /// Newest first.
    #[default]
    Newest,
    /// Oldest first.
    Oldest,
}

impl ListOrder {
    /// The other way round.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Newest => Self::Oldest,
            Self::Oldest => Self::Newest,
        }
    }

    /// How a later place in the list compares with an earlier one, and how rows are sorted.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Newest => ("<", "desc"),
            Self::Oldest => (">", "asc"),
        }
    }
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
    /// Before the first article, newest first.
    pub const START: Self = Self { at: Timestamp::MAX, id: ArticleId(i64::MAX) };
    /// Before the first article, oldest first.
    pub const OLDEST: Self = Self { at: Timestamp::MIN, id: ArticleId(0) };

    /// Before the first article of a list.
    #[must_use]
    pub fn start(order: ListOrder) -> Self {
        match order {
            ListOrder::Newest => Self::START,
            ListOrder::Oldest => Self::OLDEST,
        }
    }
}

/// An article in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedArticle {
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
pub struct ArticlePage {
    /// In the order asked for.
    pub articles: Vec<ListedArticle>,
    /// Where the next page starts, if there is one.
    pub next: Option<Cursor>,
}

/// What stands before and after an article in a list.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Neighbours {
    /// Before it.
    pub previous: Option<ListedArticle>,
    /// After it.
    pub next: Option<ListedArticle>,
}

/// An article to read.
#[derive(Debug, Clone, PartialEq)]
pub struct FullArticle {
    /// What a list shows.
    pub listed: ListedArticle,
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
    /// The site that its source belongs to.
    pub site: Option<String>,
    /// Whether the user follows its source; what they kept stays theirs when they no longer do.
    pub is_followed: bool,
    /// Where they put its source.
    pub folder: Option<FolderId>,
    /// The user's own tags, by name.
    pub tags: Vec<(TagId, String)>,
}

impl Articles<'_> {
    /// A page of a list, newest first, starting after `after`.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn list(
        self,
        user: UserId,
        shelf: ArticleList,
        after: Cursor,
        limit: usize,
    ) -> Result<ArticlePage> {
        self.list_in(ListOrder::Newest, user, shelf, after, limit).await
    }

    /// A page of a list in either order, starting after `after`.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn list_in(
        self,
        order: ListOrder,
        user: UserId,
        shelf: ArticleList,
        after: Cursor,
        limit: usize,
    ) -> Result<ArticlePage> {
        self.0.read(move |c| list(c, order, user, shelf, after, limit.clamp(1, MAX_PAGE))).await
    }

    /// What stands before and after an article in a list, whether or not it still stands there itself: an article that
    /// was read has its place among the unread ones, one without a star has none among the starred.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn neighbours(
        self,
        order: ListOrder,
        user: UserId,
        shelf: ArticleList,
        article: ArticleId,
    ) -> Result<Neighbours> {
        self.0
            .read(move |c| {
                let Some(at) = place_of(c, user, shelf, article)? else {
                    return Ok(Neighbours::default());
                };
                let mut one = |order| {
                    Ok::<_, crate::Error>(list(c, order, user, shelf, at, 1)?.articles.pop())
                };
                Ok(Neighbours { previous: one(order.reversed())?, next: one(order)? })
            })
            .await
    }

    /// An article with its content, if the user follows its source or kept it.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn get(self, user: UserId, id: ArticleId) -> Result<Option<FullArticle>> {
        self.0.read(move |c| Ok(full_articles(c, user, &[id])?.pop())).await
    }

    /// Articles of these ids that the user may see, in this order.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn listed(self, user: UserId, ids: Vec<ArticleId>) -> Result<Vec<ListedArticle>> {
        self.0.read(move |c| {
            let mut found = HashMap::with_capacity(ids.len());
            for chunk in ids.chunks(CHUNK) {
                let mut parameters = values![user].to_vec();
                let list = push_list(&mut parameters, chunk);
                let sql = format!(
                    "select {LISTED} from articles a {JOINS} {UNREAD_JOIN} where a.id in ({list}) and {VISIBLE}"
                );
                for mut row in c.query(&sql, &parameters)? {
                    let listed = read_listed(&mut row)?;
                    found.insert(listed.id, listed);
                }
            }
            Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
        })
        .await
    }

    /// Complains unless the user follows the article's source or kept the article.
    ///
    /// # Errors
    /// When there is no such article for this user, or the store cannot read.
    pub async fn check_visible(self, user: UserId, id: ArticleId) -> Result<()> {
        self.0
            .read(move |c| {
                let sql = format!("select 1 from articles a where a.id = $2 and {VISIBLE}");
                match c.query_first(&sql, values![user, id])? {
                    Some(_) => Ok(()),
                    None => Err(crate::Error::NotFound("article")),
                }
            })
            .await
    }

    /// Articles with their content, in the order of ids, without those the user may not see.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn get_all(self, user: UserId, ids: Vec<ArticleId>) -> Result<Vec<FullArticle>> {
        self.0.read(move |c| full_articles(c, user, &ids)).await
    }

    /// Articles that arrived after an id, in the order of arrival, for clients that catch up.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn since(
        self,
        user: UserId,
        after: ArticleId,
        limit: usize,
    ) -> Result<Vec<FullArticle>> {
        self.0
            .read(move |c| {
                let ids = ids_since(c, user, after, limit.clamp(1, MAX_PAGE))?;
                full_articles(c, user, &ids)
            })
            .await
    }

    /// The largest article id given out so far; zero when there is none.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn newest_id(self) -> Result<ArticleId> {
        self.0
            .read(|c| {
                let row = c.query_first("select coalesce(max(id), 0) from articles", &[])?;
                row.map_or(Ok(ArticleId(0)), |row| row.only())
            })
            .await
    }

    /// How many articles are stored.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn count(self) -> Result<u64> {
        self.0
            .read(|c| {
                c.query_first("select count(*) from articles", &[])?.map_or(Ok(0), |row| row.only())
            })
            .await
    }
}

/// The columns of a list; for tables `a` (articles), `s` (sources), `u` (subscriptions), `r` (readings), `n` (unread).
pub(crate) const LISTED: &str = "a.id, a.source_id, \
     coalesce(u.title, case when s.title <> '' then s.title else s.url end) as source_title, \
     a.title, a.link, a.authors, a.summary, a.image, a.published_at, a.arrived_at, a.published, \
     case when n.article_id is null then 0 else 1 end as is_unread, r.read_at, r.starred_at, r.later_at, r.n_opened, \
     r.spent_ms, r.opened_at";

pub(crate) const JOINS: &str = "join sources s on s.id = a.source_id \
     left join subscriptions u on u.user_id = $1 and u.source_id = a.source_id \
     left join readings r on r.user_id = $1 and r.article_id = a.id";

pub(crate) const UNREAD_JOIN: &str = "left join unread n on n.user_id = $1 and n.published_at = a.published_at and n.article_id = a.id";

pub(crate) fn read_listed(row: &mut Row) -> Result<ListedArticle> {
    let (id, source, source_title) =
        (row.get("id")?, row.get("source_id")?, row.get("source_title")?);
    let (title, link, authors) =
        (row.get("title")?, row.get("link")?, decode_list(&row.get::<String>("authors")?));
    let (summary, image, published_at) =
        (row.get("summary")?, row.get("image")?, row.get("published_at")?);
    let (arrived_at, published, is_unread) =
        (row.get("arrived_at")?, row.get("published")?, row.get("is_unread")?);
    let reading = Reading {
        read_at: row.get("read_at")?,
        starred_at: row.get("starred_at")?,
        later_at: row.get("later_at")?,
        n_opened: row.get::<Option<u32>>("n_opened")?.unwrap_or(0),
        spent_ms: row.get::<Option<i64>>("spent_ms")?.unwrap_or(0),
        opened_at: row.get("opened_at")?,
    };
    Ok(ListedArticle {
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

/// Where an article stands in a list.
fn place_of(
    c: &mut dyn Connection,
    user: UserId,
    shelf: ArticleList,
    article: ArticleId,
) -> Result<Option<Cursor>> {
    let kept = |column: &str| {
        format!("select k.{column} from readings k where k.user_id = $1 and k.article_id = $2")
    };
    let mut parameters = values![user, article].to_vec();
    let sql = match shelf {
        ArticleList::Starred => kept("starred_at"),
        ArticleList::Later => kept("later_at"),
        ArticleList::Tagged(tag) => {
            parameters.push(tag.into());
            "select t.tagged_at from article_tags t where t.user_id = $1 and t.article_id = $2 and t.tag_id = $3"
                .to_owned()
        }
        _ => format!("select a.published_at from articles a where a.id = $2 and {VISIBLE}"),
    };
    let at = c.query_first(&sql, &parameters)?.map(|row| row.only::<Option<Timestamp>>());
    Ok(at.transpose()?.flatten().map(|at| Cursor { at, id: article }))
}

pub(crate) fn list(
    c: &mut dyn Connection,
    order: ListOrder,
    user: UserId,
    shelf: ArticleList,
    after: Cursor,
    limit: usize,
) -> Result<ArticlePage> {
    // One more than asked for tells whether there is a next page.
    let wanted = limit + 1;
    let mut articles = match shelf {
        ArticleList::All | ArticleList::Folder(_) => {
            by_windows(c, order, user, shelf, after, wanted)?
        }
        _ => {
            let (picks, more) = picks(shelf, order);
            let mut parameters = values![user, after.at, after.id].to_vec();
            parameters.extend(more);
            show(c, &picks, order, &parameters, wanted)?
        }
    };
    let has_next = articles.len() > limit;
    articles.truncate(limit);
    let next = articles.last().filter(|_| has_next).map(|last| last.cursor);
    Ok(ArticlePage { articles, next })
}

/// The query that picks the articles of a shelf for user `$1` after the cursor `($2, $3)`, as `id` and `at`, and what
/// its further parameters are. The window of [`by_windows`] is `$4`.
fn picks(shelf: ArticleList, order: ListOrder) -> (String, Vec<Value>) {
    let (after, sorted) = order.words();
    let unread = |filter: &str| {
        format!(
            "select n.article_id as id, n.published_at as at from unread n \
             where n.user_id = $1 and (n.published_at, n.article_id) {after} ($2, $3) {filter} \
             order by n.published_at {sorted}, n.article_id {sorted}"
        )
    };
    let kept = |column: &str| {
        format!(
            "select k.article_id as id, k.{column} as at from readings k \
             where k.user_id = $1 and k.{column} is not null and (k.{column}, k.article_id) {after} ($2, $3) \
             order by k.{column} {sorted}, k.article_id {sorted}"
        )
    };
    let followed = |window: &str, filter: &str| {
        format!(
            "select b.id, b.published_at as at from articles b \
             where (b.published_at, b.id) {after} ($2, $3) and {window} and exists \
             (select 1 from subscriptions v where v.user_id = $1 and v.source_id = b.source_id {filter}) \
             and not exists (select 1 from hidden h where h.user_id = $1 and h.article_id = b.id) \
             order by b.published_at {sorted}, b.id {sorted}"
        )
    };
    match shelf {
        ArticleList::Unread => (unread(NOT_MUTED), Vec::new()),
        ArticleList::SourceUnread(source) => (unread("and n.source_id = $4"), vec![source.into()]),
        ArticleList::FolderUnread(folder) => {
            let filter = "and n.source_id in (select f.source_id from subscriptions f \
                          where f.user_id = $1 and f.folder_id = $4)";
            (unread(filter), vec![folder.into()])
        }
        ArticleList::Source(source) => {
            let picks = format!(
                "select b.id, b.published_at as at from articles b \
                 where b.source_id = $4 and (b.published_at, b.id) {after} ($2, $3) \
                 and exists (select 1 from subscriptions v where v.user_id = $1 and v.source_id = $4) \
                 and not exists (select 1 from hidden h where h.user_id = $1 and h.article_id = b.id) \
                 order by b.published_at {sorted}, b.id {sorted}"
            );
            (picks, vec![source.into()])
        }
        ArticleList::Starred => (kept("starred_at"), Vec::new()),
        ArticleList::Later => (kept("later_at"), Vec::new()),
        ArticleList::Tagged(tag) => {
            let picks = format!(
                "select t.article_id as id, t.tagged_at as at from article_tags t \
                 where t.tag_id = $4 and t.user_id = $1 and (t.tagged_at, t.article_id) {after} ($2, $3) \
                 order by t.tagged_at {sorted}, t.article_id {sorted}"
            );
            (picks, vec![tag.into()])
        }
        ArticleList::Since(since) => {
            let floor = earlier(since, TODAY_PUBLISHED - TODAY);
            let window = "b.published_at >= $4 and b.arrived_at >= $5";
            let picks = followed(window, "and v.is_muted = 0");
            (picks, vec![floor.into(), since.into()])
        }
        ArticleList::All => (followed(window(order), "and v.is_muted = 0"), Vec::new()),
        ArticleList::Folder(folder) => {
            (followed(window(order), "and v.folder_id = $5"), vec![folder.into()])
        }
    }
}

fn window(order: ListOrder) -> &'static str {
    match order {
        ListOrder::Newest => "b.published_at >= $4",
        ListOrder::Oldest => "b.published_at <= $4",
    }
}

/// Reads what a list shows of the articles picked, at least `limit` of them if there are so many.
///
/// The number stands in the text, rounded up to one of a few: a planner that does not know it expects a tenth of all
/// rows, and joins whole tables.
fn show(
    c: &mut dyn Connection,
    picks: &str,
    order: ListOrder,
    parameters: &[Value],
    limit: usize,
) -> Result<Vec<ListedArticle>> {
    let rounded =
        [2, 21, 51, 101, 201, 501].into_iter().find(|size| *size >= limit).unwrap_or(MAX_PAGE + 1);
    let (_, sorted) = order.words();
    let sql = format!(
        "select {LISTED}, p.at from ({picks} limit {rounded}) p join articles a on a.id = p.id {JOINS} {UNREAD_JOIN} \
         order by p.at {sorted}, p.id {sorted}"
    );
    let read = |mut row: Row| {
        let mut listed = read_listed(&mut row)?;
        listed.cursor.at = row.get("at")?;
        Ok(listed)
    };
    c.query(&sql, parameters)?.into_iter().map(read).collect()
}

/// All articles of a user's sources, looked for in a window after the cursor that grows until the page is full: the
/// articles of everybody are walked only as far as needed.
fn by_windows(
    c: &mut dyn Connection,
    order: ListOrder,
    user: UserId,
    shelf: ArticleList,
    after: Cursor,
    limit: usize,
) -> Result<Vec<ListedArticle>> {
    let sql = match order {
        ListOrder::Newest => "select max(published_at) from articles where published_at <= $1",
        ListOrder::Oldest => "select min(published_at) from articles where published_at >= $1",
    };
    let first: Option<Timestamp> =
        c.query_first(sql, values![after.at])?.map_or(Ok(None), |row| row.only())?;
    let Some(first) = first else { return Ok(Vec::new()) };
    let end = Cursor::start(order.reversed()).at;
    let (picks, more) = picks(shelf, order);
    let mut span = SignedDuration::from_hours(48);
    loop {
        let edge = if span > SignedDuration::from_hours(24 * 400) {
            end
        } else {
            match order {
                ListOrder::Newest => first.saturating_sub(span),
                ListOrder::Oldest => first.saturating_add(span),
            }
            .unwrap_or(end)
        };
        let mut parameters = values![user, after.at, after.id, edge].to_vec();
        parameters.extend(more.iter().cloned());
        let articles = show(c, &picks, order, &parameters, limit)?;
        if articles.len() >= limit || edge == end {
            return Ok(articles);
        }
        span = span.saturating_mul(8);
    }
}

pub(crate) fn full_articles(
    c: &mut dyn Connection,
    user: UserId,
    ids: &[ArticleId],
) -> Result<Vec<FullArticle>> {
    // In order across chunks too: tags are put to articles by where they stand.
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids.dedup();
    let mut articles = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(CHUNK) {
        let mut parameters = values![user].to_vec();
        let list = push_list(&mut parameters, chunk);
        let sql = format!(
            "select {LISTED}, a.guid, h.html, a.comments, a.n_comments, a.updated, a.edited_at, a.language, a.tags, \
             a.enclosures, s.site, case when u.source_id is null then 0 else 1 end as is_followed, u.folder_id \
             from articles a {JOINS} {UNREAD_JOIN} left join article_content h on h.article_id = a.id \
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
            let (article, tag) =
                (row.get::<ArticleId>("article_id")?, (row.get("tag_id")?, row.get("name")?));
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
        guid: row.get("guid")?,
        html: row.get::<Option<String>>("html")?.unwrap_or_default(),
        comments: row.get("comments")?,
        n_comments: row.get("n_comments")?,
        updated: row.get("updated")?,
        edited_at: row.get("edited_at")?,
        language: row.get("language")?,
        categories: decode_list(&row.get::<String>("tags")?),
        enclosures: decode_enclosures(&row.get::<String>("enclosures")?),
        site: row.get("site")?,
        is_followed: row.get("is_followed")?,
        folder: row.get("folder_id")?,
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
    c.query(sql, values![user, after, limit])?.into_iter().map(|row| row.only()).collect()
}
