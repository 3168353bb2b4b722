//! Sessions and app passwords. Only digests are stored: read access to the database is not enough to sign in.

use crate::{
    engine::db::{Connection, Row},
    error::{Error, Result},
    settings,
    sources::read_code,
    subscriptions::overview::OverviewVersion,
    users::{Users, invitations::EXPIRED_KEPT},
    values,
};
use jiff::Timestamp;
use tidings_model::{Role, User, UserId};

/// A signed-in browser.
#[derive(Clone, PartialEq, Eq)]
pub struct Session {
    /// The digest of the token in the cookie.
    pub token_hash: Vec<u8>,
    /// The signed-in user.
    pub user: User,
    /// The token that forms must contain.
    pub csrf: String,
    /// A description of the browser, for the list of sessions.
    pub label: String,
    /// When the user signed in.
    pub created_at: Timestamp,
    /// When it was last used (to within some minutes).
    pub seen_at: Timestamp,
    /// When it expires.
    pub expires_at: Timestamp,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("user", &self.user)
            .field("expires_at", &self.expires_at)
            .finish_non_exhaustive()
    }
}

/// What a page needs to know about the user who requests it.
#[derive(Debug, Clone)]
pub struct Visitor {
    /// The session.
    pub session: Session,
    /// The user's settings, by name.
    pub settings: Vec<(String, String)>,
    /// The version of the user's overview, which tells whether cached counts are still valid.
    pub stamp: OverviewVersion,
}

/// A password for one client program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppPassword {
    /// Its id.
    pub id: i64,
    /// The user's name for it.
    pub label: String,
    /// What it allows.
    pub scope: AppScope,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was last used (to within some minutes).
    pub used_at: Option<Timestamp>,
}

/// The digests that identify an app password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppKeys {
    /// The digest of the password itself.
    pub hash: Vec<u8>,
    /// The digest of the key that clients of the Fever API derive from it, if they are allowed in.
    pub fever_hash: Option<Vec<u8>>,
}

impl From<Vec<u8>> for AppKeys {
    /// Uses only the password's digest.
    fn from(hash: Vec<u8>) -> Self {
        Self { hash, fever_hash: None }
    }
}

/// What a client program may do with an app password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AppScope {
    /// Reading only.
    Read,
    /// Reading, marking and managing.
    #[default]
    Write,
}

impl AppScope {
    /// Returns its code in the store and in forms.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
        }
    }

    /// Returns the scope with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Read, Self::Write].into_iter().find(|scope| scope.code() == code)
    }
}

/// The maximum number of app passwords per user.
pub const MAX_APP_PASSWORDS: u64 = 100;

/// A new session.
#[derive(Clone)]
pub struct NewSession {
    /// The digest of the token.
    pub token_hash: Vec<u8>,
    /// The user who signs in.
    pub user: UserId,
    /// The token that forms must contain.
    pub csrf: String,
    /// A description of the browser.
    pub label: String,
    /// When it expires.
    pub expires_at: Timestamp,
}

impl std::fmt::Debug for NewSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NewSession").field("user", &self.user).finish_non_exhaustive()
    }
}

const COLUMNS: &str = "s.token_hash, u.id as user_id, u.name, u.role, u.created_at as joined_at, s.csrf, s.label, \
                       s.created_at, s.seen_at, s.expires_at from sessions s join users u on u.id = s.user_id";

