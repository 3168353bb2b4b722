//! `/freshness`: how long new articles waited, what that cost, and what other policies would have achieved with the
//! same requests.
//!
//! Totals are for everyone who is signed in. The hosts and the log are only for operators.

mod compared;
mod figures;
mod hosts;
pub(crate) mod log;
mod slowest;

use crate::{
    Error,
    app::Inner,
    health,
    pages::{Place, Shell, page},
    session::Signed,
    times::Time,
    voice::Voice,
};
use askama::Template;
use axum::{extract::State, response::Response};
use compared::{Period, Span};
use figures::Figure;
use hosts::Hosts;
use jiff::{SignedDuration, Timestamp};
use slowest::SlowRow;
use std::{sync::Arc, time::Duration};
use tidings_model::{Role, freshness::Policy, units::Minutes};
use tidings_store::WatchedDay;

/// Days that the page covers.
const DAYS: i64 = 30;
/// Days in a week.
const WEEK: i64 = 7;

struct Number {
    label: String,
    value: String,
}

/// What only operators see.
struct Details {
    hosts: Hosts,
    /// Maximum number of days in one file of the log.
    /// The default days of the log.
    from: String,
    to: String,
}

#[derive(Template)]
#[template(path = "freshness.html")]
struct Page {
    t: Voice,
    shell: Shell,
    lead: Vec<String>,
    counted: Option<Time>,
    periods: Vec<Period>,
    /// The waits of each day.
    waits: Option<Figure>,
    slowest: Vec<SlowRow>,
    budget: Vec<Number>,
    /// The requests and their price over the days.
    costs: Vec<Figure>,
    price: Option<String>,
    is_target_out_of_reach: bool,
    waste: Vec<String>,
    /// Whether articles appeared and dropped out between two fetches.
    is_overflowing: bool,
    details: Option<Details>,
}

/// `GET /freshness`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
) -> Result<Response, Error> {
    let (t, now) = (signed.voice.clone(), inner.clock.now());
    let today = day_of(now);
    let days = inner.store.freshness().watched_days(days_before(today, DAYS - 1)).await?;
    let prices = inner.store.freshness().prices(days_before(now, 14)).await?;
    let week = days_before(today, WEEK - 1);
    let slow = inner.store.freshness().slowest(signed.user.id, week, slowest::MOST).await?;
    let n_overflowing = inner.store.fetches().count_overflowing(week).await?;
    let spans = Span::all(&days, today);
    let yesterday = days_before(now, 1);
    let details = match signed.user.role {
        Role::Operator => Some(Details {
            hosts: Hosts::new(
                &t,
                inner.store.fetches().host_spend(yesterday, hosts::MOST).await?,
                yesterday,
                &inner.store.subscriptions().list(signed.user.id).await?,
            ),
            from: week.strftime("%Y-%m-%d").to_string(),
            to: today.strftime("%Y-%m-%d").to_string(),
        }),
        Role::User => None,
    };
    let defaults = inner.services.checks.source_defaults();
    let shell = Shell::new(&inner, &signed, Place::Freshness).await?;
    page(&Page {
        lead: compared::lead(&t, &spans),
        slowest: slowest::rows(&t, slow, &shell.navigation),
        shell,
        counted: days.last().map(|day| t.past(day.counted_until, now)),
        periods: spans.iter().map(|span| span.shown(&t)).collect(),
        waits: figures::delays(&t, compared::finding(&t, &spans), &days, now),
        costs: figures::costs(&t, &days, &prices, now),
        budget: budget(&t, &days, today, defaults.target_delay),
        price: prices.last().map(|paid| {
            let key = match defaults.target_delay {
                Some(_) => "fresh-price-words-target",
                None => "fresh-price-words",
            };
            t.with(key, "span", &health::span(&t, Minutes(paid.price)))
        }),
        is_target_out_of_reach: defaults.is_target_out_of_reach,
        waste: waste(&t, &days, week, n_overflowing),
        is_overflowing: n_overflowing > 0,
        details,
        t,
    })
}

/// Returns the daily limit and the requests made.
fn budget(
    t: &Voice,
    days: &[WatchedDay],
    today: Timestamp,
    target: Option<Duration>,
) -> Vec<Number> {
    let Some(last) = days.last() else { return Vec::new() };
    let number = |key: &str, value: String| Number { label: t.of(key).to_owned(), value };
    let mut numbers = Vec::new();
    numbers.extend(target.map(|delay| {
        number("fresh-target", health::short_span(t, Minutes(delay.as_secs_f64() / 60.0)))
    }));
    // With a target delay there is no budget, only the requests it takes.
    let granted = if target.is_some() { "fresh-taken" } else { "fresh-granted" };
    numbers.push(number(granted, t.number(last.granted.0.round() as u64)));
    numbers.push(number("fresh-sources", t.number(last.n_sources)));
    let spent = |day: Timestamp| days.iter().find(|one| one.day == day);
    if let Some(one) = spent(today) {
        numbers.push(number("fresh-spent-today", t.number(one.n_requests)));
    }
    if let Some(one) = spent(days_before(today, 1)) {
        numbers.push(number("fresh-spent-yesterday", t.number(one.n_requests)));
        numbers.push(number("fresh-deviation", figures::deviation(t, one)));
    }
    numbers
}

/// Returns the requests that found nothing new, failed, or came too late.
fn waste(t: &Voice, days: &[WatchedDay], since: Timestamp, n_overflowing: u64) -> Vec<String> {
    let days = || days.iter().filter(|day| day.day >= since);
    let sum = |count: fn(&WatchedDay) -> u64| days().map(count).sum::<u64>();
    let n_requests = sum(|day| day.n_requests);
    if n_requests == 0 {
        return Vec::new();
    }
    let n_idle = n_requests.saturating_sub(sum(|day| day.n_fruitful) + sum(|day| day.n_failed));
    let n_missed = sum(|day| day.n_missed);
    let overflow = match n_missed {
        0 => t.of("fresh-overflow-none").to_owned(),
        n => {
            let sources = t.n("fresh-overflow-sources", n_overflowing);
            t.n_with("fresh-overflow", n, "sources", &sources)
        }
    };
    vec![
        t.n_with_all(
            "fresh-waste",
            n_requests,
            &[
                ("share", &percent(t, n_idle, n_requests)),
                ("failed", &percent(t, sum(|day| day.n_failed), n_requests)),
                ("bytes", &health::bytes(t, sum(|day| day.wire_bytes))),
            ],
        ),
        overflow,
    ]
}

/// Returns a part as a percentage, without the sign.
fn percent(t: &Voice, part: u64, whole: u64) -> String {
    health::decimal(t, 100.0 * part as f64 / whole.max(1) as f64)
}

/// Returns the name of a policy.
fn name(t: &Voice, policy: Policy) -> &str {
    t.of(match policy {
        Policy::Ours => "fresh-ours",
        Policy::Uniform => "fresh-uniform",
        Policy::Miniflux => "fresh-miniflux",
    })
}

/// Returns the start of the day in UTC: all counts are per UTC day.
fn day_of(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second().div_euclid(86_400) * 86_400).unwrap_or(at)
}

fn days_before(at: Timestamp, days: i64) -> Timestamp {
    at.saturating_sub(SignedDuration::from_hours(24 * days)).unwrap_or(Timestamp::MIN)
}

/// Formats a UTC day as a date: noon UTC is on that date in most time zones.
fn date(t: &Voice, day: Timestamp, now: Timestamp) -> String {
    t.date(day.saturating_add(SignedDuration::from_hours(12)).unwrap_or(day), now)
}
