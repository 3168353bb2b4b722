//! The path of an article from its source to the store, in one file and in order.
//!
//! [`FetchService::fetch`] gets a source that was claimed by lease. It requests it, conditionally if the server's 304 can
//! be trusted; parses the response; sanitizes new and changed articles and applies the subscribers' rules; compares what
//! the hub announced with what the source shows; updates the beliefs about the source; plans the next fetch; and stores
//! all of that in one transaction or not at all.
//!
//! This file decides nothing: `tidings-schedule` decides what a response means for its source and when to fetch again,
//! and `tidings-learn` what to believe about the source.

use super::{FetchService, Patience};
use crate::{
    beliefs::Insight,
    context::Context,
    push::{HubCheck, HubComparison},
    subscribing::discovery::{FetchedFeed, LONG_WORK, can_follow, not_a_feed, read},
};
use jiff::Timestamp;
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tidings_fetch::{Credentials, Purpose, Request, Response};
use tidings_learn::posting;
use tidings_model::{
    Article, Failure, FailureKind, Fingerprint, Hints, Outcome, Reason, SourceKind, Validators,
    article::Content,
    dates::{later, seconds_between},
    limits::Limits,
    source::Source,
    units::Minutes,
};
use tidings_parse::{Format, ParsedFeed};
use tidings_schedule::lifecycle::{self, FetchResult, ServerAnswer};
use tidings_store::{
    Error, FetchManner, FetchRecord, FetchedContent, Judgement, ParsedDocument, Recognizable,
};
use tracing::{debug, error, warn};

/// While the store cannot save a response, it is tried again after this time, then after twice that …
const SHORTEST_WAIT: Duration = Duration::from_secs(5);
/// … up to this, so that fetching continues soon after the store works again.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// A fetch in progress: the source, what we know about it, and the kind of request.
#[derive(Clone)]
struct Attempt<'a> {
    source: &'a Source,
    manner: FetchManner,
    insight: Insight,
    request_kind: RequestKind,
    started_at: Timestamp,
}

/// The kind of request.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RequestKind {
    /// A conditional request: has it changed since the last response?
    Conditional,
    /// A request for the whole document.
    Whole,
}

/// What came back: a response, with its content if it was parsed already, or a failure.
#[derive(Clone)]
enum Received {
    Response { response: Box<Response>, parsed: Option<Box<ParsedFeed>> },
    Failure(Failure),
}

/// A parsed response on its way to the store.
struct ParsedResponse {
    said: ServerAnswer,
    kind: SourceKind,
    /// The document, unless it is unchanged.
    parsed: Option<ParsedFeed>,
    /// What the subscribers' rules decide about its new articles.
    judgements: Vec<Judgement>,
    /// The publication dates of the new articles.
    appeared: Vec<Option<Timestamp>>,
    n_changed: usize,
}

/// Counts a fetch that holds a response. While there is one, no fetch is started.
struct Waiting<'a>(&'a AtomicU64);

impl<'a> Waiting<'a> {
    fn begin(n_waiting: &'a AtomicU64) -> Self {
        n_waiting.fetch_add(1, Ordering::Relaxed);
        Self(n_waiting)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl FetchService {
    /// Fetches a claimed source and stores the result. The lease ends with the transaction.
    ///
    /// # Errors
    /// Only when the store cannot even save a failure. The lease then expires by itself.
    pub async fn fetch(&self, source: &Source) -> Result<Outcome, Error> {
        let attempt = self.prepare(source).await?;
        let received = self.request(&attempt).await;
        match self.patience {
            Patience::None => self.store(&attempt, &received).await,
            Patience::Endless => self.store_patiently(&attempt, &received).await,
        }
    }

    /// Stores a response that was fetched and parsed a moment ago for a new subscriber. Nothing is requested or parsed
    /// twice.
    ///
    /// # Errors
    /// When the store cannot save it.
    pub async fn store_fetched(
        &self,
        source: &Source,
        fetched: FetchedFeed,
    ) -> Result<Outcome, Error> {
        let attempt = Attempt { request_kind: RequestKind::Whole, ..self.prepare(source).await? };
        let FetchedFeed { response, parsed, .. } = fetched;
        self.store(
            &attempt,
            &Received::Response { response: Box::new(response), parsed: Some(Box::new(parsed)) },
        )
        .await
    }

    /// Loads what we know about a source, and decides on the kind of request.
    async fn prepare<'a>(&self, source: &'a Source) -> Result<Attempt<'a>, Error> {
        let started_at = self.context.now();
        let manner = self.context.store.sources().manner(source.id).await?;
        let insight = self.beliefs.insight(source, started_at).await?;
        let request_kind = match self.beliefs.may_ask_conditionally(source, &insight, started_at) {
            true => RequestKind::Conditional,
            false => RequestKind::Whole,
        };
        Ok(Attempt { source, manner, insight, request_kind, started_at })
    }

