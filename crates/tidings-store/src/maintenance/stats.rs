//! Statistics for the operator's page: database size, failures by kind, hosts that asked us to wait.

use crate::{engine::db::Engine, error::Result, maintenance::Maintenance, values};
use jiff::Timestamp;

/// A host that asked us not to send requests for a while.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SilentHost {
    /// The registrable domain.
    pub host: String,
    /// When that ends.
    pub until: Timestamp,
}

impl Maintenance<'_> {
    /// Returns the size of the database in bytes.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn database_bytes(self) -> Result<u64> {
        self.0.read(|c| {
            let sql = match c.engine() {
                Engine::Sqlite => {
                    "select p.page_count * s.page_size from pragma_page_count() p join pragma_page_size() s on 1 = 1"
                }
                Engine::Postgres => "select pg_database_size(current_database())",
            };
            c.query_first(sql, &[])?.map_or(Ok(0), |row| row.only())
        })
        .await
    }

    /// Counts failed fetches since the given time by the code of their kind, most frequent first.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn count_failures(self, since: Timestamp) -> Result<Vec<(String, u64)>> {
        self.0
            .read(move |c| {
                let sql = "select coalesce(failure_kind, 'protocol') as kind, count(*) as n from retrievals \
                       where started_at >= $1 and outcome = 'failed' group by 1 order by 2 desc, 1";
                let rows = c.query(sql, values![since])?;
                rows.into_iter().map(|mut row| Ok((row.get("kind")?, row.get("n")?))).collect()
            })
            .await
    }

    /// Returns the hosts that asked us not to send requests and are still blocked, the longest first.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn silent_hosts(self, now: Timestamp, limit: usize) -> Result<Vec<SilentHost>> {
        self.0
            .read(move |c| {
                let sql = "select host, blocked_until from hosts where blocked_until > $1 \
                       order by blocked_until desc, host limit $2";
                let rows = c.query(sql, values![now, limit])?;
                rows.into_iter()
                    .map(|mut row| {
                        Ok(SilentHost { host: row.get("host")?, until: row.get("blocked_until")? })
                    })
                    .collect()
            })
            .await
    }
}
