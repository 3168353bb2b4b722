//! Stores a fetch: articles, keys, unread rows, validators, statistics, the plan, the log entry and the end of the lease,
//! in one transaction.

mod known;
mod record;

pub(crate) use known::Known;
pub use record::{FetchRecord, FetchedContent, ParsedDocument, StoringResult};

use crate::{
    activity::{self, notices},
    articles::changes,
    engine::{
        codec::{encode_enclosures, encode_list},
        db::{CHUNK, Connection, Value, insert_many, push_list},
    },
    error::{Error, Result},
    fetches::{
        Fetches,
        identity::{Candidate, KeyKind, Recognizable, recognize},
        log::{self, LoggedFetch},
    },
    freshness, imports,
    learning::beliefs,
    outputs::webhooks,
    readings::unread,
    rules::judging,
    sources::{
        hints::{decode_hints, encode_hints},
        hosts, icons, merge,
    },
    values,
};
use jiff::Timestamp;
use std::collections::{HashMap, HashSet};
use tidings_model::{
    Article, ArticleId, FetchId, Fingerprint, HostKey, Outcome, SourceId, Validators,
    article::Content,
};
use url::Url;

/// The number of keys kept per article and kind, including former ones, so that a source that alternates between a few
/// spellings is still recognised.
const KEYS_PER_KIND: usize = 4;

impl Fetches<'_> {
    /// Returns which of these items are already stored, and in which version. Items known in the same version can be passed
    /// to [`Fetches::store`] as [`Content::Known`]; all others need clean content.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn known_versions(
        self,
        source: SourceId,
        items: Vec<Recognizable>,
    ) -> Result<Vec<Option<Fingerprint>>> {
        self.0
            .read(move |c| {
                let known = Known::load(c, source, &items)?;
                let found = recognize(&items, &known.candidates);
                let version = |(id, item): (Option<ArticleId>, &Recognizable)| {
                    // Articles removed by retention must not come back: they count as known in any version.
                    id.map(|id| known.versions[&id].unwrap_or(item.version))
                };
                Ok(found.into_iter().zip(&items).map(version).collect())
            })
            .await
    }

    /// Stores a fetch atomically. Storing the same fetch twice adds nothing.
    ///
    /// # Errors
    /// Returns [`Error::Stale`] when an article passed as known is not (look them up again and retry), and otherwise fails
    /// when the store cannot be written.
    pub async fn store(self, record: FetchRecord) -> Result<StoringResult> {
        self.0.write(move |c| store(c, &record)).await
    }
}

pub(crate) fn store(c: &mut dyn Connection, record: &FetchRecord) -> Result<StoringResult> {
    let (host, told) = lock_source(c, record.source)?;
    let stored = match &record.fetched {
        FetchedContent::Document(document) => {
            let stored = store_articles(c, record.source, record.finished_at, document)?;
            imports::after_fetch(c, record.source, record.finished_at)?;
            stored
        }
        FetchedContent::NotModified { .. } | FetchedContent::Failed(_) => {
            StoringResult { had_overlap: true, ..StoringResult::default() }
        }
    };
    notices::of(c, record)?;
    update_source(c, record, &stored)?;
    update_told(c, record.source, &told, told.after(&record.fetched))?;
    if let FetchedContent::Document(ParsedDocument { icon: Some(icon), .. }) = &record.fetched {
        icons::told(c, record.source, icon)?;
    }
    if let FetchedContent::Document(ParsedDocument { kind: Some(kind), .. }) = &record.fetched {
        let sql = "update sources set kind = $2 where id = $1";
        c.execute(sql, values![record.source, kind.code()])?;
    }
    if let Some(belief) = &record.belief {
        beliefs::set_posting(c, record.source, belief)?;
    }
    freshness::log(c, record.source, &record.posted, record.finished_at)?;
    if let Some(until) = record.host_blocked_until {
        let asking = record.blocked_host.as_ref().unwrap_or(&host);
        hosts::ensure(c, asking)?;
        hosts::block(c, asking, until)?;
    }
    log::log(c, &log_entry(record, &stored))?;
    hosts::refresh_for(c, record.source)?;
    if let Some(url) = &record.adopt {
        let survivor = merge::adopt_url(c, record.source, url, record.finished_at)?;
        activity::note(
            c,
            activity::Note {
                at: record.finished_at,
                user: None,
                source: Some(survivor),
                kind: "moved".to_owned(),
                message: url.to_string(),
            },
        )?;
    }
    Ok(stored)
}

