//! From tags and text to a small tree per article.
//!
//! Elements we know become nodes; all others are skipped with what they hold. When an item ends it is handed over and its
//! nodes are dropped, so that memory depends on the largest item and not on their number. Broken nesting is mended:
//! an end tag closes the nearest open element of its name, an item ends where the next begins, a field ends where a
//! sibling that cannot stand inside it begins.

use crate::{
    attributes::Attributes,
    complaints::Complaints,
    names::{Inside, Tag, Vocabulary, vocabulary_of_namespace, vocabulary_of_prefix},
    references::{Amiss, unescape_into},
    tokens::{Token, Tokens},
};
use std::borrow::Cow;
use url::Url;

/// Elements open inside one another; deeper ones are skipped.
const DEEPEST: usize = 256;
/// Nodes of one item (or of the feed itself).
const MOST_NODES: usize = 50_000;
/// Namespaces declared at once.
const MOST_NAMESPACES: usize = 256;
/// Changes of xml:base and xml:lang in one item (or in the feed itself).
const MOST_SCOPES: usize = 10_000;

/// An element we know.
#[derive(Debug)]
pub(crate) struct Node<'a> {
    pub(crate) tag: Tag,
    /// Index of the parent in the tree; the root is its own parent.
    pub(crate) parent: usize,
    pub(crate) attributes: Attributes<'a>,
    pub(crate) text: Cow<'a, str>,
    /// Whether `text` is markup that stood naked in the document; otherwise it is text with references resolved.
    pub(crate) is_markup: bool,
    scope: usize,
}

/// What xml:base and xml:lang say at some place.
#[derive(Debug, Clone, Default)]
struct Scope {
    base: Option<Url>,
    language: Option<String>,
}

/// The elements of a document that were kept.
#[derive(Debug, Default)]
pub(crate) struct Tree<'a> {
    nodes: Vec<Node<'a>>,
    scopes: Vec<Scope>,
    root: Option<(Tag, Attributes<'a>)>,
}

impl<'a> Tree<'a> {
    /// The root element, if one was found that a feed may have.
    pub(crate) fn root(&self) -> Option<(Tag, Attributes<'a>)> {
        self.root
    }

    /// A node by index.
    pub(crate) fn node(&self, index: usize) -> &Node<'a> {
        &self.nodes[index]
    }

    /// The nodes inside an item, with their indices.
    pub(crate) fn inside_item(&self, item: usize) -> impl Iterator<Item = (usize, &Node<'a>)> {
        self.nodes.iter().enumerate().skip(item + 1).take_while(|(_, node)| !node.tag.is_item())
    }

    /// All nodes, outermost first.
    pub(crate) fn nodes(&self) -> &[Node<'a>] {
        &self.nodes
    }

    /// What `read` makes of a node, moving the node's text out if it can be had whole.
    pub(crate) fn take_text(&mut self, index: usize, read: for<'n> fn(&'n Node<'a>) -> Cow<'n, str>) -> String {
        let node = &self.nodes[index];
        match read(node) {
            Cow::Owned(text) => text,
            Cow::Borrowed(part) if part.len() < node.text.len() => part.to_owned(),
            Cow::Borrowed(_) => std::mem::take(&mut self.nodes[index].text).into_owned(),
        }
    }

    /// What xml:base says at a node.
    pub(crate) fn base(&self, node: &Node<'a>) -> Option<&Url> {
        self.scopes[node.scope].base.as_ref()
    }

    /// What xml:lang says at a node.
    pub(crate) fn language(&self, node: &Node<'a>) -> Option<&str> {
        self.scopes[node.scope].language.as_deref()
    }
}

/// How the reading of a document went.
#[derive(Debug)]
pub(crate) struct Read<'a> {
    /// What is said outside of items.
    pub(crate) tree: Tree<'a>,
    /// Whether the document broke off.
    pub(crate) is_partial: bool,
    /// Whether it looked like a web page, in case no feed was found.
    pub(crate) is_html: bool,
}

/// Reads a document, handing over each complete item with its index in the tree.
pub(crate) fn read<'a>(
    source: &'a str,
    document_url: Option<&Url>,
    complaints: &mut Complaints,
    mut on_item: impl FnMut(&mut Tree<'a>, usize, &mut Complaints),
) -> Read<'a> {
    let mut builder = Builder::new(source, document_url);
    loop {
        let token = builder.tokens.next();
        match token {
            Token::Open { name, attributes, is_empty } => builder.open(name, attributes, is_empty),
            Token::Close { name } => builder.close(name),
            Token::Text(raw) => builder.text(raw),
            Token::CData(text) => builder.cdata(text),
            Token::UnclosedCData(rest) => builder.unclosed_cdata(rest),
            Token::Doctype(text) => builder.is_html |= has_word(text, "html"),
            Token::End => break,
        }
        builder.hand_over(complaints, &mut on_item);
    }
    builder.finish(complaints, &mut on_item)
}

