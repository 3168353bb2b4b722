//! Builds the tree, and mends broken nesting.

use super::{Node, Scope, Tree, XmlReading};
use crate::{
    attributes::Attributes,
    complaints::Complaints,
    names::{Inside, Tag, Vocabulary},
    references::Amiss,
    tokens::Tokens,
};
use std::borrow::Cow;
use url::Url;

mod content;
mod context;

/// Maximum depth of open elements; deeper ones are skipped.
const DEEPEST: usize = 256;
/// Maximum number of nodes in one item (or in the feed itself).
const MOST_NODES: usize = 50_000;

/// An open element.
#[derive(Debug)]
struct Open<'a> {
    name: &'a str,
    inside: Inside,
    node: usize,
    scope: usize,
    /// How many namespaces were declared when it began.
    n_namespaces: usize,
    /// Open elements of the same name inside its markup.
    n_same: usize,
    /// Whether it belongs to an extension that we do not know: an item inside is none of the feed's.
    is_foreign: bool,
    /// Whether text inside its markup is escaped: true for XHTML, where `&lt;` is a character and not a tag.
    is_xhtml: bool,
}

#[derive(Debug)]
pub(super) struct Builder<'a> {
    source: &'a str,
    pub(super) tokens: Tokens<'a>,
    /// Not an xml:base itself, but what an xml:base is relative to.
    document_url: Option<Url>,
    tree: Tree<'a>,
    open: Vec<Open<'a>>,
    /// Open elements beyond `DEEPEST`.
    n_too_deep: usize,
    namespaces: Vec<(&'a str, Vocabulary)>,
    /// The open item.
    item: Option<usize>,
    /// How many scopes there were when it began.
    n_scopes_before_item: usize,
    /// An item that has just ended.
    ended: Option<usize>,
    is_root_closed: bool,
    /// Whether a document type or an HTML element was seen before the root of a feed.
    pub(super) is_html: bool,
    is_inside_page: bool,
    amiss: Amiss,
    has_too_many: bool,
    has_mended_nesting: bool,
    has_unclosed_cdata: bool,
}

impl<'a> Builder<'a> {
    pub(super) fn new(source: &'a str, document_url: Option<&Url>) -> Self {
        Self {
            source,
            tokens: Tokens::new(source),
            document_url: document_url.cloned(),
            tree: Tree { nodes: Vec::new(), scopes: vec![Scope::default()], root: None },
            open: Vec::new(),
            n_too_deep: 0,
            namespaces: Vec::new(),
            item: None,
            n_scopes_before_item: 1,
            ended: None,
            is_root_closed: false,
            is_html: false,
            is_inside_page: false,
            amiss: Amiss::default(),
            has_too_many: false,
            has_mended_nesting: false,
            has_unclosed_cdata: false,
        }
    }

    pub(super) fn open(&mut self, name: &'a str, attributes: Attributes<'a>, is_empty: bool) {
        if self.n_too_deep > 0 {
            self.n_too_deep += usize::from(!is_empty);
            return;
        }
        let n_namespaces = self.namespaces.len();
        self.declare_namespaces(attributes);
        let tag = match self.open.last() {
            None => self.root_tag(name, attributes),
            Some(top) => match top.inside {
                // An item inside an unknown element of the feed is only an article if no other item is open.
                Inside::Nothing if self.item.is_some() || top.is_foreign || !is_item_name(name) => {
                    Tag::Unknown
                }
                Inside::Markup if top.is_xhtml && !is_item_name(name) => Tag::Unknown,
                _ => self.tag(name),
            },
        };
        let tag = if self.is_empty_item_inside_another(name, tag, is_empty) {
            self.has_mended_nesting = true;
            Tag::Unknown
        } else {
            tag
        };
        self.end_what_cannot_hold(tag);
        match self.open.last_mut() {
            None if tag == Tag::Unknown => self.namespaces.truncate(n_namespaces),
            Some(top) if top.inside == Inside::Markup => {
                let node = top.node;
                self.markup_begins(node, tag, attributes);
                self.push_tag(name, attributes, is_empty);
                self.namespaces.truncate(n_namespaces);
            }
            _ => self.push(name, tag, attributes, n_namespaces, is_empty),
        }
    }

