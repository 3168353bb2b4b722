//! Finds the feed behind an address that a user typed: a feed, a page that links to one, or a site with one at a usual
//! address.

use crate::context::Context;
use std::sync::Arc;
use tidings_fetch::{Credentials, Purpose, Request, Response};
use tidings_model::{Failure, FailureKind, SourceKind, limits::Limits};
use tidings_parse::{FetchedDocument, Format, ParsedFeed, discover, page::page_text};
use url::Url;

/// How many usual addresses are tried if a page names no feed. Each is a request to somebody's server.
const GUESSES: usize = 6;

/// A feed that can be subscribed to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiscoveredFeed {
    /// Its address.
    pub url: Url,
    /// Its title, if known.
    pub title: String,
}

/// What was found at an address.
#[derive(Debug)]
pub enum Discovery {
    /// A feed, already fetched, so that subscribing needs no second request.
    Feed(Box<FetchedFeed>),
    /// A page that links to several feeds.
    Choice(Vec<DiscoveredFeed>),
}

/// A feed and the response it came in.
#[derive(Debug)]
pub struct FetchedFeed {
    /// A feed, or a page that marks up its articles.
    pub kind: SourceKind,
    /// The address to fetch from now on.
    pub url: Url,
    /// The response.
    pub response: Response,
    /// Its content.
    pub parsed: ParsedFeed,
}

/// Fetches an address and finds what can be subscribed to there. Credentials are sent to the origin of the address, and to
/// no other.
///
/// # Errors
/// A sentence for the user who typed it.
pub async fn find(
    context: &Context,
    url: &Url,
    credentials: Option<&Credentials>,
) -> Result<Discovery, Failure> {
    let ask = async |other: &Url| {
        let own = credentials.filter(|_| other.origin() == url.origin());
        ask(context, other.clone(), own.cloned()).await
    };
    let (response, parsed) = ask(url).await?;
    if is_feed(&parsed) {
        return Ok(feed(url, response, parsed));
    }
    if parsed.format != Format::Html {
        return Err(not_a_feed(url));
    }
    let mut links = links(&response);
    match links.len() {
        0 => {
            // The addresses where feeds usually are, one after another.
            for guess in discover::guesses(&response.url).into_iter().take(GUESSES) {
                if let Ok((response, parsed)) = ask(&guess).await
                    && is_feed(&parsed)
                {
                    return Ok(feed(&guess, response, parsed));
                }
            }
            page(url, response, parsed)
        }
        1 => {
            let link = links.remove(0);
            let (response, parsed) = ask(&link.url).await?;
            if is_feed(&parsed) {
                Ok(feed(&link.url, response, parsed))
            } else {
                Err(not_a_feed(&link.url))
            }
        }
        _ => Ok(Discovery::Choice(links)),
    }
}

/// Returns the feeds that a page links to, in its head or in its HTTP headers.
fn links(response: &Response) -> Vec<DiscoveredFeed> {
    let html = page_text(&response.body, response.content_type.as_deref());
    let feeds = discover::discover(&html, &response.url).feeds;
    feeds.into_iter().map(|link| DiscoveredFeed { url: link.url, title: link.title }).collect()
}

/// Returns the page itself, if it marks up its articles.
fn page(asked: &Url, response: Response, parsed: ParsedFeed) -> Result<Discovery, Failure> {
    if can_follow(&parsed, SourceKind::Page) {
        let page = FetchedFeed { kind: SourceKind::Page, ..fetched(asked, response, parsed) };
        return Ok(Discovery::Feed(Box::new(page)));
    }
    let message = format!(
        "No feed was found at {}: the page links to none, and there is none at the usual places. Paste the address of the feed if you know it.",
        response.url
    );
    Err(Failure::new(FailureKind::NotAFeed, message))
}

async fn ask(
    context: &Context,
    url: Url,
    credentials: Option<Credentials>,
) -> Result<(Response, ParsedFeed), Failure> {
    let mut request = Request::new(url, Purpose::Feed);
    request.n_subscribers = 1;
    request.credentials = credentials;
    let response = context.web.get(request).await?;
    let parsed = read(&response, context).await;
    Ok((response, parsed))
}

/// Longer bodies are parsed on another thread, so that pages stay fast meanwhile.
pub(crate) const LONG_WORK: usize = 256 << 10;

/// Parses a response.
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

/// Returns whether a document is what its source should be: a feed, or a page that marks up its articles.
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
    // A new subscription uses the feed's current address immediately; moves of existing sources are adopted more
    // slowly.
    let url = response.moved_to().unwrap_or(asked).clone();
    FetchedFeed { kind: SourceKind::Feed, url, response, parsed }
}

/// Returns the failure for a response that is not a feed.
pub(crate) fn not_a_feed(url: &Url) -> Failure {
    let message = format!(
        "The response from {url} is not a feed. Paste the address of a feed, or of a page that links to one."
    );
    Failure::new(FailureKind::NotAFeed, message)
}

#[cfg(test)]
mod tests;
