//! Builds a small tree per article from tags and text.
//!
//! Known elements become nodes; all others are skipped with their content. When an item ends it is handed over and its
//! nodes are dropped, so that memory depends on the largest item and not on their number. Broken nesting is mended: an
//! end tag closes the nearest open element of its name, an item ends where the next begins, a field ends where a
//! sibling that cannot be inside it begins.

use crate::{attributes::Attributes, complaints::Complaints, names::Tag, tokens::Token};
use builder::Builder;
use std::borrow::Cow;
use url::Url;

mod builder;

/// A known element.
#[derive(Debug)]
pub(crate) struct Node<'a> {
    pub(crate) tag: Tag,
    /// Index of the parent in the tree; the root is its own parent.
    pub(crate) parent: usize,
    pub(crate) attributes: Attributes<'a>,
    pub(crate) text: Cow<'a, str>,
    /// Whether `text` is inline markup; otherwise it is text with references resolved.
    pub(crate) is_markup: bool,
    scope: usize,
}

/// The xml:base and xml:lang in effect.
#[derive(Debug, Clone, Default)]
struct Scope {
    base: Option<Url>,
    language: Option<String>,
}

/// The elements kept from a document.
#[derive(Debug, Default)]
pub(crate) struct Tree<'a> {
    nodes: Vec<Node<'a>>,
    scopes: Vec<Scope>,
    root: Option<(Tag, Attributes<'a>)>,
}

impl<'a> Tree<'a> {
    /// Returns the root element, if it is one that a feed may have.
    pub(crate) fn root(&self) -> Option<(Tag, Attributes<'a>)> {
        self.root
    }

    /// Returns a node by index.
    pub(crate) fn node(&self, index: usize) -> &Node<'a> {
        &self.nodes[index]
    }

    /// Iterates over the nodes inside an item, with their indices.
    pub(crate) fn inside_item(&self, item: usize) -> impl Iterator<Item = (usize, &Node<'a>)> {
        self.nodes.iter().enumerate().skip(item + 1).take_while(|(_, node)| !node.tag.is_item())
    }

    /// Returns all nodes, outermost first.
    pub(crate) fn nodes(&self) -> &[Node<'a>] {
        &self.nodes
    }

    /// Applies `read` to a node, moving the node's text out if `read` returns all of it.
    pub(crate) fn take_text(
        &mut self,
        index: usize,
        read: for<'n> fn(&'n Node<'a>) -> Cow<'n, str>,
    ) -> String {
        let node = &self.nodes[index];
        match read(node) {
            Cow::Owned(text) => text,
            Cow::Borrowed(part) if part.len() < node.text.len() => part.to_owned(),
            Cow::Borrowed(_) => std::mem::take(&mut self.nodes[index].text).into_owned(),
        }
    }

    /// Returns the xml:base of a node.
    pub(crate) fn base(&self, node: &Node<'a>) -> Option<&Url> {
        self.scopes[node.scope].base.as_ref()
    }

    /// Returns the xml:lang of a node.
    pub(crate) fn language(&self, node: &Node<'a>) -> Option<&str> {
        self.scopes[node.scope].language.as_deref()
    }
}

/// The result of reading a document.
#[derive(Debug)]
pub(crate) struct XmlReading<'a> {
    /// The elements outside of items.
    pub(crate) tree: Tree<'a>,
    /// Whether the document was cut off.
    pub(crate) is_partial: bool,
    /// Whether it looked like a web page, if no feed was found.
    pub(crate) is_html: bool,
}

