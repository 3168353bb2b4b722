//! Bytes in, articles and complaints out; never fails as a whole.
//!
//! A publisher's document goes through [`parse`]: decoded, repaired, read, mapped. One bad value costs that value, one
//! bad item costs that item; everything odd becomes a [`Complaint`]. Bodies leave as raw HTML ([`Content::Raw`]) and are
//! made safe by [`clean`], so that only articles which are new or changed pay for sanitising.
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
mod entities;
mod feed;
#[cfg(test)]
mod growth;
pub mod hfeed;
pub mod html_scan;
mod html_tokens;
mod identity;
pub mod import;
mod json_view;
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
mod xml;

pub use dates::parse_date;
pub use feed::parse;
pub use json_view::to_json;
pub use sanitize::clean;

use tidings_model::{Article, Hints};
use url::Url;

/// A document as it came over the wire.
#[derive(Debug, Clone, Copy)]
pub struct FetchedDocument<'a> {
    /// The decoded (decompressed) body.
    pub bytes: &'a [u8],
    /// Where it came from, after redirects: the base of relative addresses.
    pub url: Option<&'a Url>,
    /// The Content-Type header.
    pub content_type: Option<&'a str>,
}

/// What kind of document it turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// RSS 0.9x and 2.0.
    Rss,
    /// RSS 0.90 and 1.0.
    Rdf,
    /// Atom 0.3 and 1.0.
    Atom,
    /// JSON Feed 1.0 and 1.1.
    Json,
    /// Channel Definition Format.
    Cdf,
    /// A web page.
    Html,
    /// Nothing we know.
    Unknown,
}

/// Something odd that was met and coped with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// A short stable name, such as `undeclared_entity`.
    pub code: &'static str,
    /// What was met and what was done, in one plain sentence.
    pub message: String,
}

/// What a document says.
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedFeed {
    /// Its kind.
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
    /// What it wishes of those who fetch it.
    pub hints: Hints,
    /// What was odd.
    pub complaints: Vec<Complaint>,
    /// Whether the document broke off: what is here is complete, but more was meant.
    pub is_partial: bool,
}
