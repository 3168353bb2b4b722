//! Upkeep of the database itself: updates the planner's statistics and frees space.

use crate::{
    engine::db::{Connection, Engine},
    error::Result,
    maintenance::Maintenance,
};

impl Maintenance<'_> {
    /// Updates the engine's statistics, for example after large writes. PostgreSQL does this on its own eventually; SQLite
    /// only examines tables that have changed a lot.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn optimize(self) -> Result<()> {
        // PostgreSQL only vacuums outside transactions, which is where readers run.
        self.0
            .read(|c| match c.engine() {
                Engine::Postgres => c.execute("vacuum (analyze)", &[]).map(drop),
                Engine::Sqlite => Ok(()),
            })
            .await?;
        self.0
            .write(|c| match c.engine() {
                Engine::Postgres => Ok(()),
                Engine::Sqlite => optimize_sqlite(c),
            })
            .await
    }
}

fn optimize_sqlite(c: &mut dyn Connection) -> Result<()> {
    c.query("pragma optimize", &[]).map(drop)
}