    /// Sends the request.
    async fn request(&self, attempt: &Attempt<'_>) -> Received {
        let Attempt { source, manner, .. } = attempt;
        let purpose = if source.kind == SourceKind::Feed { Purpose::Feed } else { Purpose::Page };
        let mut request = Request::new(source.url.clone(), purpose);
        request.n_subscribers = source.n_subscribers;
        request.user_agent = manner.user_agent.clone();
        request.credentials = credentials(source, manner);
        if attempt.request_kind == RequestKind::Conditional {
            request.validators = source.validators.clone();
        }
        let result = self.context.web.get(request).await;
        let failure = result.as_ref().err().map(|failure| failure.kind);
        if self.network.note(&source.host, failure, self.context.now()) {
            self.signals.due.notify_one();
        }
        match result {
            Ok(response) => Received::Response { response: Box::new(response), parsed: None },
            Err(failure) => Received::Failure(self.network.blame(failure)),
        }
    }

    /// Stores the result. While the store cannot write (a full disk, an unreachable database), holds it and tries
    /// again, so that publishers are not asked twice and no article is lost.
    async fn store_patiently(
        &self,
        attempt: &Attempt<'_>,
        received: &Received,
    ) -> Result<Outcome, Error> {
        let mut result = self.store(attempt, received).await;
        let Some(error) = result.as_ref().err().filter(|error| error.is_passing()) else {
            return result;
        };
        error!(source = %attempt.source.id, %error, "fetched content cannot be stored; fetching pauses until it can");
        let _waiting = Waiting::begin(&self.waiting_for_store);
        let mut pause = SHORTEST_WAIT;
        while result.as_ref().is_err_and(Error::is_passing) {
            self.context.time.sleep(pause).await;
            pause = (pause * 2).min(LONGEST_WAIT);
            result = self.store(attempt, received).await;
        }
        result
    }

    /// Stores the result. If the store refuses it permanently, records that as a failure.
    async fn store(&self, attempt: &Attempt<'_>, received: &Received) -> Result<Outcome, Error> {
        let mut result = self.process(attempt, received).await;
        // An article that we thought was stored was deleted meanwhile. Once is rare; twice is an error to report.
        if result == Err(Error::Stale) {
            result = self.process(attempt, received).await;
        }
        match result {
            Err(error @ (Error::Crashed | Error::Closed)) => Err(error),
            Err(error) if matches!(received, Received::Response { .. }) && !error.is_passing() => {
                warn!(source = %attempt.source.id, %error, "fetched content could not be stored");
                let message = format!("The fetched content could not be stored: {error}.");
                let failure = Failure::new(FailureKind::Store, message);
                self.process(attempt, &Received::Failure(failure)).await
            }
            result => result,
        }
    }

    /// Parses the result, learns from it, plans the next fetch, and stores everything in one transaction.
    async fn process(&self, attempt: &Attempt<'_>, received: &Received) -> Result<Outcome, Error> {
        let Attempt { source, manner, started_at, .. } = attempt;
        let (record, hub) = match received {
            Received::Failure(failure) => (self.record_failure(attempt, failure.clone()), None),
            Received::Response { response, parsed } => {
                match self.parse(source, response, parsed.as_deref().cloned()).await? {
                    Err(failure) => (self.record_failure(attempt, failure), None),
                    Ok(parsed_response) => {
                        let seen = || parsed_response.seen(*started_at);
                        let hub = self.push.compare(source, manner, seen).await?;
                        (self.record_response(attempt, response, parsed_response, &hub), Some(hub))
                    }
                }
            }
        };
        let (wire_bytes, failure) = (record.wire_bytes, failure_of(&record));
        let hints = hints_of(&record).unwrap_or(&source.hints).clone();
        let stored = self.context.store.fetches().store(record).await?;
        if let Some(hub) = &hub {
            self.push.follow_up(source, &hints, manner, hub).await?;
        }
        let outcome =
            failure.map_or_else(|| outcome(stored.n_new, stored.n_updated), Outcome::Failed);
        if stored.n_new > 0 {
            self.signals.new_articles();
        }
        self.pulse.count(&outcome, wire_bytes);
        let took_ms = self.context.now().as_millisecond() - started_at.as_millisecond();
        debug!(source = %source.id, url = %without_query(&source.url), ?outcome, took_ms, "fetched");
        Ok(outcome)
    }