impl Users<'_> {
    /// Begins a session.
    ///
    /// # Errors
    /// Fails when there is no such user, or the store cannot be written.
    pub async fn begin_session(self, session: NewSession, now: Timestamp) -> Result<()> {
        self.0.write(move |c| {
            let sql = "select 1 from users where id = $1 and disabled_at is null";
            if c.query_first(sql, values![session.user])?.is_none() {
                return Err(Error::NotFound("user"));
            }
            let sql = "insert into sessions(token_hash, user_id, csrf, label, created_at, seen_at, expires_at) \
                       values ($1, $2, $3, $4, $5, $5, $6)";
            let parameters = values![
                session.token_hash.as_slice(),
                session.user,
                &session.csrf,
                &session.label,
                now,
                session.expires_at
            ];
            c.execute(sql, parameters)?;
            let sql = "update users set seen_at = $2 where id = $1";
            c.execute(sql, values![session.user, now]).map(drop)
        })
        .await
    }

    /// Returns the session of a token, unless it has expired.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn session(self, token_hash: Vec<u8>, now: Timestamp) -> Result<Option<Session>> {
        self.0.read(move |c| {
            let sql = format!("select {COLUMNS} where s.token_hash = $1 and s.expires_at > $2 and u.disabled_at is null");
            c.query_first(&sql, values![token_hash.as_slice(), now])?.map(read_session).transpose()
        })
        .await
    }

    /// Returns the session of a token with what every page needs, unless it has expired.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn visitor(self, token_hash: Vec<u8>, now: Timestamp) -> Result<Option<Visitor>> {
        self.0.read(move |c| visitor(c, &token_hash, now)).await
    }

    /// Records that a session was used, and sets when it expires. Meant to be called rarely, for example when `seen_at` is
    /// five minutes old.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn touch_session(
        self,
        token_hash: Vec<u8>,
        now: Timestamp,
        expires_at: Timestamp,
    ) -> Result<()> {
        self.0.write(move |c| {
            let sql = "update sessions set seen_at = $2, expires_at = $3 where token_hash = $1 and expires_at > $2";
            c.execute(sql, values![token_hash.as_slice(), now, expires_at])?;
            let sql = "update users set seen_at = $2 where id = (select user_id from sessions where token_hash = $1)";
            c.execute(sql, values![token_hash.as_slice(), now]).map(drop)
        })
        .await
    }

    /// Ends a session.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn end_session(self, token_hash: Vec<u8>) -> Result<()> {
        self.0
            .write(move |c| {
                c.execute(
                    "delete from sessions where token_hash = $1",
                    values![token_hash.as_slice()],
                )
                .map(drop)
            })
            .await
    }

    /// Ends all sessions of a user except one, and returns how many were ended.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn end_other_sessions(self, user: UserId, keep: Option<Vec<u8>>) -> Result<u64> {
        self.0
            .write(move |c| {
                let keep = keep.clone().unwrap_or_default();
                c.execute(
                    "delete from sessions where user_id = $1 and token_hash <> $2",
                    values![user, keep],
                )
            })
            .await
    }

    /// Returns a user's sessions, most recently used first.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn sessions(self, user: UserId, now: Timestamp) -> Result<Vec<Session>> {
        self.0.read(move |c| {
            let sql = format!("select {COLUMNS} where s.user_id = $1 and s.expires_at > $2 order by s.seen_at desc");
            c.query(&sql, values![user, now])?.into_iter().map(read_session).collect()
        })
        .await
    }

    /// Removes expired sessions and unfinished sign-ins, and invitations that expired long ago. Returns the number of removed sessions.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn sweep_sessions(self, now: Timestamp) -> Result<u64> {
        self.0
            .write(move |c| {
                c.execute("delete from second_steps where expires_at <= $1", values![now])?;
                let long_ago = now.saturating_sub(EXPIRED_KEPT).unwrap_or(Timestamp::MIN);
                c.execute("delete from invitations where expires_at <= $1", values![long_ago])?;
                c.execute("delete from sessions where expires_at <= $1", values![now])
            })
            .await
    }

    /// Adds an app password by the digest of its secret, and returns its id.
    ///
    /// # Errors
    /// Fails when the user already has [`MAX_APP_PASSWORDS`], or the store cannot be written.
    pub async fn add_app_password(
        self,
        user: UserId,
        label: String,
        scope: AppScope,
        keys: AppKeys,
        now: Timestamp,
    ) -> Result<i64> {
        self.0.write(move |c| {
            let sql = "select count(*) from app_passwords where user_id = $1";
            let n =
                c.query_first(sql, values![user])?.map_or(Ok(0), |row| row.only::<u64>())?;
            if n >= MAX_APP_PASSWORDS {
                let message =
                    format!("a user has at most {MAX_APP_PASSWORDS} app passwords; revoke some");
                return Err(Error::Refused(message));
            }
            let sql = "insert into app_passwords(user_id, label, scope, hash, fever_hash, created_at) \
                       values ($1, $2, $3, $4, $5, $6) returning id";
            let (hash, fever) = (keys.hash.as_slice(), keys.fever_hash.as_deref());
            let row =
                c.query_first(sql, values![user, &label, scope.code(), hash, fever, now])?;
            row.ok_or(Error::NotFound("user"))?.only()
        })
        .await
    }

    /// Returns the app password with this digest, and its user.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn app_password_owner(self, hash: Vec<u8>) -> Result<Option<(User, AppPassword)>> {
        self.0.read(move |c| owner_by(c, "hash", &hash)).await
    }

    /// Returns the app password whose Fever API key has this digest, and its user.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn fever_key_owner(self, hash: Vec<u8>) -> Result<Option<(User, AppPassword)>> {
        self.0.read(move |c| owner_by(c, "fever_hash", &hash)).await
    }

    /// Records that an app password was used. Meant to be called rarely.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn touch_app_password(self, id: i64, now: Timestamp) -> Result<()> {
        self.0
            .write(move |c| {
                c.execute("update app_passwords set used_at = $2 where id = $1", values![id, now])
                    .map(drop)
            })
            .await
    }

    /// Returns a user's app passwords, oldest first.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn app_passwords(self, user: UserId) -> Result<Vec<AppPassword>> {
        self.0.read(move |c| {
            let sql = "select id, label, scope, created_at, used_at from app_passwords where user_id = $1 order by id";
            c.query(sql, values![user])?.into_iter().map(read_app_password).collect()
        })
        .await
    }

    /// Revokes an app password.
    ///
    /// # Errors
    /// Fails when it is not the user's, or the store cannot be written.
    pub async fn remove_app_password(self, user: UserId, id: i64) -> Result<()> {
        self.0
            .write(move |c| {
                match c.execute(
                    "delete from app_passwords where user_id = $1 and id = $2",
                    values![user, id],
                )? {
                    0 => Err(Error::NotFound("app password")),
                    _ => Ok(()),
                }
            })
            .await
    }
}

