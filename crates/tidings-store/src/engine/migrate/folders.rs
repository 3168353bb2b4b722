//! Nests the folders of version 13 whose names were paths, such as `News / Tech`.

use crate::{
    engine::{
        codec::{from_json, to_json},
        db::{Connection, Row},
    },
    error::Result,
    values,
};
use serde_json::{Value, json};
use tidings_model::FolderPath;

/// A folder as it was.
struct FlatFolder {
    id: i64,
    user: i64,
    name: String,
    created_at: i64,
    position: i64,
}

/// Puts each folder whose name contains a slash into the folders that the name tells, creating them if needed.
pub(super) fn nest(c: &mut dyn Connection) -> Result<()> {
    let sql = "select id, user_id, name, created_at, position from folders where name like '%/%' order by user_id, id";
    let flat = c.query(sql, &[])?.into_iter().map(read).collect::<Result<Vec<_>>>()?;
    for folder in &flat {
        let path = FolderPath::fitted(&folder.name);
        let (around, name) = match path.as_ref().and_then(|path| path.names().split_last()) {
            Some((name, around)) => (around, name.as_str()),
            // A name of nothing but slashes.
            None => (&[][..], "-"),
        };
        let mut parent = None;
        for name in around {
            parent = Some(folder_for(c, folder, parent, name)?);
        }
        put(c, folder, parent, name)?;
    }
    undo_records(c)
}

fn read(mut row: Row) -> Result<FlatFolder> {
    Ok(FlatFolder {
        id: row.get("id")?,
        user: row.get("user_id")?,
        name: row.get("name")?,
        created_at: row.get("created_at")?,
        position: row.get("position")?,
    })
}

fn named(
    c: &mut dyn Connection,
    user: i64,
    parent: Option<i64>,
    name: &str,
) -> Result<Option<i64>> {
    let sql =
        "select id from folders where user_id = $1 and coalesce(parent_id, 0) = $2 and name = $3";
    c.query_first(sql, values![user, parent.unwrap_or(0), name])?.map(|row| row.only()).transpose()
}

/// Returns a folder around this one, creating it in the same place if needed.
fn folder_for(
    c: &mut dyn Connection,
    folder: &FlatFolder,
    parent: Option<i64>,
    name: &str,
) -> Result<i64> {
    if let Some(known) = named(c, folder.user, parent, name)? {
        return Ok(known);
    }
    let sql = "insert into folders(user_id, parent_id, name, created_at, position) values ($1, $2, $3, $4, $5) returning id";
    let new = values![folder.user, parent, name, folder.created_at, folder.position];
    c.query_first(sql, new)?.ok_or(crate::Error::NotFound("folder"))?.only()
}

/// Renames a folder and moves it. If there is another of that name, it gets a number: `Tech (2)`.
fn put(c: &mut dyn Connection, folder: &FlatFolder, parent: Option<i64>, name: &str) -> Result<()> {
    let mut free = name.to_owned();
    let mut n = 1;
    while named(c, folder.user, parent, &free)?.is_some_and(|other| other != folder.id) {
        n += 1;
        free = format!("{name} ({n})");
    }
    let sql = "update folders set parent_id = $2, name = $3 where id = $1";
    c.execute(sql, values![folder.id, parent, &free]).map(drop)
}

/// Rewrites the records that contain removed folders, so that removals of the last hour can still be undone.
fn undo_records(c: &mut dyn Connection) -> Result<()> {
    for mut row in c.query(
        "select id, payload from undos where kind in ('folder', 'unsubscribe', 'merge')",
        &[],
    )? {
        let (id, payload): (i64, Vec<u8>) = (row.get("id")?, row.get("payload")?);
        let mut record: Value = from_json(&String::from_utf8_lossy(&payload))?;
        let Some(folders) = record.get_mut("folders").and_then(Value::as_array_mut) else {
            continue;
        };
        for folder in folders {
            *folder = json!({
                "name": folder[0].as_str().unwrap_or_default().replace('/', "-"),
                "position": folder[1], "sources": folder[2],
            });
        }
        let payload = to_json(&record)?.into_bytes();
        c.execute("update undos set payload = $2 where id = $1", values![id, payload])?;
    }
    Ok(())
}
