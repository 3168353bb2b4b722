//! User accounts. Passwords arrive here already hashed.

use crate::{
    engine::db::{Connection, Row},
    error::{Error, Result},
    sources,
    users::Users,
    values,
};
use jiff::Timestamp;
use tidings_model::{Role, SourceId, User, UserId};

/// The maximum length of a user name in bytes.
pub const MAX_NAME_BYTES: usize = 100;

/// A user with their password hash.
#[derive(Clone)]
pub struct Account {
    /// The user.
    pub user: User,
    /// The password hash, in the format of its creator; empty for users without a password, who sign in through a proxy.
    pub password_hash: String,
    /// Whether sign-in is disabled.
    pub is_disabled: bool,
    /// Whether two-factor authentication is on.
    pub has_second_factor: bool,
}

/// How much a user has collected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeptCounts {
    /// The number of subscriptions.
    pub n_subscriptions: u64,
    /// The number of starred articles.
    pub n_starred: u64,
    /// The number of articles in Read later.
    pub n_later: u64,
    /// The number of tags.
    pub n_tags: u64,
}

/// A user as operators see them, without anything about what they read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The user.
    pub user: User,
    /// When they were last active (to within some minutes).
    pub seen_at: Option<Timestamp>,
    /// Since when sign-in is disabled.
    pub disabled_at: Option<Timestamp>,
    /// Whether two-factor authentication is on.
    pub has_second_factor: bool,
}

impl std::fmt::Debug for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Account").field("user", &self.user).finish_non_exhaustive()
    }
}

const COLUMNS: &str = "id, name, role, created_at";
const STATE: &str = "disabled_at, \
     (select count(*) from second_factors f \
      where f.user_id = users.id and f.confirmed_at is not null) as has_second_factor";

