//! Visits and reactions: when users come and what they do with articles, which is the input of learning.

use crate::{
    engine::db::{Connection, Row},
    error::{Error, Result},
    learning::tastes::learns,
    subscriptions::check_may_see,
    users::Users,
    values,
};
use jiff::Timestamp;
use tidings_model::{
    ArticleId, Reaction, UserId,
    user::{UserReaction, Visit},
};

impl Users<'_> {
    /// Records a visit.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn add_visit(self, visit: Visit) -> Result<()> {
        self.0.write(move |c| {
            let sql = "insert into visits(user_id, at) values ($1, $2) on conflict(user_id, at) do nothing";
            c.execute(sql, values![visit.user, visit.at]).map(drop)
        })
        .await
    }

    /// Returns a user's visits since the given time, oldest first.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn visits(self, user: UserId, since: Timestamp) -> Result<Vec<Visit>> {
        self.0
            .read(move |c| {
                let sql =
                    "select user_id, at from visits where user_id = $1 and at >= $2 order by at";
                let rows = c.query(sql, values![user, since])?;
                rows.into_iter()
                    .map(|mut row| Ok(Visit { user: row.get("user_id")?, at: row.get("at")? }))
                    .collect()
            })
            .await
    }

    /// Records a reaction to an article that the user may see.
    ///
    /// # Errors
    /// Fails when the user may not see it, or the store cannot be written.
    pub async fn add_reaction(self, reacted: UserReaction) -> Result<()> {
        self.0
            .write(move |c| {
                check_may_see(c, reacted.user, reacted.article)?;
                note(c, reacted)
            })
            .await
    }

    /// Removes a user's request for more or less like an article.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn take_back(self, user: UserId, article: ArticleId) -> Result<()> {
        self.0.write(move |c| {
            let sql = "delete from reactions where user_id = $1 and article_id = $2 and reaction in ('liked', 'hidden')";
            c.execute(sql, values![user, article]).map(drop)
        })
        .await
    }

    /// Returns a user's reactions since the given time, oldest first.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn reactions(self, user: UserId, since: Timestamp) -> Result<Vec<UserReaction>> {
        self.0.read(move |c| {
            let sql = "select user_id, article_id, reaction, at from reactions where user_id = $1 and at >= $2 \
                       order by at, id";
            c.query(sql, values![user, since])?.into_iter().map(read).collect()
        })
        .await
    }
}

/// Records a reaction if the user allows learning. The caller has checked that the user may see the article.
pub(crate) fn note(c: &mut dyn Connection, reacted: UserReaction) -> Result<()> {
    let sql = format!(
        "insert into reactions(user_id, article_id, source_id, reaction, at) \
         select cast($1 as bigint), a.id, a.source_id, cast($3 as text), cast($4 as bigint) \
         from articles a where a.id = $2 and {}",
        learns("$1")
    );
    let parameters = values![reacted.user, reacted.article, code(reacted.reaction), reacted.at];
    c.execute(&sql, parameters).map(drop)
}

const REACTIONS: [(Reaction, &str); 9] = [
    (Reaction::Opened, "opened"),
    (Reaction::Kept, "kept"),
    (Reaction::Starred, "starred"),
    (Reaction::Tagged, "tagged"),
    (Reaction::Shared, "shared"),
    (Reaction::Liked, "liked"),
    (Reaction::Skipped, "skipped"),
    (Reaction::Dismissed, "dismissed"),
    (Reaction::Hidden, "hidden"),
];

fn code(reaction: Reaction) -> &'static str {
    REACTIONS.iter().find(|(known, _)| *known == reaction).map_or("opened", |(_, code)| code)
}

fn read(mut row: Row) -> Result<UserReaction> {
    let (user, article, code) =
        (row.get("user_id")?, row.get("article_id")?, row.get::<String>("reaction")?);
    Ok(UserReaction { user, article, reaction: decoded(&code)?, at: row.get("at")? })
}

pub(crate) fn decoded(code: &str) -> Result<Reaction> {
    let known = REACTIONS.iter().find(|(_, known)| *known == code);
    known
        .map(|(reaction, _)| *reaction)
        .ok_or_else(|| Error::Unreadable(format!("{code:?} is not a reaction")))
}
