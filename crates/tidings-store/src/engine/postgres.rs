//! PostgreSQL behind the facade: a blocking client on its own thread that reconnects, and uses TLS when the URL asks for
//! it.

use crate::{
    engine::db::{ColumnNames, Connection, Engine, FromValue, Row, Value, translate},
    error::{Error, Result},
};
use postgres::{
    Client, Config, NoTls, Statement,
    config::SslMode,
    error::SqlState,
    fallible_iterator::FallibleIterator,
    types::{FromSql, IsNull, ToSql, Type, to_sql_checked},
};
use rustls::{
    ClientConfig, RootCertStore,
    pki_types::{CertificateDer, pem::PemObject},
};
use std::{collections::HashMap, path::PathBuf, time::Duration};
use tokio_postgres_rustls::MakeRustlsConnect;
use url::Url;

/// The number of prepared statements kept per connection.
const PREPARED: usize = 256;
/// Waits between attempts to connect.
const RECONNECT: [Duration; 3] =
    [Duration::from_millis(50), Duration::from_millis(300), Duration::from_millis(1000)];

/// Nobody should wait more than five seconds for a row that someone else has locked. Every statement finds its rows by an
/// index whatever the values are, so planning it again for each call costs more than it gains.
const SETTINGS: &str = "set lock_timeout = '5s'; set idle_in_transaction_session_timeout = '10min'; \
                        set plan_cache_mode = force_generic_plan";

/// How to reach the server.
#[derive(Clone)]
pub(crate) struct Address {
    config: Config,
    tls: Option<MakeRustlsConnect>,
}

impl std::fmt::Debug for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The configuration holds the password.
        f.debug_struct("Address").field("hosts", &self.config.get_hosts()).finish_non_exhaustive()
    }
}

impl Address {
    /// Parses a URL. TLS is used when `sslmode` asks for it (`prefer`, `require`, `verify-ca`, `verify-full`). The
    /// certificate is then always verified, against the system's roots or those in the file named by `sslrootcert`.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let mut url = Url::parse(text).map_err(|error| Error::BadUrl(error.to_string()))?;
        let mut mode = SslMode::Disable;
        let mut roots: Option<PathBuf> = None;
        let mut kept: Vec<(String, String)> = Vec::new();
        for (key, value) in url.query_pairs() {
            match (key.as_ref(), value.as_ref()) {
                ("sslmode", "disable" | "allow") => {}
                ("sslmode", "prefer") => mode = SslMode::Prefer,
                ("sslmode", "require" | "verify-ca" | "verify-full") => mode = SslMode::Require,
                ("sslmode", other) => {
                    return Err(Error::BadUrl(format!("sslmode={other} is unknown")));
                }
                ("sslrootcert", path) => roots = Some(path.into()),
                (key, value) => kept.push((key.to_owned(), value.to_owned())),
            }
        }
        url.set_query(None);
        if !kept.is_empty() {
            // The driver reads %20 but not `+` as a space.
            let query: Vec<String> =
                kept.iter().map(|(key, value)| format!("{key}={}", escape(value))).collect();
            url.set_query(Some(&query.join("&")));
        }
        let mut config: Config = url.as_str().parse().map_err(|error: postgres::Error| {
            // Never include the URL: it may contain a password.
            Error::BadUrl(error.to_string())
        })?;
        config.ssl_mode(mode).connect_timeout(Duration::from_secs(5));
        if config.get_application_name().is_none() {
            config.application_name("tidings");
        }
        let tls = match mode {
            SslMode::Disable => None,
            _ => Some(MakeRustlsConnect::new(tls_config(roots)?)),
        };
        Ok(Self { config, tls })
    }

    fn connect(&self) -> std::result::Result<Client, postgres::Error> {
        match &self.tls {
            Some(tls) => self.config.connect(tls.clone()),
            None => self.config.connect(NoTls),
        }
    }
}

fn escape(value: &str) -> String {
    url::form_urlencoded::byte_serialize(value.as_bytes()).collect::<String>().replace('+', "%20")
}

fn tls_config(roots: Option<PathBuf>) -> Result<ClientConfig> {
    let mut store = RootCertStore::empty();
    if let Some(path) = roots {
        let unreadable = |error: rustls::pki_types::pem::Error| {
            Error::BadUrl(format!("sslrootcert {} cannot be read: {error}", path.display()))
        };
        for certificate in CertificateDer::pem_file_iter(&path).map_err(unreadable)? {
            let certificate = certificate.map_err(unreadable)?;
            store
                .add(certificate)
                .map_err(|error| Error::BadUrl(format!("sslrootcert: {error}")))?;
        }
    } else {
        store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if store.is_empty() {
            store.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        }
    }
    let provider = std::sync::Arc::new(rustls::crypto::ring::default_provider());
    Ok(ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| Error::BadUrl(error.to_string()))?
        .with_root_certificates(store)
        .with_no_client_auth())
}