/// What a source said about itself at its last successful fetch, as stored.
#[derive(Debug, Clone, PartialEq)]
struct Told {
    title: String,
    site: Option<String>,
    hints: String,
    validators: Validators,
}

impl Told {
    /// Returns the state after a fetch: a failure changes nothing, a "not modified" response little.
    fn after(&self, fetched: &FetchedContent) -> Self {
        match fetched {
            FetchedContent::Failed(_) => self.clone(),
            FetchedContent::NotModified { validators, max_age } => {
                let mut hints = decode_hints(&self.hints);
                hints.max_age = *max_age;
                Self { hints: encode_hints(&hints), validators: validators.clone(), ..self.clone() }
            }
            FetchedContent::Document(document) => {
                let title = document.title.clone().filter(|title| !title.is_empty());
                Self {
                    title: title.unwrap_or_else(|| self.title.clone()),
                    site: document.site.as_ref().map(Url::to_string).or_else(|| self.site.clone()),
                    hints: encode_hints(&document.hints),
                    validators: document.validators.clone(),
                }
            }
        }
    }
}

/// Locks the source's row until the transaction ends, so that fetches of one source are stored one after the other.
fn lock_source(c: &mut dyn Connection, source: SourceId) -> Result<(HostKey, Told)> {
    let sql = "select host, title, site, hints, etag, last_modified, body from sources where id = $1 {LOCK}";
    let mut row = c.query_first(sql, values![source])?.ok_or(Error::NotFound("source"))?;
    let host = row.get("host")?;
    let (title, site, hints) = (row.get("title")?, row.get("site")?, row.get("hints")?);
    let validators = Validators {
        etag: row.get("etag")?,
        last_modified: row.get("last_modified")?,
        body: row.get("body")?,
    };
    Ok((host, Told { title, site, hints, validators }))
}

/// Writes only changes: most fetches change nothing here.
fn update_told(c: &mut dyn Connection, source: SourceId, before: &Told, after: Told) -> Result<()> {
    if *before == after {
        return Ok(());
    }
    let sql = "update sources set title = $2, site = $3, hints = $4, etag = $5, last_modified = $6, body = $7 \
               where id = $1";
    let Validators { etag, last_modified, body } = after.validators;
    c.execute(sql, values![source, after.title, after.site, after.hints, etag, last_modified, body])
        .map(drop)
}

fn log_entry(record: &FetchRecord, stored: &StoringResult) -> LoggedFetch {
    let outcome = match &record.fetched {
        FetchedContent::Failed(failure) => Outcome::Failed(failure.clone()),
        _ if stored.n_new + stored.n_updated > 0 => {
            Outcome::Changed { n_new: stored.n_new, n_updated: stored.n_updated }
        }
        _ => Outcome::Unchanged,
    };
    LoggedFetch {
        id: FetchId(0),
        source: record.source,
        started_at: record.started_at,
        finished_at: record.finished_at,
        status: record.status,
        wire_bytes: record.wire_bytes,
        outcome,
        reason: record.reason.clone(),
        has_missed: !stored.had_overlap,
    }
}

/// Updates health, state and plan, and ends the lease if it still belongs to this fetch.
fn update_source(
    c: &mut dyn Connection,
    record: &FetchRecord,
    stored: &StoringResult,
) -> Result<()> {
    let health = &record.health;
    let (kind, message) =
        health.last_failure.as_ref().map(|(kind, message)| (kind.code(), message.as_str())).unzip();
    let moved = record.move_seen.as_ref();
    let sql = "update sources set failures = $2, failing_since = $3, last_success = $4, last_retrieval = $5, \
         last_unconditional = $6, gones = $7, gone_since = $8, failure_kind = $9, failure_message = $10, \
         move_target = $11, move_since = $12, move_sightings = $13, next_at = $14, next_reason = $15, \
         state = case when state = 'paused' then state else $16 end, \
         missed_at = case when $18 = 1 then missed_at else $19 end, \
         lease_until = case when lease_owner = $17 then 0 else lease_until end, \
         due_at = case when state = 'paused' or $16 = 'paused' then null \
                       when lease_owner = $17 or lease_until < $14 then $14 else lease_until end, \
         lease_owner = case when lease_owner = $17 then null else lease_owner end \
         where id = $1";
    let parameters = values![
        record.source,
        health.failures,
        health.failing_since,
        health.last_success,
        health.last_fetch,
        health.last_unconditional,
        health.gones,
        health.gone_since,
        kind,
        message,
        moved.map(|moved| &moved.target),
        moved.map(|moved| moved.since),
        moved.map(|moved| moved.sightings),
        record.next_at,
        &record.next_reason,
        record.state.code(),
        &record.owner,
        stored.had_overlap,
        record.finished_at
    ];
    c.execute(sql, parameters).map(drop)
}

