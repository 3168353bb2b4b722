//! Articles as client programs ask for them: by id, which is the order of arrival, through any combination of conditions.
//!
//! Clients remember the last id or the last time they saw. Both must be about the arrival: an article that comes late with an
//! old date would otherwise never reach them.

mod picks;

use crate::{
    articles::{Articles, ListOrder},
    engine::db::{Connection, Engine},
    error::Result,
    users::touch,
};
use jiff::Timestamp;
use picks::{Picks, Walk};
use tidings_model::{ArticleId, FolderId, SourceId, TagId, UserId};

/// A set of articles of one user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Set {
    /// Of a source.
    Source(SourceId),
    /// Of the sources in a folder.
    Folder(FolderId),
    /// Of sources in no folder.
    Unfiled,
    /// Of sources that are followed now: what was kept of others is left out.
    Followed,
    /// Of sources that are not shown among everything.
    Muted,
    /// Tagged.
    Tagged(TagId),
    /// Starred.
    Starred,
    /// Read.
    Read,
    /// Not read.
    Unread,
}

/// By what a stream is sorted; between equals, and by default, the id decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sort {
    /// In the order of arrival.
    #[default]
    Arrival,
    /// By the publication, which is the sort key of lists.
    Published,
    /// By the last change: of the article, or of the user's marks on it.
    Changed,
    /// By title.
    Title,
    /// By author.
    Author,
    /// What is unread before what is read.
    Status,
    /// By the number of the folder; what is in none comes last.
    Folder,
    /// By the name of the folder; what is in none comes last.
    FolderName,
}

/// A span of time, without its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// Later than this …
    pub after: Option<Timestamp>,
    /// … and sooner than this.
    pub before: Option<Timestamp>,
}

impl Span {
    fn is_open(self) -> bool {
        self == Self::default()
    }
}

/// What is asked for; by default everything the user follows, newest arrival first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamQuery {
    /// In all of these sets …
    pub within: Vec<Set>,
    /// … and in none of these.
    pub without: Vec<Set>,
    /// Only ids after this one …
    pub after: Option<ArticleId>,
    /// … and before this one.
    pub before: Option<ArticleId>,
    /// Only what arrived then or later …
    pub since: Option<Timestamp>,
    /// … and then or sooner.
    pub until: Option<Timestamp>,
    /// Only what was published within …
    pub published: Span,
    /// … and changed within.
    pub changed: Span,
    /// Only some of these, as a search found them.
    pub among: Option<Vec<ArticleId>>,
    /// Only what has each of these names, in whatever case: as a category of its source, or as a tag of the user's.
    pub labelled: Vec<String>,
    /// By what it is sorted.
    pub sort: Sort,
    /// From which end.
    pub order: ListOrder,
    /// Articles before the first that is wanted.
    pub offset: usize,
    /// Most articles.
    pub limit: usize,
}

impl Default for StreamQuery {
    fn default() -> Self {
        Self {
            within: Vec::new(),
            without: Vec::new(),
            after: None,
            before: None,
            since: None,
            until: None,
            published: Span::default(),
            changed: Span::default(),
            among: None,
            labelled: Vec::new(),
            sort: Sort::Arrival,
            order: ListOrder::Newest,
            offset: 0,
            limit: usize::MAX,
        }
    }
}

impl Articles<'_> {
    /// The ids of a stream, each with its source.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn stream(
        self,
        user: UserId,
        stream: StreamQuery,
    ) -> Result<Vec<(ArticleId, SourceId)>> {
        self.0.read(move |c| ids(c, user, &stream)).await
    }

    /// How many articles a stream has of each source; sources without any are left out.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn count_stream_by_source(
        self,
        user: UserId,
        stream: StreamQuery,
    ) -> Result<Vec<(SourceId, u64)>> {
        self.0
            .read(move |c| {
                let Some(picks) = Picks::of(c, user, &stream, Walk::Whole)? else {
                    return Ok(Vec::new());
                };
                let (_, source) = picks.columns;
                let sql = format!(
                    "select {source} as source_id, count(*) as n {} group by {source} order by {source}",
                    picks.clauses
                );
                let rows = c.query(&sql, &picks.parameters)?;
                rows.into_iter().map(|mut row| Ok((row.get("source_id")?, row.get("n")?))).collect()
            })
            .await
    }

    /// How many articles a stream has, whatever its limit.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn count_stream(self, user: UserId, stream: StreamQuery) -> Result<u64> {
        self.0
            .read(move |c| {
                let Some(picks) = Picks::of(c, user, &stream, Walk::Whole)? else { return Ok(0) };
                let sql = format!("select count(*) {}", picks.clauses);
                c.query_first(&sql, &picks.parameters)?.map_or(Ok(0), |row| row.only())
            })
            .await
    }

    /// Marks what is unread of a stream read; returns how many were.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn mark_stream_read(self, user: UserId, mut stream: StreamQuery) -> Result<u64> {
        stream.within.push(Set::Unread);
        self.0
            .write(move |c| {
                let Some(picks) = Picks::of(c, user, &stream, Walk::Whole)? else { return Ok(0) };
                touch(c, user)?;
                let (id, _) = picks.columns;
                let sql = format!(
                    "delete from unread where user_id = $1 and article_id in (select {id} {})",
                    picks.clauses
                );
                c.execute(&sql, &picks.parameters)
            })
            .await
    }
}

pub(crate) fn ids(
    c: &mut dyn Connection,
    user: UserId,
    stream: &StreamQuery,
) -> Result<Vec<(ArticleId, SourceId)>> {
    let Some(mut picks) = Picks::of(c, user, stream, Walk::Page)? else { return Ok(Vec::new()) };
    let (id, source) = picks.columns;
    // SQLite sorts through a tree of records, which takes several times as long as reading them.
    if c.engine() == Engine::Sqlite && stream.sort == Sort::Arrival && picks.begins_with_unread() {
        let sql = format!("select {id}, {source} {}", picks.clauses);
        return Ok(typed(sorted(c.pairs(&sql, &picks.parameters)?, stream)));
    }
    let sorted = match stream.order {
        ListOrder::Newest => "desc",
        ListOrder::Oldest => "asc",
    };
    let mut by = picks.sorted_by(stream.sort);
    by.push(id.to_owned());
    let by: Vec<String> = by.into_iter().map(|column| format!("{column} {sorted}")).collect();
    let (limit, offset) = (picks.parameter(stream.limit), picks.parameter(stream.offset));
    let sql = format!(
        "select {id}, {source} {} order by {} limit {limit} offset {offset}",
        picks.clauses,
        by.join(", ")
    );
    Ok(typed(c.pairs(&sql, &picks.parameters)?))
}

/// The part of a stream that is asked for, in its order.
fn sorted(mut ids: Vec<(i64, i64)>, stream: &StreamQuery) -> Vec<(i64, i64)> {
    let by_id = |a: &(i64, i64), b: &(i64, i64)| match stream.order {
        ListOrder::Newest => b.0.cmp(&a.0),
        ListOrder::Oldest => a.0.cmp(&b.0),
    };
    let end = stream.offset.saturating_add(stream.limit);
    if end < ids.len() {
        ids.select_nth_unstable_by(end, by_id);
        ids.truncate(end);
    }
    ids.sort_unstable_by(by_id);
    ids.drain(..stream.offset.min(ids.len()));
    ids
}

fn typed(ids: Vec<(i64, i64)>) -> Vec<(ArticleId, SourceId)> {
    ids.into_iter().map(|(id, source)| (ArticleId(id), SourceId(source))).collect()
}
