//! What articles may contain: the allow-list of elements and attributes.
//!
//! Not on the list, and why: `style`, `class`, `name` and `on…` (overlays, clobbering, script); `id`, except for the
//! prefixed ones written by `local.rs`; forms; `svg` and every element whose content is not plain markup, because
//! parsers disagree about them and that is where sanitizers have been broken; `picture` (its `img` is enough); `font`,
//! which means nothing without style. A `span` is only ever an empty link target. Formulas have a list of their own.

/// An element that may be written.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Element {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) attributes: &'static [Attribute],
}

/// How an element nests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Inline,
    Link,
    Media,
    Ruby,
    RubyText,
    Paragraph,
    Block,
    Pre,
    Heading,
    List,
    ListItem,
    Description,
    Table,
    Caption,
    Section,
    Row,
    Cell,
    Void,
    /// A void element that ends a paragraph.
    Rule,
}

impl Kind {
    /// Whether end tags inside do not reach outside.
    pub(super) fn is_boundary(self) -> bool {
        matches!(self, Self::Table | Self::Cell | Self::Caption)
    }

    /// Whether a misplaced inline end tag stops here (the standard's "special" elements).
    pub(super) fn is_special(self) -> bool {
        !matches!(self, Self::Inline | Self::Link | Self::Media | Self::Ruby | Self::RubyText)
    }

    /// Whether it may stand directly in a table without a cell around it.
    pub(super) fn is_table_part(self) -> bool {
        matches!(self, Self::Caption | Self::Section | Self::Row | Self::Cell)
    }

    /// Whether its start ends an open paragraph.
    pub(super) fn ends_paragraph(self) -> bool {
        use Kind::{Block, Description, Heading, List, ListItem, Paragraph, Pre, Rule, Table};
        matches!(
            self,
            Paragraph | Block | Pre | Heading | List | ListItem | Description | Table | Rule
        )
    }

    pub(super) fn is_void(self) -> bool {
        matches!(self, Self::Void | Self::Rule)
    }
}

/// An attribute that may be written, and what its value must be.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Attribute {
    pub(super) name: &'static str,
    pub(super) value: Value,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    /// Any text.
    Text,
    /// A number of at most four digits.
    Number,
    /// A length of a few letters.
    SmallLength,
    /// A date, time or duration.
    Time,
    /// An http(s) address.
    Address,
    /// A media type such as `audio/mpeg`.
    MediaType,
    /// One of these.
    Word(&'static [&'static str]),
    /// Present or not.
    Flag,
    /// Always written, with this value, whatever was there.
    Fixed(&'static str),
}

pub(super) const fn attribute(name: &'static str, value: Value) -> Attribute {
    Attribute { name, value }
}

const TITLE: Attribute = attribute("title", Value::Text);
const CITE: Attribute = attribute("cite", Value::Address);
const DATETIME: Attribute = attribute("datetime", Value::Time);
const SRC: Attribute = attribute("src", Value::Address);
const WIDTH: Attribute = attribute("width", Value::Number);
const HEIGHT: Attribute = attribute("height", Value::Number);
const CONTROLS: Attribute = attribute("controls", Value::Fixed(""));
const PRELOAD: Attribute = attribute("preload", Value::Fixed("none"));
const COLSPAN: Attribute = attribute("colspan", Value::Number);
const ROWSPAN: Attribute = attribute("rowspan", Value::Number);
const SCOPE: Attribute = attribute("scope", Value::Word(&["row", "col", "rowgroup", "colgroup"]));

const fn element(name: &'static str, kind: Kind) -> Element {
    with(name, kind, &[])
}

pub(super) const fn with(
    name: &'static str,
    kind: Kind,
    attributes: &'static [Attribute],
) -> Element {
    Element { name, kind, attributes }
}