/// Stores those articles of a document that are new or changed, first seen at the given time.
pub(crate) fn store_articles(
    c: &mut dyn Connection,
    source: SourceId,
    seen: Timestamp,
    document: &ParsedDocument,
) -> Result<StoringResult> {
    let articles = &document.articles;
    if articles.iter().any(|article| matches!(article.content, Content::Raw { .. })) {
        return Err(Error::Refused("articles must be sanitised before they are stored".to_owned()));
    }
    let items: Vec<Recognizable> = articles.iter().map(Recognizable::from).collect();
    let known = Known::load(c, source, &items)?;
    let found = recognize(&items, &known.candidates);
    let mut new: Vec<usize> = Vec::new();
    let mut matched: Vec<(usize, ArticleId)> = Vec::new();
    let mut seen_again: Vec<ArticleId> = Vec::new();
    let mut edited: Vec<ArticleId> = Vec::new();
    for (index, (article, id)) in articles.iter().zip(&found).enumerate() {
        let Some(id) = *id else {
            new.push(index);
            continue;
        };
        match known.versions[&id] {
            None => seen_again.push(id),
            Some(version) => {
                matched.push((index, id));
                if version != article.version {
                    update_article(c, id, article, seen)?;
                    edited.push(id);
                }
            }
        }
    }
    let is_first = articles.len() == new.len() && !has_articles(c, source)?;
    let had_overlap = new.len() < articles.len() || articles.is_empty() || is_first;
    let n_rekeyed = add_keys_of_matched(c, (source, seen), &items, &known, &matched)?;
    touch_forgotten(c, &seen_again, seen)?;
    let new_ids = insert_articles(c, source, seen, document, &items, &known, new, is_first)?;
    changes::note(c, &edited, seen)?;
    let (n_new, n_updated) = (new_ids.len() as u32, edited.len() as u32);
    Ok(StoringResult { n_new, n_updated, new_ids, n_rekeyed, had_overlap })
}

fn has_articles(c: &mut dyn Connection, source: SourceId) -> Result<bool> {
    let sql = "select 1 from articles where source_id = $1 union all select 1 from forgotten where source_id = $1 limit 1";
    Ok(c.query_first(sql, values![source])?.is_some())
}

/// Returns the sort key: the earlier of the source's date and the time we first saw the article.
fn sort_key(article: &Article, seen: Timestamp) -> Timestamp {
    article.published.map_or(seen, |published| published.min(seen))
}

fn clean(article: &Article) -> Result<&str> {
    match &article.content {
        Content::Clean(html) => Ok(html),
        Content::Known => Err(Error::Stale),
        Content::Raw { .. } => {
            Err(Error::Refused("articles must be sanitised before they are stored".to_owned()))
        }
    }
}

/// Stores an article outside any fetch. An article that is already stored is returned unchanged.
pub(crate) fn keep_one(
    c: &mut dyn Connection,
    source: SourceId,
    article: &Article,
    now: Timestamp,
) -> Result<ArticleId> {
    let items = [Recognizable::from(article)];
    let known = Known::load(c, source, &items)?;
    let found = recognize(&items, &known.candidates).into_iter().flatten().next();
    if let Some(id) = found.filter(|id| known.versions[id].is_some()) {
        return Ok(id);
    }
    let document = ParsedDocument { articles: vec![article.clone()], ..ParsedDocument::default() };
    // As at a first fetch: imported articles are announced to nobody.
    let ids = insert_articles(c, source, now, &document, &items, &known, vec![0], true)?;
    ids.first().copied().ok_or(Error::NotFound("article"))
}

