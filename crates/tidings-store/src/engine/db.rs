//! The small facade over both engines: values, rows, and a connection that runs the same SQL text on either.
//!
//! Statements use `$1`, `$2`, …; the only types are BIGINT, DOUBLE PRECISION, TEXT and blobs. Times are BIGINT
//! milliseconds, booleans are 0 or 1. `{LOCK}` and `{SKIP}` stand for row locks, which SQLite does not need with its single
//! writer.

pub use crate::engine::row::{ColumnNames, Row};

use crate::error::{Error, Result};
use jiff::Timestamp;
use tidings_model::{
    ArticleId, DeliveryId, EntryId, FetchId, Fingerprint, FolderId, HostKey, OutputId, PushId,
    RuleId, ShareId, SourceId, TagId, UserId, WebhookId,
};
use url::Url;

/// A value of a row or a parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// NULL; fits any column.
    Null,
    /// BIGINT.
    I64(i64),
    /// DOUBLE PRECISION.
    F64(f64),
    /// TEXT, never containing U+0000.
    Text(String),
    /// BLOB or BYTEA.
    Blob(Vec<u8>),
}

/// The database engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// SQLite in this process.
    Sqlite,
    /// A PostgreSQL server.
    Postgres,
}

/// A connection inside a transaction. Business functions use nothing else.
pub trait Connection {
    /// Returns the engine of this connection.
    fn engine(&self) -> Engine;

    /// Runs a statement that returns rows.
    ///
    /// # Errors
    /// Returns the engine's error.
    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>>;

    /// Runs a statement that changes rows, and returns how many.
    ///
    /// # Errors
    /// Returns the engine's error.
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64>;

    /// Runs a query and passes each row to `each`, for results too large to hold in memory.
    ///
    /// # Errors
    /// Returns the engine's error, or the error that `each` returned.
    fn for_each(
        &mut self,
        sql: &str,
        values: &[Value],
        each: &mut dyn FnMut(Row) -> Result<()>,
    ) -> Result<()>;

    /// Runs a query that returns pairs of numbers. There may be a hundred thousand of them: building a row of values for
    /// each would take longer than finding them.
    ///
    /// # Errors
    /// Same as [`Connection::query`].
    fn pairs(&mut self, sql: &str, values: &[Value]) -> Result<Vec<(i64, i64)>> {
        let mut pairs = Vec::new();
        self.for_each(sql, values, &mut |row| {
            let [Value::I64(one), Value::I64(other)] = row.rest()[..] else {
                return Err(Error::Statement(format!("not a pair of numbers, in: {sql}")));
            };
            pairs.push((one, other));
            Ok(())
        })?;
        Ok(pairs)
    }

    /// Runs a query and returns the first row, if there is one.
    ///
    /// # Errors
    /// Same as [`Connection::query`].
    fn query_first(&mut self, sql: &str, values: &[Value]) -> Result<Option<Row>> {
        Ok(self.query(sql, values)?.into_iter().next())
    }
}

/// A type that can be read from a column.
pub trait FromValue: Sized {
    /// Converts a value of a column.
    ///
    /// # Errors
    /// Fails when the value is of another type or out of range.
    fn from_value(value: Value) -> Result<Self>;
}

fn unexpected<T>(expected: &str, value: &Value) -> Result<T> {
    Err(Error::Unreadable(format!("expected {expected}, found {value:?}")))
}

impl FromValue for Value {
    fn from_value(value: Value) -> Result<Self> {
        Ok(value)
    }
}

impl FromValue for i64 {
    fn from_value(value: Value) -> Result<Self> {
        match value {
            Value::I64(number) => Ok(number),
            other => unexpected("an integer", &other),
        }
    }
}

impl FromValue for f64 {
    fn from_value(value: Value) -> Result<Self> {
        match value {
            Value::F64(number) => Ok(number),
            other => unexpected("a number", &other),
        }
    }
}

impl FromValue for String {
    fn from_value(value: Value) -> Result<Self> {
        match value {
            Value::Text(text) => Ok(text),
            other => unexpected("text", &other),
        }
    }
}

impl FromValue for Vec<u8> {
    fn from_value(value: Value) -> Result<Self> {
        match value {
            Value::Blob(bytes) => Ok(bytes),
            other => unexpected("bytes", &other),
        }
    }
}

