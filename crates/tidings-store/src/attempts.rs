//! Failed attempts, counted across all processes: how many are allowed within which time.

use crate::{
    engine::db::{Connection, Engine, push_list},
    error::Result,
    store::Store,
    values,
};
use jiff::Timestamp;
use std::time::Duration;

/// The maximum number of counted keys. Beyond it, those with the fewest failures are dropped, so that a flood of strangers
/// takes bounded space and does not push out a real attack.
const MOST_KEYS: u64 = 100_000;

/// Counts of failed attempts.
#[derive(Debug, Clone, Copy)]
pub struct Attempts<'a>(&'a Store);

impl Store {
    /// Returns the counts of failed attempts, such as wrong passwords.
    #[must_use]
    pub fn attempts(&self) -> Attempts<'_> {
        Attempts(self)
    }
}

impl Attempts<'_> {
    /// Counts an attempt under several keys, each with the number allowed within the window. If any key is exhausted,
    /// counts nothing and returns how long to wait.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn count(
        self,
        keys: Vec<(String, u32)>,
        window: Duration,
        now: Timestamp,
    ) -> Result<Option<Duration>> {
        self.0.write(move |c| count(c, &keys, window, now)).await
    }

    /// Resets some keys, and takes one attempt back from others, after a successful attempt.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn succeeded(self, forget: Vec<String>, give_back: Vec<String>) -> Result<()> {
        self.0
            .write(move |c| {
                for key in &forget {
                    c.execute("delete from attempts where key = $1", values![key])?;
                }
                for key in &give_back {
                    let sql = "update attempts set n = n - 1 where key = $1 and n > 0";
                    c.execute(sql, values![key])?;
                }
                Ok(())
            })
            .await
    }

    /// Removes counts that began before an instant, and those beyond the limit. Returns the number of removed keys.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn sweep(self, before: Timestamp) -> Result<u64> {
        self.0
            .write(move |c| {
                let mut n = c.execute("delete from attempts where since < $1", values![before])?;
                let rows = c.query_first("select count(*) from attempts", &[])?;
                let kept: u64 = rows.map_or(Ok(0), |row| row.only())?;
                if kept > MOST_KEYS {
                    let sql = "delete from attempts where key in (select key from attempts order by n, since limit $1)";
                    n += c.execute(sql, values![kept - MOST_KEYS / 2])?;
                }
                Ok(n)
            })
            .await
    }
}

fn count(
    c: &mut dyn Connection,
    keys: &[(String, u32)],
    window: Duration,
    now: Timestamp,
) -> Result<Option<Duration>> {
    let mut parameters = Vec::new();
    let names: Vec<&str> = keys.iter().map(|(key, _)| key.as_str()).collect();
    let list = push_list(&mut parameters, &names);
    if c.engine() == Engine::Postgres {
        // Two concurrent attempts must count as two: the rows are locked in a fixed order to avoid deadlocks.
        let sql = format!("select 1 from attempts where key in ({list}) order by key {{LOCK}}");
        c.query(&sql, &parameters)?;
    }
    let begin = now.saturating_sub(window).unwrap_or(Timestamp::MIN);
    let sql = format!("select key, since, n from attempts where key in ({list})");
    for mut row in c.query(&sql, &parameters)? {
        let (key, since, n): (String, Timestamp, u64) =
            (row.get("key")?, row.get("since")?, row.get("n")?);
        let borne = keys.iter().find(|(one, _)| *one == key).map_or(u32::MAX, |(_, borne)| *borne);
        // A clock that was set back also ends the window, which could otherwise last for years.
        let is_open = since > begin && since <= now;
        if is_open && n >= u64::from(borne) {
            let ends = since.saturating_add(window).unwrap_or(now);
            let ms = u64::try_from(ends.as_millisecond() - now.as_millisecond()).unwrap_or(0);
            return Ok(Some(Duration::from_millis(ms.max(1_000))));
        }
    }
    for (key, _) in keys {
        let sql = "insert into attempts(key, since, n) values ($1, $2, 1) on conflict(key) do update set \
                   n = case when attempts.since > $3 and attempts.since <= $2 then attempts.n + 1 else 1 end, \
                   since = case when attempts.since > $3 and attempts.since <= $2 then attempts.since else $2 end";
        c.execute(sql, values![key, now, begin])?;
    }
    Ok(None)
}
