//! Applies rules to articles: hiding, marking read, starring, tagging, notifying. This happens in the transaction that
//! stores the articles, so that users never see one that a rule of theirs hides.

use crate::{
    engine::db::{CHUNK, Connection, Value, insert_many, push_list},
    error::Result,
    outputs::webhooks,
    readings,
    rules::undo,
    users::touch,
    values,
};
use jiff::Timestamp;
use std::collections::{BTreeMap, HashSet};
use tidings_model::{ArticleId, SourceId, UserId, rule::Verdict};

/// The decision of one user's rules about one article of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The article's index in the document.
    pub article: usize,
    /// The user.
    pub user: UserId,
    /// The decision.
    pub verdict: Verdict,
}

/// Applies decisions about new articles, for users who still subscribe to the source.
pub(crate) fn apply(
    c: &mut dyn Connection,
    source: SourceId,
    judged: &[(ArticleId, &Judgement)],
    now: Timestamp,
) -> Result<()> {
    if judged.is_empty() {
        return Ok(());
    }
    let sql = "select user_id from subscriptions where source_id = $1";
    let rows = c.query(sql, values![source])?;
    let followers: HashSet<UserId> =
        rows.into_iter().map(|row| row.only()).collect::<Result<_>>()?;
    let mut by_user: BTreeMap<UserId, Vec<(ArticleId, &Verdict)>> = BTreeMap::new();
    for (article, judgement) in judged {
        if followers.contains(&judgement.user) && !judgement.verdict.is_nothing() {
            by_user.entry(judgement.user).or_default().push((*article, &judgement.verdict));
        }
    }
    by_user.iter().try_for_each(|(user, verdicts)| carry_out(c, *user, verdicts, now))
}

/// Applies decisions about articles that a user may see.
pub(crate) fn carry_out(
    c: &mut dyn Connection,
    user: UserId,
    verdicts: &[(ArticleId, &Verdict)],
    now: Timestamp,
) -> Result<()> {
    let mut matches: Vec<Vec<Value>> = Vec::new();
    let mut hidden: Vec<Vec<Value>> = Vec::new();
    let mut not_unread = Vec::new();
    for (article, verdict) in verdicts {
        for rule in &verdict.matched {
            matches.push(values![*rule, *article, user, now].to_vec());
        }
        if let Some(rule) = verdict.blocked_by {
            hidden.push(values![user, *article, rule, now].to_vec());
        }
        if verdict.is_read || verdict.blocked_by.is_some() {
            not_unread.push(*article);
        }
    }
    let head = "insert into rule_matches(rule_id, article_id, user_id, matched_at) values";
    insert_many(c, head, &matches, "on conflict(rule_id, article_id) do nothing")?;
    let head = "insert into hidden(user_id, article_id, rule_id, hidden_at) values";
    insert_many(c, head, &hidden, "on conflict(user_id, article_id) do nothing")?;
    clear_unread(c, user, &not_unread)?;
    for (article, verdict) in verdicts {
        let marks = [("starred_at", verdict.is_starred), ("later_at", verdict.is_later)];
        for (column, _) in marks.into_iter().filter(|(_, is_wanted)| *is_wanted) {
            mark(c, user, *article, column, now)?;
        }
        if verdict.is_starred {
            webhooks::starred(c, user, *article, now)?;
        }
        for tag in &verdict.tags {
            readings::put_tag(c, user, *article, tag, now)?;
        }
        for (webhook, rule) in &verdict.webhooks {
            webhooks::send_for_rule(c, user, *webhook, *rule, *article, now)?;
        }
    }
    touch(c, user)
}

/// Applies decisions about articles that a new subscriber may have seen before: known ones are neither hidden nor marked
/// read by rules.
pub(crate) fn carry_out_at_meeting(
    c: &mut dyn Connection,
    user: UserId,
    mut verdicts: Vec<(ArticleId, Verdict)>,
    now: Timestamp,
) -> Result<()> {
    let ids: Vec<ArticleId> = verdicts.iter().map(|(id, _)| *id).collect();
    let known = "select n.article_id from readings n where n.user_id = $1 \
                 and coalesce(n.read_at, n.starred_at, n.later_at) is not null";
    let known = undo::among(c, user, &ids, known)?;
    for (_, verdict) in verdicts.iter_mut().filter(|(id, _)| known.contains(id)) {
        *verdict = Verdict::default();
    }
    let verdicts: Vec<_> = verdicts.iter().map(|(id, verdict)| (*id, verdict)).collect();
    carry_out(c, user, &verdicts, now)
}

/// Removes articles from a user's unread ones, without recording that they were read.
fn clear_unread(c: &mut dyn Connection, user: UserId, ids: &[ArticleId]) -> Result<()> {
    for chunk in ids.chunks(CHUNK) {
        let mut parameters = values![user].to_vec();
        let list = push_list(&mut parameters, chunk);
        let sql = format!(
            "delete from unread where user_id = $1 and (published_at, article_id) in \
             (select a.published_at, a.id from articles a where a.id in ({list}))"
        );
        c.execute(&sql, &parameters)?;
    }
    Ok(())
}

/// Stars an article or adds it to Read later, unless it already is.
fn mark(
    c: &mut dyn Connection,
    user: UserId,
    id: ArticleId,
    column: &str,
    now: Timestamp,
) -> Result<()> {
    let sql = format!(
        "insert into readings(user_id, article_id, {column}) values ($1, $2, $3) \
         on conflict(user_id, article_id) do update set {column} = coalesce(readings.{column}, excluded.{column})"
    );
    c.execute(&sql, values![user, id, now]).map(drop)
}
