//! Upkeep of the engine itself: fresh statistics for its planner, room given back.

use crate::{
    engine::db::{Connection, Engine},
    error::Result,
    maintenance::Maintenance,
};

impl Maintenance<'_> {
    /// Brings the engine's own books up to date, as after much was written at once. PostgreSQL does this by itself in
    /// time; SQLite looks only at tables that changed much.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn optimize(self) -> Result<()> {
        // PostgreSQL vacuums outside of transactions only, where readers are.
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
