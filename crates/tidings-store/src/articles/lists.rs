//! Articles as a user sees them: in lists and pages, and one by one. Users only see articles of sources they subscribe to,
//! and articles they kept.

use crate::{
    articles::Articles,
    engine::{
        codec::{decode_enclosures, decode_list},
        dates::earlier,
        db::{CHUNK, Connection, Row, Value, push_list},
    },
    error::Result,
    subscriptions::inside,
    values,
};
use jiff::{SignedDuration, Timestamp};
use std::collections::HashMap;
use tidings_model::{
    ArticleId, Enclosure, EntryId, FolderId, SourceId, TagId, UserId, user::Reading,
};

/// Today shows what arrived within this time…
pub const TODAY: SignedDuration = SignedDuration::from_hours(24);
/// …unless it was published longer ago than this: the archive of a newly subscribed source is not news.
pub const TODAY_PUBLISHED: SignedDuration = SignedDuration::from_hours(72);

/// The maximum number of articles in a page.
pub const MAX_PAGE: usize = 1000;

/// The condition under which user `$1` may see article `a`.
pub(crate) const VISIBLE: &str = "(exists (select 1 from subscriptions v where v.user_id = $1 and v.source_id = a.source_id) \
      or exists (select 1 from readings v where v.user_id = $1 and v.article_id = a.id \
                 and (v.starred_at is not null or v.later_at is not null)) \
      or exists (select 1 from article_tags v where v.article_id = a.id and v.user_id = $1))";

/// The condition under which an unread article `n` appears in the combined lists of user `$1`.
pub(crate) const NOT_MUTED: &str = "and not exists (select 1 from subscriptions m where m.user_id = $1 \
      and m.source_id = n.source_id and m.is_muted = 1)";

/// A list of articles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArticleList {
    /// Unread articles of all sources.
    Unread,
    /// All articles of all sources.
    All,
    /// Starred articles, most recently starred first.
    Starred,
    /// Unread starred articles.
    StarredUnread,
    /// Articles in Read later, most recently added first.
    Later,
    /// Unread articles in Read later.
    LaterUnread,
    /// Articles with a tag, most recently tagged first.
    Tagged(TagId),
    /// Unread articles with a tag.
    TaggedUnread(TagId),
    /// All articles of a source.
    Source(SourceId),
    /// Unread articles of a source.
    SourceUnread(SourceId),
    /// All articles in a folder.
    Folder(FolderId),
    /// Unread articles in a folder.
    FolderUnread(FolderId),
    /// Articles of all sources that arrived since the given time, unless they were already old then (see
    /// [`TODAY_PUBLISHED`]).
    Since(Timestamp),
    /// The unread ones of these.
    SinceUnread(Timestamp),
}

impl ArticleList {
    /// Returns the list of what arrived in the day before `now`.
    #[must_use]
    pub fn today(now: Timestamp) -> Self {
        Self::Since(earlier(now, TODAY))
    }

    /// Returns the list of what arrived in the day before `now` and is unread.
    #[must_use]
    pub fn today_unread(now: Timestamp) -> Self {
        Self::SinceUnread(earlier(now, TODAY))
    }
}

/// The sort order of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ListOrder {
    /// Newest first.
    #[default]
    Newest,
    /// Oldest first.
    Oldest,
}

impl ListOrder {
    /// Returns the opposite order.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Newest => Self::Oldest,
            Self::Oldest => Self::Newest,
        }
    }

    /// Returns the operator by which a later position compares to an earlier one, and the SQL sort direction.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Newest => ("<", "desc"),
            Self::Oldest => (">", "asc"),
        }
    }
}

/// The position between two pages of a list: the sort key and id of the last article before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    /// The sort key: when it was published, or when it was starred, tagged or added to Read later.
    pub at: Timestamp,
    /// The article's id.
    pub id: ArticleId,
}

impl Cursor {
    /// The position before the first article, newest first.
    pub const START: Self = Self { at: Timestamp::MAX, id: ArticleId(i64::MAX) };
    /// The position before the first article, oldest first.
    pub const OLDEST: Self = Self { at: Timestamp::MIN, id: ArticleId(0) };

    /// Returns the position before the first article of a list.
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
    /// The source it belongs to.
    pub source: SourceId,
    /// The source's title, as this user sees it.
    pub source_title: String,
    /// The title, as plain text.
    pub title: String,
    /// The address of its page.
    pub link: Option<String>,
    /// The names of the authors, as plain text.
    pub authors: Vec<String>,
    /// A short summary, as plain text.
    pub summary: String,
    /// The address of a picture that illustrates it.
    pub image: Option<String>,
    /// The sort key: the earlier of the source's date and the time we first saw it.
    pub published_at: Timestamp,
    /// When it was stored.
    pub arrived_at: Timestamp,
    /// The date given by the source, which may be in the future.
    pub published: Option<Timestamp>,
    /// Whether it is unread for this user.
    pub is_unread: bool,
    /// This user's reading state.
    pub reading: Reading,
    /// Its position in the list it came from.
    pub cursor: Cursor,
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ArticlePage {
    /// The articles, in the requested order.
    pub articles: Vec<ListedArticle>,
    /// Where the next page starts, if there is one.
    pub next: Option<Cursor>,
}

/// The articles before and after an article in a list.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Neighbours {
    /// The previous article.
    pub previous: Option<ListedArticle>,
    /// The next article.
    pub next: Option<ListedArticle>,
}

