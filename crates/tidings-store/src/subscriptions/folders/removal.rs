//! Removing a folder, whose contents move to the folder around it, and putting it back.

use super::{check_folder, check_move, child, folders, named};
use crate::{
    engine::db::Connection,
    error::{Error, Result},
    users::touch,
    values,
};
use jiff::Timestamp;
use tidings_model::{FolderId, SourceId, UserId};

/// A removed folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RemovedFolder {
    /// Its former id, which it gets back; not known to undo records of earlier releases.
    pub(crate) id: Option<FolderId>,
    /// The folder around it.
    pub(crate) parent: Option<FolderId>,
    pub(crate) name: String,
    pub(crate) position: i64,
    /// The sources in it.
    pub(crate) sources: Vec<SourceId>,
    /// The folders in it, and their names.
    pub(crate) folders: Vec<(FolderId, String)>,
}

impl RemovedFolder {
    /// Removes a folder. What is in it moves to the folder around it.
    pub(crate) fn remove(c: &mut dyn Connection, user: UserId, folder: FolderId) -> Result<Self> {
        touch(c, user)?;
        let sql = "select parent_id, name, position from folders where user_id = $1 and id = $2";
        let mut found =
            c.query_first(sql, values![user, folder])?.ok_or(Error::NotFound("folder"))?;
        let parent: Option<FolderId> = found.get("parent_id")?;
        let (name, position) = (found.get("name")?, found.get("position")?);
        let sql = "select source_id from subscriptions where user_id = $1 and folder_id = $2 order by source_id";
        let rows = c.query(sql, values![user, folder])?;
        let sources = rows.into_iter().map(|row| row.only()).collect::<Result<_>>()?;
        let sql = "update subscriptions set folder_id = $3 where user_id = $1 and folder_id = $2";
        c.execute(sql, values![user, folder, parent])?;
        c.execute("delete from folders where user_id = $1 and id = $2", values![user, folder])?;
        let sql = "select id, name from folders where user_id = $1 and parent_id = $2 order by id";
        let rows = c.query(sql, values![user, folder])?;
        let folders = rows
            .into_iter()
            .map(|mut row| Ok((row.get("id")?, row.get("name")?)))
            .collect::<Result<Vec<(FolderId, String)>>>()?;
        for (inner, name) in &folders {
            settle(c, user, *inner, parent, name)?;
        }
        Ok(Self { id: Some(folder), parent, name, position, sources, folders })
    }

    /// Puts the folder back; returns how many sources are in it again. What has been moved elsewhere since then stays there.
    pub(crate) fn put_back(
        &self,
        c: &mut dyn Connection,
        user: UserId,
        now: Timestamp,
    ) -> Result<u64> {
        touch(c, user)?;
        let parent = match check_folder(c, user, self.parent) {
            Err(Error::NotFound(_)) => None,
            checked => checked.map(|()| self.parent)?,
        };
        let sql = "insert into folders(id, user_id, parent_id, name, created_at, position) \
                   values ($1, $2, $3, $4, $5, $6) on conflict do nothing";
        if let Some(id) = self.id {
            c.execute(sql, values![id, user, parent, &self.name, now, self.position])?;
        }
        let folder = child(c, user, parent, &self.name, now)?;
        let sql = "update folders set position = $3 where user_id = $1 and id = $2";
        c.execute(sql, values![user, folder, self.position])?;
        let mut n_sources = 0;
        for source in &self.sources {
            let sql = "update subscriptions set folder_id = $3 where user_id = $1 and source_id = $2 \
                       and coalesce(folder_id, 0) = $4";
            let from = parent.map_or(0, |folder| folder.0);
            n_sources += c.execute(sql, values![user, *source, folder, from])?;
        }
        for (inner, name) in &self.folders {
            let all = folders(c, user)?;
            let is_there = all.iter().any(|one| one.id == *inner && one.parent == parent);
            if is_there && check_move(&all, *inner, Some(folder)).is_ok() {
                settle(c, user, *inner, Some(folder), name)?;
            }
        }
        Ok(n_sources)
    }
}

/// Puts a folder into another or to the top, under a name that is free there: the given one, if possible.
fn settle(
    c: &mut dyn Connection,
    user: UserId,
    folder: FolderId,
    parent: Option<FolderId>,
    name: &str,
) -> Result<()> {
    let mut free = name.to_owned();
    let mut n = 1;
    while named(c, user, parent, &free)?.is_some_and(|other| other != folder) {
        n += 1;
        free = format!("{name} ({n})");
    }
    let sql = "update folders set parent_id = $3, name = $4 where user_id = $1 and id = $2";
    c.execute(sql, values![user, folder, parent, &free]).map(drop)
}
