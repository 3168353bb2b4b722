//! Rules as stored, in their order, with their matches. What they mean is decided elsewhere.

use crate::{
    activity::{self, Note},
    articles::{self, Cursor, FullArticle},
    engine::{
        codec::decode_list,
        dates::{days_before, earlier},
        db::{Connection, Row, Value},
    },
    error::{Error, Result},
    rules::{Rules, judging, undo},
    subscriptions::{self, Folder},
    undos, values,
};
use jiff::{SignedDuration, Timestamp};
use tidings_model::{
    ArticleId, FolderId, RuleId, SourceId, UserId,
    rule::{Accents, Matching, Rule, RuleScope, Verdict, lines, read_lines},
};

/// How long a removed rule can be restored.
pub const UNDO: SignedDuration = SignedDuration::from_hours(1);
/// How many days matches are kept.
pub const LOG_DAYS: i64 = 30;

/// A rule as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRule {
    /// Its id.
    pub id: RuleId,
    /// The rule itself.
    pub rule: Rule,
    /// Whether it is switched on.
    pub is_on: bool,
    /// Why we switched it off.
    pub fault: Option<String>,
    /// When it was created.
    pub created_at: Timestamp,
    /// The number of matches that are still stored.
    pub n_matched: u64,
}

/// Whether something is switched on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switch {
    /// On.
    On,
    /// Off.
    Off,
}

/// A direction in the order of rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Towards the first.
    Up,
    /// Towards the last.
    Down,
}

/// A subscriber of a source who has rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleHolder {
    /// The user.
    pub user: UserId,
    /// The user's folder for the source, and the folders around that one.
    pub folders: Vec<FolderId>,
    /// Incremented whenever the user's rules change.
    pub generation: i64,
}

/// An article as rules see it.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleArticle {
    /// Its id.
    pub id: ArticleId,
    /// Its source.
    pub source: SourceId,
    /// The user's folder for the source, and the folders around that one.
    pub folders: Vec<FolderId>,
    /// The source's title, as the user sees it.
    pub source_title: String,
    /// The title, as plain text.
    pub title: String,
    /// The names of the authors, as plain text.
    pub authors: Vec<String>,
    /// The categories assigned by the source.
    pub categories: Vec<String>,
    /// The address of its page.
    pub link: Option<String>,
    /// The content as sanitised HTML; empty if it was not requested.
    pub html: String,
    /// The sort key.
    pub published_at: Timestamp,
}

