//! Finding the feed behind an address that a person typed: a feed, a page that links to one, or a site with one at a usual place.

use crate::context::Context;
use std::sync::Arc;
use tidings_fetch::{Purpose, Request, Response, check_url};
use tidings_model::{Failure, FailureKind, SourceKind, limits::Limits};
use tidings_parse::{FetchedDocument, Format, ParsedFeed, discover, page::page_text};
use url::Url;

/// How many usual places are tried when a page names no feed. Each is a request to somebody's server.
const GUESSES: usize = 6;

/// A feed that can be followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiscoveredFeed {
    /// Where it is asked.
    pub url: Url,
    /// What it is called, as far as known.
    pub title: String,
}

/// What lies at an address.
#[derive(Debug)]
pub enum Discovery {
    /// A feed, already fetched: following it needs no second request.
    Feed(Box<FetchedFeed>),
    /// A page that links to several feeds.
    Choice(Vec<DiscoveredFeed>),
}

/// A feed and the answer it came in.
#[derive(Debug)]
pub struct FetchedFeed {
    /// A feed, or a page that marks up its articles.
    pub kind: SourceKind,
    /// Where it is to be asked from now on.
    pub url: Url,
    /// The answer.
    pub response: Response,
    /// What it says.
    pub parsed: ParsedFeed,
}

/// Looks at an address and finds what can be followed there.
///
/// # Errors
/// A sentence for the person who typed it.
pub async fn find(context: &Context, typed: &str) -> Result<Discovery, Failure> {
    let url = check_url(typed)?;
    let (response, parsed) = ask(context, url.clone()).await?;
    if is_feed(&parsed) {
        return Ok(feed(&url, response, parsed));
    }
    if parsed.format != Format::Html {
        return Err(not_a_feed(&url));
    }
    let mut links = links(&response);
    match links.len() {
        0 => match guess(context, &response.url).await {
            Some(found) => Ok(found),
            None => page(&url, response, parsed),
        },
        1 => {
            let link = links.remove(0);
            let (response, parsed) = ask(context, link.url.clone()).await?;
            if is_feed(&parsed) {
                Ok(feed(&link.url, response, parsed))
            } else {
                Err(not_a_feed(&link.url))
            }
        }
        _ => Ok(Discovery::Choice(links)),
    }
}

/// The feeds a page links to, in its head or its HTTP header.
fn links(response: &Response) -> Vec<DiscoveredFeed> {
    let html = page_text(&response.body, response.content_type.as_deref());
    let feeds = discover::discover(&html, &response.url).feeds;
    feeds.into_iter().map(|link| DiscoveredFeed { url: link.url, title: link.title }).collect()
}

/// The page itself, if it marks up its articles.
fn page(asked: &Url, response: Response, parsed: ParsedFeed) -> Result<Discovery, Failure> {
    if can_follow(&parsed, SourceKind::Page) {
        let page = FetchedFeed { kind: SourceKind::Page, ..fetched(asked, response, parsed) };
        return Ok(Discovery::Feed(Box::new(page)));
    }
    let message = format!(
        "No feed was found at {}: the page links to none, and none is at the usual places. Paste the feed's own address if you know it.",
        response.url
    );
    Err(Failure::new(FailureKind::NotAFeed, message))
}

/// Tries the places where feeds usually are, one after another.
async fn guess(context: &Context, page: &Url) -> Option<Discovery> {
    for url in discover::guesses(page).into_iter().take(GUESSES) {
        if let Ok((response, parsed)) = ask(context, url.clone()).await
            && is_feed(&parsed)
        {
            return Some(feed(&url, response, parsed));
        }
    }
    None
}

async fn ask(context: &Context, url: Url) -> Result<(Response, ParsedFeed), Failure> {
    let mut request = Request::new(url, Purpose::Feed);
    request.n_subscribers = 1;
    let response = context.web.get(request).await?;
    let parsed = read(&response, context).await;
    Ok((response, parsed))
}

/// Bodies beyond this are parsed on a thread for long work, so that pages stay quick meanwhile.
pub(crate) const LONG_WORK: usize = 256 << 10;

/// Parses an answer.
pub async fn read(response: &Response, context: &Context) -> ParsedFeed {
    let document = |response: &Response, limits: &Limits| {
        let content_type = response.content_type.as_deref();
        tidings_parse::parse(
            FetchedDocument { bytes: &response.body, url: Some(&response.url), content_type },
            limits,
        )
    };
    if response.body.len() < LONG_WORK {
        return document(response, &context.limits);
    }
    let (response, limits) = (response.clone(), Arc::clone(&context.limits));
    context.time.off_thread(move || document(&response, &limits)).await
}

fn is_feed(parsed: &ParsedFeed) -> bool {
    can_follow(parsed, SourceKind::Feed)
}

/// Whether a document is what its source should be: a feed, or a page that marks up its articles.
pub(crate) fn can_follow(parsed: &ParsedFeed, kind: SourceKind) -> bool {
    match parsed.format {
        Format::Rss | Format::Rdf | Format::Atom | Format::Json | Format::Cdf => true,
        Format::Html => kind == SourceKind::Page && !parsed.articles.is_empty(),
        Format::Unknown => false,
    }
}

fn feed(asked: &Url, response: Response, parsed: ParsedFeed) -> Discovery {
    Discovery::Feed(Box::new(fetched(asked, response, parsed)))
}

fn fetched(asked: &Url, response: Response, parsed: ParsedFeed) -> FetchedFeed {
    // Somebody new takes the feed's present home at once; moves of followed sources are believed more slowly.
    let url = response.moved_to().unwrap_or(asked).clone();
    FetchedFeed { kind: SourceKind::Feed, url, response, parsed }
}

/// The failure of an answer that is no feed.
pub(crate) fn not_a_feed(url: &Url) -> Failure {
    let message = format!(
        "What {url} answers is no feed. Paste the address of a feed, or of a page that links to one."
    );
    Failure::new(FailureKind::NotAFeed, message)
}

#[cfg(test)]
mod tests;
