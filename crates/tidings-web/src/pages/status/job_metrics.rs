//! Metrics of background jobs, in the Prometheus text format.

use crate::pages::admin::jobs::split;
use std::fmt::{self, Display};
use tidings_store::JobState;

/// A metric: its name, its type, its help text, and its value for a job, if the job has one yet.
type Series = (&'static str, &'static str, &'static str, fn(&JobState) -> Option<String>);

const SERIES: [Series; 5] = [
    ("tidings_job_runs_total", "counter", "Runs of a background job.", |job| {
        Some(job.n_runs.to_string())
    }),
    ("tidings_job_failures_total", "counter", "Runs that failed.", |job| {
        Some(job.n_failures.to_string())
    }),
    ("tidings_job_last_run_seconds", "gauge", "When the last run began, Unix time.", |job| {
        job.started_at.map(|at| at.as_second().to_string())
    }),
    ("tidings_job_duration_seconds", "gauge", "How long the last run took.", |job| {
        job.took_ms.map(|ms| format!("{}.{:03}", ms / 1000, ms % 1000))
    }),
    ("tidings_job_healthy", "gauge", "1 unless the last run failed.", |job| {
        Some(u8::from(job.error.is_none()).to_string())
    }),
];

/// Returns the lines for some jobs; empty if there are none.
pub(super) fn lines(jobs: &[JobState]) -> String {
    if jobs.is_empty() {
        return String::new();
    }
    SERIES.iter().map(|series| lines_of(series, jobs)).collect()
}

fn lines_of(&(name, kind, help, value): &Series, jobs: &[JobState]) -> String {
    let line = |job| Some(format!("{name}{{{}}} {}\n", Labels(job), value(job)?));
    let lines: String = jobs.iter().filter_map(line).collect();
    format!("# HELP {name} {help}\n# TYPE {name} {kind}\n{lines}")
}

struct Labels<'a>(&'a JobState);

impl Display for Labels<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (job, process) = split(&self.0.name);
        write!(f, "job=\"{}\"", escaped(job))?;
        process.map_or(Ok(()), |process| write!(f, ",process=\"{}\"", escaped(process)))
    }
}

/// Escapes the value of a label as the format requires.
fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::Timestamp;

    fn job(name: &str) -> JobState {
        JobState {
            name: name.to_owned(),
            holder: String::new(),
            lease_until: Timestamp::UNIX_EPOCH,
            next_at: Timestamp::UNIX_EPOCH,
            started_at: None,
            took_ms: None,
            error: None,
            n_runs: 0,
            n_failures: 0,
        }
    }

    #[test]
    fn a_job_that_never_ran_has_no_time_and_no_duration() {
        let text = lines(&[job("icons")]);
        assert!(text.contains("tidings_job_runs_total{job=\"icons\"} 0\n"), "{text}");
        assert!(!text.contains("tidings_job_last_run_seconds{"), "{text}");
        assert!(!text.contains("tidings_job_duration_seconds{"), "{text}");
    }

    #[test]
    fn labels_are_escaped() {
        let text = lines(&[job("a\"b\\c\nd@1f2e")]);
        assert!(text.contains(r#"{job="a\"b\\c\nd",process="1f2e"} 0"#), "{text}");
    }
}
