//! Formulas in MathML: only what shows, in a form that no parser reads in two ways.
//!
//! Parsers change their rules inside `math`, and mutation attacks depend on elements of HTML there. Ours contain none:
//! the elements that hold text hold nothing else, and everything else holds only such elements. A formula is written
//! as a whole or, if it does not fit, as its text.

use super::escape::{self, Quotes};
use super::policy::{self, Attribute, Element, Kind, Value, attribute, with};

/// Maximum depth of elements inside a formula, except those that hold text.
const DEEPEST: usize = 32;

const FLAG: Value = Value::Word(&["true", "false"]);
const VARIANT: Attribute = attribute(
    "mathvariant",
    Value::Word(&[
        "normal",
        "bold",
        "italic",
        "bold-italic",
        "double-struck",
        "script",
        "bold-script",
        "fraktur",
        "bold-fraktur",
        "sans-serif",
        "bold-sans-serif",
        "monospace",
    ]),
);
const DISPLAY_STYLE: Attribute = attribute("displaystyle", FLAG);
const ACCENT: Attribute = attribute("accent", FLAG);
const ACCENT_UNDER: Attribute = attribute("accentunder", FLAG);
const COLUMNS: Attribute = attribute("columnspan", Value::Number);
const ROWS: Attribute = attribute("rowspan", Value::Number);

const fn group(name: &'static str, attributes: &'static [Attribute]) -> Element {
    with(name, Kind::Inline, attributes)
}

/// Sorted by name. `math` itself is the first that is opened and the last that is closed.
pub(super) static ELEMENTS: &[Element] = &[
    group("math", &[attribute("display", Value::Word(&["block", "inline"])), DISPLAY_STYLE]),
    group("menclose", &[]),
    group("merror", &[]),
    group("mfrac", &[attribute("linethickness", Value::Word(&["0"]))]),
    group("mi", &[VARIANT]),
    group("mmultiscripts", &[]),
    group("mn", &[VARIANT]),
    group(
        "mo",
        &[
            attribute("form", Value::Word(&["prefix", "infix", "postfix"])),
            attribute("fence", FLAG),
            attribute("separator", FLAG),
            attribute("stretchy", FLAG),
            attribute("symmetric", FLAG),
            attribute("largeop", FLAG),
            attribute("movablelimits", FLAG),
            ACCENT,
            VARIANT,
        ],
    ),
    group("mover", &[ACCENT]),
    group("mpadded", &[]),
    group("mphantom", &[]),
    group("mprescripts", &[]),
    group("mroot", &[]),
    group("mrow", &[]),
    group("ms", &[VARIANT]),
    group("mspace", &[attribute("width", Value::SmallLength)]),
    group("msqrt", &[]),
    group("mstyle", &[DISPLAY_STYLE, VARIANT]),
    group("msub", &[]),
    group("msubsup", &[]),
    group("msup", &[]),
    group("mtable", &[DISPLAY_STYLE]),
    group("mtd", &[COLUMNS, ROWS]),
    group("mtext", &[VARIANT]),
    group("mtr", &[]),
    group("munder", &[ACCENT_UNDER]),
    group("munderover", &[ACCENT, ACCENT_UNDER]),
    group("none", &[]),
];

/// Returns the element of a formula for a name in lower case.
pub(super) fn allowed(name: &str) -> Option<&'static Element> {
    ELEMENTS.binary_search_by(|element| element.name.cmp(name)).ok().map(|index| &ELEMENTS[index])
}

/// Elements that describe a formula once more, and everything that is no part of it.
pub(super) fn is_hidden(name: &str) -> bool {
    matches!(
        name,
        "annotation" | "annotation-xml" | "svg" | "select" | "datalist" | "video" | "audio"
    )
}

/// Whether the tag of an element shows that a formula was never closed.
pub(super) fn ends_formula(name: &str) -> bool {
    policy::ends_hiding(name)
        || policy::allowed(name).is_some_and(|element| element.kind.is_table_part())
}

/// Whether an element holds text and nothing else.
fn holds_text(name: &str) -> bool {
    matches!(name, "mi" | "mn" | "mo" | "ms" | "mtext")
}

/// Whether an element holds nothing.
fn is_empty(name: &str) -> bool {
    matches!(name, "mspace" | "mprescripts" | "none")
}

