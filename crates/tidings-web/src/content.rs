//! An article's text as a page shows it: images loaded the way the reader chose, internal links that work beside other
//! articles, video cards, players that resume where the reader stopped, code from left to right, and wide tables that
//! scroll.
//!
//! The text was sanitized when it was stored, in a grammar so simple that no parser is needed here: tags with
//! double-quoted values that contain neither `<` nor `>`. Anything else is passed through unchanged.

mod film;

use crate::{Error, Images, app::Inner, images::Signer, session::Signed, voice::Voice};
use std::{borrow::Cow, fmt::Write as _};
use tidings_model::{ArticleId, Fingerprint, UserId};
use tidings_store::{ListedArticle, PlaybackPosition};

/// How a text is shown.
#[derive(Debug)]
pub(crate) struct ContentContext<'a> {
    /// The article: several may be on one page.
    pub(crate) article: ArticleId,
    /// Where its images are loaded from.
    pub(crate) images: Images,
    /// Signs the addresses of images.
    pub(crate) signer: &'a Signer,
    /// Language and formats.
    pub(crate) t: &'a Voice,
    /// The reader's playback positions in its audio and video.
    pub(crate) stopped_at: &'a [PlaybackPosition],
}

/// Returns the key that identifies an article's audio or video.
pub(crate) fn media_key(url: &str) -> Fingerprint {
    Fingerprint::of(&["media", url])
}

/// The prefix of every id and internal link, as the sanitizer writes them.
const LOCAL: &str = "fn-";

/// Returns the text as HTML for the page.
pub(crate) fn shown(html: &str, frame: &ContentContext<'_>) -> String {
    let out = String::with_capacity(html.len() * 5 / 4);
    let mut page = Page { frame, out, links: 0, tables: 0 };
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        page.out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(after) = page.film(rest) {
            rest = after;
            continue;
        }
        let Some(end) = rest.find('>') else { break };
        let (tag, after) = rest.split_at(end + 1);
        page.tag(tag, after);
        rest = after;
    }
    page.out.push_str(rest);
    page.out.push_str(&"</div>".repeat(page.tables));
    page.out
}

/// Returns the text of an article as this reader wants to see it.
pub(crate) async fn for_reader(
    inner: &Inner,
    signed: &Signed,
    article: ArticleId,
    html: &str,
    stopped_at: &[PlaybackPosition],
) -> Result<String, Error> {
    let signer = Signer::of(inner, signed.user.id).await?;
    let frame = ContentContext {
        article,
        images: signed.images(),
        signer: &signer,
        t: &signed.voice,
        stopped_at,
    };
    Ok(shown(html, &frame))
}

/// Returns the text of a shared article for anyone with its link. Its images come through this server, at addresses that
/// are valid as long as the link.
pub(crate) async fn for_visitors(
    inner: &Inner,
    t: &Voice,
    token: &str,
    article: ArticleId,
    html: &str,
) -> Result<String, Error> {
    let signer = Signer::of_share(inner, token).await?;
    Ok(shown(
        html,
        &ContentContext { article, images: Images::Proxy, signer: &signer, t, stopped_at: &[] },
    ))
}

/// Returns the text for where no image can be loaded: offline. Alternative texts take the place of images.
pub(crate) async fn without_pictures(
    inner: &Inner,
    t: &Voice,
    article: ArticleId,
    html: &str,
) -> Result<String, Error> {
    // There is nothing to sign, so nobody's signer will do.
    let signer = Signer::of(inner, UserId(0)).await?;
    Ok(shown(
        html,
        &ContentContext { article, images: Images::Off, signer: &signer, t, stopped_at: &[] },
    ))
}

/// Returns the images of cards, loaded the way the reader chose.
pub(crate) async fn thumbnails(
    inner: &Inner,
    signed: &Signed,
    articles: &mut [ListedArticle],
) -> Result<(), Error> {
    if signed.voice.look.has_thumbnails {
        let signer = Signer::of(inner, signed.user.id).await?;
        for listed in articles {
            let address = listed.image.take();
            listed.image = address.and_then(|url| picture(&url, signed.images(), &signer));
        }
    }
    Ok(())
}

