//! Handles what hubs send and what strangers claim.
//!
//! Pushed articles take the path of everything that is fetched: parsed, sanitized, checked against rules, stored. But a
//! message is not a fetch: only its new articles are stored; it changes nothing else about the source.

use super::{PushService, inbox::Item};
use crate::{
    fetching::clean,
    subscribing::discovery::{can_follow, read},
};
use bytes::Bytes;
use jiff::Timestamp;
use std::{sync::Arc, time::Duration};
use tidings_fetch::Response;
use tidings_learn::posting;
use tidings_model::{
    Article, HostKey, Outcome, Reason, SourceId, SourceKind, SourceState, Validators,
    source::Source, units::Minutes,
};
use tidings_parse::ping::{self, Ping};
use tidings_schedule::push::{
    self,
    choosing::{LastHint, hint_pause},
};
use tidings_store::{Belief, Error, ParsedDocument, PushRecord, Recognizable, StoringResult};
use tidings_web::push::{Announcement, News};
use tokio_util::sync::CancellationToken;
use tracing::{debug, warn};
use url::Url;

/// Most sources that one stranger's message makes due.
const CALLED_AT_ONCE: usize = 20;

/// A belief about when a stranger's hint about a source was last accepted, and for how long none is accepted from then
/// on.
const HINT: &str = "hint";

/// While the store cannot save a message, it is tried again after this; meanwhile hubs are told that we are busy.
const PAUSE: Duration = Duration::from_secs(5);

/// The result of a message with articles.
enum MessageResult {
    /// The articles were stored; some known ones look different now.
    Stored { stored: StoringResult, has_edits: bool },
    /// There was nothing to read.
    Nothing,
}

impl PushService {
    /// Queues a message from a hub, or returns an error if too many are waiting.
    pub(crate) fn announced(&self, announced: Announcement) -> Result<(), tidings_web::Error> {
        self.inbox.put(Item::Announced(announced)).map_err(|_| tidings_web::Error::Busy)
    }