impl FromValue for u32 {
    fn from_value(value: Value) -> Result<Self> {
        let number = i64::from_value(value)?;
        Self::try_from(number).or_else(|_| unexpected("a count", &Value::I64(number)))
    }
}

impl FromValue for u64 {
    fn from_value(value: Value) -> Result<Self> {
        let number = i64::from_value(value)?;
        Self::try_from(number).or_else(|_| unexpected("a count", &Value::I64(number)))
    }
}

impl FromValue for bool {
    fn from_value(value: Value) -> Result<Self> {
        Ok(i64::from_value(value)? != 0)
    }
}

impl FromValue for Timestamp {
    fn from_value(value: Value) -> Result<Self> {
        let ms = i64::from_value(value)?;
        Self::from_millisecond(ms).or_else(|_| unexpected("an instant", &Value::I64(ms)))
    }
}

impl FromValue for Url {
    fn from_value(value: Value) -> Result<Self> {
        let text = String::from_value(value)?;
        Self::parse(&text).or_else(|_| unexpected("an address", &Value::Text(text)))
    }
}

impl FromValue for HostKey {
    fn from_value(value: Value) -> Result<Self> {
        String::from_value(value).map(Self::from_stored)
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: Value) -> Result<Self> {
        match value {
            Value::Null => Ok(None),
            value => T::from_value(value).map(Some),
        }
    }
}

macro_rules! number_newtype {
    ($($name:ident),*) => {$(
        impl FromValue for $name {
            fn from_value(value: Value) -> Result<Self> {
                i64::from_value(value).map(Self)
            }
        }

        impl From<$name> for Value {
            fn from(value: $name) -> Self {
                Self::I64(value.0)
            }
        }
    )*};
}

number_newtype!(
    SourceId,
    ArticleId,
    EntryId,
    UserId,
    FolderId,
    TagId,
    FetchId,
    Fingerprint,
    RuleId,
    WebhookId,
    DeliveryId,
    OutputId,
    PushId,
    ShareId
);

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::I64(value)
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Self {
        Self::I64(value.into())
    }
}

impl From<u64> for Value {
    fn from(value: u64) -> Self {
        Self::I64(i64::try_from(value).unwrap_or(i64::MAX))
    }
}

impl From<usize> for Value {
    fn from(value: usize) -> Self {
        Self::I64(i64::try_from(value).unwrap_or(i64::MAX))
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::F64(value)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::I64(value.into())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        // PostgreSQL refuses U+0000 in text, and it means nothing to people.
        if value.contains('\0') { Self::Text(value.replace('\0', "")) } else { Self::Text(value) }
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        value.to_owned().into()
    }
}

impl From<&String> for Value {
    fn from(value: &String) -> Self {
        value.as_str().into()
    }
}

impl From<&Url> for Value {
    fn from(value: &Url) -> Self {
        value.as_str().into()
    }
}

impl From<&HostKey> for Value {
    fn from(value: &HostKey) -> Self {
        value.as_str().into()
    }
}

impl From<Vec<u8>> for Value {
    fn from(value: Vec<u8>) -> Self {
        Self::Blob(value)
    }
}

impl From<&[u8]> for Value {
    fn from(value: &[u8]) -> Self {
        Self::Blob(value.to_vec())
    }
}

