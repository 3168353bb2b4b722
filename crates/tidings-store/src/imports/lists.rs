//! Imports of subscription lists, and of read and starred marks from other programs.
//!
//! A file is stored line by line before anything is subscribed, and every step is one transaction with the lines it
//! concerns. So an import continues after a crash, and importing the same file twice, even at the same time, subscribes to
//! nothing twice.

use crate::{
    engine::{
        codec::{decode_list, encode_list, from_json, to_json},
        dates::days_before,
        db::{CHUNK, Connection, Row, Value, insert_many},
    },
    error::{Error, Result},
    fetches::storing,
    imports::Imports,
    readings,
    rules::{self, Switch},
    sources::{self, AddedSource},
    subscriptions::{
        self, Wish,
        wishes::{self, OptionsColumn, SubscriberOptions},
    },
    values,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use tidings_model::{
    Article, Fingerprint, FolderPath, Refusal, SourceId, SourceKind, UserId,
    article::Content,
    rule::{Rule, RuleScope},
};
use url::Url;

/// How long an imported mark waits for the source to list its article.
const MARKS_DAYS: i64 = 90;
/// How long to wait for a source's first successful fetch before starred articles are kept without it.
const PATIENCE_DAYS: i64 = 3;
/// How many days finished imports are kept.
const REPORT_DAYS: i64 = 90;

/// One line of a list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ImportLine {
    /// The address, or the text found in its place.
    pub url: String,
    /// The user's title, which may be empty.
    pub title: String,
    /// The path of the folder, which may be empty.
    pub folder: String,
    /// The state of the line.
    pub state: ImportLineState,
    /// Why it was refused: the code of a [`Refusal`], or a sentence written by an older release.
    pub why: String,
    /// The user's options for the source in the program the list comes from.
    pub options: SubscriberOptions,
    /// Whether it was paused there.
    pub is_paused: bool,
}

/// The state of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ImportLineState {
    /// Not processed yet.
    #[default]
    Waiting,
    /// The user is now subscribed.
    Added,
    /// The user was already subscribed.
    Known,
    /// The line cannot be subscribed to.
    Refused,
}

impl ImportLineState {
    const ALL: [Self; 4] = [Self::Waiting, Self::Added, Self::Known, Self::Refused];

    fn code(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Added => "added",
            Self::Known => "known",
            Self::Refused => "refused",
        }
    }

    fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.code() == code)
    }
}

/// An article with the marks it had in another program.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportedMark {
    /// The source's address.
    pub source: Url,
    /// The source's title.
    pub source_title: String,
    /// The article, with sanitised content.
    pub article: Article,
    /// Whether it was read.
    pub is_read: bool,
    /// Whether it was starred.
    pub is_starred: bool,
    /// Whether it was saved for later.
    pub is_later: bool,
    /// The user's own tags.
    pub tags: Vec<String>,
}

/// A validated rule from a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncomingRule {
    /// The rule; `place` gives its scope.
    pub rule: Rule,
    /// The articles it applies to.
    pub place: IncomingRulePlace,
    /// Whether it is switched on.
    pub switch: Switch,
}

/// The articles that a rule from a file applies to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IncomingRulePlace {
    /// Articles of all sources.
    Everywhere,
    /// Articles of the sources in the folder with this path.
    Folder(FolderPath),
    /// Articles of one source.
    Source(Url),
}

/// The content of a file to import.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Listing {
    /// The file's name.
    pub name: String,
    /// Its lines.
    pub lines: Vec<ImportLine>,
    /// The articles with marks.
    pub marks: Vec<ImportedMark>,
    /// The rules.
    pub rules: Vec<IncomingRule>,
    /// The maximum number of rules per user.
    pub most_rules: usize,
    /// Problems found: codes of complaints, or sentences written by an older release.
    pub complaints: Vec<String>,
}