/// An article with its content.
#[derive(Debug, Clone, PartialEq)]
pub struct FullArticle {
    /// The fields that lists show.
    pub listed: ListedArticle,
    /// The identifier given by the source.
    pub guid: Option<String>,
    /// The content as sanitised HTML.
    pub html: String,
    /// The address of its discussion.
    pub comments: Option<String>,
    /// How many comments the source reports.
    pub n_comments: Option<u32>,
    /// When it was last edited, according to the source.
    pub updated: Option<Timestamp>,
    /// When we stored an edit of it.
    pub edited_at: Option<Timestamp>,
    /// The language, in BCP 47.
    pub language: Option<String>,
    /// The categories assigned by the source.
    pub categories: Vec<String>,
    /// Attached files.
    pub enclosures: Vec<Enclosure>,
    /// The site its source belongs to, or the address of the source.
    pub site: String,
    /// The number by which the user's clients know it.
    pub entry: EntryId,
    /// When it arrived for the user: when it was stored, or when they subscribed to its source later.
    pub entry_at: Timestamp,
    /// When the article or the user's marks on it last changed.
    pub changed_at: Timestamp,
    /// Whether the user subscribes to its source. Articles they kept remain visible after they unsubscribe.
    pub is_followed: bool,
    /// The user's folder for its source.
    pub folder: Option<FolderId>,
    /// The user's own tags, sorted by name.
    pub tags: Vec<(TagId, String)>,
}

impl Articles<'_> {
    /// Returns a page of a list, newest first, starting after `after`.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn list(
        self,
        user: UserId,
        shelf: ArticleList,
        after: Cursor,
        limit: usize,
    ) -> Result<ArticlePage> {
        self.list_in(ListOrder::Newest, user, shelf, after, limit).await
    }

    /// Returns a page of a list in either order, starting after `after`.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
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

    /// Returns the articles before and after an article in a list. The article need not be in the list any more: one that
    /// was read keeps its position among the unread ones. An article without a star has no position among the starred ones.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
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

    /// Returns an article with its content, if the user subscribes to its source or kept it.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn get(self, user: UserId, id: ArticleId) -> Result<Option<FullArticle>> {
        self.0.read(move |c| Ok(full_articles(c, user, &[id])?.pop())).await
    }

    /// Returns those of the given articles that the user may see, in the given order.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
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

    /// Checks that the user subscribes to the article's source or kept the article.
    ///
    /// # Errors
    /// Fails when there is no such article for this user, or the store cannot be read.
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

    /// Returns those of the given articles that the user may see, with their content, sorted by id.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn get_all(self, user: UserId, ids: Vec<ArticleId>) -> Result<Vec<FullArticle>> {
        self.0.read(move |c| full_articles(c, user, &ids)).await
    }

    /// Returns articles that arrived after an id, in order of arrival, for clients that catch up.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
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

    /// Returns the highest article id assigned so far, or zero when there is none.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn newest_id(self) -> Result<ArticleId> {
        self.0
            .read(|c| {
                let row = c.query_first("select coalesce(max(id), 0) from articles", &[])?;
                row.map_or(Ok(ArticleId(0)), |row| row.only())
            })
            .await
    }

    /// Counts the stored articles.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn count(self) -> Result<u64> {
        self.0
            .read(|c| {
                c.query_first("select count(*) from articles", &[])?.map_or(Ok(0), |row| row.only())
            })
            .await
    }
}

/// The columns of a list, for the tables `a` (articles), `s` (sources), `u` (subscriptions), `r` (readings) and `n`
/// (unread).
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

