//! Feeds out: lists of a user's that anybody with the secret link may read.

use crate::{
    engine::db::{Connection, Row},
    error::{Error, Result},
    outputs::Outputs,
    rules::check_scope,
    values,
};
use jiff::Timestamp;
use tidings_model::{FolderId, OutputId, SourceId, TagId, UserId, rule::RuleScope};

/// Which list goes out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutputList {
    /// What is not read.
    Unread,
    /// Everything.
    All,
    /// What is starred.
    Starred,
    /// What was put aside.
    Later,
    /// All of a folder.
    Folder(FolderId),
    /// All of a source.
    Source(SourceId),
    /// What carries a tag.
    Tag(TagId),
    /// What a search finds.
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

/// A list that goes out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// Its id.
    pub id: OutputId,
    /// Whose list.
    pub user: UserId,
    /// The title of the feed.
    pub name: String,
    /// Which list.
    pub list: OutputList,
    /// The secret part of its address.
    pub token: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// When somebody last asked for it, to the hour.
    pub used_at: Option<Timestamp>,
}

impl Outputs<'_> {
    /// A user's outputs, by name.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn list(self, user: UserId) -> Result<Vec<Output>> {
        self.0
            .read(move |c| {
                let sql =
                    format!("select {COLUMNS} from outputs where user_id = $1 order by name, id");
                c.query(&sql, values![user])?.into_iter().map(read).collect()
            })
            .await
    }

    /// Lets a list out under a token and its digest.
    ///
    /// # Errors
    /// When the user has `limit` already, the list is not theirs, or the store cannot write.
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

    /// Ends an output: its link leads nowhere from now on.
    ///
    /// # Errors
    /// When it is not the user's, or the store cannot write.
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

    /// The output of a token, by its digest; notes that it was asked for.
    ///
    /// # Errors
    /// When the store does not answer.
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
        .ok_or_else(|| Error::Unreadable(format!("an output of the list {list:?}")))?;
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
        return Err(Error::Refused(format!("there are {limit} outputs already; remove one first")));
    }
    let (list, list_id, query) = list.columns();
    let sql = "insert into outputs(user_id, name, list, list_id, query, token, hash, created_at) \
               values ($1, $2, $3, $4, $5, $6, $7, $8) returning id";
    let parameters = values![user, name, list, list_id, query, token, hash.as_slice(), now];
    c.query_first(sql, parameters)?.ok_or(Error::NotFound("output"))?.only()
}