/// The progress of an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportProgress {
    /// Its id.
    pub id: i64,
    /// The user it belongs to.
    pub user: UserId,
    /// The file's name.
    pub name: String,
    /// When it began.
    pub started_at: Timestamp,
    /// When it finished.
    pub finished_at: Option<Timestamp>,
    /// The number of lines per state: waiting, added, known, refused.
    pub counts: [u64; 4],
    /// The number of marked articles in the file.
    pub n_marks: u64,
    /// The number of marks still waiting for their source to list the article.
    pub n_marks_waiting: u64,
    /// Problems found: codes of complaints, or sentences written by an older release.
    pub complaints: Vec<String>,
}

impl ImportProgress {
    /// Returns the number of waiting lines.
    #[must_use]
    pub fn n_waiting(&self) -> u64 {
        self.counts[0]
    }

    /// Returns the number of new subscriptions.
    #[must_use]
    pub fn n_added(&self) -> u64 {
        self.counts[1]
    }

    /// Returns the number of sources the user was already subscribed to.
    #[must_use]
    pub fn n_known(&self) -> u64 {
        self.counts[2]
    }

    /// Returns the number of refused lines.
    #[must_use]
    pub fn n_refused(&self) -> u64 {
        self.counts[3]
    }

    /// Returns the number of lines.
    #[must_use]
    pub fn n_lines(&self) -> u64 {
        self.counts.iter().sum()
    }
}

impl Imports<'_> {
    /// Stores a file to be imported and returns the import's id.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn begin(self, user: UserId, listing: Listing, now: Timestamp) -> Result<i64> {
        self.0.write(move |c| begin(c, user, &listing, now)).await
    }

    /// Returns the unfinished imports of all users.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn unfinished(self) -> Result<Vec<(i64, UserId)>> {
        self.0
            .read(|c| {
                let sql = "select id, user_id from imports where finished_at is null order by id";
                let rows = c.query(sql, &[])?;
                rows.into_iter().map(|mut row| Ok((row.get("id")?, row.get("user_id")?))).collect()
            })
            .await
    }

    /// Returns the next waiting lines of an import, with their ids.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn waiting_lines(self, import: i64, limit: usize) -> Result<Vec<(i64, ImportLine)>> {
        self.0
            .read(move |c| {
                let sql = "select line, url, title, folder, state, why, options from import_lines \
                       where import_id = $1 and state = 'waiting' order by line limit $2";
                let rows = c.query(sql, values![import, limit])?;
                rows.into_iter()
                    .map(|mut row| Ok((row.get("line")?, read_line(&mut row)?)))
                    .collect()
            })
            .await
    }

    /// Subscribes to the sources of some lines and records the state of each line, atomically. Lines that another process
    /// handled in the meantime are skipped. Returns the newly subscribed sources that were already stored.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn settle_lines(
        self,
        import: i64,
        user: UserId,
        lines: Vec<(i64, std::result::Result<Wish, Refusal>)>,
        most: usize,
        now: Timestamp,
    ) -> Result<Vec<SourceId>> {
        self.0
            .write(move |c| {
                let mut known = Vec::new();
                for (line, wish) in &lines {
                    if let Some(AddedSource::Known(id)) =
                        settle(c, import, user, *line, wish, most, now)?
                    {
                        known.push(id);
                    }
                }
                Ok(known)
            })
            .await
    }

    /// Finishes an import that has no waiting lines.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn finish(self, import: i64, now: Timestamp) -> Result<()> {
        self.0.write(move |c| {
            let sql = "update imports set finished_at = $2 where id = $1 and finished_at is null and not exists \
                       (select 1 from import_lines where import_id = $1 and state = 'waiting')";
            c.execute(sql, values![import, now]).map(drop)
        })
        .await
    }

    /// Returns one of a user's imports.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn get(self, user: UserId, import: i64) -> Result<Option<ImportProgress>> {
        self.0
            .read(move |c| {
                let sql = format!("{SELECT} where i.user_id = $1 and i.id = $2");
                let row = c.query_first(&sql, values![user, import])?;
                row.map(|row| read_import(c, row)).transpose()
            })
            .await
    }

    /// Returns a user's latest imports, newest first.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn list(self, user: UserId, limit: usize) -> Result<Vec<ImportProgress>> {
        self.0
            .read(move |c| {
                let sql = format!("{SELECT} where i.user_id = $1 order by i.id desc limit $2");
                let rows = c.query(&sql, values![user, limit])?;
                rows.into_iter().map(|row| read_import(c, row)).collect()
            })
            .await
    }

    /// Returns the refused lines of a user's import, with their ids.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn refused_lines(
        self,
        user: UserId,
        import: i64,
        limit: usize,
    ) -> Result<Vec<(i64, ImportLine)>> {
        self.0.read(move |c| {
            let sql = "select line, url, title, folder, state, why, options from import_lines \
                       where import_id = $2 and user_id = $1 and state = 'refused' order by line limit $3";
            let rows = c.query(sql, values![user, import, limit])?;
            rows.into_iter().map(|mut row| Ok((row.get("line")?, read_line(&mut row)?))).collect()
        })
        .await
    }

    /// Keeps articles starred elsewhere that their source no longer lists, and drops marks that need not wait any longer.
    /// Meant to be called periodically; returns how many articles were kept.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn settle_marks(self, now: Timestamp) -> Result<u64> {
        self.0.write(move |c| settle_marks(c, now)).await
    }
}

