//! Backup and restore: a snapshot of everything in one file, from either engine and into either engine.
//!
//! The file is a sequence of blocks, each with its length and checksum, so that it can be written and read as a stream, and
//! damage or truncation is detected before anything is changed. Sessions are left out: users sign in again after a restore.

use crate::{
    engine::{
        db::{Connection, Engine, FromValue, Value, insert_many},
        migrate::{current_version, newest_version},
    },
    error::{Error, Result},
    maintenance::Maintenance,
    store::{Options, Store, on_own_thread},
    values,
};
use jiff::Timestamp;
use std::{
    collections::BTreeSet,
    fs::File,
    io::{BufReader, BufWriter, Read, Write},
    path::{Path, PathBuf},
};
use tidings_model::Fingerprint;

const MAGIC: &[u8; 16] = b"tidings backup 1";
/// Rows are gathered into blocks of about this size.
const BLOCK: usize = 256 << 10;
/// The maximum size of a block: large enough for a row with the largest content, small enough that a damaged length does
/// not exhaust memory.
const MAX_BLOCK: usize = 64 << 20;
/// Tables left out of backups: bookkeeping of the database itself, short-lived rows, secrets for other servers, and what
/// can be fetched again.
const LEFT_OUT: &[&str] = &[
    "schema_versions",
    "sessions",
    "second_steps",
    "invitations",
    "source_credentials",
    "push_subscriptions",
    "pushed_articles",
    "article_changes",
    "article_log",
    "pictures",
];

/// Tables that other rows refer to.
const REFERRED_TO: [&str; 2] = ["users", "webhooks"];

/// The kind of a block. The numbers are part of the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The schema version and time.
    Head = 1,
    /// The name and columns of a table.
    Table = 2,
    /// Rows of that table.
    Rows = 3,
    /// The last id that was assigned in a table.
    Counter = 4,
    /// The number of rows of all tables.
    End = 5,
}

/// What a backup contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupSummary {
    /// The schema version it was made with.
    pub schema_version: i64,
    /// When it was made.
    pub made_at: Timestamp,
    /// The number of rows of all tables.
    pub n_rows: u64,
}

impl Maintenance<'_> {
    /// Writes a snapshot of everything to a file, while others continue to read and write. The file appears under its name
    /// only when it is complete, and is readable only by its owner.
    ///
    /// # Errors
    /// Fails when the store cannot be read, or the file cannot be written.
    pub async fn backup(self, path: PathBuf, now: Timestamp) -> Result<BackupSummary> {
        self.0
            .read_snapshot(move |c| {
                let mut unfinished = path.clone().into_os_string();
                unfinished.push(".part");
                let unfinished = PathBuf::from(unfinished);
                let written = write_file(c, &unfinished, now);
                match written {
                    Ok(summary) => {
                        std::fs::rename(&unfinished, &path)?;
                        Ok(summary)
                    }
                    Err(error) => {
                        let _ = std::fs::remove_file(&unfinished);
                        Err(error)
                    }
                }
            })
            .await
    }
}

impl Store {
    /// Restores a backup to an empty location and opens it. First checks the whole file; refuses a location that contains
    /// users, sources or articles.
    ///
    /// # Errors
    /// Fails when the backup is damaged or newer than this release, or the location is not empty or cannot be written.
    pub async fn restore(options: Options, path: PathBuf) -> Result<(Self, BackupSummary)> {
        let checked = path.clone();
        let summary = on_own_thread(move || examine(&checked)).await?;
        let version = summary.schema_version;
        if version > newest_version() {
            return Err(Error::Newer { found: version, known: newest_version() });
        }
        let store = Self::open_at(options.clone(), version).await?;
        let loaded = store.write(move |c| load(c, &path, version)).await;
        store.close().await;
        loaded?;
        Ok((Self::open(options).await?, summary))
    }
}

/// Reads a whole backup and returns what it contains.
///
/// # Errors
/// Fails when the file is not a backup, or is damaged or truncated.
pub fn examine(path: &Path) -> Result<BackupSummary> {
    let mut blocks = Blocks::open(path)?;
    let mut head = None;
    let mut n_rows = 0;
    let mut n_columns = None;
    while let Some((kind, payload)) = blocks.next()? {
        match kind {
            Kind::Head => {
                let [version, made_at] = exactly(one_row(&payload)?)?;
                head = Some((i64::from_value(version)?, Timestamp::from_value(made_at)?));
            }
            Kind::Table => n_columns = Some(one_row(&payload)?.len() - 1),
            Kind::Counter => {}
            Kind::Rows => {
                let rows = decode(&payload)?;
                if rows.iter().any(|row| Some(row.len()) != n_columns) {
                    return Err(broken("rows do not match their table"));
                }
                n_rows += rows.len() as u64;
            }
            Kind::End => {
                let [promised] = exactly(one_row(&payload)?)?;
                let promised = u64::from_value(promised)?;
                let (schema_version, made_at) = head.ok_or_else(|| broken("it has no header"))?;
                if promised != n_rows {
                    return Err(broken("rows are missing"));
                }
                return Ok(BackupSummary { schema_version, made_at, n_rows });
            }
        }
    }
    Err(broken("it ends early; the disk may have been full when it was made"))
}