/// Sorted by name. `a` and `img` write their addresses themselves.
pub(super) static ELEMENTS: &[Element] = &[
    with("a", Kind::Link, &[TITLE]),
    with("abbr", Kind::Inline, &[TITLE]),
    element("address", Kind::Block),
    element("article", Kind::Block),
    element("aside", Kind::Block),
    with("audio", Kind::Media, &[SRC, CONTROLS, PRELOAD]),
    element("b", Kind::Inline),
    element("bdi", Kind::Inline),
    element("bdo", Kind::Inline),
    with("blockquote", Kind::Block, &[CITE]),
    element("br", Kind::Void),
    element("caption", Kind::Caption),
    element("cite", Kind::Inline),
    element("code", Kind::Inline),
    element("dd", Kind::Description),
    with("del", Kind::Inline, &[CITE, DATETIME]),
    with("details", Kind::Block, &[attribute("open", Value::Flag)]),
    with("dfn", Kind::Inline, &[TITLE]),
    element("div", Kind::Block),
    element("dl", Kind::Block),
    element("dt", Kind::Description),
    element("em", Kind::Inline),
    element("figcaption", Kind::Block),
    element("figure", Kind::Block),
    element("footer", Kind::Block),
    element("h1", Kind::Heading),
    element("h2", Kind::Heading),
    element("h3", Kind::Heading),
    element("h4", Kind::Heading),
    element("h5", Kind::Heading),
    element("h6", Kind::Heading),
    element("header", Kind::Block),
    element("hr", Kind::Rule),
    element("i", Kind::Inline),
    with(
        "img",
        Kind::Void,
        &[
            attribute("alt", Value::Text),
            TITLE,
            WIDTH,
            HEIGHT,
            attribute("loading", Value::Fixed("lazy")),
            attribute("decoding", Value::Fixed("async")),
        ],
    ),
    with("ins", Kind::Inline, &[CITE, DATETIME]),
    element("kbd", Kind::Inline),
    with("li", Kind::ListItem, &[attribute("value", Value::Number)]),
    element("mark", Kind::Inline),
    with(
        "ol",
        Kind::List,
        &[
            attribute("start", Value::Number),
            attribute("reversed", Value::Flag),
            attribute("type", Value::Word(&["1", "a", "A", "i", "I"])),
        ],
    ),
    element("p", Kind::Paragraph),
    element("pre", Kind::Pre),
    with("q", Kind::Inline, &[CITE]),
    element("rp", Kind::RubyText),
    element("rt", Kind::RubyText),
    element("ruby", Kind::Ruby),
    element("s", Kind::Inline),
    element("samp", Kind::Inline),
    element("section", Kind::Block),
    element("small", Kind::Inline),
    with("source", Kind::Void, &[SRC, attribute("type", Value::MediaType)]),
    element("span", Kind::Inline),
    element("strong", Kind::Inline),
    element("sub", Kind::Inline),
    element("summary", Kind::Block),
    element("sup", Kind::Inline),
    element("table", Kind::Table),
    element("tbody", Kind::Section),
    with("td", Kind::Cell, &[COLSPAN, ROWSPAN]),
    element("tfoot", Kind::Section),
    with("th", Kind::Cell, &[COLSPAN, ROWSPAN, SCOPE]),
    element("thead", Kind::Section),
    with("time", Kind::Inline, &[DATETIME]),
    element("tr", Kind::Row),
    element("u", Kind::Inline),
    element("ul", Kind::List),
    element("var", Kind::Inline),
    with(
        "video",
        Kind::Media,
        &[SRC, attribute("poster", Value::Address), WIDTH, HEIGHT, CONTROLS, PRELOAD],
    ),
    element("wbr", Kind::Void),
];

/// Returns the element written for a name in lower case; some old ones are renamed.
pub(super) fn allowed(name: &str) -> Option<&'static Element> {
    let name = match name {
        "center" | "main" | "nav" | "hgroup" | "fieldset" | "body" => "div",
        "strike" => "s",
        "tt" => "code",
        "acronym" => "abbr",
        "dir" | "menu" => "ul",
        "listing" | "xmp" => "pre",
        "image" => "img",
        other => other,
    };
    ELEMENTS.binary_search_by(|element| element.name.cmp(name)).ok().map(|index| &ELEMENTS[index])
}

/// Elements hidden with their content; see [`ends_hiding`].
pub(super) fn is_hidden(name: &str) -> bool {
    matches!(name, "svg" | "annotation" | "annotation-xml" | "select" | "datalist")
}

/// Whether the start of an element shows that a hidden element was never closed.
pub(super) fn ends_hiding(name: &str) -> bool {
    name == "img" || allowed(name).is_some_and(|element| element.kind.ends_paragraph())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_contains_nothing_active() {
        assert!(ELEMENTS.is_sorted_by_key(|element| element.name));
        for name in [
            "script", "style", "form", "input", "svg", "math", "iframe", "object", "link", "meta",
            "base", "template",
        ] {
            assert_eq!(allowed(name), None);
        }
        for element in ELEMENTS {
            for attribute in element.attributes {
                assert!(
                    !attribute.name.starts_with("on")
                        && !["style", "id", "class", "name"].contains(&attribute.name)
                );
            }
        }
    }
}
