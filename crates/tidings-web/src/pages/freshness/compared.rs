//! Our policy compared with others, on the same arrivals and with the same requests: in words, then as a table.

use super::{Minutes, Policy, WEEK, days_before, name};
use crate::{health, voice::Voice};
use jiff::Timestamp;
use tidings_model::{freshness::PolicyOutcome, units::PerDay};
use tidings_store::WatchedDay;

/// A budget that grew by this factor is mentioned beside averages over it.
const MARKEDLY: f64 = 1.5;

/// Several days together.
pub(super) struct Span {
    kind: Kind,
    n_days: f64,
    n_requests: u64,
    /// The lowest and the highest daily limit.
    granted: (PerDay, PerDay),
    fared: [(Policy, PolicyOutcome); 3],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Today,
    Week,
    Month,
}

/// Several days as the page shows them.
pub(super) struct Period {
    pub(super) title: String,
    pub(super) columns: Vec<String>,
    /// A name, and a cell for each policy.
    pub(super) rows: Vec<(String, Vec<String>)>,
}

impl Span {
    /// Returns today, the last week and the last month, as far as each has days that the one before does not.
    pub(super) fn all(days: &[WatchedDay], today: Timestamp) -> Vec<Self> {
        let mut spans: Vec<Self> = Vec::new();
        let mut n_before = 0;
        for (kind, since) in [
            (Kind::Today, today),
            (Kind::Week, days_before(today, WEEK - 1)),
            (Kind::Month, Timestamp::MIN),
        ] {
            let chosen: Vec<&WatchedDay> = days.iter().filter(|day| day.day >= since).collect();
            if chosen.len() > n_before {
                n_before = chosen.len();
                spans.extend(Self::of(kind, &chosen));
            }
        }
        spans
    }

    /// Returns `None` if nothing arrived.
    fn of(kind: Kind, days: &[&WatchedDay]) -> Option<Self> {
        let together = |policy: Policy| {
            let mut all = PolicyOutcome::default();
            days.iter().filter_map(|day| day.of(policy)).for_each(|one| all.merge(one));
            (policy, all)
        };
        let covered = |day: &&WatchedDay| {
            (day.counted_until.as_millisecond() - day.day.as_millisecond()) as f64 / 86_400_000.0
        };
        let fared = Policy::ALL.map(together);
        (fared[0].1.delays.n() > 0).then(|| Self {
            kind,
            n_days: days.iter().map(covered).sum(),
            n_requests: days.iter().map(|day| day.n_requests).sum(),
            granted: days
                .iter()
                .map(|day| day.granted)
                .fold((PerDay(f64::INFINITY), PerDay(0.0)), |(least, most), day| {
                    (PerDay(least.0.min(day.0)), PerDay(most.0.max(day.0)))
                }),
            fared,
        })
    }

    fn mean(&self, policy: Policy) -> Minutes {
        self.fared
            .iter()
            .find(|(one, _)| *one == policy)
            .map_or(Minutes(0.0), |(_, fared)| fared.delays.mean())
    }

    /// Returns the misses: so far today, or on an average day.
    fn misses(&self, fared: &PolicyOutcome) -> f64 {
        match self.kind {
            Kind::Today => fared.n_misses as f64,
            Kind::Week | Kind::Month => fared.n_misses as f64 / self.n_days.max(1e-3),
        }
    }

    pub(super) fn shown(&self, t: &Voice) -> Period {
        let title = match self.kind {
            Kind::Today => "fresh-today",
            Kind::Week => "fresh-week",
            Kind::Month => "fresh-month",
        };
        let missed = match self.kind {
            Kind::Today => "fresh-row-missed-today",
            Kind::Week | Kind::Month => "fresh-row-missed",
        };
        let row = |key: &str, cell: &dyn Fn(&PolicyOutcome) -> String| {
            (t.of(key).to_owned(), self.fared.iter().map(|(_, fared)| cell(fared)).collect())
        };
        let rows = vec![
            row("fresh-row-average", &|fared| health::short_span(t, fared.delays.mean())),
            row("fresh-row-median", &|fared| health::short_span(t, fared.delays.quantile(0.5))),
            row("fresh-row-p95", &|fared| health::short_span(t, fared.delays.quantile(0.95))),
            row("fresh-row-longest", &|fared| health::short_span(t, fared.delays.longest())),
            row(missed, &|fared| health::decimal(t, self.misses(fared))),
        ];
        let articles = t.n("fresh-articles", self.fared[0].1.delays.n());
        let requests = t.n("fresh-requests", self.n_requests);
        Period {
            title: format!("{}: {articles}, {requests}", t.of(title)),
            columns: Policy::ALL.iter().map(|policy| name(t, *policy).to_owned()).collect(),
            rows,
        }
    }
}

/// Returns what the comparison shows, in words: for the week if there is one, otherwise for today.
pub(super) fn lead(t: &Voice, spans: &[Span]) -> Vec<String> {
    let Some(span) = telling(spans) else { return Vec::new() };
    let key = match span.kind {
        Kind::Today => "fresh-lead-today",
        Kind::Week => "fresh-lead-week",
        Kind::Month => "fresh-lead-month",
    };
    let said = |policy: Policy| health::span(t, span.mean(policy));
    let first = t.n_with_all(
        key,
        span.n_requests,
        &[
            ("ours", &said(Policy::Ours)),
            ("even", &said(Policy::Uniform)),
            ("miniflux", &said(Policy::Miniflux)),
        ],
    );
    let misses = |place: usize| span.misses(&span.fared[place].1).round() as u64;
    let mut sentences = vec![first];
    if misses(0) + misses(1) > 0 {
        let key =
            if span.kind == Kind::Today { "fresh-lead-missed-today" } else { "fresh-lead-missed" };
        sentences.push(t.n_with(key, misses(0), "even", &t.number(misses(1))));
    }
    let (least, most) = span.granted;
    if most.0 >= MARKEDLY * least.0 {
        let [least, most] = [least, most].map(|granted| t.number(granted.0.round() as u64));
        sentences.push(t.with2("fresh-lead-varied", ("least", &least), ("most", &most)));
    }
    sentences
}