impl From<Timestamp> for Value {
    fn from(value: Timestamp) -> Self {
        Self::I64(value.as_millisecond())
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// Converts the parameters of a statement to [`Value`]s.
#[macro_export]
macro_rules! values {
    ($($value:expr),* $(,)?) => { &[$($crate::engine::db::Value::from($value)),*] };
}

/// The maximum number of ids in one statement. SQLite allows 32,766 parameters; fewer keep plans small.
pub const CHUNK: usize = 512;

/// Returns a list of placeholders `$first, …` for `values`, padded to a power of two by repeating the last one, so that
/// only a few different statements are prepared. Appends the values to `parameters`; `values` must not be empty or longer
/// than [`CHUNK`].
pub fn push_list<T: Clone + Into<Value>>(parameters: &mut Vec<Value>, values: &[T]) -> String {
    let first = parameters.len() + 1;
    let padded = values.len().next_power_of_two();
    parameters.extend(values.iter().cloned().map(Into::into));
    let last = parameters.last().cloned().unwrap_or(Value::Null);
    parameters.resize(first - 1 + padded, last);
    let mut list = String::with_capacity(padded * 5);
    for index in first..first + padded {
        if index > first {
            list.push(',');
        }
        list.push('$');
        list.push_str(&index.to_string());
    }
    list
}

/// Inserts rows by statements of 64, 16, 4 and 1 rows: few texts to prepare, few round trips. `head` ends with `values`;
/// `tail` may hold a conflict clause or `returning`, whose rows come back in the order of the inserts.
///
/// # Errors
/// Returns the engine's error.
pub fn insert_many(
    c: &mut dyn Connection,
    head: &str,
    rows: &[Vec<Value>],
    tail: &str,
) -> Result<Vec<Row>> {
    let mut returned = Vec::new();
    let mut rest = rows;
    while let Some(first) = rest.first() {
        let size = [64, 16, 4, 1].into_iter().find(|size| *size <= rest.len()).unwrap_or(1);
        let (now, later) = rest.split_at(size);
        let mut sql = head.to_owned();
        let mut index = 0;
        for row in 0..size {
            sql.push_str(if row == 0 { " (" } else { ", (" });
            for column in 0..first.len() {
                index += 1;
                sql.push_str(if column == 0 { "$" } else { ",$" });
                sql.push_str(&index.to_string());
            }
            sql.push(')');
        }
        sql.push(' ');
        sql.push_str(tail);
        returned.extend(c.query(&sql, &now.concat())?);
        rest = later;
    }
    Ok(returned)
}

/// The maximum length of a folder or tag name in bytes; small enough for an index of PostgreSQL.
pub(crate) const MAX_NAME_BYTES: usize = 500;

/// Returns a name as it is stored: trimmed, neither empty nor too long.
///
/// # Errors
/// Fails when it is empty or too long.
pub(crate) fn check_name<'a>(what: &str, name: &'a str) -> Result<&'a str> {
    let name = name.trim();
    if name.is_empty() || name.len() > MAX_NAME_BYTES {
        return Err(Error::Refused(format!(
            "the name of a {what} has 1 to {MAX_NAME_BYTES} bytes"
        )));
    }
    Ok(name)
}

