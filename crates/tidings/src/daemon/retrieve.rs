//! One retrieval, from question to stored articles: ask, parse, clean what is new, learn, plan, store.
//!
//! Nothing is decided here. `tidings-schedule` says what an answer means for its source and when to ask next,
//! `tidings-learn` what follows for what is believed of it; this file carries it out and stores the result in one transaction.

use super::{Daemon, Patience, watch::Insight};
use crate::find::{LONG_WORK, can_follow, not_a_feed, read};
use crate::push::{Looked, Weighed};
use jiff::Timestamp;
use std::time::Duration;
use tidings_fetch::{Credentials, Purpose, Request, Response};
use tidings_learn::posting;
use tidings_model::{
    Article, Clock, Failure, FailureKind, Fingerprint, Hints, Outcome, SourceKind, Validators,
    article::Content, source::Source, units::Minutes,
};
use tidings_parse::{Format, Parsed};
use tidings_schedule::lifecycle::{self, Retrieved as Answer, Said};
use tidings_store::{
    Document, Error, Judgement, Manner, Recognizable, RetrievalRecord, Retrieved as Keep,
};
use tracing::{debug, error, warn};

/// While the store cannot keep an answer it is tried again after this time, then twice that …
const SHORTEST_WAIT: Duration = Duration::from_secs(5);
/// … up to this: soon after there is room again, it is found to be.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// An answer that was understood, on its way into the store.
struct Understood {
    said: Said,
    kind: SourceKind,
    /// The document, unless it is the one we know.
    parsed: Option<Parsed>,
    /// What the followers' rules say of its new articles.
    judgements: Vec<Judgement>,
    /// Publication dates of the articles that are new.
    appeared: Vec<Option<Timestamp>>,
    n_changed: usize,
}

impl Understood {
    /// What it shows, to be compared with what a hub sent.
    fn looked(&self, started_at: Timestamp) -> Looked {
        let articles = self.parsed.iter().flat_map(|parsed| &parsed.articles);
        Looked {
            items: articles.map(Recognizable::from).collect(),
            n_new: count(self.appeared.len()),
            started_at,
        }
    }
}

impl Daemon {
    /// Retrieves a claimed source and stores what came of it. The lease ends with the transaction.
    ///
    /// # Errors
    /// Only when the store cannot keep even the failure; the lease then runs out by itself.
    pub async fn retrieve(&self, source: Source) -> Result<Outcome, Error> {
        let started_at = self.time.now();
        let purpose = if source.kind == SourceKind::Feed { Purpose::Feed } else { Purpose::Page };
        let manner = self.store.sources().manner(source.id).await?;
        let mut request = Request::new(source.url.clone(), purpose);
        request.n_subscribers = source.n_subscribers;
        request.user_agent = manner.user_agent.clone();
        request.credentials = credentials(&source, &manner);
        let sight = self.sight(&source, &manner, started_at).await?;
        if self.may_ask_conditionally(&source, &sight.insight, started_at) {
            request.validators = source.validators.clone();
        }
        let answer = self.web.get(request).await;
        self.note_network(&source, answer.as_ref().err().map(|failure| failure.kind));
        let answer = answer.map_err(|failure| self.blame(failure));
        self.keep(&sight, &answer).await
    }

