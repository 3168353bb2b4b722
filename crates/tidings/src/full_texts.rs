//! Full texts: fetches an article's page politely, and keeps only the article.
//!
//! Full texts are fetched when a user asks for one, and automatically for sources whose subscribers want that. Neither
//! delays the fetching of sources: pages are fetched one at a time per host, in turn with everything else. They count
//! against the host's pace, but not against the budget.

use crate::{context::Context, subscribing::discovery::LONG_WORK};
use std::{collections::HashMap, sync::Arc, time::Duration};
use tidings_fetch::{Purpose, Request, Response};
use tidings_model::{ArticleId, Failure, FailureKind, HostKey, dates::earlier, limits::Limits};
use tidings_parse::{page::page_text, readable::readable};
use tidings_store::{Error, FullText, FullTextRequest};
use tokio::task::JoinSet;
use tracing::debug;
use url::Url;

/// Older articles are not fetched automatically.
const OLDEST: Duration = Duration::from_secs(48 * 3600);
/// Articles handled in one run of the job.
const AT_ONCE: usize = 40;
/// Hosts fetched from at the same time.
const HOSTS: usize = 4;

/// Why there is no text: the code that is stored for the pages, and the failure.
struct NoText {
    code: &'static str,
    failure: Failure,
}

impl From<Failure> for NoText {
    fn from(failure: Failure) -> Self {
        Self { code: failure.kind.code(), failure }
    }
}

/// Fetches the full texts of articles.
#[derive(Debug)]
pub struct FullTextService {
    context: Context,
}

impl FullTextService {
    pub(crate) fn new(context: Context) -> Self {
        Self { context }
    }

    /// Fetches the page of an article and stores its text, or why there is none.
    ///
    /// # Errors
    /// Why there is none, in a sentence for users.
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
        // A problem on our side says nothing about the page, so it is not stored.
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
        debug!(article = %wanted.article, is_had = came.is_ok(), "fetched full text");
        came?;
        stored.map_err(|error| not_kept(&error))
    }

    async fn page_of(&self, wanted: &FullTextRequest) -> Result<String, NoText> {
        let url = Url::parse(&wanted.link).map_err(|_| {
            Failure::new(FailureKind::BadUrl, "The article's address is not valid.")
        })?;
        let answer = self.context.get_in_turn(Request::new(url, Purpose::Page)).await?;
        let is_page = answer.content_type.as_deref().is_none_or(|kind| {
            let kind = kind.to_ascii_lowercase();
            ["html", "xml", "text/plain"].iter().any(|known| kind.contains(known))
        });
        if !is_page {
            let message = "The article's address leads to a file, not a page.";
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
            let message = "No article was found on the page. It may need JavaScript, or be a list.";
            let failure = Failure::new(FailureKind::Decode, message);
            NoText { code: FullText::NO_ARTICLE, failure }
        })
    }

    /// Fetches what subscribers want automatically.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn fetch_wanted_by_subscribers(self: &Arc<Self>) -> Result<(), Error> {
        let now = self.context.now();
        let since = earlier(now, OLDEST);
        let wanted = self.context.store.articles().wanted_full_texts(since, now, AT_ONCE).await?;
        self.fetch_all(wanted).await;
        Ok(())
    }

    /// Fetches one page at a time from each host, and from a few hosts at a time.
    async fn fetch_all(self: &Arc<Self>, wanted: Vec<FullTextRequest>) {
        let mut hosts: HashMap<HostKey, Vec<FullTextRequest>> = HashMap::new();
        for one in wanted {
            let host = Url::parse(&one.link).map(|url| HostKey::of(&url));
            let host = host.unwrap_or_else(|_| HostKey::from_stored(String::new()));
            hosts.entry(host).or_default().push(one);
        }
        let mut running = JoinSet::new();
        for pages in hosts.into_values() {
            if running.len() >= HOSTS {
                running.join_next().await;
            }
            let texts = Arc::clone(self);
            running.spawn(async move {
                for page in pages {
                    // A host that limits requests or does not respond is left alone until the next run.
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
        while running.join_next().await.is_some() {}
    }
}

fn text_of(answer: &Response, limits: &Limits) -> Option<String> {
    let html = page_text(&answer.body, answer.content_type.as_deref());
    readable(&html, &answer.url, limits).map(|article| article.html)
}

fn not_kept(error: &Error) -> Failure {
    Failure::new(FailureKind::Store, format!("The fetched content could not be stored: {error}."))
}

#[cfg(test)]
mod tests;
