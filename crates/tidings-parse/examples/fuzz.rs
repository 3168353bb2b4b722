//! Fuzzes the parsers with mutated input and reports panics, slowness and broken invariants.
//!
//! ```text
//! cargo run --release -p tidings-parse --example fuzz -- --target html --seconds 60 --seed 1 --out found corpus/*.html
//! ```
//! Without `--target`, all targets run in turn, each for the given time. Files on the command line are added to the
//! built-in seeds. The smallest case of each kind of finding is written to the folder given by `--out`. Each finding
//! becomes a test next to the code that was wrong.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a program that runs by hand: it reads files, measures time and prints"
)]

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tidings_model::limits::Limits;
use tidings_parse::{
    FetchedDocument, discover, hfeed, html_scan, opml, parse, parse_date, readable, sanitize, text,
};
use url::Url;

/// Anything slower than this is a finding.
const SLOW: Duration = Duration::from_secs(1);
/// Inputs do not grow beyond this.
const MAX_BYTES: usize = 256 << 10;

/// What is fuzzed: a name, the building blocks of its inputs, and what must hold.
struct Target {
    name: &'static str,
    seeds: &'static [&'static str],
    words: &'static [&'static str],
    run: fn(&[u8]) -> Result<(), &'static str>,
}

const TARGETS: &[Target] = &[
    Target { name: "feed", seeds: FEED_SEEDS, words: FEED_WORDS, run: run_feed },
    Target { name: "html", seeds: HTML_SEEDS, words: HTML_WORDS, run: run_html },
    Target { name: "opml", seeds: OPML_SEEDS, words: OPML_WORDS, run: run_opml },
    Target { name: "dates", seeds: DATE_SEEDS, words: DATE_WORDS, run: run_dates },
];

fn main() {
    let options = Options::read();
    // Panics are findings, reported in one line; their backtraces would only hide that line.
    std::panic::set_hook(Box::new(|_| {}));
    let mut is_clean = true;
    for target in TARGETS
        .iter()
        .filter(|target| options.target.as_deref().is_none_or(|name| name == target.name))
    {
        is_clean &= fuzz(target, &options);
    }
    if !is_clean {
        std::process::exit(1);
    }
}

struct Options {
    target: Option<String>,
    seconds: u64,
    seed: u64,
    out: Option<PathBuf>,
    files: Vec<Vec<u8>>,
}

impl Options {
    fn read() -> Self {
        let mut options = Self { target: None, seconds: 60, seed: 1, out: None, files: Vec::new() };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut value =
                || arguments.next().unwrap_or_else(|| panic!("{argument} needs a value"));
            match argument.as_str() {
                "--target" => options.target = Some(value()),
                "--seconds" => {
                    options.seconds = value().parse().expect("--seconds must be a number")
                }
                "--seed" => options.seed = value().parse().expect("--seed must be a number"),
                "--out" => options.out = Some(value().into()),
                path => options
                    .files
                    .push(std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"))),
            }
        }
        options
    }
}

/// Runs one target; returns true if nothing was found.
fn fuzz(target: &Target, options: &Options) -> bool {
    let mut chance = Chance(options.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut corpus: Vec<Vec<u8>> =
        target.seeds.iter().map(|seed| seed.as_bytes().to_vec()).collect();
    corpus.extend(options.files.iter().map(|file| file[..file.len().min(MAX_BYTES)].to_vec()));
    let mut findings: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let (started, mut n_runs, mut slowest) = (Instant::now(), 0_u64, Duration::ZERO);
    while started.elapsed() < Duration::from_secs(options.seconds) {
        let input = match corpus.get(n_runs as usize) {
            Some(seed) => seed.clone(),
            None => mutated(&corpus, target.words, &mut chance),
        };
        let begun = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| (target.run)(&input)));
        let took = begun.elapsed();
        slowest = slowest.max(took);
        n_runs += 1;
        let finding = match result {
            Err(panic) => Some(format!("panic: {}", message(&*panic))),
            Ok(Err(broken)) => Some(broken.to_owned()),
            Ok(Ok(())) if took > SLOW => Some("slow".to_owned()),
            Ok(Ok(())) => None,
        };
        if let Some(kind) = finding {
            let smallest = findings.entry(kind).or_insert_with(|| input.clone());
            if input.len() < smallest.len() {
                *smallest = input;
            }
        } else if chance.below(200) == 0 && corpus.len() < 4_000 {
            corpus.push(input);
        }
    }
    report(target, options, n_runs, slowest, &findings)
}

