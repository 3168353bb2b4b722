//! The article page's view of an article.

use crate::{
    content::media_key,
    health,
    pages::{article::prose::minutes, headlined, list_location::Spot, titled},
    times::Time,
    voice::Voice,
};
use jiff::Timestamp;
use tidings_model::{ArticleId, Enclosure, SourceId, TagId, units::Minutes};
use tidings_store::{FullArticle, PlaybackPosition};
use url::Url;

pub(super) struct View {
    pub(super) id: ArticleId,
    pub(super) source: String,
    pub(super) source_id: SourceId,
    pub(super) title: String,
    pub(super) published: Time,
    /// What follows the date, separated by dots.
    pub(super) meta: Vec<String>,
    pub(super) link: Option<String>,
    /// The address behind the link: the same, except in a demonstration.
    pub(super) original: String,
    pub(super) comments: Option<Comments>,
    pub(super) language: Option<String>,
    pub(super) text: Text,
    /// The other available texts: the key of the label, and the address.
    pub(super) others: Vec<(&'static str, String)>,
    pub(super) enclosures: Vec<File>,
    pub(super) tags: Vec<(TagId, String)>,
    pub(super) categories: Vec<String>,
    /// Authors, each with the address of a new rule that hides their articles.
    pub(super) mutes: Vec<(String, String)>,
    /// The address of a new rule that hides articles of this source by a word.
    pub(super) mute_word: String,
    pub(super) is_unread: bool,
    pub(super) is_starred: bool,
    pub(super) is_later: bool,
    /// The address of this page, to which buttons return.
    pub(super) here: String,
    pub(super) list_href: String,
}

/// What there is to choose from besides the text.
pub(super) struct TextWish<'a> {
    /// The text that the address asks for.
    pub(super) asked: Option<&'a str>,
    /// The summary, if it adds something.
    pub(super) summary: Option<String>,
}

/// The text of the article.
pub(super) enum Text {
    /// Sanitized HTML.
    Html(String),
    Plain(String),
    Nothing,
}

pub(super) struct Comments {
    pub(super) url: String,
    pub(super) n: u32,
}

pub(super) struct File {
    pub(super) url: String,
    pub(super) name: String,
    pub(super) about: String,
    pub(super) is_audio: bool,
    pub(super) is_video: bool,
    /// The playback position, in seconds.
    pub(super) position: u32,
    /// The remaining time; empty if it has not been started.
    pub(super) left: String,
}

pub(super) fn view(
    t: &Voice,
    article: FullArticle,
    spot: &Spot,
    positions: &[PlaybackPosition],
    wait: Option<Minutes>,
    wish: TextWish<'_>,
    now: Timestamp,
) -> View {
    let meta = meta(t, &article, wait);
    let FullArticle { listed, html, language, categories, enclosures, tags, .. } = article;
    let here = spot.article_page(listed.id);
    let (text, others) = choose(html, wish, &here);
    let n = article.n_comments.unwrap_or(0);
    let mute = |name: &String| (name.clone(), mute_author(name));
    View {
        mutes: listed.authors.iter().take(3).map(mute).collect(),
        mute_word: format!(
            "/rules/new?field=title&test=words&action=block&scope=source.{}",
            listed.source
        ),
        id: listed.id,
        source: titled(t, &listed.source_title).to_owned(),
        source_id: listed.source,
        title: headlined(t, &listed.title, &listed.summary),
        published: t.full(listed.published_at, now),
        meta,
        original: listed.link.clone().unwrap_or_default(),
        link: listed.link.filter(|link| is_web(link)),
        comments: article.comments.filter(|link| is_web(link)).map(|url| Comments { url, n }),
        language: language.filter(|tag| is_language(tag)),
        text,
        others,
        enclosures: enclosures
            .into_iter()
            .filter(|file| is_web(&file.url))
            .map(|enclosure| file(t, enclosure, positions))
            .collect(),
        tags,
        categories,
        is_unread: listed.is_unread,
        is_starred: listed.reading.starred_at.is_some(),
        is_later: listed.reading.later_at.is_some(),
        here,
        list_href: format!("{}#a{}", spot.href(), listed.id),
    }
}

