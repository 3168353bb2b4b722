//! What happens to a process besides failing sources: crashes at any write, a full disk, a wrong clock.

use super::Scenario;
use crate::clock::Time;
use anyhow::{Context, Result, bail, ensure};
use jiff::SignedDuration;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::{str::FromStr, sync::Arc, time::Duration};
use tidings_store::{Faults, Store};

/// One mishap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mishap {
    /// The process crashes at the n-th write from now.
    Crash {
        /// Which write.
        at_write: u64,
    },
    /// The disk is full.
    DiskFull,
    /// The disk has room again.
    DiskFreed,
    /// The process is stopped, and started again a moment later.
    Restart,
    /// The machine sleeps.
    Sleep {
        /// For how long.
        hours: u32,
    },
    /// The operator changes the budget and restarts the process with it.
    Budget {
        /// Requests per day.
        per_day: u32,
    },
    /// The clock is set forward, or back if negative.
    ClockJumps {
        /// By how much.
        ms: i64,
    },
}

impl Mishap {
    /// Makes it happen.
    pub(super) async fn apply(
        self,
        time: &Time,
        store: &Store,
        faults: &Arc<Faults>,
    ) -> Result<()> {
        match self {
            Self::Crash { at_write } => faults.crash_after(at_write),
            // No more pages than those in use: the next write that needs one fails as on a full disk.
            Self::DiskFull => store.limit_pages(Some(1)).await?,
            Self::DiskFreed => store.limit_pages(None).await?,
            Self::ClockJumps { ms } => time.jump(ms),
            // Meanwhile no timer of the process fires, because nothing polls it.
            Self::Sleep { hours } => {
                tokio::time::sleep(Duration::from_secs(u64::from(hours) * 3600)).await;
            }
            Self::Restart | Self::Budget { .. } => {}
        }
        Ok(())
    }

    /// Returns whether the process is restarted afterwards.
    pub(super) fn restarts(self) -> bool {
        matches!(self, Self::Restart | Self::Budget { .. })
    }
}

impl FromStr for Mishap {
    type Err = anyhow::Error;

    /// Parses `restart`, `sleep=24h` or `budget=3600`.
    fn from_str(text: &str) -> Result<Self> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        match name {
            "restart" if value.is_empty() => Ok(Self::Restart),
            "sleep" => {
                let (number, each) = value
                    .strip_suffix('d')
                    .map_or_else(|| (value.trim_end_matches('h'), 1), |days| (days, 24));
                let hours = number.parse().ok().and_then(|number: u32| number.checked_mul(each));
                let hours = hours.filter(|hours| (1..=87_600).contains(hours));
                let hours = hours.with_context(|| {
                    format!("{value:?} is not a duration for sleep; expected whole hours or days, as in sleep=24h or sleep=2d")
                })?;
                Ok(Self::Sleep { hours })
            }
            "budget" => {
                let per_day = value.parse().ok().filter(|per_day| *per_day > 0);
                let per_day = per_day.with_context(|| {
                    format!("{value:?} is not a budget; expected a whole number, as in budget=3600")
                })?;
                Ok(Self::Budget { per_day })
            }
            _ => bail!("{text:?} is not an event; expected restart, sleep=24h or budget=3600"),
        }
    }
}

/// Parses an event with its day, such as `10d:restart`.
///
/// # Errors
/// When the text names no day or no known event.
pub fn event(text: &str) -> Result<(SignedDuration, Mishap)> {
    let (day, what) = text
        .split_once("d:")
        .with_context(|| format!("{text:?} names no day; expected an event such as 10d:restart"))?;
    let day: f64 = day.parse().with_context(|| format!("{day:?} is not a number of days"))?;
    anyhow::ensure!((0.0..=3650.0).contains(&day), "{day} days are more than ten years");
    Ok((SignedDuration::from_secs_f64(day * 86_400.0), what.parse()?))
}

/// Refuses events that would happen after the end or have no effect.
pub(super) fn check(scenario: &Scenario) -> Result<()> {
    let end = SignedDuration::from_hours(168 * i64::from(scenario.weeks));
    let days = |length: SignedDuration| length.as_secs_f64() / 86_400.0;
    for (at, mishap) in &scenario.mishaps {
        ensure!(
            *at < end,
            "nothing can happen on day {} because the simulation ends after {} days. Choose more --weeks",
            days(*at),
            days(end)
        );
        match mishap {
            Mishap::Sleep { hours } => ensure!(
                *at + SignedDuration::from_hours(i64::from(*hours)) < end,
                "a sleep of {hours} hours on day {} is longer than the rest of the simulation of {} days",
                days(*at),
                days(end)
            ),
            Mishap::Budget { per_day } => ensure!(
                scenario.delay.is_none(),
                "budget={per_day} would have no effect: with a target delay there is no budget"
            ),
            Mishap::Crash { .. }
            | Mishap::DiskFull
            | Mishap::DiskFreed
            | Mishap::Restart
            | Mishap::ClockJumps { .. } => {}
        }
    }
    Ok(())
}

