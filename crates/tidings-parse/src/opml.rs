//! Reads and writes lists of subscriptions: OPML 1 and 2, and plain lists of addresses.
//!
//! The reader accepts what real programs write: names in any case, HTML entities, missing end tags. It expands no
//! entities except those of HTML, so entity bombs stay text, and it follows no references to other files.

use crate::addresses::without_feed_scheme;
use crate::complaints::Complaints;
use crate::decode::decode;
use crate::html_tokens::{HtmlToken, HtmlTokens};
use crate::picture::PictureFormat;
use crate::sanitize::address::Addresses;
use crate::text::{cut, fold};
use crate::{Complaint, entities};
use std::collections::HashSet;
use tidings_model::{Refusal, limits::Limits};
use url::Url;

mod write;
pub use write::write;

/// One feed in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpmlSubscription {
    /// Absolute http(s) address of the feed.
    pub url: String,
    /// Plain text, possibly empty.
    pub title: String,
    /// Absolute http(s) address of the site.
    pub site: Option<String>,
    /// The folders it is in, outermost first.
    pub folder: Vec<String>,
}

/// The contents of a list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Opml {
    /// Plain text, possibly empty.
    pub title: String,
    /// The feeds in the order of the file, without duplicates.
    pub outlines: Vec<OpmlSubscription>,
    /// What could not be read as a feed, and why.
    pub refused: Vec<(String, Refusal)>,
    /// What was odd.
    pub complaints: Vec<Complaint>,
}

/// Why a file is not a list of subscriptions.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpmlError {
    /// The file is larger than allowed.
    TooLarge {
        /// Its size.
        bytes: usize,
        /// The largest size allowed.
        limit: usize,
    },
    /// The file is something else, described in words.
    SomethingElse(String),
}

impl std::fmt::Display for OpmlError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooLarge { limit, .. } => write!(
                f,
                "The file is larger than {} MB. Split it into several files.",
                limit / 1_000_000
            ),
            Self::SomethingElse(what) => {
                write!(
                    f,
                    "Expected an OPML file or a list of addresses, one per line, but this is {what}; export your subscriptions as OPML and choose that file."
                )
            }
        }
    }
}

impl std::error::Error for OpmlError {}

/// Reads a list of subscriptions.
///
/// ```
/// use tidings_parse::opml::read;
/// let opml = read(b"<opml><body><outline text=News><outline XMLURL='http://a.example/feed' text='A &amp; B'/>", &Default::default()).unwrap();
/// assert_eq!(opml.outlines[0].url, "http://a.example/feed");
/// assert_eq!(opml.outlines[0].title, "A & B");
/// assert_eq!(opml.outlines[0].folder, ["News"]);
/// ```
///
/// # Errors
/// If the file is too large, or nothing in it looks like a list of subscriptions.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<Opml, OpmlError> {
    if bytes.len() > limits.import_bytes {
        return Err(OpmlError::TooLarge { bytes: bytes.len(), limit: limits.import_bytes });
    }
    if bytes.starts_with(&[0x1f, 0x8b]) || bytes.starts_with(b"PK") {
        return Err(OpmlError::SomethingElse("compressed".into()));
    }
    if let Some(kind) = binary_kind(bytes) {
        return Err(OpmlError::SomethingElse(format!("not a text file ({kind})")));
    }
    let mut complaints = Complaints::default();
    let text = decode(bytes, None, &mut complaints);
    // Those of UTF-16 and UTF-32 become characters, all others are dropped.
    let has_zero_bytes = bytes.contains(&0) && complaints.has("control_characters");
    let not_text = || OpmlError::SomethingElse("not a text file".to_owned());
    let (opml, seen) = (Opml::default(), HashSet::new());
    let mut list = Reading { limits, opml, seen, is_full: false };
    let read = match text.contains('<') {
        true => list.read_outlines(&text),
        false if has_zero_bytes => Err(not_text()),
        false => list.read_lines(&text),
    };
    read.map_err(|why| if has_zero_bytes { not_text() } else { why })?;
    list.opml.complaints.extend(complaints.into_vec());
    Ok(list.opml)
}

