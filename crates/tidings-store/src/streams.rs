//! Articles as client programs ask for them: by id, which is the order of arrival, through any combination of conditions.
//!
//! Clients remember the last id or the last time they saw. Both must be about the arrival: an article that comes late with an
//! old date would otherwise never reach them.

use crate::{
    articles::Order,
    db::{Connection, Value},
    error::Result,
    store::Store,
    users::touch,
    values,
};
use jiff::{SignedDuration, Timestamp};
use tidings_model::{ArticleId, FolderId, SourceId, TagId, UserId};

/// Ids grow with the time of arrival, but for clocks that were set back by no more than this.
const DISORDER: SignedDuration = SignedDuration::from_hours(24);

/// A set of articles of one user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Set {
    /// Of a source.
    Source(SourceId),
    /// Of the sources in a folder.
    Folder(FolderId),
    /// Of sources in no folder.
    Unfiled,
    /// Tagged.
    Tagged(TagId),
    /// Starred.
    Starred,
    /// Read.
    Read,
    /// Not read.
    Unread,
}

/// What is asked for; by default everything the user follows, newest arrival first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stream {
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
    /// From which end.
    pub order: Order,
    /// Most articles.
    pub limit: usize,
}

impl Default for Stream {
    fn default() -> Self {
        Self {
            within: Vec::new(),
            without: Vec::new(),
            after: None,
            before: None,
            since: None,
            until: None,
            order: Order::Newest,
            limit: usize::MAX,
        }
    }
}

