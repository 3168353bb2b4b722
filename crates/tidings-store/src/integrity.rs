//! Integrity: whether what is stored fits together, told in sentences.

use crate::{
    db::{Connection, Engine},
    error::Result,
    store::Store,
};

impl Store {
    /// Looks for damage and for broken promises; an empty list is good news.
    ///
    /// # Errors
    /// When the store cannot read at all.
    pub async fn check(&self) -> Result<Vec<String>> {
        self.read_snapshot(check).await
    }
}

fn check(c: &mut dyn Connection) -> Result<Vec<String>> {
    let mut findings = Vec::new();
    if c.engine() == Engine::Sqlite {
        for mut row in c.query("pragma integrity_check(20)", &[])? {
            let line: String = row.take()?;
            if line != "ok" {
                findings.push(format!("The database file is damaged: {line}."));
            }
        }
        for mut row in c.query("pragma foreign_key_check", &[])? {
            let table: String = row.take()?;
            findings.push(format!("A row of {table} refers to something that does not exist."));
        }
    }
    for (condition, sentence) in RULES {
        // Each rule counts what breaks it; the smallest number involved helps to find it.
        let sql = format!("select count(*), min(x) from ({condition}) broken");
        if let Some(mut row) = c.query_first(&sql, &[])? {
            let (n, example) = (row.take::<i64>()?, row.take::<Option<i64>>()?);
            if n > 0 {
                findings.push(format!(
                    "{n} {sentence} (for example number {}).",
                    example.unwrap_or_default()
                ));
            }
        }
    }
    Ok(findings)
}