#[expect(clippy::too_many_arguments, reason = "the rows to insert and what is already known")]
fn insert_articles(
    c: &mut dyn Connection,
    source: SourceId,
    seen: Timestamp,
    document: &ParsedDocument,
    items: &[Recognizable],
    known: &Known,
    mut new: Vec<usize>,
    is_first: bool,
) -> Result<Vec<ArticleId>> {
    if new.is_empty() {
        return Ok(Vec::new());
    }
    let articles = &document.articles;
    // Ids grow in the order of arrival. Among articles that arrive together, the oldest, or the lowest in the document,
    // comes first.
    new.sort_by_key(|index| (sort_key(&articles[*index], seen), std::cmp::Reverse(*index)));
    changes::in_order(c)?;
    let rows: Vec<Vec<Value>> =
        new.iter().map(|index| article_row(source, &articles[*index], seen)).collect();
    let head = "insert into articles(source_id, published_at, arrived_at, published, updated, version, guid_key, path_key, \
                link_key, title_key, content_key, guid, title, link, comments, n_comments, authors, summary, language, \
                tags, enclosures, image) values";
    let mut ids: Vec<ArticleId> = insert_many(c, head, &rows, "returning id")?
        .into_iter()
        .map(|row| row.only())
        .collect::<Result<_>>()?;
    // Each statement assigns ids in row order, whatever order it returns them in.
    ids.sort_unstable();
    let mut contents = Vec::with_capacity(new.len());
    let mut keys = Vec::new();
    for (index, id) in new.iter().zip(&ids) {
        contents.push(values![*id, clean(&articles[*index])?].to_vec());
        keys.extend(items[*index].lookups().map(|(kind, key)| (*id, kind, key)));
    }
    insert_many(c, "insert into article_content(article_id, html) values", &contents, "")?;
    add_keys(c, source, known, &keys, seen)?;
    if is_first {
        let newest_first: Vec<(ArticleId, Timestamp)> = new
            .iter()
            .zip(&ids)
            .rev()
            .map(|(index, id)| (*id, sort_key(&articles[*index], seen)))
            .collect();
        unread::fan_out(c, &unread::first_unread(&newest_first, seen))?;
    } else {
        unread::fan_out(c, &ids)?;
    }
    let place: HashMap<usize, ArticleId> = new.into_iter().zip(ids.iter().copied()).collect();
    let judged: Vec<(ArticleId, &judging::Judgement)> = document
        .judgements
        .iter()
        .filter_map(|judgement| Some((*place.get(&judgement.article)?, judgement)))
        .collect();
    judging::apply(c, source, &judged, seen)?;
    // Someone who subscribes to a source does not want a hundred messages about its past.
    if !is_first {
        webhooks::announce(c, source, &ids, seen)?;
    }
    Ok(ids)
}

fn article_row(source: SourceId, article: &Article, seen: Timestamp) -> Vec<Value> {
    let keys = &article.keys;
    values![
        source,
        sort_key(article, seen),
        seen,
        article.published,
        article.updated,
        article.version,
        keys.guid,
        keys.guid_path,
        keys.link,
        keys.title,
        keys.content,
        article.guid.as_deref(),
        &article.title,
        article.link.as_deref(),
        article.comments.as_deref(),
        article.n_comments,
        encode_list(&article.authors),
        &article.summary,
        article.language.as_deref(),
        encode_list(&article.tags),
        encode_enclosures(&article.enclosures),
        article.image.as_deref()
    ]
    .to_vec()
}

/// Writes an edit in place: sort key, arrival and all readings stay the same.
fn update_article(
    c: &mut dyn Connection,
    id: ArticleId,
    article: &Article,
    now: Timestamp,
) -> Result<()> {
    let html = clean(article)?;
    let sql = "update articles set published = $2, updated = $3, version = $4, guid = $5, title = $6, link = $7, \
               comments = $8, n_comments = $9, authors = $10, summary = $11, language = $12, tags = $13, \
               enclosures = $14, image = $15, edited_at = $16 where id = $1";
    let parameters = values![
        id,
        article.published,
        article.updated,
        article.version,
        article.guid.as_deref(),
        &article.title,
        article.link.as_deref(),
        article.comments.as_deref(),
        article.n_comments,
        encode_list(&article.authors),
        &article.summary,
        article.language.as_deref(),
        encode_list(&article.tags),
        encode_enclosures(&article.enclosures),
        article.image.as_deref(),
        now
    ];
    c.execute(sql, parameters)?;
    let sql = "insert into article_content(article_id, html) values ($1, $2) \
               on conflict(article_id) do update set html = excluded.html";
    c.execute(sql, values![id, html]).map(drop)
}

