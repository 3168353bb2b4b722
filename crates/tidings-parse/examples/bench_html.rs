//! Measures how fast HTML is sanitized and converted to text. Run with `--release`; files on the command line are added
//! to the built-in text.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "an example program, not the pure crate, reads files and measures time"
)]

use std::{hint::black_box, time::Instant};
use tidings_parse::{
    discover::discover, html_scan::tame, readable::readable, sanitize::sanitize, text::plain_text,
};

const ROUNDS: usize = 15;

fn main() {
    let page = "https://example.org/blog/post".parse().expect("the constant is a valid URL");
    let limits = Default::default();
    let article = article();
    rate("sanitise an article", &article, |html| sanitize(html, Some(&page), &limits).len());
    rate("sanitise plain text", &"Only words, and nothing else. ".repeat(200), |html| {
        sanitize(html, Some(&page), &limits).len()
    });
    rate("text of an article", &article, |html| plain_text(html).len());
    rate("discover feeds", &article, |html| discover(html, &page).feeds.len());
    rate("tame a page", &article, |html| tame(html, &limits).len());
    rate("readable text", &article.repeat(4), |html| {
        readable(html, &page, &limits).map_or(0, |found| found.text.len())
    });
    for path in std::env::args().skip(1) {
        let html = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        rate(&path, &html, |html| sanitize(html, Some(&page), &limits).len());
    }
}

fn rate(name: &str, html: &str, work: impl Fn(&str) -> usize) {
    let n_each = 1 + (1 << 20) / html.len();
    let best = (0..ROUNDS).map(|_| {
        let started = Instant::now();
        for _ in 0..n_each {
            black_box(work(black_box(html)));
        }
        started.elapsed().as_secs_f64() / n_each as f64
    });
    let best = best.fold(f64::INFINITY, f64::min);
    println!(
        "{name:20} {:6.1} kB {:8.1} \u{b5}s {:6.0} MB/s",
        html.len() as f64 / 1e3,
        best * 1e6,
        html.len() as f64 / best / 1e6
    );
}

/// Returns an article as blogs publish it: words, links, images, classes, a list, a quotation, code.
fn article() -> String {
    let paragraph = "<p class=\"wp-block-paragraph\">It&#8217;s a <em>fairly</em> ordinary paragraph &mdash; with a <a href=\"https://example.com/some/where?a=1&amp;b=2\" \
                     target=\"_blank\" rel=\"noreferrer\">link</a>, some <strong>emphasis</strong>, and enough words to look like what people write on their sites.</p>\n";
    let figure = "<figure class=\"wp-block-image size-large\"><img loading=\"lazy\" width=\"1024\" height=\"683\" src=\"/uploads/picture-1024x683.jpg\" alt=\"A picture\" \
                  class=\"wp-image-1\" srcset=\"/uploads/picture-1024x683.jpg 1024w, /uploads/picture-300x200.jpg 300w\" sizes=\"(max-width: 1024px) 100vw\" /><figcaption>Caption</figcaption></figure>\n";
    let list = "<ul>\n<li>One thing</li>\n<li>Another <code>thing</code></li>\n</ul>\n<blockquote><p>Said somebody.</p></blockquote>\n<pre><code>if a &lt; b { return; }</code></pre>\n";
    format!(
        "<div class=\"entry\">{}{figure}{}{list}{}</div>",
        paragraph.repeat(4),
        paragraph.repeat(4),
        paragraph.repeat(3)
    )
}