/// What breaks a promise (a query of one column `x`), and how to say it after a count.
const RULES: &[(&str, &str)] = &[
    (
        "select n.article_id as x from unread n left join articles a on a.id = n.article_id where a.id is null",
        "unread marks belong to articles that are not there",
    ),
    (
        "select n.article_id as x from unread n join articles a on a.id = n.article_id \
         where a.published_at <> n.published_at or a.source_id <> n.source_id",
        "unread marks disagree with their article about its source or its place in lists",
    ),
    (
        "select n.article_id as x from unread n left join subscriptions s \
         on s.user_id = n.user_id and s.source_id = n.source_id where s.user_id is null",
        "unread marks belong to users who do not subscribe to the source",
    ),
    (
        "select k.article_id as x from article_keys k left join articles a on a.id = k.article_id \
         left join forgotten f on f.article_id = k.article_id where a.id is null and f.article_id is null",
        "keys recognise articles that are not there",
    ),
    (
        "select k.article_id as x from article_keys k join articles a on a.id = k.article_id \
         where a.source_id <> k.source_id",
        "keys belong to another source than their article",
    ),
    (
        "select a.id as x from articles a where not exists (select 1 from article_keys k \
         where k.source_id = a.source_id and k.article_id = a.id \
           and k.fingerprint in (a.guid_key, a.path_key, a.link_key, a.content_key, a.version))",
        "articles cannot be recognised again: they have no key",
    ),
    (
        "select min(id) as x from articles where guid_key is not null group by source_id, guid_key having count(*) > 1",
        "guids stand for more than one article of their source",
    ),
    (
        "select a.id as x from articles a join forgotten f on f.article_id = a.id",
        "articles are both kept and forgotten",
    ),
    (
        "select a.id as x from articles a left join article_content h on h.article_id = a.id where h.article_id is null",
        "articles have no content",
    ),
    (
        "select h.article_id as x from article_content h left join articles a on a.id = h.article_id where a.id is null",
        "contents belong to articles that are not there",
    ),
    (
        "select a.id as x from articles a left join sources s on s.id = a.source_id where s.id is null",
        "articles belong to sources that are not there",
    ),
    (
        "select id as x from articles where published_at > arrived_at",
        "articles stand in lists later than they arrived",
    ),
    (
        "select u.source_id as x from subscriptions u left join sources s on s.id = u.source_id where s.id is null",
        "subscriptions lead to sources that are not there",
    ),
    (
        "select u.user_id as x from subscriptions u left join users p on p.id = u.user_id where p.id is null",
        "subscriptions belong to users who are not there",
    ),
    (
        "select u.source_id as x from subscriptions u left join folders f on f.id = u.folder_id and f.user_id = u.user_id \
         where u.folder_id is not null and f.id is null",
        "subscriptions lie in folders that are not their user's",
    ),
    (
        "select r.article_id as x from readings r left join articles a on a.id = r.article_id where a.id is null",
        "readings belong to articles that are not there",
    ),
    (
        "select r.user_id as x from readings r left join users p on p.id = r.user_id where p.id is null",
        "readings belong to users who are not there",
    ),
    (
        "select t.article_id as x from article_tags t left join articles a on a.id = t.article_id \
         left join tags g on g.id = t.tag_id and g.user_id = t.user_id where a.id is null or g.id is null",
        "tagged articles or their tags are not there",
    ),
    (
        "select h.article_id as x from hidden h left join articles a on a.id = h.article_id \
         left join users p on p.id = h.user_id where a.id is null or p.id is null",
        "hidden articles, or those they are hidden from, are not there",
    ),
    (
        "select m.article_id as x from rule_matches m left join rules r on r.id = m.rule_id and r.user_id = m.user_id \
         left join articles a on a.id = m.article_id where r.id is null or a.id is null",
        "matches belong to rules or articles that are not there",
    ),
    (
        "select d.id as x from deliveries d left join webhooks w on w.id = d.webhook_id and w.user_id = d.user_id \
         where w.id is null",
        "messages belong to webhooks that are not their user's",
    ),
    (
        "select s.id as x from shares s left join articles a on a.id = s.article_id where a.id is null",
        "shared links lead to articles that are not there",
    ),
    (
        "select t.article_id as x from full_texts t left join articles a on a.id = t.article_id where a.id is null",
        "whole texts belong to articles that are not there",
    ),
    (
        "select p.article_id as x from positions p left join articles a on a.id = p.article_id \
         left join users u on u.id = p.user_id where a.id is null or u.id is null",
        "places in sounds and films belong to articles or users who are not there",
    ),
    (
        "select i.source_id as x from source_icons i left join sources s on s.id = i.source_id \
         left join icons c on c.id = i.icon_id where s.id is null or (i.icon_id is not null and c.id is null)",
        "icons, or the sources they belong to, are not there",
    ),
    (
        "select s.id as x from sources s where s.lease_until > 0 and s.lease_owner is null",
        "sources are leased by nobody",
    ),
    (
        "select s.id as x from sources s where (s.state = 'paused' and s.due_at is not null) or (s.state <> 'paused' \
         and (s.due_at is null or s.due_at < s.next_at or s.due_at < s.lease_until))",
        "sources are due at another time than planned",
    ),
    (
        "select s.id as x from sources s where s.state <> 'paused' \
         and not exists (select 1 from subscriptions u where u.source_id = s.id and u.paused_at is null)",
        "sources are retrieved though nobody subscribes",
    ),
    (
        "select s.id as x from sources s left join hosts h on h.host = s.host \
         where h.host is null or (s.due_at is not null and h.ready_at is null)",
        "sources are forgotten by their host",
    ),
    (
        "select s.id as x from sources s join hosts h on h.host = s.host where s.due_at is not null \
         and h.ready_at > s.due_at and h.ready_at > h.next_start_at and h.ready_at > h.blocked_until \
         and not exists (select 1 from sources l where l.host = s.host and l.lease_until >= h.ready_at)",
        "sources wait longer than planned for their host",
    ),
    (
        "select p.source_id as x from posting_rates p left join sources s on s.id = p.source_id where s.id is null \
         or not (p.postings >= 0 and p.postings < 1e300 and p.days >= 0 and p.days < 1e300)",
        "beliefs about posting are not numbers, or about nothing",
    ),
];