    /// A source as it stands, and all that is known of it.
    async fn sight<'a>(
        &self,
        source: &'a Source,
        manner: &'a Manner,
        started_at: Timestamp,
    ) -> Result<Sight<'a>, Error> {
        let insight = self.insight(source, started_at).await?;
        Ok(Sight { source, insight, manner, weighed: Weighed::default(), started_at })
    }

    /// Takes in an answer, and holds it while the store cannot keep it (a full disk, a database that is away): publishers
    /// are not asked twice for what is here, and nothing that was seen is lost.
    async fn keep(
        &self,
        sight: &Sight<'_>,
        answer: &Result<Response, Failure>,
    ) -> Result<Outcome, Error> {
        let mut kept = self.absorb(sight, answer).await;
        let Some(error) = kept.as_ref().err().filter(|error| error.is_passing()) else {
            return kept;
        };
        if self.patience == Patience::None {
            return kept;
        }
        error!(source = %sight.source.id, %error, "what was fetched cannot be kept; retrieving pauses until it can");
        let _waiting = self.wait_for_store();
        let mut pause = SHORTEST_WAIT;
        while kept.as_ref().is_err_and(Error::is_passing) {
            self.time.sleep(pause).await;
            pause = (pause * 2).min(LONGEST_WAIT);
            kept = self.absorb(sight, answer).await;
        }
        kept
    }

    /// Takes in an answer, fetched a moment ago by whomever.
    pub(crate) async fn digest(
        &self,
        source: &Source,
        answer: &Result<Response, Failure>,
        manner: &Manner,
        started_at: Timestamp,
    ) -> Result<Outcome, Error> {
        self.absorb(&self.sight(source, manner, started_at).await?, answer).await
    }

    async fn absorb(
        &self,
        sight: &Sight<'_>,
        answer: &Result<Response, Failure>,
    ) -> Result<Outcome, Error> {
        let mut kept = self.settle(sight, answer).await;
        // An article thought to be stored was removed meanwhile: once is rare, twice is a fault to report.
        if kept == Err(Error::Stale) {
            kept = self.settle(sight, answer).await;
        }
        match kept {
            Err(error @ (Error::Crashed | Error::Closed)) => Err(error),
            Err(error) if answer.is_ok() && !error.is_passing() => {
                warn!(source = %sight.source.id, %error, "what was fetched could not be kept");
                let message = format!("What was fetched could not be kept: {error}.");
                let failure = Failure::new(FailureKind::Store, message);
                self.settle(sight, &Err(failure)).await
            }
            kept => kept,
        }
    }

    async fn settle(
        &self,
        sight: &Sight<'_>,
        answer: &Result<Response, Failure>,
    ) -> Result<Outcome, Error> {
        let Sight { source, manner, started_at, .. } = *sight;
        let mut sight = sight.clone();
        let mut weighed = Weighed::default();
        let record = match answer {
            Ok(response) => match self.understand(source, response).await? {
                Ok(understood) => {
                    weighed =
                        self.weigh_hub(source, manner, || understood.looked(started_at)).await?;
                    sight.weighed = weighed.clone();
                    self.record_answer(sight, response, understood)
                }
                Err(failure) => self.record_failure(sight, failure),
            },
            Err(failure) => self.record_failure(sight, failure.clone()),
        };
        let wire_bytes = record.wire_bytes;
        let failure = match &record.retrieved {
            Keep::Failed(failure) => Some(failure.clone()),
            Keep::NotModified { .. } | Keep::Document(_) => None,
        };
        let hints = match &record.retrieved {
            Keep::Document(document) => document.hints.clone(),
            Keep::NotModified { .. } | Keep::Failed(_) => source.hints.clone(),
        };
        let stored = self.store.fetches().store(record).await?;
        let outcome = match failure {
            Some(failure) => Outcome::Failed(failure),
            None => {
                self.settle_push(source, &hints, manner, &weighed).await?;
                outcome(stored.n_new, stored.n_updated)
            }
        };
        self.pulse.count(&outcome, wire_bytes);
        let took_ms = self.time.now().as_millisecond() - started_at.as_millisecond();
        debug!(source = %source.id, url = %shown(&source.url), ?outcome, took_ms, "retrieved");
        Ok(outcome)
    }

    /// Parses an answer and cleans those of its articles that are new or changed.
    async fn understand(
        &self,
        source: &Source,
        response: &Response,
    ) -> Result<Result<Understood, Failure>, Error> {
        if response.is_unchanged(&source.validators) {
            let said = if response.status == 304 {
                Said::NotModified
            } else {
                Said::Document { n_known: usize::MAX }
            };
            let kind = source.kind;
            return Ok(Ok(Understood {
                said,
                kind,
                parsed: None,
                judgements: Vec::new(),
                appeared: Vec::new(),
                n_changed: 0,
            }));
        }
        let mut parsed = read(response, &self.limits).await;
        let kind = kind_of(source, &parsed);
        if !can_follow(&parsed, kind) {
            return Ok(Err(not_a_feed(&response.url)));
        }
        if parsed.is_partial && parsed.articles.is_empty() {
            let message =
                "The feed breaks off before its first article is complete; it is asked again.";
            return Ok(Err(Failure::new(FailureKind::Incomplete, message)));
        }
        let known = self
            .store
            .fetches()
            .known_versions(source.id, parsed.articles.iter().map(Recognizable::from).collect())
            .await?;
        let met = || parsed.articles.iter().zip(&known);
        let appeared = met()
            .filter(|(_, known)| known.is_none())
            .map(|(article, _)| article.published)
            .collect();
        let n_changed = met()
            .filter(|(article, known)| known.is_some_and(|version| version != article.version))
            .count();
        let said = Said::Document { n_known: known.iter().flatten().count() };
        let is_new: Vec<bool> = known.iter().map(Option::is_none).collect();
        parsed.articles = self.clean(std::mem::take(&mut parsed.articles), known).await;
        let judgements = self.judge(source.id, &parsed.articles, &is_new).await?;
        Ok(Ok(Understood { said, kind, parsed: Some(parsed), judgements, appeared, n_changed }))
    }

    pub(crate) async fn clean(
        &self,
        mut articles: Vec<Article>,
        known: Vec<Option<Fingerprint>>,
    ) -> Vec<Article> {
        let is_long = articles.iter().map(weight).sum::<usize>() > LONG_WORK;
        let limits = self.limits.clone();
        let work = move || {
            for (article, known) in articles.iter_mut().zip(known) {
                if known == Some(article.version) {
                    article.content = Content::Known;
                } else {
                    tidings_parse::clean(article, &limits);
                }
            }
            articles
        };
        if is_long { self.time.aside(work).await } else { work() }
    }

    fn record_answer(
        &self,
        mut sight: Sight<'_>,
        response: &Response,
        understood: Understood,
    ) -> RetrievalRecord {
        let now = self.time.now();
        let source = sight.source;
        // A document that broke off must be sent whole next time, not called unchanged.
        let is_partial = understood.parsed.as_ref().is_some_and(|parsed| parsed.is_partial);
        let validators = if is_partial { &source.validators } else { &response.validators };
        let answer =
            Answer::Answer { moved_to: response.moved_to(), said: understood.said, validators };
        let mut after = source.clone();
        let standing = lifecycle::after(source, &answer, now);
        let refused = |url: &url::Url| sight.manner.refused_move.as_deref() == Some(url.as_str());
        let adopt = standing.adopt.clone().filter(|url| !refused(url));
        let validators = standing.validators.clone();
        standing.settle(&mut after);

        let n_new = understood.appeared.len();
        let shown = understood.parsed.as_ref().map(|parsed| parsed.articles.len());
        let asked_whole = !self.may_ask_conditionally(source, &sight.insight, sight.started_at);
        let posted = self.learn_from(&mut sight, &understood.appeared, shown, now);
        let seconds = seconds(sight.started_at, now);
        let fetching = &mut sight.insight.believed.fetching;
        *fetching = fetching.answered(response.wire_bytes as f64, seconds, shown);
        if asked_whole && was_misled(source, &understood.appeared) {
            *fetching = fetching.caught();
        }

        let max_age = response.max_age.map(|time| Minutes(time.as_secs_f64() / 60.0));
        let retrieved = match understood.parsed {
            None => Keep::NotModified { validators, max_age },
            Some(parsed) => {
                let kind = Some(understood.kind).filter(|kind| *kind != source.kind);
                let judgements = understood.judgements;
                let document = document(parsed, validators, response, max_age);
                Keep::Document(Document { kind, judgements, ..document })
            }
        };
        after.hints = match &retrieved {
            Keep::Document(document) => document.hints.clone(),
            _ => Hints { max_age, ..after.hints },
        };
        let seen = outcome(count(n_new), count(understood.n_changed));
        let mut record = self.record(&mut sight, &after, &seen, retrieved);
        self.leave_alone(&mut record, &sight.weighed, sight.manner, &seen);
        record.adopt = adopt;
        record.status = Some(response.status);
        record.wire_bytes = response.wire_bytes;
        record.posted = posted;
        record
    }

    /// Learns from when new articles appeared; returns the dates of those that are known to have come between two looks.
    fn learn_from(
        &self,
        sight: &mut Sight<'_>,
        appeared: &[Option<Timestamp>],
        shown: Option<usize>,
        now: Timestamp,
    ) -> Vec<Timestamp> {
        let last_look = sight.source.health.last_success;
        let missed = shown.is_some_and(|shown| posting::probably_missed(shown, appeared.len()));
        let all = [appeared, &sight.weighed.sent].concat();
        let postings = match last_look {
            Some(last_look) if !missed => Some(posting::since_last_look(&all, last_look, now)),
            _ => posting::in_the_document(&all, now),
        };
        // A first document without dates says only that the source is watched from now on.
        let Some(postings) = postings else { return Vec::new() };
        self.learn(&mut sight.insight, &postings, now);
        match last_look {
            // What was missed is not here, but what is here waited; what a hub sent did not.
            Some(last_look) => posting::since_last_look(appeared, last_look, now).dated,
            None => postings.dated,
        }
    }

    fn record_failure(&self, mut sight: Sight<'_>, failure: Failure) -> RetrievalRecord {
        let now = self.time.now();
        let source = sight.source;
        let mut after = source.clone();
        lifecycle::after(source, &Answer::Failure(&failure), now).settle(&mut after);
        let blocked_until =
            failure.retry_after_s.and_then(|s| now.checked_add(Duration::from_secs(s)).ok());
        // Our own troubles say nothing of the source.
        if !matches!(failure.kind, FailureKind::Offline | FailureKind::Store) {
            let fetching = &mut sight.insight.believed.fetching;
            *fetching = fetching.failed(seconds(sight.started_at, now));
        }
        let outcome = Outcome::Failed(failure.clone());
        let (status, asking) = (failure.status, failure.host.clone());
        let mut record = self.record(&mut sight, &after, &outcome, Keep::Failed(failure));
        record.status = status;
        record.host_blocked_until = blocked_until;
        record.blocked_host = asking;
        record
    }

    /// Plans the next retrieval of a source as it stands now, and puts everything together.
    fn record(
        &self,
        sight: &mut Sight<'_>,
        after: &Source,
        outcome: &Outcome,
        retrieved: Keep,
    ) -> RetrievalRecord {
        let now = self.time.now();
        let plan = self.plan(after, &mut sight.insight, sight.manner, outcome, now);
        RetrievalRecord {
            owner: self.owner.clone(),
            started_at: sight.started_at,
            reason: sight.source.next_reason.clone(),
            health: after.health.clone(),
            state: after.state,
            move_seen: after.move_seen.clone(),
            next_at: plan.at,
            next_reason: plan.reason.code(),
            belief: Some(self.kept(&sight.insight, now)),
            ..RetrievalRecord::new(sight.source.id, retrieved, now)
        }
    }
}

