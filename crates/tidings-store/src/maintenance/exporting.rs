//! Exports everything that belongs to a user, row by row from one snapshot, for the file they can download.
//!
//! Tables are found by their `user_id`, so tables added later are exported too. Secrets and their hashes are left out.

use crate::{
    engine::db::{Connection, Engine, Row, Value},
    error::Result,
    maintenance::Maintenance,
    values,
};
use jiff::Timestamp;
use tidings_model::{ArticleId, UserId};

/// Tables with users' rows that are not exported, and why.
const LEFT_OUT: &[(&str, &str)] = &[
    ("sessions", "authenticates the user"),
    ("second_factors", "authenticates the user"),
    ("recovery_codes", "authenticates the user"),
    ("second_steps", "authenticates the user"),
    ("invitations", "authenticates the user"),
    ("unread", "included with each article"),
    ("article_tags", "included with each article"),
];

/// The parts of an export, in order.
#[derive(Debug)]
pub enum ExportEvent {
    /// The export begins, or begins again: everything before this is void.
    Begin,
    /// An article of a source the user subscribes to or that they kept, with their marks.
    Article(Box<ExportedArticle>),
    /// Rows of this table follow.
    Table(String),
    /// A row: columns and their values, without secrets.
    Row(Vec<(String, Value)>),
}

/// An article with a user's marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedArticle {
    /// Its id.
    pub id: ArticleId,
    /// The address of its source.
    pub source_url: String,
    /// The source's own title.
    pub source_title: String,
    /// The identifier given by the source.
    pub guid: Option<String>,
    /// The address of its page.
    pub link: Option<String>,
    /// The title, as plain text.
    pub title: String,
    /// The sort key: the source's date, or when we first saw it.
    pub published_at: Timestamp,
    /// Whether it is read.
    pub is_read: bool,
    /// When it was marked read individually.
    pub read_at: Option<Timestamp>,
    /// When it was starred.
    pub starred_at: Option<Timestamp>,
    /// When it was saved for later.
    pub later_at: Option<Timestamp>,
    /// How many times it was opened.
    pub n_opened: u64,
    /// The time spent on it.
    pub spent_ms: i64,
    /// The user's tags.
    pub tags: Vec<String>,
    /// The content as sanitised HTML, only for articles the user kept (starred, read later or tagged).
    pub html: Option<String>,
}

impl Maintenance<'_> {
    /// Passes everything that belongs to a user to `each`, articles first. `each` may be told to begin again.
    ///
    /// # Errors
    /// Fails when the store cannot be read, or `each` returns an error.
    pub async fn export(
        self,
        user: UserId,
        mut each: impl FnMut(ExportEvent) -> Result<()> + Send + 'static,
    ) -> Result<()> {
        self.0
            .read_snapshot(move |c| {
                each(ExportEvent::Begin)?;
                articles(c, user, &mut each)?;
                for table in personal(c)?.iter().filter(|table| !table.is_left_out()) {
                    rows(c, user, table, &mut each)?;
                }
                Ok(())
            })
            .await
    }
}

/// Reads the articles the user kept, from any source, newest first, then the others of their subscribed sources. So the
/// beginning of a long list contains what matters most.
fn articles(
    c: &mut dyn Connection,
    user: UserId,
    each: &mut dyn FnMut(ExportEvent) -> Result<()>,
) -> Result<()> {
    let names = match c.engine() {
        Engine::Sqlite => "group_concat(g.name, char(10))",
        Engine::Postgres => "string_agg(g.name, chr(10))",
    };
    let tagged = "from tags g join article_tags x on x.tag_id = g.id where g.user_id = $1";
    let kept = format!(
        "(select article_id from readings where user_id = $1 and (starred_at is not null or later_at is not null) \
          union select x.article_id {tagged})"
    );
    let columns = "a.id, s.url, s.title as source_title, a.guid, a.link, a.title, a.published_at, \
                   case when n.article_id is null then 1 else 0 end as is_read, r.read_at, r.starred_at, r.later_at, \
                   coalesce(r.n_opened, 0) as n_opened, coalesce(r.spent_ms, 0) as spent_ms";
    let joins = "join sources s on s.id = a.source_id \
                 left join readings r on r.user_id = $1 and r.article_id = a.id \
                 left join unread n on n.user_id = $1 and n.published_at = a.published_at and n.article_id = a.id";
    let first = format!(
        "select {columns}, (select {names} {tagged} and x.article_id = a.id) as tags, h.html \
         from articles a {joins} join article_content h on h.article_id = a.id where a.id in {kept} order by a.id desc"
    );
    let others = format!(
        "select {columns}, null as tags, null as html from subscriptions v \
         join articles a on a.source_id = v.source_id {joins} \
         where v.user_id = $1 and a.id not in {kept}"
    );
    for sql in [first, others] {
        c.for_each(&sql, values![user], &mut |row| {
            each(ExportEvent::Article(Box::new(read_article(row)?)))
        })?;
    }
    Ok(())
}

