//! Exports of other feed readers: subscriptions, and articles with their read and starred states.
//!
//! FreshRSS writes a zip of an OPML file and lists in the format of Google Reader, Miniflux returns `/v1/entries`,
//! NewsBlur lists saved stories, Google Takeout wrote `starred.json`. All of them are lists of items under some name;
//! each item is recognized by its own members, so a part of an export, several exports, or items assembled by a script
//! can be read as well. What cannot be imported becomes a complaint.

mod archive;
mod items;
mod json;
mod own;

use crate::{
    Complaint,
    complaints::Complaints,
    draft::Draft,
    opml::{self, OpmlError, OpmlSubscription},
};
use jiff::Timestamp;
use std::collections::{HashMap, HashSet};
use tidings_model::{Article, Refusal, limits::Limits, rule::Rule};
use url::Url;

/// The program that wrote an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ExportProgram {
    /// A list of subscriptions, from any program.
    Opml,
    /// Tidings itself.
    Tidings,
    /// FreshRSS.
    FreshRss,
    /// Miniflux.
    Miniflux,
    /// NewsBlur.
    NewsBlur,
    /// Google Reader, or one of the many programs that write its format.
    GoogleReader,
}

impl ExportProgram {
    /// Returns its name.
    ///
    /// ```
    /// assert_eq!(tidings_parse::import::ExportProgram::FreshRss.name(), "FreshRSS");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Opml => "OPML",
            Self::Tidings => "Tidings",
            Self::FreshRss => "FreshRSS",
            Self::Miniflux => "Miniflux",
            Self::NewsBlur => "NewsBlur",
            Self::GoogleReader => "Google Reader",
        }
    }
}

/// The contents of an export.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportFile {
    /// The program that wrote it.
    pub kind: ExportProgram,
    /// The subscriptions, without duplicates. An article alone does not create one: its source may have been
    /// unsubscribed long ago.
    pub subscriptions: Vec<OpmlSubscription>,
    /// Outlines that could not be imported, and why.
    pub refused: Vec<(String, Refusal)>,
    /// The user's options for some of them, by address.
    pub wishes: HashMap<String, ImportedOptions>,
    /// The user's rules, in order.
    pub rules: Vec<ImportedRule>,
    /// The articles, without duplicates.
    pub articles: Vec<ImportedArticle>,
    /// What was odd.
    pub complaints: Vec<Complaint>,
}

/// A user's options for a source.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ImportedOptions {
    /// Whether fetching for this user is paused.
    pub is_paused: bool,
    /// Whether it is shown only in its own list and its folder's.
    pub is_muted: bool,
    /// Whether full texts are fetched.
    pub full_text: bool,
    /// Whether it should be as fresh as possible.
    pub is_pinned: bool,
    /// Minimum number of minutes between fetches.
    pub min_minutes: Option<u32>,
    /// Maximum number of minutes between fetches.
    pub max_minutes: Option<u32>,
    /// The number of days for which articles are kept.
    pub keep_days: Option<u32>,
    /// The number of articles kept.
    pub keep_count: Option<u32>,
}

/// A rule from a Tidings export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedRule {
    /// The rule; `place` sets its scope.
    pub rule: Rule,
    /// Which articles it applies to.
    pub place: RulePlace,
    /// Whether it is switched on.
    pub is_on: bool,
}

/// Which articles a rule applies to, by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RulePlace {
    /// The articles of all sources.
    Everywhere,
    /// The articles of the sources in the folder of this name.
    Folder(String),
    /// The articles of the source at this address.
    Source(String),
}

/// An article from another feed reader.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ImportedArticle {
    /// Absolute http(s) address of the feed, if known.
    pub source_url: Option<String>,
    /// Plain text, possibly empty.
    pub source_title: String,
    /// The publisher's identifier; most programs do not export it.
    pub guid: Option<String>,
    /// Absolute http(s) address.
    pub link: Option<String>,
    /// Plain text, possibly empty.
    pub title: String,
    /// When it was published.
    pub published: Option<Timestamp>,
    /// Untrusted HTML; see [`ImportedArticle::article`].
    pub content_html: String,
    /// Plain text.
    pub authors: Vec<String>,
    /// Whether it was read; `None` if the export does not say.
    pub is_read: Option<bool>,
    /// Whether it was starred or saved.
    pub is_starred: bool,
    /// Whether it was saved for later.
    pub is_later: bool,
    /// The user's own tags.
    pub tags: Vec<String>,
    /// The publisher's tags.
    pub categories: Vec<String>,
}