impl Store {
    /// The ids of a stream, each with its source.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn stream(&self, user: UserId, stream: Stream) -> Result<Vec<(ArticleId, SourceId)>> {
        self.read(move |c| ids(c, user, &stream)).await
    }

    /// How many articles a stream has, whatever its limit.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn count_stream(&self, user: UserId, stream: Stream) -> Result<u64> {
        self.read(move |c| {
            let Some(picks) = Picks::of(c, user, &stream)? else { return Ok(0) };
            let sql = format!("select count(*) {}", picks.clauses);
            c.query_first(&sql, &picks.parameters)?.map_or(Ok(0), |mut row| row.take())
        })
        .await
    }

    /// Marks what is unread of a stream read; returns how many were.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn mark_stream_read(&self, user: UserId, mut stream: Stream) -> Result<u64> {
        stream.within.push(Set::Unread);
        self.write(move |c| {
            let Some(picks) = Picks::of(c, user, &stream)? else { return Ok(0) };
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
    stream: &Stream,
) -> Result<Vec<(ArticleId, SourceId)>> {
    let Some(mut picks) = Picks::of(c, user, stream)? else { return Ok(Vec::new()) };
    let (id, source) = picks.columns;
    let sorted = match stream.order {
        Order::Newest => "desc",
        Order::Oldest => "asc",
    };
    let limit = picks.parameter(stream.limit);
    let sql =
        format!("select {id}, {source} {} order by {id} {sorted} limit {limit}", picks.clauses);
    let rows = c.query(&sql, &picks.parameters)?;
    rows.into_iter().map(|mut row| Ok((row.take()?, row.take()?))).collect()
}

/// The `from` and `where` of a stream for user `$1`.
struct Picks {
    clauses: String,
    parameters: Vec<Value>,
    /// Where id and source stand.
    columns: (&'static str, &'static str),
}

impl Picks {
    /// `None` where nothing can be in the stream.
    fn of(c: &mut dyn Connection, user: UserId, stream: &Stream) -> Result<Option<Self>> {
        let parameters = values![user].to_vec();
        let mut picks =
            Self { clauses: String::new(), parameters, columns: ("a.id", "a.source_id") };
        picks.begin(stream);
        for set in &stream.within {
            let held = picks.held(*set);
            picks.require(&held);
        }
        for set in &stream.without {
            let held = picks.held(*set);
            picks.require(&format!("not {held}"));
        }
        let mut after = stream.after;
        if let Some(since) = stream.since {
            let Some(first) = first_since(c, since)? else { return Ok(None) };
            after = after.max(Some(ArticleId(first.0 - 1)));
        }
        let (id, _) = picks.columns;
        for (bound, than) in [(after, ">"), (stream.before, "<")] {
            if let Some(bound) = bound {
                let bound = picks.parameter(bound);
                picks.require(&format!("{id} {than} {bound}"));
            }
        }
        for (bound, than) in [(stream.since, ">="), (stream.until, "<=")] {
            if let Some(bound) = bound {
                let bound = picks.parameter(bound);
                picks.require(&format!("a.arrived_at {than} {bound}"));
            }
        }
        Ok(Some(picks))
    }

    /// Begins with the smallest table that has all of the stream.
    fn begin(&mut self, stream: &Stream) {
        let is_within = |set| stream.within.contains(&set);
        let needs_times = stream.since.is_some() || stream.until.is_some();
        let tagged = stream.within.iter().any(|set| matches!(set, Set::Tagged(_)));
        let sourced = stream
            .within
            .iter()
            .any(|set| matches!(set, Set::Source(_) | Set::Folder(_) | Set::Unfiled));
        self.clauses = if is_within(Set::Unread) {
            self.columns = ("n.article_id", "n.source_id");
            let articles = if needs_times { "join articles a on a.id = n.article_id" } else { "" };
            format!("from unread n {articles} where n.user_id = $1")
        } else if is_within(Set::Starred) {
            "from readings k join articles a on a.id = k.article_id where k.user_id = $1 and k.starred_at is not null"
                .to_owned()
        } else if tagged {
            "from (select distinct article_id from article_tags where user_id = $1) t \
             join articles a on a.id = t.article_id where 1 = 1"
                .to_owned()
        } else {
            let seen =
                "not exists (select 1 from hidden h where h.user_id = $1 and h.article_id = a.id)";
            let followed = if sourced {
                "from subscriptions v join articles a on a.source_id = v.source_id where v.user_id = $1"
            } else {
                "from articles a where exists \
                 (select 1 from subscriptions v where v.user_id = $1 and v.source_id = a.source_id)"
            };
            format!("{followed} and {seen}")
        };
    }

    fn require(&mut self, condition: &str) {
        self.clauses.push_str(" and ");
        self.clauses.push_str(condition);
    }

    fn parameter(&mut self, value: impl Into<Value>) -> String {
        self.parameters.push(value.into());
        format!("${}", self.parameters.len())
    }

    /// Whether an article is in a set.
    fn held(&mut self, set: Set) -> String {
        let (id, source) = self.columns;
        match set {
            Set::Source(wanted) => {
                let wanted = self.parameter(wanted);
                format!("{source} = {wanted}")
            }
            Set::Folder(folder) => {
                let folder = self.parameter(folder);
                format!(
                    "{source} in (select f.source_id from subscriptions f where f.user_id = $1 and f.folder_id = {folder})"
                )
            }
            Set::Unfiled => format!(
                "{source} in (select f.source_id from subscriptions f where f.user_id = $1 and f.folder_id is null)"
            ),
            Set::Tagged(tag) => {
                let tag = self.parameter(tag);
                format!(
                    "exists (select 1 from article_tags g where g.user_id = $1 and g.article_id = {id} and g.tag_id = {tag})"
                )
            }
            Set::Starred => format!(
                "exists (select 1 from readings x where x.user_id = $1 and x.article_id = {id} and x.starred_at is not null)"
            ),
            Set::Read => format!("not {}", self.unread()),
            Set::Unread => self.unread(),
        }
    }

    fn unread(&self) -> String {
        match self.columns.0 {
            "a.id" => "exists (select 1 from unread y where y.user_id = $1 \
                       and y.published_at = a.published_at and y.article_id = a.id)"
                .to_owned(),
            _ => "(1 = 1)".to_owned(),
        }
    }
}

/// The first article that may have arrived at an instant or later, found by halving: no index on arrivals is needed.
fn first_since(c: &mut dyn Connection, since: Timestamp) -> Result<Option<ArticleId>> {
    let since = since.saturating_sub(DISORDER).unwrap_or(Timestamp::MIN);
    let row = c.query_first("select min(id), max(id) from articles", &[])?;
    let Some((Some(low), Some(high))) = row
        .map(|mut row| {
            Ok::<_, crate::Error>((row.take::<Option<i64>>()?, row.take::<Option<i64>>()?))
        })
        .transpose()?
    else {
        return Ok(None);
    };
    let (mut low, mut high) = (low, high + 1);
    // Invariant: nothing below `low` arrived late enough; `high` or what follows it did, or there is nothing.
    while low < high {
        let middle = low + (high - low) / 2;
        let sql = "select id, arrived_at from articles where id >= $1 order by id limit 1";
        let at = c
            .query_first(sql, values![middle])?
            .map(|mut row| Ok::<_, crate::Error>((row.take::<i64>()?, row.take::<Timestamp>()?)))
            .transpose()?;
        match at {
            Some((id, arrived)) if arrived < since => low = id + 1,
            _ => high = middle,
        }
    }
    Ok(Some(ArticleId(low)))
}
