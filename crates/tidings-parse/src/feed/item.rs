//! Maps an item or entry to a draft of an article.
//!
//! There is one mapping for RSS, RDF, Atom and CDF: feeds mix them, and a field means the same in all of them.

use super::{
    construct, media,
    people::{self, PLENTY},
};
use crate::{
    Format,
    addresses::{relation, web_address, web_url},
    complaints::Complaints,
    dates::parse_date,
    draft::{self, Draft},
    names::Tag,
    text::fold,
    xml::{Node, Tree},
};
use jiff::Timestamp;
use std::borrow::Cow;
use url::Url;

/// What items need to know about their feed.
#[derive(Debug)]
pub(super) struct FeedContext {
    format: Format,
    /// The base of relative addresses where no xml:base is set.
    base: Option<Url>,
    /// Whether any item had its address in an attribute, as in CDF.
    pub(super) has_cdf_items: bool,
}

impl FeedContext {
    /// Creates the context from what precedes the feed's first item.
    pub(super) fn of(tree: &Tree<'_>, document_url: Option<&Url>) -> Self {
        let format = match tree.root() {
            Some((Tag::Feed | Tag::Entry, _)) => Format::Atom,
            _ => Format::Rss,
        };
        let site = || {
            let mut links = tree
                .nodes()
                .iter()
                .filter(|node| node.tag == Tag::Link && node.attributes.get("rel").is_none());
            links.find_map(|node| web_url(document_url, &node.text))
        };
        // In Atom, addresses are relative to the document; RSS does not specify it, and feeds mean the site.
        let base = match format {
            Format::Atom => document_url.cloned(),
            _ => site().or_else(|| document_url.cloned()),
        };
        Self { format, base, has_cdf_items: false }
    }
}

/// What has been found in an item so far.
#[derive(Debug, Default)]
struct Found {
    draft: Draft,
    /// Titles of lower rank: Dublin Core, Media RSS, iTunes.
    other_title: String,
    original_link: Option<String>,
    is_permalink: bool,
    /// The address of content that is published elsewhere.
    content_source: Option<String>,
    /// The best fields for content and summary so far: rank (lower is better) and node.
    content: Option<(u8, usize)>,
    summary: Option<(u8, usize)>,
    itunes_author: String,
    dc_date: Option<Timestamp>,
    created: Option<Timestamp>,
    seconds: Option<u32>,
    thumbnail: Option<String>,
    picture: Option<String>,
}

/// Maps an item.
pub(super) fn draft(
    tree: &mut Tree<'_>,
    item: usize,
    frame: &mut FeedContext,
    complaints: &mut Complaints,
) -> Draft {
    let mut found = Found { is_permalink: true, ..Found::default() };
    for (index, node) in tree.inside_item(item) {
        let base = tree.base(node).or(frame.base.as_ref());
        let parent = tree.node(node.parent).tag;
        match parent {
            _ if node.parent == item => found.read(index, node, base, frame.format, complaints),
            Tag::MediaGroup | Tag::MediaContent => found.read_media(index, node, parent, base),
            Tag::Author if node.tag == Tag::Name => {
                people::add(&mut found.draft.authors, || people::name(&node.text));
            }
            Tag::Image if node.tag == Tag::Url => found.picture = web_address(base, &node.text),
            _ => {}
        }
    }
    let base = tree.base(tree.node(item)).or(frame.base.as_ref());
    frame.has_cdf_items |= found.read_attributes(tree.node(item), base, complaints);
    let speaking = found.content.map_or(item, |(_, index)| index);
    let language = tree.language(tree.node(speaking)).and_then(draft::language);
    found.draft.language = found.draft.language.take().or(language);
    found.finish(tree, frame)
}