/// A source at its retrieval, and all that is known of it.
#[derive(Clone)]
struct Sight<'a> {
    source: &'a Source,
    insight: Insight,
    manner: &'a Manner,
    weighed: Weighed,
    started_at: Timestamp,
}

/// Whether articles are new now that were there when the server said that nothing had changed. One alone may have been
/// dated back.
fn was_misled(source: &Source, appeared: &[Option<Timestamp>]) -> bool {
    let (Some(whole), Some(last)) = (source.health.last_unconditional, source.health.last_success)
    else {
        return false;
    };
    appeared.iter().flatten().filter(|date| **date > whole && **date < last).count() >= 2
}

fn seconds(from: Timestamp, to: Timestamp) -> f64 {
    (to.as_millisecond() - from.as_millisecond()).max(0) as f64 / 1000.0
}

/// What lets us in, if the source still is where the secret was meant for.
fn credentials(source: &Source, manner: &Manner) -> Option<Credentials> {
    let secret = manner.secret.as_ref()?;
    if source.url.origin().ascii_serialization() != secret.origin {
        return None;
    }
    Credentials::header(&secret.header, &secret.value).ok()
}

fn document(
    parsed: Parsed,
    validators: Validators,
    response: &Response,
    max_age: Option<Minutes>,
) -> Document {
    let mut hints = Hints { max_age, ..parsed.hints };
    // Link headers name hubs too, and are the publisher's server's own word.
    hints.hubs.extend(
        response.hubs.iter().filter(|hub| !hints.hubs.contains(hub)).cloned().collect::<Vec<_>>(),
    );
    hints.self_url = hints.self_url.or_else(|| response.self_url.clone());
    let title = Some(parsed.title).filter(|title| !title.is_empty());
    Document {
        articles: parsed.articles,
        title,
        site: parsed.link,
        icon: parsed.icon,
        hints,
        validators,
        ..Document::default()
    }
}

/// What a source is: a list of subscriptions cannot tell a page that marks up its articles from a feed, so one that was never
/// read well may turn out to be the former.
fn kind_of(source: &Source, parsed: &Parsed) -> SourceKind {
    let is_new = source.health.last_success.is_none();
    if is_new && parsed.format == Format::Html { SourceKind::Page } else { source.kind }
}

fn outcome(n_new: u32, n_updated: u32) -> Outcome {
    if n_new + n_updated > 0 { Outcome::Changed { n_new, n_updated } } else { Outcome::Unchanged }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn weight(article: &Article) -> usize {
    match &article.content {
        Content::Raw { html, .. } => html.len(),
        Content::Clean(_) | Content::Known => 0,
    }
}

/// A URL for the log: what stands behind `?` may hold a token.
pub(crate) fn shown(url: &url::Url) -> String {
    let mut shown = url.clone();
    if shown.query().is_some() {
        shown.set_query(Some("…"));
    }
    shown.to_string()
}