impl Users<'_> {
    /// Creates an account.
    ///
    /// # Errors
    /// Fails when the name is taken (ignoring case), empty or too long, or the store cannot be written.
    pub async fn add(
        self,
        name: String,
        password_hash: String,
        role: Role,
        now: Timestamp,
    ) -> Result<UserId> {
        self.0.write(move |c| add(c, &name, &password_hash, role, now)).await
    }

    /// Creates the first account, which is an operator's. Refuses if there already is any account.
    ///
    /// # Errors
    /// Fails when there already are users, or the store cannot be written.
    pub async fn add_first(
        self,
        name: String,
        password_hash: String,
        now: Timestamp,
    ) -> Result<UserId> {
        self.0
            .write(move |c| {
                if c.engine() == crate::engine::db::Engine::Postgres {
                    // Two setup pages submitted at the same time must not create two operators.
                    c.execute("lock table users in exclusive mode", &[])?;
                }
                if c.query_first("select 1 from users limit 1", &[])?.is_some() {
                    return Err(Error::Refused(
                        "there already is a user; ask them for an account".to_owned(),
                    ));
                }
                add(c, &name, &password_hash, Role::Operator, now)
            })
            .await
    }

    /// Returns a user.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn get(self, id: UserId) -> Result<Option<User>> {
        self.0
            .read(move |c| {
                let sql = format!("select {COLUMNS} from users where id = $1");
                c.query_first(&sql, values![id])?.map(|mut row| read_user(&mut row)).transpose()
            })
            .await
    }

    /// Returns the user with that name, ignoring case, with their password hash.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn account(self, name: String) -> Result<Option<Account>> {
        self.0
            .read(move |c| {
                let sql =
                    format!("select {COLUMNS}, password, {STATE} from users where name_key = $1");
                c.query_first(&sql, values![name_key(&name)])?.map(read_account).transpose()
            })
            .await
    }

    /// Like [`Users::account`], but by id.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn account_of(self, id: UserId) -> Result<Option<Account>> {
        self.0
            .read(move |c| {
                let sql = format!("select {COLUMNS}, password, {STATE} from users where id = $1");
                c.query_first(&sql, values![id])?.map(read_account).transpose()
            })
            .await
    }

    /// Returns all users, ordered by name.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn all(self) -> Result<Vec<User>> {
        self.0
            .read(|c| {
                let sql = format!("select {COLUMNS} from users order by name_key");
                c.query(&sql, &[])?.into_iter().map(|mut row| read_user(&mut row)).collect()
            })
            .await
    }

    /// Returns all users as operators see them, ordered by name.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn members(self) -> Result<Vec<Member>> {
        self.0
            .read(|c| {
                let sql = format!(
                    "select {COLUMNS}, {STATE}, seen_at, \
                     (select max(v.at) from visits v where v.user_id = users.id) as visited_at \
                     from users order by name_key"
                );
                c.query(&sql, &[])?.into_iter().map(read_member).collect()
            })
            .await
    }

    /// Counts the users.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn count(self) -> Result<u64> {
        self.0
            .read(|c| {
                c.query_first("select count(*) from users", &[])?.map_or(Ok(0), |row| row.only())
            })
            .await
    }

    /// Sets a new password, and ends all of the user's sessions, unfinished sign-ins and password links.
    ///
    /// # Errors
    /// Fails when there is no such user, or the store cannot be written.
    pub async fn set_password(self, id: UserId, password_hash: String) -> Result<()> {
        self.0.write(move |c| set_password(c, id, &password_hash)).await
    }

    /// Changes the name a user signs in with.
    ///
    /// # Errors
    /// Fails when the name is taken, empty or too long, there is no such user, or the store cannot be written.
    pub async fn rename(self, id: UserId, name: String) -> Result<()> {
        self.0
            .write(move |c| {
                let name = check_name(&name)?;
                let sql = "select 1 from users where name_key = $1 and id <> $2";
                if c.query_first(sql, values![name_key(name), id])?.is_some() {
                    return Err(Error::Taken("user name"));
                }
                let sql = "update users set name = $2, name_key = $3 where id = $1";
                found(c.execute(sql, values![id, name, name_key(name)])?)
            })
            .await
    }

    /// Disables a user: from now on no session, password or app password lets them in. Their data stays.
    ///
    /// # Errors
    /// Fails when there is no such user, they are the last operator, or the store cannot be written.
    pub async fn disable(self, id: UserId, now: Timestamp) -> Result<()> {
        self.0
            .write(move |c| {
                check_not_last_operator(c, id)?;
                let sql = "update users set disabled_at = coalesce(disabled_at, $2) where id = $1";
                found(c.execute(sql, values![id, now])?)?;
                end_all(c, id)
            })
            .await
    }

    /// Enables a disabled user.
    ///
    /// # Errors
    /// Fails when there is no such user, or the store cannot be written.
    pub async fn enable(self, id: UserId) -> Result<()> {
        self.0
            .write(move |c| {
                found(c.execute("update users set disabled_at = null where id = $1", values![id])?)
            })
            .await
    }

    /// Sets a user's role. The last operator must remain one.
    ///
    /// # Errors
    /// Fails when there is no such user, they are the last operator, or the store cannot be written.
    pub async fn set_role(self, id: UserId, role: Role) -> Result<()> {
        self.0
            .write(move |c| {
                if role != Role::Operator {
                    check_not_last_operator(c, id)?;
                }
                found(c.execute(
                    "update users set role = $2 where id = $1",
                    values![id, role.code()],
                )?)
            })
            .await
    }

    /// Counts what a user has collected.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn count_kept(self, user: UserId) -> Result<KeptCounts> {
        self.0.read(move |c| {
            let sql = "select (select count(*) from subscriptions where user_id = $1) as n_subscriptions, \
                       (select count(*) from readings where user_id = $1 and starred_at is not null) as n_starred, \
                       (select count(*) from readings where user_id = $1 and later_at is not null) as n_later, \
                       (select count(*) from tags where user_id = $1) as n_tags";
            let mut row = c.query_first(sql, values![user])?.ok_or(Error::NotFound("count"))?;
            Ok(KeptCounts {
                n_subscriptions: row.get("n_subscriptions")?,
                n_starred: row.get("n_starred")?,
                n_later: row.get("n_later")?,
                n_tags: row.get("n_tags")?,
            })
        })
        .await
    }

    /// Removes a user and everything that belongs to them. Articles are shared and stay; sources without other subscribers
    /// are no longer fetched.
    ///
    /// # Errors
    /// Fails when there is no such user, they are the last operator of several users, or the store cannot be written.
    pub async fn remove(self, id: UserId) -> Result<()> {
        self.0.write(move |c| remove(c, id)).await
    }
}

fn found(n_rows: u64) -> Result<()> {
    if n_rows == 0 { Err(Error::NotFound("user")) } else { Ok(()) }
}

/// Names that differ only in case are the same.
fn name_key(name: &str) -> String {
    name.trim().to_lowercase()
}

fn read_user(row: &mut Row) -> Result<User> {
    Ok(User {
        id: row.get("id")?,
        name: row.get("name")?,
        role: sources::read_code(row, "role", Role::from_code, "role")?,
        created_at: row.get("created_at")?,
    })
}

fn read_account(mut row: Row) -> Result<Account> {
    Ok(Account {
        user: read_user(&mut row)?,
        password_hash: row.get("password")?,
        is_disabled: row.get::<Option<Timestamp>>("disabled_at")?.is_some(),
        has_second_factor: row.get("has_second_factor")?,
    })
}