const SELECT: &str = "select i.id, i.user_id, i.name, i.started_at, i.finished_at, i.n_marks, i.complaints, \
    (select count(*) from imported_marks m \
    where m.user_id = i.user_id and m.imported_at = i.started_at) as n_marks_waiting \
    from imports i";

fn read_import(c: &mut dyn Connection, mut row: Row) -> Result<ImportProgress> {
    let mut import = ImportProgress {
        id: row.get("id")?,
        user: row.get("user_id")?,
        name: row.get("name")?,
        started_at: row.get("started_at")?,
        finished_at: row.get("finished_at")?,
        counts: [0; 4],
        n_marks: row.get("n_marks")?,
        complaints: decode_list(&row.get::<String>("complaints")?),
        n_marks_waiting: row.get("n_marks_waiting")?,
    };
    let sql = "select state, count(*) as n from import_lines where import_id = $1 group by state";
    for mut row in c.query(sql, values![import.id])? {
        let state =
            sources::read_code(&mut row, "state", ImportLineState::from_code, "state of a line")?;
        let place = ImportLineState::ALL.iter().position(|one| *one == state).unwrap_or_default();
        import.counts[place] = row.get("n")?;
    }
    Ok(import)
}

fn read_line(row: &mut Row) -> Result<ImportLine> {
    let mut line = ImportLine {
        url: row.get("url")?,
        title: row.get("title")?,
        folder: row.get("folder")?,
        state: sources::read_code(row, "state", ImportLineState::from_code, "state of a line")?,
        why: row.get("why")?,
        ..ImportLine::default()
    };
    let wishes: String = row.get("options")?;
    let wishes = if wishes.is_empty() { WishesColumn::default() } else { from_json(&wishes)? };
    line.options = wishes.options.into();
    line.is_paused = wishes.paused;
    Ok(line)
}

/// The options of the subscription that a line becomes; an empty column means none.
#[derive(Serialize, Deserialize, PartialEq, Eq, Default)]
#[serde(default)]
struct WishesColumn {
    #[serde(flatten)]
    options: OptionsColumn,
    #[serde(skip_serializing_if = "wishes::is_false")]
    paused: bool,
}

fn wishes(line: &ImportLine) -> Result<String> {
    let column = WishesColumn { options: line.options.clone().into(), paused: line.is_paused };
    if column == WishesColumn::default() { Ok(String::new()) } else { to_json(&column) }
}