    /// Parses a response, recognizes known articles, sanitizes new and changed ones, and applies rules to the new ones.
    async fn parse(
        &self,
        source: &Source,
        response: &Response,
        parsed: Option<ParsedFeed>,
    ) -> Result<Result<ParsedResponse, Failure>, Error> {
        if response.is_unchanged(&source.validators) {
            return Ok(Ok(ParsedResponse::unchanged(source, response)));
        }
        let mut parsed = match parsed {
            Some(parsed) => parsed,
            None => read(response, &self.context).await,
        };
        let kind = kind_of(source, &parsed);
        if !can_follow(&parsed, kind) {
            return Ok(Err(not_a_feed(&response.url)));
        }
        if parsed.is_partial && parsed.articles.is_empty() {
            let message =
                "The feed ends before its first article is complete. It will be checked again.";
            return Ok(Err(Failure::new(FailureKind::Incomplete, message)));
        }
        let items = parsed.articles.iter().map(Recognizable::from).collect();
        let known = self.context.store.fetches().known_versions(source.id, items).await?;
        let matched = || parsed.articles.iter().zip(&known);
        let appeared = matched()
            .filter(|(_, known)| known.is_none())
            .map(|(article, _)| article.published)
            .collect();
        let n_changed = matched()
            .filter(|(article, known)| known.is_some_and(|version| version != article.version))
            .count();
        let said = ServerAnswer::Document { n_known: known.iter().flatten().count() };
        let is_new: Vec<bool> = known.iter().map(Option::is_none).collect();
        parsed.articles = clean(&self.context, std::mem::take(&mut parsed.articles), known).await;
        let judgements = self.rules.judge(source.id, &parsed.articles, &is_new).await?;
        Ok(Ok(ParsedResponse { said, kind, parsed: Some(parsed), judgements, appeared, n_changed }))
    }

    fn record_response(
        &self,
        attempt: &Attempt<'_>,
        response: &Response,
        parsed_response: ParsedResponse,
        hub: &HubComparison,
    ) -> FetchRecord {
        let now = self.context.now();
        let Attempt { source, manner, started_at, .. } = attempt;
        // A truncated document must be sent whole next time, not reported as unchanged.
        let is_partial = parsed_response.parsed.as_ref().is_some_and(|parsed| parsed.is_partial);
        let validators = if is_partial { &source.validators } else { &response.validators };
        let answer = FetchResult::Answer {
            moved_to: response.moved_to(),
            said: parsed_response.said,
            validators,
        };
        let mut after = (*source).clone();
        let standing = lifecycle::after(source, &answer, now);
        let refused = |url: &url::Url| manner.refused_move.as_deref() == Some(url.as_str());
        let adopt = standing.adopt.clone().filter(|url| !refused(url));
        let validators = standing.validators.clone();
        standing.settle(&mut after);

        let mut insight = attempt.insight.clone();
        let shown = parsed_response.parsed.as_ref().map(|parsed| parsed.articles.len());
        let posted =
            self.learn_postings(&mut insight, source, &parsed_response.appeared, shown, hub, now);
        let fetching = &mut insight.believed.fetching;
        let seconds = seconds_between(*started_at, now);
        *fetching = fetching.answered(response.wire_bytes as f64, seconds, shown);
        let health = &source.health;
        if attempt.request_kind == RequestKind::Whole
            && posting::was_misled(
                health.last_unconditional,
                health.last_success,
                &parsed_response.appeared,
            )
        {
            *fetching = fetching.caught();
        }

        let seen = outcome(count(parsed_response.appeared.len()), count(parsed_response.n_changed));
        let max_age = response.max_age.map(|time| Minutes(time.as_secs_f64() / 60.0));
        let fetched = match parsed_response.parsed {
            None => FetchedContent::NotModified { validators, max_age },
            Some(parsed) => FetchedContent::Document(ParsedDocument {
                kind: Some(parsed_response.kind).filter(|kind| *kind != source.kind),
                judgements: parsed_response.judgements,
                ..document(parsed, validators, response, max_age)
            }),
        };
        after.hints = match &fetched {
            FetchedContent::Document(document) => document.hints.clone(),
            _ => Hints { max_age, ..after.hints },
        };
        let mut record = self.record(attempt, insight, &after, &seen, fetched);
        self.push.leave_alone(&mut record, hub, manner, &seen);
        record.adopt = adopt;
        record.status = Some(response.status);
        record.wire_bytes = response.wire_bytes;
        record.posted = posted;
        record
    }

