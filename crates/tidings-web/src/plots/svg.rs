//! Writes plain SVG: rectangles, lines and text in the colours of the page.
//!
//! Colours are classes of the style sheet, so that both themes work and no inline style is needed.

use std::fmt::Write;

/// Width of a picture in its own units. Phones show it slightly smaller, desktops slightly larger.
pub(super) const WIDTH: i32 = 440;
/// Font size, in the same units.
const LETTERS: &str = "10.08";
/// Distance from the top of a text line to its baseline.
const ASCENT: &str = "0.76em";

/// A colour of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    Accent,
    Words,
    /// Like text, for a dashed line.
    Dashed,
    Line,
    /// One of five shades, from nothing to the maximum.
    Heat(usize),
}

impl Ink {
    /// Returns the last part of its class.
    fn name(self) -> &'static str {
        match self {
            Self::Accent => "accent",
            Self::Words => "words",
            Self::Dashed => "dashed",
            Self::Line => "line",
            Self::Heat(shade) => ["heat-0", "heat-1", "heat-2", "heat-3", "heat-4"][shade.min(4)],
        }
    }
}

/// The side of a position on which text is placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

/// A picture being written. Positions are (x, y) from the upper left corner.
#[derive(Debug)]
pub(super) struct Picture(String);

impl Picture {
    /// Starts a picture of this height, with a title and description for people who cannot see it.
    pub(super) fn new(title: &str, description: &str, height: i32) -> Self {
        let (title, description) = (escaped(title), escaped(description));
        Self(format!(
            "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\"><title>{title}</title><desc>{description}</desc>"
        ))
    }

    /// Fills a rectangle, given by two corners.
    pub(super) fn fill(&mut self, (left, top): (i32, i32), (right, bottom): (i32, i32), ink: Ink) {
        let (width, height, ink) = (right - left, bottom - top, ink.name());
        self.put(format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" class=\"ink-fill-{ink}\"/>"
        ));
    }

    /// Draws a line through all points.
    pub(super) fn stroke(&mut self, points: &[(i32, i32)], width: u32, ink: Ink) {
        let ink = ink.name();
        self.put(format_args!(
            "<polyline fill=\"none\" class=\"ink-stroke-{ink}\" stroke-width=\"{width}\" points=\""
        ));
        for (index, (x, y)) in points.iter().enumerate() {
            let gap = if index == 0 { "" } else { " " };
            self.put(format_args!("{gap}{x},{y}"));
        }
        self.put(format_args!("\"/>"));
    }

    /// Writes text with its upper edge at a position.
    pub(super) fn write(&mut self, text: &str, (x, y): (i32, i32), anchor: Anchor, ink: Ink) {
        let (anchor, ink, text) = (anchor.name(), ink.name(), escaped(text));
        self.put(format_args!(
            "<text x=\"{x}\" y=\"{y}\" dy=\"{ASCENT}\" text-anchor=\"{anchor}\" font-size=\"{LETTERS}\" class=\"ink-fill-{ink}\">{text}</text>"
        ));
    }

    /// Returns the complete picture, safe to insert into a page.
    pub(super) fn finish(mut self) -> String {
        self.0.push_str("</svg>");
        self.0
    }

    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        self.0.write_fmt(text).expect("writing into a string cannot fail");
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_have_the_pages_colours() {
        let mut picture = Picture::new("A & B", "<b>", 90);
        picture.fill((4, 10), (9, 30), Ink::Heat(7));
        picture.stroke(&[(0, 1), (2, 3)], 2, Ink::Dashed);
        picture.write("1 < 2", (5, 6), Anchor::End, Ink::Words);
        assert_eq!(
            picture.finish(),
            "<svg viewBox=\"0 0 440 90\" role=\"img\"><title>A &amp; B</title><desc>&lt;b&gt;</desc>\
             <rect x=\"4\" y=\"10\" width=\"5\" height=\"20\" class=\"ink-fill-heat-4\"/>\
             <polyline fill=\"none\" class=\"ink-stroke-dashed\" stroke-width=\"2\" points=\"0,1 2,3\"/>\
             <text x=\"5\" y=\"6\" dy=\"0.76em\" text-anchor=\"end\" font-size=\"10.08\" class=\"ink-fill-words\">1 &lt; 2</text></svg>"
        );
    }
}