    fn push(
        &mut self,
        name: &'a str,
        tag: Tag,
        attributes: Attributes<'a>,
        n_namespaces: usize,
        is_empty: bool,
    ) {
        let parent = self.open.last();
        let parent_node = parent.map_or(0, |open| open.node);
        let parent_scope = parent.map_or(0, |open| open.scope);
        let mut inside = tag.inside();
        if inside != Inside::Nothing
            && self.tree.nodes.len() >= self.item.unwrap_or(0) + MOST_NODES
            && !tag.is_item()
        {
            self.has_too_many = true;
            inside = Inside::Nothing;
        }
        let n_scopes = self.tree.scopes.len();
        let scope = match inside {
            Inside::Nothing => parent_scope,
            // CDF writes its base without the prefix.
            Inside::Structure => self.scope(parent_scope, attributes, &["xml:base", "base"]),
            Inside::Elements | Inside::Markup | Inside::Text => {
                self.scope(parent_scope, attributes, &["xml:base"])
            }
        };
        let node = if inside == Inside::Nothing {
            parent_node
        } else {
            let text = Cow::Borrowed("");
            self.tree.nodes.push(Node {
                tag,
                parent: parent_node,
                attributes,
                text,
                is_markup: false,
                scope,
            });
            self.tree.nodes.len() - 1
        };
        if tag.is_item() {
            self.item = Some(node);
            self.n_scopes_before_item = n_scopes;
        }
        if self.open.is_empty() {
            self.tree.root = Some((tag, attributes));
        }
        if is_empty && !tag.is_item() {
            self.is_root_closed |= self.open.is_empty();
            self.namespaces.truncate(n_namespaces);
            return;
        }
        if self.open.len() >= DEEPEST {
            self.n_too_deep = 1;
            self.namespaces.truncate(n_namespaces);
            return;
        }
        let is_xhtml = inside == Inside::Markup && declares_xhtml(tag, attributes);
        let is_foreign = self.open.last().is_some_and(|parent| parent.is_foreign)
            || (inside == Inside::Nothing && self.is_foreign(name, attributes));
        let n_same = 0;
        self.open.push(Open {
            name,
            inside,
            node,
            scope,
            n_namespaces,
            n_same,
            is_foreign,
            is_xhtml,
        });
        if is_empty {
            self.pop();
        }
    }

    pub(super) fn close(&mut self, name: &'a str) {
        if self.n_too_deep > 0 {
            self.n_too_deep -= 1;
            return;
        }
        let is_called = |open: &Open<'_>| open.name.eq_ignore_ascii_case(name);
        let Some(top) = self.open.last() else { return };
        let is_own = is_called(top);
        if is_own && top.n_same == 0 {
            return self.pop();
        }
        if top.inside != Inside::Markup {
            return self.close_up_to(name);
        }
        if self.open.iter().any(|open| open.inside == Inside::Structure && is_called(open)) {
            return self.close_up_to(name);
        }
        if !self.tree.nodes[top.node].is_markup {
            // This end tag closes nothing opened here: it is the field's own end tag, misspelled, or a stray one. The
            // field continues until an element begins that cannot be inside it.
            self.has_mended_nesting = true;
            return;
        }
        self.push_end_tag(name);
        if let Some(top) = self.open.last_mut().filter(|_| is_own) {
            top.n_same -= 1;
        }
    }

    fn close_up_to(&mut self, name: &str) {
        self.has_mended_nesting = true;
        let is_structure = |open: &Open<'_>| open.inside == Inside::Structure;
        let barrier = self.open.iter().rposition(is_structure).unwrap_or(0);
        let position = self.open.iter().rposition(|open| open.name.eq_ignore_ascii_case(name));
        match position {
            Some(at) if at >= barrier || is_structure(&self.open[at]) => {
                while self.open.len() > at {
                    self.pop();
                }
            }
            // A misspelled end tag most likely means the innermost element.
            _ => {
                if self
                    .open
                    .last()
                    .is_some_and(|top| matches!(top.inside, Inside::Nothing | Inside::Text))
                {
                    self.pop();
                }
            }
        }
    }

    fn pop(&mut self) {
        let Some(open) = self.open.pop() else { return };
        self.namespaces.truncate(open.n_namespaces);
        if self.item == Some(open.node) && open.inside == Inside::Structure {
            self.item = None;
            self.ended = Some(open.node);
        }
        self.is_root_closed |= self.open.is_empty();
    }

    /// Whether an item begins inside another and holds nothing: the outer one goes on after it.
    fn is_empty_item_inside_another(&self, name: &str, tag: Tag, is_empty: bool) -> bool {
        tag.is_item() && self.item.is_some() && (is_empty || self.tokens.is_next_end_of(name))
    }

