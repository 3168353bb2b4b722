//! Folders of users: nested, in the user's order.

mod removal;

use crate::{
    engine::db::{Connection, check_name},
    error::{Error, Result},
    subscriptions::Subscriptions,
    users::touch,
    values,
};
use jiff::Timestamp;
pub(super) use removal::RemovedFolder;
use std::collections::HashMap;
use tidings_model::{FolderId, FolderPath, FolderPathError, MAX_FOLDER_LEVELS, UserId};

/// A user's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    /// Its id.
    pub id: FolderId,
    /// The folder it is inside of.
    pub parent: Option<FolderId>,
    /// Its own name.
    pub name: String,
    /// Its path, which is its name for everyone else: `News/Tech` for the folder Tech inside News.
    pub path: String,
}

impl Folder {
    /// Returns the number of folders around it.
    #[must_use]
    pub fn level(&self) -> usize {
        self.path.matches('/').count()
    }

    /// Returns whether a folder is this one or inside it.
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        let rest = other.path.strip_prefix(&self.path);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

impl Subscriptions<'_> {
    /// Returns a user's folders in the user's order, each followed by the folders inside it.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn folders(self, user: UserId) -> Result<Vec<Folder>> {
        self.0.read(move |c| folders(c, user)).await
    }

    /// Returns the user's folder with that path, creating it and the folders around it if needed.
    ///
    /// # Errors
    /// Fails when the path has no name or too many, or the store cannot be written.
    pub async fn folder(self, user: UserId, path: String, now: Timestamp) -> Result<FolderId> {
        self.0.write(move |c| folder_at(c, user, &parse(&path)?, now)).await
    }

    /// Sorts a user's folders in this order; folders left out follow in their previous order. Folders inside a folder
    /// stay there.
    ///
    /// # Errors
    /// Fails when one of them is not the user's, or the store cannot be written.
    pub async fn order_folders(self, user: UserId, order: Vec<FolderId>) -> Result<()> {
        self.0
            .write(move |c| {
                let sql = "update folders set position = position + $2 where user_id = $1";
                c.execute(sql, values![user, order.len() + 1])?;
                for (index, folder) in order.iter().enumerate() {
                    let sql = "update folders set position = $3 where user_id = $1 and id = $2";
                    if c.execute(sql, values![user, *folder, index + 1])? == 0 {
                        return Err(Error::NotFound("folder"));
                    }
                }
                touch(c, user)
            })
            .await
    }

    /// Gives a folder another path: renames it, moves it, or both. The folders around it are created if needed.
    ///
    /// # Errors
    /// Fails when the folder is not the user's, another folder has that path, the folder would be inside itself or too
    /// deep, or the store cannot be written.
    pub async fn rename_folder(
        self,
        user: UserId,
        folder: FolderId,
        path: String,
        now: Timestamp,
    ) -> Result<()> {
        self.0
            .write(move |c| {
                let path = parse(&path)?;
                touch(c, user)?;
                let parent = path.parent();
                let parent = parent.map(|path| folder_at(c, user, &path, now)).transpose()?;
                put(c, user, folder, parent, path.name())
            })
            .await
    }

    /// Moves a folder into another, or to the top (`None`).
    ///
    /// # Errors
    /// Fails when a folder is not the user's, another one there has its name, the folder would be inside itself or too
    /// deep, or the store cannot be written.
    pub async fn move_folder(
        self,
        user: UserId,
        folder: FolderId,
        parent: Option<FolderId>,
    ) -> Result<()> {
        self.0
            .write(move |c| {
                touch(c, user)?;
                let sql = "select name from folders where user_id = $1 and id = $2";
                let found = c.query_first(sql, values![user, folder])?;
                let name: String = found.ok_or(Error::NotFound("folder"))?.only()?;
                put(c, user, folder, parent, &name)
            })
            .await
    }
}

fn parse(path: &str) -> Result<FolderPath> {
    FolderPath::new(path).map_err(|refused| match refused {
        FolderPathError::TooDeep => Error::TooDeep,
        FolderPathError::Empty => Error::Refused("the name of a folder is empty".to_owned()),
    })
}

pub(crate) fn folders(c: &mut dyn Connection, user: UserId) -> Result<Vec<Folder>> {
    let sql =
        "select id, parent_id, name from folders where user_id = $1 order by position, name, id";
    let mut children: Children = HashMap::new();
    for mut row in c.query(sql, values![user])? {
        let siblings = children.entry(row.get("parent_id")?).or_default();
        siblings.push((row.get("id")?, row.get("name")?));
    }
    let mut sorted = Vec::new();
    descend(&mut children, None, &mut sorted);
    Ok(sorted)
}

