//! A loopback server of many feeds, each at its own address, so that politeness per host is part of the benchmark.

use anyhow::{Context, Result};
use axum::{
    Router,
    extract::{ConnectInfo, Path, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use std::{
    fmt::Write,
    net::{IpAddr, Ipv4Addr, SocketAddr},
};
use tokio::net::TcpListener;

/// Words for the articles. Length and content of the feeds come from arithmetic alone, so that all runs are equal.
const WORDS: [&str; 24] = [
    "harbour", "council", "morning", "signal", "garden", "paper", "river", "engine", "letter",
    "winter", "market", "bridge", "forest", "island", "window", "station", "measure", "record",
    "teacher", "library", "orchard", "compass", "railway", "mountain",
];

/// Starts serving and returns the port. The server ends with the runtime.
///
/// # Errors
/// When no port can be opened.
pub async fn serve(n_articles: u32) -> Result<u16> {
    // Linux serves all of 127.0.0.0/8, so each feed gets its own address and is a host of its own.
    let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0))
        .await
        .context("cannot open a port for the feeds")?;
    let port = listener.local_addr()?.port();
    let app = Router::new()
        .route("/{feed}", get(feed))
        .with_state(n_articles)
        .into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, app).await });
    Ok(port)
}

/// Returns the address of the n-th feed.
#[must_use]
pub fn address(n: u32, port: u16) -> String {
    let [_, a, b, c] = (n + 1).to_be_bytes();
    format!("http://{}:{port}/{n}.xml", Ipv4Addr::new(127, a.saturating_add(1), b, c))
}

async fn feed(
    State(n_articles): State<u32>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    // The listener is bound to every interface only to reach all of loopback; nobody else is served.
    if !matches!(peer.ip(), IpAddr::V4(ip) if ip.is_loopback()) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let Some(n) = name.strip_suffix(".xml").and_then(|n| n.parse::<u32>().ok()) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let etag = format!("\"{n}-{n_articles}\"");
    if headers.get(header::IF_NONE_MATCH).is_some_and(|sent| sent.as_bytes() == etag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, etag)]).into_response();
    }
    (
        [(header::CONTENT_TYPE, "application/rss+xml".to_owned()), (header::ETAG, etag)],
        document(n, n_articles),
    )
        .into_response()
}

/// Returns the n-th feed as RSS, with about 1.4 kB of HTML in each article.
fn document(n: u32, n_articles: u32) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><rss version=\"2.0\" xmlns:content=\"http://purl.org/rss/1.0/modules/content/\"><channel><title>Feed {n}</title><link>http://example.org/{n}/</link><description>Measured</description>"
    );
    for i in 0..n_articles {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "<item><title>{} {} {i}</title><link>http://example.org/{n}/{i}</link><guid>http://example.org/{n}/{i}</guid><category>{}</category><pubDate>Sun, 15 Nov 2026 {:02}:{:02}:00 GMT</pubDate><content:encoded><![CDATA[",
            word(n, i),
            word(n, i + 1),
            word(i, n),
            i % 24,
            n % 60
        );
        for paragraph in 0..4 {
            let _ = write!(text, "<p>The <em>{}</em> ", word(n + i, paragraph));
            for k in 0..38 {
                let _ = write!(text, "{} ", word(n * 31 + i * 7 + paragraph, k));
            }
            let _ =
                write!(text, "<a href=\"/{n}/{i}#{paragraph}\">{}</a>.</p>", word(i, paragraph));
        }
        text.push_str("<img src=\"/picture.jpg\" alt=\"\"/>]]></content:encoded></item>");
    }
    text.push_str("</channel></rss>");
    text
}

fn word(a: u32, b: u32) -> &'static str {
    let mixed = a.wrapping_mul(0x9e37_79b1).wrapping_add(b.wrapping_mul(0x85eb_ca6b)) >> 7;
    WORDS[mixed as usize % WORDS.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feed_has_its_own_address() {
        let all: std::collections::BTreeSet<String> = (0..70_000).map(|n| address(n, 1)).collect();
        assert_eq!(all.len(), 70_000);
        assert!(all.iter().all(|url| url.starts_with("http://127.")));
    }

    #[test]
    fn an_article_has_about_one_and_a_half_kilobytes() {
        let size = document(3, 20).len() / 20;
        assert!((1_100..2_500).contains(&size), "{size}");
    }

    #[test]
    fn a_feed_is_valid_and_has_as_many_articles_as_requested() {
        for (n, n_articles) in [(0, 0), (7, 1), (69_999, 30)] {
            let text = document(n, n_articles);
            let read = tidings_parse::parse(
                tidings_parse::FetchedDocument {
                    bytes: text.as_bytes(),
                    url: None,
                    content_type: None,
                },
                &tidings_model::limits::Limits::default(),
            );
            assert_eq!(read.complaints, []);
            assert_eq!(
                (read.articles.len(), read.title),
                (n_articles as usize, format!("Feed {n}"))
            );
            let guids: std::collections::BTreeSet<_> =
                read.articles.iter().map(|article| article.guid.clone()).collect();
            assert_eq!(guids.len(), n_articles as usize, "all differ");
        }
        assert_eq!(document(3, 5), document(3, 5), "runs are equal");
    }
}
