//! When a source posts and how long its articles wait: the plots of its page, each with its finding.

use crate::{
    Outlook, health,
    plots::{self, Bar, Plot},
    voice::Voice,
};
use jiff::{SignedDuration, Timestamp, civil::Weekday};
use tidings_model::units::Minutes;

/// Fewer articles than this show no pattern.
const LEAST: usize = 8;
/// Days over which articles are counted.
const DAYS: usize = super::DAYS as usize;

pub(super) fn plots(
    t: &Voice,
    postings: &[Timestamp],
    waits: &[Minutes],
    outlook: Option<&Outlook>,
    now: Timestamp,
) -> Vec<Plot> {
    if postings.is_empty() {
        return Vec::new();
    }
    let mut plots = vec![per_day(t, postings, now)];
    if postings.len() >= LEAST {
        plots.push(match outlook {
            Some(outlook) => expected_per_week(t, outlook, now),
            None => per_week(t, postings),
        });
    }
    plots.extend(delays(t, waits));
    plots
}

/// Plots the articles of each recent day.
fn per_day(t: &Voice, postings: &[Timestamp], now: Timestamp) -> Plot {
    let today = now.to_zoned(t.zone.clone()).date();
    let mut counts = vec![0u32; DAYS];
    for posting in postings {
        let day = posting.to_zoned(t.zone.clone()).date();
        let ago = (today - day).get_days();
        if let Some(n) = usize::try_from(ago).ok().and_then(|ago| counts.get_mut(ago)) {
            *n += 1;
        }
    }
    let active = counts.iter().filter(|n| **n > 0).count();
    let total: u32 = counts.iter().sum();
    let title = t.n_with("src-plot-days", total, "days", &t.number(active as u64));
    let mut bars = Vec::with_capacity(DAYS);
    let mut rows = Vec::new();
    for ago in (0..DAYS).rev() {
        let day = today.saturating_sub(jiff::Span::new().days(i64::try_from(ago).unwrap_or(0)));
        let at =
            day.at(12, 0, 0, 0).to_zoned(t.zone.clone()).map_or(now, |zoned| zoned.timestamp());
        let label = if day.day() == 1 { t.month(at) } else { String::new() };
        bars.push(Bar { value: f64::from(counts[ago]), label });
        if counts[ago] > 0 {
            rows.push((t.date(at, now), t.number(counts[ago])));
        }
    }
    rows.reverse();
    let svg = plots::bars(&title, t.of("src-plot-days-words"), &bars, 130);
    let headings = [t.of("src-plot-day").to_owned(), t.of("src-plot-postings").to_owned()];
    Plot { title, svg, headings, rows }
}

const DAY_KEYS: [&str; 7] =
    ["src-day-1", "src-day-2", "src-day-3", "src-day-4", "src-day-5", "src-day-6", "src-day-7"];
const LONG_DAY_KEYS: [&str; 7] = [
    "src-weekday-1",
    "src-weekday-2",
    "src-weekday-3",
    "src-weekday-4",
    "src-weekday-5",
    "src-weekday-6",
    "src-weekday-7",
];

/// Plots the hours of the week, in the person's time zone.
fn per_week(t: &Voice, postings: &[Timestamp]) -> Plot {
    let mut grid = [[0u32; 24]; 7];
    for posting in postings {
        let at = posting.to_zoned(t.zone.clone());
        let day = at.weekday().to_monday_zero_offset();
        grid[usize::from(day.unsigned_abs())][usize::from(at.hour().unsigned_abs())] += 1;
    }
    let days = DAY_KEYS.map(|key| t.of(key).to_owned());
    let title = finding(t, &grid);
    let most = grid.iter().flatten().copied().max().unwrap_or(0);
    let shades = grid.map(|row| row.map(|n| plots::shade(n, most)));
    let svg = plots::week(&title, t.of("src-plot-week-words"), &shades, &days);
    let rows = grid.iter().zip(LONG_DAY_KEYS).map(|(row, key)| {
        let busiest =
            row.iter().enumerate().max_by_key(|(hour, n)| (**n, std::cmp::Reverse(*hour)));
        let total: u32 = row.iter().sum();
        let words = match busiest {
            Some((hour, n)) if *n > 0 => {
                t.n_with("src-plot-week-row", total, "hour", &hour.to_string())
            }
            _ => t.number(total),
        };
        (t.of(key).to_owned(), words)
    });
    let rows = rows.collect();
    let headings = [t.of("src-plot-weekday").to_owned(), t.of("src-plot-postings").to_owned()];
    Plot { title, svg, headings, rows }
}