impl ImportedArticle {
    /// Returns the article as its source would provide it, with keys that identify it there, and sanitized content.
    ///
    /// ```
    /// let imported = tidings_parse::import::ImportedArticle { title: "A day".into(), content_html: "<p onclick=x()>Text".into(), ..Default::default() };
    /// let article = imported.article(&Default::default());
    /// assert_eq!(article.content, tidings_model::article::Content::Clean("<p>Text</p>".into()));
    /// ```
    #[must_use]
    pub fn article(&self, limits: &Limits) -> Article {
        let draft = Draft {
            guid: self.guid.clone(),
            title: self.title.clone(),
            link: self.link.clone(),
            authors: self.authors.clone(),
            published: self.published,
            html: self.content_html.clone(),
            base: self.link.as_deref().and_then(|link| Url::parse(link).ok()),
            tags: self.categories.clone(),
            ..Draft::default()
        };
        let mut article = draft.finish(limits, &mut Complaints::default());
        crate::clean(&mut article, limits);
        article
    }
}

/// Why a file is not an export.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExportError {
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

impl std::fmt::Display for ExportError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooLarge { limit, .. } => write!(
                f,
                "The file is larger than {} MB. Export less at once, or split the file.",
                limit / 1_000_000
            ),
            Self::SomethingElse(what) => write!(
                f,
                "Expected OPML, or an export of Tidings, FreshRSS, Miniflux or NewsBlur (zip or JSON), but this is {what}."
            ),
        }
    }
}

impl std::error::Error for ExportError {}

/// Reads an export: a zip, a JSON file, or OPML.
///
/// ```
/// use tidings_parse::import::{ExportProgram, read};
/// let json = br#"{"total":1,"entries":[{"title":"A day","url":"https://e.org/1","status":"read","starred":true,"feed":{"feed_url":"https://e.org/feed"}}]}"#;
/// let import = read(json, &Default::default()).unwrap();
/// assert_eq!(import.kind, ExportProgram::Miniflux);
/// assert_eq!(import.articles[0].is_read, Some(true));
/// assert!(import.articles[0].is_starred);
/// ```
///
/// # Errors
/// If the file is too large, or nothing in it looks like an export.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<ImportFile, ExportError> {
    if bytes.len() > limits.import_bytes {
        return Err(ExportError::TooLarge { bytes: bytes.len(), limit: limits.import_bytes });
    }
    let mut found = Found::new(limits);
    let mut nothing = "a file without any article or subscription";
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match bytes.trim_ascii_start().first() {
        None => return Err(ExportError::SomethingElse("empty".to_owned())),
        Some(_) if bytes.starts_with(b"PK") => {
            nothing = "a ZIP archive without subscriptions";
            archive::read(bytes, &mut found)?;
        }
        Some(_) if bytes.starts_with(&[0x1f, 0x8b]) => {
            return Err(ExportError::SomethingElse(
                "compressed with gzip; unpack it first".to_owned(),
            ));
        }
        Some(b'{' | b'[') => json::read(bytes, &mut found),
        Some(_) => found.list(bytes).map_err(not_a_list)?,
    }
    found.finish(nothing)
}

fn not_a_list(why: OpmlError) -> ExportError {
    match why {
        OpmlError::TooLarge { bytes, limit } => ExportError::TooLarge { bytes, limit },
        OpmlError::SomethingElse(what) => ExportError::SomethingElse(what),
    }
}

/// What was found so far, across all files of an export.
struct Found<'l> {
    limits: &'l Limits,
    kinds: HashMap<ExportProgram, usize>,
    has_list: bool,
    /// The program named in the head of a list of subscriptions.
    list_kind: Option<ExportProgram>,
    subscriptions: Vec<OpmlSubscription>,
    seen_feeds: HashSet<String>,
    refused: Vec<(String, Refusal)>,
    wishes: HashMap<String, ImportedOptions>,
    rules: Vec<ImportedRule>,
    articles: Vec<ImportedArticle>,
    /// The index of the article with this identity.
    seen: HashMap<u64, usize>,
    text_bytes: usize,
    complaints: Complaints,
}