/// An element that has begun.
#[derive(Debug)]
struct Open<'a> {
    name: &'a str,
    inside: Inside,
    node: usize,
    scope: usize,
    /// How many namespaces were declared when it began.
    n_namespaces: usize,
    /// Elements of the same name inside its markup.
    n_same: usize,
    /// Whether text inside its markup is escaped: true for XHTML, where `&lt;` is a character and not a tag.
    is_xhtml: bool,
}

#[derive(Debug)]
struct Builder<'a> {
    source: &'a str,
    tokens: Tokens<'a>,
    /// No xml:base itself, but what an xml:base is relative to.
    document_url: Option<Url>,
    tree: Tree<'a>,
    open: Vec<Open<'a>>,
    /// Elements open beyond `DEEPEST`.
    n_too_deep: usize,
    namespaces: Vec<(&'a str, Vocabulary)>,
    /// The item that is open, if any.
    item: Option<usize>,
    /// How many scopes there were when it began.
    n_scopes_before_item: usize,
    /// An item that has just ended.
    ended: Option<usize>,
    is_root_closed: bool,
    /// Whether a document type or an element of HTML was seen before any root of a feed.
    is_html: bool,
    is_inside_page: bool,
    amiss: Amiss,
    has_too_many: bool,
    has_mended_nesting: bool,
    has_unclosed_cdata: bool,
}

