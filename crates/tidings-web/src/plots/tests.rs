//! Tests of plots, measured in their own units.

use super::*;

#[test]
fn plots_use_the_pages_colours_and_no_inline_style() {
    let all: Vec<Bar> =
        (0..90).map(|n| Bar { value: f64::from(n % 7), label: String::new() }).collect();
    let mut grid = [[0; 24]; 7];
    grid[2][8] = 4;
    let days = std::array::from_fn(|day| format!("D{day}"));
    for svg in [bars("A & B", "<b>", &all, 150), week("Title", "Words", &grid, &days)] {
        assert!(svg.starts_with("<svg viewBox=") && svg.ends_with("</svg>"), "{svg}");
        assert!(svg.contains("role=\"img\"><title>"));
        assert!(!svg.contains('#') && !svg.contains("style="), "{svg}");
        assert!(svg.contains("class=\"ink-fill-words\""), "{svg}");
        assert!(svg.len() < 20_000, "{}", svg.len());
    }
    assert!(bars("A & B", "<b>", &all, 150).contains("<title>A &amp; B</title><desc>&lt;b&gt;"));
}

#[test]
fn without_values_nothing_is_drawn() {
    let none = bars("None", "", &[], 100);
    assert!(!none.contains("ink-fill-accent"));
    let zeros = vec![Bar { value: 0.0, label: String::new() }; 5];
    assert!(!bars("None", "", &zeros, 100).contains("ink-fill-accent"));
}

#[test]
fn shades_distinguish_some_from_none_and_the_maximum_from_the_rest() {
    assert_eq!((shade(0, 10), shade(1, 10), shade(5, 10), shade(10, 10)), (0, 1, 2, 4));
    assert_eq!(shade(0, 0), 0);
    assert_eq!([0.1, 0.5, 1.0, 2.0, 8.0].map(shade_beside_average), [0, 1, 2, 3, 4]);
}

#[test]
fn sparklines_stay_inside_their_box() {
    let svg = sparkline(&[0, 5, 10]);
    assert!(svg.contains("M1 17.0L7 9.0L13 1.0"), "{svg}");
    assert!(sparkline(&[]).contains("d=\"\""));
}

use proptest::prelude::*;

/// Returns the rectangles of a picture with their colours: x, y, width, height.
fn rectangles(svg: &str) -> Vec<([i32; 4], &str)> {
    let value = |rect: &str, name: &str| -> Option<i32> {
        rect.split_once(name)?.1.split('"').next()?.parse().ok()
    };
    svg.split("<rect")
        .skip(1)
        .map(|rect| {
            let place = [" x=\"", " y=\"", " width=\"", " height=\""];
            let ink = rect.split_once("ink-fill-").unwrap().1.split('"').next().unwrap();
            (place.map(|name| value(rect, name).unwrap()), ink)
        })
        .collect()
}

proptest! {
    #[test]
    fn bars_stand_side_by_side_on_their_base_within_the_picture(
        values in prop::collection::vec(prop_oneof![Just(0.0), 0.01..1e9], 0..180),
        height in 60..300_i32,
    ) {
        let all: Vec<Bar> =
            values.iter().map(|value| Bar { value: *value, label: String::new() }).collect();
        let svg = bars("Title", "", &all, height);
        let drawn = rectangles(&svg);
        let shown: Vec<f64> = values.iter().copied().filter(|value| *value > 0.0).collect();
        prop_assert_eq!(drawn.len(), shown.len(), "exactly the non-zero bars are drawn");
        let mut right = 0;
        for ([x, y, wide, tall], ink) in &drawn {
            prop_assert_eq!(*ink, "accent");
            prop_assert!(*x >= right && *wide >= 1 && *tall >= 2, "{x} {wide} {tall}");
            prop_assert!(*y >= 20 && y + tall == height - 22, "{y} {tall}");
            right = x + wide;
        }
        prop_assert!(right <= WIDTH);
        for (one, ([.., tall], _)) in shown.iter().zip(&drawn) {
            for (other, ([.., other_tall], _)) in shown.iter().zip(&drawn) {
                prop_assert!(one > other || tall <= other_tall, "higher values have taller bars");
            }
        }
    }

    #[test]
    fn a_sparkline_has_a_point_for_each_value_within_its_height(
        values in prop::collection::vec(0..u32::MAX, 1..60),
    ) {
        let svg = sparkline(&values);
        let path = svg.split_once(" d=\"").unwrap().1.split('"').next().unwrap();
        let points: Vec<(usize, f64)> = path
            .split(['M', 'L'])
            .skip(1)
            .map(|point| point.split_once(' ').unwrap())
            .map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap()))
            .collect();
        let wide = 6 * (values.len() - 1) + 2;
        let viewed = format!("viewBox=\"0 0 {wide} 18\"");
        prop_assert!(svg.contains(&viewed), "{}", svg);
        prop_assert_eq!(points.len(), values.len());
        for (at, (x, y)) in points.into_iter().enumerate() {
            prop_assert!(x == 6 * at + 1 && x < wide && (1.0..=17.0).contains(&y), "{} {}", x, y);
        }
    }

    #[test]
    fn a_shade_is_the_first_for_zero_and_grows_with_the_number(n in 0..5_000_u32, more in 1..5_000_u32) {
        let most = n + more;
        prop_assert_eq!(shade(n, most) == 0, n == 0);
        prop_assert_eq!(shade(most, most), 4);
        prop_assert!(shade(n, most) <= shade(n + 1, most));
    }
}

#[test]
fn an_hour_of_a_week_has_its_own_cell() {
    let days = std::array::from_fn(|day| format!("day {day}"));
    for (day, hour) in [(0, 0), (2, 8), (6, 23)] {
        let mut grid = [[1; 24]; 7];
        grid[day][hour] = 4;
        let svg = week("Title", "", &grid, &days);
        let cells = rectangles(&svg);
        assert_eq!(cells.len(), 7 * 24);
        let dark: Vec<_> = cells.iter().filter(|(_, ink)| *ink == "heat-4").collect();
        let wide = (WIDTH - 44) / 24;
        let at = |n: usize| i32::try_from(n).unwrap();
        assert_eq!(dark, [&([40 + wide * at(hour), 4 + 18 * at(day), wide - 2, 16], "heat-4")]);
        assert!(cells.iter().all(|([x, _, wide, _], _)| x + wide <= WIDTH));
    }
}

#[test]
fn the_largest_value_is_written_rounded() {
    for (value, written) in
        [(3.0, ">3<"), (0.25, ">0.3<"), (9.96, ">10<"), (12.6, ">13<"), (1e6, ">1000000<")]
    {
        let all =
            [Bar { value, label: String::new() }, Bar { value: value / 2.0, label: String::new() }];
        assert!(bars("", "", &all, 100).contains(written), "{value}");
    }
}