fn broken(what: &str) -> Error {
    Error::BadBackup(what.to_owned())
}

fn write_file(c: &mut dyn Connection, path: &Path, now: Timestamp) -> Result<BackupSummary> {
    let mut out = BufWriter::new(create_private(path)?);
    let schema_version = current_version(c)?;
    out.write_all(MAGIC)?;
    write_block(&mut out, Kind::Head, &encode_row(values![schema_version, now]))?;
    let mut n_rows = 0;
    for (table, columns) in tables(c)? {
        n_rows += write_table(c, &mut out, &table, &columns)?;
    }
    for (table, last) in counters(c)? {
        write_block(&mut out, Kind::Counter, &encode_row(values![&table, last]))?;
    }
    write_block(&mut out, Kind::End, &encode_row(values![n_rows]))?;
    let file = out.into_inner().map_err(|error| Error::from(error.into_error()))?;
    file.sync_all()?;
    Ok(BackupSummary { schema_version, made_at: now, n_rows })
}

/// Creates a file that only its owner may read: a backup contains password hashes.
fn create_private(path: &Path) -> Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    Ok(options.open(path)?)
}

fn write_table(
    c: &mut dyn Connection,
    out: &mut impl Write,
    table: &str,
    columns: &[String],
) -> Result<u64> {
    let names: Vec<Value> =
        std::iter::once(table).chain(columns.iter().map(String::as_str)).map(Value::from).collect();
    write_block(out, Kind::Table, &encode_row(&names))?;
    let mut block = Vec::new();
    let mut n_rows = 0;
    c.for_each(&format!("select {} from {table}", columns.join(", ")), &[], &mut |row| {
        encode_into(&row.rest(), &mut block);
        n_rows += 1;
        if block.len() >= BLOCK {
            write_block(out, Kind::Rows, &block)?;
            block.clear();
        }
        Ok(())
    })?;
    if !block.is_empty() {
        write_block(out, Kind::Rows, &block)?;
    }
    Ok(n_rows)
}

/// Returns every table with its columns, users first because others refer to them.
fn tables(c: &mut dyn Connection) -> Result<Vec<(String, Vec<String>)>> {
    let sql = match c.engine() {
        Engine::Sqlite => {
            "select t.name as table_name, i.name as column_name from sqlite_master t \
             join pragma_table_info(t.name) i on 1 = 1 \
             where t.type = 'table' and t.name not like 'sqlite_%' order by t.name, i.cid"
        }
        Engine::Postgres => {
            "select cast(table_name as text) as table_name, cast(column_name as text) as column_name \
             from information_schema.columns \
             where table_schema = current_schema() order by table_name collate \"C\", ordinal_position"
        }
    };
    let mut tables: Vec<(String, Vec<String>)> = Vec::new();
    for mut row in c.query(sql, &[])? {
        let (table, column): (String, String) = (row.get("table_name")?, row.get("column_name")?);
        match tables.last_mut() {
            Some((last, columns)) if *last == table => columns.push(column),
            _ => tables.push((table, vec![column])),
        }
    }
    tables.retain(|(table, _)| !LEFT_OUT.contains(&table.as_str()));
    tables.sort_by_key(|(table, _)| (table != "users", table.clone()));
    Ok(tables)
}

/// Returns the last assigned id of each table: an id is never used twice, not even after a restore.
fn counters(c: &mut dyn Connection) -> Result<Vec<(String, i64)>> {
    match c.engine() {
        Engine::Sqlite => {
            let rows = c.query("select name, seq from sqlite_sequence order by name", &[])?;
            rows.into_iter().map(|mut row| Ok((row.get("name")?, row.get("seq")?))).collect()
        }
        Engine::Postgres => {
            let mut counters = Vec::new();
            for (table, columns) in tables(c)? {
                if columns.first().is_none_or(|column| column != "id") {
                    continue;
                }
                let sql = format!(
                    "select case when is_called then last_value else 0 end from {table}_id_seq"
                );
                if let Some(row) = c.query_first(&sql, &[])? {
                    counters.push((table, row.only()?));
                }
            }
            Ok(counters)
        }
    }
}

