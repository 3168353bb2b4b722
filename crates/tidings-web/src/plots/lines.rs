//! Line plots: our line in the accent colour, those it is compared with in the text colour, each named at its end.

use super::svg::{Anchor, Ink, Picture, WIDTH};

/// Space for the names at the ends of lines.
const NAMES: i32 = 112;
/// Minimum distance between names.
const APART: i32 = 16;

/// The role of a line: the subject of the plot, or a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Ours,
    Other,
    /// Another comparison, dashed to tell the two apart.
    Another,
}

impl Role {
    fn ink(self) -> Ink {
        match self {
            Self::Ours => Ink::Accent,
            Self::Other => Ink::Words,
            Self::Another => Ink::Dashed,
        }
    }
}

/// A line: its values from left to right, with gaps.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) role: Role,
    pub(crate) values: Vec<Option<f64>>,
}

/// The labels around the lines.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PlotFrame {
    /// The largest value, as written at the upper line.
    pub(crate) top: String,
    /// Labels below the first and the last position.
    pub(crate) ends: [String; 2],
}

/// Draws lines over a base line, scaled to the largest value.
pub(crate) fn lines(
    title: &str,
    description: &str,
    all: &[Line],
    frame: &PlotFrame,
    height: i32,
) -> String {
    let values = || all.iter().flat_map(|line| line.values.iter().flatten().copied());
    let largest = values().fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    let n = all.iter().map(|line| line.values.len()).max().unwrap_or(0);
    let (left, right, top, base) = (4, WIDTH - NAMES, 24, height - 24);
    let x = |index: usize| {
        let part = if n < 2 { 1.0 } else { index as f64 / (n - 1) as f64 };
        left + (f64::from(right - left) * part) as i32
    };
    let y = |value: f64| base - (f64::from(base - top) * value / largest).round() as i32;
    let mut picture = Picture::new(title, description, height);
    picture.stroke(&[(left, base), (right, base)], 1, Ink::Line);
    picture.stroke(&[(left, top), (right, top)], 1, Ink::Line);
    picture.write(&frame.top, (left, top - 19), Anchor::Start, Ink::Words);
    picture.write(&frame.ends[0], (left, base + 6), Anchor::Start, Ink::Words);
    if n > 1 {
        picture.write(&frame.ends[1], (right, base + 6), Anchor::End, Ink::Words);
    }
    // The subject of the plot is drawn on top.
    for one in all.iter().filter(|one| one.role != Role::Ours) {
        draw(&mut picture, one, &x, &y);
    }
    for one in all.iter().filter(|one| one.role == Role::Ours) {
        draw(&mut picture, one, &x, &y);
    }
    for (name, role, at) in names(all, &y, (top, base)) {
        picture.write(name, (right + 8, at - 8), Anchor::Start, role.ink());
    }
    picture.finish()
}

/// Draws a line in as many pieces as its gaps require; a single value becomes a dot.
fn draw(picture: &mut Picture, one: &Line, x: &dyn Fn(usize) -> i32, y: &dyn Fn(f64) -> i32) {
    let ink = one.role.ink();
    let width = if one.role == Role::Ours { 2 } else { 1 };
    let points = one.values.iter().enumerate();
    let points: Vec<Option<(i32, i32)>> =
        points.map(|(index, value)| value.map(|value| (x(index), y(value)))).collect();
    for piece in points.split(Option::is_none) {
        let piece: Vec<(i32, i32)> = piece.iter().flatten().copied().collect();
        match piece[..] {
            [] => {}
            [(x, y)] => picture.fill((x - 2, y - 2), (x + 2, y + 2), ink),
            _ => picture.stroke(&piece, width, ink),
        }
    }
}

