//! Articles as client programs ask for them: by id, which is the order of arrival, through any combination of conditions.
//!
//! Clients remember the last id or the last time they saw. Both must be about the arrival: an article that comes late with an
//! old date would otherwise never reach them.

use crate::{
    articles::Order,
    codec::escape,
    db::{CHUNK, Connection, Value, push_list},
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
    pub order: Order,
    /// Articles before the first that is wanted.
    pub offset: usize,
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
            published: Span::default(),
            changed: Span::default(),
            among: None,
            labelled: Vec::new(),
            sort: Sort::Arrival,
            order: Order::Newest,
            offset: 0,
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

    /// How many articles a stream has of each source; sources without any are left out.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn count_stream_by_source(
        &self,
        user: UserId,
        stream: Stream,
    ) -> Result<Vec<(SourceId, u64)>> {
        self.read(move |c| {
            let Some(picks) = Picks::of(c, user, &stream)? else { return Ok(Vec::new()) };
            let (_, source) = picks.columns;
            let sql = format!(
                "select {source}, count(*) {} group by {source} order by {source}",
                picks.clauses
            );
            let rows = c.query(&sql, &picks.parameters)?;
            rows.into_iter().map(|mut row| Ok((row.take()?, row.take()?))).collect()
        })
        .await
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
    let mut by = picks.sorted_by(stream.sort);
    by.push(id.to_owned());
    let by: Vec<String> = by.into_iter().map(|column| format!("{column} {sorted}")).collect();
    let (limit, offset) = (picks.parameter(stream.limit), picks.parameter(stream.offset));
    let sql = format!(
        "select {id}, {source} {} order by {} limit {limit} offset {offset}",
        picks.clauses,
        by.join(", ")
    );
    let rows = c.query(&sql, &picks.parameters)?;
    rows.into_iter().map(|mut row| Ok((row.take()?, row.take()?))).collect()
}

/// When an article, or a mark of the user's on it, changed last.
const CHANGED: &str = "(select max(x.at) from (select a.arrived_at as at union all select a.edited_at \
     union all select r.read_at union all select r.starred_at) x)";

/// Whether a source is in no folder.
const LOOSE: &str = "case when d.id is null then 1 else 0 end";

/// What else is looked at to filter and sort.
fn joins(stream: &Stream) -> String {
    let mut joins = String::new();
    if stream.sort == Sort::Changed || !stream.changed.is_open() {
        joins.push_str("left join readings r on r.user_id = $1 and r.article_id = a.id ");
    }
    if matches!(stream.sort, Sort::Folder | Sort::FolderName) {
        joins.push_str(
            "left join subscriptions w on w.user_id = $1 and w.source_id = a.source_id \
             left join folders d on d.id = w.folder_id ",
        );
    }
    joins
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
        picks.span(picks.published(), stream.published);
        picks.span(CHANGED, stream.changed);
        for name in &stream.labelled {
            picks.label(name);
        }
        if let Some(among) = &stream.among {
            if among.is_empty() {
                return Ok(None);
            }
            picks.among(among);
        }
        Ok(Some(picks))
    }

    fn span(&mut self, column: &str, span: Span) {
        for (bound, than) in [(span.after, ">"), (span.before, "<")] {
            if let Some(bound) = bound {
                let bound = self.parameter(bound);
                self.require(&format!("{column} {than} {bound}"));
            }
        }
    }

    /// Categories stand one a line; the line that is sought is searched with its ends.
    fn label(&mut self, name: &str) {
        let mut line = String::new();
        escape(name, &mut line);
        let line = line.replace('!', "!!").replace('%', "!%").replace('_', "!_");
        let pattern = self.parameter(format!("%\n{line}\n%"));
        let (end, name) = (self.parameter("\n".to_owned()), self.parameter(name.to_owned()));
        let text = |parameter: &str| format!("cast({parameter} as text)");
        let (pattern, end, name) = (text(&pattern), text(&end), text(&name));
        self.require(&format!(
            "({end} || lower(a.tags) like lower({pattern}) escape '!' \
             or exists (select 1 from article_tags l join tags m on m.id = l.tag_id \
             where l.user_id = $1 and l.article_id = a.id and lower(m.name) = lower({name})))"
        ));
    }

    fn among(&mut self, ids: &[ArticleId]) {
        let (id, _) = self.columns;
        let mut lists = Vec::new();
        for chunk in ids.chunks(CHUNK) {
            let list = push_list(&mut self.parameters, chunk);
            lists.push(format!("{id} in ({list})"));
        }
        self.require(&format!("({})", lists.join(" or ")));
    }

    /// Where the sort key of lists stands.
    fn published(&self) -> &'static str {
        match self.columns.0 {
            "a.id" => "a.published_at",
            _ => "n.published_at",
        }
    }

    /// What a stream is sorted by before the id.
    fn sorted_by(&self, sort: Sort) -> Vec<String> {
        match sort {
            Sort::Arrival => Vec::new(),
            Sort::Published => vec![self.published().to_owned()],
            Sort::Changed => vec![CHANGED.to_owned()],
            Sort::Title => vec!["lower(a.title)".to_owned()],
            Sort::Author => vec!["lower(a.authors)".to_owned()],
            Sort::Status => vec![format!("case when {} then 0 else 1 end", self.unread())],
            Sort::Folder => vec![LOOSE.to_owned(), "d.id".to_owned()],
            Sort::FolderName => vec![LOOSE.to_owned(), "lower(d.name)".to_owned()],
        }
    }

    /// Begins with the smallest table that has all of the stream.
    fn begin(&mut self, stream: &Stream) {
        let is_within = |set| stream.within.contains(&set);
        let needs_articles = stream.since.is_some()
            || stream.until.is_some()
            || !stream.changed.is_open()
            || !stream.labelled.is_empty()
            || !matches!(stream.sort, Sort::Arrival | Sort::Published | Sort::Status);
        let joins = joins(stream);
        let tagged = stream.within.iter().any(|set| matches!(set, Set::Tagged(_)));
        let sourced = stream
            .within
            .iter()
            .any(|set| matches!(set, Set::Source(_) | Set::Folder(_) | Set::Unfiled));
        self.clauses = if is_within(Set::Unread) {
            self.columns = ("n.article_id", "n.source_id");
            let articles =
                if needs_articles { "join articles a on a.id = n.article_id" } else { "" };
            format!("from unread n {articles} {joins} where n.user_id = $1")
        } else if is_within(Set::Starred) {
            format!(
                "from readings k join articles a on a.id = k.article_id {joins} \
                 where k.user_id = $1 and k.starred_at is not null"
            )
        } else if tagged {
            format!(
                "from (select distinct article_id from article_tags where user_id = $1) t \
                 join articles a on a.id = t.article_id {joins} where 1 = 1"
            )
        } else {
            let seen =
                "not exists (select 1 from hidden h where h.user_id = $1 and h.article_id = a.id)";
            let followed = if sourced {
                format!(
                    "from subscriptions v join articles a on a.source_id = v.source_id {joins} where v.user_id = $1"
                )
            } else {
                format!(
                    "from articles a {joins} where exists \
                     (select 1 from subscriptions v where v.user_id = $1 and v.source_id = a.source_id)"
                )
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
            Set::Followed => format!(
                "{source} in (select f.source_id from subscriptions f where f.user_id = $1)"
            ),
            Set::Muted => format!(
                "{source} in (select f.source_id from subscriptions f where f.user_id = $1 and f.is_muted = 1)"
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
