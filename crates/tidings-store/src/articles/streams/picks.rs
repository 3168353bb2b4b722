//! Translates the conditions of a stream to SQL.

use super::{Set, Sort, Span, StreamQuery};
use crate::{
    articles::entries::has_late,
    engine::{
        codec::escape,
        dates::earlier,
        db::{CHUNK, Connection, Value, push_list},
    },
    error::Result,
    subscriptions::inside,
    values,
};
use jiff::{SignedDuration, Timestamp};
use tidings_model::{ArticleId, EntryId, UserId};

/// Ids grow with the time of arrival, except where a clock was set back, by at most this much.
const DISORDER: SignedDuration = SignedDuration::from_hours(24);

/// When an article, or the user's marks on it, last changed.
const CHANGED: &str = "(select max(x.at) from (select a.arrived_at as at union all select a.edited_at \
     union all select r.read_at union all select r.starred_at union all select r.changed_at union all select q.arrived_at from late_arrivals q \
     where q.user_id = $1 and q.article_id = a.id) x)";

/// When an article arrived for a user who subscribed to its source after it had been stored.
const LATE: &str =
    "(select q.arrived_at from late_arrivals q where q.user_id = $1 and q.article_id = a.id)";

/// The path of folder `d`.
const PATH: &str = "(with recursive around(parent_id, path) as (select d.parent_id, d.name union all \
     select f.parent_id, f.name || '/' || around.path from folders f join around on f.id = around.parent_id) \
     select around.path from around where around.parent_id is null)";

/// Sorts sources without a folder last.
const LOOSE: &str = "case when d.id is null then 1 else 0 end";

/// Returns the further joins that filtering and sorting need.
fn joins(stream: &StreamQuery) -> String {
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

/// How much of a stream is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Walk {
    /// From one end until there is enough.
    Page,
    /// All of it, which is then read source by source, regardless of what else is stored.
    Whole,
}

/// Which articles of a stream are read, by when they arrived for the user (see [`entries`](crate::articles::entries)).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// All, when none arrived late.
    AllOnTime,
    /// Those that arrived when they were stored.
    OnTime,
    /// Those that arrived later.
    Late,
    /// All, of which some arrived late.
    All,
}

impl Part {
    /// Returns whether the numbers are the ids of the articles.
    pub(super) fn is_on_time(self) -> bool {
        matches!(self, Self::AllOnTime | Self::OnTime)
    }

    /// Returns the number of the article whose id is in column `id`.
    pub(super) fn number(self, id: &str) -> String {
        let late = format!(
            "(select q.entry_id from late_arrivals q where q.user_id = $1 and q.article_id = {id})"
        );
        match self {
            Self::AllOnTime | Self::OnTime => id.to_owned(),
            Self::Late => late,
            Self::All => format!("coalesce({late}, {id})"),
        }
    }

    fn arrived(self) -> String {
        match self {
            Self::AllOnTime | Self::OnTime => "a.arrived_at".to_owned(),
            Self::Late => LATE.to_owned(),
            Self::All => format!("coalesce({LATE}, a.arrived_at)"),
        }
    }

    fn condition(self, id: &str) -> Option<String> {
        let late = "(select q.article_id from late_arrivals q where q.user_id = $1)";
        match self {
            Self::AllOnTime | Self::All => None,
            Self::OnTime => Some(format!("{id} not in {late}")),
            Self::Late => Some(format!("{id} in {late}")),
        }
    }
}

/// The `from` and `where` of a stream for user `$1`.
pub(super) struct Picks {
    pub(super) clauses: String,
    pub(super) parameters: Vec<Value>,
    /// The columns that hold the article's id and its source.
    pub(super) columns: (&'static str, &'static str),
    /// Whether the stream may include articles kept from sources the user no longer subscribes to.
    has_kept: bool,
}

impl Picks {
    /// Returns the whole of a stream, or `None` when it is certainly empty.
    pub(super) fn of(
        c: &mut dyn Connection,
        user: UserId,
        stream: &StreamQuery,
        walk: Walk,
    ) -> Result<Option<Self>> {
        let has_bounds = stream.after.is_some()
            || stream.before.is_some()
            || stream.since.is_some()
            || stream.until.is_some();
        let part = if has_bounds && has_late(c, user)? { Part::All } else { Part::AllOnTime };
        Self::of_part(c, user, stream, walk, part)
    }

