//! Writes HTML that every parser reads back as the intended tree: balanced, nested by the standard's rules, bounded.
//!
//! Where the input is misnested, elements are closed earlier than in a browser and not reopened: at most some emphasis
//! is lost. Text and elements that may not be directly inside a table get a row and a cell.

use super::escape::{self, Quotes};
use super::policy::{Element, Kind, allowed};

/// HTML under construction.
#[derive(Debug)]
pub(super) struct Writer {
    html: String,
    open: Vec<Open>,
    /// The indices in `open` of paragraphs and boundaries: needed for every block, so they are not searched for.
    paragraphs: Vec<usize>,
    boundaries: Vec<usize>,
    /// Bytes of the end tags still to be written.
    due: usize,
    max_bytes: usize,
    max_depth: usize,
    is_full: bool,
    /// Right after `<pre>`: parsers drop a newline there.
    after_pre: bool,
}

#[derive(Debug)]
struct Open {
    element: &'static Element,
    /// Its end tag came while a block inside it was open: it ends with that block.
    is_ending: bool,
}

/// A table is only started if its section, row and cell fit in too.
const TABLE_DEPTH: usize = 4;

impl Writer {
    pub(super) fn new(max_bytes: usize, max_depth: usize, capacity: usize) -> Self {
        Self {
            html: String::with_capacity(capacity.min(max_bytes)),
            open: Vec::new(),
            paragraphs: Vec::new(),
            boundaries: Vec::new(),
            due: 0,
            max_bytes,
            max_depth,
            is_full: false,
            after_pre: false,
        }
    }