    /// Learns from the dates of new articles. Returns the dates of those that were posted between two fetches.
    fn learn_postings(
        &self,
        insight: &mut Insight,
        source: &Source,
        appeared: &[Option<Timestamp>],
        shown: Option<usize>,
        hub: &HubComparison,
        now: Timestamp,
    ) -> Vec<Timestamp> {
        let last = source.health.last_success;
        let missed = shown.is_some_and(|shown| posting::probably_missed(shown, appeared.len()));
        let all = [appeared, &hub.sent].concat();
        let postings = match last {
            Some(last) if !missed => Some(posting::since_last_look(&all, last, now)),
            _ => posting::in_the_document(&all, now),
        };
        // A first document without dates only tells us that we watch the source from now on.
        let Some(postings) = postings else { return Vec::new() };
        self.beliefs.learn(insight, &postings, now);
        match last {
            // Missed articles are unknown, but those found here have waited; what a hub sent has not.
            Some(last) => {
                posting::since_last_look(appeared, watched_since(source, last), now).dated
            }
            None => postings.dated,
        }
    }

    fn record_failure(&self, attempt: &Attempt<'_>, failure: Failure) -> FetchRecord {
        let now = self.context.now();
        let Attempt { source, started_at, .. } = attempt;
        let mut after = (*source).clone();
        lifecycle::after(source, &FetchResult::Failure(&failure), now).settle(&mut after);
        let mut insight = attempt.insight.clone();
        // Problems on our side tell us nothing about the source.
        if !matches!(failure.kind, FailureKind::Offline | FailureKind::Store) {
            let fetching = &mut insight.believed.fetching;
            *fetching = fetching.failed(seconds_between(*started_at, now));
        }
        let outcome = Outcome::Failed(failure.clone());
        let mut record = self.record(
            attempt,
            insight,
            &after,
            &outcome,
            FetchedContent::Failed(failure.clone()),
        );
        record.status = failure.status;
        record.host_blocked_until =
            failure.retry_after_s.map(|seconds| later(now, Duration::from_secs(seconds)));
        record.blocked_host = failure.host;
        record
    }

    /// Plans the next fetch of the source in its new state, and assembles the record.
    fn record(
        &self,
        attempt: &Attempt<'_>,
        mut insight: Insight,
        after: &Source,
        outcome: &Outcome,
        fetched: FetchedContent,
    ) -> FetchRecord {
        let now = self.context.now();
        let plan = self.pricing.plan(after, &mut insight, &attempt.manner, outcome, now);
        FetchRecord {
            owner: self.owner.to_string(),
            started_at: attempt.started_at,
            reason: attempt.source.next_reason.clone(),
            health: after.health.clone(),
            state: after.state,
            move_seen: after.move_seen.clone(),
            next_at: plan.at,
            next_reason: plan.reason.code(),
            belief: Some(self.beliefs.stored(&insight, now)),
            ..FetchRecord::new(attempt.source.id, fetched, now)
        }
    }
}

impl ParsedResponse {
    /// The result for an unchanged document, recognized by its validators or byte for byte.
    fn unchanged(source: &Source, response: &Response) -> Self {
        let said = match response.status {
            304 => ServerAnswer::NotModified,
            _ => ServerAnswer::Document { n_known: usize::MAX },
        };
        Self {
            said,
            kind: source.kind,
            parsed: None,
            judgements: Vec::new(),
            appeared: Vec::new(),
            n_changed: 0,
        }
    }

