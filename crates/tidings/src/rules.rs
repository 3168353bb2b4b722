//! Rules at work: on articles that arrive, and on those that are here already.
//!
//! Prepared rules are kept per user until a change of theirs counts the generation up. Looking at articles is work for a
//! thread, never for the executor. A regular expression that takes too long for an article is not asked again: its rule
//! is switched off, and its user told.

use crate::context::Context;
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tidings_model::{
    Article, ArticleId, RuleId, SourceId, UserId,
    article::Content,
    dates::days_before,
    locks::locked,
    rule::{Rule, Verdict},
};
use tidings_parse::text::plain_text;
use tidings_rules::{Book, CompiledRule, LOOKED_AT, RuleEntry, RuleSubject, SubscriptionPlace};
use tidings_store::{Cursor, Error, Judgement, RuleArticle, RuleHolder, Switch};
use tidings_web::{RuleEffect, RuleTrial};
use tracing::warn;

/// Longest time a rule may take for an article.
const SLOW: Duration = Duration::from_millis(50);
/// A machine that is busy makes everything slow: only a rule that is slow at the best of so many looks is blamed.
const LOOKS: usize = 3;
/// So slow is nobody because the machine is busy: it is not asked a second time.
const FAR_TOO_SLOW: Duration = Duration::from_millis(500);
/// How far back rules are tried out and applied.
const DAYS: i64 = 30;
/// Articles read at once while a rule is tried out.
const AT_ONCE: usize = 250;
/// Matches that are shown when a rule is tried out.
const SHOWN: usize = 50;
/// How long trying out may take.
const PATIENCE: Duration = Duration::from_millis(1500);
/// How long applying may take.
const LONG_PATIENCE: Duration = Duration::from_secs(20);

/// What readers' rules say of articles.
#[derive(Debug)]
pub struct RuleService {
    context: Context,
    /// Prepared rules of users, each with the generation they were prepared from.
    prepared: Mutex<HashMap<UserId, (i64, Arc<Book>)>>,
}

impl RuleService {
    pub(crate) fn new(context: Context) -> Self {
        Self { context, prepared: Mutex::default() }
    }

    /// What the rules of a source's followers say of articles, of which `is_new` tells the ones nobody has seen.
    pub(crate) async fn judge(
        &self,
        source: SourceId,
        articles: &[Article],
        is_new: &[bool],
    ) -> Result<Vec<Judgement>, Error> {
        if !is_new.contains(&true) {
            return Ok(Vec::new());
        }
        let mut readers = Vec::new();
        for look in self.context.store.rules().looks(source).await? {
            let book = self.book(&look).await?;
            if !book.entries.is_empty() {
                readers.push((look, book));
            }
        }
        if readers.is_empty() {
            return Ok(Vec::new());
        }
        let new = articles.iter().enumerate().filter(|(at, _)| is_new.get(*at) == Some(&true));
        let new: Vec<(usize, Article)> = new.map(|(at, article)| (at, article.clone())).collect();
        let (judgements, slow) =
            self.context.time.off_thread(move || look_at_all(source, &new, &readers)).await;
        self.switch_off(slow).await?;
        Ok(judgements)
    }

    /// Judges what a new follower of a source meets there, as if it had just arrived.
    pub(crate) async fn judge_backlog(&self, user: UserId, source: SourceId) -> Result<(), Error> {
        let looks = self.context.store.rules().looks(source).await?;
        let Some(look) = looks.into_iter().find(|look| look.user == user) else { return Ok(()) };
        let book = self.book(&look).await?;
        if book.entries.is_empty() {
            return Ok(());
        }
        let scope = tidings_model::rule::RuleScope::Source(source);
        let (verdicts, slow) = self.look_back(user, scope, book, LONG_PATIENCE).await?;
        self.switch_off(slow).await?;
        self.context.store.rules().carry_out_at_meeting(user, verdicts, self.context.now()).await
    }

