//! Replaces PostgreSQL when the program is built without it: no address can be parsed, so no connection can exist.

use crate::{
    engine::db::{Connection, Engine, Row, Value},
    error::{Error, Result},
};
use std::convert::Infallible;

/// An address of a server, which cannot exist.
#[derive(Debug, Clone)]
pub(crate) struct Address(Infallible);

impl Address {
    /// Returns an error that says this build has no PostgreSQL.
    pub(crate) fn parse(_: &str) -> Result<Self> {
        Err(Error::WithoutPostgres)
    }
}

/// A connection, which cannot exist.
#[derive(Debug)]
pub(crate) struct PostgresConnection(Infallible);

impl PostgresConnection {
    pub(crate) fn open(address: &Address) -> Result<Self> {
        match address.0 {}
    }

    pub(crate) fn ensure(&mut self) -> Result<()> {
        match self.0 {}
    }

    pub(crate) fn is_lost_by(&mut self, _: &Error) -> bool {
        match self.0 {}
    }

    pub(crate) fn batch(&mut self, _: &str) -> Result<()> {
        match self.0 {}
    }

    pub(crate) fn rollback(&mut self) {
        match self.0 {}
    }
}

impl Connection for PostgresConnection {
    fn engine(&self) -> Engine {
        match self.0 {}
    }

    fn query(&mut self, _: &str, _: &[Value]) -> Result<Vec<Row>> {
        match self.0 {}
    }

    fn execute(&mut self, _: &str, _: &[Value]) -> Result<u64> {
        match self.0 {}
    }

    fn for_each(
        &mut self,
        _: &str,
        _: &[Value],
        _: &mut dyn FnMut(Row) -> Result<()>,
    ) -> Result<()> {
        match self.0 {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_for_an_address_says_what_to_do() {
        let told = Address::parse("postgres://u:secret@h/d").unwrap_err().to_string();
        assert!(told.contains("--features postgres") && !told.contains("secret"), "{told}");
    }
}
