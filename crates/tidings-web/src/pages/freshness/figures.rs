//! The plots of the page, each with its finding and its numbers.

use super::{Minutes, Policy, date, day_of, name, percent};
use crate::{
    health,
    plots::{self, Line, PlotFrame, Role},
    voice::Voice,
};
use jiff::{SignedDuration, Timestamp};
use tidings_model::freshness::PolicyOutcome;
use tidings_store::{PricePaid, WatchedDay};

const HEIGHT: i32 = 170;
const HOUR: SignedDuration = SignedDuration::from_hours(1);
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// A plot with a table of any width.
pub(super) struct Figure {
    pub(super) title: String,
    /// Safe to insert into a page as it is.
    pub(super) svg: String,
    pub(super) headings: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

/// Returns the plots of requests and of their price.
pub(super) fn costs(
    t: &Voice,
    days: &[WatchedDay],
    prices: &[PricePaid],
    now: Timestamp,
) -> Vec<Figure> {
    let today = day_of(now);
    let whole: Vec<&WatchedDay> = days.iter().filter(|day| day.day < today).collect();
    spent(t, &whole, now).into_iter().chain(price(t, prices, now)).collect()
}

/// Returns all days from the first to the last, including those without a row.
fn calendar(days: &[&WatchedDay]) -> Vec<Timestamp> {
    let (Some(first), Some(last)) = (days.first(), days.last()) else { return Vec::new() };
    steps(first.day, last.day, DAY)
}

fn steps(first: Timestamp, last: Timestamp, step: SignedDuration) -> Vec<Timestamp> {
    let next = |at: &Timestamp| at.checked_add(step).ok().filter(|next| *next <= last);
    std::iter::successors(Some(first), next).take(1000).collect()
}

fn ends(t: &Voice, all: &[Timestamp], now: Timestamp) -> [String; 2] {
    let end = |at: Option<&Timestamp>| at.map(|at| date(t, *at, now)).unwrap_or_default();
    [end(all.first()), end(all.last())]
}

/// Returns the plot of the average wait of each day under each policy.
pub(super) fn delays(
    t: &Voice,
    title: String,
    days: &[WatchedDay],
    now: Timestamp,
) -> Option<Figure> {
    let days: Vec<&WatchedDay> = days
        .iter()
        .filter(|day| day.of(Policy::Ours).is_some_and(|fared| fared.delays.n() > 0))
        .collect();
    if days.len() < 2 {
        return None;
    }
    let calendar = calendar(&days);
    let mean = |day: &WatchedDay, policy: Policy| day.of(policy).map(|fared| fared.delays.mean());
    let value = |at: &Timestamp, policy: Policy| {
        days.iter().find(|day| day.day == *at).and_then(|day| mean(day, policy))
    };
    let line = |policy: Policy| Line {
        name: name(t, policy).to_owned(),
        role: match policy {
            Policy::Ours => Role::Ours,
            Policy::Uniform => Role::Other,
            Policy::Miniflux => Role::Another,
        },
        values: calendar.iter().map(|at| value(at, policy).map(|wait| wait.0)).collect(),
    };
    let lines = Policy::ALL.map(line);
    let largest =
        lines.iter().flat_map(|line| line.values.iter().flatten()).fold(0.0, |a, b| b.max(a));
    let frame =
        PlotFrame { top: health::short_span(t, Minutes(largest)), ends: ends(t, &calendar, now) };
    let svg = plots::lines(&title, t.of("fresh-plot-delay-words"), &lines, &frame, HEIGHT);
    let cell = |day: &WatchedDay, policy| {
        mean(day, policy).map(|wait| health::short_span(t, wait)).unwrap_or_default()
    };
    let rows = days.iter().rev().map(|day| {
        let mut row = vec![date(t, day.day, now)];
        row.extend(Policy::ALL.map(|policy| cell(day, policy)));
        let half = |ours: &PolicyOutcome| health::short_span(t, ours.delays.quantile(0.5));
        row.push(day.of(Policy::Ours).map(half).unwrap_or_default());
        row
    });
    let rows = rows.collect();
    let mut headings = vec![t.of("src-plot-day").to_owned()];
    headings.extend(Policy::ALL.map(|policy| name(t, policy).to_owned()));
    headings.push(t.of("fresh-row-median-ours").to_owned());
    Some(Figure { title, svg, headings, rows })
}

/// Plots the requests of each complete day beside the budget.
fn spent(t: &Voice, days: &[&WatchedDay], now: Timestamp) -> Option<Figure> {
    if days.len() < 2 {
        return None;
    }
    let calendar = calendar(days);
    let find = |at: &Timestamp| days.iter().find(|day| day.day == *at);
    let line = |key: &str, role: Role, value: &dyn Fn(&WatchedDay) -> f64| Line {
        name: t.of(key).to_owned(),
        role,
        values: calendar.iter().map(|at| find(at).map(|day| value(day))).collect(),
    };
    let lines = [
        line("fresh-line-spent", Role::Ours, &|day| day.n_requests as f64),
        line("fresh-line-granted", Role::Other, &|day| day.granted.0),
    ];
    let largest =
        lines.iter().flat_map(|line| line.values.iter().flatten()).fold(0.0, |a: f64, b| b.max(a));
    let n = days.len() as u64;
    let spent = days.iter().map(|day| day.n_requests).sum::<u64>() / n;
    let granted = days.iter().map(|day| day.granted.0).sum::<f64>() / n as f64;
    let title = t.n_with("fresh-plot-spent", spent, "granted", &t.number(granted.round() as u64));
    let frame = PlotFrame { top: t.number(largest.round() as u64), ends: ends(t, &calendar, now) };
    let svg = plots::lines(&title, t.of("fresh-plot-spent-words"), &lines, &frame, HEIGHT);
    let row = |day: &&WatchedDay| {
        let idle = day.n_requests.saturating_sub(day.n_fruitful + day.n_failed);
        vec![
            date(t, day.day, now),
            t.number(day.n_requests),
            deviation(t, day),
            t.with("fresh-percent", "n", &percent(t, idle, day.n_requests)),
        ]
    };
    let rows = days.iter().rev().map(row).collect();
    let headings = ["src-plot-day", "fresh-line-spent", "fresh-deviation-short", "fresh-idle"];
    Some(Figure { title, svg, headings: headings.map(|key| t.of(key).to_owned()).into(), rows })
}

/// Formats by how much a day's requests exceeded or fell short of the limit: "+1.2 %".
pub(super) fn deviation(t: &Voice, day: &WatchedDay) -> String {
    let part = 100.0 * (day.n_requests as f64 / day.granted.0.max(1.0) - 1.0);
    let sign = if part < -0.05 { "\u{2212}" } else { "+" };
    t.with("fresh-percent", "n", &format!("{sign}{}", health::decimal(t, part.abs())))
}

/// Plots the hourly price of a request.
fn price(t: &Voice, prices: &[PricePaid], now: Timestamp) -> Option<Figure> {
    let (first, last) = (prices.first()?, prices.last()?);
    let hours = steps(first.at, last.at, HOUR);
    if hours.len() < 3 {
        return None;
    }
    let mut paid = prices.iter().peekable();
    let mut value = |at: &Timestamp| {
        while paid.next_if(|paid| paid.at < *at).is_some() {}
        paid.next_if(|paid| paid.at == *at).map(|paid| paid.price)
    };
    let values: Vec<Option<f64>> = hours.iter().map(&mut value).collect();
    let largest = values.iter().flatten().fold(0.0, |a: f64, b| b.max(a));
    let title = t.with("fresh-plot-price", "span", &health::span(t, Minutes(last.price)));
    let frame = PlotFrame {
        top: health::short_span(t, Minutes(largest)),
        ends: [t.date(first.at, now), t.date(last.at, now)],
    };
    let line = [Line { name: t.of("fresh-line-price").to_owned(), role: Role::Ours, values }];
    let svg = plots::lines(&title, t.of("fresh-plot-price-words"), &line, &frame, HEIGHT);
    let mut by_day: Vec<(Timestamp, f64, f64)> = Vec::new();
    for paid in prices {
        let day = day_of(paid.at);
        match by_day.last_mut() {
            Some((known, sum, n)) if *known == day => (*sum, *n) = (*sum + paid.price, *n + 1.0),
            _ => by_day.push((day, paid.price, 1.0)),
        }
    }
    let rows = by_day.iter().rev();
    let rows = rows
        .map(|(day, sum, n)| vec![date(t, *day, now), health::short_span(t, Minutes(sum / n))])
        .collect();
    let headings = vec![t.of("src-plot-day").to_owned(), t.of("fresh-line-price").to_owned()];
    Some(Figure { title, svg, headings, rows })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidings_model::units::PerDay;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn day(day: &str, n_requests: u64, granted: f64) -> WatchedDay {
        let day = at(day);
        WatchedDay {
            day,
            counted_until: day + DAY,
            n_sources: 1,
            n_requests,
            n_fruitful: 0,
            n_failed: 0,
            n_missed: 0,
            wire_bytes: 0,
            granted: PerDay(granted),
            fared: Vec::new(),
        }
    }

    #[test]
    fn the_calendar_includes_days_that_were_not_counted() {
        let days = [day("2026-02-27T00:00:00Z", 1, 1.0), day("2026-03-02T00:00:00Z", 1, 1.0)];
        let calendar = calendar(&days.iter().collect::<Vec<_>>());
        let dates: Vec<String> =
            calendar.iter().map(|at| at.strftime("%m-%d").to_string()).collect();
        assert_eq!(dates, ["02-27", "02-28", "03-01", "03-02"]);
        assert_eq!(super::calendar(&[]), []);
        let (first, last) = (Timestamp::MIN, Timestamp::MAX);
        assert_eq!(steps(first, last, HOUR).len(), 1000, "a wrong clock makes no endless plot");
        assert_eq!(steps(last, last, HOUR), [last]);
        assert_eq!(steps(last, first, HOUR), [last]);
    }

    #[test]
    fn deviations_from_the_limit_have_a_sign() {
        let t = Voice::plain_english();
        for (n_requests, granted, said) in [
            (1000, 1000.0, "+0"),
            (1012, 1000.0, "+1.2"),
            (988, 1000.0, "\u{2212}1.2"),
            (9_999, 10_000.0, "+0"),
            (9_994, 10_000.0, "\u{2212}0.1"),
            (2000, 1000.0, "+100"),
            (0, 1000.0, "\u{2212}100"),
            (5, 0.0, "+400"),
        ] {
            let told = deviation(&t, &day("2026-11-14T00:00:00Z", n_requests, granted));
            let expected = t.with("fresh-percent", "n", said);
            assert_eq!(told, expected, "{n_requests} of {granted}");
        }
    }

    #[test]
    fn prices_are_averaged_by_day_and_missing_hours_leave_a_gap() {
        let t = Voice::plain_english();
        let paid = |hour: &str, price: f64| PricePaid {
            at: at(hour),
            price,
            granted: PerDay(1.0),
            made: 1,
        };
        let prices = [
            paid("2026-11-14T22:00:00Z", 10.0),
            paid("2026-11-14T23:00:00Z", 30.0),
            paid("2026-11-15T03:00:00Z", 60.0),
            paid("2026-11-15T04:00:00Z", 60.0),
        ];
        let now = at("2026-11-15T05:00:00Z");
        let drawn = price(&t, &prices, now).unwrap();
        let minutes = |n: f64| health::short_span(&t, Minutes(n));
        let told: Vec<&String> = drawn.rows.iter().map(|row| &row[1]).collect();
        assert_eq!(told, [&minutes(60.0), &minutes(20.0)], "the newest day first");
        assert_eq!(
            drawn.svg.matches("class=\"ink-stroke-accent\"").count(),
            2,
            "a line before and after the gap"
        );
        assert!(price(&t, &prices[..2], now).is_none(), "two hours are no line");
        assert!(price(&t, &[], now).is_none());
    }

    #[test]
    fn the_current_day_is_not_among_the_costs() {
        let t = Voice::plain_english();
        let days = [
            day("2026-11-13T00:00:00Z", 100, 200.0),
            day("2026-11-14T00:00:00Z", 300, 200.0),
            day("2026-11-15T00:00:00Z", 5, 200.0),
        ];
        let figures = costs(&t, &days, &[], at("2026-11-15T05:00:00Z"));
        assert_eq!(figures.len(), 1);
        assert_eq!(figures[0].rows.len(), 2);
        let title = t.n_with("fresh-plot-spent", 200_u64, "granted", "200");
        assert_eq!(figures[0].title, title, "200 requests a day on average");
        assert!(
            costs(&t, &days[1..], &[], at("2026-11-15T05:00:00Z")).is_empty(),
            "one day is no line"
        );
    }
}
