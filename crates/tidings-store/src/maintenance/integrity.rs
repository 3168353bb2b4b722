//! Integrity checks: whether the stored data is consistent, reported in sentences.

use crate::{
    engine::db::{Connection, Engine},
    error::Result,
    maintenance::Maintenance,
    users::PERSONAL_TABLES,
};

impl Maintenance<'_> {
    /// Looks for damage and violated invariants. Returns one sentence per finding.
    ///
    /// # Errors
    /// Fails when the store cannot be read at all.
    pub async fn check(self) -> Result<Vec<String>> {
        self.0.read_snapshot(check).await
    }
}

fn check(c: &mut dyn Connection) -> Result<Vec<String>> {
    let mut findings = Vec::new();
    if c.engine() == Engine::Sqlite {
        for row in c.query("pragma integrity_check(20)", &[])? {
            let line: String = row.only()?;
            if line != "ok" {
                findings.push(format!("The database file is damaged: {line}."));
            }
        }
        for mut row in c.query("pragma foreign_key_check", &[])? {
            let table: String = row.get("table")?;
            findings.push(format!("A row of {table} refers to something that does not exist."));
        }
    }
    for (condition, sentence) in RULES {
        findings.extend(broken(c, condition, sentence)?);
    }
    for table in PERSONAL_TABLES {
        // Settings of user 0 belong to the installation, notes without a user to the operators.
        let condition = format!(
            "select t.user_id as x from {table} t left join users u on u.id = t.user_id where t.user_id <> 0 and u.id is null"
        );
        let sentence = format!("rows of {table} belong to users that do not exist");
        findings.extend(broken(c, &condition, &sentence)?);
    }
    Ok(findings)
}

/// Counts the violations of an invariant; the smallest number involved helps to find them.
fn broken(c: &mut dyn Connection, condition: &str, sentence: &str) -> Result<Option<String>> {
    let sql = format!("select count(*) as n, min(x) as example from ({condition}) broken");
    let Some(mut row) = c.query_first(&sql, &[])? else { return Ok(None) };
    let (n, example) =
        (row.get::<i64>("n")?, row.get::<Option<i64>>("example")?.unwrap_or_default());
    Ok((n > 0).then(|| format!("{n} {sentence} (for example number {example}).")))
}

