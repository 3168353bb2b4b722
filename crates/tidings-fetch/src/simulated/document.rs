//! The documents of the simulated web: the text of a posting, and feeds in three formats.

use super::{
    article::{Article, Key},
    source::{SimulatedFormat, SimulatedSource, State, Unrest},
};
use jiff::{Timestamp, tz::TimeZone};
use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
use std::fmt::Write;
use tidings_model::Fingerprint;
use url::Url;

/// One posting of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SimulatedPosting {
    /// The number of its source, in the order in which sources were added.
    pub source: usize,
    /// Its number within the source, in order of time.
    pub index: usize,
    /// When it was published.
    pub at: Timestamp,
    /// Its guid, unless the source is changing guids.
    pub guid: String,
    /// Its address, unless the source is changing schemes.
    pub link: String,
    /// Its first title, before any edit.
    pub title: String,
}

/// Returns the random generator of one thing: the same for the same seed and numbers, whatever happened elsewhere.
pub(crate) fn chance(seed: u64, numbers: &[u64]) -> Xoshiro256PlusPlus {
    let bytes: Vec<u8> =
        numbers.iter().chain([&seed]).flat_map(|number| number.to_le_bytes()).collect();
    Xoshiro256PlusPlus::seed_from_u64(Fingerprint::of_bytes(&bytes).0.cast_unsigned())
}

/// A feed to write: which postings, in what state, for which request.
pub(crate) struct Edition<'a> {
    pub(crate) source: &'a SimulatedSource,
    pub(crate) number: usize,
    pub(crate) seed: u64,
    pub(crate) state: &'a State<'a>,
    pub(crate) shown: std::ops::Range<usize>,
    pub(crate) n_request: u64,
}

struct Item {
    guid: String,
    link: String,
    article: Article,
    at: Timestamp,
}

impl Item {
    /// Returns the part that the feed shows.
    fn shown(&self) -> &str {
        self.article.teaser.as_deref().unwrap_or(&self.article.html)
    }
}

/// Returns a posting's identity and its first title.
pub(crate) fn posting(
    source: &SimulatedSource,
    number: usize,
    seed: u64,
    index: usize,
) -> SimulatedPosting {
    let title = Key { source, number, seed, index, version: 0 }.title();
    let at = source.postings[index];
    SimulatedPosting {
        source: number,
        index,
        at,
        guid: guid(&source.url, index),
        link: link(&source.url, index),
        title,
    }
}

fn guid(url: &Url, index: usize) -> String {
    format!(
        "{}/posting{}/{index}",
        url.origin().ascii_serialization(),
        url.path().trim_end_matches('/')
    )
}

pub(crate) fn link(url: &Url, index: usize) -> String {
    format!(
        "{}/articles{}/{index}",
        url.origin().ascii_serialization(),
        url.path().trim_end_matches('/')
    )
}