fn begin(c: &mut dyn Connection, user: UserId, listing: &Listing, now: Timestamp) -> Result<i64> {
    let sql = "insert into imports(user_id, name, started_at, n_marks, complaints) values ($1, $2, $3, $4, $5) returning id";
    let parameters =
        values![user, &listing.name, now, listing.marks.len(), encode_list(&listing.complaints)];
    let import: i64 = c.query_first(sql, parameters)?.ok_or(Error::NotFound("import"))?.only()?;
    let rows: Vec<Vec<Value>> = listing
        .lines
        .iter()
        .enumerate()
        .map(|(line, one)| {
            let (state, why) = (one.state.code(), one.why.as_str());
            let names = (&one.url, &one.title, &one.folder);
            let wishes = wishes(one)?;
            Ok(values![import, line, user, names.0, names.1, names.2, state, why, wishes].to_vec())
        })
        .collect::<Result<_>>()?;
    let head = "insert into import_lines(import_id, line, user_id, url, title, folder, state, why, options) values";
    insert_many(c, head, &rows, "")?;
    bring_rules(c, user, listing, now)?;
    let mut sources: HashMap<&Url, SourceId> = HashMap::new();
    for mark in &listing.marks {
        let source = match sources.get(&mark.source) {
            Some(source) => *source,
            None => source_of(c, mark, now)?,
        };
        sources.insert(&mark.source, source);
        await_mark(c, user, source, mark, now)?;
    }
    for source in sources.into_values() {
        apply_marks(c, source, now)?;
    }
    Ok(import)
}

/// Adds rules before the articles they apply to arrive.
fn bring_rules(
    c: &mut dyn Connection,
    user: UserId,
    listing: &Listing,
    now: Timestamp,
) -> Result<()> {
    let mut rules = Vec::new();
    for brought in &listing.rules {
        let scope = match &brought.place {
            IncomingRulePlace::Everywhere => RuleScope::All,
            IncomingRulePlace::Folder(path) => {
                RuleScope::Folder(subscriptions::folder_at(c, user, path, now)?)
            }
            IncomingRulePlace::Source(url) => {
                RuleScope::Source(sources::add(c, SourceKind::Feed, url, None, now)?.id())
            }
        };
        rules.push((Rule { scope, ..brought.rule.clone() }, brought.switch));
    }
    rules::bring(c, user, &rules, listing.most_rules, now).map(drop)
}

fn source_of(c: &mut dyn Connection, mark: &ImportedMark, now: Timestamp) -> Result<SourceId> {
    let source = sources::add(c, SourceKind::Feed, &mark.source, None, now)?;
    if let AddedSource::New(id) = source {
        let sql = "update sources set title = $2 where id = $1 and title = ''";
        c.execute(sql, values![id, &mark.source_title])?;
    }
    Ok(source.id())
}

fn settle(
    c: &mut dyn Connection,
    import: i64,
    user: UserId,
    line: i64,
    wish: &std::result::Result<Wish, Refusal>,
    most: usize,
    now: Timestamp,
) -> Result<Option<AddedSource>> {
    let sql = "select url, title, folder, state, why, options from import_lines \
               where import_id = $1 and line = $2 and state = 'waiting' {LOCK}";
    let Some(mut row) = c.query_first(sql, values![import, line])? else { return Ok(None) };
    let told = read_line(&mut row)?;
    let mut added = None;
    let (state, why) = match wish {
        Err(why) => (ImportLineState::Refused, why.code()),
        Ok(wish) if follows(c, user, &wish.url)? => (ImportLineState::Known, String::new()),
        Ok(_) if n_followed(c, user)? >= most as u64 => {
            (ImportLineState::Refused, Refusal::Full { most: most as u64 }.code())
        }
        Ok(wish) => {
            let granted = subscriptions::grant(c, user, wish, now)?;
            wishes::set_subscriber_options(c, user, granted.id(), &told.options)?;
            if told.is_paused {
                wishes::pause(c, user, granted.id(), now)?;
            }
            added = Some(granted);
            (ImportLineState::Added, String::new())
        }
    };
    let sql = "update import_lines set state = $3, why = $4 where import_id = $1 and line = $2";
    c.execute(sql, values![import, line, state.code(), why])?;
    Ok(added)
}

fn follows(c: &mut dyn Connection, user: UserId, url: &Url) -> Result<bool> {
    let sql = "select 1 from sources s join subscriptions u on u.source_id = s.id and u.user_id = $1 \
               where s.url = $2 and s.owner_id in (0, $1)";
    Ok(c.query_first(sql, values![user, url])?.is_some())
}

fn n_followed(c: &mut dyn Connection, user: UserId) -> Result<u64> {
    let sql = "select count(*) from subscriptions where user_id = $1";
    c.query_first(sql, values![user])?.map_or(Ok(0), |row| row.only())
}

