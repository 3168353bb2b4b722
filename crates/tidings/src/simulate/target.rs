//! How a simulation met its target delay.

use super::{Simulation, check::mean};
use jiff::{SignedDuration, Timestamp};
use std::fmt;
use tidings_fetch::simulated::{SimulatedFormat, SimulatedSource};
use tidings_model::units::Minutes;

/// A target counts as reached if articles wait at most this many times as long.
const NEAR: f64 = 1.1;

/// The target, and how long articles waited in the last week.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Target {
    /// The average delay to aim for, in minutes.
    pub wished_min: f64,
    /// The average delay in the last week, in minutes.
    pub last_week_min: f64,
    /// Roughly the average delay if every source were fetched exactly as often as it allows, in minutes.
    pub soonest_min: f64,
}

impl Target {
    /// Returns whether the delay in the last week was within a tenth of the target.
    #[must_use]
    pub fn is_reached(&self) -> bool {
        self.last_week_min <= NEAR * self.wished_min
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not = if self.is_reached() { "" } else { "not " };
        write!(
            f,
            "The target of {:.0} minutes was {not}reached: in the last week, a new article waited {:.1} on average.",
            self.wished_min, self.last_week_min
        )?;
        if !self.is_reached() && self.soonest_min > self.wished_min / NEAR {
            write!(
                f,
                " The sources ask for longer intervals: even if fetched as often as they allow, an article would wait about {:.0}.",
                self.soonest_min
            )?;
        }
        Ok(())
    }
}

impl Simulation {
    /// Returns how the target was met, if there is one.
    pub(super) fn target(&self, delays: &[(Timestamp, f64)]) -> Option<Target> {
        let Minutes(wished_min) = self.scenario.delay?;
        let from = self.window.to - SignedDuration::from_hours(168);
        let lately = delays.iter().filter(|(at, _)| *at >= from);
        Some(Target {
            wished_min,
            last_week_min: mean(lately.map(|(_, delay)| *delay)),
            soonest_min: self.soonest(),
        })
    }

    /// Returns half of each source's requested interval, weighted by its postings.
    fn soonest(&self) -> f64 {
        let least = self.limits.min_interval.as_secs_f64() / 60.0;
        let rests = self.web.sources().iter().map(|source| rest(source)).collect::<Vec<_>>();
        let postings = self.web.postings();
        mean(postings.iter().zip(&rests).flat_map(|(postings, rest)| {
            std::iter::repeat_n(rest.max(least) / 2.0, postings.len())
        }))
    }
}

/// Returns the interval that a source asks for, in minutes.
pub(super) fn rest(source: &SimulatedSource) -> f64 {
    // Only RSS has an element for it.
    let ttl = source.ttl.filter(|_| source.format == SimulatedFormat::Rss).map_or(0.0, f64::from);
    ttl.max(source.max_age.map_or(0.0, |age| age.as_secs_f64() / 60.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_says_whether_it_was_reached_and_why_not() {
        let target = |last_week_min, soonest_min| {
            Target { wished_min: 30.0, last_week_min, soonest_min }.to_string()
        };
        assert!(
            target(32.0, 40.0)
                .ends_with("was reached: in the last week, a new article waited 32.0 on average.")
        );
        assert!(
            target(41.0, 5.0).ends_with(
                "was not reached: in the last week, a new article waited 41.0 on average."
            )
        );
        assert!(target(41.0, 37.4).ends_with("an article would wait about 37."));
    }

    #[test]
    fn within_a_tenth_a_target_is_reached_and_beyond_it_is_not() {
        let reached = |last_week_min| {
            Target { wished_min: 100.0, last_week_min, soonest_min: 0.0 }.is_reached()
        };
        assert!(reached(0.0) && reached(100.0) && reached(109.9));
        assert!(!reached(110.2) && !reached(f64::INFINITY));
    }

    #[test]
    fn sources_are_not_blamed_for_a_target_that_could_have_been_met() {
        let said = |soonest_min| {
            Target { wished_min: 110.0, last_week_min: 200.0, soonest_min }.to_string()
        };
        assert!(!said(99.0).contains("longer intervals") && said(101.0).contains("about 101."));
        let reached = Target { wished_min: 30.0, last_week_min: 30.0, soonest_min: 90.0 };
        assert!(!reached.to_string().contains("longer intervals"), "{reached}");
    }

    #[test]
    fn a_sources_interval_is_the_longer_of_its_servers_and_its_feeds() {
        let minute = std::time::Duration::from_secs(60);
        for (format, ttl, max_age, expected) in [
            (SimulatedFormat::Rss, None, None, 0.0),
            (SimulatedFormat::Rss, Some(60), None, 60.0),
            (SimulatedFormat::Atom, Some(60), None, 0.0),
            (SimulatedFormat::Rss, Some(60), Some(90 * minute), 90.0),
            (SimulatedFormat::Rss, Some(120), Some(90 * minute), 120.0),
            (SimulatedFormat::Atom, Some(120), Some(90 * minute), 90.0),
        ] {
            let url = "https://a.example/feed".parse().unwrap();
            let plain = SimulatedSource::new(url, "A", Vec::new());
            let source = SimulatedSource { format, ttl, max_age, ..plain };
            assert!((rest(&source) - expected).abs() < 1e-9, "{format:?} {ttl:?} {max_age:?}");
        }
    }
}