impl<'a> Builder<'a> {
    fn new(source: &'a str, document_url: Option<&Url>) -> Self {
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

    fn open(&mut self, name: &'a str, attributes: Attributes<'a>, is_empty: bool) {
        if self.n_too_deep > 0 {
            self.n_too_deep += usize::from(!is_empty);
            return;
        }
        let n_namespaces = self.namespaces.len();
        self.declare_namespaces(attributes);
        let tag = match self.open.last() {
            None => self.root_tag(name, attributes),
            Some(top) => match top.inside {
                // An item inside something unknown is only an article's if no article is open.
                Inside::Nothing if self.item.is_some() || !is_item_name(name) => Tag::Unknown,
                Inside::Markup if top.is_xhtml && !is_item_name(name) => Tag::Unknown,
                _ => self.tag(name),
            },
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

    fn push(&mut self, name: &'a str, tag: Tag, attributes: Attributes<'a>, n_namespaces: usize, is_empty: bool) {
        let parent = self.open.last();
        let parent_node = parent.map_or(0, |open| open.node);
        let parent_scope = parent.map_or(0, |open| open.scope);
        let mut inside = tag.inside();
        if inside != Inside::Nothing && self.tree.nodes.len() >= self.item.unwrap_or(0) + MOST_NODES && !tag.is_item() {
            self.has_too_many = true;
            inside = Inside::Nothing;
        }
        let n_scopes = self.tree.scopes.len();
        let scope = match inside {
            Inside::Nothing => parent_scope,
            // CDF writes its base without the prefix.
            Inside::Structure => self.scope(parent_scope, attributes, &["xml:base", "base"]),
            Inside::Elements | Inside::Markup | Inside::Text => self.scope(parent_scope, attributes, &["xml:base"]),
        };
        let node = if inside == Inside::Nothing {
            parent_node
        } else {
            let text = Cow::Borrowed("");
            self.tree.nodes.push(Node { tag, parent: parent_node, attributes, text, is_markup: false, scope });
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
        self.open.push(Open { name, inside, node, scope, n_namespaces, n_same: 0, is_xhtml });
        if is_empty {
            self.pop();
        }
    }

    fn close(&mut self, name: &'a str) {
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
            // No tag was opened here that it could close: it is the field's own end tag, misspelled, or a stray
            // one. The field goes on until something begins that cannot stand in it.
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
            // A misspelled end tag most likely meant the innermost element.
            _ => {
                if self.open.last().is_some_and(|top| matches!(top.inside, Inside::Nothing | Inside::Text)) {
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

    /// Ends the item or field that is open if `tag` cannot stand inside it.
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
                !tag.is_also_html() || (tag != Tag::Unknown && self.tree.nodes[top.node].tag == Tag::Title)
            }
            Inside::Nothing | Inside::Structure | Inside::Elements => false,
        };
        if cannot_hold {
            self.has_mended_nesting = true;
            self.pop();
        }
    }

    fn root_tag(&mut self, name: &'a str, attributes: Attributes<'a>) -> Tag {
        if self.is_root_closed {
            return Tag::Unknown;
        }
        let tag = self.tag(name);
        let local = local_name(name);
        let is_html = ["html", "head", "body"].iter().any(|html| local.eq_ignore_ascii_case(html));
        self.is_html |= is_html;
        self.is_inside_page |= is_html;
        match tag {
            // A web page may hold any element; only what says of itself that it is a feed is one.
            _ if self.is_inside_page && !(attributes.0.contains("xmlns") || attributes.0.contains("version")) => Tag::Unknown,
            Tag::Rss | Tag::Rdf | Tag::Feed | Tag::Channel | Tag::Item | Tag::Entry => tag,
            _ => Tag::Unknown,
        }
    }

    fn tag(&self, name: &str) -> Tag {
        let (prefix, local) = name.rsplit_once(':').unwrap_or(("", name));
        let declared = self.namespaces.iter().rev().find(|(declared, _)| *declared == prefix);
        let vocabulary = declared.map_or_else(|| vocabulary_of_prefix(prefix), |(_, vocabulary)| *vocabulary);
        Tag::of(vocabulary, local)
    }

    fn declare_namespaces(&mut self, attributes: Attributes<'a>) {
        if !attributes.0.contains("xmlns") {
            return;
        }
        for (name, uri) in attributes.iter() {
            let prefix = match name.strip_prefix("xmlns") {
                Some("") => "",
                Some(prefix) if prefix.starts_with(':') => &prefix[1..],
                _ => continue,
            };
            if self.namespaces.len() >= MOST_NAMESPACES {
                self.has_too_many = true;
                return;
            }
            let vocabulary = vocabulary_of_namespace(&uri).unwrap_or_else(|| vocabulary_of_prefix(prefix));
            self.namespaces.push((prefix, vocabulary));
        }
    }

    /// The scope of an element: its parent's, unless it has an xml:base or xml:lang of its own.
    fn scope(&mut self, parent: usize, attributes: Attributes<'a>, names_of_base: &[&str]) -> usize {
        let base = || names_of_base.iter().find_map(|name| attributes.get(name));
        let has = |word: &[u8]| attributes.0.as_bytes().windows(4).any(|window| window.eq_ignore_ascii_case(word));
        let is_plain = attributes.0.is_empty() || !(has(b"base") || has(b"lang"));
        if is_plain || self.tree.scopes.len() >= MOST_SCOPES {
            return parent;
        }
        let mut scope = self.tree.scopes[parent].clone();
        if let Some(base) = base() {
            let outer = scope.base.as_ref().or(self.document_url.as_ref());
            let resolved = Url::options().base_url(outer).parse(base.trim()).ok();
            scope.base = resolved.filter(|url| matches!(url.scheme(), "http" | "https")).or(scope.base);
        }
        if let Some(language) = attributes.get("xml:lang") {
            scope.language = Some(language.trim().to_owned()).filter(|language| !language.is_empty());
        }
        self.tree.scopes.push(scope);
        self.tree.scopes.len() - 1
    }

    fn text(&mut self, raw: &'a str) {
        let Some((node, is_xhtml)) = self.text_place() else { return };
        if (node.is_markup && is_xhtml) || !raw.contains('&') {
            return append(&mut node.text, raw);
        }
        let plain = node.text.to_mut();
        plain.reserve(raw.len());
        let amiss = unescape_into(raw, plain);
        self.amiss |= amiss;
    }

    fn cdata(&mut self, text: &'a str) {
        match self.text_place() {
            Some((node, true)) if node.is_markup => escape_into(text, node.text.to_mut()),
            Some((node, _)) => append(&mut node.text, text),
            None => {}
        }
    }

    /// A CDATA section without end ends with the element that holds it.
    fn unclosed_cdata(&mut self, rest: &'a str) {
        self.has_unclosed_cdata = true;
        let name = self.open.last().map_or("", |open| open.name);
        let end = rest.match_indices("</").find(|(at, _)| rest[at + 2..].starts_with(name)).map(|(at, _)| at);
        let end = end.unwrap_or(rest.len());
        self.cdata(&rest[..end]);
        self.tokens.skip(end);
    }

    /// Where text belongs: the innermost open element, unless that is skipped or structure.
    fn text_place(&mut self) -> Option<(&mut Node<'a>, bool)> {
        let top = self.open.last().filter(|_| self.n_too_deep == 0)?;
        match top.inside {
            Inside::Structure | Inside::Nothing => None,
            Inside::Elements | Inside::Markup | Inside::Text => Some((&mut self.tree.nodes[top.node], top.is_xhtml)),
        }
    }

    /// Turns a field from text into markup at the first tag inside it.
    fn markup_begins(&mut self, node: usize, tag: Tag, attributes: Attributes<'a>) {
        if self.tree.nodes[node].is_markup {
            return;
        }
        let scope = self.scope(self.tree.nodes[node].scope, attributes, &["xml:base"]);
        let top = self.open.last_mut().expect("markup stands in an open element");
        top.is_xhtml |= attributes.0.contains("http://www.w3.org/1999/xhtml") || tag == Tag::Body;
        let is_xhtml = top.is_xhtml;
        let node = &mut self.tree.nodes[node];
        node.scope = scope;
        node.is_markup = true;
        if is_xhtml && node.text.contains(['<', '&', '>']) {
            let mut escaped = String::with_capacity(node.text.len() + 16);
            escape_into(&node.text, &mut escaped);
            node.text = Cow::Owned(escaped);
        }
    }

    fn push_tag(&mut self, name: &str, attributes: Attributes<'a>, is_empty: bool) {
        let top = self.open.last_mut().expect("markup stands in an open element");
        top.n_same += usize::from(!is_empty && top.name.eq_ignore_ascii_case(name));
        let html = self.tree.nodes[top.node].text.to_mut();
        let local = local_name(name);
        html.push('<');
        html.push_str(local);
        html.push_str(attributes.0);
        html.push('>');
        if is_empty && !is_void(local) {
            html.push_str("</");
            html.push_str(local);
            html.push('>');
        }
    }

    fn push_end_tag(&mut self, name: &str) {
        let top = self.open.last().expect("markup stands in an open element");
        let html = self.tree.nodes[top.node].text.to_mut();
        html.push_str("</");
        html.push_str(local_name(name));
        html.push('>');
    }

    fn hand_over(&mut self, complaints: &mut Complaints, on_item: &mut impl FnMut(&mut Tree<'a>, usize, &mut Complaints)) {
        let Some(item) = self.ended.take() else { return };
        on_item(&mut self.tree, item, complaints);
        // What began after the item (the next one, where an end tag was missing) stays.
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

    fn finish(
        mut self,
        complaints: &mut Complaints,
        on_item: &mut impl FnMut(&mut Tree<'a>, usize, &mut Complaints),
    ) -> Read<'a> {
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
        Read { tree: self.tree, is_partial, is_html: self.is_html }
    }

    /// Whether the root's end tag stands near the end, although something kept us from seeing it as one.
    fn has_end_tag_of_root(&self) -> bool {
        let Some(root) = self.open.first() else { return false };
        let tail = &self.source[self.source.floor_char_boundary(self.source.len().saturating_sub(1024))..];
        tail.match_indices("</").any(|(at, _)| tail[at + 2..].starts_with(root.name))
    }

    fn complain(&self, complaints: &mut Complaints, is_partial: bool) {
        let mut note = |is_so: bool, code, message: &str| {
            if is_so {
                complaints.add(code, || message.to_owned());
            }
        };
        note(is_partial, "truncated", "The document broke off; only its complete items were taken");
        note(self.amiss.has_bare_ampersand, "bare_ampersand", "An ampersand was not escaped; it was taken as it stands");
        note(self.amiss.has_unknown, "undeclared_entity", "An entity is unknown here; it was left as written");
        note(self.amiss.has_forbidden, "forbidden_character", "A character reference names no character; it was left out");
        note(self.has_mended_nesting, "bad_nesting", "Start and end tags do not match; they were paired as well as possible");
        note(self.has_unclosed_cdata, "unclosed_cdata", "A CDATA section has no end; it was ended with its element");
        note(self.tokens.n_repairs() > 0, "bad_markup", "Some markup could not be read; it was taken as text");
        note(self.has_too_many, "too_many_elements", "There are more elements than any article needs; the rest was skipped");
    }
}

fn append<'a>(text: &mut Cow<'a, str>, more: &'a str) {
    if text.is_empty() {
        *text = Cow::Borrowed(more);
    } else {
        text.to_mut().push_str(more);
    }
}

fn escape_into(text: &str, html: &mut String) {
    for piece in text.split_inclusive(['<', '>', '&']) {
        let (before, escaped) = match piece.as_bytes().last() {
            Some(b'<') => (&piece[..piece.len() - 1], "&lt;"),
            Some(b'>') => (&piece[..piece.len() - 1], "&gt;"),
            Some(b'&') => (&piece[..piece.len() - 1], "&amp;"),
            _ => (piece, ""),
        };
        html.push_str(before);
        html.push_str(escaped);
    }
}

fn local_name(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

fn is_item_name(name: &str) -> bool {
    matches!(local_name(name), "item" | "entry")
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|candidate| candidate.eq_ignore_ascii_case(word))
}

/// Whether an element says of itself that it holds XHTML, so that escaped characters in it are characters.
fn declares_xhtml(tag: Tag, attributes: Attributes<'_>) -> bool {
    tag == Tag::Body
        || attributes.get("type").is_some_and(|kind| {
            kind.eq_ignore_ascii_case("xhtml") || kind.ends_with("+xml") || kind.ends_with("/xml")
        })
}

fn is_void(name: &str) -> bool {
    const VOID: [&str; 13] =
        ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];
    VOID.iter().any(|void| name.eq_ignore_ascii_case(void))
}