/// Draws mishaps for some weeks: none on the first day, and none in the last two.
pub(super) fn draw(weeks: u32, seed: u64) -> Vec<(SignedDuration, Mishap)> {
    const HOUR_MS: i64 = 3_600_000;
    let mut rng = StdRng::seed_from_u64(seed ^ 0x6d69_7368_6170);
    let last = i64::from(weeks) * 168 - 48;
    let mut all = Vec::new();
    let mut add = |minutes: i64, mishap| all.push((SignedDuration::from_mins(minutes), mishap));
    let mut at = 24 * 60;
    while at < last * 60 {
        match rng.random_range(0..6) {
            0..=2 => add(at, Mishap::Crash { at_write: rng.random_range(1..60) }),
            3 => {
                add(at, Mishap::DiskFull);
                add(at + rng.random_range(5..90), Mishap::DiskFreed);
            }
            4 => {
                let ms = rng.random_range(HOUR_MS..26 * HOUR_MS);
                add(at, Mishap::ClockJumps { ms });
                add(at + rng.random_range(10..600), Mishap::ClockJumps { ms: -ms });
            }
            _ => {
                let ms = rng.random_range(HOUR_MS..26 * HOUR_MS);
                add(at, Mishap::ClockJumps { ms: -ms });
                add(at + rng.random_range(10..600), Mishap::ClockJumps { ms });
            }
        }
        at += rng.random_range(120..900);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidings_model::units::Minutes;

    fn hours(n: i64) -> SignedDuration {
        SignedDuration::from_hours(n)
    }

    #[test]
    fn events_are_parsed_with_their_day() {
        for (text, at, mishap) in [
            ("10d:restart", hours(240), Mishap::Restart),
            ("0d:restart", hours(0), Mishap::Restart),
            ("0.5d:sleep=24h", hours(12), Mishap::Sleep { hours: 24 }),
            ("14d:sleep=2d", hours(336), Mishap::Sleep { hours: 48 }),
            ("1d:sleep=7", hours(24), Mishap::Sleep { hours: 7 }),
            ("20d:budget=36000", hours(480), Mishap::Budget { per_day: 36_000 }),
            ("3650d:sleep=87600h", hours(87_600), Mishap::Sleep { hours: 87_600 }),
        ] {
            assert_eq!(event(text).unwrap(), (at, mishap), "{text}");
        }
        for text in [
            "-1d:restart",
            "3651d:restart",
            "NaNd:restart",
            "d:restart",
            "1d:restart=now",
            "1d:sleep",
            "1d:sleep=87601h",
            "1d:sleep=200000000d",
            "1d:sleep=1.5h",
            "1d:budget=",
            "1d:budget=1e3",
            "1d:",
        ] {
            assert!(event(text).is_err(), "{text}");
        }
    }

    #[test]
    fn weeks_with_faults_begin_and_end_without_any() {
        for seed in 0..50 {
            for weeks in 1..4_u32 {
                let end = hours(168 * i64::from(weeks));
                for (at, mishap) in draw(weeks, seed) {
                    assert!(at >= hours(24), "{at} {mishap:?}");
                    // What began before the last two days may take ten more hours to end.
                    assert!(at < end - hours(38), "{at} of {end}: {mishap:?}");
                }
                let scenario =
                    Scenario { mishaps: draw(weeks, seed), ..Scenario::fair(weeks, 1, 1) };
                check(&scenario).unwrap();
            }
        }
    }

    #[test]
    fn a_full_disk_is_freed_and_a_clock_is_set_right_again() {
        for seed in 0..50 {
            let (mut is_full, mut strayed_ms) = (0, 0);
            let mut all = draw(3, seed);
            all.sort_by_key(|(at, _)| *at);
            for (_, mishap) in all {
                match mishap {
                    Mishap::DiskFull => is_full += 1,
                    Mishap::DiskFreed => is_full -= 1,
                    Mishap::ClockJumps { ms } => strayed_ms += ms,
                    Mishap::Crash { at_write } => assert!((1..60).contains(&at_write)),
                    other => panic!("{other:?} happens only on request"),
                }
                assert!((0..=1).contains(&is_full), "seed {seed}");
            }
            assert_eq!((is_full, strayed_ms), (0, 0), "seed {seed}");
        }
        assert_eq!(draw(3, 7), draw(3, 7));
        assert_ne!(draw(3, 7), draw(3, 8));
    }

    #[test]
    fn an_event_that_fits_exactly_into_a_simulation_is_accepted() {
        let with = |at, mishap, delay| {
            check(&Scenario { mishaps: vec![(at, mishap)], delay, ..Scenario::fair(1, 1, 1) })
        };
        let sleep = |hours| Mishap::Sleep { hours };
        let just_before = hours(168) - SignedDuration::from_secs(1);
        assert!(with(just_before, Mishap::Restart, None).is_ok());
        assert!(with(hours(168), Mishap::Restart, None).is_err());
        assert!(with(hours(100), sleep(67), None).is_ok());
        assert!(with(hours(100), sleep(68), None).is_err());
        let budget = Mishap::Budget { per_day: 9 };
        assert!(with(hours(1), budget, None).is_ok());
        assert!(with(hours(1), budget, Some(Minutes(9.0))).is_err());
    }

    #[test]
    fn only_a_restart_and_a_new_budget_restart_the_process() {
        assert!(Mishap::Restart.restarts() && Mishap::Budget { per_day: 1 }.restarts());
        for other in [
            Mishap::Crash { at_write: 1 },
            Mishap::DiskFull,
            Mishap::DiskFreed,
            Mishap::Sleep { hours: 1 },
            Mishap::ClockJumps { ms: 1 },
        ] {
            assert!(!other.restarts(), "{other:?}");
        }
    }
}