/// Translates a statement for an engine, replacing placeholders and lock tokens.
#[must_use]
pub fn translate(sql: &str, engine: Engine) -> String {
    match engine {
        // SQLite takes `$2` for a *name*, numbered by first occurrence; `?2` is the second parameter.
        Engine::Sqlite => sql.replace('$', "?").replace("{LOCK}", "").replace("{SKIP}", ""),
        Engine::Postgres => {
            sql.replace("{LOCK}", "for update").replace("{SKIP}", "for update skip locked")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_padded_to_powers_of_two() {
        let mut parameters = vec![Value::I64(7)];
        assert_eq!(push_list(&mut parameters, &[1_i64, 2, 3]), "$2,$3,$4,$5");
        assert_eq!(parameters[1..], [Value::I64(1), Value::I64(2), Value::I64(3), Value::I64(3)]);
    }

    #[test]
    fn text_never_contains_a_nul() {
        assert_eq!(Value::from("a\0b"), Value::Text("ab".to_owned()));
    }

    #[test]
    fn locks_vanish_on_sqlite() {
        let sql = "select id from sources where id = $1 {LOCK}";
        assert_eq!(translate(sql, Engine::Sqlite), "select id from sources where id = ?1 ");
        assert_eq!(
            translate(sql, Engine::Postgres),
            "select id from sources where id = $1 for update"
        );
    }

    #[test]
    fn a_list_of_any_length_is_padded_with_its_last_value() {
        for (n, padded) in [(1, 1), (2, 2), (3, 4), (5, 8), (CHUNK - 1, CHUNK), (CHUNK, CHUNK)] {
            let numbers: Vec<i64> = (1..=n as i64).collect();
            let mut parameters = Vec::new();
            let list = push_list(&mut parameters, &numbers);
            assert_eq!(list.split(',').count(), padded, "{n}");
            assert_eq!((parameters.len(), list.ends_with(&format!("${padded}"))), (padded, true));
            let last = Value::I64(n as i64);
            assert!(parameters[n - 1..].iter().all(|value| *value == last), "{n}");
        }
    }

    #[test]
    fn conversion_errors_name_the_expected_type() {
        let said = |refused: Error| refused.to_string();
        let text = || Value::Text("x".to_owned());
        assert!(said(i64::from_value(text()).unwrap_err()).contains("expected an integer"));
        assert!(said(f64::from_value(Value::I64(1)).unwrap_err()).contains("expected a number"));
        assert!(said(String::from_value(Value::Null).unwrap_err()).contains("expected text"));
        assert!(said(Vec::<u8>::from_value(text()).unwrap_err()).contains("expected bytes"));
        for number in [-1, i64::from(u32::MAX) + 1] {
            let refused = u32::from_value(Value::I64(number)).unwrap_err();
            assert!(said(refused).contains("expected a count"), "{number}");
        }
        assert!(said(u64::from_value(Value::I64(-1)).unwrap_err()).contains("expected a count"));
        let never = Timestamp::from_value(Value::I64(i64::MAX)).unwrap_err();
        assert!(said(never).contains("expected an instant"));
        assert!(said(Url::from_value(text()).unwrap_err()).contains("expected an address"));
        assert!(Option::<i64>::from_value(text()).is_err(), "either absent or of its type");
    }

    #[test]
    fn values_round_trip() {
        fn check<T: Into<Value> + FromValue + Clone + PartialEq + std::fmt::Debug>(all: &[T]) {
            for one in all {
                assert_eq!(T::from_value(one.clone().into()).as_ref(), Ok(one));
            }
        }
        check(&[0, 1, -1, i64::MAX, i64::MIN]);
        check(&[0, u32::MAX]);
        check(&[0, i64::MAX.unsigned_abs()]);
        check(&[0.0, -1.0e-300, f64::MAX]);
        check(&[true, false]);
        check(&[String::new(), "é\t\n\\".to_owned()]);
        check(&[vec![], vec![0_u8, 255]]);
        check(&[Some(1_i64), None]);
        check(&[Timestamp::UNIX_EPOCH, "2026-11-15T12:00:00.123Z".parse().unwrap()]);
        assert_eq!(Value::from(u64::MAX), Value::I64(i64::MAX), "clamped to the largest integer");
        assert_eq!(bool::from_value(Value::I64(-3)), Ok(true));
    }

    #[test]
    fn names_are_trimmed_and_have_one_to_five_hundred_bytes() {
        let long = "é".repeat(MAX_NAME_BYTES / 2);
        for name in ["a", " a ", "\u{a0}a\n", &long] {
            assert_eq!(check_name("tag", name), Ok(name.trim()), "{name:?}");
        }
        for name in ["", " ", "\t\n", &format!("{long}x")] {
            let refused = check_name("tag", name).unwrap_err().to_string();
            assert!(refused.contains("the name of a tag has 1 to 500 bytes"), "{refused}");
        }
    }

    /// A connection that records the statements it receives.
    #[derive(Default)]
    struct Noting(Vec<(String, usize)>);

    impl Connection for Noting {
        fn engine(&self) -> Engine {
            Engine::Sqlite
        }

        fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>> {
            self.0.push((sql.to_owned(), values.len()));
            Ok(Vec::new())
        }

        fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64> {
            self.query(sql, values).map(|_| 0)
        }

        fn for_each(
            &mut self,
            sql: &str,
            values: &[Value],
            _: &mut dyn FnMut(Row) -> Result<()>,
        ) -> Result<()> {
            self.query(sql, values).map(drop)
        }
    }

    #[test]
    fn many_rows_are_inserted_with_few_statements() {
        for (n, sizes) in [
            (0, &[][..]),
            (1, &[1]),
            (3, &[1, 1, 1]),
            (4, &[4]),
            (63, &[16, 16, 16, 4, 4, 4, 1, 1, 1]),
            (150, &[64, 64, 16, 4, 1, 1]),
        ] {
            let mut c = Noting::default();
            let rows: Vec<_> = (0..n).map(|n: i64| values![n, "x"].to_vec()).collect();
            insert_many(&mut c, "insert into t(a, b) values", &rows, "returning a").unwrap();
            let noted: Vec<usize> = c.0.iter().map(|(_, n_values)| n_values / 2).collect();
            assert_eq!(noted, sizes, "{n} rows");
        }
        let mut c = Noting::default();
        let rows: Vec<_> = (0..4).map(|n: i64| values![n, "x"].to_vec()).collect();
        insert_many(&mut c, "insert into t(a, b) values", &rows, "returning a").unwrap();
        let expected = "insert into t(a, b) values ($1,$2), ($3,$4), ($5,$6), ($7,$8) returning a";
        assert_eq!(c.0, [(expected.to_owned(), 8)]);
    }
}
