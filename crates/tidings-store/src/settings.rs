//! Settings: short texts by name, per user or for the whole installation.

use crate::{engine::db::Connection, error::Result, store::Store, values};
use tidings_model::UserId;

/// The owner of the installation's settings.
const INSTALLATION: UserId = UserId(0);

/// Settings by name. See `store.settings().list`.
#[derive(Debug, Clone, Copy)]
pub struct Settings<'a>(&'a Store);

impl Store {
    /// Returns the settings.
    #[must_use]
    pub fn settings(&self) -> Settings<'_> {
        Settings(self)
    }
}

impl Settings<'_> {
    /// Returns a setting of a user, or of the installation (`None`).
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn get(self, user: Option<UserId>, name: String) -> Result<Option<String>> {
        self.0.read(move |c| get(c, user.unwrap_or(INSTALLATION), &name)).await
    }

    /// Sets a setting, or removes it.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn set(
        self,
        user: Option<UserId>,
        name: String,
        value: Option<String>,
    ) -> Result<()> {
        self.0.write(move |c| set(c, user.unwrap_or(INSTALLATION), &name, value.as_deref())).await
    }

    /// Returns a setting of the installation; if there is none yet, stores and returns the given value. Meant for secrets
    /// that are generated once, even when two processes start at the same time.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn get_or_insert(self, name: String, value: String) -> Result<String> {
        self.0.write(move |c| {
            let sql = "insert into settings(user_id, name, value) values ($1, $2, $3) on conflict(user_id, name) do nothing";
            c.execute(sql, values![INSTALLATION, &name, &value])?;
            Ok(get(c, INSTALLATION, &name)?.unwrap_or_else(|| value.clone()))
        })
        .await
    }

    /// Returns all settings of a user, or of the installation, ordered by name.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn list(self, user: Option<UserId>) -> Result<Vec<(String, String)>> {
        self.0.read(move |c| all(c, user.unwrap_or(INSTALLATION))).await
    }

    /// Sets several settings of a user at once; `None` removes one.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn set_all(
        self,
        user: UserId,
        settings: Vec<(&'static str, Option<String>)>,
    ) -> Result<()> {
        self.0
            .write(move |c| {
                settings.iter().try_for_each(|(name, value)| set(c, user, name, value.as_deref()))
            })
            .await
    }
}

pub(crate) fn all(c: &mut dyn Connection, user: UserId) -> Result<Vec<(String, String)>> {
    let sql = "select name, value from settings where user_id = $1 order by name";
    let rows = c.query(sql, values![user])?;
    rows.into_iter().map(|mut row| Ok((row.get("name")?, row.get("value")?))).collect()
}

fn get(c: &mut dyn Connection, user: UserId, name: &str) -> Result<Option<String>> {
    let sql = "select value from settings where user_id = $1 and name = $2";
    c.query_first(sql, values![user, name])?.map(|row| row.only()).transpose()
}

fn set(c: &mut dyn Connection, user: UserId, name: &str, value: Option<&str>) -> Result<()> {
    match value {
        Some(value) => {
            let sql = "insert into settings(user_id, name, value) values ($1, $2, $3) \
                       on conflict(user_id, name) do update set value = excluded.value";
            c.execute(sql, values![user, name, value]).map(drop)
        }
        None => {
            let sql = "delete from settings where user_id = $1 and name = $2";
            c.execute(sql, values![user, name]).map(drop)
        }
    }
}
