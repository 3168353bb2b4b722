//! Resolves names in context: namespaces, xml:base, xml:lang.

use super::{Builder, local_name};
use crate::{
    attributes::Attributes,
    names::{Tag, Vocabulary, vocabulary_of_namespace, vocabulary_of_prefix},
};
use url::Url;

/// Maximum number of namespaces declared at once.
const MOST_NAMESPACES: usize = 256;
/// Maximum number of changes of xml:base and xml:lang in one item (or in the feed itself).
const MOST_SCOPES: usize = 10_000;

impl<'a> Builder<'a> {
    pub(super) fn root_tag(&mut self, name: &'a str, attributes: Attributes<'a>) -> Tag {
        if self.is_root_closed {
            return Tag::Unknown;
        }
        let tag = self.tag(name);
        let local = local_name(name);
        let is_html = ["html", "head", "body"].iter().any(|html| local.eq_ignore_ascii_case(html));
        self.is_html |= is_html;
        self.is_inside_page |= is_html;
        match tag {
            // A web page may contain any element; only one that declares itself a feed counts.
            _ if self.is_inside_page
                && !(attributes.0.contains("xmlns") || attributes.0.contains("version")) =>
            {
                Tag::Unknown
            }
            Tag::Rss | Tag::Rdf | Tag::Feed | Tag::Channel | Tag::Item | Tag::Entry => tag,
            _ => Tag::Unknown,
        }
    }

    pub(super) fn tag(&self, name: &str) -> Tag {
        let (prefix, local) = name.rsplit_once(':').unwrap_or(("", name));
        Tag::of(self.vocabulary(prefix), local)
    }

    fn vocabulary(&self, prefix: &str) -> Vocabulary {
        let declared = self.namespaces.iter().rev().find(|(declared, _)| *declared == prefix);
        declared.map_or_else(|| vocabulary_of_prefix(prefix), |(_, vocabulary)| *vocabulary)
    }

    /// Whether an unknown element is not one of the feed's own vocabulary: it has another prefix, or declares itself
    /// something else.
    pub(super) fn is_foreign(&self, name: &str, attributes: Attributes<'a>) -> bool {
        let prefix = name.rsplit_once(':').map_or("", |(prefix, _)| prefix);
        let is_own = matches!(self.vocabulary(prefix), Vocabulary::Feed | Vocabulary::Rdf);
        let declares_other =
            || attributes.get("xmlns").is_some_and(|uri| vocabulary_of_namespace(&uri).is_none());
        !is_own || (prefix.is_empty() && declares_other())
    }

    pub(super) fn declare_namespaces(&mut self, attributes: Attributes<'a>) {
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
            let vocabulary =
                vocabulary_of_namespace(&uri).unwrap_or_else(|| vocabulary_of_prefix(prefix));
            self.namespaces.push((prefix, vocabulary));
        }
    }

    /// Returns the scope of an element: its parent's, unless it has its own xml:base or xml:lang.
    pub(super) fn scope(
        &mut self,
        parent: usize,
        attributes: Attributes<'a>,
        names_of_base: &[&str],
    ) -> usize {
        let base = || names_of_base.iter().find_map(|name| attributes.get(name));
        let has = |word: &[u8]| {
            attributes.0.as_bytes().windows(4).any(|window| window.eq_ignore_ascii_case(word))
        };
        let is_plain = attributes.0.is_empty() || !(has(b"base") || has(b"lang"));
        if is_plain || self.tree.scopes.len() >= MOST_SCOPES {
            return parent;
        }
        let mut scope = self.tree.scopes[parent].clone();
        if let Some(base) = base() {
            let outer = scope.base.as_ref().or(self.document_url.as_ref());
            let resolved = Url::options().base_url(outer).parse(base.trim()).ok();
            scope.base =
                resolved.filter(|url| matches!(url.scheme(), "http" | "https")).or(scope.base);
        }
        if let Some(language) = attributes.get("xml:lang") {
            scope.language =
                Some(language.trim().to_owned()).filter(|language| !language.is_empty());
        }
        self.tree.scopes.push(scope);
        self.tree.scopes.len() - 1
    }
}
