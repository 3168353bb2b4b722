//! A row of a result: values under the names that the statement gives its columns.

use crate::{
    engine::db::{FromValue, Value},
    error::{Error, Result},
};
use std::sync::Arc;

/// The column names of a statement, shared by all its rows.
pub type ColumnNames = Arc<[Box<str>]>;

/// A row whose columns are read by name. Reading moves the value out, so each can be read only once.
#[derive(Debug)]
pub struct Row {
    names: ColumnNames,
    values: Vec<Option<Value>>,
    /// Where to look for the next column first: columns are mostly read in the order of the statement.
    next: usize,
}

impl Row {
    /// Creates a row with as many values as names; `None` counts as already read.
    #[must_use]
    pub fn new(names: &ColumnNames, values: Vec<Option<Value>>) -> Self {
        debug_assert_eq!(names.len(), values.len(), "one value per column name");
        Self { names: Arc::clone(names), values, next: 0 }
    }

    /// Reads the column with this name.
    ///
    /// # Errors
    /// Fails when there is no such column, it was read before, or it is of another type.
    pub fn get<T: FromValue>(&mut self, name: &str) -> Result<T> {
        let index = self.find(name).ok_or_else(|| self.without(name))?;
        self.next = index + 1;
        let value = self.values[index].take().ok_or_else(|| read_twice(name))?;
        T::from_value(value).map_err(|error| at_column(name, error))
    }

    /// Reads the only column, which needs no name.
    ///
    /// # Errors
    /// Fails when there are more or fewer columns, or it is of another type.
    pub fn only<T: FromValue>(mut self) -> Result<T> {
        match (self.values.pop(), self.values.is_empty()) {
            (Some(Some(value)), true) => T::from_value(value),
            _ => Err(self.without("the only one")),
        }
    }

    /// Returns all columns not yet read, in the order of the statement.
    #[must_use]
    pub fn rest(self) -> Vec<Value> {
        self.values.into_iter().flatten().collect()
    }

    /// Searches from the expected column to the end, then from the start.
    fn find(&self, name: &str) -> Option<usize> {
        debug_assert!(
            self.names.iter().filter(|column| ***column == *name).count() < 2,
            "two columns are named {name}: {:?}",
            self.names
        );
        let (before, ahead) = self.names.split_at(self.next);
        position(ahead, name).map(|index| self.next + index).or_else(|| position(before, name))
    }

    fn without(&self, name: &str) -> Error {
        Error::Statement(format!("no column is {name}; there are: {}", self.names.join(", ")))
    }
}

fn position(names: &[Box<str>], name: &str) -> Option<usize> {
    names.iter().position(|column| **column == *name)
}

fn read_twice(name: &str) -> Error {
    Error::Statement(format!("the column {name} was read before"))
}

fn at_column(name: &str, error: Error) -> Error {
    match error {
        Error::Unreadable(text) => Error::Unreadable(format!("column {name}: {text}")),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> Row {
        let names: ColumnNames = ["id", "title", "n"].map(Box::from).into();
        let title = Value::Text("x".to_owned());
        Row::new(&names, [Value::I64(7), title, Value::I64(-1)].map(Some).into())
    }

    fn one(value: i64) -> Row {
        Row::new(&["count(*)"].map(Box::from).into(), vec![Some(Value::I64(value))])
    }

    #[test]
    fn columns_are_read_in_any_order() {
        let mut row = row();
        assert_eq!(row.get("n"), Ok(-1_i64));
        assert_eq!(row.get("id"), Ok(7_i64));
        assert_eq!(row.get("title"), Ok("x".to_owned()));
        assert!(row.rest().is_empty());
    }

    #[test]
    fn the_error_for_a_missing_column_lists_the_existing_ones() {
        let error = row().get::<i64>("url").unwrap_err().to_string();
        assert!(error.contains("no column is url") && error.contains("id, title, n"), "{error}");
    }

    #[test]
    fn a_column_is_read_once() {
        let mut row = row();
        assert_eq!(row.get("title"), Ok("x".to_owned()));
        let error = row.get::<String>("title").unwrap_err().to_string();
        assert!(error.contains("title was read before"), "{error}");
        assert_eq!(row.rest(), [Value::I64(7), Value::I64(-1)], "the others are still there");
    }

    #[test]
    fn type_errors_name_the_column() {
        let told = |error: Error| error.to_string();
        assert!(told(row().get::<i64>("title").unwrap_err()).contains("column title: expected"));
        assert!(told(row().get::<u32>("n").unwrap_err()).contains("column n: expected a count"));
    }

    #[test]
    fn only_requires_exactly_one_column() {
        assert_eq!(one(3).only(), Ok(3_i64));
        assert!(row().only::<i64>().is_err(), "three columns");
        assert!(one(3).only::<String>().is_err(), "another type");
        assert!(Row::new(&[].into(), Vec::new()).only::<i64>().is_err(), "no column");
    }
}