    /// Queues a site's ping. The response does not reveal whether anyone subscribes to the site.
    pub(crate) fn pinged(&self, call: &[u8]) -> Result<(), &'static str> {
        let ping = ping::read(call)?;
        // A hint lost because too many are waiting does no harm.
        let _ = self.inbox.put(Item::Ping(ping));
        Ok(())
    }

    /// Handles messages as they arrive, until told to stop. A hub's message is handled by the process that receives it.
    pub(crate) async fn listen(self: Arc<Self>, stop: CancellationToken) {
        while !stop.is_cancelled() {
            tokio::select! {
                () = stop.cancelled() => return,
                () = self.inbox.arrival() => {}
            }
            while let Err(error) = self.hear_all().await {
                if stop.is_cancelled() || matches!(error, Error::Crashed | Error::Closed) {
                    return;
                }
                warn!(%error, "pushed articles cannot be stored; trying again");
                self.context.time.sleep(PAUSE).await;
            }
        }
    }

    /// Handles everything that waits, or stops if the store cannot save it at the moment.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn hear_all(&self) -> Result<(), Error> {
        while let Some(item) = self.inbox.first() {
            let heard = match item {
                Item::Announced(announced) => self.hear(announced).await,
                Item::Ping(ping) => self.hear_stranger(&ping).await,
            };
            if heard.as_ref().is_err_and(Error::is_passing) {
                return heard;
            }
            self.inbox.done();
            heard?;
        }
        Ok(())
    }

    async fn hear(
        &self,
        Announcement { push: id, source, news }: Announcement,
    ) -> Result<(), Error> {
        let Some(source) = self.context.store.sources().get(source).await? else { return Ok(()) };
        if source.state != SourceState::Active {
            return Ok(());
        }
        if news == News::Hint {
            return self.hear_hint(&source).await;
        }
        let now = self.context.now();
        let standing =
            self.context.store.push().heard(id, move |standing| push::after_ping(standing, now));
        let Some(standing) = standing.await? else { return Ok(()) };
        let result = match news {
            News::Whole { body, content_type } if !standing.is_hint => {
                self.unpack(&source, body, content_type, now).await?
            }
            News::Whole { .. } | News::Word | News::Hint => MessageResult::Nothing,
        };
        match result {
            MessageResult::Nothing => self.call(&source, Reason::Announced).await,
            MessageResult::Stored { has_edits: true, .. } => {
                self.call(&source, Reason::Announced).await
            }
            MessageResult::Stored { stored, .. } if stored.n_new > 0 => {
                if push::wants_check(&standing, now, self.context.time.draw()) {
                    self.call(&source, Reason::Verifying).await?;
                }
                Ok(())
            }
            MessageResult::Stored { .. } => Ok(()),
        }
    }

    /// Handles an unauthenticated message that a source has something new.
    async fn hear_hint(&self, source: &Source) -> Result<(), Error> {
        let store = &self.context.store;
        let last = store.fetches().list(source.id, 1).await?;
        let was_true =
            last.first().is_some_and(|one| matches!(one.outcome, Outcome::Changed { .. }));
        let before = store.learning().belief(HINT, source.id.0).await?;
        let now = self.context.now();
        let Some(pause) = hint_pause(before.as_ref().and_then(last_hint), was_true, now) else {
            return Ok(());
        };
        let body = pause.0.to_le_bytes().to_vec();
        let hint = Belief { subject: source.id.0, as_of: now, body };
        // If several processes receive the hint at once, one of them acts on it.
        if store.learning().replace_belief(HINT, before.map(|before| before.as_of), hint).await? {
            self.call(source, Reason::Announced).await?;
        }
        Ok(())
    }

    async fn hear_stranger(&self, ping: &Ping) -> Result<(), Error> {
        let mut called: Vec<SourceId> = Vec::new();
        for url in &ping.addresses {
            let found = self
                .context
                .store
                .sources()
                .at_addresses(HostKey::of(url), spellings(url), CALLED_AT_ONCE)
                .await?;
            called.extend(found);
        }
        called.sort_unstable();
        called.dedup();
        for id in called.into_iter().take(CALLED_AT_ONCE) {
            if let Some(source) = self.context.store.sources().get(id).await? {
                self.hear_hint(&source).await?;
            }
        }
        Ok(())
    }

    /// Makes a source due as soon as politeness allows.
    async fn call(&self, source: &Source, reason: Reason) -> Result<(), Error> {
        let manner = self.context.store.sources().manner(source.id).await?;
        let shortest = manner.min_minutes.map(|minutes| Minutes(minutes.into()));
        let now = self.context.now();
        let Some(at) = push::called(source, shortest, &self.context.limits, now) else {
            return Ok(());
        };
        if self.context.store.sources().call(source.id, at, reason).await? {
            self.signals.due.notify_one();
        }
        Ok(())
    }

    /// Stores the new articles in a message.
    async fn unpack(
        &self,
        source: &Source,
        body: Bytes,
        content_type: Option<String>,
        received_at: Timestamp,
    ) -> Result<MessageResult, Error> {
        let wire_bytes = body.len() as u64;
        let parsed = read(&response(source, body, content_type), &self.context).await;
        if !can_follow(&parsed, SourceKind::Feed) || parsed.articles.is_empty() {
            return Ok(MessageResult::Nothing);
        }
        let items = parsed.articles.iter().map(Recognizable::from).collect();
        let known = self.context.store.fetches().known_versions(source.id, items).await?;
        let has_edits = parsed
            .articles
            .iter()
            .zip(&known)
            .any(|(article, known)| known.is_some_and(|version| version != article.version));
        let is_new = |(article, known): (Article, Option<_>)| known.is_none().then_some(article);
        let new: Vec<Article> = parsed.articles.into_iter().zip(known).filter_map(is_new).collect();
        let n_new = new.len();
        let articles = clean(&self.context, new, vec![None; n_new]).await;
        let judgements = self.rules.judge(source.id, &articles, &vec![true; n_new]).await?;
        let document = ParsedDocument { articles, judgements, ..ParsedDocument::default() };
        let finished_at = self.context.now();
        let dates: Vec<_> = document.articles.iter().map(|article| article.published).collect();
        let posted = source
            .health
            .last_success
            .map(|look| posting::since_last_look(&dates, look, finished_at).dated);
        let record = PushRecord {
            source: source.id,
            received_at,
            finished_at,
            wire_bytes,
            document,
            posted: posted.unwrap_or_default(),
        };
        let stored = self.context.store.push().store(record).await?;
        self.pulse.count_pushed(stored.n_new);
        if stored.n_new > 0 {
            self.signals.new_articles();
        }
        debug!(source = %source.id, new = stored.n_new, "stored pushed articles");
        Ok(MessageResult::Stored { stored, has_edits })
    }
}