/// A formula being written.
#[derive(Debug)]
pub(super) struct Formula {
    html: String,
    /// The same as text.
    pub(super) text: String,
    /// The TeX form that the page gives, if any.
    pub(super) tex: Option<String>,
    is_shown: bool,
    open: Vec<&'static str>,
    /// The brackets still to be written by the end tags of `mfenced`, each with the number of elements open around it.
    fences: Vec<(usize, String)>,
}

impl Formula {
    /// Begins with the attributes of `math`.
    pub(super) fn new(attributes: &str, tex: Option<String>) -> Self {
        let (html, text) = (format!("<math{attributes}>"), String::new());
        Self { html, text, tex, is_shown: false, open: Vec::new(), fences: Vec::new() }
    }

    /// Returns the whole formula, if anything is in it.
    pub(super) fn finish(&mut self) -> Option<String> {
        self.close_from(0);
        self.is_shown.then(|| format!("{}</math>", self.html))
    }

    pub(super) fn start(&mut self, element: &'static Element, attributes: &str, is_closed: bool) {
        let name = element.name;
        let is_leaf = holds_text(name) || is_empty(name);
        if name == "math" || self.is_in_text() || (!is_leaf && self.open.len() >= DEEPEST) {
            return;
        }
        self.html.extend(["<", name, attributes, ">"]);
        self.open.push(name);
        if is_closed || is_empty(name) {
            self.close_from(self.open.len() - 1);
        }
    }

    /// Starts a group in brackets. Browsers no longer know `mfenced`, and a formula without its brackets is wrong.
    pub(super) fn start_fenced(&mut self, row: &'static Element, open: &str, close: &str) {
        let depth = self.open.len();
        self.start(row, "", false);
        if self.open.len() > depth {
            self.bracket(open);
            self.fences.push((depth, close.to_owned()));
        }
    }

    fn bracket(&mut self, bracket: &str) {
        if let Some(operator) = allowed("mo").filter(|_| !bracket.trim().is_empty()) {
            self.start(operator, "", false);
            self.text(bracket.trim());
            self.close_from(self.open.len() - 1);
        }
    }

    /// Ends an element. `mfenced` was started as a row.
    pub(super) fn end(&mut self, name: &str) {
        if name == "mfenced" {
            if let Some((depth, _)) = self.fences.last() {
                self.close_from(*depth);
            }
        } else if let Some(index) = self.open.iter().rposition(|open| *open == name) {
            self.close_from(index);
        }
    }

    /// Adds text whose references are decoded.
    pub(super) fn text(&mut self, text: &str) {
        let mut escaped = String::new();
        escape::push(&mut escaped, text, Quotes::Kept);
        let is_blank = escaped.trim_ascii().is_empty();
        if self.is_in_text() {
            self.html.push_str(&escaped);
        } else if !is_blank {
            self.html.extend(["<mtext>", &escaped, "</mtext>"]);
        } else {
            return;
        }
        self.is_shown |= !is_blank;
        self.text.push_str(text);
    }

    fn is_in_text(&self) -> bool {
        self.open.last().is_some_and(|open| holds_text(open))
    }

    fn close_from(&mut self, index: usize) {
        while self.open.len() > index {
            let depth = self.open.len() - 1;
            if self.fences.last().is_some_and(|(at, _)| *at == depth) {
                // Only the row itself is open now, so that the bracket is its last element.
                if let Some((_, close)) = self.fences.pop() {
                    self.bracket(&close);
                }
            }
            let Some(name) = self.open.pop() else { return };
            self.html.extend(["</", name, ">"]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_contains_no_html() {
        assert!(ELEMENTS.is_sorted_by_key(|element| element.name));
        for element in ELEMENTS {
            assert_eq!(policy::allowed(element.name), None, "{}", element.name);
            for attribute in element.attributes {
                assert!(
                    matches!(attribute.value, Value::Word(_) | Value::Number | Value::SmallLength),
                    "{} {}",
                    element.name,
                    attribute.name
                );
            }
        }
        for name in ["mglyph", "malignmark", "maction", "annotation-xml", "semantics", "mfenced"] {
            assert_eq!(allowed(name), None);
        }
    }
}
