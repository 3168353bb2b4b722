//! Articles as client programs request them: by id, which is the order of arrival, under any combination of conditions.
//!
//! Clients remember the last id or time they saw. Both must refer to arrival: otherwise an article that arrives late with
//! an old date would never reach them.

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
    /// Articles of a source.
    Source(SourceId),
    /// Articles of the sources in a folder.
    Folder(FolderId),
    /// Articles of sources in no folder.
    Unfiled,
    /// Articles of sources the user subscribes to now; excludes articles kept from other sources.
    Followed,
    /// Articles of muted sources, which the combined lists leave out.
    Muted,
    /// Articles with a tag.
    Tagged(TagId),
    /// Starred articles.
    Starred,
    /// Read articles.
    Read,
    /// Unread articles.
    Unread,
}

/// The sort key of a stream. The id decides between equal keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sort {
    /// The order of arrival.
    #[default]
    Arrival,
    /// The publication date, which is the sort key of lists.
    Published,
    /// The last change of the article or of the user's marks on it.
    Changed,
    /// The title.
    Title,
    /// The author.
    Author,
    /// Unread articles first.
    Status,
    /// The id of the folder; articles in none come last.
    Folder,
    /// The name of the folder; articles in none come last.
    FolderName,
}

/// A time span, excluding both ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// Later than this…
    pub after: Option<Timestamp>,
    /// …and earlier than this.
    pub before: Option<Timestamp>,
}

impl Span {
    fn is_open(self) -> bool {
        self == Self::default()
    }
}

/// The conditions of a stream; by default everything the user subscribes to, newest arrival first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamQuery {
    /// In all of these sets…
    pub within: Vec<Set>,
    /// …and in none of these.
    pub without: Vec<Set>,
    /// Only ids after this one…
    pub after: Option<ArticleId>,
    /// …and before this one.
    pub before: Option<ArticleId>,
    /// Only articles that arrived at or after this time…
    pub since: Option<Timestamp>,
    /// …and at or before this one.
    pub until: Option<Timestamp>,
    /// Only articles published in this span…
    pub published: Span,
    /// …and changed in this one.
    pub changed: Span,
    /// Only some of these articles, as found by a search.
    pub among: Option<Vec<ArticleId>>,
    /// Only articles with each of these names, ignoring case, as a category of the source or a tag of the user.
    pub labelled: Vec<String>,
    /// The sort key.
    pub sort: Sort,
    /// The sort order.
    pub order: ListOrder,
    /// How many articles to skip.
    pub offset: usize,
    /// The maximum number of articles.
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
    /// Returns the ids of a stream's articles, each with its source.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn stream(
        self,
        user: UserId,
        stream: StreamQuery,
    ) -> Result<Vec<(ArticleId, SourceId)>> {
        self.0.read(move |c| ids(c, user, &stream)).await
    }

    /// Counts the articles of a stream by source, leaving out sources without any.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
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

    /// Counts the articles of a stream, ignoring its limit.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn count_stream(self, user: UserId, stream: StreamQuery) -> Result<u64> {
        self.0
            .read(move |c| {
                let Some(picks) = Picks::of(c, user, &stream, Walk::Whole)? else { return Ok(0) };
                let sql = format!("select count(*) {}", picks.clauses);
                c.query_first(&sql, &picks.parameters)?.map_or(Ok(0), |row| row.only())
            })
            .await
    }

    /// Marks the unread articles of a stream read and returns how many there were.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
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

/// Returns the requested part of a stream, sorted.
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