/// Returns a message as if it were a response from the source's own address.
fn response(source: &Source, body: Bytes, content_type: Option<String>) -> Response {
    Response {
        status: 200,
        url: source.url.clone(),
        hops: Vec::new(),
        content_type,
        validators: Validators::default(),
        max_age: None,
        retry_after: None,
        hubs: Vec::new(),
        self_url: None,
        wire_bytes: body.len() as u64,
        body,
    }
}

/// Returns an address with and without TLS and a trailing slash, because pings are often careless about both.
fn spellings(url: &Url) -> Vec<String> {
    let mut bare = url.clone();
    bare.set_fragment(None);
    let text = bare.as_str().trim_end_matches('/');
    let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
    ["http", "https"]
        .iter()
        .flat_map(|scheme| [format!("{scheme}://{rest}"), format!("{scheme}://{rest}/")])
        .collect()
}

fn last_hint(belief: &Belief) -> Option<LastHint> {
    let minutes = f64::from_le_bytes(belief.body.as_slice().try_into().ok()?);
    Some(LastHint { at: belief.as_of, pause: Minutes(minutes) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_found_in_every_careless_spelling() {
        let all = [
            "http://a.example/feed",
            "http://a.example/feed/",
            "https://a.example/feed",
            "https://a.example/feed/",
        ];
        for result in [
            all[0],
            all[1],
            all[2],
            all[3],
            "https://a.example/feed#top",
            "https://a.example/feed//",
        ] {
            assert_eq!(spellings(&result.parse().unwrap()), all, "{result}");
        }
        let root =
            ["http://a.example", "http://a.example/", "https://a.example", "https://a.example/"];
        assert_eq!(spellings(&"http://A.example".parse().unwrap()), root);
        let queried = spellings(&"http://a.example/?p=1".parse().unwrap());
        assert!(queried.contains(&"https://a.example/?p=1".to_owned()), "{queried:?}");
    }

    #[test]
    fn a_damaged_hint_counts_as_none() {
        let belief =
            |body: &[u8]| Belief { subject: 1, as_of: Timestamp::UNIX_EPOCH, body: body.to_vec() };
        let read = last_hint(&belief(&90.0_f64.to_le_bytes())).unwrap();
        assert_eq!((read.at, read.pause), (Timestamp::UNIX_EPOCH, Minutes(90.0)));
        for damaged in [&b""[..], b"1234567", b"123456789"] {
            assert!(last_hint(&belief(damaged)).is_none(), "{damaged:?}");
        }
    }

    #[test]
    fn a_message_is_parsed_as_if_it_came_from_the_source() {
        let url = "https://a.example/feed".parse().unwrap();
        let source = Source::new(SourceId(1), SourceKind::Feed, url, Timestamp::UNIX_EPOCH);
        let answer = response(&source, Bytes::from_static(b"<rss/>"), None);
        assert_eq!((answer.url, answer.wire_bytes, answer.status), (source.url, 6, 200));
        assert_eq!(answer.validators, Validators::default(), "a message is not a fetch");
    }
}