/// The folders inside each folder, and those at the top.
type Children = HashMap<Option<FolderId>, Vec<(FolderId, String)>>;

fn descend(children: &mut Children, parent: Option<&Folder>, sorted: &mut Vec<Folder>) {
    for (id, name) in children.remove(&parent.map(|folder| folder.id)).unwrap_or_default() {
        let path = parent.map_or_else(|| name.clone(), |around| format!("{}/{name}", around.path));
        let folder = Folder { id, parent: parent.map(|around| around.id), name, path };
        sorted.push(folder.clone());
        descend(children, Some(&folder), sorted);
    }
}

/// Returns a subquery for the ids of a folder and all folders inside it.
pub(crate) fn inside(folder: &str) -> String {
    format!(
        "(with recursive inside(id) as (select cast({folder} as bigint) union all \
         select d.id from folders d join inside on d.parent_id = inside.id) select inside.id from inside)"
    )
}

/// Returns the folder with that path, creating it and the folders around it if needed.
pub(crate) fn folder_at(
    c: &mut dyn Connection,
    user: UserId,
    path: &FolderPath,
    now: Timestamp,
) -> Result<FolderId> {
    let mut found: Option<FolderId> = None;
    for name in path.names() {
        found = Some(child(c, user, found, name, now)?);
    }
    found.ok_or(Error::NotFound("folder"))
}

/// Returns the folder with that name inside another or at the top, creating it if needed.
fn child(
    c: &mut dyn Connection,
    user: UserId,
    parent: Option<FolderId>,
    name: &str,
    now: Timestamp,
) -> Result<FolderId> {
    let name = check_name("folder", name)?;
    // After the folders that were sorted by hand; among unsorted ones, by name.
    let sql = "insert into folders(user_id, parent_id, name, created_at, position) \
               select cast($1 as bigint), cast($2 as bigint), cast($3 as text), cast($4 as bigint), \
               coalesce(max(case when position > 0 then position + 1 else 0 end), 0) from folders where user_id = $1 \
               on conflict(user_id, coalesce(parent_id, 0), name) do nothing";
    if c.execute(sql, values![user, parent, name, now])? > 0 {
        touch(c, user)?;
    }
    named(c, user, parent, name)?.ok_or(Error::NotFound("folder"))
}

fn named(
    c: &mut dyn Connection,
    user: UserId,
    parent: Option<FolderId>,
    name: &str,
) -> Result<Option<FolderId>> {
    let sql =
        "select id from folders where user_id = $1 and coalesce(parent_id, 0) = $2 and name = $3";
    let parent = parent.map_or(0, |folder| folder.0);
    c.query_first(sql, values![user, parent, name])?.map(|row| row.only()).transpose()
}

/// Puts a folder under a name into another folder or to the top. The caller has locked the user's row: otherwise two moves
/// at the same time could put two folders into each other.
fn put(
    c: &mut dyn Connection,
    user: UserId,
    folder: FolderId,
    parent: Option<FolderId>,
    name: &str,
) -> Result<()> {
    check_move(&folders(c, user)?, folder, parent)?;
    let name = check_name("folder", name)?;
    if named(c, user, parent, name)?.is_some_and(|other| other != folder) {
        return Err(Error::Taken("folder name"));
    }
    let sql = "update folders set parent_id = $3, name = $4 where user_id = $1 and id = $2";
    c.execute(sql, values![user, folder, parent, name]).map(drop)
}

/// Checks that a folder, with all inside it, may be moved into another or to the top.
fn check_move(all: &[Folder], folder: FolderId, parent: Option<FolderId>) -> Result<()> {
    let find = |id| all.iter().find(|one| one.id == id).ok_or(Error::NotFound("folder"));
    let moved = find(folder)?;
    let around = parent.map(find).transpose()?;
    if around.is_some_and(|around| moved.contains(around)) {
        return Err(Error::InsideItself);
    }
    let level = around.map_or(0, |around| around.level() + 1);
    let levels_inside = all.iter().filter(|one| moved.contains(one)).map(Folder::level).max();
    let n_levels = levels_inside.unwrap_or(0) - moved.level() + 1;
    if level + n_levels > MAX_FOLDER_LEVELS { Err(Error::TooDeep) } else { Ok(()) }
}

pub(crate) fn check_folder(
    c: &mut dyn Connection,
    user: UserId,
    folder: Option<FolderId>,
) -> Result<()> {
    let Some(folder) = folder else { return Ok(()) };
    let sql = "select 1 from folders where id = $1 and user_id = $2";
    match c.query_first(sql, values![folder, user])? {
        Some(_) => Ok(()),
        None => Err(Error::NotFound("folder")),
    }
}