    /// The prepared rules of a user.
    async fn book(&self, look: &RuleHolder) -> Result<Arc<Book>, Error> {
        let known = {
            let books = locked(&self.prepared);
            books.get(&look.user).filter(|(made_from, _)| *made_from == look.generation).cloned()
        };
        if let Some((_, book)) = known {
            return Ok(book);
        }
        let (generation, rules) = self.context.store.rules().book(look.user).await?;
        let book = Arc::new(self.context.time.off_thread(move || prepare(rules)).await);
        locked(&self.prepared).insert(look.user, (generation, Arc::clone(&book)));
        Ok(book)
    }

    async fn switch_off(&self, slow: HashSet<(UserId, RuleId)>) -> Result<(), Error> {
        for (user, rule) in slow {
            warn!(%user, %rule, "a rule takes too long; it is switched off");
            let why = format!(
                "its regular expression takes longer than {} ms for an article.",
                SLOW.as_millis()
            );
            self.context.store.rules().disable(user, rule, why, self.context.now()).await?;
        }
        Ok(())
    }

    /// Tries a rule out on what arrived lately, without doing anything.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn try_rule(&self, user: UserId, rule: CompiledRule) -> Result<RuleTrial, Error> {
        let scope = rule.rule().scope;
        let book = Arc::new(Book { entries: vec![RuleEntry { id: RuleId(0), rule }] });
        let matches = |book: &Book, seen: &[RuleArticle]| -> Vec<RuleArticle> {
            let found = |seen: &&RuleArticle| {
                book.entries.iter().all(|entry| entry.rule.matches(&subject_of(seen)))
            };
            seen.iter().filter(found).cloned().collect()
        };
        let mut tried = RuleTrial::default();
        let begun = Instant::now();
        let mut after = Cursor::START;
        loop {
            let page = self.page(user, scope, after).await?;
            let Some(last) = page.last() else { return Ok(tried) };
            after = Cursor { at: last.published_at, id: last.id };
            let is_last = page.len() < AT_ONCE;
            tried.n_looked_at += page.len() as u64;
            let looked = Arc::clone(&book);
            let found = self.context.time.off_thread(move || matches(&looked, &page)).await;
            tried.n_matched += found.len() as u64;
            let room = SHOWN.saturating_sub(tried.shown.len());
            tried.shown.extend(
                found
                    .into_iter()
                    .take(room)
                    .map(|seen| RuleArticle { html: String::new(), ..seen }),
            );
            if is_last {
                return Ok(tried);
            }
            if begun.elapsed() > PATIENCE {
                tried.stopped_at = Some(after.at);
                return Ok(tried);
            }
        }
    }

    /// Carries a saved rule out on what arrived lately.
    ///
    /// # Errors
    /// When there is no such rule, or the store does not answer.
    pub async fn apply_rule(&self, user: UserId, rule: RuleId) -> Result<RuleEffect, Error> {
        let stored =
            self.context.store.rules().get(user, rule).await?.ok_or(Error::NotFound("rule"))?;
        let scope = stored.rule.scope;
        let book = Arc::new(
            self.context.time.off_thread(move || prepare(vec![(rule, stored.rule)])).await,
        );
        let (verdicts, slow) = self.look_back(user, scope, book, LONG_PATIENCE).await?;
        self.switch_off(slow).await?;
        let n_articles = verdicts.len() as u64;
        let undo = self.context.store.rules().carry_out(user, verdicts, self.context.now()).await?;
        Ok(RuleEffect { n_articles, undo })
    }

    async fn look_back(
        &self,
        user: UserId,
        scope: tidings_model::rule::RuleScope,
        book: Arc<Book>,
        patience: Duration,
    ) -> Result<Judged, Error> {
        let begun = Instant::now();
        let (mut verdicts, mut slow) = (Vec::new(), HashSet::new());
        let mut after = Cursor::START;
        loop {
            let page = self.page(user, scope, after).await?;
            let Some(last) = page.last() else { break };
            after = Cursor { at: last.published_at, id: last.id };
            let is_last = page.len() < AT_ONCE;
            let looked = Arc::clone(&book);
            let (found, found_slow) =
                self.context.time.off_thread(move || look_at_page(user, &looked, &page)).await;
            verdicts.extend(found);
            slow.extend(found_slow);
            if is_last || begun.elapsed() > patience {
                break;
            }
        }
        Ok((verdicts, slow))
    }

    async fn page(
        &self,
        user: UserId,
        scope: tidings_model::rule::RuleScope,
        after: Cursor,
    ) -> Result<Vec<RuleArticle>, Error> {
        let since = days_before(self.context.now(), DAYS);
        self.context
            .store
            .rules()
            .articles_for_rules(user, scope, Switch::On, since, after, AT_ONCE)
            .await
    }
}