impl Edition<'_> {
    /// Returns a fingerprint of this edition, without writing it.
    pub(crate) fn fingerprint(&self) -> Fingerprint {
        let unrest = if self.state.unrest == Unrest::None { 0 } else { self.n_request };
        Fingerprint::of(&[
            self.source.url.as_str(),
            &format!("{:?} {:?} {unrest}", self.shown, self.state.edits),
        ])
    }

    /// Returns the document, newest posting first.
    pub(crate) fn write(&self) -> String {
        let items: Vec<Item> = self.shown.clone().rev().map(|index| self.item(index)).collect();
        match self.source.format {
            SimulatedFormat::Rss => self.rss(&items),
            SimulatedFormat::Atom => self.atom(&items),
            SimulatedFormat::Json => self.json(&items),
        }
    }

    pub(crate) fn content_type(&self) -> &'static str {
        match self.source.format {
            SimulatedFormat::Rss => "application/rss+xml; charset=utf-8",
            SimulatedFormat::Atom => "application/atom+xml",
            SimulatedFormat::Json => "application/feed+json",
        }
    }

    fn item(&self, index: usize) -> Item {
        let article = self.key(index).write();
        let (mut guid, mut link) = (guid(&self.source.url, index), link(&self.source.url, index));
        match self.state.unrest {
            Unrest::None => {}
            Unrest::Guids => guid = format!("{guid}?request={}", self.n_request),
            Unrest::Schemes if self.n_request % 2 == 1 => {
                guid = other_scheme(&guid);
                link = other_scheme(&link);
            }
            Unrest::Schemes => {}
        }
        Item { guid, link, article, at: self.source.postings[index] }
    }

    fn rss(&self, items: &[Item]) -> String {
        let mut out = String::from(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<rss version=\"2.0\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:itunes=\"http://www.itunes.com/dtds/podcast-1.0.dtd\"><channel>",
        );
        push(&mut out, format_args!("<title>{}</title>", escaped(&self.source.title)));
        push(
            &mut out,
            format_args!("<link>{}/</link>", self.source.url.origin().ascii_serialization()),
        );
        push(
            &mut out,
            format_args!("<description>About {}</description>", self.source.topic.name()),
        );
        push(&mut out, format_args!("<language>{}</language>", self.source.tongue.tag()));
        if let Some(ttl) = self.source.ttl {
            push(&mut out, format_args!("<ttl>{ttl}</ttl>"));
        }
        for item in items {
            push(&mut out, format_args!("\n<item><title>{}</title>", escaped(&item.article.title)));
            push(&mut out, format_args!("<link>{}</link>", escaped(&item.link)));
            push(
                &mut out,
                format_args!("<guid isPermaLink=\"false\">{}</guid>", escaped(&item.guid)),
            );
            push(&mut out, format_args!("<pubDate>{}</pubDate>", http_form(item.at)));
            for tag in &item.article.tags {
                push(&mut out, format_args!("<category>{}</category>", escaped(tag)));
            }
            if let Some(author) = &item.article.author {
                push(&mut out, format_args!("<dc:creator>{}</dc:creator>", escaped(author)));
            }
            if let Some(sound) = &item.article.sound {
                push(
                    &mut out,
                    format_args!(
                        "<enclosure url=\"{}\" length=\"{}\" type=\"audio/mpeg\"/><itunes:duration>{}</itunes:duration>",
                        sound.url, sound.bytes, sound.seconds
                    ),
                );
            }
            push(
                &mut out,
                format_args!("<description>{}</description></item>", escaped(item.shown())),
            );
        }
        out + "\n</channel></rss>\n"
    }

    fn atom(&self, items: &[Item]) -> String {
        let mut out = String::from(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\"",
        );
        push(&mut out, format_args!(" xml:lang=\"{}\">", self.source.tongue.tag()));
        push(&mut out, format_args!("<title>{}</title>", escaped(&self.source.title)));
        push(&mut out, format_args!("<id>{}</id>", escaped(self.source.url.as_str())));
        push(
            &mut out,
            format_args!("<link href=\"{}/\"/>", self.source.url.origin().ascii_serialization()),
        );
        if let Some(newest) = items.first() {
            push(&mut out, format_args!("<updated>{}</updated>", newest.at));
        }
        for item in items {
            push(
                &mut out,
                format_args!("\n<entry><title>{}</title>", escaped(&item.article.title)),
            );
            push(&mut out, format_args!("<link href=\"{}\"/>", escaped(&item.link)));
            push(&mut out, format_args!("<id>{}</id>", escaped(&item.guid)));
            push(
                &mut out,
                format_args!("<published>{0}</published><updated>{0}</updated>", item.at),
            );
            for tag in &item.article.tags {
                push(&mut out, format_args!("<category term=\"{}\"/>", escaped(tag)));
            }
            if let Some(author) = &item.article.author {
                push(&mut out, format_args!("<author><name>{}</name></author>", escaped(author)));
            }
            if let Some(sound) = &item.article.sound {
                push(
                    &mut out,
                    format_args!(
                        "<link rel=\"enclosure\" href=\"{}\" length=\"{}\" type=\"audio/mpeg\"/>",
                        sound.url, sound.bytes
                    ),
                );
            }
            push(
                &mut out,
                format_args!("<content type=\"html\">{}</content></entry>", escaped(item.shown())),
            );
        }
        out + "\n</feed>\n"
    }

    fn json(&self, items: &[Item]) -> String {
        let mut out = String::from("{\"version\":\"https://jsonfeed.org/version/1.1\"");
        push(&mut out, format_args!(",\"title\":{}", quoted(&self.source.title)));
        push(&mut out, format_args!(",\"feed_url\":{}", quoted(self.source.url.as_str())));
        let home = self.source.url.origin().ascii_serialization();
        push(&mut out, format_args!(",\"home_page_url\":\"{home}/\""));
        push(&mut out, format_args!(",\"language\":\"{}\"", self.source.tongue.tag()));
        out.push_str(",\"items\":[");
        for (place, item) in items.iter().enumerate() {
            out.push_str(if place == 0 { "\n" } else { ",\n" });
            push(
                &mut out,
                format_args!("{{\"id\":{},\"url\":{}", quoted(&item.guid), quoted(&item.link)),
            );
            push(&mut out, format_args!(",\"title\":{}", quoted(&item.article.title)));
            push(&mut out, format_args!(",\"content_html\":{}", quoted(item.shown())));
            push(&mut out, format_args!(",\"date_published\":\"{}\"", item.at));
            if let Some(author) = &item.article.author {
                push(&mut out, format_args!(",\"authors\":[{{\"name\":{}}}]", quoted(author)));
            }
            if let Some(sound) = &item.article.sound {
                push(
                    &mut out,
                    format_args!(
                        ",\"attachments\":[{{\"url\":{},\"mime_type\":\"audio/mpeg\",\"size_in_bytes\":{},\"duration_in_seconds\":{}}}]",
                        quoted(&sound.url),
                        sound.bytes,
                        sound.seconds
                    ),
                );
            }
            let tags: Vec<String> = item.article.tags.iter().map(|tag| quoted(tag)).collect();
            push(&mut out, format_args!(",\"tags\":[{}]}}", tags.join(",")));
        }
        out + "\n]}\n"
    }
}

/// Formats an instant as in HTTP and RSS.
pub(crate) fn http_form(at: Timestamp) -> String {
    at.to_zoned(TimeZone::UTC).strftime("%a, %d %b %Y %H:%M:%S GMT").to_string()
}

fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("writing to a string cannot fail");
}

fn other_scheme(address: &str) -> String {
    match address.strip_prefix("https:") {
        Some(rest) => format!("http:{rest}"),
        None => address.replacen("http:", "https:", 1),
    }
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns a JSON string. The simulated web writes no control characters except line ends.
fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{text}\"")
}