/// Returns what kind of binary file begins like this, if it is a well-known one.
fn binary_kind(bytes: &[u8]) -> Option<String> {
    if bytes.starts_with(b"%PDF-") {
        return Some("PDF document".to_owned());
    }
    let format = PictureFormat::of(bytes).filter(|format| *format != PictureFormat::Svg)?;
    let name = format.media_type().trim_start_matches("image/").trim_start_matches("x-");
    Some(format!("{} image", name.to_uppercase()))
}

/// The outlines around a position in the file. Folders are named; feeds that were never closed are not folders.
#[derive(Default)]
struct Folders {
    names: Vec<String>,
    /// For each open outline, whether it is a folder.
    is_named: Vec<bool>,
}

impl Folders {
    fn enter(&mut self, name: Option<String>) {
        self.is_named.push(name.is_some());
        self.names.extend(name);
    }

    fn leave(&mut self) {
        if self.is_named.pop() == Some(true) {
            self.names.pop();
        }
    }
}

struct Reading<'a> {
    limits: &'a Limits,
    opml: Opml,
    seen: HashSet<String>,
    /// Whether a feed was dropped because the list was full.
    is_full: bool,
}

impl Reading<'_> {
    fn read_outlines(&mut self, text: &str) -> Result<(), OpmlError> {
        let mut tokens = HtmlTokens::of_xml(text);
        let mut open = Folders::default();
        let mut first_element = None;
        let mut is_list = false;
        let (mut is_begun, mut is_ended) = (false, false);
        let mut title = None;
        while let Some(token) = tokens.next() {
            match token {
                HtmlToken::Start { name, source } if name.eq_ignore_ascii_case("outline") => {
                    is_list = true;
                    let folder = self.outline(&tokens, &open.names);
                    if !source.ends_with("/>") {
                        open.enter(folder);
                    }
                }
                HtmlToken::End { name, .. } if name.eq_ignore_ascii_case("outline") => {
                    open.leave();
                }
                HtmlToken::End { name, .. } if name.eq_ignore_ascii_case("opml") => is_ended = true,
                HtmlToken::Start { name, .. } => {
                    is_begun |= name.eq_ignore_ascii_case("opml");
                    is_list |= is_begun;
                    first_element.get_or_insert(name);
                    title = title.or(name.eq_ignore_ascii_case("title").then(String::new));
                }
                HtmlToken::Text(text)
                    if title.as_ref().is_some_and(String::is_empty) && open.is_named.is_empty() =>
                {
                    title = Some(self.name(&entities::decode(text, entities::Place::Text)));
                }
                _ => {}
            }
            if self.is_full {
                is_ended = true;
                break;
            }
        }
        if is_begun && !is_ended {
            self.complain("cut_off", "The file ends before its list does.".into());
        }
        self.opml.title = title.unwrap_or_default();
        match first_element {
            _ if is_list => Ok(()),
            Some(name) if name.eq_ignore_ascii_case("html") => {
                Err(OpmlError::SomethingElse("an HTML page".into()))
            }
            Some(name) if name.bytes().all(is_plain) => Err(OpmlError::SomethingElse(format!(
                "a \u{201c}{}\u{201d} document",
                cut(name, 40)
            ))),
            Some(_) | None => Err(OpmlError::SomethingElse("text with a < in it".into())),
        }
    }

    /// Adds a feed, or returns the name of a folder.
    fn outline(&mut self, tokens: &HtmlTokens<'_>, folders: &[String]) -> Option<String> {
        let title = ["title", "text"]
            .iter()
            .filter_map(|name| tokens.attribute(name))
            .map(|text| self.name(&text));
        let title = title.into_iter().find(|title| !title.is_empty()).unwrap_or_default();
        let kind = tokens.attribute("type").unwrap_or_default().trim().to_ascii_lowercase();
        let address = tokens.attribute("xmlurl").or_else(|| {
            let is_feed = matches!(kind.as_str(), "rss" | "atom" | "feed" | "rdf");
            tokens.attribute("url").filter(|_| is_feed)
        });
        let Some(address) = address else {
            if matches!(kind.as_str(), "include" | "link") {
                self.complain("reference", "A reference to another file was ignored.".into());
            } else if matches!(kind.as_str(), "rss" | "atom") {
                self.refuse(&title, Refusal::NoAddress);
            }
            return Some(title).filter(|title| !title.is_empty());
        };
        if folders.len() > self.limits.opml_depth {
            self.complain(
                "too_deep",
                format!(
                    "Folders deeper than {} were merged into the ones around them.",
                    self.limits.opml_depth
                ),
            );
        }
        let site = tokens
            .attribute("htmlurl")
            .and_then(|site| self.addresses().web(&site))
            .map(Into::into);
        let folder = folders.iter().take(self.limits.opml_depth).cloned().collect();
        self.add(&address, title, site, folder);
        None
    }

    fn read_lines(&mut self, text: &str) -> Result<(), OpmlError> {
        let lines = || {
            text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
        };
        if !lines().any(|line| self.feed_address(line).is_ok()) {
            let what =
                if lines().next().is_none() { "empty" } else { "text without any http(s) address" };
            return Err(OpmlError::SomethingElse(what.into()));
        }
        for line in lines() {
            self.add(line, String::new(), None, Vec::new());
            if self.is_full {
                break;
            }
        }
        Ok(())
    }

    fn add(&mut self, address: &str, title: String, site: Option<String>, folder: Vec<String>) {
        match self.feed_address(address) {
            Err(reason) => {
                self.refuse(if address.trim().is_empty() { &title } else { address }, reason)
            }
            Ok(url) if self.seen.contains(url.as_str()) => {}
            Ok(_) if self.opml.outlines.len() >= self.limits.opml_outlines => {
                self.is_full = true;
                let most = self.limits.opml_outlines;
                self.complain(
                    "too_many_outlines",
                    format!("The list has more than {most} feeds; the rest were skipped."),
                );
            }
            Ok(url) => {
                self.seen.insert(url.as_str().to_owned());
                self.opml.outlines.push(OpmlSubscription { url: url.into(), title, site, folder });
            }
        }
    }

    /// Parses the address of a feed: http(s), also with `feed:` or without a scheme.
    fn feed_address(&self, text: &str) -> Result<Url, Refusal> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Refusal::NoAddress);
        }
        if text.len() > self.limits.url_bytes {
            return Err(Refusal::TooLong);
        }
        let text = without_feed_scheme(text);
        let is_without_scheme = !text.contains(':')
            && text.split('/').next().is_some_and(|host| host.contains('.') && !host.contains(' '));
        let parsed = if is_without_scheme {
            Url::parse(&format!("http://{text}"))
        } else {
            Url::parse(&text)
        };
        let Ok(mut url) = parsed else { return Err(Refusal::NotAnAddress) };
        if !matches!(url.scheme(), "http" | "https") {
            return Err(Refusal::OtherScheme);
        }
        url.set_fragment(None);
        if url.as_str().len() > self.limits.url_bytes {
            return Err(Refusal::TooLong);
        }
        Ok(url)
    }

    fn name(&self, text: &str) -> String {
        cut(&fold(text), self.limits.title_bytes).to_owned()
    }

    fn addresses(&self) -> Addresses<'_> {
        Addresses { base: None, limits: self.limits }
    }

    fn refuse(&mut self, what: &str, why: Refusal) {
        if self.opml.refused.len() < self.limits.opml_outlines {
            self.opml.refused.push((cut(&fold(what), 200).to_owned(), why));
        }
    }

    /// Adds a complaint, once of each kind.
    fn complain(&mut self, code: &'static str, message: String) {
        if self.opml.complaints.iter().all(|complaint| complaint.code != code) {
            self.opml.complaints.push(Complaint { code, message });
        }
    }
}

/// Whether the name of an element can be shown in an error. Other names are hardly ever names.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b":_.-".contains(&byte)
}

#[cfg(test)]
mod tests;
