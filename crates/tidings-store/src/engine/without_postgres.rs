//! In the place of PostgreSQL where the program was built without it: there is no address, and so no connection.

use crate::{
    engine::db::{Connection, Engine, Row, Value},
    error::{Error, Result},
};
use std::convert::Infallible;

/// How to reach the server: in no way.
#[derive(Debug, Clone)]
pub(crate) struct Address(Infallible);

impl Address {
    /// Says that this program cannot.
    pub(crate) fn parse(_: &str) -> Result<Self> {
        Err(Error::WithoutPostgres)
    }
}

/// A connection that cannot be.
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
    fn an_address_is_refused_with_what_to_do() {
        let told = Address::parse("postgres://u:secret@h/d").unwrap_err().to_string();
        assert!(told.contains("--features postgres") && !told.contains("secret"), "{told}");
    }
}