/// Stores the marks of an article until the article arrives.
fn await_mark(
    c: &mut dyn Connection,
    user: UserId,
    source: SourceId,
    mark: &ImportedMark,
    now: Timestamp,
) -> Result<()> {
    let keys = &mark.article.keys;
    let html = match &mark.article.content {
        Content::Clean(html) => html.as_str(),
        Content::Raw { .. } | Content::Known => "",
    };
    let sql = "insert into imported_marks(user_id, source_id, guid_key, link_key, guid, link, title, published, html, \
               is_read, starred_at, tags, imported_at, later_at) \
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";
    let kept_at = mark.article.published.map_or(now, |at| at.min(now));
    let parameters = values![
        user,
        source,
        keys.guid,
        keys.link,
        mark.article.guid.as_deref(),
        mark.article.link.as_deref(),
        &mark.article.title,
        mark.article.published,
        html,
        mark.is_read,
        mark.is_starred.then_some(kept_at),
        encode_list(&mark.tags),
        now,
        mark.is_later.then_some(kept_at)
    ];
    c.execute(sql, parameters).map(drop)
}

/// A waiting mark with the article it belongs to.
struct Found {
    mark: i64,
    user: UserId,
    article: tidings_model::ArticleId,
    is_read: bool,
    starred_at: Option<Timestamp>,
    later_at: Option<Timestamp>,
    tags: Vec<String>,
}

/// Called after a successful fetch: applies the marks that wait for articles of this source, and keeps starred articles
/// that it does not list.
pub(crate) fn after_fetch(c: &mut dyn Connection, source: SourceId, now: Timestamp) -> Result<()> {
    let sql = "select 1 from imported_marks where source_id = $1 limit 1";
    if c.query_first(sql, values![source])?.is_none() {
        return Ok(());
    }
    apply_marks(c, source, now)?;
    let sql = format!("{WAITING} and m.source_id = $1 order by m.id limit $2");
    for row in c.query(&sql, values![source, CHUNK])? {
        keep_alone(c, row, now)?;
    }
    Ok(())
}

/// Marks that deserve an article of their own.
const WAITING: &str = "select m.id, m.user_id, m.guid, m.link, m.title, m.published, m.html, m.is_read, m.starred_at, \
    m.later_at, m.tags, m.guid_key, m.link_key, s.url, s.title as source_title from imported_marks m \
    join sources s on s.id = m.source_id \
    where (m.starred_at is not null or m.later_at is not null or m.tags <> '')";

/// Applies the waiting marks whose articles of this source are now stored.
fn apply_marks(c: &mut dyn Connection, source: SourceId, now: Timestamp) -> Result<()> {
    let sql = "select m.id, m.user_id, k.article_id, m.is_read, m.starred_at, m.later_at, m.tags from imported_marks m \
               join article_keys k on k.source_id = m.source_id and ((k.kind = 0 and k.fingerprint = m.guid_key) \
                 or (k.kind = 2 and k.fingerprint = m.link_key)) \
               join articles a on a.id = k.article_id where m.source_id = $1 order by m.id, k.kind";
    let mut last = 0;
    for mut row in c.query(sql, values![source])? {
        let found = Found {
            mark: row.get("id")?,
            user: row.get("user_id")?,
            article: row.get("article_id")?,
            is_read: row.get("is_read")?,
            starred_at: row.get("starred_at")?,
            later_at: row.get("later_at")?,
            tags: decode_list(&row.get::<String>("tags")?),
        };
        if found.mark != last {
            last = found.mark;
            apply(c, &found, now)?;
        }
    }
    Ok(())
}

