//! Undo for rules that were applied to stored articles.

use crate::{
    engine::{
        codec::{from_json, to_json},
        db::{CHUNK, Connection, push_list},
    },
    error::Result,
    readings::{self, bulk},
    values,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use tidings_model::{ArticleId, UserId, rule::Verdict};

/// The kind of undo for rules applied to stored articles.
pub(crate) const RULED: &str = "ruled";

/// What rules changed, per article.
#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
struct RuledRecord {
    /// Articles that were unread.
    unread: Vec<i64>,
    starred: Vec<i64>,
    later: Vec<i64>,
    /// Articles with the rule that hides them.
    hidden: Vec<(i64, i64)>,
    /// Articles with the rule that matched.
    matched: Vec<(i64, i64)>,
    /// Articles with the name of the tag.
    tagged: Vec<(i64, String)>,
}

/// Returns a record of what decisions are about to change. Must be called before they are applied.
pub(crate) fn before(
    c: &mut dyn Connection,
    user: UserId,
    verdicts: &[(ArticleId, &Verdict)],
) -> Result<Vec<u8>> {
    let ids: Vec<ArticleId> = verdicts.iter().map(|(id, _)| *id).collect();
    let unread = among(c, user, &ids, "select n.article_id from unread n where n.user_id = $1")?;
    let starred =
        "select n.article_id from readings n where n.user_id = $1 and n.starred_at is not null";
    let starred = among(c, user, &ids, starred)?;
    let later =
        "select n.article_id from readings n where n.user_id = $1 and n.later_at is not null";
    let later = among(c, user, &ids, later)?;
    let hidden = among(c, user, &ids, "select n.article_id from hidden n where n.user_id = $1")?;
    let mut record = RuledRecord::default();
    for (id, verdict) in verdicts {
        if unread.contains(id) && (verdict.is_read || verdict.blocked_by.is_some()) {
            record.unread.push(id.0);
        }
        if verdict.is_starred && !starred.contains(id) {
            record.starred.push(id.0);
        }
        if verdict.is_later && !later.contains(id) {
            record.later.push(id.0);
        }
        let rule = verdict.blocked_by.filter(|_| !hidden.contains(id));
        record.hidden.extend(rule.map(|rule| (id.0, rule.0)));
        record.matched.extend(verdict.matched.iter().map(|rule| (id.0, rule.0)));
        for name in verdict.tags.iter().map(|name| name.trim()) {
            if !has_tag(c, user, *id, name)? {
                record.tagged.push((id.0, name.to_owned()));
            }
        }
    }
    to_json(&record).map(String::into_bytes)
}

fn has_tag(c: &mut dyn Connection, user: UserId, article: ArticleId, name: &str) -> Result<bool> {
    let sql = "select 1 from article_tags t join tags g on g.id = t.tag_id \
               where g.user_id = $1 and g.name = $2 and t.article_id = $3";
    Ok(c.query_first(sql, values![user, name, article])?.is_some())
}

/// Returns those of the given articles that a statement finds; the statement must name them `n.article_id`.
pub(crate) fn among(
    c: &mut dyn Connection,
    user: UserId,
    ids: &[ArticleId],
    sql: &str,
) -> Result<HashSet<ArticleId>> {
    let mut found = HashSet::new();
    for chunk in ids.chunks(CHUNK) {
        let mut parameters = values![user].to_vec();
        let list = push_list(&mut parameters, chunk);
        for row in c.query(&format!("{sql} and n.article_id in ({list})"), &parameters)? {
            found.insert(row.only()?);
        }
    }
    Ok(found)
}

/// Undoes what rules did, based on the record of [`before`]. What the user did since then stays, as far as it can be told
/// apart.
pub(crate) fn take_back(
    c: &mut dyn Connection,
    user: UserId,
    record: &[u8],
    (at, now): (Timestamp, Timestamp),
) -> Result<()> {
    let record: RuledRecord = from_json(&String::from_utf8_lossy(record))?;
    let articles = |ids: Vec<i64>| ids.into_iter().map(ArticleId).collect::<Vec<_>>();
    bulk::take_off(c, user, "starred_at", &articles(record.starred), at)?;
    bulk::take_off(c, user, "later_at", &articles(record.later), at)?;
    for (id, rule) in &record.hidden {
        let sql = "delete from hidden where user_id = $1 and article_id = $2 and rule_id = $3";
        c.execute(sql, values![user, *id, *rule])?;
    }
    for (id, rule) in &record.matched {
        let sql = "delete from rule_matches where rule_id = $1 and article_id = $2 and user_id = $3 \
                   and matched_at = $4";
        c.execute(sql, values![*rule, *id, user, at])?;
    }
    for (id, name) in &record.tagged {
        let sql = "delete from article_tags where user_id = $1 and article_id = $2 and tagged_at = $4 \
                   and tag_id in (select id from tags where user_id = $1 and name = $3)";
        c.execute(sql, values![user, *id, name, at])?;
    }
    let unread = bulk::not_read_since(c, user, &articles(record.unread), at)?;
    readings::mark_unread(c, user, &unread, now).map(drop)
}