fn owner_by(
    c: &mut dyn Connection,
    column: &str,
    hash: &[u8],
) -> Result<Option<(User, AppPassword)>> {
    let sql = format!(
        "select u.id as user_id, u.name, u.role, u.created_at as joined_at, p.id, p.label, p.scope, p.created_at, \
         p.used_at \
         from app_passwords p join users u on u.id = p.user_id where p.{column} = $1 and u.disabled_at is null"
    );
    let read = |mut row: Row| Ok((read_user(&mut row)?, read_app_password(row)?));
    c.query_first(&sql, values![hash])?.map(read).transpose()
}

fn read_user(row: &mut Row) -> Result<User> {
    Ok(User {
        id: row.get("user_id")?,
        name: row.get("name")?,
        role: read_code(row, "role", Role::from_code, "role")?,
        created_at: row.get("joined_at")?,
    })
}

fn visitor(c: &mut dyn Connection, token_hash: &[u8], now: Timestamp) -> Result<Option<Visitor>> {
    let sql = "select u.revision, (select coalesce(max(id), 0) from articles) as newest, s.token_hash, \
               u.id as user_id, u.name, \
               u.role, u.created_at as joined_at, s.csrf, s.label, s.created_at, s.seen_at, s.expires_at \
               from sessions s join users u on u.id = s.user_id where s.token_hash = $1 and s.expires_at > $2 \
               and u.disabled_at is null";
    let Some(mut row) = c.query_first(sql, values![token_hash, now])? else { return Ok(None) };
    let stamp = OverviewVersion { revision: row.get("revision")?, newest: row.get("newest")? };
    let session = read_session(row)?;
    let settings = settings::all(c, session.user.id)?;
    Ok(Some(Visitor { session, settings, stamp }))
}

fn read_session(mut row: Row) -> Result<Session> {
    Ok(Session {
        token_hash: row.get("token_hash")?,
        user: read_user(&mut row)?,
        csrf: row.get("csrf")?,
        label: row.get("label")?,
        created_at: row.get("created_at")?,
        seen_at: row.get("seen_at")?,
        expires_at: row.get("expires_at")?,
    })
}

fn read_app_password(mut row: Row) -> Result<AppPassword> {
    Ok(AppPassword {
        id: row.get("id")?,
        label: row.get("label")?,
        scope: read_code(&mut row, "scope", AppScope::from_code, "scope")?,
        created_at: row.get("created_at")?,
        used_at: row.get("used_at")?,
    })
}
