//! `tidings bench …`: what this machine can handle, measured with the real components.

pub mod clockwork;
pub mod feeds;
pub mod parse;
pub mod plan;
pub mod poll;
pub mod rank;
pub mod scale;
pub mod searches;
pub mod watch;
pub mod words;

use crate::cli::BenchArguments;
use anyhow::Result;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tidings::{config::Config, output};
use tokio::runtime::Runtime;

/// Runs a benchmark.
///
/// # Errors
/// When something cannot be measured.
#[expect(clippy::needless_pass_by_value, reason = "the runtime ends with the command")]
pub fn run(args: &BenchArguments, config: &Config, runtime: Runtime) -> Result<()> {
    match args {
        BenchArguments::Scale(args) => runtime.block_on(scale::run(args, config)),
        BenchArguments::Poll { feeds, articles, json } => {
            runtime.block_on(poll::run(*feeds, *articles, *json, config))
        }
        BenchArguments::Plan { sources, json } => plan::run(*sources, *json),
        BenchArguments::Rank { candidates, lines, json } => rank::run(*candidates, *lines, *json),
        BenchArguments::Watch(args) => watch::run(args, config, &runtime),
        BenchArguments::Parse { dir, json } => parse::run(dir, *json, &config.limits),
    }
}

/// Wall times and processor time of one repeated operation.
#[derive(Debug, Clone)]
pub struct Timing {
    /// The operation.
    pub what: &'static str,
    wall: Vec<Duration>,
    cpu_s: f64,
}

impl Timing {
    /// Creates a timing without measurements.
    #[must_use]
    pub fn new(what: &'static str) -> Self {
        Self { what, wall: Vec::new(), cpu_s: 0.0 }
    }

    /// Runs the operation once more and measures it.
    pub async fn time<T>(&mut self, work: impl Future<Output = T>) -> T {
        let (cpu, start) = (tidings::commands::poll::cpu_seconds(), Instant::now());
        let done = work.await;
        self.wall.push(start.elapsed());
        self.cpu_s += tidings::commands::poll::cpu_seconds() - cpu;
        done
    }

    /// Returns the number of repetitions.
    #[must_use]
    pub fn count(&self) -> usize {
        self.wall.len()
    }

    /// Returns the time within which this share of all repetitions ended, in milliseconds.
    #[must_use]
    pub fn quantile_ms(&self, part: f64) -> f64 {
        let mut sorted = self.wall.clone();
        sorted.sort();
        // The nearest rank, which is small and positive.
        let rank = (part * sorted.len() as f64).ceil() as usize;
        sorted.get(rank.saturating_sub(1)).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    }

    /// Returns the processor time of one repetition, in milliseconds.
    #[must_use]
    pub fn cpu_ms(&self) -> f64 {
        self.cpu_s * 1e3 / self.wall.len().max(1) as f64
    }

    fn json(&self) -> Value {
        json!({"operation": self.what, "count": self.count(), "p50_ms": self.quantile_ms(0.5), "p99_ms": self.quantile_ms(0.99), "cpu_ms": self.cpu_ms()})
    }

    fn row(&self) -> Vec<String> {
        let ms = |value: f64| format!("{value:.3}");
        vec![
            self.what.to_owned(),
            self.count().to_string(),
            ms(self.quantile_ms(0.5)),
            ms(self.quantile_ms(0.99)),
            ms(self.cpu_ms()),
        ]
    }
}

/// Prints timings as a table or as JSON.
///
/// # Errors
/// When standard output cannot be written.
pub fn print(all: &[Timing], facts: Value, as_json: bool) -> Result<()> {
    if as_json {
        let mut facts = facts;
        facts["operations"] = all.iter().map(Timing::json).collect();
        return output::line(facts);
    }
    let rows: Vec<_> = all.iter().map(Timing::row).collect();
    output::line(output::table(&["operation", "count", "p50 ms", "p99 ms", "CPU ms"], &rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_the_nearest_rank() {
        let mut timed = Timing::new("x");
        timed.wall = (1..=100).map(Duration::from_millis).collect();
        assert!((timed.quantile_ms(0.5) - 50.0).abs() < 1e-9);
        assert!((timed.quantile_ms(0.99) - 99.0).abs() < 1e-9);
        assert!((Timing::new("none").quantile_ms(0.5)).abs() < 1e-9);
    }
}
