//! Applies rules to new articles and to stored ones.
//!
//! Compiled rules are cached per user until their generation changes. Matching runs on its own thread, never on the
//! executor. A rule whose regular expression takes too long for an article is switched off, and its user is notified.

use crate::context::Context;
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tidings_model::{
    Article, ArticleId, RuleId, SourceId, UserId,
    article::{Content, headline},
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
/// A busy machine makes everything slow, so a rule counts as slow only if even the fastest of this many runs is.
const LOOKS: usize = 3;
/// No busy machine explains a run this slow, so it is not repeated.
const FAR_TOO_SLOW: Duration = Duration::from_millis(500);
/// Number of days for which rules are tried and applied.
const DAYS: i64 = 30;
/// Articles loaded at once while a rule is tried.
const AT_ONCE: usize = 250;
/// Matches that are shown when a rule is tried.
const SHOWN: usize = 50;
/// How long a trial may take.
const PATIENCE: Duration = Duration::from_millis(1500);
/// How long applying a rule may take.
const LONG_PATIENCE: Duration = Duration::from_secs(20);

/// Applies users' rules to articles.
#[derive(Debug)]
pub struct RuleService {
    context: Context,
    /// Compiled rules of users, with the generation they were compiled from.
    prepared: Mutex<HashMap<UserId, (i64, Arc<Book>)>>,
}

impl RuleService {
    pub(crate) fn new(context: Context) -> Self {
        Self { context, prepared: Mutex::default() }
    }

    /// Returns what the rules of a source's subscribers decide about articles. `is_new` tells which articles are new.
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

    /// Applies a new subscriber's rules to the stored articles of a source as if they had just arrived.
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

    /// Returns the compiled rules of a user.
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
            warn!(%user, %rule, "switching off a slow rule");
            let why = format!(
                "its regular expression takes longer than {} ms for an article.",
                SLOW.as_millis()
            );
            self.context.store.rules().disable(user, rule, why, self.context.now()).await?;
        }
        Ok(())
    }

    /// Tries a rule on recent articles, without any effect.
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
            tried.shown.extend(found.into_iter().take(room).map(shown));
            if is_last {
                return Ok(tried);
            }
            if begun.elapsed() > PATIENCE {
                tried.stopped_at = Some(after.at);
                return Ok(tried);
            }
        }
    }

    /// Applies a saved rule to recent articles.
    ///
    /// # Errors
    /// When there is no such rule, or the store fails.
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

/// Compiles rules. Rules were checked when they were saved; one that no longer compiles has no effect.
fn prepare(rules: Vec<(RuleId, Rule)>) -> Book {
    let entry = |(id, rule)| match CompiledRule::new(rule) {
        Ok(rule) => Some(RuleEntry { id, rule }),
        Err(error) => {
            warn!(rule = %id, %error, "cannot compile a stored rule");
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
            let place = SubscriptionPlace { source, folders: &look.folders };
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
        let place = SubscriptionPlace { source: seen.source, folders: &seen.folders };
        (seen.id, watched(user, book, place, &subject_of(seen), &mut slow))
    };
    let verdicts: Vec<_> =
        page.iter().map(verdict).filter(|(_, verdict)| !verdict.is_nothing()).collect();
    (verdicts, slow)
}

/// Applies rules to an article and measures each. A rule that was too slow before is skipped.
fn watched(
    user: UserId,
    book: &Book,
    place: SubscriptionPlace<'_>,
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

/// Returns an article as a trial shows it: with a headline, without its text.
fn shown(seen: RuleArticle) -> RuleArticle {
    let title = headline(&seen.title, &text_of(&seen.html, "")).into_owned();
    RuleArticle { html: String::new(), title, ..seen }
}

/// Returns the text that rules match. Because markup takes space, twice as much HTML is parsed as text is matched.
fn text_of(html: &str, otherwise: &str) -> String {
    match html.is_empty() {
        true => otherwise.to_owned(),
        false => plain_text(tidings_parse::text::cut(html, 2 * LOOKED_AT)),
    }
}

#[cfg(test)]
pub(crate) mod tests;