/// Plots the expected hours of the week, in the person's time zone.
fn expected_per_week(t: &Voice, outlook: &Outlook, now: Timestamp) -> Plot {
    let pattern = here(t, &outlook.pattern, now);
    let days = DAY_KEYS.map(|key| t.of(key).to_owned());
    // The finding takes whole numbers; thousandths of the average are precise enough.
    let title = finding(t, &pattern.map(|row| row.map(|times| (times * 1000.0).round() as u32)));
    let shades = pattern.map(|row| row.map(plots::shade_beside_average));
    let svg = plots::week(&title, t.of("src-plot-expected-words"), &shades, &days);
    let rows = pattern.iter().zip(LONG_DAY_KEYS).map(|(row, key)| {
        let rate = row.iter().sum::<f64>() / 24.0 * outlook.per_day;
        let busiest = (0..24).max_by(|a, b| row[*a].total_cmp(&row[*b])).unwrap_or(0);
        let words = t.with2(
            "src-plot-expected-row",
            ("rate", &health::decimal(t, rate)),
            ("hour", &busiest.to_string()),
        );
        (t.of(key).to_owned(), words)
    });
    let rows = rows.collect();
    let headings = [t.of("src-plot-weekday").to_owned(), t.of("src-plot-expected").to_owned()];
    Plot { title, svg, headings, rows }
}

/// Converts a weekly pattern in UTC to the person's time zone in the current week, Monday 0 h first.
fn here(t: &Voice, pattern: &[f32; 168], now: Timestamp) -> [[f64; 24]; 7] {
    let mut here = [[0.0; 24]; 7];
    // 1 January 1970 was a Thursday.
    let hours_since_monday = |at: Timestamp| (at.as_second().div_euclid(3600) - 96).rem_euclid(168);
    let monday = now - SignedDuration::from_hours(hours_since_monday(now));
    for (hour, times) in (0..).zip(pattern) {
        let at = (monday + SignedDuration::from_hours(hour)).to_zoned(t.zone.clone());
        let day = usize::from(at.weekday().to_monday_zero_offset().unsigned_abs());
        here[day][usize::from(at.hour().unsigned_abs())] = f64::from(*times);
    }
    here
}

/// Returns a finding such as "Mostly on weekdays, between 8 and 14 o'clock".
fn finding(t: &Voice, grid: &[[u32; 24]; 7]) -> String {
    let total: u32 = grid.iter().flatten().sum();
    let weekend: u32 = grid[Weekday::Saturday.to_monday_zero_offset().unsigned_abs() as usize..]
        .iter()
        .flatten()
        .sum();
    let days = match f64::from(weekend) / f64::from(total.max(1)) {
        share if share < 0.1 => "src-plot-weekdays",
        share if share > 0.6 => "src-plot-weekends",
        _ => "src-plot-all-days",
    };
    let by_hour: Vec<u32> = (0..24).map(|hour| grid.iter().map(|row| row[hour]).sum()).collect();
    let (from, to) = shortest_window(&by_hour, total);
    if to - from >= 18 {
        return t.with("src-plot-any-hour", "days", t.of(days));
    }
    let hours =
        t.with2("src-plot-hours", ("from", &from.to_string()), ("to", &(to % 24).to_string()));
    format!("{}, {hours}", t.of(days))
}

/// Returns the shortest range of hours, possibly over midnight, that contains four of five articles.
fn shortest_window(by_hour: &[u32], total: u32) -> (usize, usize) {
    let wanted = f64::from(total) * 0.8;
    for length in 1..=24 {
        let held =
            |from: usize| -> u32 { (from..from + length).map(|hour| by_hour[hour % 24]).sum() };
        let best = (0..24).max_by_key(|from| (held(*from), std::cmp::Reverse(*from)));
        if let Some(from) = best.filter(|from| f64::from(held(*from)) >= wanted) {
            return (from, from + length);
        }
    }
    (0, 24)
}

const BUCKETS: [(i64, &str); 6] = [
    (5 * 60, "src-delay-5-min"),
    (30 * 60, "src-delay-30-min"),
    (2 * 3600, "src-delay-2-h"),
    (6 * 3600, "src-delay-6-h"),
    (24 * 3600, "src-delay-1-day"),
    (i64::MAX, "src-delay-longer"),
];