/// Reads a document, handing over each complete item with its index in the tree.
pub(crate) fn read<'a>(
    source: &'a str,
    document_url: Option<&Url>,
    complaints: &mut Complaints,
    mut on_item: impl FnMut(&mut Tree<'a>, usize, &mut Complaints),
) -> XmlReading<'a> {
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

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|candidate| candidate.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the tags and texts inside each item.
    fn items(source: &str) -> Vec<String> {
        let mut items = Vec::new();
        read(source, None, &mut Complaints::default(), |tree, item, _| {
            let fields = tree
                .inside_item(item)
                .map(|(_, node)| format!("{:?}={}", node.tag, node.text.trim()));
            items.push(fields.collect::<Vec<_>>().join(" "));
        });
        items
    }

    #[test]
    fn items_are_handed_over_one_by_one_and_dropped() {
        let source = "<rss><channel><title>t</title><item><title>a</title></item><ttl>5</ttl><item><guid>b</guid></item></channel></rss>";
        assert_eq!(items(source), ["Title=a", "Guid=b"]);
        let kept = read(source, None, &mut Complaints::default(), |_, _, _| {});
        let tags: Vec<_> = kept.tree.nodes().iter().map(|node| node.tag).collect();
        assert_eq!(tags, [Tag::Rss, Tag::Channel, Tag::Title, Tag::Ttl]);
    }

    #[test]
    fn a_new_item_ends_the_previous_one() {
        assert_eq!(
            items("<rss><item><title>a</title><item><title>b</title></rss>"),
            ["Title=a", "Title=b"]
        );
    }

    #[test]
    fn an_empty_item_inside_another_costs_nothing() {
        for empty in ["<item/>", "<item></item>", "<item>\n</item >", "<entry/>", "<item a='b'/>"] {
            let source = format!(
                "<rss><item><title>a</title>{empty}<guid>g</guid></item><item><guid>h</guid></item></rss>"
            );
            assert_eq!(items(&source), ["Title=a Guid=g", "Guid=h"], "{empty}");
        }
        let inside_markup = "<rss><item><description>a <item/>b</description></item></rss>";
        assert_eq!(items(inside_markup), ["Description=a <item></item>b"]);
        assert_eq!(items("<rss><item/><item><guid>g</guid></item></rss>"), ["", "Guid=g"]);
    }

    #[test]
    fn fields_end_where_their_siblings_begin() {
        assert_eq!(items("<rss><item><title>a<guid>g</item></rss>"), ["Title=a Guid=g"]);
        assert_eq!(items("<rss><item><guid>g<title>a</item></rss>"), ["Guid=g Title=a"]);
        assert_eq!(
            items("<rss><item><description>a<br>b<pubDate>d</pubDate></item></rss>"),
            ["Description=a<br>b Published=d"]
        );
    }

    #[test]
    fn inline_markup_is_kept_as_markup() {
        assert_eq!(
            items("<rss><item><description><p>a</p> <b/></description></item></rss>"),
            ["Description=<p>a</p> <b></b>"]
        );
        let xhtml = "<feed><entry><content type='xhtml'><x:p xmlns:x='u'>1 &lt; 2 <![CDATA[<]]></x:p></content></entry></feed>";
        assert_eq!(items(xhtml), ["Content=<p xmlns:x='u'>1 &lt; 2 &lt;</p>"]);
    }

    #[test]
    fn unknown_elements_are_skipped_with_their_content() {
        let deep = format!(
            "<rss><item>{}<title>no</title>{}<guid>g</guid></item></rss>",
            "<x>".repeat(999),
            "</x>".repeat(999)
        );
        assert_eq!(items(&deep), ["Guid=g"]);
    }

    #[test]
    fn items_inside_foreign_elements_are_not_articles() {
        let own = "<item><guid>g</guid></item>";
        for foreign in [
            "<x:list xmlns:x='urn:x'><item><guid>no</guid></item></x:list>",
            "<x:list><x:page><entry><id>no</id></entry></x:page></x:list>",
            "<media:list><item><guid>no</guid></item></media:list>",
            "<list xmlns='urn:x'><item><guid>no</guid></item></list>",
            "<x:feed><feed xmlns='http://www.w3.org/2005/Atom'><entry><id>no</id></entry></feed></x:feed>",
        ] {
            let source = format!("<rss><channel>{foreign}{own}{foreign}</channel></rss>");
            assert_eq!(items(&source), ["Guid=g"], "{foreign}");
        }
        let wrapped = format!("<rss><channel><articles>{own}</articles></channel></rss>");
        assert_eq!(items(&wrapped), ["Guid=g"], "an unknown element of the feed itself");
    }

    #[test]
    fn bases_and_languages_apply_where_they_are_declared() {
        let source = "<feed xml:base='http://e.org/a/' xml:lang='de'><entry><title xml:base='b/' xml:lang=''>t</title><id>i</id></entry></feed>";
        let mut seen = Vec::new();
        read(source, None, &mut Complaints::default(), |tree, item, _| {
            for (_, node) in tree.inside_item(item) {
                let base = tree.base(node).map_or(String::new(), |url| url.as_str().to_owned());
                seen.push((base, tree.language(node).map(str::to_owned)));
            }
        });
        assert_eq!(
            seen,
            [
                ("http://e.org/a/b/".to_owned(), None),
                ("http://e.org/a/".to_owned(), Some("de".to_owned())),
            ]
        );
    }
}