    /// Returns what the document shows, for comparison with what a hub sent.
    fn seen(&self, started_at: Timestamp) -> HubCheck {
        let articles = self.parsed.iter().flat_map(|parsed| &parsed.articles);
        HubCheck {
            items: articles.map(Recognizable::from).collect(),
            n_new: count(self.appeared.len()),
            started_at,
        }
    }
}

/// Sanitizes articles, except those whose version is already stored.
pub(crate) async fn clean(
    context: &Context,
    mut articles: Vec<Article>,
    known: Vec<Option<Fingerprint>>,
) -> Vec<Article> {
    let is_long = articles.iter().map(raw_bytes).sum::<usize>() > LONG_WORK;
    let limits = Arc::clone(&context.limits);
    let work = move || {
        for (article, known) in articles.iter_mut().zip(known) {
            clean_one(article, known, &limits);
        }
        articles
    };
    if is_long { context.time.off_thread(work).await } else { work() }
}

fn clean_one(article: &mut Article, known: Option<Fingerprint>, limits: &Limits) {
    if known == Some(article.version) {
        article.content = Content::Known;
    } else {
        tidings_parse::clean(article, limits);
    }
}

fn raw_bytes(article: &Article) -> usize {
    match &article.content {
        Content::Raw { html, .. } => html.len(),
        Content::Clean(_) | Content::Known => 0,
    }
}

fn failure_of(record: &FetchRecord) -> Option<Failure> {
    match &record.fetched {
        FetchedContent::Failed(failure) => Some(failure.clone()),
        FetchedContent::NotModified { .. } | FetchedContent::Document(_) => None,
    }
}

fn hints_of(record: &FetchRecord) -> Option<&Hints> {
    match &record.fetched {
        FetchedContent::Document(document) => Some(&document.hints),
        FetchedContent::NotModified { .. } | FetchedContent::Failed(_) => None,
    }
}

/// Returns the credentials for the source, if its address is still the one they were given for.
fn credentials(source: &Source, manner: &FetchManner) -> Option<Credentials> {
    let secret = manner.secret.as_ref()?;
    if source.url.origin().ascii_serialization() != secret.origin {
        return None;
    }
    Credentials::header(&secret.header, &secret.value).ok()
}

fn document(
    parsed: ParsedFeed,
    validators: Validators,
    response: &Response,
    max_age: Option<Minutes>,
) -> ParsedDocument {
    let mut hints = Hints { max_age, ..parsed.hints };
    // Link headers also name hubs, and come from the publisher's server itself.
    let named: Vec<_> =
        response.hubs.iter().filter(|hub| !hints.hubs.contains(hub)).cloned().collect();
    hints.hubs.extend(named);
    hints.self_url = hints.self_url.or_else(|| response.self_url.clone());
    let title = Some(parsed.title).filter(|title| !title.is_empty());
    ParsedDocument {
        articles: parsed.articles,
        title,
        site: parsed.link,
        icon: parsed.icon,
        hints,
        validators,
        ..ParsedDocument::default()
    }
}

/// Returns the kind of the source. An imported list cannot distinguish a page with marked-up articles from a feed, so a
/// source that never succeeded may turn out to be such a page.
fn kind_of(source: &Source, parsed: &ParsedFeed) -> SourceKind {
    let is_new = source.health.last_success.is_none();
    if is_new && parsed.format == Format::Html { SourceKind::Page } else { source.kind }
}

/// Returns since when users have waited for what a source posts: since the last successful fetch, or since it was
/// resumed.
fn watched_since(source: &Source, last_success: Timestamp) -> Timestamp {
    match Reason::of_code(&source.next_reason) {
        Some(Reason::Resumed) => last_success.max(source.next_at),
        _ => last_success,
    }
}

fn outcome(n_new: u32, n_updated: u32) -> Outcome {
    if n_new + n_updated > 0 { Outcome::Changed { n_new, n_updated } } else { Outcome::Unchanged }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Returns a URL for the log, without its query, which may hold a token.
fn without_query(url: &url::Url) -> String {
    let mut shown = url.clone();
    if shown.query().is_some() {
        shown.set_query(Some("…"));
    }
    shown.to_string()
}

#[cfg(test)]
mod tests;
