//! Finding the feed behind an address that a person typed: a feed, a page that links to one, or a site with one at a usual place.

use anyhow::Result as Anyhow;
use tidings_fetch::{Purpose, Request, Response, Web, check_url};
use tidings_model::{Failure, FailureKind, limits::Limits};
use tidings_parse::{Document, Format, Parsed, discover};
use url::Url;

/// How many usual places are tried when a page names no feed. Each is a request to somebody's server.
const GUESSES: usize = 6;

/// A feed that can be followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Where it is asked.
    pub url: Url,
    /// What it is called, as far as known.
    pub title: String,
}

/// What lies at an address.
#[derive(Debug)]
pub enum Found {
    /// A feed, already fetched: following it needs no second request.
    Feed(Box<Fetched>),
    /// A page that links to several feeds.
    Choice(Vec<Candidate>),
}

/// A feed and the answer it came in.
#[derive(Debug)]
pub struct Fetched {
    /// Where it is to be asked from now on.
    pub url: Url,
    /// The answer.
    pub response: Response,
    /// What it says.
    pub parsed: Parsed,
}

/// Looks at an address and finds what can be followed there.
///
/// # Errors
/// A sentence for the person who typed it.
pub async fn find(web: &dyn Web, limits: &Limits, typed: &str) -> Result<Found, Failure> {
    let url = check_url(typed)?;
    let (response, parsed) = ask(web, limits, url.clone()).await?;
    if is_feed(&parsed) {
        return Ok(feed(&url, response, parsed));
    }
    if parsed.format != Format::Html {
        return Err(not_a_feed(&url));
    }
    let page = response.url.clone();
    let html = tidings_parse::page::page_text(&response.body, response.content_type.as_deref());
    let mut links: Vec<Candidate> =
        discover::discover(&html, &page).feeds.into_iter().map(|link| Candidate { url: link.url, title: link.title }).collect();
    match links.len() {
        0 => guess(web, limits, &page).await,
        1 => {
            let link = links.remove(0);
            let (response, parsed) = ask(web, limits, link.url.clone()).await?;
            if is_feed(&parsed) { Ok(feed(&link.url, response, parsed)) } else { Err(not_a_feed(&link.url)) }
        }
        _ => Ok(Found::Choice(links)),
    }
}

/// Tries the places where feeds usually are, one after another.
async fn guess(web: &dyn Web, limits: &Limits, page: &Url) -> Result<Found, Failure> {
    for url in discover::guesses(page).into_iter().take(GUESSES) {
        if let Ok((response, parsed)) = ask(web, limits, url.clone()).await
            && is_feed(&parsed)
        {
            return Ok(feed(&url, response, parsed));
        }
    }
    let message = format!("No feed was found at {page}: the page links to none, and none is at the usual places. Paste the feed's own address if you know it.");
    Err(Failure::new(FailureKind::NotAFeed, message))
}

async fn ask(web: &dyn Web, limits: &Limits, url: Url) -> Result<(Response, Parsed), Failure> {
    let mut request = Request::new(url, Purpose::Feed);
    request.n_subscribers = 1;
    let response = web.get(request).await?;
    let parsed = read(&response, limits).await;
    Ok((response, parsed))
}

/// Bodies beyond this are parsed on a thread for long work, so that pages stay quick meanwhile.
pub(crate) const LONG_WORK: usize = 256 << 10;

/// Parses an answer.
pub(crate) async fn read(response: &Response, limits: &Limits) -> Parsed {
    let document = |response: &Response, limits: &Limits| {
        tidings_parse::parse(
            Document { bytes: &response.body, url: Some(&response.url), content_type: response.content_type.as_deref() },
            limits,
        )
    };
    if response.body.len() < LONG_WORK {
        return document(response, limits);
    }
    let (response, limits) = (response.clone(), limits.clone());
    off_thread(move || document(&response, &limits)).await
}

/// Runs long work on a thread of its own.
pub(crate) async fn off_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.expect("work on threads neither panics nor is cancelled")
}

/// Whether something can be followed: a feed, or a page that marks up its articles.
pub(crate) fn is_feed(parsed: &Parsed) -> bool {
    match parsed.format {
        Format::Rss | Format::Rdf | Format::Atom | Format::Json | Format::Cdf => true,
        Format::Html => !parsed.articles.is_empty(),
        Format::Unknown => false,
    }
}

fn feed(asked: &Url, response: Response, parsed: Parsed) -> Found {
    // Somebody new takes the feed's present home at once; moves of followed sources are believed more slowly.
    let url = response.moved_to().unwrap_or(asked).clone();
    Found::Feed(Box::new(Fetched { url, response, parsed }))
}

/// The failure of an answer that is no feed.
pub(crate) fn not_a_feed(url: &Url) -> Failure {
    let message = format!("What {url} answers is no feed. Paste the address of a feed, or of a page that links to one.");
    Failure::new(FailureKind::NotAFeed, message)
}

/// A failure as the program's error.
pub fn or_sentence<T>(result: Result<T, Failure>) -> Anyhow<T> {
    result.map_err(|failure| anyhow::anyhow!("{}", failure.message))
}
