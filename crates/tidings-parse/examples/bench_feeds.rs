//! Measures how fast feeds are parsed, compared with feed-rs, on generated feeds of fifty items in the four common
//! formats. Run with `--release`. If a folder is given as argument, the feeds are written there, to measure other
//! parsers (`tools/parse-speed`).
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "an example program, not the pure crate, measures time and writes files"
)]

use std::{fmt::Write as _, hint::black_box, time::Instant};
use tidings_model::limits::Limits;
use tidings_parse::{FetchedDocument, ParsedFeed, clean, parse};

const ROUNDS: usize = 200;

fn main() -> std::io::Result<()> {
    let feeds = feeds();
    if let Some(folder) = std::env::args().nth(1) {
        for (number, (_, feed)) in feeds.iter().enumerate() {
            std::fs::write(format!("{folder}/{number}.xml"), feed)?;
        }
    }
    println!(
        "{:14} {:>8} {:>12} {:>8}   MB/s, the best of {ROUNDS}",
        "", "tidings", "+ sanitizing", "feed-rs"
    );
    let mut total = (0.0, [0.0; 3]);
    for (name, feed) in &feeds {
        let times = [
            best(|| assert_eq!(read(feed).articles.len(), 50, "{name} lost items")),
            best(|| assert_eq!(read_and_clean(feed).articles.len(), 50, "{name} lost items")),
            best(|| {
                let theirs = feed_rs::parser::parse(black_box(feed.as_bytes()));
                assert!(theirs.is_ok_and(|feed| feed.entries.len() == 50), "{name} lost items");
            }),
        ];
        print(name, feed.len() as f64, times);
        total.0 += feed.len() as f64;
        total.1 = std::array::from_fn(|n| total.1[n] + times[n]);
    }
    print("all", total.0, total.1);
    Ok(())
}

fn print(name: &str, bytes: f64, times: [f64; 3]) {
    let [parsed, cleaned, theirs] = times.map(|time| bytes / time / 1e6);
    println!("{name:14} {parsed:8.0} {cleaned:12.0} {theirs:8.0}");
}

fn read(feed: &str) -> ParsedFeed {
    let document = FetchedDocument { bytes: feed.as_bytes(), url: None, content_type: None };
    black_box(parse(black_box(document), &Limits::default()))
}

fn read_and_clean(feed: &str) -> ParsedFeed {
    let mut parsed = read(feed);
    parsed.articles.iter_mut().for_each(|article| clean(article, &Limits::default()));
    black_box(parsed)
}

fn best(work: impl Fn()) -> f64 {
    (0..ROUNDS).map(|_| seconds(&work)).fold(f64::INFINITY, f64::min)
}

fn feeds() -> [(&'static str, String); 4] {
    let xhtml = |html: &str| {
        format!(
            "<content type=\"xhtml\"><div xmlns=\"http://www.w3.org/1999/xhtml\">{html}</div></content>"
        )
    };
    [
        ("RSS, CDATA", rss(|html| format!("<![CDATA[{html}]]>"))),
        ("RSS, escaped", rss(escape)),
        (
            "Atom, escaped",
            atom(|html| format!("<content type=\"html\">{}</content>", escape(html))),
        ),
        ("Atom, XHTML", atom(xhtml)),
    ]
}

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

/// Returns about three kilobytes of article, different for every item.
fn body(n: usize) -> String {
    let mut html = String::new();
    for paragraph in 0..6 {
        let _ = write!(
            html,
            "<p>Paragraph {paragraph} of article {n} says <em>something</em> about <a href=\"https://example.org/{n}/{paragraph}?a=1&amp;b=2\">this \
             matter</a>, in words that are neither short nor long, with caf\u{e9} and &#8220;quotes&#8221;, so that it is much like what people \
             write. It goes on for a while, since articles do, and ends with a full stop.</p>\n<p><img src=\"/images/{n}-{paragraph}.jpg\" \
             alt=\"A picture\" width=\"640\" /></p>\n"
        );
    }
    html
}

fn escape(html: &str) -> String {
    html.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn rss(wrap: impl Fn(&str) -> String) -> String {
    let mut feed = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" \
        xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:atom=\"http://www.w3.org/2005/Atom\"><channel><title>Example</title>\
        <link>https://example.org/</link><description>Made up</description><ttl>60</ttl>\n"
        .to_owned();
    for n in 0..50 {
        let _ = writeln!(
            feed,
            "<item><title>Article {n} &amp; more</title><link>https://example.org/articles/{n}</link><guid isPermaLink=\"false\">tag:example.org,{n}</guid>\
             <pubDate>Tue, {:02} Jan 2024 03:04:05 +0100</pubDate><dc:creator>Jane Doe</dc:creator><category>news</category><category>tests</category>\
             <description>{}</description><content:encoded>{}</content:encoded></item>",
            1 + n % 28,
            wrap("<p>A short description.</p>"),
            wrap(&body(n))
        );
    }
    feed + "</channel></rss>\n"
}

fn atom(content: impl Fn(&str) -> String) -> String {
    let mut feed = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Example</title>\
        <id>tag:example.org,2024:feed</id><link href=\"https://example.org/\"/><updated>2024-01-02T03:04:05Z</updated>\n"
        .to_owned();
    for n in 0..50 {
        let _ = writeln!(
            feed,
            "<entry><title>Article {n} &amp; more</title><id>tag:example.org,{n}</id><link rel=\"alternate\" type=\"text/html\" \
             href=\"https://example.org/articles/{n}\"/><published>2024-01-{:02}T03:04:05+01:00</published><updated>2024-02-01T00:00:00Z</updated>\
             <author><name>Jane Doe</name></author><category term=\"news\"/><summary>A short description.</summary>{}</entry>",
            1 + n % 28,
            content(&body(n))
        );
    }
    feed + "</feed>\n"
}
