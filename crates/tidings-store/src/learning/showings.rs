//! What lists showed to users and how they reacted, in the order of time.

use crate::{
    articles::VISIBLE,
    engine::db::{Connection, Row},
    error::Result,
    learning::{Learning, topics},
    users::visits,
    values,
};
use jiff::Timestamp;
use tidings_model::{
    ArticleId, UserId,
    taste::{ArticleEvent, Lesson, ListShowing, PlacedArticle, Placing},
};

/// How often shown articles were opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OpenRate {
    /// Showings among the first few positions.
    pub n_shown: u64,
    /// Those opened within a day.
    pub n_opened: u64,
}

const PLACES: [(Placing, &str); 2] = [(Placing::Interest, "today"), (Placing::Time, "time")];

impl Learning<'_> {
    /// Stores what a list showed to a user. Articles already shown in this visit keep their positions; the others come
    /// after them. Articles that the user may not see are left out.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn note_shown(self, shown: ListShowing) -> Result<()> {
        self.0.write(move |c| note(c, &shown)).await
    }

    /// Returns the latest visit to lists of this order since the given time: when it began, and the articles shown, in
    /// order.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn shown_since(
        self,
        user: UserId,
        placing: Placing,
        since: Timestamp,
    ) -> Result<Option<ListShowing>> {
        self.0.read(move |c| {
            let sql = "select max(at) from showings where user_id = $1 and place = $2 and at >= $3";
            let row = c.query_first(sql, values![user, place(placing), since])?;
            let Some(at) = row.map(|row| row.only::<Option<Timestamp>>()).transpose()?.flatten()
            else {
                return Ok(None);
            };
            let sql = "select article_id, reason from showings where user_id = $1 and place = $2 and at = $3 \
                       order by position";
            let read = |mut row: Row| Ok(PlacedArticle { article: row.get("article_id")?, reason: row.get("reason")? });
            let rows = c.query(sql, values![user, place(placing), at])?;
            let articles = rows.into_iter().map(read).collect::<Result<_>>()?;
            Ok(Some(ListShowing { user, at, placing, articles }))
        })
        .await
    }

    /// Returns what a user was shown and how they reacted, after `after` and up to `until`, oldest first.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn lessons(
        self,
        user: UserId,
        after: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Lesson>> {
        self.0.read(move |c| {
            let sql = "select x.at, x.article_id, x.source_id, x.what, x.position, t.mixture from ( \
                         select at, article_id, source_id, place as what, position, 0 as turn, id from showings \
                           where user_id = $1 and at > $2 and at <= $3 \
                         union all \
                         select at, article_id, source_id, reaction, 0, 1, id from reactions \
                           where user_id = $1 and at > $2 and at <= $3) x \
                       left join article_topics t on t.article_id = x.article_id \
                       order by x.at, x.turn, x.position, x.id";
            c.query(sql, values![user, after, until])?.into_iter().map(read_lesson).collect()
        })
        .await
    }

    /// Returns how often the first ten articles of a user's lists were opened within a day, per list order, since the given
    /// time.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn open_rate(
        self,
        user: UserId,
        placing: Placing,
        since: Timestamp,
    ) -> Result<OpenRate> {
        self.0.read(move |c| {
            let sql = "select count(*) as n_shown, coalesce(sum(case when exists (select 1 from reactions r \
                         where r.article_id = s.article_id and r.user_id = s.user_id and r.reaction = 'opened' \
                           and r.at >= s.at and r.at < s.at + 86400000) then 1 else 0 end), 0) as n_opened \
                       from showings s where s.user_id = $1 and s.place = $2 and s.at >= $3 and s.position <= 10";
            let Some(mut row) = c.query_first(sql, values![user, place(placing), since])? else {
                return Ok(OpenRate::default());
            };
            Ok(OpenRate { n_shown: row.get("n_shown")?, n_opened: row.get("n_opened")? })
        })
        .await
    }

    /// Removes showings from before the given time, and the topics of articles that nothing refers to any more, at most
    /// `limit` of each. Returns how many were removed.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn forget_shown(self, before: Timestamp, limit: usize) -> Result<u64> {
        // The search takes a while; writers do not have to wait for it.
        let unused = self.0.read(move |c| topics::unused(c, before, limit)).await?;
        self.0.write(move |c| {
            let sql = "delete from showings where id in (select id from showings where at < $1 order by at limit $2)";
            let n = c.execute(sql, values![before, limit])?;
            topics::drop_mixtures(c, &unused)?;
            Ok(n + unused.len() as u64)
        })
        .await
    }
}

fn note(c: &mut dyn Connection, shown: &ListShowing) -> Result<()> {
    let placing = place(shown.placing);
    let sql = "select coalesce(max(position), 0) from showings where user_id = $1 and place = $2 and at = $3";
    let mut position = match c.query_first(sql, values![shown.user, placing, shown.at])? {
        Some(row) => row.only::<i64>()?,
        None => 0,
    };
    let sql = format!(
        "insert into showings(user_id, at, place, position, article_id, source_id, reason) \
         select cast($1 as bigint), cast($3 as bigint), cast($4 as text), cast($5 as bigint), a.id, a.source_id, \
           cast($6 as text) from articles a where a.id = $2 and {VISIBLE} \
         on conflict(user_id, place, at, article_id) do nothing"
    );
    for placed in &shown.articles {
        let parameters = values![
            shown.user,
            placed.article,
            shown.at,
            placing,
            position + 1,
            placed.reason.as_str()
        ];
        if c.execute(&sql, parameters)? > 0 {
            position += 1;
        }
    }
    Ok(())
}

/// Moves the showings of one article to another.
pub(crate) fn merge(c: &mut dyn Connection, gone: ArticleId, kept: ArticleId) -> Result<()> {
    for sql in [
        "delete from showings where article_id = $1 and exists (select 1 from showings k where k.article_id = $2 \
           and k.user_id = showings.user_id and k.place = showings.place and k.at = showings.at)",
        "update showings set article_id = $2, source_id = (select source_id from articles where id = $2) \
           where article_id = $1",
    ] {
        c.execute(sql, values![gone, kept])?;
    }
    Ok(())
}

fn place(placing: Placing) -> &'static str {
    PLACES.iter().find(|(known, _)| *known == placing).map_or("time", |(_, place)| place)
}

fn read_lesson(mut row: Row) -> Result<Lesson> {
    let (at, article, source) = (row.get("at")?, row.get("article_id")?, row.get("source_id")?);
    let (what, position) = (row.get::<String>("what")?, row.get::<u32>("position")?);
    let what = match PLACES.iter().find(|(_, place)| *place == what) {
        Some((placing, _)) => ArticleEvent::Shown(*placing, position),
        None => ArticleEvent::Reacted(visits::decoded(&what)?),
    };
    let mixture = row.get::<Option<Vec<u8>>>("mixture")?;
    let mixture = mixture.map(|bytes| topics::decoded(&bytes)).transpose()?.unwrap_or_default();
    Ok(Lesson { at, article, source, mixture, what })
}
