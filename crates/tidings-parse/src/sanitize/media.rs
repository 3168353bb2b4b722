//! Images and embedded pages: lazy images get their real address, invisible ones are dropped, frames become links.

use super::address::candidates;
use super::policy::Kind;
use super::{Cleaner, film};
use crate::html_tokens::HtmlTokens;
use crate::text::{cut, fold, plain_text};
use url::Url;

/// Attributes that may contain the real address of an image that a script was meant to load, most likely first.
const LAZY_SOURCES: &[&str] =
    &["data-src", "data-lazy-src", "data-original", "data-lazy", "data-url", "data-actualsrc"];
const LAZY_SRCSETS: &[&str] = &["data-srcset", "data-lazy-srcset"];

/// Maximum length of what a frame has for browsers without frames.
const MAX_FALLBACK_BYTES: usize = 2 << 10;

impl Cleaner<'_> {
    pub(super) fn image(&mut self, tokens: &HtmlTokens<'_>) {
        let srcset = LAZY_SRCSETS
            .iter()
            .chain(&["srcset"])
            .find_map(|name| self.addresses.srcset(&tokens.attribute(name)?));
        let source = LAZY_SOURCES
            .iter()
            .chain(&["src"])
            .find_map(|name| self.addresses.web(&tokens.attribute(name)?))
            .or_else(|| first_candidate(srcset.as_deref()?))
            .or_else(|| self.picture.take());
        self.picture = None;
        let Some(source) = source else { return };
        let is_repeated = self.noscripts > 0 && self.last_image.as_ref() == Some(&source);
        if is_repeated || is_invisible(tokens) || is_beacon(&source) {
            return;
        }
        self.attributes.clear();
        self.push_attribute("src", source.as_str());
        if let Some(srcset) = srcset {
            self.push_attribute("srcset", &srcset);
        }
        self.write_element("img", tokens);
        self.last_image = Some(source);
    }

    /// Handles a `source`: that of a `picture` is kept for its `img`, that of audio or video is written.
    pub(super) fn source(&mut self, tokens: &HtmlTokens<'_>) {
        if self.writer.top() == Some(Kind::Media) {
            self.attributes.clear();
            if tokens.attribute("src").is_some_and(|src| self.addresses.web(&src).is_some()) {
                self.write_element("source", tokens);
            }
        } else if self.picture.is_none() {
            let srcset = ["data-srcset", "srcset"]
                .iter()
                .find_map(|name| self.addresses.srcset(&tokens.attribute(name)?));
            self.picture = srcset.and_then(|srcset| first_candidate(&srcset));
        }
    }

    /// Handles an `embed`: unlike a frame, it shows something for which a browser needs a plug-in, unless it is a file or
    /// a film that we know.
    pub(super) fn embed(&mut self, tokens: &HtmlTokens<'_>) {
        let address = tokens.attribute("src").and_then(|src| self.addresses.web(&src));
        let declared = tokens.attribute("type").unwrap_or_default();
        let is_known = address.is_some_and(|address| {
            film::page(&address).is_some() || is_document(&declared, &address)
        });
        if is_known {
            self.frame(tokens);
        }
    }

    /// Turns a frame into a link to what it would have shown. The link's text is the frame's title, what the frame has
    /// for browsers without frames, or the address.
    pub(super) fn frame(&mut self, tokens: &HtmlTokens<'_>) {
        let address = ["data-src", "src", "data"]
            .iter()
            .find_map(|name| self.addresses.web(&tokens.attribute(name)?));
        let Some(address) = address else { return };
        if self.writer.has_open(Kind::Link) || is_beacon(&address) || is_invisible(tokens) {
            return;
        }
        let film = film::page(&address);
        let address = film.clone().unwrap_or(address);
        let title =
            tokens.attribute("title").map(|title| fold(&title)).filter(|title| !title.is_empty());
        let text = title.or_else(|| fallback(tokens)).unwrap_or_else(|| {
            address.as_str().split_once("//").map_or("", |(_, rest)| rest).to_owned()
        });
        if film.is_some() {
            return self.film(&address, &text);
        }
        let is_alone =
            matches!(self.writer.top(), None | Some(Kind::Block | Kind::Cell | Kind::ListItem));
        if is_alone {
            self.attributes.clear();
            self.write_element("p", &HtmlTokens::of(""));
        }
        self.link_to(&address, &HtmlTokens::of(""));
        self.writer.text(cut(&text, 200));
        self.end("a");
        if is_alone {
            self.end("p");
        }
    }
}