/// Returns the position of an article in a list.
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
        ArticleList::Starred | ArticleList::StarredUnread => kept("starred_at"),
        ArticleList::Later | ArticleList::LaterUnread => kept("later_at"),
        ArticleList::Tagged(tag) | ArticleList::TaggedUnread(tag) => {
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
    // One extra article shows whether there is a next page.
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

/// The condition that the kept article `k` is unread.
const IS_UNREAD: &str = "and exists (select 1 from articles b join unread n \
     on n.user_id = $1 and n.published_at = b.published_at and n.article_id = b.id where b.id = k.article_id)";

/// Returns the query that selects `id` and `at` of the articles in a list for user `$1` after the cursor `($2, $3)`, along
/// with its further parameters. `$4` is the window of [`by_windows`].
fn picks(shelf: ArticleList, order: ListOrder) -> (String, Vec<Value>) {
    let (after, sorted) = order.words();
    let unread = |filter: &str| {
        format!(
            "select n.article_id as id, n.published_at as at from unread n \
             where n.user_id = $1 and (n.published_at, n.article_id) {after} ($2, $3) {filter} \
             order by n.published_at {sorted}, n.article_id {sorted}"
        )
    };
    let kept = |column: &str, filter: &str| {
        format!(
            "select k.article_id as id, k.{column} as at from readings k \
             where k.user_id = $1 and k.{column} is not null and (k.{column}, k.article_id) {after} ($2, $3) {filter} \
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
    let tagged = |filter: &str| {
        format!(
            "select k.article_id as id, k.tagged_at as at from article_tags k \
             where k.tag_id = $4 and k.user_id = $1 and (k.tagged_at, k.article_id) {after} ($2, $3) {filter} \
             order by k.tagged_at {sorted}, k.article_id {sorted}"
        )
    };
    match shelf {
        ArticleList::Unread => (unread(NOT_MUTED), Vec::new()),
        ArticleList::SourceUnread(source) => (unread("and n.source_id = $4"), vec![source.into()]),
        ArticleList::FolderUnread(folder) => {
            let filter = format!(
                "and n.source_id in (select f.source_id from subscriptions f \
                 where f.user_id = $1 and f.folder_id in {})",
                inside("$4")
            );
            (unread(&filter), vec![folder.into()])
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
        ArticleList::Starred => (kept("starred_at", ""), Vec::new()),
        ArticleList::StarredUnread => (kept("starred_at", IS_UNREAD), Vec::new()),
        ArticleList::Later => (kept("later_at", ""), Vec::new()),
        ArticleList::LaterUnread => (kept("later_at", IS_UNREAD), Vec::new()),
        ArticleList::Tagged(tag) => (tagged(""), vec![tag.into()]),
        ArticleList::TaggedUnread(tag) => (tagged(IS_UNREAD), vec![tag.into()]),
        ArticleList::SinceUnread(since) => {
            let filter = format!(
                "{NOT_MUTED} and n.published_at >= $4 and exists \
                 (select 1 from articles b where b.id = n.article_id and b.arrived_at >= $5)"
            );
            let floor = earlier(since, TODAY_PUBLISHED - TODAY);
            (unread(&filter), vec![floor.into(), since.into()])
        }
        ArticleList::Since(since) => {
            let floor = earlier(since, TODAY_PUBLISHED - TODAY);
            let window = "b.published_at >= $4 and b.arrived_at >= $5";
            let picks = followed(window, "and v.is_muted = 0");
            (picks, vec![floor.into(), since.into()])
        }
        ArticleList::All => (followed(window(order), "and v.is_muted = 0"), Vec::new()),
        ArticleList::Folder(folder) => {
            let filter = format!("and v.folder_id in {}", inside("$5"));
            (followed(window(order), &filter), vec![folder.into()])
        }
    }
}

fn window(order: ListOrder) -> &'static str {
    match order {
        ListOrder::Newest => "b.published_at >= $4",
        ListOrder::Oldest => "b.published_at <= $4",
    }
}

/// Reads the list columns of the selected articles: at least `limit` of them, if there are that many.
///
/// The limit is part of the SQL text, rounded up to one of a few values: without knowing it, the planner expects a tenth of
/// all rows and joins whole tables.
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

/// Lists all articles of a user's sources by searching a window after the cursor that grows until the page is full, so that
/// only as many articles of all users are scanned as needed.
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
    // Sorted across chunks too, because tags are matched to articles by position.
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids.dedup();
    let mut articles = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(CHUNK) {
        let mut parameters = values![user].to_vec();
        let list = push_list(&mut parameters, chunk);
        let sql = format!(
            "select {LISTED}, coalesce(l.entry_id, a.id) as entry_id, coalesce(l.arrived_at, a.arrived_at) as entry_at, \
             a.guid, h.html, a.comments, a.n_comments, a.updated, a.edited_at, r.changed_at, a.language, a.tags, \
             a.enclosures, coalesce(s.site, s.url) as site, case when u.source_id is null then 0 else 1 end as is_followed, u.folder_id \
             from articles a {JOINS} {UNREAD_JOIN} left join article_content h on h.article_id = a.id \
             left join late_arrivals l on l.user_id = $1 and l.article_id = a.id \
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
    let listed = read_listed(row)?;
    let (entry_at, edited_at) = (row.get("entry_at")?, row.get("edited_at")?);
    let Reading { read_at, starred_at, .. } = listed.reading;
    let changes = [edited_at, read_at, starred_at, row.get("changed_at")?];
    Ok(FullArticle {
        listed,
        entry: row.get("entry_id")?,
        entry_at,
        changed_at: changes.into_iter().flatten().fold(entry_at, Ord::max),
        guid: row.get("guid")?,
        html: row.get::<Option<String>>("html")?.unwrap_or_default(),
        comments: row.get("comments")?,
        n_comments: row.get("n_comments")?,
        updated: row.get("updated")?,
        edited_at,
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
