//! The server's heartbeat and counters: is it alive, and what has it done since the start? Read by `/readyz` and
//! `/metrics`.

use jiff::Timestamp;
use std::{
    fmt::Write,
    sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed},
    time::Duration,
};
use tidings_model::{FailureKind, Outcome};

/// If the last heartbeat is older than this, the fetching loop has stopped.
pub const STOPPED_AFTER: Duration = Duration::from_secs(120);

/// Counters since the start, cheap to update from any thread.
#[derive(Debug, Default)]
pub struct Pulse {
    last_beat_ms: AtomicI64,
    changed: AtomicU64,
    unchanged: AtomicU64,
    failed: [AtomicU64; FailureKind::ALL.len()],
    new_articles: AtomicU64,
    updated_articles: AtomicU64,
    wire_bytes: AtomicU64,
    pushed: AtomicU64,
    under_way: AtomicU64,
}

/// A copy of the counters that commands report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PulseCounts {
    /// Fetches that found something new.
    pub changed: u64,
    /// Fetches that found nothing new.
    pub unchanged: u64,
    /// Fetches that failed.
    pub failed: u64,
    /// Articles stored for the first time.
    pub new_articles: u64,
    /// Articles stored again after an edit.
    pub updated_articles: u64,
}

impl Pulse {
    /// Records that the loop has run.
    pub fn beat(&self, now: Timestamp, under_way: usize) {
        self.last_beat_ms.store(now.as_millisecond(), Relaxed);
        self.under_way.store(under_way as u64, Relaxed);
    }

    /// Returns whether the loop has run within this time. A clock that was set back counts as recent.
    #[must_use]
    pub fn is_beating(&self, now: Timestamp, within: Duration) -> bool {
        let age_ms = now.as_millisecond() - self.last_beat_ms.load(Relaxed);
        age_ms < i64::try_from(within.as_millis()).unwrap_or(i64::MAX)
    }

    /// Counts a finished fetch.
    pub fn count(&self, outcome: &Outcome, wire_bytes: u64) {
        self.wire_bytes.fetch_add(wire_bytes, Relaxed);
        match outcome {
            Outcome::Changed { n_new, n_updated } => {
                self.changed.fetch_add(1, Relaxed);
                self.new_articles.fetch_add(u64::from(*n_new), Relaxed);
                self.updated_articles.fetch_add(u64::from(*n_updated), Relaxed);
            }
            Outcome::Unchanged => {
                self.unchanged.fetch_add(1, Relaxed);
            }
            Outcome::Failed(failure) => {
                let place = FailureKind::ALL.iter().position(|&kind| kind == failure.kind);
                self.failed[place.expect("ALL contains every kind")].fetch_add(1, Relaxed);
            }
        }
    }

    /// Counts a message with articles from a hub.
    pub fn count_pushed(&self, n_new: u32) {
        self.pushed.fetch_add(1, Relaxed);
        self.new_articles.fetch_add(u64::from(n_new), Relaxed);
    }

    /// Returns the current counters.
    #[must_use]
    pub fn counted(&self) -> PulseCounts {
        PulseCounts {
            changed: self.changed.load(Relaxed),
            unchanged: self.unchanged.load(Relaxed),
            failed: self.failed.iter().map(|count| count.load(Relaxed)).sum(),
            new_articles: self.new_articles.load(Relaxed),
            updated_articles: self.updated_articles.load(Relaxed),
        }
    }

    /// Returns the counters in Prometheus' text format.
    #[must_use]
    pub fn metrics(&self) -> String {
        let counted = self.counted();
        let mut text = String::new();
        let mut series = |name: &str, kind: &str, help: &str, values: &[(String, u64)]| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
            for (labels, value) in values {
                let _ = writeln!(text, "{name}{labels} {value}");
            }
        };
        let one = |value| vec![(String::new(), value)];
        let mut outcomes = vec![
            ("{outcome=\"changed\"}".to_owned(), counted.changed),
            ("{outcome=\"unchanged\"}".to_owned(), counted.unchanged),
        ];
        for (kind, count) in FailureKind::ALL.iter().zip(&self.failed) {
            outcomes.push((
                format!("{{outcome=\"failed\",kind=\"{}\"}}", kind.code()),
                count.load(Relaxed),
            ));
        }
        series(
            "tidings_retrievals_total",
            "counter",
            "Fetches since the start, by result.",
            &outcomes,
        );
        series(
            "tidings_articles_new_total",
            "counter",
            "Articles stored for the first time.",
            &one(counted.new_articles),
        );
        series(
            "tidings_articles_updated_total",
            "counter",
            "Articles stored again after an edit.",
            &one(counted.updated_articles),
        );
        series(
            "tidings_pushed_total",
            "counter",
            "Messages with articles from hubs.",
            &one(self.pushed.load(Relaxed)),
        );
        series(
            "tidings_wire_bytes_total",
            "counter",
            "Bytes received from sources.",
            &one(self.wire_bytes.load(Relaxed)),
        );
        series(
            "tidings_retrievals_under_way",
            "gauge",
            "Fetches in progress.",
            &one(self.under_way.load(Relaxed)),
        );
        let beat = u64::try_from(self.last_beat_ms.load(Relaxed) / 1000).unwrap_or(0);
        series(
            "tidings_heartbeat_seconds",
            "gauge",
            "When the fetching loop last ran, in Unix seconds.",
            &one(beat),
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidings_model::Failure;

    #[test]
    fn every_outcome_is_counted_under_its_name() {
        let pulse = Pulse::default();
        pulse.count(&Outcome::Changed { n_new: 3, n_updated: 1 }, 1000);
        pulse.count(&Outcome::Failed(Failure::new(FailureKind::Tls, "no")), 0);
        pulse.count_pushed(2);
        let text = pulse.metrics();
        for line in [
            "tidings_articles_new_total 5",
            "tidings_pushed_total 1",
            "tidings_retrievals_total{outcome=\"failed\",kind=\"tls_error\"} 1",
            "tidings_wire_bytes_total 1000",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is missing in {text}");
        }
    }

    #[test]
    fn a_stopped_loop_is_noticed_and_a_clock_set_back_does_not_count_as_one() {
        let pulse = Pulse::default();
        let at = |s| Timestamp::from_second(s).unwrap();
        pulse.beat(at(1000), 0);
        assert!(pulse.is_beating(at(1060), STOPPED_AFTER));
        assert!(!pulse.is_beating(at(1200), STOPPED_AFTER));
        assert!(pulse.is_beating(at(10), STOPPED_AFTER));
    }
}