    /// Ends the open item or field if `tag` cannot be inside it.
    fn end_what_cannot_hold(&mut self, tag: Tag) {
        if tag.is_item() && self.item.is_some() {
            self.has_mended_nesting = true;
            while self.item.is_some() {
                self.pop();
            }
            return;
        }
        let Some(top) = self.open.last() else { return };
        let cannot_hold = match top.inside {
            Inside::Text => tag != Tag::Unknown,
            Inside::Markup if top.is_xhtml => false,
            Inside::Markup => {
                !tag.is_also_html()
                    || (tag != Tag::Unknown && self.tree.nodes[top.node].tag == Tag::Title)
            }
            Inside::Nothing | Inside::Structure | Inside::Elements => false,
        };
        if cannot_hold {
            self.has_mended_nesting = true;
            self.pop();
        }
    }

    pub(super) fn hand_over(
        &mut self,
        complaints: &mut Complaints,
        on_item: &mut impl FnMut(&mut Tree<'a>, usize, &mut Complaints),
    ) {
        let Some(item) = self.ended.take() else { return };
        on_item(&mut self.tree, item, complaints);
        // What began after the item (the next one, if an end tag was missing) stays.
        let next = self.item.unwrap_or(self.tree.nodes.len());
        if next == self.tree.nodes.len() {
            self.tree.nodes.truncate(item);
            self.tree.scopes.truncate(self.n_scopes_before_item);
        } else {
            let _ = self.tree.nodes.drain(item..next);
            let shift = next - item;
            for open in self.open.iter_mut().filter(|open| open.node >= next) {
                open.node -= shift;
            }
            self.item = Some(item);
        }
    }

    pub(super) fn finish(
        mut self,
        complaints: &mut Complaints,
        on_item: &mut impl FnMut(&mut Tree<'a>, usize, &mut Complaints),
    ) -> XmlReading<'a> {
        let is_partial = !self.open.is_empty() && !self.has_end_tag_of_root();
        if !is_partial {
            while !self.open.is_empty() {
                self.pop();
                self.hand_over(complaints, on_item);
            }
        } else if let Some(item) = self.item {
            self.tree.nodes.truncate(item);
        }
        self.complain(complaints, is_partial);
        XmlReading { tree: self.tree, is_partial, is_html: self.is_html }
    }

    /// Whether the root's end tag is near the end, even if it was not recognized as one.
    fn has_end_tag_of_root(&self) -> bool {
        let Some(root) = self.open.first() else { return false };
        let tail =
            &self.source[self.source.floor_char_boundary(self.source.len().saturating_sub(1024))..];
        tail.match_indices("</").any(|(at, _)| tail[at + 2..].starts_with(root.name))
    }

    fn complain(&self, complaints: &mut Complaints, is_partial: bool) {
        let mut note = |is_so: bool, code, message: &str| {
            if is_so {
                complaints.add(code, || message.to_owned());
            }
        };
        note(is_partial, "truncated", "The document is cut off; only its complete items were kept");
        note(
            self.amiss.has_bare_ampersand,
            "bare_ampersand",
            "An ampersand was not escaped; it was kept as it is",
        );
        note(
            self.amiss.has_unknown,
            "undeclared_entity",
            "An entity is unknown; it was kept as written",
        );
        note(
            self.amiss.has_forbidden,
            "forbidden_character",
            "A character reference does not name a character; it was dropped",
        );
        note(
            self.has_mended_nesting,
            "bad_nesting",
            "Start and end tags do not match; they were paired as well as possible",
        );
        note(
            self.has_unclosed_cdata,
            "unclosed_cdata",
            "A CDATA section has no end; it was closed with its element",
        );
        note(
            self.tokens.n_repairs() > 0,
            "bad_markup",
            "Some markup could not be parsed; it was kept as text",
        );
        note(
            self.has_too_many,
            "too_many_elements",
            "There are more elements than any article needs; the rest were skipped",
        );
    }
}

fn local_name(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

fn is_item_name(name: &str) -> bool {
    matches!(local_name(name), "item" | "entry")
}

/// Whether an element declares XHTML content, so that escaped characters in it are characters.
fn declares_xhtml(tag: Tag, attributes: Attributes<'_>) -> bool {
    tag == Tag::Body
        || attributes.get("type").is_some_and(|kind| {
            kind.eq_ignore_ascii_case("xhtml") || kind.ends_with("+xml") || kind.ends_with("/xml")
        })
}