impl Found {
    fn read(
        &mut self,
        index: usize,
        node: &Node<'_>,
        base: Option<&Url>,
        format: Format,
        complaints: &mut Complaints,
    ) {
        let draft = &mut self.draft;
        match node.tag {
            Tag::Title => set_first(&mut draft.title, || construct::title(node, format)),
            Tag::DcTitle | Tag::MediaTitle | Tag::ItunesTitle => {
                set_first(&mut self.other_title, || construct::title(node, format));
            }
            Tag::Link => self.read_link(node, base),
            Tag::OriginalLink => self.original_link = web_address(None, &node.text),
            Tag::Guid => {
                let guid = node.text.trim();
                if draft.guid.is_none() && !guid.is_empty() {
                    draft.guid = Some(guid.to_owned());
                    let says_no = |value: Cow<'_, str>| value.trim().eq_ignore_ascii_case("false");
                    self.is_permalink = !node.attributes.get("isPermaLink").is_some_and(says_no);
                }
            }
            Tag::Author | Tag::Creator => {
                people::add(&mut draft.authors, || people::name(&node.text))
            }
            Tag::ItunesAuthor => self.itunes_author = people::name(&node.text),
            Tag::Category => people::add(&mut draft.tags, || category(node)),
            Tag::Keywords => {
                node.text
                    .split(',')
                    .take(PLENTY)
                    .for_each(|word| people::add(&mut draft.tags, || fold(word)));
            }
            Tag::Published => set_date(&mut draft.published, node, complaints),
            Tag::Updated => set_date(&mut draft.updated, node, complaints),
            Tag::DcDate => set_date(&mut self.dc_date, node, complaints),
            Tag::Created => set_date(&mut self.created, node, complaints),
            Tag::Comments => {
                draft.comments = draft.comments.take().or_else(|| web_address(base, &node.text))
            }
            Tag::CommentCount => {
                draft.n_comments = node.text.trim().parse().ok().or(draft.n_comments)
            }
            Tag::Enclosure | Tag::MediaContent => self.read_file(node, base),
            Tag::Thumbnail => self.read_thumbnail(node, base),
            Tag::ItunesImage => self.picture = image_address(node, base).or(self.picture.take()),
            Tag::Duration => self.seconds = media::seconds(&node.text),
            Tag::Language => draft.language = draft::language(&node.text),
            _ => self.read_text(index, node, base),
        }
    }

    /// Reads a field that may be content or summary.
    fn read_text(&mut self, index: usize, node: &Node<'_>, base: Option<&Url>) {
        let source = node.attributes.get("src").filter(|_| node.tag == Tag::Content);
        if let Some(source) = source {
            self.content_source = web_address(base, &source);
        }
        let (for_content, for_summary) = match node.tag {
            Tag::ContentEncoded => (0, 9),
            Tag::Content => (1, 9),
            Tag::Body => (2, 9),
            Tag::Description => (3, 0),
            Tag::Summary => (4, 1),
            Tag::DcDescription => (5, 2),
            Tag::ItunesSummary => (6, 3),
            Tag::MediaDescription => (7, 4),
            Tag::Subtitle | Tag::ItunesSubtitle => (8, 5),
            _ => return,
        };
        if node.text.trim().is_empty() {
            return;
        }
        keep_best(&mut self.content, for_content, index);
        if for_summary < 9 {
            keep_best(&mut self.summary, for_summary, index);
        }
    }

    fn read_link(&mut self, node: &Node<'_>, base: Option<&Url>) {
        let Some(href) = node.attributes.get("href").or_else(|| node.attributes.get("url")) else {
            if self.draft.link.is_none() {
                self.draft.link = web_address(base, &node.text);
            }
            return;
        };
        let written = node.attributes.get("rel").unwrap_or(Cow::Borrowed("alternate"));
        let kind = node.attributes.get("type").unwrap_or(Cow::Borrowed("text/html"));
        let is_page = kind.contains("html");
        match relation(&written) {
            "alternate" | "" | "permalink" if is_page || self.draft.link.is_none() => {
                self.draft.link = web_address(base, &href).or(self.draft.link.take());
            }
            "enclosure" => self.read_file(node, base),
            "replies" if is_page => {
                self.draft.comments = web_address(base, &href).or(self.draft.comments.take());
                let count = node.attributes.get_local("count");
                self.draft.n_comments =
                    count.and_then(|count| count.trim().parse().ok()).or(self.draft.n_comments);
            }
            _ => {}
        }
    }

    /// Reads the fields that CDF and RDF write as attributes of the item. Returns whether the item is in CDF style.
    fn read_attributes(
        &mut self,
        item: &Node<'_>,
        base: Option<&Url>,
        complaints: &mut Complaints,
    ) -> bool {
        let attributes = item.attributes;
        if attributes.0.is_empty() {
            return false;
        }
        if let Some(modified) = attributes.get("lastmod") {
            self.draft.updated = self.draft.updated.or_else(|| date(&modified, complaints));
        }
        if let Some(about) = attributes.get_local("about").filter(|about| !about.trim().is_empty())
        {
            self.draft.guid.get_or_insert_with(|| about.trim().to_owned());
        }
        let Some(href) = attributes.get("href") else { return false };
        self.draft.link = self.draft.link.take().or_else(|| web_address(base, &href));
        true
    }

    fn read_media(&mut self, index: usize, node: &Node<'_>, parent: Tag, base: Option<&Url>) {
        match node.tag {
            Tag::MediaContent => self.read_file(node, base),
            Tag::Thumbnail => self.read_thumbnail(node, base),
            Tag::MediaTitle => {
                let title = construct::title(node, Format::Rss);
                if parent == Tag::MediaContent
                    && let Some(file) = self.draft.enclosures.last_mut()
                {
                    file.title.get_or_insert_with(|| title.clone());
                }
                set_first(&mut self.other_title, || title);
            }
            Tag::MediaDescription => self.read_text(index, node, base),
            _ => {}
        }
    }

