//! Limits a page before a tree is built from it.
//!
//! html5ever, which the readable-text extraction is built on, takes quadratic time in the nesting depth, in the number
//! of attributes of a tag and in the number of references in a text, and it copies unclosed emphasis into every block
//! that follows. One linear pass here bounds all of that.
//!
//! What is lost: everything beyond [`MAX_PAGE_BYTES`] or after [`MAX_WORK`] elements; tags nested deeper than
//! [`Limits::html_depth`] (their text stays); attributes beyond the 128th of a tag, values longer than
//! [`MAX_VALUE_BYTES`], all attributes of emphasis (`b`, `i`, `font`, …); comments, styles and the tags `svg` and
//! `meter`; escaped `&`, `<` and `>` beyond the first [`MAX_REFERENCES`], which become characters that look alike.
//! Ordinary pages lose nothing that is visible. A formula becomes a `meter`, until `with_formulas` makes it one again.

use crate::entities::{Place, decode};
use crate::html_tokens::{HtmlToken, HtmlTokens, LowerName, MAX_ATTRIBUTES};
use crate::text::cut;
use std::borrow::Cow;
use tidings_model::limits::Limits;

/// Maximum number of bytes read of a page.
pub const MAX_PAGE_BYTES: usize = 3 << 20;
/// Maximum length of an attribute value; longer ones are dropped.
pub const MAX_VALUE_BYTES: usize = 8 << 10;
/// Maximum number of elements, each counted once more for every emphasis and every eighth element open around it.
pub const MAX_WORK: usize = 400_000;
/// Maximum number of escaped `&`, `<` and `>`.
pub const MAX_REFERENCES: usize = 20_000;

/// Returns the page, limited so that building a tree from it is cheap.
///
/// ```
/// use tidings_parse::html_scan::tame;
/// let bomb = "<div>".repeat(100_000);
/// assert_eq!(tame(&bomb, &Default::default()).matches("<div>").count(), 512);
/// assert_eq!(tame("<p>Fine<br></p>", &Default::default()), "<p>Fine<br></p>");
/// ```
#[must_use]
pub fn tame(html: &str, limits: &Limits) -> String {
    let html = cut(html, MAX_PAGE_BYTES);
    let mut page = Taming {
        html: String::with_capacity(html.len()),
        open: Vec::new(),
        emphasis: [0; EMPHASIS.len()],
        n_cells: 0,
        work: 0,
        references: 0,
    };
    let mut tokens = HtmlTokens::of(html);
    while let Some(token) = tokens.next() {
        match token {
            HtmlToken::Other(_) => {}
            HtmlToken::Text(text) => page.text(text),
            HtmlToken::Raw(text) => page.raw(text),
            HtmlToken::Start { name, source } => {
                page.start(&LowerName::of(name), source, &tokens, limits.html_depth)
            }
            HtmlToken::End { name, source } => page.end(&LowerName::of(name), source),
        }
        if page.work > MAX_WORK {
            break;
        }
    }
    page.html
}

/// What `math` is called until the tree is built and written again. Tree builders have rules of their own inside `math`;
/// this element has none, and the extraction leaves it and its content where they are in a sentence.
const FORMULA: &str = "meter";

/// Returns what was made of a page from [`tame`], with its formulas called `math` again.
pub(crate) fn with_formulas(html: &str) -> String {
    html.replace("<meter", "<math").replace("</meter>", "</math>")
}

struct Taming {
    html: String,
    open: Vec<LowerName>,
    /// How many of each are open, as far as can be known.
    emphasis: [usize; EMPHASIS.len()],
    n_cells: usize,
    work: usize,
    references: usize,
}

/// Elements that the HTML standard reopens in the next block if they were not closed. All but `a` lose their
/// attributes, because the standard only limits how many identical ones are reopened.
const EMPHASIS: [&str; 14] = [
    "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
];

impl Taming {
    /// Writes content that is not markup, without anything that could be taken for markup: whether it is depends on the
    /// elements around it (`svg`, `noscript`), and a tree builder may decide differently.
    fn raw(&mut self, text: &str) {
        match self.open.last().map_or("", |open| open.as_str()) {
            // Pages describe themselves in JSON, where this escape means the same.
            "script" => self.html.push_str(&text.replace('<', "\\u003c")),
            "title" | "textarea" => self.text(text),
            _ => {}
        }
    }

