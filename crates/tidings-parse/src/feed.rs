//! Parses a document into a feed: detects its format, reads the feed's own fields and its articles.

mod collect;
mod construct;
mod head;
mod item;
mod json;
mod media;
mod people;
mod rss_json;

use crate::{
    FetchedDocument, Format, ParsedFeed, complaints::Complaints, decode::decode, draft::cut_text,
    dtd, hfeed::parse_hfeed, names::Tag, xml,
};
use collect::Collector;
use tidings_model::{Article, Hints, limits::Limits};

/// Parses a feed of any format. Returns whatever can be read, with complaints about what was odd.
///
/// ```
/// use tidings_parse::{FetchedDocument, Format, parse};
/// let rss = b"<rss><channel><title>News</title><item><title>R&D</title></item></channel></rss>";
/// let parsed = parse(FetchedDocument { bytes: rss, url: None, content_type: None }, &Default::default());
/// assert_eq!(parsed.format, Format::Rss);
/// assert_eq!(parsed.articles[0].title, "R&D");
/// assert_eq!(parsed.complaints[0].code, "bare_ampersand");
/// ```
#[must_use]
pub fn parse(document: FetchedDocument<'_>, limits: &Limits) -> ParsedFeed {
    let mut complaints = Complaints::default();
    let text = decode(document.bytes, document.content_type, &mut complaints);
    let body = text.trim_start();
    let mut parsed = if body.starts_with('{') {
        json::parse(body, document.url, limits, &mut complaints)
    } else {
        parse_xml(&dtd::expand(body), document, limits, &mut complaints)
    };
    parsed.complaints = complaints.into_vec();
    parsed
}

fn parse_xml(
    text: &str,
    document: FetchedDocument<'_>,
    limits: &Limits,
    complaints: &mut Complaints,
) -> ParsedFeed {
    let mut collector = Collector::new(limits);
    let mut frame = None;
    let read = xml::read(text, document.url, complaints, |tree, item, complaints| {
        let frame = frame.get_or_insert_with(|| item::FeedContext::of(tree, document.url));
        let draft = item::draft(tree, item, frame, complaints);
        collector.add(draft, complaints);
    });
    let Some((root, attributes)) = read.tree.root() else {
        // A page need not begin with <html>; without it the server's content type counts.
        let is_html = read.is_html || (!text.is_empty() && is_called_html(document.content_type));
        let page = document.url.filter(|_| is_html);
        return page
            .and_then(|page| parse_hfeed(text, page, limits))
            .unwrap_or_else(|| not_a_feed(text, is_html, complaints));
    };
    let has_cdf_items = frame.is_some_and(|frame| frame.has_cdf_items);
    let format = match root {
        Tag::Rdf => Format::Rdf,
        Tag::Feed | Tag::Entry => Format::Atom,
        Tag::Channel if has_cdf_items || attributes.get("href").is_some() => Format::Cdf,
        _ => Format::Rss,
    };
    let mut parsed = head::read(&read.tree, format, document.url, limits, complaints);
    parsed.articles = collector.finish(complaints);
    parsed.is_partial = read.is_partial;
    if format == Format::Atom {
        let authors = head::authors(&read.tree);
        inherit_authors(&mut parsed.articles, authors, limits, complaints);
    }
    parsed
}

/// Gives the authors of a feed to its articles that name none.
fn inherit_authors(
    articles: &mut [Article],
    mut authors: Vec<String>,
    limits: &Limits,
    complaints: &mut Complaints,
) {
    authors.truncate(limits.items_per_article);
    authors.iter_mut().for_each(|name| cut_text(name, limits.title_bytes, "name", complaints));
    let anonymous = articles.iter_mut().filter(|article| article.authors.is_empty());
    anonymous.for_each(|article| article.authors.clone_from(&authors));
}

fn is_called_html(content_type: Option<&str>) -> bool {
    let media_type =
        content_type.and_then(|header| header.split(';').next()).unwrap_or_default().trim();
    ["text/html", "application/xhtml+xml"].iter().any(|html| media_type.eq_ignore_ascii_case(html))
}

fn not_a_feed(text: &str, is_html: bool, complaints: &mut Complaints) -> ParsedFeed {
    let format = if is_html { Format::Html } else { Format::Unknown };
    if text.is_empty() {
        complaints.add("empty", || "The document is empty".to_owned());
    } else if is_html {
        complaints
            .add("not_a_feed", || "This is a web page, not a feed; it may link to one".to_owned());
    } else {
        complaints.add("not_a_feed", || {
            "No rss, feed, RDF or channel element and no JSON Feed was found; this is not a feed"
                .to_owned()
        });
    }
    empty(format)
}

/// Returns a feed without content.
fn empty(format: Format) -> ParsedFeed {
    ParsedFeed {
        format,
        title: String::new(),
        link: None,
        description: String::new(),
        language: None,
        icon: None,
        articles: Vec::new(),
        hints: Hints::default(),
        complaints: Vec::new(),
        is_partial: false,
    }
}