fn report(
    target: &Target,
    options: &Options,
    n_runs: u64,
    slowest: Duration,
    findings: &BTreeMap<String, Vec<u8>>,
) -> bool {
    println!(
        "{:6} {n_runs} runs in {} s, slowest {slowest:?}, {} findings (seed {})",
        target.name,
        options.seconds,
        findings.len(),
        options.seed
    );
    for (index, (kind, input)) in findings.iter().enumerate() {
        println!("       {kind} ({} bytes)", input.len());
        if let Some(folder) = &options.out {
            std::fs::create_dir_all(folder).unwrap();
            let path = folder.join(format!("{}-{index}", target.name));
            std::fs::write(&path, input).unwrap();
            println!("       written to {}", path.display());
        }
    }
    findings.is_empty()
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied());
    // The first line, without the values that differ from case to case.
    text.unwrap_or("?")
        .lines()
        .next()
        .unwrap_or_default()
        .chars()
        .filter(|c| !c.is_ascii_digit())
        .take(120)
        .collect()
}

fn page() -> Url {
    "https://example.org/blog/post".parse().unwrap()
}

fn run_feed(bytes: &[u8]) -> Result<(), &'static str> {
    let (limits, url) = (Limits::default(), page());
    let document =
        FetchedDocument { bytes, url: Some(&url), content_type: Some("application/xml") };
    let parsed = parse(document, &limits);
    if parse(document, &limits) != parsed {
        return Err("two readings of one feed differ");
    }
    for article in &parsed.articles {
        let links = [&article.link, &article.comments, &article.image].into_iter().flatten();
        if links
            .chain(article.enclosures.iter().map(|enclosure| &enclosure.url))
            .any(|link| !link.starts_with("http"))
        {
            return Err("an address that is not http(s)");
        }
        if article.title.len() > limits.title_bytes {
            return Err("a title beyond the limit");
        }
    }
    for mut article in parsed.articles.into_iter().take(20) {
        tidings_parse::clean(&mut article, &limits);
    }
    Ok(())
}

fn run_html(bytes: &[u8]) -> Result<(), &'static str> {
    let (limits, url) = (Limits { content_bytes: 64 << 10, ..Limits::default() }, page());
    let html = String::from_utf8_lossy(bytes);
    let clean = sanitize::sanitize(&html, Some(&url), &limits);
    if clean.len() > limits.content_bytes {
        return Err("sanitised HTML beyond the limit");
    }
    if sanitize::sanitize(&clean, Some(&url), &limits) != clean {
        return Err("sanitised HTML changes when sanitised again");
    }
    let lower = clean.to_ascii_lowercase();
    if ["<script", "<style", "<svg", "<iframe", "=\"javascript:", "=\"data:"]
        .iter()
        .any(|bad| lower.contains(bad))
    {
        return Err("something active survived");
    }
    let _ = (text::plain_text(&html), text::title_text(&html), discover::discover(&html, &url));
    let _ = (hfeed::parse_hfeed(&html, &url, &limits), html_scan::tame(&html, &limits));
    if html.len().is_multiple_of(8) {
        let _ = readable::readable(&html, &url, &limits);
    }
    Ok(())
}

fn run_opml(bytes: &[u8]) -> Result<(), &'static str> {
    let limits = Limits::default();
    let Ok(list) = opml::read(bytes, &limits) else { return Ok(()) };
    if list
        .outlines
        .iter()
        .any(|outline| !outline.url.starts_with("http") || outline.folder.len() > limits.opml_depth)
    {
        return Err("an outline beyond the rules");
    }
    let again = opml::read(opml::write(&list.title, &list.outlines).as_bytes(), &limits)
        .map_err(|_| "a list we wrote is refused")?;
    if again.outlines.len() != list.outlines.len() || !again.refused.is_empty() {
        return Err("a list we wrote reads back otherwise");
    }
    Ok(())
}

fn run_dates(bytes: &[u8]) -> Result<(), &'static str> {
    let text = String::from_utf8_lossy(bytes);
    match parse_date(&text) {
        Some(date) if parse_date(&date.to_string()) != Some(date) => {
            Err("a date does not read back")
        }
        _ => Ok(()),
    }
}

