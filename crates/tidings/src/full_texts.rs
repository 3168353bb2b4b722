//! Whole texts: an article's page, fetched politely, without what stands around the article.
//!
//! On demand for the person who asks, and by itself for sources whose subscribers say so. Neither delays a fetch: pages
//! wait their turn at their host like everybody, one at a time, and are asked only while the daemon has nothing else to
//! fear. What a page costs counts against its host's pace, not against the budget of fetches.

use crate::{context::Context, subscribing::discovery::LONG_WORK};
use std::{collections::HashMap, sync::Arc, time::Duration};
use tidings_fetch::{Purpose, Request, Response};
use tidings_model::{ArticleId, Failure, FailureKind, HostKey, dates::earlier, limits::Limits};
use tidings_parse::{page::page_text, readable::readable};
use tidings_store::{Error, FullText, FullTextRequest};
use tokio::task::JoinSet;
use tracing::debug;
use url::Url;

/// Articles that appeared before this are not fetched by themselves.
const OLDEST: Duration = Duration::from_secs(48 * 3600);
/// Articles taken up at a time.
const AT_ONCE: usize = 40;
/// Hosts asked at the same time.
const HOSTS: usize = 4;

/// Why there is no text: the code that is kept for the pages, and what went wrong.
struct NoText {
    code: &'static str,
    failure: Failure,
}

impl From<Failure> for NoText {
    fn from(failure: Failure) -> Self {
        Self { code: failure.kind.code(), failure }
    }
}

/// Whole texts of articles.
#[derive(Debug)]
pub struct FullTextService {
    context: Context,
}

impl FullTextService {
    pub(crate) fn new(context: Context) -> Self {
        Self { context }
    }

    /// Fetches the page of an article and keeps its text, or why there is none.
    ///
    /// # Errors
    /// Why there is none, in a sentence for the person.
    pub async fn fetch(&self, article: ArticleId) -> Result<(), Failure> {
        let wanted = self
            .context
            .store
            .articles()
            .wanted(article)
            .await
            .map_err(|error| not_kept(&error))?;
        let Some(wanted) = wanted else {
            let message = "The source gives no address for this article.";
            return Err(Failure::new(FailureKind::BadUrl, message));
        };
        self.fetch_wanted(&wanted).await
    }

    async fn fetch_wanted(&self, wanted: &FullTextRequest) -> Result<(), Failure> {
        let fetched = self.page_of(wanted).await;
        // Our own trouble says nothing about the page: it is not written down.
        if let Err(NoText { failure, .. }) = &fetched
            && matches!(failure.kind, FailureKind::Offline)
        {
            return Err(failure.clone());
        }
        let (kept, came) = match fetched {
            Ok(html) => (Ok(html), Ok(())),
            Err(NoText { code, failure }) => (Err(code.to_owned()), Err(failure)),
        };
        let stored = self
            .context
            .store
            .articles()
            .keep_full_text(wanted.article, kept, self.context.now())
            .await;
        debug!(article = %wanted.article, is_had = came.is_ok(), "a page was asked for its article");
        came?;
        stored.map_err(|error| not_kept(&error))
    }

    async fn page_of(&self, wanted: &FullTextRequest) -> Result<String, NoText> {
        let url = Url::parse(&wanted.link).map_err(|_| {
            Failure::new(FailureKind::BadUrl, "The article's address is none that can be asked.")
        })?;
        let answer = self.context.get_in_turn(Request::new(url, Purpose::Page)).await?;
        let is_page = answer.content_type.as_deref().is_none_or(|kind| {
            let kind = kind.to_ascii_lowercase();
            ["html", "xml", "text/plain"].iter().any(|known| kind.contains(known))
        });
        if !is_page {
            let message = "The article's address leads to a file, not to a page.";
            let failure = Failure::new(FailureKind::Decode, message);
            return Err(NoText { code: FullText::NOT_A_PAGE, failure });
        }
        let limits = Arc::clone(&self.context.limits);
        let found = if answer.body.len() < LONG_WORK / 4 {
            text_of(&answer, &limits)
        } else {
            self.context.time.off_thread(move || text_of(&answer, &limits)).await
        };
        found.ok_or_else(|| {
            let message = "No article was found in the page; it may need script, or be a list.";
            let failure = Failure::new(FailureKind::Decode, message);
            NoText { code: FullText::NO_ARTICLE, failure }
        })
    }

    /// Fetches what subscribers want without asking.
    ///
    /// # Errors
    /// When the store does not answer.
    pub(crate) async fn fetch_wanted_by_subscribers(self: &Arc<Self>) -> Result<(), Error> {
        let now = self.context.now();
        let since = earlier(now, OLDEST);
        let wanted = self.context.store.articles().wanted_full_texts(since, now, AT_ONCE).await?;
        self.fetch_all(wanted).await;
        Ok(())
    }

    /// One at a time at each host, a few hosts at a time.
    async fn fetch_all(self: &Arc<Self>, wanted: Vec<FullTextRequest>) {
        let mut hosts: HashMap<HostKey, Vec<FullTextRequest>> = HashMap::new();
        for one in wanted {
            let host = Url::parse(&one.link).map(|url| HostKey::of(&url));
            let host = host.unwrap_or_else(|_| HostKey::from_stored(String::new()));
            hosts.entry(host).or_default().push(one);
        }
        let mut under_way = JoinSet::new();
        for pages in hosts.into_values() {
            if under_way.len() >= HOSTS {
                under_way.join_next().await;
            }
            let texts = Arc::clone(self);
            under_way.spawn(async move {
                for page in pages {
                    // A host that asks for silence, or does not answer, is left alone until the next look.
                    if let Err(failure) = texts.fetch_wanted(&page).await
                        && matches!(
                            failure.kind,
                            FailureKind::RateLimited | FailureKind::Timeout | FailureKind::Network
                        )
                    {
                        return;
                    }
                }
            });
        }
        while under_way.join_next().await.is_some() {}
    }
}

fn text_of(answer: &Response, limits: &Limits) -> Option<String> {
    let html = page_text(&answer.body, answer.content_type.as_deref());
    readable(&html, &answer.url, limits).map(|article| article.html)
}

fn not_kept(error: &Error) -> Failure {
    Failure::new(FailureKind::Store, format!("What was fetched could not be kept: {error}."))
}

#[cfg(test)]
mod tests;