/// Chooses the requested text, or the best available, and returns the addresses of the others.
fn choose(
    html: String,
    TextWish { asked, summary }: TextWish<'_>,
    here: &str,
) -> (Text, Vec<(&'static str, String)>) {
    let (has_html, has_summary) = (!html.trim().is_empty(), summary.is_some());
    let is_short = asked == Some("summary") || !has_html;
    let text = match (summary.filter(|_| is_short), has_html) {
        (Some(summary), _) => Text::Plain(summary),
        (None, true) => Text::Html(html),
        (None, false) => Text::Nothing,
    };
    let mut others = Vec::new();
    if has_html && has_summary {
        others.push(if is_short {
            ("text-original", here.to_owned())
        } else {
            ("text-summary", format!("{here}&text=summary"))
        });
    }
    (text, others)
}

/// Returns the address of a new rule, prefilled to hide this author's articles.
fn mute_author(name: &str) -> String {
    let name: String = url::form_urlencoded::byte_serialize(name.as_bytes()).collect();
    format!("/rules/new?field=author&test=is&action=block&text={name}")
}

/// Returns the authors, the reading time, and how long it waited to be fetched, if that was measured.
fn meta(t: &Voice, article: &FullArticle, wait: Option<Minutes>) -> Vec<String> {
    let mut parts = Vec::new();
    if !article.listed.authors.is_empty() {
        parts.push(article.listed.authors.join(", "));
    }
    let minutes = minutes(&article.html);
    if minutes > 1 {
        parts.push(t.n("reading-time", minutes as u64));
    }
    let waited = wait.filter(|wait| wait.0 >= 1.0);
    parts.extend(waited.map(|wait| t.with("seen-after", "span", &health::span(t, wait))));
    parts
}

fn file(t: &Voice, enclosure: Enclosure, positions: &[PlaybackPosition]) -> File {
    let key = media_key(&enclosure.url);
    let stopped = positions.iter().find(|place| place.media == key);
    let seconds = stopped.map_or(0, |place| place.seconds);
    let length = stopped.and_then(|place| place.length).or(enclosure.seconds);
    let is_of =
        |kind: &str| enclosure.media_type.as_deref().is_some_and(|own| own.starts_with(kind));
    let (is_audio, is_video) = (is_of("audio/"), is_of("video/"));
    let name = enclosure.title.filter(|title| !title.trim().is_empty());
    let about = [
        enclosure.media_type.clone(),
        enclosure.seconds.map(|seconds| t.span(i64::from(seconds))),
        enclosure.bytes.filter(|bytes| *bytes > 0).map(size),
    ];
    File {
        name: name.unwrap_or_else(|| file_name(&enclosure.url)),
        about: about.into_iter().flatten().collect::<Vec<_>>().join(" · "),
        is_audio,
        is_video,
        position: seconds,
        left: left(t, seconds, length),
        url: enclosure.url,
    }
}

/// The last seconds are credits and silence: whoever got there has finished it.
const CREDITS: u32 = 20;

fn left(t: &Voice, seconds: u32, length: Option<u32>) -> String {
    match length {
        _ if seconds == 0 => String::new(),
        None => t.with("media-at", "time", &t.span(i64::from(seconds))),
        Some(length) if seconds + CREDITS >= length => t.of("media-heard").to_owned(),
        Some(length) => t.with("media-left", "time", &t.span(i64::from(length - seconds))),
    }
}

fn file_name(url: &str) -> String {
    let last = |url: &Url| {
        url.path_segments()?.next_back().filter(|name| !name.is_empty()).map(str::to_owned)
    };
    Url::parse(url).ok().as_ref().and_then(last).unwrap_or_else(|| url.to_owned())
}

fn size(bytes: u64) -> String {
    match bytes {
        ..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}

/// Returns whether a link is an http address. Feeds may contain anything; this page links to nothing else.
pub(crate) fn is_web(link: &str) -> bool {
    Url::parse(link).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

pub(crate) fn is_language(tag: &str) -> bool {
    (2..=35).contains(&tag.len()) && tag.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_http_addresses_become_links() {
        assert!(is_web("https://example.org/x"));
        for link in [
            "javascript:alert(1)",
            "data:text/html,x",
            "/relative",
            "//host/x",
            "file:///etc/passwd",
            "",
        ] {
            assert!(!is_web(link), "{link}");
        }
    }

    #[test]
    fn enclosures_have_names_and_sizes() {
        assert_eq!(file_name("https://example.org/a/b.mp3?x=1"), "b.mp3");
        assert_eq!(file_name("https://example.org/"), "https://example.org/");
        assert_eq!((size(900), size(2_500_000)), ("1 kB".to_owned(), "2 MB".to_owned()));
    }

    #[test]
    fn the_best_available_text_comes_first() {
        let kinds = |html: &str, summary: &str, asked| {
            let summary = Some(summary).filter(|text| !text.is_empty()).map(str::to_owned);
            let wish = TextWish { asked, summary };
            let (text, others) = choose(html.to_owned(), wish, "/article/1?in=all");
            let kind = match text {
                Text::Html(_) => "html",
                Text::Plain(_) => "plain",
                Text::Nothing => "nothing",
            };
            (kind, others.len())
        };
        assert_eq!(kinds("<p>x", "y", None), ("html", 1));
        assert_eq!(kinds("<p>x", "y", Some("summary")), ("plain", 1));
        assert_eq!(kinds("", "y", None), ("plain", 0));
        assert_eq!(kinds("<p>x", "", Some("summary")), ("html", 0));
        assert_eq!(kinds("", "", None), ("nothing", 0));
    }
}
