//! The policies by name.

use super::even::{Sia, priced, spaced, timetabled, timetabled_for_readers};
use super::live::{self, Script};
use super::online::{self, Setup};
use super::rivals::{self, Rival, Roitman, Roles};
use super::tally::within_budget;
use super::{FetchTimes, Replay};
use crate::monitor::allocation::AllocationRule;
use anyhow::{Result, bail};
use tidings_learn::pattern::Firmness;
use tidings_learn::rhythm::Habits;
use tidings_schedule::cost::Metric;

/// All names, in the order of the table.
pub const NAMES: [&str; 21] = [
    "uniform",
    "proportional",
    "cgm03-age",
    "azar",
    "lambda-crawl",
    "sia-allocation",
    "sia-scheduling",
    "sia-combined",
    "sia-rolling",
    "roitman",
    "roitman-swapped",
    "miniflux-round-robin",
    "miniflux",
    "freshrss",
    "commafeed",
    "autottl",
    "newsblur",
    "price-raw",
    "price-static",
    "price",
    "price-live",
];

/// Policies that plan by when readers visit. They need an access trace to be useful.
pub const FOR_READERS: [&str; 4] =
    ["sia-user-data", "hp-combined", "price-misses", "price-reader-delay"];

/// Returns whether a policy's times depend only on one draw of phases. On a small trace the result of a single draw is
/// a matter of luck, because a few sources post most of the articles.
///
/// ```
/// use tidings_lab::monitor::policies::is_by_phase;
/// assert!(is_by_phase("sia-combined") && !is_by_phase("price"));
/// ```
#[must_use]
pub fn is_by_phase(name: &str) -> bool {
    let spaced =
        ["uniform", "miniflux-round-robin", "freshrss", "proportional", "cgm03-age", "azar"];
    spaced.contains(&name) || name == "lambda-crawl" || name.starts_with("sia-")
}

/// Returns the fetches of a policy, within its budget.
///
/// # Errors
/// When there is no policy with this name.
///
/// ```
/// # use tidings_lab::{monitor::Replay, trace::Trace};
/// # let postings = vec![(0..28).map(|day| f64::from(day) * 1440.0 + 600.0).collect()];
/// # let trace = Trace { names: vec!["a".into()], postings, end: 28.0 * 1440.0, ..Trace::default() };
/// # let replay = Replay { trace: &trace, trained: 14.0 * 1440.0, interval: 720.0, seed: 1, looks: None };
/// use tidings_lab::monitor::{policies, tally::tally};
/// let delay = |name| tally(&replay, &policies::run(name, &replay, &[]).unwrap(), &[]).average_delay;
/// assert!(delay("price") < delay("uniform"));
/// assert!(policies::run("no-such", &replay, &[]).is_err());
/// ```
pub fn run(name: &str, replay: &Replay<'_>, weights: &[f64]) -> Result<FetchTimes> {
    let scaled = |guess: f64, rival: Rival| {
        let jitter = |draws: &mut tidings_numerics::Draws| match rival {
            // NewsBlur adds up to a quarter at random.
            Rival::NewsBlur => 1.0 + draws.unit() / 4.0,
            Rival::Miniflux | Rival::CommaFeed | Rival::AutoTtl => 1.0,
        };
        within_budget(replay.budget(), guess, |factor| {
            rivals::replayed(replay, factor, |_, known, now, draws| {
                rival.interval(known, now) * jitter(draws)
            })
        })
        .1
    };
    let learned = |roles| {
        let rule = Roitman { alpha: 0.1, slowness: 100.0, roles };
        within_budget(replay.budget(), 1.0, |factor| rivals::roitman(replay, factor, rule)).1
    };
    Ok(match name {
        // Miniflux's default, and FreshRSS without an extension, fetch every source equally often.
        "uniform" | "miniflux-round-robin" | "freshrss" => {
            spaced(replay, AllocationRule::Even, weights)
        }
        "proportional" => spaced(replay, AllocationRule::Proportional, weights),
        "cgm03-age" => spaced(replay, AllocationRule::Age, weights),
        "azar" => spaced(replay, AllocationRule::Fresh, weights),
        "lambda-crawl" => spaced(replay, AllocationRule::Harmonic, weights),
        "sia-allocation" => spaced(replay, AllocationRule::SquareRoot, weights),
        "sia-scheduling" => timetabled(replay, Sia::Scheduling, weights),
        "sia-combined" => timetabled(replay, Sia::Combined, weights),
        "sia-rolling" => timetabled(replay, Sia::Rolling, weights),
        "roitman" => learned(Roles::Printed),
        "roitman-swapped" => learned(Roles::Swapped),
        "miniflux" => scaled(1.0, Rival::Miniflux),
        "commafeed" => scaled(8.0, Rival::CommaFeed),
        "autottl" => scaled(1.0, Rival::AutoTtl),
        "newsblur" => scaled(4.0, Rival::NewsBlur),
        "price-static" => planned(replay, &unforgetting(), Metric::Delay, weights),
        "price-raw" => {
            within_budget(replay.budget(), online::first_price(replay), |price| {
                priced(replay, price, weights)
            })
            .1
        }
        "sia-user-data" => {
            timetabled_for_readers(replay, AllocationRule::SquareRoot, Metric::Misses)
        }
        "hp-combined" => {
            timetabled_for_readers(replay, AllocationRule::CubeRoot, Metric::ReaderDelay)
        }
        "price-misses" => planned(replay, &unforgetting(), Metric::Misses, weights),
        "price-reader-delay" => planned(replay, &unforgetting(), Metric::ReaderDelay, weights),
        "price" => price(replay, &Setup::default(), weights).1,
        "price-live" => {
            let setup = Setup::default();
            let trained = online::train(replay, &setup);
            live::replayed(replay, &trained, &setup, &Script::default(), weights).fetches
        }
        _ => bail!("there is no policy \"{name}\". Choose from {}", NAMES.join(", ")),
    })
}

