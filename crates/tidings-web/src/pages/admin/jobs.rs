//! Background jobs on the Server page: when each ran, how long it took, and what went wrong.

use crate::{health, times::Time, voice::Voice};
use jiff::Timestamp;
use tidings_model::units::Minutes;
use tidings_store::JobState;

/// How many characters of a process name distinguish it from others.
const PROCESS_LENGTH: usize = 6;

/// A job as a row of the table.
pub(super) struct JobRow {
    pub(super) name: String,
    /// The process, for a job that each process runs itself.
    pub(super) process: Option<String>,
    pub(super) last: Option<Time>,
    pub(super) took: String,
    pub(super) is_running: bool,
    pub(super) next: Time,
    pub(super) n_runs: String,
    pub(super) n_failures: String,
    pub(super) has_failed: bool,
    pub(super) error: Option<String>,
}

pub(super) fn rows(t: &Voice, states: Vec<JobState>, now: Timestamp) -> Vec<JobRow> {
    states.into_iter().map(|state| row(t, state, now)).collect()
}

fn row(t: &Voice, state: JobState, now: Timestamp) -> JobRow {
    let (job, process) = split(&state.name);
    JobRow {
        name: name(t, job).to_owned(),
        process: process.map(|one| t.with("job-process", "process", short(one))),
        last: state.started_at.map(|at| t.past(at, now)),
        took: state.took_ms.map(|ms| duration(t, ms)).unwrap_or_default(),
        is_running: state.next_at <= now && state.lease_until > now,
        next: t.future(state.next_at, now),
        n_runs: t.number(state.n_runs),
        n_failures: t.number(state.n_failures),
        has_failed: state.n_failures > 0,
        error: state.error,
    }
}

/// Splits a job's name into the job and the process, if each process runs it.
pub(in crate::pages) fn split(name: &str) -> (&str, Option<&str>) {
    name.split_once('@').map_or((name, None), |(job, process)| (job, Some(process)))
}

fn short(process: &str) -> &str {
    process.char_indices().nth(PROCESS_LENGTH).map_or(process, |(end, _)| &process[..end])
}

/// Formats a duration: "40 ms", "2.4 s", "3 min".
fn duration(t: &Voice, ms: u64) -> String {
    match ms {
        ..1_000 => t.with("job-milliseconds", "n", &t.number(ms)),
        1_000..57_000 => t.with("fresh-seconds", "n", &health::decimal(t, ms as f64 / 1e3)),
        _ => health::short_span(t, Minutes(ms as f64 / 6e4)),
    }
}

/// Returns what a job does, in a few words, or its name if there is no text for it.
fn name<'a>(t: &'a Voice, job: &'a str) -> &'a str {
    let key = match job {
        "price" => "job-price",
        "plans" => "job-plans",
        "imports" => "job-imports",
        "webhooks" => "job-webhooks",
        "push-subscriptions" => "job-push-subscriptions",
        "topic-assignment" => "job-topic-assignment",
        "search-index" => "job-search-index",
        "full-texts" => "job-full-texts",
        "icons" => "job-icons",
        "topics" => "job-topics",
        "readers" => "job-readers",
        "population" => "job-population",
        "weights" => "job-weights",
        "day-counts" => "job-day-counts",
        "retention" => "job-retention",
        _ => return job,
    };
    t.of(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_without_a_text_is_shown_by_its_name() {
        let t = Voice::plain_english();
        assert_eq!(name(&t, "icons"), "Find source icons");
        assert_eq!(name(&t, "new-job"), "new-job");
    }

    #[test]
    fn a_process_is_shown_by_its_first_characters() {
        assert_eq!(split("icons"), ("icons", None));
        assert_eq!(split("search-index@1f2e3d4c"), ("search-index", Some("1f2e3d4c")));
        assert_eq!((short("1f2e3d4c"), short("ünï")), ("1f2e3d", "ünï"));
    }

    #[test]
    fn durations_are_short() {
        let t = Voice::plain_english();
        let said = [40, 2_400, 12_300, 57_000, 180_000].map(|ms| duration(&t, ms));
        assert_eq!(said, ["40 ms", "2.4 s", "12 s", "1 min", "3 min"]);
    }
}
