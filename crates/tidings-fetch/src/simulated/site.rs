//! What a simulated publisher serves besides its feed: a home page, article pages, images and an icon.

use super::{
    article::Key,
    document::{Edition, chance, escaped, link},
    fault::{Body, answer},
    picture,
};
use http::Response;
use jiff::Timestamp;
use std::fmt::Write;

/// Number of articles on a home page.
const LISTED: usize = 12;

/// Returns the response for a path on a publisher's host; `None` if there is nothing.
pub(crate) fn page(edition: &Edition<'_>, path: &str, now: Timestamp) -> Option<Response<Body>> {
    let n_posted = edition.source.shown(now).end;
    let numbered = |rest: &str| rest.parse::<usize>().ok().filter(|index| *index < n_posted);
    let feed = edition.source.url.path().trim_end_matches('/');
    if path == "/" {
        return Some(html(&home(edition, n_posted)));
    }
    if matches!(path, "/icon.png" | "/favicon.ico") {
        return Some(png(&picture::icon(&edition.source.title, hue(edition))));
    }
    if let Some(index) = path.strip_prefix("/images/").and_then(|rest| rest.strip_suffix(".png")) {
        let index = numbered(index)?;
        let rng = &mut chance(edition.seed, &[edition.number as u64, index as u64, 0x914]);
        return Some(png(&picture::landscape(edition.source.topic.hue(), rng)));
    }
    let rest = path.strip_prefix("/articles")?.strip_prefix(feed)?.strip_prefix('/')?;
    Some(html(&article(edition, numbered(rest)?)))
}

/// Returns a hue. Adjacent sources have different colors.
fn hue(edition: &Edition<'_>) -> f64 {
    (edition.number * 47 % 360) as f64
}

fn html(text: &str) -> Response<Body> {
    answer(200, &[("content-type", "text/html; charset=utf-8")], text.as_bytes())
}

fn png(bytes: &[u8]) -> Response<Body> {
    let headers = [("content-type", "image/png"), ("cache-control", "max-age=86400")];
    answer(200, &headers, bytes)
}

fn head(edition: &Edition<'_>, title: &str) -> String {
    let source = edition.source;
    let feed_type = edition.content_type().split(';').next().unwrap_or_default();
    format!(
        "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{}</title>\n\
         <link rel=\"alternate\" type=\"{feed_type}\" title=\"{}\" href=\"{}\">\n\
         <link rel=\"icon\" type=\"image/png\" sizes=\"64x64\" href=\"/icon.png\"></head>\n<body>\n\
         <header><a href=\"/\">{}</a><nav><ul><li><a href=\"/about\">About</a></li><li><a href=\"/archive\">Archive</a></li></ul></nav></header>\n",
        source.tongue.tag(),
        escaped(title),
        escaped(&source.title),
        source.url.path(),
        escaped(&source.title),
    )
}

const FOOT: &str = "<footer><p>All rights reserved. <a href=\"/imprint\">Imprint</a></p></footer>\n</body></html>\n";

fn home(edition: &Edition<'_>, n_posted: usize) -> String {
    let mut out = head(edition, &edition.source.title);
    out.push_str("<main><ul>\n");
    for index in (n_posted.saturating_sub(LISTED)..n_posted).rev() {
        let title = edition.key(index).title();
        let href = link(&edition.source.url, index);
        writeln!(out, "<li><a href=\"{href}\">{}</a></li>", escaped(&title))
            .expect("writing to a string cannot fail");
    }
    out + "</ul></main>\n" + FOOT
}

fn article(edition: &Edition<'_>, index: usize) -> String {
    let article = edition.key(index).write();
    let mut out = head(edition, &article.title);
    write!(
        out,
        "<main><article><h1>{}</h1>\n<p class=\"byline\">{}</p>\n{}</article></main>\n\
         <aside><h2>More</h2><ul><li><a href=\"/\">Home</a></li></ul></aside>\n",
        escaped(&article.title),
        escaped(&article.author.unwrap_or_default()),
        article.html
    )
    .expect("writing to a string cannot fail");
    out + FOOT
}

impl<'a> Edition<'a> {
    /// Returns one of its articles, in its current version.
    pub(crate) fn key(&self, index: usize) -> Key<'a> {
        let version = self.state.edits.iter().filter(|edited| **edited == index).count() as u64;
        Key { source: self.source, number: self.number, seed: self.seed, index, version }
    }
}