impl Rules<'_> {
    /// Returns a user's rules in order, with the number of matches of each.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn list(self, user: UserId) -> Result<Vec<StoredRule>> {
        self.0.read(move |c| rules(c, user)).await
    }

    /// Returns one of a user's rules.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn get(self, user: UserId, id: RuleId) -> Result<Option<StoredRule>> {
        self.0.read(move |c| {
            let sql = format!("select {COLUMNS} from rules r where r.user_id = $1 and r.id = $2 and r.deleted_at is null");
            c.query_first(&sql, values![user, id])?.map(read_rule).transpose()
        })
        .await
    }

    /// Adds a rule after all others.
    ///
    /// # Errors
    /// Fails when the user already has `limit` rules, the scope is not theirs, or the store cannot be written.
    pub async fn add(
        self,
        user: UserId,
        rule: Rule,
        limit: usize,
        now: Timestamp,
    ) -> Result<RuleId> {
        self.0.write(move |c| add(c, user, &rule, limit, now)).await
    }

    /// Replaces a rule and switches it on.
    ///
    /// # Errors
    /// Fails when the rule or its scope is not the user's, or the store cannot be written.
    pub async fn change(self, user: UserId, id: RuleId, rule: Rule) -> Result<()> {
        self.0.write(move |c| {
            check_scope(c, user, rule.scope)?;
            let (scope, scope_id) = scope_columns(rule.scope);
            let sql = "update rules set name = $3, scope = $4, scope_id = $5, matching = $6, accents = $7, \
                       conditions = $8, actions = $9, is_on = 1, fault = null \
                       where user_id = $1 and id = $2 and deleted_at is null";
            let parameters = values![
                user, id, &rule.name, scope, scope_id, matching_code(rule.matching),
                rule.accents == Accents::Count, lines(&rule.conditions), lines(&rule.actions)
            ];
            found(c.execute(sql, parameters)?)?;
            turn_page(c, user)
        })
        .await
    }

    /// Switches a rule on or off.
    ///
    /// # Errors
    /// Fails when the rule is not the user's, or the store cannot be written.
    pub async fn switch(self, user: UserId, id: RuleId, switch: Switch) -> Result<()> {
        self.0.write(move |c| {
            let sql = "update rules set is_on = $3, fault = null where user_id = $1 and id = $2 and deleted_at is null";
            found(c.execute(sql, values![user, id, switch == Switch::On])?)?;
            turn_page(c, user)
        })
        .await
    }

    /// Switches a rule off because of an error, and notifies its user. Does nothing to a rule that is already off.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn disable(
        self,
        user: UserId,
        id: RuleId,
        why: String,
        now: Timestamp,
    ) -> Result<()> {
        self.0.write(move |c| {
            let sql = "update rules set is_on = 0, fault = $3 where user_id = $1 and id = $2 and is_on = 1 returning name";
            let Some(row) = c.query_first(sql, values![user, id, &why])? else { return Ok(()) };
            let name: String = row.only()?;
            turn_page(c, user)?;
            let message = format!("The rule \u{201c}{name}\u{201d} was switched off: {why}");
            activity::note(c, Note { at: now, user: Some(user), source: None, kind: "rule_off".to_owned(), message })
        })
        .await
    }

    /// Swaps a rule with the one before or after it; does nothing at the ends.
    ///
    /// # Errors
    /// Fails when the rule is not the user's, or the store cannot be written.
    pub async fn move_to(self, user: UserId, id: RuleId, direction: Direction) -> Result<()> {
        self.0.write(move |c| move_rule(c, user, id, direction)).await
    }

    /// Removes a rule, which can be restored within [`UNDO`]. After that, the articles it hid return to the lists.
    ///
    /// # Errors
    /// Fails when the rule is not the user's, or the store cannot be written.
    pub async fn remove(self, user: UserId, id: RuleId, now: Timestamp) -> Result<()> {
        self.0.write(move |c| {
            let sql = "update rules set deleted_at = $3 where user_id = $1 and id = $2 and deleted_at is null";
            found(c.execute(sql, values![user, id, now])?)?;
            turn_page(c, user)
        })
        .await
    }

    /// Restores a removed rule; does nothing to one that was not removed.
    ///
    /// # Errors
    /// Fails when the rule no longer exists, or the store cannot be written.
    pub async fn restore(self, user: UserId, id: RuleId) -> Result<()> {
        self.0
            .write(move |c| {
                let sql = "update rules set deleted_at = null where user_id = $1 and id = $2";
                found(c.execute(sql, values![user, id])?)?;
                turn_page(c, user)
            })
            .await
    }

    /// Returns what a rule matched, newest first.
    ///
    /// # Errors
    /// Fails when the rule is not the user's, or the store cannot be read.
    pub async fn matches(
        self,
        user: UserId,
        id: RuleId,
        limit: usize,
    ) -> Result<Vec<(FullArticle, Timestamp)>> {
        self.0.read(move |c| {
            let sql = "select article_id, matched_at from rule_matches where rule_id = $1 and user_id = $2 \
                       order by matched_at desc, article_id desc limit $3";
            let rows = c.query(sql, values![id, user, limit])?;
            let matched: Vec<(ArticleId, Timestamp)> =
                rows.into_iter()
                    .map(|mut row| Ok((row.get("article_id")?, row.get("matched_at")?)))
                    .collect::<Result<_>>()?;
            let mut ids: Vec<ArticleId> = matched.iter().map(|(id, _)| *id).collect();
            ids.sort_unstable();
            let full = articles::full_articles(c, user, &ids)?;
            let article = |(id, at): (ArticleId, Timestamp)| {
                let at_index = full.binary_search_by_key(&id, |full| full.listed.id).ok()?;
                Some((full[at_index].clone(), at))
            };
            Ok(matched.into_iter().filter_map(article).collect())
        })
        .await
    }

    /// Returns the subscribers of a source who have rules.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn looks(self, source: SourceId) -> Result<Vec<RuleHolder>> {
        self.0.read(move |c| {
            let sql = "with recursive around(user_id, folder_id) as (\
                       select s.user_id, s.folder_id from subscriptions s where s.source_id = $1 union all \
                       select d.user_id, d.parent_id from around join folders d on d.id = around.folder_id) \
                       select b.user_id, b.generation, around.folder_id from around \
                       join rule_books b on b.user_id = around.user_id order by b.user_id";
            let mut holders: Vec<RuleHolder> = Vec::new();
            for mut row in c.query(sql, values![source])? {
                let (user, generation) = (row.get("user_id")?, row.get("generation")?);
                if holders.last().is_none_or(|last| last.user != user) {
                    holders.push(RuleHolder { user, folders: Vec::new(), generation });
                }
                let folder: Option<FolderId> = row.get("folder_id")?;
                if let Some(holder) = holders.last_mut() {
                    holder.folders.extend(folder);
                }
            }
            Ok(holders)
        })
        .await
    }

    /// Returns a user's active rules in order, with their generation.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn book(self, user: UserId) -> Result<(i64, Vec<(RuleId, Rule)>)> {
        self.0
            .read_snapshot(move |c| {
                let row = c.query_first(
                    "select generation from rule_books where user_id = $1",
                    values![user],
                )?;
                let generation = row.map_or(Ok(0), |row| row.only())?;
                let rules = rules(c, user)?.into_iter().filter(|rule| rule.is_on);
                Ok((generation, rules.map(|rule| (rule.id, rule.rule)).collect()))
            })
            .await
    }

    /// Returns a user's articles in a scope since the given time, newest first, after a cursor.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn articles_for_rules(
        self,
        user: UserId,
        scope: RuleScope,
        contents: Switch,
        since: Timestamp,
        after: Cursor,
        limit: usize,
    ) -> Result<Vec<RuleArticle>> {
        self.0.read(move |c| seen(c, user, scope, contents, since, after, limit)).await
    }

    /// Applies decisions about articles that are already stored. Returns the id of the undo, if anything changed.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn carry_out(
        self,
        user: UserId,
        verdicts: Vec<(ArticleId, Verdict)>,
        now: Timestamp,
    ) -> Result<Option<i64>> {
        self.0
            .write(move |c| {
                if verdicts.is_empty() {
                    return Ok(None);
                }
                let borrowed: Vec<(ArticleId, &Verdict)> =
                    verdicts.iter().map(|(id, verdict)| (*id, verdict)).collect();
                let record = undo::before(c, user, &borrowed)?;
                judging::carry_out(c, user, &borrowed, now)?;
                let n = borrowed.len() as u64;
                undos::keep(c, user, undo::RULED, n, &record, now).map(Some)
            })
            .await
    }

    /// Applies decisions about articles that a new subscriber finds in a source. Earlier marks of the user, made here or
    /// imported, take precedence.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn carry_out_at_meeting(
        self,
        user: UserId,
        verdicts: Vec<(ArticleId, Verdict)>,
        now: Timestamp,
    ) -> Result<()> {
        self.0.write(move |c| judging::carry_out_at_meeting(c, user, verdicts.clone(), now)).await
    }

    /// Removes old matches, and rules removed long enough ago together with their hidden articles.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn sweep(self, now: Timestamp) -> Result<()> {
        self.0
            .write(move |c| {
                let removed = earlier(now, UNDO);
                let old = days_before(now, LOG_DAYS);
                let gone = "(select id from rules where deleted_at < $1)";
                for table in ["hidden", "rule_matches"] {
                    c.execute(
                        &format!("delete from {table} where rule_id in {gone}"),
                        values![removed],
                    )?;
                }
                c.execute("delete from rules where deleted_at < $1", values![removed])?;
                c.execute("delete from rule_matches where matched_at < $1", values![old]).map(drop)
            })
            .await
    }
}