fn set_counter(c: &mut dyn Connection, table: &str, last: i64) -> Result<()> {
    if last < 1 {
        return Ok(());
    }
    match c.engine() {
        Engine::Sqlite => {
            c.execute("delete from sqlite_sequence where name = $1", values![table])?;
            c.execute(
                "insert into sqlite_sequence(name, seq) values ($1, $2)",
                values![table, last],
            )
            .map(drop)
        }
        Engine::Postgres => {
            c.query(&format!("select setval('{table}_id_seq', $1)"), values![last]).map(drop)
        }
    }
}

fn load(c: &mut dyn Connection, path: &Path, version: i64) -> Result<()> {
    if current_version(c)? != version {
        let message =
            format!("it was made with schema version {version}; restore it into a new database");
        return Err(Error::BadBackup(message));
    }
    for table in ["users", "sources", "articles"] {
        if c.query_first(&format!("select 1 from {table} limit 1"), &[])?.is_some() {
            return Err(Error::NotEmpty);
        }
    }
    let tables = tables(c)?;
    for (table, _) in &tables {
        c.execute(&format!("delete from {table}"), &[])?;
    }
    // In any order of the file: rows are refused while the rows they refer to are missing.
    fill(c, path, &tables, |table| REFERRED_TO.contains(&table))?;
    fill(c, path, &tables, |table| !REFERRED_TO.contains(&table))?;
    release_leases(c)
}

/// Fills the selected tables from a file, and sets their last assigned ids.
fn fill(
    c: &mut dyn Connection,
    path: &Path,
    tables: &[(String, Vec<String>)],
    is_wanted: impl Fn(&str) -> bool,
) -> Result<()> {
    let mut blocks = Blocks::open(path)?;
    let mut head = None;
    while let Some((kind, payload)) = blocks.next()? {
        match kind {
            Kind::Head => {}
            Kind::Table => {
                let (table, insert) = insert_head(tables, one_row(&payload)?)?;
                head = is_wanted(&table).then_some(insert);
            }
            Kind::Rows => {
                if let Some(head) = &head {
                    insert_many(c, head, &decode(&payload)?, "")?;
                }
            }
            Kind::Counter => {
                let [table, last] = exactly(one_row(&payload)?)?;
                let table = String::from_value(table)?;
                if tables.iter().any(|(known, _)| *known == table) {
                    set_counter(c, &table, i64::from_value(last)?)?;
                }
            }
            Kind::End => break,
        }
    }
    Ok(())
}

/// Returns a table and the statement that fills it. Names from the file are used only if the database has them.
fn insert_head(tables: &[(String, Vec<String>)], names: Vec<Value>) -> Result<(String, String)> {
    let mut names = names.into_iter().map(String::from_value);
    let table = names.next().ok_or_else(|| broken("it is damaged"))??;
    let known = tables.iter().find(|(known, _)| *known == table);
    let (_, known) = known.ok_or_else(|| broken("it contains an unknown table"))?;
    let columns: Vec<String> = names.collect::<Result<_>>()?;
    let (mine, theirs): (BTreeSet<&String>, BTreeSet<&String>) =
        (known.iter().collect(), columns.iter().collect());
    if mine != theirs || columns.len() != known.len() {
        return Err(broken("a table has other columns than expected"));
    }
    let head = format!("insert into {table}({}) values", columns.join(", "));
    Ok((table, head))
}

/// The processes that held leases when the backup was made are gone.
fn release_leases(c: &mut dyn Connection) -> Result<()> {
    for sql in [
        "update sources set lease_until = 0, lease_owner = null, \
           due_at = case when state = 'paused' then null else next_at end where lease_until > 0",
        "update hosts set ready_at = (select min(s.due_at) from sources s where s.host = hosts.host)",
    ] {
        c.execute(sql, &[])?;
    }
    Ok(())
}

fn write_block(out: &mut impl Write, kind: Kind, payload: &[u8]) -> Result<()> {
    out.write_all(&[kind as u8])?;
    out.write_all(&(payload.len() as u32).to_le_bytes())?;
    out.write_all(payload)?;
    out.write_all(&Fingerprint::of_bytes(payload).0.to_le_bytes())?;
    Ok(())
}

/// Reads and checks blocks.
struct Blocks(BufReader<File>);

impl Blocks {
    fn open(path: &Path) -> Result<Self> {
        let mut input = BufReader::new(File::open(path)?);
        let mut magic = [0; MAGIC.len()];
        let is_backup = input.read_exact(&mut magic).is_ok() && magic == *MAGIC;
        if is_backup { Ok(Self(input)) } else { Err(broken("the file is not a Tidings backup")) }
    }