/// Returns the week if there is one, otherwise whatever there is.
fn telling(spans: &[Span]) -> Option<&Span> {
    spans.iter().find(|span| span.kind == Kind::Week).or_else(|| spans.first())
}

/// Returns the same in one line, above the plot.
pub(super) fn finding(t: &Voice, spans: &[Span]) -> String {
    let Some(span) = telling(spans) else { return String::new() };
    let said = |policy: Policy| health::span(t, span.mean(policy));
    let (ours, even) = (said(Policy::Ours), said(Policy::Uniform));
    t.with2("fresh-plot-delay", ("ours", &ours), ("even", &even))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::SignedDuration;
    use tidings_model::freshness::Delays;

    const TODAY: &str = "2026-11-15T00:00:00Z";

    fn today() -> Timestamp {
        TODAY.parse().unwrap()
    }

    fn fared(waits: &[f64], n_misses: u64) -> PolicyOutcome {
        let mut delays = Delays::default();
        waits.iter().for_each(|wait| delays.add(Minutes(*wait)));
        PolicyOutcome { delays, n_misses }
    }

    /// Creates a day some days ago, with some of its hours counted.
    fn day(ago: i64, hours: i64, ours: &[f64], n_misses: u64) -> WatchedDay {
        let day = days_before(today(), ago);
        let others = [Policy::Uniform, Policy::Miniflux].map(|policy| (policy, fared(&[60.0], 40)));
        WatchedDay {
            day,
            counted_until: day + SignedDuration::from_hours(hours),
            n_sources: 1,
            n_requests: 100,
            n_fruitful: 10,
            n_failed: 0,
            n_missed: 0,
            wire_bytes: 0,
            granted: PerDay(1000.0),
            fared: [(Policy::Ours, fared(ours, n_misses))].into_iter().chain(others).collect(),
        }
    }

    fn kinds(days: &[WatchedDay]) -> Vec<Kind> {
        Span::all(days, today()).iter().map(|span| span.kind).collect()
    }

    #[test]
    fn a_span_is_shown_only_if_it_has_days_that_the_one_before_lacks() {
        let of = |ago: &[i64]| -> Vec<WatchedDay> {
            ago.iter().map(|ago| day(*ago, 24, &[10.0], 0)).collect()
        };
        for (ago, expected) in [
            (&[][..], vec![]),
            (&[0], vec!["today"]),
            (&[1], vec!["week"]),
            (&[1, 0], vec!["today", "week"]),
            (&[6, 0], vec!["today", "week"]),
            (&[7, 0], vec!["today", "month"]),
            (&[29, 6, 0], vec!["today", "week", "month"]),
            (&[29, 8], vec!["month"]),
        ] {
            let name = |kind: &Kind| match kind {
                Kind::Today => "today",
                Kind::Week => "week",
                Kind::Month => "month",
            };
            let told: Vec<&str> = kinds(&of(ago)).iter().map(name).collect();
            assert_eq!(told, expected, "{ago:?}");
        }
    }

    #[test]
    fn days_without_arrivals_are_not_a_span() {
        assert!(kinds(&[day(0, 12, &[], 0)]).is_empty());
        assert!(kinds(&[day(1, 24, &[5.0], 0), day(0, 12, &[], 0)]) == [Kind::Week]);
        assert!(lead(&Voice::plain_english(), &[]).is_empty());
        assert!(finding(&Voice::plain_english(), &[]).is_empty());
    }

    #[test]
    fn averages_are_over_articles_and_misses_are_per_day() {
        let days = [day(1, 24, &[10.0, 20.0, 30.0], 30), day(0, 12, &[100.0], 15)];
        let spans = Span::all(&days, today());
        let [so_far, week] = &spans[..] else { panic!("two spans are expected") };
        assert_eq!(
            (so_far.mean(Policy::Ours), week.mean(Policy::Ours)),
            (Minutes(100.0), Minutes(40.0))
        );
        let is_about = |value: f64, expected: f64| (value - expected).abs() < 1e-9;
        assert!(is_about(week.n_days, 1.5));
        assert!(
            is_about(so_far.misses(&so_far.fared[0].1), 15.0),
            "of today as many as there were"
        );
        assert!(is_about(week.misses(&week.fared[0].1), 30.0), "45 in a day and a half");
        assert_eq!((so_far.n_requests, week.n_requests), (100, 200));
        let shown = week.shown(&Voice::plain_english());
        assert_eq!(shown.columns.len(), 3);
        assert!(shown.rows.iter().all(|(_, cells)| cells.len() == 3));
    }

    #[test]
    fn a_budget_is_said_to_vary_from_a_factor_of_one_and_a_half() {
        for (most, n_sentences) in [(1000.0, 2), (1499.0, 2), (1500.0, 3), (4000.0, 3)] {
            let mut days = [day(1, 24, &[10.0], 1), day(0, 12, &[10.0], 1)];
            days[0].granted = PerDay(most);
            let said = lead(&Voice::plain_english(), &Span::all(&days, today()));
            assert_eq!(said.len(), n_sentences, "{most}: {said:?}");
        }
        let mut quiet = [day(0, 12, &[10.0], 0)];
        quiet[0].fared[1].1.n_misses = 0;
        let said = lead(&Voice::plain_english(), &Span::all(&quiet, today()));
        assert_eq!(said.len(), 1, "there were no misses: {said:?}");
    }
}
