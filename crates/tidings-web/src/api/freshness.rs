//! How fresh articles were, what that cost, and what other policies would have achieved with the same requests.

use super::{
    call::Call,
    extract::QueryPart,
    problem::Problem,
    responses::Now,
    values::{Instant, Within},
};
use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tidings_model::freshness::{Policy, PolicyOutcome};
use tidings_store::WatchedDay;

/// How many days to return.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Back {
    /// The number of days, including today.
    #[serde(default = "month")]
    days: Within<1, 365>,
}

fn month() -> Within<1, 365> {
    const { Within::known(30) }
}

/// How fresh a day's articles were under a policy.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PolicyDay")]
struct Under {
    /// ours, uniform or miniflux.
    policy: &'static str,
    n_articles: u64,
    /// Articles that were published but not fetched yet when a reader came.
    n_misses: u64,
    mean_minutes: f64,
    median_minutes: f64,
    p95_minutes: f64,
    longest_minutes: f64,
}

impl Under {
    fn of(policy: Policy, fared: &PolicyOutcome) -> Self {
        let delays = &fared.delays;
        Self {
            policy: policy.code(),
            n_articles: delays.n(),
            n_misses: fared.n_misses,
            mean_minutes: delays.mean().0,
            median_minutes: delays.quantile(0.5).0,
            p95_minutes: delays.quantile(0.95).0,
            longest_minutes: delays.longest().0,
        }
    }
}

/// A day in UTC.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "WatchedDay")]
struct Day {
    /// The start of the day.
    day: Instant,
    /// Counted up to this time.
    counted_until: Instant,
    n_sources: u64,
    n_requests: u64,
    /// Requests that found something new.
    n_fruitful: u64,
    n_failed: u64,
    /// Requests before which articles had probably dropped out of the feed.
    n_missed: u64,
    bytes: u64,
    /// The daily limit of requests.
    granted: f64,
    /// Tidings, and other schedules with the same number of requests.
    policies: Vec<Under>,
}

impl From<WatchedDay> for Day {
    fn from(day: WatchedDay) -> Self {
        Self {
            day: Instant(day.day),
            counted_until: Instant(day.counted_until),
            n_sources: day.n_sources,
            n_requests: day.n_requests,
            n_fruitful: day.n_fruitful,
            n_failed: day.n_failed,
            n_missed: day.n_missed,
            bytes: day.wire_bytes,
            granted: day.granted.0,
            policies: day.fared.iter().map(|(policy, fared)| Under::of(*policy, fared)).collect(),
        }
    }
}

/// The price of a request over some time.
#[derive(Debug, Serialize, JsonSchema)]
struct Price {
    /// Valid from.
    at: Instant,
    /// In minutes of waiting of an article with priority 1.
    price: f64,
    /// The daily limit of requests.
    granted: f64,
    /// Requests made since the previous price.
    n_made: u64,
}

/// How fresh articles were.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Freshness {
    /// Oldest first.
    days: Vec<Day>,
    /// Oldest first.
    prices: Vec<Price>,
}

/// `GET /freshness`.
pub(super) async fn get(
    call: Call,
    QueryPart(back): QueryPart<Back>,
) -> Result<Now<Freshness>, Problem> {
    let today = call.now().as_second().div_euclid(86_400) * 86_400;
    let today = Timestamp::from_second(today).unwrap_or(call.now());
    let span = SignedDuration::from_hours(24 * (back.days.get() - 1));
    let since = today.saturating_sub(span).unwrap_or(Timestamp::MIN);
    let days = call.inner.store.freshness().watched_days(since).await?;
    let prices = call.inner.store.freshness().prices(since).await?;
    let prices = prices.into_iter().map(|paid| Price {
        at: Instant(paid.at),
        price: paid.price,
        granted: paid.granted.0,
        n_made: paid.made,
    });
    Ok(Now(Freshness { days: days.into_iter().map(Day::from).collect(), prices: prices.collect() }))
}