/// Plots how long articles waited at their source before we fetched them.
fn delays(t: &Voice, waits: &[Minutes]) -> Option<Plot> {
    let mut seconds: Vec<i64> = waits.iter().map(|wait| (wait.0 * 60.0) as i64).collect();
    if seconds.len() < LEAST {
        return None;
    }
    seconds.sort_unstable();
    let median = seconds[seconds.len() / 2];
    let title = t.with("src-plot-delay", "span", &health::within(t, median));
    let mut from = 0;
    let mut bars = Vec::new();
    let mut rows = Vec::new();
    for (to, key) in BUCKETS {
        let n = seconds.iter().filter(|delay| (from..to).contains(*delay)).count();
        bars.push(Bar { value: n as f64, label: t.of(key).to_owned() });
        let share = n as f64 / seconds.len() as f64 * 100.0;
        let words = t.with2(
            "src-plot-delay-row",
            ("n", &t.number(n as u64)),
            ("share", &health::decimal(t, share)),
        );
        rows.push((t.of(key).to_owned(), words));
        from = to;
    }
    let svg = plots::bars(&title, t.of("src-plot-delay-words"), &bars, 130);
    let headings = [t.of("src-plot-within").to_owned(), t.of("src-plot-postings").to_owned()];
    Some(Plot { title, svg, headings, rows })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_is_the_shortest_and_may_span_midnight() {
        let mut hours = vec![0; 24];
        hours[9] = 10;
        hours[10] = 10;
        assert_eq!(shortest_window(&hours, 20), (9, 11));
        let mut night = vec![0; 24];
        night[23] = 5;
        night[0] = 5;
        assert_eq!(shortest_window(&night, 10), (23, 25));
        assert_eq!(shortest_window(&[1; 24], 24).1, 20);
    }

    use crate::preferences::Preferences;
    use http::HeaderMap;

    fn voice(zone: &str) -> Voice {
        let settings = [("language", "en"), ("time_zone", zone)];
        let settings = settings.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Voice::new(Preferences::read(&settings), &HeaderMap::new())
    }

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn an_article_counts_on_the_day_and_hour_of_the_reader() {
        // Late on Sunday in London, Monday morning in Tokyo, Sunday afternoon in Lima.
        let postings = [at("2026-11-15T23:30:00Z")];
        for (zone, day, hour) in [("UTC", 6, 23), ("Asia/Tokyo", 0, 8), ("America/Lima", 6, 18)] {
            let t = voice(zone);
            let drawn = per_week(&t, &postings);
            let told: Vec<usize> = (0..7).filter(|n| drawn.rows[*n].1 != t.number(0_u8)).collect();
            assert_eq!(told, [day], "{zone}");
            let words = t.n_with("src-plot-week-row", 1_u8, "hour", &hour.to_string());
            assert_eq!(drawn.rows[day].1, words, "{zone}");
        }
        let t = voice("Asia/Tokyo");
        let drawn = per_day(&t, &postings, at("2026-11-16T12:00:00Z"));
        assert_eq!(drawn.rows.len(), 1);
        assert_eq!(drawn.rows[0].0, t.date(at("2026-11-16T03:00:00Z"), at("2026-11-16T12:00:00Z")));
    }

    #[test]
    fn days_outside_the_plot_are_left_out() {
        let t = voice("UTC");
        let now = at("2026-11-16T12:00:00Z");
        let days = i64::try_from(DAYS).unwrap();
        let ago = |days: i64| now - SignedDuration::from_hours(24 * days);
        for (n_days, n_rows) in [(-1, 0), (0, 1), (days - 1, 1), (days, 0)] {
            assert_eq!(per_day(&t, &[ago(n_days)], now).rows.len(), n_rows, "{n_days} days ago");
        }
    }

    #[test]
    fn a_weekly_pattern_is_converted_to_the_readers_time_zone() {
        let mut pattern = [0.0; 168];
        // Monday at 9 in UTC.
        pattern[9] = 5.0;
        for (zone, day, hour) in [
            ("UTC", 0, 9),
            ("Europe/Berlin", 0, 10),
            ("Asia/Kolkata", 0, 14),
            ("Pacific/Auckland", 0, 22),
            ("Pacific/Kiritimati", 0, 23),
            ("Pacific/Pago_Pago", 6, 22),
        ] {
            let here = here(&voice(zone), &pattern, at("2026-11-18T12:00:00Z"));
            let found = (0..7).flat_map(|day| (0..24).map(move |hour| (day, hour)));
            let found: Vec<_> = found.filter(|(day, hour)| here[*day][*hour] > 0.0).collect();
            assert_eq!(found, [(day, hour)], "{zone}");
        }
    }

    #[test]
    fn a_wait_counts_in_the_shortest_span_that_contains_it() {
        let seconds = [0, 299, 300, 1_799, 1_800, 7_200, 21_600, 86_400, 9_999_999];
        let waits: Vec<Minutes> = seconds.map(|s| Minutes::from_ms(1000 * s)).into();
        let t = voice("UTC");
        let drawn = delays(&t, &waits).unwrap();
        let numbers: Vec<String> = drawn
            .rows
            .iter()
            .map(|(_, words)| words.chars().take_while(char::is_ascii_digit).collect())
            .collect();
        assert_eq!(numbers, ["2", "2", "1", "1", "1", "2"]);
        assert_eq!(drawn.title, t.with("src-plot-delay", "span", &health::within(&t, 1_800)));
    }

    #[test]
    fn a_few_waits_show_nothing() {
        let waits = [Minutes(1.0); LEAST];
        assert!(delays(&voice("UTC"), &waits).is_some());
        assert!(delays(&voice("UTC"), &waits[1..]).is_none());
    }
}