/// Returns a seed with a few changes: bits, bytes, words, pieces of other seeds, repetitions.
fn mutated(corpus: &[Vec<u8>], words: &[&str], chance: &mut Chance) -> Vec<u8> {
    let mut input = corpus[chance.below(corpus.len())].clone();
    for _ in 0..=chance.below(6) {
        let at = chance.below(input.len() + 1);
        let end = (at + chance.below(32)).min(input.len());
        match chance.below(9) {
            0 => drop(input.drain(at..end)),
            1 => input.splice(at..end, words[chance.below(words.len())].bytes()).for_each(drop),
            2 | 3 => input.splice(at..at, words[chance.below(words.len())].bytes()).for_each(drop),
            4 => input.splice(at..at, [chance.next() as u8]).for_each(drop),
            5 if at < input.len() => input[at] ^= 1 << chance.below(8),
            6 => {
                let other = &corpus[chance.below(corpus.len())];
                let from = chance.below(other.len() + 1);
                let to = (from + chance.below(400)).min(other.len());
                input.splice(at..end, other[from..to].iter().copied()).for_each(drop);
            }
            7 => {
                let piece = input[at..end].repeat(1 + chance.below(20));
                input.splice(at..end, piece).for_each(drop);
            }
            // Rarely many: slowness shows in bulk.
            _ if chance.below(100) == 0 => {
                let word = words[chance.below(words.len())];
                input
                    .splice(
                        at..at,
                        word.repeat(chance.below(MAX_BYTES / word.len().max(1))).bytes(),
                    )
                    .for_each(drop);
            }
            _ => input.truncate(at),
        }
    }
    input.truncate(MAX_BYTES);
    input
}

/// A small generator (xorshift), so that the seed alone reproduces a run.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        ((self.next() >> 11) % n.max(1) as u64) as usize
    }
}

const FEED_SEEDS: &[&str] = &[
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?><rss version=\"2.0\" xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" xmlns:itunes=\"http://www.itunes.com/dtds/podcast-1.0.dtd\"><channel><title>T</title><link>http://example.org/</link><description>d</description><ttl>60</ttl><skipHours><hour>3</hour></skipHours><item><title>A &amp; B</title><link>/a</link><guid isPermaLink=\"false\">g1</guid><pubDate>Sun, 15 Nov 2026 17:20:00 GMT</pubDate><description><![CDATA[<p>x</p>]]></description><content:encoded>&lt;b&gt;y&lt;/b&gt;</content:encoded><enclosure url=\"http://a/x.mp3\" length=\"12\" type=\"audio/mpeg\"/><itunes:duration>1:02:03</itunes:duration></item></channel></rss>",
    "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:base=\"http://example.org/\" xml:lang=\"en\"><id>f</id><title type=\"html\">&lt;i&gt;T&lt;/i&gt;</title><link rel=\"self\" href=\"f\"/><link rel=\"hub\" href=\"http://hub/\"/><updated>2026-11-15T17:20:00Z</updated><entry><id>1</id><title>e</title><link href=\"1\"/><published>2026-11-15T17:20:00+01:00</published><author><name>N</name></author><category term=\"c\"/><content type=\"xhtml\"><div xmlns=\"http://www.w3.org/1999/xhtml\"><p>x</p></div></content></entry></feed>",
    "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns=\"http://purl.org/rss/1.0/\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><channel rdf:about=\"x\"><title>T</title></channel><item rdf:about=\"http://example.org/1\"><title>i</title><dc:date>2026-11-15</dc:date></item></rdf:RDF>",
    "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"T\",\"items\":[{\"id\":1,\"url\":\"https://example.org/1\",\"content_html\":\"<p>x</p>\",\"date_published\":\"2026-11-15T17:20:00Z\",\"tags\":[\"a\"],\"attachments\":[{\"url\":\"http://a/x.mp3\",\"mime_type\":\"audio/mpeg\"}]}]}",
];
const FEED_WORDS: &[&str] = &[
    "<item>",
    "</item>",
    "<title>",
    "</title>",
    "<![CDATA[",
    "]]>",
    "&",
    "&#0;",
    "&#x110000;",
    "&nbsp;",
    "<!--",
    "-->",
    "<?xml",
    "?>",
    "<!DOCTYPE x [<!ENTITY a \"b\">]>",
    "xmlns=\"x\"",
    "xml:base=\"../\"",
    "<entry>",
    "</entry>",
    "<link href=\"javascript:x\"/>",
    "<guid>",
    "</guid>",
    "<a:b>",
    "\u{0}",
    "\u{feff}",
    "<",
    ">",
    "\"",
    "'",
    "/>",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "null",
    "1e999",
    "\\ud800",
    "<pubDate>9999</pubDate>",
    "<x ",
    "x='1' ",
    "&lt;",
    "<channel>",
    "</rss>",
];