/// Returns the names and their positions: at the last values of the lines, moved apart if they would overlap.
fn names<'a>(
    all: &'a [Line],
    y: &dyn Fn(f64) -> i32,
    (top, base): (i32, i32),
) -> Vec<(&'a str, Role, i32)> {
    let mut named: Vec<(&str, Role, i32)> = all
        .iter()
        .filter_map(|line| Some((line, line.values.iter().flatten().next_back()?)))
        .map(|(line, value)| (line.name.as_str(), line.role, y(*value)))
        .collect();
    named.sort_by_key(|(.., at)| *at);
    let mut above = top - APART;
    for (.., at) in &mut named {
        *at = (*at).max(above + APART);
        above = *at;
    }
    let mut below = base + APART;
    for (.., at) in named.iter_mut().rev() {
        *at = (*at).min(below - APART);
        below = *at;
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(name: &str, role: Role, values: &[f64]) -> Line {
        let values = values.iter().map(|value| (!value.is_nan()).then_some(*value)).collect();
        Line { name: name.to_owned(), role, values }
    }

    #[test]
    fn lines_have_the_pages_colours_and_names_at_their_ends() {
        let all = [
            one("ours", Role::Ours, &[3.0, 2.0, f64::NAN, 1.0]),
            one("theirs", Role::Other, &[6.0, 6.0, 6.0, 6.0]),
        ];
        let frame = PlotFrame { top: "6 min".to_owned(), ends: ["a".to_owned(), "b".to_owned()] };
        let svg = lines("Title", "Words", &all, &frame, 160);
        assert!(svg.contains("ink-stroke-accent") && svg.contains("ink-stroke-words"), "{svg}");
        assert!(svg.contains("ink-fill-accent"), "a single value is a dot");
        assert!(!svg.contains('#') && !svg.contains("style="), "{svg}");
        assert!(svg.contains("ours") && svg.contains("theirs") && svg.contains("6 min"));
    }

    #[test]
    fn overlapping_names_are_moved_apart_within_the_picture() {
        let all = ["a", "b", "c"].map(|name| one(name, Role::Other, &[5.0]));
        let places = names(&all, &|_| 136, (24, 136));
        let places: Vec<i32> = places.iter().map(|(.., at)| *at).collect();
        assert_eq!(places, [136 - 2 * APART, 136 - APART, 136]);
    }

    #[test]
    fn without_values_nothing_is_drawn() {
        let svg =
            lines("None", "", &[], &PlotFrame { top: String::new(), ends: Default::default() }, 90);
        assert!(!svg.contains("polyline points") && !svg.contains("accent"), "{svg}");
    }

    /// Returns every point of every line.
    fn points(svg: &str) -> Vec<(i32, i32)> {
        let lists = svg.split(" points=\"").skip(1).map(|part| part.split('"').next().unwrap());
        let point = |text: &str| {
            let (x, y) = text.split_once(',').unwrap();
            (x.parse().unwrap(), y.parse().unwrap())
        };
        lists.flat_map(|list| list.split(' ').map(point).collect::<Vec<_>>()).collect()
    }

    #[test]
    fn a_gap_splits_a_line_and_the_largest_value_touches_the_upper_line() {
        let all = [one("ours", Role::Ours, &[0.0, 5.0, f64::NAN, 10.0, 10.0])];
        let frame = PlotFrame { top: String::new(), ends: Default::default() };
        let svg = lines("", "", &all, &frame, 148);
        let (top, base, right) = (24, 124, WIDTH - NAMES);
        let half = top + (base - top) / 2;
        let quarter = |n: i32| 4 + (right - 4) * n / 4;
        let expected = [
            (4, base),
            (right, base),
            (4, top),
            (right, top),
            (4, base),
            (quarter(1), half),
            (quarter(3), top),
            (right, top),
        ];
        assert_eq!(points(&svg), expected);
        assert_eq!(svg.matches("<polyline").count(), 2 + 2, "one piece on either side of the gap");
    }

    proptest::proptest! {
        #[test]
        fn lines_stay_within_the_plot_and_names_apart(
            values in proptest::collection::vec(proptest::collection::vec(0.0..1e6_f64, 1..40), 1..4),
            height in 150..300_i32,
        ) {
            let roles = [Role::Ours, Role::Other, Role::Another];
            let all: Vec<Line> =
                values.iter().zip(roles).map(|(values, role)| one("name", role, values)).collect();
            let frame = PlotFrame { top: String::new(), ends: Default::default() };
            let svg = lines("", "", &all, &frame, height);
            let (top, base) = (24, height - 24);
            for (x, y) in points(&svg) {
                proptest::prop_assert!((4..=WIDTH - NAMES).contains(&x) && (top..=base).contains(&y));
            }
            let largest = values.iter().flatten().copied().fold(f64::MIN_POSITIVE, f64::max);
            let y = |value: f64| base - (f64::from(base - top) * value / largest).round() as i32;
            let places: Vec<i32> = names(&all, &y, (top, base)).iter().map(|(.., at)| *at).collect();
            proptest::prop_assert_eq!(places.len(), all.len(), "every line is named");
            proptest::prop_assert!(places.windows(2).all(|two| two[1] - two[0] >= APART));
            proptest::prop_assert!(places.iter().all(|at| (top..=base).contains(at)));
        }
    }
}
