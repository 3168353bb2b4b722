//! `/freshness/log.csv`: the data behind the page, for anyone who wants to replay it. Operators only.

use crate::{
    Error,
    app::Inner,
    installation::Bytes,
    session::{self, Operator},
};
use axum::{
    body::Body,
    extract::{Query, State, rejection::QueryRejection},
    response::{IntoResponse, Response},
};
use futures_util::stream;
use http::{HeaderValue, header};
use jiff::{SignedDuration, Timestamp, civil::Date};
use serde::Deserialize;
use std::{fmt::Write, io, sync::Arc};
use tidings_store::{Arrival, ReplayFetch, Store, WatchedDay};

/// Maximum number of days in one file: all that the log stores.
const MOST_DAYS: i64 = 92;
/// Rows read at once.
const PAGE: usize = 2_000;

/// Which part of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    /// Arrivals: when articles were published and when they were fetched.
    Arrivals,
    /// Fetches and their results.
    Fetches,
    /// The results of each day under each policy.
    Days,
}

/// First and last day, both inclusive, in UTC; by default the last week.
#[derive(Debug, Deserialize)]
pub(crate) struct FetchLogQuery {
    #[serde(default)]
    what: String,
    #[serde(default)]
    from: String,
    #[serde(default)]
    to: String,
}

impl FetchLogQuery {
    fn what(&self) -> Result<What, Error> {
        match self.what.as_str() {
            "" | "arrivals" => Ok(What::Arrivals),
            "retrievals" => Ok(What::Fetches),
            "days" => Ok(What::Days),
            other => Err(bad(format!("expected arrivals, retrievals or days, found \"{other}\""))),
        }
    }

    fn stretch(&self, now: Timestamp) -> Result<(Timestamp, Timestamp), Error> {
        let today = super::day_of(now);
        let day = |text: &str, usual: Timestamp| match text {
            "" => Ok(usual),
            text => text
                .parse::<Date>()
                .and_then(|date| date.to_zoned(jiff::tz::TimeZone::UTC))
                .map(|zoned| zoned.timestamp())
                .map_err(|_| bad(format!("expected a day such as 2026-11-15, found \"{text}\""))),
        };
        let last = day(&self.to, today)?;
        let end = last.saturating_add(SignedDuration::from_hours(24)).unwrap_or(Timestamp::MAX);
        let from = day(&self.from, super::days_before(last, super::WEEK - 1))?;
        if from >= end || end.duration_since(from) > SignedDuration::from_hours(24 * MOST_DAYS) {
            return Err(Error::DateRange { most_days: MOST_DAYS.unsigned_abs() });
        }
        Ok((from, end))
    }
}

fn bad(what: String) -> Error {
    Error::BadRequest(what)
}

/// `GET /freshness/log.csv`.
pub(crate) async fn download(
    State(inner): State<Arc<Inner>>,
    operator: Operator,
    asked: Result<Query<FetchLogQuery>, QueryRejection>,
) -> Result<Response, Error> {
    let Query(asked) = asked.map_err(|error| bad(error.body_text()))?;
    let what = asked.what()?;
    let (from, end) = asked.stretch(inner.clock.now())?;
    let store = inner.store.clone();
    let (name, rows) = match what {
        What::Arrivals => ("arrivals", arrivals(store, from, end)),
        What::Fetches => ("retrievals", fetches(store, from, end)),
        What::Days => ("days", days(store, from, end)),
    };
    let file = format!("attachment; filename=\"tidings-{name}-{}.csv\"", from.strftime("%Y-%m-%d"));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::try_from(file).expect("a date is a valid header value"),
        ),
    ];
    let body = Body::from_stream(session::while_it_lasts(inner, operator.signed, rows));
    Ok((headers, body).into_response())
}

/// The position of a walk through the log, an instant and an id; `None` at its end.
type Place = Option<(Timestamp, i64)>;

fn arrivals(store: Store, from: Timestamp, end: Timestamp) -> Bytes {
    let start: (Store, Place, String) =
        (store, Some((from, 0)), "source,time,seen_at\n".to_owned());
    Box::pin(stream::try_unfold(start, move |(store, place, mut text)| async move {
        let Some(place) = place else { return Ok(None) };
        let page = store.freshness().arrivals_seen(place, end, PAGE).await.map_err(broken)?;
        for Arrival { source, posted_at, seen_at, .. } in &page {
            let _ = writeln!(text, "{source},{},{}", exact(*posted_at), exact(*seen_at));
        }
        let next = page.last().filter(|_| page.len() == PAGE).map(|last| (last.seen_at, last.id));
        Ok(Some((text.into_bytes(), (store, next, String::new()))))
    }))
}

fn fetches(store: Store, from: Timestamp, end: Timestamp) -> Bytes {
    let start: (Store, Place, String) =
        (store, Some((from, 0)), "source,time,outcome,new\n".to_owned());
    Box::pin(stream::try_unfold(start, move |(store, place, mut text)| async move {
        let Some(place) = place else { return Ok(None) };
        let page = store.fetches().made(place, end, PAGE).await.map_err(broken)?;
        for ReplayFetch { source, started_at, outcome, n_new, .. } in &page {
            let _ = writeln!(text, "{source},{},{outcome},{n_new}", exact(*started_at));
        }
        let next =
            page.last().filter(|_| page.len() == PAGE).map(|last| (last.started_at, last.id));
        Ok(Some((text.into_bytes(), (store, next, String::new()))))
    }))
}