const HTML_SEEDS: &[&str] = &[
    "<p>Text <b>bold</b> <a href=\"../x\">link</a> <img src=i.png alt='a'></p><ul><li>1<li>2</ul><table><tr><td>c</table>",
    "<svg><style><a id=\"</style><img src=1 onerror=x>\"></svg><math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;\">",
    "<html><head><title>T</title><base href=/x><link rel=alternate type=application/rss+xml href=f><link rel=icon href=i></head><body><div class=h-entry><a class='p-name u-url' href=1>n</a><p class=e-content>c</p></div></body>",
    "<pre>\n<code>x</code></pre><iframe src=https://www.youtube.com/embed/1></iframe><picture><source srcset='a 1x, b 2x'><img data-src=l.jpg></picture><noscript><img src=l.jpg></noscript>",
];
const HTML_WORDS: &[&str] = &[
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<b>",
    "</b>",
    "<i>",
    "<a href=x>",
    "</a>",
    "<table>",
    "</table>",
    "<tr>",
    "<td>",
    "</td>",
    "<caption>",
    "<li>",
    "<ul>",
    "</ul>",
    "<dd>",
    "<dt>",
    "<h1>",
    "<h2>",
    "</h1>",
    "<pre>",
    "\n",
    "<ruby>",
    "<rt>",
    "</ruby>",
    "<svg>",
    "</svg>",
    "<math>",
    "<select>",
    "<option>",
    "<template>",
    "<noscript>",
    "</noscript>",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<title>",
    "<textarea>",
    "<xmp>",
    "<plaintext>",
    "<!--",
    "-->",
    "--!>",
    "<![CDATA[",
    "]]>",
    "&",
    "&lt;",
    "&#13;",
    "&#0;",
    "&nbsp",
    "&copy=",
    "\"",
    "'",
    "=",
    "<",
    ">",
    "/",
    "\u{0}",
    "\r",
    "\u{c}",
    "\u{a0}",
    "\u{feff}",
    "<video>",
    "<source src=x>",
    "<img src=x>",
    "<iframe src=//a>",
    "<object data=/x>",
    "<p x=",
    " onclick=x",
    " href=javascript:x",
    " style=x",
    " class=h-entry",
    " srcset='a, b 2x'",
    "<br>",
    "<hr>",
    "<details>",
    "<form>",
    "<center>",
    "<image src=x>",
    "<body>",
];

const OPML_SEEDS: &[&str] = &[
    "<?xml version=\"1.0\"?><opml version=\"2.0\"><head><title>T</title></head><body><outline text=\"F\"><outline type=\"rss\" text=\"A &amp; B\" xmlUrl=\"http://example.org/f\" htmlUrl=\"http://example.org/\"/></outline></body></opml>",
    "http://example.org/a\nhttps://example.org/b\n",
];
const OPML_WORDS: &[&str] = &[
    "<outline text='x'>",
    "</outline>",
    "<outline xmlUrl='http://a/b'/>",
    "xmlUrl=",
    "XMLURL='feed:a.b/c'",
    "type=include",
    "<opml>",
    "<title>",
    "<title/>",
    "<!ENTITY a 'b'>",
    "&a;",
    "&#0;",
    "&",
    "\"",
    "'",
    "<",
    ">",
    "/>",
    "\n",
    "http://",
    "ftp://x",
    "#",
    "\u{feff}",
    "\u{0}",
    "<![CDATA[",
    "]]>",
];

const DATE_SEEDS: &[&str] = &[
    "Sun, 15 Nov 2026 17:20:00 GMT",
    "2026-11-15T17:20:00.123+01:00",
    "2026-11-15",
    "15 novembre 2026",
    "20261115T172000Z",
    "Sun Nov 15 17:20:00 2026",
    "1763227200",
    "2026-W46-7",
];
const DATE_WORDS: &[&str] = &[
    "Mon", "Feb", "30", "31", "0", "99999", "-", ":", ".", "T", "Z", "+24:00", "-99:99", "GMT",
    "EST", "PM", "12", "60", "(", ")", "(((", " ", ",", "٣", "年", "月", "日", "1e9", "-1",
];
