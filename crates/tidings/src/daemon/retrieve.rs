//! One retrieval, from question to stored articles: ask, parse, clean what is new, learn, plan, store.
//!
//! Nothing is decided here. `tidings-schedule` says what an answer means for its source and when to ask next,
//! `tidings-learn` what follows for the posting rate; this file carries it out and stores the result in one transaction.

use super::{Daemon, Patience};
use crate::find::{LONG_WORK, can_follow, not_a_feed, off_thread, read};
use jiff::Timestamp;
use std::time::Duration;
use tidings_fetch::{Credentials, Purpose, Request, Response};
use tidings_learn::posting;
use tidings_model::{
    Article, Clock, Failure, FailureKind, Fingerprint, Hints, Outcome, PostingRate, SourceKind,
    Validators, article::Content, source::Source, units::Minutes,
};
use tidings_parse::{Format, Parsed};
use tidings_schedule::{
    lifecycle::{self, Retrieved as Answer, Said},
    policy::{self, Situation, Wishes},
};
use tidings_store::{
    Document, Error, Judgement, Manner, Recognizable, RetrievalRecord, Retrieved as Keep,
    options::public_url,
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

impl Daemon {
    /// Retrieves a claimed source and stores what came of it. The lease ends with the transaction.
    ///
    /// # Errors
    /// Only when the store cannot keep even the failure; the lease then runs out by itself.
    pub async fn retrieve(&self, source: Source) -> Result<Outcome, Error> {
        let started_at = self.time.now();
        let purpose = if source.kind == SourceKind::Feed { Purpose::Feed } else { Purpose::Page };
        let manner = self.store.manner(source.id).await?;
        let mut request = Request::new(public_url(&source.url), purpose);
        request.n_subscribers = source.n_subscribers;
        request.user_agent = manner.user_agent.clone();
        request.credentials = credentials(&source, &manner);
        if lifecycle::may_ask_conditionally(&source, started_at) {
            request.validators = source.validators.clone();
        }
        let answer = self.web.get(request).await;
        self.note_network(&source, answer.as_ref().err().map(|failure| failure.kind));
        let answer = answer.map_err(|failure| self.blame(failure));
        self.keep(&source, &answer, &manner, started_at).await
    }

    /// Takes in an answer, and holds it while the store cannot keep it (a full disk, a database that is away): publishers
    /// are not asked twice for what is here, and nothing that was seen is lost.
    async fn keep(
        &self,
        source: &Source,
        answer: &Result<Response, Failure>,
        manner: &Manner,
        started_at: Timestamp,
    ) -> Result<Outcome, Error> {
        let mut kept = self.digest(source, answer, manner, started_at).await;
        let Some(error) = kept.as_ref().err().filter(|error| error.is_passing()) else {
            return kept;
        };
        if self.patience == Patience::None {
            return kept;
        }
        error!(source = %source.id, %error, "what was fetched cannot be kept; retrieving pauses until it can");
        let _waiting = self.wait_for_store();
        let mut pause = SHORTEST_WAIT;
        while kept.as_ref().is_err_and(Error::is_passing) {
            self.time.sleep(pause).await;
            pause = (pause * 2).min(LONGEST_WAIT);
            kept = self.digest(source, answer, manner, started_at).await;
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
        let mut kept = self.settle(source, answer, manner, started_at).await;
        // An article thought to be stored was removed meanwhile: once is rare, twice is a fault to report.
        if kept == Err(Error::Stale) {
            kept = self.settle(source, answer, manner, started_at).await;
        }
        match kept {
            Err(error @ (Error::Crashed | Error::Closed)) => Err(error),
            Err(error) if answer.is_ok() && !error.is_passing() => {
                warn!(source = %source.id, %error, "what was fetched could not be kept");
                let message = format!("What was fetched could not be kept: {error}.");
                let failure = Failure::new(FailureKind::Store, message);
                self.settle(source, &Err(failure), manner, started_at).await
            }
            kept => kept,
        }
    }

    async fn settle(
        &self,
        source: &Source,
        answer: &Result<Response, Failure>,
        manner: &Manner,
        started_at: Timestamp,
    ) -> Result<Outcome, Error> {
        let belief = self
            .store
            .posting_rate(source.id)
            .await?
            .unwrap_or_else(|| PostingRate::unknown(started_at));
        let record = match answer {
            Ok(response) => match self.understand(source, response).await? {
                Ok(understood) => {
                    self.record_answer(source, response, understood, belief, manner, started_at)
                }
                Err(failure) => self.record_failure(source, failure, belief, manner, started_at),
            },
            Err(failure) => {
                self.record_failure(source, failure.clone(), belief, manner, started_at)
            }
        };
        let wire_bytes = record.wire_bytes;
        let failure = match &record.retrieved {
            Keep::Failed(failure) => Some(failure.clone()),
            Keep::NotModified { .. } | Keep::Document(_) => None,
        };
        let stored = self.store.store_retrieval(record).await?;
        let outcome = match failure {
            Some(failure) => Outcome::Failed(failure),
            None => outcome(stored.n_new, stored.n_updated),
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

    async fn clean(
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
        if is_long { off_thread(work).await } else { work() }
    }

    fn record_answer(
        &self,
        source: &Source,
        response: &Response,
        understood: Understood,
        belief: PostingRate,
        manner: &Manner,
        started_at: Timestamp,
    ) -> RetrievalRecord {
        let now = self.time.now();
        // A document that broke off must be sent whole next time, not called unchanged.
        let is_partial = understood.parsed.as_ref().is_some_and(|parsed| parsed.is_partial);
        let validators = if is_partial { &source.validators } else { &response.validators };
        let answer =
            Answer::Answer { moved_to: response.moved_to(), said: understood.said, validators };
        let mut after = source.clone();
        let standing = lifecycle::after(source, &answer, now);
        let refused = |url: &url::Url| manner.refused_move.as_deref() == Some(url.as_str());
        let adopt = standing.adopt.clone().filter(|url| !refused(url));
        let validators = standing.validators.clone();
        standing.settle(&mut after);

        let n_new = understood.appeared.len();
        let missed = match (&understood.parsed, source.health.last_success) {
            (Some(parsed), Some(_)) => posting::probably_missed(parsed.articles.len(), n_new),
            _ => false,
        };
        let last_look = source.health.last_success.filter(|_| !missed);
        let belief = posting::observe(belief, &understood.appeared, last_look, now);

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
        let wishes = wishes(manner);
        let mut record = self.record(source, &after, belief, wishes, &seen, retrieved, started_at);
        record.adopt = adopt;
        record.status = Some(response.status);
        record.wire_bytes = response.wire_bytes;
        record
    }

    fn record_failure(
        &self,
        source: &Source,
        failure: Failure,
        belief: PostingRate,
        manner: &Manner,
        started_at: Timestamp,
    ) -> RetrievalRecord {
        let now = self.time.now();
        let mut after = source.clone();
        lifecycle::after(source, &Answer::Failure(&failure), now).settle(&mut after);
        let blocked_until =
            failure.retry_after_s.and_then(|s| now.checked_add(Duration::from_secs(s)).ok());
        let outcome = Outcome::Failed(failure.clone());
        let (status, asking) = (failure.status, failure.host.clone());
        let retrieved = Keep::Failed(failure);
        let wishes = wishes(manner);
        let mut record =
            self.record(source, &after, belief, wishes, &outcome, retrieved, started_at);
        record.status = status;
        record.host_blocked_until = blocked_until;
        record.blocked_host = asking;
        record
    }

    /// Plans the next retrieval of a source as it stands now, and puts everything together.
    #[expect(clippy::too_many_arguments, reason = "a record has as many parts")]
    fn record(
        &self,
        before: &Source,
        after: &Source,
        belief: PostingRate,
        wishes: Wishes,
        outcome: &Outcome,
        retrieved: Keep,
        started_at: Timestamp,
    ) -> RetrievalRecord {
        let now = self.time.now();
        let situation =
            Situation { source: after, belief, means: self.means(), limits: &self.limits };
        let plan = policy::plan_as_wished(&situation, wishes, outcome, now, self.time.draw());
        RetrievalRecord {
            source: before.id,
            owner: self.owner.clone(),
            started_at,
            finished_at: now,
            status: None,
            wire_bytes: 0,
            reason: before.next_reason.clone(),
            retrieved,
            health: after.health.clone(),
            state: after.state,
            move_seen: after.move_seen.clone(),
            adopt: None,
            next_at: plan.at,
            next_reason: plan.reason.code(),
            posting_rate: Some(belief),
            host_blocked_until: None,
            blocked_host: None,
        }
    }
}

/// What lets us in, if the source still is where the secret was meant for.
fn credentials(source: &Source, manner: &Manner) -> Option<Credentials> {
    let secret = manner.secret.as_ref()?;
    if source.url.origin().ascii_serialization() != secret.origin {
        return None;
    }
    Credentials::header(&secret.header, &secret.value).ok()
}

fn wishes(manner: &Manner) -> Wishes {
    let minutes = |wish: Option<u32>| wish.map(|minutes| Minutes(minutes.into()));
    Wishes { shortest: minutes(manner.min_minutes), longest: minutes(manner.max_minutes) }
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