impl<'l> Found<'l> {
    fn new(limits: &'l Limits) -> Self {
        Self {
            limits,
            kinds: HashMap::new(),
            has_list: false,
            list_kind: None,
            subscriptions: Vec::new(),
            seen_feeds: HashSet::new(),
            refused: Vec::new(),
            wishes: HashMap::new(),
            rules: Vec::new(),
            articles: Vec::new(),
            seen: HashMap::new(),
            text_bytes: 0,
            complaints: Complaints::default(),
        }
    }

    /// Reads a list of subscriptions.
    fn list(&mut self, bytes: &[u8]) -> Result<(), OpmlError> {
        let list = opml::read(bytes, self.limits)?;
        self.has_list = true;
        self.list_kind = self.list_kind.or(list_kind(bytes, &list.title));
        for subscription in list.outlines {
            if self.subscriptions.len() < self.limits.opml_outlines
                && self.seen_feeds.insert(subscription.url.clone())
            {
                self.subscriptions.push(subscription);
            }
        }
        self.refused.extend(list.refused);
        self.refused.truncate(self.limits.opml_outlines);
        for complaint in list.complaints {
            self.complaints.add(complaint.code, || complaint.message);
        }
        Ok(())
    }

    /// Adds an article; if it is known, merges the states and tags.
    fn article(&mut self, kind: ExportProgram, mut article: ImportedArticle) {
        *self.kinds.entry(kind).or_default() += 1;
        let identity = items::identity(&article);
        if let Some(known) = self.seen.get(&identity).and_then(|at| self.articles.get_mut(*at)) {
            known.is_starred |= article.is_starred;
            known.is_later |= article.is_later;
            known.is_read = known.is_read.or(article.is_read);
            let more = article.tags.into_iter().filter(|tag| !known.tags.contains(tag));
            let room = self.limits.items_per_article.saturating_sub(known.tags.len());
            let more: Vec<_> = more.take(room).collect();
            known.tags.extend(more);
            return;
        }
        if self.articles.len() >= self.limits.import_articles {
            let most = self.limits.import_articles;
            self.complaints.add("too_many_articles", || {
                format!("Only the first {most} articles were imported")
            });
            return;
        }
        self.text_bytes += article.content_html.len();
        if self.text_bytes > self.limits.import_text_bytes {
            self.text_bytes -= article.content_html.len();
            article.content_html = String::new();
            self.complaints.add("too_much_text", || {
                "The texts are too long in total; an article was imported without its text"
                    .to_owned()
            });
        }
        self.seen.insert(identity, self.articles.len());
        self.articles.push(article);
    }

    /// Returns what was found; `nothing` names a file in which nothing was.
    fn finish(mut self, nothing: &str) -> Result<ImportFile, ExportError> {
        if !self.has_list && self.articles.is_empty() {
            let said = self.complaints.into_vec();
            // That the items are of an unknown type is what `nothing` says already.
            let why = said.iter().find(|complaint| complaint.code != "unknown_item");
            let why = why.map(|complaint| format!(" ({})", complaint.message)).unwrap_or_default();
            return Err(ExportError::SomethingElse(format!("{nothing}{why}")));
        }
        let mut kinds: Vec<(ExportProgram, usize)> =
            std::mem::take(&mut self.kinds).into_iter().collect();
        kinds.sort_unstable_by_key(|(kind, n)| (std::cmp::Reverse(*n), *kind));
        let kind =
            kinds.first().map(|(kind, _)| *kind).or(self.list_kind).unwrap_or(ExportProgram::Opml);
        Ok(ImportFile {
            kind,
            subscriptions: self.subscriptions,
            refused: self.refused,
            wishes: self.wishes,
            rules: self.rules,
            articles: self.articles,
            complaints: self.complaints.into_vec(),
        })
    }
}

/// Returns the program that wrote a list of subscriptions, if its head names it.
fn list_kind(bytes: &[u8], title: &str) -> Option<ExportProgram> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(1024)]);
    let names = [
        ("freshrss", ExportProgram::FreshRss),
        ("miniflux", ExportProgram::Miniflux),
        ("newsblur", ExportProgram::NewsBlur),
        ("google reader", ExportProgram::GoogleReader),
    ];
    let said = format!("{head} {title}").to_lowercase();
    names.into_iter().find(|(name, _)| said.contains(name)).map(|(_, kind)| kind)
}