fn read_article(mut row: Row) -> Result<ExportedArticle> {
    Ok(ExportedArticle {
        id: row.get("id")?,
        source_url: row.get("url")?,
        source_title: row.get("source_title")?,
        guid: row.get("guid")?,
        link: row.get("link")?,
        title: row.get("title")?,
        published_at: row.get("published_at")?,
        is_read: row.get("is_read")?,
        read_at: row.get("read_at")?,
        starred_at: row.get("starred_at")?,
        later_at: row.get("later_at")?,
        n_opened: row.get("n_opened")?,
        spent_ms: row.get("spent_ms")?,
        tags: row
            .get::<Option<String>>("tags")?
            .map(|names| names.split('\n').map(str::to_owned).collect())
            .unwrap_or_default(),
        html: row.get("html")?,
    })
}

/// A table of users' rows, with the columns that may be exported.
struct Personal {
    name: String,
    columns: Vec<String>,
}

impl Personal {
    fn is_left_out(&self) -> bool {
        LEFT_OUT.iter().any(|(name, _)| *name == self.name)
    }
}

/// Returns every table with users' rows.
fn personal(c: &mut dyn Connection) -> Result<Vec<Personal>> {
    let sql = match c.engine() {
        Engine::Sqlite => {
            "select t.name as table_name, i.name as column_name, lower(i.type) as kind from sqlite_master t \
             join pragma_table_info(t.name) i on 1 = 1 \
             where t.type = 'table' and exists (select 1 from pragma_table_info(t.name) u where u.name = 'user_id') \
             order by t.name, i.cid"
        }
        Engine::Postgres => {
            "select cast(c.table_name as text) as table_name, cast(c.column_name as text) as column_name, \
             cast(c.data_type as text) as kind \
             from information_schema.columns c where c.table_schema = current_schema() \
             and exists (select 1 from information_schema.columns u where u.table_schema = c.table_schema \
                         and u.table_name = c.table_name and u.column_name = 'user_id') \
             order by c.table_name collate \"C\", c.ordinal_position"
        }
    };
    let mut tables: Vec<Personal> = Vec::new();
    for mut row in c.query(sql, &[])? {
        let (table, column): (String, String) = (row.get("table_name")?, row.get("column_name")?);
        let kind: String = row.get("kind")?;
        if tables.last().is_none_or(|last| last.name != table) {
            tables.push(Personal { name: table, columns: Vec::new() });
        }
        if let Some(last) = tables.last_mut().filter(|_| is_told(&column, &kind)) {
            last.columns.push(column);
        }
    }
    Ok(tables)
}

/// Whether a column may be exported: digests and secrets are stored as bytes, or have names that say so.
fn is_told(column: &str, kind: &str) -> bool {
    const SECRET: [&str; 4] = ["secret", "token", "hash", "password"];
    column != "user_id"
        && !matches!(kind, "blob" | "bytea")
        && !SECRET.iter().any(|word| column.contains(word))
}

fn rows(
    c: &mut dyn Connection,
    user: UserId,
    table: &Personal,
    each: &mut dyn FnMut(ExportEvent) -> Result<()>,
) -> Result<()> {
    if table.columns.is_empty() {
        return Ok(());
    }
    each(ExportEvent::Table(table.name.clone()))?;
    let columns = table.columns.join(", ");
    let sql = format!("select {columns} from {} where user_id = $1 order by 1", table.name);
    c.for_each(&sql, values![user], &mut |row| {
        each(ExportEvent::Row(table.columns.iter().cloned().zip(row.rest()).collect()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Store, StoreLocation, users::PERSONAL_TABLES};
    use std::collections::BTreeSet;

    #[tokio::test]
    async fn every_table_of_users_is_exported_or_left_out_for_a_reason_and_deleted_with_its_user() {
        let noon = "2026-11-15T12:00:00Z".parse().unwrap();
        let store = Store::open(Options::new(StoreLocation::Memory, noon)).await.unwrap();
        let tables = store.read(personal).await.unwrap();
        for table in tables.iter().filter(|table| !table.is_left_out()) {
            assert!(!table.columns.is_empty(), "no column of {} is exported", table.name);
        }
        let names: BTreeSet<&str> = tables.iter().map(|table| table.name.as_str()).collect();
        let known: BTreeSet<&str> = PERSONAL_TABLES.iter().copied().collect();
        assert_eq!(names, known, "exported tables, and tables deleted with their user");
        assert!(LEFT_OUT.iter().all(|(name, why)| names.contains(name) && !why.is_empty()));
        // A column that names its user differently would be missed.
        let sql = "select t.name || '.' || i.name from sqlite_master t join pragma_table_info(t.name) i on 1 = 1 \
                   where t.type = 'table' and i.name <> 'user_id' and (i.name like '%user_id%' or i.name like 'owner%')";
        let others = store.read(move |c| c.query(sql, &[])).await.unwrap();
        let others = others.into_iter().map(|row| row.only()).collect::<Result<Vec<String>>>();
        // Sources do not belong to a user's tables: they are exported as subscriptions, and deleted by retention like any
        // other.
        assert_eq!(others.unwrap(), ["sources.owner_id"]);
    }
}