    fn read_file(&mut self, node: &Node<'_>, base: Option<&Url>) {
        if self.draft.enclosures.len() >= PLENTY {
            return;
        }
        let Some(file) = media::enclosure(node.attributes, base) else { return };
        let is_picture = file.media_type.as_deref().is_some_and(|kind| kind.starts_with("image/"))
            || node.attributes.get("medium").is_some_and(|medium| medium == "image");
        if is_picture {
            self.picture.get_or_insert_with(|| file.url.clone());
        }
        media::add(&mut self.draft.enclosures, file);
    }

    fn read_thumbnail(&mut self, node: &Node<'_>, base: Option<&Url>) {
        if self.thumbnail.is_none() {
            self.thumbnail = image_address(node, base);
        }
    }

    fn finish(mut self, tree: &mut Tree<'_>, frame: &FeedContext) -> Draft {
        if self.draft.title.is_empty() {
            self.draft.title = std::mem::take(&mut self.other_title);
        }
        if self.draft.authors.is_empty() && !self.itunes_author.is_empty() {
            self.draft.authors.push(std::mem::take(&mut self.itunes_author));
        }
        self.draft.published = self.draft.published.or(self.dc_date).or(self.created);
        self.draft.image = self.thumbnail.take().or(self.picture.take());
        if let (Some(seconds), Some(file)) = (self.seconds, self.draft.enclosures.first_mut()) {
            file.seconds = file.seconds.or(Some(seconds));
        }
        self.finish_link(frame);
        self.finish_texts(tree, frame);
        self.draft
    }

    fn finish_link(&mut self, frame: &FeedContext) {
        let draft = &mut self.draft;
        let from_guid = || {
            let guid = draft.guid.as_deref().filter(|_| self.is_permalink)?;
            // A guid that is not an address would resolve to a meaningless link.
            web_address(frame.base.as_ref().filter(|_| guid.starts_with('/')), guid)
        };
        let found = self.original_link.take().or(draft.link.take()).or_else(from_guid);
        draft.link = found.or(self.content_source.take());
    }

    fn finish_texts(&mut self, tree: &mut Tree<'_>, frame: &FeedContext) {
        let summary = self.summary.map(|(_, index)| index);
        let content = self.content.map(|(_, index)| index);
        let draft = &mut self.draft;
        if let Some(index) = summary.filter(|summary| Some(*summary) != content) {
            draft.summary = Some(html(tree.node(index)).into_owned());
        }
        if let Some(index) = content {
            draft.html = tree.take_text(index, html);
            draft.base = tree.base(tree.node(index)).cloned();
        }
        // Fragments and images next to an article are relative to the article, if it is on the same site.
        let page = || {
            let link = web_url(None, draft.link.as_deref()?)?;
            let is_same_site = frame.base.as_ref().is_none_or(|base| base.host() == link.host());
            is_same_site.then_some(link)
        };
        draft.base = draft.base.take().or_else(page).or_else(|| frame.base.clone());
    }
}

/// Returns the HTML of a field that may be content or summary.
fn html<'n>(node: &'n Node<'_>) -> Cow<'n, str> {
    match node.tag {
        Tag::Content
        | Tag::Summary
        | Tag::Subtitle
        | Tag::MediaDescription
        | Tag::ItunesSummary
        | Tag::ItunesSubtitle => construct::html(node),
        _ => construct::rss_html(node),
    }
}

fn keep_best(best: &mut Option<(u8, usize)>, rank: u8, index: usize) {
    if best.is_none_or(|(known, _)| rank < known) {
        *best = Some((rank, index));
    }
}

fn set_first(field: &mut String, value: impl FnOnce() -> String) {
    if field.is_empty() {
        *field = value();
    }
}

/// Sets a date. Of several, the last counts, as in other readers.
fn set_date(field: &mut Option<Timestamp>, node: &Node<'_>, complaints: &mut Complaints) {
    *field = date(&node.text, complaints).or(*field);
}

fn date(text: &str, complaints: &mut Complaints) -> Option<Timestamp> {
    let date = parse_date(text);
    if date.is_none() && !text.trim().is_empty() {
        complaints
            .add("bad_date", || format!("{:?} is not a date", crate::text::cut(text.trim(), 60)));
    }
    date
}

fn category(node: &Node<'_>) -> String {
    let attribute = |name| {
        node.attributes.get(name).map(|value| fold(&value)).filter(|value| !value.is_empty())
    };
    let written = || people::name(&node.text);
    attribute("label").or_else(|| attribute("term")).unwrap_or_else(written)
}

fn image_address(node: &Node<'_>, base: Option<&Url>) -> Option<String> {
    let address = node.attributes.get("url").or_else(|| node.attributes.get("href"));
    web_address(base, &address.unwrap_or(Cow::Borrowed(&node.text)))
}
