//! Which sessions and app passwords of open pages are still valid, and so may receive live updates.
//!
//! A process with open pages calls this about once a second, for all of them at once, so each query reads only a few keys.

use crate::{
    engine::db::{CHUNK, Connection, push_list},
    error::Result,
    users::Users,
    values,
};
use jiff::Timestamp;
use std::collections::BTreeSet;

impl Users<'_> {
    /// Returns those of these sessions, given by the digests of their tokens, that have not expired.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn lasting_sessions(
        self,
        token_hashes: Vec<Vec<u8>>,
        now: Timestamp,
    ) -> Result<BTreeSet<Vec<u8>>> {
        self.0.read(move |c| lasting(c, &token_hashes, now)).await
    }

    /// Returns those of these app passwords that are still valid.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn lasting_app_passwords(self, ids: Vec<i64>) -> Result<BTreeSet<i64>> {
        self.0
            .read(move |c| {
                let mut found = BTreeSet::new();
                for chunk in ids.chunks(CHUNK) {
                    let mut parameters = Vec::new();
                    let list = push_list(&mut parameters, chunk);
                    let sql = format!(
                        "select p.id from app_passwords p join users u on u.id = p.user_id \
                     where u.disabled_at is null and p.id in ({list})"
                    );
                    for row in c.query(&sql, &parameters)? {
                        found.insert(row.only()?);
                    }
                }
                Ok(found)
            })
            .await
    }
}

pub(crate) fn lasting(
    c: &mut dyn Connection,
    token_hashes: &[Vec<u8>],
    now: Timestamp,
) -> Result<BTreeSet<Vec<u8>>> {
    let mut found = BTreeSet::new();
    for chunk in token_hashes.chunks(CHUNK) {
        let mut parameters = values![now].to_vec();
        let list = push_list(&mut parameters, chunk);
        let sql = format!(
            "select token_hash from sessions where expires_at > $1 and token_hash in ({list})"
        );
        for row in c.query(&sql, &parameters)? {
            found.insert(row.only()?);
        }
    }
    Ok(found)
}