/// Marks from a file take precedence over rules.
fn apply(c: &mut dyn Connection, found: &Found, now: Timestamp) -> Result<()> {
    let sql = "delete from hidden where user_id = $1 and article_id = $2";
    c.execute(sql, values![found.user, found.article])?;
    match found.is_read {
        true => readings::mark_read(c, found.user, &[found.article], now)?,
        false => readings::mark_unread(c, found.user, &[found.article], now)?,
    };
    // Also needed where the source is only subscribed to a moment later.
    let read_at = found.is_read.then_some(now);
    if read_at.or(found.starred_at).or(found.later_at).is_some() {
        let sql = "insert into readings(user_id, article_id, read_at, starred_at, later_at) \
                   values ($1, $2, $3, $4, $5) on conflict(user_id, article_id) do update set \
                   read_at = coalesce(readings.read_at, excluded.read_at), \
                   starred_at = coalesce(readings.starred_at, excluded.starred_at), \
                   later_at = coalesce(readings.later_at, excluded.later_at)";
        let (starred_at, later_at) = (found.starred_at, found.later_at);
        c.execute(sql, values![found.user, found.article, read_at, starred_at, later_at])?;
    }
    for tag in &found.tags {
        readings::put_tag(c, found.user, found.article, tag, now)?;
    }
    c.execute("delete from imported_marks where id = $1", values![found.mark]).map(drop)
}

fn settle_marks(c: &mut dyn Connection, now: Timestamp) -> Result<u64> {
    let sql = "delete from imported_marks where starred_at is null and later_at is null and tags = '' and imported_at < $1";
    c.execute(sql, values![days_before(now, MARKS_DAYS)])?;
    let sql = "delete from import_lines where import_id in \
               (select id from imports where finished_at is not null and started_at < $1)";
    c.execute(sql, values![days_before(now, REPORT_DAYS)])?;
    let sql = "delete from imports where finished_at is not null and started_at < $1";
    c.execute(sql, values![days_before(now, REPORT_DAYS)])?;
    // The source was fetched and does not list the article, never responds successfully, or has no subscribers any more.
    let sql = format!(
        "{WAITING} and (s.last_success >= m.imported_at or m.imported_at < $1 \
         or not exists (select 1 from subscriptions u where u.source_id = s.id)) order by m.id limit $2"
    );
    let rows = c.query(&sql, values![days_before(now, PATIENCE_DAYS), CHUNK])?;
    let n = rows.len() as u64;
    for row in rows {
        keep_alone(c, row, now)?;
    }
    Ok(n)
}

/// Keeps an article that its source does not list, in a source that belongs to this user alone: other users must not see
/// content from an imported file.
fn keep_alone(c: &mut dyn Connection, mut row: Row, now: Timestamp) -> Result<()> {
    let (mark, user): (i64, UserId) = (row.get("id")?, row.get("user_id")?);
    let (guid, link): (Option<String>, Option<String>) = (row.get("guid")?, row.get("link")?);
    let (title, published, html): (String, Option<Timestamp>, String) =
        (row.get("title")?, row.get("published")?, row.get("html")?);
    let is_read: bool = row.get("is_read")?;
    let (starred_at, later_at): (Option<Timestamp>, Option<Timestamp>) =
        (row.get("starred_at")?, row.get("later_at")?);
    let tags = decode_list(&row.get::<String>("tags")?);
    let (guid_key, link_key): (Option<Fingerprint>, Option<Fingerprint>) =
        (row.get("guid_key")?, row.get("link_key")?);
    let (url, source_title): (Url, String) = (row.get("url")?, row.get("source_title")?);
    let archive = sources::add(c, SourceKind::Feed, &url, Some(user), now)?.id();
    let sql = "update sources set title = $2 where id = $1 and title = ''";
    c.execute(sql, values![archive, source_title])?;
    let article = Article {
        keys: tidings_model::ArticleKeys {
            guid: guid_key,
            guid_path: None,
            link: link_key,
            title: None,
            content: None,
        },
        version: Fingerprint::of(&[&title, &html]),
        guid,
        title,
        link,
        comments: None,
        n_comments: None,
        authors: Vec::new(),
        published,
        updated: None,
        summary: String::new(),
        content: Content::Clean(html),
        language: None,
        tags: Vec::new(),
        enclosures: Vec::new(),
        image: None,
    };
    let article = storing::keep_one(c, archive, &article, now)?;
    apply(c, &Found { mark, user, article, is_read, starred_at, later_at, tags }, now)
}