/// A connection to PostgreSQL that reconnects after it breaks.
pub(crate) struct PostgresConnection {
    address: Address,
    client: Option<Client>,
    prepared: HashMap<String, PreparedStatement>,
}

/// A prepared statement and the names of its columns.
#[derive(Clone)]
struct PreparedStatement {
    statement: Statement,
    names: ColumnNames,
}

impl PreparedStatement {
    fn new(statement: Statement) -> Self {
        let names = statement.columns().iter().map(|column| Box::from(column.name())).collect();
        Self { statement, names }
    }
}

impl PostgresConnection {
    /// Opens the connection.
    pub(crate) fn open(address: &Address) -> Result<Self> {
        let mut connection =
            Self { address: address.clone(), client: None, prepared: HashMap::new() };
        connection.ensure()?;
        Ok(connection)
    }

    /// Reconnects if the connection is lost.
    pub(crate) fn ensure(&mut self) -> Result<()> {
        if self.client.as_ref().is_some_and(|client| !client.is_closed()) {
            return Ok(());
        }
        self.client = None;
        self.prepared.clear();
        let mut waits = RECONNECT.iter();
        loop {
            match self.address.connect() {
                Ok(mut client) => {
                    client.batch_execute(SETTINGS).map_err(|error| explain(&error))?;
                    self.client = Some(client);
                    return Ok(());
                }
                // The server responded with a refusal: waiting does not help.
                Err(error)
                    if error.code().is_some_and(|code| *code != SqlState::CANNOT_CONNECT_NOW) =>
                {
                    return Err(explain(&error));
                }
                Err(error) => match waits.next() {
                    Some(wait) => std::thread::sleep(*wait),
                    None => return Err(explain(&error)),
                },
            }
        }
    }

    /// Whether this error broke the connection. The server's last message can arrive before the driver notices the end of
    /// the connection, so its content counts too.
    pub(crate) fn is_lost_by(&mut self, error: &Error) -> bool {
        if matches!(error, Error::Unreachable(_)) {
            self.client = None;
        }
        self.is_lost()
    }

    fn is_lost(&self) -> bool {
        self.client.as_ref().is_none_or(Client::is_closed)
    }

    /// Runs several statements without parameters or results.
    pub(crate) fn batch(&mut self, sql: &str) -> Result<()> {
        self.client()?.batch_execute(sql).map_err(|error| explain(&error))
    }

    /// Rolls back any open transaction.
    pub(crate) fn rollback(&mut self) {
        if self.is_lost() {
            return;
        }
        if let Err(error) = self.batch("rollback") {
            tracing::warn!(%error, "rollback failed");
            self.client = None;
        }
    }

    fn client(&mut self) -> Result<&mut Client> {
        self.client.as_mut().ok_or_else(|| Error::Unreachable("the connection is lost".to_owned()))
    }

    fn prepare(&mut self, sql: &str) -> Result<PreparedStatement> {
        if let Some(prepared) = self.prepared.get(sql) {
            return Ok(prepared.clone());
        }
        if self.prepared.len() >= PREPARED {
            self.prepared.clear();
        }
        let text = translate(sql, Engine::Postgres);
        let statement = self
            .client()?
            .prepare(&text)
            .map_err(|error| with_statement(explain(&error), &text))?;
        let prepared = PreparedStatement::new(statement);
        self.prepared.insert(sql.to_owned(), prepared.clone());
        Ok(prepared)
    }
}

impl std::fmt::Debug for PostgresConnection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PostgresConnection").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Connection for PostgresConnection {
    fn engine(&self) -> Engine {
        Engine::Postgres
    }

    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>> {
        let PreparedStatement { statement, names } = self.prepare(sql)?;
        let parameters: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as _).collect();
        let rows = self
            .client()?
            .query(&statement, &parameters)
            .map_err(|error| with_statement(explain(&error), sql))?;
        rows.iter().map(|row| read_row(row, &names)).collect()
    }

    fn pairs(&mut self, sql: &str, values: &[Value]) -> Result<Vec<(i64, i64)>> {
        let PreparedStatement { statement, .. } = self.prepare(sql)?;
        let parameters: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as _).collect();
        let rows = self
            .client()?
            .query(&statement, &parameters)
            .map_err(|error| with_statement(explain(&error), sql))?;
        rows.iter().map(read_pair).collect()
    }

    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64> {
        let PreparedStatement { statement, .. } = self.prepare(sql)?;
        let parameters: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as _).collect();
        self.client()?
            .execute(&statement, &parameters)
            .map_err(|error| with_statement(explain(&error), sql))
    }

    fn for_each(
        &mut self,
        sql: &str,
        values: &[Value],
        each: &mut dyn FnMut(Row) -> Result<()>,
    ) -> Result<()> {
        let PreparedStatement { statement, names } = self.prepare(sql)?;
        let mut rows = self
            .client()?
            .query_raw(&statement, values.iter().map(|value| value as &(dyn ToSql + Sync)))
            .map_err(|error| explain(&error))?;
        while let Some(row) = rows.next().map_err(|error| explain(&error))? {
            each(read_row(&row, &names)?)?;
        }
        Ok(())
    }
}

