//! Shared feeds: lists of a user that anyone with the secret link may read.

use crate::{
    engine::db::{Connection, Row},
    error::{Error, Result},
    outputs::Outputs,
    rules::check_scope,
    values,
};
use jiff::Timestamp;
use tidings_model::{FolderId, OutputId, SourceId, TagId, UserId, rule::RuleScope};

/// The list that a shared feed contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutputList {
    /// Unread articles.
    Unread,
    /// All articles.
    All,
    /// Starred articles.
    Starred,
    /// Articles in Read later.
    Later,
    /// All articles in a folder and the folders inside it.
    Folder(FolderId),
    /// All articles of a source.
    Source(SourceId),
    /// Articles with a tag.
    Tag(TagId),
    /// Articles found by a search.
    Search(String),
}

impl OutputList {
    fn columns(&self) -> (&'static str, Option<i64>, Option<&str>) {
        match self {
            Self::Unread => ("unread", None, None),
            Self::All => ("all", None, None),
            Self::Starred => ("starred", None, None),
            Self::Later => ("later", None, None),
            Self::Folder(id) => ("folder", Some(id.0), None),
            Self::Source(id) => ("source", Some(id.0), None),
            Self::Tag(id) => ("tag", Some(id.0), None),
            Self::Search(query) => ("search", None, Some(query)),
        }
    }

    fn read(list: &str, id: Option<i64>, query: Option<String>) -> Option<Self> {
        Some(match (list, id, query) {
            ("unread", ..) => Self::Unread,
            ("all", ..) => Self::All,
            ("starred", ..) => Self::Starred,
            ("later", ..) => Self::Later,
            ("folder", Some(id), _) => Self::Folder(FolderId(id)),
            ("source", Some(id), _) => Self::Source(SourceId(id)),
            ("tag", Some(id), _) => Self::Tag(TagId(id)),
            ("search", _, Some(query)) => Self::Search(query),
            _ => return None,
        })
    }
}

/// A shared feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// Its id.
    pub id: OutputId,
    /// The user whose list it is.
    pub user: UserId,
    /// The title of the feed.
    pub name: String,
    /// The list it contains.
    pub list: OutputList,
    /// The secret part of its address.
    pub token: String,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was last requested, to the hour.
    pub used_at: Option<Timestamp>,
}

impl Outputs<'_> {
    /// Returns a user's shared feeds, ordered by name.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn list(self, user: UserId) -> Result<Vec<Output>> {
        self.0
            .read(move |c| {
                let sql =
                    format!("select {COLUMNS} from outputs where user_id = $1 order by name, id");
                c.query(&sql, values![user])?.into_iter().map(read).collect()
            })
            .await
    }

    /// Creates a shared feed under a token and its digest.
    ///
    /// # Errors
    /// Fails when the user already has `limit` of them, the list is not theirs, or the store cannot be written.
    pub async fn add(
        self,
        user: UserId,
        name: String,
        list: OutputList,
        token: (String, [u8; 32]),
        limit: u32,
        now: Timestamp,
    ) -> Result<OutputId> {
        self.0.write(move |c| add(c, user, &name, &list, &token, limit, now)).await
    }

    /// Removes a shared feed, so that its link stops working.
    ///
    /// # Errors
    /// Fails when it is not the user's, or the store cannot be written.
    pub async fn remove(self, user: UserId, id: OutputId) -> Result<()> {
        self.0
            .write(move |c| {
                match c.execute(
                    "delete from outputs where user_id = $1 and id = $2",
                    values![user, id],
                )? {
                    0 => Err(Error::NotFound("output")),
                    _ => Ok(()),
                }
            })
            .await
    }

    /// Returns the shared feed of a token, by its digest, and records that it was requested.
    ///
    /// # Errors
    /// Fails when the store cannot be read or written.
    pub async fn get(self, hash: [u8; 32], now: Timestamp) -> Result<Option<Output>> {
        const HOUR_MS: i64 = 3_600_000;
        let found = self
            .0
            .read(move |c| {
                let sql = format!("select {COLUMNS} from outputs where hash = $1");
                c.query_first(&sql, values![hash.as_slice()])?.map(read).transpose()
            })
            .await?;
        let is_noted = |output: &Output| {
            output.used_at.is_some_and(|at| now.as_millisecond() - at.as_millisecond() < HOUR_MS)
        };
        if let Some(output) = found.as_ref().filter(|output| !is_noted(output)) {
            let id = output.id;
            self.0
                .write(move |c| {
                    c.execute("update outputs set used_at = $2 where id = $1", values![id, now])
                })
                .await?;
        }
        Ok(found)
    }
}

const COLUMNS: &str = "id, user_id, name, list, list_id, query, token, created_at, used_at";

fn read(mut row: Row) -> Result<Output> {
    let (id, user, name) = (row.get("id")?, row.get("user_id")?, row.get("name")?);
    let list: String = row.get("list")?;
    let list = OutputList::read(&list, row.get("list_id")?, row.get("query")?)
        .ok_or_else(|| Error::Unreadable(format!("a shared feed has the unknown list {list:?}")))?;
    Ok(Output {
        id,
        user,
        name,
        list,
        token: row.get("token")?,
        created_at: row.get("created_at")?,
        used_at: row.get("used_at")?,
    })
}

fn add(
    c: &mut dyn Connection,
    user: UserId,
    name: &str,
    list: &OutputList,
    (token, hash): &(String, [u8; 32]),
    limit: u32,
    now: Timestamp,
) -> Result<OutputId> {
    match list {
        OutputList::Folder(id) => check_scope(c, user, RuleScope::Folder(*id))?,
        OutputList::Source(id) => check_scope(c, user, RuleScope::Source(*id))?,
        OutputList::Tag(tag) => {
            let sql = "select 1 from tags where user_id = $1 and id = $2";
            c.query_first(sql, values![user, *tag])?.ok_or(Error::NotFound("tag"))?;
        }
        _ => {}
    }
    let row = c.query_first("select count(*) from outputs where user_id = $1", values![user])?;
    if row.map_or(Ok(0), |row| row.only::<u32>())? >= limit {
        return Err(Error::Refused(format!(
            "there are already {limit} shared feeds; remove one first"
        )));
    }
    let (list, list_id, query) = list.columns();
    let sql = "insert into outputs(user_id, name, list, list_id, query, token, hash, created_at) \
               values ($1, $2, $3, $4, $5, $6, $7, $8) returning id";
    let parameters = values![user, name, list, list_id, query, token, hash.as_slice(), now];
    c.query_first(sql, parameters)?.ok_or(Error::NotFound("output"))?.only()
}