/// Verdicts, and the rules that took too long.
type Judged = (Vec<(ArticleId, Verdict)>, HashSet<(UserId, RuleId)>);

/// Rules that cannot be prepared any more say nothing: they were checked when they were saved.
fn prepare(rules: Vec<(RuleId, Rule)>) -> Book {
    let entry = |(id, rule)| match CompiledRule::new(rule) {
        Ok(rule) => Some(RuleEntry { id, rule }),
        Err(error) => {
            warn!(rule = %id, %error, "a stored rule cannot be used");
            None
        }
    };
    Book { entries: rules.into_iter().filter_map(entry).collect() }
}

fn look_at_all(
    source: SourceId,
    new: &[(usize, Article)],
    readers: &[(RuleHolder, Arc<Book>)],
) -> (Vec<Judgement>, HashSet<(UserId, RuleId)>) {
    let (mut judgements, mut slow) = (Vec::new(), HashSet::new());
    for (at, article) in new {
        let subject = subject(article);
        for (look, book) in readers {
            let place = SubscriptionPlace { source, folder: look.folder };
            let verdict = watched(look.user, book, place, &subject, &mut slow);
            if !verdict.is_nothing() {
                judgements.push(Judgement { article: *at, user: look.user, verdict });
            }
        }
    }
    (judgements, slow)
}

fn look_at_page(user: UserId, book: &Book, page: &[RuleArticle]) -> Judged {
    let mut slow = HashSet::new();
    let verdict = |seen: &RuleArticle| {
        let place = SubscriptionPlace { source: seen.source, folder: seen.folder };
        (seen.id, watched(user, book, place, &subject_of(seen), &mut slow))
    };
    let verdicts: Vec<_> =
        page.iter().map(verdict).filter(|(_, verdict)| !verdict.is_nothing()).collect();
    (verdicts, slow)
}

/// Judges an article with an eye on the time each rule takes. A rule that was found slow is not asked any more.
fn watched(
    user: UserId,
    book: &Book,
    place: SubscriptionPlace,
    subject: &RuleSubject,
    slow: &mut HashSet<(UserId, RuleId)>,
) -> Verdict {
    book.judge(place, subject, |entry, look| {
        let name = (user, entry.id);
        if slow.contains(&name) {
            return false;
        }
        let mut quickest = Duration::MAX;
        let mut is_match = false;
        for _ in 0..LOOKS {
            let begun = Instant::now();
            is_match = look();
            quickest = quickest.min(begun.elapsed());
            if quickest <= SLOW || !entry.rule.has_regex() {
                return is_match;
            }
            if quickest > FAR_TOO_SLOW {
                break;
            }
        }
        slow.insert(name);
        is_match
    })
}

fn subject(article: &Article) -> RuleSubject {
    let html = match &article.content {
        Content::Clean(html) => html.as_str(),
        Content::Raw { html, .. } => html.as_str(),
        Content::Known => "",
    };
    let text = text_of(html, &article.summary);
    RuleSubject::new(
        &article.title,
        &text,
        &article.authors,
        &article.tags,
        article.link.as_deref(),
    )
}

fn subject_of(seen: &RuleArticle) -> RuleSubject {
    let text = text_of(&seen.html, "");
    RuleSubject::new(&seen.title, &text, &seen.authors, &seen.categories, seen.link.as_deref())
}

/// The text that rules look at. Markup takes room too: twice as much HTML is read as text is looked at.
fn text_of(html: &str, otherwise: &str) -> String {
    match html.is_empty() {
        true => otherwise.to_owned(),
        false => plain_text(tidings_parse::text::cut(html, 2 * LOOKED_AT)),
    }
}

#[cfg(test)]
pub(crate) mod tests;