impl Cleaner<'_> {
    /// Writes a video: a figure that contains only the link.
    fn film(&mut self, page: &Url, title: &str) {
        self.attributes.clear();
        let is_figure = self.write_element("figure", &HtmlTokens::of(""));
        self.link_to(page, &HtmlTokens::of(""));
        self.writer.text(cut(title, 200));
        self.end("a");
        if is_figure {
            self.end("figure");
        }
    }
}

/// Whether an `embed` is a document that browsers open by themselves.
fn is_document(declared: &str, address: &Url) -> bool {
    const NAMES: [&str; 9] =
        [".pdf", ".html", ".htm", ".txt", ".mp3", ".mp4", ".webm", ".ogg", ".svg"];
    let kind = declared.trim().to_ascii_lowercase();
    let path = address.path().to_ascii_lowercase();
    match kind.as_str() {
        "" => NAMES.iter().any(|name| path.ends_with(name)),
        _ => ["audio/", "video/", "image/", "text/", "application/pdf"]
            .iter()
            .any(|known| kind.starts_with(known)),
    }
}

/// Returns what a frame says to browsers without frames, unless it only speaks of them.
fn fallback(tokens: &HtmlTokens<'_>) -> Option<String> {
    const ABOUT_BROWSERS: [&str; 4] = ["frame", "browser", "loading", "javascript"];
    let text = plain_text(cut(tokens.raw_text()?, MAX_FALLBACK_BYTES));
    let lower = text.to_lowercase();
    let is_useful = !text.is_empty() && !ABOUT_BROWSERS.iter().any(|word| lower.contains(word));
    is_useful.then_some(text)
}

fn first_candidate(srcset: &str) -> Option<Url> {
    candidates(srcset).next().and_then(|(address, _)| Url::parse(address).ok())
}

/// Whether an image is meant to be invisible: at most one pixel in both directions, or hidden by its style.
fn is_invisible(tokens: &HtmlTokens<'_>) -> bool {
    let size = |name: &str| {
        let value = tokens.attribute(name)?;
        let digits = value.trim_start().bytes().take_while(u8::is_ascii_digit).count();
        if value.contains('%') { None } else { value.trim_start()[..digits].parse::<u32>().ok() }
    };
    if let (Some(0 | 1), Some(0 | 1)) = (size("width"), size("height")) {
        return true;
    }
    if tokens.attribute("hidden").is_some() {
        return true;
    }
    let Some(style) = tokens.attribute("style") else { return false };
    let style: String = style
        .chars()
        .filter(|c| !c.is_whitespace())
        .take(500)
        .collect::<String>()
        .to_ascii_lowercase();
    let is_tiny = |side: &str| {
        ["0", "0px", "1px"]
            .iter()
            .any(|size| style.split(';').any(|rule| rule == format!("{side}:{size}")))
    };
    style.contains("display:none")
        || style.contains("visibility:hidden")
        || is_tiny("width") && is_tiny("height")
}

/// Whether an address only counts visits. The listed host names are suffixes, the paths prefixes.
fn is_beacon(url: &Url) -> bool {
    const BEACONS: &[(&str, &str)] = &[
        ("amazon-adsystem.com", "/e/ir"),
        ("bat.bing.com", "/"),
        ("blogger.googleusercontent.com", "/tracker/"),
        ("counter.theconversation.com", "/"),
        ("doubleclick.net", "/"),
        ("facebook.com", "/tr"),
        ("feeds.feedburner.com", "/~r/"),
        ("feeds.wordpress.com", "/1.0/"),
        ("feedsportal.com", "/"),
        ("google-analytics.com", "/"),
        ("list-manage.com", "/track/"),
        ("medium.com", "/_/stat"),
        ("pixel.wp.com", "/"),
        ("quantserve.com", "/"),
        ("rss.buysellads.com", "/"),
        ("scorecardresearch.com", "/"),
        ("stats.wordpress.com", "/"),
    ];
    // Self-hosted analytics are recognized by their file names.
    const COUNTERS: [&str; 3] = ["/piwik.php", "/matomo.php", "/count.gif"];
    if COUNTERS.iter().any(|name| url.path().ends_with(name)) {
        return true;
    }
    let host = url.host_str().unwrap_or_default();
    BEACONS.iter().any(|(name, path)| {
        let is_host = host
            .strip_suffix(name)
            .is_some_and(|before| before.is_empty() || before.ends_with('.'));
        is_host && url.path().starts_with(path)
    })
}
