//! What became of a target: how long articles shall wait, whatever that takes.

use super::{Life, check::mean};
use jiff::{SignedDuration, Timestamp};
use std::fmt;
use tidings_fetch::simulated::{SimulatedFormat, SimulatedSource};
use tidings_model::units::Minutes;

/// A target counts as reached when articles wait at most this many times as long.
const NEAR: f64 = 1.1;

/// The target, and what articles waited in the last week.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Target {
    /// How long an article shall wait on average, in minutes.
    pub wished_min: f64,
    /// How long it did in the last week.
    pub last_week_min: f64,
    /// How long it would about wait if every source were asked as often as it allows and no oftener.
    pub soonest_min: f64,
}

impl Target {
    /// Whether the last week came within a tenth of it.
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
            "The target of {:.0} minutes was {not}reached: in the last week a new article waited {:.1}.",
            self.wished_min, self.last_week_min
        )?;
        if !self.is_reached() && self.soonest_min > self.wished_min / NEAR {
            write!(
                f,
                " Sources ask to be left alone: asked as often as they allow, an article would still wait about {:.0}.",
                self.soonest_min
            )?;
        }
        Ok(())
    }
}

impl Life {
    /// What became of the target, where there is one.
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

    /// Half of what each source wishes to be left alone, by what it posts.
    fn soonest(&self) -> f64 {
        let least = self.limits.min_interval.as_secs_f64() / 60.0;
        let rests = self.web.sources().iter().map(|source| rest(source)).collect::<Vec<_>>();
        let postings = self.web.postings();
        mean(postings.iter().zip(&rests).flat_map(|(postings, rest)| {
            std::iter::repeat_n(rest.max(least) / 2.0, postings.len())
        }))
    }
}

/// How long a source wishes to be left alone, in minutes.
pub(super) fn rest(source: &SimulatedSource) -> f64 {
    // Only RSS has a place to tell it.
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
                .ends_with("was reached: in the last week a new article waited 32.0.")
        );
        assert!(
            target(41.0, 5.0)
                .ends_with("was not reached: in the last week a new article waited 41.0.")
        );
        assert!(target(41.0, 37.4).ends_with("an article would still wait about 37."));
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
    fn sources_are_not_blamed_where_a_target_could_have_been_met() {
        let said = |soonest_min| {
            Target { wished_min: 110.0, last_week_min: 200.0, soonest_min }.to_string()
        };
        assert!(!said(99.0).contains("left alone") && said(101.0).contains("about 101."));
        let reached = Target { wished_min: 30.0, last_week_min: 30.0, soonest_min: 90.0 };
        assert!(!reached.to_string().contains("left alone"), "{reached}");
    }

    #[test]
    fn a_source_rests_as_long_as_its_server_or_its_feed_wishes() {
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