    /// Returns a part of a stream.
    pub(super) fn of_part(
        c: &mut dyn Connection,
        user: UserId,
        stream: &StreamQuery,
        walk: Walk,
        part: Part,
    ) -> Result<Option<Self>> {
        let parameters = values![user].to_vec();
        let columns = ("a.id", "a.source_id");
        let mut picks = Self { clauses: String::new(), parameters, columns, has_kept: false };
        picks.begin(stream, walk);
        for set in &stream.within {
            if !picks.has_all_in(*set) {
                let held = picks.held(*set);
                picks.require(&held);
            }
        }
        for set in &stream.without {
            let held = picks.held(*set);
            picks.require(&format!("not {held}"));
        }
        let (id, _) = picks.columns;
        if let Some(condition) = part.condition(id) {
            picks.require(&condition);
        }
        let mut after = stream.after;
        if let Some(since) = stream.since.filter(|_| part.is_on_time()) {
            let Some(first) = first_since(c, since)? else { return Ok(None) };
            after = after.max(Some(EntryId(first.0 - 1)));
        }
        let (number, arrived) = (part.number(id), part.arrived());
        for (bound, than) in [(after, ">"), (stream.before, "<")] {
            if let Some(bound) = bound {
                let bound = picks.parameter(bound);
                picks.require(&format!("{number} {than} {bound}"));
            }
        }
        for (bound, than) in [(stream.since, ">="), (stream.until, "<=")] {
            if let Some(bound) = bound {
                let bound = picks.parameter(bound);
                picks.require(&format!("{arrived} {than} {bound}"));
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

    /// Categories are stored one per line, so the name is searched for with its line ends.
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

    /// The column that holds the sort key of lists.
    fn published(&self) -> &'static str {
        match self.columns.0 {
            "a.id" => "a.published_at",
            _ => "n.published_at",
        }
    }

    /// Returns what a stream is sorted by before the id.
    pub(super) fn sorted_by(&self, sort: Sort) -> Vec<String> {
        match sort {
            Sort::Arrival => Vec::new(),
            Sort::Published => vec![self.published().to_owned()],
            Sort::Changed => vec![CHANGED.to_owned()],
            Sort::Title => vec!["lower(a.title)".to_owned()],
            Sort::Author => vec!["lower(a.authors)".to_owned()],
            Sort::Status => vec![format!("case when {} then 0 else 1 end", self.unread())],
            Sort::Folder => vec![LOOSE.to_owned(), "d.id".to_owned()],
            Sort::FolderName => vec![LOOSE.to_owned(), format!("lower({PATH})")],
        }
    }

    /// Starts from the smallest table that contains all of the stream.
    fn begin(&mut self, stream: &StreamQuery, walk: Walk) {
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
            self.has_kept = true;
            format!(
                "from readings k join articles a on a.id = k.article_id {joins} \
                 where k.user_id = $1 and k.starred_at is not null"
            )
        } else if tagged {
            self.has_kept = true;
            format!(
                "from (select distinct article_id from article_tags where user_id = $1) t \
                 join articles a on a.id = t.article_id {joins} where 1 = 1"
            )
        } else {
            let seen =
                "not exists (select 1 from hidden h where h.user_id = $1 and h.article_id = a.id)";
            let followed = if sourced || walk == Walk::Whole {
                self.columns.1 = "v.source_id";
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

    /// Whether the query starts from the table of unread articles.
    pub(super) fn begins_with_unread(&self) -> bool {
        self.columns.0 != "a.id"
    }

    /// Whether the starting table already restricts everything to this set.
    fn has_all_in(&self, set: Set) -> bool {
        match set {
            Set::Followed => !self.has_kept,
            Set::Unread => self.begins_with_unread(),
            _ => false,
        }
    }

    fn require(&mut self, condition: &str) {
        self.clauses.push_str(" and ");
        self.clauses.push_str(condition);
    }

    pub(super) fn parameter(&mut self, value: impl Into<Value>) -> String {
        self.parameters.push(value.into());
        format!("${}", self.parameters.len())
    }

    /// Returns the condition that an article is in a set.
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
                    "{source} in (select f.source_id from subscriptions f where f.user_id = $1 and f.folder_id in {})",
                    inside(&folder)
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

/// Finds the first article that may have arrived at or after an instant, by bisection: this needs no index on arrival
/// times.
fn first_since(c: &mut dyn Connection, since: Timestamp) -> Result<Option<ArticleId>> {
    let since = earlier(since, DISORDER);
    let row = c.query_first("select min(id) as low, max(id) as high from articles", &[])?;
    let Some((Some(low), Some(high))) = row
        .map(|mut row| {
            Ok::<_, crate::Error>((row.get::<Option<i64>>("low")?, row.get::<Option<i64>>("high")?))
        })
        .transpose()?
    else {
        return Ok(None);
    };
    let (mut low, mut high) = (low, high + 1);
    // Invariant: everything below `low` arrived too early; `high` or something after it did not, or there is nothing.
    while low < high {
        let middle = low + (high - low) / 2;
        let sql = "select id, arrived_at from articles where id >= $1 order by id limit 1";
        let at = c
            .query_first(sql, values![middle])?
            .map(|mut row| {
                Ok::<_, crate::Error>((row.get::<i64>("id")?, row.get::<Timestamp>("arrived_at")?))
            })
            .transpose()?;
        match at {
            Some((id, arrived)) if arrived < since => low = id + 1,
            _ => high = middle,
        }
    }
    Ok(Some(ArticleId(low)))
}