/// Returns the address of an image outside a text; `None` if images are off.
fn picture(address: &str, images: Images, signer: &Signer) -> Option<String> {
    match images {
        Images::Proxy => Some(signer.path(address)),
        Images::Direct => Some(address.to_owned()),
        Images::Off => None,
    }
}

struct Page<'a> {
    frame: &'a ContentContext<'a>,
    out: String,
    /// How many links are open: links cannot be nested.
    links: usize,
    /// How many tables are open.
    tables: usize,
}

impl Page<'_> {
    fn tag(&mut self, tag: &str, after: &str) {
        let name_end = tag.find([' ', '>']).unwrap_or(tag.len());
        match &tag[1..name_end] {
            "img" => return self.image(tag),
            "video" | "audio" => return self.media(tag, after),
            "a" => self.links += 1,
            "/a" => self.links = self.links.saturating_sub(1),
            "pre" => return self.code(tag, Some("code")),
            "code" | "kbd" | "samp" => return self.code(tag, None),
            "table" => self.begin_table(),
            "/table" => return self.end_table(tag),
            _ => {}
        }
        self.with_local_names(tag);
    }

    /// Writes a tag with its id and internal link made unique to this article.
    fn with_local_names(&mut self, tag: &str) {
        let mut rest = tag;
        for sign in [" href=\"#fn-", " id=\"fn-"] {
            if let Some(at) = rest.find(sign) {
                let (before, after) = rest.split_at(at + sign.len());
                let _ = write!(self.out, "{before}{}-", self.frame.article);
                rest = after;
            }
        }
        self.out.push_str(rest);
    }

    /// Writes the start of code, which is read from left to right in every language. Its direction is part of the HTML so
    /// that it does not decide the direction of the text around it. A block that may scroll has a label.
    fn code(&mut self, tag: &str, label: Option<&str>) {
        self.with_local_names(&tag[..tag.len() - 1]);
        self.attribute("dir", "ltr");
        if let Some(key) = label {
            self.attribute("data-label", self.frame.t.of(key));
        }
        self.out.push('>');
    }

    /// Begins the frame in which a wide table scrolls. The table itself stays a table for screen readers.
    fn begin_table(&mut self) {
        self.tables += 1;
        let _ =
            write!(self.out, "<div class=\"scroll\" data-label=\"{}\">", self.frame.t.of("table"));
    }

    fn end_table(&mut self, tag: &str) {
        self.out.push_str(tag);
        if self.tables > 0 {
            self.tables -= 1;
            self.out.push_str("</div>");
        }
    }

    fn image(&mut self, tag: &str) {
        match self.frame.images {
            Images::Direct => self.with_local_names(tag),
            Images::Proxy => self.handed_on(tag),
            Images::Off => self.left_out(tag),
        }
    }

    fn handed_on(&mut self, tag: &str) {
        self.out.push_str("<img");
        for (name, value) in attributes(tag) {
            match name {
                "src" => self.attribute("src", &self.frame.signer.path(&plain(value))),
                "srcset" => self.candidates(&plain(value)),
                "id" => self.attribute("id", &self.local(value)),
                _ => self.attribute(name, value),
            }
        }
        self.out.push('>');
    }

    /// Writes the image candidates. The column of an article is about 700 pixels wide: one candidate for that and one
    /// for high-resolution screens are enough, and every address left out saves bytes.
    fn candidates(&mut self, srcset: &str) {
        let all = srcset.split(", ").filter_map(|one| one.rsplit_once(' '));
        let mut widths = all
            .clone()
            .filter_map(|(url, size)| Some((size.strip_suffix('w')?.parse::<u32>().ok()?, url)))
            .collect::<Vec<_>>();
        widths.sort_unstable();
        let at_least = |width: u32| widths.iter().find(|(own, _)| *own >= width);
        let largest = widths.last();
        let mut chosen =
            [at_least(700).or(largest), at_least(1400).or(largest)].into_iter().flatten();
        let (first, second) = (chosen.next(), chosen.next());
        let path = |url: &str| self.frame.signer.path(url);
        let written = if let Some((width, url)) = first {
            let second = second.filter(|second| Some(*second) != first);
            let second = second.map_or(String::new(), |(w, url)| format!(", {} {w}w", path(url)));
            format!("{} {width}w{second}", path(url))
        } else {
            let sharp = all.clone().filter(|(_, size)| matches!(*size, "1x" | "1.5x" | "2x"));
            sharp.map(|(url, size)| format!("{} {size}", path(url))).collect::<Vec<_>>().join(", ")
        };
        if !written.is_empty() {
            self.attribute("srcset", &written);
            if first.is_some() {
                self.attribute("sizes", "(min-width: 46em) 44em, 100vw");
            }
        }
    }

    /// Writes a link to an image that is not loaded, with its alternative text.
    fn left_out(&mut self, tag: &str) {
        let value = |wanted: &str| {
            attributes(tag).find(|(name, _)| *name == wanted).map_or("", |(_, value)| value)
        };
        let (address, alt) = (value("src"), value("alt").trim());
        let words = if alt.is_empty() { self.frame.t.of("picture") } else { alt };
        let _ = if self.links > 0 {
            write!(self.out, "<span class=\"no-picture\">{words}</span>")
        } else {
            write!(
                self.out,
                "<a class=\"no-picture\" href=\"{address}\" rel=\"noopener noreferrer nofollow\">{words}</a>"
            )
        };
    }

    /// Writes a player with the reader's position in seconds.
    fn media(&mut self, tag: &str, after: &str) {
        let name_end = tag.find([' ', '>']).unwrap_or(tag.len());
        self.out.push_str(&tag[..name_end]);
        for (name, value) in attributes(tag) {
            match (name, self.frame.images) {
                ("poster", Images::Off) => {}
                ("poster", Images::Proxy) => {
                    self.attribute("poster", &self.frame.signer.path(&plain(value)));
                }
                ("id", _) => self.attribute("id", &self.local(value)),
                _ => self.attribute(name, value),
            }
        }
        let source = |tag| attributes(tag).find(|(name, _)| *name == "src").map(|(_, src)| src);
        let inside = after.strip_prefix("<source").and_then(|rest| rest.split('>').next());
        if let Some(address) = source(tag).or_else(|| inside.and_then(source)) {
            let key = media_key(&plain(address));
            let stopped = self.frame.stopped_at.iter().find(|place| place.media == key);
            let seconds = stopped.map_or(0, |place| place.seconds);
            self.attribute("data-position", &seconds.to_string());
        }
        self.out.push('>');
    }

    /// Returns an id made unique to this article.
    fn local(&self, id: &str) -> String {
        format!("{LOCAL}{}-{}", self.frame.article, id.strip_prefix(LOCAL).unwrap_or(id))
    }

    /// Writes an attribute whose value is already escaped.
    fn attribute(&mut self, name: &str, value: &str) {
        let _ = write!(self.out, " {name}=\"{value}\"");
    }
}

/// Returns the attributes of a tag, with their values as written.
fn attributes(tag: &str) -> impl Iterator<Item = (&str, &str)> + Clone {
    let mut rest = tag.find(' ').map_or("", |at| &tag[at..]);
    std::iter::from_fn(move || {
        let (name, after) = rest.strip_prefix(' ')?.split_once("=\"")?;
        let (value, after) = after.split_once('"')?;
        rest = after;
        Some((name, value))
    })
}

/// Unescapes a value or a text.
pub(crate) fn plain(value: &str) -> Cow<'_, str> {
    if !value.contains('&') {
        return Cow::Borrowed(value);
    }
    let plain = value.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    Cow::Owned(plain.replace("&amp;", "&"))
}

#[cfg(test)]
mod tests;
