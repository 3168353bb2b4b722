//! Parses feeds, web pages and subscription lists into articles and complaints; never fails as a whole.
//!
//! [`parse`] decodes a publisher's document, repairs it, reads it and maps it to articles. A bad value costs only that
//! value, a bad item only that item; everything odd becomes a [`Complaint`]. Bodies are returned as raw HTML
//! ([`Content::Raw`]) and made safe by [`clean`], so that only new or changed articles pay for sanitizing.
//!
//! [`Content::Raw`]: tidings_model::article::Content

mod addresses;
mod attributes;
mod code_pages;
mod complaints;
mod dates;
mod decode;
pub mod discover;
mod draft;
mod dtd;
mod entities;
mod feed;
#[cfg(test)]
mod growth;
pub mod hfeed;
pub mod html_scan;
mod html_tokens;
mod identity;
pub mod import;
mod json_strings;
mod json_view;
pub mod lead_picture;
mod loose;
mod names;
pub mod opml;
pub mod page;
pub mod picture;
pub mod ping;
pub mod readable;
mod references;
pub mod sanitize;
pub mod text;
mod tokens;
mod twice;
mod xml;

pub use dates::parse_date;
pub use feed::parse;
pub use json_view::to_json;

use tidings_model::{Article, Hints, article::Content, limits::Limits};
use url::Url;

/// Makes the body of an article safe (see [`sanitize`]). If its feed gives it no picture, takes one from the body.
///
/// ```
/// use tidings_model::{Article, article::Content};
/// # fn example(article: &mut Article) {
/// tidings_parse::clean(article, &Default::default());
/// assert!(!matches!(article.content, Content::Raw { .. }));
/// # }
/// ```
pub fn clean(article: &mut Article, limits: &Limits) {
    sanitize::clean(article, limits);
    if let (None, Content::Clean(html)) = (&article.image, &article.content) {
        article.image = lead_picture::lead_picture(html);
    }
}

/// A document as it was received.
#[derive(Debug, Clone, Copy)]
pub struct FetchedDocument<'a> {
    /// The body, after decompression.
    pub bytes: &'a [u8],
    /// The address it came from, after redirects: the base of relative addresses.
    pub url: Option<&'a Url>,
    /// The `Content-Type` header.
    pub content_type: Option<&'a str>,
}

/// The format a document turned out to have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// RSS 0.9x and 2.0.
    Rss,
    /// RSS 0.90 and 1.0.
    Rdf,
    /// Atom 0.3 and 1.0.
    Atom,
    /// JSON Feed 1.0 and 1.1, and RSS in JSON.
    Json,
    /// Channel Definition Format.
    Cdf,
    /// A web page.
    Html,
    /// None of these.
    Unknown,
}

/// Something odd in a document that the parser worked around.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// A short stable name, such as `undeclared_entity`.
    pub code: &'static str,
    /// What was found and what was done about it, in one plain sentence.
    pub message: String,
}

/// The content of a document.
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedFeed {
    /// Its format.
    pub format: Format,
    /// Plain text.
    pub title: String,
    /// The site it belongs to.
    pub link: Option<Url>,
    /// Plain text.
    pub description: String,
    /// BCP 47 tag.
    pub language: Option<String>,
    /// A small picture.
    pub icon: Option<Url>,
    /// Its articles, in the order of the document.
    pub articles: Vec<Article>,
    /// What the publisher asks of clients that fetch it.
    pub hints: Hints,
    /// What was odd about it.
    pub complaints: Vec<Complaint>,
    /// Whether the document was cut off: what is here is complete, but there should be more.
    pub is_partial: bool,
}
