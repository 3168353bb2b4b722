//! Our policy beside others, on the same arrivals and with the same requests: in words, then as a table.

use super::{Minutes, Policy, WEEK, days_before, name};
use crate::{health, voice::Voice};
use jiff::Timestamp;
use tidings_model::{freshness::PolicyOutcome, units::PerDay};
use tidings_store::WatchedDay;

/// A budget that grew so many times is worth a word beside averages over it.
const MARKEDLY: f64 = 1.5;

/// Some days together.
pub(super) struct Span {
    kind: Kind,
    n_days: f64,
    n_requests: u64,
    /// The least and the most that was granted on a day.
    granted: (PerDay, PerDay),
    fared: [(Policy, PolicyOutcome); 3],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Today,
    Week,
    Month,
}

/// Some days as the page shows them.
pub(super) struct Period {
    pub(super) title: String,
    pub(super) columns: Vec<String>,
    /// A name and a cell for each policy.
    pub(super) rows: Vec<(String, Vec<String>)>,
}

impl Span {
    /// Today, the last week and the last month, as far as each has days that the one before has not.
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

    /// `None` where nothing arrived.
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

    /// So far today, or on an average day.
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

/// What the comparison says, in words: of the week where there is one, else of today.
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

/// The week where there is one, else what there is.
fn telling(spans: &[Span]) -> Option<&Span> {
    spans.iter().find(|span| span.kind == Kind::Week).or_else(|| spans.first())
}

/// The same in one line, above the plot.
pub(super) fn finding(t: &Voice, spans: &[Span]) -> String {
    let Some(span) = telling(spans) else { return String::new() };
    let said = |policy: Policy| health::span(t, span.mean(policy));
    let (ours, even) = (said(Policy::Ours), said(Policy::Uniform));
    t.with2("fresh-plot-delay", ("ours", &ours), ("even", &even))
}