    /// Writes text, keeping only the references that cannot be written otherwise.
    fn text(&mut self, text: &str) {
        if !text.contains(['&', '<']) {
            return self.html.push_str(text);
        }
        for character in decode(text, Place::Text).chars() {
            let (reference, lookalike) = match character {
                '&' => ("&amp;", "\u{ff06}"),
                '<' => ("&lt;", "\u{2039}"),
                '>' => ("&gt;", "\u{203a}"),
                other => {
                    self.html.push(other);
                    continue;
                }
            };
            self.references += 1;
            self.html.push_str(if self.references <= MAX_REFERENCES {
                reference
            } else {
                lookalike
            });
        }
    }

    fn start(&mut self, name: &LowerName, source: &str, tokens: &HtmlTokens<'_>, max_depth: usize) {
        let name_str = name.as_str();
        if is_dropped(name_str) {
            return;
        }
        let emphasis = EMPHASIS.iter().position(|known| *known == name_str);
        // For every block, the tree builder searches all open elements for a paragraph to end.
        self.work +=
            1 + self.open.len() / 8 + if emphasis.is_some() { 0 } else { self.open_emphasis() };
        if !is_void(name_str) {
            if self.open.last().is_some_and(|top| is_sibling(top.as_str(), name_str)) {
                self.open.pop();
            }
            if self.open.len() >= max_depth {
                return;
            }
            self.open.push(*name);
        }
        self.n_cells += usize::from(is_cell(name_str));
        match emphasis {
            Some(index) => {
                self.emphasis[index] += 1;
                if name_str == "a" {
                    self.tag(source, tokens)
                } else {
                    self.html.extend(["<", name_str, ">"])
                }
            }
            None => self.tag(source, tokens),
        }
        // Only in a formula does an element end in its start tag.
        if source.ends_with("/>") && !is_void(name_str) && self.innermost("math").is_some() {
            self.end(name, &format!("</{name_str}>"));
        }
    }

    fn end(&mut self, name: &LowerName, source: &str) {
        if is_dropped(name.as_str()) {
            return;
        }
        if let Some(index) = EMPHASIS.iter().position(|known| *known == name.as_str()) {
            // Inside a table cell, an end tag may not close what was opened outside; overcount to be safe.
            if self.n_cells == 0 {
                self.emphasis[index] = self.emphasis[index].saturating_sub(1);
            }
        }
        if let Some(at) = self.innermost(name.as_str()) {
            let closed = self.open.drain(at..).filter(|open| is_cell(open.as_str())).count();
            self.n_cells -= closed.min(self.n_cells);
        }
        if name.as_str() == "math" {
            return self.html.extend(["</", FORMULA, ">"]);
        }
        self.html.push_str(source);
    }

    fn innermost(&self, name: &str) -> Option<usize> {
        let from = self.open.len().saturating_sub(MAX_LOOK_BACK);
        self.open[from..].iter().rposition(|open| open.as_str() == name).map(|at| from + at)
    }

    /// Returns how many elements a block that starts here would reopen: at most three of a kind, by the standard.
    fn open_emphasis(&self) -> usize {
        self.emphasis.iter().map(|count| (*count).min(3)).sum()
    }

    fn tag(&mut self, source: &str, tokens: &HtmlTokens<'_>) {
        let attributes = tokens.attributes();
        let name_end = source
            .find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>'))
            .unwrap_or(source.len());
        let (start, rest) = source.split_at(name_end);
        if start.eq_ignore_ascii_case("<math") {
            self.html.extend(["<", FORMULA]);
        } else {
            self.html.push_str(start);
        }
        let is_modest = attributes.len() < MAX_ATTRIBUTES && source.len() <= MAX_VALUE_BYTES;
        if is_modest {
            return self.html.push_str(rest);
        }
        for (name, value) in attributes
            .iter()
            .filter(|(name, value)| name.len() <= 64 && value.len() <= MAX_VALUE_BYTES)
        {
            let quoted = if value.contains('"') {
                Cow::Owned(value.replace('"', "&quot;"))
            } else {
                Cow::Borrowed(*value)
            };
            self.html.extend([" ", name, "=\"", &quoted, "\""]);
        }
        self.html.push('>');
    }
}