const COLUMNS: &str = "r.id, r.name, r.scope, r.scope_id, r.matching, r.accents, r.conditions, r.actions, r.is_on, \
     r.fault, r.created_at, (select count(*) from rule_matches m where m.rule_id = r.id) as n_matched";

fn rules(c: &mut dyn Connection, user: UserId) -> Result<Vec<StoredRule>> {
    let sql = format!(
        "select {COLUMNS} from rules r where r.user_id = $1 and r.deleted_at is null order by r.position, r.id"
    );
    c.query(&sql, values![user])?.into_iter().map(read_rule).collect()
}

fn read_rule(mut row: Row) -> Result<StoredRule> {
    let unreadable = |what: &str| Error::Unreadable(format!("a rule has an unknown {what}"));
    let (id, name) = (row.get("id")?, row.get("name")?);
    let scope = read_scope(&row.get::<String>("scope")?, row.get("scope_id")?)
        .ok_or_else(|| unreadable("scope"))?;
    let matching = match row.get::<String>("matching")?.as_str() {
        "all" => Matching::All,
        "any" => Matching::Any,
        _ => return Err(unreadable("matching")),
    };
    let accents = if row.get("accents")? { Accents::Count } else { Accents::Ignored };
    let conditions =
        read_lines(&row.get::<String>("conditions")?).map_err(|_| unreadable("condition"))?;
    let actions = read_lines(&row.get::<String>("actions")?).map_err(|_| unreadable("action"))?;
    Ok(StoredRule {
        id,
        rule: Rule { name, scope, matching, conditions, accents, actions },
        is_on: row.get("is_on")?,
        fault: row.get("fault")?,
        created_at: row.get("created_at")?,
        n_matched: row.get("n_matched")?,
    })
}

