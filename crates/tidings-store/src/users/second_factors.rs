//! The second step of signing in: a shared secret, codes that work once, and who still owes the step.

use crate::{
    engine::db::{Connection, Row, Value, insert_many},
    error::{Error, Result},
    sources::read_code,
    users::Users,
    values,
};
use jiff::Timestamp;
use tidings_model::{Role, User, UserId};

/// A user's second factor.
#[derive(Clone, PartialEq, Eq)]
pub struct SecondFactor {
    /// What the user's device shares with us.
    pub secret: Vec<u8>,
    /// Since when it is asked for; `None` while it is being set up.
    pub confirmed_at: Option<Timestamp>,
    /// Recovery codes not used yet.
    pub n_recovery_codes: u64,
}

impl std::fmt::Debug for SecondFactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SecondFactor")
            .field("confirmed_at", &self.confirmed_at)
            .finish_non_exhaustive()
    }
}

impl Users<'_> {
    /// Keeps a secret that the user has yet to confirm; one that is confirmed stays as it is.
    ///
    /// # Errors
    /// When there is a confirmed one, or the store cannot write.
    pub async fn begin_second_factor(
        self,
        user: UserId,
        secret: Vec<u8>,
        now: Timestamp,
    ) -> Result<()> {
        self.0.write(move |c| {
            let sql = "insert into second_factors(user_id, secret, created_at) values ($1, $2, $3) \
                       on conflict(user_id) do update set secret = excluded.secret, created_at = excluded.created_at \
                       where second_factors.confirmed_at is null";
            match c.execute(sql, values![user, secret.as_slice(), now])? {
                0 => Err(Error::Refused("the second step is on already; turn it off first".to_owned())),
                _ => Ok(()),
            }
        })
        .await
    }

    /// A user's second factor, confirmed or not.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn second_factor(self, user: UserId) -> Result<Option<SecondFactor>> {
        self.0
            .read(move |c| {
                let sql = "select secret, confirmed_at, \
                       (select count(*) from recovery_codes r \
                        where r.user_id = second_factors.user_id) as n_recovery_codes \
                       from second_factors where user_id = $1";
                let read = |mut row: Row| {
                    Ok(SecondFactor {
                        secret: row.get("secret")?,
                        confirmed_at: row.get("confirmed_at")?,
                        n_recovery_codes: row.get("n_recovery_codes")?,
                    })
                };
                c.query_first(sql, values![user])?.map(read).transpose()
            })
            .await
    }

    /// Asks for the second step from now on: the user showed a code of this step of time. Sets the recovery codes, by
    /// their digests.
    ///
    /// # Errors
    /// When nothing waits to be confirmed, or the store cannot write.
    pub async fn confirm_second_factor(
        self,
        user: UserId,
        step: i64,
        codes: Vec<Vec<u8>>,
        now: Timestamp,
    ) -> Result<()> {
        self.0
            .write(move |c| {
                let sql = "update second_factors set confirmed_at = $2, last_step = $3 \
                       where user_id = $1 and confirmed_at is null";
                if c.execute(sql, values![user, now, step])? == 0 {
                    return Err(Error::NotFound("second factor"));
                }
                set_codes(c, user, &codes)
            })
            .await
    }

    /// Takes a code of a step of time, once: neither it nor an earlier one is taken again. Says whether it was taken.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn take_step(self, user: UserId, step: i64) -> Result<bool> {
        self.0
            .write(move |c| {
                let sql = "update second_factors set last_step = $2 \
                       where user_id = $1 and last_step < $2 and confirmed_at is not null";
                Ok(c.execute(sql, values![user, step])? == 1)
            })
            .await
    }

    /// Takes a recovery code, once. Says whether it was one.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn take_recovery_code(self, user: UserId, hash: Vec<u8>) -> Result<bool> {
        self.0
            .write(move |c| {
                let sql = "delete from recovery_codes where user_id = $1 and hash = $2";
                Ok(c.execute(sql, values![user, hash.as_slice()])? == 1)
            })
            .await
    }

    /// Replaces the recovery codes, by their digests.
    ///
    /// # Errors
    /// When the second step is not on, or the store cannot write.
    pub async fn set_recovery_codes(self, user: UserId, codes: Vec<Vec<u8>>) -> Result<()> {
        self.0
            .write(move |c| {
                let sql =
                    "select 1 from second_factors where user_id = $1 and confirmed_at is not null";
                if c.query_first(sql, values![user])?.is_none() {
                    return Err(Error::NotFound("second factor"));
                }
                set_codes(c, user, &codes)
            })
            .await
    }

    /// Asks for no second step any more.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn remove_second_factor(self, user: UserId) -> Result<()> {
        self.0
            .write(move |c| {
                for table in ["second_factors", "recovery_codes", "second_steps"] {
                    c.execute(&format!("delete from {table} where user_id = $1"), values![user])?;
                }
                Ok(())
            })
            .await
    }

    /// Notes that somebody gave the right password and owes the second step.
    ///
    /// # Errors
    /// When there is no such user, or the store cannot write.
    pub async fn begin_second_step(
        self,
        token_hash: Vec<u8>,
        user: UserId,
        expires_at: Timestamp,
    ) -> Result<()> {
        self.0
            .write(move |c| {
                let sql =
                    "insert into second_steps(token_hash, user_id, expires_at) values ($1, $2, $3)";
                c.execute(sql, values![token_hash.as_slice(), user, expires_at]).map(drop)
            })
            .await
    }

    /// Who owes the second step with this token.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn second_step(self, token_hash: Vec<u8>, now: Timestamp) -> Result<Option<User>> {
        self.0.read(move |c| {
            let sql = "select u.id, u.name, u.role, u.created_at from second_steps s join users u on u.id = s.user_id \
                       where s.token_hash = $1 and s.expires_at > $2 and u.disabled_at is null";
            let read = |mut row: Row| {
                Ok(User {
                    id: row.get("id")?,
                    name: row.get("name")?,
                    role: read_code(&mut row, "role", Role::from_code, "role")?,
                    created_at: row.get("created_at")?,
                })
            };
            c.query_first(sql, values![token_hash.as_slice(), now])?.map(read).transpose()
        })
        .await
    }

    /// The second step is done, or given up. Says whether it was owed: of two at once, one has done it.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn end_second_step(self, token_hash: Vec<u8>) -> Result<bool> {
        self.0
            .write(move |c| {
                let sql = "delete from second_steps where token_hash = $1";
                Ok(c.execute(sql, values![token_hash.as_slice()])? == 1)
            })
            .await
    }
}

fn set_codes(c: &mut dyn Connection, user: UserId, codes: &[Vec<u8>]) -> Result<()> {
    c.execute("delete from recovery_codes where user_id = $1", values![user])?;
    let rows: Vec<Vec<Value>> =
        codes.iter().map(|hash| values![user, hash.as_slice()].to_vec()).collect();
    insert_many(c, "insert into recovery_codes(user_id, hash) values", &rows, "").map(drop)
}