/// Adds the current keys of recognised articles and drops the oldest former ones. Returns how many articles changed keys.
fn add_keys_of_matched(
    c: &mut dyn Connection,
    (source, seen): (SourceId, Timestamp),
    items: &[Recognizable],
    known: &Known,
    matched: &[(usize, ArticleId)],
) -> Result<u32> {
    let candidates: HashMap<ArticleId, &Candidate> =
        known.candidates.iter().map(|candidate| (candidate.id, candidate)).collect();
    let mut keys = Vec::new();
    let mut changed: Vec<ArticleId> = Vec::new();
    for (index, id) in matched {
        let (item, candidate) = (&items[*index], candidates[id]);
        let added = item.lookups().filter(|key| !candidate.found.contains(key));
        let before = keys.len();
        keys.extend(added.map(|(kind, key)| (*id, kind, key)));
        let now = (item.keys.guid, item.keys.link, item.keys.title, item.keys.content);
        let had_more_keys = keys.len() > before;
        if had_more_keys
            || now != (candidate.guid, candidate.link, candidate.title, candidate.content)
        {
            let sql = "update articles set guid_key = $2, path_key = $3, link_key = $4, title_key = $5, \
                       content_key = $6 where id = $1";
            let now = &item.keys;
            c.execute(
                sql,
                values![*id, now.guid, now.guid_path, now.link, now.title, now.content],
            )?;
        }
        if had_more_keys {
            changed.push(*id);
        }
    }
    if !keys.is_empty() {
        add_keys(c, source, known, &keys, seen)?;
        drop_old_keys(c, source, &changed)?;
    }
    Ok(changed.len() as u32)
}

fn add_keys(
    c: &mut dyn Connection,
    source: SourceId,
    known: &Known,
    keys: &[(ArticleId, KeyKind, Fingerprint)],
    now: Timestamp,
) -> Result<()> {
    // A guid that another article once had now belongs to this one.
    let guids: HashSet<Fingerprint> =
        keys.iter().filter(|(_, kind, _)| *kind == KeyKind::Guid).map(|(_, _, key)| *key).collect();
    for candidate in &known.candidates {
        for (kind, key) in &candidate.found {
            if *kind == KeyKind::Guid && guids.contains(key) {
                let sql = "delete from article_keys where source_id = $1 and fingerprint = $2 and kind = 0";
                c.execute(sql, values![source, *key])?;
            }
        }
    }
    let rows: Vec<Vec<Value>> = keys
        .iter()
        .map(|(id, kind, key)| values![source, *key, *kind as i64, *id, now].to_vec())
        .collect();
    let head =
        "insert into article_keys(source_id, fingerprint, kind, article_id, added_at) values";
    insert_many(c, head, &rows, "on conflict(source_id, fingerprint, kind, article_id) do nothing")
        .map(drop)
}

fn drop_old_keys(c: &mut dyn Connection, source: SourceId, ids: &[ArticleId]) -> Result<()> {
    for chunk in ids.chunks(CHUNK) {
        let mut parameters = values![source].to_vec();
        let list = push_list(&mut parameters, chunk);
        let sql = format!(
            "select article_id, kind, fingerprint from article_keys where source_id = $1 and article_id in ({list}) \
             order by added_at desc, fingerprint"
        );
        let mut kept: HashMap<(ArticleId, i64), usize> = HashMap::new();
        for mut row in c.query(&sql, &parameters)? {
            let (id, kind, key) =
                (row.get("article_id")?, row.get("kind")?, row.get::<Fingerprint>("fingerprint")?);
            let n_kept = kept.entry((id, kind)).or_default();
            *n_kept += 1;
            if *n_kept > KEYS_PER_KIND {
                let sql = "delete from article_keys where source_id = $1 and fingerprint = $2 and kind = $3 and article_id = $4";
                c.execute(sql, values![source, key, kind, id])?;
            }
        }
    }
    Ok(())
}

/// Records that the source still lists articles that retention removed, so that their keys are kept.
fn touch_forgotten(c: &mut dyn Connection, ids: &[ArticleId], now: Timestamp) -> Result<()> {
    for chunk in ids.chunks(CHUNK) {
        let day_ago = now.as_millisecond() - 24 * 3600 * 1000;
        let mut parameters = values![now, day_ago].to_vec();
        let list = push_list(&mut parameters, chunk);
        let sql = format!(
            "update forgotten set seen_at = $1 where article_id in ({list}) and seen_at < $2"
        );
        c.execute(&sql, &parameters)?;
    }
    Ok(())
}