/// A few hundred rows at most, so they are written in one piece.
fn days(store: Store, from: Timestamp, end: Timestamp) -> Bytes {
    Box::pin(stream::once(async move {
        let mut text = "day,counted_until,sources,requests,granted,policy,arrivals,mean_minutes,median_minutes,p95_minutes,max_minutes,misses\n".to_owned();
        for day in store.freshness().watched_days(from).await.map_err(broken)? {
            if day.day < end {
                write_day(&mut text, &day);
            }
        }
        Ok(text.into_bytes())
    }))
}

fn write_day(text: &mut String, day: &WatchedDay) {
    for (policy, fared) in &day.fared {
        let (date, until) = (day.day.strftime("%Y-%m-%d"), exact(day.counted_until));
        let (delays, granted) = (&fared.delays, day.granted.0);
        let _ = writeln!(
            text,
            "{date},{until},{},{},{granted:.0},{},{},{:.4},{:.4},{:.4},{:.4},{}",
            day.n_sources,
            day.n_requests,
            policy.code(),
            delays.n(),
            delays.mean().0,
            delays.quantile(0.5).0,
            delays.quantile(0.95).0,
            delays.longest().0,
            fared.n_misses
        );
    }
}

fn exact(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}

fn broken(error: tidings_store::Error) -> io::Error {
    io::Error::other(error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidings_model::{
        freshness::{Delays, Policy, PolicyOutcome},
        units::{Minutes, PerDay},
    };

    fn asked(from: &str, to: &str) -> FetchLogQuery {
        FetchLogQuery { what: String::new(), from: from.to_owned(), to: to.to_owned() }
    }

    /// Returns the range requested on 15 November, as its first day and the day after its last.
    fn stretch(from: &str, to: &str) -> Result<(String, String), Error> {
        let now = "2026-11-15T14:30:00Z".parse().unwrap();
        let (from, end) = asked(from, to).stretch(now)?;
        Ok((from.to_string(), end.to_string()))
    }

    #[test]
    fn a_range_has_whole_days_and_includes_both_ends() {
        for (from, to, first, end) in [
            ("", "", "2026-11-09", "2026-11-16"),
            ("2026-11-15", "", "2026-11-15", "2026-11-16"),
            ("", "2026-11-01", "2026-10-26", "2026-11-02"),
            ("2026-11-01", "2026-11-01", "2026-11-01", "2026-11-02"),
            ("2024-02-28", "2024-02-29", "2024-02-28", "2024-03-01"),
            // The maximum number of days.
            ("2026-08-16", "2026-11-15", "2026-08-16", "2026-11-16"),
        ] {
            let expected = [first, end].map(|day| format!("{day}T00:00:00Z"));
            let told = stretch(from, to).unwrap();
            assert_eq!([told.0, told.1], expected, "{from} to {to}");
        }
    }

    #[test]
    fn invalid_and_too_long_ranges_are_refused() {
        for (from, to) in [
            ("2026-08-15", "2026-11-15"),
            ("2026-11-16", "2026-11-15"),
            ("2026-11-16", ""),
            ("0001-01-01", ""),
        ] {
            let refused = Err(Error::DateRange { most_days: 92 });
            assert_eq!(stretch(from, to), refused, "{from} to {to}");
        }
        for (from, to) in [("2026-02-29", ""), ("", "yesterday"), ("15.11.2026", ""), (" ", "")] {
            assert!(matches!(stretch(from, to), Err(Error::BadRequest(_))), "{from:?} to {to:?}");
        }
        assert!(stretch("9999-12-30", "9999-12-30").is_ok(), "near the end of the calendar, too");
    }

    #[test]
    fn there_are_three_tables_to_choose_from() {
        let what = |name: &str| FetchLogQuery { what: name.to_owned(), ..asked("", "") }.what();
        assert_eq!((what(""), what("arrivals")), (Ok(What::Arrivals), Ok(What::Arrivals)));
        assert_eq!((what("retrievals"), what("days")), (Ok(What::Fetches), Ok(What::Days)));
        assert!(what("Days").is_err() && what("days ").is_err());
    }

    #[test]
    fn a_day_has_a_row_per_policy_and_a_cell_per_heading() {
        let mut delays = Delays::default();
        [1.0, 2.0, 3.0, 10.0].into_iter().for_each(|wait| delays.add(Minutes(wait)));
        let day = WatchedDay {
            day: "2026-11-14T00:00:00Z".parse().unwrap(),
            counted_until: "2026-11-15T00:00:00Z".parse().unwrap(),
            n_sources: 300,
            n_requests: 3618,
            n_fruitful: 1000,
            n_failed: 36,
            n_missed: 1,
            wire_bytes: 5_000_000,
            granted: PerDay(3600.4),
            fared: vec![
                (Policy::Ours, PolicyOutcome { delays, n_misses: 3 }),
                (Policy::Uniform, PolicyOutcome::default()),
            ],
        };
        let mut text = String::new();
        write_day(&mut text, &day);
        let rows: Vec<Vec<&str>> = text.lines().map(|row| row.split(',').collect()).collect();
        let start = ["2026-11-14", "2026-11-15T00:00:00.000Z", "300", "3618", "3600"];
        assert!(rows.iter().all(|row| row.len() == 12 && row[..5] == start), "{text}");
        let [ours, even] = &rows[..] else { panic!("{text}") };
        assert_eq!(
            (ours[5], ours[6], ours[7], ours[10], ours[11]),
            ("ours", "4", "4.0000", "10.0000", "3")
        );
        let median: f64 = ours[8].parse().unwrap();
        assert!((median / 2.0 - 1.0).abs() < 0.02, "half waited no longer than {median}");
        assert_eq!(even[5..], ["uniform", "0", "0.0000", "0.0000", "0.0000", "0.0000", "0"]);
    }
}
