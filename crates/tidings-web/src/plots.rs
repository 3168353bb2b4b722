//! Plots: SVG drawn by the server in the colours of the page, with a title that states the finding, and the numbers in
//! a table.
//!
//! A browser shows the same plot without scripts or fonts.

mod lines;
mod svg;

pub(crate) use lines::{Line, PlotFrame, Role, lines};

use std::fmt::Write;
use svg::{Anchor, Ink, Picture, WIDTH};

/// A plot with its finding and table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Plot {
    /// The finding.
    pub(crate) title: String,
    /// Safe to insert into a page as it is.
    pub(crate) svg: String,
    /// The headings of the table.
    pub(crate) headings: [String; 2],
    /// The numbers.
    pub(crate) rows: Vec<(String, String)>,
}

/// One bar.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Bar {
    pub(crate) value: f64,
    /// Written below it. Most are empty.
    pub(crate) label: String,
}

/// Draws bars from left to right on a base line, with the largest value written at the top.
pub(crate) fn bars(title: &str, description: &str, all: &[Bar], height: i32) -> String {
    let largest = all.iter().map(|bar| bar.value).fold(0.0, f64::max);
    let (left, right, top, base) = (4, WIDTH - 4, 20, height - 22);
    let room = f64::from(right - left);
    let mut picture = Picture::new(title, description, height);
    picture.stroke(&[(left, base), (right, base)], 1, Ink::Line);
    if largest > 0.0 {
        picture.write(&round(largest), (left, top - 16), Anchor::Start, Ink::Words);
    }
    for (index, bar) in all.iter().enumerate() {
        let place = |index: usize| left + (room * index as f64 / all.len() as f64) as i32;
        let (from, to) = (place(index), place(index + 1));
        let gap = if to - from > 3 { 1 } else { 0 };
        let tall = f64::from(base - top) * bar.value / largest.max(f64::MIN_POSITIVE);
        if bar.value > 0.0 {
            let upper = base - (tall as i32).max(2);
            picture.fill((from, upper), ((to - gap).max(from + 1), base), Ink::Accent);
        }
        if !bar.label.is_empty() {
            picture.write(&bar.label, ((from + to) / 2, base + 6), Anchor::Middle, Ink::Words);
        }
    }
    picture.finish()
}

/// Draws the hours of a week as a grid: a row for each day, darker for higher values.
pub(crate) fn week(
    title: &str,
    description: &str,
    shades: &[[usize; 24]; 7],
    days: &[String; 7],
) -> String {
    let (left, top, tall) = (40, 4, 18);
    let wide = (WIDTH - left - 4) / 24;
    let mut picture = Picture::new(title, description, top + 7 * tall + 22);
    for (day, (name, row)) in days.iter().zip(shades).enumerate() {
        let y = top + tall * i32::try_from(day).unwrap_or(0);
        picture.write(name, (left - 8, y + 2), Anchor::End, Ink::Words);
        for (hour, shade) in row.iter().enumerate() {
            let x = left + wide * i32::try_from(hour).unwrap_or(0);
            picture.fill((x, y), (x + wide - 2, y + tall - 2), Ink::Heat(*shade));
        }
    }
    for hour in [0, 6, 12, 18] {
        let x = left + wide * hour + wide / 2;
        picture.write(&hour.to_string(), (x, top + 7 * tall + 4), Anchor::Middle, Ink::Words);
    }
    picture.finish()
}

/// Returns one of five shades, by how far a value is above average.
pub(crate) fn shade_beside_average(times: f64) -> usize {
    [0.25, 0.75, 1.5, 3.0].iter().filter(|limit| times >= **limit).count()
}

/// Returns one of five shades: the first for zero, the last for the maximum.
pub(crate) fn shade(n: u32, most: u32) -> usize {
    if n == 0 || most == 0 {
        return 0;
    }
    let steps = f64::from(n) / f64::from(most) * 4.0;
    (steps.ceil() as usize).clamp(1, 4)
}

/// Draws a sparkline of a source's last weeks in the height of a text line: a path in the colour of its surroundings.
pub(crate) fn sparkline(values: &[u32]) -> String {
    const TALL: f64 = 18.0;
    let most = f64::from(values.iter().copied().max().unwrap_or(0).max(1));
    let mut path = String::new();
    for (index, value) in values.iter().enumerate() {
        let y = (TALL - 2.0).mul_add(-f64::from(*value) / most, TALL - 1.0);
        let _ = write!(path, "{}{} {y:.1}", if index == 0 { 'M' } else { 'L' }, index * 6 + 1);
    }
    let wide = values.len().saturating_sub(1) * 6 + 2;
    format!(
        "<svg class=\"spark\" viewBox=\"0 0 {wide} {TALL}\" width=\"{wide}\" height=\"{TALL}\" aria-hidden=\"true\"><path d=\"{path}\"/></svg>"
    )
}

fn round(value: f64) -> String {
    if value >= 10.0 { format!("{value:.0}") } else { format!("{}", (value * 10.0).round() / 10.0) }
}

#[cfg(test)]
mod tests;