/// Queries that find violations of an invariant, with one column `x`, and the words that follow the count.
const RULES: &[(&str, &str)] = &[
    (
        "select n.article_id as x from unread n left join articles a on a.id = n.article_id where a.id is null",
        "unread marks belong to articles that do not exist",
    ),
    (
        "select n.article_id as x from unread n join articles a on a.id = n.article_id \
         where a.published_at <> n.published_at or a.source_id <> n.source_id",
        "unread marks disagree with their article about its source or its position in lists",
    ),
    (
        "select n.article_id as x from unread n left join subscriptions s \
         on s.user_id = n.user_id and s.source_id = n.source_id where s.user_id is null",
        "unread marks belong to users who do not subscribe to the source",
    ),
    (
        "select k.article_id as x from article_keys k left join articles a on a.id = k.article_id \
         left join forgotten f on f.article_id = k.article_id where a.id is null and f.article_id is null",
        "keys refer to articles that do not exist",
    ),
    (
        "select k.article_id as x from article_keys k join articles a on a.id = k.article_id \
         where a.source_id <> k.source_id",
        "keys belong to a different source than their article",
    ),
    (
        "select a.id as x from articles a where not exists (select 1 from article_keys k \
         where k.source_id = a.source_id and k.article_id = a.id \
           and k.fingerprint in (a.guid_key, a.path_key, a.link_key, a.content_key, a.version))",
        "articles cannot be recognised again: they have no key",
    ),
    (
        "select min(id) as x from articles where guid_key is not null group by source_id, guid_key having count(*) > 1",
        "guids identify more than one article of their source",
    ),
    (
        "select a.id as x from articles a join forgotten f on f.article_id = a.id",
        "articles are both stored and marked as removed",
    ),
    (
        "select a.id as x from articles a left join article_content h on h.article_id = a.id where h.article_id is null",
        "articles have no content",
    ),
    (
        "select h.article_id as x from article_content h left join articles a on a.id = h.article_id where a.id is null",
        "contents belong to articles that do not exist",
    ),
    (
        "select a.id as x from articles a left join sources s on s.id = a.source_id where s.id is null",
        "articles belong to sources that do not exist",
    ),
    (
        "select id as x from articles where published_at > arrived_at",
        "articles are listed with a later time than their arrival",
    ),
    (
        "select u.source_id as x from subscriptions u left join sources s on s.id = u.source_id where s.id is null",
        "subscriptions refer to sources that do not exist",
    ),
    (
        "select u.source_id as x from subscriptions u left join folders f on f.id = u.folder_id and f.user_id = u.user_id \
         where u.folder_id is not null and f.id is null",
        "subscriptions are in folders of another user",
    ),
    (
        "select f.id as x from folders f left join folders d on d.id = f.parent_id and d.user_id = f.user_id \
         where f.parent_id is not null and d.id is null",
        "folders are inside folders that do not exist, or of another user",
    ),
    (
        "select r.article_id as x from readings r left join articles a on a.id = r.article_id where a.id is null",
        "readings belong to articles that do not exist",
    ),
    (
        "select t.article_id as x from article_tags t left join articles a on a.id = t.article_id \
         left join tags g on g.id = t.tag_id and g.user_id = t.user_id where a.id is null or g.id is null",
        "tagged articles or their tags do not exist",
    ),
    (
        "select h.article_id as x from hidden h left join articles a on a.id = h.article_id where a.id is null",
        "hidden articles do not exist",
    ),
    (
        "select l.article_id as x from late_arrivals l left join articles a on a.id = l.article_id where a.id is null",
        "late arrivals of articles that do not exist",
    ),
    (
        "select m.article_id as x from rule_matches m left join rules r on r.id = m.rule_id and r.user_id = m.user_id \
         left join articles a on a.id = m.article_id where r.id is null or a.id is null",
        "rule matches belong to rules or articles that do not exist",
    ),
    (
        "select d.id as x from deliveries d left join webhooks w on w.id = d.webhook_id and w.user_id = d.user_id \
         left join articles a on a.id = d.article_id where w.id is null or a.id is null",
        "webhook messages belong to another user's webhook or to articles that do not exist",
    ),
    (
        "select s.id as x from shares s left join articles a on a.id = s.article_id where a.id is null",
        "share links refer to articles that do not exist",
    ),
    (
        "select t.article_id as x from full_texts t left join articles a on a.id = t.article_id where a.id is null",
        "full texts belong to articles that do not exist",
    ),
    (
        "select p.article_id as x from positions p left join articles a on a.id = p.article_id where a.id is null",
        "playback positions belong to articles that do not exist",
    ),
    (
        "select i.source_id as x from source_icons i left join sources s on s.id = i.source_id \
         left join icons c on c.id = i.icon_id where s.id is null or (i.icon_id is not null and c.id is null)",
        "icons, or the sources they belong to, do not exist",
    ),
    (
        "select o.source_id as x from source_options o left join sources s on s.id = o.source_id where s.id is null",
        "fetch options belong to sources that do not exist",
    ),
    (
        "select k.source_id as x from source_credentials k left join sources s on s.id = k.source_id where s.id is null",
        "passwords belong to sources that do not exist",
    ),
    (
        "select p.id as x from push_subscriptions p left join sources s on s.id = p.source_id \
         where p.source_id is not null and s.id is null",
        "hub subscriptions are for sources that do not exist",
    ),
    (
        "select p.article_id as x from pushed_articles p left join articles a \
         on a.id = p.article_id and a.source_id = p.source_id where a.id is null",
        "articles sent by hubs do not exist",
    ),
    (
        "select l.import_id as x from import_lines l left join imports i on i.id = l.import_id and i.user_id = l.user_id \
         where i.id is null",
        "import lines belong to another user's import",
    ),
    (
        "select i.id as x from imports i join import_lines l on l.import_id = i.id \
         where i.finished_at is not null and l.state = 'waiting'",
        "import lines wait although their import is finished",
    ),
    (
        "select m.id as x from imported_marks m left join sources s on s.id = m.source_id where s.id is null",
        "imported marks wait for sources that do not exist",
    ),
    (
        "select r.user_id as x from rules r left join rule_books b on b.user_id = r.user_id where b.user_id is null",
        "rules belong to users without a rule book and are never applied",
    ),
    (
        "select f.article_id as x from forgotten f left join sources s on s.id = f.source_id where s.id is null",
        "removed articles belong to sources that do not exist",
    ),
    (
        "select s.id as x from sources s where s.lease_until > 0 and s.lease_owner is null",
        "sources have a lease without an owner",
    ),
    (
        "select s.id as x from sources s where (s.state = 'paused' and s.due_at is not null) or (s.state <> 'paused' \
         and (s.due_at is null or s.due_at < s.next_at or s.due_at < s.lease_until))",
        "sources are due at a different time than planned",
    ),
    (
        "select s.id as x from sources s where s.state <> 'paused' \
         and not exists (select 1 from subscriptions u where u.source_id = s.id and u.paused_at is null)",
        "sources are fetched although nobody subscribes to them",
    ),
    (
        "select s.id as x from sources s left join hosts h on h.host = s.host \
         where h.host is null or (s.due_at is not null and h.ready_at is null)",
        "sources are never claimed because their host has no ready time",
    ),
    (
        "select s.id as x from sources s join hosts h on h.host = s.host where s.due_at is not null \
         and h.ready_at > s.due_at and h.ready_at > h.next_start_at and h.ready_at > h.blocked_until \
         and not exists (select 1 from sources l where l.host = s.host and l.lease_until >= h.ready_at)",
        "sources wait longer for their host than planned",
    ),
    (
        "select p.source_id as x from rhythms p left join sources s on s.id = p.source_id where s.id is null \
         or not (p.per_day >= 0 and p.per_day < 1e300)",
        "posting beliefs are not numbers, or refer to no source",
    ),
    (
        "select a.id as x from arrivals a left join sources s on s.id = a.source_id where s.id is null",
        "logged arrivals belong to sources that do not exist",
    ),
    (
        "select p.day as x from shadows p left join watched_days d on d.day = p.day where d.day is null",
        "policies are compared on days without counts",
    ),
    (
        "select id as x from sources where not (weight > 0 and weight < 1e300)",
        "source weights are not numbers",
    ),
];

#[cfg(test)]
mod tests;
