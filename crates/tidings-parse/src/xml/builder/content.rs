//! Text and markup inside a field.

use super::{Builder, local_name};
use crate::{
    attributes::Attributes,
    names::{Inside, Tag},
    references::unescape_into,
    xml::Node,
};
use std::borrow::Cow;

impl<'a> Builder<'a> {
    pub(in crate::xml) fn text(&mut self, raw: &'a str) {
        let Some((node, is_xhtml)) = self.text_place() else { return };
        if (node.is_markup && is_xhtml) || !raw.contains('&') {
            return append(&mut node.text, raw);
        }
        let plain = node.text.to_mut();
        plain.reserve(raw.len());
        let amiss = unescape_into(raw, plain);
        self.amiss |= amiss;
    }

    pub(in crate::xml) fn cdata(&mut self, text: &'a str) {
        match self.text_place() {
            Some((node, true)) if node.is_markup => escape_into(text, node.text.to_mut()),
            Some((node, _)) => append(&mut node.text, text),
            None => {}
        }
    }

    /// Adds a CDATA section without end, which ends with the element that contains it.
    pub(in crate::xml) fn unclosed_cdata(&mut self, rest: &'a str) {
        self.has_unclosed_cdata = true;
        let name = self.open.last().map_or("", |open| open.name);
        let end = rest
            .match_indices("</")
            .find(|(at, _)| rest[at + 2..].starts_with(name))
            .map(|(at, _)| at);
        let end = end.unwrap_or(rest.len());
        self.cdata(&rest[..end]);
        self.tokens.skip(end);
    }

    /// Returns where text belongs: the innermost open element, unless that is skipped or structural.
    fn text_place(&mut self) -> Option<(&mut Node<'a>, bool)> {
        let top = self.open.last().filter(|_| self.n_too_deep == 0)?;
        match top.inside {
            Inside::Structure | Inside::Nothing => None,
            Inside::Elements | Inside::Markup | Inside::Text => {
                Some((&mut self.tree.nodes[top.node], top.is_xhtml))
            }
        }
    }

    /// Turns a field from text into markup at the first tag inside it.
    pub(super) fn markup_begins(&mut self, node: usize, tag: Tag, attributes: Attributes<'a>) {
        if self.tree.nodes[node].is_markup {
            return;
        }
        let scope = self.scope(self.tree.nodes[node].scope, attributes, &["xml:base"]);
        let top = self.open.last_mut().expect("markup is inside an open element");
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

    pub(super) fn push_tag(&mut self, name: &str, attributes: Attributes<'a>, is_empty: bool) {
        let top = self.open.last_mut().expect("markup is inside an open element");
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

    pub(super) fn push_end_tag(&mut self, name: &str) {
        let top = self.open.last().expect("markup is inside an open element");
        let html = self.tree.nodes[top.node].text.to_mut();
        html.push_str("</");
        html.push_str(local_name(name));
        html.push('>');
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

fn is_void(name: &str) -> bool {
    const VOID: [&str; 13] = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source",
        "track", "wbr",
    ];
    VOID.iter().any(|void| name.eq_ignore_ascii_case(void))
}