/// How far up an end tag is matched.
const MAX_LOOK_BACK: usize = 512;

pub(crate) fn is_void(name: &str) -> bool {
    const VOID: [&str; 15] = [
        "area", "base", "br", "col", "embed", "frame", "hr", "img", "input", "keygen", "link",
        "meta", "param", "source", "wbr",
    ];
    VOID.contains(&name) || name == "track"
}

/// Tags that are dropped: one has parsing rules of its own, the other would be taken for a formula. What is inside stays.
fn is_dropped(name: &str) -> bool {
    matches!(name, "svg" | FORMULA)
}

fn is_cell(name: &str) -> bool {
    matches!(name, "td" | "th" | "caption")
}

/// Whether an element ends the one before it, so that a thousand unclosed paragraphs are not a thousand levels.
pub(crate) fn is_sibling(open: &str, name: &str) -> bool {
    match name {
        "p" | "li" | "option" | "tr" => open == name,
        "td" | "th" => matches!(open, "td" | "th"),
        "dt" | "dd" => matches!(open, "dt" | "dd"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::growth::assert_linear;
    use proptest::prelude::*;

    #[test]
    fn ordinary_pages_are_unchanged() {
        let page = "<!doctype html><html><head><title>T &amp; t</title></head><body class=\"x\"><p>a<p>b<ul><li>1<li>2</ul><script>if (a && b) {}</script></body>";
        assert_eq!(tame(page, &Limits::default()), page.trim_start_matches("<!doctype html>"));
    }

    #[test]
    fn unclosed_paragraphs_do_not_nest() {
        let page = "<p>x".repeat(2_000);
        assert_eq!(tame(&page, &Limits::default()), page);
    }

    #[test]
    fn markup_cannot_hide_from_the_scan() {
        let check =
            |html: &str, expected: &str| assert_eq!(tame(html, &Limits::default()), expected);
        check("<svg><style><b></style></svg>x", "<style></style>x");
        check("<noscript><style></noscript><div></style>", "<noscript><style></style>");
        check("<<!-- -->div>", "&lt;div>");
        check(
            "<title>a<b></title><script>\"<b>\"</script>",
            "<title>a&lt;b&gt;</title><script>\"\\u003cb>\"</script>",
        );
    }

    #[test]
    fn long_tags_are_shortened() {
        let page =
            format!("<p {} data-x=\"{}\" title='a\"b'>x", "a=1 ".repeat(200), "y".repeat(20_000));
        let tamed = tame(&page, &Limits::default());
        assert!(tamed.len() < 2_000 && tamed.ends_with(">x"), "{}", tamed.len());
    }

    #[test]
    fn a_formula_keeps_its_structure_until_it_is_one_again() {
        let page = "<p>a<MATH display='block'><mspace width=1em/><mi>x</mi><none/></MATH><mi/><math/>b<meter>c</meter>";
        let tamed = tame(page, &Limits::default());
        assert_eq!(
            tamed,
            "<p>a<meter display='block'><mspace width=1em/></mspace><mi>x</mi><none/></none></meter><mi/><meter/></meter>bc"
        );
        assert!(
            with_formulas(&tamed)
                .contains("<math display='block'><mspace width=1em/></mspace><mi>x")
        );
    }

    #[test]
    fn building_a_tree_takes_linear_time() {
        for pattern in [
            "<div>",
            "<b>",
            "<p><font size=1>",
            "&amp; ",
            "<table><td><i>",
            "<ul><li>",
            "<a href=x>",
            "<x y=1 ",
            "<p><b><i><u><s><tt>",
            "<form>",
            "<svg>",
            "<span></div>",
            "<object>",
            "<math>",
            "<math><mi>x",
        ] {
            let make =
                |bytes: usize| tame(&pattern.repeat(bytes / pattern.len()), &Limits::default());
            assert_linear(pattern, 128 << 10, make, |page| {
                assert!(dom_query::Document::from(page).root().is_document());
            });
        }
    }

    proptest! {
        #[test]
        fn never_panics(html in "(<|>|/|[a-z ]|<p|<b|</b>|<td>|</td>|&amp;|é){0,80}") {
            let _ = tame(&html, &Limits::default());
        }
    }
}