    /// Whether the limit is reached.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    pub(super) fn finish(mut self) -> String {
        self.close_from(0);
        self.html
    }

    /// Returns the innermost open element.
    pub(super) fn top(&self) -> Option<Kind> {
        self.open.last().map(|open| open.element.kind)
    }

    pub(super) fn has_open(&self, kind: Kind) -> bool {
        self.open.iter().any(|open| open.element.kind == kind)
    }

    /// Writes text whose references are already decoded.
    pub(super) fn text(&mut self, text: &str) {
        // Characters that are not written must not hide a newline.
        let text = if self.after_pre {
            text.trim_start_matches(|c: char| c != '\t' && (c.is_control() || c == '\u{feff}'))
        } else {
            text
        };
        if text.is_empty() {
            return;
        }
        if self.is_in_table() && !text.bytes().all(|byte| byte.is_ascii_whitespace()) {
            self.open_cell();
        }
        if self.is_full {
            return;
        }
        self.after_pre = false;
        let room = self.room();
        if text.len().saturating_mul(escape::MAX_GROWTH) <= room {
            escape::push(&mut self.html, text, Quotes::Kept);
        } else {
            self.text_up_to(text, room);
        }
    }

    /// Returns the part of a text that fits.
    fn text_up_to(&mut self, text: &str, room: usize) {
        let end = self.html.len() + room;
        for (at, character) in text.char_indices() {
            let before = self.html.len();
            escape::push(&mut self.html, &text[at..at + character.len_utf8()], Quotes::Kept);
            if self.html.len() > end {
                self.html.truncate(before);
                self.is_full = true;
                return;
            }
        }
    }

    /// Writes inline HTML that is complete in itself, if it fits.
    pub(super) fn whole(&mut self, html: &str) -> bool {
        if self.open.len() >= self.max_depth {
            return false;
        }
        if self.is_in_table() {
            self.open_cell();
        }
        let fits = !self.is_full && html.len() <= self.room();
        if fits {
            self.after_pre = false;
            self.html.push_str(html);
        }
        fits
    }

    /// Starts an element, closing those that cannot contain it. `attributes` is ready to be written. Returns false if
    /// it does not fit or is not allowed here.
    pub(super) fn start(&mut self, element: &'static Element, attributes: &str) -> bool {
        if !element.kind.is_void() && self.open.len() >= self.max_depth {
            return false;
        }
        if element.kind.is_table_part() {
            if !self.make_place_in_table(element.kind) {
                return false;
            }
        } else {
            if self.is_in_table() {
                self.open_cell();
            }
            if self.is_full || !self.make_place(element) {
                return false;
            }
        }
        self.push(element, attributes)
    }

    /// Ends an element, if it is open and may be ended here.
    pub(super) fn end(&mut self, element: &'static Element) {
        let found = match element.kind {
            Kind::Void | Kind::Rule => None,
            Kind::Table => self.open.iter().rposition(|open| open.element.kind == Kind::Table),
            Kind::Caption | Kind::Section | Kind::Row | Kind::Cell => {
                self.find(|open| open.element == element, |kind| kind == Kind::Table)
            }
            Kind::Heading => {
                self.find(|open| open.element.kind == Kind::Heading, Kind::is_boundary)
            }
            Kind::ListItem => self.find(
                |open| open.element == element,
                |kind| kind.is_boundary() || kind == Kind::List,
            ),
            kind if kind.is_special() => {
                self.find(|open| open.element == element, Kind::is_boundary)
            }
            _ => return self.end_inline(element),
        };
        if let Some(index) = found {
            self.close_from(index);
        }
    }

    fn end_inline(&mut self, element: &'static Element) {
        let Some(index) =
            self.find(|open| open.element == element && !open.is_ending, Kind::is_boundary)
        else {
            return;
        };
        if self.open[index..].iter().any(|open| open.element.kind.is_special()) {
            self.open[index].is_ending = true;
        } else {
            self.close_from(index);
        }
    }

    fn is_in_table(&self) -> bool {
        matches!(self.top(), Some(Kind::Table | Kind::Section | Kind::Row))
    }

    /// Opens a cell for content that is directly inside a table.
    fn open_cell(&mut self) {
        for name in ["tbody", "tr", "td"] {
            let element = allowed(name).expect("table parts are on the allow-list");
            let is_needed = match element.kind {
                Kind::Section => self.top() == Some(Kind::Table),
                Kind::Row => self.top() == Some(Kind::Section),
                _ => self.top() == Some(Kind::Row),
            };
            if is_needed {
                self.push(element, "");
            }
        }
    }

    /// Closes down to the part of the innermost table that may contain `kind`, opening what is missing in between.
    fn make_place_in_table(&mut self, kind: Kind) -> bool {
        let Some(table) = self.open.iter().rposition(|open| open.element.kind == Kind::Table)
        else {
            return false;
        };
        let holders: &[Kind] = match kind {
            Kind::Cell => &[Kind::Section, Kind::Row],
            Kind::Row => &[Kind::Section],
            _ => &[],
        };
        let mut keep = table + 1;
        for holder in holders {
            if self.open.get(keep).is_some_and(|open| open.element.kind == *holder) {
                keep += 1;
            } else {
                self.close_from(keep);
                let name = if *holder == Kind::Section { "tbody" } else { "tr" };
                if !self.push(allowed(name).expect("table parts are on the allow-list"), "") {
                    return false;
                }
                keep += 1;
            }
        }
        self.close_from(keep);
        true
    }

    fn make_place(&mut self, element: &'static Element) -> bool {
        let kind = element.kind;
        match kind {
            Kind::ListItem | Kind::Description => self.close_sibling_item(kind),
            Kind::RubyText => {
                let implied = [Kind::RubyText, Kind::Paragraph, Kind::ListItem, Kind::Description];
                while self.is_in_ruby() && self.top().is_some_and(|top| implied.contains(&top)) {
                    self.close_from(self.open.len() - 1);
                }
                if !self.is_in_ruby() {
                    return false;
                }
            }
            // Links do not nest, except that a link around a whole table stays.
            Kind::Link if self.has_open(Kind::Link) => {
                match self.find(|open| open.element.kind == Kind::Link, Kind::is_boundary) {
                    Some(index) => self.close_from(index),
                    None => return false,
                }
            }
            _ => {}
        }
        if kind.ends_paragraph()
            && let Some(paragraph) = self.open_paragraph()
        {
            self.close_from(paragraph);
        }
        // Closing one heading may end an element that waited for it, and so reveal another.
        while kind == Kind::Heading && self.top() == Some(Kind::Heading) {
            self.close_from(self.open.len() - 1);
        }
        true
    }

    /// Returns the paragraph that a block starting here would end.
    fn open_paragraph(&self) -> Option<usize> {
        self.paragraphs
            .last()
            .copied()
            .filter(|at| self.boundaries.last().is_none_or(|wall| wall < at))
    }

    fn is_in_ruby(&self) -> bool {
        self.find(|open| open.element.kind == Kind::Ruby, Kind::is_boundary).is_some()
    }

    /// Closes the list item before a new one, unless a list or another block lies between.
    fn close_sibling_item(&mut self, kind: Kind) {
        let is_wall = |open: &Open| {
            open.element.kind.is_special() && !matches!(open.element.name, "address" | "div" | "p")
        };
        let stop = self.open.iter().rposition(|open| open.element.kind == kind || is_wall(open));
        if let Some(index) = stop.filter(|index| self.open[*index].element.kind == kind) {
            self.close_from(index);
        }
    }

    /// Returns the innermost open element that is `wanted`, not looking past a `wall` (a wall itself may be wanted).
    fn find(&self, wanted: impl Fn(&Open) -> bool, wall: impl Fn(Kind) -> bool) -> Option<usize> {
        let index = self.open.iter().rposition(|open| wanted(open) || wall(open.element.kind))?;
        wanted(&self.open[index]).then_some(index)
    }

    fn push(&mut self, element: &'static Element, attributes: &str) -> bool {
        let depth = if element.kind == Kind::Table { TABLE_DEPTH } else { 1 };
        if !element.kind.is_void() && self.open.len() + depth > self.max_depth {
            return false;
        }
        let end = if element.kind.is_void() { 0 } else { element.name.len() + 3 };
        if element.name.len() + 2 + attributes.len() + end > self.room() {
            self.is_full = true;
            return false;
        }
        self.html.push('<');
        self.html.push_str(element.name);
        self.html.push_str(attributes);
        self.html.push('>');
        self.after_pre = element.kind == Kind::Pre;
        if !element.kind.is_void() {
            self.due += end;
            if element.kind == Kind::Paragraph {
                self.paragraphs.push(self.open.len());
            } else if element.kind.is_boundary() {
                self.boundaries.push(self.open.len());
            }
            self.open.push(Open { element, is_ending: false });
        }
        true
    }

    fn room(&self) -> usize {
        self.max_bytes.saturating_sub(self.html.len() + self.due)
    }

    /// Closes all elements from an index on, and those around them that only waited for this.
    fn close_from(&mut self, index: usize) {
        while self.open.len() > index || self.open.last().is_some_and(|open| open.is_ending) {
            let Some(open) = self.open.pop() else { return };
            if open.element.kind == Kind::Paragraph {
                self.paragraphs.pop();
            } else if open.element.kind.is_boundary() {
                self.boundaries.pop();
            }
            self.html.push_str("</");
            self.html.push_str(open.element.name);
            self.html.push('>');
            self.due -= open.element.name.len() + 3;
            self.after_pre = false;
        }
    }
}