    fn next(&mut self) -> Result<Option<(Kind, Vec<u8>)>> {
        let mut head = [0; 5];
        match self.0.read_exact(&mut head) {
            Ok(()) => {}
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => return Ok(None),
            Err(error) => return Err(error.into()),
        }
        let kinds = [Kind::Head, Kind::Table, Kind::Rows, Kind::Counter, Kind::End];
        let kind = kinds.into_iter().find(|kind| *kind as u8 == head[0]);
        let length = u32::from_le_bytes([head[1], head[2], head[3], head[4]]) as usize;
        let (Some(kind), true) = (kind, length <= MAX_BLOCK) else {
            return Err(broken("it is damaged"));
        };
        let mut payload = vec![0; length];
        let mut checksum = [0; 8];
        let is_whole =
            self.0.read_exact(&mut payload).is_ok() && self.0.read_exact(&mut checksum).is_ok();
        if !is_whole {
            return Err(broken("it ends early; the disk may have been full when it was made"));
        }
        if Fingerprint::of_bytes(&payload).0 != i64::from_le_bytes(checksum) {
            return Err(broken("it is damaged"));
        }
        Ok(Some((kind, payload)))
    }
}

fn encode_row(values: &[Value]) -> Vec<u8> {
    let mut out = Vec::new();
    encode_into(values, &mut out);
    out
}

/// A row: the number of values, then each value as a tag and its bytes.
fn encode_into(values: &[Value], out: &mut Vec<u8>) {
    out.extend((values.len() as u16).to_le_bytes());
    for value in values {
        match value {
            Value::Null => out.push(0),
            Value::I64(number) => {
                out.push(1);
                out.extend(number.to_le_bytes());
            }
            Value::F64(number) => {
                out.push(2);
                out.extend(number.to_le_bytes());
            }
            Value::Text(text) => encode_bytes(3, text.as_bytes(), out),
            Value::Blob(bytes) => encode_bytes(4, bytes, out),
        }
    }
}

fn encode_bytes(tag: u8, bytes: &[u8], out: &mut Vec<u8>) {
    out.push(tag);
    out.extend((bytes.len() as u32).to_le_bytes());
    out.extend(bytes);
}

fn one_row(payload: &[u8]) -> Result<Vec<Value>> {
    match decode(payload)?.pop() {
        Some(row) if !row.is_empty() => Ok(row),
        _ => Err(broken("it is damaged")),
    }
}

/// Returns the values of a row if there are exactly `N`.
fn exactly<const N: usize>(row: Vec<Value>) -> Result<[Value; N]> {
    row.try_into().map_err(|_| broken("it is damaged"))
}

fn decode(payload: &[u8]) -> Result<Vec<Vec<Value>>> {
    let mut rest = payload;
    let mut rows = Vec::new();
    while !rest.is_empty() {
        let n_values = u16::from_le_bytes(take(&mut rest)?);
        let row: Result<Vec<Value>> = (0..n_values).map(|_| decode_value(&mut rest)).collect();
        rows.push(row?);
    }
    Ok(rows)
}

fn decode_value(rest: &mut &[u8]) -> Result<Value> {
    Ok(match u8::from_le_bytes(take(rest)?) {
        0 => Value::Null,
        1 => Value::I64(i64::from_le_bytes(take(rest)?)),
        2 => Value::F64(f64::from_le_bytes(take(rest)?)),
        3 => {
            Value::Text(String::from_utf8(take_bytes(rest)?).map_err(|_| broken("it is damaged"))?)
        }
        4 => Value::Blob(take_bytes(rest)?),
        _ => return Err(broken("it is damaged")),
    })
}

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N]> {
    let (first, others) = rest.split_first_chunk::<N>().ok_or_else(|| broken("it is damaged"))?;
    *rest = others;
    Ok(*first)
}

fn take_bytes(rest: &mut &[u8]) -> Result<Vec<u8>> {
    let length = u32::from_le_bytes(take(rest)?) as usize;
    let (bytes, others) = rest.split_at_checked(length).ok_or_else(|| broken("it is damaged"))?;
    *rest = others;
    Ok(bytes.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn value() -> impl Strategy<Value = Value> {
        prop_oneof![
            Just(Value::Null),
            any::<i64>().prop_map(Value::I64),
            (-1e9..1e9).prop_map(Value::F64),
            ".{0,9}".prop_map(Value::Text),
            proptest::collection::vec(any::<u8>(), 0..9).prop_map(Value::Blob),
        ]
    }

    proptest! {
        #[test]
        fn rows_round_trip(rows in proptest::collection::vec(proptest::collection::vec(value(), 0..6), 0..6)) {
            let mut payload = Vec::new();
            for row in &rows {
                encode_into(row, &mut payload);
            }
            prop_assert_eq!(decode(&payload).unwrap(), rows);
        }

        #[test]
        fn junk_is_refused_without_a_panic(junk in proptest::collection::vec(any::<u8>(), 0..64)) {
            let _ = decode(&junk);
        }
    }
}