fn read_member(mut row: Row) -> Result<Member> {
    let user = read_user(&mut row)?;
    let (disabled_at, has_second_factor) = (row.get("disabled_at")?, row.get("has_second_factor")?);
    // Someone who reads in an app visits without a session.
    let (seen_at, visited_at): (Option<_>, Option<_>) =
        (row.get("seen_at")?, row.get("visited_at")?);
    Ok(Member { user, disabled_at, has_second_factor, seen_at: seen_at.max(visited_at) })
}

/// Ends all sessions, unfinished sign-ins and invitations of a user.
pub(crate) fn end_all(c: &mut dyn Connection, id: UserId) -> Result<()> {
    for table in ["sessions", "second_steps", "invitations"] {
        c.execute(&format!("delete from {table} where user_id = $1"), values![id])?;
    }
    Ok(())
}

pub(crate) fn set_password(c: &mut dyn Connection, id: UserId, password_hash: &str) -> Result<()> {
    let sql = "update users set password = $2 where id = $1";
    found(c.execute(sql, values![id, password_hash])?)?;
    end_all(c, id)
}

fn check_name(name: &str) -> Result<&str> {
    let name = name.trim();
    if name.is_empty() || name.len() > MAX_NAME_BYTES || name.chars().any(char::is_control) {
        let message =
            format!("a user name has 1 to {MAX_NAME_BYTES} bytes and no control characters");
        return Err(Error::Refused(message));
    }
    Ok(name)
}

pub(crate) fn add(
    c: &mut dyn Connection,
    name: &str,
    password_hash: &str,
    role: Role,
    now: Timestamp,
) -> Result<UserId> {
    let name = check_name(name)?;
    let sql = "insert into users(name, name_key, password, role, created_at) values ($1, $2, $3, $4, $5) \
               on conflict(name_key) do nothing returning id";
    let row = c.query_first(sql, values![name, name_key(name), password_hash, role.code(), now])?;
    row.ok_or(Error::Taken("user name"))?.only()
}

fn check_not_last_operator(c: &mut dyn Connection, id: UserId) -> Result<()> {
    // If two operators remove each other at the same time, the second check waits for the first.
    let all =
        "select id from users where role = 'operator' and disabled_at is null order by id {LOCK}";
    c.query(all, &[])?;
    let others = "select 1 from users where role = 'operator' and disabled_at is null and id <> $1";
    let operator =
        "select 1 from users where role = 'operator' and disabled_at is null and id = $1";
    if c.query_first(operator, values![id])?.is_some()
        && c.query_first(others, values![id])?.is_none()
    {
        return Err(Error::Refused(
            "this is the last operator; make another user an operator first".to_owned(),
        ));
    }
    Ok(())
}

fn remove(c: &mut dyn Connection, id: UserId) -> Result<()> {
    let has_others = c.query_first("select 1 from users where id <> $1", values![id])?.is_some();
    if has_others {
        check_not_last_operator(c, id)?;
    }
    let rows = c.query(
        "select source_id from subscriptions where user_id = $1 order by source_id",
        values![id],
    )?;
    let followed: Vec<SourceId> = rows.into_iter().map(|row| row.only()).collect::<Result<_>>()?;
    for table in PERSONAL_TABLES {
        c.execute(&format!("delete from {table} where user_id = $1"), values![id])?;
    }
    found(c.execute("delete from users where id = $1", values![id])?)?;
    for source in followed {
        sources::orphan_if_unwanted(c, source)?;
    }
    Ok(())
}

/// Records that something of a user's has changed (see [`crate::subscriptions::overview::OverviewVersion`]).
pub(crate) fn touch(c: &mut dyn Connection, id: UserId) -> Result<()> {
    c.execute("update users set revision = revision + 1 where id = $1", values![id]).map(drop)
}

/// Every table with rows that belong to one user.
pub(crate) const PERSONAL_TABLES: &[&str] = &[
    "undos",
    "unread",
    "readings",
    "article_tags",
    "tags",
    "reactions",
    "showings",
    "taught",
    "visits",
    "subscriptions",
    "folders",
    "settings",
    "activity",
    "sessions",
    "app_passwords",
    "import_lines",
    "imports",
    "imported_marks",
    "rule_matches",
    "hidden",
    "late_arrivals",
    "rule_books",
    "rules",
    "deliveries",
    "webhooks",
    "outputs",
    "shares",
    "positions",
    "second_factors",
    "recovery_codes",
    "second_steps",
    "invitations",
];