/// Returns the setup for learning once: nothing is forgotten, bursts are left out, and the days of the week are alike,
/// because two weeks cannot distinguish a quiet Tuesday from chance.
#[must_use]
pub fn unforgetting() -> Setup {
    let usual = Habits::default();
    let pattern =
        usual.pattern.map(|firmness| Firmness { day: 1_000.0, cell: 1_000.0, ..firmness });
    let habits = Habits { echo_firmness: f64::INFINITY, half_lives: [1e9; 4], pattern, ..usual };
    Setup { habits, ..Setup::default() }
}

/// Plans once for the whole replay from what was learned in training, at the price that uses the budget.
#[must_use]
pub fn planned(replay: &Replay<'_>, setup: &Setup, metric: Metric, weights: &[f64]) -> FetchTimes {
    let trained = online::train(replay, setup);
    within_budget(replay.budget(), online::first_price(replay), |price| {
        online::planned_once(replay, &trained, setup, metric, price, weights)
    })
    .1
}

/// Returns the price that uses the budget, and the fetches of our own policy at that price.
///
/// ```
/// # use tidings_lab::{monitor::Replay, trace::Trace};
/// # let postings = vec![(0..28).map(|day| f64::from(day) * 1440.0 + 600.0).collect()];
/// # let trace = Trace { names: vec!["a".into()], postings, end: 28.0 * 1440.0, ..Trace::default() };
/// # let replay = Replay { trace: &trace, trained: 14.0 * 1440.0, interval: 720.0, seed: 1, looks: None };
/// use tidings_lab::monitor::{online::Setup, policies::price};
/// let (price, fetches) = price(&replay, &Setup::default(), &[]);
/// assert!(price > 0.0 && !fetches[0].is_empty());
/// ```
#[must_use]
pub fn price(replay: &Replay<'_>, setup: &Setup, weights: &[f64]) -> (f64, FetchTimes) {
    let trained = online::train(replay, setup);
    within_budget(replay.budget(), online::first_price(replay), |price| {
        online::replayed(replay, &trained, setup, price, weights)
    })
}
