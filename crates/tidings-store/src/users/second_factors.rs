//! Two-factor authentication: shared secrets, recovery codes, and unfinished sign-ins.

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
    /// The secret shared with the user's device.
    pub secret: Vec<u8>,
    /// Since when it is required; `None` while it is being set up.
    pub confirmed_at: Option<Timestamp>,
    /// The number of unused recovery codes.
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
    /// Stores a secret that the user has yet to confirm; a confirmed one is not replaced.
    ///
    /// # Errors
    /// Fails when a confirmed one exists, or the store cannot be written.
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
                0 => Err(Error::Refused("two-factor authentication is already on; turn it off first".to_owned())),
                _ => Ok(()),
            }
        })
        .await
    }

    /// Returns a user's second factor, confirmed or not.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
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

    /// Turns on two-factor authentication, after the user entered a code of this time step. Sets the recovery codes by
    /// their digests.
    ///
    /// # Errors
    /// Fails when there is nothing to confirm, or the store cannot be written.
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

    /// Accepts the code of a time step, once: that code and earlier ones are no longer valid. Returns whether it was
    /// accepted.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn take_step(self, user: UserId, step: i64) -> Result<bool> {
        self.0
            .write(move |c| {
                let sql = "update second_factors set last_step = $2 \
                       where user_id = $1 and last_step < $2 and confirmed_at is not null";
                Ok(c.execute(sql, values![user, step])? == 1)
            })
            .await
    }

    /// Accepts a recovery code, once. Returns whether it was valid.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn take_recovery_code(self, user: UserId, hash: Vec<u8>) -> Result<bool> {
        self.0
            .write(move |c| {
                let sql = "delete from recovery_codes where user_id = $1 and hash = $2";
                Ok(c.execute(sql, values![user, hash.as_slice()])? == 1)
            })
            .await
    }

    /// Replaces the recovery codes, given by their digests.
    ///
    /// # Errors
    /// Fails when two-factor authentication is off, or the store cannot be written.
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

    /// Turns off two-factor authentication.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
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

    /// Records that someone entered the right password and must now enter a code.
    ///
    /// # Errors
    /// Fails when there is no such user, or the store cannot be written.
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

    /// Returns the user who must enter a code to finish the sign-in with this token.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
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

    /// Ends an unfinished sign-in. Returns whether it existed: of two concurrent calls, only one gets `true`.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
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