pub(crate) fn read_scope(scope: &str, id: Option<i64>) -> Option<RuleScope> {
    Some(match (scope, id) {
        ("all", _) => RuleScope::All,
        ("folder", Some(id)) => RuleScope::Folder(FolderId(id)),
        ("source", Some(id)) => RuleScope::Source(SourceId(id)),
        _ => return None,
    })
}

pub(crate) fn scope_columns(scope: RuleScope) -> (&'static str, Option<i64>) {
    match scope {
        RuleScope::All => ("all", None),
        RuleScope::Folder(id) => ("folder", Some(id.0)),
        RuleScope::Source(id) => ("source", Some(id.0)),
    }
}

fn matching_code(matching: Matching) -> &'static str {
    match matching {
        Matching::All => "all",
        Matching::Any => "any",
    }
}

/// Checks that the folder or source belongs to the user.
pub(crate) fn check_scope(c: &mut dyn Connection, user: UserId, scope: RuleScope) -> Result<()> {
    let (sql, id, what) = match scope {
        RuleScope::All => return Ok(()),
        RuleScope::Folder(id) => {
            ("select 1 from folders where user_id = $1 and id = $2", id.0, "folder")
        }
        RuleScope::Source(id) => {
            ("select 1 from subscriptions where user_id = $1 and source_id = $2", id.0, "source")
        }
    };
    c.query_first(sql, values![user, id])?.map(drop).ok_or(Error::NotFound(what))
}

fn found(n_rows: u64) -> Result<()> {
    if n_rows == 0 { Err(Error::NotFound("rule")) } else { Ok(()) }
}

/// Records that a user's rules changed.
fn turn_page(c: &mut dyn Connection, user: UserId) -> Result<()> {
    let sql = "insert into rule_books(user_id, generation) values ($1, 1) \
               on conflict(user_id) do update set generation = rule_books.generation + 1";
    c.execute(sql, values![user]).map(drop)
}

fn add(
    c: &mut dyn Connection,
    user: UserId,
    rule: &Rule,
    limit: usize,
    now: Timestamp,
) -> Result<RuleId> {
    check_scope(c, user, rule.scope)?;
    append(c, user, rule, Switch::On, limit, now)
}

/// Adds the rules of an archive after all others, skipping those that already exist. Returns how many exceeded the limit.
pub(crate) fn bring(
    c: &mut dyn Connection,
    user: UserId,
    brought: &[(Rule, Switch)],
    limit: usize,
    now: Timestamp,
) -> Result<usize> {
    let known: Vec<Rule> = rules(c, user)?.into_iter().map(|stored| stored.rule).collect();
    let new: Vec<_> = brought.iter().filter(|(rule, _)| !known.contains(rule)).collect();
    let room = limit.saturating_sub(known.len());
    for (rule, switch) in new.iter().take(room) {
        append(c, user, rule, *switch, limit, now)?;
    }
    Ok(new.len().saturating_sub(room))
}

