//! Articles as client programs request them: by id, which is the order of arrival, under any combination of conditions.
//!
//! Clients remember the last id or time they saw. Both must refer to arrival: otherwise an article that arrives late with
//! an old date would never reach them.

mod picks;

use crate::{
    articles::{
        Articles, ListOrder,
        entries::{Entry, has_late},
    },
    engine::db::{Connection, Engine, Row},
    error::Result,
    readings::change_marks,
    users::touch,
};
use jiff::Timestamp;
use picks::{Part, Picks, Walk};
use tidings_model::{ArticleId, EntryId, FolderId, SourceId, TagId, UserId};

/// A set of articles of one user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Set {
    /// Articles of a source.
    Source(SourceId),
    /// Articles of the sources in a folder and the folders inside it.
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
    /// The path of the folder; articles in none come last.
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
    /// Only entries with a number after this one…
    pub after: Option<EntryId>,
    /// …and before this one.
    pub before: Option<EntryId>,
    /// Only articles that arrived for the user at or after this time…
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
    /// Returns the articles of a stream.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn stream(self, user: UserId, stream: StreamQuery) -> Result<Vec<Entry>> {
        self.0.read(move |c| entries(c, user, &stream)).await
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
    pub async fn mark_stream_read(
        self,
        user: UserId,
        mut stream: StreamQuery,
        now: Timestamp,
    ) -> Result<u64> {
        stream.within.push(Set::Unread);
        self.0
            .write(move |c| {
                let Some(picks) = Picks::of(c, user, &stream, Walk::Whole)? else { return Ok(0) };
                touch(c, user)?;
                let (id, _) = picks.columns;
                let ids = format!("select {id} as article_id {}", picks.clauses);
                change_marks(c, &ids, &picks.parameters, now)?;
                let sql =
                    format!("delete from unread where user_id = $1 and article_id in ({ids})");
                c.execute(&sql, &picks.parameters)
            })
            .await
    }
}

pub(crate) fn entries(
    c: &mut dyn Connection,
    user: UserId,
    stream: &StreamQuery,
) -> Result<Vec<Entry>> {
    if !has_late(c, user)? {
        return part(c, user, stream, Part::AllOnTime);
    }
    if stream.sort != Sort::Arrival {
        return part(c, user, stream, Part::All);
    }
    // Two short walks in the order of their numbers instead of a long one over everything.
    let limit = stream.offset.saturating_add(stream.limit);
    let whole = StreamQuery { offset: 0, limit, ..stream.clone() };
    let mut entries = part(c, user, &whole, Part::OnTime)?;
    entries.extend(part(c, user, &whole, Part::Late)?);
    Ok(sorted(entries, stream))
}

fn part(
    c: &mut dyn Connection,
    user: UserId,
    stream: &StreamQuery,
    part: Part,
) -> Result<Vec<Entry>> {
    let Some(mut picks) = Picks::of_part(c, user, stream, Walk::Page, part)? else {
        return Ok(Vec::new());
    };
    // SQLite sorts through a tree of records, which takes several times as long as reading them.
    if c.engine() == Engine::Sqlite && stream.sort == Sort::Arrival && picks.begins_with_unread() {
        return Ok(sorted(rows(c, &picks, part, "")?, stream));
    }
    let sorted = match stream.order {
        ListOrder::Newest => "desc",
        ListOrder::Oldest => "asc",
    };
    let mut by = picks.sorted_by(stream.sort);
    by.push(part.number(picks.columns.0));
    let by: Vec<String> = by.into_iter().map(|column| format!("{column} {sorted}")).collect();
    let (limit, offset) = (picks.parameter(stream.limit), picks.parameter(stream.offset));
    let order = format!("order by {} limit {limit} offset {offset}", by.join(", "));
    rows(c, &picks, part, &order)
}

fn rows(c: &mut dyn Connection, picks: &Picks, part: Part, order: &str) -> Result<Vec<Entry>> {
    let (id, source) = picks.columns;
    if part.is_on_time() {
        let sql = format!("select {id}, {source} {} {order}", picks.clauses);
        let pairs = c.pairs(&sql, &picks.parameters)?;
        let entry = |(id, source)| Entry {
            number: EntryId(id),
            article: ArticleId(id),
            source: SourceId(source),
        };
        return Ok(pairs.into_iter().map(entry).collect());
    }
    let number = part.number(id);
    let sql = format!(
        "select {id} as article_id, {source} as source_id, {number} as entry_id {} {order}",
        picks.clauses
    );
    let read = |mut row: Row| {
        Ok(Entry {
            number: row.get("entry_id")?,
            article: row.get("article_id")?,
            source: row.get("source_id")?,
        })
    };
    c.query(&sql, &picks.parameters)?.into_iter().map(read).collect()
}

/// Returns the requested part of a stream, sorted.
fn sorted(mut entries: Vec<Entry>, stream: &StreamQuery) -> Vec<Entry> {
    let by_number = |a: &Entry, b: &Entry| match stream.order {
        ListOrder::Newest => b.number.cmp(&a.number),
        ListOrder::Oldest => a.number.cmp(&b.number),
    };
    let end = stream.offset.saturating_add(stream.limit);
    if end < entries.len() {
        entries.select_nth_unstable_by(end, by_number);
        entries.truncate(end);
    }
    entries.sort_unstable_by(by_number);
    entries.drain(..stream.offset.min(entries.len()));
    entries
}