/// Reads columns by position without building a row, because there are so many.
fn read_pair(row: &postgres::Row) -> Result<(i64, i64)> {
    let value = |index: usize| row.try_get(index).map_err(|error| explain(&error));
    Ok((i64::from_value(value(0)?)?, i64::from_value(value(1)?)?))
}

impl ToSql for Value {
    fn to_sql(
        &self,
        ty: &Type,
        out: &mut postgres::types::private::BytesMut,
    ) -> std::result::Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::I64(number) if *ty == Type::INT8 => number.to_sql(ty, out),
            Self::I64(number) if *ty == Type::INT4 => i32::try_from(*number)?.to_sql(ty, out),
            Self::F64(number) if *ty == Type::FLOAT8 => number.to_sql(ty, out),
            Self::Text(text) if <&str as ToSql>::accepts(ty) => text.as_str().to_sql(ty, out),
            Self::Blob(bytes) if *ty == Type::BYTEA => bytes.as_slice().to_sql(ty, out),
            other => Err(format!("a parameter of type {ty} cannot take {other:?}").into()),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Value {
    fn from_sql(
        ty: &Type,
        raw: &'a [u8],
    ) -> std::result::Result<Self, Box<dyn std::error::Error + Sync + Send>> {
        if *ty == Type::INT8 {
            i64::from_sql(ty, raw).map(Self::I64)
        } else if *ty == Type::INT4 {
            i32::from_sql(ty, raw).map(|number| Self::I64(number.into()))
        } else if *ty == Type::FLOAT8 {
            f64::from_sql(ty, raw).map(Self::F64)
        } else if *ty == Type::BYTEA {
            <&[u8]>::from_sql(ty, raw).map(|bytes| Self::Blob(bytes.to_vec()))
        } else if *ty == Type::VOID {
            Ok(Self::Null)
        } else {
            <&str>::from_sql(ty, raw).map(|text| Self::Text(text.to_owned()))
        }
    }

    fn from_sql_null(
        _: &Type,
    ) -> std::result::Result<Self, Box<dyn std::error::Error + Sync + Send>> {
        Ok(Self::Null)
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

fn read_row(row: &postgres::Row, names: &ColumnNames) -> Result<Row> {
    let mut values = Vec::with_capacity(row.len());
    for index in 0..row.len() {
        values.push(Some(row.try_get(index).map_err(|error| explain(&error))?));
    }
    Ok(Row::new(names, values))
}

fn with_statement(error: Error, sql: &str) -> Error {
    match error {
        Error::Statement(text) => {
            let start: String = sql.chars().take(120).collect();
            Error::Statement(format!("{text}, in: {start}"))
        }
        other => other,
    }
}

/// Translates an error of PostgreSQL.
fn explain(error: &postgres::Error) -> Error {
    let Some(answer) = error.as_db_error() else {
        let cause =
            std::error::Error::source(error).map(|cause| format!(": {cause}")).unwrap_or_default();
        let text = format!("{error}{cause}");
        // Conversion errors carry no code either, but the connection is fine.
        let is_connection =
            error.is_closed() || !text.contains("serializing") && !text.contains("deserializing");
        return if is_connection { Error::Unreachable(text) } else { Error::Statement(text) };
    };
    let text = answer.message().to_owned();
    let code = answer.code();
    match code.code() {
        "40001" | "40P01" => Error::Collision(text),
        "55P03" => Error::Busy(text),
        "53100" => Error::DiskFull(text),
        // The server is shutting down, or ended this connection.
        "57P01" | "57P02" | "57P03" | "53300" => Error::Unreachable(text),
        "25006" | "42501" => Error::Denied(text),
        "28000" | "28P01" | "3D000" => Error::Unreachable(text),
        "XX001" | "XX002" => Error::Damaged(text),
        "23505" => Error::Collision(text),
        _ => Error::Statement(format!("{text} [{}]", code.code())),
    }
}