fn append(
    c: &mut dyn Connection,
    user: UserId,
    rule: &Rule,
    switch: Switch,
    limit: usize,
    now: Timestamp,
) -> Result<RuleId> {
    turn_page(c, user)?;
    let sql = "select count(*) as n, coalesce(max(position), 0) as last from rules \
               where user_id = $1 and deleted_at is null";
    let row = c.query_first(sql, values![user])?;
    let (n_rules, last): (i64, i64) = match row {
        Some(mut row) => (row.get("n")?, row.get("last")?),
        None => (0, 0),
    };
    if usize::try_from(n_rules).unwrap_or(usize::MAX) >= limit {
        return Err(Error::Refused(format!("there are already {limit} rules; remove one first")));
    }
    let (scope, scope_id) = scope_columns(rule.scope);
    let sql = "insert into rules(user_id, position, name, scope, scope_id, matching, accents, conditions, actions, \
               is_on, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id";
    let parameters = values![
        user,
        last + 1,
        &rule.name,
        scope,
        scope_id,
        matching_code(rule.matching),
        rule.accents == Accents::Count,
        lines(&rule.conditions),
        lines(&rule.actions),
        switch == Switch::On,
        now
    ];
    c.query_first(sql, parameters)?.ok_or(Error::NotFound("rule"))?.only()
}

fn move_rule(c: &mut dyn Connection, user: UserId, id: RuleId, direction: Direction) -> Result<()> {
    turn_page(c, user)?;
    let sql =
        "select id from rules where user_id = $1 and deleted_at is null order by position, id";
    let rows = c.query(sql, values![user])?;
    let mut order: Vec<RuleId> = rows.into_iter().map(|row| row.only()).collect::<Result<_>>()?;
    let at = order.iter().position(|other| *other == id).ok_or(Error::NotFound("rule"))?;
    match direction {
        Direction::Up if at > 0 => order.swap(at, at - 1),
        Direction::Down if at + 1 < order.len() => order.swap(at, at + 1),
        Direction::Up | Direction::Down => {}
    }
    for (rule, position) in order.iter().zip(1_i64..) {
        let sql = "update rules set position = $2 where id = $1 and position <> $2";
        c.execute(sql, values![*rule, position])?;
    }
    Ok(())
}

fn seen(
    c: &mut dyn Connection,
    user: UserId,
    scope: RuleScope,
    contents: Switch,
    since: Timestamp,
    after: Cursor,
    limit: usize,
) -> Result<Vec<RuleArticle>> {
    let (html, join) = match contents {
        Switch::On => ("h.html", "left join article_content h on h.article_id = a.id"),
        Switch::Off => ("''", ""),
    };
    let mut parameters = values![user, after.at, after.id, since].to_vec();
    let filter = match scope {
        RuleScope::All => String::new(),
        RuleScope::Folder(id) => {
            parameters.push(Value::from(id));
            format!("and u.folder_id in {}", subscriptions::inside("$5"))
        }
        RuleScope::Source(id) => {
            parameters.push(Value::from(id));
            "and a.source_id = $5".to_owned()
        }
    };
    let sql = format!(
        "select a.id, a.source_id, u.folder_id, \
         coalesce(u.title, case when s.title <> '' then s.title else s.url end) as source_title, a.title, a.authors, \
         a.tags, a.link, {html} as html, a.published_at from articles a \
         join subscriptions u on u.user_id = $1 and u.source_id = a.source_id \
         join sources s on s.id = a.source_id {join} \
         where (a.published_at, a.id) < ($2, $3) and a.published_at >= $4 {filter} \
         order by a.published_at desc, a.id desc limit {}",
        limit.clamp(1, 1000)
    );
    let folders = subscriptions::folders(c, user)?;
    c.query(&sql, &parameters)?.into_iter().map(|row| read_seen(row, &folders)).collect()
}

fn read_seen(mut row: Row, folders: &[Folder]) -> Result<RuleArticle> {
    let folder: Option<FolderId> = row.get("folder_id")?;
    let own = folders.iter().find(|one| Some(one.id) == folder);
    let around = folders.iter().filter(|one| own.is_some_and(|own| one.contains(own)));
    Ok(RuleArticle {
        id: row.get("id")?,
        source: row.get("source_id")?,
        folders: around.map(|one| one.id).collect(),
        source_title: row.get("source_title")?,
        title: row.get("title")?,
        authors: decode_list(&row.get::<String>("authors")?),
        categories: decode_list(&row.get::<String>("tags")?),
        link: row.get("link")?,
        html: row.get::<Option<String>>("html")?.unwrap_or_default(),
        published_at: row.get("published_at")?,
    })
}
