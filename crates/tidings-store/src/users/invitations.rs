//! One-time links that operators give to people: to create an account, or to choose a new password.

use crate::{
    engine::db::{Connection, Row},
    error::{Error, Result},
    sources::read_code,
    users::{self, Users},
    values,
};
use jiff::{SignedDuration, Timestamp};
use tidings_model::{Role, UserId};

/// The purpose of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvitationPurpose {
    /// Creating an account with this role.
    Join(Role),
    /// Choosing a new password.
    NewPassword(UserId),
}

/// How long an expired link is kept, so that whoever opens it learns what is wrong with it.
pub(crate) const EXPIRED_KEPT: SignedDuration = SignedDuration::from_hours(90 * 24);

/// A link that has not been used yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// The digest of its token.
    pub token_hash: Vec<u8>,
    /// Its purpose.
    pub errand: InvitationPurpose,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it expires.
    pub expires_at: Timestamp,
}

impl Users<'_> {
    /// Stores a link.
    ///
    /// # Errors
    /// Fails when there is no such user, or the store cannot be written.
    pub async fn add_invitation(self, invitation: Invitation) -> Result<()> {
        self.0.write(move |c| {
            let (user, role) = match invitation.errand {
                InvitationPurpose::Join(role) => (None, role),
                InvitationPurpose::NewPassword(user) => (Some(user), Role::User),
            };
            if let Some(user) = user {
                // Only the latest link of a user is valid.
                c.execute("delete from invitations where user_id = $1", values![user])?;
                let sql = "select 1 from users where id = $1";
                c.query_first(sql, values![user])?.ok_or(Error::NotFound("user"))?;
            }
            let sql = "insert into invitations(token_hash, user_id, role, created_at, expires_at) values ($1, $2, $3, $4, $5)";
            let parameters = values![
                invitation.token_hash.as_slice(),
                user,
                role.code(),
                invitation.created_at,
                invitation.expires_at
            ];
            c.execute(sql, parameters).map(drop)
        })
        .await
    }

    /// Returns a link that was not used or revoked. It may have expired.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn invitation(self, token_hash: Vec<u8>) -> Result<Option<Invitation>> {
        self.0.read(move |c| find(c, &token_hash)).await
    }

    /// Returns the unused links, newest first.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn invitations(self, now: Timestamp) -> Result<Vec<Invitation>> {
        self.0
            .read(move |c| {
                let sql =
                    format!("select {COLUMNS} where expires_at > $1 order by created_at desc");
                c.query(&sql, values![now])?.into_iter().map(read).collect()
            })
            .await
    }

    /// Uses a link: creates the account, or sets the new password. The name only matters for new accounts.
    ///
    /// # Errors
    /// Fails when the link is no longer valid, the name is unavailable, or the store cannot be written; the link is then kept.
    pub async fn use_invitation(
        self,
        token_hash: Vec<u8>,
        name: String,
        password_hash: String,
        now: Timestamp,
    ) -> Result<UserId> {
        self.0
            .write(move |c| {
                let found = find(c, &token_hash)?.filter(|found| found.expires_at > now);
                let found = found.ok_or(Error::NotFound("invitation"))?;
                // Of two concurrent uses, only one removes the row.
                if remove(c, &token_hash)? == 0 {
                    return Err(Error::NotFound("invitation"));
                }
                match found.errand {
                    InvitationPurpose::Join(role) => {
                        users::add(c, &name, &password_hash, role, now)
                    }
                    InvitationPurpose::NewPassword(user) => {
                        users::set_password(c, user, &password_hash).map(|()| user)
                    }
                }
            })
            .await
    }

    /// Revokes a link.
    ///
    /// # Errors
    /// Fails when there is no such link, or the store cannot be written.
    pub async fn remove_invitation(self, token_hash: Vec<u8>) -> Result<()> {
        self.0
            .write(move |c| match remove(c, &token_hash)? {
                0 => Err(Error::NotFound("invitation")),
                _ => Ok(()),
            })
            .await
    }
}

const COLUMNS: &str = "token_hash, user_id, role, created_at, expires_at from invitations";

fn find(c: &mut dyn Connection, token_hash: &[u8]) -> Result<Option<Invitation>> {
    let sql = format!("select {COLUMNS} where token_hash = $1");
    c.query_first(&sql, values![token_hash])?.map(read).transpose()
}

fn remove(c: &mut dyn Connection, token_hash: &[u8]) -> Result<u64> {
    c.execute("delete from invitations where token_hash = $1", values![token_hash])
}

fn read(mut row: Row) -> Result<Invitation> {
    let token_hash = row.get("token_hash")?;
    let user: Option<UserId> = row.get("user_id")?;
    let role = read_code(&mut row, "role", Role::from_code, "role")?;
    let errand = user.map_or(InvitationPurpose::Join(role), InvitationPurpose::NewPassword);
    Ok(Invitation {
        token_hash,
        errand,
        created_at: row.get("created_at")?,
        expires_at: row.get("expires_at")?,
    })
}
